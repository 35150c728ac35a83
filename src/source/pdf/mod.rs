//! Reads a PDF into glyphs with their places, and glyphs into lines.
//!
//! The syntax of the file, decryption and the outlines of fonts come from the hayro crates;
//! the interpreter of content streams is here, because text needs what a painter does not
//! keep: the codes, the marked content, what is hidden, and where words end.

mod access;
mod captions;
mod cmap;
mod column_feet;
mod columns;
mod content;
mod destinations;
mod document;
mod document_tags;
mod facing_pages;
mod figures;
mod font_style;
mod fonts;
mod fragments;
mod glyph_ledger;
mod glyph_names;
mod graphics_state;
mod images;
pub mod line;
mod line_tags;
mod line_text;
mod lines;
mod links;
mod listings;
mod margins;
mod marked_content;
mod matrix;
mod outlines;
pub mod page;
mod pages;
mod painting;
mod placed;
mod regions;
mod stated_headings;
mod streams;
mod tables;
mod text_showing;
mod text_strings;
mod transcript;
mod word_places;

use std::collections::BTreeMap;

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::diagnostic::{Diagnostic, Severity, Warned};
use crate::source::pdf::content::{Cut, measure_page};
use crate::source::pdf::destinations::Destinations;
use crate::source::pdf::marked_content::OptionalContent;
use crate::source::pdf::pages::{PageRun, read_pages};

use crate::source::codes;
use crate::source::facing_pages::{find_gutter, report_facing_pages};
use crate::source::looks::FileFacts;
use crate::source::media::name_media;
use crate::source::regions::TableOpening;
use figures::drawing_files::draw_figures;
use line_tags::{LineTags, UnsoundTags};
use page::SourcePage;

pub use access::{PdfAccess, PdfProblem, ReadPdfError};
pub use document::{ImageFile, PdfDocument};
pub use figures::find_figures;
pub use figures::page_figure::PageFigure;
pub use figures::page_pictures::draw_page;
pub use fonts::PdfFont;
pub use glyph_ledger::GlyphLedger;
pub use lines::{PdfLines, build_lines};
pub use tables::find_tables;
pub use tables::page_table::PageTable;
pub(super) use transcript::Transcript;

/// The most pages that are read; the longest book in one volume has 10,000.
const MOST_PAGES: usize = 50_000;

/// The largest PDF that is read, in bytes. The scan of a thick book in grey has some 200 MB.
pub const LARGEST: u64 = 512_000_000;

/// Whether bytes are a PDF, by their first line (ISO 32000-1 §7.5.2).
#[must_use]
pub fn is_pdf(bytes: &[u8]) -> bool {
    bytes.starts_with(b"%PDF-")
}

/// Reads a PDF as a text with the layout of its pages; see [`transcript`].
///
/// # Errors
///
/// When it cannot be opened, its owner forbids to extract its text, or it has none.
pub(super) fn read_transcript(
    name: &str,
    bytes: &[u8],
    access: &PdfAccess,
) -> Result<Warned<Transcript>, ReadPdfError> {
    let (mut document, problems) = read_pdf(bytes, access)?;
    let mut diagnostics: Vec<Diagnostic> =
        problems.into_iter().map(|problem| describe(name, problem)).collect();
    let gutter = find_gutter(&document.pages);
    let pages: Vec<PdfLines> = document
        .pages
        .par_iter()
        .map(|page| {
            let gutter = gutter.map(|gutter| facing_pages::place_gutter(page, gutter));
            build_lines(page, &document.fonts, gutter)
        })
        .collect();
    if pages.iter().all(|page| page.lines.is_empty()) {
        return Err(ReadPdfError::NoText);
    }
    diagnostics.extend(gutter.map(|_| report_facing_pages(name, "PDF")));
    diagnostics.extend(report_hidden(name, &pages));
    diagnostics.extend(report_pictures(name, &document, &pages));
    let mut tables = find_tables(&document, &pages);
    let mut figures = find_figures(&document, &pages, &mut tables);
    let taken = regions::part_lines(&pages, &mut tables, &mut figures);
    let problems = draw_figures(bytes, access, &mut document, &pages, &mut figures);
    diagnostics.extend(problems.into_iter().map(|problem| describe(name, problem)));
    diagnostics.extend(report_tables(name, &tables));
    diagnostics.extend(report_words_in_figures(name, &figures));
    let tags = line_tags::read_line_tags(&document, &pages).unwrap_or_else(|unsound| {
        diagnostics.push(report_tags(name, unsound));
        LineTags::new()
    });
    let is_free = |page: u32, line: usize| !taken.contains(&(page, line));
    let margins = margins::list_margin_items(&pages, is_free);
    diagnostics.extend(margins::report_margin_items(name, &margins));
    let listings = listings::find_listings(&pages, &tags, is_free);
    let regions = regions::list_regions(&pages, &tables, &figures, &listings, &margins);
    let media = name_pictures(name, &document.image_files, &figures);
    let mut value =
        transcript::write_transcript(&document, &pages, &tags, &regions, &media);
    let bytes = document.image_files.into_iter().map(|file| file.bytes);
    let shown = media.into_iter().zip(bytes).filter(|(address, _)| !address.is_empty());
    value.media = shown.collect();
    value.facts = FileFacts { title: document.title, author: document.author };
    Ok(Warned { value, diagnostics })
}

