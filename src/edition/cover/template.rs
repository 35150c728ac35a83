//! Cover templates: the SVG files of `covers/`, and the header that says what is set
//! where.
//!
//! A template is an SVG of 1600 units' width with a comment at its head. Each line of
//! the comment is one declaration:
//!
//! ```text
//! palette GROUND TEXT ACCENT          three colours; one palette is chosen by the title
//! stack X Y WIDTH HEIGHT ALIGN VALIGN [on COLOUR]  a column in which parts are set
//! part WHAT FACE COLOUR LEADING LINES GAP SIZE...
//! back COLOUR [on COLOUR [edged COLOUR]] [from Y to Y]   the words of back and flaps
//! spine COLOUR [on COLOUR [edged COLOUR]] [from Y to Y]  the words of the spine
//! ```
//!
//! A `part` is set in the `stack` before it. Its fields are: a line of the title page
//! (`title`, …), a `rule` or a `fleuron`; the face; a colour of the palette; the line
//! height in hundredths of the size; the most lines; the white above it in units; the
//! possible sizes, the largest first. Lengths with `%` are hundredths of the height.
//!
//! On a cover that is wrapped around a book, the same drawing continues across the spine and
//! the back, and into the bleed. Shapes that extend there extend to `{{left}}`, `{{top}}`,
//! `{{right}}` and `{{bottom}}`. Without a wrap these are the edges of the front.
//!
//! Words on `back` and `spine` are set on the ground; where it is not plain, on a field of
//! the colour after `on`. `from … to …` gives two heights between which the ground is free.
//! The `on` of a stack names its colour below, if that is not the ground.
//!
//! In the body, `{{name}}` is replaced by a colour, by a length down the canvas (`{{h}}`,
//! `{{h-200}}`, `{{17%}}`), by the first letter of the title or its size (`{{initial}}`,
//! `{{initial-size}}`), by the stacks as they are set (`{{stacks}}`), or by a path that is
//! drawn from the title: `{{pattern}}`, `{{frieze}}` and `{{waves}}` (`ornament.rs`).
//! Shapes are filled, not stroked, and without transparency: they become outlines on the
//! page of a PDF.

/// Width of every canvas, in units; one unit is one pixel of the cover image.
pub(super) const WIDTH: f32 = 1600.0;

/// The built-in templates, by name.
const BUILT_IN: [(&str, &str); 7] = [
    ("frame", include_str!("../../../covers/frame.svg")),
    ("grid", include_str!("../../../covers/grid.svg")),
    ("label", include_str!("../../../covers/label.svg")),
    ("initial", include_str!("../../../covers/initial.svg")),
    ("plain", include_str!("../../../covers/plain.svg")),
    ("band", include_str!("../../../covers/band.svg")),
    ("waves", include_str!("../../../covers/waves.svg")),
];

/// The built-in templates: their names, and their files.
#[must_use]
pub fn built_in_templates() -> &'static [(&'static str, &'static str)] {
    &BUILT_IN
}

/// Names of the templates.
pub(super) fn template_names() -> impl Iterator<Item = &'static str> {
    BUILT_IN.iter().map(|&(name, _)| name)
}

/// A cover template.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct CoverTemplate {
    /// The palettes to choose from.
    pub(super) palettes: Vec<CoverPalette>,
    /// The columns of text.
    pub(super) stacks: Vec<TemplateStack>,
    /// How words on back and flaps are printed.
    pub(super) back: WordSurface,
    /// How words on the spine are printed.
    pub(super) spine: WordSurface,
    /// The SVG after the header.
    pub(super) body: &'static str,
}

/// The three colours of a cover, as SVG writes them (`#1d1b19`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CoverPalette {
    /// The ground.
    pub(super) ground: &'static str,
    /// The text.
    pub(super) text: &'static str,
    /// The accent.
    pub(super) accent: &'static str,
}

impl CoverPalette {
    /// A colour by its name in templates.
    pub(super) fn colour_named(&self, word: &str) -> &'static str {
        match word {
            "ground" => self.ground,
            "accent" => self.accent,
            _ => self.text,
        }
    }
}

/// The colours of words beside the front, and what is under them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct WordSurface {
    /// Name of the colour of the words.
    pub(super) text: &'static str,
    /// Name of the colour of the field under them; none for the ground.
    pub(super) field: Option<&'static str>,
    /// Name of the colour of the field's border.
    pub(super) edge: Option<&'static str>,
    /// The words are below this height,
    pub(super) from: TemplateLength,
    /// and above this one.
    pub(super) to: TemplateLength,
}

