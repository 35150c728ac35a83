//! A plain extraction of the pages that the program makes, as extractors do it that know
//! nothing of structure: glyphs in the order of the page, lines from top to bottom.
//!
//! It understands what the program writes and no more: `Tm` places each run, `TJ` shows it,
//! and a map says what its codes mean (ISO 32000-1 §9.4, §9.10.3).

use std::collections::BTreeMap;

use lopdf::content::Content;
use lopdf::{Dictionary, Document, Object};

/// Runs stand on one line if their baselines are nearer than this share of the type size:
/// the marks of notes are raised by a third of it.
const RAISED: f32 = 0.6;

/// A gap wider than this, in ems, is a space; wider than the other, several.
const GAPS: [f32; 2] = [0.1, 2.0];

/// A column of white space before a line, in ems.
const COLUMN: f32 = 0.45;

/// Lines further apart than this, in type sizes, have a blank line between them.
const APART: f32 = 1.8;

/// How lines are written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manner {
    /// As they follow one another.
    Plain,
    /// With white space before and between them, as on the page.
    LaidOut,
}

/// Glyphs shown at once.
struct Run {
    x: f32,
    y: f32,
    size: f32,
    /// Where its last glyph ends.
    end: f32,
    text: String,
}

/// A font, as far as it matters here.
struct Font {
    /// What its codes say.
    meaning: BTreeMap<u16, String>,
    /// How far its glyphs advance, in thousandths of an em.
    advances: BTreeMap<u16, f32>,
}

/// A line of a page.
struct Line {
    x: f32,
    y: f32,
    size: f32,
    end: f32,
    text: String,
}

/// The text of a PDF: lines, and a form feed between pages.
pub(crate) fn text(pdf: &[u8], manner: Manner) -> String {
    let document = Document::load_mem(pdf).unwrap();
    let pages = document.get_pages().into_values();
    let pages: Vec<String> =
        pages.map(|page| written(&lines(runs(&document, page)), manner)).collect();
    pages.join("\u{C}")
}

/// What a page shows, in the order of its content.
fn runs(document: &Document, page: lopdf::ObjectId) -> Vec<Run> {
    let fonts = document.get_page_fonts(page).unwrap().into_iter();
    let fonts: BTreeMap<Vec<u8>, Font> =
        fonts.map(|(name, font)| (name, Font::read(document, font))).collect();
    let content = document.get_page_content(page);
    let (mut font, mut size, mut at): (Option<&Font>, _, _) = (None, 0.0, (0.0, 0.0));
    // Space after letters, and the scale of all widths, in per cent (§9.3).
    let (mut spacing, mut scale) = (0.0, 100.0);
    // Where a replacement text stands for what is shown, and at what depth.
    let (mut depth, mut replaced): (usize, Option<(usize, String)>) = (0, None);
    let mut runs = Vec::new();
    for done in Content::decode(&content).unwrap().operations {
        let number = |place: usize| done.operands[place].as_float().unwrap();
        match (done.operator.as_str(), done.operands.as_slice()) {
            ("Tf", [name, _]) => {
                font = fonts.get(name.as_name().unwrap());
                size = number(1);
            }
            ("Tc", _) => spacing = number(0),
            ("Tz", _) => scale = number(0),
            ("Tm", _) => at = (number(4), number(5)),
            ("BMC", _) => depth += 1,
            ("BDC", [_, list]) => {
                depth += 1;
                let list = list.as_dict().ok();
                let said = list.and_then(|list| list.get(b"ActualText").ok());
                if let Some(said) =
                    said.and_then(|said| lopdf::decode_text_string(said).ok())
                {
                    replaced = Some((depth, said));
                }
            }
            ("EMC", _) => {
                if replaced.as_ref().is_some_and(|(at, _)| *at == depth) {
                    replaced = None;
                }
                depth -= 1;
            }
            ("TJ", [Object::Array(items)]) => {
                let Some(font) = font else { continue };
                let (mut shown, mut width) = (String::new(), 0.0);
                for item in items {
                    let codes = item.as_str().unwrap_or_default().chunks_exact(2);
                    for code in codes.map(|code| u16::from_be_bytes([code[0], code[1]])) {
                        shown.extend(font.meaning.get(&code).map(String::as_str));
                        width += font.advances[&code] / 1000.0 * size + spacing;
                    }
                    width -= item.as_float().unwrap_or_default() / 1000.0 * size;
                }
                // It is said once, at the first glyph that it stands for.
                let text = match &mut replaced {
                    Some((_, said)) => std::mem::take(said),
                    None => shown,
                };
                let end = at.0 + width * scale / 100.0;
                runs.push(Run { x: at.0, y: at.1, size, end, text });
            }
            _ => {}
        }
    }
    runs
}

