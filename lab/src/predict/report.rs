//! `joseki-lab predict`: measures how well influence models predict the winner.

use std::io::Write;
use std::{io, thread};

use super::args::PredictArgs;
use super::{
    Calibration, ChosenPoints, Estimate, OwnedPoints, PredictOutcome, PredictRecords,
    PredictRequest, PredictionsAt, Predictor, PredictorMeasures, predict,
};
use crate::error::LabError;
use crate::output;
use joseki_cli::{Column, Format, OutputStyle, ReadingProgress, RecordCounts, TextTable};
use joseki_influence::Model;

/// Reads the games and prints the tables.
pub fn run(args: &PredictArgs, look: OutputStyle, out: &mut impl Write) -> Result<(), LabError> {
    let progress = ReadingProgress::start("evaluating boards".to_owned());
    let outcome = predict(&request(args), &mut |done| {
        progress.set(done.bytes, done.total, done.games);
    })?;
    drop(progress);
    match args.format.format {
        Format::Text => Ok(write(&outcome, look, out)?),
        Format::Json => output::json(out, &outcome),
    }
}

fn request(args: &PredictArgs) -> PredictRequest {
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let mut after = args.after.clone();
    after.sort_unstable();
    after.dedup();
    let mut models: Vec<Model> = Vec::new();
    for model in &args.model {
        if !models.contains(model) {
            models.push(model.clone());
        }
    }
    if models.is_empty() {
        models.extend(Model::all());
    }
    PredictRequest {
        paths: args.paths.clone(),
        after,
        models,
        calibrate: args.calibrate,
        threads: args.threads.unwrap_or_else(cores),
    }
}

const LEGEND: &str = "\
right       games won by the side with the higher number; a 0 counts half
AUC         how often a game won by Black has a higher number than a game won by White; 50 is guessing
vs stones   gain in AUC over the stone count, with its 95 % interval
r           correlation with the lead by the record's engine, with its 95 % interval
slope       points of that lead per point of the number
of moves    correlation of a move's change of the number with its gain by that engine, since the previous table";

/// Writes a table for each number of moves, the legend, and the account of the records.
pub fn write(report: &PredictOutcome, look: OutputStyle, out: &mut impl Write) -> io::Result<()> {
    for after in &report.after {
        writeln!(
            out,
            "After move {}: {} games won by Black, {} by White; {} with an engine's lead.\n",
            after.moves, after.black_won, after.white_won, after.leads
        )?;
        table(after).write(look, out)?;
        writeln!(out)?;
        if let Some(calibration) = &after.calibration {
            write_calibration(calibration, look, out)?;
        }
    }
    writeln!(out, "{LEGEND}\n")?;
    write_records(&report.records, out)
}

fn table(after: &PredictionsAt) -> TextTable {
    let heads = ["right", "AUC", "", "vs stones", "", "r", "", "slope", "of moves", ""];
    let mut columns = vec![Column::Left("number")];
    columns.extend(heads.map(Column::Right));
    let mut table = TextTable::new(columns);
    for measures in &after.measures {
        table.row(cells(measures, after));
    }
    table
}

fn write_calibration(
    found: &Calibration,
    look: OutputStyle,
    out: &mut impl Write,
) -> io::Result<()> {
    let ChosenPoints { moves, mean, quartiles } = found.chosen;
    let quartiles = quartiles.unwrap_or_default().map(|share| percent(Some(share)));
    writeln!(
        out,
        "The {moves} moves since the previous table: {} of the empty points have a greater F (quartiles {}).",
        percent(mean),
        quartiles.join(", ")
    )?;
    writeln!(out, "Owners at the end of {} games that were counted:\n", found.counted)?;
    let heads = ["points", "own", "other's"];
    let mut columns = vec![Column::Left("held by")];
    columns.extend(heads.map(Column::Right));
    let mut table = TextTable::new(columns);
    let mut row = |name: String, held: &OwnedPoints| {
        let shares = [held.share(), held.other_share()].map(percent);
        table.row([&[name, held.points.to_string()], &shares[..]].concat());
    };
    row("influence".to_owned(), &found.influence);
    row("solid".to_owned(), &found.solid);
    for band in &found.balanced {
        row(format!("FB from {}", band.from), &band.owned);
    }
    table.write(look, out)?;
    writeln!(out)
}

fn cells(measures: &PredictorMeasures, after: &PredictionsAt) -> Vec<String> {
    let right = measures.right.map(|right| right.value);
    let mut cells = vec![measures.predictor.to_string(), percent(right)];
    cells.extend(with_interval(measures.separation, percent_of));
    let better = after
        .compared
        .iter()
        .find(|compared| compared.one == Predictor::Stones && compared.other == measures.predictor);
    let better = better.and_then(|compared| compared.better).map(negated);
    cells.extend(with_interval(better, signed_percent));
    let lead = measures.agreement;
    cells.extend(with_interval(lead.map(|lead| lead.correlation), decimals));
    cells.push(lead.map_or_else(nothing, |lead| decimals(lead.slope)));
    let moves = measures.moves.map(|moves| moves.correlation);
    cells.extend(with_interval(moves, decimals));
    cells
}

/// Returns the difference with the opposite sign.
fn negated(estimate: Estimate) -> Estimate {
    let [low, high] = estimate.interval;
    Estimate { value: 0.0 - estimate.value, interval: [0.0 - high, 0.0 - low] }
}

fn with_interval(estimate: Option<Estimate>, text: fn(f64) -> String) -> [String; 2] {
    let Some(Estimate { value, interval }) = estimate else {
        return [nothing(), String::new()];
    };
    [text(value), format!("{} to {}", text(interval[0]), text(interval[1]))]
}

fn nothing() -> String {
    "-".to_owned()
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(nothing, |share| format!("{:.1}%", 100.0 * share))
}

fn percent_of(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

fn signed_percent(share: f64) -> String {
    format!("{:+.1}", 100.0 * share)
}

fn decimals(value: f64) -> String {
    // Adding 0.0 turns -0.0 into 0.0.
    format!("{:.2}", (100.0 * value).round() / 100.0 + 0.0)
}

fn write_records(records: &PredictRecords, out: &mut impl Write) -> io::Result<()> {
    let rejected = records.rejected.iter().map(|(why, games)| (*why, *games));
    let left_out = std::iter::once(("duplicate", records.duplicates));
    let read = RecordCounts {
        seen: records.seen,
        used: ("evaluated", records.used),
        left_out: left_out.chain(rejected).collect(),
        skipped: records.skipped,
        unreadable: records.unreadable,
        defects: &records.defects,
    };
    read.write(out)?;
    match records.without_winner {
        0 => Ok(()),
        some => writeln!(out, "evaluated games without a winner: {some}"),
    }
}
