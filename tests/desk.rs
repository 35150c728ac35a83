//! The proof desk, by its requests: a person settles doubts, undoes, imports, and the files of
//! decisions say so. The page in a browser is tested by `tests/desk`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use pliego::build::{
    BuildOptions, FontLibrary, Format, InputError, Inputs, Job, build, number_documents,
    typeset_proof,
};
use pliego::desk::{
    DecisionStore, Desk, DeskAnswer, DeskRequest, RequestMethod, StoreError,
};
use pliego::project::{decisions_path, read_decisions};
use pliego::{FileId, Metadata, markdown, read};
use proptest::prelude::{
    ProptestConfig, Strategy, prop, prop_assert, prop_assert_eq, proptest,
};
use serde_json::{Value, json};

/// A letter as it was extracted: a heading, paragraphs that a page divides, verse, a folio.
const LETTER: &str = "CARTA PRIMERA\n\n\
    Querida amiga: el molino sigue donde estaba,\n\
    en lo alto del cerro, y las aspas dan vueltas\n\
    aunque ya nadie muele. Ayer subimos a verlo\n\
    con la niña, que no lo conocía.\n\n\
    EL MOLINO DE ARRIBA\n\n\
    Desde la puerta se ve el pueblo entero, y más\n\
    lejos el mar, que esta vez estaba gris y quieto\n\
    como una plancha. La niña preguntó si aquello\n\
    \u{c}\n12\n\n\
    era el cielo también, y no supe qué decirle.\n\
    Volvimos despacio por el camino de las viñas.\n\n\
    Rueda, molino, rueda,\n\
    que el viento no se queda,\n\
    que el agua se nos va.\n\n\
    Tu amigo de siempre.\n";

/// A text with two notes.
const GLOSSES: &[u8] = include_bytes!("../corpus/glosas-de-un-copista.txt");

/// A disk in memory, which other programs write to.
#[derive(Default)]
struct Disk(Mutex<BTreeMap<PathBuf, Vec<u8>>>);

impl Disk {
    fn with(path: &str, text: &str) -> Arc<Self> {
        let disk = Self::default();
        disk.write(path, text);
        Arc::new(disk)
    }

    fn write(&self, path: &str, text: &str) {
        self.0.lock().unwrap().insert(path.into(), text.as_bytes().to_vec());
    }

    fn read_text(&self, path: &str) -> Option<String> {
        let files = self.0.lock().unwrap();
        files.get(Path::new(path)).map(|bytes| String::from_utf8(bytes.clone()).unwrap())
    }
}

impl Inputs for Disk {
    fn read(&self, path: &Path) -> Result<Vec<u8>, InputError> {
        let missing = || InputError::Missing { path: path.display().to_string() };
        self.0.lock().unwrap().get(path).cloned().ok_or_else(missing)
    }
}

/// The store of a desk on such a disk.
struct Store(Arc<Disk>);

impl DecisionStore for Store {
    fn replace(&self, path: &Path, known: &str, text: &str) -> Result<(), StoreError> {
        let path = path.to_str().unwrap();
        if path.starts_with("full/") {
            return Err(StoreError::Failed("the disk is full".to_owned()));
        }
        if self.0.read_text(path).unwrap_or_default() != known {
            return Err(StoreError::Changed);
        }
        self.0.write(path, text);
        Ok(())
    }
}

fn open(disk: &Arc<Disk>, paths: &[&str]) -> Desk {
    let jobs = paths.iter().map(|path| Job::from_documents([path], Metadata::default()));
    let mut jobs: Vec<Job> = jobs.collect();
    number_documents(&mut jobs);
    let (inputs, store) = (Arc::clone(disk), Box::new(Store(Arc::clone(disk))));
    Desk::new("A shelf".to_owned(), jobs, inputs, store, FontLibrary::default())
}

fn get(desk: &mut Desk, path: &str) -> DeskAnswer {
    desk.answer(DeskRequest { method: RequestMethod::Get, path, body: b"" })
}

fn post(desk: &mut Desk, path: &str, body: &Value) -> DeskAnswer {
    let body = body.to_string().into_bytes();
    desk.answer(DeskRequest { method: RequestMethod::Post, path, body: &body })
}

fn json_of(answer: &DeskAnswer) -> Value {
    assert_eq!(answer.media_type, "application/json");
    serde_json::from_slice(&answer.bytes).unwrap()
}