fn describe(name: &str, PdfProblem { code, page, message }: PdfProblem) -> Diagnostic {
    let place = page.map_or(String::new(), |page| format!(", page {page}"));
    Diagnostic::new(code, Severity::Warning, format!("{name}{place}: {message}"))
}

/// The address of each file of a picture, by its page and its number among those of the page;
/// empty for a file that no figure shows.
fn name_pictures(name: &str, files: &[ImageFile], figures: &[PageFigure]) -> Vec<String> {
    let mut addresses = vec![String::new(); files.len()];
    let mut on_page: BTreeMap<u32, u32> = BTreeMap::new();
    for figure in figures {
        let Some((address, file)) =
            figure.file.and_then(|at| Some((addresses.get_mut(at)?, files.get(at)?)))
        else {
            continue;
        };
        if address.is_empty() {
            let number = on_page.entry(figure.page).or_default();
            *number += 1;
            *address = format!("page-{}-{number}.{}", figure.page, file.extension);
        }
    }
    let names = name_media(addresses.iter().filter(|one| !one.is_empty()), name);
    let names = addresses.iter().map(|one| names.get(one).cloned().unwrap_or_default());
    names.collect()
}

/// Reports the figures with words: in a drawing they became its description, and behind an
/// image a paragraph.
fn report_words_in_figures(name: &str, figures: &[PageFigure]) -> Vec<Diagnostic> {
    let report = |shown: bool, kept_as: &str, hint: &str| {
        let mut of_kind = figures
            .iter()
            .filter(|figure| !figure.lines.is_empty() && figure.shows_words == shown);
        let first = of_kind.next()?.page;
        let others = of_kind.count();
        let message = match others {
            0 => format!("{name}, page {first}: the words over a picture are {kept_as}"),
            _ => format!(
                "{name}, page {first}: the words over a picture are {kept_as}, and \
                 those over {others} others"
            ),
        };
        let found = Diagnostic::new(codes::PDF_DRAWING, Severity::Warning, message);
        Some(found.hint(hint))
    };
    let drawn = report(true, "its description", "say what the drawing shows");
    let painted = report(
        false,
        "a paragraph below it",
        "put a picture with its words in its place",
    );
    drawn.into_iter().chain(painted).collect()
}

/// Reports that tables were recognised: their columns are nowhere stated.
fn report_tables(name: &str, tables: &[PageTable]) -> Option<Diagnostic> {
    let first = tables.first()?.page;
    let message =
        match tables.iter().filter(|table| table.opening == TableOpening::New).count() {
            0 | 1 => format!("{name}: a table was recognised on page {first}"),
            all => format!("{name}: {all} tables were recognised, first on page {first}"),
        };
    let found = Diagnostic::new(codes::PDF_TABLES, Severity::Warning, message);
    Some(found.hint("compare the rows and columns with the pages"))
}

/// Reports that the tags of a document are not used.
fn report_tags(name: &str, unsound: UnsoundTags) -> Diagnostic {
    let (page, message) = match unsound {
        UnsoundTags::LeaveOutLines(page) => (page, "leave out lines of its text"),
        UnsoundTags::ContradictPages(page) => {
            (page, "divide its text otherwise than its pages do")
        }
    };
    let message = format!(
        "{name}: the tags of the PDF {message}, first on page {page}; they were not used"
    );
    Diagnostic::new(codes::PDF_TAGS, Severity::Note, message)
}

/// Reports how many glyphs of the pages nobody sees, and where the first are.
fn report_hidden(name: &str, pages: &[PdfLines]) -> Option<Diagnostic> {
    let count = |page: &PdfLines| {
        let GlyphLedger { hidden, clipped, outside, .. } = page.ledger;
        hidden + clipped + outside
    };
    let first = pages.iter().position(|page| count(page) > 0)?;
    let all: u32 = pages.iter().map(count).sum();
    let message = format!(
        "{name}: {all} characters are hidden, clipped or outside the page, first on page \
         {}; they were left out",
        first + 1
    );
    let found = Diagnostic::new(codes::PDF_HIDDEN, Severity::Warning, message);
    Some(found.hint("a person who looks at the page does not see them"))
}

