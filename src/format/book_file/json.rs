//! JSON, written.

use std::fmt::Write;

/// An object, one line.
#[derive(Default)]
pub struct Object(String);

impl Object {
    /// A member with a text.
    pub fn text(self, name: &str, value: &str) -> Object {
        self.raw(name, &quoted(value))
    }

    /// A member with a text or null.
    pub fn optional(self, name: &str, value: Option<&str>) -> Object {
        let value = value.map_or_else(|| "null".to_owned(), quoted);
        self.raw(name, &value)
    }

    /// A member with a list of texts.
    pub fn texts<T: AsRef<str>>(self, name: &str, values: impl IntoIterator<Item = T>) -> Object {
        let values: Vec<String> = values
            .into_iter()
            .map(|value| quoted(value.as_ref()))
            .collect();
        self.raw(name, &format!("[{}]", values.join(",")))
    }

    /// A member with a number, or null for what is none.
    pub fn number(self, name: &str, value: impl Into<f64>) -> Object {
        let value: f64 = value.into();
        let text = if value.is_finite() {
            value.to_string()
        } else {
            "null".to_owned()
        };
        self.raw(name, &text)
    }

    /// A member whose value is JSON already.
    pub fn raw(mut self, name: &str, value: &str) -> Object {
        self.0.push(if self.0.is_empty() { '{' } else { ',' });
        self.0 += &quoted(name);
        self.0.push(':');
        self.0 += value;
        self
    }

    /// The object with a line break.
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
            // Writing to a text cannot fail.
            letter if u32::from(letter) < 0x20 => {
                let _never_fails = write!(out, "\\u{:04x}", u32::from(letter));
            }
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}
