//! The arguments of the command line. Help, manual pages and completions come from these
//! definitions.
//!
//! This file is long because the whole command line is in one place, as its users see it.

use std::path::PathBuf;

use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;
use pliego::display::is_blank;
use pliego::parse_trim;
use pliego::{EpubFlavour, Format, Language, PressInk, Size};

use super::desk::DeskPlace;
use super::schema_args::SchemaArguments;
use super::shard::ShardNumber;
use super::source_args::{LimitArgs, SourceArgs};

/// The whole command line.
#[derive(Debug, Parser)]
#[command(
    name = "pliego",
    version,
    about = "Turns texts extracted from PDFs, and Markdown, into books: EPUB 3 and typeset PDF",
    long_about = "Turns texts into books.\n\n\
        A PDF, text that was extracted from one, Markdown, or a file of Word and its like \
        becomes an accessible EPUB 3 with linked notes and a typeset, tagged PDF. A pliego is \
        the printed sheet that is folded into the pages of a book.",
    after_help = "Begin with:  pliego build FOLDER        (editions of everything in it)\n\
        Or, by steps: pliego recover text.pdf    (then read and correct text.md)\n\
        \x20             pliego build text.md",
    after_long_help = "Examples:\n  \
        pliego build texts                 editions of every document in 'texts'\n  \
        pliego build book.toml             one book, described by its publisher\n  \
        pliego recover text.txt            clean Markdown, to be read and mended\n  \
        pliego check --deny warnings .     does everything build without doubts?\n\n\
        Exit status:\n  \
        0  success\n  \
        1  there are findings that --deny names, and no edition was written;\n  \
        \x20  audit: there are differences; preflight: there are errors\n  \
        2  failure; a message says why",
    arg_required_else_help = true,
    max_term_width = 90
)]
pub(crate) struct Arguments {
    /// When to colour the output
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColorChoice,
    /// How many books and pages are worked on side by side; without it, as many as there are
    /// cores
    #[arg(
        long,
        short,
        global = true,
        value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..)
    )]
    pub(crate) jobs: Option<u16>,
    /// Do not give up, on Linux, the rights that a command does not need
    #[arg(long, global = true)]
    pub(crate) no_sandbox: bool,
    /// The command.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// When to colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorChoice {
    /// On a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Make editions of documents and books
    #[command(
        long_about = "Makes editions of documents and books.\n\n\
            A PATH is a document (.pdf; .txt: raw extracted text; .md: Markdown; .docx, .odt, \
            .html, .epub; .json of pandoc; .hocr or .xml of an OCR program), a book.toml, or a \
            folder. A folder with a book.toml is one book, and so is a folder of OCR pages. In \
            any other folder, every document is a book, except README files and JSON and XML \
            files, and so is every folder with a book.toml. Of documents with the same name, \
            only one is built: Markdown before texts, texts before PDFs.\n\n\
            All files of a run get their names at the end, together or not at all. A \
            book that cannot be built is reported, and does not stop the others.",
        after_long_help = "Examples:\n  \
            pliego build                        this folder, into 'editions'\n  \
            pliego build letters --out books    every document of 'letters'\n  \
            pliego build a.txt --lang es --author 'Ana Pérez'\n  \
            pliego build book.toml --formats pdf --cover\n  \
            pliego build book.toml --formats print,cover\n  \
            pliego build --deny warnings --report report.json texts\n  \
            pliego build --watch book.toml      again after every change\n\n\
            SOURCE_DATE_EPOCH sets the date of the editions. The same input always gives \
            the same bytes."
    )]
    Build(BuildArgs),
    /// Turn PDFs, raw extracted text and other files into clean Markdown, to read and correct
    #[command(
        long_about = "Turns PDFs, raw extracted text, and files of other programs into clean \
            Markdown with footnotes. Read it, correct it, and build from it.\n\n\
            From a PDF or a raw text, running heads and page numbers are removed, notes are \
            linked to their marks, and lines and divided words are joined. Every guess is \
            reported with its place in the source. Existing files are overwritten only with \
            --force.",
        after_long_help = "Examples:\n  \
            pliego recover text.pdf             writes text.md into this folder\n  \
            pliego recover texts/*.txt --out clean\n  \
            pliego recover text.txt --out -     prints it"
    )]
    Recover(RecoverArgs),
    /// Settle the doubts about raw texts in a browser, with source and edition side by side
    #[command(
        long_about = "Opens the proof desk in a browser: the source with what each line was \
            taken for, the edition, and the doubts, least sure first. What a person decides \
            is kept in NAME.decisions.toml beside NAME.txt, and obeyed by recover, build, \
            check and audit.\n\n\
            The desk is served to this machine alone, at an address that nobody else knows. \
            It ends with the program (Ctrl-C).",
        after_long_help = "Examples:\n  \
            pliego desk letters.txt\n  \
            pliego desk book.toml\n  \
            pliego desk texts                 a shelf of documents and books\n  \
            pliego desk letters.txt --line 41 at this line"
    )]
    Desk {
        #[command(flatten)]
        arguments: DeskArgs,
        #[command(flatten)]
        place: DeskPlace,
    },
    /// Show the editions in a browser, and again after every change of their files
    #[command(
        long_about = "Shows the book in a browser: as the EPUB shows it, and as typeset \
            pages. It is made again after every change of a file that it is made from, and \
            nothing is written.\n\n\
            The preview is served to this machine alone, at an address that nobody else \
            knows. It ends with the program (Ctrl-C).",
        after_long_help = "Examples:\n  \
            pliego preview book.toml\n  \
            pliego preview letters.txt"
    )]
    Preview(DeskArgs),
    /// Do everything that build does, except writing editions
    #[command(
        long_about = "Does everything that build does, except writing editions: reads, \
            recovers, typesets, and reports what to review.",
        after_long_help = "Example:\n  \
            pliego check --deny warnings --report report.json texts"
    )]
    Check(CheckArgs),
    /// Compare a written edition with its sources, character by character
    #[command(
        long_about = "Reads a written edition again, with other code than wrote it, and \
            accounts for every character and note of its sources. Whatever is lost, \
            added, changed or moved is reported with its place in both. What an edition \
            adds by itself (title page, contents, headings over notes, running heads) \
            has to follow from the sources, too.\n\n\
            One line sums up what recovery removed (running heads, page numbers, hyphens \
            at line ends).\n\n\
            A source that is a PDF is read a second time, with other code than it was \
            first read with: both have to find the same letters on each page.\n\n\
            A PDF for the press has no reading order: it is compared with the PDF for \
            readers, page by page.",
        after_long_help = "Examples:\n  \
            pliego audit editions/text.pdf --source text.txt\n  \
            pliego audit editions/book.epub --source book.toml\n  \
            pliego audit editions/book-print.pdf --source editions/book.pdf\n\n\
            Exit status: 0 complete; 1 there are differences; 2 a file cannot be read."
    )]
    Audit(AuditArgs),
    /// Check a PDF for the press
    #[command(
        long_about = "Reads any PDF, and reports what makes it unfit for a press: boxes, fonts, \
            colours, ink, images, transparency, features for screens only, and the margins \
            that the printed content really leaves.\n\n\
            The PDF is checked against the standard that it claims to follow (PDF/X-1a, \
            PDF/X-3, PDF/X-4), and with --profile against the requirements of a press. A \
            file of one page is a cover then. Only the press itself can accept a file.",
        after_long_help = "Examples:\n  \
            pliego preflight book-print.pdf\n  \
            pliego preflight book-print.pdf --profile kdp-paperback --paper cream\n  \
            pliego preflight book-cover.pdf --profile kdp-paperback --paper cream --pages 312\n\n\
            Exit status: 0 there are no errors; 1 there are errors; 2 the file cannot be read."
    )]
    Preflight(PreflightArgs),
    /// Create a new book: book.toml, two chapters, a README
    #[command(
        after_long_help = "Example:\n  pliego new 'my book' && pliego build 'my book'"
    )]
    New(NewArgs),
    /// Write a book.toml for a folder that has texts
    #[command(
        long_about = "Writes a book.toml for a folder of texts: its documents in natural \
            order as the chapters, the name of the folder as the title, the language that \
            the texts are in. Nothing that exists is overwritten.",
        after_long_help = "Example:\n  pliego init letters && pliego build letters"
    )]
    Init(InitArgs),
    /// Explain a finding, or list all of them
    #[command(after_long_help = "Examples:\n  \
            pliego explain b-022\n  \
            pliego explain")]
    Explain {
        /// The code of the finding
        #[arg(value_name = "CODE")]
        code: Option<String>,
    },
    /// List the designs, or print the file of one
    #[command(after_long_help = "Examples:\n  \
            pliego designs\n  \
            pliego designs modern > mine.toml")]
    Designs {
        /// The design
        #[arg(value_name = "NAME")]
        name: Option<String>,
    },
    /// List the cover templates, or print the file of one
    #[command(after_long_help = "Examples:\n  \
            pliego covers\n  \
            pliego covers waves")]
    Covers {
        /// The template
        #[arg(value_name = "NAME")]
        name: Option<String>,
    },
    /// Make a part of a library, which many machines make together
    #[command(
        long_about = "Makes a part of a library: the documents of a manifest whose ids fall \
            to this shard. It writes an archive of the editions (.tar), a line of JSON for \
            every document (.jsonl), and at last a .done with the digests of both. A shard \
            that is done is not made again; one that was killed is made from the start; two \
            runs of one shard take turns.\n\n\
            A manifest is CSV, or a JSON object in each line, with 'id' and 'path' and what \
            is known of 'title', 'authors', 'language', 'date', 'rights', 'design' and \
            'sha256'. A document that cannot be built is a line, too: 'rejected' for good, \
            or 'failed' and worth another try.",
        after_long_help = "Example:\n  \
            pliego shard --manifest library.csv --shard 3/100 --out shards --lean"
    )]
    Shard(ShardArgs),
    /// Count the words of a library, for --words
    #[command(
        long_about = "Counts the words of a library: in how many documents each is, and how \
            often. With --words, recovery asks the table about hyphens, broken words and \
            misread ones that neither the text nor its book decides.\n\n\
            The words are those of documents and folders, as build takes them; or of the \
            documents of a manifest that fall to a shard; or the sums of tables that were \
            counted before. Merged shards give the same table as one count of all documents, \
            in whatever order. A document that cannot be read is reported, and not counted.",
        after_long_help = "Examples:\n  \
            pliego words letters/*.txt --out words.tsv\n  \
            pliego words --manifest library.csv --shard 3/100 --out words-3.tsv\n  \
            pliego words --merge words-*.tsv --out words.tsv\n  \
            pliego recover text.txt --words words.tsv"
    )]
    Words(WordsArgs),
    /// Print the value between two stages as text
    #[command(
        long_about = "Prints the value between two stages as text: to see where something went \
            wrong. The tests compare the same text.",
        after_long_help = "Example:\n  pliego dump --after recover text.txt"
    )]
    Dump(DumpArgs),
    /// List the font families that books can be set in
    Fonts(FontsArgs),
    /// List the presses whose rules pliego knows, or print the rules of one
    #[command(
        long_about = "Lists the presses whose rules books can follow: [print] profile = \
            \"NAME\" in a book.toml.\n\n\
            With a NAME, prints the file with all requirements of the press, each number \
            with its source and the date on which it was last checked. A changed copy of \
            it is a profile of your own: profile = \"mine.toml\".",
        after_long_help = "Examples:\n  \
            pliego presses\n  \
            pliego presses kdp-paperback > mine.toml"
    )]
    Presses(PressesArgs),
    /// Print the JSON Schema of a file: a book.toml, a design, decisions, the report
    #[command(
        long_about = "Prints the JSON Schema (draft 7) of a book.toml, of a design file, of a \
            file of decisions, or of the report that --report writes. Editors complete and check the keys of a TOML file by it, with taplo or Even \
            Better TOML: the first line of the file names it, #:schema ./book.schema.json. \
            'pliego new' writes both.\n\n\
            With --markdown, prints the same as a reference: every key with its values, its \
            default, and what it is.",
        after_long_help = "Examples:\n  \
            pliego schema > book.schema.json\n  \
            pliego schema design > design.schema.json\n  \
            pliego schema report > report.schema.json\n  \
            pliego schema --markdown"
    )]
    Schema(SchemaArguments),
    /// Print a completion script for a shell
    #[command(after_long_help = "Example:\n  \
            pliego completions bash > ~/.local/share/bash-completion/completions/pliego")]
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Print the manual page (roff) of the program or of one command
    #[command(
        after_long_help = "Example:\n  pliego manpage build > pliego-build.1 && man ./pliego-build.1"
    )]
    Manpage {
        /// The command; without it, the whole program.
        command: Option<String>,
    },
}

