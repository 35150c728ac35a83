//! Fits the weights of the labelling of rows, and says how far they carry.
//!
//! ```text
//! cargo run --release --example learn -- [OPTION]... FOLDER...
//! ```
//!
//! Each folder holds cases: folders with `case.txt`, a raw text, `gold.md`, the true one, and
//! `meta.json`, which may name the form and the book (`form`, `work`). Without a `work`, the
//! name tells the book: `NAME`, `NAME-1`, `NAME-2`. Cases of one book are always left out
//! together.
//!
//! | option | |
//! | --- | --- |
//! | `--source NAME` | the file of a case that is read (`case.txt`); `case.pdf` fits the weights for PDFs |
//! | `--write DIR` | fits on all cases and writes the tables of weights |
//! | `--left-out DIR` | writes what comes of each case by weights that have not seen its book |
//! | `--by DIR` | shows the figures of these weights instead of fitting any |
//! | `--show FILE` | writes every row with its true label (`?` if open) and the one decided |
//! | `--simulate N` | sets every true text in so many other layouts, to be learnt from, too |
//! | `--lend N` | 1: other layouts borrow verse, quotations and headings from books of the same part |
//! | `--weight X` | how much a simulated text counts against an extracted one (1) |
//! | `--keep DIR` | keeps the weights of each part and takes them from there: to try what comes after |
//! | `--folds N` | into how many parts the books are divided to be left out (6) |
//! | `--without SIGN` | leaves a sign out: what does it bring? |
//! | `--l1 X`, `--l2 X`, `--rounds N` | see [`fit::Settings`] |
//!
//! The same cases give the same weights, byte for byte.

#![expect(
    clippy::disallowed_methods,
    reason = "a tool beside the library: it reads cases"
)]
#![expect(clippy::print_stdout, reason = "its tables are what it is for")]

mod figures;
mod fit;
mod gold;
mod letters;
mod passages;
mod simulate;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use figures::{Calibration, Figures, Silence};
use fit::{Settings, Stream};
use gold::{Allowed, Gold};
use passages::Passages;
use pliego::book::decisions::Decisions;
use pliego::book::markdown;
use pliego::book::source_traits::SourceTraits;
use pliego::recover;
use pliego::recover::blocks::learning::{self, LABELS, LabelWeights, Model, RowLabel};
use pliego::recover::model::Zoned;
use pliego::source::pdf::PdfAccess;
use pliego::source::{self, Text};
use pliego::text::span::FileId;
use simulate::Simulated;

/// The names of the tables.
const ROWS: &str = "row_weights.txt";

/// What begins the names of the tables for PDFs.
const OF_PDFS: &str = "pdf_";

/// See [`ROWS`].
const WHOLES: &str = "segment_weights.txt";

/// What the tool is asked for.
struct Order {
    folders: Vec<PathBuf>,
    write: Option<PathBuf>,
    left_out: Option<PathBuf>,
    by: Option<PathBuf>,
    show: Option<PathBuf>,
    keep: Option<PathBuf>,
    source: String,
    folds: usize,
    simulate: u64,
    weight: f64,
    lend: bool,
    settings: Settings,
}

/// A case, read and observed.
struct Case {
    name: String,
    folder: usize,
    /// The book that it is from, and the form that it came in.
    book: String,
    form: String,
    /// Its true text.
    gold: Gold,
    text: Text,
    zoned: Zoned,
    /// Lines of the rows of the text.
    lines: Vec<usize>,
    /// The text first, then the notes.
    streams: Vec<Stream>,
    /// The text in other layouts and forms, and its rows.
    layouts: Vec<Simulated>,
    simulated: Vec<Stream>,
    /// The same with more quotations.
    quoting: Vec<Simulated>,
    /// How much other layouts count.
    weight: f64,
}

