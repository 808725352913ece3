//! Text report of a book's conditions.

use std::io::{self, Write};

use crate::mine::records_report::RecordCounts;
use crate::text::{count, one_line};
use joseki_service::curate::ConditionRecords;
use joseki_wire::{BookConditionJson, ConditionEvidenceJson, ConditionGamesJson, ConditionsJson};

/// Maximum number of moves of a ladder listed.
const NAMED: usize = 6;

/// Writes each condition with its reason, and its record in games.
pub fn write(answer: &ConditionsJson, book: &str, out: &mut impl Write) -> io::Result<()> {
    for item in &answer.items {
        write_item(item, out)?;
    }
    let proposed = answer.items.iter().filter(|item| item.source == "proposed");
    let proposed = proposed.count();
    let own = answer.items.len() - proposed;
    let (name, version) = (&answer.book.name, answer.book.version);
    let more = answer.total.saturating_sub(answer.items.len() as u64);
    let more = match more {
        0 => String::new(),
        more => format!(" {more} more not listed."),
    };
    writeln!(out, "Book {name}, version {version}: {own} existing, {proposed} proposed.{more}")?;
    if answer.items.iter().any(|item| item.doubt.is_none() && item.source == "proposed") {
        writeln!(
            out,
            "To apply proposals: joseki conditions --book {} --apply LINE, or --apply-all",
            one_line(book)
        )?;
    }
    match &answer.records {
        Some(records) => write_records(records, out),
        None => Ok(()),
    }
}

fn write_item(item: &BookConditionJson, out: &mut impl Write) -> io::Result<()> {
    let who = if item.color == "B" { "Black" } else { "White" };
    let point = item.point.as_deref().unwrap_or("elsewhere");
    writeln!(out, "{}  {who} {point}", item.line)?;
    let holds = match item.holds_when_empty {
        Some(true) => "holds on an empty board",
        Some(false) => "fails on an empty board",
        None => "undecided on an empty board",
    };
    let doubt = item.doubt.map_or_else(String::new, |doubt| format!(", {doubt}"));
    writeln!(
        out,
        "  {}  ({}, {}{doubt}; {holds})",
        one_line(&item.condition),
        item.source,
        item.kind
    )?;
    writeln!(out, "  {}{}", item.why, ladder(item))?;
    if let Some(evidence) = &item.evidence {
        write_evidence(evidence, out)?;
    }
    writeln!(out)
}

/// Returns the first moves of the ladder.
fn ladder(item: &BookConditionJson) -> String {
    let [color, _] = match item.ladder.first() {
        Some(first) => first,
        None => return String::new(),
    };
    let named = item.ladder.iter().take(NAMED).map(|[_, point]| point.as_str());
    let named = named.collect::<Vec<_>>().join(" ");
    let more = if item.ladder.len() > NAMED {
        format!(" … ({} moves)", item.ladder.len())
    } else {
        String::new()
    };
    format!(": {color} {named}{more}")
}

fn write_evidence(evidence: &ConditionEvidenceJson, out: &mut impl Write) -> io::Result<()> {
    for (name, games) in
        [("good", &evidence.good), ("bad", &evidence.bad), ("unknown", &evidence.unknown)]
    {
        if games.games + games.reached > 0 {
            writeln!(out, "  {name}: {}", describe(games))?;
        }
    }
    match evidence.difference {
        None => Ok(()),
        Some(found) => writeln!(
            out,
            "  good minus bad: {:+.1} % of the games (95 %: {:+.1} to {:+.1})",
            100.0 * found.by,
            100.0 * found.low,
            100.0 * found.high
        ),
    }
}

fn describe(games: &ConditionGamesJson) -> String {
    let rate = games.win_rate.map_or_else(String::new, |rate| {
        format!(", {} points of {} ({:.1} %)", games.points, games.scored, 100.0 * rate)
    });
    let share = games.share.map_or_else(String::new, |share| {
        format!(
            "; chosen at once in {} of {} turns ({:.0} %)",
            games.chosen,
            games.reached,
            100.0 * share
        )
    });
    format!("{}{rate}{share}", count(games.games, "game"))
}

fn write_records(records: &ConditionRecords, out: &mut impl Write) -> io::Result<()> {
    let rejected = records.rejected.iter().map(|(why, games)| (*why, *games));
    let records = RecordCounts {
        seen: records.seen,
        used: ("counted", records.counted),
        left_out: [("duplicate", records.duplicates)].into_iter().chain(rejected).collect(),
        skipped: records.skipped,
        unreadable: records.unreadable,
        defects: &records.defects,
    };
    records.write(out)
}
