//! Runs of text become inlines: runs of one look are joined, white space is folded, and a
//! look that covers only spaces is dropped.

use std::rc::Rc;

use crate::interchange::plain_text::text_of;
use crate::interchange::rich::RichInline;

/// A look of a run that encloses its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u16)]
pub(crate) enum RunTrait {
    /// Bold.
    Strong = 1,
    /// Italics, or upright text in italics.
    Emphasis = 2,
    /// A line below.
    Underline = 4,
    /// A line through.
    Strikeout = 8,
    /// Small capitals.
    SmallCaps = 16,
    /// Raised and small.
    Superscript = 32,
    /// Lowered and small.
    Subscript = 64,
    /// Characters as they are typed.
    Code = 128,
}

/// The order in which looks of the same extent enclose each other, from outside.
const NESTING: [RunTrait; 7] = [
    RunTrait::Strong,
    RunTrait::Emphasis,
    RunTrait::Underline,
    RunTrait::Strikeout,
    RunTrait::SmallCaps,
    RunTrait::Superscript,
    RunTrait::Subscript,
];

/// The looks that no one sees on a space. A space between two words that have one has it too.
const UNSEEN_ON_SPACES: TraitSet = TraitSet(1 | 2 | 16);

/// A set of looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct TraitSet(u16);

impl TraitSet {
    /// Whether a look is in the set.
    pub(crate) const fn has(self, of: RunTrait) -> bool {
        self.0 & of as u16 != 0
    }

    /// Puts a look into the set or takes it out.
    pub(crate) const fn set(&mut self, of: RunTrait, on: bool) {
        self.0 = if on { self.0 | of as u16 } else { self.0 & !(of as u16) };
    }

    const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// What distinguishes a run from the text around it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct InlineLook {
    /// Its looks.
    pub(crate) traits: TraitSet,
    /// Its language, if it is not that of the document, as a BCP 47 tag.
    pub(crate) language: Option<Rc<str>>,
    /// Where it leads.
    pub(crate) link: Option<Rc<str>>,
}

/// A part of a paragraph.
#[derive(Debug, Clone)]
pub(crate) enum RunPiece {
    /// Characters, with spaces as the file has them.
    Text(String),
    /// A place that links lead to.
    Anchor(String),
    /// A line end.
    LineBreak,
    /// A note, a picture, or a formula.
    Object(RichInline),
}

/// A part of a paragraph with its look.
#[derive(Debug, Clone)]
pub(crate) struct Run {
    /// The look.
    pub(crate) look: InlineLook,
    /// The part.
    pub(crate) piece: RunPiece,
}

/// What is left of a [`RunPiece`] when white space is folded.
enum Atom {
    Word(String),
    Space,
    Anchor(String),
    LineBreak,
    Object(RichInline),
}

impl Atom {
    /// Whether the look of the atom follows from the words around it.
    const fn is_neutral(&self) -> bool {
        match self {
            Self::Space | Self::Anchor(_) | Self::LineBreak => true,
            Self::Object(object) => matches!(object, RichInline::Note { .. }),
            Self::Word(_) => false,
        }
    }
}

/// The inlines of a paragraph.
pub(crate) fn join_runs(runs: Vec<Run>) -> Vec<RichInline> {
    let mut atoms = trim_spaces(split_runs(runs));
    settle_neutral_looks(&mut atoms);
    let mut inlines = Vec::new();
    nest_looks(&atoms, Enclosed::default(), &mut inlines);
    inlines
}

/// Whether a character is white space that is folded. No-break and fixed spaces are not.
const fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r')
}

fn split_runs(runs: Vec<Run>) -> Vec<(InlineLook, Atom)> {
    let mut atoms: Vec<(InlineLook, Atom)> = Vec::new();
    for Run { look, piece } in runs {
        match piece {
            RunPiece::Text(text) if look.traits.has(RunTrait::Code) => {
                if !text.is_empty() {
                    atoms.push((look, Atom::Word(text)));
                }
            }
            RunPiece::Text(text) => split_text(&look, &text, &mut atoms),
            RunPiece::Anchor(id) => atoms.push((look, Atom::Anchor(id))),
            RunPiece::LineBreak => atoms.push((look, Atom::LineBreak)),
            RunPiece::Object(object) => atoms.push((look, Atom::Object(object))),
        }
    }
    atoms
}

