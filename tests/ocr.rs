//! Files of OCR programs and what they become.
//!
//! A case is a file in `tests/ocr` and the text beside it: for each line of the transcript its
//! size, its inset and its distance from the line above (in thousandths of the usual ones),
//! bold and italic per cent, `A` if it is of the page and not of the text, and the role in
//! the file. Suspects and problems are at the end.

#![expect(clippy::disallowed_methods, reason = "a test writes its cases")]

use std::fmt::Write;

use pliego::book::markdown;
use pliego::diagnostic::Diagnostic;
use pliego::recover::{Hints, recover};
use pliego::source::ocr::{
    OcrFormat, OcrPage, OcrProblem, OcrRole, ReadOcrError, detect_ocr_format, read_ocr,
    read_ocr_pages, write_transcript,
};
use pliego::source::pdf::PdfAccess;
use pliego::source::read_document;
use pliego::text::span::FileId;

const CASES: [(&str, &str, &str); 8] = [
    ("letters.hocr", include_str!("ocr/letters.hocr"), include_str!("ocr/letters.txt")),
    (
        "tesseract.hocr",
        include_str!("ocr/tesseract.hocr"),
        include_str!("ocr/tesseract.txt"),
    ),
    (
        "ill_formed.hocr",
        include_str!("ocr/ill_formed.hocr"),
        include_str!("ocr/ill_formed.txt"),
    ),
    (
        "margins.alto.xml",
        include_str!("ocr/margins.alto.xml"),
        include_str!("ocr/margins.txt"),
    ),
    ("zones.alto.xml", include_str!("ocr/zones.alto.xml"), include_str!("ocr/zones.txt")),
    (
        "transkribus.page.xml",
        include_str!("ocr/transkribus.page.xml"),
        include_str!("ocr/transkribus.txt"),
    ),
    (
        "nested.page.xml",
        include_str!("ocr/nested.page.xml"),
        include_str!("ocr/nested.txt"),
    ),
    (
        "open_book.page.xml",
        include_str!("ocr/open_book.page.xml"),
        include_str!("ocr/open_book.txt"),
    ),
];

#[test]
fn files_become_text() {
    let mut differing = String::new();
    for (name, file, expected) in CASES {
        let (pages, problems) = read_ocr(file.as_bytes()).expect(name);
        let found = describe(&pages, &problems);
        if found == expected {
            continue;
        }
        if std::env::var_os("UPDATE_EXPECTED").is_some() {
            let stem = name.split('.').next().unwrap();
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/ocr");
            std::fs::write(format!("{folder}/{stem}.txt"), &found).unwrap();
        }
        let _ = writeln!(differing, "=== {name}\n{found}");
    }
    assert!(differing.is_empty(), "these cases differ:\n{differing}");
}

fn describe(pages: &[OcrPage], problems: &[OcrProblem]) -> String {
    let transcript = write_transcript(pages);
    let mut description = String::new();
    let mut lines = pages.iter().flat_map(|page| &page.lines);
    let texts: Vec<&str> = transcript.text.split('\n').collect();
    for (text, look) in texts.iter().zip(&transcript.looks) {
        if text.is_empty() {
            description.push('\n');
            continue;
        }
        let role = lines.next().map(|line| line.role).unwrap_or_default();
        let _ = writeln!(
            description,
            "{:4} {:6} {:5} {:3} {:3} {} {:11} |{}",
            look.size,
            look.left,
            look.leading,
            look.bold,
            look.italic,
            if look.artifact { 'A' } else { '-' },
            format!("{role:?}"),
            text.replace('\u{C}', "<FF>"),
        );
    }
    for suspect in &transcript.suspects {
        let line = texts.get(suspect.line).copied().unwrap_or_default();
        let word = line.trim_start_matches('\u{C}').get(suspect.range.clone());
        let confidence = suspect.confidence;
        let _ = writeln!(description, "suspect {confidence} {}", word.unwrap_or("?"));
    }
    for problem in problems {
        let _ = writeln!(description, "problem: {problem}");
    }
    description
}

