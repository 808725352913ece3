//! Text report of learned games.

use std::io::{self, Write};

use crate::mine::records_report::write_first;
use crate::text::{count, one_line};
use joseki_service::learn::{LearnOutcome, LearnReport};
use joseki_wire::UNCOUNTED;

/// Maximum number of refused records per reason, and of defects, listed.
const LISTED: usize = 5;
/// Maximum number of opponents listed.
const OPPONENTS: usize = 20;

/// Writes the account of the records, and what was learned by opponent.
pub fn write(outcome: &LearnOutcome, out: &mut impl Write) -> io::Result<()> {
    let report = &outcome.report;
    write_games(report, out)?;
    let uncounted = UNCOUNTED.into_iter().zip([&report.kept, &report.duplicates]);
    let uncounted = uncounted.map(|((_, text), records)| (text, records));
    let refused = report.refused.iter().map(|(why, refused)| (why.text(), refused));
    for (text, records) in uncounted.chain(refused).filter(|(_, records)| records.games > 0) {
        writeln!(out, "\n{} {text}:", records.games)?;
        write_first(&records.first, records.games, LISTED, out)?;
    }
    let defects = report.unreadable + report.cut_short;
    if defects > 0 {
        let (unreadable, cut) = (report.unreadable, report.cut_short);
        writeln!(out, "\n{unreadable} unreadable, {cut} cut short:")?;
        write_first(&report.defects, defects, LISTED, out)?;
    }
    if report.counted > 0 {
        writeln!(out)?;
        write_opponents(report, out)?;
    }
    writeln!(out)?;
    write_learned(outcome, out)
}

fn write_games(report: &LearnReport, out: &mut impl Write) -> io::Result<()> {
    let refused: u64 = report.refused.values().map(|refused| refused.games).sum();
    let stored = match report.kept.games + report.duplicates.games {
        0 => String::new(),
        stored => format!(" + {stored} stored without counting"),
    };
    writeln!(
        out,
        "{} read = {} counted{stored} + {} already known + {refused} skipped",
        count(report.games, "game"),
        report.counted,
        report.unchanged,
    )?;
    match report.skipped {
        0 => Ok(()),
        skipped => {
            let files = count(skipped, "file");
            writeln!(out, "{files} without game records")
        }
    }
}

/// Writes the opponents, those with the most games first.
fn write_opponents(report: &LearnReport, out: &mut impl Write) -> io::Result<()> {
    let mut opponents: Vec<_> = report.opponents.iter().collect();
    opponents.sort_by_key(|(_, score)| std::cmp::Reverse(score.games()));
    for (name, score) in opponents.iter().take(OPPONENTS) {
        writeln!(
            out,
            "{} against {}: {} won, {} lost, {} drawn",
            count(score.games(), "game"),
            one_line(name),
            score.won,
            score.lost,
            score.drawn,
        )?;
    }
    match opponents.len().saturating_sub(OPPONENTS) {
        0 => Ok(()),
        more => writeln!(out, "… and against {more} more; `joseki opponents` lists all"),
    }
}

fn write_learned(outcome: &LearnOutcome, out: &mut impl Write) -> io::Result<()> {
    let report = &outcome.report;
    let games = count(report.counted, "game");
    let moves = count(report.learned, "move");
    match (outcome.dry_run, report.counted) {
        (true, _) => writeln!(
            out,
            "Dry run, nothing was written: {moves} of the books would be learned from {games}."
        ),
        (false, 0) => writeln!(out, "Nothing new was learned."),
        (false, _) => writeln!(out, "Learned {moves} of the books from {games}."),
    }
}
