//! What recovery makes of pages: one file for each behaviour.
//!
//! `tests/recover/zones/*.md` hold a page or two in a `text` block, with a sentence that
//! says why; the snapshot beside shows what each line was taken for and where the notes
//! are called. A form feed stands for itself.

#![expect(clippy::disallowed_methods, reason = "it reads its own cases")]

use std::fmt::Write as _;

use pliego::book::Document;
use pliego::book::block::Block;
use pliego::book::decisions::{Decisions, LineDecision, LineVerdict, WordDecision};
use pliego::book::markdown::{self, Remark};
use pliego::book::normal::normalise;
use pliego::book::source_traits::SourceTraits;
use pliego::recover::ledger::Account;
use pliego::recover::model::{Zone, Zoned};
use pliego::recover::{
    Hints, Recovered, decide_lines, decide_word, find_zones, ledger, recover,
};
use pliego::source::{Text, character_widths, read};
use pliego::text::span::{FileId, Span};
use proptest::prelude::{
    ProptestConfig, Strategy, prop, prop_assert, prop_assert_eq, prop_oneof, proptest,
};

#[test]
fn zones_match() {
    insta::glob!("recover/zones/*.md", |path| {
        let source = std::fs::read_to_string(path).unwrap();
        let page = source.split("```text\n").nth(1).unwrap();
        let page = page.split("\n```").next().unwrap();
        let text = text(page);
        let found = find_zones(&text, SourceTraits::default(), &Decisions::default());
        let mut shown = zoned(&found.value.0, &found.value.1);
        for finding in found.diagnostics {
            let line = finding.span.map_or(0, |span| span.line);
            writeln!(shown, "{} {line}: {}", finding.code.0, finding.message).unwrap();
        }
        insta::with_settings!({ omit_expression => true, snapshot_path => "recover/zones",
            prepend_module_to_snapshot => false, snapshot_suffix => "" }, {
            let name = path.file_stem().unwrap().to_str().unwrap();
            insta::assert_snapshot!(name, shown);
        });
    });
}

/// Each line with its part in front: `.` text, `n` and its place note, a letter for
/// furniture; marks as `⟨n⟩`, labels and cuts in braces.
fn zoned(text: &Text, zoned: &Zoned) -> String {
    let mut shown = String::new();
    for (line, &zone) in zoned.zones.iter().enumerate() {
        if zoned.page_starts.contains(&line) {
            shown.push_str("--- page\n");
        }
        let part = match zone {
            Zone::Blank => String::new(),
            Zone::Body => ".".to_owned(),
            Zone::Displaced => "title".to_owned(),
            Zone::Caption => "caption".to_owned(),
            Zone::Region => "region".to_owned(),
            Zone::Margin => "margin".to_owned(),
            Zone::Note { note } => format!("n{note}"),
            Zone::Furniture(kind) => format!("{kind:?}"),
        };
        let words = marked(text, zoned, line);
        shown.push_str(format!("{part:12}{}", words.trim()).trim_end());
        shown.push('\n');
    }
    for (line, folio) in &zoned.folios {
        writeln!(shown, "folio {folio} from line {}", line + 1).unwrap();
    }
    for heading in &zoned.announced {
        let lines = heading.lines.iter();
        let lines: Vec<String> = lines.map(|line| (line + 1).to_string()).collect();
        let level =
            heading.level.map_or_else(String::new, |level| format!(", level {level}"));
        writeln!(shown, "named by the contents: {}{level}", lines.join(", ")).unwrap();
    }
    shown
}

fn marked(text: &Text, zoned: &Zoned, line: usize) -> String {
    let whole = text.lines[line].span;
    let inside = |start: u32, end: u32| whole.start <= start && end <= whole.end;
    let mut signs: Vec<(u32, u8, String)> = Vec::new();
    for mark in zoned.marks.iter().filter(|m| inside(m.span.start, m.span.end)) {
        // An empty mark at a line end belongs to that line, not to the next.
        signs.push((mark.span.start, 0, format!("⟨{}⟩", mark.note)));
    }
    let labels = zoned.notes.iter().filter_map(|note| note.label);
    let cuts = zoned.cuts.iter().map(|cut| cut.span);
    for span in labels.chain(cuts).filter(|span| inside(span.start, span.end)) {
        signs.push((span.start, 1, "{".to_owned()));
        signs.push((span.end, 2, "}".to_owned()));
    }
    signs.sort();
    let mut shown = String::new();
    let mut at = whole.start;
    for (place, _, sign) in signs {
        shown.push_str(&text.text[at as usize..place as usize]);
        shown.push_str(&sign);
        at = place;
    }
    shown + &text.text[at as usize..whole.end as usize]
}

