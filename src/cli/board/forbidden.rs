//! `joseki forbidden`: the points that renju forbids to Black.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use serde_json::json;

use crate::cli::args::ForbiddenArgs;
use crate::cli::error::CliError;
use crate::cli::{output, source};
use crate::lines::{LineRead, read_line};
use crate::wire::{ForbiddenRequest, ForbiddenResponse};

/// The most bytes of a line: a board has 225 points.
const LONGEST_LINE: u64 = 16 << 10;

/// Finds the forbidden points of each board.
pub fn run(args: &ForbiddenArgs, out: &mut impl Write) -> Result<(), CliError> {
    let path = args.file.as_deref().unwrap_or(Path::new("-"));
    let unreadable = |error| CliError::Read { file: source::name(path), error };
    let mut input: Box<dyn BufRead> = match path.as_os_str() == "-" {
        true => Box::new(io::stdin().lock()),
        false => Box::new(BufReader::new(File::open(path).map_err(unreadable)?)),
    };
    let (mut number, mut refused) = (0, 0);
    let mut line = Vec::new();
    loop {
        let read = read_line(&mut input, LONGEST_LINE, &mut line).map_err(unreadable)?;
        number += 1;
        let answer = match read {
            LineRead::End => break,
            LineRead::TooLong => Err("the line is longer than 16 KiB".to_owned()),
            LineRead::Whole if line.trim_ascii().is_empty() => continue,
            LineRead::Whole => answer(&line),
        };
        match answer {
            Ok(response) => output::json(out, &response)?,
            Err(message) => {
                refused += 1;
                output::json(out, &json!({"error": format!("line {number}: {message}")}))?;
            }
        }
        out.flush()?;
    }
    if refused == 0 { Ok(()) } else { Err(CliError::BoardsRefused { refused }) }
}

fn answer(line: &[u8]) -> Result<ForbiddenResponse, String> {
    let request: ForbiddenRequest =
        serde_json::from_slice(line).map_err(|error| format!("invalid JSON: {error}"))?;
    let board =
        request.to_board().map_err(|error| format!("{}: {}", error.field, error.message))?;
    Ok(ForbiddenResponse::from(&board))
}