impl Case {
    /// What the rows make by these weights: the text, then its other layouts.
    fn wholes(&self, rows: &LabelWeights) -> Vec<Stream> {
        let truth: BTreeMap<usize, Allowed> = self
            .lines
            .iter()
            .copied()
            .zip(self.streams[0].allowed.iter().copied())
            .collect();
        let own =
            wholes(&self.text, &self.zoned, rows, |line| truth.get(&line).copied(), 1.0);
        let simulated = self.quoting.iter().map(|simulated| {
            let truth = |line: usize| {
                simulated.labels.get(line).map(|&labels| gold::only(labels))
            };
            wholes(&simulated.text, &simulated.zoned, rows, truth, self.weight)
        });
        std::iter::once(own).chain(simulated).collect()
    }
}

fn main() {
    let order = Order::read(std::env::args().skip(1));
    let mut cases: Vec<Case> = Vec::new();
    for (folder, path) in order.folders.iter().enumerate() {
        cases.extend(
            folders(path).iter().filter_map(|path| read(path, folder, &order.source)),
        );
    }
    let parts = parts(&cases, order.folds);
    let mut lent: Vec<Passages> = parts.values().map(|_| Passages::default()).collect();
    for case in cases.iter().filter(|_| order.lend) {
        lent[parts[&case.book]].add(&case.gold);
    }
    for case in &mut cases {
        simulate(case, &lent[parts[&case.book]], &order);
    }
    let rows: usize =
        cases.iter().flat_map(|case| &case.streams).map(|s| s.bins.len()).sum();
    println!("{} cases, {rows} rows", cases.len());
    let weights = match &order.by {
        Some(folder) => {
            let prefix = order.prefix();
            let table = |name: &str| {
                fs::read_to_string(folder.join(format!("{prefix}{name}")))
                    .expect("the weights can be read")
            };
            vec![Model::read_tables(&table(ROWS), &table(WHOLES)); cases.len()]
        }
        None => leave_out(&cases, &order),
    };
    report(&cases, &weights, &order);
    if let Some(folder) = &order.write {
        let rows = fit::fit(
            learning::ROW_FEATURES,
            &all_but(&cases, |_| false),
            &order.settings,
        );
        let wholes: Vec<Vec<Stream>> = cases
            .iter()
            .zip(&weights)
            .map(|(case, learnt)| case.wholes(&learnt.rows))
            .collect();
        let wholes: Vec<&Stream> = wholes.iter().flatten().collect();
        let wholes = fit::fit(learning::SEGMENT_FEATURES, &wholes, &order.settings);
        let prefix = order.prefix();
        for (name, weights) in [(ROWS, rows), (WHOLES, wholes)] {
            fs::write(
                folder.join(format!("{prefix}{name}")),
                record(name, &order, &cases) + &weights.write_table(),
            )
            .expect("the weights can be written");
        }
    }
}

impl Order {
    /// What begins the names of the tables of weights.
    fn prefix(&self) -> &'static str {
        if self.source == "case.pdf" { OF_PDFS } else { "" }
    }

    fn read(arguments: impl Iterator<Item = String>) -> Self {
        let settings = Settings { l1: 0.8, l2: 1.0, rounds: 60, without: Vec::new() };
        let mut order = Self {
            folders: Vec::new(),
            write: None,
            left_out: None,
            by: None,
            show: None,
            keep: None,
            source: "case.txt".to_owned(),
            simulate: 0,
            weight: 1.0,
            lend: false,
            folds: 6,
            settings,
        };
        let mut arguments = arguments;
        while let Some(argument) = arguments.next() {
            let Some(option) = argument.strip_prefix("--") else {
                order.folders.push(argument.into());
                continue;
            };
            let value = arguments.next().expect("an option has a value");
            let number = || value.parse().expect("the value is a number");
            match option {
                "write" => order.write = Some(value.into()),
                "source" => order.source = value,
                "keep" => order.keep = Some(value.into()),
                "show" => order.show = Some(value.into()),
                "by" => order.by = Some(value.into()),
                "left-out" => order.left_out = Some(value.into()),
                "simulate" => {
                    order.simulate = value.parse().expect("the value is a number");
                }
                "folds" => order.folds = value.parse().expect("the value is a number"),
                "rounds" => {
                    order.settings.rounds = value.parse().expect("the value is a number");
                }
                "without" => order.settings.without.push(value),
                "lend" => order.lend = value == "1",
                "weight" => order.weight = number(),
                "l1" => order.settings.l1 = number(),
                "l2" => order.settings.l2 = number(),
                other => panic!("unknown option --{other}"),
            }
        }
        order
    }
}

