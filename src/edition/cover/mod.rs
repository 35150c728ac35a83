//! Covers: the publisher's image, or a typographic cover from a template.
//!
//! The made cover is drawn twice from the same composition: as an image for the EPUB, and
//! as outlines in the proportions of the page for the PDF.

mod compose;
mod draw;
mod image_file;
mod indexed;
mod ornament;
mod page;
mod template;
mod words;
mod wrap;

pub use page::CoverPage;
pub use template::built_in_templates;
pub use wrap::{BarcodeField, Blurbs, IsbnSymbol, WrapContent, WrapFront, make_wrap};

use std::sync::OnceLock;

use resvg::usvg::Tree;
use sha2::{Digest, Sha256};

use super::CoverImage;
use crate::book::matter::words::EditionWords;
use crate::book::metadata::Metadata;
use crate::design::Design;
use crate::diagnostic::{Code, Diagnostic, Severity, Warned};
use crate::fonts::FontFile;
use crate::length::Size;
use crate::text::language::Language;
use crate::text::small_words::bind_small_words;
use crate::typeset::font::FontError;
use draw::CoverFaces;
use ornament::{PaintExtent, PatternRng};
use template::{CoverPalette, CoverTemplate, WIDTH};

/// A title was too long for its cover.
pub const SHORTENED: Code = Code("c-001");
/// A character on a cover is in no font.
pub const MISSING_CHARACTER: Code = Code("c-002");
/// An image has fewer pixels than a cover should have.
pub const SMALL_IMAGE: Code = Code("c-003");

/// The spine has no words, or not all.
pub const SPINE_BLANK: Code = Code("c-004");
/// A publisher's image was cut to the proportions of the front.
pub const IMAGE_CUT: Code = Code("c-005");
/// The add-on of a barcode does not state the exact price.
pub const PRICE_UNSAID: Code = Code("c-006");
/// The number of the barcode is not written like the ISBN.
pub const ISBN_CONVERTED: Code = Code("c-007");
/// A cover for the press has no barcode, because the printed book has no ISBN.
pub const NO_ISBN: Code = Code("c-008");

/// Height of the cover image in pixels. With the width of 1600 it has the proportions 5:8
/// that shops ask for (Kindle Direct Publishing: ideally 2560 by 1600 pixels).
const IMAGE_HEIGHT: f32 = 2560.0;

/// A finished cover.
#[derive(Debug, Clone)]
pub struct Cover {
    /// The source of the image for the EPUB.
    picture: ImageSource,
    /// The drawing as an image, once it is painted.
    painted: OnceLock<CoverImage>,
    /// The page for the PDF.
    pub page: CoverPage,
}

/// What the image of a cover is made from.
#[derive(Debug, Clone)]
enum ImageSource {
    /// A drawing. Painting takes longer than everything else in a small book, so it is
    /// painted only when an image is asked for.
    Drawn(Box<Tree>),
    /// A publisher's image.
    Brought(CoverImage),
}

impl Cover {
    /// The cover for the EPUB; painted at the first call.
    ///
    /// # Errors
    ///
    /// If the image cannot be written.
    pub fn image(&self) -> Result<&CoverImage, CoverError> {
        match (&self.picture, self.painted.get()) {
            (ImageSource::Brought(image), _) | (_, Some(image)) => Ok(image),
            (ImageSource::Drawn(drawing), None) => {
                let image = image_file::encode_cover(drawing)?;
                Ok(self.painted.get_or_init(|| image))
            }
        }
    }

    /// Alternative text of the cover.
    #[must_use]
    pub fn alternative(&self) -> &str {
        &self.page.alternative
    }
}

