//! Failed file operations.

use std::io::{self, ErrorKind};
use std::path::Path;

use crate::text::paths::display_path;

/// A failed file operation. Every message names the file, the cause and the remedy.
#[derive(Debug, thiserror::Error)]
pub enum DiskError {
    /// There is no such file or folder.
    #[error("'{path}': there is no such file or folder; check the name")]
    Missing {
        /// The path.
        path: String,
    },
    /// A file was needed.
    #[error("'{path}' is a folder where a file is needed; name a file")]
    IsFolder {
        /// The path of the folder.
        path: String,
    },
    /// A folder was needed.
    #[error("'{path}' is a file where a folder is needed; name a folder")]
    IsFile {
        /// The path of the file.
        path: String,
    },
    /// A pipe or device, which may never end, or wait for a writer.
    #[error(
        "'{path}' is a pipe or a device, not a file; \
         save its output in a file, and name that"
    )]
    NoFile {
        /// The path.
        path: String,
    },
    /// A link is where a file is to be written.
    #[error(
        "'{path}' is a link, and nothing is written through links; \
         remove it, or name the file that it leads to"
    )]
    IsLink {
        /// The path of the link.
        path: String,
    },
    /// A file exists where a new one should be written.
    #[error("'{path}' exists and is not overwritten; move it away, or use --force")]
    Exists {
        /// The path of that file.
        path: String,
    },
    /// Permissions forbid it.
    #[error("cannot {action} '{path}': permission denied; {}", remedy(*.action))]
    Denied {
        /// The attempted action.
        action: DiskAction,
        /// The path.
        path: String,
    },
    /// The disk, or the user's quota, is full.
    #[error(
        "cannot write '{path}': the disk is full; free some space, or write to another folder"
    )]
    Full {
        /// The file that did not fit.
        path: String,
    },
    /// A file system that accepts nothing new.
    #[error("cannot {action} '{path}': nothing can be written there; {}", remedy(*.action))]
    Closed {
        /// The attempted action.
        action: DiskAction,
        /// The path.
        path: String,
    },
    /// Anything else.
    #[error("cannot {action} '{path}': {}; {}", cause.kind(), remedy(*.action))]
    Other {
        /// The attempted action.
        action: DiskAction,
        /// The path.
        path: String,
        /// The error of the system.
        #[source]
        cause: io::Error,
    },
}

/// What the file system was asked to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiskAction {
    /// Read a file or list a folder.
    Read,
    /// Write a file.
    Write,
    /// Make a folder.
    MakeFolder,
}

impl std::fmt::Display for DiskAction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::MakeFolder => "make the folder",
        })
    }
}

/// What a person can do where an action fails.
fn remedy(action: DiskAction) -> &'static str {
    match action {
        DiskAction::Read => "check that you may read it",
        DiskAction::Write | DiskAction::MakeFolder => {
            "choose a folder that you may write to with --out"
        }
    }
}

/// The error that fits what the system reported.
pub(super) fn failure(action: DiskAction, path: &Path, cause: io::Error) -> DiskError {
    let path = display_path(path);
    match cause.kind() {
        ErrorKind::NotFound if action == DiskAction::Read => DiskError::Missing { path },
        // For a file that is to be created, a pseudo file system (`/proc`) reports "not
        // found".
        ErrorKind::NotFound | ErrorKind::ReadOnlyFilesystem => {
            DiskError::Closed { action, path }
        }
        ErrorKind::IsADirectory => DiskError::IsFolder { path },
        ErrorKind::NotADirectory if action != DiskAction::Read => {
            DiskError::IsFile { path }
        }
        ErrorKind::PermissionDenied => DiskError::Denied { action, path },
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => DiskError::Full { path },
        _ => DiskError::Other { action, path, cause },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_file_cause_and_remedy() {
        let missing = failure(
            DiskAction::Read,
            Path::new("no/such\nfile.txt"),
            io::Error::from(ErrorKind::NotFound),
        )
        .to_string();
        assert_eq!(
            missing,
            "'no/such\\nfile.txt': there is no such file or folder; check the name"
        );
        let full = failure(
            DiskAction::Write,
            Path::new("a.pdf"),
            io::Error::from(ErrorKind::StorageFull),
        );
        assert_eq!(
            full.to_string(),
            "cannot write 'a.pdf': the disk is full; free some space, or write to another folder"
        );
    }
}
