//! Mutants of editions: one change of one kind, and whether an audit finds it.
//!
//! [`EXPECTED`] has a line for every kind of change that a reader could notice: how many
//! mutants of an EPUB and of a PDF were made, and how many of them were found. The usual run
//! makes a few of each. `PLIEGO_EDITION_MUTANTS=100 cargo test --test it audit::mutants` makes a
//! hundred of each from forty books and more, those of `../shared` among them, and prints
//! their table (with `--nocapture`). `PLIEGO_EDITION_MUTANTS_MISSED=1` prints those that were missed,
//! and what was falsely found, and keeps the files.
//!
//! An edition that was only packed anew is no mutant: its audit has to find nothing.

#![expect(clippy::print_stderr, reason = "what was missed is said")]

mod books;
mod epub;
mod pdf;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use pliego::AuditedEdition;
use pliego::build::ReadSources;

use books::{Packed, Specimen};

/// The table of the usual run, beside this file.
const EXPECTED: &str = "usual.md";

/// How many mutants of each kind and format the usual run makes.
const USUAL: usize = 6;

/// How many mutants a book may be asked for before the next is taken: a book without tables
/// has no cells to change.
const TRIALS_OF_A_BOOK: usize = 3;

/// Numbers that look random and are the same in every run (`SplitMix64`: Steele, Lea & Flood
/// 2014, figure 17).
pub(crate) struct Dice(u64);

impl Dice {
    /// Dice for something with a name.
    pub(crate) fn new(name: &str, number: usize) -> Self {
        let bytes = name.bytes().chain(number.to_le_bytes());
        Self(bytes.fold(0xCBF2_9CE4_8422_2325, |seed, byte| {
            (seed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        }))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A number below another, which is not zero.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).unwrap()
    }

    /// One of some things; nothing of nothing.
    pub(crate) fn pick<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        (!all.is_empty()).then(|| &all[self.below(all.len())])
    }

    /// Puts things into another order.
    pub(crate) fn shuffle<T>(&mut self, all: &mut [T]) {
        for end in (1..all.len()).rev() {
            all.swap(end, self.below(end + 1));
        }
    }
}

/// How an edition is changed; `None` where it has nothing of the kind.
type Change<Edition> = fn(&mut Edition, &mut Dice) -> Option<()>;

/// A kind of change.
struct Kind {
    name: &'static str,
    epub: &'static [Change<epub::EpubFiles>],
    pdf: &'static [Change<pdf::PdfObjects>],
}

