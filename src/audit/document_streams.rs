//! Reads how the words of a document are set, and its links and pictures, into its streams.

use std::collections::BTreeMap;

use super::difference::{diff_words, list_same_runs};
use super::presentation::{StreamPicture, fingerprint};
use super::setting::{NO_LEVEL, WordSetting};
use super::stream::{StreamWord, Streams, WordStream, join_words};
use super::targets::{LinkEnd, StreamPlace};
use crate::book::Document;
use crate::book::picture::{Pictures, Pixels};
use crate::book::reading::{ReadingMark, ReadingStream};

impl Streams {
    /// Says how the words of a raw text are set, whose first word is the word `begin` of the
    /// body and whose first note is the note `first`, as its document has them.
    pub(super) fn copy_settings(
        &mut self,
        document: &Document,
        begin: usize,
        first: usize,
    ) {
        let mut read = Self {
            language: self.language.clone(),
            documents: self.documents,
            ..Self::default()
        };
        read.add_document(document);
        copy_words(&read.body.words, &mut self.body.words[begin..]);
        let texts = read.notes.iter().map(|note| (join_words(&note.words), note));
        let texts: BTreeMap<String, &WordStream> = texts.collect();
        for note in self.notes.get_mut(first..).unwrap_or_default() {
            if let Some(read) = texts.get(&join_words(&note.words)) {
                copy_words(&read.words, &mut note.words);
            }
        }
        self.pictures.append(&mut read.pictures);
    }

    /// Adds a stream of a document to the body, or to a note.
    pub(super) fn add_reading(
        &mut self,
        note: Option<usize>,
        stream: &ReadingStream,
        first: usize,
    ) {
        let mut references = stream.calls.iter().peekable();
        let mut places = stream.places.iter().peekable();
        let mut marks = stream.marks.iter().peekable();
        let mut span = stream.origin.0;
        let mut level = 0;
        let mut languages = vec![self.language.clone()];
        let mut is_unsure = false;
        let end = std::iter::once((stream.text.len(), None));
        let characters = stream.text.char_indices().map(|(at, c)| (at, Some(c)));
        for (at, c) in characters.chain(end) {
            let words = match note {
                Some(note) => &mut self.notes[note],
                None => &mut self.body,
            };
            while let Some((_, note)) = references.next_if(|(place, _)| *place <= at) {
                words.add_reference(0, Some(first + note));
            }
            while let Some((_, place)) = places.next_if(|(place, _)| *place <= at) {
                span = Some(*place);
            }
            while let Some((_, mark)) = marks.next_if(|(place, _)| *place <= at) {
                match mark {
                    ReadingMark::Block => {
                        words.begin_block();
                        is_unsure = false;
                    }
                    ReadingMark::TypedLine => is_unsure = true,
                    ReadingMark::Heading(own) => level = own.unwrap_or(NO_LEVEL),
                    ReadingMark::HeadingEnd => level = 0,
                    ReadingMark::Language(language) => {
                        languages.push(Some(language.as_str().into()));
                    }
                    ReadingMark::LanguageEnd => {
                        languages.pop();
                    }
                    ReadingMark::Link(target) => {
                        words.add_link(match target.rsplit_once('#') {
                            Some(("", id)) => {
                                LinkEnd::Name(format!("{}#{id}", self.documents))
                            }
                            // Of another document; the place tells which.
                            Some((file, id)) if !file.contains(':') => {
                                LinkEnd::Name(format!("#{id}"))
                            }
                            _ => LinkEnd::Address(target.clone()),
                        });
                    }
                    ReadingMark::Anchor(name) => {
                        let place = StreamPlace { note, at: words.count_characters() };
                        let name = format!("{}#{name}", self.documents);
                        self.places.entry(name).or_insert(place);
                    }
                    ReadingMark::Picture { name, words } if note.is_none() => {
                        self.pictures.push(StreamPicture {
                            name: name.clone(),
                            words: words.clone(),
                            ..StreamPicture::default()
                        });
                    }
                    ReadingMark::Picture { .. } => {}
                }
            }
            let Some(c) = c else { continue };
            words.push(c, || StreamWord {
                span,
                setting: WordSetting {
                    is_known: !std::mem::take(&mut is_unsure),
                    level,
                    language: languages.last().cloned().flatten(),
                    ..WordSetting::default()
                },
                ..StreamWord::default()
            });
        }
    }

    /// Says what the pictures show that were read so far: the prints of those that editions
    /// may have, by name.
    pub fn add_pictures(&mut self, pictures: &Pictures) {
        let prints: BTreeMap<&String, Vec<u64>> = pictures
            .iter()
            .map(|(name, picture)| {
                let (Pixels::Rgb(samples)
                | Pixels::Grey(samples)
                | Pixels::Jpeg(samples)
                | Pixels::GreyJpeg(samples)) = &picture.pixels;
                let both = [&picture.bytes, samples];
                (
                    name,
                    both.into_iter()
                        .filter_map(|bytes| fingerprint(&bytes[..]))
                        .collect(),
                )
            })
            .collect();
        for picture in &mut self.pictures {
            if let Some(prints) = prints.get(&picture.name) {
                picture.prints.clone_from(prints);
            }
        }
    }
}

/// Copies how words are set to the same words of another stream.
fn copy_words(from: &[StreamWord], to: &mut [StreamWord]) {
    let hunks = diff_words(from, to, &[]);
    for run in list_same_runs(&hunks, from.len(), to.len()) {
        for (one, other) in from[run.source].iter().zip(&mut to[run.edition]) {
            other.setting = one.setting.clone();
        }
    }
}
