//! Check that refuses flags of `joseki export` that the chosen format would ignore.

use std::path::Path;

use clap::error::ErrorKind;

use super::args::ExportArgs;
use super::error::CliError;
use super::run::command;
use crate::service::ExportFormat;

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
    if args.options.format == ExportFormat::Go && !has_folder(args) {
        return Some("--to go writes one file per line: choose a folder with -o".to_owned());
    }
    let refusal = args.options.refusal()?;
    let flag = refusal.option.replace('_', "-");
    Some(format!("--{flag}: {}", refusal.why))
}

fn has_folder(args: &ExportArgs) -> bool {
    let path = args.output.as_deref();
    path.is_some_and(|path| path != Path::new("-"))
}
