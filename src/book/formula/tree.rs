//! Formulas as trees.

use pulldown_latex::Storage;
use pulldown_latex::event::{
    ArrayColumn, ColumnAlignment, Content, DelimiterType, Dimension, DimensionUnit,
    EnvironmentFlow, Event, Font, Grouping, ScriptPosition, ScriptType, StateChange,
    Visual,
};

use unicode_normalization::UnicodeNormalization;

use super::{DEEPEST, FormulaError, SymbolClass, read_events};
use crate::length::Ratio;

/// A part of a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormulaPart {
    /// Characters of one kind.
    Symbol {
        /// The characters.
        text: String,
        /// What they are.
        class: SymbolClass,
        /// Their letters.
        form: SymbolForm,
    },
    /// Parts one after the other, in braces.
    Row(Vec<FormulaPart>),
    /// Parts between delimiters as high as they are.
    Fenced {
        /// The delimiter before them.
        open: Option<char>,
        /// The parts.
        inner: Vec<FormulaPart>,
        /// The delimiter behind them.
        close: Option<char>,
    },
    /// A space that the author asks for, in parts of the size; it may be negative.
    Space(Ratio),
    /// A fraction.
    Fraction {
        /// Above the bar.
        numerator: Box<FormulaPart>,
        /// Below it.
        denominator: Box<FormulaPart>,
        /// It has a bar: a binomial coefficient has none.
        has_bar: bool,
    },
    /// A root.
    Root {
        /// What is under the sign.
        radicand: Box<FormulaPart>,
        /// Which root, if it is not the square root.
        index: Option<Box<FormulaPart>>,
    },
    /// A part with a sub- or superscript.
    Scripts {
        /// The part.
        base: Box<FormulaPart>,
        /// The subscript.
        below: Option<Box<FormulaPart>>,
        /// The superscript.
        above: Option<Box<FormulaPart>>,
        /// In a display they are under and over the part, as the limits of a sum are.
        are_limits: bool,
    },
    /// A part under an accent.
    Accented {
        /// The part.
        base: Box<FormulaPart>,
        /// The accent.
        accent: FormulaAccent,
    },
    /// Parts in rows and columns: a matrix, cases, or equations under one another.
    Array {
        /// The cells of each row; rows may have different numbers of them.
        rows: Vec<Vec<FormulaPart>>,
        /// How the columns are aligned; further columns begin again with the first.
        columns: Vec<ArrayAlignment>,
        /// The spaces between rows and columns.
        spacing: ArraySpacing,
    },
}

/// What stands over a part of a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FormulaAccent {
    /// A combining mark.
    Mark(char),
    /// A bar as wide as the part.
    Bar,
    /// An arrow to the right.
    Arrow,
}

/// How the cells of a column are aligned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ArrayAlignment {
    /// At their left edges.
    Left,
    /// In the middle.
    Centre,
    /// At their right edges.
    Right,
}

/// The spaces of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ArraySpacing {
    /// Those of a matrix.
    Matrix,
    /// Those of cases behind a brace: the rows are a little further apart.
    Cases,
    /// Those of equations: two columns meet at the sign of relation.
    Equations,
    /// Lines close to one another, such as two conditions under a sum.
    Stack,
}

/// The letters of a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SymbolForm {
    /// Upright.
    Roman,
    /// Italic.
    Italic,
    /// Bold.
    Bold,
    /// Bold italic.
    BoldItalic,
}

/// Reads a formula into a tree.
///
/// ```
/// use pliego::book::formula::{FormulaPart, read_formula};
///
/// let FormulaPart::Row(parts) = read_formula("\\frac{1}{2} + x_0").expect("TeX") else {
///     panic!("a formula is a row");
/// };
/// assert!(matches!(parts[0], FormulaPart::Fraction { .. }));
/// assert!(matches!(parts[2], FormulaPart::Scripts { .. }));
/// ```
///
/// # Errors
///
/// If it is not TeX that is known, or has a part that no tree has.
pub fn read_formula(tex: &str) -> Result<FormulaPart, FormulaError> {
    let storage = Storage::new();
    let events = read_events(tex, &storage)?;
    let mut reader = FormulaEventReader { events: events.into_iter(), depth: 0 };
    let row = reader.read_row(None)?;
    Ok(FormulaPart::Row(row))
}

