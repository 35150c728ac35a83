//! Formulas in `MathML` become TeX.

use crate::interchange::office::markup::XmlElement;
use crate::interchange::office::tex::{
    brace, find_accent, push_formula_text, write_function, write_upright,
};

/// The TeX of a formula; `None` if it has something that this function does not know.
pub(super) fn convert_mathml(formula: &XmlElement) -> Option<String> {
    Some(write_children(formula)?.trim().to_owned())
}

fn write_children(element: &XmlElement) -> Option<String> {
    element.children().map(write_part).collect()
}

fn write_part(part: &XmlElement) -> Option<String> {
    Some(match part.name() {
        "math:mrow" | "math:mstyle" | "math:mpadded" | "math:math" | "math:mphantom" => {
            write_children(part)?
        }
        "math:semantics" => write_semantics(part)?,
        "math:mi" => write_identifier(&trimmed(part)),
        "math:mn" | "math:mo" => write_characters(&trimmed(part)),
        "math:mtext" => write_upright(&part.deep_text()),
        "math:mspace" => " ".to_owned(),
        "math:mfrac" => format!("\\frac{}{}", braced(part, 0)?, braced(part, 1)?),
        "math:msup" => format!("{}^{}", base(part)?, braced(part, 1)?),
        "math:msub" => format!("{}_{}", base(part)?, braced(part, 1)?),
        "math:msubsup" | "math:munderover" => {
            let (below, above) = (braced(part, 1)?, braced(part, 2)?);
            format!("{}_{below}^{above}", base(part)?)
        }
        "math:munder" => write_mark(part, '_', "underline")?,
        "math:mover" => write_mark(part, '^', "overline")?,
        "math:msqrt" => format!("\\sqrt{}", brace(&write_children(part)?)),
        "math:mroot" => {
            format!("\\sqrt[{}]{}", inside(part, 1)?.trim(), braced(part, 0)?)
        }
        "math:mtable" => write_rows(part)?,
        "math:mfenced" => {
            let (open, close) = (part.attribute("open"), part.attribute("close"));
            let inner = write_children(part)?;
            format!("{}{inner}{}", open.unwrap_or("("), close.unwrap_or(")"))
        }
        _ => return None,
    })
}

/// The TeX that a program kept goes before what can be made of the elements.
fn write_semantics(part: &XmlElement) -> Option<String> {
    let kept = part.children().find(|child| {
        child.name() == "math:annotation"
            && matches!(
                child.attribute("encoding"),
                Some("application/x-tex" | "TeX" | "LaTeX")
            )
    });
    match (kept, part.children().next()) {
        (Some(kept), _) => Some(kept.own_text().trim().to_owned()),
        (None, Some(first)) => write_part(first),
        (None, None) => Some(String::new()),
    }
}

fn write_identifier(name: &str) -> String {
    let is_word = name.chars().count() > 1;
    if is_word { write_function(name) } else { write_characters(name) }
}

fn write_characters(characters: &str) -> String {
    let mut tex = String::new();
    push_formula_text(characters, &mut tex);
    tex
}

fn write_mark(part: &XmlElement, sign: char, line: &str) -> Option<String> {
    let mark = part.children().nth(1)?;
    let text = trimmed(mark);
    let mut characters = text.chars();
    let single = characters.next().filter(|_| characters.next().is_none());
    let is_line = matches!(single, Some('\u{AF}' | '_' | '\u{332}' | '\u{203E}'));
    Some(if is_line && mark.name() == "math:mo" {
        format!("\\{line}{}", braced(part, 0)?)
    } else if let Some(accent) = single.filter(|_| sign == '^').and_then(find_accent) {
        format!("\\{accent}{}", braced(part, 0)?)
    } else {
        format!("{}{sign}{}", base(part)?, braced(part, 1)?)
    })
}

fn trimmed(part: &XmlElement) -> String {
    part.deep_text().trim().to_owned()
}

fn inside(part: &XmlElement, place: usize) -> Option<String> {
    write_part(part.children().nth(place)?)
}

fn braced(part: &XmlElement, place: usize) -> Option<String> {
    Some(brace(&inside(part, place)?))
}

/// The base of a script: a single character or command stands by itself.
fn base(part: &XmlElement) -> Option<String> {
    let base = inside(part, 0)?;
    let base = base.trim();
    let is_command =
        base.strip_prefix('\\').is_some_and(|name| name.chars().all(char::is_alphabetic));
    let is_simple = base.chars().count() == 1 || is_command;
    Some(if is_simple { base.to_owned() } else { brace(base) })
}

fn write_rows(part: &XmlElement) -> Option<String> {
    let mut rows = Vec::new();
    for row in part.children().filter(|child| child.name() == "math:mtr") {
        let mut cells = Vec::new();
        for cell in row.children().filter(|child| child.name() == "math:mtd") {
            cells.push(write_children(cell)?.trim().to_owned());
        }
        rows.push(cells.join(" & "));
    }
    Some(format!("\\begin{{matrix}}{}\\end{{matrix}}", rows.join(" \\\\ ")))
}