fn split_text(look: &InlineLook, text: &str, atoms: &mut Vec<(InlineLook, Atom)>) {
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let spaces = is_space(first);
        let end = rest.find(|c| is_space(c) != spaces).unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        rest = after;
        let atom = if spaces { Atom::Space } else { Atom::Word(part.to_owned()) };
        atoms.push((look.clone(), atom));
    }
}

/// Leaves one space between words, and none at the ends of lines. Line breaks at either end
/// of the paragraph go too.
fn trim_spaces(atoms: Vec<(InlineLook, Atom)>) -> Vec<(InlineLook, Atom)> {
    let mut kept: Vec<(InlineLook, Atom)> = Vec::with_capacity(atoms.len());
    let mut line_is_empty = true;
    let mut space: Option<InlineLook> = None;
    let mut breaks: Vec<InlineLook> = Vec::new();
    let mut has_text = false;
    for (look, atom) in atoms {
        match atom {
            Atom::Space => {
                if !line_is_empty && space.is_none() {
                    space = Some(look);
                }
            }
            Atom::LineBreak => {
                space = None;
                line_is_empty = true;
                if has_text {
                    breaks.push(look);
                }
            }
            Atom::Anchor(_) => kept.push((look, atom)),
            Atom::Word(_) | Atom::Object(_) => {
                kept.extend(breaks.drain(..).map(|look| (look, Atom::LineBreak)));
                kept.extend(space.take().map(|look| (look, Atom::Space)));
                kept.push((look, atom));
                line_is_empty = false;
                has_text = true;
            }
        }
    }
    kept
}

/// Gives spaces, anchors, line breaks and notes the look that the text on both sides has.
fn settle_neutral_looks(atoms: &mut [(InlineLook, Atom)]) {
    let mut before: Vec<InlineLook> = Vec::new();
    let mut last = InlineLook::default();
    for (look, atom) in atoms.iter() {
        if atom.is_neutral() {
            before.push(last.clone());
        } else {
            last = look.clone();
        }
    }
    let mut next = InlineLook::default();
    for (look, atom) in atoms.iter_mut().rev() {
        if !atom.is_neutral() {
            next = look.clone();
            continue;
        }
        let last = before.pop().unwrap_or_default();
        let common = last.traits.and(next.traits);
        let own = match atom {
            Atom::Space => look.traits.or(UNSEEN_ON_SPACES),
            _ => common,
        };
        look.traits = common.and(own);
        look.traits.set(RunTrait::Code, false);
        let link = last.link.filter(|link| next.link.as_ref() == Some(link));
        look.link = match atom {
            Atom::Object(_) => None,
            _ => link,
        };
        look.language =
            last.language.filter(|language| next.language.as_ref() == Some(language));
    }
}

/// What encloses the atoms already.
#[derive(Clone, Copy, Default)]
struct Enclosed {
    link: bool,
    language: bool,
    traits: TraitSet,
}

/// What can enclose atoms.
#[derive(Clone, Copy)]
enum Enclosure {
    Link,
    Language,
    Trait(RunTrait),
}

/// Encloses atoms, the longest extent first, so that looks are divided as seldom as possible.
/// Every call scans its atoms once for each look, and the looks are few.
fn nest_looks(atoms: &[(InlineLook, Atom)], within: Enclosed, to: &mut Vec<RichInline>) {
    let mut rest = atoms;
    while let Some(((look, atom), after)) = rest.split_first() {
        let Some((enclosure, extent)) = find_longest(rest, look, within) else {
            push_atom(atom, look.traits.has(RunTrait::Code), to);
            rest = after;
            continue;
        };
        let Some((inside, after)) = rest.split_at_checked(extent) else { return };
        rest = after;
        let mut within = within;
        match enclosure {
            Enclosure::Link => within.link = true,
            Enclosure::Language => within.language = true,
            Enclosure::Trait(of) => within.traits.set(of, true),
        }
        let mut content = Vec::new();
        nest_looks(inside, within, &mut content);
        to.push(enclose(enclosure, look, content));
    }
}

fn find_longest(
    atoms: &[(InlineLook, Atom)],
    first: &InlineLook,
    within: Enclosed,
) -> Option<(Enclosure, usize)> {
    let extent = |same: &dyn Fn(&InlineLook) -> bool| {
        atoms.iter().take_while(|(look, _)| same(look)).count()
    };
    let mut longest: Option<(Enclosure, usize)> = None;
    let mut offer = |enclosure, extent| {
        if longest.is_none_or(|(_, most)| extent > most) {
            longest = Some((enclosure, extent));
        }
    };
    if first.link.is_some() && !within.link {
        offer(Enclosure::Link, extent(&|look| look.link == first.link));
    }
    if first.language.is_some() && !within.language {
        offer(Enclosure::Language, extent(&|look| look.language == first.language));
    }
    for of in NESTING {
        if first.traits.has(of) && !within.traits.has(of) {
            offer(Enclosure::Trait(of), extent(&|look| look.traits.has(of)));
        }
    }
    longest
}

