//! EPUBs that are made for some readers: what differs, and that nothing else does.

use std::collections::BTreeSet;

use pliego::audit::{self, AuditedDocument, Streams};
use pliego::book::assemble::{self, AssemblyItem, assemble};
use pliego::book::markdown;
use pliego::book::matter::notes::NotePlacement;
use pliego::book::metadata::Metadata;
use pliego::edition::epub::{EpubFlavour, epub};
use pliego::text::span::FileId;
use quick_xml::Reader;
use quick_xml::events::Event;

use crate::epub::tree::{Element, resolve};
use crate::epub::{Case, books, cases, dump, files, kepub, publish_as};

const ALL: [EpubFlavour; 4] =
    [EpubFlavour::Generic, EpubFlavour::Kobo, EpubFlavour::Kindle, EpubFlavour::Apple];

/// A book with a note of 5,000 characters and one of 5,001.
fn notes_of_all_sizes() -> String {
    let [long, longer] = [5000, 5001].map(|length| "ñ".repeat(length));
    format!(
        "---\ntitle: Notas\nlanguage: es\n---\n\nUna,[^1] otra[^2] y una más.[^3]\n\n\
         [^1]: Corta.\n\n[^2]: {long}\n\n[^3]: {longer}\n"
    )
}

fn notes_book() -> Case {
    let document = markdown::read(&notes_of_all_sizes(), FileId(0)).value;
    let contribution = assemble::AssemblyDocument { document, ..Default::default() };
    let book =
        assemble(vec![AssemblyItem::Document(contribution)], Metadata::default()).value;
    Case::new("notes", book, NotePlacement::Book, true)
}

/// A file as text, by the end of its name.
fn file(epub: &[u8], name: &str) -> Option<String> {
    let mut found = files(epub).into_iter();
    let (_, bytes) = found.find(|(path, _)| path.ends_with(name))?;
    Some(String::from_utf8(bytes).expect("UTF-8"))
}

#[test]
fn long_notes_are_links() {
    for (flavour, marks) in ALL.into_iter().zip([3, 2, 2, 3]) {
        let (made, _) = publish_as(&notes_book(), |one| epub(one, flavour));
        let text = file(&made, "chapter-1.xhtml").expect("the text");
        let notes = file(&made, "notes.xhtml").expect("the notes");
        assert_eq!(text.matches("role=\"doc-noteref\"").count(), marks, "{flavour:?}");
        assert_eq!(text.matches("epub:type=\"noteref\"").count(), marks, "{flavour:?}");
        assert_eq!(notes.matches("\"endnote footnote\"").count(), marks, "{flavour:?}");
        // All of them lead to their notes, and back.
        assert_eq!(text.matches("href=\"notes.xhtml#note-").count(), 3);
        assert_eq!(notes.matches("role=\"doc-backlink\"").count(), 3);
        let named = text.matches("aria-label=\"Nota 3\"").count();
        assert_eq!(named, 3 - marks, "a plain link says what it leads to");
    }
}

#[test]
fn audit_finds_notes_in_all_flavours() {
    let document = markdown::read(&notes_of_all_sizes(), FileId(0)).value;
    let mut source = Streams::default();
    source.begin_document(AuditedDocument {
        book: &Metadata::default(),
        document: &document,
        part: None,
        title: None,
        short: None,
        alone: true,
    });
    source.add_document(&document);
    let mut case = notes_book();
    case.has_cover = false;
    let made = ALL.map(|flavour| publish_as(&case, |one| epub(one, flavour)).0);
    for bytes in made.into_iter().chain([publish_as(&case, kepub).0]) {
        let edition = audit::epub::read_epub(&bytes).expect("an edition");
        let found = audit::reconcile(&source, &edition);
        assert_eq!(found.diagnostics, []);
        assert_eq!(found.notes, 3);
    }
}

#[test]
fn kindle_and_apple_differ() {
    for flavour in ALL {
        let (made, _) = publish_as(&notes_book(), |one| epub(one, flavour));
        let package = file(&made, "content.opf").expect("a package");
        assert!(package.contains("properties=\"cover-image\""), "{flavour:?}");
        let is_page = file(&made, "cover.xhtml").is_some();
        assert_eq!(is_page, flavour != EpubFlavour::Kindle, "{flavour:?}");
        let asks = package.contains("ibooks:specified-fonts");
        assert_eq!(asks, flavour == EpubFlavour::Apple, "{flavour:?}");
        assert_eq!(package.contains("prefix=\"ibooks:"), asks, "{flavour:?}");
    }
}

