//! The title block of pandoc: title, authors and date behind `%` at the very beginning of a
//! text (Pandoc User's Guide, extension `pandoc_title_block`).

use super::metadata::{MetadataOffset, read_fields};
use super::read::LineIndex;
use crate::book::metadata::Metadata;
use crate::diagnostic::Warned;

/// What the lines of the block say, from the first on.
const FIELDS: [&str; 3] = ["title", "authors", "date"];

/// Reads the block at the beginning of a text, and gives the byte at which the text after it
/// begins.
pub(super) fn read_title_block(
    text: &str,
    places: &LineIndex<'_>,
) -> Option<(Warned<Metadata>, usize)> {
    let mut fields: Vec<(&str, String, MetadataOffset)> = Vec::new();
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        let words = line.trim_end();
        if let Some(rest) = words.strip_prefix('%')
            && (rest.is_empty() || rest.starts_with(' '))
            && fields.len() < FIELDS.len()
        {
            fields.push((FIELDS[fields.len()], rest.trim().to_owned(), end));
        } else if let Some((name, value, _)) = fields.last_mut()
            && line.starts_with([' ', '\t'])
            && !words.is_empty()
        {
            // A title goes on; an author is on a line of its own.
            value.push_str(if *name == "authors" { ";" } else { " " });
            value.push_str(words.trim());
        } else {
            break;
        }
        end += line.len();
    }
    fields.iter().any(|(_, value, _)| !value.is_empty()).then_some(())?;
    let fields = fields.into_iter().flat_map(|(name, value, place)| {
        let parts: Vec<String> = match name {
            "authors" => value.split(';').map(|name| name.trim().to_owned()).collect(),
            _ => vec![value],
        };
        parts.into_iter().map(move |part| (name, part, place))
    });
    Some((read_fields(fields, places), end))
}
