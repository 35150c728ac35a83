//! Pictures, text boxes, charts and diagrams (`DrawingML` and VML).

use crate::interchange::docx::blocks::StoryReader;
use crate::interchange::docx::part_text::collect_text;
use crate::interchange::docx::runs::RunContext;
use crate::interchange::docx::styles::DocxDraft;
use crate::interchange::office::flow::assemble_flow;
use crate::interchange::office::lengths::write_centimetres;
use crate::interchange::office::markup::XmlElement;
use crate::interchange::rich::{RichBlock, RichImage, RichInline};

/// The units of `DrawingML` in a hundredth of a centimetre (ISO/IEC 29500-1 §20.1.2.1).
const UNITS_PER_HUNDREDTH: u64 = 3600;

/// The height up to which a shape without text is a rule: three points.
const MOST_RULE_HEIGHT: u64 = 38_100;

/// The class of the blocks of a text box.
const TEXT_BOX: &str = "textbox";

/// What is known of a drawing from the elements around its picture.
#[derive(Debug, Clone, Default)]
struct DrawingFacts {
    alternative: String,
    title: String,
    width: Option<String>,
    is_flat: bool,
}

impl<'a> StoryReader<'_, 'a> {
    /// Reads a drawing: its pictures into the line, its text boxes after the paragraph.
    pub(super) fn read_drawing(
        &mut self,
        drawing: &'a XmlElement,
        draft: &mut DocxDraft,
        context: &RunContext,
    ) {
        self.visit_drawing(drawing, &mut DrawingFacts::default(), draft, context);
    }

    fn visit_drawing(
        &mut self,
        element: &'a XmlElement,
        facts: &mut DrawingFacts,
        draft: &mut DocxDraft,
        context: &RunContext,
    ) {
        match element.name() {
            "wp:extent" => {
                facts.width = element.attribute("cx").and_then(write_width);
                let height =
                    element.attribute("cy").and_then(|height| height.parse().ok());
                facts.is_flat =
                    height.is_some_and(|height: u64| height <= MOST_RULE_HEIGHT);
            }
            "wps:wsp" if facts.is_flat && element.child("wps:txbx").is_none() => {
                draft.has_rule = true;
            }
            "wp:docPr" => note_names(element, "descr", "title", facts),
            "pic:pic" => self.read_picture(element, facts, draft, context),
            "v:rect" if element.attribute("o:hr").is_some_and(is_true) => {
                draft.has_rule = true;
            }
            "v:shape" | "v:rect" | "v:group" => {
                note_names(element, "alt", "title", facts);
                self.visit_parts(element, facts, draft, context);
            }
            "v:imagedata" => {
                if facts.title.is_empty() {
                    let title = element.attribute("o:title").unwrap_or_default();
                    title.clone_into(&mut facts.title);
                }
                let id = element.attribute("r:id").or(element.attribute("r:pict"));
                self.push_picture(id, facts, draft, context);
            }
            "v:textpath" => {
                let text = element.attribute("string").unwrap_or_default();
                self.reader.omissions.push_text("lettering", text);
            }
            "w:txbxContent" => self.read_text_box(element, draft, context),
            "c:chart" | "cx:chart" => {
                self.report_drawn("a chart", element.attribute("r:id"));
            }
            "dgm:relIds" => self.report_drawn("a diagram", element.attribute("r:dm")),
            "w:contentPart" | "w14:contentPart" => {
                self.reader.omissions.push("a drawing by hand", "");
            }
            "a:t" => {
                self.reader.omissions.push_text("text in a drawing", &element.own_text());
            }
            "mc:AlternateContent" => {
                self.visit_alternative(element, facts, draft, context);
            }
            _ => self.visit_parts(element, facts, draft, context),
        }
    }

    fn visit_parts(
        &mut self,
        element: &'a XmlElement,
        facts: &mut DrawingFacts,
        draft: &mut DocxDraft,
        context: &RunContext,
    ) {
        for child in element.children() {
            self.visit_drawing(child, facts, draft, context);
        }
    }

    fn visit_alternative(
        &mut self,
        element: &'a XmlElement,
        facts: &mut DrawingFacts,
        draft: &mut DocxDraft,
        context: &RunContext,
    ) {
        for alternative in element.children() {
            let before = (draft.runs.len(), draft.after.len());
            self.visit_parts(alternative, facts, draft, context);
            if before != (draft.runs.len(), draft.after.len()) {
                return;
            }
        }
    }

    fn read_picture(
        &mut self,
        picture: &'a XmlElement,
        facts: &DrawingFacts,
        draft: &mut DocxDraft,
        context: &RunContext,
    ) {
        let mut facts = facts.clone();
        if facts.alternative.is_empty()
            && facts.title.is_empty()
            && let Some(names) = picture.find("pic:cNvPr")
        {
            note_names(names, "descr", "title", &mut facts);
        }
        let blip = picture.find("a:blip");
        let id =
            blip.and_then(|blip| blip.attribute("r:embed").or(blip.attribute("r:link")));
        self.push_picture(id, &facts, draft, context);
    }

    fn push_picture(
        &mut self,
        id: Option<&str>,
        facts: &DrawingFacts,
        draft: &mut DocxDraft,
        context: &RunContext,
    ) {
        let entry = id.and_then(|id| self.part.relationships.get(id));
        let found = entry.filter(|entry| {
            entry.is_external || self.reader.names.contains(&entry.target)
        });
        let Some(entry) = found else {
            let what = "a picture whose file is missing";
            self.reader.omissions.push(what, &facts.alternative);
            return;
        };
        if !entry.is_external {
            self.reader.media.insert(entry.target.clone());
        }
        let image = RichImage {
            address: entry.target.clone(),
            alternative: facts.alternative.clone(),
            title: facts.title.clone(),
            width: facts.width.clone(),
        };
        self.push_object(RichInline::Image(image), draft, context);
    }

    fn read_text_box(
        &mut self,
        text_box: &'a XmlElement,
        draft: &mut DocxDraft,
        context: &RunContext,
    ) {
        if let Some(what) = context.omitted {
            self.reader.omissions.push_text(what, &collect_text(text_box));
            return;
        }
        let blocks = assemble_flow(self.read_inner(text_box)).blocks;
        if !blocks.is_empty() {
            let classes = vec![TEXT_BOX.to_owned()];
            let division =
                RichBlock::Division { classes, language: None, id: None, blocks };
            draft.after.push(division.into());
        }
    }

    fn report_drawn(&mut self, what: &'static str, id: Option<&str>) {
        let entry = id.and_then(|id| self.part.relationships.get(id));
        let text = entry.and_then(|entry| self.reader.drawn.get(&entry.target));
        self.reader.omissions.push(what, text.map_or("", String::as_str));
    }
}

fn note_names(
    element: &XmlElement,
    alternative: &str,
    title: &str,
    facts: &mut DrawingFacts,
) {
    let named = |name| element.attribute(name).unwrap_or_default();
    let fold = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    if !named(alternative).is_empty() {
        facts.alternative = fold(named(alternative));
    }
    if !named(title).is_empty() {
        facts.title = fold(named(title));
    }
}

fn is_true(value: &str) -> bool {
    matches!(value, "t" | "true" | "1")
}

fn write_width(units: &str) -> Option<String> {
    let units = units.parse::<u64>().ok()?;
    let hundredths = units.saturating_add(UNITS_PER_HUNDREDTH / 2) / UNITS_PER_HUNDREDTH;
    (hundredths > 0).then(|| write_centimetres(hundredths))
}
