//! The flag that limits how many nodes of a change are listed.

use clap::Args;

use super::Format;

/// Default number of nodes listed as text; a change can have thousands.
const FOR_PEOPLE: usize = 20;
/// Default number of nodes listed as JSON, the same as over HTTP.
const FOR_PROGRAMS: usize = 1_000;

/// The flag `--details`.
#[derive(Clone, Copy, Debug, Args)]
pub struct DetailsArgs {
    /// Maximum number of nodes to list [default: 20; 1000 as JSON].
    #[arg(long, value_name = "N")]
    pub details: Option<usize>,
}

impl DetailsArgs {
    /// Returns the maximum number of nodes to list in `format`.
    pub fn count(self, format: Format) -> usize {
        self.details.unwrap_or(match format {
            Format::Text => FOR_PEOPLE,
            Format::Json => FOR_PROGRAMS,
        })
    }
}
