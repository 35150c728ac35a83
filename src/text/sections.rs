//! Usual names of sections: words that make a line a heading, and that are never the title
//! of a book.

/// Names of sections, alone on a line or followed by a few words ("Apéndice II", "Prólogo
/// del autor"): Catalan, English, French, German, Italian, Portuguese, Russian, Spanish.
const SECTIONS: &[&str] = &[
    "abreviaturas",
    "acknowledgements",
    "acknowledgments",
    "addenda",
    "advertencia",
    "advertiment",
    "advertência",
    "advertisement",
    "afterword",
    "agradecimientos",
    "agraïments",
    "agradecimentos",
    "al lector",
    "anejo",
    "anhang",
    "anmerkungen",
    "annexe",
    "anexo",
    "apèndix",
    "apéndice",
    "apéndices",
    "apêndice",
    "appendice",
    "appendix",
    "avant-propos",
    "avertissement",
    "avvertenza",
    "avvertimento",
    "bibliografia",
    "bibliografía",
    "bibliographie",
    "bibliography",
    "colofón",
    "conclusion",
    "conclusione",
    "conclusiones",
    "conclusió",
    "conclusión",
    "conclusão",
    "contenido",
    "contents",
    "dedicatoria",
    "dedicatória",
    "dedication",
    "dramatis personae",
    "dramatis personæ",
    "einführung",
    "einleitung",
    "epilog",
    "epilogo",
    "epilogue",
    "epíleg",
    "epílogo",
    "erratas",
    "errata",
    "fe de erratas",
    "foreword",
    "glosario",
    "glossary",
    "indice",
    "inhalt",
    "inhaltsverzeichnis",
    "interlocutores",
    "introducción",
    "introduccion",
    "introducció",
    "introduction",
    "introduzione",
    "introdução",
    "literatur",
    "literaturverzeichnis",
    "nachwort",
    "notas",
    "note",
    "notes",
    "noticia preliminar",
    "personajes",
    "personaggi",
    "personagens",
    "personatges",
    "personen",
    "personnages",
    "persons represented",
    "post scriptum",
    "postface",
    "posfacio",
    "postfazione",
    "preface",
    "prefacio",
    "prefaci",
    "prefazione",
    "prefácio",
    "preliminar",
    "proemio",
    "prolog",
    "prologo",
    "prologue",
    "pròleg",
    "prólogo",
    "préface",
    "références",
    "references",
    "referencias",
    "referències",
    "referências",
    "register",
    "remerciements",
    "resumen",
    "résumé",
    "schluss",
    "schluß",
    "summary",
    "table des matières",
    "tabla de materias",
    "vorbemerkung",
    "vorrede",
    "vorwort",
    "zusammenfassung",
    "índex",
    "índice",
    "введение",
    "вступление",
    "действующие лица",
    "заключение",
    "оглавление",
    "послесловие",
    "предисловие",
    "прибавление",
    "приложение",
    "примечания",
    "содержание",
    "эпилог",
];

/// Headings of tables of contents, and of lists of figures, alone on a line.
const CONTENTS: &[&str] = &[
    "abbildungsverzeichnis",
    "contenido",
    "contenidos",
    "contents",
    "elenco delle figure",
    "elenco delle tabelle",
    "indice",
    "indice de materias",
    "indice delle materie",
    "indice general",
    "indice generale",
    "inhalt",
    "inhaltsverzeichnis",
    "inhaltsübersicht",
    "list of figures",
    "list of illustrations",
    "list of tables",
    "lista de figuras",
    "lista de tabelas",
    "lista de tablas",
    "liste des figures",
    "liste des tableaux",
    "sommaire",
    "sommario",
    "sumari",
    "sumario",
    "sumário",
    "tabellenverzeichnis",
    "tabla",
    "tabla de contenido",
    "tabla de contenidos",
    "tabla de materias",
    "table",
    "table des chapitres",
    "table des illustrations",
    "table des matieres",
    "table des matières",
    "table of contents",
    "taula",
    "tavola",
    "tavola delle materie",
    "índex",
    "índice",
    "índice de capítulos",
    "índice de figuras",
    "índice de ilustraciones",
    "índice de láminas",
    "índice de materias",
    "índice de tabelas",
    "índice de tablas",
    "índice general",
    "índice geral",
    "оглавление",
    "содержание",
];

/// All [`CONTENTS`] have fewer letters.
const LONGEST_CONTENTS: usize = 30;

/// The most words of a line that begins with the name of a section.
const WORDS: usize = 8;

/// Words that end a text.
const LAST_WORDS: &[&str] = &[
    "fin",
    "fim",
    "fine",
    "fi",
    "ende",
    "the end",
    "finis",
    "end",
    "конец",
    "finis coronat opus",
    "laus deo",
];