/// The folders in a folder, sorted.
fn folders(path: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(path).expect("the folder of cases can be listed");
    let mut folders: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a folder that opens can be listed").path())
        .collect();
    folders.sort();
    folders
}

/// Reads a case; none where the folder holds none.
fn read(path: &Path, folder: usize, source: &str) -> Option<Case> {
    let bytes = fs::read(path.join(source)).ok()?;
    let gold = Gold::read(&fs::read_to_string(path.join("gold.md")).ok()?);
    let access = PdfAccess::default();
    let text = source::read_document(FileId(0), source, &bytes, &access).ok()?.value;
    let (text, zoned) =
        recover::find_zones(&text, SourceTraits::default(), &Decisions::default()).value;
    let text = text.into_owned();
    let seen = learning::observe_rows(&text, &zoned);
    let allowed = gold.label(&seen);
    let lines = seen[0].iter().map(|row| row.line).collect();
    let own = seen.into_iter().zip(allowed);
    let streams = own.map(|(rows, allowed)| stream(rows, allowed, 1.0)).collect();
    let name = path.file_name()?.to_string_lossy().into_owned();
    let meta: serde_json::Value = fs::read(path.join("meta.json"))
        .ok()
        .and_then(|bytes| serde_json::from_slice(&bytes).ok())
        .unwrap_or_default();
    let stated = |key: &str| Some(meta.get(key)?.as_str()?.to_owned());
    let numberless = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let book = stated("work").unwrap_or_else(|| numberless.trim_end_matches('-').into());
    let form = stated("form").unwrap_or_else(|| "typeset".to_owned());
    Some(Case {
        name,
        folder,
        book,
        form,
        gold,
        text,
        zoned,
        lines,
        streams,
        layouts: Vec::new(),
        simulated: Vec::new(),
        quoting: Vec::new(),
        weight: 1.0,
    })
}

/// Sets the true text of a case in other layouts, with passages lent by its part.
fn simulate(case: &mut Case, lent: &Passages, order: &Order) {
    let (gold, name) = (&case.gold, &case.name);
    let with_looks = !case.text.looks.is_empty();
    let set = |quoting| {
        (0..order.simulate).filter_map(move |variant| {
            simulate::set(gold, name, lent, variant, quoting, with_looks)
        })
    };
    let layouts: Vec<Simulated> = set(false).collect();
    let simulated = layouts.iter().map(|simulated| {
        let rows =
            learning::observe_rows(&simulated.text, &simulated.zoned).swap_remove(0);
        let allowed =
            rows.iter().map(|row| gold::only(simulated.labels[row.line])).collect();
        stream(rows, allowed, order.weight)
    });
    let simulated: Vec<Stream> = simulated.collect();
    let quoting: Vec<Simulated> = set(true).collect();
    case.layouts = layouts;
    (case.simulated, case.quoting, case.weight) = (simulated, quoting, order.weight);
}

/// Rows and their labels as a stream to be fitted to.
fn stream(
    rows: Vec<learning::ObservedRow>,
    allowed: Vec<Allowed>,
    weight: f64,
) -> Stream {
    Stream {
        possible: vec![[true; LABELS]; rows.len()],
        bins: rows.into_iter().map(|row| row.bins).collect(),
        allowed,
        weight,
    }
}

/// The part that each book belongs to: all books of a part are left out together, and lend
/// passages to each other only.
fn parts(cases: &[Case], count: usize) -> BTreeMap<String, usize> {
    let mut parts: BTreeMap<String, usize> =
        cases.iter().map(|case| (case.book.clone(), 0)).collect();
    for (place, part) in parts.values_mut().enumerate() {
        *part = place % count;
    }
    parts
}