/// Every kind of change that a reader could notice.
const KINDS: &[Kind] = &[
    Kind {
        name: "letters",
        epub: &[epub::change_letter, epub::drop_letter, epub::double_word],
        pdf: &[
            pdf::glyphs::change_letter,
            pdf::glyphs::drop_letter,
            pdf::glyphs::double_letter,
        ],
    },
    Kind {
        name: "digits",
        epub: &[epub::change_digit],
        pdf: &[pdf::glyphs::change_digit],
    },
    Kind {
        name: "accents",
        epub: &[epub::change_accent],
        pdf: &[pdf::glyphs::change_accent],
    },
    Kind {
        name: "quotation marks",
        epub: &[epub::change_quote, epub::drop_quote],
        pdf: &[pdf::glyphs::change_quote, pdf::glyphs::drop_quote],
    },
    Kind {
        name: "order",
        epub: &[epub::swap_words, epub::elements::swap_paragraphs],
        pdf: &[pdf::structure::swap_lines, pdf::structure::swap_paragraphs],
    },
    Kind {
        name: "paragraphs",
        epub: &[
            epub::elements::join_paragraphs,
            epub::elements::split_paragraph,
            epub::elements::drop_paragraph,
            epub::elements::double_paragraph,
        ],
        pdf: &[
            pdf::structure::join_paragraphs,
            pdf::structure::split_paragraph,
            pdf::structure::drop_paragraph,
            pdf::structure::double_paragraph,
        ],
    },
    Kind {
        name: "headings",
        epub: &[
            epub::elements::lower_to_paragraph,
            epub::elements::raise_to_heading,
            epub::elements::drop_heading,
        ],
        pdf: &[
            pdf::structure::lower_to_paragraph,
            pdf::structure::raise_to_heading,
            pdf::structure::drop_heading,
        ],
    },
    Kind {
        name: "levels of headings",
        epub: &[epub::elements::change_level],
        pdf: &[pdf::structure::change_level],
    },
    Kind {
        name: "notes swapped",
        epub: &[epub::elements::swap_notes],
        pdf: &[pdf::structure::swap_notes],
    },
    Kind {
        name: "notes relinked",
        epub: &[epub::elements::relink_note],
        pdf: &[pdf::structure::relink_note],
    },
    Kind {
        name: "notes missing",
        epub: &[epub::elements::drop_note, epub::elements::drop_reference],
        pdf: &[pdf::structure::drop_note, pdf::structure::drop_reference],
    },
    Kind {
        name: "notes doubled",
        epub: &[epub::elements::double_note, epub::elements::double_reference],
        pdf: &[pdf::structure::double_note, pdf::structure::double_reference],
    },
    Kind {
        name: "page order",
        epub: &[epub::elements::swap_files],
        pdf: &[pdf::structure::swap_pages],
    },
    Kind {
        name: "pages missing",
        epub: &[epub::elements::drop_file],
        pdf: &[pdf::structure::drop_page],
    },
    Kind {
        name: "pictures swapped",
        epub: &[epub::elements::swap_pictures],
        pdf: &[pdf::structure::swap_pictures],
    },
    Kind {
        name: "cells of tables",
        epub: &[epub::elements::swap_cells, epub::elements::drop_cell],
        pdf: &[pdf::structure::swap_cells, pdf::structure::drop_cell],
    },
    Kind {
        name: "targets of links",
        epub: &[
            epub::elements::change_address,
            epub::elements::change_target,
            epub::elements::change_entry,
        ],
        pdf: &[
            pdf::structure::change_address,
            pdf::structure::change_target,
            pdf::structure::change_entry,
        ],
    },
    Kind {
        name: "languages",
        epub: &[
            epub::elements::change_language,
            epub::elements::drop_language,
            epub::elements::change_main_language,
        ],
        pdf: &[
            pdf::structure::change_language,
            pdf::structure::drop_language,
            pdf::structure::change_main_language,
        ],
    },
    Kind {
        name: "alternative texts",
        epub: &[
            epub::elements::change_alternative,
            epub::elements::drop_alternative,
            epub::elements::swap_alternatives,
        ],
        pdf: &[
            pdf::structure::change_alternative,
            pdf::structure::drop_alternative,
            pdf::structure::swap_alternatives,
        ],
    },
    Kind {
        name: "hidden text",
        epub: &[epub::elements::hide_paragraph, epub::elements::hide_by_style],
        pdf: &[pdf::glyphs::hide_line, pdf::glyphs::move_line_out],
    },
    Kind {
        name: "white text",
        epub: &[epub::elements::whiten_paragraph, epub::elements::whiten_by_style],
        pdf: &[pdf::glyphs::whiten_line],
    },
    Kind {
        name: "running heads",
        epub: &[epub::elements::change_file_title],
        pdf: &[pdf::glyphs::change_head, pdf::glyphs::change_folio],
    },
    Kind {
        name: "ToUnicode that lies",
        epub: &[],
        pdf: &[
            pdf::glyphs::lie_in_map,
            pdf::glyphs::paint_otherwise,
            pdf::glyphs::swap_outlines,
        ],
    },
    Kind {
        name: "ActualText that lies",
        epub: &[],
        pdf: &[pdf::glyphs::lie_in_replacement, pdf::glyphs::replace_wrongly],
    },
];

/// Mutants of a kind, and how many of them were found.
#[derive(Default, Clone, Copy)]
struct Tally {
    made: usize,
    found: usize,
}

