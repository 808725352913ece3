//! The flags of `joseki weights`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::FormatArgs;
use joseki_service::{ServiceError, engine::WeightsRef};
use joseki_wire::check_label;

const AFTER: &str = "\
Examples:
  joseki gomocup --print-weights > mine.txt
  joseki weights set mine mine.txt --comment 'as printed'
  joseki gomocup --weights mine
  joseki weights history mine
  joseki gomocup --weights mine@1

The weights of our own engines' evaluations, of five in a row (tables A and B) and of xiangqi, are
kept in the database by name. Every change is a version of its own, and all versions stay.";

const AFTER_LIST: &str = "\
Examples:
  joseki weights list
  joseki weights list --format json | jq -r '.weights[].name'";

const AFTER_SHOW: &str = "\
Examples:
  joseki weights show mine > mine.txt
  joseki weights show mine@1 | joseki weights set mine - --comment 'back to the first version'";

const AFTER_SET: &str = "\
Examples:
  joseki weights set mine mine.txt --comment 'an open three is worth more'
  joseki uci --print-weights | joseki weights set plain -

Adds a version with the contents of a file: numbers of the tables, and in table B rules in any
number and order. Its format is that of --print-weights, see docs/engines.md. Weights that are the
same as those of the last version add none.";

const AFTER_HISTORY: &str = "\
Examples:
  joseki weights history mine
  joseki weights history mine --format json";

/// The flags of `joseki weights`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct WeightsArgs {
    /// The subcommand.
    #[command(subcommand)]
    pub command: WeightsCommand,
}

/// The subcommands of `joseki weights`.
#[derive(Debug, Subcommand)]
pub enum WeightsCommand {
    /// List the last version of all weights.
    List(WeightsListArgs),
    /// Print a version of weights, as a file for `weights set`.
    Show(WeightsShowArgs),
    /// Add a version of weights from a file.
    Set(WeightsSetArgs),
    /// List the versions of weights.
    History(WeightsHistoryArgs),
}

/// The flags of `joseki weights list`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_LIST)]
pub struct WeightsListArgs {
    #[command(flatten)]
    pub format: FormatArgs,
}

/// The flags of `joseki weights show`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_SHOW)]
pub struct WeightsShowArgs {
    /// Name of the weights, with a version unless the last one is meant.
    #[arg(value_name = "NAME[@VERSION]", value_parser = weights_ref)]
    pub weights: WeightsRef,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// The flags of `joseki weights set`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_SET)]
pub struct WeightsSetArgs {
    /// Name of the weights.
    #[arg(value_name = "NAME")]
    pub name: String,
    /// File with the weights; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Comment on the version.
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true, value_parser = comment)]
    pub comment: String,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// The flags of `joseki weights history`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HISTORY)]
pub struct WeightsHistoryArgs {
    /// Name of the weights.
    #[arg(value_name = "NAME")]
    pub name: String,
    #[command(flatten)]
    pub format: FormatArgs,
}

fn weights_ref(text: &str) -> Result<WeightsRef, String> {
    text.parse().map_err(|error: ServiceError| error.to_string())
}

fn comment(text: &str) -> Result<String, String> {
    if text.is_empty() { Ok(String::new()) } else { Ok(check_label(text)?) }
}
