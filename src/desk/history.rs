//! What a person decided in a sitting: the file of decisions after each step, so that any step
//! can be undone and done again.

/// The steps of a file. One that is not there is empty.
#[derive(Debug, Clone, Default)]
pub(super) struct History {
    /// It was read from the disk.
    is_read: bool,
    /// The file as it is.
    now: String,
    undone: Vec<String>,
    done: Vec<String>,
}

impl History {
    /// The file as it is.
    pub(super) fn now(&self) -> &str {
        &self.now
    }

    /// Takes the file as it is on the disk. What a person finds there is no step; what another
    /// program writes later is one, and can be undone.
    pub(super) fn read(&mut self, text: String) {
        if std::mem::replace(&mut self.is_read, true) {
            self.step(text);
        } else {
            self.now = text;
        }
    }

    /// Takes a step.
    pub(super) fn step(&mut self, text: String) {
        if self.now != text {
            self.done.push(std::mem::replace(&mut self.now, text));
            self.undone.clear();
        }
    }

    /// The file before the last step.
    pub(super) fn before(&self) -> Option<&str> {
        self.done.last().map(String::as_str)
    }

    /// The file after the step that was undone last.
    pub(super) fn after(&self) -> Option<&str> {
        self.undone.last().map(String::as_str)
    }

    /// Undoes the last step.
    pub(super) fn undo(&mut self) {
        if let Some(before) = self.done.pop() {
            self.undone.push(std::mem::replace(&mut self.now, before));
        }
    }

    /// Does again what was undone last.
    pub(super) fn redo(&mut self) {
        if let Some(after) = self.undone.pop() {
            self.done.push(std::mem::replace(&mut self.now, after));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_undone_and_done_again() {
        let mut history = History::default();
        history.read(String::new());
        for text in ["a", "b", "b"] {
            history.step(text.to_owned());
        }
        assert_eq!((history.now(), history.before()), ("b", Some("a")));
        history.undo();
        history.undo();
        assert_eq!((history.now(), history.before()), ("", None));
        assert_eq!(history.after(), Some("a"));
        history.redo();
        assert_eq!((history.now(), history.after()), ("a", Some("b")));
        history.step("c".to_owned());
        assert_eq!((history.before(), history.after()), (Some("a"), None));
    }

    #[test]
    fn what_was_there_is_no_step() {
        let mut history = History::default();
        history.read("mine".to_owned());
        assert_eq!((history.now(), history.before()), ("mine", None));
        history.read("theirs".to_owned());
        assert_eq!((history.now(), history.before()), ("theirs", Some("mine")));
    }
}
