//! Rich text as lines that a person can read.

use std::fmt::Write;

use pliego::interchange::rich::{
    RichBlock, RichCell, RichDocument, RichImage, RichInline,
};

/// Renders a document: metadata, blocks, media, omissions.
pub(crate) fn render(document: &RichDocument) -> String {
    let mut out = String::new();
    let metadata = &document.metadata;
    let mut fact = |name: &str, value: &str| {
        if !value.is_empty() {
            writeln!(out, "{name}: {value}").expect("a string takes all");
        }
    };
    fact("title", &inlines(&metadata.title));
    fact("subtitle", &inlines(&metadata.subtitle));
    fact("authors", &metadata.authors.join(" & "));
    fact("date", metadata.date.as_deref().unwrap_or_default());
    fact("language", metadata.language.as_deref().unwrap_or_default());
    for (name, value) in &metadata.others {
        fact(name, value);
    }
    for one in &document.blocks {
        block(one, 0, &mut out);
    }
    for (name, bytes) in &document.media {
        writeln!(out, "media {name}: {} bytes", bytes.len()).expect("a string takes all");
    }
    for omission in &document.omissions {
        let text = omission.text.replace('\n', " / ");
        writeln!(out, "omitted at {}: {} [{text}]", omission.block, omission.what)
            .expect("a string takes all");
    }
    out
}

fn block(block: &RichBlock, depth: usize, out: &mut String) {
    let indent = "  ".repeat(depth);
    let mut line = |text: String| {
        out.push_str(&indent);
        out.push_str(&text);
        out.push('\n');
    };
    match block {
        RichBlock::Paragraph { style, content } if style.is_empty() => {
            line(format!("p {}", inlines(content)));
        }
        RichBlock::Paragraph { style, content } => {
            line(format!("p.{style} {}", inlines(content)));
        }
        RichBlock::Heading { level, id, content } => {
            let id = id.as_ref().map(|id| format!("#{id}")).unwrap_or_default();
            line(format!("h{level}{id} {}", inlines(content)));
        }
        RichBlock::Quotation(inner) => {
            line("quotation".to_owned());
            blocks(inner, depth, out);
        }
        RichBlock::Lines(lines) => {
            for one in lines {
                line(format!("line {}", inlines(one)));
            }
        }
        RichBlock::List { numbering, items } => {
            let kind = numbering.map_or("bullets".to_owned(), |n| {
                let numerals = n.numbering.numerals;
                format!("numbers from {} {numerals:?}", n.start)
            });
            line(kind);
            for item in items {
                out.push_str(&indent);
                out.push_str("-\n");
                blocks(item, depth, out);
            }
        }
        RichBlock::Definitions(definitions) => {
            for (term, meanings) in definitions {
                out.extend([&indent, "term ", &inlines(term), "\n"]);
                for meaning in meanings {
                    blocks(meaning, depth, out);
                }
            }
        }
        RichBlock::Table(table) => {
            line(format!("table {:?} {}", table.columns, inlines(&table.caption)));
            rows("head", &table.head, depth + 1, out);
            rows("row", &table.body, depth + 1, out);
        }
        RichBlock::Figure { image, caption } => {
            line(format!("figure {} {}", picture(image), inlines(caption)));
        }
        RichBlock::Preformatted(text) => line(format!("preformatted {text:?}")),
        RichBlock::Division { classes, blocks: inner, .. } => {
            line(format!("division {}", classes.join(" ")));
            blocks(inner, depth, out);
        }
        RichBlock::Rule => line("rule".to_owned()),
    }
}

fn blocks(inner: &[RichBlock], depth: usize, out: &mut String) {
    for one in inner {
        block(one, depth + 1, out);
    }
}

fn rows(name: &str, rows: &[Vec<RichCell>], depth: usize, out: &mut String) {
    let indent = "  ".repeat(depth);
    for row in rows {
        out.extend([&indent, name, "\n"]);
        for cell in row {
            writeln!(out, "{indent}cell {}x{}", cell.columns, cell.rows)
                .expect("a string takes all");
            blocks(&cell.blocks, depth, out);
        }
    }
}

fn picture(image: &RichImage) -> String {
    let width = image.width.as_deref().unwrap_or("-");
    format!("({}|{}|{}|{width})", image.address, image.alternative, image.title)
}

/// Renders inlines on one line.
pub(crate) fn inlines(content: &[RichInline]) -> String {
    content.iter().map(inline).collect()
}

fn inline(inline: &RichInline) -> String {
    let enclose =
        |name: &str, content: &[RichInline]| format!("<{name} {}>", inlines(content));
    match inline {
        RichInline::Text(text) => text.clone(),
        RichInline::Emphasis(content) => enclose("em", content),
        RichInline::Strong(content) => enclose("strong", content),
        RichInline::Underline(content) => enclose("u", content),
        RichInline::Strikeout(content) => enclose("s", content),
        RichInline::Superscript(content) => enclose("sup", content),
        RichInline::Subscript(content) => enclose("sub", content),
        RichInline::SmallCaps(content) => enclose("sc", content),
        RichInline::Span { language, id, content, .. } => {
            let id = id.as_ref().map(|id| format!("#{id}")).unwrap_or_default();
            enclose(&format!("span{id} {}", language.as_deref().unwrap_or("-")), content)
        }
        RichInline::Link { target, content } => enclose(&format!("a {target}"), content),
        RichInline::Image(image) => picture(image),
        RichInline::Code(text) => format!("<code {text}>"),
        RichInline::Math { display, tex } => {
            if *display {
                format!("$${tex}$$")
            } else {
                format!("${tex}$")
            }
        }
        RichInline::LineBreak => " \\ ".to_owned(),
        RichInline::Note { kind, blocks: inner } => {
            let mut text = String::new();
            blocks(inner, 0, &mut text);
            let lines: Vec<&str> = text.lines().map(str::trim).collect();
            format!("<{kind:?}: {}>", lines.join(" / "))
        }
        RichInline::PageBreak(number) => format!("<page {number}>"),
    }
}
