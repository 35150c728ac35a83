//! The printing condition that a file is meant for (ISO 32000-1 §14.11.5).

pub(super) mod four;
mod given;
mod grey;
mod lut;
pub(super) mod space;
pub(super) mod tables;

pub use given::ConditionError;

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use lopdf::{Document, Object, Stream};

use self::four::{Cover, INKS, Press};
use self::given::{Given, Space};
use super::separation::Separation;
use crate::edition::pdf::value::{dict, integer, name, text};
use crate::press::{PrintIntent, Sheet, Standard};

/// The registry of printing conditions, by the name that ISO 15930 gives it.
const REGISTRY: &str = "http://www.color.org";

/// The identifier of a condition that no registry has (ISO 32000-1 §14.11.5, table 365).
const CUSTOM: &str = "Custom";

/// The most ink in one place where nobody says it, in hundredths: what coated paper bears
/// (ISO 12647-2:2004 has 340 as the most, and 300 for those who want to be sure).
const USUAL_LIMIT: u16 = 300;

/// The least limit that makes sense: black alone has to be allowed.
const LEAST_LIMIT: u16 = 100;

/// A printing condition.
#[derive(Debug)]
pub(super) struct Condition {
    /// Only black is printed.
    black_only: bool,
    /// Its name.
    identifier: String,
    /// What it is, in words, where no registry says it.
    info: Option<String>,
    /// Where its profile comes from.
    profile: Profile,
    /// The most ink in one place, in hundredths of one ink's full cover.
    limit: u16,
}

/// How the four inks of the usual press print, and every colour with them.
#[derive(Debug)]
struct Usual {
    press: Press,
    printed: Vec<(Cover, bool)>,
}

/// The usual press by its limit of ink: it takes a while to reckon, and all books of a run
/// have the same.
static USUAL: LazyLock<Mutex<BTreeMap<u16, Arc<Usual>>>> = LazyLock::new(Mutex::default);

/// Where a profile comes from.
#[derive(Debug)]
enum Profile {
    /// The registry has it, under the name of the condition.
    Registered,
    /// It is that of black on uncoated paper.
    Black,
    /// It is that of four inks on coated paper.
    Four,
    /// Somebody brought it.
    Given(Given, Vec<u8>),
}

impl Condition {
    /// The condition that a sheet is printed under.
    pub(super) fn of(sheet: &Sheet) -> Result<Self, ConditionError> {
        let x1a = sheet.standard == Standard::X1a;
        let (identifier, info, profile) = match &sheet.intent {
            // ISO 15930-1 is for four inks, of which black is one.
            PrintIntent::Usual if sheet.black_only && !x1a => {
                (CUSTOM, Some(grey::INFO), Profile::Black)
            }
            PrintIntent::Usual => (CUSTOM, Some(tables::INFO), Profile::Four),
            PrintIntent::Named(name) if name.trim().is_empty() => {
                return Err(ConditionError::NoName);
            }
            PrintIntent::Named(name) if x1a => (name.trim(), None, Profile::Registered),
            PrintIntent::Named(name) => {
                return Err(ConditionError::NameAlone { name: name.clone() });
            }
            PrintIntent::Profile(profile) => {
                let given = given::read(profile, sheet)?;
                let info = "The ICC profile that the publisher brought";
                (CUSTOM, Some(info), Profile::Given(given, profile.clone()))
            }
        };
        let limit = match sheet.ink_limit {
            0 => USUAL_LIMIT,
            limit => limit.max(LEAST_LIMIT),
        };
        Ok(Self {
            black_only: sheet.black_only,
            identifier: identifier.to_owned(),
            info: info.map(str::to_owned),
            profile,
            limit,
        })
    }

    /// Whether only black is printed.
    pub(super) fn is_black_only(&self) -> bool {
        self.black_only
    }

    /// The tint of black that is as light as a part of the way from black to white.
    pub(super) fn tint(&self, light: f64) -> f64 {
        let gain = if self.black_only { grey::GAIN } else { four::BLACK_GAIN };
        four::ungained(1.0 - light, gain)
    }

    /// How the colours of screens are printed; by the usual press where a profile that
    /// somebody brought cannot be read so far.
    pub(super) fn separation(&self) -> Separation {
        let given = match &self.profile {
            Profile::Given(_, profile) => lut::read(profile),
            _ => None,
        };
        if let Some(lut) = given {
            // The table for perception makes room for the darkest by itself.
            return Separation::new(self.limit(), [0.0; 3], |seen| lut.inks(seen));
        }
        let usual = self.usual();
        let darkest = usual.press.shown(usual.press.darkest());
        let printed = |seen| four::looked_up(&usual.printed, seen);
        Separation::new(self.limit(), darkest, printed)
    }

    /// Whether colours are printed by the profile that stands in the file.
    pub(super) fn knows_colours(&self) -> bool {
        match &self.profile {
            Profile::Given(given, profile) => {
                given.space == Space::Grey || lut::read(profile).is_some()
            }
            Profile::Registered => false,
            Profile::Black | Profile::Four => true,
        }
    }

    /// The most ink in one place, in parts of one ink's full cover.
    fn limit(&self) -> f64 {
        f64::from(self.limit) / 100.0
    }

    /// The usual press.
    ///
    /// The lock is not held while it is reckoned: a thread that waits for a part of its table
    /// may begin another book in the meantime, which asks for it too and would wait for
    /// itself. So two may reckon the same at once, and one of both is kept.
    fn usual(&self) -> Arc<Usual> {
        let known = || USUAL.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(usual) = known().get(&self.limit) {
            return Arc::clone(usual);
        }
        let press = Press::new(self.limit());
        let printed = press.table();
        let usual = Arc::new(Usual { press, printed });
        Arc::clone(known().entry(self.limit).or_insert(usual))
    }

    /// Adds the output intent.
    pub(super) fn output_intent(&self, document: &mut Document) -> Object {
        let mut intent = dict([
            ("Type", name("OutputIntent")),
            ("S", name("GTS_PDFX")),
            ("OutputConditionIdentifier", text(&self.identifier)),
        ]);
        match &self.info {
            Some(info) => intent.set("Info", text(info)),
            None => intent.set("RegistryName", text(REGISTRY)),
        }
        let profile = match &self.profile {
            Profile::Registered => None,
            Profile::Black => Some((1, grey::profile())),
            Profile::Four => {
                let usual = self.usual();
                Some((INKS, tables::profile(&usual.press, &usual.printed)))
            }
            Profile::Given(given, profile) => Some((given.space.inks(), profile.clone())),
        };
        if let Some((inks, profile)) = profile {
            let profile = Stream::new(dict([("N", integer(inks))]), profile);
            let profile = document.add_object(profile);
            intent.set("DestOutputProfile", Object::Reference(profile));
        }
        Object::Array(vec![Object::Reference(document.add_object(intent))])
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    use super::*;

    /// How long is waited for what takes a few seconds on a slow machine.
    const PATIENCE: Duration = Duration::from_mins(5);

    /// Books ask for the usual press one after the other, in threads that reckon its table
    /// together: whoever has done his part, and waits, is given the next book.
    #[test]
    fn books_side_by_side_do_not_wait_for_themselves() {
        let ask = |limit| {
            let sheet = Sheet { ink_limit: limit, ..Sheet::default() };
            Condition::of(&sheet).unwrap().usual()
        };
        let (done, waits) = mpsc::channel();
        thread::spawn(move || {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
            // Limits that no other test asks for.
            for limit in 301..311 {
                let (pool, books) = (&pool, 0..8);
                let presses: Vec<Arc<Usual>> = thread::scope(|scope| {
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
