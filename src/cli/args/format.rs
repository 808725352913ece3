//! Output format of commands.

use clap::{Args, ValueEnum};

/// The flag `--format`.
#[derive(Clone, Copy, Debug, Args)]
pub struct FormatArgs {
    /// Output format.
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub format: Format,
}

/// Output format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// For programs: JSON, with the same schemas as the HTTP API.
    Json,
}
