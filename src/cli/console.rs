//! What the program prints, and what it reads from the environment.

use std::borrow::Cow;
use std::io::{self, ErrorKind, IsTerminal, Write};

use anyhow::{Error, Result, bail};
use pliego::display::{describe_causes, turns_direction};
use pliego::{BuildError, ProjectErrors};

use super::args::ColorChoice;

/// How to print.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Console {
    /// Prints nothing but errors.
    pub(crate) is_quiet: bool,
    /// Colours what goes to the error stream.
    pub(crate) has_colour: bool,
}

impl Console {
    /// A console with the given choice of colour, or one that suits the terminal.
    pub(crate) fn new(color: ColorChoice, is_quiet: bool) -> Self {
        let has_colour = match color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                io::stderr().is_terminal()
                    && read_variable("NO_COLOR").is_none()
                    && read_variable("TERM").is_none_or(|terminal| terminal != "dumb")
            }
        };
        Self { is_quiet, has_colour }
    }

    /// Prints rendered findings on the error stream.
    pub(crate) fn print_findings(self, text: &str) {
        if !self.is_quiet && !text.is_empty() {
            // If the error stream is closed, there is no place left for a message.
            let _ = io::stderr().write_all(escape_controls(text).as_bytes());
        }
    }

    /// Prints an error with its causes on the error stream.
    pub(crate) fn print_error(self, error: &Error) {
        let (on, off) =
            if self.has_colour { ("\u{1b}[1;31m", "\u{1b}[0m") } else { ("", "") };
        let message = match error.downcast_ref() {
            Some(BuildError::Project(errors)) => describe_mistakes(errors),
            _ => describe_error(error),
        };
        let message = message.replace(is_control, "\u{fffd}");
        let _ = writeln!(io::stderr(), "{on}error{off}: {}", escape_controls(&message));
    }

    /// Prints what was done.
    ///
    /// # Errors
    ///
    /// When the output stream is closed.
    pub(crate) fn print_message(self, text: &str) -> Result<()> {
        if !self.is_quiet {
            print_bytes(escape_controls(text).as_bytes())?;
        }
        Ok(())
    }
}

/// The mistakes of a `book.toml`, each with its line.
fn describe_mistakes(errors: &ProjectErrors) -> String {
    let one = |error| match errors.excerpt(error) {
        Some(excerpt) => format!("{error}\n{excerpt}"),
        None => error.to_string(),
    };
    errors.iter().map(one).collect::<Vec<String>>().join("\n")
}

/// The message of an error, and those of its causes that it does not contain.
pub(crate) fn describe_error(error: &Error) -> String {
    describe_causes(error.as_ref())
}

/// Escapes what would steer a terminal: C1 controls, and characters that turn the direction
/// of the text. C0 controls occur only in the colours of the program itself.
fn escape_controls(text: &str) -> Cow<'_, str> {
    // The characters that turn the direction back are escaped, too.
    let steers = |c: char| {
        matches!(c, '\u{80}'..='\u{9f}' | '\u{202c}' | '\u{2069}') || turns_direction(c)
    };
    if !text.contains(steers) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if steers(character) {
            shown.extend(character.escape_unicode());
        } else {
            shown.push(character);
        }
    }
    shown.into()
}

/// A C0 control; a message may have several lines.
fn is_control(c: char) -> bool {
    c.is_ascii_control() && c != '\n'
}

/// Prints bytes on the standard output.
///
/// # Errors
///
/// When the output stream is closed.
pub(crate) fn print_bytes(bytes: &[u8]) -> Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(cause) if cause.kind() != ErrorKind::BrokenPipe => {
            bail!("cannot write to the standard output: {}", cause.kind())
        }
        // `main` recognises a closed pipe by its kind.
        written => Ok(written?),
    }
}

/// The date of editions in seconds since 1970-01-01, from `SOURCE_DATE_EPOCH`
/// (reproducible-builds.org, specification 1.1).
///
/// # Errors
///
/// When its value is not such a number.
pub(crate) fn read_source_date() -> Result<Option<u64>> {
    /// 9999-12-31, the last day that a PDF or EPUB can name.
    const LAST: u64 = 253_402_300_799;
    let Some(value) = read_variable("SOURCE_DATE_EPOCH") else { return Ok(None) };
    match value.parse() {
        Ok(seconds) if seconds <= LAST => Ok(Some(seconds)),
        _ => bail!(
            "SOURCE_DATE_EPOCH is '{}'; set it to a number of seconds since 1970-01-01, \
             or unset it",
            value.escape_debug()
        ),
    }
}

/// An environment variable; an empty one counts as not set.
#[expect(clippy::disallowed_methods, reason = "the environment is read only here")]
fn read_variable(name: &str) -> Option<String> {
    let value = std::env::var_os(name)?;
    Some(value.to_string_lossy().into_owned()).filter(|value| !value.is_empty())
}

/// Quotes a path as one word of a shell, so that no program takes it for an option.
pub(crate) fn quote_for_shell(path: &str) -> String {
    if path.starts_with('-') {
        quote_text_for_shell(&format!("./{path}"))
    } else {
        quote_text_for_shell(path)
    }
}

/// Quotes a text as a part of a word of a shell, such as what follows `--title=`.
pub(crate) fn quote_text_for_shell(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}
