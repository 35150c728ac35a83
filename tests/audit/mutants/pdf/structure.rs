//! Mutants whose structure, pages or links differ.

use lopdf::content::Operation;
use lopdf::{
    Dictionary, Object, ObjectId, StringFormat, decode_text_string, dictionary,
    text_string,
};

use super::{Line, PdfObjects};
use crate::audit::mutants::Dice;

pub(crate) fn swap_lines(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let lines = pdf.text_lines(dice);
    let one = lines.iter().find(|line| line.text.trim().len() > 10)?;
    let other = lines.iter().find(|other| {
        other.font == one.font && other.text != one.text && other.text.trim().len() > 10
    })?;
    let operands = |line: &Line| pdf.pages[line.page].1[line.operation].operands.clone();
    let (first, second) = (operands(one), operands(other));
    pdf.pages[one.page].1[one.operation].operands = second;
    pdf.pages[other.page].1[other.operation].operands = first;
    Some(())
}

pub(crate) fn swap_paragraphs(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let all = pdf.paragraphs(dice);
    let (one, other) = pdf.two(&all)?;
    pdf.swap_elements(one, other)
}

pub(crate) fn join_paragraphs(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let all = pdf.paragraphs(dice);
    let (one, other) = all.into_iter().find_map(|id| {
        let parent = pdf.parent(id)?;
        let next = pdf.place(parent, id)? + 1;
        let next = pdf.kids(parent).get(next)?.as_reference().ok()?;
        (pdf.kind(next) == b"P").then_some((id, next))
    })?;
    let page = pdf.entry(other, b"Pg").cloned();
    let kids: Vec<Object> = pdf
        .kids(other)
        .iter()
        .map(|kid| match (kid, &page) {
            (Object::Integer(mark), Some(page)) => Object::Dictionary(dictionary! {
                "Type" => "MCR", "Pg" => page.clone(), "MCID" => *mark,
            }),
            _ => kid.clone(),
        })
        .collect();
    pdf.detach(other);
    pdf.kids_mut(one).extend(kids);
    Some(())
}

pub(crate) fn split_paragraph(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    for id in pdf.paragraphs(dice) {
        let ([Object::Integer(mark)], Some(page)) = (
            pdf.kids(id),
            pdf.entry(id, b"Pg").and_then(|page| page.as_reference().ok()),
        ) else {
            continue;
        };
        let mark = *mark;
        let lines = pdf.lines();
        let place = pdf.pages.iter().position(|one| one.0 == page)?;
        let own: Vec<&Line> = lines
            .iter()
            .filter(|line| line.page == place && line.mark == Some(mark))
            .collect();
        let pairs: Vec<usize> = own
            .windows(2)
            .filter(|pair| {
                pair[0].text.ends_with(' ')
                    && !pair[1].text.trim().is_empty()
                    && pair[0].operation + 2 == pair[1].operation
            })
            .map(|pair| pair[1].operation - 1)
            .collect();
        let Some(&at) = dice.pick(&pairs) else {
            continue;
        };
        let highest =
            lines.iter().filter(|line| line.page == place).filter_map(|line| line.mark);
        let number = highest.max()? + 1000;
        let between = [
            Operation::new("ET", Vec::new()),
            Operation::new("EMC", Vec::new()),
            Operation::new(
                "BDC",
                vec![
                    Object::Name(b"P".to_vec()),
                    Object::Dictionary(dictionary! { "MCID" => number }),
                ],
            ),
            Operation::new("BT", Vec::new()),
        ];
        pdf.pages[place].1.splice(at..at, between);
        let parent = pdf.parent(id)?;
        let second = pdf.document.add_object(dictionary! {
            "Type" => "StructElem", "S" => "P", "P" => parent, "Pg" => page,
            "K" => vec![Object::Integer(number)],
        });
        pdf.attach_after(id, second);
        return Some(());
    }
    None
}

pub(crate) fn drop_paragraph(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let one = *pdf.paragraphs(dice).first()?;
    pdf.erase(one);
    Some(())
}

pub(crate) fn double_paragraph(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let one = *pdf.paragraphs(dice).first()?;
    double(pdf, one)
}

/// Puts a copy of an element after it.
fn double(pdf: &mut PdfObjects, one: ObjectId) -> Option<()> {
    let copy = pdf.document.get_dictionary(one).ok()?.clone();
    let copy = pdf.document.add_object(copy);
    pdf.attach_after(one, copy);
    Some(())
}

/// The types of headings.
const HEADINGS: [&[u8]; 4] = [b"H1", b"H2", b"H3", b"H4"];

