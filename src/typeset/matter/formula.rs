//! Formulas on lines of their own: fractions with a bar, roots under a rule, limits above
//! and below, matrices and equations under one another.
//!
//! A formula is laid out in boxes, like those of TeX (The `TeXbook`, appendix G), with fewer
//! cases: what a book of the humanities has. One that is wider than the measure is set as a
//! line of text.

use crate::book::block::Paragraph;
use crate::book::formula::{Formula, FormulaPart, SymbolClass, SymbolForm, read_formula};
use crate::book::inline::Inline;
use crate::length::{Length, Ratio};
use crate::text::span::Origin;
use crate::typeset::document::Role;
use crate::typeset::line::{LineRun, TextLine};
use crate::typeset::matter::blocks::{BlockFrame, BlockSetter};
use crate::typeset::matter::column::{GalleyColumn, LineCohesion};
use crate::typeset::matter::compositor::{Compositor, CompositorStyle};
use crate::typeset::matter::white::APART;
use crate::typeset::page::galley::{GalleyRow, PlacedLine, PlacedRule};
use crate::typeset::paragraph::{LineAlignment, write_symbol};
use crate::typeset::shape::FigureStyle;

mod accents;
mod array;

/// How high letters reach, in parts of their size.
const ASCENT: Ratio = Ratio(720_000);
/// How low letters reach.
const DESCENT: Ratio = Ratio(230_000);
/// The height of the bar of a fraction above the baseline: in the middle of a plus sign.
const AXIS: Ratio = Ratio(250_000);
/// The least space between the bar of a fraction and what is above and below it.
const BAR_GAP: Ratio = Ratio(120_000);
/// How far the bar of a fraction reaches beyond its widest part, on each side.
const BAR_OVERHANG: Ratio = Ratio(80_000);
/// The size of sub- and superscripts.
const SCRIPT_SIZE: Ratio = Ratio(700_000);
/// How far a superscript is raised.
const RAISED: Ratio = Ratio(380_000);
/// How far a subscript is lowered.
const LOWERED: Ratio = Ratio(180_000);
/// The height of a delimiter or a root sign in its own size.
const DELIMITER_HEIGHT: Ratio = Ratio(950_000);
/// The largest delimiter, in sizes of the text: beside a dozen rows.
const LARGEST_DELIMITER: i32 = 16;
/// A tall delimiter is narrower than its size. For each size that it has more, its strokes and
/// its width grow by this part, but never by more than half. A bar does not grow.
const DELIMITER_GROWTH: (i64, i64) = (1, 6);
/// The spaces of TeX (The `TeXbook`, chapter 18): thin, medium, thick.
const THIN: Ratio = Ratio(166_667);
const MEDIUM: Ratio = Ratio(222_222);
const THICK: Ratio = Ratio(277_778);
/// A formula is measured without a limit.
const BOUNDLESS: Length = Length(i32::MAX / 4);

/// A part of a formula that is set, around its own baseline.
#[derive(Default)]
struct FormulaBox {
    width: Length,
    /// How far it reaches above the baseline, and below.
    above: Length,
    below: Length,
    /// Its lines, each with the place of its baseline, right and down.
    lines: Vec<(Length, Length, TextLine)>,
    /// Its rules: right and down, and how long.
    rules: Vec<(Length, Length, Length)>,
}

impl FormulaBox {
    /// Puts another box into this one, moved right and down.
    fn place(&mut self, other: Self, right: Length, down: Length) {
        self.width = self.width.max(right + other.width);
        self.above = self.above.max(other.above - down);
        self.below = self.below.max(other.below + down);
        let lines = other.lines.into_iter();
        self.lines.extend(lines.map(|(x, y, line)| (x + right, y + down, line)));
        let rules = other.rules.into_iter();
        self.rules.extend(rules.map(|(x, y, width)| (x + right, y + down, width)));
    }
}

/// Lays formulas out.
struct FormulaSetter<'a, 'f> {
    compositor: &'a Compositor<'f>,
}

