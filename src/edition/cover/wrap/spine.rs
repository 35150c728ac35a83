//! The words of the spine.

use super::WrapContent;
use super::front::WordBacking;
use super::geometry::WrapParts;
use crate::diagnostic::{Diagnostic, Severity, Warned};
use crate::edition::cover::draw::{self, CoverFaces, text_element};
use crate::edition::cover::template::TemplateFace;
use crate::edition::cover::{
    CoverError, CoverWords, SPINE_BLANK, report_missing_character,
};
use crate::length::{Length, Point, Rect, Size};
use crate::press::Direction;
use crate::text::language::Language;
use crate::typeset::document::PlacedItem;

impl Direction {
    /// The customary direction of spine words in a language.
    ///
    /// Downward in English, Dutch and the Scandinavian languages, as in ISO 6357:1985, and
    /// in German since its trade adopted that; upward in the rest of Europe and in Latin
    /// America. Other languages follow the standard.
    #[must_use]
    pub fn customary_for(language: Option<&Language>) -> Self {
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

/// How much of the clear width of a spine the title fills; on a narrow spine more, down to
/// the smallest size.
const FILL: f32 = 0.72;
/// How much of it a title in two lines fills.
const FILL_OF_TWO: f32 = 0.85;
/// The largest size of a title on a spine: it is read from a step away.
const LARGEST: f32 = 22.0;
/// The smallest size: below it, letters fill in when they are printed.
const SMALLEST: f32 = 6.0;
/// How far letters may shrink, as a fraction of their usual size, before something is left
/// out.
const PATIENCE: f32 = 0.55;
/// The step between sizes.
const STEP: f32 = 0.25;
/// Sizes of author, title and publisher, as fractions of the title's.
const SIZES: [f32; 3] = [0.82, 1.0, 0.66];
/// The same beside a title in two lines.
const SIZES_OF_TWO: [f32; 3] = [1.1, 1.0, 0.85];
/// Space between title and author, and title and publisher, as a multiple of the title's
/// size.
const GAP: f32 = 1.6;
/// Space at head and foot: the spine's length divided by this.
const ENDS: i32 = 18;
/// Distance of the baseline from the middle of the spine, as a fraction of the size: the
/// eye takes the middle between small letters and capitals for the middle of a line.
const MIDDLE: f32 = 0.27;
/// Height of a line with ascenders and descenders, as a multiple of the size.
const LINE: f32 = 0.97;
/// From the first baseline of a title to the second, as a multiple of the size.
const LEADING: f32 = 1.12;

/// The most characters of words that may fit: at the smallest size, two lines on a spine of
/// half a metre hold fewer. Longer ones are not even measured.
const LONGEST: usize = 1500;

/// Paints the words of the spine, if they fit.
pub(super) fn paint_spine(
    wrapping: &WrapContent<'_>,
    parts: &WrapParts,
    wording: &CoverWords,
    paper: &WordBacking,
    faces: &CoverFaces,
) -> Result<Warned<Vec<PlacedItem>>, CoverError> {
    let note = |message: &str| Diagnostic::new(SPINE_BLANK, Severity::Note, message);
    let blank = |why: &str| {
        let note = note(&format!("the spine has no words: {why}"));
        Ok(Warned { value: Vec::new(), diagnostics: vec![note] })
    };
    // The caller who measured the wrap knows why.
    let Some(clear) = wrapping.wrap.spine_words else {
        return Ok(Warned::sure(Vec::new()));
    };
    let width = to_points(parts.spine.size.width - clear * 2);
    if width < SMALLEST * LINE {
        return blank("it is too narrow");
    }
    let ends = wrapping.wrap.safe.max(parts.spine.size.height / ENDS);
    let top = ends.max(paper.from);
    let foot = (parts.spine.size.height - ends).min(paper.to);
    let said = SpineWords::from_cover_words(wording, faces)?;
    let Some(setting) = said.fit_spine(width, to_points(foot - top)) else {
        return blank("the title is too long for it");
    };
    let mut found = Vec::new();
    match (
        said.widths[0] > 0.0 && !setting.shown[0],
        said.widths[2] > 0.0 && !setting.shown[2],
    ) {
        (true, true) => {
            found.push(note("the spine has no room for author and publisher"));
        }
        (true, false) => found.push(note("the spine has no room for the author")),
        (false, true) => found.push(note("the spine has no room for the publisher")),
        (false, false) => {}
    }
    let direction = wrapping
        .direction
        .unwrap_or_else(|| Direction::customary_for(wrapping.metadata.language.as_ref()));
    let svg = said.draw_spine(setting, direction, parts, (top, foot), paper);
    let tree = faces.parse_svg(&svg)?;
    found.extend(
        draw::missing_characters(&tree).into_iter().map(report_missing_character),
    );
    let mut items = Vec::new();
    if paper.field.is_some() {
        let corner = Point { x: parts.spine.corner.x + clear, y: top - ends / 2 };
        let size =
            Size { width: parts.spine.size.width - clear * 2, height: foot - top + ends };
        items.extend(paper.paint_under(Rect { corner, size }, None));
    }
    items.extend(draw::collect_outlines(&tree, parts.trim.width));
    Ok(Warned { value: items, diagnostics: found })
}

/// The words on a spine: author, title, publisher, from head to foot.
struct SpineWords<'a> {
    words: [(&'a str, TemplateFace); 3],
    /// Their widths at a size of one unit; zero if one is missing, and infinite if it is too
    /// long.
    widths: [f32; 3],
    /// The title in two lines, and the width of the longer; none for a single word.
    two: Option<([String; 2], f32)>,
}

/// How they are set.
#[derive(Clone, Copy)]
struct SpineFit {
    /// Size of the title.
    size: f32,
    /// The title is in two lines.
    two: bool,
    /// Which of the three are shown.
    shown: [bool; 3],
}

impl<'a> SpineWords<'a> {
    fn from_cover_words(
        wording: &'a CoverWords,
        faces: &CoverFaces,
    ) -> Result<Self, CoverError> {
        let words = [
            (wording.author.as_str(), TemplateFace::SmallCaps),
            (wording.title.as_str(), TemplateFace::Roman),
            (wording.publisher.as_str(), TemplateFace::SmallCaps),
        ];
        let mut widths = [0.0; 3];
        for (width, (words, face)) in widths.iter_mut().zip(words) {
            if words.chars().count() > LONGEST {
                *width = f32::INFINITY;
            } else if !words.is_empty() {
                *width = measure_width(words, face, faces)?;
            }
        }
        let fits = widths.get(1).is_some_and(|width| width.is_finite());
        let two = if fits { split_title(&wording.title, faces)? } else { None };
        Ok(Self { words, widths, two })
    }

    /// The largest fit, with all three if that costs little size; otherwise without the
    /// publisher, or else the title alone. Two lines are better than leaving out a name.
    fn fit_spine(&self, width: f32, length: f32) -> Option<SpineFit> {
        let usual = |two: bool| {
            let (fill, lines) =
                if two { (FILL_OF_TWO, LINE + LEADING) } else { (FILL, 1.0) };
            (width * fill / lines).min(LARGEST)
        };
        let shown = [[true, true, true], [true, true, false], [false, true, false]];
        let ways = shown.into_iter().flat_map(|shown| [(shown, false), (shown, true)]);
        let ways: Vec<([bool; 3], bool)> =
            ways.filter(|&(_, two)| !two || self.two.is_some()).collect();
        let fit = |&(shown, two): &([bool; 3], bool), patience: f32| {
            // On a narrow spine, one line takes all the room.
            let usual = if two { usual(two) } else { usual(two).max(SMALLEST) };
            let mut size = usual;
            while size >= SMALLEST.max(usual * patience) {
                if self.lengths_along(size, shown, two).iter().sum::<f32>() <= length {
                    return Some(SpineFit { size, two, shown });
                }
                size -= STEP;
            }
            None
        };
        ways.iter().find_map(|way| fit(way, PATIENCE)).or_else(|| {
            let all = ways.iter().filter_map(|way| fit(way, 0.0));
            all.max_by(|one, other| one.size.total_cmp(&other.size))
        })
    }

    /// The length that each of the three takes, with its space to the title.
    fn lengths_along(&self, size: f32, shown: [bool; 3], two: bool) -> [f32; 3] {
        std::array::from_fn(|place| match (place, &self.two) {
            (1, Some((_, width))) if two => width * size,
            (1, _) => self.widths[1] * size,
            _ if shown[place] && self.widths[place] > 0.0 => {
                (self.widths[place] * relative_sizes(two)[place] + GAP) * size
            }
            _ => 0.0,
        })
    }

    /// Draws the words between two heights of the spine.
    fn draw_spine(
        &self,
        setting: SpineFit,
        direction: Direction,
        parts: &WrapParts,
        (top, foot): (Length, Length),
        paper: &WordBacking,
    ) -> String {
        let SpineFit { size, two, shown } = setting;
        let along = self.lengths_along(size, shown, two);
        let (head, length) = (to_points(top), to_points(foot - top));
        // The title in the middle of the spine, if the others allow it.
        let (least, most) = (along[0], (length - along[2] - along[1]).max(along[0]));
        let starts = [
            0.0,
            ((length - along[1]) / 2.0).clamp(least, most),
            length - self.widths[2] * relative_sizes(two)[2] * size,
        ];
        let middle =
            to_points(parts.spine.corner.x) + to_points(parts.spine.size.width) / 2.0;
        let colour = paper.text.on_paper();
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\">",
            to_points(parts.trim.width),
            to_points(parts.trim.height)
        );
        // A line that begins at a depth, on a baseline beside the middle.
        let mut line =
            |words: &str, face, size: f32, start: f32, width: f32, beside: f32| {
                let shift = size * MIDDLE + beside;
                // Exactly a quarter turn: its sine and cosine are one and zero.
                let turn = match direction {
                    Direction::Down => {
                        format!("0 1 -1 0 {} {}", middle - shift, head + start)
                    }
                    Direction::Up => {
                        format!("0 -1 1 0 {} {}", middle + shift, head + start + width)
                    }
                };
                let attributes =
                    format!("transform=\"matrix({turn})\" fill=\"{colour}\"");
                svg.push_str(&text_element(&attributes, face, size, words));
            };
        for (place, (words, face)) in self.words.into_iter().enumerate() {
            match &self.two {
                Some((lines, _)) if two && place == 1 => {
                    let half = size * LEADING / 2.0;
                    line(&lines[0], face, size, starts[1], along[1], -half);
                    line(&lines[1], face, size, starts[1], along[1], half);
                }
                _ if words.is_empty() || !shown[place] => {}
                _ => {
                    let size = size * relative_sizes(two)[place];
                    let width = self.widths[place] * size;
                    line(words, face, size, starts[place], width, 0.0);
                }
            }
        }
        svg + "</svg>"
    }
}

/// Sizes of the three as fractions of the title's, which is in one line or in two.
fn relative_sizes(two: bool) -> [f32; 3] {
    if two { SIZES_OF_TWO } else { SIZES }
}

/// The width of words at a size of one unit.
fn measure_width(
    words: &str,
    face: TemplateFace,
    faces: &CoverFaces,
) -> Result<f32, CoverError> {
    let (measured, _) = faces.measure_words(&[words], face)?;
    Ok(measured.iter().map(|word| word.width).sum())
}

/// A title in two lines as equal as possible, and the width of the longer.
fn split_title(
    title: &str,
    faces: &CoverFaces,
) -> Result<Option<([String; 2], f32)>, CoverError> {
    let words: Vec<&str> =
        title.split([' ', '\n', '\t']).filter(|w| !w.is_empty()).collect();
    let (measured, space) = faces.measure_words(&words, TemplateFace::Roman)?;
    let width = |from: usize, to: usize| {
        let spaces = f32::from(u16::try_from(to - from).unwrap_or(u16::MAX)) * space;
        spaces + measured[from..to].iter().map(|word| word.width).sum::<f32>()
    };
    let longer = |at: usize| width(0, at).max(width(at, words.len()));
    let best =
        (1..words.len()).min_by(|&one, &other| longer(one).total_cmp(&longer(other)));
    let Some(at) = best else { return Ok(None) };
    let lines = [words[..at].join(" "), words[at..].join(" ")];
    let width = measure_width(&lines[0], TemplateFace::Roman, faces)?;
    let width = width.max(measure_width(&lines[1], TemplateFace::Roman, faces)?);
    Ok(Some((lines, width)))
}

/// A length in points, as drawings use.
#[expect(clippy::cast_possible_truncation, reason = "drawings are in single precision")]
fn to_points(length: Length) -> f32 {
    length.to_pt() as f32
}
