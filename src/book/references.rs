//! Resolves the cross references of the documents of a book, before they are assembled.
//!
//! An id counts in its own document first, then in the others. A heading also has the ids
//! that pandoc and `GitHub` give it by themselves. Afterwards every [`Inline::Anchor`] has a
//! number that counts through the book, and every [`Inline::CrossReference`] leads to one;
//! what leads nowhere keeps its words and is reported. The entries of the index are taken
//! from the text, with an anchor in the place of each.

use std::collections::{BTreeMap, BTreeSet};

use super::Document;
use super::block::Block;
use super::codes;
use super::inline::{IndexMark, Inline};
use super::matter::captions::ListedFigure;
use super::matter::contents::write_plain_text;
use super::passage::{put_before, visit_lines_mut};
use crate::diagnostic::{Diagnostic, Severity, Warned};
use crate::text::addresses::decode_percent;
use crate::text::span::Origin;

/// The id of the beginning of a document. No id that is written has such a character.
const BEGINNING: &str = "\u{1}";

/// A place that an entry of the index refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexedPlace {
    /// The entry.
    pub mark: IndexMark,
    /// The number of the anchor at the place.
    pub anchor: u32,
}

/// The places of a book that cross references and the index lead to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BookPlaces {
    /// The heading that each anchor is in or below, by the number of the anchor.
    pub anchors: BTreeMap<u32, String>,
    /// The places of the index, in reading order.
    pub index: Vec<IndexedPlace>,
    /// The figures that the list of figures has; empty if there is none.
    pub figures: Vec<ListedFigure>,
}

/// Resolves the cross references of documents, each with the name of its file.
#[must_use]
pub fn resolve_references(
    names: &[String],
    documents: &mut [Document],
) -> Warned<BookPlaces> {
    let mut survey = Survey::default();
    for (document, content) in documents.iter_mut().enumerate() {
        survey.add_lines(document, &mut content.blocks);
    }
    if survey.is_empty() {
        return Warned::sure(BookPlaces::default());
    }
    for (document, content) in documents.iter().enumerate() {
        survey.add_headings(document, &content.blocks);
    }
    let mut resolver = Resolver { names, survey: &survey, wanted: BTreeMap::new() };
    for (document, target) in &survey.references {
        resolver.want(*document, target);
    }
    let wanted = resolver.wanted;
    let mut marker = PlaceMarker {
        wanted: wanted.values().cloned().collect(),
        document: 0,
        numbers: BTreeMap::new(),
        places: BookPlaces::default(),
        heading: String::new(),
    };
    for (document, content) in documents.iter_mut().enumerate() {
        marker.mark_document(document, content);
    }
    let PlaceMarker { numbers, places, .. } = marker;
    let mut diagnostics = Vec::new();
    for (document, content) in documents.iter_mut().enumerate() {
        let mut linker = ReferenceLinker {
            document,
            wanted: &wanted,
            numbers: &numbers,
            lost: vec![],
        };
        visit_lines_mut(&mut content.blocks, &mut |lines, origin| {
            for line in lines {
                linker.link(line, origin);
            }
        });
        diagnostics.extend(linker.lost.into_iter().map(report_lost));
    }
    Warned { value: places, diagnostics }
}

/// Reports a reference that leads nowhere.
fn report_lost((target, origin): (String, Origin)) -> Diagnostic {
    let message = format!("the reference to '{target}' leads nowhere; its words stay");
    Diagnostic::new(codes::REFERENCE_LOST, Severity::Warning, message)
        .at(origin)
        .hint("give the place that name: {#name} after a heading, or [words]{#name}")
}

/// A place: the index of its document, and its id there.
type PlaceId = (usize, String);

/// What the documents have to do with references.
#[derive(Debug, Default)]
struct Survey {
    /// The ids that are written.
    ids: BTreeSet<PlaceId>,
    /// The ids that headings have without being given one, and which heading it is.
    slugs: BTreeMap<PlaceId, usize>,
    /// The references, with the document that each is in.
    references: Vec<(usize, String)>,
    has_index: bool,
}

impl Survey {
    /// Whether there is nothing to resolve, and no id to take away.
    fn is_empty(&self) -> bool {
        self.ids.is_empty() && self.references.is_empty() && !self.has_index
    }

