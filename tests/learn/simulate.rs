//! Sets true texts in layouts of every kind, and in every form that texts come in: more
//! layouts teach more than more lines.
//!
//! Only what parts blocks is simulated: measure, indents, blank lines, page turns, misread
//! letters. What makes notes and running heads is not: the true zone of every line is known.

use pliego::book::source_traits::SourceForm;
use pliego::recover::RemovalKind;
use pliego::recover::blocks::learning::{self, RowLabel};
use pliego::recover::model::{Zone, Zoned};
use pliego::source::{self, LineLook, Text};
use pliego::text::span::FileId;

use crate::gold::{Gold, Line};
use crate::passages::{Passages, Wording};

/// Lines of the true text that make one simulated case, at most.
const LINES: usize = 160;

/// An em, as widths are measured.
const EM: i32 = 1000;

/// A measure that holds any paragraph.
const ENDLESS: i32 = EM * 1_000_000;

/// The forms that the layouts of a text are drawn in, in this order again and again. Half
/// are typeset pages, which differ most from each other.
const FORMS: [SourceForm; 10] = [
    SourceForm::Pages,
    SourceForm::Scan,
    SourceForm::Pages,
    SourceForm::Transcription,
    SourceForm::Pages,
    SourceForm::Proofreading,
    SourceForm::Pages,
    SourceForm::Converted,
    SourceForm::Pages,
    SourceForm::PageCodes,
];

/// A text as it would come in a form, and the label of each of its lines.
pub(crate) struct Simulated {
    pub(crate) form: SourceForm,
    pub(crate) text: Text,
    pub(crate) zoned: Zoned,
    pub(crate) labels: Vec<&'static [RowLabel]>,
}

