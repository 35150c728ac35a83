//! What a chapter is for.

/// What a chapter is for. The names are those of the EPUB 3 Structural Semantics
/// Vocabulary 1.1; what they say of a text, no layout can.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Purpose {
    /// A chapter of the text itself.
    #[default]
    Text,
    /// To whom the work is dedicated: a page of its own before the contents.
    Dedication,
    /// A motto of the whole work: a page of its own before the contents.
    Epigraph,
    /// What somebody else says of the work beforehand.
    Foreword,
    /// What the author says of the work beforehand.
    Preface,
    /// What leads into the matter.
    Introduction,
    /// Thanks.
    Acknowledgments,
    /// What goes before a story.
    Prologue,
    /// What comes after a story.
    Epilogue,
    /// What is said of the work afterwards.
    Afterword,
    /// Matter that the text refers to.
    Appendix,
    /// Works that the text refers to.
    Bibliography,
    /// Words explained.
    Glossary,
    /// How, where and by whom the book was made: its last page.
    Colophon,
}

/// The great divisions of a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BookMatter {
    /// What stands before the text.
    Front,
    /// The text.
    Body,
    /// What stands behind it.
    Back,
}

impl Purpose {
    /// The purposes that a book may state, each with its name.
    pub const STATED: [(&'static str, Self); 13] = [
        ("dedication", Self::Dedication),
        ("epigraph", Self::Epigraph),
        ("foreword", Self::Foreword),
        ("preface", Self::Preface),
        ("introduction", Self::Introduction),
        ("acknowledgments", Self::Acknowledgments),
        ("prologue", Self::Prologue),
        ("epilogue", Self::Epilogue),
        ("afterword", Self::Afterword),
        ("appendix", Self::Appendix),
        ("bibliography", Self::Bibliography),
        ("glossary", Self::Glossary),
        ("colophon", Self::Colophon),
    ];

    /// Its name; that of the text itself is `chapter`.
    #[must_use]
    pub fn name(self) -> &'static str {
        let stated = Self::STATED.into_iter().find(|(_, purpose)| *purpose == self);
        stated.map_or("chapter", |(name, _)| name)
    }

    /// The division of the book that it belongs to (Structural Semantics Vocabulary).
    #[must_use]
    pub fn matter(self) -> BookMatter {
        match self {
            Self::Dedication
            | Self::Epigraph
            | Self::Foreword
            | Self::Preface
            | Self::Introduction
            | Self::Acknowledgments => BookMatter::Front,
            Self::Text | Self::Prologue | Self::Epilogue => BookMatter::Body,
            Self::Afterword
            | Self::Appendix
            | Self::Bibliography
            | Self::Glossary
            | Self::Colophon => BookMatter::Back,
        }
    }

    /// It is a page of its own, which the contents does not list: before the contents, or,
    /// of a colophon, the last.
    #[must_use]
    pub fn is_display(self) -> bool {
        matches!(self, Self::Dedication | Self::Epigraph | Self::Colophon)
    }
}
