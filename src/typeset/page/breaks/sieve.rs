//! Of all states of the walk that go on alike, the cheapest.

use super::{Facing, HalfLines, Open, Side, State, WHITES_FOR_TWO};

/// Keeps of many states the cheapest of each kind.
pub(super) struct Sieve {
    /// How many fills a page can have.
    fills: usize,
    /// For every kind of page the sifting that last met it, and the place of the first of
    /// its states among those kept then.
    met: Vec<(u32, u32)>,
    /// For every state kept the place of the next of its kind of page, with other notes;
    /// its own for the last.
    next: Vec<u32>,
    /// How often there was a sifting.
    sifting: u32,
}

/// Kinds of [`Facing`]: none, or one line long to [`super::DEEPEST_FAULT`] lines short.
const FACINGS: usize = 7;

/// How many places with white are told apart.
const WHITES: usize = WHITES_FOR_TWO as usize + 1;

/// Kinds of pages on which nothing stands.
const HEADS: usize = FACINGS * 2;

impl Sieve {
    /// A sieve for pages of no more than so many half lines.
    pub(super) fn new(longest: HalfLines) -> Self {
        let fills = usize::from(longest) + 1;
        let met = vec![(0, 0); fills * HEADS * WHITES];
        Self { fills, met, next: Vec::new(), sifting: 0 }
    }

    /// Keeps the cheapest state of each kind, in the order in which the kinds came; of two that
    /// cost the same the one that came first. Two of one kind go on alike: what they have
    /// of their pages is the same, and the notes of both begin with the same.
    pub(super) fn cheapest(
        &mut self,
        states: impl Iterator<Item = State>,
        kept: &mut Vec<State>,
    ) {
        self.sifting += 1;
        self.next.clear();
        kept.clear();
        for state in states {
            // There are some thousands at most.
            let place = u32::try_from(kept.len()).unwrap_or(u32::MAX);
            let page = self.page(state);
            match self.met[page] {
                (sifting, first) if sifting == self.sifting => {
                    let last = self.alike(&state, first, kept);
                    let known = &mut kept[last as usize];
                    if known.noted == state.noted {
                        if state.cost < known.cost {
                            *known = state;
                        }
                        continue;
                    }
                    self.next[last as usize] = place;
                }
                _ => self.met[page] = (self.sifting, place),
            }
            self.next.push(place);
            kept.push(state);
        }
    }

    /// Of the states of one kind of page, of which the first is given, the one with the
    /// notes of another; or else the last.
    fn alike(&self, state: &State, first: u32, kept: &[State]) -> u32 {
        let mut place = first;
        while kept[place as usize].noted != state.noted {
            match self.next[place as usize] {
                last if last == place => break,
                next => place = next,
            }
        }
        place
    }

    /// The number of a kind of page.
    fn page(&self, state: State) -> usize {
        let page = head(state.page) * WHITES + usize::from(state.page.whites);
        page * self.fills + usize::from(state.fill)
    }
}

/// The number of a kind of page on which nothing stands.
fn head(page: Open) -> usize {
    let facing = match page.facing {
        Facing::None => 0,
        Facing::Short(lines) => usize::try_from(i32::from(lines) + 2).unwrap_or(0),
    };
    facing * 2 + usize::from(page.side == Side::Recto)
}
