//! Mutants whose glyphs, fonts or looks differ.

use lopdf::content::Operation;
use lopdf::{Dictionary, Object, ObjectId, Stream, dictionary, text_string};

use super::{Line, PdfObjects};
use crate::audit::mutants::Dice;
use crate::audit::mutants::epub::{other_accent, other_digit, other_letter, other_quote};

pub(crate) fn change_letter(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    pdf.change_glyph(dice, |c, dice| other_letter(c, dice).map(|other| vec![other]))
}

pub(crate) fn drop_letter(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    pdf.change_glyph(dice, |c, _| c.is_alphabetic().then(Vec::new))
}

pub(crate) fn double_letter(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    pdf.change_glyph(dice, |c, _| c.is_alphabetic().then(|| vec![c, c]))
}

pub(crate) fn change_digit(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    pdf.change_glyph(dice, |c, dice| other_digit(c, dice).map(|other| vec![other]))
}

pub(crate) fn change_accent(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    pdf.change_glyph(dice, |c, dice| other_accent(c, dice).map(|other| vec![other]))
}

pub(crate) fn change_quote(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    pdf.change_glyph(dice, |c, dice| other_quote(c, dice).map(|other| vec![other]))
}

pub(crate) fn drop_quote(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    pdf.change_glyph(dice, |c, dice| other_quote(c, dice).map(|_| Vec::new()))
}

/// Puts operators before and after the one that shows a line of the text.
fn surround(
    pdf: &mut PdfObjects,
    dice: &mut Dice,
    before: Operation,
    after: Operation,
) -> Option<()> {
    let line = pdf.text_lines(dice).into_iter().next()?;
    let operations = &mut pdf.pages[line.page].1;
    let shows = operations[line.operation].clone();
    operations.splice(line.operation..=line.operation, [before, shows, after]);
    Some(())
}

pub(crate) fn hide_line(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let mode = |mode: i64| Operation::new("Tr", vec![Object::Integer(mode)]);
    surround(pdf, dice, mode(3), mode(0))
}

pub(crate) fn move_line_out(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    for line in pdf.text_lines(dice) {
        let before = &mut pdf.pages[line.page].1[line.operation.checked_sub(1)?];
        if before.operator == "Tm" {
            before.operands[5] = Object::Real(-200.0);
            return Some(());
        }
    }
    None
}

pub(crate) fn whiten_line(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let number = |number: i64| Object::Integer(number);
    let ways = [
        Operation::new("g", vec![number(1)]),
        Operation::new("rg", vec![number(1); 3]),
        Operation::new("k", vec![number(0); 4]),
    ];
    let white = dice.pick(&ways)?.clone();
    surround(pdf, dice, white, Operation::new("g", vec![number(0)]))
}

/// The running heads and folios.
fn furniture(pdf: &PdfObjects, dice: &mut Dice) -> Vec<Line> {
    let mut lines = pdf.lines();
    lines.retain(|line| line.tag == b"Artifact" && !line.text.trim().is_empty());
    dice.shuffle(&mut lines);
    lines
}

pub(crate) fn change_head(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let mut lines = furniture(pdf, dice);
    lines.retain(|line| line.text.contains(char::is_alphabetic));
    let one = lines.first()?;
    let other =
        lines.iter().find(|other| other.text != one.text && other.font == one.font)?;
    let shown = pdf.pages[other.page].1[other.operation].operands.clone();
    pdf.pages[one.page].1[one.operation].operands = shown;
    Some(())
}

pub(crate) fn change_folio(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    for line in furniture(pdf, dice) {
        let change =
            |c: char, dice: &mut Dice| other_digit(c, dice).map(|other| vec![other]);
        if line.text.trim().parse::<u32>().is_ok()
            && pdf.change_line(&line, dice, change).is_some()
        {
            return Some(());
        }
    }
    None
}

/// The font objects of a name, with their maps.
fn font_object(pdf: &PdfObjects, name: &[u8]) -> Option<ObjectId> {
    pdf.pages.iter().find_map(|(page, _)| {
        let page = pdf.document.get_dictionary(*page).ok()?;
        let resources = pdf.document.dereference(page.get(b"Resources").ok()?).ok()?.1;
        let fonts = resources.as_dict().ok()?.get(b"Font").ok()?;
        let fonts = pdf.document.dereference(fonts).ok()?.1.as_dict().ok()?;
        fonts.get(name).ok()?.as_reference().ok()
    })
}

/// A letter of the text: its font and code, and those of another letter of this font.
fn two_codes(pdf: &PdfObjects, dice: &mut Dice) -> Option<(Vec<u8>, u16, u16)> {
    for line in pdf.text_lines(dice) {
        let codes = &pdf.fonts[&line.font];
        let is_letter = |said: &str| {
            said.chars().all(char::is_lowercase) && said.chars().count() == 1
        };
        let mut letters: Vec<u16> = codes
            .iter()
            .filter(|(_, said)| is_letter(said))
            .map(|(code, _)| *code)
            .collect();
        dice.shuffle(&mut letters);
        let own = letters.iter().copied().find(|code| line.text.contains(&codes[code]));
        let Some(own) = own else { continue };
        let other = letters.into_iter().find(|code| codes[code] != codes[&own]);
        if let Some(other) = other {
            return Some((line.font, own, other));
        }
    }
    None
}

