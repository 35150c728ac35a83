//! What presses ask for: the tables of `tests/press`, one page for each profile.
//!
//! The pages are written from what the presses publish, not by the program: pages, margin
//! at the fold and spine on both sides of every boundary, and trims that are printed or not.

#![expect(clippy::disallowed_methods, reason = "a test reads its cases")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use pliego::length::{Length, Size};
use pliego::press::cover::BoundBook;
use pliego::press::fit::fit_gutter;
use pliego::press::profile::{PressInk, Profile};
use pliego::project;
use pliego::project::presses;
use proptest::prelude::*;
use serde_json::Value;

/// The rows of the tables of a page that have so many cells, heads and rules left out.
fn rows(page: &str, cells: usize) -> Vec<Vec<String>> {
    let rows =
        page.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    let rows = rows.map(|row| row.split(" | ").map(str::to_owned).collect::<Vec<_>>());
    let rows = rows.filter(|row| row.len() == cells && !row[0].starts_with("---"));
    rows.filter(|row| row[0] != "paper" && row[0] != "trim").collect()
}

fn page(profile: &Profile) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/press");
    let page = fs::read_to_string(folder.join(format!("{}.md", profile.name)));
    page.unwrap_or_else(|error| panic!("{}: {error}", profile.name))
}

/// Whether two cells say the same; millimetres are rounded to hundredths, and bulk to
/// scaled points.
fn same(one: &str, other: &str) -> bool {
    let in_mm = |cell: &str| cell.strip_suffix(" mm")?.parse::<f64>().ok();
    match (in_mm(one), in_mm(other)) {
        (Some(one), Some(other)) => (one - other).abs() < 0.015,
        _ => one == other,
    }
}

/// What a profile says of a row, as the row says it.
fn said(profile: &Profile, row: &[String]) -> Vec<String> {
    let ink = if row[1] == "black" { PressInk::Black } else { PressInk::Colour };
    let paper = &profile.paper(&row[0], ink).unwrap().value;
    let pages: u32 = row[2].parse().unwrap();
    let trim = Size { width: Length::pt(400), height: Length::pt(600) };
    let book = BoundBook {
        trim,
        pages,
        bulk: paper.bulk,
        flap: Length::ZERO,
        spine_words: true,
    };
    let wrap = profile.wrap(&book);
    let yes = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
    let in_mm = |length: Length| format!("{:.2} mm", length.to_pt() * 25.4 / 72.0);
    [
        row[..3].to_vec(),
        vec![
            yes(paper.binds(pages)),
            in_mm(profile.gutter(pages)),
            in_mm(wrap.spine),
            yes(wrap.spine_words.is_some()),
        ],
    ]
    .concat()
}

#[test]
fn profiles_match_published_tables() {
    for profile in presses::all_profiles() {
        let rows = rows(&page(&profile), 7);
        assert!(rows.len() >= 4 * profile.papers.len(), "{}", profile.name);
        for row in rows {
            let said = said(&profile, &row);
            let alike = said.iter().zip(&row).all(|(one, other)| same(one, other));
            assert!(alike, "{}: {said:?} for {row:?}", profile.name);
        }
    }
}

/// A boundary without a row on either side would be a number that nothing holds.
#[test]
fn boundaries_have_rows_on_both_sides() {
    for profile in presses::all_profiles() {
        let rows = rows(&page(&profile), 7);
        for paper in profile.papers.iter().map(|paper| &paper.value) {
            let ink = if paper.ink == PressInk::Black { "black" } else { "colour" };
            let pages: BTreeSet<u32> = rows
                .iter()
                .filter(|row| row[0] == paper.name && row[1] == ink)
                .map(|row| row[2].parse().unwrap())
                .collect();
            let gutters = profile.margins.value.gutters.iter();
            let edges = gutters.map(|gutter| gutter.over).chain([
                paper.least - 1,
                paper.most,
                profile.spine.value.words_from - 1,
            ]);
            for edge in edges.filter(|&edge| edge > 0) {
                let both = pages.contains(&edge) && pages.contains(&(edge + 1));
                assert!(both, "{} on {}: {edge}", profile.name, paper.name);
            }
        }
    }
}

#[test]
fn listed_trims_are_accepted() {
    for profile in presses::all_profiles() {
        let rows = rows(&page(&profile), 2);
        assert!(rows.len() > 2, "{}", profile.name);
        for row in rows {
            let (trim, printed) = (&row[0], row[1] == "yes");
            let book = format!(
                "[book]\ntitle = \"T\"\n[design]\ntrim = \"{trim}\"\nmargins = {{ inner = \
                 \"10mm\", outer = \"5mm\", top = \"5mm\", bottom = \"5mm\" }}\nfont-size = \
                 \"5pt\"\n[print]\nprofile = \"{}\"",
                profile.name
            );
            let read = project::read_project("book.toml", &book, &|_| None);
            assert_eq!(read.is_ok(), printed, "{} {trim}: {read:?}", profile.name);
        }
    }
}

