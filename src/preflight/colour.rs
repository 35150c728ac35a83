//! Colour spaces, and how much ink their colours lay down (ISO 32000-1 §8.6).

use std::rc::Rc;

use lopdf::{Dictionary, Object};

use super::object::{PdfFile, object_name, object_number};

/// The deepest nesting of colour spaces: an indexed one of a separation of ICC is three.
const DEEPEST: usize = 6;

/// The most entries of a sampled function that are read.
const MOST_SAMPLES: usize = 4096;

/// The most functions that one is made of.
const MOST_FUNCTIONS: usize = 1024;

/// The kind of a colour space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ColourSpaceFamily {
    Gray,
    Cmyk,
    Rgb,
    CalGray,
    CalRgb,
    Lab,
    /// An ICC profile with this many components.
    Icc(u8),
    /// One or several named inks (Separation, DeviceN).
    Spot,
    Pattern,
    Unknown,
}

impl ColourSpaceFamily {
    /// Its name, as the standard spells it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Gray => "DeviceGray",
            Self::Cmyk => "DeviceCMYK",
            Self::Rgb => "DeviceRGB",
            Self::CalGray => "CalGray",
            Self::CalRgb => "CalRGB",
            Self::Lab => "Lab",
            Self::Icc(1) => "ICC-based grey",
            Self::Icc(3) => "ICC-based RGB",
            Self::Icc(4) => "ICC-based CMYK",
            Self::Icc(_) => "ICC-based colour",
            Self::Spot => "a spot colour",
            Self::Pattern => "a pattern",
            Self::Unknown => "an unknown colour space",
        }
    }

    /// Whether its colours are light, so that a press has to convert them to ink.
    pub(super) fn is_additive(self) -> bool {
        matches!(self, Self::Rgb | Self::CalRgb | Self::Lab | Self::Icc(3))
    }

    /// Whether its colours are device-independent.
    pub(super) fn is_device_independent(self) -> bool {
        matches!(self, Self::CalGray | Self::CalRgb | Self::Lab | Self::Icc(_))
    }
}

/// How much ink a colour lays down, each from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct InkAmounts {
    /// Cyan, magenta, yellow, black.
    pub(super) process: [f64; 4],
    /// All spot inks together.
    pub(super) spots: f64,
    /// It prints on all plates, as registration marks do.
    pub(super) all: bool,
    /// Set for an additive colour (RGB), whose inks depend on the press: whether it is
    /// white.
    pub(super) additive: Option<bool>,
}

impl InkAmounts {
    /// Black ink only, for a lightness from 0 to 1.
    fn grey(lightness: f64) -> Self {
        Self {
            process: [0.0, 0.0, 0.0, 1.0 - lightness.clamp(0.0, 1.0)],
            ..Self::default()
        }
    }

    /// The sum of all inks; 1 is one ink in full.
    pub(super) fn total(&self) -> f64 {
        self.process.iter().sum::<f64>() + self.spots
    }

    /// Whether it lays down no ink.
    pub(super) fn is_bare(&self) -> bool {
        self.additive.unwrap_or(self.total() < 1e-3)
    }

    /// Whether it lays down any ink but black.
    pub(super) fn is_coloured(&self) -> bool {
        self.process[..3].iter().any(|ink| *ink > 1e-3) || self.spots > 1e-3
    }

    /// The inks for a message: `C 60 M 40 Y 40 K 100`.
    pub(super) fn in_words(&self) -> String {
        let mut words: Vec<String> = ["C", "M", "Y", "K"]
            .iter()
            .zip(self.process)
            .filter(|(_, ink)| *ink > 1e-3)
            .map(|(name, ink)| format!("{name} {:.0}", ink * 100.0))
            .collect();
        if self.spots > 1e-3 {
            words.push(format!("spot {:.0}", self.spots * 100.0));
        }
        words.join(" ")
    }
}