fn state(desk: &mut Desk) -> Value {
    let answer = get(desk, "api/documents/0");
    assert_eq!(answer.status, 200);
    json_of(&answer)
}

/// The kind of the run that a line is in.
fn kind_of(state: &Value, line: usize) -> &str {
    let runs = state["runs"].as_array().unwrap();
    let is_own = |run: &&Value| {
        let first = run["first"].as_u64().unwrap();
        (first..first + run["count"].as_u64().unwrap()).contains(&(line as u64))
    };
    runs.iter().find(is_own).unwrap()["kind"].as_str().unwrap()
}

/// The line of the letter that has some words.
fn line(words: &str) -> usize {
    let text = read(FileId(0), "carta.txt", LETTER.as_bytes()).unwrap().value;
    (0..text.lines.len()).position(|line| text.line(line).contains(words)).unwrap()
}

/// Where that line begins, as places on pages count.
fn place_of(words: &str) -> f64 {
    f64::from(u32::try_from(line(words)).unwrap())
}

fn decide(
    desk: &mut Desk,
    revision: &Value,
    line: usize,
    count: usize,
    is: &str,
) -> DeskAnswer {
    let decision = json!({ "first": line, "count": count, "is": is });
    let body = json!({ "revision": revision, "decisions": [decision] });
    post(desk, "api/documents/0/decide", &body)
}

#[test]
fn the_lines_of_the_text_are_shown() {
    let disk = Disk::with("carta.txt", LETTER);
    let mut desk = open(&disk, &["carta.txt"]);
    let text = json_of(&get(&mut desk, "api/documents/0/text"));
    assert_eq!(
        text["lines"][line("Querida")],
        "Querida amiga: el molino sigue donde estaba,"
    );
    let state = state(&mut desk);
    assert_eq!(kind_of(&state, 0), "heading");
    assert_eq!(kind_of(&state, line("Querida")), "paragraph");
    assert_eq!(kind_of(&state, line("12")), "folio");
    assert_eq!(state["canUndo"], false);
    let shelf = json_of(&get(&mut desk, "api/shelf"));
    assert_eq!(shelf["documents"][0]["name"], "carta.txt");
    assert_eq!(shelf["documents"][0]["lines"], text["lines"].as_array().unwrap().len());
}

#[test]
fn a_decision_is_kept_undone_and_done_again() {
    let disk = Disk::with("carta.txt", LETTER);
    let mut desk = open(&disk, &["carta.txt"]);
    let (verse, count) = (line("Rueda"), 3);
    let first = state(&mut desk);
    let other = if kind_of(&first, verse) == "verse" { "paragraph" } else { "verse" };

    let choice = json!({ "first": verse, "count": count, "is": other });
    let preview = json_of(&post(&mut desk, "api/documents/0/preview", &choice));
    assert_ne!(preview["changes"], json!([]), "{preview}");
    assert_eq!(disk.read_text("carta.decisions.toml"), None);
    assert_eq!(state(&mut desk)["revision"], first["revision"]);

    let decided = json_of(&decide(&mut desk, &first["revision"], verse, count, other));
    assert_eq!(kind_of(&decided, verse), other);
    assert_eq!(decided["counts"]["settled"], 1);
    let file = disk.read_text("carta.decisions.toml").unwrap();
    let kept = read_decisions("carta.decisions.toml", &file).unwrap();
    assert_eq!(
        (kept.lines[0].line.as_str(), kept.lines[0].lines),
        ("Rueda, molino, rueda,", 3)
    );

    let undone = post(
        &mut desk,
        "api/documents/0/undo",
        &json!({ "revision": decided["revision"] }),
    );
    let undone = json_of(&undone);
    assert_eq!(kind_of(&undone, verse), kind_of(&first, verse));
    assert_eq!((&undone["canUndo"], &undone["canRedo"]), (&json!(false), &json!(true)));
    assert_eq!(disk.read_text("carta.decisions.toml").unwrap(), "");

    let redone = post(
        &mut desk,
        "api/documents/0/redo",
        &json!({ "revision": undone["revision"] }),
    );
    let redone = json_of(&redone);
    assert_eq!(kind_of(&redone, verse), other);
    assert_eq!(disk.read_text("carta.decisions.toml").unwrap(), file);

    let body = json!({ "revision": redone["revision"], "index": 0 });
    let withdrawn = json_of(&post(&mut desk, "api/documents/0/withdraw", &body));
    assert_eq!(withdrawn["decisions"], json!([]));
    assert_eq!(kind_of(&withdrawn, verse), kind_of(&first, verse));
}

