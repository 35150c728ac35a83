//! Pages as text, for people and for tests. The format is stable.

use std::fmt::Write;

use crate::length::Length;
use crate::typeset::document::{
    Bookmark, Folio, GlyphRun, Page, PageImage, Pages, PlacedItem,
};
use crate::typeset::matter::heads;

/// Formats the lines of every page: the folio, then the text of each line.
#[must_use]
pub fn format_lines(pages: &Pages) -> String {
    let mut text = String::new();
    for page in &pages.pages {
        push_page_heading(page, &mut text);
        for runs in group_by_baseline(page) {
            push_line(&mut text, format_args!("  {}", format_line(&runs)));
        }
    }
    text
}

/// Formats everything on every page: each run with its position, size and role; rules,
/// outlines, pictures and links; and the outline at the end.
#[must_use]
pub fn format_pages(pages: &Pages) -> String {
    let mut text = String::new();
    for page in &pages.pages {
        push_page_heading(page, &mut text);
        for item in &page.items {
            match item {
                PlacedItem::Run(run) => push_run(run, pages, &mut text),
                PlacedItem::Rule(rule) => {
                    let (corner, size) = (rule.rect.corner, rule.rect.size);
                    push_line(
                        &mut text,
                        format_args!(
                            "  rule {} {} {} by {}",
                            corner.x, corner.y, size.width, size.height
                        ),
                    );
                }
                PlacedItem::Outline(outline) => {
                    push_line(
                        &mut text,
                        format_args!("  outline of {}", outline.segments.len()),
                    );
                }
                PlacedItem::Image(picture) => {
                    let PageImage { columns, rows, .. } = picture;
                    push_line(
                        &mut text,
                        format_args!("  picture of {columns} by {rows}"),
                    );
                }
            }
        }
        for link in &page.links {
            let corner = link.rect.corner;
            push_line(
                &mut text,
                format_args!("  link {} {} {:?}", corner.x, corner.y, link.target),
            );
        }
    }
    text.push_str(&format_outline(pages));
    text
}

/// Formats the outline: every bookmark with the folio of its page.
#[must_use]
pub fn format_outline(pages: &Pages) -> String {
    let mut text = String::new();
    for item in &pages.outline {
        push_bookmark(item, 0, pages, &mut text);
    }
    text
}

/// Adds a line. Writing to a string never fails.
fn push_line(text: &mut String, line: std::fmt::Arguments<'_>) {
    let _ = writeln!(text, "{line}");
}

/// Adds the heading of a page.
fn push_page_heading(page: &Page, text: &mut String) {
    let blank = if page.items.is_empty() { " (blank)" } else { "" };
    push_line(text, format_args!("page {}{blank}", format_folio(page.folio)));
}

/// Formats a folio as it is printed.
fn format_folio(folio: Folio) -> String {
    heads::format_folio(folio)
}

/// Adds a run: its position, size, role and text.
fn push_run(run: &GlyphRun, pages: &Pages, text: &mut String) {
    let role = run.element.map_or_else(
        || "furniture".to_owned(),
        |id| format!("{:?}", pages.elements[id.0 as usize].role),
    );
    let (x, y) = (run.origin.x, run.origin.y);
    push_line(text, format_args!("  {x} {y} {} {role}: {}", run.size, run.text));
}

/// Groups the runs of a page by baseline, in the order of painting.
fn group_by_baseline(page: &Page) -> Vec<Vec<&GlyphRun>> {
    let mut lines: Vec<Vec<&GlyphRun>> = Vec::new();
    for item in &page.items {
        let PlacedItem::Run(run) = item else { continue };
        match lines.last_mut() {
            Some(runs) if is_on_line(runs, run) => runs.push(run),
            _ => lines.push(vec![run]),
        }
    }
    lines
}

/// Whether a run is on the same line as those before it. An initial is on the first line
/// beside it.
fn is_on_line(runs: &[&GlyphRun], run: &GlyphRun) -> bool {
    let line = runs.iter().rfind(|one| !is_initial(one));
    line.is_none_or(|line| line.origin.y == run.origin.y)
}

/// Whether a run is an initial or a sign before one.
fn is_initial(run: &GlyphRun) -> bool {
    run.replacement.as_deref() == Some("")
}

/// The text of a line. A wide gap becomes two spaces, and a hyphen made by the typesetter
/// is shown.
fn format_line(runs: &[&GlyphRun]) -> String {
    let mut words = String::new();
    let mut ends = runs.first().map_or(Length::ZERO, |run| run.origin.x);
    let mut beside = false;
    for run in runs {
        if run.origin.x - ends > run.size && !beside {
            words.push_str("  ");
        }
        beside = is_initial(run);
        words.push_str(&run.text);
        let last = run.glyphs.last();
        ends = run.origin.x + last.map_or(Length::ZERO, |glyph| glyph.x);
    }
    let last = runs.last().and_then(|run| run.glyphs.last());
    if last.is_some_and(|glyph| glyph.text.is_empty()) {
        words.push('-');
    }
    words.truncate(words.trim_end().len());
    words
}

/// Adds a bookmark, and those below it with more indent.
fn push_bookmark(item: &Bookmark, depth: usize, pages: &Pages, text: &mut String) {
    let destination = pages.destinations[item.target.0 as usize];
    let target_folio = pages
        .pages
        .get(destination.page as usize)
        .map_or_else(String::new, |page| format_folio(page.folio));
    push_line(
        text,
        format_args!("{}- {} ({target_folio})", "  ".repeat(depth), item.title),
    );
    for child in &item.children {
        push_bookmark(child, depth + 1, pages, text);
    }
}