/// Reads the events of a formula.
struct FormulaEventReader<'a> {
    events: std::vec::IntoIter<Event<'a>>,
    depth: usize,
}

type PartOr<T> = Result<T, FormulaError>;

impl FormulaEventReader<'_> {
    /// Reads the parts up to the end of a group, or of the formula.
    fn read_row(&mut self, font: Option<Font>) -> PartOr<Vec<FormulaPart>> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(FormulaError::Unsupported("parts nested too deeply"));
        }
        let (mut parts, mut font) = (Vec::new(), font);
        while let Some(event) = self.events.next() {
            match event {
                Event::End => break,
                Event::StateChange(StateChange::Font(changed)) => font = changed,
                Event::StateChange(_) => {}
                other => parts.push(self.read_part(&other, font)?),
            }
        }
        self.depth -= 1;
        Ok(parts)
    }

    /// Reads the next part.
    fn read_next(&mut self, font: Option<Font>) -> PartOr<Box<FormulaPart>> {
        loop {
            match self.events.next() {
                None => return Ok(Box::new(FormulaPart::Row(Vec::new()))),
                Some(Event::StateChange(_)) => {}
                Some(event) => return Ok(Box::new(self.read_part(&event, font)?)),
            }
        }
    }

    /// Reads the part that begins with an event.
    fn read_part(
        &mut self,
        event: &Event<'_>,
        font: Option<Font>,
    ) -> PartOr<FormulaPart> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(FormulaError::Unsupported("parts nested too deeply"));
        }
        let unsupported = |part| Err(FormulaError::Unsupported(part));
        let part = match *event {
            Event::Content(content) => read_symbol(content, font)?,
            Event::Begin(Grouping::Normal) => FormulaPart::Row(self.read_row(font)?),
            Event::Begin(Grouping::LeftRight(open, close)) => {
                FormulaPart::Fenced { open, inner: self.read_row(font)?, close }
            }
            Event::Begin(ref grouping) => self.read_environment(grouping, font)?,
            Event::Visual(Visual::Fraction(bar)) => FormulaPart::Fraction {
                numerator: self.read_next(font)?,
                denominator: self.read_next(font)?,
                has_bar: bar.is_none_or(|thickness| thickness.value > 0.0),
            },
            Event::Visual(Visual::SquareRoot) => {
                FormulaPart::Root { radicand: self.read_next(font)?, index: None }
            }
            Event::Visual(Visual::Root) => FormulaPart::Root {
                radicand: self.read_next(font)?,
                index: Some(self.read_next(font)?),
            },
            Event::Visual(Visual::Negation) => negate(*self.read_next(font)?)?,
            Event::Space { width, .. } => FormulaPart::Space(read_space(width)),
            Event::Script { ty, position } => self.read_scripts(ty, position, font)?,
            Event::EnvironmentFlow(_) => return unsupported("rows without an array"),
            Event::End | Event::StateChange(_) => FormulaPart::Row(Vec::new()),
        };
        self.depth -= 1;
        Ok(part)
    }

    /// Reads what stands in rows and columns, and the brace beside it.
    fn read_environment(
        &mut self,
        grouping: &Grouping,
        font: Option<Font>,
    ) -> PartOr<FormulaPart> {
        use ArrayAlignment::{Centre, Left, Right};
        let (columns, spacing) = match grouping {
            Grouping::Normal | Grouping::LeftRight(..) | Grouping::Equation { .. } => {
                return Ok(FormulaPart::Row(self.read_row(font)?));
            }
            Grouping::Matrix { alignment } => {
                (vec![read_alignment(*alignment)], ArraySpacing::Matrix)
            }
            Grouping::Array(columns) => (read_columns(columns)?, ArraySpacing::Matrix),
            Grouping::Cases { .. } => (vec![Left], ArraySpacing::Cases),
            Grouping::Align { .. }
            | Grouping::Aligned
            | Grouping::Alignat { .. }
            | Grouping::Alignedat { .. }
            | Grouping::Split => (vec![Right, Left], ArraySpacing::Equations),
            Grouping::Gather { .. } | Grouping::Gathered | Grouping::Multline => {
                (vec![Centre], ArraySpacing::Equations)
            }
            Grouping::SubArray { alignment } => {
                (vec![read_alignment(*alignment)], ArraySpacing::Stack)
            }
        };
        let rows = self.read_cells(font)?;
        let array = FormulaPart::Array { rows, columns, spacing };
        Ok(match grouping {
            Grouping::Cases { left } => FormulaPart::Fenced {
                open: left.then_some('{'),
                inner: vec![array],
                close: (!left).then_some('}'),
            },
            _ => array,
        })
    }

    /// Reads the cells of an array, row by row.
    fn read_cells(&mut self, font: Option<Font>) -> PartOr<Vec<Vec<FormulaPart>>> {
        let rules = || FormulaError::Unsupported("rules in an array");
        let (mut rows, mut row) = (Vec::new(), Vec::new());
        let (mut cell, mut of_cell) = (Vec::new(), font);
        while let Some(event) = self.events.next() {
            match event {
                Event::End => break,
                Event::EnvironmentFlow(EnvironmentFlow::Alignment) => {
                    row.push(FormulaPart::Row(std::mem::take(&mut cell)));
                    of_cell = font;
                }
                Event::EnvironmentFlow(EnvironmentFlow::NewLine {
                    horizontal_lines,
                    ..
                }) => {
                    if !horizontal_lines.is_empty() {
                        return Err(rules());
                    }
                    row.push(FormulaPart::Row(std::mem::take(&mut cell)));
                    rows.push(std::mem::take(&mut row));
                    of_cell = font;
                }
                Event::EnvironmentFlow(EnvironmentFlow::StartLines { .. }) => {
                    return Err(rules());
                }
                Event::StateChange(StateChange::Font(changed)) => of_cell = changed,
                Event::StateChange(_) => {}
                other => cell.push(self.read_part(&other, of_cell)?),
            }
        }
        // The last row may end like the others.
        if !(row.is_empty() && cell.is_empty()) {
            row.push(FormulaPart::Row(cell));
            rows.push(row);
        }
        Ok(rows)
    }

    fn read_scripts(
        &mut self,
        ty: ScriptType,
        position: ScriptPosition,
        font: Option<Font>,
    ) -> PartOr<FormulaPart> {
        let base = self.read_next(font)?;
        let (below, above) = match ty {
            ScriptType::Subscript => (Some(self.read_next(font)?), None),
            ScriptType::Superscript => (None, Some(self.read_next(font)?)),
            ScriptType::SubSuperscript => {
                (Some(self.read_next(font)?), Some(self.read_next(font)?))
            }
        };
        if position == ScriptPosition::AboveBelow {
            return read_accent(base, below.as_deref(), above.as_deref());
        }
        let are_limits = position == ScriptPosition::Movable;
        Ok(FormulaPart::Scripts { base, below, above, are_limits })
    }
}