/// Reports the pages that have pictures and no text.
fn report_pictures(
    name: &str,
    document: &PdfDocument,
    pages: &[PdfLines],
) -> Option<Diagnostic> {
    let is_picture = |(page, lines): &(&SourcePage, &PdfLines)| {
        lines.lines.is_empty() && !page.images.is_empty()
    };
    let mut pictures = document.pages.iter().zip(pages).filter(is_picture);
    let first = pictures.next()?.0.number;
    let message = match pictures.count() {
        0 => format!("{name}: page {first} is a picture without text"),
        more => {
            format!("{name}: page {first} and {more} others are pictures without text")
        }
    };
    let found = Diagnostic::new(codes::PDF_PICTURES, Severity::Warning, message);
    Some(found.hint(
        "if it is text, recognise it with Tesseract, as in: ocrmypdf --skip-text book.pdf \
         new.pdf",
    ))
}

/// Reads a PDF.
///
/// # Errors
///
/// When it cannot be opened, or its owner forbids to extract text and
/// [`PdfAccess::ignore_restrictions`] is not set.
pub fn read_pdf(
    bytes: &[u8],
    how: &PdfAccess,
) -> Result<(PdfDocument, Vec<PdfProblem>), ReadPdfError> {
    let pdf = document::open_pdf(bytes, how)?;
    let mut problems = Vec::new();
    if document::is_extraction_forbidden(bytes, &pdf, how) {
        if !how.ignore_restrictions {
            return Err(ReadPdfError::ExtractionForbidden);
        }
        let message = "the owner of the PDF does not permit to copy or extract its text; \
                       it was read because of --ignore-restrictions";
        problems.push(PdfProblem {
            code: codes::PDF_RESTRICTED,
            page: None,
            message: message.to_owned(),
        });
    }
    if document::is_cross_reference_lost(bytes) {
        let message = "the PDF is damaged: the table of its objects is missing; \
                       pages may be missing or in another order";
        problems.push(PdfProblem {
            code: codes::PDF_DAMAGED,
            page: None,
            message: message.to_owned(),
        });
    }
    let sources = pdf.pages();
    if sources.is_empty() {
        return Err(ReadPdfError::NoPages);
    }
    let catalog = document::find_catalog(&pdf);
    let mut document = document::describe_document(&pdf, &catalog);
    let destinations = Destinations::read(&pdf, &catalog);
    let optional = OptionalContent::read(&catalog);
    let labels = document::read_page_labels(&catalog, sources.len());
    document.outline = document::read_outline(&catalog, &destinations);
    document.tags = document_tags::read_document_tags(&pdf, &catalog, &destinations);
    let sources_read = sources.get(..MOST_PAGES).unwrap_or(sources);
    let empty: Vec<SourcePage> = sources_read
        .iter()
        .enumerate()
        .map(|(index, source)| {
            let (width, height) = measure_page(source);
            SourcePage {
                number: number_from(index),
                label: labels.get(index).cloned().flatten(),
                width,
                height,
                links: destinations.list_links(source),
                ..SourcePage::default()
            }
        })
        .collect();
    let PageRun { pages, fonts, cuts } = read_pages(sources_read, &empty, &optional);
    document.pages = pages;
    document.fonts = fonts.into_iter().map(|(_, font)| font).collect();
    problems.extend(cuts.into_iter().map(|(page, cut)| PdfProblem {
        code: codes::PDF_PAGE,
        page: Some(page),
        message: describe_cut(cut).to_owned(),
    }));
    if sources.len() > MOST_PAGES {
        let message =
            format!("the PDF has more than {MOST_PAGES} pages; the rest is left out");
        problems.push(PdfProblem { code: codes::PDF_PAGE, page: None, message });
    }
    problems.extend(figures::picture_files::read_pictures(&pdf, &mut document));
    problems.extend(list_unknown_glyphs(&document.fonts));
    Ok((document, problems))
}

fn number_from(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX).saturating_add(1)
}

fn describe_cut(cut: Cut) -> &'static str {
    match cut {
        Cut::TooManyOperators => {
            "the page has more content than a page of a book can have; \
             the rest of it is left out"
        }
        Cut::TooManyGlyphs => {
            "the page has more than 300,000 glyphs; the rest of it is left out"
        }
        Cut::NestedForms => {
            "a part of the page contains itself, or parts are nested too deep; \
             it is left out"
        }
        Cut::DamagedForm => "a part of the page is damaged or too large; it is left out",
        Cut::DamagedContent => "the page is damaged and cannot be read; it is left empty",
    }
}

fn list_unknown_glyphs(fonts: &[PdfFont]) -> Vec<PdfProblem> {
    let mut problems = Vec::new();
    for font in fonts {
        let name = match font.name.as_str() {
            "" => "a font without a name".to_owned(),
            name => format!("the font {name}"),
        };
        if font.unknown > 0 {
            let message = format!(
                "{name} does not say which letters its glyphs are; U+FFFD stands for {} \
                 of them",
                font.unknown
            );
            problems.push(PdfProblem { code: codes::PDF_FONT, page: None, message });
        }
        if font.guessed > 0 {
            let message = format!(
                "{name} does not name its letters; \
                 {} of them are guessed from their codes, compare some with the page",
                font.guessed
            );
            problems.push(PdfProblem { code: codes::PDF_FONT, page: None, message });
        }
    }
    problems
}
