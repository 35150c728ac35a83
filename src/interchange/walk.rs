//! Visits the lines and inlines of rich text, in reading order.

use super::rich::{RichBlock, RichImage, RichInline};

/// Visits every block, those inside others too, and every line of text. Notes are not visited:
/// a line contains them. Preformatted text is no line.
fn visit_blocks<'a>(
    blocks: &'a [RichBlock],
    each_block: &mut dyn FnMut(&'a RichBlock),
    each: &mut dyn FnMut(&'a [RichInline]),
) {
    // A list of what is left instead of recursion: files nest as deep as they like.
    let mut left: Vec<LeftToVisit<'a>> = vec![LeftToVisit::Blocks(blocks)];
    while let Some(next) = left.pop() {
        let (block, rest) = match next {
            LeftToVisit::Line(line) => {
                each(line);
                continue;
            }
            LeftToVisit::Blocks(blocks) => match blocks.split_first() {
                Some(split) => split,
                None => continue,
            },
        };
        left.push(LeftToVisit::Blocks(rest));
        each_block(block);
        let mut inner: Vec<LeftToVisit<'a>> = Vec::new();
        match block {
            RichBlock::Paragraph { content, .. } | RichBlock::Heading { content, .. } => {
                inner.push(LeftToVisit::Line(content));
            }
            RichBlock::Quotation(blocks) | RichBlock::Division { blocks, .. } => {
                inner.push(LeftToVisit::Blocks(blocks));
            }
            RichBlock::Lines(lines) => {
                inner.extend(lines.iter().map(|line| LeftToVisit::Line(line)));
            }
            RichBlock::List { items, .. } => {
                inner.extend(items.iter().map(|item| LeftToVisit::Blocks(item)));
            }
            RichBlock::Definitions(entries) => {
                for (term, definitions) in entries {
                    inner.push(LeftToVisit::Line(term));
                    inner.extend(definitions.iter().map(|one| LeftToVisit::Blocks(one)));
                }
            }
            RichBlock::Table(table) => {
                inner.push(LeftToVisit::Line(&table.caption));
                let cells = table.head.iter().chain(&table.body).flatten();
                inner.extend(cells.map(|cell| LeftToVisit::Blocks(&cell.blocks)));
            }
            RichBlock::Figure { caption, .. } => inner.push(LeftToVisit::Line(caption)),
            RichBlock::Preformatted(_) | RichBlock::Rule => {}
        }
        left.extend(inner.into_iter().rev());
    }
}

/// What is still to be visited.
enum LeftToVisit<'a> {
    Blocks(&'a [RichBlock]),
    Line(&'a [RichInline]),
}

/// Visits the inlines of a line, those inside others too. Notes are visited, and not what is
/// in them.
fn visit_line<'a>(line: &'a [RichInline], each: &mut dyn FnMut(&'a RichInline)) {
    let mut left = vec![line.iter()];
    while let Some(last) = left.last_mut() {
        let Some(inline) = last.next() else {
            left.pop();
            continue;
        };
        each(inline);
        left.extend(inline.content().map(<[RichInline]>::iter));
    }
}

/// Visits every inline of some blocks.
pub(super) fn visit_inlines<'a>(
    blocks: &'a [RichBlock],
    each: &mut dyn FnMut(&'a RichInline),
) {
    visit_blocks(blocks, &mut |_| {}, &mut |line| visit_line(line, each));
}

/// Visits every picture of some blocks.
pub(super) fn visit_images<'a>(
    blocks: &'a [RichBlock],
    each: &mut dyn FnMut(&'a RichImage),
) {
    let mut left = vec![blocks];
    while let Some(blocks) = left.pop() {
        let mut lines = Vec::new();
        let mut figures = Vec::new();
        visit_blocks(
            blocks,
            &mut |block| {
                if let RichBlock::Figure { image, .. } = block {
                    figures.push(image);
                }
            },
            &mut |line| lines.push(line),
        );
        figures.into_iter().for_each(&mut *each);
        for line in lines {
            visit_line(line, &mut |inline| match inline {
                RichInline::Image(image) => each(image),
                RichInline::Note { blocks, .. } => left.push(blocks),
                _ => {}
            });
        }
    }
}