impl WordSurface {
    /// Words in a colour on the ground, anywhere.
    fn plain(text: &'static str) -> Self {
        let (from, to) = (TemplateLength::OfHeight(0.0), TemplateLength::OfHeight(100.0));
        Self { text, field: None, edge: None, from, to }
    }
}

/// A length that may depend on the height of the canvas.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum TemplateLength {
    /// Units.
    Units(f32),
    /// Hundredths of the height.
    OfHeight(f32),
}

impl TemplateLength {
    /// The length on a canvas of a given height.
    pub(super) fn at_height(self, height: f32) -> f32 {
        match self {
            Self::Units(units) => units,
            Self::OfHeight(share) => share * height / 100.0,
        }
    }
}

/// How lines, or a whole stack, are aligned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StackAlign {
    /// At the left, or at the top.
    Start,
    /// In the middle.
    Middle,
    /// At the right, or at the bottom.
    End,
}

/// A column of parts.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TemplateStack {
    /// Its left edge.
    pub(super) x: f32,
    /// Its upper edge.
    pub(super) y: TemplateLength,
    /// Its width.
    pub(super) width: f32,
    /// Its height.
    pub(super) height: TemplateLength,
    /// How lines are aligned horizontally.
    pub(super) align: StackAlign,
    /// How the parts are aligned vertically.
    pub(super) valign: StackAlign,
    /// Name of the colour under them.
    pub(super) on: &'static str,
    /// The parts from top to bottom.
    pub(super) parts: Vec<TemplatePart>,
}

/// A part of a stack.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TemplatePart {
    /// Its content.
    pub(super) what: PartContent,
    /// Its face.
    pub(super) face: TemplateFace,
    /// Name of its colour.
    pub(super) colour: &'static str,
    /// Leading, as a multiple of the size.
    pub(super) leading: f32,
    /// The most lines.
    pub(super) lines: usize,
    /// Space above, unless it is the first of its stack.
    pub(super) gap: f32,
    /// The possible sizes, largest first.
    pub(super) sizes: Vec<f32>,
}

/// The content of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PartContent {
    /// The title.
    Title,
    /// The subtitle.
    Subtitle,
    /// The authors.
    Author,
    /// The publisher.
    Publisher,
    /// The series and the number in it.
    Series,
    /// A short rule: its size is its width, its leading its thickness in hundredths.
    Rule,
    /// An ornament of the face.
    Fleuron,
}

/// The style of letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TemplateFace {
    /// Upright.
    Roman,
    /// Italic.
    Italic,
    /// Bold.
    Bold,
    /// Small capitals, spaced.
    SmallCaps,
}

/// A built-in template; none for an unknown name.
pub(super) fn built_in_template(name: &str) -> Option<CoverTemplate> {
    let (_, source) = BUILT_IN.iter().find(|(known, _)| *known == name)?;
    parse_template(source)
}

/// Parses a template; none if its header is malformed.
fn parse_template(source: &'static str) -> Option<CoverTemplate> {
    let (header, body) = source.strip_prefix("<!--")?.split_once("-->")?;
    let (mut palettes, mut stacks) = (Vec::new(), Vec::<TemplateStack>::new());
    let (mut back, mut spine) = (WordSurface::plain("text"), WordSurface::plain("text"));
    for line in header.lines() {
        let words: Vec<&'static str> = line.split_whitespace().collect();
        match *words.as_slice() {
            ["palette", ground, text, accent] => {
                palettes.push(CoverPalette { ground, text, accent });
            }
            ["stack", x, y, width, height, align_, valign, ref on @ ..] => {
                stacks.push(TemplateStack {
                    x: x.parse().ok()?,
                    y: parse_length(y)?,
                    width: width.parse().ok()?,
                    height: parse_length(height)?,
                    align: parse_align(align_)?,
                    valign: parse_align(valign)?,
                    on: match *on {
                        [] => "ground",
                        ["on", on] => on,
                        _ => return None,
                    },
                    parts: Vec::new(),
                });
            }
            ["part", what_, face_, colour, leading, lines, gap, ref sizes @ ..] => {
                let sizes = sizes.iter().map(|size| size.parse().ok());
                let percent: f32 = leading.parse().ok()?;
                stacks.last_mut()?.parts.push(TemplatePart {
                    what: parse_content(what_)?,
                    face: parse_face(face_)?,
                    colour,
                    leading: percent / 100.0,
                    lines: lines.parse().ok()?,
                    gap: gap.parse().ok()?,
                    sizes: sizes.collect::<Option<Vec<f32>>>()?,
                });
            }
            ["back", text, ref said @ ..] => back = parse_surface(text, said)?,
            ["spine", text, ref said @ ..] => spine = parse_surface(text, said)?,
            // Prose about the template.
            _ => {}
        }
    }
    (!palettes.is_empty()).then_some(CoverTemplate {
        palettes,
        stacks,
        back,
        spine,
        body,
    })
}