/// `build`.
#[derive(Debug, Args)]
pub(crate) struct BuildArgs {
    /// Folder for the editions; created if it is missing. '-' prints the one edition of one
    /// book
    #[arg(
        long,
        short,
        value_name = "DIR",
        default_value = "editions",
        value_hint = ValueHint::DirPath
    )]
    pub(crate) out: PathBuf,
    /// Build again whenever a file changes that the editions are made from, until Ctrl-C
    #[arg(long)]
    pub(crate) watch: bool,
    #[command(flatten)]
    pub(crate) editions: EditionArgs,
}

/// `check`.
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) editions: EditionArgs,
}

/// `audit`.
#[derive(Debug, Args)]
pub(crate) struct AuditArgs {
    /// The edition (.epub or .pdf)
    #[arg(value_name = "EDITION", value_hint = ValueHint::FilePath)]
    pub(crate) edition: PathBuf,
    /// Its sources: a book.toml, or documents in their order; for a PDF for the press, the
    /// PDF for readers
    #[arg(long, value_name = "FILE", num_args = 1.., required = true, value_hint = ValueHint::FilePath)]
    pub(crate) source: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) hints: DocumentArgs,
    /// Print nothing but errors
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// `preflight`.
#[derive(Debug, Args)]
pub(crate) struct PreflightArgs {
    /// The PDF
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// The requirements of the press: a profile of pliego's, or a file of your own (.toml)
    #[arg(long, value_name = "NAME")]
    pub(crate) profile: Option<String>,
    /// The paper of the interior, by its name in the profile
    #[arg(long, value_name = "NAME", requires = "profile")]
    pub(crate) paper: Option<String>,
    /// The ink of the interior
    #[arg(long, value_enum, value_name = "INK", default_value = "black")]
    pub(crate) ink: InkChoice,
    /// The size of the trimmed pages: 6x9in, a5
    #[arg(long, value_name = "SIZE", value_parser = parse_trim)]
    pub(crate) trim: Option<Size>,
    /// The file is a cover
    #[arg(long)]
    pub(crate) cover: bool,
    /// The number of pages of the book that the cover is for
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..10_000))]
    pub(crate) pages: Option<u32>,
    /// Treat every warning as an error
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) deny: Option<Deny>,
    #[command(flatten)]
    pub(crate) reporting: ReportArgs,
}

