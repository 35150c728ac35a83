//! Placeholder.
use super::rich::{ReadRichError, RichDocument};
pub(super) fn read_html(_: &[u8]) -> Result<RichDocument, ReadRichError> {
    Err(ReadRichError::Encrypted)
}
