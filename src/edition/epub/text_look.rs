//! Which faces of the family show the text of an element: the style sheet itself is read,
//! and its rules are applied to the elements as they are written (CSS Cascading and
//! Inheritance Level 4). So no rule can ask for a face whose characters are not counted.
//!
//! What cannot be known here, such as a query about the screen, may apply or not: the text
//! is counted in every face that may show it.

use std::cmp::Reverse;

use super::face_rules::{FACE_PROPERTIES, FaceRule, FaceValue, read_face_rules};
use super::selectors::OpenElement;
use crate::fonts::FontStyle;

/// How reading systems show elements before any style sheet (HTML Standard §15.3).
const READING_SYSTEM_RULES: &str = "
h1, h2, h3, h4, h5, h6, b, strong, th { font-weight: bold }
address, cite, dfn, em, i, var { font-style: italic }
";

/// Whether a property of text is on; it may be either.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Choice {
    off: bool,
    on: bool,
}

impl Choice {
    const EITHER: Self = Self { off: true, on: true };

    const fn of(on: bool) -> Self {
        Self { off: !on, on }
    }

    fn or(self, other: Self) -> Self {
        Self { off: self.off || other.off, on: self.on || other.on }
    }
}

/// How text may be shown: for each of [`FACE_PROPERTIES`], whether it is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TextLook([Choice; FACE_PROPERTIES]);

impl Default for TextLook {
    /// Roman.
    fn default() -> Self {
        Self([Choice::of(false); FACE_PROPERTIES])
    }
}

impl TextLook {
    /// The faces that may show the text.
    pub(super) fn faces(self) -> impl Iterator<Item = FontStyle> {
        let [slant, weight, _] = self.0;
        [
            (slant.off && weight.off, FontStyle::Roman),
            (slant.on && weight.off, FontStyle::Italic),
            (slant.off && weight.on, FontStyle::Bold),
            (slant.on && weight.on, FontStyle::BoldItalic),
        ]
        .into_iter()
        .filter_map(|(may, face)| may.then_some(face))
    }

    /// Whether small letters may be shown as capitals, or the other way round: a face
    /// without small capitals has small ones of its capitals.
    pub(super) fn may_change_case(self) -> bool {
        self.0[2].on
    }
}

/// The rules of a style sheet that choose faces, in the order of the cascade.
#[derive(Debug, Default)]
pub(super) struct FaceRules {
    rules: Vec<FaceRule>,
    /// The texts that the style sheet adds: labels of lists, and what it puts before and
    /// after elements.
    pub(super) generated: String,
}

impl FaceRules {
    /// Reads a style sheet.
    pub(super) fn read(css: &str) -> Self {
        let (mut rules, _) = read_face_rules(READING_SYSTEM_RULES);
        let (authors, generated) = read_face_rules(css);
        let of_system = rules.len();
        rules.extend(authors);
        let mut ordered: Vec<_> = rules.into_iter().enumerate().collect();
        ordered.sort_by_key(|(at, rule)| {
            (rule.important, Reverse(*at < of_system), rule.selector.specificity, *at)
        });
        let rules = ordered.into_iter().map(|(_, rule)| rule).collect();
        Self { rules, generated }
    }

    /// How the text of the last of these elements is shown, each in the one before it.
    pub(super) fn find_look(&self, path: &[OpenElement]) -> TextLook {
        let parent = path.iter().rev().nth(1).map(|one| one.look).unwrap_or_default();
        let mut look = parent;
        for rule in self.rules.iter().filter(|rule| rule.selector.matches(path)) {
            for (property, value) in &rule.declared {
                let now = match value {
                    FaceValue::Set(on) => Choice::of(*on),
                    FaceValue::Inherited => parent.0[*property],
                    FaceValue::Unknown => Choice::EITHER,
                };
                let before = look.0[*property];
                look.0[*property] = if rule.certain { now } else { before.or(now) };
            }
        }
        look
    }
}

#[cfg(test)]
mod tests {
    use super::FaceRules;
    use crate::design::{Design, Lettering};
    use crate::edition::epub::document::StyleNeeds;
    use crate::edition::epub::markup::{XmlWriter, tag};
    use crate::edition::epub::style::write_rules;
    use crate::fonts::FontStyle;
    use std::collections::BTreeSet;
    use std::sync::Arc;