#[test]
fn formats_are_distinguished() {
    let detect = |file: &str| detect_ocr_format(file.as_bytes());
    assert_eq!(detect("<div class='ocr_page'>"), Some(OcrFormat::Hocr));
    assert_eq!(detect("<meta name='ocr-system' content='x'>"), Some(OcrFormat::Hocr));
    assert_eq!(detect("<!-- x --><alto xmlns='u'>"), Some(OcrFormat::Alto));
    assert_eq!(detect("\u{FEFF}<?xml?><ns0:alto>"), Some(OcrFormat::Alto));
    assert_eq!(detect("<PcGts>"), Some(OcrFormat::Page));
    assert_eq!(detect("<html><body><p>ocr_page</p>"), None);
    assert_eq!(detect("alto"), None);
    assert_eq!(detect(""), None);
    let wide: Vec<u8> =
        "\u{FEFF}<alto>".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(detect_ocr_format(&wide), Some(OcrFormat::Alto));
}

#[test]
fn files_of_a_folder_are_one_document() {
    let page =
        |text: &str| format!("<p class='ocr_page'><i class='ocr_line'>{text}</i></p>");
    let (ten, nine, one) = (page("ten"), page("nine"), page("one"));
    let files: [(&str, &[u8]); 4] = [
        ("p10.html", ten.as_bytes()),
        ("mets.xml", b"<mets/>"),
        ("p9.html", nine.as_bytes()),
        ("p01.html", one.as_bytes()),
    ];
    let (pages, problems) = read_ocr_pages(&files).expect("three files are hOCR");
    let read: Vec<_> = pages.iter().map(|page| (page.number, page.lines.len())).collect();
    assert_eq!(read, [(1, 1), (2, 1), (3, 1)]);
    assert_eq!(write_transcript(&pages).text, "one\n\u{C}nine\n\u{C}ten\n");
    assert_eq!(
        problems.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["mets.xml: the file is neither hOCR nor ALTO nor PAGE XML and was left out"]
    );
}

/// A PAGE file of regions: the type of each, and its lines. All lines look alike.
fn page_of_regions(regions: &[(&str, &[&str])]) -> String {
    let mut y = 100;
    let mut written = String::new();
    for (kind, lines) in regions {
        let _ = write!(written, "<TextRegion type='{kind}'>");
        for line in *lines {
            let (right, bottom) = (100 + 16 * line.chars().count(), y + 30);
            let _ = write!(
                written,
                "<TextLine><Coords points='100,{y} {right},{bottom}'/>\
                 <TextEquiv><Unicode>{line}</Unicode></TextEquiv></TextLine>"
            );
            y += 40;
        }
        written.push_str("</TextRegion>");
    }
    format!("<PcGts><Page imageWidth='1400' imageHeight='2000'>{written}</Page></PcGts>")
}

fn recover_page(file: &str) -> String {
    let access = PdfAccess::default();
    let read = read_document(FileId(0), "mill.xml", file.as_bytes(), &access).unwrap();
    markdown::write(&recover(&read.value, &Hints::default()).value.document)
}

const SUMMER: [&str; 4] = [
    "The mill stood still all summer, because the river was so low that no",
    "wheel could turn in it, and the rags lay in the loft until the rain came",
    "back in October. Then the whole village heard it, and the children ran",
    "down to the weir to see the first sheets hang on the lines of the loft.",
];

#[test]
fn a_heading_by_its_role_is_a_heading() {
    let first = ["The mill at the bend"];
    let second = ["The year of the low river, and", "what became of the rags"];
    let with_role = |role: &str| {
        let regions = [(role, &first[..]), ("paragraph", &SUMMER)];
        let more = [("paragraph", &SUMMER[..]), (role, &second), ("paragraph", &SUMMER)];
        recover_page(&page_of_regions(&[&regions[..], &more[..]].concat()))
    };
    let heading = "\n\n# The year of the low river, and what became of the rags\n\n";
    assert!(with_role("heading").contains(heading), "{}", with_role("heading"));
    assert!(!with_role("paragraph").contains(heading), "{}", with_role("paragraph"));
}

#[test]
fn a_file_that_calls_most_lines_headings_says_nothing() {
    let regions = [("heading", &SUMMER[..]), ("paragraph", &SUMMER[..])];
    let as_text = [("paragraph", &SUMMER[..]), ("paragraph", &SUMMER[..])];
    let [said, text] =
        [&regions, &as_text].map(|one| recover_page(&page_of_regions(one)));
    assert_eq!(said, text);
}