/// The longest space that is set, in eighteenths of the em: ten ems, which no line of a
/// formula has.
const LONGEST_SPACE: f32 = 180.0;

/// A space, in parts of the size. One in units of its own keeps its proportion to TeX's usual
/// size of ten points: the author does not know the size of the book.
fn read_space(width: Option<Dimension>) -> Ratio {
    let Some(Dimension { value, unit }) = width else { return Ratio(0) };
    // Eighteenths of the em (The TeXbook, chapter 10).
    let unit = match unit {
        DimensionUnit::Em => 18.0,
        DimensionUnit::Mu => 1.0,
        DimensionUnit::Ex => 7.75,
        DimensionUnit::Pt => 1.8,
        DimensionUnit::Bp => 1.8 * 72.27 / 72.0,
        DimensionUnit::Pc => 21.6,
        DimensionUnit::In => 1.8 * 72.27,
        DimensionUnit::Cm => 1.8 * 72.27 / 2.54,
        DimensionUnit::Mm => 1.8 * 72.27 / 25.4,
        DimensionUnit::Dd => 1.8 * 1238.0 / 1157.0,
        DimensionUnit::Cc => 21.6 * 1238.0 / 1157.0,
        DimensionUnit::Sp => 1.8 / 65_536.0,
    };
    let mu = (value * unit).clamp(-LONGEST_SPACE, LONGEST_SPACE);
    #[expect(clippy::cast_possible_truncation, reason = "clamped to the range first")]
    Ratio((f64::from(mu) * 1_000_000.0 / 18.0).round() as i32)
}

