//! What a command may do with files, by its arguments.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use pliego::build::{SourceKind, select_documents};
use pliego::disk::{self, MadeFolders, PathKind, folder_of};
use pliego::project::decisions_path;

use crate::cli::args::{
    AuditArgs, BuildArgs, CheckArgs, Command, DeskArgs, DictionaryArgs, DocumentArgs,
    DumpArgs, EditionArgs, FontsArgs, InitArgs, NewArgs, PreflightArgs, RecoverArgs,
    ShardArgs, WordsArgs,
};
use crate::cli::cache_dir::find_cache_folder;
use crate::cli::fonts::list_font_files;
use crate::cli::jobs::{STDIN, find_project};
use crate::cli::manifest::read_manifest;
use crate::cli::recover::prints_texts;
use crate::cli::words::TABLE;

/// How the names of the files of a dictionary end.
#[cfg(feature = "hunspell")]
const DICTIONARY_ENDINGS: [&str; 2] = ["aff", "dic"];

/// What the program may do inside the sandbox. A missing path grants nothing.
#[derive(Debug, Default)]
pub(super) struct Access {
    /// Files that may be read, and folders with all that is in them.
    pub(super) read: BTreeSet<PathBuf>,
    /// Folders in which files may be read, made, written and removed; devices.
    pub(super) write: BTreeSet<PathBuf>,
    /// Folders in which empty folders may be removed: those that were made for this run.
    pub(super) remove_folders: BTreeSet<PathBuf>,
    /// Folders in which folders may be created, and nothing inside those. Creating one has
    /// failed before; the program tries again there, and reports the system's own error.
    pub(super) make_folders: BTreeSet<PathBuf>,
    /// It serves requests on a port that is already bound.
    pub(super) serves: bool,
    /// It runs on while its inputs are edited.
    pub(super) stays: bool,
    /// Folders that were made.
    pub(super) made: MadeFolders,
}

impl Access {
    /// What a command needs.
    pub(super) fn of(command: &Command) -> Self {
        let mut access = Self::default();
        match command {
            Command::Build(BuildArgs { out, watch, editions }) => {
                access.stays = *watch;
                access.take_editions(editions);
                if out != Path::new(STDIN) {
                    access.write_into(out);
                }
            }
            Command::Check(CheckArgs { editions }) => access.take_editions(editions),
            Command::Audit(AuditArgs { edition, source, hints, .. }) => {
                access.read_file(edition);
                access.read_inputs(source, None);
                access.take_hints(hints);
            }
            Command::Preflight(PreflightArgs { file, profile, reporting, .. }) => {
                access.read_file(file);
                access.read_files(profile.as_ref().map(Path::new));
                access.write_files(reporting.report.as_deref());
            }
            Command::Recover(arguments) => {
                let RecoverArgs { files, out, stdin_name, source, .. } = arguments;
                access.read_inputs(files, Some(stdin_name));
                access.read_files(source.password_file.as_deref());
                access.take_dictionaries(&arguments.dictionaries);
                if !prints_texts(arguments) {
                    access.write_into(out);
                }
            }
            Command::Desk { arguments, .. } => access.take_desk(arguments, true),
            Command::Preview(arguments) => access.take_desk(arguments, false),
            Command::Shard(ShardArgs {
                manifest, shard, out, words, metrics, ..
            }) => {
                access.read_library(manifest, |id| shard.has(id));
                access.read_files(words.as_deref());
                access.write_into(out);
                access.write_files(metrics.as_deref());
            }
            Command::Words(WordsArgs { paths, manifest, shard, merge, out, .. }) => {
                access.read_inputs(paths, None);
                if let Some(manifest) = manifest {
                    let is_wanted = |id: &str| shard.is_none_or(|shard| shard.has(id));
                    access.read_library(manifest, is_wanted);
                }
                for tables in merge {
                    access.read_folder(tables, &[TABLE]);
                }
                access.write_files(Some(out.as_path()));
            }
            Command::Init(InitArgs { folder }) => {
                access.read_shelf(folder);
                access.write.insert(folder.clone());
            }
            Command::New(NewArgs { folder }) => access.write_into(folder),
            Command::Dump(DumpArgs { file, hints, fonts, .. }) => {
                access.read_inputs(std::slice::from_ref(file), None);
                access.take_hints(hints);
                access.take_fonts(fonts.as_deref());
            }
            Command::Fonts(FontsArgs { fonts }) => access.take_fonts(fonts.as_deref()),
            Command::Explain { .. }
            | Command::Designs { .. }
            | Command::Covers { .. }
            | Command::Presses(_)
            | Command::Schema(_)
            | Command::Completions { .. }
            | Command::Manpage { .. } => {}
        }
        access
    }

