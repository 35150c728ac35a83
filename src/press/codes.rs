//! The codes of findings about what a press asks for.

use crate::diagnostic::Code;

/// Margins are wider than in the design, for the press.
pub const MARGINS: Code = Code("i-001");
/// The bleed is that of the press, which differs slightly from the one in the file.
pub const BLEED: Code = Code("i-002");
/// A rule of the press is an estimate.
pub const ESTIMATE: Code = Code("i-003");
/// The book is too thin for words on its spine.
pub const BARE_SPINE: Code = Code("i-004");
