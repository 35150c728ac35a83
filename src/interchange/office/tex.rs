//! Formulas in TeX.

/// How TeX writes a character of a formula. Latin letters and most signs stand for
/// themselves, as they do in the TeX engines that read Unicode.
pub(crate) fn push_formula_text(text: &str, to: &mut String) {
    for c in text.chars() {
        match find_command(c) {
            Some(command) => {
                to.push('\\');
                to.push_str(command);
                to.push(' ');
            }
            None if matches!(c, '%' | '$' | '#' | '&' | '_' | '{' | '}') => {
                to.push('\\');
                to.push(c);
            }
            None if is_invisible(c) => {}
            None => to.push(plain_letter(c)),
        }
    }
}

/// Text in a formula, such as the name of a function.
pub(crate) fn write_upright(text: &str) -> String {
    let escaped: String = text
        .chars()
        .flat_map(|c| {
            let escape =
                matches!(c, '%' | '$' | '#' | '&' | '_' | '{' | '}').then_some('\\');
            escape.into_iter().chain([c])
        })
        .collect();
    format!("\\text{{{escaped}}}")
}

/// A part in braces.
pub(crate) fn brace(part: &str) -> String {
    format!("{{{}}}", part.trim())
}

/// The name of a function, as a command where TeX has one.
pub(crate) fn write_function(name: &str) -> String {
    const KNOWN: [&str; 24] = [
        "arccos", "arcsin", "arctan", "arg", "cos", "cosh", "cot", "det", "dim", "exp",
        "gcd", "inf", "ker", "lim", "ln", "log", "max", "min", "sec", "sin", "sinh",
        "sup", "tan", "tanh",
    ];
    let name = name.trim();
    if KNOWN.contains(&name) { format!("\\{name} ") } else { name.to_owned() }
}

/// The command of an accent by its combining or spacing character.
pub(crate) fn find_accent(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{302}' | '^' | '\u{2C6}' => "hat",
        '\u{303}' | '~' | '\u{2DC}' => "tilde",
        '\u{304}' | '\u{305}' | '\u{AF}' | '\u{203E}' | '\u{2013}' => "bar",
        '\u{307}' | '\u{2D9}' => "dot",
        '\u{308}' | '\u{A8}' => "ddot",
        '\u{20D7}' | '\u{2192}' => "vec",
        '\u{301}' | '\u{B4}' => "acute",
        '\u{300}' | '`' => "grave",
        '\u{306}' | '\u{2D8}' => "breve",
        '\u{30C}' | '\u{2C7}' => "check",
        _ => return None,
    })
}

/// A delimiter as it stands after `\left` or `\right`.
pub(crate) fn write_delimiter(c: Option<char>) -> String {
    match c {
        None => ".".to_owned(),
        Some('{') => "\\{".to_owned(),
        Some('}') => "\\}".to_owned(),
        Some('\u{27E8}' | '\u{2329}' | '\u{3008}') => "\\langle ".to_owned(),
        Some('\u{27E9}' | '\u{232A}' | '\u{3009}') => "\\rangle ".to_owned(),
        Some('\u{2016}' | '\u{2225}') => "\\Vert ".to_owned(),
        Some('\u{2308}') => "\\lceil ".to_owned(),
        Some('\u{2309}') => "\\rceil ".to_owned(),
        Some('\u{230A}') => "\\lfloor ".to_owned(),
        Some('\u{230B}') => "\\rfloor ".to_owned(),
        Some(c) => c.to_string(),
    }
}

const fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200B}' | '\u{2061}'..='\u{2064}' | '\u{FEFF}')
}

/// The plain letter of a mathematical italic one, which is what a letter in a TeX formula
/// looks like. Other mathematical alphabets stay.
fn plain_letter(c: char) -> char {
    let code = u32::from(c);
    let (start, base) = match code {
        0x1D434..=0x1D44D => (0x1D434, u32::from('A')),
        0x1D44E..=0x1D467 => (0x1D44E, u32::from('a')),
        0x1D6FC..=0x1D714 => (0x1D6FC, u32::from('α')),
        0x210E => return 'h',
        _ => return c,
    };
    char::from_u32(code - start + base).unwrap_or(c)
}

