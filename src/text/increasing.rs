//! The longest increasing subsequence.

use super::viterbi::trace_chain;

/// Finds the longest subsequence of keys that increases strictly: their indices, in order
/// (patience sorting; Schensted 1961, Fredman 1975). If there are several, the smallest last
/// key decides. It takes `n` log `n` comparisons.
pub fn find_longest_increasing<K: Ord>(keys: &[K]) -> Vec<usize> {
    // The last key of the best subsequence of each length, and the key before each.
    let mut tails: Vec<usize> = Vec::new();
    let mut backpointers: Vec<Option<usize>> = Vec::with_capacity(keys.len());
    for (at, key) in keys.iter().enumerate() {
        let length = tails.partition_point(|&tail| keys[tail] < *key);
        backpointers.push(length.checked_sub(1).map(|last| tails[last]));
        if length == tails.len() { tails.push(at) } else { tails[length] = at }
    }
    trace_chain(tails.last().copied(), |at| backpointers[at])
}

#[cfg(test)]
mod tests {
    use super::find_longest_increasing;

    #[test]
    fn keys_out_of_order_are_left_out() {
        assert_eq!(find_longest_increasing(&[14, 11, 12, 9, 13]), [1, 2, 4]);
        assert_eq!(find_longest_increasing(&[2, 2, 2]), [2]);
        assert_eq!(find_longest_increasing::<u32>(&[]), [0; 0]);
    }
}
