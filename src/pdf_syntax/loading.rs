//! Opens a PDF within a budget. A file of some kilobytes may say that it has a billion
//! objects: its streams of objects unpack to a thousand times their length, and its table
//! of objects may name one place any number of times.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};

use lopdf::{DecompressError, Document, LoadOptions, Object, ObjectId, Stream};

/// The most objects of a document, those in arrays and dictionaries included. Each takes
/// some hundred bytes of memory. The longest tagged books have two million.
const MOST_OBJECTS: usize = 8_000_000;

/// How many objects one in a stream of objects counts for: while the stream is parsed, its
/// lists take more than twice the memory.
const PACKED_OBJECT: usize = 4;

/// The most bytes of all streams of objects, unpacked.
const MOST_UNPACKED: usize = 100_000_000;

/// The deepest that objects are counted; the parser gives up before.
const DEEPEST: usize = 128;

thread_local! {
    /// What the document that this thread opens may still have. The parser tells of each
    /// object by a plain function, so that it has nowhere else to be.
    static LEFT: Cell<LoadBudget> = const { Cell::new(LoadBudget { objects: 0, bytes: 0 }) };
}

/// How much of a document may still be read.
#[derive(Debug, Clone, Copy)]
struct LoadBudget {
    objects: usize,
    bytes: usize,
}

