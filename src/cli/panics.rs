//! Panics inside the crates that read fonts and draw, which the library catches.

use std::panic::{self, Location};

/// The crates that read fonts in editions, or draw, as the folders of their sources are
/// named before the version.
const PANICKING_CRATES: [&str; 8] = [
    "allsorts",
    "allsorts-azul",
    "font-types",
    "read-fonts",
    "skera",
    "subsetter",
    "tiny-skia",
    "write-fonts",
];

/// Keeps the messages of panics over damaged fonts and drawings off the terminal: the
/// library catches these panics and reports them as findings or errors.
pub(crate) fn silence_font_crate_panics() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |found| {
        let is_panicking = |step: &str| {
            step.rsplit_once('-')
                .is_some_and(|(name, _)| PANICKING_CRATES.contains(&name))
        };
        let at = found.location().map_or("", Location::file);
        if !at.split(['/', '\\']).any(is_panicking) {
            usual(found);
        }
    }));
}
