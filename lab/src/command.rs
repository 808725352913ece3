//! Command line of the laboratory.

use std::io::{self, BufWriter, ErrorKind, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::error::LabError;
use crate::model::args::ModelArgs;
use crate::predict::args::PredictArgs;
use crate::simulate::args::SimulateArgs;
use crate::{model, predict, simulate};
use joseki_cli::{ColorWhen, OutputStyle, choose_color};

/// Studies behind the program's models and defaults. None needs a database.
#[derive(Debug, Parser)]
#[command(name = "joseki-lab", version, max_term_width = 100)]
struct Lab {
    /// When output has colours.
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t)]
    color: ColorWhen,
    #[command(subcommand)]
    study: Study,
}

#[derive(Debug, Subcommand)]
enum Study {
    /// Measure on games how well influence models predict the winner.
    Predict(PredictArgs),
    /// Compare move-ordering policies in simulated games.
    Simulate(SimulateArgs),
    /// Show why a board has 19 lines: compare third-line and fourth-line stones by board size.
    Model(ModelArgs),
}

/// Runs the program with the arguments of the process and returns its exit code: 1 after a failure,
/// 2 for an invalid command line.
#[must_use]
pub fn run() -> ExitCode {
    let lab = Lab::parse();
    choose_color(lab.color);
    match act(&lab.study) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader closed the pipe, as `head` does.
        Err(LabError::Output(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            // If standard error is closed, nobody can be informed.
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn act(study: &Study) -> Result<(), LabError> {
    let look = OutputStyle::for_stream(&io::stdout());
    let mut out = BufWriter::new(io::stdout().lock());
    match study {
        Study::Predict(args) => predict::report::run(args, look, &mut out)?,
        Study::Simulate(args) => simulate::report::run(args, look, &mut out)?,
        Study::Model(args) => model::report::run(args, look, &mut out)?,
    }
    Ok(out.flush()?)
}
