//! Reads from a style sheet what chooses the face of text (CSS Syntax Level 3, CSS Fonts
//! Level 4).

use cssparser::{ParseError, Parser, Token};

use super::selectors::{Selector, read_selectors};

/// How many properties choose what is shown of a family: slant, weight, and case.
pub(super) const FACE_PROPERTIES: usize = 3;

const SLANT: usize = 0;
const WEIGHT: usize = 1;
const CASE: usize = 2;

/// The least weight for which reading systems take a bold face where there are a regular
/// and a bold one (CSS Fonts 4 §5.2). No line height in `font` is as large.
const LEAST_BOLD: f32 = 501.0;

/// The properties and descriptors whose strings are shown.
const SHOWN_TEXTS: [&str; 6] =
    ["content", "prefix", "suffix", "symbols", "additive-symbols", "negative"];

/// The rules that hold only if something is so.
const CONDITIONS: [&str; 4] = ["media", "supports", "container", "layer"];

/// A rule that chooses faces.
#[derive(Debug)]
pub(super) struct FaceRule {
    pub(super) selector: Selector,
    pub(super) important: bool,
    /// Properties with their values.
    pub(super) declared: Vec<(usize, FaceValue)>,
    /// Whether it certainly holds where its selector matches.
    pub(super) certain: bool,
}

/// What a rule says of a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FaceValue {
    Set(bool),
    Inherited,
    Unknown,
}

/// Reads the rules of a style sheet, in its order, and the texts that it adds.
pub(super) fn read_face_rules(css: &str) -> (Vec<FaceRule>, String) {
    let mut found = FoundRules::default();
    found.read_rules(&mut Parser::new(css), true);
    (found.rules, found.generated)
}

#[derive(Default)]
struct FoundRules {
    rules: Vec<FaceRule>,
    generated: String,
}

impl FoundRules {
    fn read_rules(&mut self, parser: &mut Parser<'_>, certain: bool) {
        let mut prelude: Vec<Token<'_>> = Vec::new();
        while let Ok(token) = parser.next_including_whitespace().cloned() {
            match token {
                Token::CurlyBracketBlock => {
                    let prelude = std::mem::take(&mut prelude);
                    // The parser leaves the block, whatever is in it.
                    let _ = parser.parse_nested_block(|parser| {
                        self.read_block(&prelude, parser, certain);
                        Ok::<(), ParseError<()>>(())
                    });
                }
                Token::Semicolon
                    if matches!(prelude.first(), Some(Token::AtKeyword(_))) =>
                {
                    prelude.clear();
                }
                Token::WhiteSpace(_) if prelude.is_empty() => {}
                token => prelude.push(token),
            }
        }
    }

    fn read_block(
        &mut self,
        prelude: &[Token<'_>],
        parser: &mut Parser<'_>,
        certain: bool,
    ) {
        if let Some(Token::AtKeyword(name)) = prelude.first() {
            if CONDITIONS.iter().any(|one| name.eq_ignore_ascii_case(one)) {
                return self.read_rules(parser, false);
            }
            self.read_declarations(parser);
            return;
        }
        let declared = self.read_declarations(parser);
        for important in [false, true] {
            let of_rank = declared.iter().filter(|one| one.1 == important);
            let declared: Vec<_> = of_rank.map(|one| one.0).collect();
            if declared.is_empty() {
                continue;
            }
            self.rules.extend(read_selectors(prelude).into_iter().map(|selector| {
                let certain = certain && selector.certain;
                FaceRule { selector, important, declared: declared.clone(), certain }
            }));
        }
    }

    /// Reads declarations: properties with values, and whether they are important.
    fn read_declarations(
        &mut self,
        parser: &mut Parser<'_>,
    ) -> Vec<((usize, FaceValue), bool)> {
        let mut declared = Vec::new();
        let mut tokens: Vec<Token<'_>> = Vec::new();
        loop {
            let next = parser.next().cloned();
            match next {
                // A rule in a rule, for some elements inside or for some states.
                Ok(Token::CurlyBracketBlock) => {
                    tokens.clear();
                    let _ = parser.parse_nested_block(|parser| {
                        let inner = self.read_declarations(parser).into_iter();
                        declared.extend(inner.map(|((property, _), important)| {
                            ((property, FaceValue::Unknown), important)
                        }));
                        Ok::<(), ParseError<()>>(())
                    });
                }
                Ok(token) if token != Token::Semicolon => tokens.push(token),
                ended => {
                    self.read_declaration(&tokens, &mut declared);
                    tokens.clear();
                    if ended.is_err() {
                        return declared;
                    }
                }
            }
        }
    }

    fn read_declaration(
        &mut self,
        tokens: &[Token<'_>],
        declared: &mut Vec<((usize, FaceValue), bool)>,
    ) {
        let [Token::Ident(name), Token::Colon, value @ ..] = tokens else { return };
        let name = name.to_ascii_lowercase();
        if SHOWN_TEXTS.contains(&name.as_str()) {
            for token in value {
                if let Token::QuotedString(text) = token {
                    self.generated.push_str(text);
                }
            }
        }
        let (value, important) = match value {
            [value @ .., Token::Delim('!'), Token::Ident(_)] => (value, true),
            _ => (value, false),
        };
        let mut add = |property, value| declared.push(((property, value), important));
        match name.as_str() {
            "font-style" => add(SLANT, read_value(value, is_slant)),
            "font-weight" => add(WEIGHT, read_value(value, is_bold)),
            "font-variant" | "font-variant-caps" | "text-transform" => {
                add(CASE, read_value(value, changes_case));
            }
            "font" => {
                add(SLANT, read_value(value, is_slant));
                add(WEIGHT, read_value(value, is_bold));
                add(CASE, read_value(value, changes_case));
            }
            "all" => {
                for property in [SLANT, WEIGHT, CASE] {
                    add(property, FaceValue::Unknown);
                }
            }
            _ => {}
        }
    }
}

/// Reads a value: a word of it may turn the property on.
fn read_value(value: &[Token<'_>], turns_on: fn(&Token<'_>) -> bool) -> FaceValue {
    let is_word = |token: &Token<'_>, words: &[&str]| match token {
        Token::Ident(name) => words.iter().any(|word| name.eq_ignore_ascii_case(word)),
        _ => false,
    };
    match value {
        [one] if is_word(one, &["inherit", "unset"]) => FaceValue::Inherited,
        [one] if is_word(one, &["revert", "revert-layer"]) => FaceValue::Unknown,
        _ if value.iter().any(|one| matches!(one, Token::Function(_))) => {
            FaceValue::Unknown
        }
        _ => FaceValue::Set(value.iter().any(turns_on)),
    }
}

fn is_slant(token: &Token<'_>) -> bool {
    let Token::Ident(name) = token else { return false };
    name.eq_ignore_ascii_case("italic") || name.eq_ignore_ascii_case("oblique")
}

fn is_bold(token: &Token<'_>) -> bool {
    match token {
        Token::Ident(name) => {
            name.eq_ignore_ascii_case("bold") || name.eq_ignore_ascii_case("bolder")
        }
        Token::Number { value, .. } => *value >= LEAST_BOLD,
        _ => false,
    }
}

fn changes_case(token: &Token<'_>) -> bool {
    let Token::Ident(name) = token else { return false };
    let name = name.to_ascii_lowercase();
    name.ends_with("caps")
        || matches!(&*name, "uppercase" | "lowercase" | "capitalize" | "unicase")
}