fn find_command(c: char) -> Option<&'static str> {
    let c = plain_letter(c);
    COMMANDS.iter().find(|(known, _)| *known == c).map(|(_, command)| *command)
}

/// Greek letters and the signs of arithmetic, sets, logic and analysis.
const COMMANDS: [(char, &str); 104] = [
    ('α', "alpha"),
    ('β', "beta"),
    ('γ', "gamma"),
    ('δ', "delta"),
    ('ε', "varepsilon"),
    ('ϵ', "epsilon"),
    ('ζ', "zeta"),
    ('η', "eta"),
    ('θ', "theta"),
    ('ϑ', "vartheta"),
    ('ι', "iota"),
    ('κ', "kappa"),
    ('λ', "lambda"),
    ('μ', "mu"),
    ('ν', "nu"),
    ('ξ', "xi"),
    ('π', "pi"),
    ('ρ', "rho"),
    ('σ', "sigma"),
    ('ς', "varsigma"),
    ('τ', "tau"),
    ('υ', "upsilon"),
    ('φ', "varphi"),
    ('ϕ', "phi"),
    ('χ', "chi"),
    ('ψ', "psi"),
    ('ω', "omega"),
    ('Γ', "Gamma"),
    ('Δ', "Delta"),
    ('Θ', "Theta"),
    ('Λ', "Lambda"),
    ('Ξ', "Xi"),
    ('Π', "Pi"),
    ('Σ', "Sigma"),
    ('Φ', "Phi"),
    ('Ψ', "Psi"),
    ('Ω', "Omega"),
    ('±', "pm"),
    ('∓', "mp"),
    ('×', "times"),
    ('÷', "div"),
    ('·', "cdot"),
    ('⋅', "cdot"),
    ('∗', "ast"),
    ('∘', "circ"),
    ('≤', "leq"),
    ('≥', "geq"),
    ('≠', "neq"),
    ('≈', "approx"),
    ('≡', "equiv"),
    ('∼', "sim"),
    ('≅', "cong"),
    ('∝', "propto"),
    ('≪', "ll"),
    ('≫', "gg"),
    ('∞', "infty"),
    ('∂', "partial"),
    ('∇', "nabla"),
    ('∑', "sum"),
    ('∏', "prod"),
    ('∫', "int"),
    ('∬', "iint"),
    ('∭', "iiint"),
    ('∮', "oint"),
    ('√', "surd"),
    ('∈', "in"),
    ('∉', "notin"),
    ('∋', "ni"),
    ('⊂', "subset"),
    ('⊆', "subseteq"),
    ('⊃', "supset"),
    ('⊇', "supseteq"),
    ('∪', "cup"),
    ('∩', "cap"),
    ('∅', "emptyset"),
    ('∀', "forall"),
    ('∃', "exists"),
    ('¬', "neg"),
    ('∧', "wedge"),
    ('∨', "vee"),
    ('⊕', "oplus"),
    ('⊗', "otimes"),
    ('→', "rightarrow"),
    ('←', "leftarrow"),
    ('↔', "leftrightarrow"),
    ('⇒', "Rightarrow"),
    ('⇐', "Leftarrow"),
    ('⇔', "Leftrightarrow"),
    ('↦', "mapsto"),
    ('↑', "uparrow"),
    ('↓', "downarrow"),
    ('…', "ldots"),
    ('⋯', "cdots"),
    ('⋮', "vdots"),
    ('⋱', "ddots"),
    ('′', "prime"),
    ('ℏ', "hbar"),
    ('ℓ', "ell"),
    ('ℵ', "aleph"),
    ('ℜ', "Re"),
    ('ℑ', "Im"),
    ('∠', "angle"),
    ('⊥', "perp"),
    ('∣', "mid"),
];
