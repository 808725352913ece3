//! Flags of `joseki export` that a format cannot follow are refused, not ignored.

use std::path::Path;

use clap::error::ErrorKind;

use super::args::{ExportArgs, ExportFormat};
use super::error::CliError;
use super::run::command;

/// Refuses what would be ignored.
pub fn check(args: &ExportArgs) -> Result<(), CliError> {
    let Some(message) = refusal(args) else {
        return Ok(());
    };
    let mut command = command();
    command.build();
    let error = match command.find_subcommand_mut("export") {
        Some(export) => export.error(ErrorKind::ArgumentConflict, message),
        None => command.error(ErrorKind::ArgumentConflict, message),
    };
    Err(CliError::Usage(error))
}

fn refusal(args: &ExportArgs) -> Option<&'static str> {
    if args.to == ExportFormat::Go && !has_folder(args) {
        return Some("--to go writes a file for each line: name a folder with -o");
    }
    placed(args)
        .or_else(|| of_counts(args))
        .or_else(|| weighed(args))
        .or_else(|| told(args))
}

fn has_folder(args: &ExportArgs) -> bool {
    let path = args.output.as_deref();
    path.is_some_and(|path| path != Path::new("-"))
}

fn placed(args: &ExportArgs) -> Option<&'static str> {
    let corner = args.corner.is_some() || args.handedness.is_some();
    let first = args.first.is_some();
    match args.to {
        ExportFormat::Lines | ExportFormat::Counts if corner || first => Some(
            "--corner, --handedness and --first are for --to sgf: lines and counts lie in no corner",
        ),
        ExportFormat::Csv | ExportFormat::Ndjson | ExportFormat::Binary if corner || first => Some(
            "--corner, --handedness and --first are for --to sgf: rows and records lie in no corner",
        ),
        ExportFormat::Gnugo if corner || first => Some(
            "--corner, --handedness and --first are for --to sgf: GNU Go's converter reads the upper right corner, and no colours",
        ),
        ExportFormat::Fuego | ExportFormat::Pachi | ExportFormat::Go if first => {
            Some("--first is for --to sgf and --to katago: in this format Black moves first")
        }
        _ => None,
    }
    .or_else(|| {
        let several = args.orientations.is_some();
        if several && args.to != ExportFormat::Katago {
            return Some(
                "--orientations is for --to katago: readers of the others find them by themselves, or ask for one",
            );
        }
        (several && args.orientations == Some(super::args::OrientationsArg::All) && (corner || first))
            .then_some("--corner, --handedness and --first are those of one orientation, not of all")
    })
}

fn of_counts(args: &ExportArgs) -> Option<&'static str> {
    if args.to != ExportFormat::Counts {
        return None;
    }
    if args.as_of.is_some() {
        return Some("--as-of is for --to sgf and --to lines: counts are those of today");
    }
    let chosen = args.depth.is_some()
        || args.min_verdict.is_some()
        || args.min_games.is_some()
        || args.min_weight.is_some();
    chosen.then_some(
        "counts are written whole: leave out --depth, --min-verdict, --min-games and --min-weight",
    )
}

fn weighed(args: &ExportArgs) -> Option<&'static str> {
    let unweighed = matches!(
        args.to,
        ExportFormat::Sgf | ExportFormat::Lines | ExportFormat::Go | ExportFormat::Gnugo
    );
    if args.to == ExportFormat::Counts && args.weight.is_some() {
        return Some("counts have no weights: leave out --weight");
    }
    (unweighed && args.weight.is_some() && args.min_weight.is_none())
        .then_some("this format has no weights: --weight is for --min-weight there")
}

fn told(args: &ExportArgs) -> Option<&'static str> {
    let no_room = matches!(
        args.to,
        ExportFormat::Lines
            | ExportFormat::Counts
            | ExportFormat::Csv
            | ExportFormat::Fuego
            | ExportFormat::Go
    );
    if no_room && args.license.is_some() {
        return Some(
            "this format has no room for a licence: leave out --license and keep it beside the file",
        );
    }
    (args.provenance && args.to != ExportFormat::Sgf)
        .then_some("--provenance is for --to sgf: other formats say it wherever they have room")
}
