//! Puts the words of a book into a template.

use std::fmt::Write;

use super::draw::{Faces, SMALL_CAPS_SPACING, text};
use super::ornament::{Seed, frieze, pattern, waves};
use super::template::{Align, Face, Palette, Part, Stack, Template, WIDTH, What};
use super::words::{SetPart, Word, set};
use super::{CoverError, Wording};

/// Height of capitals and depth of descenders, in parts of the size: what the box of a
/// line is reckoned by. Typical of book faces; EB Garamond has 0.65 and 0.25.
const CAPITALS: f32 = 0.65;
const DESCENDERS: f32 = 0.25;

/// How high the great initial is, in parts of the canvas, and how wide it may be, in
/// units: it stays clear of the edges.
const INITIAL_HEIGHT: f32 = 0.41;
const INITIAL_WIDTH: f32 = 1320.0;

/// A subtitle is not larger than this, in parts of the title's size.
const SUBTITLE: f32 = 0.75;

/// A title has at most so many words on a cover; what comes after is left out.
const MOST_WORDS: usize = 60;

/// A word has at most so many letters there, and no language has a longer one; the time
/// that a word takes to be drawn grows with the square of them.
const MOST_LETTERS: usize = 100;

/// How far what is painted reaches, in units from the upper left corner of the front: to
/// its own edges, or to those of a sheet on which back and spine stand beside it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Edges {
    /// The left edge.
    pub(super) left: f32,
    /// The upper edge.
    pub(super) top: f32,
    /// The right edge.
    pub(super) right: f32,
    /// The lower edge.
    pub(super) bottom: f32,
}

impl Edges {
    /// Those of a front of a height alone.
    pub(super) fn of_front(height: f32) -> Self {
        Self { left: 0.0, top: 0.0, right: WIDTH, bottom: height }
    }
}

/// A cover as SVG, and whether words had to be left out.
pub(super) struct Composed {
    /// The drawing.
    pub(super) svg: String,
    /// Words were left out.
    pub(super) shortened: bool,
}

/// Composes a front of a height; its ground reaches to the edges.
pub(super) fn compose(
    template: &Template,
    palette: &Palette,
    wording: &Wording,
    seed: &Seed,
    faces: &Faces,
    height: f32,
    edges: Edges,
) -> Result<Composed, CoverError> {
    let mut composer = Composer { wording, faces, height, palette, shortened: false };
    let mut stacks = String::new();
    for stack in &template.stacks {
        composer.stack(stack, &mut stacks)?;
    }
    let initial = wording.title.chars().find(|letter| letter.is_alphanumeric());
    let initial =
        initial.map_or_else(String::new, |letter| letter.to_uppercase().to_string());
    let (measured, _) = faces.measure(&[&initial], Face::Roman)?;
    let tallest = INITIAL_HEIGHT * height / CAPITALS;
    let initial_size = measured.iter().fold(tallest, |size, letter| {
        if letter.width > 0.0 { size.min(INITIAL_WIDTH / letter.width) } else { size }
    });
    let fill = |name: &str| match name {
        "ground" | "text" | "accent" => palette.colour(name).to_owned(),
        "pattern" => pattern(&mut seed.clone(), edges),
        "frieze" => frieze(&mut seed.clone(), edges),
        "waves" => waves(&mut seed.clone(), edges),
        "initial" => initial.clone(),
        "initial-size" => initial_size.to_string(),
        "stacks" => stacks.clone(),
        "left" => edges.left.to_string(),
        "top" => edges.top.to_string(),
        "right" => edges.right.to_string(),
        "bottom" => edges.bottom.to_string(),
        _ => length(name, height).map_or_else(String::new, |length| length.to_string()),
    };
    Ok(Composed { svg: fill_gaps(template.body, fill), shortened: composer.shortened })
}

/// A length on a canvas of a height: `h`, `h-200` or `17%`.
fn length(words: &str, height: f32) -> Option<f32> {
    if let Some(share) = words.strip_suffix('%') {
        return Some(height * share.parse::<f32>().ok()? / 100.0);
    }
    let offset = words.strip_prefix('h')?;
    Some(if offset.is_empty() { height } else { height + offset.parse::<f32>().ok()? })
}

/// Fills `{{name}}` in a template.
fn fill_gaps(body: &str, fill: impl Fn(&str) -> String) -> String {
    let mut filled = String::with_capacity(2 * body.len());
    let mut rest = body;
    while let Some((before, after)) = rest.split_once("{{") {
        filled.push_str(before);
        let Some((name, after)) = after.split_once("}}") else { break };
        filled.push_str(&fill(name.trim()));
        rest = after;
    }
    filled + rest
}

