//! What is counted of a block of rows, before it is scored.

use std::collections::BTreeMap;

use crate::source::pdf::line::PdfLineRun;
use crate::source::pdf::lines::PdfLines;
use crate::source::pdf::tables::blocks::{BlockLayout, CellPiece};

/// The difference of the widths of letters of type of one width, in thousandths of the size.
const SAME_WIDTH: i64 = 12;

/// What is counted of a block; a pair is a part and the whole.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a property of its own")]
pub(super) struct BlockFacts {
    pub(super) filled: usize,
    pub(super) multiple: usize,
    pub(super) number_columns: usize,
    pub(super) sign_columns: usize,
    pub(super) wide_columns: usize,
    pub(super) aligned: (usize, usize),
    pub(super) continued: (usize, usize),
    pub(super) leaders: (usize, usize),
    pub(super) entries: (usize, usize),
    pub(super) monospace: bool,
    pub(super) worded: usize,
    pub(super) readable: usize,
    /// A bit for each column of the page in which it has cells.
    pub(super) page_columns: u32,
    pub(super) formulas: usize,
    pub(super) full_rows: usize,
    pub(super) is_contents: bool,
    pub(super) is_list: bool,
    pub(super) is_alphabetical: bool,
}

/// A cell in one column.
#[derive(Debug, Clone, Copy)]
struct ColumnCell<'l> {
    row: usize,
    left: i32,
    right: i32,
    text: &'l str,
}

impl BlockFacts {
    pub(super) fn collect(layout: &BlockLayout, lines: &PdfLines) -> Self {
        let mut facts = Self::default();
        let mut columns: BTreeMap<usize, Vec<ColumnCell<'_>>> = BTreeMap::new();
        for (row, pieces) in layout.rows.iter().enumerate() {
            let mut in_row: Vec<usize> = pieces.iter().map(|piece| piece.first).collect();
            in_row.dedup();
            facts.multiple += usize::from(in_row.len() > 1);
            let whole = pieces.iter().any(|piece| {
                let long = text_of(lines, piece).len() > 40;
                long && piece.first == 0 && piece.last + 1 == layout.columns()
            });
            // A line between two tables stands over several columns.
            let within = row > 0 && row + 1 < layout.rows.len();
            let alone = pieces.len() == 1 && pieces.iter().any(|p| p.first < p.last);
            facts.full_rows += usize::from(whole || within && alone);
            facts.leaders.1 += 1;
            let texts: Vec<&str> =
                pieces.iter().map(|piece| text_of(lines, piece)).collect();
            facts.leaders.0 += usize::from(has_leader(&texts.join(" ")));
            for piece in pieces {
                facts.filled += 1;
                let text = text_of(lines, piece);
                facts.readable +=
                    usize::from(text.contains(char::is_alphanumeric) || is_number(text));
                facts.formulas += usize::from(text.contains(is_formula_sign));
                let column = lines.lines.get(piece.line).map_or(0, |line| line.column);
                facts.page_columns |= 1_u32.checked_shl(u32::from(column)).unwrap_or(0);
                facts.worded += usize::from(has_words(text_of(lines, piece)));
                if piece.first == piece.last {
                    columns.entry(piece.first).or_default().push(ColumnCell {
                        row,
                        left: piece.left,
                        right: piece.right,
                        text: text_of(lines, piece),
                    });
                }
            }
        }
        for (column, cells) in &columns {
            facts.add_column(*column, cells);
        }
        facts.monospace = is_monospace(layout, lines);
        facts.is_contents = is_contents(&columns);
        let is_labels = |(column, cells): (&usize, &Vec<ColumnCell<'_>>)| {
            let is_label = |cell: &&ColumnCell<'_>| {
                let marked =
                    cell.text.ends_with(['.', ')', '•', '–', '—', '*', '◦', '▪', '·']);
                is_list_label(cell.text) && (marked || columns.len() == 2)
            };
            let labels = cells.iter().filter(is_label).count();
            column + 1 < layout.columns() && labels > 1 && labels * 4 > cells.len() * 3
        };
        facts.is_list = columns.iter().any(is_labels);
        let words: Vec<&Vec<ColumnCell<'_>>> = columns
            .values()
            .filter(|cells| !is_mostly(cells, is_number) && cells.len() > 3)
            .collect();
        facts.is_alphabetical =
            words.len() > 1 && words.iter().all(|cells| is_alphabetical(cells));
        facts
    }

    fn add_column(&mut self, column: usize, cells: &[ColumnCell<'_>]) {
        if cells.len() > 1 {
            self.aligned.0 += count_aligned(cells);
            self.aligned.1 += cells.len();
        }
        let is_numbers = is_mostly(cells, is_number) && cells.len() > 1;
        self.number_columns += usize::from(is_numbers && column > 0);
        self.sign_columns += usize::from(is_mostly(cells, is_sign) && cells.len() > 1);
        let letters: usize = cells.iter().map(|cell| cell.text.len()).sum();
        self.wide_columns += usize::from(letters > 28 * cells.len());
        self.entries.0 += cells.iter().filter(|cell| is_index_entry(cell.text)).count();
        self.entries.1 += cells.len();
        let right = cells.iter().map(|cell| cell.right).max().unwrap_or(0);
        let left = cells.iter().map(|cell| cell.left).min().unwrap_or(0);
        for pair in cells.windows(2) {
            let [above, below] = pair else { continue };
            let filled =
                i64::from(above.right - left) * 100 >= i64::from(right - left) * 80;
            let long = above.text.len() > 18;
            let lower = below.text.chars().next().is_some_and(char::is_lowercase);
            let hyphen = above.text.ends_with(['-', '\u{AD}', '‐']);
            let ended = above.text.ends_with(['.', '!', '?', '»', '”']);
            self.continued.1 += 1;
            let goes_on = hyphen || lower || !ended && above.text.len() > 30;
            self.continued.0 +=
                usize::from(below.row == above.row + 1 && filled && long && goes_on);
        }
    }
}

