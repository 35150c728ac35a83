//! What the name of a paragraph style says of its paragraphs.

/// What a paragraph is for, by its style.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum StyleRole {
    /// The title of the document.
    Title,
    /// Its subtitle.
    Subtitle,
    /// Its author.
    Author,
    /// Its date.
    Date,
    /// A heading of a level from 1.
    Heading(u8),
    /// A quotation set off from the text.
    Quotation,
    /// Lines that are kept.
    Verse,
    /// Text whose spaces are kept.
    Preformatted,
    /// The words with a picture or table.
    Caption,
    /// A term that is defined.
    Term,
    /// What a term means.
    Definition,
    /// A line of a generated table of contents.
    Contents,
    /// A further paragraph of a list item.
    ListContinuation,
    /// Plain text.
    Plain,
}

/// The names of the styles that Word, `LibreOffice` and pandoc offer. Word writes its own
/// styles under their English names in all languages, `LibreOffice` too. Authors make
/// styles of their own; for these, the usual words of some languages are here.
const NAMES: [(&str, StyleRole); 102] = [
    ("title", StyleRole::Title),
    ("subtitle", StyleRole::Subtitle),
    ("author", StyleRole::Author),
    ("date", StyleRole::Date),
    ("quote", StyleRole::Quotation),
    ("intense quote", StyleRole::Quotation),
    ("quotations", StyleRole::Quotation),
    ("quotation", StyleRole::Quotation),
    ("block text", StyleRole::Quotation),
    ("block quote", StyleRole::Quotation),
    ("block quotation", StyleRole::Quotation),
    ("blockquote", StyleRole::Quotation),
    ("blockquotation", StyleRole::Quotation),
    ("extract", StyleRole::Quotation),
    ("cita", StyleRole::Quotation),
    ("cita destacada", StyleRole::Quotation),
    ("cita larga", StyleRole::Quotation),
    ("citas", StyleRole::Quotation),
    ("citation", StyleRole::Quotation),
    ("citation intense", StyleRole::Quotation),
    ("citação", StyleRole::Quotation),
    ("citações", StyleRole::Quotation),
    ("citazione", StyleRole::Quotation),
    ("citazioni", StyleRole::Quotation),
    ("zitat", StyleRole::Quotation),
    ("zitate", StyleRole::Quotation),
    ("citat", StyleRole::Quotation),
    ("citaat", StyleRole::Quotation),
    ("цитата", StyleRole::Quotation),
    ("verse", StyleRole::Verse),
    ("verses", StyleRole::Verse),
    ("verso", StyleRole::Verse),
    ("versos", StyleRole::Verse),
    ("poem", StyleRole::Verse),
    ("poetry", StyleRole::Verse),
    ("poema", StyleRole::Verse),
    ("poesía", StyleRole::Verse),
    ("poesia", StyleRole::Verse),
    ("estrofa", StyleRole::Verse),
    ("vers", StyleRole::Verse),
    ("strophe", StyleRole::Verse),
    ("gedicht", StyleRole::Verse),
    ("стихи", StyleRole::Verse),
    ("source code", StyleRole::Preformatted),
    ("html preformatted", StyleRole::Preformatted),
    ("preformatted text", StyleRole::Preformatted),
    ("preformatted", StyleRole::Preformatted),
    ("macro", StyleRole::Preformatted),
    ("macro text", StyleRole::Preformatted),
    ("code", StyleRole::Preformatted),
    ("code block", StyleRole::Preformatted),
    ("caption", StyleRole::Caption),
    ("image caption", StyleRole::Caption),
    ("figure caption", StyleRole::Caption),
    ("table caption", StyleRole::Caption),
    ("tablecaption", StyleRole::Caption),
    ("figurecaption", StyleRole::Caption),
    ("figurewithcaption", StyleRole::Caption),
    ("illustration", StyleRole::Caption),
    ("figure", StyleRole::Caption),
    ("drawing", StyleRole::Caption),
    ("table", StyleRole::Caption),
    ("leyenda", StyleRole::Caption),
    ("definition term", StyleRole::Term),
    ("definition term tight", StyleRole::Term),
    ("list heading", StyleRole::Term),
    ("definition", StyleRole::Definition),
    ("definition definition", StyleRole::Definition),
    ("definition definition tight", StyleRole::Definition),
    ("list contents", StyleRole::Definition),
    ("table of figures", StyleRole::Contents),
    ("list paragraph", StyleRole::ListContinuation),
    ("list continue", StyleRole::ListContinuation),
    ("list continue 2", StyleRole::ListContinuation),
    ("list continue 3", StyleRole::ListContinuation),
    ("list continue 4", StyleRole::ListContinuation),
    ("list continue 5", StyleRole::ListContinuation),
    ("normal", StyleRole::Plain),
    ("standard", StyleRole::Plain),
    ("default", StyleRole::Plain),
    ("normal (web)", StyleRole::Plain),
    ("no spacing", StyleRole::Plain),
    ("body text", StyleRole::Plain),
    ("body text 2", StyleRole::Plain),
    ("body text first indent", StyleRole::Plain),
    ("text body", StyleRole::Plain),
    ("first paragraph", StyleRole::Plain),
    ("first line indent", StyleRole::Plain),
    ("compact", StyleRole::Plain),
    ("footnote text", StyleRole::Plain),
    ("endnote text", StyleRole::Plain),
    ("footnote", StyleRole::Plain),
    ("endnote", StyleRole::Plain),
    ("table contents", StyleRole::Plain),
    ("table heading", StyleRole::Plain),
    ("table text", StyleRole::Plain),
    ("frame contents", StyleRole::Plain),
    ("list", StyleRole::Plain),
    ("list bullet", StyleRole::Plain),
    ("list number", StyleRole::Plain),
    ("toc heading", StyleRole::Contents),
    ("contents heading", StyleRole::Contents),
];