    fn take_editions(&mut self, editions: &EditionArgs) {
        let EditionArgs { paths, hints, fonts, stdin_name, no_cache, reporting, .. } =
            editions;
        self.read_inputs(paths, Some(stdin_name));
        self.take_hints(hints);
        self.take_fonts(fonts.as_deref());
        self.take_cache(!no_cache);
        self.write_files(reporting.report.as_deref());
    }

    /// The desk and the preview show documents. They run on while files change. Where
    /// somebody `decides`, decisions are written.
    fn take_desk(&mut self, arguments: &DeskArgs, decides: bool) {
        let DeskArgs { path, fonts, hints, .. } = arguments;
        (self.stays, self.serves) = (true, true);
        self.read_inputs(std::slice::from_ref(path), None);
        if decides {
            self.write_decisions(arguments);
        }
        self.take_hints(hints);
        self.take_fonts(fonts.as_deref());
        self.take_cache(true);
    }

    /// Decisions are written beside the documents, wherever these are.
    fn write_decisions(&mut self, arguments: &DeskArgs) {
        let DeskArgs { path, hints, .. } = arguments;
        let allowed = hints.allow_path.iter();
        let folders = self.read.iter().chain(allowed).filter(|path| path.is_dir());
        self.write.extend(folders.cloned().collect::<Vec<_>>());
        if path.is_dir() && find_project(path).is_none() {
            let entries = disk::list_folder(path).unwrap_or_default();
            let has_books = entries.iter().any(|entry| find_project(entry).is_some());
            if !has_books && select_documents(&entries).is_empty() {
                // A folder of OCR pages: its decisions are beside it.
                self.write.insert(folder_of(path).to_owned());
            }
        }
    }

    fn take_hints(&mut self, hints: &DocumentArgs) {
        self.read.extend(hints.allow_path.iter().cloned());
        self.read_files(hints.source.password_file.as_deref());
        self.take_dictionaries(&hints.dictionaries);
    }

    fn take_dictionaries(&mut self, dictionaries: &DictionaryArgs) {
        self.read_files(dictionaries.words.as_deref());
        #[cfg(feature = "hunspell")]
        if let Some(folder) = &dictionaries.folder {
            self.read_folder(folder, &DICTIONARY_ENDINGS);
        }
    }

    /// Fonts are often links from a folder of the system to others.
    fn take_fonts(&mut self, folder: Option<&Path>) {
        let Some(folder) = folder else { return };
        self.read.insert(folder.to_owned());
        let whole = disk::canonical_path(folder);
        let files = list_font_files(folder).unwrap_or_default();
        let is_outside = |file: &PathBuf| !disk::canonical_path(file).starts_with(&whole);
        self.read.extend(files.into_iter().filter(is_outside));
    }

    fn take_cache(&mut self, is_wanted: bool) {
        if let Some(folder) = find_cache_folder().filter(|_| is_wanted) {
            self.write_into(folder);
        }
    }

    /// Documents, books and folders of both, as the command line names them.
    fn read_inputs(&mut self, paths: &[PathBuf], stdin_name: Option<&Path>) {
        for path in paths {
            let is_stdin = path == Path::new(STDIN);
            let path = stdin_name.filter(|_| is_stdin).unwrap_or(path);
            match disk::path_kind(path) {
                Ok(PathKind::Folder) => self.read_shelf(path),
                _ => self.read_document(path),
            }
        }
    }

