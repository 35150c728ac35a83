//! Suggests the word that was probably meant, and compares two readings of the same words.

/// The share of letters that may be wrong: one in three, rounded up. `titel` is `title`;
/// `colour` is not `cover`.
const LETTERS_PER_SLIP: usize = 3;

/// The share of letters that may be misread between two readings of a line: one in eight is
/// a bad page.
const LETTERS_PER_MISREADING: usize = 8;

/// The candidate nearest to a misspelt word, if one is near enough; the first of several
/// equally near.
#[must_use]
pub fn nearest_word<'a>(word: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let word = word.to_lowercase();
    let distances = candidates.iter().map(|&one| (edit_distance(&word, one), one));
    let (slips, best) = distances.min_by_key(|&(slips, _)| slips)?;
    (slips <= best.chars().count().div_ceil(LETTERS_PER_SLIP)).then_some(best)
}

/// Whether two lines are readings of the same words. Short lines never are, because their
/// letters may agree by chance.
#[must_use]
pub fn is_reading_of(one: &str, other: &str) -> bool {
    let (length, letters) = (one.chars().count(), other.chars().count());
    let misread = length / LETTERS_PER_MISREADING;
    misread > 0
        && length.abs_diff(letters) <= misread
        && edit_distance_within(one, other, misread) <= misread
}

/// The edit distance of two words: insertions, deletions, substitutions and exchanges of
/// neighbours (optimal string alignment distance).
fn edit_distance(one: &str, other: &str) -> usize {
    edit_distance_within(one, other, usize::MAX)
}

/// Like [`edit_distance`], if it is at most `most`; otherwise any larger number.
pub(crate) fn edit_distance_within(one: &str, other: &str, most: usize) -> usize {
    let one: Vec<char> = one.chars().collect();
    let other: Vec<char> = other.chars().collect();
    let mut before_last = vec![0; other.len() + 1];
    let mut last: Vec<usize> = (0..=other.len()).collect();
    let mut row = vec![0; other.len() + 1];
    for (i, a) in one.iter().enumerate() {
        // Cells farther from the diagonal take more steps than are allowed (Ukkonen 1985).
        let near = i.saturating_sub(most)
            ..other.len().min(i.saturating_add(most).saturating_add(1));
        row.fill(usize::MAX / 2);
        if near.start == 0 {
            row[0] = i + 1;
        }
        for (j, b) in other.iter().enumerate().take(near.end).skip(near.start) {
            let mut best = (last[j + 1] + 1).min(row[j] + 1);
            best = best.min(last[j] + usize::from(a != b));
            if i > 0 && j > 0 && *a == other[j - 1] && one[i - 1] == *b {
                best = best.min(before_last[j - 1] + 1);
            }
            row[j + 1] = best;
        }
        // The distance is at least the smallest value of any two consecutive rows.
        let fewest = |row: &[usize]| row.iter().copied().min().unwrap_or_default();
        if fewest(&row) > most && fewest(&last) > most {
            return usize::MAX;
        }
        std::mem::swap(&mut before_last, &mut last);
        std::mem::swap(&mut last, &mut row);
    }
    last[other.len()]
}

#[cfg(test)]
mod tests {
    use super::{edit_distance, edit_distance_within, is_reading_of, nearest_word};

    #[test]
    fn finds_the_key_that_was_meant() {
        let keys = ["title", "subtitle", "authors", "cover", "font-size"];
        assert_eq!(nearest_word("titel", &keys), Some("title"));
        assert_eq!(nearest_word("author", &keys), Some("authors"));
        assert_eq!(nearest_word("font_size", &keys), Some("font-size"));
        assert_eq!(nearest_word("weather", &keys), None);
        assert_eq!(nearest_word("anything", &[]), None);
    }

    #[test]
    fn a_bound_does_not_change_smaller_distances() {
        let words =
            ["molino", "mloino", "molinos", "camino", "linomo", "m", "", "onilom"];
        for (one, other) in words.iter().flat_map(|one| words.map(|other| (one, other))) {
            let true_one = edit_distance(one, other);
            for most in 0..8 {
                let found = edit_distance_within(one, other, most);
                assert_eq!(found.min(most + 1), true_one.min(most + 1), "{one} {other}");
            }
        }
    }

    #[test]
    fn finds_readings_of_the_same_words() {
        assert!(is_reading_of("Eugenia Robledo", "Eugenla Robledo"));
        assert!(is_reading_of("Eugenia Robledo", "Eugneia Robledo"));
        assert!(!is_reading_of("Eugenia Robledo", "Eugenio Rebledo"));
        assert!(!is_reading_of("Ida", "Ada"));
    }
}