/// A colour space.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ColourSpace {
    pub(super) family: ColourSpaceFamily,
    pub(super) components: usize,
    /// The inks of a Separation or DeviceN space.
    pub(super) names: Rc<[String]>,
    /// The lookup table of an indexed space, and its base space.
    indexed: Option<(Rc<[u8]>, Rc<Self>)>,
}

impl ColourSpace {
    /// A space without parameters.
    pub(super) fn plain(family: ColourSpaceFamily, components: usize) -> Self {
        Self { family, components, names: Rc::new([]), indexed: None }
    }

    pub(super) fn gray() -> Self {
        Self::plain(ColourSpaceFamily::Gray, 1)
    }

    /// The space itself, or the base of an indexed space.
    pub(super) fn base(&self) -> &Self {
        self.indexed.as_ref().map_or(self, |(_, base)| base)
    }

    /// Reads a colour space: a name in the resource dictionary, or the space itself.
    pub(super) fn resolve(
        pdf: &PdfFile,
        object: &Object,
        resources: &Dictionary,
    ) -> Self {
        Self::resolve_nested(pdf, object, resources, 0)
    }

    fn resolve_nested(
        pdf: &PdfFile,
        object: &Object,
        resources: &Dictionary,
        depth: usize,
    ) -> Self {
        let object = pdf.resolve(object);
        if depth > DEEPEST {
            return Self::plain(ColourSpaceFamily::Unknown, 1);
        }
        if let Some(name) = object_name(object) {
            return Self::resolve_name(pdf, &name, resources, depth);
        }
        let Object::Array(parts) = object else {
            return Self::plain(ColourSpaceFamily::Unknown, 1);
        };
        let part = |index: usize| pdf.resolve(parts.get(index).unwrap_or(&Object::Null));
        let kind = object_name(part(0)).unwrap_or_default();
        match kind.as_str() {
            "CalGray" => Self::plain(ColourSpaceFamily::CalGray, 1),
            "CalRGB" => Self::plain(ColourSpaceFamily::CalRgb, 3),
            "Lab" => Self::plain(ColourSpaceFamily::Lab, 3),
            "ICCBased" => {
                let profile = pdf.as_dictionary(part(1));
                let count = profile.and_then(|profile| pdf.get_integer(profile, "N"));
                let count = u8::try_from(count.unwrap_or(0)).unwrap_or(0).min(32);
                Self::plain(ColourSpaceFamily::Icc(count), usize::from(count).max(1))
            }
            "Indexed" | "I" => {
                let base = Self::resolve_nested(pdf, part(1), resources, depth + 1);
                let table = match part(3) {
                    Object::String(bytes, _) => bytes.clone(),
                    Object::Stream(stream) => {
                        pdf.decode_stream(stream).unwrap_or_default()
                    }
                    _ => Vec::new(),
                };
                let indexed = Some((table.into(), Rc::new(base.clone())));
                Self { components: 1, indexed, ..base }
            }
            "Separation" | "DeviceN" => {
                let names: Rc<[String]> = match part(1) {
                    Object::Array(names) => names
                        .iter()
                        .take(32)
                        .filter_map(|one| object_name(pdf.resolve(one)))
                        .collect(),
                    one => object_name(one).into_iter().collect(),
                };
                let components = names.len().max(1);
                Self { names, ..Self::plain(ColourSpaceFamily::Spot, components) }
            }
            "Pattern" => Self::plain(ColourSpaceFamily::Pattern, 0),
            other => Self::resolve_name(pdf, other, resources, depth),
        }
    }