#[test]
fn book_can_bring_a_profile() {
    let mine = fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("presses/bod.toml"),
    );
    let mine = mine.unwrap().replace("most = 1050", "most = 700");
    let book = "[book]\ntitle = \"T\"\n[print]\nprofile = \"mine.toml\"";
    let read = project::read_project("book.toml", book, &|name| {
        (name == "mine.toml").then(|| mine.clone())
    });
    let print = read.unwrap().print;
    assert_eq!((print.profile.name.as_str(), print.paper.most), ("mine", 700));
}

#[test]
fn case_size_matches_the_press() {
    // KDP's calculator: 120 white pages of 6 by 9 inches make 14.034 by 10.417 inches.
    let profile = presses::find_profile("kdp-hardcover").unwrap();
    let paper = &profile.paper("white", PressInk::Black).unwrap().value;
    let inches = |inches: f64| Length::from_pt(inches * 72.0);
    let trim = Size { width: inches(6.0), height: inches(9.0) };
    let wrap = profile.wrap(&BoundBook {
        trim,
        pages: 120,
        bulk: paper.bulk,
        flap: Length::ZERO,
        spine_words: true,
    });
    let width = wrap.panel.width * 2 + wrap.hinge * 2 + wrap.spine + wrap.bleed * 2;
    let height = wrap.panel.height + wrap.bleed * 2;
    let near =
        |length: Length, wanted: f64| (length.to_pt() / 72.0 - wanted).abs() < 0.001;
    assert!(near(width, 14.034) && near(height, 10.417), "{wrap:?}");
}

/// Runs the program in a folder, and gives what it says.
fn run(folder: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pliego"));
    command.env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"));
    let ran = command.current_dir(folder).args(arguments).output().unwrap();
    let said = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    assert!(
        ran.status.success(),
        "{arguments:?}: {}",
        said(ran.stderr) + &said(ran.stdout)
    );
    said(ran.stdout)
}

/// Some sentences that fill a page in part.
const TEXT: &str = "El molino está parado desde el martes. La rueda se partió con la helada \
    y el carpintero vive lejos. Nadie sabe cuándo volverá a moler, y los sacos esperan junto \
    a la puerta del granero.\n\n";

/// The presses whose covers are looked at too: with and without a case, and with flaps.
const COVERS: [&str; 3] = ["kdp-paperback", "kdp-hardcover", "offset-generic"];

#[test]
fn press_output_passes_preflight() {
    for profile in presses::all_profiles() {
        let covered = COVERS.contains(&profile.name.as_str());
        let flaps = if profile.cover.value.flaps { "flaps = \"80mm\"\n" } else { "" };
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("uno.md"), format!("# Uno\n\n{}", TEXT.repeat(3)))
            .unwrap();
        let trim = profile.trims.value.listed.first();
        let trim = trim.map_or("a5", |trim| trim.name.as_str());
        let chapters = ["\"uno.md\""; 50].join(", ");
        let book = format!(
            "[book]\ntitle = \"El papel\"\nauthors = [\"Ana Prueba\"]\nlanguage = \"es\"\n\
             isbn = {{ print = \"978-0-306-40615-7\" }}\nchapters = [{chapters}]\n\
             [design]\ntrim = \"{trim}\"\n[print]\nprofile = \"{}\"\n\
             [cover]\nback = \"Un libro.\"\n{flaps}",
            profile.name
        );
        fs::write(folder.path().join("book.toml"), book).unwrap();
        let formats = if covered { "print,cover" } else { "print" };
        let report =
            run(folder.path(), &["build", "--report", "-", "--formats", formats]);
        let report: Value = serde_json::from_str(&report).unwrap();
        let printed = &report["editions"][0]["press"];
        let (pages, paper) =
            (printed["pages"].to_string(), printed["paper"].as_str().unwrap());
        for format in formats.split(',') {
            let file = format!("editions/book-{format}.pdf");
            let mut order = vec!["preflight", &file, "--profile", &profile.name];
            if format == "cover" {
                // So that its spine is measured.
                order.extend(["--pages", &pages, "--paper", paper]);
            }
            let said = run(folder.path(), &order);
            let passes = format!("passes profile {} of {}", profile.name, profile.date);
            assert!(said.contains(&passes), "{file}: {said}");
        }
    }
}

/// The file of a press whose margins at the fold grow with every few pages.
fn steep() -> String {
    let generic = presses::profile_text("offset-generic").unwrap();
    let step =
        |step| format!("{{ over = {}, inner = \"{}mm\" }}", step * 2, 8 + step * 3);
    let steps: Vec<String> = (0..12).map(step).collect();
    let steep = generic.replace("{ over = 0, inner = \"10mm\" }", &steps.join(", "));
    assert_ne!(steep, generic);
    steep
}

