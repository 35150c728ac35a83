//! What every step of a build has at hand.

use std::path::PathBuf;

use crate::project::Located;

use super::{BuildError, BuildOptions, Inputs, Job, Progress};

/// A job, the files it names, and how to build it.
#[derive(Clone, Copy)]
pub(super) struct BuildContext<'a> {
    pub(super) job: &'a Job,
    pub(super) inputs: &'a dyn Inputs,
    pub(super) options: &'a BuildOptions,
    pub(super) progress: &'a dyn Progress,
}

impl BuildContext<'_> {
    /// The bytes of a file that the `book.toml` names. An error says where it does.
    pub(super) fn read_named_file(
        &self,
        path: &Located<PathBuf>,
    ) -> Result<Vec<u8>, BuildError> {
        read_named_file(self.job, self.inputs, path)
    }
}

/// The bytes of a file that the `book.toml` of a job names. An error says where it does.
pub(super) fn read_named_file(
    job: &Job,
    inputs: &dyn Inputs,
    path: &Located<PathBuf>,
) -> Result<Vec<u8>, BuildError> {
    let read = inputs.read_confined(job.folder(), &job.resolve(path), u64::MAX);
    let place = || path.position.to_string();
    read.map_err(|cause| BuildError::NamedFile { place: place(), cause })
}
