//! The search for the margin at the fold that suits the pages which it gives.
//!
//! The thicker a book, the more of the margin at the fold is lost in its binding; and the
//! wider that margin, the narrower the lines and the more the pages. Both are found
//! together, from the thinnest book on.

use crate::length::Length;

/// A book that fits itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fitted {
    /// The least white at the fold with which it was set.
    pub gutter: Length,
    /// Its pages.
    pub pages: u32,
    /// How often it was set.
    pub rounds: u32,
}

/// Sets a book with the least white at the fold, and as long as its pages ask for more,
/// with that. `least` gives the white that books of so many pages ask for; `set` sets the
/// book with so much at least, and gives its pages.
///
/// It ends, whatever `set` does: the white only grows, and `least` has finitely many steps.
/// Where wider white never gives fewer pages, what is found is the least that suits: every
/// narrower one that `least` knows is asked for more by the pages that it gives.
///
/// # Errors
///
/// When `set` cannot set the book.
pub fn fit<E>(
    least: impl Fn(u32) -> Length,
    mut set: impl FnMut(Length) -> Result<u32, E>,
) -> Result<Fitted, E> {
    let mut gutter = least(0);
    let mut rounds = 0;
    loop {
        let pages = set(gutter)?;
        rounds += 1;
        let asked = least(pages);
        if asked <= gutter {
            return Ok(Fitted { gutter, pages, rounds });
        }
        gutter = asked;
    }
}