/// The characters of a piece.
pub(super) fn text_of<'l>(lines: &'l PdfLines, piece: &CellPiece) -> &'l str {
    let range = piece.text.start as usize..piece.text.end as usize;
    lines.lines.get(piece.line).and_then(|line| line.text.get(range)).unwrap_or_default()
}

/// Whether letters have one width, by their font or as they stand: few fonts say it.
fn is_monospace(layout: &BlockLayout, lines: &PdfLines) -> bool {
    let mut widths: Vec<i64> = Vec::new();
    let (mut flagged, mut all, mut telling) = (0_usize, 0_usize, 0_usize);
    for piece in layout.rows.iter().flatten() {
        let Some(line) = lines.lines.get(piece.line) else { continue };
        all += 1;
        let mut runs = line.runs.iter();
        let is_at = |run: &PdfLineRun| {
            run.text.start <= piece.text.start && piece.text.start < run.text.end
        };
        flagged += usize::from(runs.any(|run| run.monospace && is_at(run)));
        let text = text_of(lines, piece);
        let length = i64::try_from(text.chars().count()).unwrap_or(i64::MAX);
        if length > 2 {
            let size = i64::from(line.size.0).max(1);
            widths.push(i64::from(piece.width()) * 1000 / length / size);
            // Figures have one width in most fonts.
            telling += usize::from(text.contains(|c: char| !c.is_ascii_digit()));
        }
    }
    widths.sort_unstable();
    let (low, high) =
        (widths.len() / 10, widths.len().saturating_sub(1 + widths.len() / 10));
    let spread = widths.get(high).zip(widths.get(low)).map(|(high, low)| high - low);
    let equal = widths.len() > 3
        && telling * 4 > widths.len()
        && spread.is_some_and(|spread| spread <= SAME_WIDTH);
    equal || flagged * 2 > all
}

fn has_words(text: &str) -> bool {
    text.chars().filter(|c| c.is_alphabetic()).count() > 1
}

