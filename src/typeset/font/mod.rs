//! Faces and their metrics, in the units of the typesetter.
//!
//! Only this module and [`crate::typeset::shape`] know the font parser and the shaper.

mod face;
mod feature;
mod outline;

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use harfrust::font::attribute::{Style, Weight};
use harfrust::font::name::NameId;

pub use self::face::FontFace;
pub(in crate::typeset) use self::face::USUAL_X_HEIGHT;
pub use self::feature::FontFeature;
pub(in crate::typeset) use self::outline::GlyphOutline;

use super::codes::FACE_MISSING;
use super::document::{EmbeddedFace, FaceId};
use crate::diagnostic::{Diagnostic, Severity, Warned};
use crate::fonts::{FontFile, FontStyle, is_built_in};

/// From this weight on, a face counts as bold (OpenType 1.9, `OS/2.usWeightClass`: 600 is
/// "semi-bold").
const BOLD_FROM: Weight = Weight::SEMI_BOLD;

/// Characters printed in place of one that no face has, best first: an empty square, the
/// replacement character, a question mark.
const STAND_INS: [char; 3] = ['\u{25A1}', '\u{FFFD}', '?'];

/// The faces of a book: the text family first, then the fallback families.
#[derive(Debug, Clone)]
pub struct Fonts {
    /// All faces, in the order in which their files were given.
    faces: Vec<FontFace>,
    /// The faces of the text family for each of its styles, and that of code.
    text: BTreeMap<FontStyle, FaceId>,
    /// What is printed if no face has a character.
    stand_in: (FaceId, char),
}

/// Fonts that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FontError {
    /// There is no font at all.
    #[error("there is no font to set the text in; give at least one font file")]
    None,
    /// More faces than a page can refer to.
    #[error("{0} font files are too many; give at most 65535")]
    TooMany(usize),
    /// A file is not a font.
    #[error(
        "the {style:?} face of the family '{family}' is not a font that can be read; \
         give a TrueType or OpenType file (.ttf, .otf)"
    )]
    Unreadable {
        /// The family that it should belong to.
        family: String,
        /// The style that it should be.
        style: FontStyle,
    },
}

impl Fonts {
    /// Reads font files. The family of the first is the text family. Faces of other
    /// families are fallbacks for characters that it lacks, in the order given.
    ///
    /// # Errors
    ///
    /// If there is no file, or one is not a font.
    pub fn new(files: &[FontFile]) -> Result<Warned<Self>, FontError> {
        let first = files.first().ok_or(FontError::None)?;
        if files.len() > usize::from(u16::MAX) {
            return Err(FontError::TooMany(files.len()));
        }
        let mut faces = Vec::with_capacity(files.len());
        for (id, file) in (0..).zip(files) {
            let face = FontFace::new(FaceId(id), file).ok_or_else(|| {
                FontError::Unreadable { family: file.family.clone(), style: file.style }
            })?;
            faces.push(face);
        }
        let (mut text, diagnostics) = select_text_faces(&faces, &first.family);
        let code = faces.iter().find(|face| face.style() == FontStyle::Monospaced);
        let code = code.map_or(text[&FontStyle::Roman], FontFace::id);
        text.insert(FontStyle::Monospaced, code);
        let stand_in = STAND_INS
            .into_iter()
            .find_map(|c| faces.iter().find(|f| f.has(c)).map(|f| (f.id(), c)))
            .unwrap_or((FaceId(0), STAND_INS[0]));
        Ok(Warned { value: Self { faces, text, stand_in }, diagnostics })
    }

    /// A face by its number.
    ///
    /// # Panics
    ///
    /// If these fonts have no face of this number.
    #[must_use]
    pub fn face(&self, id: FaceId) -> &FontFace {
        &self.faces[usize::from(id.0)]
    }

    /// The face of the text family in a style, or that of code; without such a face, code
    /// has the roman one.
    #[must_use]
    pub fn text(&self, style: FontStyle) -> &FontFace {
        self.face(self.text.get(&style).copied().unwrap_or_default())
    }

