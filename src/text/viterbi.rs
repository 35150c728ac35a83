//! Best paths by dynamic programming: the Viterbi algorithm (Viterbi 1967), and how to follow
//! backpointers.
//!
//! Of paths with equal scores the one whose states come first wins, so that every machine
//! finds the same path.

/// What scores the paths through a sequence of positions, each in one of `STATES` states.
///
/// `None` forbids a state or a transition. Scores are added up; the greatest sum wins.
pub trait PathScores<const STATES: usize> {
    /// The score of a path that starts in a state, without [`Self::own`].
    fn start(&self, state: usize) -> Option<i64>;

    /// The score of a state at a position.
    fn own(&self, position: usize, state: usize) -> Option<i64>;

    /// The score of a transition to a position from the position before it.
    fn transition(&self, position: usize, from: usize, to: usize) -> Option<i64>;

    /// The score of a path that ends in a state.
    fn end(&self, _state: usize) -> Option<i64> {
        Some(0)
    }
}

/// Finds the states of the best path, one for each position; all 0 if no path is allowed.
#[must_use]
pub fn find_best_states<const STATES: usize>(
    positions: usize,
    scores: &impl PathScores<STATES>,
) -> Vec<usize> {
    if positions == 0 {
        return Vec::new();
    }
    let mut sums: [Option<i64>; STATES] =
        std::array::from_fn(|state| Some(scores.start(state)? + scores.own(0, state)?));
    let mut backpointers = vec![[0; STATES]];
    for position in 1..positions {
        let mut next = [None; STATES];
        let mut before = [0; STATES];
        for to in 0..STATES {
            let Some(own) = scores.own(position, to) else { continue };
            let mut best: Option<i64> = None;
            for (from, sum) in sums.iter().enumerate() {
                let Some(sum) = *sum else { continue };
                let Some(step) = scores.transition(position, from, to) else { continue };
                if best.is_none_or(|best| sum + step > best) {
                    best = Some(sum + step);
                    before[to] = from;
                }
            }
            next[to] = best.map(|best| best + own);
        }
        sums = next;
        backpointers.push(before);
    }
    let total = |state: usize| Some(sums[state]? + scores.end(state)?);
    let last = (0..STATES).rev().max_by_key(|&state| total(state)).unwrap_or_default();
    trace_states(&backpointers, last, |before, state| before[state])
}

/// Follows backpointers from the last of some positions to the first: the state at each.
/// `backpointer` gives the state at the position before.
pub fn trace_states<T>(
    positions: &[T],
    last: usize,
    backpointer: impl Fn(&T, usize) -> usize,
) -> Vec<usize> {
    let mut state = last;
    let mut states: Vec<usize> = Vec::with_capacity(positions.len());
    for position in positions.iter().rev() {
        states.push(state);
        state = backpointer(position, state);
    }
    states.reverse();
    states
}

/// Follows backpointers from the last item of a chain to its first: the items of the chain,
/// in order.
pub fn trace_chain(
    last: Option<usize>,
    backpointer: impl Fn(usize) -> Option<usize>,
) -> Vec<usize> {
    let mut chain: Vec<usize> =
        std::iter::successors(last, |&item| backpointer(item)).collect();
    chain.reverse();
    chain
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two states; the second may not follow itself.
    struct Alternating<'a>(&'a [[i64; 2]]);

    impl PathScores<2> for Alternating<'_> {
        fn start(&self, _: usize) -> Option<i64> {
            Some(0)
        }

        fn own(&self, position: usize, state: usize) -> Option<i64> {
            Some(self.0[position][state])
        }

        fn transition(&self, _: usize, from: usize, to: usize) -> Option<i64> {
            (from + to < 2).then_some(0)
        }
    }

    #[test]
    fn the_best_path_obeys_the_transitions() {
        let find = |own: &[[i64; 2]]| find_best_states(own.len(), &Alternating(own));
        assert_eq!(find(&[]), [0; 0]);
        assert_eq!(find(&[[0, 1]]), [1]);
        assert_eq!(find(&[[0, 2], [0, 3], [0, 2]]), [1, 0, 1]);
        assert_eq!(find(&[[0, 1], [0, 3], [0, 1]]), [0, 1, 0]);
    }

    #[test]
    fn of_equal_paths_the_first_state_wins() {
        let own = [[1, 1]; 3];
        assert_eq!(find_best_states(3, &Alternating(&own)), [0, 0, 0]);
    }

    #[test]
    fn chains_are_traced_in_order() {
        let before = [None, Some(0), None, Some(1)];
        assert_eq!(trace_chain(Some(3), |item| before[item]), [0, 1, 3]);
        assert_eq!(trace_chain(None, |item| before[item]), [0; 0]);
    }
}