/// Parses what a header says of the words on back or spine.
fn parse_surface(text: &'static str, mut said: &[&'static str]) -> Option<WordSurface> {
    let mut surface = WordSurface::plain(text);
    loop {
        said = match *said {
            [] => return Some(surface),
            ["on", field, ref rest @ ..] => {
                surface.field = Some(field);
                rest
            }
            ["edged", edge, ref rest @ ..] => {
                surface.edge = Some(edge);
                rest
            }
            ["from", from, "to", to, ref rest @ ..] => {
                (surface.from, surface.to) = (parse_length(from)?, parse_length(to)?);
                rest
            }
            _ => return None,
        };
    }
}

fn parse_length(word: &str) -> Option<TemplateLength> {
    match word.strip_suffix('%') {
        Some(share) => share.parse().ok().map(TemplateLength::OfHeight),
        None => word.parse().ok().map(TemplateLength::Units),
    }
}

fn parse_align(word: &str) -> Option<StackAlign> {
    Some(match word {
        "left" | "top" => StackAlign::Start,
        "center" | "middle" => StackAlign::Middle,
        "right" | "bottom" => StackAlign::End,
        _ => return None,
    })
}

fn parse_content(word: &str) -> Option<PartContent> {
    Some(match word {
        "title" => PartContent::Title,
        "subtitle" => PartContent::Subtitle,
        "author" => PartContent::Author,
        "publisher" => PartContent::Publisher,
        "series" => PartContent::Series,
        "rule" => PartContent::Rule,
        "fleuron" => PartContent::Fleuron,
        _ => return None,
    })
}

fn parse_face(word: &str) -> Option<TemplateFace> {
    Some(match word {
        "roman" => TemplateFace::Roman,
        "italic" => TemplateFace::Italic,
        "bold" => TemplateFace::Bold,
        "small-caps" => TemplateFace::SmallCaps,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edition::cover::draw::ScreenColour;

    /// The contrast below which text is hard to read (WCAG 2.2, 1.4.3).
    const CONTRAST: f64 = 4.5;
    /// The same for large elements (1.4.11).
    const LARGE: f64 = 3.0;

    #[test]
    fn every_built_in_template_is_well_formed() {
        for name in template_names() {
            let template =
                built_in_template(name).unwrap_or_else(|| panic!("{name}: header"));
            let parts = || template.stacks.iter().flat_map(|stack| &stack.parts);
            assert!(parts().all(|part| !part.sizes.is_empty()), "{name}: sizes");
            for what in [
                PartContent::Title,
                PartContent::Author,
                PartContent::Publisher,
                PartContent::Subtitle,
            ] {
                assert!(parts().any(|part| part.what == what), "{name}: {what:?}");
            }
        }
    }

    #[test]
    fn text_stands_out_from_its_ground() {
        for name in template_names() {
            let template = built_in_template(name).unwrap();
            for palette in &template.palettes {
                let colour = |word| ScreenColour::parse(palette.colour_named(word));
                let check = |text: ScreenColour, ground: ScreenColour| {
                    let contrast = text.contrast_ratio(ground);
                    assert!(contrast >= CONTRAST, "{name} {palette:?}: {contrast:.2}");
                };
                for stack in &template.stacks {
                    for part in &stack.parts {
                        check(colour(part.colour), colour(stack.on));
                    }
                }
                for surface in [template.back, template.spine] {
                    let ground = colour(surface.field.unwrap_or("ground"));
                    check(colour(surface.text), ground);
                    check(colour(surface.text).on_paper(), ground);
                }
                // Drawn, not read.
                assert!(
                    colour("accent").contrast_ratio(colour("ground")) >= LARGE,
                    "{name}"
                );
            }
        }
    }
}
