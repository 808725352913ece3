//! Lines of bounded length from other programs.
//!
//! - [`read_line`]: reads one line
//! - [`InputLines`]: the lines of a controller, read on a thread of their own

mod input;

pub use input::InputLines;

use std::io::{self, BufRead, Read};

/// Result of [`read_line`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineRead {
    /// The input has ended.
    End,
    /// The whole line, with its line break unless the input ends without one.
    Whole,
    /// The beginning of a line of more than `limit` bytes, whose rest was discarded.
    TooLong,
}

/// Replaces `line` with the next line of the input, at most `limit` bytes of it with its line
/// break. A last line without one may have `limit` bytes.
///
/// # Errors
/// The input cannot be read.
pub fn read_line(input: &mut impl BufRead, limit: u64, line: &mut Vec<u8>) -> io::Result<LineRead> {
    line.clear();
    let read = input.by_ref().take(limit).read_until(b'\n', line)?;
    if read == 0 {
        return Ok(LineRead::End);
    }
    if line.ends_with(b"\n") || (read as u64) < limit || input.fill_buf()?.is_empty() {
        return Ok(LineRead::Whole);
    }
    input.skip_until(b'\n')?;
    Ok(LineRead::TooLong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_one_line() {
        for (text, expected) in [
            ("", &[][..]),
            ("ab\n", &[("ab\n", LineRead::Whole)]),
            ("abc\nd", &[("abc\n", LineRead::Whole), ("d", LineRead::Whole)]),
            ("abcd", &[("abcd", LineRead::Whole)]),
            ("abcde", &[("abcd", LineRead::TooLong)]),
            ("abcdefghi\nj\n", &[("abcd", LineRead::TooLong), ("j\n", LineRead::Whole)]),
            ("abcd\n", &[("abcd", LineRead::TooLong)]),
        ] {
            let (mut input, mut line) = (text.as_bytes(), Vec::new());
            let mut lines = Vec::new();
            loop {
                match read_line(&mut input, 4, &mut line).unwrap() {
                    LineRead::End => break,
                    read => lines.push((String::from_utf8(line.clone()).unwrap(), read)),
                }
            }
            let lines: Vec<_> = lines.iter().map(|(line, read)| (line.as_str(), *read)).collect();
            assert_eq!(lines, expected, "{text:?}");
        }
    }
}
