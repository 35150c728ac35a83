//! The captions of figures and tables.
//!
//! A caption is certain or none: a line with a numbered label beside the figure, or lines
//! close below it that are within its width and in smaller, italic or centred type.

use std::collections::BTreeMap;

use crate::length::Length;
use crate::source::pdf::line::PdfLine;
use crate::source::pdf::lines::PdfLines;
use crate::source::pdf::page::{PageBox, WritingDirection};

/// What a caption belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CaptionSubject {
    /// A picture.
    Figure,
    /// A drawing; the labels around it are not its caption.
    Drawing,
    Table,
}

/// The words before the numbers of figures in Catalan, English, French, Galician, German,
/// Italian, Latin, Portuguese and Spanish; without their full stop.
const FIGURE_WORDS: &[&str] = &[
    "fig",
    "figs",
    "figure",
    "figura",
    "figur",
    "abb",
    "abbildung",
    "bild",
    "tafel",
    "taf",
    "illustration",
    "ill",
    "il",
    "ilustración",
    "ilustração",
    "il·lustració",
    "illustrazione",
    "illustratio",
    "plate",
    "pl",
    "planche",
    "lámina",
    "làmina",
    "lam",
    "lám",
    "tavola",
    "tav",
    "estampa",
    "map",
    "karte",
    "carte",
    "mapa",
    "carta",
    "chart",
    "diagram",
    "diagramm",
    "gráfico",
    "gràfic",
    "grafico",
    "graphique",
    "photo",
    "photograph",
    "foto",
    "fotografía",
    "fotografia",
    "scheme",
    "schema",
    "esquema",
];
/// The words before the numbers of tables, likewise.
const TABLE_WORDS: &[&str] = &[
    "table",
    "tab",
    "tabelle",
    "übersicht",
    "tableau",
    "tabla",
    "cuadro",
    "tabela",
    "quadro",
    "tabella",
    "tavola",
    "tav",
    "taula",
    "quadre",
    "táboa",
    "cadro",
    "tabula",
    "tafel",
];
/// How far a numbered caption stands from its figure at most, in points: two lines.
const NUMBERED_GAP: i32 = 32;
/// The same for drawings: the titles of axes stand between.
const DRAWING_GAP: i32 = 90;
/// How far a caption without a number stands below its figure at most, in thousandths of
/// its size.
const CLOSE_GAP: i64 = 1500;
/// The distance between lines of a caption at most, in thousandths of their size.
const CAPTION_LEADING: i64 = 1450;
/// The most lines of a caption with a number, and without.
const MOST_LINES: (usize, usize) = (14, 5);
/// How much smaller than the text a caption is at least, in thousandths.
const SMALLER: i64 = 950;
/// How far a caption may begin before its figure, in points.
const OUTSIDE: i32 = 4;

/// The size of most characters of the pages.
pub(super) fn find_body_size(pages: &[PdfLines]) -> Length {
    let mut sizes: BTreeMap<Length, usize> = BTreeMap::new();
    for line in pages.iter().flat_map(|page| &page.lines) {
        *sizes.entry(line.size).or_insert(0) += line.text.len();
    }
    let most = sizes.into_iter().max_by_key(|(_, count)| *count);
    most.map_or(Length::pt(10), |(size, _)| size)
}

/// How a line begins that may be a caption.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum LabelForm {
    /// A label with a number, and a mark or nothing behind it.
    Certain,
    /// A label with a number, and words behind it: perhaps a sentence of the text.
    Open,
}

/// The label at the beginning of a line.
fn read_label(text: &str, subject: CaptionSubject) -> Option<LabelForm> {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_alphabetic() && c != '·').unwrap_or(text.len());
    let (word, rest) = text.split_at_checked(end)?;
    let words = match subject {
        CaptionSubject::Figure | CaptionSubject::Drawing => FIGURE_WORDS,
        CaptionSubject::Table => TABLE_WORDS,
    };
    let capital = word.chars().next().is_some_and(char::is_uppercase);
    if !capital || !words.contains(&word.to_lowercase().as_str()) {
        return None;
    }
    let rest = rest.strip_prefix('.').unwrap_or(rest).trim_start();
    let number_end = rest
        .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '–')))
        .unwrap_or(rest.len());
    let (number, behind) = rest.split_at_checked(number_end)?;
    let bare = number.trim_end_matches(['.', '-', '–']);
    let roman = !bare.is_empty() && bare.chars().all(|c| "IVXLCDM".contains(c));
    let counted = bare.chars().any(|c| c.is_ascii_digit()) && bare.len() <= 10;
    if !roman && !counted {
        return None;
    }
    let behind = behind.trim_start();
    let marked = bare.len() < number.len()
        || behind.is_empty()
        || behind.starts_with([':', '.', '–', '—', '-', '(', '|', '•', '/', ')']);
    Some(if marked { LabelForm::Certain } else { LabelForm::Open })
}