/// Blocks as wholes, and what each truly is: what most of its rows are.
fn wholes(
    text: &Text,
    zoned: &Zoned,
    rows: &LabelWeights,
    truth: impl Fn(usize) -> Option<Allowed>,
    weight: f64,
) -> Stream {
    let mut stream =
        Stream { bins: Vec::new(), possible: Vec::new(), allowed: Vec::new(), weight };
    for whole in learning::observe_segments(text, zoned, rows) {
        let mut counts = [0_usize; LABELS];
        for label in whole.lines.iter().filter_map(|&line| figures::single(&truth(line)?))
        {
            let first = RowLabel::ALL
                .iter()
                .position(|&(first, _)| first == label.first_of_block());
            counts[first.expect("every label is among all")] += 1;
        }
        let most = (0..LABELS).max_by_key(|&label| counts[label]).unwrap_or_default();
        let known = counts[most] > 0 && whole.allowed_labels[most];
        let only: Allowed = std::array::from_fn(|label| label == most);
        stream.allowed.push(if known { only } else { whole.allowed_labels });
        stream.possible.push(whole.allowed_labels);
        stream.bins.push(whole.bins);
    }
    stream
}

/// The streams of all cases but some.
fn all_but(cases: &[Case], left_out: impl Fn(&Case) -> bool) -> Vec<&Stream> {
    cases
        .iter()
        .filter(|case| !left_out(case))
        .flat_map(|case| case.streams.iter().chain(&case.simulated))
        .collect()
}

/// For each case weights that were fitted without its book.
fn leave_out(cases: &[Case], order: &Order) -> Vec<Model> {
    let books = parts(cases, order.folds);
    let folds: Vec<LabelWeights> = (0..order.folds)
        .map(|fold| {
            let file = order.keep.as_ref().map(|keep| keep.join(format!("{fold}.txt")));
            let kept = file.as_ref().and_then(|file| fs::read_to_string(file).ok());
            kept.map_or_else(
                || {
                    let streams = all_but(cases, |case| books[&case.book] == fold);
                    let weights =
                        fit::fit(learning::ROW_FEATURES, &streams, &order.settings);
                    if let Some(file) = &file {
                        fs::write(file, weights.write_table())
                            .expect("the weights can be written");
                    }
                    weights
                },
                |kept| LabelWeights::zero(learning::ROW_FEATURES).read_table(&kept),
            )
        })
        .collect();
    // What wholes look like is learnt from rows whose labels were not learnt.
    let wholes: Vec<Vec<Stream>> =
        cases.iter().map(|case| case.wholes(&folds[books[&case.book]])).collect();
    let folds: Vec<Model> = folds
        .into_iter()
        .enumerate()
        .map(|(fold, rows)| {
            let seen = cases.iter().zip(&wholes);
            let seen = seen.filter(|(case, _)| books[&case.book] != fold);
            let streams: Vec<&Stream> = seen.flat_map(|(_, streams)| streams).collect();
            let segments =
                fit::fit(learning::SEGMENT_FEATURES, &streams, &order.settings);
            Model { rows, segments }
        })
        .collect();
    cases.iter().map(|case| folds[books[&case.book]].clone()).collect()
}

