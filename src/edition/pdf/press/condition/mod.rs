//! The printing condition that a file is meant for (ISO 32000-1 §14.11.5).

pub(super) mod four;
mod grey;
mod lut;
pub(super) mod space;
mod supplied;
pub(super) mod tables;

pub use supplied::ConditionError;

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use pdf_writer::types::OutputIntentSubtype;

use self::four::PressModel;
use self::space::{INKS, InkCover};
use self::supplied::{InkSpace, SuppliedProfile};
use super::separation::Separation;
use crate::edition::pdf::output_intent::{
    ConditionSource, EmbeddedProfile, OutputIntent,
};
use crate::press::{PrintIntent, Sheet, Standard};

/// The registry of printing conditions, by the address that ISO 15930 gives it.
const REGISTRY: &str = "http://www.color.org";

/// The identifier of a condition that is in no registry (ISO 32000-1 §14.11.5, table 365).
const CUSTOM: &str = "Custom";

/// The ink limit if the sheet does not say it, in hundredths: what coated paper bears (ISO
/// 12647-2:2004 has 340 as the most, and recommends 300 to be safe).
const USUAL_LIMIT: u16 = 300;

/// The lowest ink limit that makes sense: black alone has to be allowed.
const LEAST_LIMIT: u16 = 100;

/// A printing condition.
#[derive(Debug)]
pub(super) struct PrintCondition {
    /// Only black is printed.
    black_only: bool,
    /// Its name.
    identifier: String,
    /// A description, if it is in no registry.
    description: Option<String>,
    /// Where its profile comes from.
    profile: ProfileSource,
    /// The most ink in one place, in hundredths of the full cover of one ink.
    limit: u16,
}

/// How the default press prints four inks, and how it prints each colour with them.
#[derive(Debug)]
struct DefaultPress {
    model: PressModel,
    /// The table from colours to inks; see [`PressModel::tabulate`].
    printed: Vec<(InkCover, bool)>,
}

/// The default press by its ink limit. It takes a while to compute, and all books of a run
/// have the same.
static DEFAULT_PRESSES: LazyLock<Mutex<BTreeMap<u16, Arc<DefaultPress>>>> =
    LazyLock::new(Mutex::default);

/// Where a profile comes from.
#[derive(Debug)]
enum ProfileSource {
    /// It is in the registry, under the name of the condition.
    Registry,
    /// It is that of black on uncoated paper.
    DefaultBlack,
    /// It is that of four inks on coated paper.
    DefaultInks,
    /// The publisher supplied it.
    Supplied(SuppliedProfile, Vec<u8>),
}

impl PrintCondition {
    /// The condition that a sheet is printed under.
    pub(super) fn from_sheet(sheet: &Sheet) -> Result<Self, ConditionError> {
        let is_x1a = sheet.standard == Standard::X1a;
        let (identifier, description, profile) = match &sheet.intent {
            // ISO 15930-1 is for four inks, of which black is one.
            PrintIntent::Usual if sheet.black_only && !is_x1a => {
                (CUSTOM, Some(grey::INFO), ProfileSource::DefaultBlack)
            }
            PrintIntent::Usual => {
                (CUSTOM, Some(tables::INFO), ProfileSource::DefaultInks)
            }
            PrintIntent::Named(name) if name.trim().is_empty() => {
                return Err(ConditionError::NoName);
            }
            PrintIntent::Named(name) if is_x1a => {
                (name.trim(), None, ProfileSource::Registry)
            }
            PrintIntent::Named(name) => {
                return Err(ConditionError::NameAlone { name: name.clone() });
            }
            PrintIntent::Profile(profile) => {
                let supplied = supplied::read_profile(profile, sheet)?;
                let description = "The ICC profile that the publisher brought";
                let profile = ProfileSource::Supplied(supplied, profile.clone());
                (CUSTOM, Some(description), profile)
            }
        };
        let limit = match sheet.ink_limit {
            0 => USUAL_LIMIT,
            limit => limit.max(LEAST_LIMIT),
        };
        Ok(Self {
            black_only: sheet.black_only,
            identifier: identifier.to_owned(),
            description: description.map(str::to_owned),
            profile,
            limit,
        })
    }

    /// Whether only black is printed.
    pub(super) fn is_black_only(&self) -> bool {
        self.black_only
    }