/// Whether a text begins like the caption of a table.
pub(super) fn is_table_caption(text: &str) -> bool {
    read_label(text, CaptionSubject::Table) == Some(LabelForm::Certain)
}

/// The upper edge of a line: capitals have seven tenths of the size.
pub(super) fn top_of(line: &PdfLine) -> Length {
    line.baseline - line.size.scaled(3, 4)
}

/// The lower edge of a line.
pub(super) fn bottom_of(line: &PdfLine) -> Length {
    line.baseline + line.size / 4
}

/// The lines of the caption of what has a place on a page: indices, from the first line.
/// `taken` are lines that belong to something else.
pub(super) fn find_caption(
    lines: &[PdfLine],
    place: PageBox,
    body: Length,
    subject: CaptionSubject,
    taken: &dyn Fn(usize) -> bool,
) -> Vec<usize> {
    let upright: Vec<(usize, &PdfLine)> = lines
        .iter()
        .enumerate()
        .filter(|(at, line)| {
            line.direction == WritingDirection::Right && !line.artifact && !taken(*at)
        })
        .collect();
    let finder = CaptionFinder { lines: upright, place, body, subject };
    finder.find_numbered().or_else(|| finder.find_close()).unwrap_or_default()
}

struct CaptionFinder<'l> {
    lines: Vec<(usize, &'l PdfLine)>,
    place: PageBox,
    body: Length,
    subject: CaptionSubject,
}

