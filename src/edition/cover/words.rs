//! Where a title breaks into lines, and at which size it is set.

use super::template::TemplatePart;
use crate::length::Length;
use crate::text::language::Language;
use crate::text::title_lines::{TitleJoint, TitleLines, break_by_sense, find_joints};

/// What it costs, in thousandths, to set a part in type of no size instead of the largest
/// that fits: type of half the size costs half of it. At this cost a title in two lines of
/// half the size is better than one in four lines that are divided inside phrases.
const SMALLER: i64 = 1_300;

/// The least size, in parts of the largest that fits, that the sense may ask for.
const LEAST_SIZE: (i64, i64) = (1, 2);

/// A word, and its width at a size of one unit.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct CoverWord {
    /// Its letters.
    pub(super) letters: String,
    /// Its width.
    pub(super) width: f32,
    /// What the sense says of a line end after it; [`join_words`] finds it.
    pub(super) joint: TitleJoint,
}

/// Finds what the sense says of line ends between words, but for those that are stated.
pub(super) fn join_words(words: &mut [CoverWord], language: Option<&Language>) {
    let letters: Vec<&str> = words.iter().map(|word| word.letters.as_str()).collect();
    let joints = find_joints(&letters, language);
    for (word, joint) in words.iter_mut().zip(joints) {
        if word.joint != TitleJoint::LineEnd {
            word.joint = joint;
        }
    }
}

/// A part set at one size.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FittedPart {
    /// The size.
    pub(super) size: f32,
    /// The lines.
    pub(super) lines: Vec<String>,
}

/// Sets words at the largest size of a part up to `limit`, in lines within `measure`; or at
/// a smaller size, if then lines end by the sense.
///
/// It goes below the smallest size only for a single word that is wider than the measure,
/// and uses more lines than the part allows only at the smallest size.
pub(super) fn fit_part(
    part: &TemplatePart,
    words: &[CoverWord],
    space: f32,
    measure: f32,
    limit: f32,
) -> FittedPart {
    let title = MeasuredWords::new(words, space);
    let sizes = part.sizes.iter().copied().filter(|&size| size < limit);
    let fitting = sizes.filter_map(|size| {
        let set = title.break_within(measure / size)?;
        (set.lines.len() <= part.lines).then_some((size, set))
    });
    let mut best: Option<(i64, f32, TitleLines)> = None;
    let mut largest = None;
    for (size, set) in fitting {
        let share =
            to_units(size) * 1_000 / to_units(*largest.get_or_insert(size)).max(1);
        let (least, of) = LEAST_SIZE;
        if share * of < least * 1_000 {
            break;
        }
        let cost = set.cost + (1_000 - share) * SMALLER / 1_000;
        if best.as_ref().is_none_or(|(other, ..)| cost < *other) {
            best = Some((cost, size, set));
        }
    }
    let write = |size: f32, set: &TitleLines| FittedPart {
        size,
        lines: set.lines.iter().map(|line| write_line(&words[line.clone()])).collect(),
    };
    if let Some((_, size, set)) = best {
        return write(size, &set);
    }
    let smallest = part.sizes.last().copied().unwrap_or(1.0).min(limit);
    let widest = words.iter().map(|word| word.width).fold(0.0, f32::max);
    let size = if widest > 0.0 { smallest.min(measure / widest) } else { smallest };
    let set = title.break_within(measure / size * ROUNDING);
    let each_alone = || FittedPart {
        size,
        lines: words.iter().map(|word| word.letters.clone()).collect(),
    };
    set.map_or_else(each_alone, |set| write(size, &set))
}

/// Tolerance for a word that was scaled to fill the measure exactly.
const ROUNDING: f32 = 1.000_1;

/// Words whose widths are whole numbers.
struct MeasuredWords {
    widths: Vec<i64>,
    space: i64,
    joints: Vec<TitleJoint>,
}

