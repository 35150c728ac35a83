//! The files of the page in the browser, which are part of the program.

/// The files of `page`, by their names.
const FILES: &[(&str, &str)] = &[
    ("api.js", include_str!("page/api.js")),
    ("desk.css", include_str!("page/desk.css")),
    ("desk.js", include_str!("page/desk.js")),
    ("desk_document.js", include_str!("page/desk_document.js")),
    ("dialogs.js", include_str!("page/dialogs.js")),
    ("dom.js", include_str!("page/dom.js")),
    ("doubt_list.js", include_str!("page/doubt_list.js")),
    ("edition_index.js", include_str!("page/edition_index.js")),
    ("edition_pane.js", include_str!("page/edition_pane.js")),
    ("edition_view.js", include_str!("page/edition_view.js")),
    ("index.html", include_str!("page/index.html")),
    ("keys.js", include_str!("page/keys.js")),
    ("kinds.js", include_str!("page/kinds.js")),
    ("line_edit.js", include_str!("page/line_edit.js")),
    ("line_heights.js", include_str!("page/line_heights.js")),
    ("line_shift.js", include_str!("page/line_shift.js")),
    ("mark_bar.js", include_str!("page/mark_bar.js")),
    ("mark_drag.js", include_str!("page/mark_drag.js")),
    ("pace.js", include_str!("page/pace.js")),
    ("note_marks.js", include_str!("page/note_marks.js")),
    ("patch.js", include_str!("page/patch.js")),
    ("page_places.js", include_str!("page/page_places.js")),
    ("pages_pane.js", include_str!("page/pages_pane.js")),
    ("preferences.js", include_str!("page/preferences.js")),
    ("preview_box.js", include_str!("page/preview_box.js")),
    ("pulse.js", include_str!("page/pulse.js")),
    ("scheme.js", include_str!("page/scheme.js")),
    ("selection_bar.js", include_str!("page/selection_bar.js")),
    ("shelf.js", include_str!("page/shelf.js")),
    ("source_pane.js", include_str!("page/source_pane.js")),
    ("status.js", include_str!("page/status.js")),
    ("tabs.js", include_str!("page/tabs.js")),
    ("types.js", include_str!("page/types.js")),
    ("words.js", include_str!("page/words.js")),
    ("workbench.js", include_str!("page/workbench.js")),
];

/// The page itself, which the address of the desk opens.
const INDEX: &str = "index.html";

/// The media type and the text of a file of the page.
pub(super) fn find_page_file(name: &str) -> Option<(&'static str, &'static str)> {
    let name = if name.is_empty() { INDEX } else { name };
    let (_, text) = FILES.iter().find(|(own, _)| *own == name)?;
    let (_, extension) = name.rsplit_once('.')?;
    let media_type = match extension {
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        _ => "text/html; charset=utf-8",
    };
    Some((media_type, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a module imports is served.
    #[test]
    fn modules_find_each_other() {
        for (name, text) in FILES {
            let imports = text.split(" from \"./").skip(1);
            for import in imports.filter_map(|rest| rest.split('"').next()) {
                // Types are for the editor alone.
                let is_served = FILES.iter().any(|(own, _)| *own == import);
                assert!(is_served, "{name} imports {import}");
            }
        }
        assert!(find_page_file("").is_some_and(|(_, text)| text.contains("desk.js")));
        assert_eq!(find_page_file("desk.rs"), None);
    }
}
