//! Values of the library as JSON, in the words of the report of `pliego build --report`.

use pliego::{Account, Diagnostic, Fate, Removal, Severity, Text};
use serde_json::{Value, json};

/// Findings with their places.
pub(crate) fn findings_json(found: &[Diagnostic], texts: &[Text]) -> Value {
    let one = |found: &Diagnostic| {
        let text = found.span.and_then(|span| {
            Some((span, texts.iter().find(|text| text.file == span.file)?))
        });
        let column = text.and_then(|(span, text)| {
            let line = text.lines.get((span.line as usize).checked_sub(1)?)?;
            let before = text.text.get(line.span.start as usize..span.start as usize)?;
            Some(before.chars().count() + 1)
        });
        json!({
            "code": found.code.0,
            "severity": match found.severity {
                Severity::Note => "note",
                Severity::Warning => "warning",
                Severity::Error => "error",
            },
            "message": found.message,
            "file": text.map(|(_, text)| &text.name),
            "line": found.span.map(|span| span.line).filter(|line| *line > 0),
            "column": column,
            "confidence": found.confidence.map(|thousandths| f64::from(thousandths) / 1000.0),
            "hints": found.hints,
        })
    };
    found.iter().map(one).collect()
}

/// What was left out, with its lines.
pub(crate) fn removals_json(removals: &[Removal]) -> Value {
    let one = |removal: &Removal| {
        let (kind, line) = (removal.kind.name(), removal.span.line);
        json!({ "kind": kind, "line": line })
    };
    removals.iter().map(one).collect()
}

/// What became of the bytes of a raw text.
pub(crate) fn account_json(account: &Account) -> Value {
    let mut ledger = serde_json::Map::new();
    ledger.insert("bytes".to_owned(), json!(account.sum()));
    let mut removed = 0;
    for (fate, bytes) in &account.fates {
        match fate {
            Fate::Removed(_) => removed += bytes,
            Fate::Kept => {
                ledger.insert("kept".to_owned(), json!(bytes));
            }
            Fate::InNote(_) => {
                ledger.insert("in-notes".to_owned(), json!(bytes));
            }
            _ => {}
        }
    }
    ledger.insert("removed".to_owned(), json!(removed));
    Value::Object(ledger)
}
