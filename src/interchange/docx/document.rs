//! A DOCX file from its parts to rich text.

use std::collections::{BTreeMap, BTreeSet};

use crate::interchange::docx::blocks::StoryReader;
use crate::interchange::docx::notes::{UnreadNotes, index_comments, index_notes};
use crate::interchange::docx::numbering::{DocxNumbering, read_numbering};
use crate::interchange::docx::package::{
    DocxPackage, FORMAT, Relationships, TextPart, find_target,
};
use crate::interchange::docx::part_text::collect_text;
use crate::interchange::docx::properties::read_core_properties;
use crate::interchange::docx::styles::{DocxStyles, read_styles};
use crate::interchange::docx::survey::{DocxSurvey, survey_parts};
use crate::interchange::office::flow::assemble_flow;
use crate::interchange::office::markup::XmlElement;
use crate::interchange::office::omissions::OmissionList;
use crate::interchange::office::title_page::take_title_page;
use crate::interchange::rich::{ReadRichError, RichDocument, RichMetadata};

/// The first bytes of a compound file (MS-CFB §2.2): what Word makes of an encrypted
/// document, and what its files were before DOCX.
const COMPOUND_FILE: [u8; 8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1];

/// The name of the stream with an encrypted document (MS-OFFCRYPTO §1.3.2).
const ENCRYPTED_STREAM: &str = "EncryptedPackage";

/// Reads a DOCX file.
///
/// # Errors
///
/// When it is something else, encrypted, damaged, not well-formed, too large or nested too
/// deep.
pub(in crate::interchange) fn read_docx(
    bytes: &[u8],
) -> Result<RichDocument, ReadRichError> {
    if bytes.starts_with(&COMPOUND_FILE) {
        let name: Vec<u8> =
            ENCRYPTED_STREAM.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let is_encrypted = bytes.windows(name.len()).any(|window| window == name);
        let other = ReadRichError::NotFormat { format: FORMAT };
        return Err(if is_encrypted { ReadRichError::Encrypted } else { other });
    }
    let mut package = DocxPackage::open(bytes)?;
    let parts = read_parts(&mut package)?;
    let (mut document, media) = convert_parts(&parts);
    for name in media {
        if let Some(file) = package.read(&name)? {
            document.media.insert(name, file);
        }
    }
    Ok(document)
}