impl MeasuredWords {
    fn new(words: &[CoverWord], space: f32) -> Self {
        Self {
            widths: words.iter().map(|word| to_units(word.width)).collect(),
            space: to_units(space),
            joints: words.iter().map(|word| word.joint).collect(),
        }
    }

    /// The words in lines within a measure; none if a word is wider.
    fn break_within(&self, measure: f32) -> Option<TitleLines> {
        let Self { widths, space, joints } = self;
        let measure = to_units(measure);
        break_by_sense(widths, *space, joints, measure)
    }
}

/// A measure of a drawing as a whole number, fine enough for type of one unit.
fn to_units(measure: f32) -> i64 {
    Length::from_pt(f64::from(measure)).0.into()
}

/// The letters of a line.
fn write_line(words: &[CoverWord]) -> String {
    let letters: Vec<&str> = words.iter().map(|word| word.letters.as_str()).collect();
    letters.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edition::cover::template::{PartContent, TemplateFace};

    fn lines(text: &str, sizes: &[f32], most: usize) -> (f32, Vec<String>) {
        let part = TemplatePart {
            what: PartContent::Title,
            face: TemplateFace::Roman,
            colour: "text",
            leading: 1.0,
            lines: most,
            gap: 0.0,
            sizes: sizes.to_vec(),
        };
        let word = |letters: &str| CoverWord {
            letters: letters.to_owned(),
            width: f32::from(u8::try_from(letters.len()).unwrap()) * 0.5,
            joint: TitleJoint::Within,
        };
        let mut words: Vec<CoverWord> = text.split(' ').map(word).collect();
        join_words(&mut words, "es".parse().ok().as_ref());
        let set = fit_part(&part, &words, 0.25, 100.0, f32::INFINITY);
        (set.size, set.lines)
    }

    #[test]
    fn takes_the_largest_size_that_fits() {
        assert_eq!(
            lines("casa grande", &[30.0, 20.0], 2),
            (30.0, vec!["casa".into(), "grande".into()])
        );
        assert_eq!(
            lines("casa grande", &[30.0, 10.0], 1),
            (10.0, vec!["casa grande".into()])
        );
    }

    #[test]
    fn goes_smaller_for_the_sake_of_line_ends() {
        let (size, lines) = lines("una casa en ruinas", &[24.0, 20.0], 3);
        assert_eq!((size, lines), (20.0, vec!["una casa".into(), "en ruinas".into()]));
    }

    #[test]
    fn keeps_short_words_from_line_ends() {
        let (_, lines) = lines("historia de la ciudad", &[15.0], 2);
        assert_eq!(lines, ["historia", "de la ciudad"]);
    }

    #[test]
    fn keeps_names_together() {
        let (_, set) = lines("un viaje hasta Alma Ata", &[14.0], 3);
        assert_eq!(set, ["un viaje", "hasta Alma Ata"]);
        // In the larger type, three lines of equal lengths would part the name.
        let (size, set) = lines("Un año en Alma Ata", &[30.0, 25.0, 20.0], 3);
        assert_eq!((size, set), (20.0, vec!["Un año".into(), "en Alma Ata".into()]));
        let (_, set) = lines("Las Letras del Molino Viejo", &[13.0], 2);
        assert_eq!(set, ["Las Letras", "del Molino Viejo"]);
    }

    #[test]
    fn goes_smaller_for_the_sake_of_phrases() {
        let sizes = [30.0, 26.0, 22.0, 18.0, 9.5];
        let (size, set) = lines("Reglas comparadas de los usos nupciales", &sizes, 5);
        let wanted = vec!["Reglas comparadas".into(), "de los usos nupciales".into()];
        assert_eq!((size, set), (9.5, wanted));
    }

    #[test]
    fn goes_below_the_smallest_size_for_one_long_word() {
        let (size, lines) = lines("electroencefalografista", &[30.0, 20.0], 2);
        assert!(size < 10.0);
        assert_eq!(lines.len(), 1);
    }
}
