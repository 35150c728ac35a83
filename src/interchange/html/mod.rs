//! HTML becomes rich text, as browsers show it.
//!
//! [`parse`] makes the tree of each page ([`dom`]), [`pages`] finds what must be known of it
//! before it is read, [`notes`] pairs note marks with notes, and [`reader`] and the files
//! around it read the blocks in their order.

mod blocks;
mod css;
mod declared;
mod dom;
mod figures;
mod flow;
mod inlines;
mod kinds;
mod labels;
mod lists;
mod metadata;
mod note_text;
mod notes;
mod pages;
mod parse;
mod reader;
mod space;
mod tables;
mod verse;
mod wraps;

use std::collections::BTreeMap;

use crate::interchange::rich::{ReadRichError, RichBlock, RichDocument};

use dom::NodeId;
use flow::BlockFlow;
use metadata::read_metadata;
use notes::{LinkedNotes, find_notes};
use pages::ParsedPages;
use reader::HtmlReader;

/// If more than one byte in this many is zero, the file is not HTML. Some old pages end with
/// a zero byte, which browsers ignore.
const MOST_ZEROS: usize = 100;

/// Reads an HTML page.
///
/// # Errors
///
/// When the file is full of bytes that no text has and is no page in UTF-16: it is another
/// file.
pub(super) fn read_html(bytes: &[u8]) -> Result<RichDocument, ReadRichError> {
    let is_utf16 = bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]);
    let mut zeros = bytes.iter().filter(|byte| **byte == 0);
    if zeros.nth(bytes.len() / MOST_ZEROS).is_some() && !is_utf16 {
        return Err(ReadRichError::NotFormat { format: "an HTML file" });
    }
    Ok(read_pages(&[(String::new(), bytes.to_vec())], &BTreeMap::new()))
}

/// Reads pages as one document. Each has its path in the archive, from which the addresses
/// in it are resolved; `stylesheets` has the style sheets that they may name, by theirs.
/// Addresses of pictures in the result are paths in the archive; [`RichDocument::media`] has
/// only the pictures that are written into pages.
pub(super) fn read_pages(
    pages: &[(String, Vec<u8>)],
    stylesheets: &BTreeMap<String, String>,
) -> RichDocument {
    let pages = ParsedPages::parse(pages, stylesheets);
    let notes = find_notes(&pages);
    let names = name_targets(&pages, &notes);
    let mut reader = HtmlReader::new(&pages, &notes, names);
    let metadata = pages.pages.first().map(|page| read_metadata(&pages.tree, page.root));
    reader.metadata = metadata;
    let mut flow = BlockFlow { top_before: Some(0), ..BlockFlow::default() };
    for page in &pages.pages {
        let html = pages.tree.find(page.root, "html").unwrap_or(page.root);
        // The language of a page goes for all of it; that of the first is the document's.
        reader.language.clear();
        reader.enter_language(html);
        reader.read_flow(html, &mut flow);
        reader.end_line(&mut flow, "");
    }
    reader.read_left_notes(&mut flow);
    let (mut blocks, _) = reader.finish_flow(flow, None);
    if !reader.pending.is_empty() {
        let content = std::mem::take(&mut reader.pending);
        blocks.push(RichBlock::Paragraph { style: String::new(), content });
    }
    RichDocument {
        metadata: reader.metadata.unwrap_or_default(),
        blocks,
        media: reader.media,
        omissions: reader.omissions,
    }
}

/// Names the places that links lead to. With one page the names are its ids; with several,
/// the page's path goes before.
fn name_targets(pages: &ParsedPages, notes: &LinkedNotes) -> BTreeMap<NodeId, String> {
    let mut names: BTreeMap<NodeId, String> = BTreeMap::new();
    let mut used: BTreeMap<String, usize> = BTreeMap::new();
    for page in &pages.pages {
        for link in pages.tree.descendants(page.root) {
            if pages.tree.name(link) != "a"
                || notes.marks.contains_key(&link)
                || notes.back_links.contains(&link)
            {
                continue;
            }
            let Some(target) = pages.find_target(link) else { continue };
            let is_in_note = std::iter::once(target)
                .chain(pages.tree.ancestors(target))
                .any(|one| notes.taken.contains_key(&one));
            if is_in_note || names.contains_key(&target) {
                continue;
            }
            let name =
                ["id", "name"].iter().find_map(|n| pages.tree.attribute(target, n));
            let name = match (pages.path(target), name) {
                ("", name) => name.unwrap_or("top").to_owned(),
                (path, Some(name)) => to_name(&format!("{path}-{name}")),
                (path, None) => to_name(path),
            };
            let mut unique = name.clone();
            while used.contains_key(&unique) {
                let number = used.entry(name.clone()).or_insert(1);
                *number += 1;
                unique = format!("{name}-{number}");
            }
            used.insert(unique.clone(), 1);
            names.insert(target, unique);
        }
    }
    names
}

