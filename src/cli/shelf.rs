//! Works side by side, as many as there are cores, and what becomes of them in their order.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// Makes something of each item, and takes what was made in the order of the items, as soon
/// as it comes. What is taken may say that nothing more shall be made.
///
/// Each work has a thread of its own, and not a place in rayon's pool: there a thread that
/// waits for a part of one book would begin the next one in the midst of it, and hold both.
pub(crate) fn in_order<T: Send, M: Send>(
    items: Vec<T>,
    make: impl Fn(T) -> M + Sync,
    take: impl FnMut(M) -> Flow + Send,
) {
    let hands = rayon::current_num_threads().min(items.len());
    let items = Mutex::new((0..).zip(items));
    let taking = Mutex::new(Taking { take, next: 0, waiting: BTreeMap::new() });
    let work = || {
        loop {
            let Some((place, item)) = lock(&items).next() else { break };
            let made = make(item);
            if lock(&taking).receive(place, made) == Flow::Stop {
                // Nobody finds another one.
                lock(&items).by_ref().for_each(drop);
            }
        }
    };
    if hands <= 1 {
        // Its parts are made side by side.
        rayon::scope(|_| work());
    } else {
        thread::scope(|scope| {
            for _ in 0..hands {
                scope.spawn(work);
            }
        });
    }
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
        in_order((0..20).collect(), make, |number| {
            taken.push(number);
            Flow::Go
        });
        assert_eq!(taken, (0..20).collect::<Vec<_>>());
    }

    #[test]
    fn nothing_is_taken_after_the_end() {
        let mut taken = Vec::new();
        in_order(
            (0..1000).collect(),
            |number| number,
            |number: u32| {
                taken.push(number);
                if number == 7 { Flow::Stop } else { Flow::Go }
            },
        );
        assert_eq!(taken, (0..8).collect::<Vec<_>>());
    }
}
