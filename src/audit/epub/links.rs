//! Where the links of an EPUB lead.

use crate::audit::targets::LinkEnd;

/// Where a link of a file leads.
pub(super) fn read_target(link: &str, file: &str) -> LinkEnd {
    let scheme = link.split(['/', '#', '?']).next().unwrap_or_default();
    if scheme.contains(':') {
        LinkEnd::Address(link.to_owned())
    } else {
        LinkEnd::Name(resolve_link(link, file))
    }
}

/// Resolves a link in a file to a file and a fragment.
pub(super) fn resolve_link(link: &str, file: &str) -> String {
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
