//! The words of the spine.

use super::front::Lettered;
use super::geometry::Parts;
use super::{Wrapping, fill};
use crate::diagnostic::{Diagnostic, Severity, Warned};
use crate::edition::cover::draw::{self, Faces, text};
use crate::edition::cover::template::Face;
use crate::edition::cover::{CoverError, SPINE_BLANK, Wording, missing};
use crate::length::{Length, Point, Rect, Size};
use crate::press::Direction;
use crate::text::language::Language;
use crate::typeset::document::Placed;

impl Direction {
    /// The custom of the trade in a language.
    ///
    /// Downward in English, Dutch and the languages of Scandinavia, as ISO 6357:1985 wants
    /// it, and in German since its trade took that up; upward in the rest of Europe and in
    /// Latin America. Others follow the standard.
    #[must_use]
    pub fn custom(language: Option<&Language>) -> Self {
        const UPWARD: [&str; 28] = [
            "an", "ast", "be", "bg", "br", "ca", "co", "cs", "el", "es", "eu", "fr",
            "gl", "hr", "hu", "it", "mk", "oc", "pl", "pt", "ro", "ru", "sk", "sl", "sq",
            "sr", "tr", "uk",
        ];
        match language {
            Some(language) if UPWARD.contains(&language.primary()) => Self::Up,
            _ => Self::Down,
        }
    }
}

/// The title fills so much of the clear width of a spine; on a narrow one
/// more, down to the smallest size.
const FILL: f32 = 0.72;
/// A title on a spine is not larger than this: it is read from a step away.
const LARGEST: f32 = 22.0;
/// Nor smaller than this: below, letters close up when they are printed.
const SMALLEST: f32 = 6.0;
/// How far letters may shrink before something is left out, in parts of their usual size.
const PATIENCE: f32 = 0.7;
/// From one size to the next.
const STEP: f32 = 0.25;
/// Size of author and publisher, in parts of the title's.
const AUTHOR: f32 = 0.82;
/// See [`AUTHOR`].
const PUBLISHER: f32 = 0.66;
/// White between title and author, and title and publisher, in parts of the title's size.
const GAP: f32 = 1.6;
/// White at head and foot, in parts of the spine's length.
const ENDS: i32 = 18;
/// The baseline stands so far from the middle of the spine, in parts of the size: the eye
/// takes the middle of the small letters and the capitals for that of a line.
const MIDDLE: f32 = 0.27;
/// The height of a line with ascenders and descenders, in parts of the size.
const LINE: f32 = 0.97;

