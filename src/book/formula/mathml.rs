//! Formulas as `MathML`.

use pulldown_latex::Storage;
use pulldown_latex::config::{DisplayMode, RenderConfig};
use pulldown_latex::mathml::push_mathml;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event as XmlEvent};

use super::{Formula, FormulaError, describe_error, read_events};

/// Writes a formula as a `math` element of `MathML` 3, for XML.
///
/// ```
/// use pliego::book::formula::{Formula, write_mathml};
///
/// let formula = Formula { tex: "x^2".to_owned(), is_display: false };
/// let mathml = write_mathml(&formula).expect("TeX");
/// assert!(mathml.contains("<msup><mi>x</mi><mn>2</mn></msup>"));
/// ```
///
/// # Errors
///
/// If it is not TeX that is known.
pub fn write_mathml(formula: &Formula) -> Result<String, FormulaError> {
    let storage = Storage::new();
    let events = read_events(&formula.tex, &storage)?;
    let config = RenderConfig {
        display_mode: if formula.is_display {
            DisplayMode::Block
        } else {
            DisplayMode::Inline
        },
        xml: true,
        ..RenderConfig::default()
    };
    let mut mathml = String::new();
    let events = events.into_iter().map(Ok::<_, std::fmt::Error>);
    push_mathml(&mut mathml, events, config).map_err(|error| describe_error(&error))?;
    // XML has no such entity, and signs that stand alone are written as they are.
    let mathml = mathml
        .replace("&nbsp;", "\u{A0}")
        .replace("><</", ">&lt;</")
        .replace(">&</", ">&amp;</")
        // What is missing between two attributes.
        .replace("\"minsize=", "\" minsize=");
    conform(&mathml).ok_or_else(|| {
        FormulaError::Unreadable(
            "it has signs that have no place in a formula".to_owned(),
        )
    })
}

/// The attributes for the style of a formula. `MathML` 3 has them on a few elements only
/// (§3.3.4).
const STYLE_ATTRIBUTES: [&str; 2] = ["displaystyle", "scriptlevel"];

/// The elements that have these attributes.
const STYLED_ELEMENTS: [&str; 3] = ["math", "mstyle", "mtable"];

/// Rewrites `MathML` that pulldown-latex writes for browsers as `MathML` 3, which EPUB 3
/// requires; none if it is not one element of XML with what is in it.
fn conform(xml: &str) -> Option<String> {
    let mut reader = Reader::from_str(xml);
    let mut written = String::with_capacity(xml.len());
    let mut ends: Vec<String> = Vec::new();
    loop {
        match reader.read_event().ok()? {
            XmlEvent::Start(start) => {
                let (begin, end) = conform_element(&start, false)?;
                written.push_str(&begin);
                ends.push(end);
            }
            XmlEvent::Empty(start) => {
                let (begin, end) = conform_element(&start, true)?;
                written.push_str(&begin);
                written.push_str(&end);
            }
            XmlEvent::End(_) => written.push_str(&ends.pop()?),
            XmlEvent::Text(text) => written.push_str(&text),
            XmlEvent::GeneralRef(reference) => {
                let name: &str = &reference;
                if !["lt", "gt", "amp"].contains(&name) {
                    return None;
                }
                written.push('&');
                written.push_str(name);
                written.push(';');
            }
            XmlEvent::Eof => return ends.is_empty().then_some(written),
            _ => {}
        }
    }
}

/// The beginning of an element, and its end. A style goes to an `mstyle` around it, or to one
/// in the place of an `mrow`.
fn conform_element(start: &BytesStart<'_>, is_empty: bool) -> Option<(String, String)> {
    let name = start.name();
    let name: &str = name.as_ref();
    let (mut own, mut style) = (String::new(), String::new());
    for attribute in start.attributes() {
        let attribute = attribute.ok()?;
        let key: &str = attribute.key.as_ref();
        let value: &str = &attribute.value;
        let is_style =
            STYLE_ATTRIBUTES.contains(&key) && !STYLED_ELEMENTS.contains(&name);
        let to = if is_style { &mut style } else { &mut own };
        // Eighteenths of the em are converted already, and their unit is not.
        let number = value.strip_suffix("mu").filter(|n| n.parse::<f64>().is_ok());
        let value = number.map_or(value.to_owned(), |number| format!("{number}em"));
        to.extend([" ", key, "=\"", &value, "\""]);
    }
    let close = if is_empty { " /" } else { "" };
    let end = if is_empty { String::new() } else { format!("</{name}>") };
    Some(match (style.is_empty(), name) {
        (true, _) => (format!("<{name}{own}{close}>"), end),
        (false, "mrow") if !is_empty => {
            (format!("<mstyle{style}{own}>"), "</mstyle>".to_owned())
        }
        (false, _) => {
            let begin = format!("<mstyle{style}><{name}{own}{close}>");
            (begin, format!("{end}</mstyle>"))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::{Formula, write_mathml};

    /// What is behind the last `math` tag.
    fn inner(tex: &str) -> String {
        let formula = Formula { tex: tex.to_owned(), is_display: false };
        let mathml = write_mathml(&formula).expect(tex);
        let inner = mathml.split_once('>').map_or("", |(_, rest)| rest);
        inner.trim_end_matches("</math>").to_owned()
    }

    #[test]
    fn styles_are_on_elements_that_have_them() {
        assert_eq!(
            inner("\\dfrac12"),
            "<mstyle displaystyle=\"true\" scriptlevel=\"0\"><mfrac><mn>1</mn><mn>2</mn></mfrac></mstyle>"
        );
        assert_eq!(
            inner("\\displaystyle x"),
            "<mstyle displaystyle=\"true\" scriptlevel=\"0\"><mi>x</mi></mstyle>"
        );
        assert!(inner("a\\mkern18mu b").contains("<mspace width=\"1em\" />"));
    }
}