/// The parts that have something of the text.
#[derive(Default)]
struct DocxParts {
    document: TextPart,
    footnotes: TextPart,
    endnotes: TextPart,
    comments: TextPart,
    styles: DocxStyles,
    numbering: DocxNumbering,
    metadata: RichMetadata,
    default_language: Option<String>,
    /// The characters of running heads and feet, in the order of the relationships.
    running: Vec<(&'static str, String)>,
    /// The characters of charts and diagrams, by the name of the part.
    drawn: BTreeMap<String, String>,
    /// The pictures that are there.
    names: BTreeSet<String>,
}

fn read_parts(package: &mut DocxPackage<'_>) -> Result<DocxParts, ReadRichError> {
    let root = package.read_relationships("")?;
    let main =
        find_target(&root, "officeDocument").unwrap_or("word/document.xml").to_owned();
    if !package.has(&main) {
        return Err(ReadRichError::NotFormat { format: FORMAT });
    }
    let damaged = || ReadRichError::Damaged { part: main.clone() };
    let mut parts = DocxParts {
        document: package.read_text_part(&main)?.ok_or_else(damaged)?,
        ..DocxParts::default()
    };
    if parts.document.root.name() != "w:document" {
        return Err(ReadRichError::NotFormat { format: FORMAT });
    }
    let relationships = parts.document.relationships.clone();
    parts.footnotes = read_related(package, &relationships, "footnotes")?;
    parts.endnotes = read_related(package, &relationships, "endnotes")?;
    parts.comments = read_related(package, &relationships, "comments")?;
    parts.styles = read_styles(&read_related(package, &relationships, "styles")?.root);
    parts.numbering =
        read_numbering(&read_related(package, &relationships, "numbering")?.root);
    let settings = read_related(package, &relationships, "settings")?.root;
    let language = settings.child("w:themeFontLang").and_then(|l| l.attribute("w:val"));
    parts.default_language = language.map(str::to_owned);
    parts.metadata =
        read_core_properties(&read_related(package, &root, "core-properties")?.root);
    read_side_parts(package, &relationships, &mut parts)?;
    for part in [&parts.document, &parts.footnotes, &parts.endnotes] {
        let targets = part.relationships.values().map(|entry| &entry.target);
        parts.names.extend(targets.filter(|name| package.has(name)).cloned());
    }
    Ok(parts)
}

/// The part that a relationship of a kind names; an empty one if there is none.
fn read_related(
    package: &mut DocxPackage<'_>,
    relationships: &Relationships,
    kind: &str,
) -> Result<TextPart, ReadRichError> {
    let Some(name) = find_target(relationships, kind) else {
        return Ok(TextPart::default());
    };
    Ok(package.read_text_part(name)?.unwrap_or_default())
}

fn read_side_parts(
    package: &mut DocxPackage<'_>,
    relationships: &Relationships,
    parts: &mut DocxParts,
) -> Result<(), ReadRichError> {
    let mut seen = BTreeSet::new();
    for entry in relationships.values().filter(|entry| !entry.is_external) {
        let what = match entry.kind.as_str() {
            "header" => "a running head",
            "footer" => "a running foot",
            "chart" | "chartEx" | "diagramData" => {
                if let Some(root) = package.read_markup(&entry.target)? {
                    parts.drawn.insert(entry.target.clone(), collect_text(&root));
                }
                continue;
            }
            _ => continue,
        };
        let text = package.read_markup(&entry.target)?.map(|root| collect_text(&root));
        let found = (what, text.unwrap_or_default());
        if seen.insert(found.clone()) {
            parts.running.push(found);
        }
    }
    Ok(())
}

/// What the readers of all stories share.
pub(super) struct DocxReader<'a> {
    /// The styles.
    pub(super) styles: &'a DocxStyles,
    /// What is known of the whole document.
    pub(super) survey: &'a DocxSurvey,
    /// The lists, with their counts.
    pub(super) numbering: DocxNumbering,
    /// The notes.
    pub(super) notes: UnreadNotes<'a>,
    /// The comments that have not been read.
    pub(super) comments: BTreeMap<&'a str, &'a XmlElement>,
    /// The characters of charts and diagrams, by the name of the part.
    pub(super) drawn: &'a BTreeMap<String, String>,
    /// The parts that are there.
    pub(super) names: &'a BTreeSet<String>,
    /// The parts with the pictures of the text.
    pub(super) media: BTreeSet<String>,
    /// The bookmarks that have their place.
    pub(super) placed: BTreeSet<String>,
    /// What has no place.
    pub(super) omissions: OmissionList,
}

fn convert_parts(parts: &DocxParts) -> (RichDocument, BTreeSet<String>) {
    let stories = [&parts.document, &parts.footnotes, &parts.endnotes];
    let survey = survey_parts(stories.into_iter(), &parts.styles);
    let mut reader = DocxReader {
        styles: &parts.styles,
        survey: &survey,
        numbering: parts.numbering.clone(),
        notes: index_notes(&parts.footnotes, &parts.endnotes),
        comments: index_comments(&parts.comments.root),
        drawn: &parts.drawn,
        names: &parts.names,
        media: BTreeSet::new(),
        placed: BTreeSet::new(),
        omissions: OmissionList::default(),
    };
    for (what, text) in &parts.running {
        reader.omissions.push_text(what, text);
    }
    let body = parts.document.root.child("w:body").unwrap_or(&parts.document.root);
    let mut items = StoryReader::new(&mut reader, &parts.document).read_main(body);
    reader.omissions.items = items.len();
    reader.report_unread();

    let mut document =
        RichDocument { metadata: parts.metadata.clone(), ..Default::default() };
    let metadata = &mut document.metadata;
    metadata.language = survey.language.clone().or(metadata.language.take());
    metadata.language = metadata.language.take().or(parts.default_language.clone());
    take_title_page(&mut items, metadata);
    let flow = assemble_flow(items);
    document.omissions = reader.omissions.found;
    flow.settle_omissions(&mut document.omissions);
    document.blocks = flow.blocks;
    (document, reader.media)
}
