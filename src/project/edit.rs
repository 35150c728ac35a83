//! A `book.toml` with another value for a key: what a remedy would do.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The text with another value for a key of a table: `("design", "trim", "\"6x9in\"")`; of
/// the table of an edition, if one is named. The caller has to read it again to see whether
/// it has the value: a table may be written in ways that leave no place for a line.
#[must_use]
pub fn set_value(
    text: &str,
    edition: Option<&str>,
    table: &str,
    key: &str,
    value: &str,
) -> Option<String> {
    let parsed = DeTable::parse(text).ok()?;
    let file = parsed.get_ref();
    let holder = match edition {
        Some(name) => find_edition(file, name)?,
        None => file,
    };
    match (holder.get(table).map(Spanned::get_ref), edition) {
        (Some(DeValue::Table(entries)), _) => set_in(text, entries, key, value),
        (Some(_), _) => None,
        (None, None) => Some(format!("{text}\n[{table}]\n{key} = {value}\n")),
        (None, Some(_)) => set_in(text, holder, &format!("{table}.{key}"), value),
    }
}

/// The table of an edition.
fn find_edition<'t, 'i>(file: &'t DeTable<'i>, name: &str) -> Option<&'t DeTable<'i>> {
    let DeValue::Array(editions) = file.get("edition")?.get_ref() else { return None };
    editions.iter().find_map(|edition| {
        let DeValue::Table(entries) = edition.get_ref() else { return None };
        match entries.get("name")?.get_ref() {
            DeValue::String(own) if own.trim() == name => Some(entries),
            _ => None,
        }
    })
}

/// The text with another value for a key of this table, which has keys.
fn set_in(text: &str, entries: &DeTable<'_>, key: &str, value: &str) -> Option<String> {
    let (range, new) = if let Some(old) = entries.get(key) {
        (old.span(), value.to_owned())
    } else {
        let first = entries.keys().map(|key| key.span().start).min()?;
        let line = text.get(..first)?.rfind('\n').map_or(0, |end| end + 1);
        let before = text.get(line..first)?;
        if before.trim_end().ends_with('{') {
            (first..first, format!("{key} = {value}, "))
        } else {
            // What is before the key may be the name of its table: `design.trim`.
            (line..line, format!("{before}{key} = {value}\n"))
        }
    };
    let (before, after) = (text.get(..range.start)?, text.get(range.end..)?);
    Some([before, &new, after].concat())
}

#[cfg(test)]
mod tests {
    use super::set_value;

    #[test]
    fn a_key_gets_another_value() {
        let set = |text| set_value(text, None, "design", "trim", "\"6x9in\"").unwrap();
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
        assert_eq!(set_value("design = 1", None, "design", "trim", "1"), None);
        assert_eq!(set_value("=", None, "design", "trim", "1"), None);
    }

    #[test]
    fn an_edition_gets_another_value() {
        let set = |own: &str| {
            let text = format!("[[edition]]\nname = \"a\"\n{own}[book]\ntitle = \"T\"\n");
            let text = set_value(&text, Some("a"), "design", "trim", "\"6x9in\"")?;
            let own = text.strip_prefix("[[edition]]\n")?;
            own.strip_suffix("[book]\ntitle = \"T\"\n").map(str::to_owned)
        };
        let cases = [
            ("", "design.trim = \"6x9in\"\nname = \"a\"\n"),
            (
                "design = { font-size = \"9pt\" }\n",
                "name = \"a\"\ndesign = { trim = \"6x9in\", font-size = \"9pt\" }\n",
            ),
            (
                "design.font-size = \"9pt\"\n",
                "name = \"a\"\ndesign.trim = \"6x9in\"\ndesign.font-size = \"9pt\"\n",
            ),
            (
                "[edition.design]\ntrim = \"a5\"\n",
                "name = \"a\"\n[edition.design]\ntrim = \"6x9in\"\n",
            ),
        ];
        for (own, wanted) in cases {
            assert_eq!(set(own).as_deref(), Some(wanted), "{own}");
        }
        assert_eq!(
            set_value("[[edition]]\nname = \"b\"\n", Some("a"), "design", "trim", "1"),
            None
        );
    }
}
