use pliego::book::block::*;
use pliego::book::matter::notes::NotePlacement;
use pliego::book::*;
use pliego::design::Design;
fn book_of(text: &str) -> Book {
    let document = pliego::book::markdown::read(text, Default::default()).value;
    let mut book = Book { metadata: document.metadata, divisions: vec![] };
    for block in document.blocks {
        match block {
            Block::Heading(h) if h.level == 1 => {
                let c =
                    Chapter { title: h.content, origin: h.origin, ..Default::default() };
                let plain = pliego::book::matter::contents::plain(&c.title);
                if let Some(t) = plain.strip_prefix("PARTE ") {
                    book.divisions.push(Division::Part(Part {
                        title: vec![inline::Inline::Text(t.into())],
                        chapters: vec![],
                    }));
                } else if let Some(Division::Part(p)) = book.divisions.last_mut() {
                    p.chapters.push(c)
                } else {
                    book.divisions.push(Division::Chapter(c));
                }
            }
            block => {
                if book.divisions.is_empty() {
                    book.divisions.push(Division::Chapter(Chapter::default()));
                }
                match book.divisions.last_mut().unwrap() {
                    Division::Chapter(c) => c.blocks.push(block),
                    Division::Part(p) => {
                        p.chapters.last_mut().unwrap().blocks.push(block)
                    }
                }
            }
        }
    }
    book
}
#[test]
fn try_book() {
    let path = std::env::var("TRY").unwrap();
    let out = std::env::var("OUT").unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let book = book_of(&text);
    let placement = match std::env::var("NOTES").as_deref() {
        Ok("chapter") => NotePlacement::Chapter,
        Ok("page") => NotePlacement::Page,
        _ => NotePlacement::Book,
    };
    let files = pliego::fonts::built_in();
    let fonts = pliego::typeset::font::Fonts::new(&files).unwrap().value;
    let mut design = Design::default();
    if std::env::var("ANY").is_ok() {
        design.chapter_start = pliego::design::ChapterStart::Any;
    }
    let t = std::time::Instant::now();
    let w = pliego::typeset::typeset(&book, &design, placement, &fonts);
    eprintln!("{:?} {} pages", t.elapsed(), w.value.pages.len());
    for d in &w.diagnostics {
        eprintln!("{} {}", d.code.0, d.message);
    }
    std::fs::write(format!("{out}.lines.txt"), pliego::typeset::dump::lines(&w.value))
        .unwrap();
    std::fs::write(format!("{out}.pages.txt"), pliego::typeset::dump::pages(&w.value))
        .unwrap();
    let publication = pliego::edition::Publication {
        book: &book,
        design: &design,
        notes: placement,
        fonts: &files,
        cover: None,
        made: None,
    };
    let t = std::time::Instant::now();
    let pdf = pliego::edition::pdf::pdf(
        &w.value,
        &pliego::edition::pdf::Particulars::of(&publication),
    )
    .unwrap();
    eprintln!("pdf {:?}", t.elapsed());
    std::fs::write(format!("{out}.pdf"), pdf).unwrap();
}
