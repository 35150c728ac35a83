//! Changes files, the same way in each run.

/// A generator of numbers (xorshift, Marsaglia 2003).
pub(super) struct Numbers(pub(super) u64);

impl Numbers {
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(limit.max(1)).expect("it fits"))
            .expect("it fits")
    }
}

/// Changes markup: an element is dropped, repeated, moved or put into another place, or
/// characters change. `replaced` are two kinds of characters and what they may become.
pub(super) fn change_markup(
    text: &str,
    numbers: &mut Numbers,
    replaced: [(&str, &str); 2],
) -> String {
    let starts: Vec<usize> = text.match_indices('<').map(|(place, _)| place).collect();
    let place = |numbers: &mut Numbers| {
        starts.get(numbers.below(starts.len())).copied().unwrap_or(0)
    };
    let (one, other) = (place(numbers), place(numbers));
    let (from, to) = (one.min(other), one.max(other));
    let third = place(numbers);
    match numbers.below(6) {
        0 => format!("{}{}", &text[..from], &text[to..]),
        1 => format!("{}{}", &text[..to], &text[from..]),
        2 => format!("{}{}{}", &text[..third], &text[from..to], &text[third..]),
        3 => text.replace(replaced[0].0, replaced[0].1),
        4 => text.replace(replaced[1].0, replaced[1].1),
        _ => {
            let skip = numbers.below(text.len());
            let swap = |(place, c): (usize, char)| if place == skip { '>' } else { c };
            text.char_indices().map(swap).collect()
        }
    }
}
