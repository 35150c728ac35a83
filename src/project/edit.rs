//! A `book.toml` with another value for a key: what a remedy would do.

use toml::de::{DeTable, DeValue};

/// The text with another value for a key of a table: `("design", "trim", "\"6x9in\"")`.
/// The caller has to read it again to see whether it has the value: a table may be written
/// in ways that leave no place for a line.
#[must_use]
pub fn set_value(text: &str, table: &str, key: &str, value: &str) -> Option<String> {
    let parsed = DeTable::parse(text).ok()?;
    let Some(entries) = parsed.get_ref().get(table) else {
        return Some(format!("{text}\n[{table}]\n{key} = {value}\n"));
    };
    let DeValue::Table(entries) = entries.get_ref() else { return None };
    let (range, new) = if let Some(old) = entries.get(key) {
        (old.span(), value.to_owned())
    } else {
        let first = entries.keys().map(|key| key.span().start).min()?;
        let line = text.get(..first)?.rfind('\n').map_or(0, |end| end + 1);
        (line..line, format!("{key} = {value}\n"))
    };
    let (before, after) = (text.get(..range.start)?, text.get(range.end..)?);
    Some([before, &new, after].concat())
}

#[cfg(test)]
mod tests {
    use super::set_value;

    #[test]
    fn a_key_gets_another_value() {
        let set = |text| set_value(text, "design", "trim", "\"6x9in\"").unwrap();
        assert_eq!(
            set(
                "[book]\ntitle = \"T\"\n[design]\ntrim = \"a5\" # small\nleading = \"14pt\"\n"
            ),
            "[book]\ntitle = \"T\"\n[design]\ntrim = \"6x9in\" # small\nleading = \"14pt\"\n"
        );
        assert_eq!(
            set("[design]\nleading = \"14pt\"\n[print]\n"),
            "[design]\ntrim = \"6x9in\"\nleading = \"14pt\"\n[print]\n"
        );
        assert_eq!(
            set("[book]\ntitle = \"T\"\n"),
            "[book]\ntitle = \"T\"\n\n[design]\ntrim = \"6x9in\"\n"
        );
        assert_eq!(set_value("design = 1", "design", "trim", "1"), None);
        assert_eq!(set_value("=", "design", "trim", "1"), None);
    }
}
