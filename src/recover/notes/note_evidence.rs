//! What speaks for a line being text or a note: the chain of labels, the widths of lines,
//! how lines follow one another, and where pages turn.

use std::collections::{BTreeMap, BTreeSet};

use super::joins::Joins;
use super::label::Label;
use super::line_parts::{LONGEST_PAGE, Part};
use super::mark::{Candidate as Mark, Setting};
use crate::recover::page::furniture::{Folio, Furniture};
use crate::recover::page::pages::{Sheet, Turn};
use crate::recover::page::shapes::{bin, histogram};
use crate::text::addresses::is_contact;
use crate::text::odds::ln_hundredths;
use crate::text::sentences::{ends_in_number, ends_sentence};

// Costs, all in hundredths of a nat, as in `notes`.

/// A line of the label chain that is taken for text, with a mark of its number before it.
pub(crate) const LABEL_IN_TEXT: i32 = 1000;
/// The same without such a mark.
pub(crate) const UNCALLED_LABEL_IN_TEXT: i32 = 60;
/// A note that goes on at the foot of the next page, where nothing shows it.
const RUN_ON: i32 = 420;
/// The same after a note that ends with a full stop.
const RUN_ON_CLOSED: i32 = 380;
/// The same after a note that cannot be at its end: it breaks off at a colon, or without
/// a full stop where notes end with one.
const RUN_ON_OPEN: i32 = -250;
/// The same with an address that stands there for itself.
const CONTACT_LINE: i32 = 500;
/// Most that the width of one line may say.
const WIDTH_SAYS: i32 = 350;
/// Most that the width of a short line may say: it fills neither measure.
const SHORT_SAYS: i32 = 15;
/// A line is short below this share of the measure, in per cent.
const SHORT: u32 = 75;
/// Fewest letters of a title in capitals; fewer are a siglum.
const FEWEST_CAPITALS: usize = 5;
/// Lines that belong together as an article and its noun do.
const BOUND: i32 = -200;
/// A line is full from this share of the measure on, in per cent.
const FULL: u32 = 85;
/// Most that a blank line within a sentence says against its two lines belonging
/// together.
const PARTED: i32 = 300;
/// Where one in so many lines is parted so, in hundredths of a nat, it says nothing: one
/// in three.
const PARTED_OFTEN: i32 = 100;
/// A page turn where all are known.
const NO_TURN: i32 = 1500;

/// What speaks for a line being text or note. All lists go with `text`.
pub(crate) struct Evidence<'a> {
    sheet: &'a Sheet<'a>,
    /// Ranks of the lines that are not furniture.
    pub(crate) text: &'a [usize],
    /// What it costs to take the line for text, if it has a label of the chain.
    pub(crate) labelled: Vec<Option<i32>>,
    /// The line has nothing but a label on it.
    pub(crate) label_alone: Vec<bool>,
    /// The line stands among the labels of notes that are gathered at the end of a chapter.
    pub(crate) gathered: Vec<bool>,
    /// The line stands behind the last of such notes and a blank line: a chapter may begin
    /// with it, in the midst of a page.
    pub(crate) behind_gathered: Vec<bool>,
    /// The line is a chapter's title in capitals between blank lines, and no page turn is
    /// shown before it.
    pub(crate) opens_chapter: Vec<bool>,
    /// The line has the mark of a label on its page or the next.
    pub(crate) calls: Vec<bool>,
    /// A page begins with the line.
    pub(crate) opens_page: Vec<bool>,
    /// Cost of a page turn before the line where none is shown.
    pub(crate) turn: Vec<i32>,
    /// Cost of the line belonging with the one before it although a blank line parts them
    /// in mid-sentence.
    pub(crate) parted: Vec<i32>,
    /// What the end of the line says against its note going on at the foot of the next page.
    ending: Vec<i32>,
    /// What speaks against the line going on with the note of the page before, whatever note
    /// that is.
    going_on: Vec<i32>,
    /// How lines follow one another.
    joins: Joins,
    /// Notes end with a full stop in this document.
    notes_end: bool,
    /// Share, in thousandths, of first labels that have a blank line before.
    blank_before_notes: usize,
}

