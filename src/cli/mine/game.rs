//! `joseki game`: prints the record of a counted game.

use std::io::Write;
use std::path::Path;

use crate::cli::args::GameArgs;
use crate::cli::error::CliError;
use crate::cli::{database, output};

/// Prints the record as SGF.
pub fn run(db: &Path, args: &GameArgs, out: &mut impl Write) -> Result<(), CliError> {
    let service = database::open(db)?;
    let record = service.game_record(&args.book, &args.id)?;
    output::file(out, &record)
}
