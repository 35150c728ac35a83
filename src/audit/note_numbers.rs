//! The numbers of notes: of a reference, of the note that it leads to, and of the one before.

use std::collections::BTreeMap;

use super::codes;
use super::reconcile::Reconciliation;
use super::source_metadata::letters_only;
use super::stream::{NoteReference, StreamWord, Streams, WordStream};

impl Reconciliation<'_> {
    /// Checks that every reference has the number of its note, and that notes count up or
    /// begin again.
    pub(super) fn check_references(&mut self) {
        self.check_order_of_labels();
        let edition = self.edition;
        let references = || edition.word_streams().flat_map(|words| &words.references);
        let mut counts = vec![0_usize; edition.labels.len()];
        for note in references().filter_map(|call| call.note) {
            counts[note] += 1;
        }
        // Lists of notes need not show the numbers that they have.
        let is_counted = Self::has_shown_numbers(edition);
        let has_backs = edition.labels.iter().any(|label| label.has_back);
        for NoteReference { id, note, text, .. } in references() {
            let Some((note, label)) =
                note.and_then(|note| Some((note, edition.labels.get(note)?)))
            else {
                continue;
            };
            let place = edition.notes[note].words.first();
            let is_stated = !label.is_implied || is_counted;
            let differs = letters_only(text) != letters_only(&label.text);
            if differs && is_stated && !label.text.is_empty() {
                let (text, label) = (text.trim(), label.text.trim());
                let message = format!("the reference '{text}' leads to note '{label}'");
                self.report(codes::WRONG_NUMBER, message, None, place);
            }
            if counts[note] == 1 && label.back != Some(*id) && has_backs {
                let message = format!(
                    "note '{}' does not link back to its reference",
                    label.text.trim()
                );
                self.report(codes::WRONG_BACKLINK, message, None, place);
            }
        }
        self.check_order_of_references();
    }

    /// Whether the numbers that notes have in lists are those of their references: but for few,
    /// or all in another order.
    fn has_shown_numbers(edition: &Streams) -> bool {
        let references = edition.word_streams().flat_map(|words| &words.references);
        let (mut called, mut listed) = (Vec::new(), Vec::new());
        for reference in references {
            let label = reference.note.and_then(|note| edition.labels.get(note));
            let Some(label) = label.filter(|label| label.is_implied) else { continue };
            called.push(letters_only(&reference.text));
            listed.push(letters_only(&label.text));
        }
        let right =
            called.iter().zip(&listed).filter(|(one, other)| one == other).count();
        let few_differ = right * 2 > called.len();
        called.sort_unstable();
        listed.sort_unstable();
        few_differ || !called.is_empty() && called == listed
    }

    fn check_order_of_labels(&mut self) {
        let edition = self.edition;
        let mut before = 0;
        for (label, words) in edition.labels.iter().zip(&edition.notes) {
            let Ok(number) = letters_only(&label.text).parse::<u32>() else { continue };
            if number != 1 && number != before + 1 && !label.is_implied {
                let message = format!("note '{number}' follows note '{before}'");
                self.report(codes::WRONG_NUMBER, message, None, words.words.first());
            }
            before = number;
        }
    }

    /// Checks that references count up or begin again, where the notes do not say their
    /// numbers.
    fn check_order_of_references(&mut self) {
        let edition = self.edition;
        let mut numbers: BTreeMap<usize, u32> = BTreeMap::new();
        let mut before = 0;
        let (mut right, mut wrong) = (0, Vec::new());
        for reference in &edition.body.references {
            let Some(note) = reference.note else { continue };
            let is_silent =
                edition.labels.get(note).is_some_and(|label| label.text.is_empty());
            let number = letters_only(&reference.text).parse::<u32>().ok();
            let Some(number) = number.filter(|_| is_silent) else { continue };
            let is_again = numbers.insert(note, number) == Some(number);
            if is_again || number == 1 || number == before + 1 {
                right += 1;
            } else {
                wrong.push((before, number, note));
            }
            before = if is_again { before } else { number };
        }
        if wrong.len() > right {
            return;
        }
        for (before, number, note) in wrong {
            let message = format!("the reference '{number}' follows '{before}'");
            let place = edition.notes[note].words.first();
            self.report(codes::WRONG_NUMBER, message, None, place);
        }
    }
}

impl Streams {
    /// Takes the mark of its reference from the head of each note that has no label but this
    /// one.
    pub(super) fn take_typed_labels(&mut self) {
        let mut marks: BTreeMap<usize, String> = BTreeMap::new();
        for words in self.word_streams() {
            for NoteReference { note, text, .. } in &words.references {
                if let Some(note) = note {
                    marks.entry(*note).or_insert_with(|| bare_mark(text).to_owned());
                }
            }
        }
        for (note, mark) in marks {
            let Some(label) = self.labels.get_mut(note) else { continue };
            if !label.text.is_empty() || mark.is_empty() {
                continue;
            }
            let Some(first) = self.notes[note].words.first() else { continue };
            let rest = first.text.trim_start_matches(['[', '(']).strip_prefix(&*mark);
            let Some(rest) = rest else { continue };
            let rest = rest.trim_start_matches([']', ')', '.', ':']);
            // A figure, or a word, goes on.
            if rest.starts_with(char::is_alphanumeric) && is_figure(&mark) {
                continue;
            }
            let length = first.text.chars().count() - rest.chars().count();
            label.text = mark;
            self.notes[note].cut_off(length);
            for place in self.places.values_mut().filter(|one| one.note == Some(note)) {
                place.at = place.at.saturating_sub(length);
            }
        }
    }
}

impl WordStream {
    /// Takes some characters from the head of the first word.
    fn cut_off(&mut self, length: usize) {
        let Some(first) = self.words.first_mut() else { return };
        first.text = first.text.chars().skip(length).collect();
        first.start += length;
        if first.text.is_empty() {
            let gone = self.words.remove(0);
            if let Some(next) = self.words.first_mut() {
                next.setting.begins_block |= gone.setting.begins_block;
            }
        }
        for StreamWord { start, .. } in &mut self.words {
            *start = start.saturating_sub(length);
        }
        for link in &mut self.links {
            link.at = link.at.saturating_sub(length);
        }
        for reference in &mut self.references {
            reference.at = reference.at.saturating_sub(length);
        }
        self.shorten(length);
    }
}

/// The mark of a reference without brackets.
fn bare_mark(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || "[]().".contains(c))
}

fn is_figure(mark: &str) -> bool {
    mark.chars().all(char::is_alphanumeric)
}