/// The form of findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FindingFormat {
    /// For people, on the error stream
    Human,
    /// One JSON array, on the standard output
    Json,
    /// Annotations of GitHub's workflows, on the standard output
    Github,
    /// SARIF 2.1.0, on the standard output
    Sarif,
}

/// How many findings are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FindingAmount {
    /// Three of a kind in each file
    Some,
    /// All
    All,
    /// The number of each kind
    Counts,
    /// None
    None,
}

/// The ink of the interior.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum InkChoice {
    /// Black alone
    Black,
    /// Four inks
    Colour,
}

impl From<InkChoice> for PressInk {
    fn from(inks: InkChoice) -> Self {
        match inks {
            InkChoice::Black => Self::Black,
            InkChoice::Colour => Self::Colour,
        }
    }
}

/// The common arguments of `build` and `check`.
#[derive(Debug, Args)]
pub(crate) struct EditionArgs {
    /// Documents, book.toml files or folders; '-' reads a document from the standard input
    #[arg(value_name = "PATH", default_value = ".", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,
    /// Formats, separated by commas: epub, kepub (with Kobo's own markup), pdf, print (the
    /// interior for a press), imposed (the interior on sheets to fold), cover (the cover for
    /// a press), onix (the message to shops about the EPUB) [default: epub,pdf]
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = parse_format)]
    pub(crate) formats: Vec<Format>,
    /// Only this edition of a book that has several by name; repeat it for more
    #[arg(long = "edition", value_name = "NAME")]
    pub(crate) editions: Vec<String>,
    /// The readers that the EPUB is made for
    #[arg(long, value_enum, value_name = "READERS", default_value = "generic")]
    pub(crate) epub_flavour: ReaderChoice,
    #[command(flatten)]
    pub(crate) hints: DocumentArgs,
    /// Folder with more font families (.ttf, .otf) that books may name
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) fonts: Option<PathBuf>,
    /// Put the cover before the first page of the PDF
    #[arg(long)]
    pub(crate) cover: bool,
    /// Findings that are errors: exit with 1, and write no edition. Codes (b-022), or
    /// 'warnings' for every warning and guess
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub(crate) deny: Vec<String>,
    /// Findings that are not reported, by their codes
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    pub(crate) allow: Vec<String>,
    /// The name of the document that is read from the standard input, where PATH is '-': its
    /// ending says what it is (.md, .txt, .pdf)
    #[arg(long, value_name = "NAME", default_value = "stdin.txt")]
    pub(crate) stdin_name: PathBuf,
    /// The form of the findings
    #[arg(long, value_enum, value_name = "FORM", default_value = "human")]
    pub(crate) format: FindingFormat,
    /// How many of the findings are shown
    #[arg(long, value_enum, value_name = "HOW", default_value = "some")]
    pub(crate) findings: FindingAmount,
    /// Neither read nor write the cache folder: the editions are the same, and take longer
    #[arg(long)]
    pub(crate) no_cache: bool,
    #[command(flatten)]
    pub(crate) reporting: ReportArgs,
}

