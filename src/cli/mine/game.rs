//! `joseki game`: prints the record of a counted game.

use std::io::Write;

use crate::args::GameArgs;
use crate::error::CliError;
use crate::{
    database::{self, DatabaseFile},
    output,
};

/// Prints the record as SGF.
pub fn run(db: &DatabaseFile, args: &GameArgs, out: &mut impl Write) -> Result<(), CliError> {
    let service = database::open_to_read(db)?;
    let record = service.mining().game_record(&args.book, &args.id)?;
    output::file(out, &record)
}