#[test]
fn a_second_decision_about_lines_takes_the_place_of_the_first() {
    let disk = Disk::with("carta.txt", LETTER);
    let mut desk = open(&disk, &["carta.txt"]);
    let at = line("EL MOLINO");
    let revision = state(&mut desk)["revision"].clone();
    let once = json_of(&decide(&mut desk, &revision, at, 1, "paragraph"));
    assert_eq!(kind_of(&once, at), "paragraph");
    let twice = json_of(&decide(&mut desk, &once["revision"], at, 1, "heading"));
    assert_eq!(kind_of(&twice, at), "heading");
    assert_eq!(twice["decisions"].as_array().unwrap().len(), 1);
}

/// A text with a word that it has otherwise everywhere else.
const MISREAD: &str = "El Maestro abrió la puerta del molino antes del alba y contó los sacos\n\
    que quedaban junto al granero. El molino no tenía dueño, y lo sabía; pero\n\
    contaba los sacos del molino todas las mañanas, y cada mañana faltaba uno.\n\
    Cuando el agua bajaba, callaba el molino, y leía junto a la puerta lo que\n\
    quedaba de los libros del mo1ino. Lo que leía de los libros del molino lo\n\
    contaba en la plaza, y la gente que esperaba a la puerta del molino lo creía.\n";

#[test]
fn a_misread_word_is_corrected_and_no_longer_doubted() {
    let disk = Disk::with("molino.txt", MISREAD);
    let mut desk = open(&disk, &["molino.txt"]);
    let before = state(&mut desk);
    let is_misread = |doubt: &&Value| doubt["code"] == "r-215";
    let doubts = before["doubts"].as_array().unwrap();
    let doubt = doubts.iter().find(is_misread).unwrap();
    let readings = doubt["readings"].as_array().unwrap();
    let words: Vec<&Value> =
        readings.iter().map(|one| &one["decision"]["reading"]).collect();
    assert_eq!(words, ["mo1ino", "molino"]);
    assert_eq!(readings[0]["current"], true);
    for (reading, word) in readings.iter().zip(["mo1ino", "molino"]) {
        let revision = state(&mut desk)["revision"].clone();
        let body = json!({ "revision": revision, "decisions": [reading["decision"]] });
        let after = json_of(&post(&mut desk, "api/documents/0/decide", &body));
        assert!(!after["doubts"].as_array().unwrap().iter().any(|one| is_misread(&one)));
        // The second decision about the word takes the place of the first.
        assert_eq!(after["decisions"].as_array().unwrap().len(), 1);
        assert_eq!(after["decisions"][0]["reading"], word);
        let file = disk.read_text("molino.decisions.toml").unwrap();
        let kept = read_decisions("molino.decisions.toml", &file).unwrap();
        assert_eq!(kept.words[0].word, "mo1ino");
        assert_eq!(kept.words[0].reading.as_deref(), Some(word));
    }
    let body = json!({ "revision": state(&mut desk)["revision"], "index": 0 });
    let withdrawn = json_of(&post(&mut desk, "api/documents/0/withdraw", &body));
    assert_eq!(withdrawn["decisions"], json!([]));
    assert_eq!(withdrawn["doubts"], before["doubts"]);
}

#[test]
fn the_title_that_was_guessed_may_be_a_heading() {
    let disk = Disk::with(
        "carta.txt",
        "El molino\n\nAna Tina\n\nEl agua mueve la rueda de olmo, y nadie la ha visto\nparada en el molino de Orcas.\n",
    );
    let mut desk = open(&disk, &["carta.txt"]);
    let before = state(&mut desk);
    let is_about = |doubt: &&Value, line: u64| {
        doubt["first"] == line && !doubt["readings"].as_array().unwrap().is_empty()
    };
    let doubts = before["doubts"].as_array().unwrap();
    let current = |line: u64| {
        let doubt = doubts.iter().find(|doubt| is_about(doubt, line)).unwrap();
        doubt["readings"][0]["decision"]["is"].clone()
    };
    assert_eq!([current(0), current(2)], ["title", "author"]);
    assert_eq!(before["title"], "El molino");
    let after = decide(&mut desk, &before["revision"], 0, 1, "heading");
    let after = json_of(&after);
    assert_eq!(kind_of(&after, 0), "heading");
    assert_eq!(after["title"], "");
}