/// The headings of the text; those over notes are the edition's.
fn headings(pdf: &PdfObjects, dice: &mut Dice) -> Vec<ObjectId> {
    let mut all = pdf.elements(&HEADINGS, dice);
    all.retain(|&id| {
        let parent = pdf.parent(id).unwrap();
        let place = pdf.place(parent, id).unwrap();
        let next =
            pdf.kids(parent).get(place + 1).and_then(|kid| kid.as_reference().ok());
        next.is_none_or(|next| {
            let first = pdf.kids(next).first().and_then(|kid| kid.as_reference().ok());
            pdf.kind(next) != b"Note"
                && first.is_none_or(|first| pdf.kind(first) != b"Note")
        })
    });
    all
}

pub(crate) fn lower_to_paragraph(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let one = *headings(pdf, dice).first()?;
    pdf.set(one, "S", "P");
    Some(())
}

pub(crate) fn raise_to_heading(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let one = *pdf.paragraphs(dice).first()?;
    pdf.set(one, "S", "H2");
    Some(())
}

pub(crate) fn drop_heading(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let one = *headings(pdf, dice).first()?;
    pdf.erase(one);
    Some(())
}

pub(crate) fn change_level(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let one = *headings(pdf, dice).first()?;
    let own = pdf.kind(one).to_vec();
    let others: Vec<&str> = ["H1", "H2", "H3", "H4", "H5"]
        .into_iter()
        .filter(|other| other.as_bytes() != own)
        .collect();
    pdf.set(one, "S", *dice.pick(&others)?);
    Some(())
}

/// The first paragraphs of notes.
fn note_texts(pdf: &PdfObjects, dice: &mut Dice) -> Vec<ObjectId> {
    let notes = pdf.elements(&[b"Note"], dice);
    let first = |&note: &ObjectId| {
        let kids = pdf.kids(note).iter().filter_map(|kid| kid.as_reference().ok());
        kids.into_iter().find(|&kid| pdf.kind(kid) == b"P")
    };
    notes.iter().filter_map(first).collect()
}

pub(crate) fn swap_notes(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let (one, other) = pdf.two(&note_texts(pdf, dice))?;
    pdf.swap_elements(one, other)
}

pub(crate) fn relink_note(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let all = pdf.annotations(&[b"Reference"], dice);
    pdf.relink(&all)
}

pub(crate) fn drop_note(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let one = *pdf.elements(&[b"Note"], dice).first()?;
    pdf.erase(one);
    Some(())
}

pub(crate) fn drop_reference(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let one = *pdf.elements(&[b"Reference"], dice).first()?;
    pdf.erase(one);
    Some(())
}

pub(crate) fn double_note(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let one = *pdf.elements(&[b"Note"], dice).first()?;
    double(pdf, one)
}

pub(crate) fn double_reference(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let one = *pdf.elements(&[b"Reference"], dice).first()?;
    double(pdf, one)
}

/// The pages that show something, in any order.
fn shown_pages(pdf: &PdfObjects, dice: &mut Dice) -> Vec<ObjectId> {
    let mut pages: Vec<ObjectId> = pdf
        .pages
        .iter()
        .filter(|(_, operations)| operations.iter().any(|one| one.operator == "TJ"))
        .map(|(page, _)| *page)
        .collect();
    dice.shuffle(&mut pages);
    pages
}

pub(crate) fn swap_pages(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let pages = shown_pages(pdf, dice);
    let [one, other, ..] = *pages.as_slice() else {
        return None;
    };
    for object in pdf.document.objects.values_mut() {
        let Ok(kids) = object.as_dict_mut().and_then(|node| node.get_mut(b"Kids")) else {
            continue;
        };
        for kid in kids.as_array_mut().ok()? {
            match kid.as_reference().ok()? {
                id if id == one => *kid = Object::Reference(other),
                id if id == other => *kid = Object::Reference(one),
                _ => {}
            }
        }
    }
    Some(())
}

pub(crate) fn drop_page(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let one = *shown_pages(pdf, dice).first()?;
    for object in pdf.document.objects.values_mut() {
        let Ok(node) = object.as_dict_mut() else {
            continue;
        };
        let Ok(kids) = node.get_mut(b"Kids").and_then(Object::as_array_mut) else {
            continue;
        };
        kids.retain(|kid| kid.as_reference().ok() != Some(one));
    }
    pdf.pages.retain(|(page, _)| *page != one);
    Some(())
}

