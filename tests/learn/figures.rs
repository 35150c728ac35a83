//! How well rows were labelled: figures as an editor would count them.

use std::collections::{BTreeMap, BTreeSet};

use pliego::recover::blocks::learning::{DecidedRow, LABELS, RowLabel};

use crate::gold::Allowed;

/// What was right, what there was, what was found.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Count {
    pub(crate) right: usize,
    pub(crate) true_ones: usize,
    pub(crate) found: usize,
}

impl Count {
    fn of<T: Ord>(truth: &BTreeSet<T>, found: &BTreeSet<T>) -> Self {
        let right = truth.intersection(found).count();
        Self { right, true_ones: truth.len(), found: found.len() }
    }

    /// Both together.
    pub(crate) fn add(self, other: Self) -> Self {
        Self {
            right: self.right + other.right,
            true_ones: self.true_ones + other.true_ones,
            found: self.found + other.found,
        }
    }

    /// The harmonic mean of precision and recall; nothing where there is nothing.
    pub(crate) fn f1(self) -> Option<f64> {
        let both = self.true_ones + self.found;
        #[expect(clippy::cast_precision_loss, reason = "some thousands")]
        (both > 0).then(|| 2.0 * self.right as f64 / both as f64)
    }
}

/// The figures of one case.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Figures {
    /// Beginnings of blocks.
    pub(crate) starts: Count,
    /// Headings, whole.
    pub(crate) headings: Count,
    /// Stanzas and quoted paragraphs, whole.
    pub(crate) quotes: Count,
}

impl Figures {
    /// Compares what was decided with the truth; rows that the truth says nothing of count
    /// for nothing.
    pub(crate) fn of(truth: &[Allowed], decided: &[Option<RowLabel>]) -> Self {
        let truth: Vec<Option<RowLabel>> = truth.iter().map(single).collect();
        let known: Vec<(Option<RowLabel>, Option<RowLabel>)> = truth
            .iter()
            .zip(decided)
            .map(|(&truth, &decided)| match (truth, decided) {
                (Some(_), Some(_)) => (truth, decided),
                _ => (None, None),
            })
            .collect();
        let (truth, found): (Vec<_>, Vec<_>) = known.into_iter().unzip();
        let starts = |labels: &[Option<RowLabel>]| {
            let rows = labels.iter().enumerate();
            rows.filter(|(_, label)| label.is_some_and(RowLabel::begins_block))
                .map(|(at, _)| at)
                .collect()
        };
        let count =
            |kinds: &[RowLabel]| Count::of(&units(&truth, kinds), &units(&found, kinds));
        Self {
            starts: Count::of(&starts(&truth), &starts(&found)),
            headings: count(&[RowLabel::Heading]),
            quotes: count(&[RowLabel::Quotation, RowLabel::Stanza]),
        }
    }
}

/// The only label that is allowed.
pub(crate) fn single(allowed: &Allowed) -> Option<RowLabel> {
    let mut labels = (0..LABELS).filter(|&label| allowed[label]);
    let only = labels.next()?;
    labels.next().is_none().then_some(RowLabel::ALL[only].0)
}

/// The first and last rows of blocks of these kinds.
fn units(labels: &[Option<RowLabel>], kinds: &[RowLabel]) -> BTreeSet<(usize, usize)> {
    let mut units = BTreeSet::new();
    for (first, label) in labels.iter().enumerate() {
        if label.is_some_and(|label| kinds.contains(&label)) {
            let more = labels[first + 1..].iter();
            let length =
                more.take_while(|label| label.is_some_and(|label| !label.begins_block()));
            units.insert((first, first + length.count()));
        }
    }
    units
}

/// Puts what was decided into the order of rows with these lines.
pub(crate) fn in_order(
    lines: impl Iterator<Item = usize>,
    decided: &[DecidedRow],
) -> Vec<Option<DecidedRow>> {
    let places: BTreeMap<usize, DecidedRow> =
        decided.iter().map(|decided| (decided.line, *decided)).collect();
    lines.map(|line| places.get(&line).copied()).collect()
}

