//! What a row is among its neighbours: the labels of the conditional random field.

/// One factor for each label: a power of e, not a logarithm.
pub type Factors = [f64; LABELS];

/// What a row is among its neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Label {
    /// The first row of a paragraph.
    Paragraph,
    /// A further row of a paragraph.
    ParagraphMore,
    /// The first row of a paragraph quoted.
    Quotation,
    /// A further row of a paragraph quoted.
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

/// How many labels there are.
pub const LABELS: usize = 10;

impl Label {
    /// All labels with the letter that stands for each in the table of weights.
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

    /// The place in [`Label::ALL`] of the label with the letter that a word begins with.
    pub(super) fn of_letter(word: &str) -> Option<usize> {
        Self::ALL.iter().position(|&(_, letter)| word.starts_with(letter))
    }

    /// Whether this label may stand behind another; a block goes on only after itself.
    #[must_use]
    pub fn follows(self, before: Option<Self>) -> bool {
        let Some(before) = before else { return self.begins() };
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

    /// The label of the first row of a block that has this one.
    #[must_use]
    pub fn first(self) -> Self {
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
    pub fn begins(self) -> bool {
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