/// A sign with a stroke through it, if Unicode has it as one character: fonts do not place the
/// stroke on others.
fn negate(part: FormulaPart) -> PartOr<FormulaPart> {
    let negated = |text: &str| -> Option<String> {
        let composed: String = text.chars().chain(['\u{338}']).nfc().collect();
        (composed.chars().count() == 1).then_some(composed)
    };
    match part {
        FormulaPart::Symbol { text, class, form } if negated(&text).is_some() => {
            Ok(symbol(negated(&text).unwrap_or(text), class, form))
        }
        FormulaPart::Row(parts) => match <[FormulaPart; 1]>::try_from(parts) {
            Ok([only]) => negate(only),
            Err(_) => Err(NO_STROKE),
        },
        _ => Err(NO_STROKE),
    }
}

/// Why a part has no stroke through it.
const NO_STROKE: FormulaError =
    FormulaError::Unsupported("a stroke through what has no character with one");

fn symbol(text: String, class: SymbolClass, form: SymbolForm) -> FormulaPart {
    FormulaPart::Symbol { text, class, form }
}

/// A part with what stands over it; none but accents do.
fn read_accent(
    base: Box<FormulaPart>,
    below: Option<&FormulaPart>,
    above: Option<&FormulaPart>,
) -> PartOr<FormulaPart> {
    let sign = match (below, above) {
        (None, Some(FormulaPart::Symbol { text, .. })) => text.as_str(),
        _ => "",
    };
    let accent = match sign {
        "^" => FormulaAccent::Mark('\u{302}'),
        "~" => FormulaAccent::Mark('\u{303}'),
        "˙" => FormulaAccent::Mark('\u{307}'),
        "¨" => FormulaAccent::Mark('\u{308}'),
        "´" => FormulaAccent::Mark('\u{301}'),
        "`" => FormulaAccent::Mark('\u{300}'),
        "˘" => FormulaAccent::Mark('\u{306}'),
        "ˇ" => FormulaAccent::Mark('\u{30C}'),
        "˚" => FormulaAccent::Mark('\u{30A}'),
        "‾" => FormulaAccent::Bar,
        "→" => FormulaAccent::Arrow,
        _ => return Err(FormulaError::Unsupported("signs over others")),
    };
    if matches!(accent, FormulaAccent::Mark(_)) && base.letter().is_none() {
        return Err(FormulaError::Unsupported("an accent over several letters"));
    }
    Ok(FormulaPart::Accented { base, accent })
}

fn read_alignment(alignment: ColumnAlignment) -> ArrayAlignment {
    match alignment {
        ColumnAlignment::Left => ArrayAlignment::Left,
        ColumnAlignment::Center => ArrayAlignment::Centre,
        ColumnAlignment::Right => ArrayAlignment::Right,
    }
}