struct Composer<'a> {
    wording: &'a Wording,
    faces: &'a Faces,
    height: f32,
    palette: &'a Palette,
    shortened: bool,
}

/// A part whose words are measured.
struct Measured<'a> {
    part: &'a Part,
    words: Vec<Word>,
    space: f32,
    set: SetPart,
}

impl Measured<'_> {
    fn height(&self) -> f32 {
        if self.part.what == What::Rule {
            return self.part.leading * 100.0;
        }
        let further = self.set.lines.len().saturating_sub(1);
        let further = f32::from(u16::try_from(further).unwrap_or(u16::MAX));
        self.set.size * (CAPITALS + DESCENDERS + further * self.part.leading)
    }
}

impl Composer<'_> {
    /// Sets the parts of a stack that have something to say.
    ///
    /// They begin at their largest sizes; while the whole is too high, the largest that
    /// can still shrink goes to its next size, and when none can, words are left out.
    fn stack(&mut self, stack: &Stack, svg: &mut String) -> Result<(), CoverError> {
        let mut parts = Vec::new();
        for part in &stack.parts {
            if let Some(measured) = self.measured(part, stack.width)? {
                parts.push(measured);
            }
        }
        drop_lone_ornaments(&mut parts);
        keep_below_title(&mut parts, stack.width);
        let room = stack.height.on(self.height);
        while total(&parts) > room {
            let shrinks = |m: &&mut Measured<'_>| {
                m.part.sizes.last().is_some_and(|&smallest| m.set.size > smallest)
            };
            let largest = parts
                .iter_mut()
                .filter(shrinks)
                .max_by(|a, b| a.set.size.total_cmp(&b.set.size));
            if let Some(m) = largest {
                m.set = set(m.part, &m.words, m.space, stack.width, m.set.size - 0.5);
            } else if !self.shorten(&mut parts) {
                break;
            }
            keep_below_title(&mut parts, stack.width);
        }
        let free = room - total(&parts);
        let mut y = stack.y.on(self.height)
            + match stack.valign {
                Align::Start => 0.0,
                Align::Middle => free / 2.0,
                Align::End => free,
            };
        for (place, measured) in parts.iter().enumerate() {
            if place > 0 {
                y += measured.part.gap;
            }
            self.draw(measured, stack, y, svg);
            y += measured.height();
        }
        Ok(())
    }

    fn measured<'p>(
        &mut self,
        part: &'p Part,
        measure: f32,
    ) -> Result<Option<Measured<'p>>, CoverError> {
        let said = match part.what {
            What::Title => self.wording.title.as_str(),
            What::Subtitle => self.wording.subtitle.as_str(),
            What::Author => self.wording.author.as_str(),
            What::Publisher => self.wording.publisher.as_str(),
            What::Series => self.wording.series.as_str(),
            What::Fleuron => "\u{2766}",
            What::Rule => {
                let set = SetPart { size: part.sizes[0], lines: Vec::new() };
                return Ok(Some(Measured { part, words: Vec::new(), space: 0.0, set }));
            }
        };
        let mut words: Vec<&str> =
            said.split([' ', '\n', '\t']).filter(|word| !word.is_empty()).collect();
        if words.is_empty() {
            return Ok(None);
        }
        for word in &mut words {
            if let Some((end, _)) = word.char_indices().nth(MOST_LETTERS) {
                *word = &word[..end];
                self.shortened = true;
            }
        }
        if words.len() > MOST_WORDS {
            words.truncate(MOST_WORDS);
            words.push("…");
            self.shortened = true;
        }
        let (words, space) = self.faces.measure(&words, part.face)?;
        let set = set(part, &words, space, measure, f32::INFINITY);
        Ok(Some(Measured { part, words, space, set }))
    }

    /// Leaves out the last line of the part that has most; whether there was one.
    fn shorten(&mut self, parts: &mut [Measured<'_>]) -> bool {
        let longest = parts.iter_mut().max_by_key(|m| m.set.lines.len());
        let Some(measured) = longest.filter(|m| m.set.lines.len() > 1) else {
            return false;
        };
        measured.set.lines.pop();
        if let Some(last) = measured.set.lines.last_mut() {
            *last =
                last.trim_end_matches(['…', ' ', ',', '.', ';', ':']).to_owned() + " …";
        }
        self.shortened = true;
        true
    }

    fn draw(&self, measured: &Measured<'_>, stack: &Stack, top: f32, svg: &mut String) {
        let part = measured.part;
        let colour = self.palette.colour(part.colour);
        let (anchor, share) = match stack.align {
            Align::Start => ("start", 0.0),
            Align::Middle => ("middle", 0.5),
            Align::End => ("end", 1.0),
        };
        let x = stack.x + share * stack.width;
        if part.what == What::Rule {
            let (width, height) = (measured.set.size, measured.height());
            let left = x - share * width;
            write!(
                svg,
                "<path fill=\"{colour}\" d=\"M{left} {top}h{width}v{height}h-{width}z\"/>"
            )
            .expect("a string takes all text");
            return;
        }
        let size = measured.set.size;
        let mut baseline = top + CAPITALS * size;
        for line in &measured.set.lines {
            // Where letters are set apart, the eye counts the white after the last too.
            let x = if part.face == Face::SmallCaps && share > 0.5 {
                x + size * SMALL_CAPS_SPACING
            } else {
                x
            };
            let attributes = format!(
                "x=\"{x}\" y=\"{baseline}\" text-anchor=\"{anchor}\" fill=\"{colour}\""
            );
            svg.push_str(&text(&attributes, part.face, size, line));
            baseline += part.leading * size;
        }
    }
}

