//! `joseki game`: prints the record of a counted game.

use std::io::Write;
use std::path::Path;

use super::args::GameArgs;
use super::error::CliError;
use super::{database, output};

/// Prints the record as SGF.
pub fn run(db: &Path, args: &GameArgs, out: &mut impl Write) -> Result<(), CliError> {
    let service = database::open(db)?;
    let record = service.game_record(&args.book, &args.id)?;
    output::file(out, &record)
}