/// What is known of documents without a `book.toml`.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct DocumentArgs {
    /// Title, for a document without a book.toml
    #[arg(long, value_name = "TEXT", value_parser = parse_visible)]
    pub(crate) title: Option<String>,
    /// Author, for documents without a book.toml; repeat it for several
    #[arg(long = "author", value_name = "NAME", value_parser = parse_visible)]
    pub(crate) authors: Vec<String>,
    /// Language (BCP 47: es, pt-BR), for documents without a book.toml
    #[arg(long, value_name = "TAG")]
    pub(crate) lang: Option<Language>,
    /// Source.
    #[command(flatten)]
    pub(crate) source: SourceArgs,
    /// Dictionaries.
    #[command(flatten)]
    pub(crate) dictionaries: DictionaryArgs,
    /// Folder beside that of the book from which it may use files too: chapters, pictures,
    /// covers, designs. May be given several times
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) allow_path: Vec<PathBuf>,
}

/// Words and dictionaries that recovery asks about words.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct DictionaryArgs {
    /// Folder of Hunspell dictionaries (es.aff, es.dic) that recovery asks about words
    #[cfg(feature = "hunspell")]
    #[arg(long = "dictionaries", value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) folder: Option<PathBuf>,
    /// Table of the words of a library, made by 'pliego words', that recovery asks about words
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) words: Option<PathBuf>,
}

