//! The style sheet that a publisher adds to an EPUB. It may not lead out of the EPUB, nor
//! break the rules before it.

use cssparser::{ParseError, ParseErrorKind, Parser, Token};

/// Why a style sheet cannot be part of an EPUB.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {cause}")]
pub struct StyleError {
    /// The line of the style sheet, counted from 1.
    pub line: u32,
    /// What is wrong, and what to do.
    pub cause: String,
}

/// Checks that a style sheet can be read to its end and names no other file (CSS Syntax
/// Level 3; EPUB 3.3 §3.6: every resource of a publication is in its manifest).
///
/// # Errors
///
/// The first place where it does not.
pub fn check_style_sheet(css: &str) -> Result<(), StyleError> {
    let mut parser = Parser::new(css);
    check_tokens(&mut parser).map_err(|error| match error.kind {
        ParseErrorKind::Custom(found) => found,
        ParseErrorKind::Basic(_) => StyleError {
            line: parser.current_source_location().line + 1,
            cause: "cannot be read as CSS".to_owned(),
        },
    })
}

fn check_tokens(parser: &mut Parser<'_>) -> Result<(), ParseError<StyleError>> {
    loop {
        let Ok(token) = parser.next().cloned() else { return Ok(()) };
        let fault = match &token {
            Token::UnquotedUrl(_) | Token::BadUrl(_) => Some(OUTSIDE),
            Token::AtKeyword(name) if name.eq_ignore_ascii_case("import") => {
                Some(OUTSIDE)
            }
            Token::Function(name) if NAMES_FILES.contains(&&*name.to_lowercase()) => {
                Some(OUTSIDE)
            }
            Token::BadString(_) => {
                Some("a text is not closed; put a quotation mark after it")
            }
            Token::CloseCurlyBracket
            | Token::CloseParenthesis
            | Token::CloseSquareBracket => Some("a bracket closes nothing; remove it"),
            _ => None,
        };
        if let Some(cause) = fault {
            let line = parser.current_source_location().line + 1;
            return Err(ParseError::custom(StyleError { line, cause: cause.to_owned() }));
        }
        if matches!(
            token,
            Token::Function(_)
                | Token::ParenthesisBlock
                | Token::SquareBracketBlock
                | Token::CurlyBracketBlock
        ) {
            parser.parse_nested_block(check_tokens)?;
        }
    }
}

/// The functions of CSS that name a file.
const NAMES_FILES: [&str; 3] = ["url", "src", "image-set"];

/// What is wrong with a rule that names another file.
const OUTSIDE: &str =
    "names another file, which the EPUB does not have; remove it, or write the rule out";

#[cfg(test)]
mod tests {
    use super::check_style_sheet;

    #[test]
    fn a_style_sheet_stays_inside_its_book() {
        let cases = [
            (".a { color: red } /* ) */", None),
            ("@media (min-width: 2em) { p { margin: calc(1em + 2px) } }", None),
            ("p { }\n\n@import 'x.css';", Some(3)),
            ("p {\n background: url(x.png) }", Some(2)),
            ("p { background: url('x.png') }", Some(1)),
            ("p { content: 'a\n }", Some(1)),
            ("p { } }", Some(1)),
        ];
        for (css, line) in cases {
            let found = check_style_sheet(css).err().map(|error| error.line);
            assert_eq!(found, line, "{css}");
        }
    }
}