impl CaptionFinder<'_> {
    /// The nearest line with a numbered label, and the lines that go on from it.
    fn find_numbered(&self) -> Option<Vec<usize>> {
        let label = |(order, (_, line)): (usize, &(usize, &PdfLine))| {
            let form = read_label(&line.text, self.subject)?;
            let distance = self.measure_distance(line)?;
            let drawn =
                self.subject == CaptionSubject::Drawing && form == LabelForm::Certain;
            let most = if drawn { DRAWING_GAP } else { NUMBERED_GAP };
            if distance > Length::pt(most) {
                return None;
            }
            let apart = line.size.scaled(1000, 1) < self.body.scaled(SMALLER, 1)
                || is_italic(line)
                || self.is_centred(line)
                || begins_bold(line);
            (form == LabelForm::Certain || apart).then_some((form, distance, order))
        };
        let found = self.lines.iter().enumerate().filter_map(label).min();
        let (_, _, first) = found?;
        let mut caption = self.follow(first, MOST_LINES.0);
        // A caption above ends where its figure begins.
        caption.retain(|at| {
            self.lines.iter().any(|(other, line)| other == at && !self.is_inside(line))
        });
        Some(caption)
    }

    /// Lines close below that are within the width of the figure and look like no text.
    fn find_close(&self) -> Option<Vec<usize>> {
        if self.subject != CaptionSubject::Figure {
            return None;
        }
        let below = |(_, (_, line)): &(usize, &(usize, &PdfLine))| {
            let gap = top_of(line) - self.place.bottom;
            gap > -line.size / 2
                && gap <= line.size.scaled(CLOSE_GAP, 1000)
                && self.is_within_width(line)
        };
        let (order, (_, first)) = self
            .lines
            .iter()
            .enumerate()
            .filter(below)
            .min_by_key(|(_, (_, l))| l.baseline)?;
        let caption = self.follow(order, MOST_LINES.1 + 1);
        let member = |at: &usize| self.lines.iter().find(|(other, _)| other == at);
        let members: Vec<&PdfLine> =
            caption.iter().filter_map(member).map(|m| m.1).collect();
        let all = |is: &dyn Fn(&PdfLine) -> bool| members.iter().all(|line| is(line));
        let small = i64::from(first.size.0) * 1000 <= i64::from(self.body.0) * SMALLER;
        let wanted = caption.len() <= MOST_LINES.1
            && first.size <= self.body
            && all(&|line| self.is_within_width(line))
            && first.text.chars().any(char::is_alphabetic)
            && (small || all(&is_italic) || all(&|line| self.is_centred(line)));
        wanted.then_some(caption)
    }

    /// A line and those that continue it, in the same size and at the distance of lines.
    fn follow(&self, first: usize, most: usize) -> Vec<usize> {
        let Some((at, line)) = self.lines.get(first) else { return Vec::new() };
        let mut caption = vec![*at];
        let mut last = *line;
        let mut usual: Option<Length> = None;
        for (at, line) in self.lines.iter().skip(first + 1) {
            let leading = line.baseline - last.baseline;
            let same = (line.size - last.size).0.saturating_abs() <= Length::SCALE / 2;
            let beside = line.left < last.right && last.left < line.right;
            let near = leading > Length::ZERO
                && i64::from(leading.0) * 1000
                    <= i64::from(last.size.0) * CAPTION_LEADING
                && usual.is_none_or(|usual| leading <= usual.scaled(11, 10));
            let other = read_label(&line.text, self.subject) == Some(LabelForm::Certain);
            if !same || !near || !beside || other || caption.len() >= most {
                break;
            }
            usual = usual.or(Some(leading));
            caption.push(*at);
            last = line;
        }
        caption
    }

    /// How far a line is above, below or beside the figure; `None` where it is elsewhere.
    fn measure_distance(&self, line: &PdfLine) -> Option<Length> {
        let PageBox { left, top, right, bottom } = self.place;
        let over = line.left < right && left < line.right;
        let (above, below) = (top - bottom_of(line), top_of(line) - bottom);
        let tolerance = line.size.scaled(2, 3);
        if over && above >= -tolerance {
            return Some(above.max(Length::ZERO));
        }
        if over && below >= -tolerance {
            return Some(below.max(Length::ZERO));
        }
        let level = top_of(line) < bottom && top < bottom_of(line);
        let beside = (line.left - right).max(left - line.right);
        (level && !over).then_some(beside)
    }

    fn is_inside(&self, line: &PdfLine) -> bool {
        let PageBox { left, top, right, bottom } = self.place;
        line.baseline - line.size / 2 > top
            && line.baseline < bottom
            && line.left < right
            && left < line.right
    }

    fn is_within_width(&self, line: &PdfLine) -> bool {
        // Frames of pictures and captions differ by an indent.
        let outside = line.size;
        line.left >= self.place.left - outside && line.right <= self.place.right + outside
    }

    /// Whether a line is centred on the figure, and is not as wide as the figure.
    fn is_centred(&self, line: &PdfLine) -> bool {
        let (before, after) =
            (line.left - self.place.left, self.place.right - line.right);
        let width = self.place.right - self.place.left;
        let inset = (before - after).0.saturating_abs() <= Length::pt(OUTSIDE).0;
        inset && before + after > width / 20
    }
}

/// Whether nearly all characters of a line are italic.
fn is_italic(line: &PdfLine) -> bool {
    let length = |italic: bool| -> u32 {
        let runs = line.runs.iter().filter(|run| run.italic == italic);
        runs.map(|run| run.text.end.saturating_sub(run.text.start)).sum()
    };
    length(true) > 4 * length(false)
}

fn begins_bold(line: &PdfLine) -> bool {
    line.runs.first().is_some_and(|run| run.bold || run.small_caps || run.italic)
}

#[cfg(test)]
mod tests {
    use super::{CaptionSubject, LabelForm, read_label};

    #[test]
    fn labels_have_numbers() {
        let form = |text| match read_label(text, CaptionSubject::Figure) {
            Some(LabelForm::Certain) => "certain",
            Some(LabelForm::Open) => "open",
            None => "none",
        };
        for (text, expected) in [
            ("Figure 3. The harbour", "certain"),
            ("Fig. 2.1: The mill", "certain"),
            ("Abb. IV – Der Turm", "certain"),
            ("Lámina 7", "certain"),
            ("Il·lustració 12: La plaça", "certain"),
            ("Figure 3 shows the harbour", "open"),
            ("Figures of speech", "none"),
            ("figure 3: small", "none"),
            ("Figura", "none"),
            ("Plate glass is dear", "none"),
        ] {
            assert_eq!(form(text), expected, "{text}");
        }
    }
}
