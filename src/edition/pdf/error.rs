//! Why a PDF could not be written.

use super::press::ConditionError;
use crate::edition::picture::PictureRefusal;

/// Why a PDF could not be written.
#[derive(Debug, thiserror::Error)]
pub enum PdfError {
    /// The subsetter cannot read the font program.
    #[error(
        "the font '{name}' cannot be embedded: {cause} (use a TrueType or OpenType font \
         that is not variable)"
    )]
    Font {
        /// `PostScript` name of the font.
        name: String,
        /// What the subsetter said.
        #[source]
        cause: subsetter::Error,
    },
    /// The licence bits of the font forbid embedding.
    #[error(
        "the font '{name}' may not be embedded without its maker's permission, and a PDF \
         has to embed its fonts (choose another family)"
    )]
    Licence {
        /// `PostScript` name of the font.
        name: String,
    },
    /// The parser panicked on the font program.
    #[error("the font '{name}' is damaged (reinstall it, or use another)")]
    Damaged {
        /// `PostScript` name of the font.
        name: String,
    },
    /// The metrics of the font program cannot be read.
    #[error("the font '{name}' has no readable metrics (use another font file)")]
    Metrics {
        /// `PostScript` name of the font.
        name: String,
    },
    /// A run of the pages names a face that the pages do not have.
    #[error(
        "a run of text uses font {index}, but there are only {count} fonts; please report this as a bug"
    )]
    MissingFace {
        /// Index of the face, from 0.
        index: u16,
        /// How many faces there are.
        count: usize,
    },
    /// The printing condition cannot be used.
    #[error(transparent)]
    Condition(#[from] ConditionError),
    /// The sheet is too small for the pages of a signature.
    #[error(
        "a sheet of {sheet} is too small for a signature of {count} pages, which needs \
         {needed} (use a larger sheet, or a signature of fewer pages)"
    )]
    SmallSheet {
        /// The size of the sheet.
        sheet: String,
        /// The size that the signature needs.
        needed: String,
        /// Pages of the signature.
        count: usize,
    },
    /// A picture that could be read before cannot be decoded now.
    #[error("a picture {0}")]
    Picture(PictureRefusal),
}