fn text(page: &str) -> Text {
    read(FileId(0), "page.txt", page.as_bytes()).unwrap().value
}

/// What is recovered of a page, if it can be read at all.
fn recovered(page: &str) -> Option<(Text, Recovered)> {
    let text = read(FileId(0), "page.txt", page.as_bytes()).ok()?.value;
    let recovered = recover(&text, &Hints::default()).value;
    Some((text, recovered))
}

/// Whether the entries of the ledger follow one another without gap from the first byte
/// of the source to the last.
fn sums_to(text: &Text, recovered: &Recovered) -> bool {
    let mut at = 0;
    let follow = recovered.ledger.entries.iter().all(|entry| {
        let follows = entry.span.start == at && entry.span.end >= at;
        at = entry.span.end;
        follows
    });
    follow && at as usize == text.text.len()
}

/// Pieces of lines that recovery has opinions about.
const PIECES: [&str; 24] = [
    "palabra",
    "otra",
    "final.",
    "Nombre",
    "de",
    "1",
    "2",
    "3",
    "12",
    "(1)",
    "[2]",
    "1.",
    "2)",
    "3-",
    "*",
    "**",
    "cuasi-",
    "¿Sí?",
    "“así”2",
    "—",
    "a@b.org",
    "XIV",
    "1904",
    "²",
];

fn any_line() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(&PIECES[..]);
    let words = prop::collection::vec(piece, 0..9);
    let indent = prop::sample::select(&["", "", "", " ", "    ", "\u{C}"][..]);
    let end = prop::sample::select(&["", "", " ", "\u{2}", "\u{AD}"][..]);
    (indent, words, end)
        .prop_map(|(indent, words, end)| format!("{indent}{}{end}", words.join(" ")))
}

/// Stretches of text that call notes, and blocks of notes, of numbers that fit together or
/// do not: (what stands, its first number, how many).
fn any_notes() -> impl Strategy<Value = String> {
    let stretch = (0..7_usize, 1..4_u32, 0..12_u32).prop_map(|(kind, first, count)| {
        let numbers = first..first + count;
        let line = |number: u32| match kind {
            0 => format!(
                "Una línea de texto que llama{number} a su nota, y sigue un poco."
            ),
            1 => {
                format!("Otra línea (¿de quién?) que llama a la suya ({number}) y sigue,")
            }
            2 => format!("{number}. Véase lo dicho en otra parte."),
            3 => format!(
                "Y también se llama{} desde aquí, de un modo u otro.",
                number + 20
            ),
            4 => format!("{number}. Así lo dijo.\n{}. Nota del editor.", number + 20),
            5 => ["Y aquí no se llama a nadie, ni nadie dice nada."; 9].join("\n"),
            _ => format!("({number}) Así en el original."),
        };
        numbers.map(line).collect::<Vec<_>>().join("\n")
    });
    prop::collection::vec(stretch, 1..16).prop_map(|stretches| stretches.join("\n"))
}

/// What was found of the first line of a block, as a decision; none of blocks that are not
/// decided on line by line.
fn decided(text: &Text, block: &Block) -> Option<LineDecision> {
    let (is, origin) = match block {
        Block::Heading(heading) => (LineVerdict::Heading, heading.origin),
        Block::Paragraph(paragraph) => (LineVerdict::Paragraph, paragraph.origin),
        _ => return None,
    };
    let span = origin.0?;
    let line = text.lines.iter().rposition(|line| line.span.start <= span.start)?;
    if is == LineVerdict::Heading && span.end > text.lines[line].span.end {
        return None;
    }
    let words = |line: usize| text.line(line).to_owned();
    let is_solid = |line: &usize| !text.line(*line).trim().is_empty();
    let before = (0..line).rev().find(is_solid).map(words);
    let after = (line + 1..text.lines.len()).find(is_solid).map(words);
    Some(LineDecision { line: words(line), before, after, lines: 1, is, level: None })
}

fn any_verdict() -> impl Strategy<Value = LineVerdict> {
    prop::sample::select(&LineVerdict::ALL[..])
}

/// The decision that a line is what it was taken for: the title, or an author.
fn decided_line(text: &Text, words: &str, is: LineVerdict) -> Option<LineDecision> {
    let own = |line: &usize| text.line(*line).trim() == words;
    let line = (0..text.lines.len()).find(own)?;
    decide_lines(text, line..line + 1, is, None)
}

