//! From a work to its editions, as bytes.

use std::collections::BTreeSet;
use std::panic::{self, Location};
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result};
use pliego::cache::Cache;
use pliego::design::Design;
use pliego::diagnostic::Warned;
use pliego::disk::{self, Output, shown};
use pliego::edition::Publication;
use pliego::edition::cover::{self, Cover, CoverError};
use pliego::edition::epub::{Flavour, epub, kepub, onix};
use pliego::edition::pdf::{Particulars, imposed_pdf, pdf_with, press_pdf};
use pliego::fonts::FontFile;
use pliego::length::Length;
use pliego::project;
use pliego::typeset::document::Pages;
use pliego::typeset::font::Fonts;
use pliego::typeset::{Told, typeset_with};

use super::args::{self, Format};
use super::cellar::Cellar;
use super::counts::Counts;
use super::findings::Findings;
use super::interior::{alike, interior};
use super::library::Library;
use super::manuscript::{self, Manuscript};
use super::progress::Course;
use super::works::{Work, locate};
use super::wrap::{self, Ordered};

/// The crates that read fonts in editions, and that draw, as the folders of their sources are
/// named before the version.
const STUMBLING: [&str; 8] = [
    "allsorts",
    "allsorts-azul",
    "font-types",
    "read-fonts",
    "skera",
    "subsetter",
    "tiny-skia",
    "write-fonts",
];

/// What is made of every work of a run.
pub(crate) struct Order<'a> {
    /// In which formats.
    pub(crate) formats: BTreeSet<Format>,
    /// For which readers the EPUB is.
    pub(crate) flavour: Flavour,
    /// What is known of documents by themselves.
    pub(crate) hints: &'a args::Hints,
    /// The fonts there are.
    pub(crate) library: Library,
    /// What is kept between runs.
    pub(crate) cellar: Cellar,
    /// The PDF begins with the cover.
    pub(crate) cover_in_pdf: bool,
    /// The editions are written, and not only looked through.
    pub(crate) kept: bool,
    /// When the editions are made: seconds since 1970-01-01.
    pub(crate) made: Option<u64>,
    /// The folder for editions.
    pub(crate) out: &'a Path,
}

/// A book in all the formats that were asked for.
#[derive(Debug)]
pub(crate) struct Made {
    /// Stem of its files' names.
    pub(crate) name: String,
    /// Its title.
    pub(crate) title: Option<String>,
    /// Its language.
    pub(crate) language: Option<String>,
    /// Its files, which are not on the disk yet.
    pub(crate) files: Vec<(Format, Output)>,
    /// What it holds.
    pub(crate) counts: Counts,
    /// Pages of the PDF; none where no PDF was asked for.
    pub(crate) pages: Option<usize>,
    /// What the press gets; none where no file for it was asked for.
    pub(crate) printed: Option<Printed>,
    /// Its sources, and what was found in them.
    pub(crate) findings: Findings,
    /// What the cellar may keep for the next run.
    pub(crate) cache: Cache,
}

/// A book as a press gets it.
#[derive(Debug)]
pub(crate) struct Printed {
    /// Whose rules it was set for.
    pub(crate) profile: String,
    /// Of which day.
    pub(crate) date: String,
    /// Its pages, blank ones too.
    pub(crate) pages: u32,
    /// The margin at the fold.
    pub(crate) gutter: Length,
    /// The paper.
    pub(crate) paper: String,
    /// The width of the spine.
    pub(crate) spine: Length,
}

/// Editions as bytes, each with what was found while it was made.
type Editions = Vec<(Format, Warned<Vec<u8>>)>;

/// Font files of a family, and the faces in them, if they are read.
type Fount = (Vec<FontFile>, Option<Warned<Fonts>>);

