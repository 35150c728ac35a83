//! The structure tree (ISO 32000-1 §14.7): what a tagged PDF says its content is.

use std::collections::{BTreeMap, BTreeSet};

use hayro_syntax::Pdf;
use hayro_syntax::object::{Dict, MaybeRef, Name, Number, Object, String as PdfString};

use crate::source::looks::TagRole;
use crate::source::pdf::destinations::Destinations;
use crate::source::pdf::text_strings::decode_text_string;

/// The most elements and pieces of content that are read: the longest books have a million
/// words in some 50,000 paragraphs.
const MOST_KIDS: usize = 2_000_000;
/// Elements nested deeper are left out; documents nest some ten.
const DEEPEST: usize = 64;
/// A role may stand for a role that stands for another one (ISO 32000-1 §14.8.4.1); longer
/// chains are cycles.
const LONGEST_ROLE_CHAIN: usize = 8;

/// What the structure tree says of the content of the pages.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DocumentTags {
    /// What each element is that is a block. The number of an element is its index.
    pub elements: Vec<TagRole>,
    /// For each page, the element of each marked-content identifier.
    pub contents: Vec<BTreeMap<u32, u32>>,
    /// The alternative texts of the elements that have one (ISO 32000-1 §14.9.3).
    pub alternatives: BTreeMap<u32, String>,
}

impl DocumentTags {
    /// The alternative text of the content with an identifier, on a page by its index.
    pub(super) fn find_alternative(&self, page: usize, mcid: u32) -> Option<String> {
        let element = self.contents.get(page)?.get(&mcid)?;
        self.alternatives.get(element).cloned()
    }
}

/// Reads the structure tree of a document.
pub(super) fn read_document_tags<'a>(
    pdf: &'a Pdf,
    catalog: &Dict<'a>,
    destinations: &Destinations<'a>,
) -> DocumentTags {
    let Some(root) = catalog.get::<Dict<'a>>("StructTreeRoot") else {
        return DocumentTags::default();
    };
    let mut reader = TagReader {
        pdf,
        roles: root.get::<Dict<'a>>("RoleMap").unwrap_or_default(),
        tree: DocumentTags {
            elements: Vec::new(),
            contents: vec![BTreeMap::new(); pdf.pages().len()],
            alternatives: BTreeMap::new(),
        },
        destinations,
    };
    reader.read_elements(&root);
    reader.tree
}

/// Where an element stands in the tree.
#[derive(Debug, Clone, Copy, Default)]
struct TreePlace {
    /// How many elements are around it.
    depth: usize,
    /// The page of its content, where an element says it.
    page: Option<usize>,
    /// The number of the innermost block that it is part of.
    block: Option<u32>,
    /// What the blocks inside it are, where an element around them decides it.
    within: Option<TagRole>,
}

/// How an element divides the text.
enum TagKind {
    /// A part of a block, such as some words or a link.
    Inline,
    /// A group of blocks, which decides what they are, or does not.
    Group(Option<TagRole>),
    /// A block.
    Block(TagRole),
}

struct TagReader<'a, 'd> {
    pdf: &'a Pdf,
    roles: Dict<'a>,
    tree: DocumentTags,
    destinations: &'d Destinations<'a>,
}

