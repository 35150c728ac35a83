//! The `[lint]` table: which findings stop an edition, and which are not reported.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};

use crate::text::config::read_list;

/// Which findings stop an edition, and which are not reported.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(
    rename_all = "kebab-case",
    deny_unknown_fields,
    expecting = "[lint], and below it deny = [\"b-022\"]"
)]
pub struct LintRules {
    /// Codes of findings that are errors, so that no edition is written; `"warnings"` for
    /// every warning and guess.
    #[serde(default, deserialize_with = "read_codes")]
    pub deny: Vec<String>,
    /// Codes of findings that are not reported.
    #[serde(default, deserialize_with = "read_codes")]
    pub allow: Vec<String>,
}

fn read_codes<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<String>, D::Error> {
    read_list(deserializer, "a list of codes: [\"b-022\"]")
}
