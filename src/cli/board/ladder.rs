//! `joseki ladder`: reads the ladders of a board.

use std::io::Write;

use crate::args::{Format, LadderArgs};
use crate::error::CliError;
use crate::text::wrap;
use crate::{look::OutputStyle, next::given_board, output};
use joseki_service::board::{LadderQuery, ladders};
use joseki_wire::moves::{split_moves, split_stones};
use joseki_wire::{LadderRequest, LadderResponse, RequestError};

/// Reads the ladders.
pub fn run(args: &LadderArgs, look: OutputStyle, out: &mut impl Write) -> Result<(), CliError> {
    let query = question(args)?;
    let size = query.board.size;
    let answers = ladders(&query).map_err(|error| CliError::Query {
        error,
        coords: args.board.coords,
        size,
    })?;
    let response = LadderResponse::new(&answers, args.board.coords, size);
    let response = response.map_err(name_flag)?;
    match args.format.format {
        Format::Json => output::json(out, &response),
        Format::Text => Ok(write(&response, look, out)?),
    }
}

fn question(args: &LadderArgs) -> Result<LadderQuery, CliError> {
    let board = &args.board;
    let request = LadderRequest {
        board_size: board.size,
        coords: board.coords,
        moves: split_moves(&board.moves),
        initial_stones: split_stones(&board.stones),
        points: args.at.clone(),
        first: args.first.map(|color| color.letter().to_string()),
    };
    let query = match given_board::read(board)? {
        Some(given) => request.on_board(given.board),
        None => request.to_query(),
    };
    query.map_err(name_flag)
}

/// Maps the field `points` to its flag `--at`; the message names the point.
fn name_flag(error: RequestError) -> CliError {
    let field = if error.field.starts_with("points") { "at".to_owned() } else { error.field };
    CliError::Request(RequestError { field, ..error })
}

fn write(
    response: &LadderResponse,
    look: OutputStyle,
    out: &mut impl Write,
) -> std::io::Result<()> {
    if response.ladders.is_empty() {
        return writeln!(out, "No chain has one or two liberties.");
    }
    for ladder in &response.ladders {
        let color = if ladder.color == "B" { "Black" } else { "White" };
        let liberties = match ladder.liberties {
            1 => "1 liberty".to_owned(),
            many => format!("{many} liberties"),
        };
        writeln!(out, "{} {color}, {liberties}: {}", ladder.point, ladder.outcome)?;
        let columns = look.width.map(|width| width.saturating_sub(2));
        for line in wrap(&ladder.why, columns) {
            writeln!(out, "  {line}")?;
        }
    }
    Ok(())
}