fn is_mostly(cells: &[ColumnCell<'_>], is: impl Fn(&str) -> bool) -> bool {
    let count = cells.iter().filter(|cell| is(cell.text)).count();
    // The head of a column is not counted.
    count * 5 >= cells.len().saturating_sub(1) * 4 && count > 1
}

/// The most cells whose left edges, right edges or middles stand at one place.
fn count_aligned(cells: &[ColumnCell<'_>]) -> usize {
    let most = |place: &dyn Fn(&ColumnCell<'_>) -> i32| {
        let mut places: Vec<i32> = cells.iter().map(place).collect();
        places.sort_unstable();
        // Within a point of the first.
        let near = |at: &usize| {
            let first = places.get(*at).copied().unwrap_or(0);
            places.iter().skip(*at).take_while(|place| **place - first <= 80_000).count()
        };
        (0..places.len()).map(|at| near(&at)).max().unwrap_or(0)
    };
    let middle = |cell: &ColumnCell<'_>| i32::midpoint(cell.left, cell.right);
    most(&|cell| cell.left).max(most(&|cell| cell.right)).max(most(&middle))
}

/// Whether a text is a number, with signs, a unit or brackets, or a dash for none.
pub(super) fn is_number(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let none = matches!(text, "-" | "–" | "—" | "−" | "…" | "..." | "n/a" | "*");
    none || digits > 0 && letters <= 3 && letters <= digits && text.chars().count() <= 20
}

/// Whether a text is a sign of a formula.
fn is_sign(text: &str) -> bool {
    let sign = |c: char| {
        matches!(c, '=' | '<' | '>' | '≤' | '≥' | '≠' | '≈' | '→' | '≡' | '∼' | ':')
    };
    !text.is_empty() && text.chars().all(sign) || text.starts_with(['=', '≈', '≤', '≥'])
}

/// Whether a character is of a formula that stands on several lines.
fn is_formula_sign(c: char) -> bool {
    matches!(
        c,
        '\u{239B}'..='\u{23AE}' | '∑' | '∫' | '∏' | '√' | char::REPLACEMENT_CHARACTER
    )
}

fn has_leader(text: &str) -> bool {
    let mut dots = 0;
    for c in text.chars() {
        match c {
            '.' | '·' | '…' | '_' => dots += 1,
            ' ' => {}
            _ => dots = 0,
        }
        if dots >= 4 {
            return true;
        }
    }
    false
}

fn is_list_label(text: &str) -> bool {
    let bare = text.trim_matches(['(', ')', '.', '[', ']', ':']);
    let short = bare.chars().count() <= 4;
    let bullet = matches!(bare, "•" | "–" | "—" | "-" | "*" | "◦" | "▪" | "·" | "○");
    let counted = bare.chars().all(|c| c.is_ascii_digit())
        || bare.len() == 1
        || bare.chars().all(|c| "ivxlcIVXLC".contains(c));
    bullet || short && counted && !bare.is_empty()
}

/// Whether a text is words and page numbers, as in an index.
fn is_index_entry(text: &str) -> bool {
    let Some((words, number)) = text.rsplit_once(' ') else { return false };
    let number = number.trim_end_matches(['f', '.', 'n']);
    let numbered = !number.is_empty()
        && number.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '–'));
    numbered && words.ends_with(',') && words.chars().any(char::is_alphabetic)
}

/// Whether columns behind those of words have page numbers that hardly ever become less.
fn is_contents(columns: &BTreeMap<usize, Vec<ColumnCell<'_>>>) -> bool {
    let (mut counted, mut pairs, mut growing) = (0, 0, 0);
    for (column, cells) in columns {
        let numbers: Vec<u32> =
            cells.iter().filter_map(|cell| read_folio(cell.text)).collect();
        let before = columns.range(..column).next_back().map(|(_, cells)| cells);
        let worded = before.is_some_and(|cells| {
            let words = cells.iter().filter(|cell| has_words(cell.text));
            let letters: usize = words.clone().map(|cell| cell.text.len()).sum();
            words.count() * 5 >= numbers.len() * 3 && letters > 3 * numbers.len()
        });
        if worded && numbers.len() > 1 && numbers.len() * 5 >= cells.len() * 3 {
            counted += numbers.len();
            pairs += numbers.len() - 1;
            let grows = |pair: &&[u32]| matches!(pair, [one, two] if one <= two);
            growing += numbers.windows(2).filter(grows).count();
        }
    }
    counted > 1 && growing * 5 >= pairs * 4
}

/// A page number in figures or small Roman numerals.
fn read_folio(text: &str) -> Option<u32> {
    if !text.is_empty() && text.chars().all(|c| "ivxlc".contains(c)) {
        return Some(0);
    }
    text.parse::<u32>().ok().filter(|number| *number < 3000)
}

fn is_alphabetical(cells: &[ColumnCell<'_>]) -> bool {
    let first = |cell: &ColumnCell<'_>| {
        cell.text.chars().find(|c| c.is_alphabetic()).map(|c| c.to_lowercase().next())
    };
    let letters: Vec<_> = cells.iter().filter_map(first).collect();
    let ordered = letters
        .windows(2)
        .filter(|pair| matches!(pair, [one, two] if one <= two))
        .count();
    letters.len() > 3 && ordered * 10 >= (letters.len() - 1) * 9
}