/// Prints the figures of all cases, each by its weights.
fn report(cases: &[Case], weights: &[Model], order: &Order) {
    println!("{:28} {:>7} {:>7} {:>7}", "left out", "starts", "heads", "quotes");
    let mut groups: BTreeMap<String, Vec<Figures>> = BTreeMap::new();
    let first: Vec<&str> = cases
        .iter()
        .filter(|case| case.folder == 0)
        .map(|case| case.book.as_str())
        .collect();
    let mut shown = String::new();
    let mut calibrations: [Calibration; 4] = Default::default();
    let mut silences: BTreeMap<String, Silences> = BTreeMap::new();
    for (case, weights) in cases.iter().zip(weights) {
        let decided = learning::decide_rows(&case.text, &case.zoned, weights);
        let decided = figures::in_order(case.lines.iter().copied(), &decided);
        calibrate(case, &decided, &mut calibrations);
        let silence = Silences::of(case, &decided);
        let decided: Vec<Option<RowLabel>> = decided
            .iter()
            .map(|decided| decided.and_then(|decided| decided.label))
            .collect();
        let figures = Figures::of(&case.streams[0].allowed, &decided);
        println!("{:28} {}", case.name, row(&[figures]));
        show(case, &decided, &mut shown);
        let place = format!("folder {}", case.folder + 1);
        let slice = if case.folder > 0 && first.contains(&case.book.as_str()) {
            ", books of folder 1"
        } else {
            ""
        };
        let group = place + slice;
        for group in [&group, "whole"] {
            let sum = silences.entry(group.to_owned()).or_default();
            *sum = sum.plus(silence);
        }
        groups.entry(group).or_default().push(figures);
        groups.entry("whole".to_owned()).or_default().push(figures);
        groups.entry(format!("form {}", case.form)).or_default().push(figures);
        for (simulated, stream) in case.layouts.iter().zip(&case.simulated) {
            let group = format!("simulated {:?}", simulated.form);
            let figures = of_simulated(simulated, stream, weights);
            groups.entry(group).or_default().push(figures);
        }
        if let Some(folder) = &order.left_out {
            let recovered =
                learning::recover_with_model(&case.text, &case.zoned, weights).value;
            let folder = folder.join(&case.name);
            fs::create_dir_all(&folder).expect("the folder can be made");
            fs::write(folder.join("case.md"), markdown::write(&recovered.document))
                .expect("the text can be written");
        }
    }
    if let Some(file) = &order.show {
        fs::write(file, shown).expect("the rows can be written");
    }
    for (group, figures) in groups {
        println!("{group:28} {}", row(&figures));
    }
    for (calibration, of) in
        calibrations.iter().zip(["starts", "headings", "quotes", "plain"])
    {
        print!("{}", calibration.table(of));
    }
    println!(
        "{:28} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7}",
        "in silence", "starts", "wrong", "silent", "kinds", "wrong", "silent", "doubts"
    );
    for (group, silence) in silences {
        println!("{group:28} {}", silence.figures());
    }
}

/// The figures of a text in another layout, by these weights.
fn of_simulated(simulated: &Simulated, stream: &Stream, weights: &Model) -> Figures {
    let decided = learning::decide_rows(&simulated.text, &simulated.zoned, weights);
    let rows = learning::observe_rows(&simulated.text, &simulated.zoned).swap_remove(0);
    let decided = figures::in_order(rows.iter().map(|row| row.line), &decided);
    let labels: Vec<Option<RowLabel>> =
        decided.iter().map(|decided| decided.and_then(|decided| decided.label)).collect();
    Figures::of(&stream.allowed, &labels)
}

/// What was wrong and not told, and how much was told.
#[derive(Debug, Clone, Copy, Default)]
struct Silences {
    /// Of rows, whether a block begins.
    starts: Silence,
    /// Of blocks, whether they are headings, verse or quotations.
    kinds: Silence,
    /// Doubts told, and lines of the source.
    doubts: usize,
    lines: usize,
}

impl Silences {
    fn of(case: &Case, decided: &[Option<learning::DecidedRow>]) -> Self {
        let mut sums = Self { lines: case.text.lines.len(), ..Self::default() };
        let known = case.streams[0].allowed.iter().zip(decided);
        for (allowed, decided) in known {
            let Some(decided) = decided else { continue };
            let Some(label) = decided.label else { continue };
            let begins = label.begins_block();
            sums.doubts += usize::from(decided.reports_start && !decided.reports_kind)
                + usize::from(
                    decided.reports_kind && begins && label != RowLabel::Stanza,
                );
            let Some(truth) = figures::single(allowed) else { continue };
            sums.starts.add(truth.begins_block() == begins, decided.reports_start);
            if begins {
                sums.kinds.add(kind(truth) == kind(label), decided.reports_kind);
            }
        }
        sums
    }

    fn plus(self, other: Self) -> Self {
        Self {
            starts: self.starts.plus(other.starts),
            kinds: self.kinds.plus(other.kinds),
            doubts: self.doubts + other.doubts,
            lines: self.lines + other.lines,
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "some ten thousands")]
    fn figures(self) -> String {
        let doubts = 100.0 * self.doubts as f64 / self.lines as f64;
        format!("{} {} {doubts:7.2}", self.starts.figures(), self.kinds.figures())
    }
}

