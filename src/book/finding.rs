//! Findings: errors and suspicious data in a book.

use std::fmt;

use super::line::Line;

/// The checks of the doctor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Check {
    /// The file, its pages and constraints; not specific to one book.
    File,
    /// A move that the rules forbid.
    IllegalMove,
    /// A move on an occupied point.
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
}

impl Check {
    /// All checks.
    pub const ALL: [Check; 11] = [
        Check::File,
        Check::IllegalMove,
        Check::OccupiedPoint,
        Check::MirrorDuplicate,
        Check::ContradictoryVerdicts,
        Check::PoorResults,
        Check::DeadEnd,
        Check::Conditions,
        Check::Lines,
        Check::Log,
        Check::Ledger,
    ];

    /// The name in the API and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Check::File => "file",
            Check::IllegalMove => "illegal_move",
            Check::OccupiedPoint => "occupied_point",
            Check::MirrorDuplicate => "mirror_duplicate",
            Check::ContradictoryVerdicts => "contradictory_verdicts",
            Check::PoorResults => "poor_results",
            Check::DeadEnd => "dead_end",
            Check::Conditions => "conditions",
            Check::Lines => "lines",
            Check::Log => "log",
            Check::Ledger => "ledger",
        }
    }

    /// Whether its findings are errors in any case, and not possibly intended by a curator.
    #[must_use]
    pub const fn is_error(self) -> bool {
        !matches!(
            self,
            Check::ContradictoryVerdicts | Check::PoorResults | Check::DeadEnd | Check::Conditions
        )
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
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
