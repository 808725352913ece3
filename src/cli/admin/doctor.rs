//! `joseki doctor`: checks the database and its books, and mends them.

use std::io::{self, Write};

use crate::args::{DoctorArgs, Format};
use crate::error::CliError;
use crate::text::one_line;
use crate::who::user_name;
use crate::{
    again,
    database::{self, DatabaseFile},
    output,
};
use joseki_service::admin::Repairs;
use joseki_wire::{DoctorJson, ProblemJson};

/// Mends, recounts and relearns as requested, then checks everything.
pub fn run(db: &DatabaseFile, args: &DoctorArgs, out: &mut impl Write) -> Result<(), CliError> {
    let service = database::open_existing(db, args.mend || args.recount || args.relearn)?;
    let book = args.book.as_deref();
    let mend = || service.administration().repair(book, &user_name());
    let mended = args.mend.then(mend).transpose()?;
    let recounted = args.recount.then(|| service.learning().recount()).transpose()?;
    let relearned = args.relearn.then(|| service.learning().relearn()).transpose()?;
    let findings = service.administration().examine(book)?;
    let answer = DoctorJson::new(mended, recounted, relearned, &findings);
    match args.format.format {
        Format::Json => output::json(out, &answer)?,
        Format::Text => write(db, &answer, args.details.count(Format::Text), out)?,
    }
    let counts = |problem: &&ProblemJson| problem.error || args.strict;
    match answer.problems.iter().filter(counts).count() {
        0 => Ok(()),
        count => {
            // The report goes before the error message.
            out.flush()?;
            Err(CliError::Problems { count })
        }
    }
}

/// Writes the repairs, and at most `most` problems of each book.
pub(super) fn write(
    db: &DatabaseFile,
    answer: &DoctorJson,
    most: usize,
    out: &mut impl Write,
) -> io::Result<()> {
    write_repairs(answer, out)?;
    let of_book = |one: &ProblemJson, two: &ProblemJson| one.book == two.book;
    for problems in answer.problems.chunk_by(of_book) {
        match problems.first().and_then(|problem| problem.book.as_ref()) {
            Some(book) => writeln!(out, "Book {}:", one_line(book))?,
            None => writeln!(out, "The file:")?,
        }
        for problem in problems.iter().take(most) {
            write_problem(db, problem, out)?;
        }
        if let more @ 1.. = problems.len().saturating_sub(most) {
            writeln!(out, "  … and {more} more; --details shows them")?;
        }
    }
    let file = &db.address;
    match (answer.healthy, answer.problems.len()) {
        (true, 0) => writeln!(out, "{file}: no problems found."),
        (true, _) => writeln!(out, "{file}: no problems found; the entries above are advice."),
        (false, _) => Ok(()),
    }
}

fn write_problem(db: &DatabaseFile, problem: &ProblemJson, out: &mut impl Write) -> io::Result<()> {
    let kind = if problem.error { "" } else { "advice: " };
    let line = match problem.line.as_deref() {
        None => String::new(),
        Some("") => "the empty corner: ".to_owned(),
        Some(line) => format!("{line}: "),
    };
    writeln!(out, "  {kind}{line}{}", one_line(&problem.problem))?;
    match problem.remedy.as_str() {
        "" => Ok(()),
        remedy => writeln!(out, "    to fix: {}", one_line(&again::remedy_command(db, remedy))),
    }
}

fn write_repairs(answer: &DoctorJson, out: &mut impl Write) -> io::Result<()> {
    match answer.mended {
        None => {}
        Some(Repairs { lines: 0, mirrored: 0, leaves: 0, unlogged: 0, sums: 0 }) => {
            writeln!(out, "Nothing to mend.")?
        }
        Some(mended) => writeln!(
            out,
            "Mended: {} rows of lines, positions and book counts, {} nodes in the wrong orientation, {} leaves not marked as a line's end, {} nodes missing from the log, {} totals of results.",
            mended.lines, mended.mirrored, mended.leaves, mended.unlogged, mended.sums
        )?,
    }
    match answer.recounted {
        None => {}
        Some(0) => writeln!(out, "Recounted all results: every total was right.")?,
        Some(wrong) => {
            writeln!(out, "Recounted all results: {wrong} totals were wrong and were mended.")?
        }
    }
    match answer.relearned {
        None => Ok(()),
        Some(games) => writeln!(
            out,
            "Matched all games against the books again: {games} games have different moves than before."
        ),
    }
}
