//! Composes the words of a book into a template.

use std::fmt::Write;

use super::draw::{CoverFaces, SMALL_CAPS_SPACING, text_element};
use super::ornament::{PaintExtent, PatternRng, draw_frieze, draw_pattern, draw_waves};
use super::template::{
    CoverPalette, CoverTemplate, PartContent, StackAlign, TemplateFace, TemplatePart,
    TemplateStack,
};
use super::words::{CoverWord, FittedPart, fit_part, join_words};
use super::{CoverError, CoverWords};

/// Height of capitals and depth of descenders, as fractions of the size; they define the
/// box of a line. Typical of book faces; EB Garamond has 0.65 and 0.25.
const CAPITALS: f32 = 0.65;
const DESCENDERS: f32 = 0.25;

/// Height of the great initial as a fraction of the canvas, and its largest width in units:
/// it stays clear of the edges.
const INITIAL_HEIGHT: f32 = 0.41;
const INITIAL_WIDTH: f32 = 1320.0;

/// The largest subtitle, as a fraction of the title's size.
const SUBTITLE: f32 = 0.75;

/// A title on a cover has at most this many words; the rest is left out.
const MOST_WORDS: usize = 60;

/// A word on a cover has at most this many letters; no language has a longer one. Drawing
/// time grows with the square of a word's length.
const MOST_LETTERS: usize = 100;

/// A front as SVG, and whether words had to be left out.
pub(super) struct ComposedFront {
    /// The drawing.
    pub(super) svg: String,
    /// Words were left out.
    pub(super) shortened: bool,
}

/// Composes a front of a given height; its ground reaches to the edges.
pub(super) fn compose_front(
    template: &CoverTemplate,
    palette: &CoverPalette,
    wording: &CoverWords,
    seed: &PatternRng,
    faces: &CoverFaces,
    height: f32,
    edges: PaintExtent,
) -> Result<ComposedFront, CoverError> {
    let mut composer =
        FrontComposer { wording, faces, height, palette, shortened: false };
    let mut stacks = String::new();
    for stack in &template.stacks {
        composer.set_stack(stack, &mut stacks)?;
    }
    let initial = wording.title.chars().find(|letter| letter.is_alphanumeric());
    let initial =
        initial.map_or_else(String::new, |letter| letter.to_uppercase().to_string());
    let (measured, _) = faces.measure_words(&[&initial], TemplateFace::Roman)?;
    let tallest = INITIAL_HEIGHT * height / CAPITALS;
    let initial_size = measured.iter().fold(tallest, |size, letter| {
        if letter.width > 0.0 { size.min(INITIAL_WIDTH / letter.width) } else { size }
    });
    let fill = |name: &str| match name {
        "ground" | "text" | "accent" => palette.colour_named(name).to_owned(),
        "pattern" => draw_pattern(&mut seed.clone(), edges),
        "frieze" => draw_frieze(&mut seed.clone(), edges),
        "waves" => draw_waves(&mut seed.clone(), edges),
        "initial" => initial.clone(),
        "initial-size" => initial_size.to_string(),
        "stacks" => stacks.clone(),
        "left" => edges.left.to_string(),
        "top" => edges.top.to_string(),
        "right" => edges.right.to_string(),
        "bottom" => edges.bottom.to_string(),
        _ => parse_length(name, height)
            .map_or_else(String::new, |length| length.to_string()),
    };
    Ok(ComposedFront {
        svg: fill_placeholders(template.body, fill),
        shortened: composer.shortened,
    })
}

/// The words of a part; one at whose end a line must end ends with the line end.
fn split_words(said: &str) -> impl Iterator<Item = &str> {
    let lines = said.split_inclusive('\n');
    let words = lines.flat_map(|line| line.split([' ', '\t']));
    words.filter(|word| !word.trim().is_empty())
}

