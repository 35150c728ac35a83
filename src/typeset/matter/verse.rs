//! Verse: its indent, turnovers and line numbers.

use std::vec::IntoIter;

use crate::book::block::{Block, Stanza, Verse};
use crate::book::inline::Inline;
use crate::book::matter::contents::write_plain_text;
use crate::book::matter::poems::split_poem_number;
use crate::design::{Axis, Lettering};
use crate::diagnostic::{Diagnostic, Severity};
use crate::length::Length;
use crate::text::span::Origin;
use crate::typeset::codes::VERSE_LONG;
use crate::typeset::document::Role;
use crate::typeset::line::SetParagraph;
use crate::typeset::matter::blocks::{BlockFrame, BlockSetter, TURNOVER};
use crate::typeset::matter::column::{GalleyColumn, LineCohesion};
use crate::typeset::matter::compositor::CompositorStyle;
use crate::typeset::page::galley::{HalfLines, PlacedLine};
use crate::typeset::paragraph::LineAlignment;

/// Space between stanzas: a whole line, so that verse stays on its grid.
pub(super) const BETWEEN_STANZAS: HalfLines = 2;
/// Verse is indented by at most this fraction of the measure: one in this many parts.
const WIDEST_VERSE_INDENT: i32 = 3;
/// Room is kept for line numbers up to this.
const MOST_VERSES: u32 = 999;
/// The verse of a chapter is as wide as this part of its lines: a few that are longer, and
/// prose that the source indents like verse, do not move the edge.
const MOST_LINES: (usize, usize) = (9, 10);
/// A line of verse that takes this many lines is more likely prose.
const PROSE_LINES: usize = 3;
/// So is one that the measure does not hold, and that is longer than this part of the verse
/// around it.
const LONG_VERSE: (i32, i32) = (3, 2);
/// With fewer lines, a poem does not say how long its lines are.
const FEWEST_VERSES: usize = 8;
/// Of the sentences of prose that has kept the lines of its source, this part or less end
/// with a line; of those of verse nearly all do.
const ENDS_WITH_LINES: (usize, usize) = (1, 3);
/// With fewer sentences a stanza says nothing of that.
const FEWEST_SENTENCES: usize = 6;
/// The number of a poem has room for this many ems at least: "XXXVIII".
const NARROWEST_NUMBER: i32 = 6;
/// A stanza of at most this many lines is kept on one page.
const SHORT_STANZA: usize = 3;

/// A poem whose lines are set, each stanza by itself.
pub(super) struct SetPoem {
    stanzas: Vec<Vec<SetParagraph>>,
    /// What was found on the way.
    findings: Vec<Diagnostic>,
}

/// The verse among blocks. All of it has one left edge, so it is set before any is placed.
#[derive(Default)]
pub(super) struct VerseOfBlocks {
    /// How wide it is: most of its lines that the measure holds are no wider. None if every
    /// poem is as wide as its own lines.
    width: Option<Length>,
    /// The poems in order; none if each is set when it is placed.
    poems: IntoIter<SetPoem>,
}

impl BlockSetter<'_, '_> {
    /// Sets the verse among blocks, if there is more than one poem and the width of verse
    /// says where it stands.
    pub(super) fn set_verse_among(
        &self,
        blocks: &[Block],
        counted: Option<u32>,
        frame: BlockFrame,
    ) -> VerseOfBlocks {
        let poems = || {
            blocks.iter().filter_map(|block| match block {
                Block::Verse(verse) => Some(verse),
                _ => None,
            })
        };
        if self.compositor.design().display_blocks.verse == Axis::Left
            || poems().count() < 2
        {
            return VerseOfBlocks::default();
        }
        let style = self.verse_style(counted, frame);
        let poems: Vec<SetPoem> =
            poems().map(|verse| self.set_poem(verse, &style)).collect();
        let mut widths: Vec<Length> =
            poems.iter().flat_map(|poem| whole_lines(&poem.stanzas)).collect();
        widths.sort_unstable();
        let (most, of) = MOST_LINES;
        let width = widths.get(widths.len() * most / of).copied();
        VerseOfBlocks { width, poems: poems.into_iter() }
    }

