//! `joseki completions`, `joseki man` and `joseki ping`: what shells and health checks use.

use std::io::Write;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::args::{CompletionsArgs, ManArgs, PingArgs, command};
use crate::error::CliError;
use crate::text::one_line;
use joseki_peer::RunningService;

/// Time between two questions to a service that is waited for.
const PAUSE: Duration = Duration::from_millis(100);

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
    let url =
        if args.url.contains("://") { args.url.clone() } else { format!("http://{}", args.url) };
    let service = RunningService::new(&url, None);
    let (begun, wait) = (Instant::now(), Duration::from_secs(args.wait));
    let answer = loop {
        let left = wait.saturating_sub(begun.elapsed());
        let asked = match args.wait {
            0 => service.get(path),
            // A last question has a moment, too.
            _ => service.get_within(path, left.max(PAUSE)),
        };
        match asked {
            Ok(answer) => break answer,
            Err(_) if begun.elapsed() < wait => sleep(PAUSE),
            Err(error) => return Err(CliError::NotReady(error)),
        }
    };
    if args.live {
        return Ok(writeln!(out, "{url} is running")?);
    }
    let state: serde_json::Value = serde_json::from_str(&answer).unwrap_or_default();
    let word = |name: &str| state[name].as_str().map(one_line);
    let status = word("status").unwrap_or_else(|| "ready".to_owned());
    let reason = word("reason").map_or_else(String::new, |reason| format!(": {reason}"));
    Ok(writeln!(out, "{url} is {status}{reason}")?)
}