/// Parses a length on a canvas of a given height: `h`, `h-200` or `17%`.
fn parse_length(words: &str, height: f32) -> Option<f32> {
    if let Some(share) = words.strip_suffix('%') {
        return Some(height * share.parse::<f32>().ok()? / 100.0);
    }
    let offset = words.strip_prefix('h')?;
    Some(if offset.is_empty() { height } else { height + offset.parse::<f32>().ok()? })
}

/// Replaces each `{{name}}` in a template.
fn fill_placeholders(body: &str, fill: impl Fn(&str) -> String) -> String {
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

struct FrontComposer<'a> {
    wording: &'a CoverWords,
    faces: &'a CoverFaces,
    height: f32,
    palette: &'a CoverPalette,
    shortened: bool,
}

/// A part with its words measured.
struct MeasuredPart<'a> {
    part: &'a TemplatePart,
    words: Vec<CoverWord>,
    space: f32,
    set: FittedPart,
}

impl MeasuredPart<'_> {
    fn height(&self) -> f32 {
        if self.part.what == PartContent::Rule {
            return self.part.leading * 100.0;
        }
        let further = self.set.lines.len().saturating_sub(1);
        let further = f32::from(u16::try_from(further).unwrap_or(u16::MAX));
        self.set.size * (CAPITALS + DESCENDERS + further * self.part.leading)
    }
}

