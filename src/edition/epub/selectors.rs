//! Selectors of CSS, as far as the elements of content documents need them (Selectors
//! Level 4). What is not followed is taken to match, and the selector is not certain.

use cssparser::Token;

use super::text_look::TextLook;

/// The name of an element, and its classes as its attribute has them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ElementName {
    pub(super) name: &'static str,
    pub(super) classes: String,
}

/// An element that is open.
#[derive(Debug)]
pub(super) struct OpenElement {
    pub(super) own: ElementName,
    /// The element before it.
    pub(super) previous: Option<ElementName>,
    /// The last element in it that was closed.
    pub(super) last_child: Option<ElementName>,
    /// How its text is shown.
    pub(super) look: TextLook,
}

/// A selector.
#[derive(Debug)]
pub(super) struct Selector {
    /// Its compounds from the right, each with what binds it to the next.
    steps: Vec<(Compound, Option<Combinator>)>,
    /// How many ids, classes and types it has.
    pub(super) specificity: [u32; 3],
    /// Whether it is followed exactly.
    pub(super) certain: bool,
}

/// What one element must be.
#[derive(Debug, Default)]
struct Compound {
    name: Option<String>,
    classes: Vec<String>,
    is_first: bool,
}

/// How an element is related to the one that the compound on the left describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Combinator {
    Descendant,
    Child,
    NextSibling,
}

impl Compound {
    fn matches(&self, element: &ElementName) -> bool {
        let has = |class: &String| {
            element.classes.split_ascii_whitespace().any(|one| one == class)
        };
        self.name.as_deref().is_none_or(|name| name == element.name)
            && self.classes.iter().all(has)
    }
}

impl Selector {
    /// Whether it selects the last of these elements, each in the one before it.
    pub(super) fn matches(&self, path: &[OpenElement]) -> bool {
        match_steps(&self.steps, path)
    }
}

fn match_steps(steps: &[(Compound, Option<Combinator>)], path: &[OpenElement]) -> bool {
    let Some(((compound, combinator), left)) = steps.split_first() else { return true };
    let Some((element, above)) = path.split_last() else { return false };
    if !compound.matches(&element.own) || compound.is_first && element.previous.is_some()
    {
        return false;
    }
    if *combinator != Some(Combinator::NextSibling) {
        return match_above(*combinator, left, above);
    }
    let (Some(previous), Some(((compound, combinator), left))) =
        (&element.previous, left.split_first())
    else {
        return false;
    };
    // What came before the previous element is forgotten: such selectors are not certain.
    compound.matches(previous)
        && (*combinator == Some(Combinator::NextSibling)
            || match_above(*combinator, left, above))
}

/// Whether the elements around one are as the rest of a selector has them.
fn match_above(
    combinator: Option<Combinator>,
    left: &[(Compound, Option<Combinator>)],
    above: &[OpenElement],
) -> bool {
    match combinator {
        Some(Combinator::Descendant) => {
            (1..=above.len()).rev().any(|end| match_steps(left, &above[..end]))
        }
        _ => match_steps(left, above),
    }
}

/// Reads a list of selectors.
pub(super) fn read_selectors(prelude: &[Token<'_>]) -> Vec<Selector> {
    prelude.split(|token| *token == Token::Comma).filter_map(read_selector).collect()
}

/// Whether a pseudo-element has a text of its own, which is none of its element.
fn adds_text(name: &str) -> bool {
    ["before", "after", "marker"].iter().any(|one| name.eq_ignore_ascii_case(one))
}

/// Reads one selector; `None` if it selects no element.
fn read_selector(tokens: &[Token<'_>]) -> Option<Selector> {
    let mut steps: Vec<(Compound, Option<Combinator>)> = Vec::new();
    let (mut compound, mut filled) = (Compound::default(), false);
    let (mut combinator, mut certain) = (None, true);
    let [mut ids, mut classes, mut types] = [0, 0, 0];
    let mut tokens = tokens.iter().peekable();
    while let Some(token) = tokens.next() {
        let binds = match token {
            Token::WhiteSpace(_) => Some(Combinator::Descendant),
            Token::Delim('>') => Some(Combinator::Child),
            Token::Delim('+') => Some(Combinator::NextSibling),
            // Those between the two are forgotten.
            Token::Delim('~') => {
                certain = false;
                Some(Combinator::Descendant)
            }
            _ => None,
        };
        if let Some(binds) = binds {
            if filled {
                steps.push((std::mem::take(&mut compound), combinator.take()));
                filled = false;
            }
            // White space around another combinator is none.
            if combinator.is_none() || binds != Combinator::Descendant {
                combinator = Some(binds);
            }
            if *token == Token::Delim('~') {
                steps.clear();
                combinator = None;
            }
            continue;
        }
        filled = true;
        match token {
            Token::Ident(name) => {
                types += 1;
                compound.name = Some(name.to_string());
            }
            Token::Delim('*') => {}
            Token::Delim('.') => {
                if let Some(Token::Ident(class)) = tokens.next() {
                    classes += 1;
                    compound.classes.push(class.to_string());
                }
            }
            Token::IDHash(_) => {
                ids += 1;
                certain = false;
            }
            Token::Colon => match tokens.next() {
                Some(Token::Ident(name)) if name.eq_ignore_ascii_case("first-child") => {
                    classes += 1;
                    compound.is_first = true;
                }
                Some(Token::Ident(name)) if adds_text(name) => return None,
                Some(Token::Colon) => {
                    types += 1;
                    certain = false;
                    if let Some(Token::Ident(name)) = tokens.next()
                        && adds_text(name)
                    {
                        return None;
                    }
                }
                _ => {
                    classes += 1;
                    certain = false;
                }
            },
            _ => {
                classes += 1;
                certain = false;
            }
        }
    }
    if filled {
        steps.push((compound, combinator.take()));
    }
    // Each was pushed with what binds it to the one on its left.
    steps.reverse();
    if let Some((_, leftmost)) = steps.last_mut() {
        *leftmost = None;
    }
    let siblings = steps.windows(2).filter(|pair| {
        pair[0].1 == Some(Combinator::NextSibling)
            && (pair[1].1 == Some(Combinator::NextSibling) || pair[1].0.is_first)
    });
    certain &= siblings.count() == 0;
    (!steps.is_empty()).then_some(Selector {
        steps,
        specificity: [ids, classes, types],
        certain,
    })
}
