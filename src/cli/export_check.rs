//! Check that refuses flags of `joseki export` that the chosen format would ignore.

use std::path::Path;

use clap::error::ErrorKind;

use super::args::ExportArgs;
use super::error::CliError;
use super::run::command;
use crate::service::{ExportFormat, FileOptions, Orientations};

/// Refuses a flag that the format would ignore.
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

fn refusal(args: &ExportArgs) -> Option<String> {
    if args.to == ExportFormat::Go && !has_folder(args) {
        return Some("--to go writes one file per line: choose a folder with -o".to_owned());
    }
    let given = given(args);
    let options = FileOptions {
        given: &given,
        all_orientations: args.orientations == Some(Orientations::All),
        license: args.license.as_deref(),
    };
    let refusal = args.to.kind().refusal(&options)?;
    let flag = refusal.option.replace('_', "-");
    Some(format!("--{flag}: {}", refusal.why))
}

fn has_folder(args: &ExportArgs) -> bool {
    let path = args.output.as_deref();
    path.is_some_and(|path| path != Path::new("-"))
}

fn given(args: &ExportArgs) -> Vec<&'static str> {
    let options = [
        ("corner", args.corner.is_some()),
        ("handedness", args.handedness.is_some()),
        ("first", args.first.is_some()),
        ("orientations", args.orientations.is_some()),
        ("as_of", args.as_of.is_some()),
        ("depth", args.depth.is_some()),
        ("min_verdict", args.min_verdict.is_some()),
        ("min_games", args.min_games.is_some()),
        ("min_weight", args.min_weight.is_some()),
        ("weight", args.weight.is_some()),
        ("license", args.license.is_some()),
        ("provenance", args.provenance),
    ];
    let given = options.into_iter().filter(|(_, given)| *given);
    given.map(|(option, _)| option).collect()
}