#[test]
fn another_desk_and_another_program_are_noticed() {
    let disk = Disk::with("carta.txt", LETTER);
    let [mut one, mut two] = [(); 2].map(|()| open(&disk, &["carta.txt"]));
    let revision = state(&mut one)["revision"].clone();
    assert_eq!(state(&mut two)["revision"], revision);
    let at = line("EL MOLINO");
    assert_eq!(decide(&mut one, &revision, at, 1, "paragraph").status, 200);
    // The second desk has not seen it yet.
    let refused = decide(&mut two, &revision, at, 1, "left-out");
    assert_eq!(refused.status, 409);
    assert!(json_of(&refused)["error"].as_str().unwrap().contains("changed elsewhere"));
    two.reload(0);
    let now = state(&mut two);
    assert_eq!(kind_of(&now, at), "paragraph");
    assert_ne!(now["revision"], revision);
    assert_eq!(decide(&mut two, &revision, at, 1, "left-out").status, 409);
    assert_eq!(decide(&mut two, &now["revision"], at, 1, "left-out").status, 200);
}

#[test]
fn what_cannot_be_kept_is_not_decided() {
    let disk = Disk::with("full/carta.txt", LETTER);
    let mut desk = open(&disk, &["full/carta.txt"]);
    let before = state(&mut desk);
    let refused = decide(&mut desk, &before["revision"], 0, 1, "paragraph");
    assert_eq!(refused.status, 500);
    assert_eq!(json_of(&refused)["error"], "the disk is full");
    assert_eq!(state(&mut desk), before);
}

#[test]
fn decisions_of_two_people_are_merged() {
    let disk = Disk::with("carta.txt", LETTER);
    let mut desk = open(&disk, &["carta.txt"]);
    let revision = state(&mut desk)["revision"].clone();
    let (title, verse) = (line("EL MOLINO"), line("Rueda"));
    let decision = |first, count, is| json!({ "first": first, "count": count, "is": is });
    let mine = [decision(title, 1, "paragraph"), decision(0, 1, "heading")];
    let body = json!({ "revision": revision, "decisions": mine });
    let mine = json_of(&post(&mut desk, "api/documents/0/decide", &body));
    let kept = disk.read_text("carta.decisions.toml").unwrap();

    let other = Disk::with("carta.txt", LETTER);
    let mut theirs = open(&other, &["carta.txt"]);
    let revision = state(&mut theirs)["revision"].clone();
    let choices = [
        decision(title, 1, "heading"),
        decision(0, 1, "heading"),
        decision(verse, 3, "verse"),
    ];
    let body = json!({ "revision": revision, "decisions": choices });
    assert_eq!(post(&mut theirs, "api/documents/0/decide", &body).status, 200);
    let exported = get(&mut theirs, "api/documents/0/decisions.toml");
    assert_eq!(
        exported.bytes,
        other.read_text("carta.decisions.toml").unwrap().into_bytes()
    );

    let text = String::from_utf8(exported.bytes).unwrap();
    let body = json!({ "revision": mine["revision"], "text": text });
    let merged = json_of(&post(&mut desk, "api/documents/0/import", &body));
    assert_eq!((&merged["added"], &merged["same"]), (&json!(1), &json!(1)));
    let conflict = json!({ "words": "EL MOLINO DE ARRIBA", "mine": "paragraph", "theirs": "heading" });
    assert_eq!(merged["conflicts"], json!([conflict]));
    assert_eq!(kind_of(&merged["state"], title), "paragraph");
    let now = disk.read_text("carta.decisions.toml").unwrap();
    assert!(now.starts_with(&kept), "{now}");
    assert!(now.contains("is = \"verse\""));
}