impl<'a> Evidence<'a> {
    pub(crate) fn new(
        sheet: &'a Sheet<'a>,
        furniture: &Furniture,
        labels: &[Label],
        marks: &[Mark],
        text: &'a [usize],
    ) -> Self {
        let label_ranks: BTreeSet<usize> = labels.iter().map(|l| l.rank).collect();
        let calling = calling_ranks(labels, marks);
        let flags = |set: &BTreeSet<usize>| -> Vec<bool> {
            text.iter().map(|rank| set.contains(rank)).collect()
        };
        let mut opens_page = vec![false; text.len()];
        for &bound in &furniture.bounds {
            let place = text.partition_point(|&rank| rank < bound);
            // A label after one space is a label, not a page.
            let shown = sheet.turn == Turn::FormFeed
                || text.get(place).is_some_and(|&rank| {
                    rank > bound
                        || !(label_ranks.contains(&rank)
                            || follows_label(sheet, &label_ranks, labels, rank))
                });
            if place > 0 && place < text.len() && shown {
                opens_page[place] = true;
            }
        }
        let costs: BTreeMap<usize, i32> = (0..labels.len())
            .map(|place| (labels[place].rank, cost_in_text(labels, place)))
            .collect();
        let labelled: Vec<Option<i32>> =
            text.iter().map(|rank| costs.get(rank).copied()).collect();
        let firsts = (1..text.len())
            .filter(|&place| labelled[place].is_some() && labelled[place - 1].is_none());
        let (mut blank, mut all) = (0, 0);
        for place in firsts {
            all += 1;
            blank += usize::from(sheet.blanks_before(text[place]) > 0);
        }
        let mut evidence = Self {
            sheet,
            text,
            labelled,
            label_alone: flags(
                &labels.iter().filter(|l| l.alone).map(|l| l.rank).collect(),
            ),
            gathered: text.iter().map(|&rank| among_gathered(labels, rank)).collect(),
            behind_gathered: text
                .iter()
                .map(|&rank| behind_gathered(sheet, labels, rank))
                .collect(),
            calls: flags(&calling),
            opens_chapter: text.iter().map(|&rank| opens_chapter(sheet, rank)).collect(),
            opens_page,
            turn: Vec::new(),
            parted: Vec::new(),
            joins: Joins::new(sheet),
            ending: Vec::new(),
            going_on: Vec::new(),
            notes_end: notes_end(sheet, labels),
            blank_before_notes: (blank * 1000).checked_div(all).unwrap_or_default(),
        };
        evidence.turn = evidence.turn_costs(&furniture.folios);
        evidence.parted = evidence.parted_costs();
        evidence.ending = (0..text.len()).map(|last| evidence.end_cost(last)).collect();
        evidence.going_on =
            (0..text.len()).map(|at| evidence.cost_of_going_on(at)).collect();
        evidence
    }