/// How much is reported, and where.
#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// Write all editions and findings as one JSON document ('-' prints it)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) report: Option<PathBuf>,
    /// Print nothing but errors
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// `desk` and `preview`.
#[derive(Debug, Args)]
pub(crate) struct DeskArgs {
    /// A document, a book.toml, or a folder of documents and books
    #[arg(value_name = "PATH", default_value = ".", value_hint = ValueHint::AnyPath)]
    pub(crate) path: PathBuf,
    /// Port of 127.0.0.1; 0 is any that is free
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) port: u16,
    /// Print the address, and open no browser
    #[arg(long)]
    pub(crate) no_open: bool,
    /// Folder of fonts that designs may name, besides the built-in ones
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) fonts: Option<PathBuf>,
    /// Hints.
    #[command(flatten)]
    pub(crate) hints: DocumentArgs,
}

/// `recover`.
#[derive(Debug, Args)]
pub(crate) struct RecoverArgs {
    /// PDFs, raw extracted texts, files of OCR programs (.hocr, .xml) or of others (.docx,
    /// .odt, .html, .epub, .json of pandoc); '-' reads one from the standard input and prints
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,
    /// Folder for the files, NAME.md for NAME.txt or NAME.pdf; '-' prints instead
    #[arg(long, short, value_name = "DIR", default_value = ".", value_hint = ValueHint::DirPath)]
    pub(crate) out: PathBuf,
    /// The name of the document that is read from the standard input: its ending says what
    /// it is
    #[arg(long, value_name = "NAME", default_value = "stdin.txt")]
    pub(crate) stdin_name: PathBuf,
    /// Format of the files
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "markdown")]
    pub(crate) to: RecoveredFormat,
    /// Overwrite files that exist
    #[arg(long)]
    pub(crate) force: bool,
    /// Where to report doubts
    #[arg(long, value_enum, value_name = "WHERE", default_value = "screen")]
    pub(crate) doubts: DoubtTarget,
    /// Language of the texts (BCP 47: es, pt-BR); guessed where it is missing
    #[arg(long, value_name = "TAG")]
    pub(crate) lang: Option<Language>,
    /// Source.
    #[command(flatten)]
    pub(crate) source: SourceArgs,
    /// Dictionaries.
    #[command(flatten)]
    pub(crate) dictionaries: DictionaryArgs,
    /// Print nothing but errors
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// The format of a recovered text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RecoveredFormat {
    /// Markdown, NAME.md, to correct and build
    Markdown,
    /// The document as pandoc reads it, NAME.json
    PandocJson,
}