#[test]
fn what_was_seen_is_kept_and_changes_nothing() {
    let disk = Disk::with("carta.txt", LETTER);
    let mut desk = open(&disk, &["carta.txt"]);
    let first = state(&mut desk);
    let doubts = first["doubts"].as_array().unwrap();
    assert_eq!((&first["seen"], doubts.is_empty()), (&json!([]), false));
    let see = |desk: &mut Desk, state: &Value, doubt: &Value, seen: bool| {
        let body = json!({ "revision": state["revision"], "doubt": doubt, "seen": seen });
        post(desk, "api/documents/0/see", &body)
    };
    let mut now = first.clone();
    for doubt in doubts {
        now = json_of(&see(&mut desk, &now, &doubt["id"], true));
    }
    let count = doubts.len();
    assert_eq!(now["counts"], json!({ "doubts": count, "seen": count, "settled": 0 }));
    for part in ["runs", "doubts", "decisions", "text"] {
        assert_eq!(now[part], first[part], "{part}");
    }
    let file = disk.read_text("carta.decisions.toml").unwrap();
    let kept = read_decisions("carta.decisions.toml", &file).unwrap();
    assert_eq!((kept.seen.len(), kept.is_empty()), (count, true), "{file}");
    let shelf = json_of(&get(&mut desk, "api/shelf"));
    assert_eq!(shelf["documents"][0]["state"], "seen");
    // The next day, after the text has changed elsewhere.
    let text = LETTER.replace("aunque ya nadie muele.", "aunque ya nadie muele nada.");
    disk.write("carta.txt", &text);
    let again = state(&mut open(&disk, &["carta.txt"]));
    let ids: Vec<&Value> = doubts.iter().map(|doubt| &doubt["id"]).collect();
    let seen = again["seen"].as_array().unwrap();
    assert!(ids.iter().all(|id| seen.contains(id)), "{again}");
    // It is undone as a decision is, and taken back.
    let body = json!({ "revision": now["revision"] });
    let undone = json_of(&post(&mut desk, "api/documents/0/undo", &body));
    assert_eq!(undone["counts"]["seen"], count - 1);
    let back = json_of(&see(&mut desk, &undone, ids[0], false));
    assert_eq!(back["counts"]["seen"], count.saturating_sub(2));
    assert_eq!(see(&mut desk, &back, &json!("r-1/0/0"), true).status, 409);
    // What another person has seen is seen, too.
    let body = json!({ "revision": back["revision"], "text": file });
    let merged = json_of(&post(&mut desk, "api/documents/0/import", &body));
    assert_eq!(merged["state"]["counts"]["seen"], count);
    let imported = disk.read_text("carta.decisions.toml").unwrap();
    assert_eq!(imported.matches("[[seen]]").count(), count);
}

#[test]
fn lines_that_a_decision_cannot_name_are_refused() {
    let text = "Uno y dos.\n\nTres.\n\n".repeat(4);
    let disk = Disk::with("carta.txt", &text);
    let mut desk = open(&disk, &["carta.txt"]);
    let revision = state(&mut desk)["revision"].clone();
    assert_eq!(decide(&mut desk, &revision, 4, 1, "heading").status, 422);
    assert_eq!(decide(&mut desk, &revision, 1, 1, "heading").status, 422);
    assert_eq!(decide(&mut desk, &revision, 999, 1, "heading").status, 422);
    assert_eq!(decide(&mut desk, &revision, 0, 1, "a poem").status, 400);
    assert_eq!(disk.read_text("carta.decisions.toml"), None);
}

#[test]
fn a_file_of_decisions_in_another_form_is_not_touched() {
    let disk = Disk::with("carta.txt", LETTER);
    let file = "decision = [{ line = \"EL MOLINO DE ARRIBA\", is = \"heading\" }]\n";
    disk.write("carta.decisions.toml", file);
    let mut desk = open(&disk, &["carta.txt"]);
    let now = state(&mut desk);
    assert_eq!(now["decisions"][0]["applies"], true);
    let refused = decide(&mut desk, &now["revision"], line("EL MOLINO"), 1, "paragraph");
    assert_eq!(refused.status, 422);
    assert_eq!(disk.read_text("carta.decisions.toml").unwrap(), file);
}

#[test]
fn the_edition_says_where_its_blocks_come_from() {
    let disk = Disk::with("carta.txt", LETTER);
    let mut desk = open(&disk, &["carta.txt"]);
    let edition = json_of(&get(&mut desk, "api/documents/0/edition"));
    let documents = edition["documents"].as_array().unwrap();
    let names = documents.iter().map(|one| one["name"].as_str().unwrap().to_owned());
    let names: Vec<String> = names.collect();
    let markups = names.iter().map(|name| {
        let answer = get(&mut desk, &format!("editions/0/text/{name}"));
        assert_eq!(
            (answer.status, answer.media_type),
            (200, "application/xhtml+xml; charset=utf-8")
        );
        String::from_utf8(answer.bytes).unwrap()
    });
    let markups: String = markups.collect();
    let (from, to) = (line("Querida"), line("con la niña"));
    assert!(markups.contains(&format!("<p data-source=\"0:{from}-{to}\"")), "{markups}");
    assert!(markups.contains("data-source=\"0:0-0\""), "{markups}");
    assert_eq!(get(&mut desk, "editions/0/stylesheet.css").media_type, "text/css");
    assert_eq!(get(&mut desk, "editions/0/fonts/roman.ttf").status, 200);
}

