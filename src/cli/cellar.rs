//! Where caches are kept between runs: a file for each work, in the user's folder for caches.

use std::path::PathBuf;

use etcetera::BaseStrategy;
use pliego::cache::{Cache, Left, name_of};
use pliego::disk;

use super::works::Work;

/// The name of our folder among the caches of others.
const FOLDER: &str = "pliego";

/// What weighs less, in bytes, is made anew: a text of some 15,000 words takes a tenth of a
/// second, and a shelf of a thousand of them would fill the cache.
const LEAST: u64 = 100_000;

/// So many bytes may all caches have together; the oldest go first. A book of 300,000 words
/// has about twenty million, and twice as many before what is not used is forgotten.
const MOST: u64 = 500_000_000;

/// The folder for caches; none where nothing is to be kept.
#[derive(Debug)]
pub(crate) struct Cellar(Option<PathBuf>);

impl Cellar {
    /// The folder that the system has for caches, where it has one and one is wanted.
    pub(crate) fn open(wanted: bool) -> Self {
        let folder =
            || Some(etcetera::base_strategy::choose_native_strategy().ok()?.cache_dir());
        Self(wanted.then(folder).flatten().map(|folder| folder.join(FOLDER)))
    }

    /// What is kept of a work.
    pub(crate) fn cache(&self, work: &Work) -> Cache {
        match &self.0 {
            Some(folder) if work.weight() >= LEAST => {
                let kept = disk::kept(&folder.join(name(work)));
                Cache::of(kept.unwrap_or_default())
            }
            _ => Cache::none(),
        }
    }

    /// Keeps what a run leaves of a work. Nobody is told where it cannot be: nothing is lost
    /// but time.
    pub(crate) fn keep(&self, work: &Work, cache: Cache) {
        let Some(folder) = &self.0 else { return };
        match cache.leave() {
            Some(Left::Anew(bytes)) => disk::keep(folder, &name(work), &bytes, MOST),
            Some(Left::More { behind, bytes }) => {
                disk::add(folder, &name(work), behind as u64, &bytes, MOST);
            }
            None => {}
        }
    }
}

/// Under which name a work is kept: that of its place, since what is in it changes.
fn name(work: &Work) -> String {
    name_of(disk::whole(&work.path).as_os_str())
}