    /// Finds the tint of black that has a light, from 0 (black) to 1 (white).
    pub(super) fn find_tint(&self, light: f64) -> f64 {
        let gain = if self.black_only { grey::GAIN } else { four::BLACK_GAIN };
        four::undo_gain(1.0 - light, gain)
    }

    /// Makes the separation of screen colours into inks: by the table of a supplied profile, or
    /// by the default press if there is no table that can be read.
    pub(super) fn make_separation(&self) -> Separation {
        let table = match &self.profile {
            ProfileSource::Supplied(_, profile) => lut::read_lut(profile),
            _ => None,
        };
        if let Some(lut) = table {
            // The perceptual table maps the darkest colour by itself.
            return Separation::new(self.limit(), [0.0; 3], |lab| lut.find_inks(lab));
        }
        let press = self.default_press();
        let darkest = press.model.predict_light(press.model.darkest_cover());
        let printed = |lab| four::look_up_cover(&press.printed, lab);
        Separation::new(self.limit(), darkest, printed)
    }

    /// Whether colours are separated by the profile that the file names.
    pub(super) fn knows_colours(&self) -> bool {
        match &self.profile {
            ProfileSource::Supplied(supplied, profile) => {
                supplied.space == InkSpace::Grey || lut::read_lut(profile).is_some()
            }
            ProfileSource::Registry => false,
            ProfileSource::DefaultBlack | ProfileSource::DefaultInks => true,
        }
    }

    /// The most ink in one place, as a part of the full cover of one ink.
    fn limit(&self) -> f64 {
        f64::from(self.limit) / 100.0
    }

    /// The default press with the ink limit of this condition.
    ///
    /// The lock is not held during the computation. A thread that waits for a part of its table
    /// may begin another book in the meantime, which asks for the same table, and would wait
    /// for itself. So two threads may compute the same, and one result is used.
    fn default_press(&self) -> Arc<DefaultPress> {
        let presses = || DEFAULT_PRESSES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(press) = presses().get(&self.limit) {
            return Arc::clone(press);
        }
        let model = PressModel::new(self.limit());
        let printed = model.tabulate();
        let press = Arc::new(DefaultPress { model, printed });
        Arc::clone(presses().entry(self.limit).or_insert(press))
    }

    /// Makes the output intent.
    pub(super) fn make_output_intent(&self) -> OutputIntent {
        let source = match &self.description {
            Some(description) => ConditionSource::Description(description.clone()),
            None => ConditionSource::Registry(REGISTRY),
        };
        let profile = match &self.profile {
            ProfileSource::Registry => None,
            ProfileSource::DefaultBlack => Some((1, grey::make_profile())),
            ProfileSource::DefaultInks => {
                let press = self.default_press();
                Some((INKS, tables::make_profile(&press.model, &press.printed)))
            }
            ProfileSource::Supplied(supplied, profile) => {
                Some((supplied.space.inks(), profile.clone()))
            }
        };
        OutputIntent {
            subtype: OutputIntentSubtype::PDFX,
            identifier: self.identifier.clone(),
            source,
            profile: profile
                .map(|(components, bytes)| EmbeddedProfile { components, bytes }),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    use super::*;

    /// How long the test waits for what takes a few seconds on a slow machine.
    const PATIENCE: Duration = Duration::from_mins(5);

    /// Books ask for the default press one after the other, on threads that compute its table
    /// together. A thread that has finished its part and waits begins the next book.
    #[test]
    fn parallel_books_do_not_wait_for_themselves() {
        let ask = |limit| {
            let sheet = Sheet { ink_limit: limit, ..Sheet::default() };
            PrintCondition::from_sheet(&sheet).unwrap().default_press()
        };
        let (done, waits) = mpsc::channel();
        thread::spawn(move || {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
            // Limits that no other test uses.
            for limit in 301..311 {
                let (pool, books) = (&pool, 0..8);
                let presses: Vec<Arc<DefaultPress>> = thread::scope(|scope| {
                    let ask_late = |book: u64| {
                        scope.spawn(move || {
                            thread::sleep(Duration::from_millis(2 * book));
                            pool.install(|| ask(limit))
                        })
                    };
                    let books: Vec<_> = books.map(ask_late).collect();
                    books.into_iter().map(|book| book.join().unwrap()).collect()
                });
                assert!(presses.iter().all(|press| Arc::ptr_eq(press, &presses[0])));
            }
            done.send(()).unwrap();
        });
        waits.recv_timeout(PATIENCE).expect("a book waits for itself");
    }
}