#[test]
fn typeset_lines_say_where_they_come_from() {
    let disk = Disk::with("carta.txt", LETTER);
    let mut desk = open(&disk, &["carta.txt"]);
    let job = desk.jobs().next().unwrap().clone();
    let options = BuildOptions::with_formats([Format::Pdf]);
    let pages = typeset_proof(&job, &*disk, &options).unwrap();
    let made = build(&job, &*disk, &options, &()).unwrap().value;
    assert_eq!(made.bytes(Format::Pdf), Some(pages.pdf.as_slice()));
    assert_eq!(made.pages, Some(pages.count));
    let places = json_of(&desk.show_places("0", "7", &pages.lines));
    assert_eq!(places["digest"], "7");
    let places = places["places"].as_array().unwrap();
    let number = |place: &Value, key: &str| place[key].as_f64().unwrap();
    let text = read(FileId(0), "carta.txt", LETTER.as_bytes()).unwrap().value;
    for at in 0..text.lines.len() {
        let words = text.line(at).trim();
        let own = f64::from(u32::try_from(at).unwrap());
        let shown = places.iter().filter(|place| {
            number(place, "from") < own + 1.0 && number(place, "to") > own
        });
        // The folio is on no page, and lines without words are not.
        let is_shown = !matches!(words, "" | "12");
        assert_eq!(shown.count() > 0, is_shown, "line {at}: {words}");
    }
    // Of a paragraph that a page of the source divides, each line goes on where the one before
    // ends, but for the folio.
    let (from, to) = (place_of("Desde la puerta"), place_of("Volvimos") + 1.0);
    let own = places
        .iter()
        .filter(|place| number(place, "from") >= from && number(place, "to") <= to);
    let mut last = from;
    for place in own {
        let begins = number(place, "from");
        let is_next = (begins - last).abs() < 0.04;
        let is_behind = last >= place_of("como una plancha") + 0.96
            && begins <= place_of("era el cielo") + 0.04;
        assert!(is_next || is_behind, "{begins} after {last}");
        last = number(place, "to");
    }
    assert!((last - to).abs() < 0.01, "{last}");
    assert_eq!(desk.show_places("7", "7", &pages.lines).status, 404);
}

#[test]
fn a_mark_is_given_to_another_note() {
    let disk = Arc::new(Disk::default());
    disk.0.lock().unwrap().insert("glosas.txt".into(), GLOSSES.to_vec());
    let mut desk = open(&disk, &["glosas.txt"]);
    let before = state(&mut desk);
    let notes = before["notes"].as_array().unwrap();
    let firsts: Vec<u64> =
        notes.iter().map(|one| one["first"].as_u64().unwrap()).collect();
    assert_eq!(firsts, [24, 32]);
    let mark = notes[1]["mark"].clone();
    assert_eq!(mark["first"], 29);
    let text = read(FileId(0), "glosas.txt", GLOSSES).unwrap().value;
    let at = |key: &str| usize::try_from(mark[key].as_u64().unwrap()).unwrap();
    let (start, end) = (at("start"), at("end"));
    let sign = text.line(29).chars().skip(start).take(end - start);
    assert_eq!(sign.collect::<String>(), "2");
    let decision = json!({
        "first": 29, "count": 1, "is": "mark", "start": start, "end": end, "note": 24,
    });
    assert_eq!(post(&mut desk, "api/documents/0/preview", &decision).status, 200);
    let body = json!({ "revision": before["revision"], "decisions": [decision] });
    let after = json_of(&post(&mut desk, "api/documents/0/decide", &body));
    let kept = disk.read_text("glosas.decisions.toml").unwrap();
    assert!(kept.contains("[[mark]]"), "{kept}");
    let called = after["notes"].as_array().unwrap();
    let called = called.iter().find(|note| note["first"] == 24).unwrap();
    assert_eq!(called["mark"], mark, "{after:#}");
}

