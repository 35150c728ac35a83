//! Formulas of Word (Office Math, ISO/IEC 29500-1 §22.1) become TeX.

use crate::interchange::docx::package::switch_of;
use crate::interchange::office::markup::XmlElement;
use crate::interchange::office::tex::{
    brace, find_accent, push_formula_text, write_delimiter, write_function, write_upright,
};

/// The TeX of a formula; `None` if it has something that this function does not know.
pub(super) fn convert_formula(formula: &XmlElement) -> Option<String> {
    Some(write_children(formula)?.trim().to_owned())
}

fn push_children(element: &XmlElement, to: &mut String) -> Option<()> {
    for child in element.children() {
        to.push_str(&write_part(child)?);
    }
    Some(())
}

fn write_children(element: &XmlElement) -> Option<String> {
    let mut tex = String::new();
    push_children(element, &mut tex)?;
    Some(tex)
}

fn write_part(part: &XmlElement) -> Option<String> {
    Some(match part.name() {
        "m:r" => write_run(part),
        "m:oMath" | "m:e" | "m:num" | "m:den" | "m:sub" | "m:sup" | "m:deg" | "m:lim"
        | "m:box" | "m:phant" | "m:fName" | "w:ins" | "w:smartTag" | "w:sdt"
        | "w:sdtContent" => write_children(part)?,
        "m:f" => write_fraction(part)?,
        "m:sSup" => format!("{}^{}", base(part)?, braced(part, "m:sup")?),
        "m:sSub" => format!("{}_{}", base(part)?, braced(part, "m:sub")?),
        "m:sSubSup" => {
            let (sub, sup) = (braced(part, "m:sub")?, braced(part, "m:sup")?);
            format!("{}_{sub}^{sup}", base(part)?)
        }
        "m:sPre" => {
            let (sub, sup) = (braced(part, "m:sub")?, braced(part, "m:sup")?);
            format!("{{}}_{sub}^{sup}{}", base(part)?)
        }
        "m:rad" => write_radical(part)?,
        "m:nary" => write_operator(part)?,
        "m:d" => write_delimited(part)?,
        "m:func" => write_function(&inside(part, "m:fName")?) + &inside(part, "m:e")?,
        "m:acc" => {
            let mark = character_of(part, "m:accPr").unwrap_or('\u{302}');
            format!("\\{}{}", find_accent(mark)?, braced(part, "m:e")?)
        }
        "m:bar" => {
            let place = property(part, "m:barPr", "m:pos");
            let command = if place == Some("top") { "overline" } else { "underline" };
            format!("\\{command}{}", braced(part, "m:e")?)
        }
        "m:limLow" => format!("{}_{}", base(part)?, braced(part, "m:lim")?),
        "m:limUpp" => format!("{}^{}", base(part)?, braced(part, "m:lim")?),
        "m:groupChr" => write_group(part)?,
        "m:borderBox" => format!("\\boxed{}", braced(part, "m:e")?),
        "m:m" => write_matrix(part)?,
        "m:eqArr" => write_equations(part)?,
        "w:bookmarkStart" | "w:bookmarkEnd" | "w:proofErr" | "w:rPr" => String::new(),
        name if name.starts_with("m:") && name.ends_with("Pr") => String::new(),
        _ => return None,
    })
}

fn write_run(run: &XmlElement) -> String {
    let texts = run.children().filter(|child| matches!(child.name(), "m:t" | "w:t"));
    let text: String = texts.map(XmlElement::own_text).collect();
    let properties = run.child("m:rPr");
    if properties.is_some_and(|all| switch_of(all, "m:nor") == Some(true)) {
        return write_upright(&text);
    }
    let mut tex = String::new();
    push_formula_text(&text, &mut tex);
    tex
}

fn inside(part: &XmlElement, name: &str) -> Option<String> {
    part.child(name).map_or_else(|| Some(String::new()), write_children)
}

fn braced(part: &XmlElement, name: &str) -> Option<String> {
    Some(brace(&inside(part, name)?))
}

/// The base of a script: a single character stands by itself.
fn base(part: &XmlElement) -> Option<String> {
    let base = inside(part, "m:e")?;
    let is_simple =
        base.chars().count() == 1 || base.trim_end() == base && is_command(&base);
    Some(if is_simple { base } else { brace(&base) })
}

