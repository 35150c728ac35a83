//! Passages lent from one true text to another: few books hold verse and quotations, and
//! what sets these off is to be learnt apart from the text around them.

use pliego::recover::blocks::learning::RowLabel;

use crate::gold::{Gold, Line};

/// A line of a text that is to be set: what it says, and the labels of its first row and of
/// further ones.
#[derive(Debug, Clone)]
pub(crate) struct Wording {
    pub(crate) words: String,
    pub(crate) first: &'static [RowLabel],
    pub(crate) more: &'static [RowLabel],
}

impl From<&Line> for Wording {
    fn from(line: &Line) -> Self {
        Self { words: line.words.clone(), first: line.first, more: line.more }
    }
}

/// A line of no more words below verse says where it is from.
const WORDS_OF_A_SOURCE: usize = 6;

/// What some texts can lend.
#[derive(Debug, Default)]
pub(crate) struct Passages {
    /// Stanzas that follow each other, and the line below that says where they are from.
    pub(crate) poems: Vec<Poem>,
    /// Paragraphs quoted that follow each other.
    pub(crate) quotations: Vec<Vec<Wording>>,
    /// Of each text its headings, those together that follow each other.
    pub(crate) headings: Vec<Vec<Vec<Wording>>>,
}

/// See [`Passages::poems`].
#[derive(Debug)]
pub(crate) struct Poem {
    pub(crate) stanzas: Vec<Vec<Wording>>,
    pub(crate) source: Option<Wording>,
}

impl Passages {
    /// Whether there is nothing to lend.
    pub(crate) fn is_empty(&self) -> bool {
        self.poems.is_empty() && self.quotations.is_empty() && self.headings.is_empty()
    }

    /// Adds what a true text can lend.
    pub(crate) fn add(&mut self, gold: &Gold) {
        let lines: Vec<&Line> = gold.body().collect();
        let headings = lines.chunk_by(|a, b| kind(a) == kind(b));
        let headings: Vec<Vec<Wording>> = headings
            .filter(|run| kind(run[0]) == Some(RowLabel::Heading))
            .map(copies)
            .collect();
        if !headings.is_empty() {
            self.headings.push(headings);
        }
        let mut rest = lines.chunk_by(|a, b| kind(a) == kind(b)).peekable();
        while let Some(run) = rest.next() {
            match kind(run[0]) {
                Some(RowLabel::Stanza) => {
                    let stanzas =
                        run.chunk_by(|_, next| next.first != [RowLabel::Stanza]);
                    let below = rest.peek().map(|run| run[0]);
                    let source = below.filter(|line| {
                        line.first == [RowLabel::Paragraph]
                            && line.words.split(' ').count() <= WORDS_OF_A_SOURCE
                    });
                    self.poems.push(Poem {
                        stanzas: stanzas.map(copies).collect(),
                        source: source.map(Wording::from),
                    });
                }
                Some(RowLabel::Quotation) => self.quotations.push(copies(run)),
                _ => {}
            }
        }
    }
}

/// Copies of lines.
fn copies(lines: &[&Line]) -> Vec<Wording> {
    lines.iter().map(|&line| Wording::from(line)).collect()
}

/// Verse, a quotation or a heading, if a line is surely one.
fn kind(line: &Line) -> Option<RowLabel> {
    let [label] = line.first else { return None };
    match label {
        RowLabel::Stanza | RowLabel::VerseLine => Some(RowLabel::Stanza),
        RowLabel::Quotation | RowLabel::Heading => Some(*label),
        _ => None,
    }
}
