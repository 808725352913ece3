//! Findings: what is wrong, or looks wrong, in a book.

use std::fmt;

use super::line::Line;

/// What was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Check {
    /// The file, its pages and constraints; nothing of a single book.
    File,
    /// A move that the rules forbid.
    IllegalMove,
    /// A move on a stone.
    OccupiedPoint,
    /// A line that is kept in the wrong one of its two orientations, and may be there twice.
    MirrorDuplicate,
    /// One move, reached by several orders, with verdicts that contradict each other.
    ContradictoryVerdicts,
    /// A move that is said to be ideal or good and has poor results.
    PoorResults,
    /// A line that stops where it must not.
    DeadEnd,
    /// Conditions that can never hold, or whose ladder cannot be read.
    Conditions,
    /// Flattened lines that are not those of the forest.
    Lines,
    /// A log that does not make the book.
    Log,
    /// Results and their sums.
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

    /// Its name, as doors write it.
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

    /// Whether it finds what is wrong in any case, and not what a curator may want so.
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

/// Something that is wrong, or looks wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What was looked at.
    pub check: Check,
    /// The book; nothing if it is of the whole file.
    pub book: Option<String>,
    /// The node's line as it is kept; nothing if it is of the whole book.
    pub line: Option<Line>,
    /// What is wrong, in a sentence.
    pub why: String,
    /// The command that mends it, without the database's name.
    pub mend: String,
}
