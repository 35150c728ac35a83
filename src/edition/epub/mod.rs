//! The publication as a conforming EPUB 3 package.
//!
//! The clauses of the standard, and what becomes of each, stand in `EPUB_3_3.md`.

mod claims;
mod codes;
mod cuts;
mod error;
mod figures;
mod flavour;
mod fonts;
mod leaves;
mod markup;
mod metadata;
mod nav;
mod notes;
mod onix;
mod opening;
mod package;
mod plan;
mod spans;
mod style;
mod tables;
mod xhtml;

pub use error::EpubError;
pub use flavour::Flavour;
pub use onix::onix;

use std::borrow::Cow;
use std::mem;

use rayon::{Yield, yield_now};

use crate::design::EpubFonts;
use crate::diagnostic::{Diagnostic, Severity, Warned};
use crate::edition::Publication;

use claims::Claims;
use cuts::Weights;
use fonts::EmbeddedFont;
use leaves::{Leaf, LeafKind};
use markup::Characters;
use package::{Amendments, Package, Packed, pack};
use plan::{Make, Plan};
use xhtml::Renderer;

/// Makes an EPUB of a publication for some readers: the whole archive, byte for byte the
/// same for the same publication.
///
/// # Errors
///
/// [`EpubError`] when the archive cannot be put together, which no book should cause.
pub fn epub(
    publication: &Publication<'_>,
    flavour: Flavour,
) -> Result<Warned<Vec<u8>>, EpubError> {
    archive(publication, Make { flavour, kobo_spans: false })
}

/// Makes an EPUB with the markup of Kobo's own books, which its devices show with the
/// program for these; the name of such a file ends in `.kepub.epub`.
///
/// # Errors
///
/// As [`epub`].
pub fn kepub(publication: &Publication<'_>) -> Result<Warned<Vec<u8>>, EpubError> {
    archive(publication, Make { flavour: Flavour::Kobo, kobo_spans: true })
}

fn archive(
    publication: &Publication<'_>,
    make: Make,
) -> Result<Warned<Vec<u8>>, EpubError> {
    let whole = Plan::new(publication, make, &Weights::default());
    let divided;
    let mut renderer = Renderer::new(&whole);
    let mut leaves = leaves::leaves(&mut renderer);
    if leaves.iter().any(Leaf::is_too_large) {
        // How large a file becomes is known when it is written; so it is written again.
        divided = Plan::new(publication, make, &renderer.weights);
        renderer = Renderer::new(&divided);
        leaves = leaves::leaves(&mut renderer);
    }
    let plan = renderer.plan;
    let points = nav::points(plan, &leaves);
    let navigation = nav::navigation(&mut renderer, &leaves, &points);
    let Renderer { pages, characters, described, .. } = renderer;
    let claims = Claims::of(plan, !pages.is_empty(), described);

    let mut diagnostics = particulars(publication);
    diagnostics.extend(left_out(&characters));
    diagnostics.extend(leaves.iter().filter(|leaf| leaf.is_too_large()).map(too_large));
    diagnostics.extend(leaning(plan));
    // Nothing waits for what is left as others wait for a chapter: where one is to be set,
    // that is done first, and this while one core would wait for another's last chapter.
    while yield_now() == Some(Yield::Executed) {}
    // A cover takes as long to paint as all the rest to pack.
    let (cover, (resources, identifier)) = rayon::join(
        || CoverFiles::of(plan),
        || (Resources::of(plan, &mut leaves, &characters), metadata::identifier(plan)),
    );
    let Resources { fonts, packed } = resources.collect(&mut diagnostics);
    let mut files = packed?;

    let mut package = Package::new(&plan.language, plan.words.contents)?;
    package.style_sheet()?;
    if let Some(CoverFiles { path, media_type, packed }) = cover? {
        package.cover_image(&path, media_type)?;
        files.extend(packed);
    }
    let lines = package::lines(&points);
    for leaf in &leaves {
        package.leaf(leaf, &lines)?;
    }
    for (path, picture) in plan.shown_pictures() {
        package.resource(path, picture.format.media_type())?;
    }
    for font in &fonts {
        package.resource(&font.path, font.media_type)?;
    }
    let amendments = Amendments {
        language: &plan.language,
        title: plan.title(),
        asks_for_fonts: plan.asks_for_fonts(),
        identifier: &identifier,
        metadata: &metadata::metadata(plan, &claims, &identifier),
        navigation: &navigation,
        points: &points,
        shows_contents: nav::is_a_page(plan, &points),
    };
    let value = package.finish(files, &amendments)?;
    Ok(Warned { value, diagnostics })
}

/// The files of a package, but for what the cover brings.
struct Resources {
    fonts: Vec<EmbeddedFont>,
    packed: Result<Vec<Packed>, EpubError>,
}