/// Sets a part of a true text in the layout that a number stands for, with passages lent by
/// others; with more quotations than it has, if these are to be learnt.
pub(crate) fn set(
    gold: &Gold,
    name: &str,
    lent: &Passages,
    variant: u64,
    quoting: bool,
    with_looks: bool,
) -> Option<Simulated> {
    let seed = name.bytes().fold(variant.wrapping_mul(0x9E37_79B9), |seed, byte| {
        (seed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    });
    let mut chance = Chance(seed);
    let lines: Vec<&Line> = gold.body().collect();
    let spare = lines.len().saturating_sub(LINES);
    let mut first = chance.below(spare + 1);
    // A part begins with a block.
    while !lines.get(first)?.first.first()?.begins_block() {
        first += 1;
    }
    let part = &lines[first..lines.len().min(first + LINES)];
    let form = if with_looks {
        SourceForm::Pages
    } else {
        FORMS[usize::try_from(variant).unwrap_or_default() % FORMS.len()]
    };
    let mut layout = Layout::drawn(&mut chance, form);
    if with_looks {
        layout.extractor = EXACT;
    }
    if quoting {
        layout.quotation.measure = chance.of(&[1000, 980, 960, 940, 920, 900, 860, 800]);
        layout.quotation.size = chance.of(&[1000, 1000, 950, 920, 900, 850]);
        layout.vary_quotations(&mut chance);
    }
    let mut part: Vec<Wording> = part.iter().map(|&line| Wording::from(line)).collect();
    if quoting {
        quote(&mut part, &mut chance);
    }
    if !lent.is_empty() {
        part = with_passages(&part, lent, &mut chance);
    }
    if form == SourceForm::Proofreading {
        // Signs say what verse and quotations are: no row has to be labelled.
        part.retain(|line| {
            matches!(line.first, [RowLabel::Paragraph | RowLabel::Heading])
        });
    }
    let mut setter = Setter { layout, chance, rows: Vec::new(), on_page: 0 };
    let mut before = None;
    for line in &part {
        setter.line(&line.words, (line.first, line.more), before);
        before = line.first.first().copied();
    }
    setter.finish(name, form, with_looks)
}

/// Puts passages of other texts between the paragraphs of one, mostly after a colon, and
/// verse under its headings, as mottoes are.
fn with_passages(part: &[Wording], lent: &Passages, chance: &mut Chance) -> Vec<Wording> {
    let poems = chance.of(&[0, 0, 3, 6, 12]);
    let quotations = chance.of(&[0, 0, 0, 3, 6]);
    let mottoes = chance.of(&[0, 0, 30]);
    let headings = chance.of(&[0, 0, 2, 5]);
    let mut heads = match lent.headings.len() {
        0 => [].iter(),
        all => lent.headings[chance.below(all)].iter(),
    };
    let mut whole: Vec<Wording> = Vec::with_capacity(part.len());
    for (at, line) in part.iter().enumerate() {
        whole.push(line.clone());
        let plain = line.first == [RowLabel::Paragraph];
        let heading = line.first == [RowLabel::Heading];
        // What follows must be a block of another kind.
        let next = part.get(at + 1);
        let free = next.is_some_and(|next| next.first == [RowLabel::Paragraph]);
        if !free || !plain && !heading {
            continue;
        }
        let share = if heading { mottoes } else { poems };
        if !lent.poems.is_empty() && chance.percent(share) {
            announce(&mut whole, chance);
            let poem = &lent.poems[chance.below(lent.poems.len())];
            let first = chance.below(poem.stanzas.len());
            let longest = chance.of(&[1, 2, 3, 4, 4, 6, 8, 14, 24]);
            let mut lines: Vec<Wording> =
                poem.stanzas[first..].iter().flatten().take(longest).cloned().collect();
            // A line alone is no stanza.
            if let [line] = lines.as_mut_slice() {
                (line.first, line.more) =
                    (&[RowLabel::Quotation], &[RowLabel::QuotationMore]);
            }
            whole.append(&mut lines);
            whole.extend(poem.source.iter().filter(|_| chance.percent(40)).cloned());
        } else if plain && !lent.quotations.is_empty() && chance.percent(quotations) {
            announce(&mut whole, chance);
            let run = &lent.quotations[chance.below(lent.quotations.len())];
            let first = chance.below(run.len());
            let longest = chance.of(&[1, 1, 2, 4, 8]);
            whole.extend(run[first..].iter().take(longest).cloned());
        } else if plain
            && chance.percent(headings)
            && let Some(heads) = heads.next()
        {
            whole.extend(heads.iter().cloned());
        }
    }
    whole
}

/// Lets a paragraph end with a colon, mostly, before what it announces.
fn announce(whole: &mut [Wording], chance: &mut Chance) {
    let Some(line) = whole.last_mut().filter(|line| line.first == [RowLabel::Paragraph])
    else {
        return;
    };
    if chance.percent(70)
        && let Some(words) = line.words.strip_suffix('.')
    {
        line.words = format!("{words}:");
    }
}

/// The labels of the first row of a line, and of further ones.
type Labels = (&'static [RowLabel], &'static [RowLabel]);

/// Sets paragraphs as quotations beside the true ones: what sets a quotation off is to be
/// learnt apart from what quotations say. Mostly those that a colon announces.
fn quote(part: &mut [Wording], chance: &mut Chance) {
    if chance.percent(40) {
        return;
    }
    let often = chance.of(&[1, 3, 6, 10]);
    let plain = |line: &Wording| line.first == [RowLabel::Paragraph];
    let (mut was_plain, mut was_quoted) = (part.first().is_some_and(plain), false);
    for at in 1..part.len() {
        let goes_on = was_quoted && chance.percent(35);
        let announced = was_plain && part[at - 1].words.ends_with(':');
        let share = if announced && !was_quoted { 50 } else { often };
        let is_plain = plain(&part[at]);
        was_quoted = is_plain && (goes_on || chance.percent(share));
        was_plain = is_plain;
        if was_quoted {
            (part[at].first, part[at].more) =
                (&[RowLabel::Quotation], &[RowLabel::QuotationMore]);
        }
    }
}

/// Numbers that look like chance (`SplitMix64`, Steele, Lea & Flood 2014).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below another.
    fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end.max(1)).unwrap_or(1);
        usize::try_from(self.next() % end).unwrap_or_default()
    }

    /// True so many times in a hundred.
    fn percent(&mut self, share: usize) -> bool {
        self.below(100) < share
    }

    /// One of some values.
    fn of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }

    /// A number in thousandths around a thousand, of this spread.
    fn around(&mut self, spread: usize) -> i32 {
        let sum: usize = (0..3).map(|_| self.below(spread + 1)).sum();
        1000 + i32::try_from(sum * 2 / 3).unwrap_or_default()
            - i32::try_from(spread).unwrap_or_default()
    }
}

