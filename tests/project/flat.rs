//! A value as lines `key = value`: its `{:#?}`, with the path of every value in front of it
//! and lengths in points.

use std::fmt::Debug;

/// What a level of the tree is.
enum Level {
    /// A struct or tuple with this path.
    Fields(String),
    /// A list with this path, and how many elements of it were seen.
    List(String, usize),
    /// A number in a type of its own: `Length(11)`.
    Number(String, &'static str),
}

/// The lines of a value.
pub(super) fn lines(value: &impl Debug) -> Vec<String> {
    let text = format!("{value:#?}");
    let mut levels: Vec<Level> = Vec::new();
    let mut lines = Vec::new();
    for line in text.lines().map(|line| line.trim().trim_end_matches(',')) {
        if matches!(line, "}" | "]" | ")") {
            if let Some(Level::List(path, seen)) = levels.pop() {
                lines.push(format!("{path} has {seen}"));
            }
            continue;
        }
        let (path, value) = path_of(line, &mut levels.last_mut());
        let opened = match value.chars().next_back() {
            Some('[') => Some(Level::List(path, 0)),
            Some('(') => match &value[..value.len() - 1] {
                "Some" => Some(Level::Fields(path)),
                "Length" => Some(Level::Number(path, "pt")),
                "Ratio" => Some(Level::Number(path, "")),
                name => Some(Level::Fields(join(&path, name))),
            },
            Some('{') => {
                let name = value.trim_end_matches(" {");
                if matches!(levels.last(), Some(Level::List(..))) {
                    lines.push(format!("{path} = {name}"));
                }
                Some(Level::Fields(path))
            }
            _ => {
                let value = match levels.last() {
                    Some(Level::Number(_, unit)) => scaled(value, unit),
                    _ => value.to_owned(),
                };
                lines.push(format!("{path} = {value}"));
                None
            }
        };
        levels.extend(opened);
    }
    lines
}

/// The path of a line's value, and the value.
fn path_of<'l>(line: &'l str, level: &mut Option<&mut Level>) -> (String, &'l str) {
    match level {
        None => (String::new(), line),
        Some(Level::List(path, seen)) => {
            *seen += 1;
            (format!("{path}[{}]", *seen - 1), line)
        }
        Some(Level::Number(path, _)) => (path.clone(), line),
        Some(Level::Fields(path)) => match line.split_once(": ") {
            Some((field, value))
                if field.chars().all(|c| c.is_alphanumeric() || c == '_') =>
            {
                (join(path, field), value)
            }
            _ => (path.clone(), line),
        },
    }
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

/// Scaled points as points, parts per million as parts.
fn scaled(number: &str, unit: &str) -> String {
    let number: f64 = number.parse().unwrap();
    let one = if unit == "pt" { 65_536.0 } else { 1_000_000.0 };
    let text = format!("{:.4}", number / one);
    format!("{}{unit}", text.trim_end_matches('0').trim_end_matches('.'))
}
