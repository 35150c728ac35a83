//! Works side by side, as many as there are cores, and what becomes of them in their order.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use rayon::{ThreadPool, ThreadPoolBuilder};

/// Makes something of each item, and takes what was made in the order of the items, as soon
/// as it comes. What is taken may say that nothing more shall be made.
///
/// Each work has a thread of its own, and not a place in rayon's pool: there a thread that
/// waits for a part of one book would begin the next one in the midst of it, and hold both.
/// As long as the other threads have enough to do meanwhile (`weight` says how much an item
/// is), that thread makes all parts of its work itself: to hand them to others and to wait
/// for them costs a fifth of the time of a short document.
pub(crate) fn in_order<T: Send, M: Send>(
    items: Vec<T>,
    weight: impl Fn(&T) -> u64,
    make: impl Fn(T) -> M + Sync,
    take: impl FnMut(M) -> Flow + Send,
) {
    let hands = rayon::current_num_threads().min(items.len());
    let by_itself = made_by_itself(items.iter().map(weight), hands);
    let items = Mutex::new((0..).zip(items).zip(by_itself));
    let taking = Mutex::new(Taking { take, next: 0, waiting: BTreeMap::new() });
    let work = |own: Option<&ThreadPool>| {
        loop {
            let next = lock(&items).next();
            let Some(((place, item), by_itself)) = next else { break };
            let made = match own.filter(|_| by_itself) {
                Some(own) => own.install(|| make(item)),
                None => make(item),
            };
            if lock(&taking).receive(place, made) == Flow::Stop {
                // Nobody finds another one.
                lock(&items).by_ref().for_each(drop);
            }
        }
    };
    if hands <= 1 {
        // Its parts are made side by side.
        rayon::scope(|_| work(None));
    } else {
        thread::scope(|scope| {
            for _ in 0..hands {
                // Where the system has no more threads, the parts are shared out.
                let own = ThreadPoolBuilder::new().num_threads(1).build().ok();
                let work = &work;
                scope.spawn(move || work(own.as_ref()));
            }
        });
    }
}

/// Which of some works, begun in their order by so many threads, one thread makes alone:
/// those behind which the others have as much to do as it has.
fn made_by_itself(weights: impl Iterator<Item = u64>, hands: usize) -> Vec<bool> {
    let weights: Vec<u64> = weights.collect();
    let mut behind = weights.iter().copied().fold(0, u64::saturating_add);
    let others = u64::try_from(hands).unwrap_or(u64::MAX).saturating_sub(1);
    let alone = |&weight: &u64| {
        behind = behind.saturating_sub(weight);
        behind >= weight.saturating_mul(others)
    };
    weights.iter().map(alone).collect()
}

/// Whether more shall be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flow {
    /// The next one, please.
    Go,
    /// No more; what is in the making is not taken.
    Stop,
}

/// What has been made, put in its order.
struct Taking<M, F> {
    take: F,
    /// The place of the next that is taken; none when no more is.
    next: usize,
    /// What was made before its turn.
    waiting: BTreeMap<usize, M>,
}

impl<M, F: FnMut(M) -> Flow> Taking<M, F> {
    fn receive(&mut self, place: usize, made: M) -> Flow {
        self.waiting.insert(place, made);
        while let Some(made) = self.waiting.remove(&self.next) {
            self.next += 1;
            if (self.take)(made) == Flow::Stop {
                self.next = usize::MAX;
                self.waiting.clear();
                return Flow::Stop;
            }
        }
        Flow::Go
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn what_is_made_is_taken_in_order() {
        let mut taken = Vec::new();
        let make = |number: u64| {
            // The first of each pair is later than the second.
            thread::sleep(Duration::from_millis(1 - number % 2));
            number
        };
        in_order(
            (0..20).collect(),
            |_| 1,
            make,
            |number| {
                taken.push(number);
                Flow::Go
            },
        );
        assert_eq!(taken, (0..20).collect::<Vec<_>>());
    }

    #[test]
    fn nothing_is_taken_after_the_end() {
        let mut taken = Vec::new();
        in_order(
            (0..1000).collect(),
            |_| 1,
            |number| number,
            |number: u32| {
                taken.push(number);
                if number == 7 { Flow::Stop } else { Flow::Go }
            },
        );
        assert_eq!(taken, (0..8).collect::<Vec<_>>());
    }

    #[test]
    fn a_large_work_is_shared_out_and_so_are_the_last() {
        let of = |weights: [u64; 5], hands| made_by_itself(weights.into_iter(), hands);
        assert_eq!(of([5; 5], 2), [true, true, true, true, false]);
        assert_eq!(of([5; 5], 3), [true, true, true, false, false]);
        assert_eq!(of([90, 5, 5, 5, 5], 2), [false, true, true, true, false]);
        assert_eq!(of([5, 5, 5, 5, 90], 2), [true, true, true, true, false]);
        assert_eq!(of([u64::MAX / 5; 5], 100), [false; 5]);
    }
}