    fn add_headings(&mut self, document: usize, blocks: &[Block]) {
        let mut counts = BTreeMap::new();
        let headings = blocks.iter().filter_map(|block| match block {
            Block::Heading(heading) => Some(write_plain_text(&heading.content)),
            _ => None,
        });
        for (index, heading) in headings.enumerate() {
            for slug in find_slugs(&heading) {
                let count: &mut usize = counts.entry(slug.clone()).or_default();
                let id = if *count == 0 { slug } else { format!("{slug}-{count}") };
                *count += 1;
                self.slugs.entry((document, id)).or_insert(index);
            }
        }
    }

    fn add_lines(&mut self, document: usize, blocks: &mut [Block]) {
        visit_lines_mut(blocks, &mut |lines, _| {
            for line in lines {
                self.add_line(document, line);
            }
        });
    }

    fn add_line(&mut self, document: usize, line: &[Inline]) {
        for inline in line {
            match inline {
                Inline::Anchor(id) => {
                    self.ids.insert((document, id.clone()));
                }
                Inline::CrossReference { target, .. } => {
                    self.references.push((document, target.clone()));
                }
                Inline::IndexMark(_) => self.has_index = true,
                _ => {}
            }
            self.add_line(document, inline.content().unwrap_or_default());
        }
    }
}

/// The ids that a heading has by itself: `GitHub`'s, and pandoc's (Pandoc User's Guide,
/// extension `auto_identifiers`), which begins with a letter and keeps full stops.
pub(super) fn find_slugs(heading: &str) -> BTreeSet<String> {
    let slug = |kept: fn(char) -> bool| {
        let lower = heading.to_lowercase();
        let words: Vec<String> = lower
            .split_whitespace()
            .map(|word| {
                let sign = |c: &char| c.is_alphanumeric() || kept(*c);
                word.chars().filter(sign).collect()
            })
            .filter(|word: &String| !word.is_empty())
            .collect();
        words.join("-")
    };
    let of_github = slug(|c| matches!(c, '-' | '_'));
    let of_pandoc = slug(|c| matches!(c, '-' | '_' | '.'));
    let of_pandoc = of_pandoc.trim_start_matches(|c: char| !c.is_alphabetic());
    let slugs = [of_github, of_pandoc.to_owned()];
    slugs.into_iter().filter(|slug| !slug.is_empty()).collect()
}

/// Finds the places that references want.
struct Resolver<'a> {
    names: &'a [String],
    survey: &'a Survey,
    /// For each reference, by its document and target, the place; by the place, the heading
    /// that gets an anchor for it, if that has none.
    wanted: BTreeMap<PlaceId, (PlaceId, Option<usize>)>,
}

impl Resolver<'_> {
    fn want(&mut self, document: usize, target: &str) {
        let key = (document, target.to_owned());
        if self.wanted.contains_key(&key) {
            return;
        }
        let (file, id) = target.split_once('#').unwrap_or((target, ""));
        let own = if file.is_empty() { Some(document) } else { self.find_file(file) };
        let place = match own {
            Some(own) if id.is_empty() => Some(((own, BEGINNING.to_owned()), None)),
            Some(own) => self.find_id(own, id).or_else(|| {
                let others = 0..self.names.len();
                others.into_iter().find_map(|other| self.find_id(other, id))
            }),
            None => None,
        };
        self.wanted.extend(place.map(|place| (key, place)));
    }

    /// The document that a reference names, by the end of its path.
    fn find_file(&self, file: &str) -> Option<usize> {
        let file = decode_percent(file.trim_start_matches("./"));
        let file = String::from_utf8_lossy(&file);
        let name = |path: &str| path.rsplit(['/', '\\']).next().map(str::to_owned);
        let is_same = |one: &String| *one == *file || one.ends_with(&format!("/{file}"));
        let exact = self.names.iter().position(is_same);
        let wanted = name(&file);
        exact.or_else(|| self.names.iter().position(|one| name(one) == wanted))
    }

    fn find_id(&self, document: usize, id: &str) -> Option<(PlaceId, Option<usize>)> {
        let place = (document, id.to_owned());
        if self.survey.ids.contains(&place) {
            return Some((place, None));
        }
        let heading = self.survey.slugs.get(&place).copied()?;
        Some((place, Some(heading)))
    }
}