    /// A document or a `book.toml`. All but raw texts may name files of their folder.
    fn read_document(&mut self, path: &Path) {
        self.read_file(path);
        self.read_file(&decisions_path(path));
        if !SourceKind::of(path).is_some_and(SourceKind::is_raw) {
            self.read.insert(folder_of(path).to_owned());
        }
    }

    /// A folder of documents and books, and the documents and books that links in it lead to.
    fn read_shelf(&mut self, folder: &Path) {
        self.read.insert(folder.to_owned());
        // A folder of pages that an OCR program wrote is one document.
        self.read.insert(decisions_path(folder));
        let entries = disk::list_folder(folder).unwrap_or_default();
        for path in entries.into_iter().chain([folder.to_owned()]) {
            let project = find_project(&path);
            let is_input = project.is_some() || SourceKind::of(&path).is_some();
            let links = [is_input.then_some(path), project].into_iter().flatten();
            self.read.extend(links.filter(|path| path.is_symlink()));
        }
    }

    /// The documents of a manifest. There may be millions: all in its folder are allowed
    /// together.
    fn read_library(&mut self, manifest: &Path, is_wanted: impl Fn(&str) -> bool) {
        self.read_file(manifest);
        let folder = folder_of(manifest);
        self.read.insert(folder.to_owned());
        let whole = disk::canonical_path(folder);
        // It is read again, and what is wrong with it reported, when the program is shut in.
        for entry in read_manifest(manifest).unwrap_or_default() {
            let path = folder.join(&entry.path);
            if is_wanted(&entry.id) && !disk::canonical_path(&path).starts_with(&whole) {
                self.read_document(&path);
            }
        }
    }

    /// A folder, and the files with these endings that links in it lead to.
    fn read_folder(&mut self, folder: &Path, endings: &[&str]) {
        self.read_file(folder);
        let is_wanted = |path: &PathBuf| {
            let ending = path.extension().unwrap_or_default();
            endings.iter().any(|wanted| ending == *wanted) && path.is_symlink()
        };
        let entries = disk::list_folder(folder).unwrap_or_default();
        self.read.extend(entries.into_iter().filter(is_wanted));
    }

    fn read_files<'a>(&mut self, paths: impl IntoIterator<Item = &'a Path>) {
        for path in paths {
            self.read_file(path);
        }
    }

    /// A file. An editor that saves may replace it, and the right to the old file does not
    /// cover the new one; a right to the folder does.
    fn read_file(&mut self, path: &Path) {
        self.read.insert(path.to_owned());
        if self.stays {
            self.read.insert(folder_of(path).to_owned());
        }
    }

    /// Files that are made in their folders, unless they are devices or the standard output.
    fn write_files<'a>(&mut self, paths: impl IntoIterator<Item = &'a Path>) {
        for path in paths.into_iter().filter(|path| *path != Path::new(STDIN)) {
            if disk::is_device(path) {
                self.write.insert(path.to_owned());
            } else {
                self.write_into(folder_of(path));
            }
        }
    }

    /// A folder that files are created in. A missing one is made first: rights can be granted
    /// only for a folder that exists, and rights over its parent would cover everything there.
    fn write_into(&mut self, folder: &Path) {
        if let Ok(outside) = self.made.make(folder) {
            self.remove_folders.extend(outside);
        } else {
            let there = folder.ancestors().find(|step| step.is_dir());
            self.make_folders.extend(there.map(Path::to_owned));
        }
        self.write.insert(folder.to_owned());
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::disallowed_methods, reason = "a test prepares the files it needs")]

    use std::fmt::Write;
    use std::fs;
    use std::os::unix::fs::symlink;

    use clap::Parser;

    use super::*;
    use crate::cli::args::Arguments;

    /// Commands and what they may do; `@` is the folder that all is in, and the user's cache
    /// is left out.
    const COMMANDS: &str = "\
pliego explain b-022
pliego recover @/scan.txt --out -
  read @/scan.decisions.toml
  read @/scan.txt
