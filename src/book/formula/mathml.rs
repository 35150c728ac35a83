//! Formulas as `MathML`.

use pulldown_latex::Storage;
use pulldown_latex::config::{DisplayMode, RenderConfig};
use pulldown_latex::mathml::push_mathml;

use quick_xml::Reader;
use quick_xml::events::Event as XmlEvent;

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
        .replace(">&</", ">&amp;</");
    if is_well_formed(&mathml) {
        return Ok(mathml);
    }
    Err(FormulaError::Unreadable(
        "it has signs that have no place in a formula".to_owned(),
    ))
}

/// Whether a text is one element of XML with what is in it.
fn is_well_formed(xml: &str) -> bool {
    let mut reader = Reader::from_str(xml);
    let mut depth = 0_usize;
    loop {
        match reader.read_event() {
            Ok(XmlEvent::Start(start)) => {
                depth += 1;
                if start.attributes().any(|attribute| attribute.is_err()) {
                    return false;
                }
            }
            Ok(XmlEvent::End(_)) => depth -= 1,
            Ok(XmlEvent::Eof) => return depth == 0,
            Ok(XmlEvent::GeneralRef(reference)) => {
                if !["lt", "gt", "amp"].contains(&&*reference) {
                    return false;
                }
            }
            Ok(_) => {}
            Err(_) => return false,
        }
    }
}
