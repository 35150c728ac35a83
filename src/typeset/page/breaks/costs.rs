//! The costs of page breaks: what each fault of a page costs, relative to the others.

use super::note_split::NoteSplit;
use super::{FacingVerso, PageState, PageTraits, Side};
use crate::typeset::page::galley::{HalfLines, PageBreakKind};

/// A cost in demerits, the unit of the line breaker. A paragraph costs about 10,000.
pub(super) type Cost = i64;

/// A hyphen at the foot of a verso: the eye must move to the facing page.
pub(super) const HYPHEN_AT_FOOT: Cost = 30_000;
/// A hyphen at the foot of a recto: the reader must turn the leaf in the middle of a word.
pub(super) const HYPHEN_AT_TURN: Cost = 300_000;
/// A pause at the edge of a page, where an ornament must show it.
pub(super) const PAUSE_AT_EDGE: Cost = 50_000;
/// A page one line short that absorbs the line in its white space: above a heading, or
/// around a displayed block.
pub(super) const WHITE_STRETCHED: Cost = 60_000;
/// A page two lines short that absorbs them in its white space, half a line in each of four
/// places.
pub(super) const TWO_LINES_STRETCHED: Cost = 200_000;
/// Both pages of a spread one line short, or one line long: readers hardly notice.
pub(super) const SPREAD_OFF: Cost = 100_000;
/// Long notes leave the text less than one part in [`MIN_TEXT_SHARE`] of the page.
pub(super) const LITTLE_TEXT: Cost = 100_000;
/// A stanza broken across pages, with at least two lines on either side.
pub(super) const IN_STANZA: Cost = 2_000_000;
/// A page that ends with a stanza and is a line short: the white below the stanza is a line
/// that the poem has there anyway. But the facing page is longer, so rather a stanza is broken.
pub(super) const SHORT_BELOW_STANZA: Cost = 3_000_000;
/// A line that introduces a quotation, verse or a list, at the foot of a page (TeX's
/// `\predisplaypenalty`): worse than anything that readers do not see, and better than a
/// page that is a line short.
pub(super) const AFTER_LEAD_IN: Cost = 8_000_000;
/// A last page of fewer than [`STUB_LINES`] lines.
pub(super) const STUB: Cost = 3_000_000;
/// A last page of fewer than [`SCRAP_LINES`] lines.
pub(super) const SCRAP: Cost = 10_000_000;
/// A figure that waits for the next page: no longer beside the text that it belongs to.
pub(super) const FIGURE_DEFERRED: Cost = 300_000;
/// Each line that a page is short or long.
pub(super) const LINE_OFF: Cost = 10_000_000;
/// The first line of a paragraph at the foot of a page.
pub(super) const ORPHAN: Cost = 20_000_000;
/// Facing pages of unequal depth, in addition to the cost of their depths.
pub(super) const UNEQUAL: Cost = 20_000_000;
/// The last line of a paragraph at the head of a page.
pub(super) const WIDOW: Cost = 30_000_000;
/// Notes that continue after the text of the chapter has ended.
pub(super) const NOTES_AFTER_TEXT: Cost = 50_000_000;
/// A heading at the foot of a page, alone or with one line of text.
pub(super) const AFTER_HEADING: Cost = 1_000_000_000;

/// A last page of a chapter should have at least this many lines.
pub(super) const STUB_LINES: HalfLines = 5;
/// A last page with fewer lines than this is a scrap.
pub(super) const SCRAP_LINES: HalfLines = 3;
/// A page may exceed its text block by this many half lines: one line.
pub(super) const MAX_OVERRUN: HalfLines = 2;
/// A verso that is this many lines short, or more, is one state. Each line is paid for when
/// its page closes, so the deepest still costs most. Only whether the recto is equally deep
/// becomes less exact. White space absorbs none of these lines.
pub(super) const MAX_DEVIATION: i32 = 4;

/// White space in this many places absorbs two lines, half a line in each.
pub(crate) const WHITES_FOR_TWO_LINES: u8 = 4;

/// Pages should have at least one line of text in this many.
pub(super) const MIN_TEXT_SHARE: i32 = 4;

