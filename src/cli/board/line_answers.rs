//! One answer a line to questions that are one a line.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use serde_json::{Value, json};

use crate::error::CliError;
use crate::{output, source};
use joseki_lines::{LineRead, read_line};

/// The most bytes of a line.
const MAX_LINE_LENGTH: u64 = 16 << 10;

/// What is wrong with a line: the message, and what else its answer says.
pub struct LineError {
    /// The message, which the answer prefixes by the number of the line.
    pub message: String,
    /// A field of the answer beside the error.
    pub more: Option<(&'static str, Value)>,
}

impl From<String> for LineError {
    fn from(message: String) -> LineError {
        LineError { message, more: None }
    }
}

/// Writes an answer for each line of a file, standard input by default. Returns how many lines were
/// refused.
///
/// # Errors
/// The file cannot be read, or the output cannot be written.
pub fn answer_lines<T: serde::Serialize>(
    file: Option<&Path>,
    out: &mut impl Write,
    answer: impl Fn(&[u8]) -> Result<T, LineError>,
) -> Result<usize, CliError> {
    let path = file.unwrap_or(Path::new("-"));
    let unreadable = |error| CliError::Read { file: source::name(path), error };
    let mut input: Box<dyn BufRead> = if path.as_os_str() == "-" {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(File::open(path).map_err(unreadable)?))
    };
    let (mut number, mut refused) = (0, 0);
    let mut line = Vec::new();
    loop {
        let read = read_line(&mut input, MAX_LINE_LENGTH, &mut line).map_err(unreadable)?;
        number += 1;
        let answered = match read {
            LineRead::End => return Ok(refused),
            LineRead::TooLong => Err("the line is longer than 16 KiB".to_owned().into()),
            LineRead::Whole if line.trim_ascii().is_empty() => continue,
            LineRead::Whole => answer(&line),
        };
        match answered {
            Ok(response) => output::json(out, &response)?,
            Err(LineError { message, more }) => {
                refused += 1;
                let mut answer = json!({"error": format!("line {number}: {message}")});
                if let Some((field, value)) = more {
                    answer[field] = value;
                }
                output::json(out, &answer)?;
            }
        }
        out.flush()?;
    }
}
