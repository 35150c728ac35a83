//! The operators of a content stream, as bytes (ISO 32000-1 §7.8.2): operands first, then the
//! name of the operator.
//!
//! They become bytes at once. printpdf keeps every operator as a value, and every glyph as two
//! strings, before it writes any: that was two fifths of the time of a PDF.

/// Decimals of a number. A ten-thousandth of a point is far below what any device shows, and
/// short numbers keep the file small.
const DECIMALS: u32 = 4;

/// The digits of hexadecimal numbers.
const DIGITS: &[u8; 16] = b"0123456789ABCDEF";

/// The operators of a page.
#[derive(Debug, Default)]
pub(super) struct Operators(Vec<u8>);

impl Operators {
    /// The bytes so far.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Takes all bytes and begins a new stream.
    pub(super) fn take(&mut self) -> Vec<u8> {
        // The next page is about as long as this one.
        let next = Vec::with_capacity(self.0.len());
        std::mem::replace(&mut self.0, next)
    }

    /// Takes all bytes without the last line break, and begins a new stream.
    pub(super) fn take_stream(&mut self) -> Vec<u8> {
        if self.0.last() == Some(&b'\n') {
            self.0.pop();
        }
        std::mem::take(&mut self.0)
    }

    /// Removes everything after a length.
    pub(super) fn truncate(&mut self, length: usize) {
        self.0.truncate(length);
    }

    /// Writes the name of an operator, after its operands.
    pub(super) fn operator(&mut self, name: &str) {
        self.0.extend_from_slice(name.as_bytes());
        self.0.push(b'\n');
    }

    /// Writes numbers as operands.
    pub(super) fn numbers<const N: usize>(&mut self, numbers: [f64; N]) -> &mut Self {
        for number in numbers {
            self.decimal(number, DECIMALS);
            self.0.push(b' ');
        }
        self
    }

    /// Writes a number as an operand, with a number of decimals.
    pub(super) fn number(&mut self, number: f64, decimals: u32) -> &mut Self {
        self.decimal(number, decimals);
        self.0.push(b' ');
        self
    }

    /// Writes a name of letters, digits and points as an operand.
    pub(super) fn name(&mut self, name: &str) -> &mut Self {
        self.0.push(b'/');
        self.0.extend_from_slice(name.as_bytes());
        self.0.push(b' ');
        self
    }

    /// Writes an operand, or a part of one, that is already in PDF syntax.
    pub(super) fn literal(&mut self, literal: &str) -> &mut Self {
        self.0.extend_from_slice(literal.as_bytes());
        self
    }

    /// Writes bytes as a hexadecimal string (§7.3.4.3).
    pub(super) fn string(&mut self, bytes: &[u8]) -> &mut Self {
        self.0.push(b'<');
        for &byte in bytes {
            let digits = [byte >> 4, byte & 15].map(|digit| DIGITS[usize::from(digit)]);
            self.0.extend_from_slice(&digits);
        }
        self.0.push(b'>');
        self
    }

    /// Shows glyphs, each with the thousandths of an em by which the next is moved to the
    /// left (§9.4.3, `TJ`). Glyph ids are written as bytes and not in digits: they are half of
    /// the file, and the fewer bytes there are, the faster they are compressed.
    pub(super) fn show_glyphs(&mut self, glyphs: impl IntoIterator<Item = (u16, f64)>) {
        self.0.push(b'[');
        let mut within = false;
        for (glyph, shift) in glyphs {
            if !std::mem::replace(&mut within, true) {
                self.0.push(b'(');
            }
            glyph.to_be_bytes().into_iter().for_each(|byte| self.string_byte(byte));
            if shift != 0.0 {
                self.0.push(b')');
                self.decimal(shift, DECIMALS);
                within = false;
            }
        }
        if within {
            self.0.push(b')');
        }
        self.0.push(b']');
        self.operator("TJ");
    }

    /// Writes a byte of a literal string (§7.3.4.2). Characters that would end it are escaped,
    /// and so is the carriage return, which would be read as a line feed.
    fn string_byte(&mut self, byte: u8) {
        match byte {
            b'(' | b')' | b'\\' => self.0.extend_from_slice(&[b'\\', byte]),
            b'\r' => self.0.extend_from_slice(b"\\r"),
            _ => self.0.push(byte),
        }
    }

    /// Writes a number in its shortest form (§7.3.3): no exponent, no trailing zeros.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "numbers out of range are clamped"
    )]
    fn decimal(&mut self, number: f64, decimals: u32) {
        let parts = (number * f64::from(10_u32.pow(decimals))).round() as i64;
        if parts < 0 {
            self.0.push(b'-');
        }
        let mut left = parts.unsigned_abs();
        let mut places = decimals;
        while places > 0 && left.is_multiple_of(10) {
            (left, places) = (left / 10, places - 1);
        }
        // From the last digit to the first: at most twenty, and the point.
        let mut digits = [b'0'; 21];
        let mut first = digits.len();
        let mut written = 0;
        while left > 0 || written <= places {
            first -= 1;
            if written == places && places > 0 {
                digits[first] = b'.';
                first -= 1;
            }
            digits[first] = DIGITS[usize::try_from(left % 10).unwrap_or_default()];
            (left, written) = (left / 10, written + 1);
        }
        self.0.extend_from_slice(&digits[first..]);
    }
}

#[cfg(test)]
mod tests {
    use super::Operators;

    fn written(write: impl FnOnce(&mut Operators)) -> String {
        let mut operators = Operators::default();
        write(&mut operators);
        String::from_utf8_lossy(operators.bytes()).into_owned()
    }

    #[test]
    fn numbers_are_written_in_their_shortest_form() {
        let numbers = |numbers: [f64; 4]| written(|all| _ = all.numbers(numbers));
        assert_eq!(numbers([0.0, -0.0, 1.0, -12.5]), "0 0 1 -12.5 ");
        assert_eq!(numbers([0.05, -0.0001, 0.00004, 100.0]), "0.05 -0.0001 0 100 ");
        assert_eq!(
            numbers([365.669_31, 1e9, 9.999_99, -0.5]),
            "365.6693 1000000000 10 -0.5 "
        );
        let shorter = written(|all| _ = all.number(1.239, 2));
        assert_eq!(shorter, "1.24 ");
        let whole = written(|all| _ = all.number(120.4, 0));
        assert_eq!(whole, "120 ");
    }

    #[test]
    fn numbers_out_of_range_are_clamped() {
        let most = written(|all| _ = all.number(f64::INFINITY, 4));
        assert_eq!(most, "922337203685477.5807 ");
        assert_eq!(written(|all| _ = all.number(f64::NAN, 4)), "0 ");
    }

    #[test]
    fn glyphs_without_a_shift_share_a_string() {
        let shown =
            written(|all| all.show_glyphs([(0x4142, 0.0), (0x432F, -2.5), (0x31, 0.0)]));
        assert_eq!(shown, "[(ABC/)-2.5(\u{0}1)]TJ\n");
        assert_eq!(written(|all| all.show_glyphs([(0x4142, 20.0)])), "[(AB)20]TJ\n");
        let escaped = written(|all| all.show_glyphs([(0x2829, 0.0), (0x5C0D, 0.0)]));
        assert_eq!(escaped, "[(\\(\\)\\\\\\r)]TJ\n");
        assert_eq!(written(|all| all.show_glyphs([])), "[]TJ\n");
    }
}