    /// The faces of the text in the last of nested elements, written as `p.note em`. Where
    /// one follows another, a `+` is between them.
    fn faces_of(css: &str, elements: &str) -> BTreeSet<FontStyle> {
        const NAMES: [&str; 9] =
            ["p", "em", "i", "strong", "h1", "h2", "th", "blockquote", "span"];
        let mut writer = XmlWriter::with_faces(Arc::new(FaceRules::read(css)));
        writer.open(tag("section"));
        for one in elements.split(' ') {
            if one == "+" {
                writer.close();
                continue;
            }
            let (name, class) = one.split_once('.').unwrap_or((one, ""));
            let name = NAMES.into_iter().find(|known| *known == name).expect("known");
            writer.open(if class.is_empty() {
                tag(name)
            } else {
                tag(name).class(class)
            });
        }
        writer.write_text("é");
        writer.finish().characters.shown.into_keys().collect()
    }

    #[test]
    fn rules_give_faces() {
        use FontStyle::{Bold, BoldItalic, Italic, Roman};
        for (css, elements, wanted) in [
            ("", "p", vec![Roman]),
            ("", "h1 em", vec![BoldItalic]),
            (".a { font-style: italic }", "p.a", vec![Italic]),
            (".a p { font-style: italic }", "p", vec![Roman]),
            (".a p { font-style: italic }", "blockquote.a p", vec![Italic]),
            (".a > p { font-style: italic }", "blockquote.a span p", vec![Roman]),
            ("em em { font-style: normal }", "em strong em", vec![Bold]),
            (
                "h1 { font-weight: 400 } .a, h1 + p { font: italic 1em serif }",
                "h1 + p",
                vec![Italic],
            ),
            // The more specific rule holds, wherever it is; `!important` above all.
            ("p.a { font-style: italic } p { font-style: normal }", "p.a", vec![Italic]),
            (
                "p { font-weight: 700 !important } p.a { font-weight: 400 }",
                "p.a",
                vec![Bold],
            ),
            ("p:first-child em { font-style: normal }", "p em", vec![Roman]),
            ("p:first-child em { font-style: normal }", "h1 + p em", vec![Italic]),
            ("p { font-style: italic } em { font-style: inherit }", "p em", vec![Italic]),
            // What nobody can know may be so or not.
            ("@media (width < 9em) { p { font-weight: bold } }", "p", vec![Roman, Bold]),
            ("p:hover { font-style: italic }", "p", vec![Roman, Italic]),
            ("p { em { font-weight: bold } }", "p", vec![Roman, Bold]),
            ("p::before { font-style: italic; content: 'é' }", "p", vec![Roman]),
            ("@font-face { font-style: italic }", "p", vec![Roman]),
        ] {
            assert_eq!(faces_of(css, elements), wanted.into_iter().collect(), "{css}");
        }
    }

    #[test]
    fn small_capitals_need_capitals() {
        let css = ".a { font-variant: small-caps }";
        let mut writer = XmlWriter::with_faces(Arc::new(FaceRules::read(css)));
        writer.write_line(tag("p").class("a"), "é");
        let shown = writer.finish().characters.shown;
        assert_eq!(shown[&FontStyle::Roman].keys().copied().collect::<String>(), "Éé");
    }

    #[test]
    fn the_rules_of_designs_are_followed_exactly() {
        use Lettering::{Bold, Italic, Roman, SmallCapitals};
        for letters in [Roman, Italic, Bold, SmallCapitals] {
            let mut design = Design::default();
            design.openings.letters = letters;
            design.section.letters = letters;
            design.display_blocks.letters = letters;
            design.front.letters = letters;
            let css = write_rules(&design, &StyleNeeds::default(), "");
            let FaceRules { rules, .. } = FaceRules::read(&css);
            assert!(rules.len() > 20, "{} rules", rules.len());
            for rule in rules {
                assert!(rule.certain, "{rule:?}");
            }
        }
    }
}
