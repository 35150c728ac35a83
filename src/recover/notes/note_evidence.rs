//! The evidence for a line being text or note: the chain of labels, the widths of lines,
//! how lines continue each other, and where pages turn.

use std::collections::{BTreeMap, BTreeSet};

use super::chapter_numbers::find_chapter_numbers;
use super::line_joins::LineJoins;
use super::line_parts::{LONGEST_PAGE, LinePart};
use super::mark_candidate::{MarkCandidate as Mark, MarkSetting};
use super::note_label::NoteLabel;
use super::size_odds::SizeOdds;
use super::width_odds::WidthOdds;
use crate::recover::page::contents::PrintedContents;
use crate::recover::page::furniture::{Furniture, SourceFolio};
use crate::recover::page::source_layout::{PageTurn, SourceLayout};
use crate::text::addresses::is_contact_line;
use crate::text::odds::ln_hundredths;
use crate::text::sentences::{ends_in_number, ends_sentence};

// All costs are in hundredths of a nat, as in `note_split`.

/// A line of the label chain taken for text, with a mark of its number before it.
pub(crate) const LABEL_IN_TEXT: i32 = 1000;
/// A line of the label chain taken for text, without such a mark.
pub(crate) const UNCALLED_LABEL_IN_TEXT: i32 = 60;
/// A note that continues at the foot of the next page where nothing shows it.
const RUN_ON: i32 = 420;
/// Added after a note that ends with a full stop.
const RUN_ON_CLOSED: i32 = 380;
/// Added after a note that cannot be complete: it breaks off at a colon, or without a
/// full stop where notes end with one.
const RUN_ON_OPEN: i32 = -250;
/// Added for an address that stands alone.
const CONTACT_LINE: i32 = 500;
/// Largest score of the size of the type of one line: it outweighs all but a mark that is
/// certain and a page turn.
const SIZE_SAYS: i32 = 600;
/// What the tag of a line says in a PDF that tags its notes. The tags agree with the pages, so
/// this outweighs all but a page turn and the chain of labels.
const TAG_SAYS: i32 = 900;
/// Largest score of the width of one line.
const WIDTH_SAYS: i32 = 350;
/// Largest score of the width of a short line, which fills neither measure.
const SHORT_SAYS: i32 = 15;
/// A line is short below this share of the measure, in per cent.
const SHORT: u32 = 75;
/// Fewest letters of a title in capitals; fewer are an abbreviation.
const FEWEST_CAPITALS: usize = 5;
/// Lines that belong together like an article and its noun.
const BOUND: i32 = -200;
/// A line is full from this share of the measure on, in per cent.
const FULL: u32 = 85;
/// Largest cost of a blank line inside a sentence.
const PARTED: i32 = 300;
/// If one in three lines is separated like that, it costs nothing; in hundredths of a
/// nat.
const PARTED_OFTEN: i32 = 100;
/// Text that follows a note and a blank line in a text without any page: notes are below
/// their paragraphs there.
const TEXT_AFTER_NOTE: i32 = 100;
/// A further paragraph of a note in such a text. It is dearer than the text: a paragraph of
/// a note that stays in the text is at its place, but text in a note is not.
const NOTE_PARAGRAPH: i32 = 250;
/// A short further paragraph of a note. It decides only where the text that follows a note
/// begins: rather with a title than below it.
const SHORT_PARAGRAPH: i32 = 40;
/// So many blank lines are a gap between chapters rather than between the paragraphs of a note,
/// unless more than one line in [`FEW_GAPS`] is below such a gap.
const WIDE_GAP: usize = 3;
const FEW_GAPS: usize = 20;
/// The cost of text below a note and such a gap, and of a note that goes on below one.
const TEXT_BELOW_GAP: i32 = 100;
const NOTE_BELOW_GAP: i32 = 250;
/// One line in this many may lack the blank line that the others have above them.
const FEW_SOLID: usize = 10;
/// A page turn where all turns are known.
const NO_TURN: i32 = 1500;

