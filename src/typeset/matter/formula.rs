//! Formulas on lines of their own: fractions with a bar, roots under a rule, limits above
//! and below, matrices and equations under one another.
//!
//! A formula is laid out in boxes, like those of TeX (The `TeXbook`, appendix G), with fewer
//! cases: what a book of the humanities has. One that is wider than the measure is set as a
//! line of text.

use crate::book::block::Paragraph;
use crate::book::formula::{
    Formula, FormulaPart, SymbolClass, SymbolForm, class_of, find_classes, read_formula,
    space_between,
};
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
mod roots;

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
/// The height of a delimiter in its own size.
const DELIMITER_HEIGHT: Ratio = Ratio(950_000);
/// The largest delimiter, in sizes of the text: beside a dozen rows.
const LARGEST_DELIMITER: i32 = 16;
/// A tall delimiter is narrower than its size. For each size that it has more, its strokes and
/// its width grow by this part, but never by more than half. A bar does not grow.
const DELIMITER_GROWTH: (i64, i64) = (1, 6);
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
    /// Puts another box at the right of this one.
    fn append(&mut self, other: Self) {
        let width = self.width + other.width;
        self.place(other, self.width, Length::ZERO);
        // A negative space takes from the width.
        self.width = width;
    }

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
#[derive(Clone, Copy)]
struct FormulaSetter<'a, 'f> {
    compositor: &'a Compositor<'f>,
    /// What it lays out is a script: only names of functions have spaces there.
    in_script: bool,
}

impl FormulaSetter<'_, '_> {
    /// The setter of the scripts here.
    fn for_scripts(self) -> Self {
        Self { in_script: true, ..self }
    }

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
            FormulaPart::Fenced { open, inner, close } => {
                self.lay_out_fenced(*open, inner, *close, size)
            }
            FormulaPart::Space(width) => {
                FormulaBox { width: width.of(size), ..FormulaBox::default() }
            }
            FormulaPart::Fraction { numerator, denominator, has_bar } => {
                self.lay_out_fraction(numerator, denominator, *has_bar, size)
            }
            FormulaPart::Root { radicand, index } => {
                self.lay_out_root(radicand, index.as_deref(), size)
            }
            FormulaPart::Scripts { base, below, above, are_limits } => {
                let mut base_box = self.lay_out(base, size);
                let script = SCRIPT_SIZE.of(size);
                let lay_out = |part: &Option<Box<FormulaPart>>| {
                    part.as_deref().map(|part| self.for_scripts().lay_out(part, script))
                };
                let (below, above) = (lay_out(below), lay_out(above));
                if *are_limits {
                    return place_limits(base_box, below, above, size);
                }
                if class_of(base) == Some(SymbolClass::Large) {
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

    /// One part after the other, with the spaces of TeX between them. `before` is what they
    /// follow.
    fn lay_out_row(
        &self,
        parts: &[FormulaPart],
        mut before: Option<SymbolClass>,
        size: Length,
    ) -> FormulaBox {
        let mut row = FormulaBox::default();
        for (part, class) in parts.iter().zip(find_classes(parts, before)) {
            if let Some((before, after)) = before.zip(class) {
                row.width += space_between(before, after, self.in_script).of(size);
            }
            before = class.or(before);
            row.append(self.lay_out(part, size));
        }
        row
    }

    /// Parts between delimiters that are as high as they are.
    fn lay_out_fenced(
        &self,
        open: Option<char>,
        inner: &[FormulaPart],
        close: Option<char>,
        size: Length,
    ) -> FormulaBox {
        let inner = self.lay_out_row(inner, None, size);
        let height = inner.above + inner.below;
        let middle = (inner.below - inner.above) / 2;
        let is_tall = height > size.scaled(13, 10);
        let delimiter = |sign: char| {
            let sign = sign.to_string();
            if is_tall {
                self.set_delimiter(&sign, height, middle, size)
            } else {
                self.set_symbol(&sign, SymbolForm::Roman, size)
            }
        };
        let mut whole = FormulaBox::default();
        let (open, close) = (open.map(delimiter), close.map(delimiter));
        for next in open.into_iter().chain([inner]).chain(close) {
            whole.append(next);
        }
        whole
    }

    /// A numerator over a denominator, with a bar between them or without one.
    fn lay_out_fraction(
        &self,
        numerator: &FormulaPart,
        denominator: &FormulaPart,
        has_bar: bool,
        size: Length,
    ) -> FormulaBox {
        let over = self.lay_out(numerator, size);
        let under = self.lay_out(denominator, size);
        let overhang = if has_bar { BAR_OVERHANG.of(size) } else { Length::ZERO };
        let width = over.width.max(under.width) + overhang * 2;
        let (axis, gap) = (AXIS.of(size), BAR_GAP.of(size));
        let mut whole = FormulaBox::default();
        let middle = |part: &FormulaBox| (width - part.width) / 2;
        let (left, up) = (middle(&over), axis + gap + over.below);
        whole.place(over, left, -up);
        let (left, down) = (middle(&under), gap + under.above - axis);
        whole.place(under, left, down);
        if has_bar {
            whole.rules.push((Length::ZERO, -axis, width));
        }
        whole.width = width;
        whole
    }

    /// A delimiter as high as what it encloses, around its middle.
    fn set_delimiter(
        &self,
        text: &str,
        height: Length,
        middle: Length,
        size: Length,
    ) -> FormulaBox {
        let own = DELIMITER_HEIGHT.of(size).0.max(1);
        let tall = size.scaled(height.0.into(), own.into());
        let tall = tall.max(size).min(size * LARGEST_DELIMITER);
        let mut sign = self.set_symbol(text, SymbolForm::Roman, tall);
        // As tall as wanted and not as wide, so that its strokes are not as thick.
        let wide = self.set_symbol(text, SymbolForm::Roman, size).width;
        match text {
            "|" | "‖" | "∣" | "∥" => scale_width(&mut sign, wide),
            _ => scale_width(&mut sign, grow_width(wide, tall, size)),
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

/// The width of a sign that is as tall as one of a larger size, whose own is `wide`.
fn grow_width(wide: Length, tall: Length, size: Length) -> Length {
    let (part, of) = DELIMITER_GROWTH;
    let more = wide.scaled((tall - size).0.into(), size.0.max(1).into());
    wide + more.scaled(part, of).min(wide / 2)
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
            FormulaSetter { compositor: self.compositor, in_script: false }
                .lay_out(&tree, frame.size)
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