#[test]
fn page_count_fits_the_gutter() {
    let press = presses::read_profile("steep.toml", "steep", &steep()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for length in (2..=14).step_by(2) {
        let book = folder.path().join(format!("shelf/{length}"));
        fs::create_dir_all(&book).unwrap();
        fs::write(book.join("steep.toml"), steep()).unwrap();
        fs::write(book.join("uno.md"), format!("# Uno\n\n{}", TEXT.repeat(length * 3)))
            .unwrap();
        let text = format!(
            "[book]\ntitle = \"T\"\nslug = \"b{length}\"\nlanguage = \"es\"\nchapters = [\"uno.md\"]\n\
             [design]\ntrim = \"105x148mm\"\nmargins = {{ inner = \"9mm\", outer = \"9mm\" }}\n[print]\nprofile = \"steep.toml\"\n"
        );
        fs::write(book.join("book.toml"), text).unwrap();
    }
    let report =
        run(folder.path(), &["check", "--formats", "print", "--report", "-", "shelf"]);
    let report: Value = serde_json::from_str(&report).unwrap();
    let mut narrowed = 0;
    for edition in report["editions"].as_array().unwrap() {
        let pages = u32::try_from(edition["press"]["pages"].as_u64().unwrap()).unwrap();
        let gutter = Length::from_mm(edition["press"]["gutter_mm"].as_f64().unwrap());
        // Signs that hang into the margin come on top.
        assert!(gutter > press.gutter(pages), "{edition}");
        let found = edition["diagnostics"].as_array().unwrap();
        narrowed += usize::from(
            found
                .iter()
                .any(|found| found["code"] == "i-001" && found["severity"] == "warning"),
        );
    }
    assert!(narrowed > 2, "no book was set anew: {report}");
}

#[test]
fn blank_pages_fill_the_book() {
    let filled = |name: &str, pages, multiple| {
        presses::find_profile(name).unwrap().fill_pages(pages, multiple)
    };
    assert_eq!(filled("kdp-paperback", 99, 1), 100);
    assert_eq!(filled("kdp-paperback", 100, 1), 100);
    assert_eq!(filled("kdp-paperback", 100, 16), 112);
    assert_eq!(filled("kdp-paperback", 97, 3), 102);
    // The last page has to be blank.
    assert_eq!(filled("ingram-paperback", 99, 1), 100);
    assert_eq!(filled("ingram-paperback", 100, 1), 102);
    assert_eq!(filled("ingram-paperback", 0, 1), 2);
}

#[test]
fn narrow_spine_has_no_text() {
    let profile = presses::find_profile("offset-generic").unwrap();
    let wrap = |bulk, pages, spine_words| {
        let trim = Size { width: Length::pt(400), height: Length::pt(600) };
        profile.wrap(&BoundBook { trim, pages, bulk, flap: Length::ZERO, spine_words })
    };
    assert!(wrap(Length::from_mm(0.05), 200, true).spine_words.is_some());
    assert!(wrap(Length::from_mm(0.05), 200, false).spine_words.is_none());
    assert!(wrap(Length::from_mm(0.005), 200, true).spine_words.is_none());
}

/// A book that has more pages the more is taken from its lines: of so much text, with
/// so wide a page, and steps that rounding makes.
fn pages(text: u32, gutter: Length) -> u32 {
    let measure = (Length::pt(360) - gutter).max(Length::pt(20));
    let letters = u32::try_from(measure.0 * 2 / Length::pt(11).0).unwrap();
    text.div_ceil(letters * 36).max(1)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(512) })]

    #[test]
    fn fit_ends_at_the_least_solution(
        text in 1_u32..3_000_000,
        steps in proptest::collection::vec((0_u32..900, 10_i32..120), 0..8),
    ) {
        let least = |pages: u32| {
            let asked = steps.iter().filter(|(over, _)| pages > *over);
            Length::pt(asked.map(|(_, inner)| *inner).max().unwrap_or_default())
        };
        let mut tried = Vec::new();
        let fitted = fit_gutter(least, |gutter| {
            tried.push(gutter);
            Ok::<_, ()>(pages(text, gutter))
        });
        let fitted = fitted.unwrap();
        prop_assert!(fitted.gutter >= least(fitted.pages), "{fitted:?}");
        prop_assert!(tried.len() <= steps.len() + 1);
        prop_assert!(tried.is_sorted_by(|one, other| one < other));
        // No narrower one suits.
        for narrower in (0..120).map(Length::pt).filter(|white| *white < fitted.gutter) {
            prop_assert!(least(pages(text, narrower)) > narrower, "{narrower:?}");
        }
    }

    #[test]
    fn fit_ends_for_shrinking_books(
        counts in proptest::collection::vec(1_u32..1000, 1..12),
    ) {
        let profile = presses::find_profile("kdp-paperback").unwrap();
        let mut round = 0;
        let fitted = fit_gutter(|pages| profile.gutter(pages), |_| {
            round += 1;
            Ok::<_, ()>(counts[round % counts.len()])
        });
        let fitted = fitted.unwrap();
        prop_assert!(fitted.gutter >= profile.gutter(fitted.pages));
        prop_assert!(round <= 6);
    }
}
