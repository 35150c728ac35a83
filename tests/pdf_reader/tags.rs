//! What the tags of a PDF say, held against its pages.

use super::builder::{Builder, HELVETICA};
use super::regions::{AFTER, BEFORE, recover_builder};
use super::tables::text;

/// A structure element: its type, and the lines that it has on each page.
type Element<'a> = (&'a str, Vec<Vec<&'a str>>);

/// A PDF of elements. The lines of each page stand at the same distance and at the same left
/// edge, whatever they are.
fn tagged(elements: &[Element<'_>]) -> Builder {
    let mut builder = Builder::new();
    let pages = elements.iter().map(|(_, pages)| pages.len()).max().unwrap_or(0);
    let mut kids = vec![String::new(); elements.len()];
    for page in 0..pages {
        let mut content = String::new();
        let mut mcid = 0;
        for ((kind, pages), kids) in elements.iter().zip(&mut kids) {
            for line in pages.get(page).into_iter().flatten() {
                let shown = text(40, 560 - 12 * mcid, line);
                content.push_str(&format!("/{kind} << /MCID {mcid} >> BDC {shown} EMC "));
                kids.push_str(&format!("{page}:{mcid} "));
                mcid += 1;
            }
        }
        builder.page(&content, "");
    }
    let numbers = builder.page_numbers().to_vec();
    let elements: Vec<String> = elements
        .iter()
        .zip(kids)
        .map(|((kind, _), kids)| {
            let kids: Vec<String> = kids
                .split_whitespace()
                .filter_map(|kid| kid.split_once(':'))
                .map(|(page, mcid)| {
                    let page = numbers[page.parse::<usize>().unwrap()];
                    format!("<< /Type /MCR /Pg {page} 0 R /MCID {mcid} >>")
                })
                .collect();
            let element =
                builder.object(&format!("<< /S /{kind} /K [{}] >>", kids.join(" ")));
            format!("{element} 0 R")
        })
        .collect();
    add_tree(&mut builder, &format!("/K [{}]", elements.join(" ")));
    builder
}

/// Adds a structure tree with entries of its root.
fn add_tree(builder: &mut Builder, entries: &str) {
    let root = builder.object(&format!(
        "<< /Type /StructTreeRoot /RoleMap << /Zitat /BlockQuote /Absatz /P >> {entries} >>"
    ));
    builder.catalog = format!("/MarkInfo << /Marked true >> /StructTreeRoot {root} 0 R");
}

const SUMMER: [&str; 2] = [
    "The mill stood still all summer, because the river was so low that",
    "no wheel could turn in it, and the rags lay in the loft until autumn.",
];
const AUTUMN: [&str; 2] = [
    "Then the whole village heard it, and the children ran down to the",
    "weir to see the first sheets hang on the lines of the old loft.",
];

#[test]
fn tags_say_what_the_page_does_not_show() {
    let saying = ["Who comes to the mill brings rags, and who leaves it takes", "paper."];
    let origin = [
        "Nobody had written this sentence down before, and the miller",
        "himself did not know where it came from.",
    ];
    let builder = tagged(&[
        ("H1", vec![vec!["The Mill at the Bend"]]),
        ("P", vec![SUMMER.to_vec()]),
        ("P", vec![AUTUMN.to_vec()]),
        ("Zitat", vec![saying.to_vec()]),
        ("Absatz", vec![origin.to_vec()]),
        ("H2", vec![vec!["The Loft"]]),
        ("P", vec![vec!["The loft was the driest room of the house."]]),
    ]);
    assert_eq!(
        recover_builder(&builder),
        "# The Mill at the Bend\n\n\
         The mill stood still all summer, because the river was so low that no wheel could \
         turn in it, and the rags lay in the loft until autumn.\n\n\
         Then the whole village heard it, and the children ran down to the weir to see the \
         first sheets hang on the lines of the old loft.\n\n\
         > Who comes to the mill brings rags, and who leaves it takes paper.\n\n\
         Nobody had written this sentence down before, and the miller himself did not know \
         where it came from.\n\n\
         ## The Loft\n\n\
         The loft was the driest room of the house.\n"
    );
}

#[test]
fn a_tagged_paragraph_goes_on_over_the_page() {
    let builder = tagged(&[("P", vec![SUMMER.to_vec(), AUTUMN.to_vec()])]);
    assert_eq!(
        recover_builder(&builder),
        "The mill stood still all summer, because the river was so low that no wheel could \
         turn in it, and the rags lay in the loft until autumn. Then the whole village heard \
         it, and the children ran down to the weir to see the first sheets hang on the lines \
         of the old loft.\n"
    );
}

#[test]
fn a_tagged_note_is_a_note() {
    let builder = tagged(&[
        (
            "P",
            vec![vec![
                "The sheets hung in the loft, which was the driest room.1 They",
                "were counted twice, and the rags were counted as well.",
            ]],
        ),
        (
            "Note",
            vec![vec![
                "1 Once by the miller, and once by his daughter, who could",
                "count to a hundred.",
            ]],
        ),
    ]);
    assert_eq!(
        recover_builder(&builder),
        "The sheets hung in the loft, which was the driest room.[^1] They were counted twice, \
         and the rags were counted as well.\n\n\
         [^1]: Once by the miller, and once by his daughter, who could count to a hundred.\n"
    );
}

#[test]
fn tags_of_single_lines_are_not_used() {
    let lines: Vec<Element<'_>> =
        BEFORE.iter().chain(&AFTER).map(|line| ("P", vec![vec![*line]])).collect();
    assert_eq!(
        recover_builder(&tagged(&lines)),
        "(the paragraph)\n\
         s-015: mill.pdf: the tags of the PDF divide its text otherwise than its pages do, \
         first on page 1; they were not used\n"
    );
}

#[test]
fn tags_that_leave_out_lines_are_not_used() {
    let mut builder = Builder::new();
    let lines = BEFORE.iter().chain(&AFTER).zip(0..);
    let content: String = lines
        .map(|(line, at)| {
            let shown = text(40, 560 - 12 * at, line);
            if at == 2 { format!("/H1 << /MCID 0 >> BDC {shown} EMC ") } else { shown }
        })
        .collect();
    builder.page(&content, "");
    let page = builder.page_numbers()[0];
    let heading = builder.object(&format!("<< /S /H1 /Pg {page} 0 R /K 0 >>"));
    add_tree(&mut builder, &format!("/K {heading} 0 R"));
    assert_eq!(
        recover_builder(&builder),
        "(the paragraph)\n\
         s-015: mill.pdf: the tags of the PDF leave out lines of its text, first on page 1; \
         they were not used\n"
    );
}

#[test]
fn a_tree_that_contains_itself_ends() {
    let mut builder = Builder::new();
    builder.page(&text(40, 560, "The mill stood still."), "");
    let first = builder.object("<< /S /Div /K [5 0 R 6 0 R 5 0 R] >>");
    assert_eq!(first, 5);
    builder.object("<< /S /Sect /K 5 0 R >>");
    add_tree(&mut builder, "/K 5 0 R");
    assert!(builder.read().0.tags.elements.is_empty());
}

#[test]
fn a_tree_is_read_to_a_depth() {
    let mut builder = Builder::new();
    builder.page("/P << /MCID 0 >> BDC BT /F1 10 Tf 40 560 Td (The mill) Tj ET EMC", "");
    let page = builder.page_numbers()[0];
    let nest = |depth: usize| {
        let content = format!("<< /S /P /Pg {page} 0 R /K 0 >>");
        (0..depth).fold(content, |inner, _| format!("<< /S /Div /K {inner} >>"))
    };
    for (depth, elements) in [(60, 1), (70, 0)] {
        let mut builder = Builder::new();
        builder
            .page("/P << /MCID 0 >> BDC BT /F1 10 Tf 40 560 Td (The mill) Tj ET EMC", "");
        add_tree(&mut builder, &format!("/K {}", nest(depth)));
        assert_eq!(builder.read().0.tags.elements.len(), elements);
    }
}

#[test]
fn the_content_of_a_form_has_its_own_identifiers() {
    let mut builder = Builder::new();
    let form = builder.stream(
        &format!("/Subtype /Form /BBox [0 0 400 600] /Resources << {HELVETICA} >>"),
        format!("/P << /MCID 0 >> BDC {} EMC", text(40, 500, "in a form")).as_bytes(),
    );
    let content =
        format!("/P << /MCID 0 >> BDC {} EMC /Fm Do", text(40, 560, "on the page"));
    let resources = format!("/Resources << {HELVETICA} /XObject << /Fm {form} 0 R >> >>");
    builder.page(&content, &resources);
    let (document, _) = builder.read();
    let page = &document.pages[0];
    let of = |mcid| page.glyphs.iter().filter(|glyph| glyph.mcid == mcid).count();
    assert_eq!((of(Some(0)), of(None)), (11, 9));
}

#[test]
fn a_picture_has_the_description_of_its_tag() {
    let mut builder = Builder::new();
    let entries = "/Subtype /Image /Width 40 /Height 30 /ColorSpace /DeviceGray \
                   /BitsPerComponent 8";
    let image = builder.stream(entries, &[90; 1200]);
    let paragraph: String = BEFORE
        .iter()
        .chain(&AFTER)
        .zip(0..)
        .map(|(line, at)| text(40, 560 - 12 * at, line))
        .collect();
    let content = format!(
        "/P << /MCID 0 >> BDC {paragraph} EMC \
         /Figure << /MCID 1 >> BDC q 160 0 0 120 100 300 cm /Im Do Q EMC"
    );
    let resources =
        format!("/Resources << {HELVETICA} /XObject << /Im {image} 0 R >> >>");
    builder.page(&content, &resources);
    let page = builder.page_numbers()[0];
    let entries = format!(
        "/K [<< /S /P /Pg {page} 0 R /K 0 >> \
             << /S /Figure /Pg {page} 0 R /K 1 /Alt (The bridge, from the weir) >>]"
    );
    add_tree(&mut builder, &entries);
    assert_eq!(
        recover_builder(&builder),
        "(the paragraph)\n\n\
         ![The bridge, from the weir](mill-media/page-1-1.png)\n\
         mill-media/page-1-1.png"
    );
}
