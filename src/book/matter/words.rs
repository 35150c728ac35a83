//! The edition's own words ("Contents", "Note 12"), in the language of the book.
//!
//! This file is long because every language has all of its words in one place.

use crate::book::metadata::Date;
use crate::text::language::Language;

/// The words of one language. `{}` is a placeholder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EditionWords {
    /// Primary language subtag.
    pub language: &'static str,
    /// Cover.
    pub cover: &'static str,
    /// Title page.
    pub title_page: &'static str,
    /// Table of contents.
    pub contents: &'static str,
    /// The gathered notes.
    pub notes: &'static str,
    /// Running head over notes that belong to one page.
    pub notes_to_page: &'static str,
    /// Running head over notes that belong to several pages: first and last.
    pub notes_to_pages: &'static str,
    /// A note mark, spoken: "Note {}".
    pub note: &'static str,
    /// A link back from a note: "Back to note {} in the text".
    pub back_to_note: &'static str,
    /// The list of the main places of the book (EPUB landmarks).
    pub landmarks: &'static str,
    /// The list of the pages of the printed source.
    pub source_pages: &'static str,
    /// "Page {}" of the printed source, spoken.
    pub page: &'static str,
    /// Where a cross reference leads, in a sentence: "page {}".
    pub page_reference: &'static str,
    /// Label of the printed edition that the text comes from.
    pub source: &'static str,
    /// "Chapter {}", for a chapter without a title.
    pub chapter: &'static str,
    /// "Part {}", for a part without a title.
    pub part: &'static str,
    /// Roles on the title page: translated, edited, introduced by {}.
    pub translated_by: &'static str,
    /// Edited by {}.
    pub edited_by: &'static str,
    /// With an introduction by {}.
    pub introduced_by: &'static str,
    /// Illustrated by {}.
    pub illustrated_by: &'static str,
    /// Between the last two of several names.
    pub and: &'static str,
    /// [`Self::and`] before a name that begins with the sound /i/.
    pub and_before_i: &'static str,
    /// The page with source, rights and numbers of the edition.
    pub imprint: &'static str,
    /// A book with a paper cover, beside its ISBN.
    pub paperback: &'static str,
    /// A book with a case of board, beside its ISBN.
    pub hardcover: &'static str,
    /// The label of the title that a translated work has in its own language.
    pub original_title: &'static str,
    /// The label of the number of the legal deposit.
    pub legal_deposit: &'static str,
    /// The index at the back of the book.
    pub index: &'static str,
    /// Before the entry of the index that has what this one lacks.
    pub see: &'static str,
    /// Before an entry of the index that has more.
    pub see_also: &'static str,
    /// The page of the dedication.
    pub dedication: &'static str,
    /// The page of the motto of the whole work.
    pub motto: &'static str,
    /// The page that says how the book was made.
    pub colophon: &'static str,
    /// A book without a title.
    pub untitled: &'static str,
    /// The printed source of page marks, if it is not named.
    pub unnamed_source: &'static str,
    /// The accessibility summary; a whole sentence.
    pub accessibility: &'static str,
    /// Its sentence for a book without undescribed pictures.
    pub accessibility_text: &'static str,
    /// Its sentence for a book with notes.
    pub accessibility_notes: &'static str,
    /// Its sentence for a book with page marks.
    pub accessibility_pages: &'static str,
    /// Its sentence for a book whose pictures are all described.
    pub accessibility_pictures: &'static str,
    /// Its sentence for a book with undescribed pictures.
    pub accessibility_undescribed: &'static str,
    /// An undescribed picture.
    pub picture: &'static str,
    /// The number of a figure: "Figure {}".
    pub figure: &'static str,
    /// The number of a table: "Table {}".
    pub table: &'static str,
    /// The list of the figures.
    pub figures: &'static str,
    /// Above a table that began on an earlier page, and behind the heading of such an entry of
    /// the index.
    pub continued: &'static str,
    /// The months, January first, in the form used in dates.
    pub months: [&'static str; 12],
    /// The first day of a month, in the form used in dates.
    pub first_day: &'static str,
    /// Day, month and year: `{d}`, `{m}`, `{y}`; `{of}` is *de*, or *d’* before a vowel.
    pub full_date: &'static str,
    /// Month and year.
    pub month_date: &'static str,
}