pliego recover @/scan.txt --out @/shelf
  read @/scan.decisions.toml
  read @/scan.txt
  write @/shelf
pliego build @/letter.md --no-cache --out @/new/editions --report @/shelf/report.json
  read @
  read @/letter.decisions.toml
  read @/letter.md
  write @/new/editions
  write @/shelf
  remove folders in @
pliego build @/scan.txt --no-cache --watch --out -
  read @
  read @/scan.decisions.toml
  read @/scan.txt
pliego check @/shelf --no-cache --allow-path @/house --fonts @/fonts --report /dev/stdout
  read @/fonts
  read @/fonts/linked.ttf
  read @/house
  read @/shelf
  read @/shelf/book
  read @/shelf/far.md
  read @/shelf.decisions.toml
  write /dev/stdout
pliego audit @/letter.pdf --source @/house/book.toml --words @/words.tsv
  read @/house
  read @/house/book.decisions.toml
  read @/house/book.toml
  read @/letter.pdf
  read @/words.tsv
pliego shard --manifest @/shelf/library.csv --shard 1/1 --out @/shards
  read @/shelf
  read @/shelf/../scan.decisions.toml
  read @/shelf/../scan.txt
  read @/shelf/far.decisions.toml
  read @/shelf/far.md
  read @/shelf/library.csv
  write @/shards
  remove folders in @
pliego words --merge @/shelf @/words.tsv --out @/sum.tsv
  read @/shelf
  read @/words.tsv
  write @
pliego new @/mine
  write @/mine
  remove folders in @
pliego new @/scan.txt/mine
  write @/scan.txt/mine
  make folders in @
pliego init @/missing
  read @/missing
  read @/missing.decisions.toml
  write @/missing
pliego desk @/shelf --no-open --allow-path @/house --words @/words.tsv
  read @
  read @/house
  read @/shelf
  read @/shelf/book
  read @/shelf/far.md
  read @/shelf.decisions.toml
  read @/words.tsv
  write @/house
  write @/shelf
  write @/shelf/book
pliego preview @/house/book.toml --no-open
  read @/house
  read @/house/book.decisions.toml
  read @/house/book.toml
";

    #[test]
    fn commands_have_the_rights_they_need() {
        let stage = tempfile::tempdir().unwrap();
        let at = |path: &str| stage.path().join(path);
        for folder in ["shelf", "house", "fonts"] {
            fs::create_dir(at(folder)).unwrap();
        }
        for file in ["scan.txt", "letter.md", "house/book.toml", "one.ttf", "words.tsv"] {
            fs::write(at(file), "").unwrap();
        }
        fs::write(at("shelf/library.csv"), "id,path\na,../scan.txt\nb,far.md\n").unwrap();
        symlink("../letter.md", at("shelf/far.md")).unwrap();
        symlink("../house", at("shelf/book")).unwrap();
        symlink("../fonts", at("shelf/no-book")).unwrap();
        symlink("../one.ttf", at("fonts/linked.ttf")).unwrap();
        let root = stage.path().to_str().unwrap();
        let mut told = String::new();
        for line in COMMANDS.lines().filter(|line| line.starts_with("pliego")) {
            let words = line.split(' ').map(|word| word.replace('@', root));
            let arguments = Arguments::try_parse_from(words).unwrap();
            let access = Access::of(&arguments.command);
            let _ = writeln!(told, "{line}");
            for (right, paths) in [
                ("read", &access.read),
                ("write", &access.write),
                ("remove folders in", &access.remove_folders),
                ("make folders in", &access.make_folders),
            ] {
                let cache = find_cache_folder().unwrap_or(Path::new("-"));
                let paths = paths.iter().filter(|path| !cache.starts_with(path));
                for path in paths {
                    let path = path.to_str().unwrap().replace(root, "@");
                    let _ = writeln!(told, "  {right} {path}");
                }
            }
        }
        assert_eq!(told, COMMANDS);
    }
}
