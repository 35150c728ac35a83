//! Manifests: which documents a library has, and what it knows of them.

use std::path::Path;

use anyhow::{Context, Result, bail};
use pliego::disk;
use pliego::display::display_path;
use pliego::library::ManifestEntry;

/// Reads a manifest: CSV with a line of names, or one JSON object in each line.
///
/// # Errors
///
/// When it cannot be read, or a line is not that of a document; the message has its number.
pub(crate) fn read_manifest(path: &Path) -> Result<Vec<ManifestEntry>> {
    let bytes = disk::read_file(path)?;
    let name = display_path(path);
    let is_csv = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("csv"));
    let entries =
        if is_csv { read_csv(&name, &bytes) } else { read_lines(&name, &bytes) }?;
    let mut ids: Vec<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
    ids.sort_unstable();
    if let Some([id, _]) = ids.windows(2).find(|pair| pair[0] == pair[1]) {
        bail!("{name}: two documents have the id '{id}'; each needs its own");
    }
    Ok(entries)
}

fn read_csv(name: &str, bytes: &[u8]) -> Result<Vec<ManifestEntry>> {
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(bytes);
    let mut entries = Vec::new();
    // The first line has the names of the columns.
    for (number, entry) in (2..).zip(reader.deserialize()) {
        let entry: ManifestEntry = entry.with_context(|| format!("{name}:{number}"))?;
        entries.push(entry.without_empty_fields());
    }
    Ok(entries)
}

fn read_lines(name: &str, bytes: &[u8]) -> Result<Vec<ManifestEntry>> {
    let text = std::str::from_utf8(bytes)
        .with_context(|| format!("{name}: a manifest is UTF-8"))?;
    let mut entries = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if !line.trim().is_empty() {
            let entry =
                serde_json::from_str(line).with_context(|| format!("{name}:{number}"))?;
            entries.push(entry);
        }
    }
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::{read_csv, read_lines};

    #[test]
    fn both_forms_say_the_same() {
        let csv = "id,path,title,authors,language\na,a.txt,,Ana; Eva,es\n";
        let json = r#"{"id":"a","path":"a.txt","authors":["Ana","Eva"],"language":"es"}"#;
        let (csv, json) = (
            read_csv("m", csv.as_bytes()).unwrap(),
            read_lines("m", json.as_bytes()).unwrap(),
        );
        assert_eq!(csv, json);
        assert_eq!(csv[0].authors.0, ["Ana", "Eva"]);
        assert!(read_lines("m", b"{\"id\": 1}").is_err());
    }
}