    /// Cost of each line belonging with the one before it although a blank line parts them
    /// in mid-sentence: the more, the less often the text has such.
    fn parted_costs(&self) -> Vec<i32> {
        let full = self.sheet.measure * FULL / 100;
        let goes_on = |place: usize| {
            let before = self.text[place - 1];
            !self.opens_page[place]
                && self.labelled[place].is_none()
                && before + 1 == self.text[place]
                && self.sheet.shape(before).width >= full
                && self
                    .words(place - 1)
                    .ends_with(|c: char| c.is_alphabetic() || c == ',')
        };
        let blank = |place: usize| self.sheet.blanks_before(self.text[place]) > 0;
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

    /// Cost of a page turn before each line where none is shown. Between the folios of two
    /// pages of which one follows the other there is none.
    fn turn_costs(&self, folios: &[Folio]) -> Vec<i32> {
        let on_known_page = |rank: usize| {
            let behind = folios.partition_point(|folio| folio.rank < rank);
            let around = behind.checked_sub(1).and_then(|from| folios.get(from..=behind));
            around.is_some_and(|pair| pair[1].follows(&pair[0]))
        };
        let blanks: Vec<usize> =
            self.text.iter().map(|&rank| self.sheet.blanks_before(rank)).collect();
        // Where a blank line stands before every second line it says nothing.
        let usual = |most: usize| {
            blanks.iter().filter(|&&count| count >= most).count() * 4 > blanks.len()
        };
        let (one_usual, two_usual) = (usual(1), usual(2));
        self.text
            .iter()
            .zip(&blanks)
            .map(|(&rank, &count)| match self.sheet.turn {
                Turn::FormFeed => NO_TURN,
                _ if on_known_page(rank) => NO_TURN,
                _ if count >= 2 && !two_usual => 250,
                _ if count >= 1 && !one_usual => 350,
                _ if count >= 1 && !two_usual => 700,
                _ => 800,
            })
            .collect()
    }

    /// What each line's width says for its being a note, by the widths of the lines that
    /// are taken for text and for notes.
    pub(crate) fn widths(&self, parts: &[Part]) -> Vec<i32> {
        let shape = |place: usize| &self.sheet.shapes[self.sheet.solid[self.text[place]]];
        let smooth = |part: Part| {
            let of_part = (0..parts.len()).filter(|&place| parts[place] == part);
            let mut bins = histogram(of_part.map(shape));
            bins.resize(bins.len() + 2, 0);
            let near = |at: usize| bins.get(at).copied().unwrap_or_default();
            let spread: Vec<u64> = (0..bins.len())
                .map(|at| {
                    let below = at.checked_sub(1).map_or(0, near);
                    (2 * near(at) + below + near(at + 1)) * 100
                })
                .collect();
            let all: u64 = spread.iter().sum();
            (spread, all)
        };
        let (body, bodies) = smooth(Part::Body);
        let (note, notes) = smooth(Part::Note);
        let bins = body.len().max(note.len()) as u64;
        // A line's worth of each width is added to both, so that widths seen once or
        // never say little.
        let share = |bins_of: &[u64], all: u64, at: usize| {
            let seen = bins_of.get(at).copied().unwrap_or_default() + 200;
            ln_hundredths(seen) - ln_hundredths(all + 200 * bins)
        };
        let short = self.sheet.measure * SHORT / 100;
        (0..parts.len())
            .map(|place| {
                let width = shape(place).width;
                let at = bin(width);
                let says = share(&note, notes, at) - share(&body, bodies, at);
                let least = if width < short { SHORT_SAYS } else { WIDTH_SAYS };
                // Far behind the last label a narrow stretch is a quotation rather than
                // a note that goes on and on.
                let most = if self.labelled_before(place) { least } else { 0 };
                says.clamp(-least, most)
            })
            .collect()
    }

    /// Whether a label stands on a line or not far before it.
    fn labelled_before(&self, place: usize) -> bool {
        let near = &self.labelled[place.saturating_sub(LONGEST_PAGE)..=place];
        self.gathered[place] || near.iter().any(Option::is_some)
    }

    /// Cost of a note going on at a line of the next page.
    pub(crate) fn run_on(&self, last: usize, place: usize) -> i32 {
        RUN_ON + self.ending[last] + self.going_on[place] + self.join(last, place)
    }

    /// What the end of a line says against its note going on at the foot of the next page.
    fn end_cost(&self, last: usize) -> i32 {
        let words = self.words(last);
        let colon = words.ends_with(':');
        if self.joins.closed(self.text[last]) && !colon {
            RUN_ON_CLOSED
        } else if ends_in_number(words) {
            RUN_ON_CLOSED / 2
        } else if self.notes_end || colon {
            RUN_ON_OPEN
        } else {
            RUN_ON_OPEN / 2
        }
    }

    /// What speaks against a line going on with the note of the page before, whatever note
    /// that is.
    fn cost_of_going_on(&self, place: usize) -> i32 {
        let blank = self.sheet.blanks_before(self.text[place]) > 0;
        let blank = match (self.blank_before_notes, blank) {
            (700.., true) => -150,
            (700.., false) => 300,
            _ => 0,
        };
        // What does not go on from the text before it is the sooner the rest of a note;
        // what does without any doubt is none.
        // Lines of verse do not go on from one another: a line is torn as far as it is more
        // so than its neighbours.
        let before = place.checked_sub(1).map_or(0, |before| self.join(before, place));
        let torn = match before {
            join @ 0.. => (join - self.usual_join(place)).max(0),
            join @ ..=BOUND => join / 2,
            _ => 0,
        };
        let contact = is_contact(self.words(place));
        blank + if contact { CONTACT_LINE } else { 0 } - torn
    }

    /// The greatest cost of two neighbours going on from one another, of the lines before a
    /// line and behind it on its page; nothing where they do.
    fn usual_join(&self, place: usize) -> i32 {
        let on_page = |&next: &usize| next < self.text.len() && !self.opens_page[next];
        let around = [place.saturating_sub(1), place + 1, place + 2];
        let joins = around.iter().filter(|&&next| next > 0).filter(|next| on_page(next));
        joins.map(|&next| self.join(next - 1, next)).max().unwrap_or(0).max(0)
    }

    fn words(&self, place: usize) -> &str {
        self.sheet.words(self.text[place])
    }

    /// Cost of one line following another in running text.
    pub(crate) fn join(&self, before: usize, after: usize) -> i32 {
        self.joins.cost(self.text[before], self.text[after])
    }
}

/// The block of gathered notes that a label belongs to.
fn block(label: Option<&Label>) -> Option<usize> {
    label.and_then(|label| label.gathered).map(|gathered| gathered.block)
}

/// Whether a line stands behind a label of gathered notes and before the next of them.
fn among_gathered(labels: &[Label], rank: usize) -> bool {
    let next = labels.partition_point(|label| label.rank < rank);
    let (before, behind) =
        (next.checked_sub(1).and_then(|at| labels.get(at)), labels.get(next));
    block(behind).is_some_and(|to| {
        block(before) == Some(to) || behind.is_some_and(|l| l.rank == rank)
    })
}

/// Whether a line stands behind the last label of a block of gathered notes, and a blank
/// line parts it from a note that is at its end.
fn behind_gathered(sheet: &Sheet<'_>, labels: &[Label], rank: usize) -> bool {
    let next = labels.partition_point(|label| label.rank <= rank);
    let last = next.checked_sub(1).and_then(|at| labels.get(at));
    let parted = |last: &Label| {
        let inside = (last.rank + 1..rank).any(|rank| sheet.blanks_before(rank) > 0);
        sheet.blanks_before(rank) > 0 && !inside && ends_sentence(sheet.words(rank - 1))
    };
    last.is_some_and(|last| last.rank < rank && parted(last))
        && block(last).is_some()
        && block(last) != block(labels.get(next))
}

/// Whether a line is a title in capitals, short and between blank lines, where the extraction
/// shows no pages.
fn opens_chapter(sheet: &Sheet<'_>, rank: usize) -> bool {
    let words = sheet.words(rank);
    let letters = || words.chars().filter(|c| c.is_alphabetic()).count();
    sheet.turn != Turn::FormFeed
        && sheet.blanks_before(rank) > 0
        && rank + 1 < sheet.solid.len()
        && sheet.blanks_before(rank + 1) > 0
        && sheet.shape(rank).width * 100 < sheet.measure.saturating_mul(SHORT)
        && words.starts_with(char::is_uppercase)
        && !words.chars().any(char::is_lowercase)
        && letters() >= FEWEST_CAPITALS
}

/// Whether nearly all notes end with a full stop, as far as the next label shows it.
fn notes_end(sheet: &Sheet<'_>, labels: &[Label]) -> bool {
    let last_lines = labels
        .windows(2)
        .filter(|pair| pair[1].rank - pair[0].rank <= 4)
        .map(|pair| sheet.words(pair[1].rank - 1));
    let (mut ended, mut all) = (0, 0);
    for line in last_lines {
        all += 1;
        ended += usize::from(ends_sentence(line));
    }
    all >= 3 && ended * 10 >= all * 9
}

/// What it costs to take the line of a label for text. One that no mark supports is kept
/// by its neighbours, if it has its place between two that marks do.
fn cost_in_text(labels: &[Label], place: usize) -> i32 {
    let label = &labels[place];
    let supported = |near: Option<&Label>, number: u32| {
        near.is_some_and(|near| near.support >= 0 && near.number == number)
    };
    let of_series = |near: &&Label| near.series == label.series;
    let before = labels[..place].iter().rev().find(of_series);
    let behind = labels[place + 1..].iter().find(of_series);
    let in_order = (label.number == 1
        || supported(before, label.number.saturating_sub(1)))
        && supported(behind, label.number + 1);
    match label.support {
        200.. => LABEL_IN_TEXT,
        0.. => LABEL_IN_TEXT / 2,
        _ if in_order => LABEL_IN_TEXT / 2,
        _ => UNCALLED_LABEL_IN_TEXT,
    }
}

/// The lines on which the best mark of each label stands.
fn calling_ranks(labels: &[Label], marks: &[Mark]) -> BTreeSet<usize> {
    let mut calling = BTreeSet::new();
    let mut from = 0;
    for label in labels {
        let before = marks.partition_point(|mark| mark.rank < label.rank);
        let best = marks[from.min(before)..before]
            .iter()
            .filter(|mark| mark.number == label.number && mark.worth >= 200)
            .filter(|mark| mark.series == label.series)
            .filter(|mark| mark.setting != Setting::Suffix)
            .max_by_key(|mark| mark.worth);
        calling.extend(best.map(|mark| mark.rank));
        // Marks of the page before may still come; those before that may not.
        from = marks.partition_point(|mark| mark.rank + LONGEST_PAGE * 2 < label.rank);
    }
    calling
}

/// Whether the line before a line is a label alone.
fn follows_label(
    sheet: &Sheet<'_>,
    label_ranks: &BTreeSet<usize>,
    labels: &[Label],
    rank: usize,
) -> bool {
    let Some(before) = rank.checked_sub(1).filter(|before| label_ranks.contains(before))
    else {
        return false;
    };
    let place = labels.partition_point(|label| label.rank < before);
    labels.get(place).is_some_and(|label| label.alone) && sheet.blanks_before(rank) == 0
}
