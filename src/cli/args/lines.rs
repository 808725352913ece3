//! The flags of `joseki lines`.

use clap::Args;

use super::FormatArgs;
use joseki_service::DEFAULT_BOOK;
use joseki_store::HistoryMoment;
use joseki_wire::parse_moment;

const AFTER: &str = "\
Examples:
  joseki lines --prefix DDCF
  joseki lines --book club --format json | jq -r .line
  joseki lines --as-of 2026-01-31

A line is a sequence of steps of two letters; XX is a move elsewhere (tenuki). With --format json,
every line is one object, {\"line\":\"DDCF\",\"games\":812}, with the number of games that followed it.";

/// The flags of `joseki lines`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct LinesArgs {
    /// Name of the book.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOOK)]
    pub book: String,
    /// Use the book as of this version, the end of this day (UTC) or this time.
    #[arg(long, value_name = "MOMENT", value_parser = parse_moment)]
    pub as_of: Option<HistoryMoment>,
    /// Only lines that start with these steps, in upper or lower case.
    #[arg(long, value_name = "STEPS", default_value = "", hide_default_value = true)]
    pub prefix: String,
    /// Maximum number of lines [default: all].
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// Continue after this line.
    #[arg(long, value_name = "LINE")]
    pub after: Option<String>,
    #[command(flatten)]
    pub format: FormatArgs,
}