impl EditionWords {
    /// The words for a language; English where the language is not known.
    #[must_use]
    pub fn for_language(language: Option<&Language>) -> &'static Self {
        let primary = language.map_or("en", Language::primary);
        ALL.iter().find(|words| words.language == primary).unwrap_or(&ALL[0])
    }

    /// The words for a passage: those of its own language if we have them, else of the
    /// book's.
    #[must_use]
    pub fn for_passage(own: Option<&Language>, book: Option<&Language>) -> &'static Self {
        let known =
            |one: &&Language| ALL.iter().any(|words| words.language == one.primary());
        Self::for_language(own.filter(known).or(book))
    }

    /// Formats a date as on a title page.
    #[must_use]
    pub fn format_date(&self, date: Date) -> String {
        let Some(month) = date.month else { return date.year.to_string() };
        let name = self.months.get(usize::from(month).wrapping_sub(1)).unwrap_or(&"");
        let (pattern, day) = match date.day {
            Some(1) => (self.full_date, self.first_day.to_owned()),
            Some(day) => (self.full_date, day.to_string()),
            None => (self.month_date, String::new()),
        };
        let of = if name.starts_with(['a', 'o']) { "d’" } else { "de " };
        pattern
            .replace("{d}", &day)
            .replace("{of}", of)
            .replace("{m}", name)
            .replace("{y}", &date.year.to_string())
    }

    /// Joins names into one phrase: "A, B and C".
    #[must_use]
    pub fn join_names(&self, names: &[&str]) -> String {
        match names {
            [] => String::new(),
            [one] => (*one).to_owned(),
            [most @ .., last] => {
                let and = if begins_with_i(last) { self.and_before_i } else { self.and };
                format!("{} {and} {last}", most.join(", "))
            }
        }
    }
}

/// Whether a Spanish name begins with the sound /i/, before which *y* becomes *e*: an i, or
/// hi that is not a diphthong with the next vowel.
fn begins_with_i(name: &str) -> bool {
    let mut letters = name.chars().flat_map(char::to_lowercase);
    match letters.next() {
        Some('i' | 'í') => true,
        Some('h') if matches!(letters.next(), Some('i' | 'í')) => {
            !matches!(letters.next(), Some('a' | 'e' | 'o' | 'á' | 'é' | 'ó'))
        }
        _ => false,
    }
}

/// Fills the placeholder of a pattern.
#[must_use]
pub fn fill_pattern(pattern: &str, what: &str) -> String {
    pattern.replacen("{}", what, 1)
}