#[test]
fn a_note_by_its_role_is_a_note() {
    let text = [
        "The sheets hung in the loft, which was the driest room.1 They were all",
        "counted twice, and the rags were counted as well, by the same hand.",
    ];
    let note = [
        "1 Once by the miller, and once by his daughter, who could count to a",
        "hundred.",
    ];
    let regions = [("paragraph", &SUMMER[..]), ("paragraph", &text), ("footnote", &note)];
    let recovered = recover_page(&page_of_regions(&regions));
    assert!(
        recovered.ends_with(
            "[^1]: Once by the miller, and once by his daughter, who could count to a hundred.\n"
        ),
        "{recovered}"
    );
}

/// A page whose marks were read as `first` and `second`, with two notes at its foot.
fn page_with_marks(first: &str, second: &str) -> String {
    let text = [
        SUMMER[0].to_owned(),
        SUMMER[1].to_owned(),
        format!(
            "back in October{first}. Then the whole village heard it, and the children"
        ),
        format!(
            "ran down to the weir{second} to see the first sheets hang on the lines of the"
        ),
        "loft. What a mill! And nobody had to turn it by hand any more.".to_owned(),
    ];
    let notes = [
        "1 On the ninth, by the account book.",
        "2 It was of oak, and older than the mill.",
    ];
    let text: Vec<&str> = text.iter().map(String::as_str).collect();
    page_of_regions(&[("paragraph", &text), ("paragraph", &notes)])
}

#[test]
fn marks_read_as_signs_are_marks() {
    let recovered = recover_page(&page_with_marks("!", "?"));
    assert!(recovered.contains("back in October[^1]. Then"), "{recovered}");
    assert!(recovered.contains("to the weir[^2] to see"), "{recovered}");
    assert!(recovered.contains("What a mill! And"), "{recovered}");
    assert!(
        recovered.ends_with("[^2]: It was of oak, and older than the mill.\n"),
        "{recovered}"
    );
}

#[test]
fn signs_without_labels_are_signs() {
    let text =
        ["“What a mill!” he said, and “what a river!” he said, and “why?” they said."];
    let recovered =
        recover_page(&page_of_regions(&[("paragraph", &SUMMER), ("paragraph", &text)]));
    assert!(recovered.contains(text[0]), "{recovered}");
}

#[test]
fn what_is_no_page_is_an_error() {
    assert_eq!(read_ocr(b"<html>"), Err(ReadOcrError::NoFormat));
    assert_eq!(read_ocr(b"<alto></alto>"), Err(ReadOcrError::NoPage));
    assert_eq!(read_ocr_pages(&[("a", b"x")]), Err(ReadOcrError::NoFormat));
    for begin in ["<alto><Page>", "<PcGts><Page>", "<div class='ocr_page'>"] {
        let deep = format!("{begin}\n{}", "<ComposedBlock>".repeat(100_000));
        let error = read_ocr(deep.as_bytes()).expect_err("it is too deep");
        assert_eq!(error, ReadOcrError::TooDeep { line: 2, limit: 200 });
    }
}

#[test]
fn alto_blocks_follow_each_other_as_they_say() {
    let block = |id: &str, next: &str| {
        format!(
            "<TextBlock ID='{id}' {next}><TextLine><String CONTENT='{id}'/></TextLine>\
             </TextBlock>"
        )
    };
    let blocks = [
        block("c", ""),
        block("a", "IDNEXT='b'"),
        block("d", ""),
        block("b", "IDNEXT='c'"),
        block("x", "IDNEXT='y'"),
        block("y", "IDNEXT='x'"),
    ];
    let file =
        format!("<alto><Page><PrintSpace>{}</PrintSpace></Page></alto>", blocks.concat());
    let (pages, _) = read_ocr(file.as_bytes()).expect("it is ALTO");
    assert_eq!(write_transcript(&pages).text, "a\nb\nc\nd\nx\ny\n");
}

/// A sheet with text on both pages, and one with text on the left one.
const FULL: [&[&str]; 2] = [&SUMMER, &SUMMER];
const LEFT: [&[&str]; 2] = [&SUMMER, &[]];

