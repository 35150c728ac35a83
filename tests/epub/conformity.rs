//! What an EPUB has to be, clause by clause: what the standard asks for, what readers need,
//! and what no validator looks at. Every clause is shown to find its fault.

use std::collections::{BTreeMap, BTreeSet};

use super::tree::{Element, Package, resolve};

/// A clause: its name, and what it finds wrong.
pub(crate) type Clause = (&'static str, fn(&Package) -> Vec<String>);

/// All clauses.
pub(crate) const CLAUSES: &[Clause] = &[
    ("the archive says first what it is", says_first_what_it_is),
    ("every file is in the manifest, once", every_file_is_listed),
    ("media types are those of the standard", media_types),
    ("every page has a title and one body", pages_are_whole),
    ("ids are safe and not given twice", ids_are_safe),
    ("every link leads somewhere", links_lead_somewhere),
    ("links outside can be followed", links_outside),
    ("the contents are in reading order", contents_are_in_order),
    ("the list of pages is whole and in order", page_list_is_whole),
    ("landmarks stand once", landmarks_stand_once),
    ("every page says its language", languages_are_said),
    ("nothing is empty", nothing_is_empty),
    ("markup says what things are, not how they look", nothing_is_presentation),
    ("nothing runs", nothing_runs),
    ("no soft hyphens", no_soft_hyphens),
    ("no colours and no fixed sizes", style_leaves_the_reader_free),
    ("no heading skips a level", headings_skip_no_level),
    ("notes go both ways", notes_go_both_ways),
    ("pictures have words", pictures_have_words),
    ("what the metadata claims is so", claims_are_so),
    ("particulars are said once", particulars_are_said),
];

/// Everything that is wrong with a package.
pub(crate) fn faults(package: &Package) -> Vec<String> {
    let clauses = CLAUSES.iter();
    let found = clauses.flat_map(|(name, clause)| {
        clause(package).into_iter().map(move |fault| format!("{name}: {fault}"))
    });
    found.collect()
}

/// Elements of the pages, each with the name of its file.
fn elements(package: &Package) -> Vec<(String, Element)> {
    let pages = package.pages().into_iter();
    let each = pages.flat_map(|(name, page)| {
        let all: Vec<Element> = page.all().into_iter().cloned().collect();
        all.into_iter().map(move |element| (name.clone(), element))
    });
    each.collect()
}

/// EPUB 3.3 §4.2.6.2: readable at a fixed place, without unpacking.
fn says_first_what_it_is(package: &Package) -> Vec<String> {
    let mut faults = Vec::new();
    match package.entries.first() {
        Some((name, true)) if name == "mimetype" => {}
        first => faults.push(format!("it begins with {first:?}")),
    }
    if package.text("mimetype") != "application/epub+zip" {
        faults.push("mimetype says something else".to_owned());
    }
    faults
}

fn every_file_is_listed(package: &Package) -> Vec<String> {
    let mut faults = Vec::new();
    let mut listed = BTreeSet::new();
    let mut ids = BTreeSet::new();
    for (item, file) in package.manifest() {
        if !package.files.contains_key(&file) {
            faults.push(format!("{file} is not there"));
        }
        if !ids.insert(item.get("id").map(str::to_owned)) {
            faults.push(format!("{file} has the id of another"));
        }
        if !listed.insert(file.clone()) {
            faults.push(format!("{file} is listed twice"));
        }
    }
    let is_apart = |name: &String| {
        name == "mimetype" || name.starts_with("META-INF/") || *name == package.document
    };
    let unlisted = package.files.keys().filter(|name| !is_apart(name));
    let unlisted = unlisted.filter(|name| !listed.contains(*name));
    faults.extend(unlisted.map(|name| format!("{name} is not listed")));
    faults
}

/// EPUB 3.3 §3.2.
fn media_types(package: &Package) -> Vec<String> {
    let wrong = package.manifest().into_iter().filter_map(|(item, file)| {
        let usual = match file.rsplit_once('.').map_or("", |(_, end)| end) {
            "xhtml" => "application/xhtml+xml",
            "ncx" => "application/x-dtbncx+xml",
            "css" => "text/css",
            "ttf" => "font/ttf",
            "otf" => "font/otf",
            "png" => "image/png",
            "jpg" => "image/jpeg",
            _ => "none that an edition has",
        };
        let stated = item.get("media-type").unwrap_or_default();
        (stated != usual).then(|| format!("{file} is said to be {stated}, not {usual}"))
    });
    wrong.collect()
}

fn pages_are_whole(package: &Package) -> Vec<String> {
    let mut faults = Vec::new();
    for (name, page) in package.pages() {
        let titles = page.named("title");
        if titles.len() != 1 || titles[0].text().trim().is_empty() {
            faults.push(format!("{name} has no title"));
        }
        if page.named("body").len() != 1 {
            faults.push(format!("{name} has no body"));
        }
        if page.get("xmlns") != Some("http://www.w3.org/1999/xhtml") {
            faults.push(format!("{name} is no XHTML"));
        }
    }
    faults
}

/// Some readers look a link's target up with a CSS selector, and some join files.
fn ids_are_safe(package: &Package) -> Vec<String> {
    let mut faults = Vec::new();
    let mut ids = BTreeSet::new();
    for (name, element) in elements(package) {
        let Some(id) = element.get("id") else { continue };
        let is_safe = id.starts_with(|c: char| c.is_ascii_alphabetic())
            && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if !is_safe {
            faults.push(format!("{id} in {name} is not safe"));
        }
        if !ids.insert(id.to_owned()) {
            faults.push(format!("{id} is given twice, the second time in {name}"));
        }
    }
    faults
}

/// The places that links can lead to, in reading order.
fn places(package: &Package) -> Vec<String> {
    let mut places = Vec::new();
    for (name, page) in package.pages() {
        places.push(name.clone());
        let ids = page.all().into_iter().filter_map(|element| element.get("id"));
        places.extend(ids.map(|id| format!("{name}#{id}")));
    }
    places
}

fn is_outside(target: &str) -> bool {
    target.contains(':')
}

fn links_lead_somewhere(package: &Package) -> Vec<String> {
    let mut known: BTreeSet<String> = places(package).into_iter().collect();
    known.extend(package.files.keys().cloned());
    let mut links = Vec::new();
    for (name, element) in elements(package) {
        let inside = ["href", "src"].map(|kind| element.get(kind));
        for target in inside.into_iter().flatten().filter(|target| !is_outside(target)) {
            links.push((name.clone(), resolve(&name, target)));
        }
        for kind in ["aria-labelledby", "aria-describedby"] {
            let ids = element.get(kind).unwrap_or_default().split_whitespace();
            links.extend(ids.map(|id| (name.clone(), format!("{name}#{id}"))));
        }
    }
    for (item, file) in package.manifest() {
        if item.get("media-type") == Some("application/x-dtbncx+xml") {
            let contents = package.tree(&file);
            let targets = contents.named("content").into_iter();
            let targets = targets.filter_map(|content| content.get("src"));
            links.extend(targets.map(|target| (file.clone(), resolve(&file, target))));
        }
        if item.get("media-type") == Some("text/css") {
            let urls = package.text(&file).split("url(").skip(1);
            let urls = urls.filter_map(|rest| rest.split(')').next());
            let urls = urls.map(|url| resolve(&file, url.trim_matches(['"', '\''])));
            links.extend(urls.map(|url| (file.clone(), url)));
        }
    }
    let lost = links.into_iter().filter(|(_, target)| !known.contains(target));
    lost.map(|(from, target)| format!("{from} leads to {target}")).collect()
}

fn links_outside(package: &Package) -> Vec<String> {
    let mut faults = Vec::new();
    for (name, element) in elements(package) {
        for kind in ["href", "src"] {
            let Some(target) = element.get(kind).filter(|one| is_outside(one)) else {
                continue;
            };
            let schemes = ["http://", "https://", "mailto:"];
            let is_address = element.name == "a"
                && schemes.iter().any(|scheme| target.starts_with(scheme))
                && target.bytes().all(|byte| byte.is_ascii_graphic());
            if !is_address {
                faults.push(format!("{name} leads to {target}"));
            }
        }
    }
    faults
}

/// What of some places is not there, or stands before the one before it.
fn out_of_order(package: &Package, targets: &[String]) -> Vec<String> {
    let places = places(package);
    let rank: BTreeMap<&String, usize> =
        places.iter().enumerate().map(|(rank, place)| (place, rank)).collect();
    let mut faults = Vec::new();
    let mut last = None;
    for target in targets {
        let here = rank.get(target);
        if here.is_none() || here <= last {
            faults.push(format!("{target} is out of place"));
        }
        last = here;
    }
    faults
}

fn contents_are_in_order(package: &Package) -> Vec<String> {
    let contents: Vec<String> =
        package.nav("toc").into_iter().map(|(target, ..)| target).collect();
    let mut faults = out_of_order(package, &contents);
    if contents.is_empty() {
        faults.push("there are none".to_owned());
    }
    let deepest = package.nav("toc").into_iter().map(|(.., depth)| depth).max();
    if deepest > Some(3) {
        faults.push(format!("they are {deepest:?} deep"));
    }
    // The contents of EPUB 2 may say more, and in the same order.
    for (item, file) in package.manifest() {
        if item.get("media-type") != Some("application/x-dtbncx+xml") {
            continue;
        }
        let tree = package.tree(&file);
        let targets = tree.named("content").into_iter();
        let targets: Vec<String> = targets
            .filter_map(|content| Some(resolve(&file, content.get("src")?)))
            .collect();
        faults.extend(out_of_order(package, &targets));
        let lacking = contents.iter().filter(|line| !targets.contains(line));
        faults.extend(lacking.map(|line| format!("{file} lacks {line}")));
    }
    faults
}

/// The marks of printed pages, with their numbers, in reading order.
fn page_marks(package: &Package) -> Vec<(String, String)> {
    let marks = elements(package).into_iter().filter_map(|(name, element)| {
        let is_mark =
            element.has("role", "doc-pagebreak") || element.has("epub:type", "pagebreak");
        let id = element.get("id").unwrap_or_default();
        let label = element.get("aria-label").unwrap_or_default().to_owned();
        is_mark.then(|| (format!("{name}#{id}"), label))
    });
    marks.collect()
}

fn page_list_is_whole(package: &Package) -> Vec<String> {
    let listed: Vec<(String, String)> = package
        .nav("page-list")
        .into_iter()
        .map(|(target, label, _)| (target, label))
        .collect();
    let marks = page_marks(package);
    let mut faults = Vec::new();
    if listed != marks {
        faults.push(format!("{} marks, {} listed", marks.len(), listed.len()));
    }
    let blank = marks.iter().filter(|(_, label)| label.trim().is_empty());
    faults.extend(blank.map(|(place, _)| format!("{place} has no number")));
    faults
}

fn landmarks_stand_once(package: &Package) -> Vec<String> {
    let page = package.tree(&package.navigation());
    let mut kinds = BTreeSet::new();
    let navs = page.named("nav").into_iter();
    let marks = navs.filter(|nav| nav.has("epub:type", "landmarks"));
    let marks: Vec<&Element> = marks.flat_map(|nav| nav.named("a")).collect();
    let mut faults: Vec<String> = marks
        .iter()
        .map(|mark| mark.get("epub:type").unwrap_or_default())
        .filter(|kind| kind.is_empty() || !kinds.insert(*kind))
        .map(|kind| format!("'{kind}' is none, or the second of its kind"))
        .collect();
    // Text that belongs neither before nor after the text itself.
    let has_text = package.pages().iter().any(|(_, page)| {
        let bodies = page.named("body");
        bodies.iter().any(|body| body.has("epub:type", "bodymatter"))
    });
    if has_text && !kinds.contains("bodymatter") {
        faults.push("nothing says where the text begins".to_owned());
    }
    faults
}

fn languages_are_said(package: &Package) -> Vec<String> {
    let mut faults = Vec::new();
    for (name, element) in elements(package) {
        let [plain, xml] = ["lang", "xml:lang"].map(|kind| element.get(kind));
        if plain != xml {
            faults.push(format!("{name}: {plain:?} in HTML is {xml:?} in XML"));
        }
        let lacks = plain.is_none_or(str::is_empty);
        if (element.name == "html" || plain.is_some()) && lacks {
            faults.push(format!("{name}: <{}> says no language", element.name));
        }
        if element.name == "i" && plain.is_none() {
            faults.push(format!("{name}: <i> marks no foreign words"));
        }
    }
    let opf = package.opf();
    if opf.get("xml:lang").is_none_or(str::is_empty) {
        faults.push("the package says no language".to_owned());
    }
    faults
}

/// Whether there is anything to be read, seen or come to in an element. What is typed may
/// be a space.
fn says_something(element: &Element) -> bool {
    let is_thing = |one: &&Element| {
        matches!(one.name.as_str(), "img" | "hr" | "code")
            || one.has("role", "doc-pagebreak")
    };
    element.all().iter().any(is_thing)
        || element.text().contains(|c: char| !c.is_ascii_whitespace())
}

fn nothing_is_empty(package: &Package) -> Vec<String> {
    const FILLED: &[&str] = &[
        "p",
        "li",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "hgroup",
        "caption",
        "figcaption",
        "th",
        "tr",
        "a",
        "pre",
        "blockquote",
        "section",
        "div",
        "ol",
        "ul",
        "table",
        "thead",
        "tbody",
        "figure",
        "nav",
        "time",
    ];
    let mut faults = Vec::new();
    for (name, element) in elements(package) {
        // A chapter may be nothing but its name.
        let is_named = element.name == "section" && element.get("aria-label").is_some();
        let is_filled = FILLED.contains(&element.name.as_str()) && !is_named;
        if is_filled && !says_something(&element) {
            faults.push(format!("{name}: an empty <{}>", element.name));
        }
        let is_label = |kind: &str| kind == "aria-label" || kind == "title";
        let blank = element
            .attributes()
            .filter(|(kind, value)| is_label(kind) && value.trim().is_empty());
        faults.extend(blank.map(|(kind, _)| format!("{name}: an empty {kind}")));
    }
    faults
}

fn nothing_is_presentation(package: &Package) -> Vec<String> {
    const LOOKS: &[&str] =
        &["b", "u", "s", "big", "small", "tt", "font", "center", "strike", "basefont"];
    const WAYS: &[&str] =
        &["style", "align", "valign", "bgcolor", "color", "border", "face", "clear"];
    let mut faults = Vec::new();
    for (name, element) in elements(package) {
        if LOOKS.contains(&element.name.as_str()) {
            faults.push(format!("{name}: <{}>", element.name));
        }
        let sized = ["width", "height", "size"];
        let ways = element.attributes().filter(|(kind, _)| {
            // The white space of a formula is part of it.
            let has_size = ["img", "mspace"].contains(&element.name.as_str());
            WAYS.contains(kind) || sized.contains(kind) && !has_size
        });
        faults.extend(ways.map(|(kind, _)| format!("{name}: {kind}")));
    }
    faults
}

fn nothing_runs(package: &Package) -> Vec<String> {
    const ACTIVE: &[&str] = &[
        "script", "iframe", "object", "embed", "applet", "form", "input", "button",
        "audio", "video", "svg", "style", "base", "meta", "template", "canvas",
    ];
    let mut faults = Vec::new();
    for (name, element) in elements(package) {
        if ACTIVE.contains(&element.name.as_str()) {
            faults.push(format!("{name}: <{}>", element.name));
        }
        let handlers = element.attributes().filter(|(kind, _)| kind.starts_with("on"));
        faults.extend(handlers.map(|(kind, _)| format!("{name}: {kind}")));
    }
    let scripted = package.manifest().into_iter();
    let scripted = scripted.filter(|(item, _)| {
        item.has("properties", "scripted") || item.has("properties", "remote-resources")
    });
    faults.extend(scripted.map(|(_, file)| format!("{file} is said to run")));
    faults
}

/// The reader divides words itself; a soft hyphen in them spoils search and voices. None
/// but those of the text itself may be there, and a text should have none.
fn no_soft_hyphens(package: &Package) -> Vec<String> {
    let pages = package.pages().into_iter();
    let hyphened = pages.filter(|(_, page)| page.text().contains('\u{ad}'));
    hyphened.map(|(name, _)| format!("there are some in {name}")).collect()
}

fn style_leaves_the_reader_free(package: &Package) -> Vec<String> {
    let mut faults = Vec::new();
    for (item, file) in package.manifest() {
        if item.get("media-type") != Some("text/css") {
            continue;
        }
        for line in package.text(&file).lines().map(str::trim) {
            let Some((property, value)) = line.split_once(':') else { continue };
            let is_property =
                property.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
            if !is_property {
                continue;
            }
            let inherits = value.trim() == "inherit;";
            let forces = (property.contains("color") && !inherits)
                || property.contains("background")
                || matches!(property, "direction" | "unicode-bidi")
                || value.contains("fixed")
                || value.contains("!important");
            let is_size = value.split([' ', ';', ',']).any(|word| {
                let number = word.strip_suffix("px").or(word.strip_suffix("pt"));
                number.is_some_and(|number| number.parse::<f32>().is_ok_and(|n| n > 1.0))
            });
            if forces || is_size {
                faults.push(format!("{file}: {line}"));
            }
        }
    }
    faults
}

/// The level of a heading.
fn level(element: &Element) -> Option<usize> {
    if element.get("role") == Some("heading") {
        return element.get("aria-level")?.parse().ok();
    }
    let level = element.name.strip_prefix('h')?.parse().ok()?;
    (1..=6).contains(&level).then_some(level)
}

/// A file that goes on with a chapter may begin at any level.
fn headings_skip_no_level(package: &Package) -> Vec<String> {
    let mut faults = Vec::new();
    for (name, page) in package.pages() {
        let sections = page.named("section");
        let goes_on = sections.first().is_some_and(|one| one.get("epub:type").is_none());
        let mut last = if goes_on { 6 } else { 1 };
        for element in page.all() {
            let Some(level) = level(element) else { continue };
            if level > last + 1 {
                faults.push(format!("{name}: {level} follows {last}"));
            }
            last = level;
        }
    }
    faults
}

fn notes_go_both_ways(package: &Package) -> Vec<String> {
    let mut faults = Vec::new();
    // From each place to what is linked there, and what it says.
    let mut marks = BTreeMap::new();
    let mut notes = BTreeMap::new();
    for (name, element) in elements(package) {
        let place = format!("{name}#{}", element.get("id").unwrap_or_default());
        if element.has("role", "doc-noteref") != element.has("epub:type", "noteref") {
            faults.push(format!("{place} is half a mark"));
        }
        if element.has("role", "doc-noteref") {
            let target = resolve(&name, element.get("href").unwrap_or_default());
            if marks.insert(target.clone(), (place, element.text())).is_some() {
                faults.push(format!("{target} is called twice"));
            }
        } else if element.has("epub:type", "endnote") {
            let links = element.named("a");
            let back = links.iter().find(|link| link.has("role", "doc-backlink"));
            let back = back.map(|link| {
                let target = resolve(&name, link.get("href").unwrap_or_default());
                (target, link.text().trim_end_matches('.').to_owned())
            });
            if !element.text().trim_start().starts_with(|c: char| !c.is_whitespace()) {
                faults.push(format!("{place} has no number"));
            }
            notes.insert(place, back);
        }
    }
    for (place, back) in &notes {
        match (marks.get(place), back) {
            (Some(mark), Some(back)) if mark == back => {}
            (mark, back) => faults.push(format!("{place}: {mark:?}, {back:?}")),
        }
    }
    let lost = marks.iter().filter(|(target, _)| !notes.contains_key(*target));
    faults.extend(lost.map(|(target, _)| format!("{target} is no note")));
    faults
}

fn pictures_have_words(package: &Package) -> Vec<String> {
    let mut faults = Vec::new();
    for (name, element) in elements(package) {
        let is_ornament = element.has("role", "presentation");
        match element.get("alt") {
            _ if element.name != "img" => {}
            Some("") if is_ornament => {}
            Some(words) if !words.trim().is_empty() && !is_ornament => {}
            words => faults.push(format!("{name}: a picture with {words:?}")),
        }
    }
    faults
}

/// The values of a property of the metadata.
fn values(package: &Package, property: &str) -> Vec<String> {
    let opf = package.opf();
    let metas = opf.named("meta").into_iter();
    let of_it = metas.filter(|meta| meta.get("property") == Some(property));
    of_it.map(Element::text).collect()
}

/// EPUB Accessibility 1.1 §2: what is claimed is there, and what is there is claimed.
fn claims_are_so(package: &Package) -> Vec<String> {
    let elements = elements(package);
    let pictures: Vec<&Element> = elements
        .iter()
        .map(|(_, element)| element)
        .filter(|one| one.name == "img" && !one.has("role", "presentation"))
        .collect();
    let shows = pictures.iter().any(|one| !one.has("role", "doc-cover"));
    let has_pages = !page_marks(package).is_empty();
    let is_known = package.opf().named("dc:language").iter().all(|l| l.text() != "und");
    let claims = |property: &str, value: &str| {
        values(package, property).iter().any(|claimed| claimed == value)
    };
    let feature = |value: &str| claims("schema:accessibilityFeature", value);
    let any_of = |name: &str| elements.iter().any(|(_, element)| element.name == name);
    // WCAG 3.1.1 and 1.1.1.
    let textual = claims("schema:accessModeSufficient", "textual");
    let conforms = is_known && textual;
    let own_pages = ["dedication", "epigraph", "colophon", "endnotes"];
    let has_chapters = elements.iter().any(|(_, element)| {
        let role = element.get("role").and_then(|role| role.strip_prefix("doc-"));
        let is_named = role.is_some_and(|role| !own_pages.contains(&role));
        element.name == "section" && is_named
    });
    let mut facts = vec![
        ("textual", claims("schema:accessMode", "textual"), true),
        ("visual", claims("schema:accessMode", "visual"), shows),
        ("tableOfContents", feature("tableOfContents"), true),
        ("structuralNavigation", feature("structuralNavigation"), has_chapters),
        ("readingOrder", feature("readingOrder"), true),
        ("pageBreakMarkers", feature("pageBreakMarkers"), has_pages),
        ("pageNavigation", feature("pageNavigation"), has_pages),
        ("pageBreakSource", !values(package, "pageBreakSource").is_empty(), has_pages),
        ("MathML", feature("MathML"), any_of("math")),
        ("printPageNumbers", feature("printPageNumbers"), false),
        ("synchronizedAudioText", feature("synchronizedAudioText"), false),
        ("conformance", !values(package, "dcterms:conformsTo").is_empty(), conforms),
        ("certifier", !values(package, "a11y:certifiedBy").is_empty(), conforms),
        ("no hazard", claims("schema:accessibilityHazard", "none"), true),
    ];
    let described = feature("alternativeText");
    // A picture that nobody has described has words too, so the claim may be missing.
    facts.push(("alternativeText", described && pictures.is_empty(), false));
    facts.push(("sufficient", textual, described || pictures.is_empty()));
    let summaries = values(package, "schema:accessibilitySummary").len();
    facts.push(("summary", summaries == 1, true));
    let false_ones = facts.into_iter().filter(|(_, claimed, is_so)| claimed != is_so);
    false_ones.map(|(what, claimed, _)| format!("{what} is claimed: {claimed}")).collect()
}

fn particulars_are_said(package: &Package) -> Vec<String> {
    let opf = package.opf();
    let mut faults = Vec::new();
    for name in ["dc:identifier", "dc:title", "dc:language"] {
        let said = opf.named(name);
        if said.is_empty() || said.iter().any(|one| one.text().trim().is_empty()) {
            faults.push(format!("no {name}"));
        }
    }
    if values(package, "dcterms:modified").len() != 1 {
        faults.push("when it was made is not said once".to_owned());
    }
    let unique = opf.get("unique-identifier");
    let ids: Vec<Option<&str>> = opf.all().iter().map(|one| one.get("id")).collect();
    if ids.iter().filter(|id| id.is_some() && **id == unique).count() != 1 {
        faults.push("the unique identifier is not one".to_owned());
    }
    for meta in opf.named("meta") {
        let of = meta.get("refines").and_then(|of| of.strip_prefix('#'));
        if of.is_some_and(|of| !ids.contains(&Some(of))) {
            faults.push(format!("something refines {of:?}, which is not there"));
        }
    }
    faults
}
