//! Caches between runs: a file for each job, in the user's folder for caches.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use etcetera::BaseStrategy;
use pliego::Job;
use pliego::cache::{Cache, CacheUpdate, digest_name};
use pliego::disk;

/// The name of the folder among the caches of other programs.
const FOLDER: &str = "pliego";

/// Bytes of sources below which a job has no cache. A text of some 15,000 words takes a tenth
/// of a second, and a thousand of them would fill the cache.
const LEAST: u64 = 100_000;

/// Bytes that all caches may have together; the oldest are deleted first. A book of 300,000
/// words has about twenty million, and twice as many before unused entries are dropped.
const MOST: u64 = 500_000_000;

/// The folder for caches; none where no cache is wanted.
#[derive(Debug)]
pub(crate) struct CacheDir(Option<PathBuf>);

impl CacheDir {
    /// The system's folder for caches, if there is one and it is wanted.
    pub(crate) fn open(wanted: bool) -> Self {
        let folder = wanted.then(find_cache_folder).flatten();
        Self(folder.map(Path::to_owned))
    }

    /// What earlier builds of a job have left.
    pub(crate) fn load(&self, job: &Job, source_bytes: u64) -> Cache {
        match &self.0 {
            Some(folder) if source_bytes >= LEAST => {
                let kept = disk::read_cached(&folder.join(file_name(job)));
                Cache::from_bytes(kept.unwrap_or_default())
            }
            _ => Cache::none(),
        }
    }

    /// Saves what a build of a job leaves. Where it cannot be saved, nothing is reported:
    /// only time is lost.
    pub(crate) fn save(&self, job: &Job, cache: Cache) {
        let Some(folder) = &self.0 else { return };
        match cache.into_update() {
            Some(CacheUpdate::Replace(bytes)) => {
                disk::write_cached(folder, &file_name(job), &bytes, MOST);
            }
            Some(CacheUpdate::Append { offset, bytes }) => {
                disk::append_cached(folder, &file_name(job), offset as u64, &bytes, MOST);
            }
            None => {}
        }
    }
}

/// The folder for caches of the user. It is looked for once: where `HOME` is not set, the
/// system's list of users says it, which the program cannot read in the sandbox.
pub(crate) fn find_cache_folder() -> Option<&'static Path> {
    static FOUND: OnceLock<Option<PathBuf>> = OnceLock::new();
    let find = || {
        let folder = etcetera::base_strategy::choose_native_strategy().ok()?.cache_dir();
        Some(folder.join(FOLDER))
    };
    FOUND.get_or_init(find).as_deref()
}

/// The name of the cache of a job: a digest of its path, since its contents change.
fn file_name(job: &Job) -> String {
    digest_name(disk::canonical_path(&job.path).as_os_str())
}
