//! Findings: errors and suspicious data in a book.

use strum::{Display, IntoStaticStr};

use super::line::Line;

/// The checks of the doctor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Display, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Check {
    /// The file, its pages and constraints; not specific to one book.
    File,
    /// A move that the rules forbid with the line's stones alone.
    IllegalMove,
    /// A move on a point that the line's stones alone occupy.
    OccupiedPoint,
    /// A line stored in the wrong one of its two orientations, and possibly stored twice.
    MirrorDuplicate,
    /// Contradictory verdicts on one move reached by several move orders.
    ContradictoryVerdicts,
    /// A move with the verdict ideal or good but poor results.
    PoorResults,
    /// A line that ends too early.
    DeadEnd,
    /// Conditions that can never hold, or whose ladder cannot be read.
    Conditions,
    /// Flattened lines that differ from those of the forest.
    Lines,
    /// A change log that does not reproduce the book.
    Log,
    /// Results and their totals.
    Ledger,
    /// How the server of the database is run.
    Server,
}

impl Check {
    /// Whether its findings are errors in any case, and not possibly intended by a curator.
    #[must_use]
    pub const fn is_error(self) -> bool {
        !matches!(
            self,
            // An import may bring moves that only stones outside the corner make legal.
            Check::IllegalMove
                | Check::OccupiedPoint
                | Check::ContradictoryVerdicts
                | Check::PoorResults
                | Check::DeadEnd
                | Check::Conditions
                | Check::Server
        )
    }
}

/// An error, or suspicious data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The check that found it.
    pub check: Check,
    /// The book; `None` if the finding concerns the whole file.
    pub book: Option<String>,
    /// The node's line as stored; `None` if the finding concerns the whole book.
    pub line: Option<Line>,
    /// The problem, in a sentence.
    pub why: String,
    /// The command that repairs it, without the database's name.
    pub remedy: String,
}