/// What an extractor keeps of a typeset page.
#[derive(Debug, Clone, Copy)]
struct Extractor {
    keeps_indents: bool,
    keeps_blanks: bool,
    /// It joins a hyphenated word and leaves the line end after it.
    joins_hyphenated: bool,
}

impl Extractor {
    const fn new(
        keeps_indents: bool,
        keeps_blanks: bool,
        joins_hyphenated: bool,
    ) -> Self {
        Self { keeps_indents, keeps_blanks, joins_hyphenated }
    }

    /// Draws an extractor. Later programs may take blank lines away.
    fn drawn(chance: &mut Chance) -> Self {
        let with_layout = chance.percent(WITH_LAYOUT);
        let drawn = if with_layout { EXACT } else { chance.of(&EXTRACTORS) };
        Self { keeps_blanks: drawn.keeps_blanks && chance.percent(85), ..drawn }
    }
}

/// The extractors in use. Options and versions differ: these are what the extracted texts of
/// the training show of most of them.
const EXTRACTORS: [Extractor; 8] = [
    // pdftotext; the same, joining hyphenated words; with -layout; with -raw.
    Extractor::new(false, true, false),
    Extractor::new(false, true, true),
    EXACT,
    Extractor::new(false, false, false),
    // pdfminer, PyMuPDF, PDFBox.
    Extractor::new(false, true, false),
    Extractor::new(false, true, false),
    Extractor::new(false, true, false),
    // pdf.js and pypdf.
    Extractor::new(false, false, false),
];

/// What `pdftotext -layout` keeps, and the reader of PDFs.
const EXACT: Extractor = Extractor::new(true, true, false);

/// The share of typeset pages that are extracted with their layout, in per cent: indents can
/// be learnt from no others.
const WITH_LAYOUT: usize = 50;

/// What character recognition reads for a letter now and then.
const MISREADINGS: [(char, char); 16] = [
    ('e', 'c'),
    ('c', 'e'),
    ('h', 'b'),
    ('b', 'h'),
    ('n', 'u'),
    ('u', 'n'),
    ('l', '1'),
    ('i', 'l'),
    ('t', 'f'),
    ('f', 't'),
    ('o', 'c'),
    ('s', '5'),
    ('S', '8'),
    ('B', 'R'),
    ('.', ','),
    (',', '.'),
];

/// How a kind of block is set.
#[derive(Debug, Clone, Copy)]
struct Manner {
    /// Columns before each line, and before the first beyond these.
    indent: usize,
    first: usize,
    /// Set in the middle.
    centred: bool,
    /// The measure that is left, and the size of the type, in thousandths.
    measure: i32,
    size: i32,
    /// Blank lines before the first block of the kind, and between blocks of it.
    before: usize,
    between: usize,
    /// Blank lines after the last block of the kind, if it stands off from the text.
    after: usize,
}

/// How a text is set and what its extraction keeps.
#[expect(clippy::struct_excessive_bools, reason = "independent facts of a layout")]
struct Layout {
    /// The measure, in thousandths of an em.
    measure: i32,
    /// Every character is as wide as the next.
    typewriter: bool,
    /// How much the letters of the face differ from those that widths are measured by.
    face: u64,
    face_spread: u64,
    hyphens: usize,
    paragraph: Manner,
    quotation: Manner,
    heading: Manner,
    verse: Manner,
    /// Columns before the rest of a line of verse that was too long.
    turnover: usize,
    capitals: bool,
    extractor: Extractor,
    stray_blanks: bool,
    trailing_space: bool,
    /// Letters misread, of 10,000.
    misread: usize,
    /// The white space that a blank line stands for, in thousandths of the leading.
    white: i32,
    /// The share of bold and of italic letters, in per cent: of headings, and of verse and
    /// quotations.
    heading_face: [u8; 2],
    inset_face: [u8; 2],
    /// Blank lines after every line.
    doubled: usize,
    /// Columns before everything, on left-hand and right-hand pages.
    margins: [usize; 2],
    page: usize,
    /// Lines of furniture at a page turn.
    furniture: usize,
    /// What stands around quotations.
    marks: Option<[&'static str; 2]>,
}

impl Layout {
    /// Draws a layout of a form.
    fn drawn(chance: &mut Chance, form: SourceForm) -> Self {
        let mut layout = Self::of_typeset_pages(chance);
        match form {
            SourceForm::Scan => layout.scan(chance),
            SourceForm::Transcription => layout.transcribe(chance),
            SourceForm::Proofreading => {
                layout.transcribe(chance);
                layout.page = 24 + chance.below(26);
                layout.furniture = 1;
            }
            SourceForm::Converted => layout.convert(chance),
            SourceForm::PageCodes => {
                layout.furniture = chance.of(&[0, 1]);
                if chance.percent(50) {
                    layout.convert(chance);
                }
            }
            SourceForm::Pages | SourceForm::Verbatim => {}
        }
        layout
    }