/// The evidence for lines being text or note. All lists are parallel to `text`.
pub(crate) struct NoteEvidence<'a> {
    source: &'a SourceLayout<'a>,
    /// The lines that are not furniture.
    pub(crate) text: &'a [usize],
    /// The cost of taking the line for text, if it has a label of the chain.
    pub(crate) labelled: Vec<Option<i32>>,
    /// The line has nothing but a label.
    pub(crate) label_alone: Vec<bool>,
    /// The line is among the labels of notes gathered at the end of a chapter.
    pub(crate) gathered: Vec<bool>,
    /// The line follows the last gathered note and a blank line: a chapter may begin with
    /// it, in mid-page.
    pub(crate) after_gathered: Vec<bool>,
    /// The line is the title of a chapter in capitals between blank lines, and no page
    /// turn is shown before it.
    pub(crate) opens_chapter: Vec<bool>,
    /// The line is the first of a heading that others confirm: the printed contents name it, or
    /// it is a chapter number of a sequence.
    pub(crate) confirmed_heading: Vec<bool>,
    /// The line has the mark of a label on its page or the next.
    pub(crate) calls: Vec<bool>,
    /// A page begins with the line.
    pub(crate) opens_page: Vec<bool>,
    /// The cost of a page turn before the line where none is shown.
    pub(crate) turn: Vec<i32>,
    /// The cost of the line belonging to the one before it although a blank line
    /// separates them in mid-sentence.
    pub(crate) parted: Vec<i32>,
    /// The line is below a gap as wide as between chapters.
    is_below_gap: Vec<bool>,
    /// The cost of the line continuing the note above it.
    pub(crate) further: Vec<i32>,
    /// The cost that the end of the line adds to its note continuing at the foot of the
    /// next page.
    ending: Vec<i32>,
    /// The cost of the line continuing the note of the page before, whichever note that
    /// is.
    going_on: Vec<i32>,
    /// How lines continue each other.
    joins: LineJoins,
    /// Notes of this document end with a full stop.
    notes_end: bool,
    /// The share, in thousandths, of first labels with a blank line before them.
    blank_before_notes: usize,
    /// No sign of a page is known, and blank lines part paragraphs.
    pub(crate) is_transcription: bool,
}

impl<'a> NoteEvidence<'a> {
    pub(crate) fn new(
        source: &'a SourceLayout<'a>,
        printed: &PrintedContents,
        furniture: &Furniture,
        labels: &[NoteLabel],
        marks: &[Mark],
        text: &'a [usize],
    ) -> Self {
        let label_lines: BTreeSet<usize> = labels.iter().map(|l| l.line_no).collect();
        let calling = find_calling_lines(labels, marks);
        let announced = printed.announced.iter().map(|one| one.line_nos.start).collect();
        let flags = |set: &BTreeSet<usize>| -> Vec<bool> {
            text.iter().map(|line_no| set.contains(line_no)).collect()
        };
        let mut opens_page = vec![false; text.len()];
        for &bound in &furniture.bounds {
            let place = text.partition_point(|&line_no| line_no < bound);
            // A label after one space is a label, not a page.
            let shown = source.turn == PageTurn::FormFeed
                || text.get(place).is_some_and(|&line_no| {
                    line_no > bound
                        || !(label_lines.contains(&line_no)
                            || follows_label(source, &label_lines, labels, line_no))
                });
            if place > 0 && place < text.len() && shown {
                opens_page[place] = true;
            }
        }
        let costs: BTreeMap<usize, i32> = (0..labels.len())
            .map(|place| (labels[place].line_no, text_cost_of_label(labels, place)))
            .collect();
        let labelled: Vec<Option<i32>> =
            text.iter().map(|line_no| costs.get(line_no).copied()).collect();
        let firsts = (1..text.len())
            .filter(|&place| labelled[place].is_some() && labelled[place - 1].is_none());
        let (mut blank, mut all) = (0, 0);
        for place in firsts {
            all += 1;
            blank += usize::from(source.blanks_before(text[place]) > 0);
        }
        let mut evidence = Self {
            source,
            text,
            labelled,
            label_alone: flags(
                &labels.iter().filter(|l| l.alone).map(|l| l.line_no).collect(),
            ),
            gathered: text
                .iter()
                .map(|&line_no| is_among_gathered(labels, line_no))
                .collect(),
            after_gathered: text
                .iter()
                .map(|&line_no| is_after_gathered(source, labels, line_no))
                .collect(),
            calls: flags(&calling),
            opens_chapter: text
                .iter()
                .map(|&line_no| opens_chapter(source, line_no))
                .collect(),
            confirmed_heading: flags(&announced),
            opens_page,
            turn: Vec::new(),
            parted: Vec::new(),
            is_below_gap: Vec::new(),
            further: Vec::new(),
            joins: LineJoins::new(source),
            ending: Vec::new(),
            going_on: Vec::new(),
            notes_end: notes_end_sentences(source, labels),
            blank_before_notes: (blank * 1000).checked_div(all).unwrap_or_default(),
            is_transcription: false,
        };
        let is_label =
            |place: usize| evidence.labelled[place].is_some() || evidence.gathered[place];
        let labels: Vec<bool> = (0..text.len()).map(is_label).collect();
        for place in find_chapter_numbers(source, text, &labels) {
            evidence.confirmed_heading[place] = true;
        }
        evidence.is_transcription = evidence.has_no_pages(&furniture.folios);
        evidence.is_below_gap = evidence.find_gaps();
        evidence.turn = evidence.turn_costs(&furniture.folios);
        evidence.parted = evidence.gap_costs();
        evidence.further =
            (0..text.len()).map(|place| evidence.further_cost(place)).collect();
        evidence.ending = (0..text.len()).map(|last| evidence.end_cost(last)).collect();
        evidence.going_on =
            (0..text.len()).map(|at| evidence.going_on_cost(at)).collect();
        evidence
    }

