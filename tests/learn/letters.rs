//! An extracted text and the true one, laid over each other letter by letter.

use std::collections::HashMap;

use pliego::text::letters;

/// Letters in a row that must agree, and stand in both texts only once, to tie the two
/// together. Fewer let chance in; more lose what stands between two misread letters.
const TIE: usize = 12;

/// The letters and figures of a text, small and without accents.
pub(crate) fn spell(text: &str) -> impl Iterator<Item = char> + use<'_> {
    let whole = |c: char| match c {
        'ﬀ' => "ff".chars(),
        'ﬁ' => "fi".chars(),
        'ﬂ' => "fl".chars(),
        'ﬃ' => "ffi".chars(),
        'ﬄ' => "ffl".chars(),
        _ => "".chars(),
    };
    let plain =
        |c: char| c.to_lowercase().map(letters::base).filter(|c| c.is_alphanumeric());
    text.chars().flat_map(move |c| {
        plain(c).filter(move |_| whole(c).next().is_none()).chain(whole(c))
    })
}

/// For each letter of the second text its place in the first: runs of letters that stand
/// in each text only once, the longest rising chain of them, and what adjoins these.
pub(crate) fn tie(first: &[char], second: &[char]) -> Vec<Option<usize>> {
    let once = |text: &[char]| {
        let mut places: HashMap<Vec<char>, Option<usize>> = HashMap::new();
        for (at, run) in text.windows(TIE).enumerate() {
            places
                .entry(run.to_vec())
                .and_modify(|place| *place = None)
                .or_insert(Some(at));
        }
        places
    };
    let (ours, theirs) = (once(first), once(second));
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (at, run) in second.windows(TIE).enumerate() {
        if let (Some(Some(_)), Some(&Some(place))) = (theirs.get(run), ours.get(run)) {
            pairs.push((at, place));
        }
    }
    let mut tied = vec![None; second.len()];
    for (at, place) in rising(&pairs) {
        for step in 0..TIE {
            tied[at + step] = Some(place + step);
        }
    }
    // Letters next to tied ones, before and after.
    for at in 1..second.len() {
        if let (Some(place), None) = (tied[at - 1], tied[at])
            && first.get(place + 1) == Some(&second[at])
        {
            tied[at] = Some(place + 1);
        }
    }
    for at in (1..second.len()).rev() {
        if let (None, Some(place)) = (tied[at - 1], tied[at])
            && place > 0
            && first[place - 1] == second[at - 1]
        {
            tied[at - 1] = Some(place - 1);
        }
    }
    tied
}

/// The longest chain of pairs in which the second members rise (Schensted 1961).
fn rising(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut tails: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (at, &(_, place)) in pairs.iter().enumerate() {
        let length = tails.partition_point(|&tail| pairs[tail].1 < place);
        before.push(length.checked_sub(1).map(|last| tails[last]));
        if length == tails.len() { tails.push(at) } else { tails[length] = at }
    }
    let mut chain = Vec::new();
    let mut at = tails.last().copied();
    while let Some(place) = at {
        chain.push(pairs[place]);
        at = before[place];
    }
    chain.reverse();
    chain
}
