//! What the colours of a file are meant for (ISO 32000-1 §14.11.5).

use pdf_writer::types::OutputIntentSubtype;
use pdf_writer::writers::{Catalog, OutputIntent as OutputIntentWriter};
use pdf_writer::{Name, Ref, TextStr};

use super::deflate::{CompressorPool, StreamData};
use super::file::{PdfBuilder, to_i32};
use super::values::shorten_text;

/// The output intent of a file.
#[derive(Debug)]
pub(super) struct OutputIntent {
    /// The standard that asks for it.
    pub(super) subtype: OutputIntentSubtype<'static>,
    /// The name of the condition.
    pub(super) identifier: String,
    /// Where the condition is described.
    pub(super) source: ConditionSource,
    /// The ICC profile; none if a registry has it.
    pub(super) profile: Option<EmbeddedProfile>,
}

/// Where a printing condition is described.
#[derive(Debug)]
pub(super) enum ConditionSource {
    /// In words, here.
    Description(String),
    /// In the registry with this address, by its identifier.
    Registry(&'static str),
}

/// An ICC profile that is a part of the file.
#[derive(Debug)]
pub(super) struct EmbeddedProfile {
    /// How many colour components it has.
    pub(super) components: usize,
    /// The profile.
    pub(super) bytes: Vec<u8>,
}

impl OutputIntent {
    /// Writes the objects and returns the output intent.
    pub(super) fn write(self, file: &mut PdfBuilder) -> Ref {
        let profile = self.profile.map(|EmbeddedProfile { components, bytes }| {
            let mut data = StreamData::plain(bytes);
            data.compress(&CompressorPool::for_data());
            file.write_object(|chunk, id| {
                data.write(chunk, id, |stream| {
                    stream.pair(Name(b"N"), to_i32(components));
                });
            })
        });
        file.write_object(|chunk, id| {
            let mut to: OutputIntentWriter<'_> = chunk.indirect(id).start();
            to.subtype(self.subtype);
            to.output_condition_identifier(TextStr(&shorten_text(&self.identifier)));
            match &self.source {
                ConditionSource::Description(text) => {
                    to.info(TextStr(&shorten_text(text)))
                }
                ConditionSource::Registry(address) => to.registry_name(TextStr(address)),
            };
            if let Some(profile) = profile {
                to.dest_output_profile(profile);
            }
        })
    }
}

/// Writes the entry of the only output intent.
pub(super) fn write_intent_entry(intent: Ref, catalog: &mut Catalog<'_>) {
    catalog.insert(Name(b"OutputIntents")).array().item(intent);
}