impl<'a> TagReader<'a, '_> {
    /// Reads all elements in the order of the tree.
    fn read_elements(&mut self, root: &Dict<'a>) {
        let mut seen: BTreeSet<(u32, i32)> = BTreeSet::new();
        let mut waiting: Vec<(Object<'a>, TreePlace)> = Vec::new();
        self.push_kids(root, TreePlace::default(), &mut seen, &mut waiting);
        let mut count = 0;
        while let Some((kid, place)) = waiting.pop() {
            count += 1;
            if count > MOST_KIDS {
                break;
            }
            match kid {
                Object::Number(mcid) => self.add_content(mcid, place),
                Object::Dict(dict) if dict.contains_key("MCID") => {
                    // The content of a form has identifiers of its own.
                    if let Some(mcid) = dict.get::<Number>("MCID")
                        && !dict.contains_key("Stm")
                    {
                        let page = self.find_page(&dict).or(place.page);
                        self.add_content(mcid, TreePlace { page, ..place });
                    }
                }
                Object::Dict(dict) if place.depth < DEEPEST => {
                    let place = self.enter(&dict, place);
                    self.push_kids(&dict, place, &mut seen, &mut waiting);
                }
                _ => {}
            }
        }
    }

    /// Puts the kids of an element before those that wait: they are one, or a list. One that
    /// was seen before is left out, so that no element is part of itself.
    fn push_kids(
        &self,
        element: &Dict<'a>,
        place: TreePlace,
        seen: &mut BTreeSet<(u32, i32)>,
        waiting: &mut Vec<(Object<'a>, TreePlace)>,
    ) {
        let kids: Vec<MaybeRef<Object<'a>>> = match element.get::<Object<'a>>("K") {
            Some(Object::Array(kids)) => kids.raw_iter().take(MOST_KIDS).collect(),
            Some(_) => element.get_raw::<Object<'a>>("K").into_iter().collect(),
            None => return,
        };
        let resolve = |kid: MaybeRef<Object<'a>>| match kid {
            MaybeRef::Ref(id) => {
                let is_new = seen.insert((id.obj_number, id.gen_number));
                is_new.then(|| self.pdf.xref().get::<Object<'a>>(id.into()))?
            }
            MaybeRef::NotRef(kid) => Some(kid),
        };
        let first = waiting.len();
        waiting.extend(kids.into_iter().filter_map(resolve).map(|kid| (kid, place)));
        waiting[first..].reverse();
    }

    /// The place of what is in an element.
    fn enter(&mut self, element: &Dict<'a>, around: TreePlace) -> TreePlace {
        let page = self.find_page(element).or(around.page);
        let inside = TreePlace { depth: around.depth + 1, page, ..around };
        let Some(name) = element.get::<Name<'a>>("S") else { return inside };
        match self.classify(&name) {
            TagKind::Inline => inside,
            TagKind::Group(within) => {
                TreePlace { block: None, within: around.within.or(within), ..inside }
            }
            TagKind::Block(role) => {
                // What is in a note or a quotation is part of it.
                let role = around.within.unwrap_or(role);
                let within = match role {
                    TagRole::Paragraph | TagRole::Heading(_) => around.within,
                    _ => Some(role),
                };
                let block = u32::try_from(self.tree.elements.len()).ok();
                self.tree.elements.push(role);
                let words = element.get::<PdfString<'a>>("Alt");
                let words = words.map(|words| decode_text_string(words.as_bytes()));
                let words = words.map(|words| words.trim().to_owned());
                if let (Some(block), Some(words)) =
                    (block, words.filter(|w| !w.is_empty()))
                {
                    self.tree.alternatives.insert(block, words);
                }
                TreePlace { block, within, ..inside }
            }
        }
    }

    /// What an element is by its type, or by the standard type that it stands for.
    fn classify(&self, name: &Name<'_>) -> TagKind {
        let mut name = name.as_ref().to_vec();
        for _ in 0..LONGEST_ROLE_CHAIN {
            if let Some(kind) = classify_standard(&name) {
                return kind;
            }
            match self.roles.get::<Name<'_>>(&name[..]) {
                Some(role) => name = role.as_ref().to_vec(),
                None => break,
            }
        }
        TagKind::Inline
    }

    fn add_content(&mut self, mcid: Number, place: TreePlace) {
        let Some(page) = place.page.and_then(|page| self.tree.contents.get_mut(page))
        else {
            return;
        };
        let (Ok(mcid), Some(block)) = (u32::try_from(mcid.as_i64()), place.block) else {
            return;
        };
        page.entry(mcid).or_insert(block);
    }

    fn find_page(&self, dict: &Dict<'_>) -> Option<usize> {
        self.destinations.find_page(dict.get_ref("Pg")?)
    }
}

/// What an element of a standard type is (ISO 32000-1 §14.8.4, ISO 32000-2 §14.8.4).
fn classify_standard(name: &[u8]) -> Option<TagKind> {
    use TagKind::{Block, Group, Inline};
    let kind = match name {
        b"P" | b"LI" => Block(TagRole::Paragraph),
        b"H" => Block(TagRole::Heading(None)),
        [b'H', level @ b'1'..=b'9'] => Block(TagRole::Heading(Some(level - b'0'))),
        b"BlockQuote" => Block(TagRole::Quotation),
        b"Note" | b"FENote" => Block(TagRole::Note),
        b"Code" => Block(TagRole::Code),
        b"Title" | b"Caption" | b"Figure" | b"Formula" | b"Form" | b"TOCI" | b"TD"
        | b"TH" => Block(TagRole::Other),
        b"Table" | b"TOC" | b"Index" => Group(Some(TagRole::Other)),
        b"Document" | b"DocumentFragment" | b"Part" | b"Art" | b"Sect" | b"Div"
        | b"Aside" | b"L" | b"THead" | b"TBody" | b"TFoot" | b"TR" => Group(None),
        // The body of an item and its number are on the same line.
        b"Lbl" | b"LBody" | b"Span" | b"Quote" | b"Reference" | b"BibEntry" | b"Link"
        | b"Annot" | b"Ruby" | b"RB" | b"RT" | b"RP" | b"Warichu" | b"WT" | b"WP"
        | b"Em" | b"Strong" | b"Sub" | b"NonStruct" | b"Private" => Inline,
        _ => return None,
    };
    Some(kind)
}
