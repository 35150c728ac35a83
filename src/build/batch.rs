//! Several jobs side by side, one per core, with their results in order.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use rayon::{ThreadPool, ThreadPoolBuilder};

/// Processes items on several threads, and takes the results in the order of the items,
/// each as soon as it is ready. `take` may stop the rest.
///
/// Each item has a thread of its own, outside rayon's pool. In the pool, a thread that
/// waits for a part of one book would begin the next one meanwhile, and hold both in
/// memory. As long as the other threads have enough to do (`weight` is the size of an
/// item), that thread processes all parts of its item itself: distributing them and
/// waiting for them costs a fifth of the time of a short document.
pub fn run_in_order<T: Send, M: Send>(
    items: Vec<T>,
    weight: impl Fn(&T) -> u64,
    make: impl Fn(T) -> M + Sync,
    take: impl FnMut(M) -> Flow + Send,
) {
    let threads = rayon::current_num_threads().min(items.len());
    let made_alone = choose_made_alone(items.iter().map(weight), threads);
    let items = Mutex::new((0..).zip(items).zip(made_alone));
    let queue = Mutex::new(OrderedQueue { take, next: 0, waiting: BTreeMap::new() });
    let work = |own: Option<&ThreadPool>| {
        loop {
            let next = lock(&items).next();
            let Some(((place, item), made_alone)) = next else { break };
            let made = match own.filter(|_| made_alone) {
                Some(own) => own.install(|| make(item)),
                None => make(item),
            };
            if lock(&queue).receive(place, made) == Flow::Stop {
                // No thread finds another item.
                lock(&items).by_ref().for_each(drop);
            }
        }
    };
    if threads <= 1 {
        // The parts of each item are made side by side.
        rayon::scope(|_| work(None));
    } else {
        thread::scope(|scope| {
            for _ in 0..threads {
                // Where the system has no more threads, the parts are shared out.
                let own = ThreadPoolBuilder::new().num_threads(1).build().ok();
                let work = &work;
                scope.spawn(move || work(own.as_ref()));
            }
        });
    }
}

/// Which items one thread processes alone, if several threads take items in order: those
/// after which enough work is left to occupy each of the other threads as long.
fn choose_made_alone(weights: impl Iterator<Item = u64>, threads: usize) -> Vec<bool> {
    let weights: Vec<u64> = weights.collect();
    let mut after = weights.iter().copied().fold(0, u64::saturating_add);
    let others = u64::try_from(threads).unwrap_or(u64::MAX).saturating_sub(1);
    let is_alone = |&weight: &u64| {
        after = after.saturating_sub(weight);
        after >= weight.saturating_mul(others)
    };
    weights.iter().map(is_alone).collect()
}

/// Whether a batch goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// With the next item.
    Go,
    /// No more items; what is being made is not taken.
    Stop,
}

/// Puts what was made in the order of its items.
struct OrderedQueue<M, F> {
    take: F,
    /// The place of the next that is taken; none has it after a stop.
    next: usize,
    /// What was made before its turn.
    waiting: BTreeMap<usize, M>,
}

impl<M, F: FnMut(M) -> Flow> OrderedQueue<M, F> {
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
    fn results_are_taken_in_order() {
        let mut taken = Vec::new();
        let make = |number: u64| {
            // The first of each pair is later than the second.
            thread::sleep(Duration::from_millis(1 - number % 2));
            number
        };
        run_in_order(
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
    fn nothing_is_taken_after_a_stop() {
        let mut taken = Vec::new();
        run_in_order(
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
    fn a_large_item_is_shared_out_and_so_are_the_last() {
        let choose =
            |weights: [u64; 5], threads| choose_made_alone(weights.into_iter(), threads);
        assert_eq!(choose([5; 5], 2), [true, true, true, true, false]);
        assert_eq!(choose([5; 5], 3), [true, true, true, false, false]);
        assert_eq!(choose([90, 5, 5, 5, 5], 2), [false, true, true, true, false]);
        assert_eq!(choose([5, 5, 5, 5, 90], 2), [true, true, true, true, false]);
        assert_eq!(choose([u64::MAX / 5; 5], 100), [false; 5]);
    }
}
