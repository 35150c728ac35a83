//! Finished pages as a PDF file; paints, measures nothing.
//!
//! [`pdf`] is three steps: the pages are painted through the trait in `emitter`, side by
//! side; what they have become is put into a plain document; and `finish` adds what belongs to the
//! document and not to a page: structure, links, outline, labels, metadata. The same pages
//! are painted for a press by [`press_pdf`], which has steps of its own in `press`; what
//! both do alike stands in `canvas`, `deflate`, `file`, `fonts`, `icc`, `value` and `xmp`.
//! `PDF.md` beside this file says which clauses of the standards are met, and how.

mod canvas;
mod colour;
mod deflate;
mod emitter;
mod file;
mod finish;
mod fonts;
mod icc;
mod kept;
mod legend;
mod links;
mod operators;
mod outline;
mod page_tree;
mod paint;
mod particulars;
pub mod press;
mod structure;
mod value;
mod writer;
mod xmp;

pub use particulars::Particulars;
pub use press::{imposed_pdf, press_pdf};

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use crate::cache::Cache;
use crate::typeset::document::Pages;
use canvas::Stock;
use deflate::Presses;
use kept::{KeptPages, Painted};
use page_tree::Content;
use writer::Writer;

/// Pages that a core paints at a time: few, since at the end all others wait for the last.
const PAGES_AT_ONCE: usize = 4;

/// Why no PDF could be written.
#[derive(Debug, thiserror::Error)]
pub enum PdfError {
    /// A font program that no part can be taken from.
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
    /// A font that its maker does not let anybody embed.
    #[error(
        "the font '{name}' may not be embedded without its maker's leave, and a PDF \
         cannot do without (choose another family)"
    )]
    Licence {
        /// `PostScript` name of the font.
        name: String,
    },
    /// A font program that the reader of fonts stumbled over.
    #[error("the font '{name}' is damaged (install it anew, or use another)")]
    Damaged {
        /// `PostScript` name of the font.
        name: String,
    },
    /// A font program whose metrics cannot be read.
    #[error("the font '{name}' has no readable metrics (use another font file)")]
    Metrics {
        /// `PostScript` name of the font.
        name: String,
    },
    /// Pages that name a face which they do not bring.
    #[error("the pages name font {index}, but bring only {count} fonts")]
    MissingFace {
        /// Place of the face, from 0.
        index: u16,
        /// How many faces there are.
        count: usize,
    },
    /// A printing condition that cannot be used.
    #[error(transparent)]
    Condition(#[from] press::ConditionError),
    /// A sheet without room for its pages.
    #[error(
        "a sheet of {sheet} has no room for a signature of {count} pages, which takes \
         {needed} (take a larger sheet, or a signature of fewer pages)"
    )]
    SmallSheet {
        /// What it has.
        sheet: String,
        /// What it would need.
        needed: String,
        /// Pages of the signature.
        count: usize,
    },
    /// A picture that was read before, and can be read no more.
    #[error("a picture {0}")]
    Picture(crate::edition::picture::PictureRefusal),
}

/// Writes a typeset book as a tagged PDF 1.7.
///
/// The same pages and particulars give the same bytes.
///
/// # Errors
///
/// When a face cannot be embedded, or is missing.
pub fn pdf(pages: &Pages, particulars: &Particulars) -> Result<Vec<u8>, PdfError> {
    pdf_with(pages, particulars, &Cache::none())
}

/// The same, with what earlier runs have kept.
///
/// # Errors
///
/// When a face cannot be embedded, or is missing.
pub fn pdf_with(
    pages: &Pages,
    particulars: &Particulars,
    cache: &Cache,
) -> Result<Vec<u8>, PdfError> {
    let portion = fonts::Portion::Used;
    let fonts = fonts::subset(&pages.faces, &pages.pages, &[], portion, cache)?;
    let kept = KeptPages::new(cache, &fonts);
    let stock = Stock::new(fonts, &pages.pages);
    // Each page by itself, and so on any thread.
    let presses = Presses::of_content();
    let tools = || Writer::new(&stock);
    let all = pages.pages.par_iter().with_max_len(PAGES_AT_ONCE);
    let painted = all.map_init(tools, |writer, page| {
        if let Some(known) = kept.get(page) {
            return known;
        }
        let (operators, tagged) = writer.page(page, pages);
        let content = match presses.compressed(&operators) {
            Some(bytes) => Content::Compressed(bytes),
            None => Content::Plain(operators),
        };
        let painted = Painted { content, tagged, links: links::words(page) };
        kept.keep(page, &painted);
        painted
    });
    let painted: Vec<Painted> = painted.collect();
    Ok(finish::finish(&stock, pages, painted, particulars))
}
