//! A job as a person proofs it: its documents are read once, recovered again with other
//! decisions, and shown without a package.

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use crate::book::decisions::Decisions;
use crate::diagnostic::Warned;
use crate::edition::Publication;
use crate::edition::epub::{EpubProof, render_proof};
use crate::recover::corpus::Corpus;
use crate::source::Text;
use crate::text::span::Span;

use super::documents::{ReadText, gather_words, read_all, recover_one};
use super::manuscript::assemble_manuscript;
use super::materials::{publish, read_style};
use super::write::prepare_flowing;
use super::{BuildError, FontLibrary, Inputs, Job, SourceDocument};

/// The documents of a job, read and not yet recovered.
#[derive(Debug, Clone)]
pub struct ProofSources {
    job: Job,
    texts: Vec<ReadText>,
    corpus: Corpus,
}

impl ProofSources {
    /// Reads the documents of a job.
    ///
    /// # Errors
    ///
    /// When a document cannot be read or is not text.
    pub fn read(job: &Job, inputs: &dyn Inputs) -> Result<Self, BuildError> {
        let texts = read_all(job, inputs)?;
        let corpus = gather_words(&texts);
        Ok(Self { job: job.clone(), texts, corpus })
    }

    /// The text of a document, by its index in the job.
    #[must_use]
    pub fn text(&self, document: usize) -> Option<&Text> {
        self.texts.get(document).map(|read| &read.text.value)
    }

    /// Whether a document is raw: it is recovered, and a person may decide about its lines.
    #[must_use]
    pub fn is_raw(&self, document: usize) -> bool {
        self.texts.get(document).is_some_and(|read| read.is_raw)
    }

    /// Recovers a document, by its index in the job, with these decisions in place of those
    /// of its file; `None` if there is no such document.
    ///
    /// # Errors
    ///
    /// When the words or dictionaries that recovery asks cannot be read.
    pub fn recover(
        &self,
        document: usize,
        decisions: &Decisions,
        inputs: &dyn Inputs,
    ) -> Result<Option<Warned<SourceDocument>>, BuildError> {
        let read = self.texts.get(document);
        read.map(|read| self.recover_text(read, decisions, inputs)).transpose()
    }

    /// Recovers all documents on all cores, each with its decisions.
    ///
    /// # Errors
    ///
    /// As [`Self::recover`]: of several, the first.
    pub fn recover_all(
        &self,
        decisions: &[Decisions],
        inputs: &dyn Inputs,
    ) -> Result<Vec<Warned<SourceDocument>>, BuildError> {
        let pairs = self.texts.par_iter().zip(decisions);
        let documents: Vec<Result<_, BuildError>> = pairs
            .map(|(read, decisions)| self.recover_text(read, decisions, inputs))
            .collect();
        documents.into_iter().collect()
    }

    fn recover_text(
        &self,
        read: &ReadText,
        decisions: &Decisions,
        inputs: &dyn Inputs,
    ) -> Result<Warned<SourceDocument>, BuildError> {
        recover_one(&self.job, read.with_decisions(decisions), &self.corpus, inputs)
    }

    /// Renders the EPUB of the job from its documents. `describe` says where a block is, see
    /// [`render_proof`].
    ///
    /// # Errors
    ///
    /// When a font or a style sheet that the book names cannot be used.
    pub fn render(
        &self,
        documents: Vec<Warned<SourceDocument>>,
        inputs: &dyn Inputs,
        fonts: &FontLibrary,
        describe: &dyn Fn(Span) -> String,
    ) -> Result<Warned<EpubProof>, BuildError> {
        let style = read_style(&self.job, inputs)?;
        let family = fonts.family_of(&self.job)?;
        let Warned { value: manuscript, diagnostics } =
            assemble_manuscript(&self.job, inputs, documents);
        let publication = publish(&manuscript, &family, &style, None);
        let book = prepare_flowing(publication.book, true);
        let publication = Publication { book: &book, ..publication };
        let value = render_proof(&publication, describe);
        Ok(Warned { value, diagnostics })
    }
}
