//! The flags of `joseki doctor`.

use clap::Args;

use super::FormatArgs;
use super::details::DetailsArgs;

const AFTER: &str = "\
Examples:
  joseki doctor
  joseki doctor --book main --strict
  joseki doctor --mend
  joseki doctor --recount
  joseki doctor --relearn --format json

Checks the whole file, its change log, and every node of its books: illegal moves, lines in the
wrong orientation, totals that do not add up. Advice covers what may be intended by a curator:
contradictory verdicts, recommended moves with poor results, lines that end where they must not.
Problems that can be mended are listed with the command that mends them. Nothing changes without
--mend, --recount or --relearn.

Exit codes:
  0  no problems, or only advice
  1  problems found; with --strict also if there is advice";

/// The flags of `joseki doctor`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct DoctorArgs {
    /// Check only the file and this book [default: all books].
    #[arg(long, value_name = "NAME")]
    pub book: Option<String>,
    /// First mend what needs no decision: flattened lines, orientations, totals of results.
    #[arg(long)]
    pub mend: bool,
    /// Exit with code 1 also if there is advice.
    #[arg(long)]
    pub strict: bool,
    /// First recompute all totals from the entered games.
    #[arg(long)]
    pub recount: bool,
    /// First match all games against the books again, so that results entered before a book had a
    /// move count for it.
    #[arg(long)]
    pub relearn: bool,
    #[command(flatten)]
    pub details: DetailsArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}