impl FormulaSetter<'_, '_> {
    fn lay_out(&self, part: &FormulaPart, size: Length) -> FormulaBox {
        match part {
            FormulaPart::Symbol { text, class, form } => {
                // Sums and integrals are larger than letters.
                let size = match class {
                    SymbolClass::Large => size.scaled(14, 10),
                    _ => size,
                };
                self.set_symbol(text, *form, size)
            }
            FormulaPart::Row(parts) => self.lay_out_row(parts, None, size),
            FormulaPart::Fraction { numerator, denominator } => {
                let over = self.lay_out(numerator, size);
                let under = self.lay_out(denominator, size);
                let overhang = BAR_OVERHANG.of(size);
                let width = over.width.max(under.width) + overhang * 2;
                let (axis, gap) = (AXIS.of(size), BAR_GAP.of(size));
                let mut whole = FormulaBox::default();
                let middle = |part: &FormulaBox| (width - part.width) / 2;
                let (left, up) = (middle(&over), axis + gap + over.below);
                whole.place(over, left, -up);
                let (left, down) = (middle(&under), gap + under.above - axis);
                whole.place(under, left, down);
                whole.rules.push((Length::ZERO, -axis, width));
                whole.width = width;
                whole
            }
            FormulaPart::Root { radicand, index } => {
                self.lay_out_root(radicand, index.as_deref(), size)
            }
            FormulaPart::Scripts { base, below, above, are_limits } => {
                let mut base_box = self.lay_out(base, size);
                let script = SCRIPT_SIZE.of(size);
                let lay_out = |part: &Option<Box<FormulaPart>>| {
                    part.as_deref().map(|part| self.lay_out(part, script))
                };
                let (below, above) = (lay_out(below), lay_out(above));
                if *are_limits {
                    return place_limits(base_box, below, above, size);
                }
                if class_of(base) == SymbolClass::Large {
                    // Beside an integral there is more room.
                    base_box.width += BAR_OVERHANG.of(size);
                    base_box.above += BAR_GAP.of(size);
                    base_box.below += BAR_GAP.of(size);
                }
                place_scripts(base_box, below, above, size)
            }
            FormulaPart::Accented { base, accent } => {
                self.lay_out_accented(base, *accent, size)
            }
            FormulaPart::Array { rows, columns, spacing } => {
                self.lay_out_array(rows, columns, *spacing, size)
            }
        }
    }

    /// One symbol after the other, with the spaces of TeX between them. `before` is what they
    /// follow.
    fn lay_out_row(
        &self,
        parts: &[FormulaPart],
        mut before: Option<SymbolClass>,
        size: Length,
    ) -> FormulaBox {
        if let Some((first, inner, last)) = split_delimiters(parts) {
            // Laid out once: delimiters within delimiters would double the work each time.
            let inner = self.lay_out_row(inner, None, size);
            let height = inner.above + inner.below;
            let middle = (inner.below - inner.above) / 2;
            let is_tall = height > size.scaled(13, 10);
            let delimiter = |part| {
                if is_tall {
                    self.set_delimiter(part, height, middle, size)
                } else {
                    self.lay_out(part, size)
                }
            };
            let mut whole = FormulaBox::default();
            let (first, last) = (first.map(delimiter), last.map(delimiter));
            for next in first.into_iter().chain([inner]).chain(last) {
                let right = whole.width;
                whole.place(next, right, Length::ZERO);
            }
            return whole;
        }
        let mut row = FormulaBox::default();
        for part in parts {
            let class = class_of(part);
            // A sign belongs to its number.
            let class = match (class, before) {
                (
                    SymbolClass::Operator,
                    None
                    | Some(
                        SymbolClass::Operator
                        | SymbolClass::Relation
                        | SymbolClass::Open
                        | SymbolClass::Punctuation,
                    ),
                ) => SymbolClass::Ordinary,
                (class, _) => class,
            };
            let space = before.map_or(Ratio(0), |before| space_between(before, class));
            let right = row.width + space.of(size);
            row.place(self.lay_out(part, size), right, Length::ZERO);
            before = Some(class);
        }
        row
    }

