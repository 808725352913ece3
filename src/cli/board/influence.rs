//! `joseki influence`: shows the influence of stones on a board by a model.

use std::io::Write;

use super::influence_report;
use crate::args::{Format, InfluenceArgs};
use crate::error::CliError;
use crate::look::OutputStyle;
use crate::{next::given_board, output, picture};
use joseki_game::Color;
use joseki_service::board::{InfluenceQuery, influence};
use joseki_store::DatabaseAddress;
use joseki_wire::moves::{last_color, split_line, split_moves, split_stones};
use joseki_wire::{InfluenceRequest, InfluenceResponse, RequestError};

/// Runs the model and prints its result.
pub fn run(
    db: &DatabaseAddress,
    args: &InfluenceArgs,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    picture::check(&args.picture, db)?;
    let query = question(args)?;
    let size = query.board.size;
    let answer = influence(&query).map_err(|error| CliError::Query {
        error,
        coords: args.board.coords,
        size,
    })?;
    picture::write(&args.picture, || influence_report::picture(&answer), db)?;
    match args.format.format {
        Format::Json => {
            let coords = args.board.coords;
            output::json(out, &InfluenceResponse::new(&answer, coords))
        }
        Format::Text => Ok(influence_report::write(&query, &answer, args, look, out)?),
    }
}

fn question(args: &InfluenceArgs) -> Result<InfluenceQuery, CliError> {
    let board = &args.board;
    let given = given_board::read(board)?;
    let moves = split_moves(&board.moves);
    let last = match &given {
        Some(given) => given.board.moves.last().map(|(color, _)| *color),
        None => last_color(&moves),
    };
    let first = last.map_or(Color::Black, Color::opposite);
    let of_record = given.as_ref().filter(|_| args.values).and_then(|given| given.to_play);
    let to_play = args.to_play.or(of_record);
    let request = InfluenceRequest {
        board_size: board.size,
        coords: board.coords,
        moves,
        initial_stones: split_stones(&board.stones),
        model: Some(args.model.clone()),
        dead: args.dead.clone(),
        graded: args.graded,
        line: split_line(&args.line, first),
        metrics: args.metrics,
        blocks: args.blocks,
        links: args.links,
        values: args.values,
        to_play: to_play.map(|color| color.letter().to_string()),
    };
    let query = match given {
        Some(given) => request.to_query_on(given.board),
        None => request.to_query(),
    };
    query.map_err(name_flag)
}

/// Maps the field `line` to `--line`, which in other commands is the line of a book.
fn name_flag(error: RequestError) -> CliError {
    let field = match error.field.strip_prefix("line") {
        Some(rest) => format!("continuation{rest}"),
        None => error.field,
    };
    CliError::Request(RequestError { field, ..error })
}
