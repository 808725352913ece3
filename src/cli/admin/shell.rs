//! `joseki completions`, `joseki man` and `joseki ping`: what shells and health checks use.

use std::io::Write;

use crate::cli::args::{CompletionsArgs, ManArgs, PingArgs};
use crate::cli::error::CliError;
use crate::cli::run::command;
use crate::peer::RunningService;

/// Prints the completions for a shell.
pub fn completions(args: &CompletionsArgs, out: &mut impl Write) -> Result<(), CliError> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut command(), "joseki", &mut text);
    Ok(out.write_all(&text)?)
}

/// Writes the manual pages.
pub fn man(args: &ManArgs, out: &mut impl Write) -> Result<(), CliError> {
    let folder = &args.folder;
    let failed = |error| CliError::Write { path: folder.clone(), error };
    std::fs::create_dir_all(folder).map_err(failed)?;
    clap_mangen::generate_to(command(), folder).map_err(failed)?;
    Ok(writeln!(out, "written to {}", folder.display())?)
}

/// Asks a service whether it answers.
pub fn ping(args: &PingArgs, out: &mut impl Write) -> Result<(), CliError> {
    let path = if args.live { "/healthz" } else { "/readyz" };
    let service = RunningService::new(&args.url, None);
    service.get(path).map_err(CliError::NotReady)?;
    Ok(writeln!(out, "{} {}", args.url, if args.live { "is running" } else { "is ready" })?)
}