/// The columns of an array; it may have no rules between them.
fn read_columns(columns: &[ArrayColumn]) -> PartOr<Vec<ArrayAlignment>> {
    let column = |column: &ArrayColumn| match column {
        ArrayColumn::Column(alignment) => Ok(read_alignment(*alignment)),
        ArrayColumn::Separator(_) => Err(FormulaError::Unsupported("rules in an array")),
    };
    columns.iter().map(column).collect()
}

impl FormulaPart {
    /// The symbol that it is, and its form, if it is a single letter.
    #[must_use]
    pub fn letter(&self) -> Option<(&str, SymbolForm)> {
        match self {
            Self::Symbol { text, form, .. } => {
                (text.chars().count() == 1).then_some((text.as_str(), *form))
            }
            Self::Row(parts) => match parts.as_slice() {
                [only] => only.letter(),
                _ => None,
            },
            _ => None,
        }
    }
}

/// A symbol in a font; variables are italic, but for capital Greek letters.
fn read_symbol(content: Content<'_>, font: Option<Font>) -> PartOr<FormulaPart> {
    let upright = match font {
        None | Some(Font::Italic | Font::UpRight | Font::SansSerif | Font::Monospace) => {
            SymbolForm::Roman
        }
        // Few text faces have the letters of sets of numbers; bold ones say the same.
        Some(
            Font::Bold
            | Font::BoldSansSerif
            | Font::BoldSymbol
            | Font::BoldItalic
            | Font::DoubleStruck,
        ) => SymbolForm::Bold,
        Some(_) => return Err(FormulaError::Unsupported("letters of a script face")),
    };
    let of = |text: String, class| Ok(symbol(text, class, upright));
    match content {
        // pulldown-latex writes `~` and `\ ` as HTML.
        Content::Text("&nbsp;") => of("\u{A0}".to_owned(), SymbolClass::Text),
        Content::Text(text) => of(text.replace(' ', "\u{A0}"), SymbolClass::Text),
        Content::Number(text) => of(text.to_owned(), SymbolClass::Ordinary),
        Content::Function(text) => of(text.to_owned(), SymbolClass::Function),
        Content::Ordinary { content: letter, .. } => {
            let is_variable = letter.is_alphabetic()
                && !matches!(letter, 'Α'..='Ω')
                && matches!(
                    font,
                    None | Some(Font::Italic | Font::BoldSymbol | Font::BoldItalic)
                );
            let form = match (is_variable, upright) {
                (true, SymbolForm::Bold) => SymbolForm::BoldItalic,
                (true, _) => SymbolForm::Italic,
                (false, upright) => upright,
            };
            let class = match letter {
                // `\colon`; the colon itself is a relation.
                ':' => SymbolClass::Punctuation,
                '…' | '⋯' | '⋱' => SymbolClass::Inner,
                _ => SymbolClass::Ordinary,
            };
            Ok(symbol(letter.to_string(), class, form))
        }
        Content::LargeOp { content, .. } => of(content.to_string(), SymbolClass::Large),
        // A stroke between two letters has no spaces in TeX.
        Content::BinaryOp { content: content @ ('/' | '\\'), .. } => {
            of(content.to_string(), SymbolClass::Ordinary)
        }
        Content::BinaryOp { content, .. } => {
            of(content.to_string(), SymbolClass::Operator)
        }
        Content::Relation { content, .. } => {
            let mut buffer = [0; 8];
            let bytes = content.encode_utf8_to_buf(&mut buffer);
            let text = String::from_utf8_lossy(bytes).into_owned();
            of(text, SymbolClass::Relation)
        }
        Content::Delimiter { content, ty, .. } => {
            let class = match ty {
                DelimiterType::Open => SymbolClass::Open,
                DelimiterType::Close => SymbolClass::Close,
                DelimiterType::Fence => SymbolClass::Ordinary,
            };
            of(content.to_string(), class)
        }
        // A full stop is part of a number.
        Content::Punctuation('.') => of(".".to_owned(), SymbolClass::Ordinary),
        Content::Punctuation(sign) => of(sign.to_string(), SymbolClass::Punctuation),
    }
}