/// Numbers the anchors that something leads to, and takes the others away.
struct PlaceMarker {
    /// The places that references lead to, each with the heading that has none of its own
    /// there.
    wanted: BTreeMap<PlaceId, Option<usize>>,
    document: usize,
    numbers: BTreeMap<PlaceId, u32>,
    places: BookPlaces,
    /// The last heading.
    heading: String,
}

impl PlaceMarker {
    fn mark_document(&mut self, document: usize, content: &mut Document) {
        self.document = document;
        self.heading = content.metadata.title.clone().unwrap_or_default();
        let beginning = (document, BEGINNING.to_owned());
        if self.wanted.contains_key(&beginning) {
            put_before(Inline::Anchor(beginning.1), &mut content.blocks);
        }
        let mut of_headings: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for ((of, id), heading) in &self.wanted {
            if let Some(heading) = heading.filter(|_| *of == document) {
                of_headings.entry(heading).or_default().push(id.clone());
            }
        }
        let mut headings = 0;
        for block in &mut content.blocks {
            if let Block::Heading(heading) = block {
                self.heading = write_plain_text(&heading.content);
                let ids = of_headings.remove(&headings).unwrap_or_default();
                heading.content.splice(0..0, ids.into_iter().map(Inline::Anchor));
                headings += 1;
            }
            visit_lines_mut(std::slice::from_mut(block), &mut |lines, _| {
                for line in lines {
                    self.mark_line(line);
                }
            });
        }
    }

    fn mark_line(&mut self, line: &mut Vec<Inline>) {
        line.retain_mut(|inline| match inline {
            Inline::Anchor(id) => {
                let place = (self.document, id.clone());
                if !self.wanted.contains_key(&place) || self.numbers.contains_key(&place)
                {
                    return false;
                }
                let number = self.add_anchor();
                self.numbers.insert(place, number);
                *id = number.to_string();
                true
            }
            Inline::IndexMark(mark) => {
                let anchor = self.add_anchor();
                let mark = std::mem::take(&mut **mark);
                self.places.index.push(IndexedPlace { mark, anchor });
                *inline = Inline::Anchor(anchor.to_string());
                true
            }
            holder => {
                if let Some(content) = holder.content_mut() {
                    self.mark_line(content);
                }
                true
            }
        });
    }

    fn add_anchor(&mut self) -> u32 {
        let number = u32::try_from(self.places.anchors.len() + 1).unwrap_or(u32::MAX);
        self.places.anchors.insert(number, self.heading.clone());
        number
    }
}

/// Gives the references of a document the numbers of their anchors.
struct ReferenceLinker<'a> {
    document: usize,
    wanted: &'a BTreeMap<PlaceId, (PlaceId, Option<usize>)>,
    numbers: &'a BTreeMap<PlaceId, u32>,
    /// The targets of references that lead nowhere.
    lost: Vec<(String, Origin)>,
}

impl ReferenceLinker<'_> {
    fn link(&mut self, line: &mut Vec<Inline>, origin: Origin) {
        let mut linked = Vec::with_capacity(line.len());
        for mut inline in std::mem::take(line) {
            if let Some(content) = inline.content_mut() {
                self.link(content, origin);
            }
            let Inline::CrossReference { target, content } = inline else {
                linked.push(inline);
                continue;
            };
            let place = self.wanted.get(&(self.document, target.clone()));
            if let Some(number) = place.and_then(|(place, _)| self.numbers.get(place)) {
                let target = number.to_string();
                linked.push(Inline::CrossReference { target, content });
            } else {
                self.lost.push((target, origin));
                linked.extend(content);
            }
        }
        *line = linked;
    }
}

#[cfg(test)]
mod tests {
    use super::find_slugs;

    #[test]
    fn headings_have_the_ids_of_pandoc_and_github() {
        let slugs = |heading: &str| Vec::from_iter(find_slugs(heading));
        assert_eq!(slugs("Primera parte: «El viaje»"), ["primera-parte-el-viaje"]);
        assert_eq!(slugs("2. Los hechos"), ["2-los-hechos", "los-hechos"]);
        assert_eq!(slugs("¡!"), Vec::<String>::new());
    }
}
