//! Reads and writes files: the only room that touches the file system.
//!
//! Files are written completely or not at all. A [`Staging`] writes every file under a
//! temporary name and renames all of them together at the end. The next run finishes or
//! removes what a killed run left (`claim`).

#![expect(clippy::disallowed_methods, reason = "this is the one room with a door out")]

mod error;

mod reading;

mod claim;

mod writing;

mod streamed;

mod cached;

pub use crate::text::paths::folder_of;
pub use cached::{append_cached, canonical_path, read_cached, write_cached};
pub use claim::clean_up;
pub use error::{DiskAction, DiskError};
pub use reading::{
    ConfinedError, FileStamp, PathKind, expect_absent, expect_folder, file_size,
    is_same_file, list_folder, path_kind, read_file, read_file_inside, read_stamp,
};
pub use streamed::{FileLock, StreamedFile};
pub use writing::{MadeFolders, OutputFile, Staging, is_device, write_all};
