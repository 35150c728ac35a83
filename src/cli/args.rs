//! The command line as it is typed. Help, manual pages and completions all come from
//! these definitions.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;
use pliego::edition::epub::Flavour;
use pliego::length::Size;
use pliego::length::written::parse_trim;
use pliego::press::profile::PressInk;
use pliego::text::language::Language;
use pliego::text::letters::is_blank;

/// The whole command line.
#[derive(Debug, Parser)]
#[command(
    name = "pliego",
    version,
    about = "Turns texts extracted from PDFs, and Markdown, into books: EPUB 3 and typeset PDF",
    long_about = "Turns texts into books.\n\n\
        Raw text as it was extracted from a PDF, or Markdown, becomes an accessible \
        EPUB 3 with linked notes and a typeset, tagged PDF. A pliego is the printed \
        sheet that is folded into the pages of a book.",
    after_help = "Begin with:  pliego build FOLDER        (editions of all that is in it)\n\
        Or, by steps: pliego recover text.txt    (then read and mend text.md)\n\
        \x20             pliego build text.md",
    after_long_help = "Examples:\n  \
        pliego build texts                 editions of every document in 'texts'\n  \
        pliego build book.toml             one book, as its publisher describes it\n  \
        pliego recover text.txt            clean Markdown, to be read and mended\n  \
        pliego check --deny warnings .     does all of it build without a doubt?\n\n\
        Exit status:\n  \
        0  done\n  \
        1  something that --deny names was found, and no edition was written;\n  \
        \x20  of audit: differences were found; of preflight: errors were found\n  \
        2  not done; a message says why",
    arg_required_else_help = true,
    max_term_width = 90
)]
pub(crate) struct Arguments {
    /// When to colour what is said.
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// When to colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// What the program can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Make editions of documents and books
    #[command(
        long_about = "Makes editions of documents and books.\n\n\
            A PATH is a document (.txt: raw extracted text; .md: Markdown), a book.toml, \
            or a folder. A folder with a book.toml is one book. A folder without is a \
            shelf: one edition for every document in it (README files are none, nor is a \
            text whose Markdown stands beside it), and one for every folder in it that \
            has a book.toml.\n\n\
            Every file of a run gets its name at the end, together or not at all. A book \
            that cannot be made is told, and does not stop the others.",
        after_long_help = "Examples:\n  \
            pliego build                        what is in this folder, into 'editions'\n  \
            pliego build letters --out books    every document of 'letters'\n  \
            pliego build a.txt --lang es --author 'Ana Pérez'\n  \
            pliego build book.toml --formats pdf --cover\n  \
            pliego build book.toml --formats print,cover\n  \
            pliego build --deny warnings --report report.json texts\n\n\
            SOURCE_DATE_EPOCH, if it is set, dates the editions; the same input gives \
            the same bytes otherwise too."
    )]
    Build(Build),
    /// Turn raw extracted text into clean Markdown, to be read and mended
    #[command(
        long_about = "Turns raw extracted text into clean Markdown with footnotes, to be \
            read and mended by a person and built from then on.\n\n\
            Running heads and page numbers go, notes stand where they are called, lines \
            and divided words are joined. What was guessed is said, with its place in \
            the source. An existing file is never overwritten without --force.",
        after_long_help = "Examples:\n  \
            pliego recover text.txt             writes text.md into this folder\n  \
            pliego recover texts/*.txt --out clean\n  \
            pliego recover text.txt --out -     prints it"
    )]
    Recover(Recover),
    /// Do everything that build does, except writing editions
    #[command(
        long_about = "Does everything that build does, except writing editions: reads, \
            recovers, typesets, and tells what wants a look.",
        after_long_help = "Example:\n  \
            pliego check --deny warnings --report report.json texts"
    )]
    Check(Check),
    /// Read a written edition again, and account for every character of its sources
    #[command(
        long_about = "Reads a written edition again, by other code than wrote it, and \
            accounts for every character and note of its sources: what is lost, added, \
            changed or moved is named with its place in both. What an edition says by \
            itself (title page, contents, headings over notes, running heads) has to \
            follow from the sources too.\n\n\
            What recovery left out (running heads, page numbers, hyphens at line ends) \
            stands in its ledger and is told in one line.\n\n\
            A PDF for the press does not say in what order it is read: it is held \
            against the PDF for readers, page by page.",
        after_long_help = "Examples:\n  \
            pliego audit editions/text.pdf --source text.txt\n  \
            pliego audit editions/book.epub --source book.toml\n  \
            pliego audit editions/book-print.pdf --source editions/book.pdf\n\n\
            Exit status: 0 all is there; 1 differences were found; 2 a file cannot be read."
    )]
    Audit(Audit),
    /// Is a PDF fit for the press?
    #[command(
        long_about = "Reads a PDF, whoever made it, and tells what makes it unfit for a press: \
            boxes, fonts, colours, ink, images, transparency, what is for screens only, and \
            the white that is really left around the pages.\n\n\
            It is held against the standard that it claims to keep (PDF/X-1a, PDF/X-3, \
            PDF/X-4), and with --profile against what a press asks for. A file of one page is \
            a cover then. Nothing but the press itself can accept a file.",
        after_long_help = "Examples:\n  \
            pliego preflight book-print.pdf\n  \
            pliego preflight book-print.pdf --profile kdp-paperback --paper cream\n  \
            pliego preflight book-cover.pdf --profile kdp-paperback --paper cream --pages 312\n\n\
            Exit status: 0 no error was found; 1 errors were found; 2 the file cannot be read."
    )]
    Preflight(Preflight),
    /// Begin a book: book.toml, two chapters, a README
    #[command(
        after_long_help = "Example:\n  pliego new 'my book' && pliego build 'my book'"
    )]
    New(New),
    /// Print the value between two stages, as text
    #[command(
        long_about = "Prints the value between two stages, as text: to see where \
            something went wrong, and what the tests compare.",
        after_long_help = "Example:\n  pliego dump --after recover text.txt"
    )]
    Dump(Dump),
    /// List the font families that books can be set in
    Fonts(Fonts),
    /// List the presses whose rules books can be set for, or print what one asks for
    #[command(
        long_about = "Lists the presses whose rules books can be set for: [print] profile \
            = \"NAME\" in a book.toml.\n\n\
            With a NAME, prints the file with all that the press asks for, each number \
            with its source and the day on which it was last compared. A copy of it, \
            changed, is a profile of your own: profile = \"mine.toml\".",
        after_long_help = "Examples:\n  \
            pliego presses\n  \
            pliego presses kdp-paperback > mine.toml"
    )]
    Presses(Presses),
    /// Print a completion script for a shell
    #[command(after_long_help = "Example:\n  \
            pliego completions bash > ~/.local/share/bash-completion/completions/pliego")]
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Print the manual page (roff), of the program or of one command
    #[command(
        after_long_help = "Example:\n  pliego manpage build > pliego-build.1 && man ./pliego-build.1"
    )]
    Manpage {
        /// The command; none for the program as a whole.
        command: Option<String>,
    },
}

