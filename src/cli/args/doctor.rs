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

Looks at the whole file, at its log, and at every node of its books: moves that cannot be played, lines in the
wrong orientation, sums that do not add up. Advice is what a curator may want so: verdicts that contradict each
other, recommended moves with poor results, lines that stop where they must not. What can be mended comes with the
command that does. Nothing is changed without --mend, --recount or --relearn.

Exit codes:
  0  all is well, or there is only advice
  1  something is wrong, with --strict also if there is advice";

/// The flags of `joseki doctor`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct DoctorArgs {
    /// Look at this book and the file only [default: at all books].
    #[arg(long, value_name = "NAME")]
    pub book: Option<String>,
    /// First mend what needs no decision: flattened lines, orientations, sums of results.
    #[arg(long)]
    pub mend: bool,
    /// Fail if there is advice, too.
    #[arg(long)]
    pub strict: bool,
    /// First make all sums anew from the games that were entered.
    #[arg(long)]
    pub recount: bool,
    /// First find the moves of the books in all games anew: results that came before a book had a move
    /// then count for it.
    #[arg(long)]
    pub relearn: bool,
    #[command(flatten)]
    pub details: DetailsArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}
