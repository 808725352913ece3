//! `joseki simulate`: compares move-ordering policies in simulated games.

use std::io::Write;
use std::thread;

use super::args::{Format, SimulateArgs};
use super::error::CliError;
use super::look::OutputStyle;
use super::simulate_progress::SimulationProgress;
use super::{output, simulate_report};
use crate::service::simulate::{Policy, SimulateRequest, simulate};
use crate::wire::SimulateJson;

/// Simulates and prints the tables. Opens no database.
pub fn run(args: &SimulateArgs, look: OutputStyle, out: &mut impl Write) -> Result<(), CliError> {
    let request = request(args);
    let bar = SimulationProgress::start(request.seeds.len());
    let outcome = simulate(&request, &mut |done| bar.set(done));
    drop(bar);
    match args.format.format {
        Format::Text => Ok(simulate_report::write(&outcome, look, out)?),
        Format::Json => {
            let rows = SimulateJson::rows(&outcome);
            rows.iter().try_for_each(|row| output::json(out, row))
        }
    }
}

fn request(args: &SimulateArgs) -> SimulateRequest {
    let asked = |policy: &Policy| {
        args.policy.is_empty() || args.policy.iter().any(|name| name == policy.name)
    };
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    SimulateRequest {
        scenarios: args.scenario.scenarios(),
        policies: Policy::ALL.into_iter().filter(asked).collect(),
        seeds: args.seeds.0.clone(),
        threads: args.threads.unwrap_or_else(cores),
    }
}