/// How often decisions of a stated likelihood are right.
#[derive(Debug, Clone, Default)]
pub(crate) struct Calibration {
    /// For each likelihood of [`EDGES`] and above: decisions, and right ones.
    counts: [[usize; 2]; EDGES.len()],
}

/// Likelihoods at which the table of calibration is divided.
const EDGES: [f64; 10] = [0.999, 0.995, 0.99, 0.97, 0.95, 0.9, 0.8, 0.65, 0.5, 0.0];

impl Calibration {
    /// Adds a decision.
    pub(crate) fn add(&mut self, likely: f64, right: bool) {
        if let Some(place) = EDGES.iter().position(|&edge| likely >= edge) {
            self.counts[place][0] += 1;
            self.counts[place][1] += usize::from(right);
        }
    }

    /// Writes the table: share of the decisions, share of them that is right, and what
    /// `recover/blocks/segment_doubts.rs` states of them.
    #[expect(clippy::cast_precision_loss, reason = "some ten thousands")]
    pub(crate) fn table(&self, of: &str) -> String {
        let all = self.counts.iter().map(|[all, _]| all).sum::<usize>() as f64;
        let mut table = format!(
            "{of:28} {:>7} {:>7} {:>7} {:>7}\n",
            "likely", "share", "right", "stated"
        );
        let rows = EDGES.iter().zip(self.counts).zip(self.stated());
        for ((edge, [count, right]), stated) in rows {
            let (share, right) = (count as f64 / all, right as f64 / count as f64);
            let row =
                format!("{:28} {edge:7.3} {share:7.4} {right:7.4} {stated:7}\n", "");
            table.push_str(&row);
        }
        table
    }

    /// How many in a thousand are stated to be right: no more than so many decisions can
    /// show, and one figure for neighbours of which the likelier were right less often. The
    /// last line stands by itself.
    fn stated(&self) -> Vec<usize> {
        let share = |[all, right]: [usize; 2]| (right + 1) * 1000 / (all + 2);
        let (last, others) = self.counts.split_last().expect("there are ten lines");
        let mut pools: Vec<([usize; 2], usize)> = Vec::new();
        for &line in others {
            pools.push((line, 1));
            while let [.., (above, lines), (below, more)] = pools[..]
                && share(above) < share(below)
            {
                let both = [above[0] + below[0], above[1] + below[1]];
                pools.truncate(pools.len() - 2);
                pools.push((both, lines + more));
            }
        }
        let pooled = pools
            .iter()
            .flat_map(|&(line, lines)| std::iter::repeat_n(share(line), lines));
        pooled.chain([share(*last)]).collect()
    }
}

/// How many decisions were made, how many were wrong, and how many of these in silence.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Silence {
    decisions: usize,
    wrong: usize,
    silent: usize,
}

impl Silence {
    /// Adds a decision, and whether a doubt was told of it.
    pub(crate) fn add(&mut self, right: bool, told: bool) {
        self.decisions += 1;
        self.wrong += usize::from(!right);
        self.silent += usize::from(!right && !told);
    }

    /// Both together.
    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            decisions: self.decisions + other.decisions,
            wrong: self.wrong + other.wrong,
            silent: self.silent + other.silent,
        }
    }

    /// The number of decisions; in a thousand of them the wrong ones, and the wrong ones
    /// that no doubt was told of.
    #[expect(clippy::cast_precision_loss, reason = "some ten thousands")]
    pub(crate) fn figures(self) -> String {
        let per_thousand = |count: usize| 1000.0 * count as f64 / self.decisions as f64;
        let (wrong, silent) = (per_thousand(self.wrong), per_thousand(self.silent));
        format!("{:7} {wrong:7.2} {silent:7.2}", self.decisions)
    }
}

/// The letter of a label; a question mark for none.
pub(crate) fn letter(label: Option<RowLabel>) -> char {
    let of = |label| {
        RowLabel::ALL.iter().find(|(other, _)| *other == label).map(|&(_, letter)| letter)
    };
    label.and_then(of).unwrap_or('?')
}