/// `build`.
#[derive(Debug, Args)]
pub(crate) struct Build {
    /// Folder for the editions; made if it is missing
    #[arg(
        long,
        short,
        value_name = "DIR",
        default_value = "editions",
        value_hint = ValueHint::DirPath
    )]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) making: Making,
}

/// `check`.
#[derive(Debug, Args)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) making: Making,
}

/// `audit`.
#[derive(Debug, Args)]
pub(crate) struct Audit {
    /// The edition (.epub or .pdf)
    #[arg(value_name = "EDITION", value_hint = ValueHint::FilePath)]
    pub(crate) edition: PathBuf,
    /// What it was made from: a book.toml, or documents in their order; for a PDF for the
    /// press, that for readers
    #[arg(long, value_name = "FILE", num_args = 1.., required = true, value_hint = ValueHint::FilePath)]
    pub(crate) source: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) hints: Hints,
    /// Say nothing but errors
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// `preflight`.
#[derive(Debug, Args)]
pub(crate) struct Preflight {
    /// The PDF
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// What the press asks for: a profile of pliego's, or a file of your own (.toml)
    #[arg(long, value_name = "NAME")]
    pub(crate) profile: Option<String>,
    /// The paper of the interior, by its name in the profile
    #[arg(long, value_name = "NAME", requires = "profile")]
    pub(crate) paper: Option<String>,
    /// What the interior is printed with
    #[arg(long, value_enum, value_name = "INK", default_value = "black")]
    pub(crate) ink: Inks,
    /// The size of the trimmed pages: 6x9in, a5
    #[arg(long, value_name = "SIZE", value_parser = parse_trim)]
    pub(crate) trim: Option<Size>,
    /// The file is a cover
    #[arg(long)]
    pub(crate) cover: bool,
    /// The pages of the book that the cover is for
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..10_000))]
    pub(crate) pages: Option<u32>,
    /// Take any warning for an error
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) deny: Option<Deny>,
    #[command(flatten)]
    pub(crate) telling: Telling,
}

