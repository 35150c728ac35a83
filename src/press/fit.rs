//! The search for an inner margin that suits the number of pages it leads to.
//!
//! The thicker a book, the more of the inner margin its binding hides; and the wider that
//! margin, the narrower the lines and the more the pages. Both are found together, from the
//! thinnest book on.

use crate::length::Length;

/// A book whose inner margin suits its pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fitted {
    /// The least inner margin with which it was set.
    pub gutter: Length,
    /// Its pages.
    pub pages: u32,
    /// How many times it was set.
    pub rounds: u32,
}

/// Sets a book with the least inner margin, and sets it again with a wider one as long as
/// its pages need that. `least` returns the inner margin that a number of pages needs; `set`
/// sets the book with an inner margin of at least that width and returns its pages.
///
/// It ends, whatever `set` does: the margin only grows, and `least` has finitely many
/// steps. If a wider margin never leads to fewer pages, the result is the least margin
/// that suits: every narrower step of `least` leads to pages that need more.
///
/// # Errors
///
/// When `set` cannot set the book.
pub fn fit_gutter<E>(
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