/// Makes the editions of a work. Those that flow are made beside those that have pages.
///
/// # Errors
///
/// When a source or a font cannot be read, or a format cannot be written.
pub(crate) fn make(work: &Work, order: &Order<'_>, course: &Course<'_>) -> Result<Made> {
    let has_pages = order.formats.iter().any(|format| format.has_pages());
    let with_cover = [Format::Epub, Format::Kepub, Format::Onix];
    let in_epub = with_cover.iter().any(|format| order.formats.contains(format));
    let told = |bytes, raw| course.read(bytes, raw);
    let (manuscript, (cache, fonts)) = rayon::join(
        || manuscript::read_telling(work, order.hints, &told),
        || {
            let cache = if has_pages { order.cellar.cache(work) } else { Cache::none() };
            (cache, fonts(work, order, has_pages))
        },
    );
    let manuscript = manuscript?;
    let (fonts, faces) = fonts?;
    let Manuscript {
        book,
        design,
        notes,
        ibid,
        cover: front,
        print,
        outside,
        mut findings,
    } = manuscript;
    let publication = Publication {
        book: &book,
        design: &design,
        notes,
        ibid,
        fonts: &fonts,
        cover: None,
        made: order.made,
    };
    let drawn = || drawn(work, &front, &publication);
    // One that is brought may be none, which is better said before a book is set.
    let brought = in_epub && matches!(front, project::CoverSource::Image(_));
    let early = (order.cover_in_pdf || brought).then(&drawn).transpose()?;
    let of_cover = findings.diagnostics.len();
    let told = |chapters| course.set(chapters);
    let mut set =
        |design: &Design| set_in(&publication, faces.as_ref(), design, &cache, &told);
    let for_press = [Format::Print, Format::Imposed, Format::Cover];
    let interior = for_press
        .iter()
        .any(|format| order.formats.contains(format))
        .then(|| interior(work, &design, &print, &mut set))
        .transpose()?;
    let interior = interior.as_ref();
    let ordered = Ordered { print: &print, outside: &outside, cover: &front };
    let wrapped = interior.map(|made| wrap::measures(ordered, &publication, made.count));
    let sheet = interior.map(|_| wrap::inside_sheet(work, &print)).transpose()?;
    let particulars = || Particulars::of(&publication);
    let mut pages = None;
    findings
        .diagnostics
        .extend(interior.into_iter().flat_map(|made| made.diagnostics.clone()));
    let mut of_pages = |format: Format| -> Result<Option<(Format, Warned<Vec<u8>>)>> {
        let before = findings.diagnostics.len();
        let bytes = match format {
            Format::Epub | Format::Kepub | Format::Onix => return Ok(None),
            Format::Pdf => {
                let same = interior.filter(|made| alike(&made.design, &design, made.set));
                let mut set = match same {
                    Some(made) => made.as_set(),
                    None => set(&design)?.collect(&mut findings.diagnostics),
                };
                if let (true, Some(cover)) = (order.cover_in_pdf, &early) {
                    cover.value.page.clone().put_before(&mut set);
                }
                pages = Some(set.pages.len());
                let pdf = pdf_with(&set, &particulars(), &cache)
                    .with_context(|| shown(&work.path))?;
                // What was set is put away while others go on.
                rayon::spawn(|| drop(set));
                pdf
            }
            Format::Print => {
                // They were made above, since it is asked for.
                let (Some(made), Some(sheet)) = (interior, &sheet) else {
                    return Ok(None);
                };
                press_pdf(&made.pages, &particulars(), sheet)
                    .with_context(|| wrap::intent_place(work, &print))?
                    .collect(&mut findings.diagnostics)
            }
            Format::Imposed => {
                let (Some(made), Some(sheet)) = (interior, &sheet) else {
                    return Ok(None);
                };
                imposed_pdf(&made.pages, &particulars(), sheet, &print.imposition)
                    .with_context(|| wrap::intent_place(work, &print))?
                    .collect(&mut findings.diagnostics)
            }
            Format::Cover => {
                let (Some(made), Some(wrapped), Some(sheet)) =
                    (interior, wrapped, &sheet)
                else {
                    return Ok(None);
                };
                let measures = (made.count, &wrapped);
                let page =
                    wrap::cover(work, ordered, &publication, measures, &mut findings)?;
                let sheet = wrap::outside_sheet(sheet, &wrapped);
                press_pdf(&page, &particulars(), &sheet)
                    .with_context(|| wrap::intent_place(work, &print))?
                    .collect(&mut findings.diagnostics)
            }
        };
        let diagnostics = findings.diagnostics.split_off(before);
        course.made(format, pages.filter(|_| format == Format::Pdf));
        Ok(Some((format, Warned { value: bytes, diagnostics })))
    };
    let formats = order.formats.iter().copied();
    let (of_pages, (flowing, counts)) = rayon::join(
        || {
            formats
                .filter_map(|format| of_pages(format).transpose())
                .collect::<Result<Editions>>()
        },
        || {
            let flowing = || {
                let late = in_epub && early.is_none();
                let late = late.then(&drawn).transpose()?;
                let cover = early.as_ref().or(late.as_ref()).map(|cover| &cover.value);
                let flowing = flowing(work, (order, course), &publication, cover)?;
                Ok::<_, Error>((flowing, late))
            };
            rayon::join(flowing, || Counts::of(&book))
        },
    );
    let (flowing, late) = flowing?;
    let mut made: Editions = flowing.into_iter().chain(of_pages?).collect();
    let drawn = early.or(late).map(|cover| cover.diagnostics);
    findings.diagnostics.splice(of_cover..of_cover, drawn.unwrap_or_default());
    made.sort_by_key(|(format, _)| *format);
    let mut files = Vec::new();
    for (format, made) in made {
        let bytes = made.collect(&mut findings.diagnostics);
        files.push((format, Output { path: file(order.out, work, format), bytes }));
    }
    findings.say_once();
    let printed = interior.map(|made| Printed {
        profile: print.profile.name.clone(),
        date: print.profile.date.clone(),
        pages: made.count,
        gutter: made.design.bound_margins(made.set.next_multiple_of(2)).inner,
        paper: print.paper.name.clone(),
        spine: wrapped.unwrap_or_default().spine,
    });
    Ok(Made {
        name: work.name.to_string_lossy().into_owned(),
        title: book.metadata.title.clone(),
        language: book.metadata.language.as_ref().map(ToString::to_string),
        files,
        counts,
        pages,
        printed,
        findings,
        cache,
    })
}

