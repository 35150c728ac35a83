//! An ODT file from its parts to rich text.

use std::collections::{BTreeMap, BTreeSet};

use crate::interchange::odt::list_styles::{OdtListStyles, read_list_styles};
use crate::interchange::odt::package::{OdtParts, read_parts};
use crate::interchange::odt::part_text::collect_text;
use crate::interchange::odt::properties::read_meta;
use crate::interchange::odt::styles::{OdtStyles, read_styles};
use crate::interchange::odt::survey::{OdtSurvey, survey_text};
use crate::interchange::office::flow::{FlowItem, ListPlace, assemble_flow};
use crate::interchange::office::markup::XmlElement;
use crate::interchange::office::omissions::OmissionList;
use crate::interchange::office::title_page::take_title_page;
use crate::interchange::rich::{ReadRichError, RichDocument};

/// Reads an ODT file or a flat ODT file.
///
/// # Errors
///
/// When it is something else, encrypted, damaged, not well-formed, too large or nested too
/// deep.
pub(in crate::interchange) fn read_odt(
    bytes: &[u8],
) -> Result<RichDocument, ReadRichError> {
    let (parts, archive) = read_parts(bytes)?;
    let (mut document, pictures) = convert_parts(&parts);
    if let Some(mut archive) = archive {
        for name in pictures {
            if let Some(file) = archive.read(&name)? {
                document.media.insert(name, file);
            }
        }
    }
    Ok(document)
}

/// Reads the text.
pub(super) struct OdtReader<'a> {
    /// The parts of the file.
    pub(super) parts: &'a OdtParts,
    /// The styles.
    pub(super) styles: &'a OdtStyles,
    /// What is known of the whole document.
    pub(super) survey: &'a OdtSurvey,
    /// The lists, with their counts.
    pub(super) lists: OdtListStyles,
    /// The text that was deleted while changes were tracked, by the id of the change.
    pub(super) deletions: BTreeMap<&'a str, String>,
    /// The places of links that have been read.
    pub(super) placed: BTreeSet<String>,
    /// The names of the pictures of the text.
    pub(super) pictures: BTreeSet<String>,
    /// Pictures that are in the markup itself.
    pub(super) media: BTreeMap<String, Vec<u8>>,
    /// What has no place.
    pub(super) omissions: OmissionList,
    /// What has been read.
    pub(super) items: Vec<FlowItem>,
    /// The place of the next item in a list.
    pub(super) place: Option<ListPlace>,
    /// Whether the items are those of the main text.
    pub(super) counts_items: bool,
    /// Places of links that wait for the next paragraph.
    pub(super) waiting: Vec<String>,
}

fn convert_parts(parts: &OdtParts) -> (RichDocument, BTreeSet<String>) {
    let styles = read_styles(parts);
    let text =
        parts.content.child("office:body").and_then(|body| body.child("office:text"));
    let nothing = XmlElement::default();
    let text = text.unwrap_or(&nothing);
    let survey = survey_text(text, &styles);
    let mut reader = OdtReader {
        parts,
        styles: &styles,
        survey: &survey,
        lists: read_list_styles(parts),
        deletions: index_deletions(text),
        placed: BTreeSet::new(),
        pictures: BTreeSet::new(),
        media: BTreeMap::new(),
        omissions: OmissionList::default(),
        items: Vec::new(),
        place: None,
        counts_items: true,
        waiting: Vec::new(),
    };
    reader.report_running();
    reader.read_blocks(text);
    let deletions = std::mem::take(&mut reader.deletions);
    for text in deletions.values() {
        reader.omissions.push_text("deleted text", text);
    }

    let meta = parts.meta.as_ref().unwrap_or(&parts.content);
    let mut document =
        RichDocument { metadata: read_meta(meta), ..RichDocument::default() };
    let metadata = &mut document.metadata;
    metadata.language = survey.language.clone().or(metadata.language.take());
    let mut items = reader.items;
    take_title_page(&mut items, metadata);
    let flow = assemble_flow(items);
    document.omissions = reader.omissions.found;
    flow.settle_omissions(&mut document.omissions);
    document.blocks = flow.blocks;
    document.media = reader.media;
    (document, reader.pictures)
}

/// The deleted text, which is kept at the beginning (`OpenDocument` 1.3, part 3 §5.5).
fn index_deletions(text: &XmlElement) -> BTreeMap<&str, String> {
    let mut deletions = BTreeMap::new();
    let changes = text.child("text:tracked-changes");
    for region in changes.into_iter().flat_map(XmlElement::children) {
        let id = region.attribute("text:id").or(region.attribute("xml:id"));
        if let (Some(id), Some(deletion)) = (id, region.child("text:deletion")) {
            deletions.insert(id, collect_text(deletion));
        }
    }
    deletions
}

impl OdtReader<'_> {
    /// Reports running heads and feet, each text once.
    fn report_running(&mut self) {
        let mut seen: BTreeSet<(&str, String)> = BTreeSet::new();
        let parts = self.parts;
        let pages = parts.sections("office:master-styles").flat_map(XmlElement::children);
        for part in pages.flat_map(XmlElement::children) {
            let what = match part.name() {
                "style:header" | "style:header-left" | "style:header-first" => {
                    "a running head"
                }
                "style:footer" | "style:footer-left" | "style:footer-first" => {
                    "a running foot"
                }
                _ => continue,
            };
            let text = collect_text(part);
            if seen.insert((what, text.clone())) {
                self.omissions.push_text(what, &text);
            }
        }
    }
}
