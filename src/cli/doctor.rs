//! `joseki doctor`: what is wrong with the database, and what mends it.

use std::io::Write;
use std::path::Path;

use super::args::{DoctorArgs, Format};
use super::error::CliError;
use super::text::clean;
use super::{database, output};
use crate::wire::DoctorJson;

/// Counts anew if that is asked for, then looks at everything.
pub fn run(db: &Path, args: &DoctorArgs, out: &mut impl Write) -> Result<(), CliError> {
    let service = database::open_existing(db)?;
    let recounted = args.recount.then(|| service.recount()).transpose()?;
    let relearned = args.relearn.then(|| service.relearn()).transpose()?;
    let answer = DoctorJson::new(None, recounted, relearned, &service.examine(None)?);
    match args.format.format {
        Format::Json => output::json(out, &answer)?,
        Format::Text => write(db, &answer, out)?,
    }
    match answer.problems.len() {
        0 => Ok(()),
        count => {
            // The answer comes first.
            out.flush()?;
            Err(CliError::Problems { count })
        }
    }
}

fn write(db: &Path, answer: &DoctorJson, out: &mut impl Write) -> Result<(), CliError> {
    match answer.recounted {
        None => {}
        Some(0) => writeln!(out, "Counted all results anew: every sum was right.")?,
        Some(wrong) => writeln!(
            out,
            "Counted all results anew: {wrong} sums were wrong and are mended."
        )?,
    }
    if let Some(games) = answer.relearned {
        writeln!(
            out,
            "Found the moves of the books in all games anew: {games} games have others than before."
        )?;
    }
    for problem in &answer.problems {
        writeln!(out, "{}", clean(&problem.problem))?;
        writeln!(out, "  to mend it: {}", problem.remedy)?;
    }
    if answer.healthy {
        writeln!(out, "{}: all is well.", db.display())?;
    }
    Ok(())
}