    /// Whether nothing shows pages, not even a number alone on its line, and blank lines
    /// part paragraphs rather than lines.
    fn has_no_pages(&self, folios: &[SourceFolio]) -> bool {
        let is_below_blank = |&&line: &&usize| self.source.blanks_before(line) > 0;
        let blanks = self.text.iter().filter(is_below_blank).count();
        let is_number =
            |place: usize| self.words(place).chars().all(|c| c.is_ascii_digit());
        self.source.turn == PageTurn::Unmarked
            && folios.is_empty()
            && !self.opens_page.contains(&true)
            && !(0..self.text.len()).any(is_number)
            && blanks * 2 < self.text.len()
    }

    /// Computes [`Self::further`].
    fn further_cost(&self, place: usize) -> i32 {
        let words = self.words(place);
        let begins = place > 0
            && self.labelled[place].is_none()
            && ends_sentence(self.words(place - 1));
        let is_paragraph = self.is_transcription
            && begins
            && self.source.blanks_before(self.text[place]) > 0;
        let is_short = is_short(self.source, self.text[place]);
        let paragraph = match () {
            () if is_paragraph => NOTE_PARAGRAPH,
            () if begins && is_short && words.starts_with(char::is_uppercase) => {
                SHORT_PARAGRAPH
            }
            () => 0,
        };
        let below_gap = if self.is_below_gap[place] { NOTE_BELOW_GAP } else { 0 };
        self.parted[place] + paragraph + below_gap
    }

    /// Computes [`Self::is_below_gap`]. On pages, a gap may be above a note that goes on.
    fn find_gaps(&self) -> Vec<bool> {
        let is_wide = |&line: &usize| self.source.blanks_before(line) >= WIDE_GAP;
        let wide: Vec<bool> = self.text.iter().map(is_wide).collect();
        let count = wide.iter().filter(|wide| **wide).count();
        let tell =
            self.source.turn == PageTurn::Unmarked && count * FEW_GAPS <= wide.len();
        if tell { wide } else { vec![false; wide.len()] }
    }

    /// Computes [`Self::parted`]: the rarer such gaps are, the higher the cost.
    fn gap_costs(&self) -> Vec<i32> {
        let full = self.source.measure * FULL / 100;
        let goes_on = |place: usize| {
            let before = self.text[place - 1];
            !self.opens_page[place]
                && self.labelled[place].is_none()
                && before + 1 == self.text[place]
                && self.source.shape(before).width >= full
                && self
                    .words(place - 1)
                    .ends_with(|c: char| c.is_alphabetic() || c == ',')
        };
        let blank = |place: usize| self.source.blanks_before(self.text[place]) > 0;
        let places: Vec<usize> =
            (1..self.text.len()).filter(|&place| goes_on(place)).collect();
        let parted = places.iter().filter(|&&place| blank(place)).count();
        let rare =
            ln_hundredths(places.len() as u64 + 2) - ln_hundredths(parted as u64 + 1);
        let cost = (rare - PARTED_OFTEN).clamp(0, PARTED);
        let mut costs = vec![0; self.text.len()];
        for place in places.into_iter().filter(|&place| blank(place)) {
            costs[place] = cost;
        }
        costs
    }