#[test]
fn other_addresses_and_bodies_are_refused() {
    let disk = Disk::with("carta.txt", LETTER);
    disk.write("secret.txt", "secret");
    let mut desk = open(&disk, &["carta.txt"]);
    for path in [
        "api",
        "api/",
        "api/shelf/",
        "api/documents/1",
        "api/documents/-1",
        "api/documents/x",
        "../secret.txt",
        "editions/0/../../secret.txt",
        "editions/0//secret.txt",
        "editions/0/text/../../../secret.txt",
        "sources/0/0.svg",
        "sources/0/../secret.txt",
        "api/documents/0/decide",
        "page/index.html",
        "desk.rs",
    ] {
        let answer = get(&mut desk, path);
        assert_eq!(answer.status, 404, "{path}");
        assert!(!String::from_utf8_lossy(&answer.bytes).contains("secret\""));
    }
    for body in
        ["", "{", "[]", "null", "{\"revision\":1}", "{\"revision\":-1,\"decisions\":[]}"]
    {
        let request = DeskRequest {
            method: RequestMethod::Post,
            path: "api/documents/0/decide",
            body: body.as_bytes(),
        };
        assert_eq!(desk.answer(request).status, 400, "{body}");
    }
    let step = json!({ "revision": 1 });
    assert_eq!(post(&mut desk, "api/documents/0/undo", &step).status, 422);
    assert_eq!(post(&mut desk, "api/documents/0/redo", &step).status, 422);
    assert_eq!(post(&mut desk, "api/documents/0/burn", &step).status, 404);
    assert_eq!(disk.0.lock().unwrap().len(), 2);
}