    /// Lets character recognition read the pages: indents are mostly lost, and some letters
    /// are misread.
    fn scan(&mut self, chance: &mut Chance) {
        self.extractor = Extractor::new(chance.percent(20), chance.percent(60), false);
        self.typewriter = false;
        self.hyphens = chance.of(&[60, 90, 100]);
        self.stray_blanks = chance.percent(30);
        self.trailing_space = chance.percent(60);
        self.misread = chance.of(&[5, 30, 60, 120]);
    }

    /// Lets a person type the text, without pages: in lines of at most 72 columns, with a
    /// blank line between paragraphs.
    fn transcribe(&mut self, chance: &mut Chance) {
        let columns = i32::try_from(58 + chance.below(18)).unwrap_or_default();
        self.measure = columns * EM * 3 / 5;
        self.typewriter = true;
        self.hyphens = 0;
        self.extractor = EXACT;
        self.capitals = chance.percent(60);
        self.paragraph =
            Manner { first: 0, measure: 1000, before: 1, between: 1, ..self.paragraph };
        self.heading.before = chance.of(&[1, 2, 3, 4]);
        self.heading.between = 1;
        self.heading.measure = 1000;
        self.verse.before = 1;
        self.verse.after = 1;
        self.quotation.before = 1;
        self.quotation.between = 1;
        self.quotation.after = 1;
        for manner in [&mut self.heading, &mut self.verse, &mut self.quotation] {
            manner.size = 1000;
        }
        self.margins = [0, 0];
        self.page = usize::MAX;
        self.furniture = 0;
        self.stray_blanks = false;
        self.trailing_space = false;
        self.doubled = 0;
    }

    /// Lets a converter write each paragraph as one line.
    fn convert(&mut self, chance: &mut Chance) {
        self.transcribe(chance);
        self.measure = ENDLESS;
        self.extractor.keeps_indents = false;
        for manner in [&mut self.heading, &mut self.verse, &mut self.quotation] {
            manner.centred = false;
        }
        self.doubled = usize::from(chance.percent(30));
    }