    /// Computes [`Self::turn`]. There is no turn between the folios of two consecutive
    /// pages.
    fn turn_costs(&self, folios: &[SourceFolio]) -> Vec<i32> {
        let on_known_page = |line_no: usize| {
            let following = folios.partition_point(|folio| folio.line_no < line_no);
            let around =
                following.checked_sub(1).and_then(|from| folios.get(from..=following));
            around.is_some_and(|pair| pair[1].follows(&pair[0]))
        };
        let blanks: Vec<usize> =
            self.text.iter().map(|&line_no| self.source.blanks_before(line_no)).collect();
        // Where a blank line precedes every second line, it says nothing.
        let usual = |most: usize| {
            blanks.iter().filter(|&&count| count >= most).count() * 4 > blanks.len()
        };
        let (one_usual, two_usual) = (usual(1), usual(2));
        // Where a blank line precedes nearly every line, only the turn of a page lacks it.
        let solid = blanks.iter().filter(|&&count| count == 0).count();
        let is_spaced = solid * FEW_SOLID < blanks.len();
        self.text
            .iter()
            .zip(blanks.iter().zip(&self.is_below_gap))
            .map(|(&line_no, (&count, &below_gap))| match self.source.turn {
                PageTurn::FormFeed => NO_TURN,
                _ if on_known_page(line_no) => NO_TURN,
                _ if below_gap => TEXT_BELOW_GAP,
                _ if count >= 1 && self.is_transcription => TEXT_AFTER_NOTE,
                _ if count >= 2 && !two_usual => 250,
                _ if is_spaced && count == 0 => 350,
                _ if count >= 1 && !one_usual => 350,
                _ if count >= 1 && !two_usual => 700,
                _ => 800,
            })
            .collect()
    }

    /// Scores each line as a note by its width, its size and its tag, given the lines now
    /// taken for text and for notes.
    pub(crate) fn score_looks(&self, parts: &[LinePart]) -> Vec<i32> {
        let shape =
            |place: usize| &self.source.shapes[self.source.solid_lines[self.text[place]]];
        let of_part = |part: LinePart| {
            (0..parts.len()).filter(move |&place| parts[place] == part).map(shape)
        };
        let odds = WidthOdds::learn(of_part(LinePart::Body), of_part(LinePart::Note));
        let sizes = SizeOdds::learn(
            (0..parts.len()).filter_map(|place| Some((parts[place], self.size(place)?))),
        );
        let short = self.source.measure * SHORT / 100;
        let tags_notes =
            (0..parts.len()).any(|place| self.is_tagged_note(place) == Some(true));
        let score_tag = |place: usize| match self.is_tagged_note(place) {
            Some(true) => TAG_SAYS,
            Some(false) if tags_notes => -TAG_SAYS,
            _ => 0,
        };
        (0..parts.len())
            .map(|place| {
                let width = shape(place).width;
                let says = odds.score(width);
                let least = if width < short { SHORT_SAYS } else { WIDTH_SAYS };
                // Far after the last label a narrow passage is a quotation rather than a
                // very long note.
                let most = if self.labelled_before(place) { least } else { 0 };
                says.clamp(-least, most)
                    + self.score_size(&sizes, place)
                    + score_tag(place)
            })
            .collect()
    }

    /// Scores a line as a note by the size of its type.
    fn score_size(&self, sizes: &SizeOdds, place: usize) -> i32 {
        let says = self.size(place).map_or(0, |size| sizes.score(size));
        let most = if self.labelled_before(place) { SIZE_SAYS } else { 0 };
        says.clamp(-SIZE_SAYS, most)
    }

    /// The size of the type of a line, if the page shows it.
    fn size(&self, place: usize) -> Option<i32> {
        let line = self.source.solid_lines[self.text[place]];
        self.source.text.looks.get(line).map(|look| look.size)
    }