/// A PAGE file of a sheet for each pair of texts, whose right halves begin at `right`.
fn open_book(sheets: &[[&[&str]; 2]], right: usize) -> String {
    let mut pages = String::new();
    for halves in sheets {
        pages.push_str("<Page imageWidth='2480' imageHeight='1600'>");
        for (left, lines) in [160, right].into_iter().zip(halves) {
            let _ = write!(pages, "<TextRegion type='paragraph'>");
            for (line, y) in lines.iter().zip((200..).step_by(60)) {
                let (end, foot) = (left + 12 * line.chars().count(), y + 36);
                let _ = write!(
                    pages,
                    "<TextLine><Coords points='{left},{y} {end},{foot}'/><TextEquiv>\
                     <Unicode>{line}</Unicode></TextEquiv></TextLine>"
                );
            }
            pages.push_str("</TextRegion>");
        }
        pages.push_str("</Page>");
    }
    format!("<PcGts>{pages}</PcGts>")
}

fn count_pages(file: &str) -> usize {
    read_ocr(file.as_bytes()).expect("it is PAGE").0.len()
}

#[test]
fn facing_pages_are_divided_and_reported() {
    let file = open_book(&[FULL; 3], 1360);
    assert_eq!(count_pages(&file), 6);
    let access = PdfAccess::default();
    let read = read_document(FileId(0), "mill.xml", file.as_bytes(), &access).unwrap();
    let codes: Vec<_> = read.diagnostics.iter().map(|found| found.code.0).collect();
    assert_eq!(codes, ["s-016"]);
    assert!(read.value.has_facing_pages);
}

#[test]
fn a_picture_on_one_of_the_facing_pages_is_no_matter() {
    let file = open_book(&[FULL, LEFT, FULL], 1360);
    let (pages, _) = read_ocr(file.as_bytes()).expect("it is PAGE");
    let lines: Vec<_> = pages.iter().map(|page| (page.sheet, page.lines.len())).collect();
    let expected = [(1, 4), (1, 4), (2, 4), (2, 0), (3, 4), (3, 4)];
    assert_eq!(lines, expected.map(|(sheet, lines)| (Some(sheet), lines)));
}

#[test]
fn what_is_no_open_book_is_not_divided() {
    // Two sheets are no habit, and between columns is less white than between pages.
    assert_eq!(count_pages(&open_book(&[FULL; 2], 1360)), 2);
    assert_eq!(count_pages(&open_book(&[FULL; 3], 1100)), 3);
    // On most pages, one half has no text: notes beside slides.
    assert_eq!(count_pages(&open_book(&[FULL, LEFT, LEFT], 1360)), 3);
}

/// An ALTO file of lines. Its program is 96 % sure of each word, or as sure as the number
/// behind its tilde says.
fn with_confidences(text: &str) -> String {
    let mut lines = String::new();
    for (line, y) in text.lines().zip((100..).step_by(40)) {
        let _ =
            write!(lines, "<TextLine HPOS='100' VPOS='{y}' WIDTH='1400' HEIGHT='30'>");
        for word in line.split(' ') {
            let (word, percent) = word.split_once('~').unwrap_or((word, "96"));
            let _ = write!(lines, "<String WC='0.{percent}' CONTENT='{word}'/><SP/>");
        }
        lines.push_str("</TextLine>");
    }
    format!(
        "<alto><Layout><Page WIDTH='1600' HEIGHT='2400'><PrintSpace><TextBlock>{lines}\
         </TextBlock></PrintSpace></Page></Layout></alto>"
    )
}

/// What is reported of the words of a text with confidences.
fn report_words(text: &str) -> Vec<String> {
    let (access, file) = (PdfAccess::default(), with_confidences(text));
    let read = read_document(FileId(0), "mill.xml", file.as_bytes(), &access).unwrap();
    let found = recover(&read.value, &Hints::default()).diagnostics;
    let of_words = found.iter().filter(|one| matches!(one.code.0, "r-215" | "r-216"));
    let say = |one: &Diagnostic| {
        format!(
            "{} {}; {}",
            one.confidence.unwrap_or_default() / 10,
            one.message,
            one.hints.join("; ")
        )
    };
    of_words.map(say).collect()
}

