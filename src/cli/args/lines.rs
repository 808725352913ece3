//! The flags of `joseki lines`.

use clap::Args;

use super::FormatArgs;
use crate::service::DEFAULT_BOOK;
use crate::store::Moment;
use crate::wire::parse_moment;

const AFTER: &str = "\
Examples:
  joseki lines --prefix DDCF
  joseki lines --book club --format json | jq -r .line
  joseki lines --as-of 2026-01-31

A line is written in steps of two letters, XX being a move elsewhere. With --format json, every
line is one object: {\"line\":\"DDCF\",\"games\":812}, with the games that went this way.";

/// The flags of `joseki lines`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct LinesArgs {
    /// The book.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOOK)]
    pub book: String,
    /// The book as it was at this version, at the end of this day (UTC) or at this time.
    #[arg(long, value_name = "MOMENT", value_parser = parse_moment)]
    pub as_of: Option<Moment>,
    /// Only lines that start so, in either case.
    #[arg(
        long,
        value_name = "STEPS",
        default_value = "",
        hide_default_value = true
    )]
    pub prefix: String,
    /// At most so many lines [default: all].
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    #[command(flatten)]
    pub format: FormatArgs,
}