impl Resources {
    /// Cuts down the fonts, and packs them with all else.
    ///
    /// What the leaves say goes into their files: of a long book it is not kept twice.
    fn of(plan: &Plan<'_>, leaves: &mut [Leaf], characters: &Characters) -> Warned<Self> {
        let Publication { design, fonts, .. } = plan.publication;
        let mut diagnostics = Vec::new();
        let embedded = match design.fonts {
            EpubFonts::Embedded => fonts::embed(fonts, characters, &mut diagnostics),
            EpubFonts::System => Vec::new(),
        };
        let css = style::style_sheet(design, fonts, &embedded);
        let shown = |path: &str, bytes| (path.to_owned(), Cow::Borrowed(bytes));
        let mut files = vec![shown(package::STYLE_SHEET, css.as_bytes())];
        let written = leaves.iter_mut().filter(|leaf| leaf.kind != LeafKind::Cover);
        files.extend(written.map(|leaf| {
            let xhtml = mem::take(&mut leaf.xhtml);
            (leaves::path(&leaf.name), Cow::Owned(xhtml.into_bytes()))
        }));
        let pictures = plan.shown_pictures();
        files.extend(pictures.map(|(path, picture)| shown(path, &*picture.bytes)));
        files.extend(embedded.iter().map(|font| shown(&font.path, &*font.bytes)));
        let packed = pack(files);
        Warned { value: Self { fonts: embedded, packed }, diagnostics }
    }
}

/// The files that show the cover.
struct CoverFiles {
    /// Path of the image.
    path: String,
    /// What kind of file the image is.
    media_type: &'static str,
    packed: Vec<Packed>,
}

impl CoverFiles {
    /// Paints the cover, if there is one, and packs what shows it.
    fn of(plan: &Plan<'_>) -> Result<Option<Self>, EpubError> {
        let Some(cover) = plan.publication.cover else { return Ok(None) };
        let image = cover.image()?;
        let path = format!("images/cover.{}", image.format.extension());
        let page = plan.cover_page().map(|cover| leaves::cover_page(plan, cover, &path));
        let mut files = vec![(path.clone(), Cow::Borrowed(image.bytes.as_slice()))];
        files.extend(
            page.map(|page| (leaves::path(leaves::COVER), Cow::Owned(page.into_bytes()))),
        );
        let packed = pack(files)?;
        Ok(Some(Self { path, media_type: image.format.media_type(), packed }))
    }
}

/// What a package must tell of a book and this one does not.
fn particulars(publication: &Publication<'_>) -> Vec<Diagnostic> {
    let metadata = &publication.book.metadata;
    let mut found = Vec::new();
    if metadata::given(metadata.title.as_ref()).is_none() {
        found.push(
            Diagnostic::new(codes::NO_TITLE, Severity::Warning, "the book has no title")
                .hint("give it one in book.toml, or with --title"),
        );
    }
    if metadata.language.is_none() {
        let message = "the book's language is not known";
        found.push(
            Diagnostic::new(codes::NO_LANGUAGE, Severity::Warning, message)
                .hint("give it in book.toml, or with --lang"),
        );
    }
    found
}

/// A file that nothing could make smaller.
fn too_large(leaf: &Leaf) -> Diagnostic {
    let kilobytes = leaf.xhtml.len().div_ceil(1024);
    let message = format!(
        "'{}' is {kilobytes} kB in the EPUB, as one block of it is longer than a file \
         should be; old devices open it slowly or not at all",
        leaf.title
    );
    Diagnostic::new(codes::LARGE_FILE, Severity::Warning, message)
        .hint("part the block: a poem into poems, a list into lists")
}

/// Notes that lean on those before them, which a reader may not show.
fn leaning(plan: &Plan<'_>) -> Option<Diagnostic> {
    let (_, first) = plan.leaning.first_key_value()?;
    let count = plan.leaning.len();
    let serials = plan.leaning.keys();
    let completed = serials.filter_map(|&serial| plan.said_again(serial)).count();
    let message = match (count - completed, completed) {
        (0, _) => return None,
        (left, 0) => format!(
            "{left}× a note says no more than \"the same as before\" (Ibid. and the like), \
             and readers that show one note at a time do not show which"
        ),
        (left, _) => format!(
            "{left} of {count} notes that say \"the same as before\" (Ibid. and the like) \
             are not completed: the note before is long or leans on another itself"
        ),
    };
    let mut found = Diagnostic::new(codes::LEANING_NOTES, Severity::Note, message);
    found.span = first.note.note.origin.0;
    Some(match completed {
        0 => found.hint("ibid = \"complete\" in book.toml says the note before again"),
        _ => found,
    })
}

/// The characters that no XHTML file may hold.
fn left_out(characters: &Characters) -> Vec<Diagnostic> {
    let report = |(&character, &(count, origin)): (&char, &(usize, _))| {
        let code = u32::from(character);
        let message = format!(
            "U+{code:04X}, a character that no EPUB may hold, was left out ({count}×)"
        );
        let mut found =
            Diagnostic::new(codes::FORBIDDEN_CHARACTER, Severity::Warning, message);
        found.span = origin;
        found
    };
    characters.forbidden.iter().map(report).collect()
}
