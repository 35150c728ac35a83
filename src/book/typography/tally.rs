//! How often a text has the characters of a typewriter, and those of a printed book.

use crate::book::Document;
use crate::book::block::{Block, visit_lines};
use crate::book::inline::{Inline, InlineLeaf, leaves};

/// The quotation marks that a text is printed with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PrintedQuotes {
    /// « and »
    Guillemets,
    /// “ and ”, or „ and “
    High,
}

/// Counts of characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct CharacterTally {
    /// Straight quotation marks and apostrophes.
    straight: usize,
    /// Two hyphens.
    double_hyphens: usize,
    /// Three hyphens.
    triple_hyphens: usize,
    /// Three full stops.
    triple_stops: usize,
    guillemets: usize,
    high_quotes: usize,
    /// Curved apostrophes and single quotation marks, ellipses.
    other_printed: usize,
    em_dashes: usize,
    en_dashes: usize,
}

impl CharacterTally {
    /// Counts the characters of a document and of its notes.
    pub(super) fn of(document: &Document) -> Self {
        let mut tally = Self::default();
        tally.add_blocks(&document.blocks);
        tally
    }

    fn add_blocks(&mut self, blocks: &[Block]) {
        visit_lines(blocks, &mut |line| self.add_line(line));
    }

    fn add_line(&mut self, line: &[Inline]) {
        for leaf in leaves(line) {
            match leaf {
                InlineLeaf::Text(text) => self.add_text(text),
                InlineLeaf::Note(note) => self.add_blocks(&note.blocks),
                InlineLeaf::Code(_)
                | InlineLeaf::Formula(_)
                | InlineLeaf::Picture(_)
                | InlineLeaf::LineBreak
                | InlineLeaf::PageMark(_)
                | InlineLeaf::Anchor(_)
                | InlineLeaf::IndexMark(_) => {}
            }
        }
    }

    fn add_text(&mut self, text: &str) {
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '"' | '\'' => self.straight += 1,
                '«' | '»' => self.guillemets += 1,
                '“' | '”' | '„' => self.high_quotes += 1,
                '’' | '‘' | '‚' | '‹' | '›' | '…' => self.other_printed += 1,
                '—' | '―' => self.em_dashes += 1,
                '–' => self.en_dashes += 1,
                '-' | '.' => {
                    let mut run = 1;
                    while chars.next_if_eq(&c).is_some() {
                        run += 1;
                    }
                    match (c, run) {
                        ('-', 2) => self.double_hyphens += 1,
                        ('-', 3) => self.triple_hyphens += 1,
                        ('.', 3) => self.triple_stops += 1,
                        _ => {}
                    }
                }
                _ => {}
            }
        }
    }

    /// How many characters of a typewriter there are.
    fn count_typed(&self) -> usize {
        self.straight + self.double_hyphens + self.triple_hyphens + self.triple_stops
    }

    /// How many characters there are that a typewriter lacks.
    pub(super) fn count_printed(&self) -> usize {
        let quotes = self.guillemets + self.high_quotes + self.other_printed;
        quotes + self.em_dashes + self.en_dashes
    }

    /// Whether a text is plainly typewritten: it has no character that a typewriter lacks.
    pub(super) fn is_typewritten(&self) -> bool {
        self.count_typed() > 0 && self.count_printed() == 0
    }

    /// The quotation marks that the text is printed with, if it has one kind.
    pub(super) fn printed_quotes(&self) -> Option<PrintedQuotes> {
        match (self.guillemets, self.high_quotes) {
            (0, 0) => None,
            (_, 0) => Some(PrintedQuotes::Guillemets),
            (0, _) => Some(PrintedQuotes::High),
            _ => None,
        }
    }

    /// Whether three hyphens are the long dash of the text, so that two are the short one.
    pub(super) fn has_two_typed_dashes(&self) -> bool {
        self.triple_hyphens > 0 && self.double_hyphens > 0
    }

    /// The dash that the text is printed with, if it has one kind.
    pub(super) fn printed_dash(&self) -> Option<&'static str> {
        match (self.em_dashes, self.en_dashes) {
            (0, 0) => None,
            (_, 0) => Some("—"),
            (0, _) => Some("–"),
            _ => None,
        }
    }
}