    fn resolve_name(
        pdf: &PdfFile,
        name: &str,
        resources: &Dictionary,
        depth: usize,
    ) -> Self {
        let spaces = pdf.get_dictionary(resources, "ColorSpace");
        let given = |key: &str| {
            let object = pdf.get(spaces?, key);
            (!object.is_null())
                .then(|| Self::resolve_nested(pdf, object, resources, depth + 1))
        };
        // A default space of the page replaces a device space (§8.6.5.6).
        match name {
            "DeviceGray" | "G" => given("DefaultGray").unwrap_or_else(Self::gray),
            "DeviceRGB" | "RGB" => given("DefaultRGB")
                .unwrap_or_else(|| Self::plain(ColourSpaceFamily::Rgb, 3)),
            "DeviceCMYK" | "CMYK" => given("DefaultCMYK")
                .unwrap_or_else(|| Self::plain(ColourSpaceFamily::Cmyk, 4)),
            "Pattern" => Self::plain(ColourSpaceFamily::Pattern, 0),
            other => {
                given(other).unwrap_or_else(|| Self::plain(ColourSpaceFamily::Unknown, 1))
            }
        }
    }

    /// The initial colour (§8.6.8).
    pub(super) fn initial(&self) -> InkAmounts {
        match self.family {
            ColourSpaceFamily::Spot => self.ink_amounts(&vec![1.0; self.components]),
            ColourSpaceFamily::Cmyk | ColourSpaceFamily::Icc(4) => {
                self.ink_amounts(&[0.0, 0.0, 0.0, 1.0])
            }
            _ => self.ink_amounts(&vec![0.0; self.components]),
        }
    }

    /// The ink of a colour.
    pub(super) fn ink_amounts(&self, values: &[f64]) -> InkAmounts {
        let value =
            |index: usize| values.get(index).copied().unwrap_or(0.0).clamp(0.0, 1.0);
        if let Some((table, base)) = &self.indexed {
            let index = values.first().copied().unwrap_or(0.0).clamp(0.0, 4095.0);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "it was just clamped"
            )]
            let from = index as usize * base.components;
            let entry = table.get(from..from + base.components).unwrap_or_default();
            let entry: Vec<f64> =
                entry.iter().map(|byte| f64::from(*byte) / 255.0).collect();
            return base.ink_amounts(&base.scale_to_range(&entry));
        }
        match self.family {
            ColourSpaceFamily::Gray
            | ColourSpaceFamily::CalGray
            | ColourSpaceFamily::Icc(1) => InkAmounts::grey(value(0)),
            ColourSpaceFamily::Cmyk | ColourSpaceFamily::Icc(4) => InkAmounts {
                process: [value(0), value(1), value(2), value(3)],
                ..InkAmounts::default()
            },
            ColourSpaceFamily::Rgb
            | ColourSpaceFamily::CalRgb
            | ColourSpaceFamily::Icc(3) => {
                let white = (0..3).all(|index| value(index) > 0.999);
                InkAmounts { additive: Some(white), ..InkAmounts::default() }
            }
            ColourSpaceFamily::Lab => {
                let white = values.first().is_some_and(|light| *light > 99.9);
                InkAmounts { additive: Some(white), ..InkAmounts::default() }
            }
            ColourSpaceFamily::Spot => {
                let mut inks = InkAmounts::default();
                for (index, name) in self.names.iter().enumerate() {
                    match name.as_str() {
                        "None" => {}
                        "All" => {
                            inks.all = true;
                            inks.process = [value(index); 4];
                        }
                        "Cyan" => inks.process[0] = value(index),
                        "Magenta" => inks.process[1] = value(index),
                        "Yellow" => inks.process[2] = value(index),
                        "Black" => inks.process[3] = value(index),
                        _ => inks.spots += value(index),
                    }
                }
                inks
            }
            ColourSpaceFamily::Icc(_)
            | ColourSpaceFamily::Pattern
            | ColourSpaceFamily::Unknown => {
                InkAmounts { additive: Some(false), ..InkAmounts::default() }
            }
        }
    }

    /// Scales values from 0 to 1 to the range of the space: L* runs to 100.
    pub(super) fn scale_to_range(&self, values: &[f64]) -> Vec<f64> {
        let mut values = values.to_vec();
        if let (ColourSpaceFamily::Lab, Some(lightness)) =
            (self.family, values.first_mut())
        {
            *lightness *= 100.0;
        }
        values
    }

    /// Whether the colours are looked up in a table.
    pub(super) fn is_indexed(&self) -> bool {
        self.indexed.is_some()
    }

    /// The named inks other than the four process inks.
    pub(super) fn spot_names(&self) -> impl Iterator<Item = &String> {
        const OWN: [&str; 6] = ["All", "None", "Cyan", "Magenta", "Yellow", "Black"];
        self.base().names.iter().filter(|name| !OWN.contains(&name.as_str()))
    }
}

