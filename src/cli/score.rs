//! `joseki score`: scores a board.

use std::io::Write;
use std::path::Path;

use super::args::{Format, ScoreArgs};
use super::error::CliError;
use super::look::OutputStyle;
use super::record_said::{self, ScoringProperties};
use super::{given_board, output, picture, score_report};
use crate::service::{ScoreQuery, score};
use crate::wire::moves::{split_moves, split_stones};
use crate::wire::{PrisonersJson, RequestError, ScoreRequest, ScoreResponse};

/// Minimum number of stones that count as a handicap.
const MIN_HANDICAP: u32 = 2;

/// Scores the board and prints the result.
pub fn run(
    db: &Path,
    args: &ScoreArgs,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    picture::check(&args.picture, db)?;
    let (query, said) = question(args)?;
    let size = query.board.size;
    let mut answer = score(&query).map_err(|error| CliError::Query { error, size })?;
    picture::write(&args.picture, || score_report::picture(&answer), db)?;
    let mut notes = notes_of(args, &said);
    notes.append(&mut answer.notes);
    answer.notes = notes;
    match args.format.format {
        Format::Json => {
            let response = ScoreResponse::new(&answer, args.board.coords);
            output::json(out, &response)
        }
        Format::Text => {
            let coords = args.board.coords;
            let result = said.result.as_deref();
            Ok(score_report::write(&answer, result, coords, look, out)?)
        }
    }
}

fn question(args: &ScoreArgs) -> Result<(ScoreQuery, ScoringProperties), CliError> {
    let board = &args.board;
    let given = given_board::read(board)?;
    let said = given.as_ref().map(|given| record_said::read(&given.bytes));
    let said = said.unwrap_or_default();
    let of_record = said.rules.map(|rules| rules.to_string());
    let request = ScoreRequest {
        board_size: board.size,
        coords: board.coords,
        moves: split_moves(&board.moves),
        initial_stones: split_stones(&board.stones),
        rules: args.rules.clone().or(of_record),
        komi: args.komi.or(said.komi),
        dead: args.dead.as_deref().map(point_list),
        estimate: args.estimate.clone(),
        seki: args.seki.as_deref().map(point_list),
        prisoners: PrisonersJson {
            black: args.prisoners_black,
            white: args.prisoners_white,
        },
    };
    let query = match given {
        Some(given) => request.on_board(given.board),
        None => request.into_query(),
    };
    Ok((query.map_err(at)?, said))
}

/// Returns the points of a list; `none` is an empty list.
fn point_list(points: &[String]) -> Vec<String> {
    match points {
        [none] if none == "none" => Vec::new(),
        points => points.to_vec(),
    }
}

fn at(error: RequestError) -> CliError {
    let field = error.field.replace('.', "-");
    CliError::Request(RequestError { field, ..error })
}

/// Returns notes on rules, komi and handicap that were taken from the record, or could not be.
fn notes_of(args: &ScoreArgs, said: &ScoringProperties) -> Vec<String> {
    let mut notes = Vec::new();
    if args.rules.is_none() {
        match (&said.rules, &said.rules_text) {
            (Some(rules), _) => notes.push(format!("rules {rules}, from the record")),
            (None, Some(text)) => notes.push(format!(
                "unknown rules {text:?} in the record: choose rules with --rules"
            )),
            (None, None) => {}
        }
    }
    match (args.komi, said.komi, &said.komi_text) {
        (None, Some(komi), Some(text)) if text.trim().parse() != Ok(komi) => {
            notes.push(format!("komi {komi}, from the record's {text:?}"));
        }
        (None, Some(komi), _) => notes.push(format!("komi {komi}, from the record")),
        (None, None, Some(text)) => notes.push(format!(
            "invalid komi {text:?} in the record: set it with --komi"
        )),
        _ => {}
    }
    if said.handicap >= MIN_HANDICAP {
        notes.push(format!(
            "{} handicap stones: compensation for White beyond komi is not counted",
            said.handicap
        ));
    }
    notes
}
