//! The characters of content documents: those that fonts must have, and those that XHTML
//! does not allow.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::text_look::TextLook;
use crate::fonts::FontStyle;
use crate::text::letters::is_noncharacter;
use crate::text::span::Span;

/// The characters of one or more documents, with where each occurs first.
#[derive(Debug, Clone, Default)]
pub(super) struct UsedCharacters {
    /// The characters that each face shows. ASCII is not recorded: every subset has it.
    pub(super) shown: BTreeMap<FontStyle, BTreeMap<char, Option<Span>>>,
    /// The characters that were left out.
    pub(super) forbidden: BTreeMap<char, LeftOutCharacter>,
}

/// How often a character was left out, and where first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LeftOutCharacter {
    pub(super) count: usize,
    pub(super) origin: Option<Span>,
}

impl UsedCharacters {
    /// Records text, in every face that may show it.
    pub(super) fn record(&mut self, text: &str, look: TextLook, origin: Option<Span>) {
        let is_plain = is_plain_ascii(text);
        for face in look.faces() {
            // A face that shows nothing but ASCII is embedded, too.
            let shown = self.shown.entry(face).or_default();
            if is_plain {
                continue;
            }
            let of_font = |c: &char| !c.is_ascii() && !is_forbidden(*c);
            for character in text.chars().filter(of_font) {
                shown.entry(character).or_insert(origin);
                if look.may_change_case() {
                    let other = character.to_uppercase().chain(character.to_lowercase());
                    for character in other.filter(of_font) {
                        shown.entry(character).or_insert(origin);
                    }
                }
            }
        }
        if !is_plain {
            for character in text.chars().filter(|&c| is_forbidden(c)) {
                add_left_out(&mut self.forbidden, character, 1, origin);
            }
        }
    }

    /// Adds the characters of a later document.
    pub(super) fn add(&mut self, later: &Self) {
        self.add_shown(later);
        for (&character, &LeftOutCharacter { count, origin }) in &later.forbidden {
            add_left_out(&mut self.forbidden, character, count, origin);
        }
    }

    /// Adds the characters that a later document shows, but not those it leaves out.
    pub(super) fn add_shown(&mut self, later: &Self) {
        for (&face, characters) in &later.shown {
            let shown = self.shown.entry(face).or_default();
            for (&character, &origin) in characters {
                shown.entry(character).or_insert(origin);
            }
        }
    }
}

fn add_left_out(
    forbidden: &mut BTreeMap<char, LeftOutCharacter>,
    character: char,
    count: usize,
    origin: Option<Span>,
) {
    let first = LeftOutCharacter { count: 0, origin };
    forbidden.entry(character).or_insert(first).count += count;
}

/// Whether XHTML does not allow the character. XML 1.0 §2.2 allows no controls below U+0020
/// but tab and line ends, and no surrogates, U+FFFE or U+FFFF; the HTML Standard forbids the
/// other controls and noncharacters, too.
fn is_forbidden(character: char) -> bool {
    (character.is_control() && !matches!(character, '\t' | '\n' | '\r'))
        || is_noncharacter(character)
}

/// Whether a text has nothing but ASCII without controls, as most have. There is nothing to
/// record of these.
fn is_plain_ascii(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

/// A text without the characters that XHTML does not allow.
pub(super) fn remove_forbidden(text: &str) -> Cow<'_, str> {
    if !is_plain_ascii(text) && text.chars().any(is_forbidden) {
        text.chars().filter(|&character| !is_forbidden(character)).collect()
    } else {
        text.into()
    }
}