/// The colours at the ends and in the table of a function (§7.10).
pub(super) fn sample_colours(pdf: &PdfFile, function: &Object) -> Vec<Vec<f64>> {
    sample_nested(pdf, function, 0, &mut { MOST_FUNCTIONS })
}

/// Like [`sample_colours`], for a function inside another one. At most `left` more functions
/// are read.
fn sample_nested(
    pdf: &PdfFile,
    function: &Object,
    depth: usize,
    left: &mut usize,
) -> Vec<Vec<f64>> {
    let function = pdf.resolve(function);
    if *left == 0 || depth > DEEPEST {
        return Vec::new();
    }
    *left -= 1;
    if let Object::Array(parts) = function {
        // One function for each component: combine their samples by index.
        let parts: Vec<Vec<Vec<f64>>> = parts
            .iter()
            .take(32)
            .map(|part| sample_nested(pdf, part, depth + 1, left))
            .collect();
        let most = parts.iter().map(Vec::len).max().unwrap_or(0).min(MOST_SAMPLES);
        let value = |part: &Vec<Vec<f64>>, index: usize| {
            let value = part.get(index).or(part.last());
            value.and_then(|value| value.first()).copied().unwrap_or(0.0)
        };
        let entry = |index| parts.iter().map(|part| value(part, index)).collect();
        return (0..most).map(entry).collect();
    }
    let Some(own) = pdf.as_dictionary(function) else { return Vec::new() };
    match pdf.get_integer(own, "FunctionType") {
        Some(2) => {
            let end = |key, usual: f64| {
                let values = pdf.get_numbers(own, key);
                if values.is_empty() { vec![usual] } else { values }
            };
            vec![end("C0", 0.0), end("C1", 1.0)]
        }
        Some(3) if depth < DEEPEST => {
            let parts = pdf.get_array(own, "Functions").into_iter().take(256);
            parts
                .flat_map(|part| sample_nested(pdf, part, depth + 1, left))
                .take(MOST_SAMPLES)
                .collect()
        }
        Some(0) => table_samples(pdf, function, own),
        _ => Vec::new(),
    }
}

/// The table of a sampled function of eight bits.
fn table_samples(pdf: &PdfFile, function: &Object, own: &Dictionary) -> Vec<Vec<f64>> {
    let range = pdf.get_numbers(own, "Range");
    let bits = pdf.get_integer(own, "BitsPerSample");
    let (Ok(stream), true, Some(8)) = (function.as_stream(), range.len() >= 2, bits)
    else {
        return Vec::new();
    };
    let bytes = pdf.decode_stream(stream).unwrap_or_default();
    let value = |(index, byte): (usize, &u8)| {
        let (low, high) =
            (range[2 * index], range.get(2 * index + 1).copied().unwrap_or(1.0));
        low + (high - low) * f64::from(*byte) / 255.0
    };
    let entries = bytes.chunks_exact(range.len() / 2).take(MOST_SAMPLES);
    entries.map(|entry| entry.iter().enumerate().map(value).collect()).collect()
}

/// The numbers among the operands.
pub(super) fn operand_numbers(operands: &[Object]) -> Vec<f64> {
    operands.iter().filter_map(object_number).collect()
}