impl Font {
    /// Reads a composite font (§9.7).
    fn read(document: &Document, font: &Dictionary) -> Self {
        let map = font.get_deref(b"ToUnicode", document).unwrap().as_stream().unwrap();
        let kin =
            font.get_deref(b"DescendantFonts", document).unwrap().as_array().unwrap();
        let kin = document.dereference(&kin[0]).unwrap().1.as_dict().unwrap();
        let widths = kin.get_deref(b"W", document).unwrap().as_array().unwrap();
        Self {
            meaning: codes(&map.get_plain_content().unwrap()),
            advances: advances(document, widths),
        }
    }
}

/// The advances of a font's glyphs (§9.7.4.3).
fn advances(document: &Document, widths: &[Object]) -> BTreeMap<u16, f32> {
    let code = |one: &Object| u16::try_from(one.as_i64().unwrap()).unwrap();
    let mut advances = BTreeMap::new();
    let mut rest = widths.iter().map(|one| document.dereference(one).unwrap().1);
    while let (Some(first), Some(next)) = (rest.next(), rest.next()) {
        if let Ok(list) = next.as_array() {
            advances.extend(
                (code(first)..).zip(list.iter().map(|one| one.as_float().unwrap())),
            );
        } else {
            let width = rest.next().unwrap().as_float().unwrap();
            advances.extend((code(first)..=code(next)).map(|code| (code, width)));
        }
    }
    advances
}

/// The codes of a font and what they say (ISO 32000-1 §9.10.3).
fn codes(map: &[u8]) -> BTreeMap<u16, String> {
    let unit = |digits: &[u8]| {
        u16::from_str_radix(std::str::from_utf8(digits).unwrap(), 16).unwrap()
    };
    let pair = |line: &str| {
        let (code, text) =
            line.strip_prefix('<')?.strip_suffix('>')?.split_once("> <")?;
        let units: Vec<u16> = text.as_bytes().chunks_exact(4).map(unit).collect();
        Some((u16::from_str_radix(code, 16).ok()?, String::from_utf16(&units).unwrap()))
    };
    std::str::from_utf8(map).unwrap().lines().filter_map(pair).collect()
}

/// The lines of a page, from top to bottom.
fn lines(runs: Vec<Run>) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for Run { x, y, size, end, text } in runs {
        let same = lines
            .iter_mut()
            .rev()
            .find(|line| (line.y - y).abs() < RAISED * line.size.max(size) && line.x < x);
        match same {
            Some(line) => {
                let gap = (x - line.end) / line.size;
                if gap > GAPS[1] {
                    line.text.push_str("    ");
                } else if gap > GAPS[0] && !line.text.ends_with(' ') {
                    line.text.push(' ');
                }
                line.text.push_str(&text);
                line.end = line.end.max(end);
            }
            None => lines.push(Line { x, y, size, end, text }),
        }
    }
    lines.sort_by(|one, other| other.y.total_cmp(&one.y));
    lines.retain(|line| !line.text.trim().is_empty());
    lines
}

/// The lines of a page as text.
fn written(lines: &[Line], manner: Manner) -> String {
    let margin = lines.iter().map(|line| line.x).fold(f32::MAX, f32::min);
    let mut written = String::new();
    let mut before: Option<&Line> = None;
    for line in lines {
        if manner == Manner::LaidOut {
            let apart = |before: &Line| before.y - line.y > APART * line.size;
            if before.is_some_and(apart) {
                written.push('\n');
            }
            let mut indent = (line.x - margin) / (COLUMN * line.size);
            while indent >= 1.0 {
                written.push(' ');
                indent -= 1.0;
            }
        }
        written.push_str(line.text.trim_end());
        written.push('\n');
        before = Some(line);
    }
    written
}