/// A decision about a word of a line, both by any number.
fn decided_word(
    text: &Text,
    (line, word): (usize, usize),
    read: impl Fn(&str) -> Option<String>,
) -> Option<WordDecision> {
    let line = text.lines.get(line % text.lines.len())?.span;
    let words: Vec<&str> = text.slice(line).split_whitespace().collect();
    let word = words.get(word % words.len().max(1))?;
    let start = word.as_ptr() as usize - text.slice(line).as_ptr() as usize;
    let span = line.part(start..start + word.len());
    decide_word(text, span, read(word).as_deref())
}

/// The lines of a text that are not blank.
fn lines_of(text: &Text) -> Vec<String> {
    let lines = (0..text.lines.len()).map(|line| text.line(line).to_owned());
    lines.filter(|line| !line.trim().is_empty()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, ..ProptestConfig::default() })]

    #[test]
    fn nothing_is_lost(lines in prop::collection::vec(any_line(), 1..60)) {
        let page = format!("Principio\n{}\nFin.", lines.join("\n"));
        let Some((text, recovered)) = recovered(&page) else { return Ok(()) };
        prop_assert_eq!(ledger::check_balance(&text, &recovered), Ok(()));
        prop_assert!(sums_to(&text, &recovered), "{:?}", recovered.ledger);
        let (text, zoned) = find_zones(&text, SourceTraits::default(), &Decisions::default()).value;
        for mark in &zoned.marks {
            let before = &text.text[..mark.span.end as usize];
            let line = before.rsplit('\n').next().unwrap_or_default();
            let rest = text.text[before.len()..].split('\n').next().unwrap_or_default();
            // White space at the end of a line is no part of the book.
            let lost = rest.trim().is_empty() && line.len() > line.trim_end().len();
            prop_assert!(!lost, "{:?}, {:?}", mark, line);
        }
    }

    #[test]
    fn recovered_markdown_reads_back(
        lines in prop::collection::vec(any_line(), 0..30),
        page in any_notes(),
    ) {
        let page = format!("Principio\n{}\n{page}\nFin.", lines.join("\n"));
        let Some((_, recovered)) = recovered(&page) else { return Ok(()) };
        let written = markdown::write(&recovered.document);
        let read = markdown::read(&written, FileId(0)).value.without_positions();
        prop_assert_eq!(markdown::write(&read), written.as_str());
        prop_assert_eq!(read, normalise(recovered.document).without_positions(), "{}", written);
    }

    #[test]
    fn notes_in_any_order_are_kept(page in any_notes()) {
        let Some((text, recovered)) = recovered(&page) else { return Ok(()) };
        prop_assert_eq!(ledger::check_balance(&text, &recovered), Ok(()));
        prop_assert!(sums_to(&text, &recovered), "{:?}", recovered.ledger);
    }

    #[test]
    fn note_follows_its_mark(
        lines in prop::collection::vec(any_line(), 0..30),
        page in any_notes(),
    ) {
        let page = format!("Principio\n{}\n{page}\nFin.", lines.join("\n"));
        let Ok(text) = read(FileId(0), "page.txt", page.as_bytes()) else { return Ok(()) };
        let (text, zoned) = find_zones(&text.value, SourceTraits::default(), &Decisions::default()).value;
        for mark in &zoned.marks {
            let first = zoned.notes[mark.note].lines[0];
            let note = text.lines[first].span;
            prop_assert!(mark.span.end <= note.start, "{:?}, {}\n{}", mark, first, page);
        }
    }

    #[test]
    fn remarks_change_nothing(
        lines in prop::collection::vec(any_line(), 1..30),
        places in prop::collection::vec(
            (0..2000_u32, prop_oneof![any_line(), "[-> ]{1,8}"]),
            1..5,
        ),
    ) {
        let page = format!("Principio\n{}\nFin.", lines.join("\n"));
        let Some((_, recovered)) = recovered(&page) else { return Ok(()) };
        let remarks: Vec<Remark> = places
            .into_iter()
            .map(|(start, words)| Remark { span: Some(Span { start, ..Span::default() }), words })
            .collect();
        let written = markdown::write_with_remarks(&recovered.document, &remarks);
        let read = markdown::read(&written, FileId(0)).value.without_positions();
        prop_assert_eq!(read, normalise(recovered.document).without_positions(), "{}", written);
        prop_assert_eq!(written.matches("<!--").count(), remarks.len(), "{}", written);
    }

    #[test]
    fn decisions_lose_nothing(
        lines in prop::collection::vec(any_line(), 1..40),
        decided in prop::collection::vec((0..40_usize, 1..4_u32, any_verdict()), 0..8),
        corrected in prop::collection::vec(
            (0..40_usize, 0..10_usize, prop::option::of("[ -~ñ\u{AD}\u{200B}]{1,6}")),
            1..8,
        ),
    ) {
        let page = format!("Principio\n{}\nFin.", lines.join("\n"));
        let Ok(text) = read(FileId(0), "page.txt", page.as_bytes()) else { return Ok(()) };
        let text = text.value;
        let decide = |(at, lines, is): (usize, u32, LineVerdict)| LineDecision {
            line: text.line(at % text.lines.len()).to_owned(),
            before: at.checked_sub(1).and_then(|at| Some(lines_of(&text).get(at)?.clone())),
            after: None,
            lines,
            is,
            level: None,
        };
        let decisions = Decisions {
            lines: decided.into_iter().map(decide).collect(),
            words: corrected
                .into_iter()
                .filter_map(|(line, word, read)| decided_word(&text, (line, word), |_| read.clone()))
                .collect(),
            ..Decisions::default()
        };
        let recovered = recover(&text, &Hints { decisions, ..Hints::default() }).value;
        prop_assert_eq!(ledger::check_balance(&text, &recovered), Ok(()));
        prop_assert!(sums_to(&text, &recovered), "{:?}", recovered.ledger);
    }

    #[test]
    fn deciding_what_was_found_changes_nothing(lines in prop::collection::vec(any_line(), 1..40)) {
        let page = format!("Principio\n{}\nFin.", lines.join("\n"));
        let Some((text, recovered)) = recovered(&page) else { return Ok(()) };
        let Document { blocks, metadata } = &recovered.document;
        let title = metadata.title.iter().map(|title| (title.as_str(), LineVerdict::Title));
        let authors = metadata.authors.iter().map(|one| (one.name.as_str(), LineVerdict::Author));
        let named = title.chain(authors);
        let named = named.filter_map(|(words, is)| decided_line(&text, words, is));
        let found = blocks.iter().filter_map(|block| decided(&text, block));
        let words = (0..40).map(|at| (at, at / 3));
        let words = words.filter_map(|place| decided_word(&text, place, |word| Some(word.to_owned())));
        let decisions = Decisions {
            lines: found.chain(named).collect(),
            words: words.collect(),
            ..Decisions::default()
        };
        let again = recover(&text, &Hints { decisions, ..Hints::default() }).value;
        prop_assert_eq!(again.document, recovered.document);
    }

    #[test]
    fn any_text_is_recovered(page in "\\PC{0,300}") {
        let Some((text, recovered)) = recovered(&format!("x{page}")) else { return Ok(()) };
        prop_assert_eq!(ledger::check_balance(&text, &recovered), Ok(()));
        prop_assert!(sums_to(&text, &recovered), "{:?}", recovered.ledger);
    }

    #[test]
    fn any_file_is_accounted_for(
        page in "[ -~\\r\\n\u{C}ñЖ€“𝄞\u{2028}]{0,80}",
        noise in prop::collection::vec(1..=u8::MAX, 0..12),
        place in 0..80_usize,
        encoding in 0..5,
    ) {
        let mut bytes = encoded(&format!("Texto. {page}"), encoding);
        let place = place.min(bytes.len());
        bytes.splice(place..place, noise);
        let Ok(text) = read(FileId(0), "a.txt", &bytes) else { return Ok(()) };
        let text = text.value;
        let (mut lengths, mut sum) = (0, 0);
        let mark = character_widths(&bytes, |length, width| {
            lengths += length;
            sum += width;
        });
        sum += mark;
        prop_assert_eq!((lengths, sum), (text.text.len(), bytes.len()), "{:?}", bytes);
        let recovered = recover(&text, &Hints::default()).value;
        prop_assert!(sums_to(&text, &recovered), "{:?}", recovered.ledger);
        let account = Account::of(&recovered.ledger, &bytes);
        prop_assert_eq!(account.sum(), bytes.len() as u64, "{:?}", account);
    }
}

/// A text in one of the encodings that are told by their bytes.
fn encoded(text: &str, encoding: i32) -> Vec<u8> {
    let units = text.encode_utf16();
    match encoding {
        0 => text.as_bytes().to_vec(),
        1 => [b"\xEF\xBB\xBF", text.as_bytes()].concat(),
        2 => std::iter::once(0xFEFF).chain(units).flat_map(u16::to_le_bytes).collect(),
        3 => std::iter::once(0xFEFF).chain(units).flat_map(u16::to_be_bytes).collect(),
        _ => text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(0x80)).collect(),
    }
}