/// Where doubts are reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DoubtTarget {
    /// On the screen
    Screen,
    /// In the Markdown, as comments before the paragraph or note; `build` ignores them
    Comments,
    /// In a file of their own, NAME.doubts
    List,
}

/// `new`.
#[derive(Debug, Args)]
pub(crate) struct NewArgs {
    /// Folder for the book; created if it is missing, else it must be empty
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) folder: PathBuf,
}

/// `init`.
#[derive(Debug, Args)]
pub(crate) struct InitArgs {
    /// The folder with the texts
    #[arg(value_name = "DIR", default_value = ".", value_hint = ValueHint::DirPath)]
    pub(crate) folder: PathBuf,
}

/// `shard`.
#[derive(Debug, Args)]
pub(crate) struct ShardArgs {
    /// The documents of the library (.csv, or JSON lines)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) manifest: PathBuf,
    /// Which part, of how many: 3/100
    #[arg(long, value_name = "I/N")]
    pub(crate) shard: ShardNumber,
    /// Folder for the shards; created if it is missing
    #[arg(long, short, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) out: PathBuf,
    /// Formats, separated by commas, as for build
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        default_value = "epub",
        value_parser = parse_format
    )]
    pub(crate) formats: Vec<Format>,
    /// Small EPUBs: no cover picture, and the fonts of the reading system
    #[arg(long)]
    pub(crate) lean: bool,
    /// Table of the words of the library, made by 'pliego words', that recovery asks about
    /// words
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) words: Option<PathBuf>,
    /// Limits.
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// Write the sums of the shard as Prometheus reads them
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) metrics: Option<PathBuf>,
    /// Print nothing but errors
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// `words`.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("what").required(true).args(["paths", "manifest", "merge"]))]
pub(crate) struct WordsArgs {
    /// Documents, book.toml files or folders
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,
    /// The documents of the library (.csv, or JSON lines)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) manifest: Option<PathBuf>,
    /// Which part of the manifest, of how many: 3/100. Its table has every word, to be merged
    #[arg(long, value_name = "I/N", requires = "manifest", conflicts_with_all = ["paths", "merge"])]
    pub(crate) shard: Option<ShardNumber>,
    /// Tables to be merged, or folders of them (.tsv); they have to have every word
    #[arg(long, value_name = "PATH", num_args = 1.., value_hint = ValueHint::AnyPath)]
    pub(crate) merge: Vec<PathBuf>,
    /// Language of the documents that are named (BCP 47: es, pt-BR); guessed where it is missing
    #[arg(long, value_name = "TAG", conflicts_with_all = ["manifest", "merge"])]
    pub(crate) lang: Option<Language>,
    /// File for the table
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) out: PathBuf,
    /// The fewest documents of a word that goes into the table; 1 keeps every word, so that
    /// the table can be merged. Without it: 1 for a shard, else 2 and one more for every
    /// 50,000 documents
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) least: Option<u64>,
    /// Print nothing but errors
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// `dump`.
#[derive(Debug, Args)]
pub(crate) struct DumpArgs {
    /// The stage before the value
    #[arg(long, value_enum, value_name = "STAGE")]
    pub(crate) after: DumpStage,
    /// A document or a book.toml
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) hints: DocumentArgs,
    /// Folder with more font families
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) fonts: Option<PathBuf>,
}