/// All languages; English, the fallback, first.
static ALL: [EditionWords; 9] = [
    EditionWords {
        language: "en",
        cover: "Cover",
        title_page: "Title page",
        contents: "Contents",
        notes: "Notes",
        notes_to_page: "Notes to page {}",
        notes_to_pages: "Notes to pages {}–{}",
        note: "Note {}",
        back_to_note: "Back to note {} in the text",
        landmarks: "Landmarks",
        source_pages: "Pages of the printed source",
        page: "Page {}",
        page_reference: "page {}",
        source: "Source",
        chapter: "Chapter {}",
        part: "Part {}",
        translated_by: "Translated by {}",
        edited_by: "Edited by {}",
        introduced_by: "With an introduction by {}",
        illustrated_by: "Illustrated by {}",
        and: "and",
        and_before_i: "and",
        imprint: "Imprint",
        paperback: "paperback",
        hardcover: "hardcover",
        original_title: "Original title",
        legal_deposit: "Legal deposit",
        index: "Index",
        see: "see",
        see_also: "see also",
        dedication: "Dedication",
        motto: "Epigraph",
        colophon: "Colophon",
        untitled: "Untitled",
        unnamed_source: "a printed edition that is not named",
        accessibility: "Headings, contents and landmarks lead through the text.",
        accessibility_text: "The whole book can be read as text.",
        accessibility_notes: "Notes are linked both ways.",
        accessibility_pages: "The page numbers of the printed source are marked.",
        accessibility_pictures: "Images are described in words.",
        accessibility_undescribed: "Not all images are described in words.",
        picture: "Image",
        figure: "Figure {}",
        table: "Table {}",
        figures: "Illustrations",
        continued: "(continued)",
        months: [
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December",
        ],
        first_day: "1",
        full_date: "{d} {m} {y}",
        month_date: "{m} {y}",
    },
    EditionWords {
        language: "es",
        cover: "Cubierta",
        title_page: "Portada",
        contents: "Índice",
        notes: "Notas",
        notes_to_page: "Notas a la página {}",
        notes_to_pages: "Notas a las páginas {}–{}",
        note: "Nota {}",
        back_to_note: "Volver a la nota {} en el texto",
        landmarks: "Puntos de referencia",
        source_pages: "Páginas de la edición impresa",
        page: "Página {}",
        page_reference: "página {}",
        source: "Procedencia",
        chapter: "Capítulo {}",
        part: "Parte {}",
        translated_by: "Traducción de {}",
        edited_by: "Edición de {}",
        introduced_by: "Introducción de {}",
        illustrated_by: "Ilustraciones de {}",
        and: "y",
        and_before_i: "e",
        imprint: "Créditos",
        paperback: "rústica",
        hardcover: "tapa dura",
        original_title: "Título original",
        legal_deposit: "Depósito legal",
        index: "Índice analítico",
        see: "véase",
        see_also: "véase también",
        dedication: "Dedicatoria",
        motto: "Epígrafe",
        colophon: "Colofón",
        untitled: "Sin título",
        unnamed_source: "una edición impresa que no se nombra",
        accessibility: "Los títulos, el índice y los puntos de referencia guían por el texto.",
        accessibility_text: "Todo el libro puede leerse como texto.",
        accessibility_notes: "Las notas están enlazadas en ambos sentidos.",
        accessibility_pages: "Se indican los números de página de la edición impresa.",
        accessibility_pictures: "Las imágenes se describen con palabras.",
        accessibility_undescribed: "No todas las imágenes se describen con palabras.",
        picture: "Imagen",
        figure: "Figura {}",
        table: "Tabla {}",
        figures: "Ilustraciones",
        continued: "(continuación)",
        months: [
            "enero",
            "febrero",
            "marzo",
            "abril",
            "mayo",
            "junio",
            "julio",
            "agosto",
            "septiembre",
            "octubre",
            "noviembre",
            "diciembre",
        ],
        first_day: "1",
        full_date: "{d} de {m} de {y}",
        month_date: "{m} de {y}",
    },
    EditionWords {
        language: "ca",
        cover: "Coberta",
        title_page: "Portada",
        contents: "Índex",
        notes: "Notes",
        notes_to_page: "Notes a la pàgina {}",
        notes_to_pages: "Notes a les pàgines {}–{}",
        note: "Nota {}",
        back_to_note: "Torna a la nota {} en el text",
        landmarks: "Punts de referència",
        source_pages: "Pàgines de l’edició impresa",
        page: "Pàgina {}",
        page_reference: "pàgina {}",
        source: "Procedència",
        chapter: "Capítol {}",
        part: "Part {}",
        translated_by: "Traduït per {}",
        edited_by: "Editat per {}",
        introduced_by: "Introducció: {}",
        illustrated_by: "Il·lustrat per {}",
        and: "i",
        and_before_i: "i",
        imprint: "Crèdits",
        paperback: "rústica",
        hardcover: "tapa dura",
        original_title: "Títol original",
        legal_deposit: "Dipòsit legal",
        index: "Índex analític",
        see: "vegeu",
        see_also: "vegeu també",
        dedication: "Dedicatòria",
        motto: "Epígraf",
        colophon: "Colofó",
        untitled: "Sense títol",
        unnamed_source: "una edició impresa que no s’anomena",
        accessibility: "Els títols, l’índex i els punts de referència guien pel text.",
        accessibility_text: "Tot el llibre es pot llegir com a text.",
        accessibility_notes: "Les notes estan enllaçades en tots dos sentits.",
        accessibility_pages: "S’hi indiquen els números de pàgina de l’edició impresa.",
        accessibility_pictures: "Les imatges es descriuen amb paraules.",
        accessibility_undescribed: "No totes les imatges es descriuen amb paraules.",
        picture: "Imatge",
        figure: "Figura {}",
        table: "Taula {}",
        figures: "Il·lustracions",
        continued: "(continuació)",
        months: [
            "gener", "febrer", "març", "abril", "maig", "juny", "juliol", "agost",
            "setembre", "octubre", "novembre", "desembre",
        ],
        first_day: "1",
        full_date: "{d} {of}{m} de {y}",
        month_date: "{m} de {y}",
    },
    EditionWords {
        language: "gl",
        cover: "Cuberta",
        title_page: "Portada",
        contents: "Índice",
        notes: "Notas",
        notes_to_page: "Notas á páxina {}",
        notes_to_pages: "Notas ás páxinas {}–{}",
        note: "Nota {}",
        back_to_note: "Volver á nota {} no texto",
        landmarks: "Puntos de referencia",
        source_pages: "Páxinas da edición impresa",
        page: "Páxina {}",
        page_reference: "páxina {}",
        source: "Procedencia",
        chapter: "Capítulo {}",
        part: "Parte {}",
        translated_by: "Tradución de {}",
        edited_by: "Edición de {}",
        introduced_by: "Introdución de {}",
        illustrated_by: "Ilustracións de {}",
        and: "e",
        and_before_i: "e",
        imprint: "Créditos",
        paperback: "rústica",
        hardcover: "tapa dura",
        original_title: "Título orixinal",
        legal_deposit: "Depósito legal",
        index: "Índice analítico",
        see: "véxase",
        see_also: "véxase tamén",
        dedication: "Dedicatoria",
        motto: "Epígrafe",
        colophon: "Colofón",
        untitled: "Sen título",
        unnamed_source: "unha edición impresa que non se nomea",
        accessibility: "Os títulos, o índice e os puntos de referencia guían polo texto.",
        accessibility_text: "Todo o libro pode lerse como texto.",
        accessibility_notes: "As notas están ligadas nos dous sentidos.",
        accessibility_pages: "Indícanse os números de páxina da edición impresa.",
        accessibility_pictures: "As imaxes descríbense con palabras.",
        accessibility_undescribed: "Non todas as imaxes se describen con palabras.",
        picture: "Imaxe",
        figure: "Figura {}",
        table: "Táboa {}",
        figures: "Ilustracións",
        continued: "(continuación)",
        months: [
            "xaneiro", "febreiro", "marzo", "abril", "maio", "xuño", "xullo", "agosto",
            "setembro", "outubro", "novembro", "decembro",
        ],
        first_day: "1",
        full_date: "{d} de {m} de {y}",
        month_date: "{m} de {y}",
    },
    EditionWords {
        language: "fr",
        cover: "Couverture",
        title_page: "Page de titre",
        contents: "Table des matières",
        notes: "Notes",
        notes_to_page: "Notes de la page {}",
        notes_to_pages: "Notes des pages {}–{}",
        note: "Note {}",
        back_to_note: "Revenir à la note {} dans le texte",
        landmarks: "Points de repère",
        source_pages: "Pages de l’édition imprimée",
        page: "Page {}",
        page_reference: "page {}",
        source: "Source",
        chapter: "Chapitre {}",
        part: "Partie {}",
        translated_by: "Traduit par {}",
        edited_by: "Édité par {}",
        introduced_by: "Introduction par {}",
        illustrated_by: "Illustré par {}",
        and: "et",
        and_before_i: "et",
        imprint: "Mentions légales",
        paperback: "broché",
        hardcover: "relié",
        original_title: "Titre original",
        legal_deposit: "Dépôt légal",
        index: "Index",
        see: "voir",
        see_also: "voir aussi",
        dedication: "Dédicace",
        motto: "Épigraphe",
        colophon: "Achevé d’imprimer",
        untitled: "Sans titre",
        unnamed_source: "une édition imprimée qui n’est pas nommée",
        accessibility: "Les titres, la table et les points de repère guident dans le texte.",
        accessibility_text: "Tout le livre peut se lire comme du texte.",
        accessibility_notes: "Les notes sont liées dans les deux sens.",
        accessibility_pages: "Les numéros de page de l’édition imprimée sont indiqués.",
        accessibility_pictures: "Les images sont décrites par des mots.",
        accessibility_undescribed: "Toutes les images ne sont pas décrites par des mots.",
        picture: "Image",
        figure: "Figure {}",
        table: "Tableau {}",
        figures: "Illustrations",
        continued: "(suite)",
        months: [
            "janvier",
            "février",
            "mars",
            "avril",
            "mai",
            "juin",
            "juillet",
            "août",
            "septembre",
            "octobre",
            "novembre",
            "décembre",
        ],
        first_day: "1er",
        full_date: "{d} {m} {y}",
        month_date: "{m} {y}",
    },
    EditionWords {
        language: "de",
        cover: "Umschlag",
        title_page: "Titelseite",
        contents: "Inhalt",
        notes: "Anmerkungen",
        notes_to_page: "Anmerkungen zu Seite {}",
        notes_to_pages: "Anmerkungen zu den Seiten {}–{}",
        note: "Anmerkung {}",
        back_to_note: "Zurück zur Anmerkung {} im Text",
        landmarks: "Wegmarken",
        source_pages: "Seiten der gedruckten Ausgabe",
        page: "Seite {}",
        page_reference: "Seite {}",
        source: "Vorlage",
        chapter: "Kapitel {}",
        part: "Teil {}",
        translated_by: "Übersetzt von {}",
        edited_by: "Herausgegeben von {}",
        introduced_by: "Mit einer Einleitung von {}",
        illustrated_by: "Illustriert von {}",
        and: "und",
        and_before_i: "und",
        imprint: "Impressum",
        paperback: "Softcover",
        hardcover: "Hardcover",
        original_title: "Originaltitel",
        legal_deposit: "Pflichtexemplar",
        index: "Register",
        see: "siehe",
        see_also: "siehe auch",
        dedication: "Widmung",
        motto: "Motto",
        colophon: "Kolophon",
        untitled: "Ohne Titel",
        unnamed_source: "eine nicht genannte gedruckte Ausgabe",
        accessibility: "Überschriften, Inhalt und Wegmarken führen durch den Text.",
        accessibility_text: "Das ganze Buch ist als Text lesbar.",
        accessibility_notes: "Anmerkungen sind in beiden Richtungen verknüpft.",
        accessibility_pages: "Die Seitenzahlen der gedruckten Ausgabe sind vermerkt.",
        accessibility_pictures: "Bilder sind in Worten beschrieben.",
        accessibility_undescribed: "Nicht alle Bilder sind in Worten beschrieben.",
        picture: "Bild",
        figure: "Abbildung {}",
        table: "Tabelle {}",
        figures: "Abbildungen",
        continued: "(Fortsetzung)",
        months: [
            "Januar",
            "Februar",
            "März",
            "April",
            "Mai",
            "Juni",
            "Juli",
            "August",
            "September",
            "Oktober",
            "November",
            "Dezember",
        ],
        first_day: "1",
        full_date: "{d}. {m} {y}",
        month_date: "{m} {y}",
    },
    EditionWords {
        language: "it",
        cover: "Copertina",
        title_page: "Frontespizio",
        contents: "Indice",
        notes: "Note",
        notes_to_page: "Note alla pagina {}",
        notes_to_pages: "Note alle pagine {}–{}",
        note: "Nota {}",
        back_to_note: "Torna alla nota {} nel testo",
        landmarks: "Punti di riferimento",
        source_pages: "Pagine dell’edizione a stampa",
        page: "Pagina {}",
        page_reference: "pagina {}",
        source: "Fonte",
        chapter: "Capitolo {}",
        part: "Parte {}",
        translated_by: "Traduzione di {}",
        edited_by: "A cura di {}",
        introduced_by: "Introduzione di {}",
        illustrated_by: "Illustrazioni di {}",
        and: "e",
        and_before_i: "e",
        imprint: "Colophon",
        paperback: "brossura",
        hardcover: "copertina rigida",
        original_title: "Titolo originale",
        legal_deposit: "Deposito legale",
        index: "Indice analitico",
        see: "vedi",
        see_also: "vedi anche",
        dedication: "Dedica",
        motto: "Epigrafe",
        colophon: "Finito di stampare",
        untitled: "Senza titolo",
        unnamed_source: "un’edizione a stampa non indicata",
        accessibility: "I titoli, l’indice e i punti di riferimento guidano nel testo.",
        accessibility_text: "Tutto il libro può essere letto come testo.",
        accessibility_notes: "Le note sono collegate nei due sensi.",
        accessibility_pages: "Sono indicati i numeri di pagina dell’edizione a stampa.",
        accessibility_pictures: "Le immagini sono descritte a parole.",
        accessibility_undescribed: "Non tutte le immagini sono descritte a parole.",
        picture: "Immagine",
        figure: "Figura {}",
        table: "Tabella {}",
        figures: "Illustrazioni",
        continued: "(segue)",
        months: [
            "gennaio",
            "febbraio",
            "marzo",
            "aprile",
            "maggio",
            "giugno",
            "luglio",
            "agosto",
            "settembre",
            "ottobre",
            "novembre",
            "dicembre",
        ],
        first_day: "1º",
        full_date: "{d} {m} {y}",
        month_date: "{m} {y}",
    },
    EditionWords {
        language: "pt",
        cover: "Capa",
        title_page: "Página de rosto",
        contents: "Índice",
        notes: "Notas",
        notes_to_page: "Notas à página {}",
        notes_to_pages: "Notas às páginas {}–{}",
        note: "Nota {}",
        back_to_note: "Voltar à nota {} no texto",
        landmarks: "Pontos de referência",
        source_pages: "Páginas da edição impressa",
        page: "Página {}",
        page_reference: "página {}",
        source: "Proveniência",
        chapter: "Capítulo {}",
        part: "Parte {}",
        translated_by: "Tradução de {}",
        edited_by: "Edição de {}",
        introduced_by: "Introdução de {}",
        illustrated_by: "Ilustrações de {}",
        and: "e",
        and_before_i: "e",
        imprint: "Ficha técnica",
        paperback: "brochura",
        hardcover: "capa dura",
        original_title: "Título original",
        legal_deposit: "Depósito legal",
        index: "Índice remissivo",
        see: "ver",
        see_also: "ver também",
        dedication: "Dedicatória",
        motto: "Epígrafe",
        colophon: "Colofão",
        untitled: "Sem título",
        unnamed_source: "uma edição impressa que não é nomeada",
        accessibility: "Os títulos, o índice e os pontos de referência guiam pelo texto.",
        accessibility_text: "Todo o livro pode ser lido como texto.",
        accessibility_notes: "As notas estão ligadas nos dois sentidos.",
        accessibility_pages: "Indicam-se os números de página da edição impressa.",
        accessibility_pictures: "As imagens são descritas por palavras.",
        accessibility_undescribed: "Nem todas as imagens são descritas por palavras.",
        picture: "Imagem",
        figure: "Figura {}",
        table: "Tabela {}",
        figures: "Ilustrações",
        continued: "(continuação)",
        months: [
            "janeiro",
            "fevereiro",
            "março",
            "abril",
            "maio",
            "junho",
            "julho",
            "agosto",
            "setembro",
            "outubro",
            "novembro",
            "dezembro",
        ],
        first_day: "1",
        full_date: "{d} de {m} de {y}",
        month_date: "{m} de {y}",
    },
    EditionWords {
        language: "ru",
        cover: "Обложка",
        title_page: "Титульный лист",
        contents: "Содержание",
        notes: "Примечания",
        notes_to_page: "Примечания к странице {}",
        notes_to_pages: "Примечания к страницам {}–{}",
        note: "Примечание {}",
        back_to_note: "Вернуться к примечанию {} в тексте",
        landmarks: "Ориентиры",
        source_pages: "Страницы печатного издания",
        page: "Страница {}",
        page_reference: "с. {}",
        source: "Источник",
        chapter: "Глава {}",
        part: "Часть {}",
        translated_by: "Перевод: {}",
        edited_by: "Редакция: {}",
        introduced_by: "Предисловие: {}",
        illustrated_by: "Иллюстрации: {}",
        and: "и",
        and_before_i: "и",
        imprint: "Выходные данные",
        paperback: "мягкая обложка",
        hardcover: "твёрдый переплёт",
        original_title: "Название оригинала",
        legal_deposit: "Обязательный экземпляр",
        index: "Указатель",
        see: "см.",
        see_also: "см. также",
        dedication: "Посвящение",
        motto: "Эпиграф",
        colophon: "Колофон",
        untitled: "Без названия",
        unnamed_source: "неназванное печатное издание",
        accessibility: "Заголовки, содержание и ориентиры ведут по тексту.",
        accessibility_text: "Вся книга читается как текст.",
        accessibility_notes: "Примечания связаны в обе стороны.",
        accessibility_pages: "Отмечены номера страниц печатного издания.",
        accessibility_pictures: "Изображения описаны словами.",
        accessibility_undescribed: "Не все изображения описаны словами.",
        picture: "Изображение",
        figure: "Рис. {}",
        table: "Таблица {}",
        figures: "Иллюстрации",
        continued: "(продолжение)",
        months: [
            "января",
            "февраля",
            "марта",
            "апреля",
            "мая",
            "июня",
            "июля",
            "августа",
            "сентября",
            "октября",
            "ноября",
            "декабря",
        ],
        first_day: "1",
        full_date: "{d} {m} {y} г.",
        month_date: "{m} {y} г.",
    },
];