    fn of_typeset_pages(chance: &mut Chance) -> Self {
        let measure = EM * i32::try_from(18 + chance.below(32)).unwrap_or_default();
        let typewriter = chance.percent(6);
        let spaced = chance.percent(35);
        let first =
            if spaced && chance.percent(70) { 0 } else { chance.of(&[0, 1, 2, 3, 4, 5]) };
        let plain = Manner {
            indent: 0,
            first,
            centred: false,
            measure: 1000,
            size: 1000,
            before: usize::from(spaced),
            between: usize::from(spaced),
            after: 0,
        };
        let set_off = chance.percent(85);
        let inset = chance.of(&[2, 3, 4, 5, 6, 8]);
        let narrower = chance.of(&[980, 960, 940, 920, 900, 860]);
        let quotation = Manner {
            indent: if set_off { inset } else { 0 },
            first: if chance.percent(40) { first } else { 0 },
            measure: if set_off { narrower } else { 1000 },
            size: chance.of(&[1000, 1000, 950, 920, 900]),
            before: usize::from(spaced || chance.percent(60)),
            between: usize::from(spaced && chance.percent(70)),
            ..plain
        };
        let heading = Manner {
            indent: chance.of(&[0, 0, 0, 2, 4]),
            first: 0,
            centred: chance.percent(60),
            size: chance.of(&[1000, 1100, 1200, 1400]),
            measure: chance.of(&[1000, 900, 750]),
            before: chance.of(&[0, 1, 1, 2, 3]),
            between: chance.of(&[0, 1, 1]),
            after: 0,
        };
        let verse = Manner {
            indent: chance.of(&[0, 2, 4, 6, 10, 15, 20]),
            first: 0,
            centred: chance.percent(15),
            measure: 1000,
            size: chance.of(&[1000, 1000, 920]),
            before: chance.of(&[0, 1, 1, 1]),
            between: 1,
            after: 0,
        };
        let [quotation, heading, verse] = [quotation, heading, verse]
            .map(|manner| Manner { after: manner.before.min(1), ..manner });
        let margin = chance.of(&[0, 0, 0, 0, 4, 8]);
        Self {
            measure,
            typewriter,
            face: chance.next(),
            face_spread: chance.of(&[0, 60, 120, 180]),
            hyphens: chance.of(&[0, 60, 90]),
            paragraph: plain,
            quotation,
            heading,
            verse,
            turnover: chance.of(&[0, 2, 4, 8, 12]),
            capitals: chance.percent(25),
            extractor: Extractor::drawn(chance),
            stray_blanks: chance.percent(6),
            trailing_space: chance.percent(10),
            misread: chance.of(&[0, 0, 0, 10]),
            white: chance.of(&[300, 500, 500, 1000, 1000]),
            heading_face: chance.of(&[[0, 0], [100, 0], [100, 0], [0, 100]]),
            inset_face: chance.of(&[[0, 0], [0, 0], [0, 0], [0, 100]]),
            doubled: usize::from(chance.percent(12)),
            margins: [margin, if chance.percent(30) { margin + 3 } else { margin }],
            page: 24 + chance.below(26),
            furniture: chance.of(&[0, 1, 1, 2, 3]),
            marks: None,
        }
    }

    /// Lets quotations stand in quotation marks, and have space on one side only.
    fn vary_quotations(&mut self, chance: &mut Chance) {
        let marks = chance.of(&[["“", "”"], ["«", "»"], ["„", "“"], ["\"", "\""]]);
        self.marks = chance.percent(35).then_some(marks);
        match chance.below(8) {
            0 => self.quotation.before = self.paragraph.before,
            1 => self.quotation.after = self.paragraph.before,
            _ => {}
        }
    }

    fn manner(&self, kind: RowLabel) -> Manner {
        match kind {
            RowLabel::Heading => self.heading,
            RowLabel::Quotation => self.quotation,
            RowLabel::Stanza | RowLabel::VerseLine => self.verse,
            _ => self.paragraph,
        }
    }

    /// Whether the extraction shows that quotations are set off.
    fn shows_quotations(&self) -> bool {
        let quotation = self.quotation;
        let spaced = self.extractor.keeps_blanks
            && quotation.before.max(quotation.after) > self.paragraph.before;
        let narrower = quotation.measure * 1000 / quotation.size;
        self.extractor.keeps_indents && quotation.indent > 1
            || spaced
            || (narrower - 1000).abs() > 50
    }