/// A text in which `mo1ino` is one word and `lapuerta` another, as sure as these say.
fn mill(misread: &str, joined: &str) -> String {
    format!(
        "El maestro abrió la puerta del molino antes del alba y contó los sacos que\n\
         quedaban junto a la puerta del granero. El molino no tenía dueño, y el maestro\n\
         lo sabía; pero contaba los sacos del molino todas las mañanas, y cada mañana\n\
         faltaba uno. Cuando el agua bajaba, el mo1ino~{misread} callaba, y el maestro leía a la\n\
         luz de lapuerta~{joined} lo que quedaba de los libros del molino. El agua volvía en\n\
         abril, y con ella los carros, los sacos y la gente del molino, que esperaba su\n\
         harina a la puerta. Así fue todos los años, y el maestro decía que era el último.\n\
         Y cuando bajó el agua, cayó por fin el molino, y con el molino también la casa;\n\
         el maestro también, y también los sacos."
    )
}

#[test]
fn a_word_of_which_the_program_is_sure_is_no_suspect() {
    assert_eq!(report_words(&mill("97", "97")), Vec::<String>::new());
    let unsure = report_words(&mill("41", "97"));
    let expected = "99 'mo1ino' may be a misreading of 'molino'; 'molino' occurs 7 times; \
                    the OCR program is 41 % sure of 'mo1ino'";
    assert_eq!(unsure, [expected]);
    let joined = report_words(&mill("97", "41"));
    assert_eq!(joined, ["73 'lapuerta' may be two words, 'la puerta'; "]);
}

#[test]
fn columns_are_measured_each_by_itself() {
    let mut file = String::from("<div class='ocr_page' title='bbox 0 0 1700 2400'>");
    for (column, left) in [(0, 100), (1, 900)] {
        file.push_str("<div class='ocr_carea'>");
        for line in 0..6 {
            let left = if line == 2 { left + 60 } else { left };
            let (top, right) = (200 + line * 50, 700 + 800 * column);
            let _ = write!(
                file,
                "<span class='ocr_line' title='bbox {left} {top} {right} {}; x_size 40'>\
                 column {column} line {line}</span>",
                top + 40
            );
        }
        file.push_str("</div>");
    }
    let (pages, _) = read_ocr(file.as_bytes()).expect("it is hOCR");
    let lines: Vec<_> = pages.iter().flat_map(|page| &page.lines).collect();
    let columns: Vec<u8> = lines.iter().map(|line| line.column).collect();
    assert_eq!(columns, [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]);
    let begins: Vec<bool> = lines.iter().map(|line| line.leading.is_none()).collect();
    assert_eq!(begins.iter().filter(|begins| **begins).count(), 2);
    let text = write_transcript(&pages).text;
    let indented: Vec<&str> = text.lines().filter(|line| line.starts_with(' ')).collect();
    assert_eq!(indented, ["   column 0 line 2", "   column 1 line 2"]);
}

#[test]
fn page_that_is_askew_is_turned_upright() {
    // Two degrees: the left edge runs off by two ems.
    let mut file = String::from("<div class='ocr_page' title='bbox 0 0 1700 2400'>");
    for line in 0..30 {
        let indent = if line % 10 == 0 { 60 } else { 0 };
        let left = 300 + indent - line * 50 * 35 / 1000;
        let (right, top) = (1500 - line * 50 * 35 / 1000, 200 + line * 50);
        let fall = (right - left) * 35 / 1000;
        let _ = write!(
            file,
            "<span class='ocr_line' title='bbox {left} {top} {right} {}; baseline 0.035 {}; \
             x_size 40'>line {line}</span>",
            top + 40 + fall,
            -10 - fall,
        );
    }
    let (pages, _) = read_ocr(file.as_bytes()).expect("it is hOCR");
    let text = write_transcript(&pages).text;
    let indented: Vec<&str> = text.lines().filter(|line| line.starts_with(' ')).collect();
    assert_eq!(indented, ["   line 0", "   line 10", "   line 20"]);
}

#[test]
fn lines_of_the_page_are_no_text() {
    assert!(OcrRole::PageNumber.is_of_page() && OcrRole::Header.is_of_page());
    assert!(!OcrRole::Footnote.is_of_page() && !OcrRole::Text.is_of_page());
}

