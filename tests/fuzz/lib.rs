//! The fuzz targets: one for each promise of `promises`, made by [`target!`].

#[path = "../generated/mod.rs"]
#[allow(dead_code, reason = "the property tests call more of it")]
mod generated;
mod promises;

/// What the tests of EPUBs read one with.
#[path = "../epub"]
mod epub {
    pub(crate) mod conformity;
    pub(crate) mod reading;
    pub(crate) mod said;
    #[allow(dead_code, reason = "`tests/epub.rs` calls more of it")]
    pub(crate) mod tree;
}

pub use libfuzzer_sys;
pub use pliego::typeset::trials;
pub use promises::hold;

use std::sync::LazyLock;
use std::{env, panic};

/// Crates that stumble over damaged fonts and over drawings, which the program catches: it
/// says so itself.
const STUMBLING: [&str; 6] =
    ["font-types", "read-fonts", "skera", "subsetter", "tiny-skia", "write-fonts"];

/// A fuzz target that holds bytes to the promise of a name.
#[macro_export]
macro_rules! target {
    ($name:literal) => {
        $crate::target!(|bytes| $crate::hold($name, bytes));
    };
    (|$bytes:ident| $hold:expr) => {
        $crate::libfuzzer_sys::fuzz_target!(init: $crate::begin(), |$bytes: &[u8]| $hold);
    };
}

/// Lets panics that the program catches be caught: the fuzzer would take each for a find.
/// One that reaches the target is a find still.
pub fn begin() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |found| {
        let file = found.location().map_or("", panic::Location::file);
        let stumbles = |step: &str| {
            step.rsplit_once('-').is_some_and(|(name, _)| STUMBLING.contains(&name))
        };
        if !file.split('/').any(stumbles) {
            usual(found);
        }
    }));
}

/// Holds bytes to the promise that the environment variable `PLIEGO_PROMISE` names: what the
/// program `any` does, which is linked once and stands for all targets.
///
/// # Panics
///
/// If there is no such promise, or the bytes break it.
pub fn hold_any(bytes: &[u8]) {
    static NAME: LazyLock<String> = LazyLock::new(|| {
        env::var("PLIEGO_PROMISE").expect("PLIEGO_PROMISE names a target")
    });
    match NAME.as_str() {
        "lines" => trials::check_lines(bytes),
        "pages" => trials::check_pages(bytes),
        name => hold(name, bytes),
    }
}