    /// How wide a word is in the face of this layout.
    fn width(&self, word: &str, size: i32) -> i32 {
        let of = |c: char| {
            let mut letter = [0; 4];
            let standard = learning::text_width(c.encode_utf8(&mut letter));
            if self.typewriter {
                return EM * 3 / 5;
            }
            let mixed =
                (self.face ^ u64::from(c)).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
            let spread = self.face_spread * 2 + 1;
            let percent = i32::try_from(mixed % spread).unwrap_or_default()
                - i32::try_from(self.face_spread).unwrap_or_default();
            standard + standard * percent / 1000
        };
        word.chars().map(of).sum::<i32>() / 10 * size / 100
    }
}

/// A printed line.
struct Row {
    /// With its indent.
    words: String,
    label: &'static [RowLabel],
    /// Blank lines before it.
    blanks: usize,
    /// A page begins with it.
    turn: bool,
    /// It ends a block.
    last: bool,
    /// How it would look in a PDF.
    look: LineLook,
}

/// Sets lines in a layout.
struct Setter {
    layout: Layout,
    chance: Chance,
    rows: Vec<Row>,
    on_page: usize,
}

impl Setter {
    /// Sets a line of the true text, with these labels, after one of this kind.
    fn line(&mut self, words: &str, labels: Labels, before: Option<RowLabel>) {
        let Some(&kind) = labels.0.first() else { return };
        let manner = self.layout.manner(kind);
        let same = before.is_some_and(|before| {
            before == kind
                || matches!((before, kind), (RowLabel::VerseLine, RowLabel::Stanza))
        });
        let blanks = match (before, kind) {
            (None, _) | (_, RowLabel::VerseLine) => 0,
            _ if same => manner.between,
            // What stands off has its space after it, too.
            (Some(before), _) => manner.before.max(match before {
                RowLabel::Quotation
                | RowLabel::Stanza
                | RowLabel::VerseLine
                | RowLabel::Heading => self.layout.manner(before).after,
                _ => 0,
            }),
        };
        let shout = kind == RowLabel::Heading && self.layout.capitals;
        let words = if shout { words.to_uppercase() } else { words.to_owned() };
        let words = match self.layout.marks.filter(|_| kind == RowLabel::Quotation) {
            Some([open, close]) if !words.starts_with(open) => {
                format!("{open}{words}{close}")
            }
            _ => words,
        };
        let rows = self.wrap(&words, manner);
        let count = rows.len();
        for (at, words) in rows.into_iter().enumerate() {
            let verse = matches!(kind, RowLabel::Stanza | RowLabel::VerseLine);
            let indent = match () {
                () if manner.centred => self.centre(&words, manner),
                () if at == 0 => manner.indent + manner.first,
                () if verse => manner.indent + self.layout.turnover,
                () => manner.indent,
            };
            let label = match () {
                // What nothing sets off cannot be learnt.
                () if kind == RowLabel::Quotation && !self.layout.shows_quotations() => {
                    &[]
                }
                () if at == 0 => labels.0,
                () => labels.1,
            };
            let blanks = if at == 0 { blanks } else { 0 };
            let last = at + 1 == count;
            let look = self.look(kind, &words, [indent, blanks], last);
            self.push(&words, indent, label, blanks, last, look);
        }
    }

    /// How a line looks in a PDF, given its indent in columns and the blank lines above it.
    /// Full lines end at the right edge of their kind.
    fn look(
        &self,
        kind: RowLabel,
        words: &str,
        [indent, blanks]: [usize; 2],
        last: bool,
    ) -> LineLook {
        let narrow = |count: usize| i32::try_from(count).unwrap_or_default();
        let manner = self.layout.manner(kind);
        let left = narrow(indent) * EM / 2;
        let inset = narrow(manner.indent) * EM / 2;
        let full = inset + (self.layout.measure - inset) / 1000 * manner.measure;
        let is_full = !last
            && !manner.centred
            && matches!(kind, RowLabel::Paragraph | RowLabel::Quotation);
        let end =
            if is_full { full } else { left + self.layout.width(words, manner.size) };
        let [bold, italic] = match kind {
            RowLabel::Heading => self.layout.heading_face,
            RowLabel::Quotation | RowLabel::Stanza | RowLabel::VerseLine => {
                self.layout.inset_face
            }
            _ => [0, 0],
        };
        LineLook {
            size: manner.size,
            leading: 1000 + narrow(blanks) * self.layout.white,
            height: 0,
            left,
            right: self.layout.measure - end,
            gap: 0,
            bold,
            italic,
            small_caps: 0,
            artifact: false,
            tag: None,
        }
    }

    /// Columns before a line in the middle.
    fn centre(&self, words: &str, manner: Manner) -> usize {
        let room = self.layout.measure - self.layout.width(words, manner.size);
        usize::try_from(room / 2 / (EM / 2)).unwrap_or_default()
    }

