//! Marked content (ISO 32000-1 §14.6): artifacts, replacement text, languages, optional
//! content.

use std::collections::BTreeSet;

use hayro_syntax::object::{Array, Dict, MaybeRef, Name, Object, String as PdfString};

use crate::source::pdf::page::{PdfGlyph, SourcePage};
use crate::source::pdf::text_strings::decode_text_string;

/// Sequences nested deeper than this are counted, and not read.
const DEEPEST: usize = 512;

/// What a sequence of marked content says of all that is in it.
#[derive(Debug, Clone, Default)]
pub(super) struct Sequence {
    /// It, or one around it, is an artifact.
    pub(super) artifact: bool,
    /// It, or one around it, is optional content that is off.
    pub(super) hidden: bool,
    /// The innermost marked-content identifier.
    pub(super) mcid: Option<u32>,
    /// The innermost language.
    pub(super) language: Option<u16>,
    /// The replacement text, and the number of glyphs before the sequence.
    actual: Option<(String, usize)>,
}

/// The sequences that are open.
#[derive(Debug, Default)]
pub(super) struct OpenSequences {
    open: Vec<Sequence>,
    /// Sequences that are open beyond the deepest.
    beyond: usize,
}

impl OpenSequences {
    /// What holds at this place of the content.
    pub(super) fn current(&self) -> Sequence {
        match self.open.last() {
            Some(sequence) => Sequence { actual: None, ..*sequence },
            None => Sequence::default(),
        }
    }

    /// How many sequences are open.
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Begins a sequence. The content of a form has identifiers of its own, which are not read.
    pub(super) fn begin(
        &mut self,
        tag: &[u8],
        properties: Option<&Dict<'_>>,
        hidden: bool,
        in_form: bool,
        page: &mut SourcePage,
    ) {
        if self.open.len() >= DEEPEST {
            self.beyond += 1;
            return;
        }
        let mut sequence = self.current();
        sequence.artifact |= tag == b"Artifact";
        sequence.hidden |= hidden;
        if let Some(properties) = properties {
            let mcid = properties.get::<u32>("MCID").filter(|_| !in_form);
            sequence.mcid = mcid.or(sequence.mcid);
            if let Some(language) = properties.get::<PdfString<'_>>("Lang") {
                let tag = decode_text_string(language.as_bytes());
                sequence.language = number_language(page, tag);
            }
            if let Some(actual) = properties.get::<PdfString<'_>>("ActualText") {
                let text = decode_text_string(actual.as_bytes());
                sequence.actual = Some((text, page.glyphs.len()));
            }
        }
        self.open.push(sequence);
    }

    /// Ends the innermost sequence.
    pub(super) fn end(&mut self, page: &mut SourcePage) {
        if self.beyond > 0 {
            self.beyond -= 1;
            return;
        }
        if let Some(Sequence { actual: Some((text, first)), .. }) = self.open.pop() {
            replace_text(page, &text, first);
        }
    }

    /// Ends all sequences that began after a number of others: a form must end its own.
    pub(super) fn end_after(&mut self, depth: usize, page: &mut SourcePage) {
        self.beyond = 0;
        while self.open.len() > depth {
            self.end(page);
        }
    }
}

fn number_language(page: &mut SourcePage, tag: String) -> Option<u16> {
    let known = page.languages.iter().position(|language| *language == tag);
    let index = known.unwrap_or(page.languages.len());
    if known.is_none() {
        page.languages.push(tag);
    }
    u16::try_from(index).ok()
}

/// Gives the glyphs from an index on the replacement text (ISO 32000-1 §14.9.4): the first
/// of them gets all of it, and the others none.
///
/// The glyphs keep their own characters where the replacement says the same, where it is
/// empty, so that a hyphen at a line end stays, and where they are on several lines: it
/// would all go to the first.
fn replace_text(page: &mut SourcePage, actual: &str, first: usize) {
    let Some(glyphs) = page.glyphs.get(first..) else { return };
    let own: String = glyphs.iter().map(|glyph| page.text_of(glyph)).collect();
    let bare =
        |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let replacement = bare(actual);
    let same = replacement.is_empty() || bare(&own) == replacement;
    let unknown = own.contains(char::REPLACEMENT_CHARACTER);
    if glyphs.is_empty() || same || (is_on_several_lines(glyphs) && !unknown) {
        return;
    }
    let start = page.text.len();
    page.text.extend(actual.chars().map(|c| if c.is_control() { ' ' } else { c }));
    let (Ok(start), Ok(end)) = (u32::try_from(start), u32::try_from(page.text.len()))
    else {
        return;
    };
    let mut range = start..end;
    for glyph in page.glyphs.iter_mut().skip(first) {
        glyph.text = range.clone();
        range = end..end;
    }
}

fn is_on_several_lines(glyphs: &[PdfGlyph]) -> bool {
    let (Some(first), Some(last)) = (glyphs.first(), glyphs.last()) else { return false };
    (first.baseline - last.baseline).0.saturating_abs() > first.size.0
}

/// The optional-content groups that are off when the document is opened (ISO 32000-1
/// §8.11.4).
#[derive(Debug, Default)]
pub(super) struct OptionalContent {
    off: BTreeSet<(u32, i32)>,
}

impl OptionalContent {
    /// Reads the default configuration.
    pub(super) fn read(catalog: &Dict<'_>) -> Self {
        let mut off = BTreeSet::new();
        let Some(properties) = catalog.get::<Dict<'_>>("OCProperties") else {
            return Self { off };
        };
        let configuration = properties.get::<Dict<'_>>("D").unwrap_or_default();
        let base = configuration.get::<Name<'_>>("BaseState");
        if base.is_some_and(|state| state.as_ref() == b"OFF") {
            off.extend(list_references(&properties, "OCGs"));
            for group in list_references(&configuration, "ON") {
                off.remove(&group);
            }
        }
        off.extend(list_references(&configuration, "OFF"));
        Self { off }
    }

    /// Whether optional content is off: a group, or a membership dictionary, under a key.
    pub(super) fn is_off(&self, holder: &Dict<'_>, key: &[u8]) -> bool {
        if self.off.is_empty() {
            return false;
        }
        if let Some(group) = holder.get_ref(key)
            && self.off.contains(&(group.obj_number, group.gen_number))
        {
            return true;
        }
        let Some(membership) = holder.get::<Dict<'_>>(key) else { return false };
        let is_membership = membership
            .get::<Name<'_>>("Type")
            .is_some_and(|kind| kind.as_ref() == b"OCMD");
        if !is_membership {
            return false;
        }
        let mut groups = list_references(&membership, "OCGs");
        groups.extend(
            membership.get_ref("OCGs").map(|group| (group.obj_number, group.gen_number)),
        );
        if groups.is_empty() {
            return false;
        }
        let is_off = |group: &(u32, i32)| self.off.contains(group);
        let policy = membership.get::<Name<'_>>("P");
        let seen = match policy.as_ref().map_or(&b"AnyOn"[..], |name| name.as_ref()) {
            b"AllOn" => !groups.iter().any(is_off),
            b"AnyOff" => groups.iter().any(is_off),
            b"AllOff" => groups.iter().all(is_off),
            _ => !groups.iter().all(is_off),
        };
        !seen
    }
}

fn list_references(dict: &Dict<'_>, key: &str) -> Vec<(u32, i32)> {
    let Some(array) = dict.get::<Array<'_>>(key) else { return Vec::new() };
    let of_entry = |entry: MaybeRef<Object<'_>>| {
        entry.as_obj_ref().map(|group| (group.obj_number, group.gen_number))
    };
    array.raw_iter().filter_map(of_entry).collect()
}
