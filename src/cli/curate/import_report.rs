//! Text report of an import.

use std::io::{self, Write};

use super::change_report::write_contradictions;
use crate::text::{clean, count, one_line};
use joseki_book::Contradiction;
use joseki_wire::{ConflictJson, FileImportJson, ImportJson};

/// Maximum number of refusals, conflicts and warnings listed; there can be thousands.
const LISTED: usize = 20;

/// Writes one line per file, then refusals, contradictions (if given, else conflicts), warnings and
/// phrases.
pub fn write_files(
    report: &ImportJson,
    contradictions: Option<&[Contradiction]>,
    most: usize,
    out: &mut impl Write,
) -> io::Result<()> {
    for file in &report.files {
        write_file(file, out)?;
    }
    list("refused", &refusals(report), out)?;
    match contradictions {
        Some(contradictions) => write_contradictions(contradictions, most, out)?,
        None => {
            let what = "in conflict; the first value was kept";
            list(what, &conflicts(report), out)?;
        }
    }
    list("odd but readable", &warnings(report), out)?;
    write_phrases(report, most, out)
}

fn write_file(file: &FileImportJson, out: &mut impl Write) -> io::Result<()> {
    let merged = &file.merged;
    let total = merged.duplicate + merged.mirror + merged.tenuki + merged.no_move;
    let implied = match file.implied {
        0 => String::new(),
        implied => format!("; {implied} more created (implied)"),
    };
    writeln!(
        out,
        "{}: {} read = {} placed + {total} merged ({} duplicate, {} mirror, {} tenuki, {} no move) + {} refused{implied}",
        one_line(&file.file),
        count(file.nodes, "node"),
        file.placed,
        merged.duplicate,
        merged.mirror,
        merged.tenuki,
        merged.no_move,
        file.refused.len(),
    )
}

fn list(what: &str, items: &[String], out: &mut impl Write) -> io::Result<()> {
    if items.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{} {what}:", items.len())?;
    for item in items.iter().take(LISTED) {
        writeln!(out, "  {}", clean(item))?;
    }
    match items.len().saturating_sub(LISTED) {
        0 => Ok(()),
        more => writeln!(out, "  … and {more} more; --format json lists all"),
    }
}

fn refusals(report: &ImportJson) -> Vec<String> {
    of_all_files(report, |file| {
        let refused = file.refused.iter();
        refused.map(|refused| format!(":{}: {}", refused.line, refused.reason))
    })
}

/// Returns the conflicts, those of verdicts first.
fn conflicts(report: &ImportJson) -> Vec<String> {
    of_all_files(report, |file| {
        let mut conflicts: Vec<&ConflictJson> = file.conflicts.iter().collect();
        conflicts.sort_by_key(|conflict| conflict.field != "verdict");
        conflicts.into_iter().map(|conflict| {
            let ConflictJson { field, line, kept, left_out } = conflict;
            let kept = if kept.is_empty() { "nothing" } else { kept };
            format!(": {field} of {line}: {kept}, not {left_out}")
        })
    })
}

fn warnings(report: &ImportJson) -> Vec<String> {
    of_all_files(report, |file| {
        let warnings = file.warnings.iter();
        warnings.map(|warning| format!(": {warning}"))
    })
}

/// Collects the items of all files, each with the name of its file.
fn of_all_files<'a, I: Iterator<Item = String>>(
    report: &'a ImportJson,
    items: impl Fn(&'a FileImportJson) -> I,
) -> Vec<String> {
    let named = |file: &'a FileImportJson| {
        items(file).map(move |item| one_line(&format!("{}{item}", file.file)))
    };
    report.files.iter().flat_map(named).collect()
}

/// Writes the first phrases in comments that state what a move depends on, and counts the others.
fn write_phrases(report: &ImportJson, most: usize, out: &mut impl Write) -> io::Result<()> {
    let (converted, to_review) = (&report.converted, &report.to_review);
    let became = converted
        .first
        .iter()
        .map(|it| format!("{}: {}: {} (\"{}\")", it.file, it.line, it.condition, it.phrase));
    let what = "converted from comments to conditions";
    list_some(what, converted.count, became.take(most), out)?;
    let left = to_review.first.iter().map(|it| {
        let suggested = it.suggested.as_ref();
        let suggested = suggested.map_or_else(String::new, |it| format!("; perhaps {it}"));
        format!("{}:{}: {}: \"{}\": {}{suggested}", it.file, it.at, it.line, it.phrase, it.why)
    });
    list_some("to review, possible conditions", to_review.count, left.take(most), out)
}

fn list_some(
    what: &str,
    count: u64,
    items: impl Iterator<Item = String>,
    out: &mut impl Write,
) -> io::Result<()> {
    if count == 0 {
        return Ok(());
    }
    writeln!(out, "\n{count} {what}:")?;
    let mut listed = 0;
    for item in items {
        writeln!(out, "  {}", one_line(&item))?;
        listed += 1;
    }
    match count.saturating_sub(listed) {
        0 => Ok(()),
        more => writeln!(out, "  … and {more} more; --details shows them"),
    }
}

/// Writes how many nodes were refused and that the rest was imported.
pub fn write_refused(report: &ImportJson, out: &mut impl Write) -> io::Result<()> {
    let refused: usize = report.files.iter().map(|file| file.refused.len()).sum();
    let what = count(refused, "node");
    match (refused, report.dry_run) {
        (0, _) => writeln!(out),
        (_, false) => writeln!(out, "\n{what} refused and left out; the rest was imported."),
        (_, true) => writeln!(out, "\n{what} refused; the rest would be imported."),
    }
}

/// Writes the new state of the book, with the counts of changed nodes.
pub fn write_book(report: &ImportJson, counts: &str, out: &mut impl Write) -> io::Result<()> {
    let book = &report.book;
    let (name, version) = (&book.name, book.version);
    let size = format!("{}, {}", count(book.nodes, "node"), count(book.lines, "line"));
    match (report.dry_run, report.changed) {
        (true, true) => writeln!(
            out,
            "Dry run, nothing was written: book {name} would become version {version} with {size}; {counts}.",
        ),
        (true, false) => {
            writeln!(out, "Dry run, nothing was written: book {name} would not change.")
        }
        (false, true) => writeln!(out, "Book {name} is now version {version}: {size}; {counts}."),
        (false, false) => writeln!(out, "Book {name} did not change: version {version}, {size}."),
    }
}
