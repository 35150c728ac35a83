//! The arguments of `schema`: which file it is for.

use clap::{Args, ValueEnum};
use pliego::project::schema::SchemaKind;

/// `schema`.
#[derive(Debug, Args)]
pub(crate) struct SchemaArguments {
    /// The file that it is for
    #[arg(value_enum, value_name = "FILE", default_value = "book")]
    pub(crate) file: SchemaFile,
    /// Print a reference in Markdown
    #[arg(long)]
    pub(crate) markdown: bool,
}

/// A file that has a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchemaFile {
    /// The book.toml
    Book,
    /// A design file
    Design,
    /// A file of decisions
    Decisions,
    /// The report of a run
    Report,
}

impl SchemaFile {
    /// Its kind, if it is a file that the library reads.
    pub(crate) fn kind(self) -> Option<SchemaKind> {
        match self {
            Self::Book => Some(SchemaKind::Book),
            Self::Design => Some(SchemaKind::Design),
            Self::Decisions => Some(SchemaKind::Decisions),
            Self::Report => None,
        }
    }
}
