//! How bytes become lines: one file for each behaviour.
//!
//! `tests/source/*.txt` hold bytes as Rust writes them in a byte string (`\xE9`, `\r`);
//! line ends of the file itself do not count. The snapshots show the lines.

#![expect(clippy::disallowed_methods, reason = "it reads its own cases")]

use std::fmt::Write as _;

use pliego::source::{LARGEST, read};
use pliego::text::span::FileId;
use proptest::prelude::{ProptestConfig, any, prop, prop_assert, proptest};

#[test]
fn cases_match() {
    insta::glob!("source/*.txt", |path| {
        let escaped = std::fs::read_to_string(path).unwrap();
        let bytes = unescaped(&escaped.replace('\n', ""));
        let shown = shown(&bytes);
        insta::with_settings!({ omit_expression => true, snapshot_path => "source",
            prepend_module_to_snapshot => false, snapshot_suffix => "" }, {
            let name = path.file_stem().unwrap().to_str().unwrap();
            insta::assert_snapshot!(name, shown);
        });
    });
}

#[test]
fn oversized_file_is_refused() {
    let most = vec![b'a'; LARGEST as usize];
    assert!(read(FileId(0), "a.txt", &most).is_ok());
    let more = [most.as_slice(), b"a"].concat();
    let refused = read(FileId(0), "a.txt", &more).unwrap_err().to_string();
    assert_eq!(
        refused,
        "a.txt is larger than 16 MB, more than any book; \
         divide it into several documents, and list them in a book.toml"
    );
}

fn shown(bytes: &[u8]) -> String {
    let text = match read(FileId(0), "a.txt", bytes) {
        Ok(text) => text,
        Err(error) => return format!("error: {error}\n"),
    };
    let mut shown = String::new();
    for line in &text.value.lines {
        let words = text.value.slice(line.span);
        let (start, end) = (line.span.start, line.span.end);
        let number = line.span.line;
        writeln!(shown, "{number} page {} {start}-{end} {words:?}", line.page).unwrap();
    }
    for finding in text.diagnostics {
        writeln!(shown, "{}: {} {:?}", finding.code.0, finding.message, finding.hints)
            .unwrap();
    }
    shown
}

/// Undoes the escapes of a byte string; other characters are UTF-8.
fn unescaped(escaped: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = escaped.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            bytes.extend(c.to_string().bytes());
            continue;
        }
        match rest.next().unwrap() {
            'n' => bytes.push(b'\n'),
            'r' => bytes.push(b'\r'),
            'x' => {
                let figures: String = rest.by_ref().take(2).collect();
                bytes.push(u8::from_str_radix(&figures, 16).unwrap());
            }
            other => panic!("\\{other} is no escape here"),
        }
    }
    bytes
}

/// What stands between lines.
const ENDS: [char; 2] = ['\n', '\u{C}'];

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    /// Lines, line ends and form feeds are all there is, in order.
    #[test]
    fn lines_cover_the_text(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let Ok(text) = read(FileId(0), "a.txt", &bytes) else { return Ok(()) };
        let text = text.value;
        let mut at = 0;
        for line in &text.lines {
            let between = &text.text[at..line.span.start as usize];
            let only_ends = between.chars().all(|c| ENDS.contains(&c));
            let ends_inside = text.slice(line.span).contains(ENDS);
            prop_assert!(only_ends && !ends_inside);
            at = line.span.end as usize;
        }
        let only_ends = text.text[at..].chars().all(|c| ENDS.contains(&c));
        prop_assert!(only_ends);
    }
}