/// A subtitle beside a title of many words would stand above it in size.
fn keep_below_title(parts: &mut [Measured<'_>], measure: f32) {
    let title = parts.iter().find(|m| m.part.what == What::Title);
    let Some(limit) = title.map(|m| m.set.size * SUBTITLE) else { return };
    for m in parts.iter_mut().filter(|m| m.part.what == What::Subtitle) {
        if m.set.size > limit {
            m.set = set(m.part, &m.words, m.space, measure, limit);
        }
    }
}

/// Height of parts one below the other.
fn total(parts: &[Measured<'_>]) -> f32 {
    let gaps: f32 = parts.iter().skip(1).map(|measured| measured.part.gap).sum();
    gaps + parts.iter().map(Measured::height).sum::<f32>()
}

/// A rule or an ornament belongs to what stands below it: with nothing there it goes.
fn drop_lone_ornaments(parts: &mut Vec<Measured<'_>>) {
    let ornament = |m: &Measured<'_>| matches!(m.part.what, What::Rule | What::Fleuron);
    parts.reverse();
    let mut nothing_below = true;
    parts.retain(|measured| {
        let keep = !(nothing_below && ornament(measured));
        nothing_below = ornament(measured);
        keep
    });
    parts.reverse();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edition::cover::draw::{Colour, paint, size};
    use crate::edition::cover::template::{built_in, names};

    /// Words are read on the colour that a template says they stand on: nothing else is
    /// painted there.
    #[test]
    fn stacks_stand_on_what_they_say() {
        let faces = Faces::new(&[]);
        for (name, height) in names().flat_map(|name| [(name, 2270.0), (name, 2560.0)]) {
            let template = built_in(name).unwrap();
            let palette = &template.palettes[0];
            let (seed, edges) = (Seed::new(b"seed"), Edges::of_front(height));
            let blank = Wording::default();
            let svg = compose(&template, palette, &blank, &seed, &faces, height, edges)
                .unwrap()
                .svg;
            let tree = faces.read(&svg).unwrap();
            let (columns, mut pixels) = (size(&tree).0, Vec::new());
            paint(&tree, |band| {
                pixels.extend_from_slice(band);
                Some(())
            })
            .unwrap();
            for stack in &template.stacks {
                let Colour(red, green, blue) = Colour::read(palette.colour(stack.on));
                let (top, depth) = (stack.y.on(height), stack.height.on(height));
                let covers = |at: u16, from: f32, length: f32| {
                    (from..from + length).contains(&f32::from(at))
                };
                let rows = (0..).zip(pixels.chunks(4 * columns as usize));
                for (row, line) in rows.filter(|&(row, _)| covers(row, top, depth)) {
                    let mut under = (0..)
                        .zip(line.chunks(4))
                        .filter(|&(column, _)| covers(column, stack.x, stack.width));
                    let same = under.all(|(_, pixel)| pixel == [red, green, blue, 255]);
                    assert!(same, "{name}: row {row}");
                }
            }
        }
    }
}