fn is_command(tex: &str) -> bool {
    tex.strip_prefix('\\').is_some_and(|name| name.chars().all(char::is_alphabetic))
}

fn property<'e>(part: &'e XmlElement, properties: &str, name: &str) -> Option<&'e str> {
    part.child(properties)?.child(name)?.attribute("m:val")
}

fn character_of(part: &XmlElement, properties: &str) -> Option<char> {
    property(part, properties, "m:chr")?.chars().next()
}

fn write_fraction(part: &XmlElement) -> Option<String> {
    let (above, below) = (braced(part, "m:num")?, braced(part, "m:den")?);
    Some(match property(part, "m:fPr", "m:type") {
        Some("noBar") => format!("\\genfrac{{}}{{}}{{0pt}}{{}}{above}{below}"),
        Some("lin" | "skw") => format!("{above}/{below}"),
        _ => format!("\\frac{above}{below}"),
    })
}

fn write_radical(part: &XmlElement) -> Option<String> {
    let degree = inside(part, "m:deg")?;
    let degree = degree.trim();
    let radicand = braced(part, "m:e")?;
    Some(if degree.is_empty() {
        format!("\\sqrt{radicand}")
    } else {
        format!("\\sqrt[{degree}]{radicand}")
    })
}

/// A sum or an integral; the integral is what an operator is without a name (§22.1.2.70).
fn write_operator(part: &XmlElement) -> Option<String> {
    let mut tex = String::new();
    let sign = character_of(part, "m:naryPr").unwrap_or('∫');
    push_formula_text(&sign.to_string(), &mut tex);
    tex.truncate(tex.trim_end().len());
    let (sub, sup) = (inside(part, "m:sub")?, inside(part, "m:sup")?);
    if !sub.trim().is_empty() {
        tex.push('_');
        tex.push_str(&brace(&sub));
    }
    if !sup.trim().is_empty() {
        tex.push('^');
        tex.push_str(&brace(&sup));
    }
    tex.push_str(&braced(part, "m:e")?);
    Some(tex)
}

fn write_delimited(part: &XmlElement) -> Option<String> {
    let sign = |name: &str, usual: char| match property(part, "m:dPr", name) {
        None => Some(usual),
        Some(own) => own.chars().next(),
    };
    let mut tex = format!("\\left{}", write_delimiter(sign("m:begChr", '(')));
    let separator = sign("m:sepChr", '|').map(String::from).unwrap_or_default();
    let parts = part.children().filter(|child| child.name() == "m:e");
    for (place, inner) in parts.enumerate() {
        if place > 0 {
            tex.push_str(&separator);
        }
        push_children(inner, &mut tex)?;
    }
    tex.push_str("\\right");
    tex.push_str(&write_delimiter(sign("m:endChr", ')')));
    Some(tex)
}

/// A brace or a line above or below; below is usual (§22.1.2.41).
fn write_group(part: &XmlElement) -> Option<String> {
    let is_above = property(part, "m:groupChrPr", "m:pos") == Some("top");
    let inner = braced(part, "m:e")?;
    match (character_of(part, "m:groupChrPr").unwrap_or('\u{23DF}'), is_above) {
        ('\u{23DE}' | '\u{23DF}', true) => Some(format!("\\overbrace{inner}")),
        ('\u{23DE}' | '\u{23DF}', false) => Some(format!("\\underbrace{inner}")),
        ('→', true) => Some(format!("\\overrightarrow{inner}")),
        ('←', true) => Some(format!("\\overleftarrow{inner}")),
        _ => None,
    }
}

fn write_matrix(part: &XmlElement) -> Option<String> {
    let mut rows = Vec::new();
    for row in part.children().filter(|child| child.name() == "m:mr") {
        rows.push(join_parts(row, " & ")?);
    }
    Some(format!("\\begin{{matrix}}{}\\end{{matrix}}", rows.join(" \\\\ ")))
}

fn write_equations(part: &XmlElement) -> Option<String> {
    Some(format!("\\begin{{array}}{{l}}{}\\end{{array}}", join_parts(part, " \\\\ ")?))
}

fn join_parts(part: &XmlElement, separator: &str) -> Option<String> {
    let mut parts = Vec::new();
    for inner in part.children().filter(|child| child.name() == "m:e") {
        parts.push(write_children(inner)?.trim().to_owned());
    }
    Some(parts.join(separator))
}