/// Paints the words of the spine, where they have room.
pub(super) fn paint(
    wrapping: &Wrapping<'_>,
    parts: &Parts,
    wording: &Wording,
    lettered: &Lettered,
    faces: &Faces,
) -> Result<Warned<Vec<Placed>>, CoverError> {
    let blank = |message: &str| {
        let note = Diagnostic::new(SPINE_BLANK, Severity::Note, message);
        Ok(Warned { value: Vec::new(), diagnostics: vec![note] })
    };
    // Whoever measured the wrap knows why.
    let Some(clear) = wrapping.wrap.spine_words else {
        return Ok(Warned { value: Vec::new(), diagnostics: Vec::new() });
    };
    let width = points(parts.spine.size.width - clear * 2);
    if width < SMALLEST * LINE {
        return blank("the spine has no words: it is too narrow");
    }
    let ends = wrapping.wrap.safe.max(parts.spine.size.height / ENDS);
    let length = points(parts.spine.size.height - ends * 2);
    let said = [
        (wording.author.as_str(), Face::SmallCaps),
        (wording.title.as_str(), Face::Roman),
        (wording.publisher.as_str(), Face::SmallCaps),
    ];
    let mut widths = [0.0; 3];
    for (width, (words, face)) in widths.iter_mut().zip(said) {
        if !words.is_empty() {
            let (measured, _) = faces.measure(&[words], face)?;
            *width = measured.iter().map(|word| word.width).sum();
        }
    }
    let usual = (width * FILL).clamp(SMALLEST.min(width / LINE), LARGEST);
    let Some((size, shown)) = fit(widths, usual, length) else {
        return blank("the spine has no words: the title is too long for it");
    };
    let mut found = Vec::new();
    if shown.iter().zip(widths).any(|(shown, width)| !shown && width > 0.0) {
        let message = "the spine has no room for author and publisher beside the title";
        let message = if shown[0] {
            message.replace("author and ", "the ")
        } else {
            message.to_owned()
        };
        found.push(Diagnostic::new(SPINE_BLANK, Severity::Note, message));
    }
    let direction = wrapping
        .direction
        .unwrap_or_else(|| Direction::custom(wrapping.metadata.language.as_ref()));

    // Along the spine from its head: where each of the three begins and ends.
    let sizes = [size * AUTHOR, size, size * PUBLISHER];
    let along: Vec<f32> =
        widths.iter().zip(sizes).map(|(width, size)| width * size).collect();
    let (after, before) = (
        if shown[0] && along[0] > 0.0 { along[0] + size * GAP } else { 0.0 },
        if shown[2] && along[2] > 0.0 { along[2] + size * GAP } else { 0.0 },
    );
    // In the middle of the spine, if the others let it.
    let middle =
        ((length - along[1]) / 2.0).clamp(after, (length - before - along[1]).max(after));
    let starts = [0.0, middle, length - along[2]];

    let spine = parts.spine;
    let (x, head) =
        (points(spine.corner.x) + points(spine.size.width) / 2.0, points(ends));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\">",
        points(parts.trim.width),
        points(parts.trim.height)
    );
    for (place, (words, face)) in said.into_iter().enumerate() {
        if words.is_empty() || !shown[place] {
            continue;
        }
        let (size, start) = (sizes[place], head + starts[place]);
        let shift = size * MIDDLE;
        // A quarter of a turn, exactly: its sine and cosine are one and naught.
        let turn = match direction {
            Direction::Down => format!("0 1 -1 0 {} {start}", x - shift),
            Direction::Up => format!("0 -1 1 0 {} {}", x + shift, start + along[place]),
        };
        let attributes =
            format!("transform=\"matrix({turn})\" fill=\"{}\"", lettered.text);
        svg.push_str(&text(&attributes, face, size, words));
    }
    svg.push_str("</svg>");
    let tree = faces.read(&svg)?;
    found.extend(draw::missing(&tree).into_iter().map(missing));
    let mut items = Vec::new();
    if let Some(field) = lettered.field {
        let corner = Point { x: spine.corner.x + clear, y: ends / 2 };
        let size = Size {
            width: spine.size.width - clear * 2,
            height: spine.size.height - ends,
        };
        items.push(fill(Rect { corner, size }, field));
    }
    items.extend(draw::outlines(&tree, parts.trim.width));
    Ok(Warned { value: items, diagnostics: found })
}

/// The size of the title, and which of the three are shown: all, if they fit at a size not
/// much smaller than the usual; else without the publisher, else the title alone.
fn fit(widths: [f32; 3], usual: f32, length: f32) -> Option<(f32, [bool; 3])> {
    let choices = [[true, true, true], [true, true, false], [false, true, false]];
    let taken = |size: f32, shown: [bool; 3]| {
        let [author, title, publisher] = widths;
        let beside = |shown: bool, width: f32, part: f32| {
            if shown && width > 0.0 { width * part + GAP } else { 0.0 }
        };
        let all = title
            + beside(shown[0], author, AUTHOR)
            + beside(shown[2], publisher, PUBLISHER);
        all * size
    };
    let largest = |shown: [bool; 3], least: f32| {
        let mut size = usual;
        while size >= least {
            if taken(size, shown) <= length {
                return Some((size, shown));
            }
            size -= STEP;
        }
        None
    };
    let least = (usual * PATIENCE).max(SMALLEST.min(usual));
    let patient = choices.iter().find_map(|&shown| largest(shown, least));
    patient.or_else(|| choices.iter().find_map(|&shown| largest(shown, SMALLEST)))
}

/// A length in points, as drawings have it.
#[expect(clippy::cast_possible_truncation, reason = "drawings are in single precision")]
fn points(length: Length) -> f32 {
    length.to_pt() as f32
}