/// Styles whose characters are code.
const CODE_NAMES: [&str; 11] = [
    "verbatim char",
    "html code",
    "html typewriter",
    "html sample",
    "html keyboard",
    "html variable",
    "source text",
    "source code char",
    "teletype",
    "code",
    "inline code",
];

/// Styles of links, whose colour and line are not the author's.
const LINK_NAMES: [&str; 5] = [
    "hyperlink",
    "followedhyperlink",
    "internet link",
    "visited internet link",
    "index link",
];

/// What a style of a name is for; `None` if the name does not say it. Word joins aliases to
/// a name with commas.
pub(crate) fn find_role(name: &str) -> Option<StyleRole> {
    let name = fold_name(name);
    let name = name.split(',').next().unwrap_or_default().trim();
    let known = NAMES.iter().find(|(known, _)| *known == name);
    known.map(|(_, role)| *role).or_else(|| {
        let numbered =
            |prefix: &str| name.strip_prefix(prefix)?.trim().parse::<u8>().ok();
        if let Some(level @ 1..=9) = numbered("heading") {
            return Some(StyleRole::Heading(level));
        }
        let is_contents = numbered("toc").is_some() || numbered("contents").is_some();
        is_contents.then_some(StyleRole::Contents)
    })
}

/// Whether text in a character style of this name is code.
pub(crate) fn is_code_style(name: &str) -> bool {
    CODE_NAMES.contains(&fold_name(name).as_str())
}

/// Whether a character style of this name is that of links.
pub(crate) fn is_link_style(name: &str) -> bool {
    LINK_NAMES.contains(&fold_name(name).as_str())
}

/// A name in lower case. `OpenDocument` writes `_20_` for a space in some places, and pandoc
/// an underscore.
pub(crate) fn fold_name(name: &str) -> String {
    name.to_lowercase().replace("_20_", " ").replace('_', " ").trim().to_owned()
}