/// The editions that flow, with the cover that they have, if they have one.
fn flowing(
    work: &Work,
    (order, course): (&Order<'_>, &Course<'_>),
    publication: &Publication<'_>,
    cover: Option<&Cover>,
) -> Result<Editions> {
    // To look a book through, nobody need see its cover.
    let cover = cover.filter(|_| order.kept);
    let publication = &Publication { cover, ..*publication };
    let mut made = Vec::new();
    for &format in &order.formats {
        let edition = match format {
            Format::Epub => {
                epub(publication, order.flavour).with_context(|| shown(&work.path))?
            }
            Format::Kepub => kepub(publication).with_context(|| shown(&work.path))?,
            Format::Onix => {
                let Warned { value, diagnostics } = onix(publication);
                Warned { value: value.into_bytes(), diagnostics }
            }
            Format::Pdf | Format::Print | Format::Imposed | Format::Cover => continue,
        };
        course.made(format, None);
        made.push((format, edition));
    }
    Ok(made)
}

/// Sets a book in its family, with the help of the built-in one.
///
/// # Errors
///
/// When a font cannot be read.
pub(crate) fn set(
    publication: &Publication<'_>,
    findings: &mut Findings,
) -> Result<Pages> {
    let set = set_in(publication, None, publication.design, &Cache::none(), &|_| ())?;
    Ok(set.collect(&mut findings.diagnostics))
}

/// The family that a work is set in, and its faces if it has pages.
///
/// # Errors
///
/// When it is not there, or cannot be read.
fn fonts(work: &Work, order: &Order<'_>, has_pages: bool) -> Result<Fount> {
    let design = manuscript::project(work, order.hints).design;
    let family = order.library.family(&design.font, work)?;
    let faces = has_pages.then(|| faces(&family)).transpose()?;
    Ok((family, faces))
}

/// The faces of a family and of those that lend.
///
/// # Errors
///
/// When a font cannot be read.
fn faces(family: &[FontFile]) -> Result<Warned<Fonts>> {
    Ok(Fonts::new(&Library::with_lenders(family))?)
}

/// The same in another design, in faces that may be read already, with what earlier runs
/// have kept, and with somebody who is told of its chapters.
fn set_in(
    publication: &Publication<'_>,
    known: Option<&Warned<Fonts>>,
    design: &Design,
    cache: &Cache,
    told: &Told<'_>,
) -> Result<Warned<Pages>> {
    let read;
    let Warned { value: fonts, diagnostics } = if let Some(known) = known {
        known
    } else {
        read = faces(publication.fonts)?;
        &read
    };
    let mut diagnostics = diagnostics.clone();
    let Publication { book, notes, .. } = *publication;
    let set = typeset_with(book, design, notes, fonts, cache, told);
    let value = set.collect(&mut diagnostics);
    Ok(Warned { value, diagnostics })
}

/// The publisher's cover, or one that is made: for the EPUB, and as a page of the PDF.
fn drawn(
    work: &Work,
    front: &project::CoverSource,
    publication: &Publication<'_>,
) -> Result<Warned<Cover>> {
    let Publication { book, design, fonts, .. } = *publication;
    let template = match front {
        project::CoverSource::Image(path) => {
            let brought = disk::read(&work.beside(path)).map_err(Error::from);
            return brought
                .and_then(|bytes| Ok(cover::from_image(bytes, &book.metadata, design)?))
                .with_context(|| path.position.to_string());
        }
        project::CoverSource::Template(name) => Some(name),
        project::CoverSource::Made => None,
    };
    let name = template.map(|name| name.as_str());
    cover::make(&book.metadata, design, name, fonts).map_err(|error| {
        let unknown = matches!(error, CoverError::NoTemplate { .. });
        let position = template.filter(|_| unknown).map(|name| &name.position);
        Error::from(error).context(locate(&work.path, position))
    })
}

/// Keeps what the readers of fonts say when they stumble over a damaged one, and who draws
/// over a drawing, off the terminal: the library catches that, and says it as a finding or an
/// error.
pub(crate) fn say_nothing_of_stumbling() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |found| {
        let stumbles = |step: &str| {
            step.rsplit_once('-').is_some_and(|(name, _)| STUMBLING.contains(&name))
        };
        let at = found.location().map_or("", Location::file);
        if !at.split(['/', '\\']).any(stumbles) {
            usual(found);
        }
    }));
}

/// Where the files of a work are written.
pub(crate) fn files(work: &Work, order: &Order<'_>) -> Vec<PathBuf> {
    order.formats.iter().map(|format| file(order.out, work, *format)).collect()
}

/// Where an edition is written: `NAME.epub` or the like in the folder for editions.
fn file(out: &Path, work: &Work, format: Format) -> PathBuf {
    let mut name = work.name.clone();
    name.push(format.ending());
    out.join(name)
}