#[test]
fn mutants_are_found() {
    let wanted = std::env::var("PLIEGO_EDITION_MUTANTS").ok();
    let wanted: Option<usize> = wanted.map(|number| number.parse().unwrap());
    let specimens = books::build_all(wanted.is_some());
    let table = write_table(&specimens, wanted.unwrap_or(USUAL));
    eprintln!("{table}");
    if wanted.is_some() {
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/audit/mutants");
    let page = folder.join(EXPECTED);
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        fs::write(page, table).unwrap();
    } else {
        assert_eq!(table, fs::read_to_string(page).unwrap());
    }
}

/// Makes all mutants. Returns the table.
fn write_table(specimens: &[Specimen], wanted: usize) -> String {
    let mut table = format!(
        "# Mutants of editions of {} books\n\n\
         | kind of change | EPUBs | found | PDFs | found |\n\
         | --- | --: | --: | --: | --: |\n",
        specimens.len()
    );
    for kind in KINDS {
        let epub = tally(kind.name, kind.epub, specimens, wanted, |one| &one.epub);
        let pdf = tally(kind.name, kind.pdf, specimens, wanted, |one| &one.pdf);
        let cells = [epub, pdf].map(|Tally { made, found }| match made {
            0 => "— | —".to_owned(),
            _ => format!("{made} | {found}"),
        });
        writeln!(table, "| {} | {} |", kind.name, cells.join(" | ")).unwrap();
    }
    table
}

/// An edition that can be changed.
pub(crate) trait MutableEdition: Clone {
    /// The file.
    fn pack(&self) -> Vec<u8>;
    /// What is compared with its sources.
    fn read(bytes: &[u8]) -> AuditedEdition;
    /// Its end.
    const FORMAT: &str;
}

/// Makes mutants of a kind and counts those that are found.
fn tally<Edition: MutableEdition>(
    name: &str,
    changes: &[Change<Edition>],
    specimens: &[Specimen],
    wanted: usize,
    edition_of: impl Fn(&Specimen) -> &Packed<Edition>,
) -> Tally {
    let mut all = Tally::default();
    let shows = std::env::var_os("PLIEGO_EDITION_MUTANTS_MISSED").is_some();
    for (place, change) in changes.iter().enumerate() {
        let wanted =
            wanted * (place + 1) / changes.len() - wanted * place / changes.len();
        let mut made = 0;
        let mut trials: BTreeMap<usize, usize> = BTreeMap::new();
        for trial in 0..wanted * specimens.len() {
            let book = trial % specimens.len();
            let unable = trials.entry(book).or_default();
            if made == wanted || *unable >= TRIALS_OF_A_BOOK {
                continue;
            }
            let specimen = &specimens[book];
            let original = edition_of(specimen);
            let mut mutant = original.edition.clone();
            let mut dice = Dice::new(&format!("{name} {place} {}", specimen.name), trial);
            let bytes = change(&mut mutant, &mut dice).map(|()| mutant.pack());
            let Some(bytes) = bytes.filter(|bytes| *bytes != original.bytes) else {
                *unable += 1;
                continue;
            };
            made += 1;
            let is_found = is_found::<Edition>(&specimen.sources, &bytes);
            all.found += usize::from(is_found);
            if shows && !is_found {
                let file = format!("missed-{name}-{place}-{trial}.{}", Edition::FORMAT);
                let path = std::env::temp_dir().join(file);
                fs::write(&path, &bytes).unwrap();
                eprintln!("missed in {}: {}", specimen.name, path.display());
            }
        }
        all.made += made;
    }
    all
}

/// Whether the audit of an edition has a finding. A mutant can be read: where it cannot, it
/// is the change that is wrong.
fn is_found<Edition: MutableEdition>(sources: &ReadSources, bytes: &[u8]) -> bool {
    !sources.audit(&Edition::read(bytes)).diagnostics.is_empty()
}