    /// A root sign, and a rule over what is under it.
    fn lay_out_root(
        &self,
        radicand: &FormulaPart,
        index: Option<&FormulaPart>,
        size: Length,
    ) -> FormulaBox {
        let radicand = self.lay_out(radicand, size);
        let gap = BAR_GAP.of(size);
        let height = radicand.above + radicand.below + gap;
        let middle = (radicand.below - radicand.above - gap) / 2;
        let sign = FormulaPart::Symbol {
            text: "√".to_owned(),
            class: SymbolClass::Open,
            form: SymbolForm::Roman,
        };
        let sign = self.set_delimiter(&sign, height, middle, size);
        let mut whole = FormulaBox::default();
        let mut left = Length::ZERO;
        if let Some(index) = index {
            let index = self.lay_out(index, SCRIPT_SIZE.of(SCRIPT_SIZE.of(size)));
            left = (index.width - sign.width / 3).max(Length::ZERO);
            let up = RAISED.of(size);
            whole.place(index, Length::ZERO, -up);
        }
        let right = left + sign.width;
        let top = radicand.above + gap;
        whole.place(sign, left, Length::ZERO);
        let width = radicand.width;
        whole.place(radicand, right, Length::ZERO);
        whole.rules.push((right, -top, width));
        whole.above = whole.above.max(top);
        whole.width = right + width;
        whole
    }

    /// A delimiter as high as what it encloses, around its middle.
    fn set_delimiter(
        &self,
        part: &FormulaPart,
        height: Length,
        middle: Length,
        size: Length,
    ) -> FormulaBox {
        let FormulaPart::Symbol { text, form, .. } = part else {
            return FormulaBox::default();
        };
        let own = DELIMITER_HEIGHT.of(size).0.max(1);
        let tall = size.scaled(height.0.into(), own.into());
        let tall = tall.max(size).min(size * LARGEST_DELIMITER);
        let mut sign = self.set_symbol(text, *form, tall);
        // As tall as wanted and not as wide, so that its strokes are not as thick.
        let wide = self.set_symbol(text, *form, size).width;
        let (part, of) = DELIMITER_GROWTH;
        let more = wide.scaled((tall - size).0.into(), size.0.max(1).into());
        match text.as_str() {
            "|" | "‖" | "∣" | "∥" => scale_width(&mut sign, wide),
            _ => scale_width(&mut sign, wide + more.scaled(part, of).min(wide / 2)),
        }
        // The middle of a delimiter is at the height of the axis of its size.
        let down = middle + AXIS.of(tall);
        let mut whole = FormulaBox::default();
        whole.place(sign, Length::ZERO, down);
        (whole.above, whole.below) = (height / 2 - middle, height / 2 + middle);
        whole
    }

    fn set_symbol(&self, text: &str, form: SymbolForm, size: Length) -> FormulaBox {
        self.set_inline(write_symbol(text, form), size)
    }

    fn set_inline(&self, symbol: Inline, size: Length) -> FormulaBox {
        let style = CompositorStyle {
            figures: FigureStyle::Tabular,
            hangs: false,
            ..CompositorStyle::display(size, BOUNDLESS, LineAlignment::Ragged)
        };
        let set = self.compositor.set_paragraph(&[symbol], &style, Origin::default());
        let line = set.lines.into_iter().next().unwrap_or_default();
        FormulaBox {
            width: line.width,
            above: ASCENT.of(size),
            below: DESCENT.of(size),
            lines: vec![(Length::ZERO, Length::ZERO, line)],
            rules: Vec::new(),
        }
    }
}

/// The delimiters around parts, and the parts: two, or one beside an array.
fn split_delimiters(
    parts: &[FormulaPart],
) -> Option<(Option<&FormulaPart>, &[FormulaPart], Option<&FormulaPart>)> {
    let [first, inner @ .., last] = parts else { return None };
    let opens = class_of(first) == SymbolClass::Open;
    let closes = class_of(last) == SymbolClass::Close;
    let is_array = |part: &FormulaPart| matches!(part, FormulaPart::Array { .. });
    match parts {
        _ if opens && closes => Some((Some(first), inner, Some(last))),
        [_, array] if opens && is_array(array) => Some((Some(first), &parts[1..], None)),
        [array, _] if closes && is_array(array) => Some((None, &parts[..1], Some(last))),
        _ => None,
    }
}