/// Rewrites the map of a font.
fn rewrite_map(
    pdf: &mut PdfObjects,
    font: &[u8],
    change: impl Fn(&str) -> String,
) -> Option<()> {
    let font = font_object(pdf, font)?;
    let map = pdf.entry(font, b"ToUnicode")?.as_reference().ok()?;
    let stream = pdf.document.get_object(map).ok()?.as_stream().ok()?;
    let text = String::from_utf8(stream.get_plain_content().ok()?).ok()?;
    let stream = Stream::new(Dictionary::new(), change(&text).into_bytes());
    pdf.document.objects.insert(map, Object::Stream(stream));
    Some(())
}

/// The line of a map for a code.
fn map_line(pdf: &PdfObjects, font: &[u8], code: u16, of: u16) -> String {
    let units = pdf.fonts[font][&of].encode_utf16();
    let said: Vec<String> = units.map(|unit| format!("{unit:04x}")).collect();
    format!("<{code:04x}> <{}>", said.concat())
}

pub(crate) fn lie_in_map(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let (font, one, other) = two_codes(pdf, dice)?;
    let (old, new) = (map_line(pdf, &font, one, one), map_line(pdf, &font, one, other));
    rewrite_map(pdf, &font, |map| {
        let changed: Vec<&str> = map
            .lines()
            .map(|line| if line.eq_ignore_ascii_case(&old) { new.as_str() } else { line })
            .collect();
        changed.join("\n")
    })
}

pub(crate) fn paint_otherwise(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let (font, one, other) = two_codes(pdf, dice)?;
    let swapped = |code: u16| match code {
        code if code == one => other,
        code if code == other => one,
        code => code,
    };
    for (_, operations) in &mut pdf.pages {
        let mut chosen = Vec::new();
        for done in operations {
            match (done.operator.as_str(), done.operands.as_mut_slice()) {
                ("Tf", [name, _]) => chosen = name.as_name().ok()?.to_vec(),
                ("TJ", [Object::Array(items)]) if chosen == font => {
                    for item in items {
                        let Object::String(bytes, _) = item else {
                            continue;
                        };
                        for code in bytes.chunks_exact_mut(2) {
                            let other = swapped(u16::from_be_bytes([code[0], code[1]]));
                            code.copy_from_slice(&other.to_be_bytes());
                        }
                    }
                }
                _ => {}
            }
        }
    }
    let lines = [(one, other), (other, one)].map(|(code, of)| {
        (map_line(pdf, &font, code, code), map_line(pdf, &font, code, of))
    });
    rewrite_map(pdf, &font, |map| {
        let changed: Vec<&str> = map
            .lines()
            .map(|line| {
                let new = lines.iter().find(|(old, _)| line.eq_ignore_ascii_case(old));
                new.map_or(line, |(_, new)| new.as_str())
            })
            .collect();
        changed.join("\n")
    })
}

pub(crate) fn swap_outlines(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let (font, one, other) = two_codes(pdf, dice)?;
    let font = font_object(pdf, &font)?;
    let mut map: Vec<u16> =
        (0..=pdf.fonts.values().flat_map(|codes| codes.keys()).copied().max()?).collect();
    map.swap(usize::from(one), usize::from(other));
    let map: Vec<u8> = map.iter().flat_map(|glyph| glyph.to_be_bytes()).collect();
    let map = pdf.document.add_object(Stream::new(Dictionary::new(), map));
    let descendants =
        pdf.document.get_dictionary_mut(font).ok()?.get_mut(b"DescendantFonts").ok()?;
    let descendant = descendants.as_array_mut().ok()?.first_mut()?;
    match descendant {
        Object::Dictionary(descendant) => descendant.set("CIDToGIDMap", map),
        Object::Reference(id) => {
            let id = *id;
            pdf.set(id, "CIDToGIDMap", map);
        }
        _ => return None,
    }
    Some(())
}

/// Gives the glyphs of a line of the text a replacement text.
fn replace_line(pdf: &mut PdfObjects, line: &Line, text: &str) {
    let list = dictionary! { "ActualText" => text_string(text) };
    let before = Operation::new(
        "BDC",
        vec![Object::Name(b"Span".to_vec()), Object::Dictionary(list)],
    );
    let operations = &mut pdf.pages[line.page].1;
    let shows = operations[line.operation].clone();
    let after = Operation::new("EMC", Vec::new());
    operations.splice(line.operation..=line.operation, [before, shows, after]);
}

pub(crate) fn lie_in_replacement(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    for line in pdf.text_lines(dice) {
        let change =
            |c: char, dice: &mut Dice| other_letter(c, dice).map(|other| vec![other]);
        if pdf.change_line(&line, dice, change).is_some() {
            replace_line(pdf, &line, &line.text);
            return Some(());
        }
    }
    None
}

pub(crate) fn replace_wrongly(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    for line in pdf.text_lines(dice) {
        let Some((at, c)) = line.text.char_indices().find(|(_, c)| c.is_alphabetic())
        else {
            continue;
        };
        let other = other_letter(c, dice)?;
        let text =
            format!("{}{other}{}", &line.text[..at], &line.text[at + c.len_utf8()..]);
        replace_line(pdf, &line, &text);
        return Some(());
    }
    None
}