/// Whatever the bytes are, the parts of the result fit together.
fn check_promises(file: &[u8]) {
    let Ok((pages, _)) = read_ocr(file) else { return };
    for line in pages.iter().flat_map(|page| &page.lines) {
        let mut end = 0;
        for run in &line.runs {
            assert_eq!(run.text.start, end);
            end = run.text.end;
            assert!(line.text.get(run.text.start as usize..end as usize).is_some());
        }
        assert_eq!(end as usize, line.text.len());
        for word in &line.words {
            let (start, end) = (word.text.start as usize, word.text.end as usize);
            assert!(line.text.get(start..end).is_some_and(|word| !word.is_empty()));
        }
    }
    let transcript = write_transcript(&pages);
    assert_eq!(transcript.text.matches('\n').count(), transcript.looks.len());
    let texts: Vec<&str> = transcript.text.split('\n').collect();
    for suspect in &transcript.suspects {
        let text = texts.get(suspect.line).copied().unwrap_or_default();
        let text = text.trim_start_matches('\u{C}');
        assert!(text.get(suspect.range.clone()).is_some_and(|word| !word.is_empty()));
    }
}

#[test]
fn damaged_files_are_read() {
    // The constants are those of Knuth, TAOCP 2 §3.3.4, line 26.
    let mut state = 1_u64;
    let mut draw = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        usize::try_from(state >> 33).unwrap_or(0) % below.max(1)
    };
    let pieces =
        ["<", ">", "'", "\"", "&", "&#", "</", "<!--", "-1", "9999999999", "é", ";"];
    for _ in 0..3_000 {
        let (_, file, _) = CASES[draw(CASES.len())];
        let mut bytes = file.as_bytes().to_vec();
        for _ in 0..=draw(6) {
            let at = draw(bytes.len());
            match draw(4) {
                0 => bytes.truncate(at.max(40)),
                1 => bytes[at] = u8::try_from(draw(256)).unwrap_or(0),
                2 => {
                    let piece = pieces[draw(pieces.len())].bytes();
                    bytes.splice(at..at, piece);
                }
                _ => {
                    let end = (at + draw(300)).min(bytes.len());
                    let moved: Vec<u8> = bytes.drain(at..end).collect();
                    let to = draw(bytes.len());
                    bytes.splice(to..to, moved);
                }
            }
        }
        check_promises(&bytes);
    }
}

#[test]
fn repeated_markup_is_read() {
    let page = "<div class='ocr_page' title='bbox 0 0 10 10'>";
    let line = "<span class='ocr_line' title='bbox 1 1 5 5'>";
    let region = "<TextRegion><TextLine custom='textStyle {offset:0; length:2; bold:true;}'>\
                  <TextEquiv><Unicode>ab</Unicode></TextEquiv></TextLine></TextRegion>";
    let styles = "textStyle {offset:3; length:2; bold:true;} ".repeat(20_000);
    let capital = "<TextRegion type='drop-capital'><TextLine><Coords points='1,1 2,2'/>\
                   <TextEquiv><Unicode>A</Unicode></TextEquiv></TextLine></TextRegion>";
    let files = [
        page.to_owned() + &"<!--".repeat(200_000),
        page.to_owned() + &"<a b=\"".repeat(100_000),
        page.to_owned() + &"<![CDATA[<?x".repeat(100_000),
        page.to_owned() + &"</x>".repeat(200_000),
        page.to_owned() + &"<x>".repeat(190) + &"</y>".repeat(200_000),
        page.to_owned() + &line.repeat(20_000),
        page.to_owned() + &(line.to_owned() + "a").repeat(20_000),
        page.to_owned() + &"&amp;&".repeat(200_000),
        page.to_owned() + "<a " + &"b=c ".repeat(200_000),
        page.repeat(20_000),
        "<PcGts><Page>".to_owned() + &region.repeat(20_000),
        "<PcGts><Page>".to_owned() + &capital.repeat(10_000),
        format!(
            "<PcGts><Page><TextRegion><TextLine custom='{styles}'><TextEquiv><Unicode>{}\
             </Unicode></TextEquiv></TextLine></TextRegion>",
            "abc ".repeat(100_000)
        ),
        "<alto><Page>".to_owned() + &"<TextBlock ID='a' IDNEXT='a'>".repeat(190),
        "<alto><ReadingOrder>".to_owned() + &"<ElementRef REF='a'/>".repeat(100_000),
    ];
    for file in files {
        check_promises(file.as_bytes());
    }
}