/// What the inside of a book is printed with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Inks {
    /// Black alone
    Black,
    /// Four inks
    Colour,
}

impl From<Inks> for PressInk {
    fn from(inks: Inks) -> Self {
        match inks {
            Inks::Black => Self::Black,
            Inks::Colour => Self::Colour,
        }
    }
}

/// What `build` and `check` have in common.
#[derive(Debug, Args)]
pub(crate) struct Making {
    /// Documents, book.toml files or folders
    #[arg(value_name = "PATH", default_value = ".", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,
    /// What to make, with commas between: epub, kepub (with Kobo's own markup), pdf, print
    /// (the interior for a press), imposed (the same on sheets to be folded), cover (its
    /// cover), onix (what shops are told of the EPUB)
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        default_value = "epub,pdf",
        value_parser = format
    )]
    pub(crate) formats: Vec<Format>,
    /// The readers that the EPUB is made for
    #[arg(long, value_enum, value_name = "READERS", default_value = "generic")]
    pub(crate) epub_flavour: Readers,
    #[command(flatten)]
    pub(crate) hints: Hints,
    /// Folder with more font families (.ttf, .otf) for books that ask for them
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) fonts: Option<PathBuf>,
    /// Put the cover before the first page of the PDF
    #[arg(long)]
    pub(crate) cover: bool,
    /// Take any doubt for an error: exit with 1, and write no edition
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) deny: Option<Deny>,
    /// Use nothing that earlier runs have kept in the cache folder, and keep nothing there:
    /// the editions are the same, and take longer
    #[arg(long)]
    pub(crate) no_cache: bool,
    #[command(flatten)]
    pub(crate) telling: Telling,
}

/// What is known of documents that have no `book.toml`.
#[derive(Debug, Clone, Args)]
pub(crate) struct Hints {
    /// Title, for a document without a book.toml
    #[arg(long, value_name = "TEXT", value_parser = seen)]
    pub(crate) title: Option<String>,
    /// Author, for documents without a book.toml; repeat it for several
    #[arg(long = "author", value_name = "NAME", value_parser = seen)]
    pub(crate) authors: Vec<String>,
    /// Language (BCP 47: es, pt-BR), for documents without a book.toml
    #[arg(long, value_name = "TAG")]
    pub(crate) lang: Option<Language>,
    /// What is asked about words besides the texts
    #[command(flatten)]
    pub(crate) dictionaries: Dictionaries,
}

/// What is asked about words besides the texts.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct Dictionaries {
    /// Folder of Hunspell dictionaries (es.aff, es.dic): what they say of words counts
    #[cfg(feature = "hunspell")]
    #[arg(long = "dictionaries", value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) folder: Option<PathBuf>,
}

/// How much is told, and where.
#[derive(Debug, Args)]
pub(crate) struct Telling {
    /// Write all that was made and found as one JSON document ('-' prints it)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) report: Option<PathBuf>,
    /// Say nothing but errors
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// `recover`.
#[derive(Debug, Args)]
pub(crate) struct Recover {
    /// Raw extracted texts
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,
    /// Folder for the Markdown files, NAME.md for NAME.txt; '-' prints instead
    #[arg(long, short, value_name = "DIR", default_value = ".", value_hint = ValueHint::DirPath)]
    pub(crate) out: PathBuf,
    /// Overwrite files that exist
    #[arg(long)]
    pub(crate) force: bool,
    /// Where to say what was not sure
    #[arg(long, value_enum, value_name = "WHERE", default_value = "screen")]
    pub(crate) doubts: Doubts,
    /// Language of the texts (BCP 47: es, pt-BR), where it should not be guessed
    #[arg(long, value_name = "TAG")]
    pub(crate) lang: Option<Language>,
    /// What is asked about words besides the texts
    #[command(flatten)]
    pub(crate) dictionaries: Dictionaries,
    /// Say nothing but errors
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// Where doubts are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Doubts {
    /// On the screen
    Screen,
    /// In the Markdown, as comments before the paragraph or note; `build` leaves them out
    Comments,
    /// In a file of their own, NAME.doubts
    List,
}

/// `new`.
#[derive(Debug, Args)]
pub(crate) struct New {
    /// Folder for the book; made if it is missing, must be empty if it is not
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) folder: PathBuf,
}

