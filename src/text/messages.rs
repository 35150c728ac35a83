//! Sentences that several rooms say to people.

use std::error::Error;
use std::fmt::Write;

/// The message of an error with those of its causes that it does not repeat.
#[must_use]
pub fn describe_causes(error: &(dyn Error + 'static)) -> String {
    let mut message = String::new();
    for cause in std::iter::successors(Some(error), |&error| error.source()) {
        let words = cause.to_string();
        if !message.contains(&words) {
            let apart = if message.is_empty() { "" } else { ": " };
            let _ = write!(message, "{apart}{words}");
        }
    }
    message
}

/// Says that there is nothing of a name, and what there is.
#[must_use]
pub fn describe_unknown<'a>(
    kind: &str,
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    format!("there is no {kind} '{name}'; choose one of {}", known.join(", "))
}

#[cfg(test)]
mod tests {
    use super::{describe_causes, describe_unknown};

    #[test]
    fn causes_are_named_once() {
        #[derive(Debug, thiserror::Error)]
        #[error("the disk is full")]
        struct Full;
        #[derive(Debug, thiserror::Error)]
        #[error("cannot write")]
        struct Unwritten(#[source] Full);
        #[derive(Debug, thiserror::Error)]
        #[error("cannot write: the disk is full")]
        struct Whole(#[source] Full);
        assert_eq!(describe_causes(&Unwritten(Full)), "cannot write: the disk is full");
        assert_eq!(describe_causes(&Whole(Full)), "cannot write: the disk is full");
        let found = describe_unknown("design", "c", ["a", "b"]);
        assert_eq!(found, "there is no design 'c'; choose one of a, b");
    }
}