/// What a budget was spent on; it ends the parser.
struct BudgetIsSpent(&'static str);

/// Why a PDF could not be opened.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PdfLoadError {
    /// It has more of something than is read.
    #[error("it has {0}, more than any book has")]
    Spent(&'static str),
    /// It is no PDF, is broken, or needs a password.
    #[error(transparent)]
    Broken(#[from] lopdf::Error),
}

/// Opens a PDF. No stream that is read by that unpacks to more than `largest` bytes.
///
/// # Errors
///
/// When it is no PDF, is broken, needs another password, or is larger than any book.
pub(crate) fn load_pdf(
    bytes: &[u8],
    password: Option<&str>,
    largest: usize,
) -> Result<Document, PdfLoadError> {
    let options = LoadOptions {
        password: password.map(str::to_owned),
        filter: Some(count_object),
        ..LoadOptions::with_max_decompressed_size(largest)
    };
    // What is not packed is not longer than the file, unless it is named several times.
    let own = bytes.len().saturating_add(MOST_UNPACKED);
    LEFT.set(LoadBudget { objects: MOST_OBJECTS, bytes: own });
    let load = || Document::load_mem_with_options(bytes, options);
    match panic::catch_unwind(AssertUnwindSafe(load)) {
        Ok(document) => Ok(document?),
        Err(cause) => match cause.downcast::<BudgetIsSpent>() {
            Ok(spent) => Err(PdfLoadError::Spent(spent.0)),
            // The parser foresees all else.
            Err(cause) => panic::resume_unwind(cause),
        },
    }
}

/// Counts an object that the parser has read. One that holds others is counted before the
/// parser reads these.
#[expect(clippy::unnecessary_wraps, reason = "it is what the parser calls")]
fn count_object(id: ObjectId, object: &mut Object) -> Option<(ObjectId, Object)> {
    let mut budget = LEFT.get();
    let mut counted = budget.count(object, DEEPEST);
    if let (Ok(()), Object::Stream(stream)) = (&counted, &*object)
        && stream.dict.has_type(b"ObjStm")
    {
        counted = budget.count_packed(stream);
    }
    LEFT.set(budget);
    if let Err(spent) = counted {
        // The parser has no other way to end. No hook for panics is called.
        panic::resume_unwind(Box::new(spent));
    }
    // Of an object with a place in the file, the parser only asks whether it is kept; one
    // from a stream of objects it takes back, and a stream is none of these.
    let kept = match object {
        Object::Stream(_) => Object::Null,
        other => other.clone(),
    };
    Some((id, kept))
}

impl LoadBudget {
    fn spend_objects(&mut self, count: usize) -> Result<(), BudgetIsSpent> {
        let left = self.objects.checked_sub(count);
        self.objects = left.ok_or(BudgetIsSpent("more than 8 million objects"))?;
        Ok(())
    }

    fn spend_bytes(&mut self, count: usize) -> Result<(), BudgetIsSpent> {
        let left = self.bytes.checked_sub(count);
        self.bytes = left.ok_or(BudgetIsSpent("more than 100 MB of objects"))?;
        Ok(())
    }

    /// Counts an object and what is in it.
    fn count(&mut self, object: &Object, depth: usize) -> Result<(), BudgetIsSpent> {
        self.spend_objects(1)?;
        if depth == 0 {
            return Ok(());
        }
        match object {
            Object::Array(items) => {
                items.iter().try_for_each(|item| self.count(item, depth - 1))
            }
            Object::Dictionary(own) => {
                own.iter().try_for_each(|(_, value)| self.count(value, depth - 1))
            }
            Object::Stream(stream) => {
                self.spend_bytes(stream.content.len())?;
                let values = stream.dict.iter();
                values
                    .map(|(_, value)| value)
                    .try_for_each(|value| self.count(value, depth - 1))
            }
            Object::String(bytes, _) => self.spend_bytes(bytes.len()),
            _ => Ok(()),
        }
    }

    /// Counts what a stream of objects holds (ISO 32000-1 §7.5.7), each object as often as
    /// its list of places names it.
    fn count_packed(&mut self, stream: &Stream) -> Result<(), BudgetIsSpent> {
        let content = stream.get_plain_content_with_limit(self.bytes);
        let content = match content {
            Ok(content) => content,
            Err(lopdf::Error::Decompress(DecompressError::MemoryLimitExceeded {
                ..
            })) => return self.spend_bytes(usize::MAX),
            // The parser leaves out what it cannot unpack.
            Err(_) => return Ok(()),
        };
        self.spend_bytes(content.len())?;
        let first = stream.dict.get(b"First").and_then(Object::as_i64);
        let first = first.ok().and_then(|first| usize::try_from(first).ok());
        let Some((list, objects)) = first.and_then(|at| content.split_at_checked(at))
        else {
            return Ok(());
        };
        let numbers = list.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        for place in numbers.skip(1).step_by(2) {
            self.spend_objects(PACKED_OBJECT)?;
            let place = str::from_utf8(place).ok().and_then(|word| word.parse().ok());
            if let Some(object) = place.and_then(|at: usize| objects.get(at..)) {
                self.count_text(object)?;
            }
        }
        Ok(())
    }

    /// Counts an object that is not parsed yet, and what is in it, up to where it closes.
    fn count_text(&mut self, text: &[u8]) -> Result<(), BudgetIsSpent> {
        let mut open = 0_usize;
        let mut at = 0;
        while let Some(&byte) = text.get(at) {
            let rest = &text[at + 1..];
            let is_pair = rest.first() == Some(&byte);
            let until =
                |ends: fn(&u8) -> bool| rest.iter().position(ends).unwrap_or(rest.len());
            let length = match byte {
                0 | 9 | 10 | 12 | 13 | 32 => {
                    at += 1;
                    continue;
                }
                b'%' => {
                    at += 1 + until(|byte| matches!(byte, b'\n' | b'\r'));
                    continue;
                }
                b'[' => {
                    open += 1;
                    1
                }
                b'<' if is_pair => {
                    open += 1;
                    2
                }
                b']' => {
                    open = open.saturating_sub(1);
                    1
                }
                b'>' => {
                    open = open.saturating_sub(1);
                    1 + usize::from(is_pair)
                }
                b'<' => 2 + until(|byte| *byte == b'>'),
                b'(' => string_length(&text[at..]),
                _ => {
                    1 + until(|byte| {
                        byte.is_ascii_whitespace() || b"[]<>(/%".contains(byte)
                    })
                }
            };
            at += length;
            self.spend_objects(PACKED_OBJECT)?;
            self.spend_bytes(length)?;
            if open == 0 {
                return Ok(());
            }
        }
        Ok(())
    }
}

/// The length of a string in parentheses (§7.3.4.2).
fn string_length(text: &[u8]) -> usize {
    let mut open = 0_usize;
    let mut bytes = text.iter().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'\\' => {
                bytes.next();
            }
            b'(' => open += 1,
            b')' => {
                open -= 1;
                if open == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
    }
    text.len()
}