/// Why there is no cover.
#[derive(Debug, thiserror::Error)]
pub enum CoverError {
    /// No template has this name.
    #[error("there is no cover template '{name}' (choose one of: {known})")]
    NoTemplate {
        /// The name that was asked for.
        name: String,
        /// The known names.
        known: String,
    },
    /// A drawing that cannot be parsed.
    #[error("the cover cannot be drawn: {0}")]
    Drawing(#[from] resvg::usvg::Error),
    /// An image that cannot be read, or written.
    #[error("the cover image cannot be used: {0} (give a JPEG or PNG file)")]
    Image(#[from] image::ImageError),
    /// An image with too many pixels.
    #[error(
        "the cover image has {columns} by {rows} pixels, more than any cover shows (save it \
         smaller)"
    )]
    TooLarge {
        /// Pixels across.
        columns: u32,
        /// Pixels down.
        rows: u32,
    },
    /// An image in another format.
    #[error("the cover image is neither JPEG nor PNG (save it as one of them)")]
    OtherFormat,
    /// A publisher's image that would be blurred in print.
    #[error(
        "the cover image has {columns} by {rows} pixels; to print {} with its bleed takes \
         {least_columns} by {least_rows} (give a larger one, or a template)",
        size.in_mm()
    )]
    TooSmall {
        /// Pixels across.
        columns: u32,
        /// Pixels down.
        rows: u32,
        /// The front with its bleed.
        size: Size,
        /// The pixels across that are needed.
        least_columns: i64,
        /// The pixels down that are needed.
        least_rows: i64,
    },
    /// A CMYK JPEG, whose colours are unknown without its profile.
    #[error(
        "the cover image is a JPEG of four inks, whose colours depend on the press it was \
         made for (save it in RGB)"
    )]
    FourInks,
    /// A wrap without a front.
    #[error("the cover has no width or no height (give the trim of the book)")]
    NoFront,
    /// A barcode smaller or larger than scanners read.
    #[error("a barcode of {0} % cannot be read everywhere (give 80 to 200)")]
    Magnification(u16),
    /// A barcode that does not fit on the back.
    #[error(
        "the barcode takes {}, more than the back has within its margins (leave out the \
         price, or the barcode)", .0.in_mm()
    )]
    BarcodeTooLarge(Size),
    /// More words than fit.
    #[error(
        "the text for the {part} is too long by {lines} lines of the smallest size (shorten it)"
    )]
    TooManyWords {
        /// Where they belong.
        part: &'static str,
        /// How many lines do not fit.
        lines: usize,
    },
    /// Fonts that cannot be used.
    #[error(transparent)]
    Fonts(#[from] FontError),
}

/// The words on a cover. Empty where nothing is known.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct CoverWords {
    title: String,
    subtitle: String,
    author: String,
    publisher: String,
    series: String,
    language: Option<Language>,
}

/// Makes a typographic cover, from the named template or from the one that suits best.
///
/// The books of a series share template and colours. The pattern, and everything else that
/// is drawn, follows from the title.
///
/// # Errors
///
/// If no template has the name, or the cover cannot be drawn.
pub fn make_cover(
    metadata: &Metadata,
    design: &Design,
    template: Option<&str>,
    fonts: &[FontFile],
) -> Result<Warned<Cover>, CoverError> {
    let ChosenTemplate { wording, template, palette, own } =
        choose_template(metadata, template)?;
    let faces = CoverFaces::new(fonts);
    let draw = |height| {
        let edges = PaintExtent::front_only(height);
        let cover = compose::compose_front(
            &template, &palette, &wording, &own, &faces, height, edges,
        )?;
        Ok::<_, CoverError>((faces.parse_svg(&cover.svg)?, cover.shortened))
    };
    let (width, height) = (design.trim.width.to_pt(), design.trim.height.to_pt());
    let (image, page) =
        rayon::join(|| draw(IMAGE_HEIGHT), || draw(page_height(width, height)));
    let ((image, image_shortened), (page, page_shortened)) = (image?, page?);

    let mut diagnostics = Vec::new();
    diagnostics.extend((image_shortened || page_shortened).then(report_shortened_title));
    diagnostics.extend(
        draw::missing_characters(&image).into_iter().map(report_missing_character),
    );
    let alternative = wording.alternative_text(metadata);
    let value = Cover {
        picture: ImageSource::Drawn(Box::new(image)),
        painted: OnceLock::new(),
        page: CoverPage {
            items: draw::collect_outlines(&page, design.trim.width),
            alternative,
        },
    };
    Ok(Warned { value, diagnostics })
}

/// Uses a publisher's image as the cover, unchanged.
///
/// # Errors
///
/// If it is not JPEG or PNG, or is damaged.
pub fn cover_from_image(
    bytes: Vec<u8>,
    metadata: &Metadata,
    design: &Design,
) -> Result<Warned<Cover>, CoverError> {
    // Nothing is known of an image except that it shows title and author.
    let CoverWords { title, author, .. } = CoverWords::from_metadata(metadata);
    let alternative =
        CoverWords { title, author, ..CoverWords::default() }.alternative_text(metadata);
    let Warned { value: brought, diagnostics } = image_file::read_publisher_image(bytes)?;
    let (columns, rows) = brought.size;
    let page = CoverPage {
        items: vec![page::place_picture(columns, rows, brought.pixels, design.trim)],
        alternative,
    };
    let picture = ImageSource::Brought(brought.image);
    let value = Cover { picture, painted: OnceLock::new(), page };
    Ok(Warned { value, diagnostics })
}

/// Height of a canvas in the proportions of a page.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a canvas is drawn in single precision"
)]
fn page_height(width: f64, height: f64) -> f32 {
    if width > 0.0 { (f64::from(WIDTH) * height / width).round() as f32 } else { WIDTH }
}

