//! The names of the pictures that a file contains.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Names pictures beside the document: `letters-media/image1.png` for `word/media/image1.png`
/// of `letters.docx`. `recover` writes them there.
pub(crate) fn name_media<'a>(
    addresses: impl Iterator<Item = &'a String>,
    document: &str,
) -> BTreeMap<String, String> {
    let stem = Path::new(document).file_stem().unwrap_or_default().to_string_lossy();
    let folder = format!("{}-media", to_file_name(&stem));
    let mut taken = BTreeSet::new();
    let mut names = BTreeMap::new();
    for address in addresses {
        let file = to_file_name(address.rsplit('/').next().unwrap_or_default());
        let mut name = format!("{folder}/{file}");
        // Pictures of one name in two folders.
        let mut number = 2;
        while !taken.insert(name.clone()) {
            name = format!("{folder}/{number}-{file}");
            number += 1;
        }
        names.insert(address.clone(), name);
    }
    names
}

/// A name with characters that every file system and every address takes.
fn to_file_name(name: &str) -> String {
    let is_safe = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    name.chars().map(|c| if is_safe(c) { c } else { '-' }).collect()
}

#[cfg(test)]
mod tests {
    use super::name_media;

    #[test]
    fn names_are_safe_and_unique() {
        let addresses = ["OPS/a/map 1.png", "OPS/b/map 1.png"].map(String::from);
        let names = name_media(addresses.iter(), "in/My letters.epub");
        let names: Vec<&str> = names.values().map(String::as_str).collect();
        assert_eq!(names, ["My-letters-media/map-1.png", "My-letters-media/2-map-1.png"]);
    }
}
