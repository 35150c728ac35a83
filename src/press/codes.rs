//! The codes of findings about what a press asks for.

use crate::diagnostic::Code;

/// Margins are wider than the design has them, for the press.
pub const MARGINS: Code = Code("i-001");
/// The bleed is the press's and not quite the one that is written.
pub const BLEED: Code = Code("i-002");
/// What is known of the press is an estimate.
pub const ESTIMATE: Code = Code("i-003");
/// The book is too thin for words on its spine.
pub const BARE_SPINE: Code = Code("i-004");