/// The text of the body of a file: what stands in spans, and what does not.
fn spanned(xhtml: &str) -> (String, String) {
    let mut reader = Reader::from_str(xhtml);
    let (mut inside, mut outside) = (String::new(), String::new());
    let (mut open, mut spans, mut kept, mut in_body) = (Vec::new(), 0, 0, false);
    loop {
        match reader.read_event().expect("well-formed XML") {
            Event::Start(start) => {
                let class = start.try_get_attribute("class").expect("attributes");
                let is_span = class.is_some_and(|class| &*class.value == "koboSpan");
                let is_kept = start.name().as_ref() == "pre";
                in_body |= start.name().as_ref() == "body";
                spans += usize::from(is_span);
                kept += usize::from(is_kept);
                open.push((is_span, is_kept));
            }
            Event::End(_) => {
                let (is_span, is_kept) = open.pop().expect("an open element");
                spans -= usize::from(is_span);
                kept -= usize::from(is_kept);
            }
            Event::Text(text) if in_body => {
                assert!(spans == 0 || kept == 0, "no span in preformatted text");
                assert!(spans < 2, "no span in a span");
                let into = if spans > 0 || kept > 0 { &mut inside } else { &mut outside };
                into.push_str(&text);
            }
            Event::GeneralRef(entity) if in_body => {
                let into = if spans > 0 || kept > 0 { &mut inside } else { &mut outside };
                into.push('&');
                into.push_str(entity.as_ref());
                into.push(';');
            }
            Event::Eof => return (inside, outside),
            _ => {}
        }
    }
}

fn without_spaces(text: &str) -> String {
    text.split_whitespace().collect()
}

#[test]
fn kobo_spans_cover_the_text() {
    for case in cases() {
        let plain = files(&publish_as(&case, |one| epub(one, EpubFlavour::Kobo)).0);
        let spans = files(&publish_as(&case, kepub).0);
        assert_eq!(
            plain.keys().collect::<Vec<_>>(),
            spans.keys().collect::<Vec<_>>(),
            "{}",
            case.name
        );
        for (name, bytes) in &spans {
            let text = std::str::from_utf8(bytes).unwrap_or_default();
            if !name.starts_with("OEBPS/text/") {
                assert!(!text.contains("koboSpan"), "{name}");
                assert_eq!(*bytes, plain[name], "{name}");
                continue;
            }
            let before = std::str::from_utf8(&plain[name]).expect("UTF-8");
            let (inside, outside) = spanned(text);
            let (_, all) =
                spanned(&before.replace("<pre>", "<div>").replace("</pre>", "</div>"));
            assert_eq!(outside.trim(), "", "{name} of {}", case.name);
            assert_eq!(without_spaces(&inside), without_spaces(&all), "{name}");
            let bare = without_kobo(text);
            assert_eq!(bare, before.replace('\n', ""), "{name} of {}", case.name);
        }
    }
}

/// A file without Kobo's markup and without line ends.
fn without_kobo(text: &str) -> String {
    let mut bare = String::new();
    let mut rest = text;
    // Spans of Kobo hold no other spans, so that the next end is theirs.
    while let Some((before, span)) = rest.split_once("<span class=\"koboSpan\"") {
        let (_, span) = span.split_once('>').expect("the end of a tag");
        let (inner, after) = span.split_once("</span>").expect("the end of a span");
        bare.push_str(before);
        bare.push_str(inner);
        rest = after;
    }
    bare.push_str(rest);
    let bare = bare.replace("<div id=\"book-columns\">\n<div id=\"book-inner\">\n", "");
    bare.replace("</div>\n</div>\n</body>", "</body>").replace('\n', "")
}

#[test]
fn kobo_spans_are_numbered() {
    for case in cases() {
        let files = files(&publish_as(&case, kepub).0);
        let mut ids = BTreeSet::new();
        let mut links = Vec::new();
        let texts =
            files.iter().filter(|(name, _)| name.rsplit('.').next() == Some("xhtml"));
        for (name, bytes) in texts {
            let text = std::str::from_utf8(bytes).expect("UTF-8");
            let mut last = (0, 0);
            for element in Element::parse(text).all() {
                if let Some(id) = element.get("id") {
                    if let Some(place) = id.strip_prefix("kobo.") {
                        let (block, sentence) =
                            place.split_once('.').expect("two numbers");
                        let place: (u32, u32) = (
                            block.parse().expect("a number"),
                            sentence.parse().expect("a number"),
                        );
                        let follows =
                            place == (last.0, last.1 + 1) || place == (last.0 + 1, 1);
                        assert!(follows, "{place:?} after {last:?} in {name}");
                        last = place;
                    }
                    assert!(ids.insert(format!("{name}#{id}")), "{id} twice in {name}");
                }
                links.extend(element.get("href").map(|to| resolve(name, to)));
            }
        }
        for link in links.iter().filter(|link| !link.contains("://")) {
            assert!(ids.contains(link) || files.contains_key(link), "{link}");
        }
    }
}

#[test]
fn kepub_matches() {
    let case = Case::new("kepub", books::bare(), NotePlacement::Book, true);
    let (made, diagnostics) = publish_as(&case, kepub);
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(".");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(case.name, dump(&made, &diagnostics)));
}
