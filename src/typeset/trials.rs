//! Checks the line breaker and the page breaker alone, with arbitrary bytes. Only fuzzing
//! and test builds have this module.

#[cfg(fuzzing)]
pub use self::entry_points::{check_lines, check_pages};

/// Bytes as a source of choices.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ByteChoices<'a>(pub(crate) &'a [u8]);

impl ByteChoices<'_> {
    /// A number below `limit`, at most 256; 0 when no bytes are left.
    pub(crate) fn draw_below(&mut self, limit: i32) -> i32 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        i32::from(*first) % limit
    }

    /// A number below `limit` as an index.
    pub(crate) fn draw_index(&mut self, limit: i32) -> usize {
        usize::try_from(self.draw_below(limit)).unwrap_or_default()
    }
}

#[cfg(fuzzing)]
mod entry_points {
    use crate::typeset::linebreak;
    use crate::typeset::page::breaks;

    /// Checks bytes as a paragraph.
    pub fn check_lines(bytes: &[u8]) {
        linebreak::trial::check_line_breaks(bytes);
    }

    /// Checks bytes as a galley.
    pub fn check_pages(bytes: &[u8]) {
        breaks::trial::check_page_breaks(bytes);
    }
}

/// Replays the promises that `tests/fuzz.rs` cannot reach, because they are private.
#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "it reads what was found")]
mod tests {
    use std::path::Path;
    use std::{fs, panic};

    use crate::typeset::linebreak;
    use crate::typeset::page::breaks;

    #[test]
    fn inputs_found_by_fuzzing_keep_the_promises() {
        let promises: [fn(&[u8]); 2] =
            [linebreak::trial::check_line_breaks, breaks::trial::check_page_breaks];
        for (name, hold) in ["lines", "pages"].into_iter().zip(promises) {
            let mut held = 0;
            for from in ["finds", "kept"] {
                let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz");
                let files = fs::read_dir(folder.join(from).join(name));
                for file in files.into_iter().flatten() {
                    let file = file.expect("an entry").path();
                    let bytes = fs::read(&file).expect("a file");
                    let holds = panic::catch_unwind(|| hold(&bytes)).is_ok();
                    assert!(holds, "{}", file.display());
                    held += 1;
                }
            }
            assert!(held > 0, "{name}");
        }
    }
}
