//! Text report of a change of a book.

use std::io::{self, Write};
use std::path::Path;

use super::again;
use super::change_report::{ListedNodes, counts, write_contradictions, write_delta};
use crate::book::Contradiction;
use crate::service::ChangeOutcome;

/// Writes the changed nodes, the contradictions, and the new state of the book.
pub fn write(
    outcome: &ChangeOutcome,
    contradictions: &[Contradiction],
    most: usize,
    db: &Path,
    out: &mut impl Write,
) -> io::Result<()> {
    write_delta(&outcome.delta, ListedNodes::All, most, out)?;
    write_contradictions(contradictions, most, out)?;
    if !outcome.delta.is_empty() || !contradictions.is_empty() {
        writeln!(out)?;
    }
    write_book(outcome, db, out)
}

fn write_book(outcome: &ChangeOutcome, db: &Path, out: &mut impl Write) -> io::Result<()> {
    let (book, counts) = (&outcome.book, counts(&outcome.delta));
    let (name, version) = (&book.name, book.version);
    match (counts.as_str(), outcome.dry_run) {
        ("", true) => {
            writeln!(
                out,
                "Dry run, nothing was written: book {name} would not change."
            )
        }
        ("", false) => writeln!(out, "Book {name} did not change: version {version}."),
        (counts, true) => writeln!(
            out,
            "Dry run, nothing was written: book {name} would become version {version}: {counts}."
        ),
        (counts, false) => {
            writeln!(out, "Book {name} is now version {version}: {counts}.")?;
            write_number(outcome.change, db, out)
        }
    }
}

/// Writes the number of a change and the command that reverts it.
pub fn write_number(change: Option<i64>, db: &Path, out: &mut impl Write) -> io::Result<()> {
    let Some(change) = change else { return Ok(()) };
    let revert = again::command(db, &format!("revert {change}"));
    writeln!(out, "This is change {change}; to revert it: {revert}")
}
