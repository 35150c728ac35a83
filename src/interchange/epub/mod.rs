//! Placeholder.
use super::rich::{ReadRichError, RichDocument};
pub(super) fn read_epub(_: &[u8]) -> Result<RichDocument, ReadRichError> {
    Err(ReadRichError::Encrypted)
}
