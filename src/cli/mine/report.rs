//! Text report of a mining run.

use std::io::{self, Write};

use strum::VariantArray;

use super::records_report::write_first;
use crate::text::count;
use joseki_mine::{MineReport, PruneReport, RecordRejection, Settings};
use joseki_service::mine::MineOutcome;

/// Maximum number of defects listed.
const LISTED: usize = 20;

/// Writes the account of the records, the counted moves and the book.
pub fn write(outcome: &MineOutcome, out: &mut impl Write) -> io::Result<()> {
    let report = &outcome.report;
    if *report != MineReport::default() {
        write_games(report, out)?;
        write_defects(report, out)?;
        writeln!(out)?;
    }
    if outcome.pruned.counted > 0 {
        write_moves(&outcome.pruned, out)?;
        write_settings(&outcome.settings, &outcome.book.name, out)?;
        writeln!(out)?;
    }
    write_book(outcome, out)
}

fn write_games(report: &MineReport, out: &mut impl Write) -> io::Result<()> {
    let rejected: u64 = report.rejected.values().sum();
    write!(
        out,
        "{} seen = {} counted + {} already counted",
        count(report.games, "game"),
        report.counted,
        report.duplicates,
    )?;
    if report.kept > 0 {
        write!(out, " + {} on smaller boards, kept for pattern searches", report.kept)?;
    }
    write!(out, " + {rejected} not counted")?;
    let reasons: Vec<String> = RecordRejection::VARIANTS
        .iter()
        .filter_map(|reason| Some(format!("{} {reason}", report.rejected.get(reason)?)))
        .collect();
    if reasons.is_empty() {
        writeln!(out)?
    } else {
        writeln!(out, " ({})", reasons.join(", "))?
    }
    if report.counted > 0 {
        writeln!(
            out,
            "of the counted games: {} cut short at a move that cannot be played, {} without a known result, {} with an engine's evaluation",
            report.cut_short, report.without_result, report.evaluated
        )?;
    }
    if report.skipped > 0 {
        writeln!(out, "{} without game records", count(report.skipped, "file"))?;
    }
    Ok(())
}

fn write_defects(report: &MineReport, out: &mut impl Write) -> io::Result<()> {
    let all = report.unreadable + report.cut_short;
    if all == 0 {
        return Ok(());
    }
    let unreadable = report.unreadable;
    writeln!(out, "\n{unreadable} unreadable, {} cut short:", report.cut_short)?;
    write_first(&report.defects, all, LISTED, out)
}

fn write_moves(pruned: &PruneReport, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{} counted in all games so far = {} in the book + {} in too few games + {} with too small a share + {} too deep + {} after a pruned move",
        count(pruned.counted, "move"),
        pruned.kept,
        pruned.few_games,
        pruned.small_share,
        pruned.too_deep,
        pruned.after_cut,
    )
}

fn write_settings(settings: &Settings, book: &str, out: &mut impl Write) -> io::Result<()> {
    let pruning = settings.pruning;
    writeln!(
        out,
        "A move is in the book if it is in at least {} (--min-games {}), in at least {} % of the corners that reached its position (--min-share {}) and at most {} deep (--max-depth {}). A corner is finished after {} elsewhere (--quiet {}).",
        count(pruning.min_games, "game"),
        pruning.min_games,
        percent(pruning.min_share),
        pruning.min_share,
        count(pruning.max_depth, "step"),
        pruning.max_depth,
        count(settings.quiet, "move"),
        settings.quiet,
    )?;
    let other = (pruning.min_games / 2).max(1);
    let other = if other == pruning.min_games { 2 } else { other };
    writeln!(
        out,
        "All counts are stored: joseki mine --book {book} --min-games {other} prunes the book again without reading games."
    )
}

fn write_book(outcome: &MineOutcome, out: &mut impl Write) -> io::Result<()> {
    let book = &outcome.book;
    let name = &book.name;
    let size = format!(
        "{}, {}, {}",
        count(book.nodes, "node"),
        count(book.lines, "line"),
        count(outcome.games, "game")
    );
    match (outcome.dry_run, outcome.changed) {
        (true, true) => writeln!(
            out,
            "Dry run, nothing was written: book {name} would become version {} with {size}.",
            book.version
        ),
        (true, false) => {
            writeln!(out, "Dry run, nothing was written: book {name} would not change.")
        }
        (false, true) => writeln!(out, "Book {name} is now version {}: {size}.", book.version),
        (false, false) if book.version == 0 => writeln!(out, "Book {name} was not created."),
        (false, false) => {
            writeln!(out, "Book {name} did not change: version {}, {size}.", book.version)
        }
    }
}

/// Formats a share in percent, without trailing zeros.
fn percent(share: f64) -> String {
    let text = format!("{:.4}", share * 100.0);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn a_share_is_formatted_in_percent() {
        let shares = [(0.01, "1"), (0.0, "0"), (1.0, "100"), (0.025, "2.5")];
        for (share, text) in shares {
            assert_eq!(percent(share), text);
        }
        assert_eq!(percent(0.1), "10");
        assert_eq!(percent(1.0 / 3.0), "33.3333");
    }
}
