//! Omissions as they are found.

use crate::interchange::rich::Omission;

/// What an omission is called whose lines belong together.
pub(crate) const CONTENTS: &str = "a generated table of contents";

/// Collects omissions.
#[derive(Debug, Default)]
pub(crate) struct OmissionList {
    /// The omissions. They count items of the flow until the flow is assembled.
    pub(crate) found: Vec<Omission>,
    /// How many top-level items come before the next omission.
    pub(crate) items: usize,
}

impl OmissionList {
    /// Notes something that has no place. What has neither characters nor a meaning of its
    /// own is not passed to this function.
    pub(crate) fn push(&mut self, what: &'static str, text: &str) {
        let text = text.trim();
        if what == CONTENTS {
            if text.is_empty() {
                return;
            }
            if let Some(last) = self.found.last_mut()
                && last.what == CONTENTS
            {
                last.text.push('\n');
                last.text.push_str(text);
                return;
            }
        }
        let (text, block) = (text.to_owned(), self.items);
        self.found.push(Omission { what, text, block });
    }

    /// Notes characters that have no place; nothing if there are none.
    pub(crate) fn push_text(&mut self, what: &'static str, text: &str) {
        if !text.trim().is_empty() {
            self.push(what, text);
        }
    }
}
