//! scratch
use pliego::book::block::*;
use pliego::book::inline::*;
use pliego::recover::zones::*;
use pliego::recover::*;
use pliego::source;
use pliego::text::span::*;
use std::fmt::Write;
fn load(text: &source::Text, path: &str) -> Zoned {
    if path == "-" {
        return pliego::recover::zones::find(text, &Hints::default()).value;
    }
    let s = std::fs::read_to_string(path).unwrap();
    let mut z = Zoned::default();
    let at = |a: &str, b: &str| -> Span {
        let (a, b): (u32, u32) = (a.parse().unwrap(), b.parse().unwrap());
        let l = text.lines.partition_point(|l| l.span.start <= a) - 1;
        Span { start: a, end: b, ..text.lines[l].span }
    };
    for l in s.lines() {
        let w: Vec<&str> = l.split_whitespace().collect();
        match w[0] {
            "notes" => z.notes = vec![ZonedNote::default(); w[1].parse().unwrap()],
            "label" => {
                z.notes[w[1].parse::<usize>().unwrap()].label = Some(at(w[2], w[3]))
            }
            "mark" => z.marks.push(Mark {
                span: at(w[1], w[2]),
                note: w[3].parse().unwrap(),
                confidence: 1000,
            }),
            "pages" => {
                z.page_starts = w[1..].iter().map(|x| x.parse().unwrap()).collect()
            }
            "zones" => {
                z.zones = w[1..]
                    .iter()
                    .map(|x| match x.chars().next().unwrap() {
                        '.' => Zone::Blank,
                        'B' => Zone::Body,
                        'F' => Zone::Furniture(RemovalKind::RunningHead),
                        _ => Zone::Note { note: x[1..].parse().unwrap() },
                    })
                    .collect()
            }
            _ => {}
        }
    }
    for (i, zone) in z.zones.iter().enumerate() {
        if let Zone::Note { note } = zone {
            z.notes[*note].lines.push(i);
        }
    }
    assert_eq!(z.zones.len(), text.lines.len(), "{path}");
    z
}
struct Md {
    out: String,
    notes: Vec<String>,
}
impl Md {
    fn inl(&mut self, x: &[Inline]) -> String {
        let mut s = String::new();
        for i in x {
            match i {
                Inline::Text(t) => s.push_str(
                    &t.replace('\\', "\\\\")
                        .replace('*', "\\*")
                        .replace('#', "\\#")
                        .replace('[', "\\[")
                        .replace(']', "\\]")
                        .replace('<', "\\<")
                        .replace('_', "\\_")
                        .replace('`', "\\`")
                        .replace('$', "\\$")
                        .replace('~', "\\~")
                        .replace('^', "\\^")
                        .replace('>', "\\>")
                        .replace('@', "\\@"),
                ),
                Inline::Emphasis(c) | Inline::Strong(c) => {
                    let t = self.inl(c);
                    write!(s, "*{t}*").unwrap()
                }
                Inline::Foreign { content, .. } => {
                    let t = self.inl(content);
                    s.push_str(&t)
                }
                Inline::Note(n) => {
                    let k = self.notes.len();
                    self.notes.push(String::new());
                    let mut sub = Md { out: String::new(), notes: vec![] };
                    std::mem::swap(&mut sub.notes, &mut self.notes);
                    for b in &n.blocks {
                        sub.block(b, "");
                    }
                    std::mem::swap(&mut sub.notes, &mut self.notes);
                    let t: Vec<&str> = sub.out.trim_end().split("\n").collect();
                    self.notes[k] = t.join("\n    ");
                    write!(s, "[^{}]", k + 1).unwrap();
                }
                _ => {}
            }
        }
        s
    }
    fn block(&mut self, b: &Block, p: &str) {
        let esc = |s: String| {
            let mut s = s;
            for pre in ["- ", "+ "] {
                if s.starts_with(pre) {
                    s.insert(0, '\\');
                }
            }
            let d = s.find(|c: char| !c.is_alphanumeric()).unwrap_or(s.len());
            if d > 0
                && d < 5
                && (s[d..].starts_with(". ")
                    || s[d..].starts_with(") ")
                    || s[d..] == *".")
            {
                s.insert(d, '\\');
            }
            if s.starts_with('(') {
                s.insert(0, '\\');
            }
            s
        };
        match b {
            Block::Heading(h) => {
                let t = self.inl(&h.content);
                let t = esc(t);
                writeln!(self.out, "{p}{} {t}\n{p}", "#".repeat(h.level as usize))
                    .unwrap()
            }
            Block::Paragraph(x)
            | Block::Dateline(x)
            | Block::Salutation(x)
            | Block::Signature(x) => {
                let t = self.inl(&x.content);
                let t = esc(t);
                writeln!(self.out, "{p}{t}\n{p}").unwrap()
            }
            Block::Quotation(q) | Block::Epigraph(q) | Block::SourceNote(q) => {
                let p2 = format!("{p}> ");
                for b in q {
                    self.block(b, &p2);
                }
                writeln!(self.out, "{p}").unwrap()
            }
            Block::Verse(v) => {
                for st in &v.stanzas {
                    let n = st.lines.len();
                    for (i, l) in st.lines.iter().enumerate() {
                        let t = self.inl(l);
                        let t = esc(t);
                        writeln!(
                            self.out,
                            "{p}> {t}{}",
                            if i + 1 < n { "\\" } else { "" }
                        )
                        .unwrap()
                    }
                    writeln!(self.out, "{p}>").unwrap();
                }
                writeln!(self.out, "{p}").unwrap()
            }
            Block::List(l) => {
                for (k, it) in l.items.iter().enumerate() {
                    for b in it {
                        if let Block::Paragraph(x) = b {
                            let t = self.inl(&x.content);
                            match l.start {
                                Some(n) => {
                                    writeln!(self.out, "{p}{}. {t}", n as usize + k)
                                        .unwrap()
                                }
                                None => writeln!(self.out, "{p}- {t}").unwrap(),
                            }
                        }
                    }
                }
                writeln!(self.out, "{p}").unwrap()
            }
            Block::SceneBreak => writeln!(self.out, "{p}* * *\n{p}").unwrap(),
            Block::Preformatted(s) => writeln!(self.out, "{s}\n").unwrap(),
        }
    }
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let bytes = std::fs::read(&a[2]).unwrap();
    let text = source::read(FileId(0), &a[2], &bytes).unwrap().value;
    let z = load(&text, &a[3]);
    match a[1].as_str() {
        "obs" => {
            for (l, s) in blocks::observations(&text, &z) {
                println!("{l}\t{s}");
            }
        }
        "diag" => {
            let r = blocks::rebuild(&text, &z, &Hints::default());
            for d in r.diagnostics {
                println!(
                    "{:?} {} {:?} {:?} {:?}",
                    d.code.0,
                    d.message,
                    d.span.map(|s| s.line),
                    d.confidence,
                    d.hints
                );
            }
            println!("{:#?}", r.value.document.metadata);
        }
        "zones" => {
            for (i, zn) in z.zones.iter().enumerate() {
                println!("{:?}\t{}", zn, text.line(i));
            }
        }
        "time" => {
            let t = std::time::Instant::now();
            let r = blocks::rebuild(&text, &z, &Hints::default());
            println!("{:?} {}", t.elapsed(), r.value.document.blocks.len());
        }
        _ => {
            let r = blocks::rebuild(&text, &z, &Hints::default()).value;
            let mut m = Md { out: String::new(), notes: vec![] };
            if let Some(t) = &r.document.metadata.title {
                println!("# {t}\n");
                for a in &r.document.metadata.authors {
                    println!("{}\n", a.name);
                }
            }
            for b in &r.document.blocks {
                m.block(b, "");
            }
            print!("{}", m.out);
            for (i, n) in m.notes.iter().enumerate() {
                println!("[^{}]: {}\n", i + 1, n);
            }
        }
    }
}
