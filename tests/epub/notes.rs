//! Notes of every shape, and those that lean on others.

use pliego::audit::{self, AuditedDocument, Streams};
use pliego::book::assemble::{self, AssemblyItem, assemble};
use pliego::book::matter::ibid::Ibid;
use pliego::book::matter::notes::NotePlacement;
use pliego::book::metadata::Metadata;
use pliego::book::{Document, markdown};
use pliego::diagnostic::Diagnostic;
use pliego::edition::Publication;
use pliego::edition::epub::{EpubFlavour, epub};
use pliego::text::span::FileId;

use crate::epub::{Case, as_publication, files};

/// Notes that lean on others, and what is between them.
const LEANING: &str = "---
title: Citas
language: es
---

# Uno

A[^1] b[^2] c[^3] d[^4] e[^5] f[^6] g[^7] h[^8] i[^*1] j[^*2].

# Dos

K[^9].

[^1]: Pérez, *Molinos & ríos*, p. 3.

[^2]: Ibídem, p. 4.

[^3]: «Id.», t. II.

[^4]: Véase *op. cit.* de Pérez, p. 9.

[^5]: Op. cit., p. 10.

[^6]: Íd.

[^7]: Una nota

    de dos párrafos.

[^8]: Ibid., p. 12.

[^*1]: *N. del T.*

[^*2]: Ibid.

[^9]: Ibíd. 7.
";

struct Published {
    document: Document,
    epub: Vec<u8>,
    diagnostics: Vec<Diagnostic>,
}

fn published(text: &str, ibid: Ibid) -> Published {
    let document = markdown::read(text, FileId(0)).value;
    let contribution =
        assemble::AssemblyDocument { document: document.clone(), ..Default::default() };
    let book =
        assemble(vec![AssemblyItem::Document(contribution)], Metadata::default()).value;
    let case = Case::new("notes", book, NotePlacement::Book, false);
    let made = as_publication(&case, |one| {
        epub(&Publication { ibid, ..*one }, EpubFlavour::Generic).expect("a package")
    });
    Published { document, epub: made.value, diagnostics: made.diagnostics }
}

fn text(epub: &[u8], name: &str) -> String {
    String::from_utf8(files(epub)[name].clone()).expect("UTF-8")
}

/// What an audit finds in an edition.
fn differences(document: &Document, epub: &[u8]) -> Vec<&'static str> {
    let mut source = Streams::default();
    source.begin_document(AuditedDocument {
        book: &Metadata::default(),
        document,
        part: None,
        title: None,
        short: None,
        alone: true,
    });
    source.add_document(document);
    let edition = audit::epub::read_epub(epub).expect("an edition");
    audit::reconcile(&source, &edition).diagnostics.iter().map(|d| d.code.0).collect()
}

#[test]
fn ibid_notes_are_reported() {
    let kept = published(LEANING, Ibid::Kept);
    let found: Vec<(&str, bool)> = kept
        .diagnostics
        .iter()
        .map(|found| (found.code.0, found.message.starts_with("7 notes ")))
        .collect();
    assert_eq!(found, [("e-011", true)], "{:?}", kept.diagnostics);
    assert!(!text(&kept.epub, "OEBPS/text/notes.xhtml").contains("completed"));
    assert_eq!(differences(&kept.document, &kept.epub), [""; 0]);
}

#[test]
fn ibid_notes_are_completed() {
    let completed = published(LEANING, Ibid::Completed);
    let notes = text(&completed.epub, "OEBPS/text/notes.xhtml");
    let said: Vec<&str> = notes
        .split("<p class=\"note\">")
        .skip(1)
        .map(|note| {
            let again = note.split("<span class=\"completed\">").nth(1);
            again.map_or("", |again| again.split("</span>").next().unwrap_or_default())
        })
        .collect();
    let pérez = "[1. Pérez, <em>Molinos &amp; ríos</em>, p. 3.]";
    assert_eq!(
        said,
        ["", pérez, pérez, "", "", "", "", "", "", "[* <em>N. del T.</em>]", ""]
    );
    assert!(completed.diagnostics[0].message.starts_with("4 of 7 notes"));
    assert_eq!(differences(&completed.document, &completed.epub), [""; 0]);
}

#[test]
fn false_completion_is_found() {
    let completed = published(LEANING, Ibid::Completed);
    let mut other = completed.document.clone();
    assert_eq!(differences(&other, &completed.epub), [""; 0]);
    // The first note of another source says another page: it and what repeats it differ.
    let text = LEANING.replace("p. 3.", "p. 33.");
    other = markdown::read(&text, FileId(0)).value;
    assert!(!differences(&other, &completed.epub).is_empty());
}

#[test]
fn every_note_has_number_and_backlink() {
    let source = "---
title: Formas
language: es
---

# El título[^1]

## Un apartado[^2]

Prosa[^3] y más[^4] y más.[^5]

[^1]: Del título.

[^2]: Del apartado.

[^3]: Primero.

    Segundo.

[^4]:
    <div class=\"verse\">

    Un verso\\
    y otro verso

    </div>

[^5]: Con otra.[^6]

[^6]: La otra.
";
    let made = published(source, Ibid::Kept);
    let notes = text(&made.epub, "OEBPS/text/notes.xhtml");
    let numbers: Vec<&str> = notes
        .split("role=\"doc-backlink\"")
        .skip(1)
        .filter_map(|rest| rest.split_once('>')?.1.split('<').next())
        .collect();
    assert_eq!(numbers, ["1.", "2.", "3.", "4.", "5.", "6."]);
    assert_eq!(notes.matches("<p class=\"note-number\">").count(), 1, "over the verse");
    let contents = text(&made.epub, "OEBPS/nav.xhtml");
    for title in [">El título</a>", ">Un apartado</a>"] {
        assert!(contents.contains(title), "{contents}");
    }
    assert!(!contents.contains("noteref"));
    assert_eq!(differences(&made.document, &made.epub), [""; 0]);
}
