//! The samples of images: decoded, coloured, turned, and written as PNG.

pub(super) mod colours;
pub(super) mod limits;
pub(super) mod raster;
pub(super) mod samples;
