//! The recoveries of a document that a person may soon come back to: what a preview has shown
//! is often taken next, and what was taken is undone. Recovering a long text takes so long that
//! a person notices.

use std::sync::Arc;

use super::book::ProofedDocument;
use crate::book::decisions::Decisions;

/// The most recoveries that are kept of a document: the present one, the one before, and those
/// of the readings of a doubt.
const MOST_KEPT: usize = 8;

/// The most lines of all recoveries that are kept of a document. The present one is kept
/// however long it is.
const MOST_LINES: usize = 200_000;

/// Recoveries of one document, each with the decisions that it obeys; those used last are at
/// the end. Recovery asks nothing else of a document that stays as it was read.
#[derive(Default)]
pub(super) struct Recoveries {
    kept: Vec<(Decisions, Arc<ProofedDocument>)>,
}

impl Recoveries {
    /// The recovery with some decisions, made by `recover` if it is not known.
    pub(super) fn find_or_recover<E>(
        &mut self,
        decisions: &Decisions,
        recover: impl FnOnce(&Decisions) -> Result<ProofedDocument, E>,
    ) -> Result<Arc<ProofedDocument>, E> {
        // Recovery does not ask what was seen.
        let decisions = Decisions { seen: Vec::new(), ..decisions.clone() };
        let known = self.kept.iter().position(|(own, _)| *own == decisions);
        let found = if let Some(at) = known {
            self.kept.remove(at)
        } else {
            let recovered = Arc::new(recover(&decisions)?);
            (decisions, recovered)
        };
        let document = Arc::clone(&found.1);
        self.kept.push(found);
        self.forget_oldest();
        Ok(document)
    }

    fn forget_oldest(&mut self) {
        let mut lines = 0;
        let fits = |(_, document): &&(Decisions, Arc<ProofedDocument>)| {
            lines += document.text().lines.len();
            lines <= MOST_LINES
        };
        let count = self.kept.iter().rev().take(MOST_KEPT).take_while(fits).count();
        self.kept.drain(..self.kept.len() - count.max(1));
    }
}