pub(crate) fn swap_pictures(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let mut names: Vec<Vec<u8>> = Vec::new();
    for (_, operations) in &pdf.pages {
        for done in operations.iter().filter(|done| done.operator == "Do") {
            let name = done.operands[0].as_name().ok()?.to_vec();
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    dice.shuffle(&mut names);
    let [one, other, ..] = names.as_slice() else {
        return None;
    };
    let operations = pdf.pages.iter_mut().flat_map(|(_, operations)| operations);
    for done in operations.filter(|done| done.operator == "Do") {
        let name = done.operands[0].as_name().ok()?.to_vec();
        let swapped = match name {
            name if name == *one => other.clone(),
            name if name == *other => one.clone(),
            name => name,
        };
        done.operands[0] = Object::Name(swapped);
    }
    Some(())
}

pub(crate) fn swap_cells(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let (one, other) = pdf.two(&pdf.elements(&[b"TD"], dice))?;
    pdf.swap_elements(one, other)
}

pub(crate) fn drop_cell(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let all = pdf.elements(&[b"TD", b"TH"], dice);
    let one = all.into_iter().find(|&id| !pdf.words(id).is_empty())?;
    pdf.erase(one);
    Some(())
}

pub(crate) fn change_address(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let mut all: Vec<&mut Dictionary> = pdf
        .document
        .objects
        .values_mut()
        .filter_map(|object| {
            let action = object.as_dict_mut().ok()?;
            if action.has(b"URI") {
                return Some(action);
            }
            action
                .get_mut(b"A")
                .ok()?
                .as_dict_mut()
                .ok()
                .filter(|action| action.has(b"URI"))
        })
        .collect();
    let one = dice.below(all.len().max(1));
    let action = all.get_mut(one)?;
    let address =
        String::from_utf8(action.get(b"URI").ok()?.as_str().ok()?.to_vec()).ok()?;
    let other = if address.ends_with('1') { "2" } else { "1" };
    let changed = format!("{}{other}", &address[..address.len() - 1]);
    action.set("URI", Object::String(changed.into_bytes(), StringFormat::Literal));
    Some(())
}

pub(crate) fn change_target(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let all = pdf.annotations(&[b"P", b"Span", b"H1", b"H2", b"TD", b"Caption"], dice);
    pdf.relink(&all)
}

pub(crate) fn change_entry(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    if dice.below(2) == 0 {
        let all = pdf.annotations(&[b"TOCI"], dice);
        return pdf.relink(&all);
    }
    let is_bookmark = |object: &Object| {
        object.as_dict().is_ok_and(|item| item.has(b"Title") && item.has(b"Dest"))
    };
    let objects = pdf.document.objects.iter();
    let mut all: Vec<ObjectId> =
        objects.filter(|(_, object)| is_bookmark(object)).map(|(id, _)| *id).collect();
    dice.shuffle(&mut all);
    pdf.relink(&all)
}

/// The elements with a language of their own, below the document.
fn foreign(pdf: &PdfObjects, dice: &mut Dice) -> Vec<ObjectId> {
    let has_language = |id: &ObjectId| pdf.entry(*id, b"Lang").is_some();
    let kinds: [&[u8]; 7] = [b"Span", b"P", b"Sect", b"H1", b"H2", b"TD", b"Reference"];
    pdf.elements(&kinds, dice).into_iter().filter(has_language).collect()
}

pub(crate) fn change_language(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let one = *foreign(pdf, dice).first()?;
    pdf.set(one, "Lang", text_string("hu"));
    Some(())
}

pub(crate) fn drop_language(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let one = *foreign(pdf, dice).first()?;
    pdf.document.get_dictionary_mut(one).unwrap().remove(b"Lang");
    Some(())
}

pub(crate) fn change_main_language(pdf: &mut PdfObjects, _: &mut Dice) -> Option<()> {
    pdf.document.catalog_mut().ok()?.set("Lang", text_string("hu"));
    let whole =
        |id: &ObjectId| pdf.kind(*id) == b"Document" && pdf.entry(*id, b"Lang").is_some();
    let whole: Vec<ObjectId> =
        pdf.document.objects.keys().copied().filter(whole).collect();
    for id in whole {
        pdf.set(id, "Lang", text_string("hu"));
    }
    Some(())
}

/// The figures that have words.
fn figures(pdf: &PdfObjects, dice: &mut Dice) -> Vec<ObjectId> {
    let has_words = |id: &ObjectId| pdf.entry(*id, b"Alt").is_some();
    pdf.elements(&[b"Figure"], dice).into_iter().filter(has_words).collect()
}

pub(crate) fn change_alternative(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let one = *figures(pdf, dice).first()?;
    let words = decode_text_string(pdf.entry(one, b"Alt")?).ok()?;
    pdf.set(one, "Alt", text_string(&format!("{words}x")));
    Some(())
}

pub(crate) fn drop_alternative(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let one = *figures(pdf, dice).first()?;
    pdf.document.get_dictionary_mut(one).unwrap().remove(b"Alt");
    Some(())
}

pub(crate) fn swap_alternatives(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let all = figures(pdf, dice);
    let words = |id: ObjectId| pdf.entry(id, b"Alt").cloned();
    let one = *all.first()?;
    let other = all.iter().copied().find(|&other| words(other) != words(one))?;
    let (first, second) = (words(one)?, words(other)?);
    pdf.set(one, "Alt", second);
    pdf.set(other, "Alt", first);
    Some(())
}