fn enclose(
    enclosure: Enclosure,
    look: &InlineLook,
    content: Vec<RichInline>,
) -> RichInline {
    match enclosure {
        Enclosure::Link => RichInline::Link {
            target: look.link.as_deref().unwrap_or_default().to_owned(),
            content,
        },
        Enclosure::Language => RichInline::Span {
            classes: Vec::new(),
            language: look.language.as_deref().map(str::to_owned),
            id: None,
            content,
        },
        Enclosure::Trait(RunTrait::Strong) => RichInline::Strong(content),
        Enclosure::Trait(RunTrait::Emphasis) => RichInline::Emphasis(content),
        Enclosure::Trait(RunTrait::Underline) => RichInline::Underline(content),
        Enclosure::Trait(RunTrait::Strikeout) => RichInline::Strikeout(content),
        Enclosure::Trait(RunTrait::SmallCaps) => RichInline::SmallCaps(content),
        Enclosure::Trait(RunTrait::Superscript) => RichInline::Superscript(content),
        Enclosure::Trait(RunTrait::Subscript) => RichInline::Subscript(content),
        Enclosure::Trait(RunTrait::Code) => RichInline::Code(text_of(&content)),
    }
}

fn push_atom(atom: &Atom, is_code: bool, to: &mut Vec<RichInline>) {
    match atom {
        Atom::Word(word) if is_code => match to.last_mut() {
            Some(RichInline::Code(code)) => code.push_str(word),
            _ => to.push(RichInline::Code(word.clone())),
        },
        Atom::Word(word) => push_characters(word, to),
        Atom::Space => push_characters(" ", to),
        Atom::Anchor(id) => to.push(RichInline::Span {
            classes: Vec::new(),
            language: None,
            id: Some(id.clone()),
            content: Vec::new(),
        }),
        Atom::LineBreak => to.push(RichInline::LineBreak),
        Atom::Object(object) => to.push(object.clone()),
    }
}

fn push_characters(characters: &str, to: &mut Vec<RichInline>) {
    match to.last_mut() {
        Some(RichInline::Text(text)) => text.push_str(characters),
        _ => to.push(RichInline::Text(characters.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::{InlineLook, Run, RunPiece, RunTrait, join_runs};
    use crate::interchange::rich::RichInline;

    fn run(text: &str, traits: &[RunTrait]) -> Run {
        let mut look = InlineLook::default();
        for one in traits {
            look.traits.set(*one, true);
        }
        Run { look, piece: RunPiece::Text(text.to_owned()) }
    }

    fn text(text: &str) -> RichInline {
        RichInline::Text(text.to_owned())
    }

    #[test]
    fn spaces_leave_the_emphasis_that_ends_at_them() {
        use RunTrait::Emphasis;
        let runs = vec![
            run("a ", &[]),
            run(" b", &[Emphasis]),
            run(" ", &[]),
            run("c ", &[Emphasis]),
            run(" d", &[]),
        ];
        let emphasis = RichInline::Emphasis(vec![text("b c")]);
        assert_eq!(join_runs(runs), [text("a "), emphasis, text(" d")]);
    }

    #[test]
    fn the_longer_look_encloses_the_shorter() {
        use RunTrait::{Emphasis, Strong};
        let runs = vec![
            run("a", &[Strong, Emphasis]),
            run("b", &[Emphasis]),
            run("c", &[Strong]),
        ];
        let strong = |inside| RichInline::Strong(vec![inside]);
        let emphasis = RichInline::Emphasis(vec![strong(text("a")), text("b")]);
        assert_eq!(join_runs(runs), [emphasis, strong(text("c"))]);
    }

    #[test]
    fn breaks_at_either_end_go() {
        let line_break =
            || Run { look: InlineLook::default(), piece: RunPiece::LineBreak };
        let runs = vec![
            line_break(),
            run("a ", &[]),
            line_break(),
            run(" b", &[]),
            line_break(),
        ];
        assert_eq!(join_runs(runs), [text("a"), RichInline::LineBreak, text("b")]);
        assert_eq!(join_runs(vec![line_break(), run(" ", &[])]), []);
    }
}
