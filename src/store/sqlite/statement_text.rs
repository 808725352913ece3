//! Comparison of the statements that created a database's tables, indexes and triggers.

/// Returns a statement without comments, line breaks and quotes around plain names. `ALTER TABLE`
/// writes renamed tables in quotes, so that one table may have several texts. Literals stay as they
/// are.
pub(super) fn normalized(sql: &str) -> String {
    let mut text = String::new();
    let mut rest = sql;
    let mut is_spaced = false;
    while let Some(first) = rest.chars().next() {
        let length = token_length(rest, first);
        let (token, after) = rest.split_at(length);
        rest = after;
        if first.is_whitespace() || token.starts_with("--") || token.starts_with("/*") {
            is_spaced = true;
            continue;
        }
        if is_spaced && needs_space(&text, first) {
            text.push(' ');
        }
        is_spaced = false;
        text.push_str(plain_name(token).unwrap_or(token));
    }
    text
}

/// Returns the length of the literal, quoted name or comment that begins a text, or of one letter.
fn token_length(text: &str, first: char) -> usize {
    let up_to = |end: &str, skipped: usize| {
        text[skipped..].find(end).map_or(text.len(), |at| skipped + at + end.len())
    };
    match first {
        // A doubled quote is two tokens without a space between them.
        '\'' => up_to("'", 1),
        '"' => up_to("\"", 1),
        '-' if text.starts_with("--") => up_to("\n", 2),
        '/' if text.starts_with("/*") => up_to("*/", 2),
        other => other.len_utf8(),
    }
}

/// Whether white space between two tokens matters: not beside brackets and commas.
fn needs_space(before: &str, next: char) -> bool {
    const FREE: [char; 3] = ['(', ')', ','];
    !before.is_empty() && !before.ends_with(FREE) && !FREE.contains(&next)
}

/// Returns the name in quotes if it could stand without them.
fn plain_name(token: &str) -> Option<&str> {
    let name = token.strip_prefix('"')?.strip_suffix('"')?;
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    (!name.is_empty() && name.chars().all(is_plain)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_renamed_table_and_one_with_comments_have_one_text() {
        let renamed = "CREATE TABLE \"book\" (\n    id INTEGER, name TEXT\n) STRICT";
        let written = "CREATE TABLE book(
                id INTEGER,   -- never given twice, even after \"DELETE\"
                name   TEXT /* a name; it isn't
                               empty */ )  STRICT";
        let text = "CREATE TABLE book(id INTEGER,name TEXT)STRICT";
        assert_eq!([normalized(renamed), normalized(written)], [text, text]);
    }

    #[test]
    fn different_statements_stay_different() {
        let table = |check: &str| normalized(&format!("CREATE TABLE a (b TEXT CHECK ({check}))"));
        let checks = [
            "b <> ''",
            "b <> ' '",
            "b <> '  '",
            "b <> '--'",
            "b <> '-- c'",
            "b <> '/* c */'",
            "b <> 'it''s'",
            "b <> 'its'",
            "b <> '\"b\"'",
            "b <> 'b'",
            "b <> x''",
            "b <> \"c d\"",
            "b <> \"c  d\"",
            "b < b",
        ];
        let texts = checks.map(table);
        for (index, text) in texts.iter().enumerate() {
            assert!(!texts[..index].contains(text), "{text}");
            assert!(text.ends_with(&format!("CHECK({}))", checks[index])), "{text}");
        }
    }

    #[test]
    fn a_literal_or_comment_without_an_end_reaches_to_the_end() {
        assert_eq!(normalized("a 'b  c"), "a 'b  c");
        assert_eq!(normalized("a -- b"), "a");
        assert_eq!(normalized("a /* b"), "a");
        assert_eq!(normalized("a \""), "a \"");
    }
}