/// Reports that a title was cut.
fn report_shortened_title() -> Diagnostic {
    let message = "the title is too long for the cover and was cut there";
    let found = Diagnostic::new(SHORTENED, Severity::Warning, message);
    found.hint("give a shorter title and a subtitle")
}

/// Reports that a character is in no font.
fn report_missing_character(character: char) -> Diagnostic {
    let message = format!("no font has the character '{character}' on the cover");
    let found = Diagnostic::new(MISSING_CHARACTER, Severity::Warning, message);
    found.hint("choose a family that has it")
}

/// What a typographic cover is made from.
struct ChosenTemplate {
    /// Its words.
    wording: CoverWords,
    /// Its template.
    template: CoverTemplate,
    /// Its colours.
    palette: CoverPalette,
    /// The random numbers for its pattern.
    own: PatternRng,
}

/// The template and colours of a book: by name, or by its series and title.
fn choose_template(
    metadata: &Metadata,
    template: Option<&str>,
) -> Result<ChosenTemplate, CoverError> {
    let wording = CoverWords::from_metadata(metadata);
    let family = metadata.series.as_ref().map_or(wording.title.as_str(), |s| &s.name);
    let mut shared = PatternRng::new(&Sha256::digest(family));
    let own =
        PatternRng::new(&Sha256::digest(format!("{} {}", wording.author, wording.title)));
    let template = find_template(template, &wording, &mut shared)?;
    let palette = template.palettes[shared.below(template.palettes.len())].clone();
    Ok(ChosenTemplate { wording, template, palette, own })
}

/// The template of a name. Without a name, one is drawn by lot among those that suit:
/// `initial` needs a short title, and only `label` works without a title.
fn find_template(
    name: Option<&str>,
    wording: &CoverWords,
    seed: &mut PatternRng,
) -> Result<CoverTemplate, CoverError> {
    let suits = |name: &&str| match (wording.title.chars().count(), *name) {
        (0, name) => name == "label",
        (letters, "initial") => letters <= SHORT_TITLE,
        _ => true,
    };
    let names: Vec<&str> = template::template_names().filter(suits).collect();
    let name = name.unwrap_or(names[seed.below(names.len())]);
    template::built_in_template(name).ok_or_else(|| CoverError::NoTemplate {
        name: name.to_owned(),
        known: template::template_names().collect::<Vec<_>>().join(", "),
    })
}

/// A title of at most this many letters fits below a great initial: about two lines.
const SHORT_TITLE: usize = 40;

/// A title of more words is set in lines that are as full as possible.
const FEW_WORDS: usize = 12;

/// A title in which no line ends after a small word, unless it is long.
fn bind_title_of_cover(title: &str, language: &Language) -> String {
    if title.split(' ').count() > FEW_WORDS {
        return title.to_owned();
    }
    bind_small_words(title, language)
}

impl CoverWords {
    fn from_metadata(metadata: &Metadata) -> Self {
        let words = EditionWords::for_language(metadata.language.as_ref());
        // A name is not divided if there are several.
        let bound = |name: &String| match metadata.authors.len() {
            1 => name.clone(),
            _ => name.replace(' ', "\u{a0}"),
        };
        let names: Vec<String> =
            metadata.authors.iter().map(|author| bound(&author.name)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let series = metadata.series.as_ref().map(|series| match series.number {
            Some(number) => format!("{} {number}", series.name),
            None => series.name.clone(),
        });
        let unknown = Language::undetermined();
        let language = metadata.language.as_ref().unwrap_or(&unknown);
        let lines = metadata.lines_of_title().into_iter();
        let lines: Vec<String> =
            lines.map(|line| bind_title_of_cover(line, language)).collect();
        Self {
            title: lines.join("\n"),
            subtitle: bind_title_of_cover(&text(&metadata.subtitle), language),
            author: words.join_names(&names),
            publisher: text(&metadata.publisher),
            series: series.unwrap_or_default(),
            language: metadata.language.clone(),
        }
    }

    /// The alternative text: all words on the cover.
    fn alternative_text(&self, metadata: &Metadata) -> String {
        let cover = EditionWords::for_language(metadata.language.as_ref()).cover;
        let Self { title, subtitle, author, publisher, series, language: _ } = self;
        let said: Vec<&str> = [title, subtitle, author, series, publisher]
            .into_iter()
            .map(String::as_str)
            .filter(|part| !part.is_empty())
            .collect();
        if said.is_empty() {
            return cover.to_owned();
        }
        format!("{cover}: {}", said.join(", ").replace(['\u{a0}', '\n'], " "))
    }
}