/// Makes the glyphs of a symbol wider or narrower, to a width.
fn scale_width(symbol: &mut FormulaBox, width: Length) {
    if symbol.width <= Length::ZERO {
        return;
    }
    let (part, of) = (i64::from(width.0), i64::from(symbol.width.0.max(1)));
    let scale = |length: &mut Length| *length = length.scaled(part, of);
    for (right, _, line) in &mut symbol.lines {
        scale(right);
        scale(&mut line.width);
        for LineRun { run, extent, .. } in &mut line.runs {
            scale(&mut run.origin.x);
            scale(&mut extent.start);
            scale(&mut extent.end);
            run.glyphs.iter_mut().for_each(|glyph| scale(&mut glyph.x));
            run.scaling = Ratio(Length(run.scaling.0).scaled(part, of).0);
        }
    }
    symbol.width = width;
}

/// Puts limits under and over a sum.
fn place_limits(
    base: FormulaBox,
    below: Option<FormulaBox>,
    above: Option<FormulaBox>,
    size: Length,
) -> FormulaBox {
    let width = |part: &Option<FormulaBox>| part.as_ref().map(|part| part.width);
    let widest = base.width.max(width(&below).max(width(&above)).unwrap_or_default());
    let gap = BAR_GAP.of(size);
    let mut whole = FormulaBox::default();
    let (top, foot) = (base.above, base.below);
    let left = (widest - base.width) / 2;
    whole.place(base, left, Length::ZERO);
    if let Some(above) = above {
        let (left, up) = ((widest - above.width) / 2, top + gap + above.below);
        whole.place(above, left, -up);
    }
    if let Some(below) = below {
        let (left, down) = ((widest - below.width) / 2, foot + gap + below.above);
        whole.place(below, left, down);
    }
    whole.width = widest;
    whole
}

/// Puts scripts at the right of a part.
fn place_scripts(
    base: FormulaBox,
    below: Option<FormulaBox>,
    above: Option<FormulaBox>,
    size: Length,
) -> FormulaBox {
    // Beside a tall part, scripts stand at its corners.
    let taller = (base.above - ASCENT.of(size)).max(Length::ZERO);
    let deeper = (base.below - DESCENT.of(size)).max(Length::ZERO);
    let mut whole = FormulaBox::default();
    let right = base.width;
    whole.place(base, Length::ZERO, Length::ZERO);
    if let Some(above) = above {
        whole.place(above, right, -(RAISED.of(size) + taller));
    }
    if let Some(below) = below {
        whole.place(below, right, LOWERED.of(size) + deeper);
    }
    whole
}

/// What a part is beside others.
fn class_of(part: &FormulaPart) -> SymbolClass {
    match part {
        FormulaPart::Symbol { class, .. } => *class,
        FormulaPart::Scripts { base, .. } | FormulaPart::Accented { base, .. } => {
            class_of(base)
        }
        FormulaPart::Row(parts) => match parts.as_slice() {
            [only] => class_of(only),
            _ => SymbolClass::Ordinary,
        },
        FormulaPart::Fraction { .. }
        | FormulaPart::Root { .. }
        | FormulaPart::Array { .. } => SymbolClass::Ordinary,
    }
}

/// The space between two symbols (The `TeXbook`, chapter 18).
fn space_between(before: SymbolClass, after: SymbolClass) -> Ratio {
    use SymbolClass::{Close, Function, Large, Open, Operator, Ordinary, Punctuation};
    use SymbolClass::{Relation, Text};
    match (before, after) {
        (Relation, Relation | Close | Punctuation)
        | (Open, _)
        | (_, Close | Punctuation) => Ratio(0),
        (Relation, _) | (_, Relation) => THICK,
        (Operator, _) | (_, Operator) => MEDIUM,
        (Punctuation, _)
        | (Function | Large, Ordinary | Text | Function | Large)
        | (Ordinary | Close | Text, Function | Large) => THIN,
        (Function | Large, Open) | (Ordinary | Close | Text, Ordinary | Open | Text) => {
            Ratio(0)
        }
    }
}

/// Whether a paragraph has a formula that stands on lines of its own.
pub(super) fn has_display(paragraph: &Paragraph) -> bool {
    paragraph.content.iter().any(|inline| as_display(inline).is_some())
}

/// The formula that an inline is, if it stands on lines of its own.
fn as_display(inline: &Inline) -> Option<&Formula> {
    match inline {
        Inline::Formula(formula) if formula.is_display => Some(formula),
        _ => None,
    }
}