/// What a reader sees of a label: text, a heading, verse or a quotation.
fn kind(label: RowLabel) -> u8 {
    match label {
        RowLabel::Paragraph | RowLabel::ParagraphMore | RowLabel::Ornament => 0,
        RowLabel::Heading | RowLabel::HeadingMore => 1,
        _ => 2,
    }
}

/// Counts how often what was stated was right: for each row whether a block begins with
/// it; for each row of a heading, and of verse or a quotation, whether it is one; for each
/// first row of a paragraph, whether it is neither.
fn calibrate(
    case: &Case,
    decided: &[Option<learning::DecidedRow>],
    calibrations: &mut [Calibration; 4],
) {
    for (allowed, decided) in case.streams[0].allowed.iter().zip(decided) {
        let (Some(truth), Some(decided)) = (figures::single(allowed), decided) else {
            continue;
        };
        let Some(label) = decided.label else { continue };
        calibrations[0].add(decided.start, truth.begins_block() == label.begins_block());
        let table = match kind(label) {
            0 if !label.begins_block() || label == RowLabel::Ornament => continue,
            0 => 3,
            kind => usize::from(kind),
        };
        calibrations[table].add(decided.kind, kind(truth) == kind(label));
    }
}

/// Writes each row of a case with its true label and the one decided.
fn show(case: &Case, decided: &[Option<RowLabel>], shown: &mut String) {
    shown.extend(["== ", &case.name, "\n"]);
    for ((&line, allowed), label) in
        case.lines.iter().zip(&case.streams[0].allowed).zip(decided)
    {
        let truth = figures::letter(figures::single(allowed));
        let found = figures::letter(*label);
        let sign = if truth == found || truth == '?' { ' ' } else { '!' };
        let text = case.text.line(line);
        // Size, left and right inset, and distance from the line above, of a PDF.
        let look = case.text.looks.get(line).map_or(String::new(), |look| {
            let source::LineLook { size, left, right, leading, .. } = look;
            format!("{size:5}{left:6}{right:6}{leading:5} ")
        });
        let row = format!("{sign} {truth} {found} {:5} {look}{text}\n", line + 1);
        shown.push_str(&row);
    }
}

/// The mean figures of cases, over those to which each applies.
fn row(figures: &[Figures]) -> String {
    let columns: [fn(&Figures) -> figures::Count; 3] =
        [|f| f.starts, |f| f.headings, |f| f.quotes];
    let mean = |column: fn(&Figures) -> figures::Count| {
        let values: Vec<f64> =
            figures.iter().filter_map(|figures| column(figures).f1()).collect();
        #[expect(clippy::cast_precision_loss, reason = "some hundreds")]
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        if values.is_empty() { format!("{:>7}", "-") } else { format!("{mean:7.4}") }
    };
    let whole = columns.map(|column| {
        let sum = figures
            .iter()
            .map(column)
            .fold(figures::Count::default(), figures::Count::add);
        sum.f1().map_or_else(|| format!("{:>7}", "-"), |f1| format!("{f1:7.4}"))
    });
    format!("{}   {}", columns.map(mean).join(" "), whole.join(" "))
}

/// How the weights were made, as the head of their table.
fn record(name: &str, order: &Order, cases: &[Case]) -> String {
    let mut books: Vec<&str> = cases.iter().map(|case| case.book.as_str()).collect();
    books.sort_unstable();
    books.dedup();
    let Settings { l1, l2, rounds, .. } = order.settings;
    let of = if name == ROWS { "rows" } else { "blocks" };
    format!(
        "# The weight of each feature for each label (the letters of RowLabel::ALL), in hundredths of a\n\
         # natural logarithm of odds: a linear-chain conditional random field over the {of}.\n\
         # Each line begins with a feature and a bin, or with \"after\" and a label.\n\
         # Fitted by tests/learn (OWL-QN; L1 {l1}, L2 {l2}, at most {rounds} rounds) on {} extracted\n\
         # texts of known structure from {} books, each set in {} more layouts by simulation, which\n\
         # count {}.\n",
        cases.len(),
        books.len(),
        order.simulate,
        order.weight,
    )
}
