//! What the formats of word processors have in common: their XML, the looks of characters,
//! styles and what they mean, lists, title pages, formulas.

pub(super) mod lengths;
pub(super) mod markup;
pub(super) mod namespaces;

pub(super) mod dublin_core;
pub(super) mod language_tags;
pub(super) mod number_labels;
pub(super) mod omissions;
pub(super) mod style_roles;
pub(super) mod table_grid;
pub(super) mod tex;

pub(super) mod drafts;
pub(super) mod flow;
pub(super) mod inlines;
pub(super) mod lists;
pub(super) mod verse;

pub(super) mod title_page;