/// A name with the characters that an id has in every format.
fn to_name(address: &str) -> String {
    let is_safe = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    address.chars().map(|c| if is_safe(c) { c } else { '-' }).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::read_pages;
    use crate::interchange::rich::{NoteKind, RichBlock, RichInline};

    fn page(path: &str, body: &str) -> (String, Vec<u8>) {
        let page = format!(
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>
             <html xmlns=\"http://www.w3.org/1999/xhtml\" xml:lang=\"en-GB\">
             <head><title/><link rel=\"stylesheet\" href=\"../css/a.css\"/></head>
             <body>{body}</body></html>"
        );
        (path.to_owned(), page.into_bytes())
    }

    fn text(text: &str) -> RichInline {
        RichInline::Text(text.to_owned())
    }

    fn paragraph(content: Vec<RichInline>) -> RichBlock {
        RichBlock::Paragraph { style: String::new(), content }
    }

    #[test]
    fn pages_of_an_archive_are_one_document() {
        let pages = [
            page(
                "OPS/text/one.xhtml",
                "<h2 id=\"top\">One</h2><p>Iron<a epub:type=\"noteref\" href=\"../end/notes.xhtml#n1\"
                 id=\"r1\">1</a>, see <a href=\"two.xhtml#top\">there</a> and
                 <a href=\"two.xhtml\">it</a>.</p>",
            ),
            page(
                "OPS/text/two.xhtml",
                "<p class=\"loud\">Copper<a epub:type=\"noteref\" href=\"../end/notes.xhtml#n2\"
                 id=\"r2\">2</a></p><p><img src=\"../pictures/a%20b.png\" alt=\"ore\"/></p>
                 <p id=\"top\">Tin.</p>",
            ),
            page(
                "OPS/end/notes.xhtml",
                "<section role=\"doc-endnotes\" epub:type=\"endnotes\"><h2>Endnotes</h2><ol>
                 <li id=\"n1\" epub:type=\"endnote\"><p>From the north.
                 <a href=\"../text/one.xhtml#r1\" epub:type=\"backlink\">↩</a></p></li>
                 <li id=\"n2\" epub:type=\"endnote\"><p>From the south.
                 <a href=\"../text/two.xhtml#r2\" epub:type=\"backlink\">↩</a></p></li>
                 </ol></section>",
            ),
        ];
        let sheet = ".loud { font-weight: bold }".to_owned();
        let sheets = BTreeMap::from([("OPS/css/a.css".to_owned(), sheet)]);
        let document = read_pages(&pages, &sheets);
        let note = |words: &str| RichInline::Note {
            kind: NoteKind::Endnote,
            blocks: vec![paragraph(vec![text(words)])],
        };
        let link = |target: &str, words: &str| RichInline::Link {
            target: target.to_owned(),
            content: vec![text(words)],
        };
        let place = |id: &str| RichInline::Span {
            classes: Vec::new(),
            language: None,
            id: Some(id.to_owned()),
            content: Vec::new(),
        };
        let [heading, first, second, figure, third] = document.blocks.as_slice() else {
            panic!("{:?}", document.blocks);
        };
        let title = vec![text("One")];
        assert_eq!(*heading, RichBlock::Heading { level: 2, id: None, content: title });
        let content = vec![
            text("Iron"),
            note("From the north."),
            text(", see "),
            link("#OPS-text-two.xhtml-top", "there"),
            text(" and "),
            link("#OPS-text-two.xhtml", "it"),
            text("."),
        ];
        assert_eq!(*first, paragraph(content));
        let bold = RichInline::Strong(vec![text("Copper"), note("From the south.")]);
        let content = vec![place("OPS-text-two.xhtml"), bold];
        assert_eq!(*second, RichBlock::Paragraph { style: "loud".to_owned(), content });
        let RichBlock::Figure { image, .. } = figure else { panic!("{figure:?}") };
        assert_eq!(image.address, "OPS/pictures/a b.png");
        let content = vec![place("OPS-text-two.xhtml-top"), text("Tin.")];
        assert_eq!(*third, paragraph(content));
        assert_eq!(document.omissions.len(), 1);
    }
}