    /// The face that prints a character if the requested style lacks it: the text family
    /// first, then other families in the same style.
    #[must_use]
    pub fn fallback_face(&self, style: FontStyle, c: char) -> Option<&FontFace> {
        let family = self.text(style);
        let mut able: Vec<&FontFace> = self.faces.iter().filter(|f| f.has(c)).collect();
        able.sort_by_key(|f| (f.family() != family.family(), f.style() != style, f.id()));
        able.first().copied()
    }

    /// The character printed in place of one that no face has, and the face that has it.
    #[must_use]
    pub fn replacement_glyph(&self) -> (&FontFace, char) {
        (self.face(self.stand_in.0), self.stand_in.1)
    }

    /// All faces, by number.
    #[must_use]
    pub fn faces(&self) -> &[FontFace] {
        &self.faces
    }

    /// The font files as pages carry them, by [`FaceId`].
    #[must_use]
    pub fn files(&self) -> Vec<EmbeddedFace> {
        let file = |face: &FontFace| EmbeddedFace {
            name: face.postscript_name().to_owned(),
            bytes: face.bytes().clone(),
        };
        self.faces.iter().map(file).collect()
    }
}

impl Hash for Fonts {
    /// Faces follow from their files. The built-in files are millions of bytes, and their
    /// names identify them within one version of the program.
    fn hash<H: Hasher>(&self, state: &mut H) {
        for face in &self.faces {
            let brought = (!is_built_in(face.bytes())).then_some(face.bytes());
            (face.family(), face.style(), brought).hash(state);
        }
    }
}

/// The face of a family for each style; if a style is missing, the most similar one.
fn select_text_faces(
    faces: &[FontFace],
    family: &str,
) -> (BTreeMap<FontStyle, FaceId>, Vec<Diagnostic>) {
    let own = |style| faces.iter().find(|f| f.family() == family && f.style() == style);
    let mut found = BTreeMap::new();
    let mut diagnostics = Vec::new();
    for style in
        [FontStyle::Roman, FontStyle::Italic, FontStyle::Bold, FontStyle::BoldItalic]
    {
        let nearest =
            styles_by_likeness(style).into_iter().find_map(own).unwrap_or(&faces[0]);
        found.insert(style, nearest.id());
        if nearest.style() != style {
            let message = format!(
                "the family '{family}' has no {style:?} face; {:?} is used for it",
                nearest.style()
            );
            diagnostics.push(Diagnostic::new(FACE_MISSING, Severity::Warning, message));
        }
    }
    (found, diagnostics)
}

/// A style and those that may replace it, most similar first.
fn styles_by_likeness(style: FontStyle) -> [FontStyle; 4] {
    use FontStyle::{Bold, BoldItalic, Italic, Monospaced, Roman};
    match style {
        Roman | Monospaced => [Roman, Italic, Bold, BoldItalic],
        Italic => [Italic, Roman, BoldItalic, Bold],
        Bold => [Bold, Roman, BoldItalic, Italic],
        BoldItalic => [BoldItalic, Italic, Bold, Roman],
    }
}

/// The family and style that a font file states; none if it is not a font or does not name
/// its family.
///
/// The family is name 1 (OpenType 1.9, `name` table), which has at most four faces: a
/// medium weight is a family of its own there, as needed here.
#[must_use]
pub fn identify_font(bytes: &[u8]) -> Option<(String, FontStyle)> {
    let font = harfrust::Font::new(bytes.to_vec(), 0)?;
    let family = font.names().get(NameId::FAMILY_NAME)?.english_or_first()?;
    let attributes = font.default_attributes();
    let style = match (attributes.weight >= BOLD_FROM, attributes.style != Style::Normal)
    {
        (false, false) => FontStyle::Roman,
        (false, true) => FontStyle::Italic,
        (true, false) => FontStyle::Bold,
        (true, true) => FontStyle::BoldItalic,
    };
    Some((family.name().to_string(), style))
}
