//! Where the links of an EPUB lead.

use crate::audit::targets::LinkEnd;
use crate::text::addresses::decode_percent;

/// Where a link of a file leads.
pub(super) fn read_target(link: &str, file: &str) -> LinkEnd {
    let scheme = link.split(['/', '#', '?']).next().unwrap_or_default();
    if scheme.contains(':') {
        LinkEnd::Address(link.to_owned())
    } else {
        LinkEnd::Name(resolve_link(link, file))
    }
}

/// Resolves a link in a file to a file and a fragment, without escapes.
pub(super) fn resolve_link(link: &str, file: &str) -> String {
    let link = &decode_address(link);
    if let Some(("", id)) = link.split_once('#') {
        return format!("{file}#{id}");
    }
    let mut steps: Vec<&str> = file.split('/').collect();
    steps.pop();
    let (path, fragment) = link.split_at(link.find('#').unwrap_or(link.len()));
    for step in path.split('/') {
        match step {
            "." => {}
            ".." => {
                steps.pop();
            }
            step => steps.push(step),
        }
    }
    steps.join("/") + fragment
}

/// An address within a book without escapes.
pub(super) fn decode_address(address: &str) -> String {
    if address.contains('%') {
        String::from_utf8_lossy(&decode_percent(address)).into_owned()
    } else {
        address.to_owned()
    }
}