    /// How lines of verse are set: beside them there is room for their numbers, if they
    /// have any.
    fn verse_style(&self, counted: Option<u32>, frame: BlockFrame) -> CompositorStyle {
        let numbers = self.compositor.design().display_blocks.verse_numbers;
        let room = if counted.is_some() && numbers > 0 {
            self.set_verse_number(MOST_VERSES, frame).line.width + frame.size
        } else {
            Length::ZERO
        };
        CompositorStyle {
            letters: self.overrides.letters_or(Lettering::Roman),
            turnover_indent: frame.size * TURNOVER,
            ..CompositorStyle::display(
                frame.size,
                frame.measure - room,
                LineAlignment::Ragged,
            )
        }
    }

    /// Sets the lines of a poem.
    fn set_poem(&self, verse: &Verse, style: &CompositorStyle) -> SetPoem {
        let line =
            |line: &Vec<Inline>| self.compositor.set_paragraph(line, style, verse.origin);
        let stanza = |stanza: &Stanza| stanza.lines.iter().map(line).collect();
        let (stanzas, findings) = self
            .compositor
            .collect_findings(|| verse.stanzas.iter().map(stanza).collect());
        SetPoem { stanzas, findings }
    }

    /// Sets verse as a centred block, as wide as its longest line that the measure holds, or
    /// as all verse around it; or at an indent if such a block leaves room for it.
    ///
    /// Its lines are counted on from `counted`, and numbered if the design asks for it. A
    /// line with a turnover has its number on the last turnover, where there is most room.
    pub(super) fn set_verse(
        &self,
        column: &mut GalleyColumn,
        verse: &Verse,
        counted: &mut Option<u32>,
        around: &mut VerseOfBlocks,
        frame: BlockFrame,
    ) {
        let text = frame;
        let every =
            counted.map_or(0, |_| self.compositor.design().display_blocks.verse_numbers);
        let every = u32::from(every);
        let style = self.verse_style(*counted, frame);
        let frame = BlockFrame { measure: style.measure, ..frame };
        let set = around.poems.next();
        let SetPoem { mut stanzas, findings } =
            set.unwrap_or_else(|| self.set_poem(verse, &style));
        for found in findings {
            self.compositor.report(found);
        }
        let own = whole_lines(&stanzas).max().unwrap_or(frame.measure);
        let widest = around.width.unwrap_or(own);
        let found = report_long_lines(&stanzas, widest, verse.origin);
        for found in found.into_iter().chain(report_prose(verse)) {
            self.compositor.report(found);
        }
        let indent = match self.compositor.design().display_blocks.verse {
            _ if self.continued => Length::ZERO,
            Axis::Centre => {
                let middle = (text.measure - widest) / 2;
                let most = frame.measure / WIDEST_VERSE_INDENT;
                middle.min(most).min(frame.measure - own)
            }
            Axis::Left => self.compositor.design().indent().min(frame.measure - own),
        };
        let indent = indent.max(Length::ZERO);
        let narrow = CompositorStyle { measure: frame.measure - indent, ..style };
        for (place, (stanza, set)) in verse.stanzas.iter().zip(&mut stanzas).enumerate() {
            if place > 0 {
                column.request_fixed_space(BETWEEN_STANZAS);
            }
            let (number, verses) = split_poem_number(stanza);
            if let Some(number) = number {
                let below = if verses.is_empty() { BETWEEN_STANZAS } else { 0 };
                let width = widest.min(frame.measure - indent);
                let number = self.set_poem_number(number, width, &narrow, verse.origin);
                let tag = column.add_tag(Role::Paragraph, frame.tag);
                column.add_paragraph(
                    number,
                    tag,
                    frame.left + indent,
                    LineCohesion::Text,
                );
                column.request_space(below);
                column.keep_with_above(SHORT_STANZA);
                set.remove(0);
            }
            if verses.is_empty() {
                continue;
            }
            let tag = column.add_tag(Role::Paragraph, frame.tag);
            let bond = if set.len() <= SHORT_STANZA {
                LineCohesion::Together
            } else {
                LineCohesion::Text
            };
            let lines = verses.iter().zip(std::mem::take(set));
            let lines = lines.map(|(words, set)| match set.lines.len() {
                1 => set,
                _ => self.compositor.set_paragraph(words, &narrow, verse.origin),
            });
            let from = column.block_count();
            column.add_stanza(lines.collect(), tag, frame.left + indent, bond);
            let Some(count) = counted.as_mut() else { continue };
            for line in from..column.block_count() {
                *count += 1;
                if every > 0 && count.is_multiple_of(every) {
                    let drop = column.grid.first;
                    let number = self.set_verse_number(*count, text);
                    column.add_beside(line, &PlacedLine { drop, ..number });
                }
            }
        }
    }