/// A stage of the pipeline, and the value after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DumpStage {
    /// The lines of the source, each with its page
    Source,
    /// The document as Markdown, and what was left out of it
    Recover,
    /// The assembled book
    Book,
    /// The typeset lines of the text
    Lines,
    /// The pages, with everything that is painted on them
    Pages,
}

/// `fonts`.
#[derive(Debug, Args)]
pub(crate) struct FontsArgs {
    /// Folder with more font families
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) fonts: Option<PathBuf>,
}

/// `presses`.
#[derive(Debug, Args)]
pub(crate) struct PressesArgs {
    /// The press
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
}

/// What `--deny` can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Deny {
    /// Warnings, and every guess
    Warnings,
}

/// The reading systems that an EPUB is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReaderChoice {
    /// All readers
    Generic,
    /// Kobo: notes of more than 5,000 characters are links
    Kobo,
    /// Kindle: as Kobo, and the cover is not a page
    Kindle,
    /// Apple Books: the book asks for its own fonts
    Apple,
}

impl From<ReaderChoice> for EpubFlavour {
    fn from(readers: ReaderChoice) -> Self {
        match readers {
            ReaderChoice::Generic => Self::Generic,
            ReaderChoice::Kobo => Self::Kobo,
            ReaderChoice::Kindle => Self::Kindle,
            ReaderChoice::Apple => Self::Apple,
        }
    }
}

/// A title or a name, which has to have visible characters.
fn parse_visible(words: &str) -> Result<String, String> {
    if is_blank(words) {
        return Err("it has no visible characters; leave the option out".to_owned());
    }
    Ok(words.to_owned())
}

/// The format of a name.
fn parse_format(name: &str) -> Result<Format, String> {
    let name = name.trim();
    let known = Format::ALL.into_iter().find(|format| format.name() == name);
    known.ok_or_else(|| {
        let choice = Format::ALL.map(Format::name).join(", ");
        format!("there is no such format; choose from {choice}")
    })
}
