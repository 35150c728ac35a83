//! Formulas as trees.

use pulldown_latex::Storage;
use pulldown_latex::event::{
    ArrayColumn, ColumnAlignment, Content, DelimiterType, EnvironmentFlow, Event, Font,
    Grouping, ScriptPosition, ScriptType, StateChange, Visual,
};

use super::{DEEPEST, FormulaError, read_events};

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
    /// Parts one after the other.
    Row(Vec<FormulaPart>),
    /// A fraction.
    Fraction {
        /// Above the bar.
        numerator: Box<FormulaPart>,
        /// Below it.
        denominator: Box<FormulaPart>,
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

/// What a symbol of a formula is; the space around it follows from that (The `TeXbook`,
/// chapter 17).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SymbolClass {
    /// A variable, a number, a sign.
    Ordinary,
    /// The name of a function.
    Function,
    /// Words.
    Text,
    /// A sum or an integral.
    Large,
    /// A binary operator.
    Operator,
    /// A relation.
    Relation,
    /// An opening delimiter.
    Open,
    /// A closing delimiter.
    Close,
    /// Punctuation.
    Punctuation,
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
                Event::StateChange(_) | Event::Space { .. } => {}
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
                Some(Event::StateChange(_) | Event::Space { .. }) => {}
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
                let delimiter = |sign: Option<char>, class| {
                    sign.map(|sign| symbol(sign.to_string(), class, SymbolForm::Roman))
                };
                let mut row: Vec<FormulaPart> =
                    delimiter(open, SymbolClass::Open).into_iter().collect();
                row.extend(self.read_row(font)?);
                row.extend(delimiter(close, SymbolClass::Close));
                FormulaPart::Row(row)
            }
            Event::Begin(ref grouping) => self.read_environment(grouping, font)?,
            Event::Visual(Visual::Fraction(_)) => FormulaPart::Fraction {
                numerator: self.read_next(font)?,
                denominator: self.read_next(font)?,
            },
            Event::Visual(Visual::SquareRoot) => {
                FormulaPart::Root { radicand: self.read_next(font)?, index: None }
            }
            Event::Visual(Visual::Root) => FormulaPart::Root {
                radicand: self.read_next(font)?,
                index: Some(self.read_next(font)?),
            },
            Event::Visual(Visual::Negation) => return unsupported("a negated sign"),
            Event::Script { ty, position } => self.read_scripts(ty, position, font)?,
            Event::EnvironmentFlow(_) => return unsupported("rows without an array"),
            Event::End | Event::Space { .. } | Event::StateChange(_) => {
                FormulaPart::Row(Vec::new())
            }
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
        let brace = |sign: &str, class| symbol(sign.to_owned(), class, SymbolForm::Roman);
        Ok(match grouping {
            Grouping::Cases { left: true } => {
                FormulaPart::Row(vec![brace("{", SymbolClass::Open), array])
            }
            Grouping::Cases { left: false } => {
                FormulaPart::Row(vec![array, brace("}", SymbolClass::Close)])
            }
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
                Event::StateChange(_) | Event::Space { .. } => {}
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
            Ok(symbol(letter.to_string(), SymbolClass::Ordinary, form))
        }
        Content::LargeOp { content, .. } => of(content.to_string(), SymbolClass::Large),
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
        Content::Punctuation(sign) => of(sign.to_string(), SymbolClass::Punctuation),
    }
}
