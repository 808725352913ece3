//! What became of every node of an import.

use std::fmt;

use crate::book::{Conditions, Conflict, Line};
use crate::game::go::Point;

/// Accounts for every node read: `nodes = placed + merged + refused`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportReport {
    /// Game trees read.
    pub trees: usize,
    /// Nodes read.
    pub nodes: usize,
    /// Nodes that became a new node of the book.
    pub placed: usize,
    /// Nodes whose content went to a node that was there.
    pub merged: Merged,
    /// Nodes that were left out, each with its reason.
    pub refused: Vec<Refusal>,
    /// Book nodes made beside those read: tenukis that the source left unsaid, and the lines that
    /// lead to a starting position.
    pub implied: usize,
    /// Contradictions between sources; the value that came first was kept.
    pub conflicts: Vec<(Line, Conflict)>,
    /// What was odd in a file but could be read, each with its line.
    pub warnings: Vec<String>,
    /// Sentences of comments that became conditions.
    pub converted: Vec<ConvertedPhrase>,
    /// Sentences and stones that speak of what a move depends on, and did not become a condition.
    pub to_review: Vec<PhraseToReview>,
}

/// What becomes of sentences that say what a move depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phrases {
    /// Those that are clear become conditions, the others are listed.
    #[default]
    Convert,
    /// All are listed.
    List,
    /// Nobody looks for them.
    Ignore,
}

/// A sentence that became a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConvertedPhrase {
    /// The line of the book's node.
    pub line: Line,
    /// The sentence as it stands.
    pub phrase: String,
    /// The condition in the frame of the line.
    pub conditions: Conditions,
}

/// Something for a curator to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhraseToReview {
    /// The line of the book's node.
    pub line: Line,
    /// The file's line, from 1.
    pub at: u32,
    /// The sentence as it stands, or the stones.
    pub phrase: String,
    /// Why it did not become a condition.
    pub why: ReviewReason,
    /// The condition that may be meant, in the frame of the line.
    pub suggested: Option<Conditions>,
}

/// Why something did not become a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum ReviewReason {
    /// A ladder is named and no more.
    #[error("it speaks of a ladder without saying for whom it has to be good")]
    Mention,
    /// It says what is so, not what must be.
    #[error("it says how something is, not what the move depends on")]
    Statement,
    /// It does not say for whom.
    #[error("it does not say for whom the ladder has to be good")]
    NoSide,
    /// It says when the opponent can do something.
    #[error("it says what is good for the opponent of this move")]
    Opponent,
    /// It speaks of other moves.
    #[error("it speaks of other moves than this one")]
    OtherMove,
    /// It says more than when the move is to be played.
    #[error("it says more than when the move is to be played")]
    SaysMore,
    /// The source's own condition is none.
    #[error("the source's own condition cannot be read; it is kept as a property")]
    Unreadable,
    /// There is no ladder.
    #[error("no ladder was found at this move or within eight moves of it")]
    NoLadder,
    /// There are several.
    #[error("several ladders may be meant")]
    SeveralLadders,
    /// The source has explicit conditions for the move.
    #[error("the source says the conditions of this move itself")]
    SaidItself,
    /// The book has the move without.
    #[error("another source gives this move without a condition, so that it is playable always")]
    Unconditional,
    /// It can never hold together with what must hold already.
    #[error("it contradicts the other conditions of this move")]
    Contradiction,
    /// Only ladders are converted.
    #[error("only ladders become conditions by themselves")]
    NotALadder,
    /// Nobody asked for it.
    #[error("phrases are only listed in this import")]
    OnlyListed,
    /// Stones were set up, and no move follows.
    #[error("stones are set up here and no move follows that could depend on them")]
    NothingFollows,
    /// A stone of the line itself is taken off.
    #[error("a stone is taken off that is a move of the line itself")]
    OwnStoneTaken,
}

/// Nodes whose content went to a node that was there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// The same line came before.
    pub duplicate: usize,
    /// The same line came before in the other handedness.
    pub mirror: usize,
    /// A tenuki that changes nothing: the other side's cancels it, or nothing was played yet.
    pub tenuki: usize,
    /// The node has no move: a comment, a setup, the root with the source's data.
    pub no_move: usize,
}

impl Merged {
    /// All of them.
    #[must_use]
    pub fn total(&self) -> usize {
        self.duplicate + self.mirror + self.tenuki + self.no_move
    }
}

/// A node that was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The file's line, from 1.
    pub line: u32,
    /// Why.
    pub reason: RefusalReason,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

/// Why a node was left out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RefusalReason {
    /// The tree is of another game.
    #[error("the tree is of game GM[{0}], not of Go (GM[1])")]
    NotGo(String),
    /// The tree is for a board that books do not answer on.
    #[error("the board SZ[{0}] is not of 9 to 19 lines")]
    BoardSize(String),
    /// A move or a setup stone that is no point of the board.
    #[error("{property}[{value}] is no point of the board")]
    BadPoint {
        /// The property.
        property: String,
        /// Its value.
        value: String,
    },
    /// A node with several moves of one colour.
    #[error("{0} has several values, a node is one move")]
    SeveralMoves(String),
    /// A move on a stone.
    #[error("a stone already stands at {0}")]
    Occupied(PointText),
    /// A first move that is in no corner.
    #[error("the first move {0} is on a middle line and belongs to no corner")]
    NoCorner(PointText),
    /// The move before was left out.
    #[error("it follows the refused node of line {0}")]
    FollowsRefused(u32),
}

/// A point as a person reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointText(String);

impl PointText {
    pub(super) fn new(point: Point, size: crate::game::go::BoardSize) -> PointText {
        PointText(point.to_gtp(size))
    }
}

impl fmt::Display for PointText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl ImportReport {
    /// Adds the account of a further file.
    pub fn add(&mut self, other: ImportReport) {
        self.trees += other.trees;
        self.nodes += other.nodes;
        self.placed += other.placed;
        self.merged.duplicate += other.merged.duplicate;
        self.merged.mirror += other.merged.mirror;
        self.merged.tenuki += other.merged.tenuki;
        self.merged.no_move += other.merged.no_move;
        self.implied += other.implied;
        self.refused.extend(other.refused);
        self.conflicts.extend(other.conflicts);
        self.warnings.extend(other.warnings);
        self.converted.extend(other.converted);
        self.to_review.extend(other.to_review);
    }

    /// Whether every node read is accounted for; false would be a defect of this program.
    #[must_use]
    pub fn adds_up(&self) -> bool {
        self.nodes == self.placed + self.merged.total() + self.refused.len()
    }
}