/// Words that begin the caption of a picture or a table, with a number after them: Catalan,
/// English, French, German, Italian, Portuguese, Russian, Spanish.
const PICTURES: &[&str] = &[
    "abb",
    "abbildung",
    "chart",
    "cuadro",
    "diagram",
    "exhibit",
    "fig",
    "figura",
    "figure",
    "gràfic",
    "grafico",
    "gráfico",
    "illustration",
    "lámina",
    "làmina",
    "map",
    "mapa",
    "planche",
    "plate",
    "quadre",
    "quadro",
    "tab",
    "tabela",
    "tabella",
    "tabelle",
    "tabla",
    "table",
    "tableau",
    "tafel",
    "taula",
    "tavola",
    "рис",
    "рисунок",
    "таблица",
];

/// What transcribers write in brackets, besides [`PICTURES`], where something is printed that
/// is no text.
const PLACEHOLDERS: &[&str] = &[
    "blank",
    "decoration",
    "illustratie",
    "illustrations",
    "illustrazione",
    "ilustració",
    "ilustración",
    "ilustração",
    "image",
    "imagen",
    "music",
    "musik",
    "musique",
    "muziek",
    "música",
    "partition",
    "иллюстрация",
];

/// Whether a line is the caption of a picture or a table: the word for it, a number, and what
/// is shown; or what a transcriber writes in brackets for one.
///
/// ```
/// use pliego::text::sections::is_caption;
///
/// assert!(is_caption("Fig. 3.1 The wheel from above"));
/// assert!(is_caption("[Illustration: The wheel]"));
/// assert!(!is_caption("Table of contents"));
/// ```
#[must_use]
pub fn is_caption(line: &str) -> bool {
    if line.starts_with('[') && line.ends_with(']') {
        return opens_caption(line);
    }
    let mut words = line.split_whitespace();
    let [Some(name), Some(number), Some(_)] = [words.next(), words.next(), words.next()]
    else {
        return false;
    };
    let name = name.trim_end_matches('.').to_lowercase();
    number.starts_with(|c: char| c.is_ascii_digit()) && PICTURES.contains(&name.as_str())
}

/// Whether a line begins what a transcriber writes in brackets for a picture.
///
/// ```
/// use pliego::text::sections::opens_caption;
///
/// assert!(opens_caption("[Illustration: The wheel"));
/// assert!(!opens_caption("[The wheel turns.]"));
/// ```
#[must_use]
pub fn opens_caption(line: &str) -> bool {
    let Some(inner) = line.strip_prefix('[') else { return false };
    let name = inner.split(|c: char| !c.is_alphabetic()).next();
    let name = name.unwrap_or_default().to_lowercase();
    [PICTURES, PLACEHOLDERS].iter().any(|list| list.contains(&name.as_str()))
}

/// How many words follow the name of a section at the beginning of a short line.
#[must_use]
pub fn named(line: &str) -> Option<usize> {
    let small = line.to_lowercase();
    let bare = small.trim_matches(|c: char| !c.is_alphanumeric());
    let after = |name: &&str| {
        let rest = bare.strip_prefix(*name)?;
        let apart = !rest.starts_with(char::is_alphanumeric);
        apart.then(|| rest.split_whitespace().count())
    };
    let short = bare.split_whitespace().count() <= WORDS;
    let begins = short && line.starts_with(|c: char| !c.is_lowercase());
    begins.then(|| SECTIONS.iter().filter_map(after).min()).flatten()
}

/// Whether a line is the heading of a table of contents.
#[must_use]
pub fn is_contents(line: &str) -> bool {
    // A shortcut: most lines are longer, and nearly all lines of a text are checked.
    let outside = |c: char| !c.is_alphanumeric();
    if line.trim_matches(outside).chars().nth(LONGEST_CONTENTS).is_some() {
        return false;
    }
    let small = line.to_lowercase();
    CONTENTS.contains(&small.trim_matches(|c: char| !c.is_alphanumeric()))
}

/// Whether a line marks the end of the text.
#[must_use]
pub fn is_last_words(line: &str) -> bool {
    let small = line.to_lowercase();
    LAST_WORDS.contains(&small.trim_matches(|c: char| !c.is_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::{CONTENTS, LONGEST_CONTENTS, is_contents};

    #[test]
    fn headings_of_contents_are_recognised() {
        assert!(CONTENTS.iter().all(|name| name.chars().count() < LONGEST_CONTENTS));
        assert!(CONTENTS.iter().all(|name| is_contents(&name.to_uppercase())));
        assert!(is_contents("— ÍNDICE GENERAL —"));
        assert!(!is_contents("El índice general de los precios del papel"));
    }
}
