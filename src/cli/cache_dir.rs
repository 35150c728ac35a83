//! Where caches are kept between runs: a file for each work, in the user's folder for caches.

use std::path::PathBuf;

use etcetera::BaseStrategy;
use pliego::Job;
use pliego::cache::{Cache, Left, name_of};
use pliego::disk;

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
pub(crate) struct CacheDir(Option<PathBuf>);

impl CacheDir {
    /// The folder that the system has for caches, where it has one and one is wanted.
    pub(crate) fn open(wanted: bool) -> Self {
        let folder =
            || Some(etcetera::base_strategy::choose_native_strategy().ok()?.cache_dir());
        Self(wanted.then(folder).flatten().map(|folder| folder.join(FOLDER)))
    }

    /// What earlier builds of a job have left.
    pub(crate) fn load(&self, job: &Job, source_bytes: u64) -> Cache {
        match &self.0 {
            Some(folder) if source_bytes >= LEAST => {
                let kept = disk::kept(&folder.join(file_name(job)));
                Cache::of(kept.unwrap_or_default())
            }
            _ => Cache::none(),
        }
    }

    /// Saves what a build of a job leaves. Where it cannot be saved, nothing is reported:
    /// only time is lost.
    pub(crate) fn save(&self, job: &Job, cache: Cache) {
        let Some(folder) = &self.0 else { return };
        match cache.leave() {
            Some(Left::Anew(bytes)) => disk::keep(folder, &file_name(job), &bytes, MOST),
            Some(Left::More { behind, bytes }) => {
                disk::add(folder, &file_name(job), behind as u64, &bytes, MOST);
            }
            None => {}
        }
    }
}

/// The name of the cache of a job: a digest of its path, since its contents change.
fn file_name(job: &Job) -> String {
    name_of(disk::whole(&job.path).as_os_str())
}
