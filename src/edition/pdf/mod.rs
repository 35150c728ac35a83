//! Finished pages as a PDF file; paints, measures nothing.