    /// Breaks words into printed lines.
    fn wrap(&mut self, words: &str, manner: Manner) -> Vec<String> {
        let column = EM / 2;
        let inset = i32::try_from(manner.indent).unwrap_or_default() * column;
        let full = (self.layout.measure - inset) / 1000 * manner.measure;
        let mut first = i32::try_from(manner.first).unwrap_or_default() * column;
        let mut rows: Vec<String> = Vec::new();
        let mut row = String::new();
        let mut limit = full / 1000 * self.chance.around(25) - first;
        for word in words.split_whitespace() {
            let wide = |text: &str| self.layout.width(text, manner.size);
            let joined =
                if row.is_empty() { word.to_owned() } else { format!("{row} {word}") };
            if wide(&joined) <= limit || row.is_empty() {
                row = joined;
                continue;
            }
            let mut rest = word;
            let letters =
                word.chars().all(char::is_alphabetic) && word.chars().count() > 5;
            let room = limit - wide(&row);
            if letters && room > 2 * EM && self.chance.percent(self.layout.hyphens) {
                let fits = |at: &usize| {
                    self.layout.width(&word[..*at], manner.size) + EM / 2 < room
                };
                let places = word.char_indices().map(|(at, _)| at).skip(2);
                let places: Vec<usize> = places.take(word.chars().count() - 4).collect();
                if let Some(at) = places.into_iter().rev().find(fits) {
                    row.push(' ');
                    if self.layout.extractor.joins_hyphenated {
                        row.push_str(word);
                        rest = "";
                    } else {
                        row.push_str(&word[..at]);
                        row.push('-');
                        rest = &word[at..];
                    }
                }
            }
            rows.push(std::mem::replace(&mut row, rest.to_owned()));
            first = 0;
            limit = full / 1000 * self.chance.around(25) - first;
        }
        if !row.is_empty() || rows.is_empty() {
            rows.push(row);
        }
        rows
    }

    /// Misreads some letters.
    fn misread(&mut self, words: &str) -> String {
        let read = |letter: char| {
            let known = MISREADINGS.iter().find(|(printed, _)| *printed == letter);
            match known.filter(|_| self.chance.below(10_000) < self.layout.misread) {
                Some(&(_, misread)) => misread,
                None => letter,
            }
        };
        words.chars().map(read).collect()
    }

    fn push(
        &mut self,
        words: &str,
        indent: usize,
        label: &'static [RowLabel],
        blanks: usize,
        last: bool,
        mut look: LineLook,
    ) {
        self.on_page += 1 + blanks;
        let turn = self.on_page > self.layout.page && !self.rows.is_empty();
        if turn {
            self.on_page = 1;
            look.leading = 0;
        }
        let words = format!("{:indent$}{words}", "");
        self.rows.push(Row { words, label, blanks, turn, last, look });
    }

    /// Writes the rows down as an extractor would.
    fn finish(
        mut self,
        name: &str,
        form: SourceForm,
        with_looks: bool,
    ) -> Option<Simulated> {
        if self.layout.misread > 0 {
            for at in 0..self.rows.len() {
                self.rows[at].words = self.misread(&self.rows[at].words.clone());
            }
        }
        let layout = self.layout;
        let mut lines: Vec<String> = Vec::new();
        let mut labels: Vec<&[RowLabel]> = Vec::new();
        let mut zoned = Zoned::default();
        let mut looks: Vec<LineLook> = Vec::new();
        let mut pages = 0;
        for row in &self.rows {
            let mut add = |line: String, label: &'static [RowLabel], zone| {
                looks.push(if zone == Zone::Body {
                    row.look
                } else {
                    LineLook::default()
                });
                lines.push(line);
                labels.push(label);
                zoned.zones.push(zone);
            };
            if row.turn {
                pages += 1;
                for _ in 0..layout.furniture {
                    add("*".to_owned(), &[], Zone::Furniture(RemovalKind::RunningHead));
                }
            }
            let stray = usize::from(layout.stray_blanks && self.chance.percent(4));
            let kept = if layout.extractor.keeps_blanks { row.blanks } else { 0 };
            for _ in 0..kept + stray + layout.doubled {
                add(String::new(), &[], Zone::Blank);
            }
            let words = if layout.extractor.keeps_indents {
                format!("{:1$}{2}", "", layout.margins[pages % 2], row.words)
            } else {
                row.words.trim_start().to_owned()
            };
            let space = if layout.trailing_space && !row.last { " " } else { "" };
            add(words + space, row.label, Zone::Body);
            if row.turn {
                zoned.page_starts.push(zoned.zones.len() - 1);
            }
        }
        let mut text =
            source::read(FileId(0), name, lines.join("\n").as_bytes()).ok()?.value;
        if with_looks {
            text.looks = looks;
        }
        (text.lines.len() == zoned.zones.len()).then_some(Simulated {
            form,
            text,
            zoned,
            labels,
        })
    }
}
