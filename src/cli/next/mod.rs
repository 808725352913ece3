//! `joseki next`: shows the next joseki moves on a board.

pub mod corner_report;
pub mod evidence_report;
pub mod games_report;
pub mod given_board;
pub mod report;
pub mod whole_report;

use std::io::Write;

use super::args::{Format, NextArgs};
use super::database::{self, DatabaseFile};
use super::error::CliError;
use super::look::OutputStyle;
use super::{output, picture};
use joseki_game::Variant;
use joseki_service::{
    DEFAULT_BOOK,
    next::{NextQuery, next_picture},
};
use joseki_wire::{NextRequest, NextResponse, ResponseFields, SelectedFields};

/// Runs the query and prints its result.
pub fn run(
    db: &DatabaseFile,
    args: &NextArgs,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    picture::check(&args.picture, db)?;
    let (variant, query) = question(db, args)?;
    let coords = args.query.coords.for_game(variant.game());
    let service = database::open_to_read(db)?;
    let refused = |error| CliError::Query { error, coords, size: query.size };
    let answer = service.next_moves().next(&query).map_err(refused)?;
    let response = NextResponse::new(&answer, coords, query.size);
    let drawn = || next_picture(&query, variant, &answer.moves, None);
    picture::write(&args.picture, drawn, db)?;
    match args.format.format {
        Format::Json => {
            let fields = ResponseFields::parse(&args.query.fields).map_err(CliError::Request)?;
            output::json(out, &SelectedFields::new(&response, &fields))
        }
        Format::Text => Ok(report::write(&query, &answer, &response, look, out)?),
    }
}

fn question(db: &DatabaseFile, args: &NextArgs) -> Result<(Variant, NextQuery), CliError> {
    let mut parameters = args.query.clone();
    if !args.played.is_empty() {
        // `Q16 O17` and `Q16, O17` are two words.
        let words = args.played.iter().map(|word| word.trim_end_matches(','));
        parameters.moves = words.collect::<Vec<_>>().join(",");
    }
    let request = NextRequest::from(parameters);
    let book = request.book.as_deref().unwrap_or(DEFAULT_BOOK);
    let variant = database::variant(db, book)?;
    let query = request.into_query(variant).map_err(CliError::Request)?;
    let Some(path) = &args.sgf else {
        return Ok((variant, query));
    };
    let (record, _) = given_board::read_game(variant.game(), path, args.move_number)?;
    Ok((variant, query.on_record(record)))
}
