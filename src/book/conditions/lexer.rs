//! Splits the text of a condition into words and symbols, each with its place.

/// A word or a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ConditionToken<'a> {
    /// A run of letters, digits and `_`, or one other character.
    pub text: &'a str,
    /// Byte offset in the text.
    pub at: usize,
}

/// Returns all tokens of a text; white space only separates them.
pub(super) fn tokens(text: &str) -> Vec<ConditionToken<'_>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let at = text.len() - rest.len();
        let length = if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (token, after) = rest.split_at(length);
        if !first.is_whitespace() {
            tokens.push(ConditionToken { text: token, at });
        }
        rest = after;
    }
    tokens
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