    /// Whether the tag of a line says that it is part of a note, if it has one.
    fn is_tagged_note(&self, place: usize) -> Option<bool> {
        let line = self.source.solid_lines[self.text[place]];
        self.source.text.looks.get(line)?.tag.map(|tag| tag.role.is_note())
    }

    /// Whether a line has a label, or is not far after one.
    fn labelled_before(&self, place: usize) -> bool {
        let near = &self.labelled[place.saturating_sub(LONGEST_PAGE)..=place];
        self.gathered[place] || near.iter().any(Option::is_some)
    }

    /// The cost of a note continuing at a line of the next page.
    pub(crate) fn run_on_cost(&self, last: usize, place: usize) -> i32 {
        RUN_ON + self.ending[last] + self.going_on[place] + self.join_cost(last, place)
    }

    /// Computes [`Self::ending`].
    fn end_cost(&self, last: usize) -> i32 {
        let words = self.words(last);
        let colon = words.ends_with(':');
        if self.joins.is_closed(self.text[last]) && !colon {
            RUN_ON_CLOSED
        } else if ends_in_number(words) {
            RUN_ON_CLOSED / 2
        } else if self.notes_end || colon {
            RUN_ON_OPEN
        } else {
            RUN_ON_OPEN / 2
        }
    }

    /// Computes [`Self::going_on`].
    fn going_on_cost(&self, place: usize) -> i32 {
        let blank = self.source.blanks_before(self.text[place]) > 0;
        let blank = match (self.blank_before_notes, blank) {
            (700.., true) => -150,
            (700.., false) => 300,
            _ => 0,
        };
        // A line that does not continue the text before it more likely continues a note;
        // one that clearly does is no note. Lines of verse do not continue each other, so
        // only what exceeds the usual cost of the neighbours counts.
        let before =
            place.checked_sub(1).map_or(0, |before| self.join_cost(before, place));
        let torn = match before {
            join @ 0.. => (join - self.usual_join_cost(place)).max(0),
            join @ ..=BOUND => join / 2,
            _ => 0,
        };
        let contact = is_contact_line(self.words(place));
        blank + if contact { CONTACT_LINE } else { 0 } - torn
    }

    /// The greatest cost of neighbouring lines continuing each other, around a line on
    /// its page; at least 0.
    fn usual_join_cost(&self, place: usize) -> i32 {
        let on_page = |&next: &usize| next < self.text.len() && !self.opens_page[next];
        let around = [place.saturating_sub(1), place + 1, place + 2];
        let joins = around.iter().filter(|&&next| next > 0).filter(|next| on_page(next));
        joins.map(|&next| self.join_cost(next - 1, next)).max().unwrap_or(0).max(0)
    }

    fn words(&self, place: usize) -> &str {
        self.source.words(self.text[place])
    }

    /// The cost of one line following another in running text.
    pub(crate) fn join_cost(&self, before: usize, after: usize) -> i32 {
        self.joins.join_cost(self.text[before], self.text[after])
    }
}

/// The block of gathered notes that a label belongs to.
fn gathered_block(label: Option<&NoteLabel>) -> Option<usize> {
    label.and_then(|label| label.gathered).map(|gathered| gathered.block)
}

/// Whether a line is after a label of gathered notes and before the next one.
fn is_among_gathered(labels: &[NoteLabel], line_no: usize) -> bool {
    let next = labels.partition_point(|label| label.line_no < line_no);
    let (before, following) =
        (next.checked_sub(1).and_then(|at| labels.get(at)), labels.get(next));
    gathered_block(following).is_some_and(|to| {
        gathered_block(before) == Some(to)
            || following.is_some_and(|l| l.line_no == line_no)
    })
}

/// Whether a line is after the last label of a block of gathered notes, and a blank line
/// separates it from a complete note.
fn is_after_gathered(
    source: &SourceLayout<'_>,
    labels: &[NoteLabel],
    line_no: usize,
) -> bool {
    let next = labels.partition_point(|label| label.line_no <= line_no);
    let last = next.checked_sub(1).and_then(|at| labels.get(at));
    let parted = |last: &NoteLabel| {
        let inside =
            (last.line_no + 1..line_no).any(|line_no| source.blanks_before(line_no) > 0);
        source.blanks_before(line_no) > 0
            && !inside
            && ends_sentence(source.words(line_no - 1))
    };
    last.is_some_and(|last| last.line_no < line_no && parted(last))
        && gathered_block(last).is_some()
        && gathered_block(last) != gathered_block(labels.get(next))
}

