//! The characters of parts that have no place in rich text.

use crate::interchange::office::markup::XmlElement;

/// All characters of an element, a line for each paragraph. What an older program would
/// show in place of something else is left out, because the thing itself is there too.
pub(super) fn collect_text(element: &XmlElement) -> String {
    let mut text = String::new();
    push_text(element, &mut text);
    text.trim().to_owned()
}

fn push_text(element: &XmlElement, to: &mut String) {
    match element.name() {
        "w:t" | "w:delText" | "m:t" | "a:t" | "c:v" | "cx:v" => {
            to.push_str(&element.own_text());
        }
        "w:tab" | "w:ptab" if element.nodes.is_empty() => to.push(' '),
        "w:br" | "w:cr" => to.push('\n'),
        "w:noBreakHyphen" => to.push('\u{2011}'),
        "w:pPr" | "w:rPr" | "w:sdtPr" | "mc:Fallback" => {}
        _ => element.children().for_each(|child| push_text(child, to)),
    }
    let ends_line = matches!(element.name(), "w:p" | "a:p" | "c:pt" | "cx:pt");
    if ends_line && !to.is_empty() && !to.ends_with('\n') {
        to.push('\n');
    }
}
