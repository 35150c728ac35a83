//! How far signs hang into the margins.
//!
//! An edge looks straight if light signs lie beyond it: most of a hyphen, half of a full
//! stop or comma, a little of slanted letters (Hàn Thế Thành, *Micro-typographic extensions
//! to the TeX typesetting system*, 2000, chapter 2).

/// How far a sign hangs out at the left and at the right edge, in thousandths of its width.
pub(super) fn hanging_share(c: char) -> (i64, i64) {
    match c {
        '-' | '\u{2010}' | '\u{2011}' => (500, 700),
        '.' | ',' => (0, 700),
        ':' | ';' => (0, 500),
        '!' | '?' | '…' => (0, 200),
        '¡' | '¿' => (150, 0),
        '“' | '”' | '„' | '"' => (500, 500),
        '‘' | '’' | '‚' | '\'' => (700, 700),
        '«' | '»' | '‹' | '›' => (350, 350),
        '–' => (300, 300),
        '—' | '―' => (150, 250),
        '(' | '[' => (100, 0),
        ')' | ']' => (0, 100),
        'A' | 'T' | 'V' | 'W' | 'Y' | 'А' | 'Т' | 'У' => (50, 50),
        'J' => (50, 0),
        'F' | 'L' | 'P' | 'K' | 'X' | 'r' | 'k' | 'x' | 'г' => (0, 40),
        'v' | 'w' | 'y' | 'у' => (40, 40),
        _ => (0, 0),
    }
}