#[cfg(test)]
mod tests {
    use super::EditionWords;

    fn words(language: &str) -> &'static EditionWords {
        EditionWords::for_language(Some(&language.parse().expect("a language tag")))
    }

    #[test]
    fn dates_are_as_they_are_spoken() {
        let cases = [
            ("en", "1907-05-03", "3 May 1907"),
            ("es", "1907-05-03", "3 de mayo de 1907"),
            ("ca", "1936-05-01", "1 de maig de 1936"),
            ("ca", "1936-04-03", "3 d’abril de 1936"),
            ("ca", "1936-10", "octubre de 1936"),
            ("fr", "1936-05-01", "1er mai 1936"),
            ("fr", "1936-05-21", "21 mai 1936"),
            ("it", "1936-05-01", "1º maggio 1936"),
            ("ru", "1936", "1936"),
        ];
        for (language, date, spoken) in cases {
            let date = date.parse().expect("a date");
            assert_eq!(words(language).format_date(date), spoken, "{language}");
        }
    }

    #[test]
    fn names_are_joined_as_they_are_spoken() {
        let cases = [
            ("es", ["Juan", "Ignacio"], "Juan e Ignacio"),
            ("es", ["Juan", "Hilaria"], "Juan e Hilaria"),
            ("es", ["Juan", "Hierónimo"], "Juan y Hierónimo"),
            ("es", ["Ignacio", "Juan"], "Ignacio y Juan"),
            ("ca", ["Joan", "Ignasi"], "Joan i Ignasi"),
        ];
        for (language, names, spoken) in cases {
            assert_eq!(words(language).join_names(&names), spoken, "{language}");
        }
    }
}
