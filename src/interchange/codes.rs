//! The diagnostics of `interchange`.

use crate::diagnostic::Code;

/// Something of the file is left out of the document.
pub const LEFT_OUT: Code = Code("d-001");
/// Words of the file stay, without what distinguished them.
pub const KEPT_PLAIN: Code = Code("d-002");
