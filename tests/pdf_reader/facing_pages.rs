//! Two facing pages of a book on each page of a PDF.

use super::builder::Builder;
use super::regions::recover_builder;
use super::tables::text;

/// Those who tell the story, each on a page.
const NAMES: [&str; 8] =
    ["Anna", "Berta", "Clara", "Dora", "Emma", "Flora", "Greta", "Hanna"];

/// Lines of a page of the book, its head above and its folio below.
fn page(x: u32, head: &str, folio: u32) -> String {
    let name = NAMES[folio as usize - 12];
    let lines = [
        format!("so {name} went up to the mill, because the river was low"),
        format!("and {name} saw that the rags lay in the loft. When the rain"),
        format!("came back in October, {name} heard it before the village"),
        format!("did, and {name} ran down to the weir with all the others"),
    ];
    let lines = lines.iter().zip(0..).map(|(line, at)| text(x, 500 - 12 * at, line));
    let head = text(x + 60, 540, head);
    head + &lines.collect::<String>() + &text(x + 120, 60, &folio.to_string())
}

/// A book on sheets: the right half begins at `right`.
fn sheets(right: u32) -> Builder {
    let mut builder = Builder::new();
    builder.inherited = builder.inherited.replace("[0 0 400 600]", "[0 0 800 600]");
    for sheet in 0..4 {
        let left = page(60, "THE PAPER MILL", 12 + 2 * sheet);
        let right = page(right, "The Flood", 13 + 2 * sheet);
        builder.page(&(left + &right), "");
    }
    builder
}

#[test]
fn facing_pages_are_divided() {
    let recovered = recover_builder(&sheets(450));
    assert!(recovered.contains("s-016"), "{recovered}");
    assert!(!recovered.contains("THE PAPER MILL\n"), "{recovered}");
    for folio in 12..20 {
        let mark = format!("role=\"doc-pagebreak\" aria-label=\"{folio}\"");
        assert!(recovered.contains(&mark), "{folio}: {recovered}");
    }
    let joined = "to the weir with all the others <span";
    assert_eq!(recovered.matches(joined).count(), 7, "{recovered}");
}

#[test]
fn columns_are_no_facing_pages() {
    // Between columns is less white than between pages.
    let recovered = recover_builder(&sheets(340));
    assert!(!recovered.contains("s-016"), "{recovered}");
}