/// `dump`.
#[derive(Debug, Args)]
pub(crate) struct Dump {
    /// After which stage
    #[arg(long, value_enum, value_name = "STAGE")]
    pub(crate) after: Stage,
    /// A document or a book.toml
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) hints: Hints,
    /// Folder with more font families
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) fonts: Option<PathBuf>,
}

/// A stage of the work, by what stands after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Stage {
    /// The lines of the source, each with its page
    Source,
    /// The document, as Markdown, and what was left out of it
    Recover,
    /// The book that the documents make
    Book,
    /// The set lines of the text
    Lines,
    /// The pages, with all that is painted on them
    Pages,
}

/// `fonts`.
#[derive(Debug, Args)]
pub(crate) struct Fonts {
    /// Folder with more font families
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) fonts: Option<PathBuf>,
}

/// `presses`.
#[derive(Debug, Args)]
pub(crate) struct Presses {
    /// The press
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
}

/// What `--deny` can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Deny {
    /// Whatever wants a look, and every guess
    Warnings,
}

/// The readers that an EPUB is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Readers {
    /// All readers
    Generic,
    /// Kobo: notes of more than 5,000 characters are links
    Kobo,
    /// Kindle: the same, and the cover is no page
    Kindle,
    /// Apple Books: the book's own fonts are asked for
    Apple,
}

impl From<Readers> for Flavour {
    fn from(readers: Readers) -> Self {
        match readers {
            Readers::Generic => Self::Generic,
            Readers::Kobo => Self::Kobo,
            Readers::Kindle => Self::Kindle,
            Readers::Apple => Self::Apple,
        }
    }
}

/// A kind of edition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Format {
    /// EPUB 3.
    Epub,
    /// EPUB 3 with Kobo's own markup.
    Kepub,
    /// The reader's PDF.
    Pdf,
    /// The interior for the press.
    Print,
    /// The same on sheets that are folded.
    Imposed,
    /// The cover for the press.
    Cover,
    /// What shops are told of the EPUB.
    Onix,
}

impl Format {
    /// All there are.
    const ALL: [Self; 7] = [
        Self::Epub,
        Self::Kepub,
        Self::Pdf,
        Self::Print,
        Self::Imposed,
        Self::Cover,
        Self::Onix,
    ];

    /// Whether it has pages.
    pub(crate) fn has_pages(self) -> bool {
        match self {
            Self::Pdf | Self::Print | Self::Imposed | Self::Cover => true,
            Self::Epub | Self::Kepub | Self::Onix => false,
        }
    }

    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Epub => "epub",
            Self::Kepub => "kepub",
            Self::Pdf => "pdf",
            Self::Print => "print",
            Self::Imposed => "imposed",
            Self::Cover => "cover",
            Self::Onix => "onix",
        }
    }

    /// What stands behind the name of the book in the names of its files.
    pub(crate) fn ending(self) -> &'static str {
        match self {
            Self::Epub => ".epub",
            Self::Kepub => ".kepub.epub",
            Self::Pdf => ".pdf",
            Self::Print => "-print.pdf",
            Self::Imposed => "-imposed.pdf",
            Self::Cover => "-cover.pdf",
            Self::Onix => "-onix.xml",
        }
    }
}

/// Words of which something is seen: what nobody sees is no title, and no name.
fn seen(words: &str) -> Result<String, String> {
    if is_blank(words) {
        return Err("nothing of it is seen; leave the option out".to_owned());
    }
    Ok(words.to_owned())
}

/// A format by its name, or why it is none.
fn format(name: &str) -> Result<Format, String> {
    let name = name.trim();
    let known = Format::ALL.into_iter().find(|format| format.name() == name);
    known.ok_or_else(|| {
        let choice = Format::ALL.map(Format::name).join(", ");
        format!("there is no such format; choose from {choice}")
    })
}
