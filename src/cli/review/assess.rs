//! `joseki assess`: measures a book on games.

use std::io::Write;
use std::{io, thread};

use crate::{
    args::{AssessArgs, Format},
    database::{self, DatabaseFile},
    error::CliError,
    look::OutputStyle,
    mine::records_report::RecordCounts,
    output,
    progress::ReadingProgress,
    table::{Column, TextTable},
    text::count,
};
use joseki_service::Code;
use joseki_service::review::{AssessReport, AssessRequest};
use joseki_wire::{AssessJson, MeasuresJson, RequestError};

/// Measures the book and prints the table.
pub fn run(
    db: &DatabaseFile,
    args: &AssessArgs,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let request = request(args)?;
    let service = database::open_to_read(db)?;
    let progress = ReadingProgress::start(format!("assessing {}", request.book));
    let outcome = service.reviews().assess(&request, &mut |done| {
        progress.set(done.bytes, done.total, done.games);
    })?;
    drop(progress);
    let report = AssessJson::from(&outcome);
    match args.format.format {
        Format::Text => Ok(write(&report, look, out)?),
        Format::Json => output::json(out, &report),
    }
}

fn request(args: &AssessArgs) -> Result<AssessRequest, CliError> {
    if let Some((since, until)) = args.since.zip(args.until).filter(|(since, until)| since > until)
    {
        let message = format!("{since} is after --until {until}; give the earlier year first");
        return Err(CliError::Request(RequestError::new(Code::InvalidValue, "since", message)));
    }
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    Ok(AssessRequest {
        paths: args.paths.clone(),
        book: args.book.clone(),
        source: args.source.clone(),
        moves: args.moves,
        since: args.since,
        until: args.until,
        limit: args.limit_games,
        include_mined: args.include_mined,
        threads: args.threads.unwrap_or_else(cores),
    })
}

const LEGEND: &str = "\
coverage    corner moves whose position the book knows and continues; 1-4, 5-8, 9+: by stone number
top 1, 3    of these, played at the corner's first candidate, or at one of its first three
plays 1, 3  the same if they came in the order of how often they were played
log loss    of these, mean of -ln(probability) by the games of the candidates; lower is better
uniform     the same if all candidates were equally likely
corner      of these, played in the corner that the book ranks first
board       of all moves, played at the first candidate, or at one of the first three or ten";

/// Writes the table, its legend, and the account of the records.
pub fn write(report: &AssessJson, look: OutputStyle, out: &mut impl Write) -> io::Result<()> {
    let records = &report.records;
    let book = &report.book;
    writeln!(
        out,
        "Book {}, version {}: the first {} moves of {}.\n",
        book.name,
        book.version,
        report.moves_of_a_game,
        count(records.assessed, "game")
    )?;
    if records.assessed > 0 {
        table(report).write(look, out)?;
        writeln!(out, "\n{LEGEND}")?;
    }
    if !report.counts_games {
        writeln!(
            out,
            "\nThe book has no game counts, so its log loss is that of a uniform guess."
        )?;
    }
    write_records(records, out)
}

fn table(report: &AssessJson) -> TextTable {
    let heads = [
        "games",
        "corner moves",
        "coverage",
        "1-4",
        "5-8",
        "9+",
        "top 1",
        "top 3",
        "plays 1",
        "plays 3",
        "log loss",
        "uniform",
        "corner",
        "board 1",
        "3",
        "10",
    ];
    let mut columns = vec![Column::Left("source"), Column::Left("strength")];
    columns.extend(heads.map(Column::Right));
    let mut table = TextTable::new(columns);
    for row in &report.rows {
        table.row(cells(&row.source, row.strength, &row.measures));
    }
    if report.rows.len() > 1 {
        table.row(cells("all", "", &report.total));
    }
    table
}

fn cells(source: &str, strength: &str, measures: &MeasuresJson) -> Vec<String> {
    let mut cells = vec![source.to_owned(), strength.to_owned()];
    cells.extend([measures.games, measures.corner_moves].map(|count| count.to_string()));
    cells.push(percent(measures.coverage));
    let coverage = measures.coverage_by_stone.iter();
    cells.extend(coverage.map(|group| percent(group.coverage)));
    cells.extend([measures.top_1, measures.top_3].map(percent));
    cells.extend([measures.top_1_by_plays, measures.top_3_by_plays].map(percent));
    cells.extend([measures.log_loss, measures.log_loss_uniform].map(number));
    cells.extend(
        [measures.first_corner, measures.board_top_1, measures.board_top_3, measures.board_top_10]
            .map(percent),
    );
    cells
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{:.1}%", 100.0 * share))
}

fn number(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.3}"))
}

fn write_records(records: &AssessReport, out: &mut impl Write) -> io::Result<()> {
    let left_out = [
        ("mined into the book", records.mined),
        ("duplicate", records.duplicates),
        ("from other years", records.other_years),
        ("not in the sample", records.not_sampled),
    ];
    let rejected = records.rejected.iter().map(|(why, games)| (*why, *games));
    let records = RecordCounts {
        seen: records.seen,
        used: ("assessed", records.assessed),
        left_out: left_out.into_iter().chain(rejected).collect(),
        skipped: records.skipped,
        unreadable: records.unreadable,
        defects: &records.defects,
    };
    writeln!(out)?;
    records.write(out)
}
