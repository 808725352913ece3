//! How much of a change is told.

use clap::Args;

use super::Format;

/// How many nodes are told to people, where there can be thousands.
const FOR_PEOPLE: usize = 20;
/// How many are told to programs, as over HTTP.
const FOR_PROGRAMS: usize = 1_000;

/// The flag `--details`.
#[derive(Clone, Copy, Debug, Args)]
pub struct DetailsArgs {
    /// How many nodes to tell of at most [default: 20; 1000 as JSON].
    #[arg(long, value_name = "N")]
    pub details: Option<usize>,
}

impl DetailsArgs {
    /// How many nodes to tell of.
    pub fn count(self, format: Format) -> usize {
        self.details.unwrap_or(match format {
            Format::Text => FOR_PEOPLE,
            Format::Json => FOR_PROGRAMS,
        })
    }
}
