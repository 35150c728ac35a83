//! Pictures with captions.

use super::dom::NodeId;
use super::flow::BlockFlow;
use super::kinds::is_of;
use super::reader::HtmlReader;
use crate::interchange::rich::{RichBlock, RichImage, RichInline};

impl HtmlReader<'_> {
    /// Whether a division is a picture with a caption, as older pages write it.
    pub(super) fn is_figure(&self, id: NodeId) -> bool {
        const CLASSES: [&str; 8] = [
            "figcenter",
            "figleft",
            "figright",
            "figure",
            "fig",
            "illustration",
            "thumb",
            "image",
        ];
        let tree = &self.pages.tree;
        is_of(tree, id, &CLASSES) && tree.find(id, "img").is_some()
    }

    fn is_caption(&self, id: NodeId) -> bool {
        self.pages.tree.name(id) == "figcaption"
            || is_of(
                &self.pages.tree,
                id,
                &["caption", "figcaption", "thumbcaption", "figure-caption"],
            )
    }

    /// Reads a figure. What is in it besides pictures and the caption stays as blocks.
    pub(super) fn read_figure(&mut self, id: NodeId, flow: &mut BlockFlow) {
        let pages = self.pages;
        let tree = &pages.tree;
        let mut captions: Vec<NodeId> =
            tree.descendants(id).filter(|one| self.is_caption(*one)).collect();
        // A caption in a caption is a part of it.
        let inner: Vec<NodeId> = captions
            .iter()
            .copied()
            .filter(|one| tree.ancestors(*one).any(|outer| captions.contains(&outer)))
            .take(captions.len())
            .collect();
        captions.retain(|one| !inner.contains(one));
        let [caption] = captions.as_slice() else {
            let inner = self.read_inside(id, flow);
            self.push_flow(flow, inner);
            return;
        };
        let mut content = flow.inner();
        for child in tree.children(id) {
            if !tree.is_within(*caption, *child) {
                self.read_single(*child, &mut content);
            } else if child != caption {
                for one in tree.children(*child).iter().filter(|one| *one != caption) {
                    self.read_single(*one, &mut content);
                }
            }
        }
        let (mut blocks, taken) = self.finish_flow(content, None);
        let line = self.read_line(*caption);
        let line = self.finish_line(line, &flow.wraps).unwrap_or_default();
        let place = blocks.iter().rposition(|block| to_images(block).is_some());
        match place.and_then(|place| blocks.get_mut(place)) {
            Some(block) => {
                let mut images = to_images(block).unwrap_or_default();
                let last = images.pop().unwrap_or_default();
                *block = RichBlock::Figure { image: last, caption: line };
                let place = place.unwrap_or_default();
                let before = images
                    .into_iter()
                    .map(|image| RichBlock::Figure { image, caption: Vec::new() });
                blocks.splice(place..place, before);
            }
            None if !line.is_empty() => blocks.push(RichBlock::Paragraph {
                style: "caption".to_owned(),
                content: line,
            }),
            None => {}
        }
        self.push_flow(flow, (blocks, taken));
    }
}

/// The pictures of a block that has nothing else.
fn to_images(block: &RichBlock) -> Option<Vec<RichImage>> {
    match block {
        RichBlock::Figure { image, caption } if caption.is_empty() => {
            Some(vec![image.clone()])
        }
        RichBlock::Paragraph { content, .. } => {
            let mut images = Vec::new();
            gather_images(content, &mut images).then_some(images)
        }
        _ => None,
    }
}

fn gather_images(line: &[RichInline], images: &mut Vec<RichImage>) -> bool {
    line.iter().all(|inline| match inline {
        RichInline::Image(image) => {
            images.push(image.clone());
            true
        }
        RichInline::Text(text) => text.trim().is_empty(),
        RichInline::LineBreak => true,
        other => {
            let mut other = other.clone();
            other.content_mut().is_some_and(|content| gather_images(content, images))
        }
    }) && !images.is_empty()
}
