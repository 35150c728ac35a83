//! The publication as a conforming EPUB 3 package.
