//! Writes JSON.

use std::fmt::Write;

/// A JSON object on one line.
#[derive(Default)]
pub struct Object(String);

impl Object {
    /// Adds a string member.
    pub fn text(self, name: &str, value: &str) -> Object {
        self.raw(name, &quoted(value))
    }

    /// Adds a string or null member.
    pub fn optional(self, name: &str, value: Option<&str>) -> Object {
        let value = value.map_or_else(|| "null".to_owned(), quoted);
        self.raw(name, &value)
    }

    /// Adds a member with a list of strings.
    pub fn texts<T: AsRef<str>>(self, name: &str, values: impl IntoIterator<Item = T>) -> Object {
        let values: Vec<String> = values.into_iter().map(|value| quoted(value.as_ref())).collect();
        self.raw(name, &format!("[{}]", values.join(",")))
    }

    /// Adds a number member; null if it is not finite.
    pub fn number(self, name: &str, value: impl Into<f64>) -> Object {
        let value: f64 = value.into();
        let text = if value.is_finite() { value.to_string() } else { "null".to_owned() };
        self.raw(name, &text)
    }

    /// Adds a member whose value is already JSON.
    pub fn raw(mut self, name: &str, value: &str) -> Object {
        self.0.push(if self.0.is_empty() { '{' } else { ',' });
        self.0 += &quoted(name);
        self.0.push(':');
        self.0 += value;
        self
    }

    /// Returns the object with a line break.
    pub fn line(self) -> String {
        if self.0.is_empty() {
            return "{}\n".to_owned();
        }
        self.0 + "}\n"
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // Writing to a string cannot fail.
            letter if u32::from(letter) < 0x20 => {
                let _never_fails = write!(out, "\\u{:04x}", u32::from(letter));
            }
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}