impl BlockSetter<'_, '_> {
    /// Sets a paragraph with formulas on lines of their own, and its words around them.
    pub(super) fn set_around_formulas(
        &self,
        column: &mut GalleyColumn,
        paragraph: &Paragraph,
        style: &CompositorStyle,
        frame: BlockFrame,
    ) {
        let mut style = *style;
        let mut rest = paragraph.content.as_slice();
        let mut follows_formula = false;
        while !rest.is_empty() {
            let end = rest.iter().position(|inline| as_display(inline).is_some());
            let (words, after) = rest.split_at(end.unwrap_or(rest.len()));
            let is_blank = words.iter().all(
                |inline| matches!(inline, Inline::Text(text) if text.trim().is_empty()),
            );
            if !is_blank {
                if follows_formula {
                    column.request_space_with(APART, self.register);
                }
                let words = Paragraph { content: trim_words(words), ..*paragraph };
                self.set_paragraph(column, &words, &style, frame, LineCohesion::Text);
                style.first_indent = Length::ZERO;
            }
            let Some((formula, after)) = after.split_first() else { break };
            if let Some(formula) = as_display(formula) {
                column.request_space_with(APART, self.register.after_white(APART));
                self.set_display(column, formula, paragraph.origin, frame);
                follows_formula = true;
            }
            rest = after;
        }
        if follows_formula {
            column.request_space_with(APART, self.register);
        }
    }

    /// Sets a formula in the middle of the measure.
    fn set_display(
        &self,
        column: &mut GalleyColumn,
        formula: &Formula,
        origin: Origin,
        frame: BlockFrame,
    ) {
        let tag = column.add_tag(Role::Formula, frame.tag);
        column.galley.tags[tag].alternative = Some(formula.tex.clone());
        let laid_out = read_formula(&formula.tex).map(|tree| {
            FormulaSetter { compositor: self.compositor }.lay_out(&tree, frame.size)
        });
        match laid_out {
            Ok(whole)
                if whole.width <= frame.measure
                    && whole.above + whole.below <= column.grid.measure_page() =>
            {
                column.add_block(make_row(whole, column, tag, frame));
            }
            _ => {
                // As a line of text, which may be broken.
                let content = vec![Inline::Formula(Box::new(Formula {
                    is_display: false,
                    ..formula.clone()
                }))];
                let style = CompositorStyle {
                    figures: FigureStyle::Tabular,
                    ..CompositorStyle::display(
                        frame.size,
                        frame.measure,
                        LineAlignment::Centred,
                    )
                };
                let words = Paragraph { content, origin };
                self.set_paragraph(column, &words, &style, frame, LineCohesion::Together);
            }
        }
    }
}

/// Words without the spaces next to formulas on lines of their own.
fn trim_words(words: &[Inline]) -> Vec<Inline> {
    let mut words = words.to_vec();
    if let Some(Inline::Text(first)) = words.first_mut() {
        *first = first.trim_start().to_owned();
    }
    if let Some(Inline::Text(last)) = words.last_mut() {
        *last = last.trim_end().to_owned();
    }
    words
}

/// A formula as a row of the galley, with the middle of its letters in that of the row.
fn make_row(
    whole: FormulaBox,
    column: &GalleyColumn,
    tag: usize,
    frame: BlockFrame,
) -> GalleyRow {
    let grid = column.grid;
    let tall = whole.above + whole.below;
    let height = grid.count_half_lines(tall).next_multiple_of(2).max(2);
    let spare = grid.measure_height(height) - tall;
    let baseline = spare / 2 + whole.above;
    let left = frame.left + (frame.measure - whole.width) / 2;
    let line = |(right, down, line)| PlacedLine {
        line,
        tag: Some(tag),
        left: left + right,
        drop: baseline + down,
    };
    let rule = |(right, down, width)| PlacedRule {
        left: left + right,
        width,
        drop: baseline + down,
    };
    GalleyRow {
        height,
        lines: whole.lines.into_iter().map(line).collect(),
        rules: whole.rules.into_iter().map(rule).collect(),
        ..GalleyRow::default()
    }
}