/// Whether a line is a short title in capitals between blank lines, if the extraction
/// shows no pages.
fn opens_chapter(source: &SourceLayout<'_>, line_no: usize) -> bool {
    let words = source.words(line_no);
    let letters = || words.chars().filter(|c| c.is_alphabetic()).count();
    source.turn != PageTurn::FormFeed
        && source.blanks_before(line_no) > 0
        && line_no + 1 < source.solid_lines.len()
        && source.blanks_before(line_no + 1) > 0
        && is_short(source, line_no)
        && words.starts_with(char::is_uppercase)
        && !words.chars().any(char::is_lowercase)
        && letters() >= FEWEST_CAPITALS
}

/// Whether a line is much shorter than the measure.
fn is_short(source: &SourceLayout<'_>, line_no: usize) -> bool {
    source.shape(line_no).width * 100 < source.measure.saturating_mul(SHORT)
}

/// Whether nearly all notes end with a full stop, as far as the next label shows it.
fn notes_end_sentences(source: &SourceLayout<'_>, labels: &[NoteLabel]) -> bool {
    let last_lines = labels
        .windows(2)
        .filter(|pair| pair[1].line_no - pair[0].line_no <= 4)
        .map(|pair| source.words(pair[1].line_no - 1));
    let (mut ended, mut all) = (0, 0);
    for line in last_lines {
        all += 1;
        ended += usize::from(ends_sentence(line));
    }
    all >= 3 && ended * 10 >= all * 9
}

/// The cost of taking the line of a label for text. A label without a mark counts if it
/// is in order between two that have marks.
fn text_cost_of_label(labels: &[NoteLabel], place: usize) -> i32 {
    let label = &labels[place];
    let supported = |near: Option<&NoteLabel>, number: u32| {
        near.is_some_and(|near| near.support >= 0 && near.number == number)
    };
    let of_series = |near: &&NoteLabel| near.series == label.series;
    let before = labels[..place].iter().rev().find(of_series);
    let following = labels[place + 1..].iter().find(of_series);
    let in_order = (label.number == 1
        || supported(before, label.number.saturating_sub(1)))
        && supported(following, label.number + 1);
    match label.support {
        200.. => LABEL_IN_TEXT,
        0.. => LABEL_IN_TEXT / 2,
        _ if in_order => LABEL_IN_TEXT / 2,
        _ => UNCALLED_LABEL_IN_TEXT,
    }
}

/// The lines with the best mark of each label.
fn find_calling_lines(labels: &[NoteLabel], marks: &[Mark]) -> BTreeSet<usize> {
    let mut calling = BTreeSet::new();
    let mut from = 0;
    for label in labels {
        let before = marks.partition_point(|mark| mark.line_no < label.line_no);
        let best = marks[from.min(before)..before]
            .iter()
            .filter(|mark| mark.number == label.number && mark.worth >= 200)
            .filter(|mark| mark.series == label.series)
            .filter(|mark| mark.setting != MarkSetting::Suffix)
            .max_by_key(|mark| mark.worth);
        calling.extend(best.map(|mark| mark.line_no));
        // Marks of the page before may still come; earlier ones may not.
        from =
            marks.partition_point(|mark| mark.line_no + LONGEST_PAGE * 2 < label.line_no);
    }
    calling
}

/// Whether the line before a line is a label alone.
fn follows_label(
    source: &SourceLayout<'_>,
    label_lines: &BTreeSet<usize>,
    labels: &[NoteLabel],
    line_no: usize,
) -> bool {
    let Some(before) =
        line_no.checked_sub(1).filter(|before| label_lines.contains(before))
    else {
        return false;
    };
    let place = labels.partition_point(|label| label.line_no < before);
    labels.get(place).is_some_and(|label| label.alone)
        && source.blanks_before(line_no) == 0
}