impl FrontComposer<'_> {
    /// Sets the parts of a stack that have words.
    ///
    /// They begin at their largest sizes. While the whole is too high, the largest part
    /// that can still shrink takes its next size. When none can, words are left out.
    fn set_stack(
        &mut self,
        stack: &TemplateStack,
        svg: &mut String,
    ) -> Result<(), CoverError> {
        let mut parts = Vec::new();
        for part in &stack.parts {
            if let Some(measured) = self.measure_parts(part, stack.width)? {
                parts.push(measured);
            }
        }
        drop_lone_ornaments(&mut parts);
        keep_below_title(&mut parts, stack.width);
        let room = stack.height.at_height(self.height);
        while total_height(&parts) > room {
            let shrinks = |m: &&mut MeasuredPart<'_>| {
                m.part.sizes.last().is_some_and(|&smallest| m.set.size > smallest)
            };
            let largest = parts
                .iter_mut()
                .filter(shrinks)
                .max_by(|a, b| a.set.size.total_cmp(&b.set.size));
            if let Some(m) = largest {
                m.set =
                    fit_part(m.part, &m.words, m.space, stack.width, m.set.size - 0.5);
            } else if !self.drop_longest_line(&mut parts) {
                break;
            }
            keep_below_title(&mut parts, stack.width);
        }
        let free = room - total_height(&parts);
        let mut y = stack.y.at_height(self.height)
            + match stack.valign {
                StackAlign::Start => 0.0,
                StackAlign::Middle => free / 2.0,
                StackAlign::End => free,
            };
        for (place, measured) in parts.iter().enumerate() {
            if place > 0 {
                y += measured.part.gap;
            }
            self.draw_part(measured, stack, y, svg);
            y += measured.height();
        }
        Ok(())
    }

    fn measure_parts<'p>(
        &mut self,
        part: &'p TemplatePart,
        measure: f32,
    ) -> Result<Option<MeasuredPart<'p>>, CoverError> {
        let said = match part.what {
            PartContent::Title => self.wording.title.as_str(),
            PartContent::Subtitle => self.wording.subtitle.as_str(),
            PartContent::Author => self.wording.author.as_str(),
            PartContent::Publisher => self.wording.publisher.as_str(),
            PartContent::Series => self.wording.series.as_str(),
            PartContent::Fleuron => "\u{2766}",
            PartContent::Rule => {
                let set = FittedPart { size: part.sizes[0], lines: Vec::new() };
                return Ok(Some(MeasuredPart {
                    part,
                    words: Vec::new(),
                    space: 0.0,
                    set,
                }));
            }
        };
        let mut words: Vec<&str> = split_words(said).collect();
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
        let (mut words, space) = self.faces.measure_words(&words, part.face)?;
        join_words(&mut words, self.wording.language.as_ref());
        let set = fit_part(part, &words, space, measure, f32::INFINITY);
        Ok(Some(MeasuredPart { part, words, space, set }))
    }

    /// Drops the last line of the part with the most lines; returns whether there was one.
    fn drop_longest_line(&mut self, parts: &mut [MeasuredPart<'_>]) -> bool {
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

    fn draw_part(
        &self,
        measured: &MeasuredPart<'_>,
        stack: &TemplateStack,
        top: f32,
        svg: &mut String,
    ) {
        let part = measured.part;
        let colour = self.palette.colour_named(part.colour);
        let (anchor, share) = match stack.align {
            StackAlign::Start => ("start", 0.0),
            StackAlign::Middle => ("middle", 0.5),
            StackAlign::End => ("end", 1.0),
        };
        let x = stack.x + share * stack.width;
        if part.what == PartContent::Rule {
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
            // With letterspacing, the space after the last letter counts visually too.
            let x = if part.face == TemplateFace::SmallCaps && share > 0.5 {
                x + size * SMALL_CAPS_SPACING
            } else {
                x
            };
            let attributes = format!(
                "x=\"{x}\" y=\"{baseline}\" text-anchor=\"{anchor}\" fill=\"{colour}\""
            );
            svg.push_str(&text_element(&attributes, part.face, size, line));
            baseline += part.leading * size;
        }
    }
}

/// Keeps a subtitle from being larger than a long title.
fn keep_below_title(parts: &mut [MeasuredPart<'_>], measure: f32) {
    let title = parts.iter().find(|m| m.part.what == PartContent::Title);
    let Some(limit) = title.map(|m| m.set.size * SUBTITLE) else { return };
    for m in parts.iter_mut().filter(|m| m.part.what == PartContent::Subtitle) {
        if m.set.size > limit {
            m.set = fit_part(m.part, &m.words, m.space, measure, limit);
        }
    }
}

/// The height of all parts, one below the other.
fn total_height(parts: &[MeasuredPart<'_>]) -> f32 {
    let gaps: f32 = parts.iter().skip(1).map(|measured| measured.part.gap).sum();
    gaps + parts.iter().map(MeasuredPart::height).sum::<f32>()
}

/// Drops rules and ornaments with nothing below them, because they belong to what follows.
fn drop_lone_ornaments(parts: &mut Vec<MeasuredPart<'_>>) {
    let ornament = |m: &MeasuredPart<'_>| {
        matches!(m.part.what, PartContent::Rule | PartContent::Fleuron)
    };
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
    use crate::edition::cover::draw::{ScreenColour, paint_bands, pixel_size};
    use crate::edition::cover::template::{built_in_template, template_names};

    /// Words are read on the colour that the template states: nothing else is painted
    /// there.
    #[test]
    fn stacks_stand_on_what_they_say() {
        let faces = CoverFaces::new(&[]);
        for (name, height) in
            template_names().flat_map(|name| [(name, 2270.0), (name, 2560.0)])
        {
            let template = built_in_template(name).unwrap();
            let palette = &template.palettes[0];
            let (seed, edges) =
                (PatternRng::new(b"seed"), PaintExtent::front_only(height));
            let blank = CoverWords::default();
            let svg =
                compose_front(&template, palette, &blank, &seed, &faces, height, edges)
                    .unwrap()
                    .svg;
            let tree = faces.parse_svg(&svg).unwrap();
            let (columns, mut pixels) = (pixel_size(&tree).0, Vec::new());
            paint_bands(&tree, |band| {
                pixels.extend_from_slice(band);
                Some(())
            })
            .unwrap();
            for stack in &template.stacks {
                let ScreenColour(red, green, blue) =
                    ScreenColour::parse(palette.colour_named(stack.on));
                let (top, depth) =
                    (stack.y.at_height(height), stack.height.at_height(height));
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
