//! Findings for other programs: JSON, the annotations of GitHub's workflows, and SARIF
//! 2.1.0 (OASIS).

use std::fmt::Write;

use pliego::Diagnostic;
use serde_json::{Value, json};

use super::args::FindingFormat;
use super::explain::find_finding;
use super::findings::{BookFindings, describe_editions};
use super::report::describe_finding;

/// The address of the schema of SARIF.
const SARIF: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// One finding, or a book that could not be built.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FindingRecord {
    /// As a report has it.
    json: Value,
    /// Its message, and which editions it is about.
    words: String,
}

impl FindingRecord {
    /// The findings of a book.
    pub(crate) fn list(findings: &BookFindings) -> Vec<Self> {
        let record = |found: &Diagnostic| {
            let mut finding = describe_finding(findings, found);
            finding.file.get_or_insert_with(|| findings.name.clone());
            let json = serde_json::to_value(finding).unwrap_or_default();
            let said = found.message.as_str();
            let words = describe_editions(found).map(|place| format!("{said} ({place})"));
            Self { words: words.unwrap_or_else(|| said.to_owned()), json }
        };
        findings.diagnostics.iter().map(record).collect()
    }

    /// A book that could not be built.
    pub(crate) fn of_failure(file: &str, message: &str) -> Self {
        let json = json!({
            "code": null, "severity": "error", "message": message, "file": file,
            "line": null, "column": null, "confidence": null, "hints": [],
        });
        Self { json, words: message.to_owned() }
    }

    fn text(&self, key: &str) -> &str {
        self.json[key].as_str().unwrap_or_default()
    }

    /// The line of a workflow (GitHub Actions, "Workflow commands").
    fn to_annotation(&self) -> String {
        let level = match self.text("severity") {
            "error" => "error",
            "warning" => "warning",
            _ => "notice",
        };
        let property =
            |text: &str| escape_data(text).replace(':', "%3A").replace(',', "%2C");
        let mut line = format!("::{level} file={}", property(self.text("file")));
        for (key, name) in [("line", "line"), ("column", "col")] {
            if let Some(number) = self.json[key].as_u64() {
                let _ = write!(line, ",{name}={number}");
            }
        }
        if let Some(code) = self.json["code"].as_str() {
            let _ = write!(line, ",title={}", property(code));
        }
        let hints = self.json["hints"].as_array().into_iter().flatten();
        let hints = hints.filter_map(Value::as_str).map(|hint| format!("; {hint}"));
        let message = self.words.clone() + &hints.collect::<String>();
        let _ = writeln!(line, "::{}", escape_data(&message));
        line
    }

    /// A result of SARIF (§3.27).
    fn to_sarif(&self) -> Value {
        // Its levels (§3.27.10) have the names of our severities.
        let level = self.text("severity");
        let mut region = serde_json::Map::new();
        for (key, name) in [("line", "startLine"), ("column", "startColumn")] {
            if let Some(number) = self.json[key].as_u64() {
                region.insert(name.to_owned(), json!(number));
            }
        }
        let mut place =
            json!({ "artifactLocation": { "uri": to_uri(self.text("file")) } });
        if region.contains_key("startLine") {
            place["region"] = Value::Object(region);
        }
        let mut result = json!({
            "level": level,
            "message": { "text": self.words },
            "locations": [{ "physicalLocation": place }],
        });
        if let Some(code) = self.json["code"].as_str() {
            result["ruleId"] = json!(code);
        }
        if let Some(confidence) = self.json["confidence"].as_f64() {
            result["rank"] = json!(confidence * 100.0);
        }
        result
    }
}

/// The findings of a run in a format.
pub(crate) fn render_records(records: &[FindingRecord], format: FindingFormat) -> String {
    match format {
        FindingFormat::Human => String::new(),
        FindingFormat::Github => {
            records.iter().map(FindingRecord::to_annotation).collect()
        }
        FindingFormat::Json => {
            let all: Vec<&Value> = records.iter().map(|record| &record.json).collect();
            format!("{:#}\n", json!(all))
        }
        FindingFormat::Sarif => {
            let mut codes: Vec<&str> = records
                .iter()
                .filter_map(|record| record.json["code"].as_str())
                .collect();
            codes.sort_unstable();
            codes.dedup();
            let rules: Vec<Value> = codes.into_iter().map(describe_rule).collect();
            let results: Vec<Value> =
                records.iter().map(FindingRecord::to_sarif).collect();
            let driver = json!({
                "name": env!("CARGO_PKG_NAME"),
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            });
            let log = json!({
                "$schema": SARIF,
                "version": "2.1.0",
                "runs": [{
                    "tool": { "driver": driver },
                    "columnKind": "unicodeCodePoints",
                    "results": results,
                }],
            });
            format!("{log:#}\n")
        }
    }
}

/// A rule of SARIF (§3.49): what the manual says of a code.
fn describe_rule(code: &str) -> Value {
    match find_finding(code) {
        Some(found) => json!({
            "id": code,
            "shortDescription": { "text": found.title },
            "help": { "text": found.text, "markdown": found.text },
        }),
        None => json!({ "id": code }),
    }
}

/// Escapes the text of a workflow command.
fn escape_data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A path as a relative reference (RFC 3986 §4.2).
fn to_uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        let is_plain = byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
        if is_plain {
            uri.push(char::from(byte));
        } else if byte == b'\\' {
            uri.push('/');
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::{FindingFormat, FindingRecord, render_records, to_uri};

    #[test]
    fn annotations_are_one_line_each() {
        let record = FindingRecord::of_failure("a,b.md", "no\nway: 5 %");
        let line = render_records(&[record], FindingFormat::Github);
        assert_eq!(line, "::error file=a%2Cb.md::no%0Away: 5 %25\n");
        assert_eq!(to_uri("textos/á b.md"), "textos/%C3%A1%20b.md");
    }
}