    /// The number of a poem: over the middle of its lines, or over their beginning.
    fn set_poem_number(
        &self,
        number: &[Inline],
        width: Length,
        verses: &CompositorStyle,
        origin: Origin,
    ) -> SetParagraph {
        let alignment = match self.compositor.design().display_blocks.verse {
            Axis::Centre => LineAlignment::Centred,
            Axis::Left => LineAlignment::Ragged,
        };
        let style = CompositorStyle {
            alignment,
            measure: width.max(verses.size * NARROWEST_NUMBER),
            turnover_indent: Length::ZERO,
            ..*verses
        };
        self.compositor.set_paragraph(number, &style, origin)
    }

    /// The number of a line of verse, at the right edge of the text; its drop is set later.
    fn set_verse_number(&self, number: u32, frame: BlockFrame) -> PlacedLine {
        let size = self.compositor.design().sizes.footnotes.min(frame.size);
        let style = CompositorStyle::display(size, frame.measure, LineAlignment::Ragged);
        let line = self.compositor.set_on_one_line(&number.to_string(), &style);
        let left = frame.left + frame.measure - line.width;
        PlacedLine { line, tag: None, left, drop: Length::ZERO }
    }
}

/// The widths of the lines without a turnover.
fn whole_lines(stanzas: &[Vec<SetParagraph>]) -> impl Iterator<Item = Length> {
    let whole = stanzas.iter().flatten().filter(|set| set.lines.len() == 1);
    whole.map(|set| set.lines[0].width)
}

/// Reports lines of verse that are far longer than a line of verse is, and than the verse
/// around them.
fn report_long_lines(
    stanzas: &[Vec<SetParagraph>],
    around: Length,
    origin: Origin,
) -> Option<Diagnostic> {
    let (part, of) = LONG_VERSE;
    let shows_length = whole_lines(stanzas).count() >= FEWEST_VERSES;
    let long = |set: &&SetParagraph| {
        let width = set.lines.iter().map(|line| line.width).sum::<Length>();
        let is_longer = set.lines.len() > 1 && width > around * part / of;
        set.lines.len() >= PROSE_LINES || shows_length && is_longer
    };
    let count = stanzas.iter().flatten().filter(long).count();
    let message = match count {
        0 => return None,
        1 => "a line of verse is far longer than the others; it may be prose".to_owned(),
        _ => format!(
            "{count} lines of verse are far longer than the others; they may be prose"
        ),
    };
    let found = Diagnostic::new(VERSE_LONG, Severity::Warning, message);
    Some(found.at(origin).hint("take prose out of the verse"))
}

/// Reports stanzas in which sentences end inside lines, as they do in prose.
fn report_prose(verse: &Verse) -> Option<Diagnostic> {
    let prose = verse.stanzas.iter().filter(|stanza| reads_as_prose(stanza));
    let count = prose.map(|stanza| stanza.lines.len()).sum::<usize>();
    if count == 0 {
        return None;
    }
    let message =
        format!("{count} lines of verse have their sentences inside lines, as prose has");
    let found = Diagnostic::new(VERSE_LONG, Severity::Warning, message);
    Some(found.at(verse.origin).hint("take prose out of the verse"))
}

/// Whether the sentences of a stanza end inside its lines.
fn reads_as_prose(stanza: &Stanza) -> bool {
    let is_end = |c: char| matches!(c, '.' | '?' | '!' | '…');
    let (mut with_line, mut all) = (0, 0);
    for line in &stanza.lines {
        let text = write_plain_text(line);
        let last = text.trim_end_matches(|c: char| !c.is_alphanumeric() && !is_end(c));
        with_line += usize::from(last.ends_with(is_end));
        let words: Vec<&str> = text.split_whitespace().collect();
        // A capital follows the end of a sentence, but not an abbreviation.
        let ends = words.windows(2).filter(|pair| {
            let next = pair[1].chars().find(|c| c.is_alphanumeric());
            pair[0].ends_with(is_end) && next.is_some_and(char::is_uppercase)
        });
        all += ends.count();
    }
    all += with_line;
    let (part, of) = ENDS_WITH_LINES;
    all >= FEWEST_SENTENCES && with_line * of <= all * part
}