/// What the foot of a page is like, whatever is above it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct PageEnd {
    /// The last line ends inside a word.
    pub(super) hyphen: bool,
    /// A stanza ends there, and the poem continues.
    pub(super) stanza: bool,
}

/// Ends the page of a state with the given split of its notes.
pub(super) fn end_page(
    state: PageState,
    lines: HalfLines,
    split: &NoteSplit,
    foot: PageEnd,
) -> PageState {
    let page = state.traits;
    let (short, white) = stretch_white(split.short, page.whites, split.has_notes, foot);
    let hyphens = Cost::from(foot.hyphen) + Cost::from(split.notes_end_hyphenated);
    let hyphens = hyphens
        * match page.side {
            Side::Verso => HYPHEN_AT_FOOT,
            Side::Recto => HYPHEN_AT_TURN,
        };
    let facing = match page.side {
        Side::Verso => FacingVerso::Short(clamp_deviation(short)),
        Side::Recto => FacingVerso::None,
    };
    let notes = split.cost + little_text_cost(state.fill, lines, split);
    let cost = state.cost + notes + hyphens + depth_cost(page, short) + white;
    let page = PageTraits { side: page.side.opposite(), facing, whites: 0 };
    let notes_shown = u32::try_from(split.notes_end).unwrap_or(u32::MAX);
    PageState { traits: page, fill: 0, cost, first_note_row: notes_shown, ..state }
}

/// The cost of a page with notes that has hardly any text.
pub(super) fn little_text_cost(
    fill: HalfLines,
    lines: HalfLines,
    split: &NoteSplit,
) -> Cost {
    let little =
        split.has_notes && i32::from(fill / 2) * MIN_TEXT_SHARE < i32::from(lines);
    if little { LITTLE_TEXT } else { 0 }
}

/// How many lines a closed page is short after its white space has absorbed what it can,
/// and the cost of that.
pub(super) fn stretch_white(
    short: i32,
    whites: u8,
    notes_shown: bool,
    foot: PageEnd,
) -> (i32, Cost) {
    match short {
        1 if whites > 0 || notes_shown => (0, WHITE_STRETCHED),
        1 if foot.stanza => (0, SHORT_BELOW_STANZA),
        2 if whites >= WHITES_FOR_TWO_LINES => (0, TWO_LINES_STRETCHED),
        _ => (short, 0),
    }
}

/// The cost of a page that is `short` lines short when it closes.
pub(super) fn depth_cost(page: PageTraits, short: i32) -> Cost {
    match page.side {
        Side::Verso => deviation_cost(short),
        Side::Recto => facing_cost(page.facing, short),
    }
}

/// The cost of a page's own depth: for a recto whose facing page is outside this galley,
/// and for a verso until its recto is known.
pub(super) fn deviation_cost(lines: i32) -> Cost {
    LINE_OFF * Cost::from(lines.abs())
}

/// The cost of the depth of a closed recto, when that of the facing verso is already paid.
pub(super) fn facing_cost(facing: FacingVerso, recto: i32) -> Cost {
    match facing {
        FacingVerso::Short(verso) if verso != clamp_deviation(recto) => {
            deviation_cost(recto) + UNEQUAL
        }
        // Readers hardly notice, so the cost of the verso is refunded.
        FacingVerso::Short(_) if recto.abs() == 1 => SPREAD_OFF - deviation_cost(recto),
        FacingVerso::Short(_) | FacingVerso::None => deviation_cost(recto),
    }
}

/// How many lines short a page is, as far as the search distinguishes it.
pub(super) fn clamp_deviation(short: i32) -> i8 {
    i8::try_from(short.clamp(-1, MAX_DEVIATION)).unwrap_or_default()
}

/// The cost of a page break above a row.
pub(super) fn break_cost(break_above: PageBreakKind) -> Cost {
    match break_above {
        PageBreakKind::Free => 0,
        PageBreakKind::AtPause => PAUSE_AT_EDGE,
        PageBreakKind::InStanza => IN_STANZA,
        PageBreakKind::AfterLeadIn => AFTER_LEAD_IN,
        PageBreakKind::Orphan => ORPHAN,
        PageBreakKind::Widow => WIDOW,
        PageBreakKind::AfterHeading => AFTER_HEADING,
    }
}
