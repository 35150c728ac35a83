//! Frames and shapes: pictures, text boxes, formulas and charts (`OpenDocument` 1.3, part 3
//! §10.4).

use crate::interchange::addresses::decode_base64;
use crate::interchange::odt::document::OdtReader;
use crate::interchange::odt::mathml::convert_mathml;
use crate::interchange::odt::package::name_part;
use crate::interchange::odt::part_text::collect_text;
use crate::interchange::odt::runs::TextContext;
use crate::interchange::odt::styles::{OdtDraft, read_length};
use crate::interchange::office::flow::assemble_flow;
use crate::interchange::office::inlines::RunPiece;
use crate::interchange::office::markup::XmlElement;
use crate::interchange::rich::{RichBlock, RichImage, RichInline};

/// The height up to which a shape without text is a rule, in hundredths of a millimetre:
/// three points.
const MOST_RULE_HEIGHT: i32 = 106;

/// The class of the blocks of a text box.
const TEXT_BOX: &str = "textbox";

impl<'a> OdtReader<'a> {
    /// Reads a frame or a shape: its pictures into the line, its text after the paragraph.
    pub(super) fn read_shape(
        &mut self,
        shape: &'a XmlElement,
        draft: &mut OdtDraft,
        context: &TextContext,
    ) {
        match shape.name() {
            "draw:frame" => self.read_frame(shape, draft, context),
            "draw:g" => {
                for child in shape.children() {
                    self.read_inline(child, draft, context);
                }
            }
            "draw:control" => self.omissions.push("a form control", ""),
            _ => {
                let height = read_length(shape, "svg:height");
                draft.has_rule |= height.is_some_and(|height| height <= MOST_RULE_HEIGHT)
                    && collect_text(shape).is_empty();
                self.read_text_box(shape, draft, context);
            }
        }
    }

    /// A frame has one content in several forms; the first that is understood is read.
    fn read_frame(
        &mut self,
        frame: &'a XmlElement,
        draft: &mut OdtDraft,
        context: &TextContext,
    ) {
        if let Some(text_box) = frame.child("draw:text-box") {
            self.read_text_box(text_box, draft, context);
        } else if let Some(object) = frame.child("draw:object") {
            self.read_object(object, draft, context);
        } else if let Some(image) = choose_image(frame) {
            self.read_image(frame, image, draft, context);
        } else if let Some(table) = frame.child("table:table") {
            let table = self.read_table(table);
            draft.after.push(RichBlock::Table(table).into());
        } else {
            self.omissions.push("an embedded object", &collect_text(frame));
        }
    }

    fn read_text_box(
        &mut self,
        text_box: &'a XmlElement,
        draft: &mut OdtDraft,
        context: &TextContext,
    ) {
        if let Some(what) = context.omitted {
            self.omissions.push_text(what, &collect_text(text_box));
            return;
        }
        let blocks = assemble_flow(self.read_inner(text_box)).blocks;
        // A frame around a picture and its caption is how a caption is kept at its picture.
        let block = match <[RichBlock; 1]>::try_from(blocks) {
            Ok([figure @ RichBlock::Figure { .. }]) => figure,
            Ok([table @ RichBlock::Table(_)]) => table,
            Ok([block]) => enclose_text_box(vec![block]),
            Err(blocks) if blocks.is_empty() => return,
            Err(blocks) => enclose_text_box(blocks),
        };
        draft.after.push(block.into());
    }

    fn read_object(
        &mut self,
        object: &'a XmlElement,
        draft: &mut OdtDraft,
        context: &TextContext,
    ) {
        let parts = self.parts;
        let name = object.attribute("xlink:href").map(name_part).unwrap_or_default();
        let root = parts.objects.get(&name).unwrap_or(object);
        let Some(formula) = root.find("math:math") else {
            let is_chart = root.find("chart:chart").is_some();
            let what = if is_chart { "a chart" } else { "an embedded object" };
            self.omissions.push(what, &collect_text(root));
            return;
        };
        match convert_mathml(formula) {
            Some(tex) if tex.is_empty() => {}
            Some(tex) => {
                // LibreOffice says of all formulas that they are blocks.
                let math = RichInline::Math { display: false, tex };
                self.push_object(math, draft, context);
            }
            None => {
                let text = formula.deep_text();
                let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                self.push_piece(RunPiece::Text(text.clone()), &text, draft, context);
                self.omissions.push("the form of a formula", "");
            }
        }
    }

    fn read_image(
        &mut self,
        frame: &'a XmlElement,
        image: &'a XmlElement,
        draft: &mut OdtDraft,
        context: &TextContext,
    ) {
        let named =
            |name| frame.child(name).map(XmlElement::deep_text).unwrap_or_default();
        let fold = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let alternative = fold(named("svg:desc"));
        let Some(address) = self.find_image(image) else {
            self.omissions.push("a picture whose file is missing", &alternative);
            return;
        };
        let image = RichImage {
            address,
            alternative,
            title: fold(named("svg:title")),
            width: frame.attribute("svg:width").map(str::to_owned),
        };
        self.push_object(RichInline::Image(image), draft, context);
    }

    /// The address of a picture, which is kept or marked to be unpacked.
    fn find_image(&mut self, image: &XmlElement) -> Option<String> {
        if let Some(data) = image.child("office:binary-data") {
            let bytes = decode_base64(data.own_text().bytes())?;
            let name =
                format!("picture{}{}", self.media.len() + 1, find_extension(&bytes));
            self.media.insert(name.clone(), bytes);
            return Some(name);
        }
        let address =
            image.attribute("xlink:href").filter(|address| !address.is_empty())?;
        let name = name_part(address);
        if self.parts.names.contains(&name) {
            self.pictures.insert(name.clone());
            return Some(name);
        }
        let is_outside = address.contains(':') || address.starts_with("../");
        is_outside.then(|| address.to_owned())
    }
}

fn enclose_text_box(blocks: Vec<RichBlock>) -> RichBlock {
    let classes = vec![TEXT_BOX.to_owned()];
    RichBlock::Division { classes, language: None, id: None, blocks }
}

/// A frame may have a drawing and its picture in pixels, which every reader can show.
fn choose_image(frame: &XmlElement) -> Option<&XmlElement> {
    let is_drawing = |image: &&XmlElement| {
        let address = image.attribute("xlink:href").unwrap_or_default();
        address.to_ascii_lowercase().ends_with(".svg")
            || image.attribute("draw:mime-type") == Some("image/svg+xml")
    };
    let images = || frame.children().filter(|child| child.name() == "draw:image");
    images().find(|image| !is_drawing(image)).or_else(|| images().next())
}

fn find_extension(bytes: &[u8]) -> &'static str {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => ".png",
        [0xFF, 0xD8, ..] => ".jpg",
        [b'G', b'I', b'F', ..] => ".gif",
        _ => "",
    }
}
