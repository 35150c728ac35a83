//! Mutants whose elements or attributes differ.

use super::{EpubFiles, change_character, other_letter, split};
use crate::audit::mutants::Dice;

/// An element in a markup: from its start to its end.
type Extent = (usize, usize);

/// All elements that begin with a text, and hold no other of their kind.
fn elements(markup: &str, begin: &str, end: &str) -> Vec<Extent> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = markup[from..].find(begin).map(|at| from + at) {
        let after = start + begin.len();
        from = after;
        let next = markup[after..].chars().next().unwrap_or(' ');
        if !begin.ends_with(char::is_alphanumeric) || !next.is_alphanumeric() {
            let Some(length) = markup[after..].find(end) else {
                break;
            };
            let stop = after + length + end.len();
            if !markup[after..stop].contains(begin) {
                found.push((start, stop));
                from = stop;
            }
        }
    }
    found
}

/// What an element holds.
fn content(markup: &str, (start, end): Extent) -> &str {
    let from = start + markup[start..].find('>').unwrap() + 1;
    let to = start + markup[start..end].rfind("</").unwrap();
    &markup[from..to]
}

fn words_of(markup: &str) -> String {
    let texts = split(markup).into_iter().step_by(2).collect::<String>();
    texts.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn has_words(markup: &str, extent: Extent) -> bool {
    !words_of(content(markup, extent)).is_empty()
}

/// The paragraphs of a file that have words, and are not in notes.
fn paragraphs(markup: &str) -> Vec<Extent> {
    let mut all = elements(markup, "<p", "</p>");
    all.retain(|&one| {
        has_words(markup, one) && !markup[one.0..one.1].contains("backlink")
    });
    all
}

/// Swaps two extents, the first before the second.
fn swap(markup: &str, one: Extent, other: Extent) -> String {
    format!(
        "{}{}{}{}{}",
        &markup[..one.0],
        &markup[other.0..other.1],
        &markup[one.1..other.0],
        &markup[one.0..one.1],
        &markup[other.1..]
    )
}

/// Two of some extents that differ in their words, in order.
fn two(markup: &str, all: &[Extent], dice: &mut Dice) -> Option<(Extent, Extent)> {
    let one = *dice.pick(all)?;
    let said = words_of(content(markup, one));
    let others: Vec<Extent> = all
        .iter()
        .copied()
        .filter(|&other| words_of(content(markup, other)) != said)
        .collect();
    let other = *dice.pick(&others)?;
    Some((one.min(other), one.max(other)))
}

/// Puts a text in place of an extent.
fn replace(markup: &str, (start, end): Extent, text: &str) -> String {
    format!("{}{text}{}", &markup[..start], &markup[end..])
}

pub(crate) fn swap_paragraphs(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    epub.change_markup(dice, |markup, dice| {
        let (one, other) = two(markup, &paragraphs(markup), dice)?;
        Some(swap(markup, one, other))
    })
}

/// Neighbouring paragraphs without anything between them.
fn neighbours(markup: &str) -> Vec<(Extent, Extent)> {
    let all = paragraphs(markup);
    let pairs = all.windows(2).map(|pair| (pair[0], pair[1]));
    pairs.filter(|(one, other)| markup[one.1..other.0].trim().is_empty()).collect()
}

pub(crate) fn join_paragraphs(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    epub.change_markup(dice, |markup, dice| {
        let (one, other) = *dice.pick(&neighbours(markup))?;
        let inner = content(markup, other).to_owned();
        let joined = format!("{} {inner}</p>", &markup[one.0..one.1 - "</p>".len()]);
        Some(replace(markup, (one.0, other.1), &joined))
    })
}

pub(crate) fn split_paragraph(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    epub.change_markup(dice, |markup, dice| {
        let one = *dice.pick(&paragraphs(markup))?;
        // Only a space outside all phrases divides a paragraph well.
        let pieces = split(content(markup, one));
        let mut depth = 0;
        let mut spaces = Vec::new();
        let mut at = markup[..one.1].len() - "</p>".len() - content(markup, one).len();
        for (place, piece) in pieces.iter().enumerate() {
            if place % 2 == 0 && depth == 0 {
                let words = piece.char_indices();
                spaces.extend(
                    words.filter(|(_, c)| *c == ' ').map(|(space, _)| at + space),
                );
            } else if piece.starts_with("</") {
                depth -= 1;
            } else if place % 2 == 1 && !piece.ends_with("/>") {
                depth += 1;
            }
            at += piece.len();
        }
        let middle: Vec<usize> = spaces
            .into_iter()
            .filter(|&space| {
                let (start, end) =
                    (one.1 - "</p>".len() - content(markup, one).len(), one.1 - 4);
                !words_of(&markup[start..space]).is_empty()
                    && !words_of(&markup[space..end]).is_empty()
            })
            .collect();
        let space = *dice.pick(&middle)?;
        Some(replace(markup, (space, space + 1), "</p>\n<p>"))
    })
}

pub(crate) fn drop_paragraph(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    epub.change_markup(dice, |markup, dice| {
        let one = *dice.pick(&paragraphs(markup))?;
        Some(replace(markup, one, ""))
    })
}

pub(crate) fn double_paragraph(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    epub.change_markup(dice, |markup, dice| {
        let one = *dice.pick(&paragraphs(markup))?;
        let twice = markup[one.0..one.1].repeat(2);
        Some(replace(markup, one, &twice))
    })
}

/// The headings of a file: from the third level on those below chapters.
fn headings(markup: &str) -> Vec<(Extent, char)> {
    let of = |level: char| {
        let all = elements(markup, &format!("<h{level}"), &format!("</h{level}>"));
        all.into_iter().map(move |extent| (extent, level))
    };
    let mut all: Vec<(Extent, char)> =
        ['1', '2', '3', '4'].into_iter().flat_map(of).collect();
    all.retain(|&(extent, _)| {
        has_words(markup, extent)
            && !markup[extent.0..extent.1].contains("notes")
            && !markup[extent.0..extent.1].contains("added")
    });
    all
}

pub(crate) fn lower_to_paragraph(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    epub.change_markup(dice, |markup, dice| {
        let (one, _) = *dice.pick(&headings(markup))?;
        let lowered = format!("<p>{}</p>", content(markup, one));
        Some(replace(markup, one, &lowered))
    })
}

pub(crate) fn raise_to_heading(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    epub.change_markup(dice, |markup, dice| {
        let one = *dice.pick(&paragraphs(markup))?;
        let raised = format!("<h2>{}</h2>", content(markup, one));
        Some(replace(markup, one, &raised))
    })
}

pub(crate) fn drop_heading(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    epub.change_markup(dice, |markup, dice| {
        let (one, _) = *dice.pick(&headings(markup))?;
        Some(replace(markup, one, ""))
    })
}

pub(crate) fn change_level(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    epub.change_markup(dice, |markup, dice| {
        let (one, level) = *dice.pick(&headings(markup))?;
        let levels: Vec<char> = ('1'..='5').filter(|other| *other != level).collect();
        let other = dice.pick(&levels)?;
        let text = &markup[one.0..one.1];
        let text = text.replacen(&format!("<h{level}"), &format!("<h{other}"), 1);
        let text = text.replacen(&format!("</h{level}>"), &format!("</h{other}>"), 1);
        Some(replace(markup, one, &text))
    })
}

/// The notes of a file.
fn notes(markup: &str) -> Vec<Extent> {
    let mut all = elements(markup, "<li id=\"note-", "</li>");
    all.retain(|&one| markup[one.0..one.1].contains("endnote"));
    all
}

/// What a note says, without its label.
fn body_of_note(markup: &str, note: Extent) -> Option<Extent> {
    let label = note.0 + markup[note.0..note.1].find("</a>")? + "</a>".len();
    let end = label + markup[label..note.1].find("</p>")?;
    (!words_of(&markup[label..end]).is_empty()).then_some((label, end))
}

pub(crate) fn swap_notes(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    epub.change_markup(dice, |markup, dice| {
        let bodies: Vec<Extent> = notes(markup)
            .into_iter()
            .filter_map(|note| body_of_note(markup, note))
            .collect();
        let one = *dice.pick(&bodies)?;
        let said = words_of(&markup[one.0..one.1]);
        let others: Vec<Extent> = bodies
            .into_iter()
            .filter(|other| words_of(&markup[other.0..other.1]) != said)
            .collect();
        let other = *dice.pick(&others)?;
        Some(swap(markup, one.min(other), one.max(other)))
    })
}

/// The references to notes in a file.
fn references(markup: &str) -> Vec<Extent> {
    let mut all = elements(markup, "<a", "</a>");
    all.retain(|&one| markup[one.0..one.1].contains("noteref"));
    all
}

/// The value of an attribute.
fn attribute(markup: &str, from: usize, name: &str) -> Option<Extent> {
    let end = from + markup[from..].find('>')?;
    let key = format!(" {name}=\"");
    let start = from + markup[from..end].find(&key)? + key.len();
    Some((start, start + markup[start..].find('"')?))
}

pub(crate) fn relink_note(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    epub.change_markup(dice, |markup, dice| {
        let targets: Vec<Extent> = references(markup)
            .into_iter()
            .filter_map(|one| attribute(markup, one.0, "href"))
            .collect();
        let one = *dice.pick(&targets)?;
        let own = &markup[one.0..one.1];
        let others: Vec<&str> = targets
            .iter()
            .map(|&(start, end)| &markup[start..end])
            .filter(|other| *other != own)
            .collect();
        Some(replace(markup, one, dice.pick(&others)?))
    })
}

pub(crate) fn drop_note(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    epub.change_markup(dice, |markup, dice| {
        let one = *dice.pick(&notes(markup))?;
        Some(replace(markup, one, ""))
    })
}

pub(crate) fn drop_reference(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    epub.change_markup(dice, |markup, dice| {
        let one = *dice.pick(&references(markup))?;
        Some(replace(markup, one, ""))
    })
}

pub(crate) fn double_note(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    epub.change_markup(dice, |markup, dice| {
        let one = *dice.pick(&notes(markup))?;
        let twice = markup[one.0..one.1].repeat(2);
        Some(replace(markup, one, &twice))
    })
}

pub(crate) fn double_reference(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    epub.change_markup(dice, |markup, dice| {
        let one = *dice.pick(&references(markup))?;
        let twice = markup[one.0..one.1].repeat(2);
        Some(replace(markup, one, &twice))
    })
}

/// The lines of the spine that name files with text of the sources.
fn spine(package: &str) -> Vec<Extent> {
    let mut all = elements(package, "<itemref", "/>");
    all.retain(|&one| package[one.0..one.1].contains("chapter"));
    all
}

pub(crate) fn swap_files(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    let file = epub.file(".opf")?;
    let package = epub.text(file).to_owned();
    let mut lines = spine(&package);
    dice.shuffle(&mut lines);
    let [one, other, ..] = lines.as_slice() else {
        return None;
    };
    epub.set(file, swap(&package, *one.min(other), *one.max(other)));
    Some(())
}

pub(crate) fn drop_file(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    let file = epub.file(".opf")?;
    let package = epub.text(file).to_owned();
    let one = *dice.pick(&spine(&package))?;
    epub.set(file, replace(&package, one, ""));
    Some(())
}

/// The pictures of the text: the file, and the place of an attribute.
fn pictures(epub: &EpubFiles, name: &str, dice: &mut Dice) -> Vec<(usize, Extent)> {
    let mut all = Vec::new();
    for file in epub.text_files(dice) {
        let markup = epub.text(file);
        let images = elements(markup, "<img", ">");
        let values = images.into_iter().filter_map(|one| attribute(markup, one.0, name));
        all.extend(values.map(|value| (file, value)));
    }
    all
}

/// Two values of an attribute of pictures that differ.
type TwoValues = [(usize, Extent, String); 2];

fn two_pictures(epub: &EpubFiles, name: &str, dice: &mut Dice) -> Option<TwoValues> {
    let value = |(file, place): (usize, Extent)| {
        (file, place, epub.text(file)[place.0..place.1].to_owned())
    };
    let all = pictures(epub, name, dice);
    let one = value(*dice.pick(&all)?);
    let others: Vec<(usize, Extent, String)> =
        all.into_iter().map(value).filter(|other| other.2 != one.2).collect();
    let other = dice.pick(&others)?.clone();
    Some([one, other])
}

/// Exchanges two values.
fn exchange(epub: &mut EpubFiles, [one, other]: TwoValues) {
    let mut changes = [(one.0, one.1, other.2), (other.0, other.1, one.2)];
    changes.sort();
    for (file, place, value) in changes.into_iter().rev() {
        let text = replace(epub.text(file), place, &value);
        epub.set(file, text);
    }
}

pub(crate) fn swap_pictures(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    let two = two_pictures(epub, "src", dice)?;
    exchange(epub, two);
    Some(())
}

pub(crate) fn swap_alternatives(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    let two = two_pictures(epub, "alt", dice)?;
    exchange(epub, two);
    Some(())
}

/// Changes the alternative text of a picture that has one.
fn set_alternative(
    epub: &mut EpubFiles,
    dice: &mut Dice,
    change: impl Fn(&str, &mut Dice) -> Option<String>,
) -> Option<()> {
    let mut all = pictures(epub, "alt", dice);
    all.retain(|(_, value)| value.0 < value.1);
    let (file, place) = *dice.pick(&all)?;
    let markup = epub.text(file);
    let changed = change(&markup[place.0..place.1], dice)?;
    let markup = replace(markup, place, &changed);
    epub.set(file, markup);
    Some(())
}

pub(crate) fn change_alternative(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    set_alternative(epub, dice, |text, dice| {
        change_character(text, dice, |c, dice| other_letter(c, dice).map(String::from))
    })
}

pub(crate) fn drop_alternative(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    set_alternative(epub, dice, |_, _| Some(String::new()))
}

/// The cells of the tables of a file.
fn cells(markup: &str) -> Vec<Extent> {
    let mut all = elements(markup, "<td", "</td>");
    all.extend(elements(markup, "<th", "</th>"));
    all.retain(|&one| has_words(markup, one));
    all
}

pub(crate) fn swap_cells(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    epub.change_markup(dice, |markup, dice| {
        let (one, other) = two(markup, &cells(markup), dice)?;
        Some(swap(markup, one, other))
    })
}

pub(crate) fn drop_cell(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    epub.change_markup(dice, |markup, dice| {
        let one = *dice.pick(&cells(markup))?;
        Some(replace(markup, one, ""))
    })
}

/// The targets of links that are no references to notes.
fn targets(markup: &str) -> Vec<Extent> {
    let links = elements(markup, "<a", "</a>");
    let links = links.into_iter().filter(|one| {
        let link = &markup[one.0..one.1];
        !link.contains("noteref") && !link.contains("backlink")
    });
    links.filter_map(|one| attribute(markup, one.0, "href")).collect()
}

pub(crate) fn change_address(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    epub.change_markup(dice, |markup, dice| {
        let mut all = targets(markup);
        all.retain(|&(start, end)| markup[start..end].starts_with("http"));
        let one = *dice.pick(&all)?;
        let changed = change_character(&markup[one.0 + 8..one.1], dice, |c, dice| {
            other_letter(c, dice).filter(char::is_ascii).map(String::from)
        })?;
        Some(replace(markup, (one.0 + 8, one.1), &changed))
    })
}

pub(crate) fn change_target(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    epub.change_markup(dice, |markup, dice| {
        let mut all = targets(markup);
        all.retain(|&(start, end)| !markup[start..end].contains("://"));
        let one = *dice.pick(&all)?;
        let others: Vec<&str> = all
            .iter()
            .map(|&(start, end)| &markup[start..end])
            .filter(|other| *other != &markup[one.0..one.1])
            .collect();
        Some(replace(markup, one, dice.pick(&others)?))
    })
}

pub(crate) fn change_entry(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    let file = epub.file("nav.xhtml")?;
    let markup = epub.text(file).to_owned();
    let end = markup.find("</nav>")?;
    let mut all = targets(&markup);
    all.retain(|place| place.1 < end && markup[place.0..place.1].contains("chapter"));
    let one = *dice.pick(&all)?;
    let others: Vec<&str> = all
        .iter()
        .map(|&(start, end)| &markup[start..end])
        .filter(|other| *other != &markup[one.0..one.1])
        .collect();
    epub.set(file, replace(&markup, one, dice.pick(&others)?));
    Some(())
}

/// The places of the languages of phrases.
fn languages(markup: &str) -> Vec<Extent> {
    let from = markup.find("<body").unwrap_or_default();
    let places = markup[from..].match_indices(" lang=\"");
    let places = places.map(|(at, key)| from + at + key.len());
    places.map(|start| (start, start + markup[start..].find('"').unwrap())).collect()
}

pub(crate) fn change_language(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    epub.change_markup(dice, |markup, dice| {
        let (start, end) = *dice.pick(&languages(markup))?;
        let own = &markup[start..end];
        let key = format!("lang=\"{own}\"");
        let tag = start - 1 - "lang=".len()..start + markup[start..].find('>')?;
        let changed = markup[tag.clone()].replace(&key, "lang=\"hu\"");
        Some(replace(markup, (tag.start, tag.end), &changed))
    })
}

pub(crate) fn drop_language(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    epub.change_markup(dice, |markup, dice| {
        let (start, end) = *dice.pick(&languages(markup))?;
        let own = markup[start..end].to_owned();
        let tag = start - 1 - "lang=".len()..start + markup[start..].find('>')?;
        let changed = markup[tag.clone()]
            .replace(&format!("xml:lang=\"{own}\""), "")
            .replace(&format!("lang=\"{own}\""), "");
        Some(replace(markup, (tag.start, tag.end), &changed))
    })
}

pub(crate) fn change_main_language(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    epub.change_markup(dice, |markup, _| {
        let start = markup.find("<html")?;
        let (from, to) = attribute(markup, start, "lang")?;
        let own = markup[from..to].to_owned();
        let end = start + markup[start..].find('>')?;
        let changed =
            markup[start..end].replace(&format!("lang=\"{own}\""), "lang=\"hu\"");
        Some(replace(markup, (start, end), &changed))
    })
}

/// Gives a paragraph an attribute.
fn mark_paragraph(epub: &mut EpubFiles, dice: &mut Dice, ways: &[&str]) -> Option<()> {
    epub.change_markup(dice, |markup, dice| {
        let mut all = paragraphs(markup);
        all.retain(|one| markup[one.0..].starts_with("<p>"));
        let at = dice.pick(&all)?.0 + "<p".len();
        Some(replace(markup, (at, at), &format!(" {}", dice.pick(ways)?)))
    })
}

/// Adds a rule to the style sheet.
fn add_rule(epub: &mut EpubFiles, dice: &mut Dice, rules: &[&str]) -> Option<()> {
    mark_paragraph(epub, dice, &["class=\"mutant\""])?;
    let file = epub.file(".css")?;
    let sheet = format!("{}\n.mutant {{ {} }}\n", epub.text(file), dice.pick(rules)?);
    epub.set(file, sheet);
    Some(())
}

pub(crate) fn hide_paragraph(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    let ways = [
        "hidden=\"hidden\"",
        "style=\"display: none\"",
        "style=\"visibility:hidden\"",
        "style=\"font-size:0\"",
        "style=\"opacity: 0\"",
    ];
    mark_paragraph(epub, dice, &ways)
}

pub(crate) fn hide_by_style(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    add_rule(
        epub,
        dice,
        &["display: none;", "visibility: hidden", "font-size: 0", "opacity: 0"],
    )
}

pub(crate) fn whiten_paragraph(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    mark_paragraph(
        epub,
        dice,
        &[
            "style=\"color: white\"",
            "style=\"color:#fff\"",
            "style=\"color: #FFFFFF;\"",
            "style=\"color: transparent\"",
        ],
    )
}

pub(crate) fn whiten_by_style(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    add_rule(epub, dice, &["color: white;", "color:#fff", "color: rgb(255, 255, 255)"])
}

pub(crate) fn change_file_title(epub: &mut EpubFiles, dice: &mut Dice) -> Option<()> {
    epub.change_markup(dice, |markup, dice| {
        let one = *elements(markup, "<title", "</title>").first()?;
        let title = content(markup, one);
        let changed = change_character(title, dice, |c, dice| {
            other_letter(c, dice).map(String::from)
        })?;
        Some(replace(markup, one, &format!("<title>{changed}</title>")))
    })
}
