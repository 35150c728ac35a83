//! The purpose of a chapter.

use schemars::JsonSchema;
use serde::Deserialize;

/// The purpose of a chapter. The names are those of the EPUB 3 Structural Semantics
/// Vocabulary 1.1, or shorter; layout alone cannot express this.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// A chapter of the text itself.
    #[default]
    #[serde(skip)]
    Text,
    /// The rights, the publisher and the numbers of the edition: a page of its own in place
    /// of the imprint that pliego makes.
    Copyright,
    /// The dedication: a page of its own before the contents.
    Dedication,
    /// A motto of the whole work: a page of its own before the contents.
    Epigraph,
    /// A text about the work by somebody else, before it.
    Foreword,
    /// A text about the work by its author, before it.
    Preface,
    /// An introduction to the subject.
    Introduction,
    /// Thanks.
    Acknowledgments,
    /// A part before the story begins.
    Prologue,
    /// A part after the story ends.
    Epilogue,
    /// A text about the work, after it.
    Afterword,
    /// Material that the text refers to.
    Appendix,
    /// Works that the text refers to.
    Bibliography,
    /// Explanations of words.
    Glossary,
    /// Where the figures are. pliego makes it; no book states it.
    #[serde(skip)]
    Figures,
    /// Where the book speaks of what. pliego makes it; no book states it.
    #[serde(skip)]
    Index,
    /// How, where and by whom the book was made: its last page.
    Colophon,
}

/// The three main parts of a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BookMatter {
    /// What precedes the text.
    Front,
    /// The text.
    Body,
    /// What follows the text.
    Back,
}

impl Purpose {
    /// The purposes that a book may state, each with its name.
    pub const STATED: [(&'static str, Self); 14] = [
        ("copyright", Self::Copyright),
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
        let stated = || Self::STATED.into_iter().find(|(_, purpose)| *purpose == self);
        match self {
            Self::Index => "index",
            Self::Figures => "loi",
            _ => stated().map_or("chapter", |(name, _)| name),
        }
    }

    /// Its name in the EPUB 3 Structural Semantics Vocabulary.
    #[must_use]
    pub fn semantics(self) -> &'static str {
        match self {
            Self::Copyright => "copyright-page",
            other => other.name(),
        }
    }

    /// The main part of the book that it belongs to (Structural Semantics Vocabulary).
    #[must_use]
    pub fn matter(self) -> BookMatter {
        match self {
            Self::Copyright
            | Self::Dedication
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
            | Self::Figures
            | Self::Index
            | Self::Colophon => BookMatter::Back,
        }
    }

    /// Whether it has a page of its own that the contents does not list: before the
    /// contents, or for a colophon, the last page.
    #[must_use]
    pub fn is_display(self) -> bool {
        matches!(
            self,
            Self::Copyright | Self::Dedication | Self::Epigraph | Self::Colophon
        )
    }
}
