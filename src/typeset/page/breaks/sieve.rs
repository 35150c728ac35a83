//! Of all states of the walk that go on alike, the cheapest.

use super::{DEEPEST_FAULT, Facing, HalfLines, Open, Side, State, WHITES_FOR_TWO};

/// Keeps of many states the cheapest of each kind.
pub(super) struct Sieve {
    /// How many fills a page can have.
    fills: usize,
    /// For every kind of page the sifting that last met it, and the place of the first of
    /// its states among those kept then.
    met: Vec<(u32, usize)>,
    /// For every state kept the place of the next of its kind of page, with other notes;
    /// its own for the last.
    next: Vec<usize>,
    /// How often there was a sifting.
    sifting: u32,
}

/// Kinds of [`Facing`]: none, or one line long to [`DEEPEST_FAULT`] lines short.
const FACINGS: usize = 7;

/// How many places with white are told apart.
const WHITES: usize = WHITES_FOR_TWO as usize + 1;

impl Sieve {
    /// A sieve for pages of no more than so many half lines.
    pub(super) fn new(longest: HalfLines) -> Self {
        let fills = usize::from(longest) + 1;
        let met = vec![(0, 0); fills * FACINGS * 2 * WHITES];
        Self { fills, met, next: Vec::new(), sifting: 0 }
    }

    /// The cheapest state of each kind, in the order in which the kinds came; of two that
    /// cost the same the one that came first. Two of one kind go on alike: what they have
    /// of their pages is the same, and the notes of both begin with the same.
    pub(super) fn cheapest(&mut self, states: impl Iterator<Item = State>) -> Vec<State> {
        self.sifting += 1;
        self.next.clear();
        let mut kept: Vec<State> = Vec::new();
        for state in states {
            let page = self.page(state);
            match self.met[page] {
                (sifting, first) if sifting == self.sifting => {
                    let mut place = first;
                    while kept[place].noted != state.noted && self.next[place] != place {
                        place = self.next[place];
                    }
                    if kept[place].noted == state.noted {
                        if state.cost < kept[place].cost {
                            kept[place] = state;
                        }
                        continue;
                    }
                    self.next[place] = kept.len();
                }
                _ => self.met[page] = (self.sifting, kept.len()),
            }
            self.next.push(kept.len());
            kept.push(state);
        }
        kept
    }

    /// The number of a kind of page.
    fn page(&self, state: State) -> usize {
        let Open { side, facing, whites } = state.page;
        let facing = match facing {
            Facing::None => 0,
            Facing::Short(lines) => {
                usize::try_from(lines.clamp(-1, DEEPEST_FAULT) + 2).unwrap_or(0)
            }
        };
        let page = (facing * 2 + usize::from(side == Side::Recto)) * WHITES;
        (page + usize::from(whites)) * self.fills + usize::from(state.fill)
    }
}
