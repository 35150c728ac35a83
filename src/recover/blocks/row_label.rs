//! The labels of rows in the conditional random field.

/// One factor for each label: a power of e, not a logarithm.
pub type LabelFactors = [f64; LABELS];

/// The label of a row: what the row is among its neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RowLabel {
    /// The first row of a paragraph.
    Paragraph,
    /// A further row of a paragraph.
    ParagraphMore,
    /// The first row of a quoted paragraph.
    Quotation,
    /// A further row of a quoted paragraph.
    QuotationMore,
    /// The first row of a heading.
    Heading,
    /// A further row of a heading.
    HeadingMore,
    /// The first line of a stanza.
    Stanza,
    /// A further line of a stanza.
    VerseLine,
    /// The end of a line of verse that was too long for the measure.
    VerseMore,
    /// An ornament.
    Ornament,
}

/// The number of labels.
pub const LABELS: usize = 10;

impl RowLabel {
    /// All labels, with the letter for each in the table of weights.
    pub const ALL: [(Self, char); LABELS] = [
        (Self::Paragraph, 'P'),
        (Self::ParagraphMore, 'p'),
        (Self::Quotation, 'Q'),
        (Self::QuotationMore, 'q'),
        (Self::Heading, 'H'),
        (Self::HeadingMore, 'h'),
        (Self::Stanza, 'S'),
        (Self::VerseLine, 'V'),
        (Self::VerseMore, 'w'),
        (Self::Ornament, 'O'),
    ];

    /// The index in [`RowLabel::ALL`] of the label whose letter begins a word.
    pub(super) fn of_letter(word: &str) -> Option<usize> {
        Self::ALL.iter().position(|&(_, letter)| word.starts_with(letter))
    }

    /// Whether this label may follow another; a block continues only after itself.
    #[must_use]
    pub fn may_follow(self, before: Option<Self>) -> bool {
        let Some(before) = before else { return self.begins_block() };
        match self {
            Self::ParagraphMore => {
                matches!(before, Self::Paragraph | Self::ParagraphMore)
            }
            Self::QuotationMore => {
                matches!(before, Self::Quotation | Self::QuotationMore)
            }
            Self::HeadingMore => matches!(before, Self::Heading | Self::HeadingMore),
            Self::VerseLine | Self::VerseMore => {
                matches!(before, Self::Stanza | Self::VerseLine | Self::VerseMore)
            }
            _ => true,
        }
    }

    /// The label of the first row of a block with this label.
    #[must_use]
    #[cfg(feature = "internals")]
    pub fn first_of_block(self) -> Self {
        match self {
            Self::Paragraph | Self::ParagraphMore => Self::Paragraph,
            Self::Quotation | Self::QuotationMore => Self::Quotation,
            Self::Heading | Self::HeadingMore => Self::Heading,
            Self::Stanza | Self::VerseLine | Self::VerseMore => Self::Stanza,
            Self::Ornament => Self::Ornament,
        }
    }

    /// Whether a block begins with it.
    #[must_use]
    pub fn begins_block(self) -> bool {
        matches!(
            self,
            Self::Paragraph
                | Self::Quotation
                | Self::Heading
                | Self::Stanza
                | Self::Ornament
        )
    }
}