#[test]
fn a_shelf_reads_its_books_one_after_the_other() {
    let disk = Disk::with("0.txt", LETTER);
    let names: Vec<String> = (0..7).map(|number| format!("{number}.txt")).collect();
    for name in &names[..6] {
        disk.write(name, LETTER);
    }
    let mut desk = open(&disk, &names.iter().map(String::as_str).collect::<Vec<_>>());
    let states = |desk: &mut Desk| {
        let shelf = json_of(&get(desk, "api/shelf"));
        let documents = shelf["documents"].as_array().unwrap().clone();
        documents
            .iter()
            .map(|one| one["state"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(states(&mut desk), ["unread"; 7]);
    for _ in 0..7 {
        assert!(desk.read_next());
    }
    assert!(!desk.read_next());
    let now = states(&mut desk);
    assert!(
        now[..6].iter().all(|state| ["doubts", "clean"].contains(&state.as_str())),
        "{now:?}"
    );
    assert_eq!(now[6], "failed");
    // A book that was closed meanwhile is opened again, with all that can be undone.
    let revision = state(&mut desk)["revision"].clone();
    assert_eq!(decide(&mut desk, &revision, 0, 1, "paragraph").status, 200);
    for other in 1..6 {
        assert_eq!(get(&mut desk, &format!("api/documents/{other}")).status, 200);
    }
    assert_eq!(state(&mut desk)["canUndo"], true);
}

/// Each chapter of the edition.
fn read_edition(desk: &mut Desk) -> Vec<Vec<u8>> {
    let edition = json_of(&get(desk, "api/documents/0/edition"));
    let chapters = edition["documents"].as_array().unwrap().iter();
    let names: Vec<&str> = chapters.map(|one| one["name"].as_str().unwrap()).collect();
    let path = |name: &&str| format!("editions/0/text/{name}");
    names.iter().map(path).map(|path| get(desk, &path).bytes).collect()
}

fn choices() -> impl Strategy<Value = Vec<(usize, usize, usize)>> {
    prop::collection::vec((0..9_usize, 0..22_usize, 1..4_usize), 1..12)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Whatever a person does, what is shown is what all of the text is recovered to, the file
    /// holds what the desk shows, the text keeps every
    /// character, and undoing all of it gives the text of the beginning.
    #[test]
    fn every_step_is_kept_and_can_be_undone(steps in choices()) {
        const VERDICTS: [&str; 7] =
            ["heading", "paragraph", "continued", "verse", "quotation", "left-out", "text"];
        let disk = Disk::with("carta.txt", LETTER);
        let mut desk = open(&disk, &["carta.txt"]);
        let first = state(&mut desk);
        for (what, first_line, count) in steps {
            let now = state(&mut desk);
            // What a preview has recovered may be taken next, or something else.
            for is in [VERDICTS[what % 7], VERDICTS[(what + 1) % 7]] {
                let choice = json!({ "first": first_line, "count": count, "is": is });
                post(&mut desk, "api/documents/0/preview", &choice);
            }
            let answer = if let Some(is) = VERDICTS.get(what) {
                decide(&mut desk, &now["revision"], first_line, count, is)
            } else {
                let action = ["undo", "redo"][what % 2];
                let body = json!({ "revision": now["revision"] });
                post(&mut desk, &format!("api/documents/0/{action}"), &body)
            };
            prop_assert!([200, 422].contains(&answer.status), "{}", answer.status);
            let now = state(&mut desk);
            let codes = now["doubts"].as_array().unwrap();
            prop_assert!(codes.iter().all(|doubt| doubt["code"] != "r-112"));
            let file = disk.read_text("carta.decisions.toml").unwrap_or_default();
            let kept = read_decisions("a", &file).unwrap();
            prop_assert_eq!(kept.lines.len(), now["decisions"].as_array().unwrap().len());
            // Another desk, which has to recover all of it, sees the same, byte for byte.
            let mut other = open(&disk, &["carta.txt"]);
            let again = state(&mut other);
            for part in ["runs", "doubts", "notes", "decisions", "seen", "counts", "title"] {
                prop_assert_eq!(&again[part], &now[part]);
            }
            prop_assert_eq!(read_edition(&mut other), read_edition(&mut desk));
        }
        loop {
            let now = state(&mut desk);
            if now["canUndo"] == false {
                prop_assert_eq!(&now["runs"], &first["runs"]);
                prop_assert_eq!(&now["doubts"], &first["doubts"]);
                break;
            }
            let body = json!({ "revision": now["revision"] });
            prop_assert_eq!(post(&mut desk, "api/documents/0/undo", &body).status, 200);
        }
    }
}

#[test]
fn decisions_of_the_desk_are_those_of_a_build() {
    let disk = Disk::with("carta.txt", LETTER);
    let mut desk = open(&disk, &["carta.txt"]);
    let revision = state(&mut desk)["revision"].clone();
    assert_eq!(decide(&mut desk, &revision, line("Rueda"), 3, "verse").status, 200);
    let job = Job::from_documents(["carta.txt"], Metadata::default());
    let read = pliego::build::read_documents(&job, &*disk, &()).unwrap();
    let written = markdown::write(&read[0].value.recovered.document);
    assert!(written.contains("Rueda, molino, rueda,\\\n"), "{written}");
    assert!(decisions_path(Path::new("carta.txt")).ends_with("carta.decisions.toml"));
}

/// A letter with a heading of two lines, which is in doubt.
const LONG_HEADING: &str = "LE MOULIN D'EN HAUT\n\n\
    Le moulin est toujours là où il était, en haut de la colline, et les ailes tournent\n\
    bien que personne ne moule plus. Hier nous y sommes montés pour le voir avec la\n\
    petite, qui ne le connaissait pas. Le vent venait de la mer et sentait le sel.\n\n\
    Où se découvre l'existence du moulin d'en bas, autrement dit le moulin\n\
    de la rivière, riche en poissons\n\n\
    Depuis la porte on voit tout le village, et plus loin la mer, qui cette fois était\n\
    grise et tranquille comme une planche. La petite demanda si c'était aussi le ciel,\n\
    et je ne sus que lui dire. Nous sommes revenus lentement par le chemin des vignes.\n";

#[test]
fn the_reading_that_lines_have_changes_nothing() {
    for (text, doubted) in [(LETTER, 1), (LONG_HEADING, 2)] {
        let disk = Disk::with("carta.txt", text);
        let mut desk = open(&disk, &["carta.txt"]);
        let state = state(&mut desk);
        let doubts = state["doubts"].as_array().unwrap().iter();
        let readings = doubts.filter_map(|doubt| doubt["readings"].get(0));
        let readings: Vec<&Value> = readings.collect();
        assert!(readings.len() >= doubted, "{readings:?}");
        for reading in readings {
            assert_eq!(reading["current"], true, "{reading}");
            let path = "api/documents/0/preview";
            let shown = json_of(&post(&mut desk, path, &reading["decision"]));
            assert_eq!(shown["changes"], json!([]), "{reading}");
        }
    }
}
