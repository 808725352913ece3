//! `joseki predict`: measures how well influence models predict the winner.

use std::io::Write;
use std::thread;

use super::args::{Format, PredictArgs};
use super::error::CliError;
use super::look::OutputStyle;
use super::progress::ReadingProgress;
use super::{output, predict_report};
use crate::influence::Model;
use crate::service::{PredictRequest, predict};

/// Reads the games and prints the tables.
pub fn run(args: &PredictArgs, look: OutputStyle, out: &mut impl Write) -> Result<(), CliError> {
    let progress = ReadingProgress::start("evaluating boards".to_owned());
    let outcome = predict(&request(args), &mut |done| {
        progress.set(done.bytes, done.total, done.games);
    })?;
    drop(progress);
    match args.format.format {
        Format::Text => Ok(predict_report::write(&outcome, look, out)?),
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
        threads: args.threads.unwrap_or_else(cores),
    }
}
