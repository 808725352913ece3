//! The moves that an answer offers.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::next::statistics::Statistics;
use joseki_book::{
    ConditionResult, ForcedResult, Line, NodeData, NodeId, Proposal, Truth, Verdict,
};
use joseki_game::{Color, Frame, Move, Point, Region, Step};
use joseki_priority::Belief;

/// A book move offered as a candidate.
#[derive(Clone, Debug)]
pub struct CandidateMove {
    /// Node in the book.
    pub node: NodeId,
    /// The move on the board; both twins in a symmetric position, in reading order.
    pub plays: SmallVec<[Move; 2]>,
    /// Corner that the move continues.
    pub region: Region,
    /// Frame of the book's node on this board, with `plays[0]` as its move.
    pub frame: Frame,
    /// The move in the frame of the region's own line.
    pub step: Step,
    /// Line of the book's node.
    pub leads_to: Line,
    /// Colour of that line's first move on this board.
    pub first_mover: Color,
    /// The book's data, in the frame of [`CandidateMove::frame`], if any.
    pub data: Option<Arc<NodeData>>,
    /// Verdict: a curator's, else the one that the evidence proposes.
    pub verdict: Option<Verdict>,
    /// Proposal from the evidence, even if a curator's verdict exists.
    pub proposal: Option<Proposal>,
    /// Statistics of counted games, if any were counted in this book.
    pub statistics: Option<Statistics>,
    /// Advantage after it, from the view of the side to move.
    pub advantage: Option<f64>,
    /// Its conditions on this board.
    pub conditions: Vec<ConditionResult>,
    /// Rank within the region.
    pub priority: f64,
    /// Components of the priority.
    pub evidence: Option<PriorityEvidence>,
    /// Rank over all regions.
    pub score: f64,
    /// Whether it follows from a transposition instead of the line that was played.
    pub by_transposition: bool,
    /// Whether its position is that on the board; if not, the book's data are about a position
    /// with fewer stones.
    pub is_whole: bool,
    /// Whether the line ends with it.
    pub leaf: bool,
    /// Effect on the whole board, if requested.
    pub whole_board: Option<Box<WholeLine>>,
    /// Who wins by force after it, as the book keeps it (`Curation::solve_book`).
    pub forced: Option<ForcedResult>,
    /// How the opponent wins by force after it, if a search was requested and found it.
    pub loses: Option<Box<ForcedLine>>,
}

impl CandidateMove {
    /// Returns the points of the move, in games of stones.
    #[must_use]
    pub fn points(&self) -> SmallVec<[Point; 2]> {
        self.plays.iter().filter_map(|played| played.point()).collect()
    }

    /// Removes what the book says of another position with fewer stones: its verdict, names,
    /// comment, advantage and counts. The order of the moves is kept.
    pub fn leave_out(&mut self) {
        self.is_whole = false;
        (self.data, self.verdict, self.proposal) = (None, None, None);
        (self.statistics, self.advantage) = (None, None);
    }

    /// Returns the verdict of the move.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    /// Whether the verdict is a curator's, which takes precedence over evidence.
    #[must_use]
    pub fn is_curated(&self) -> bool {
        self.data.as_ref().is_some_and(|data| data.verdict.is_some())
    }

    /// Returns the number of its counted games within the selection.
    #[must_use]
    pub fn games(&self) -> u32 {
        let statistics = self.statistics.as_ref();
        statistics.map_or(0, |statistics| statistics.position.games)
    }

    /// Whether no condition is known to fail.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.conditions.iter().all(|condition| condition.holds != Truth::False)
    }
}

/// Components of a priority.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PriorityEvidence {
    /// Belief about the move.
    pub belief: Belief,
    /// Whether a move with a lower verdict has a higher priority, in spite of the curator.
    pub contested: bool,
    /// Games with results against the opponent in which we played the move.
    pub own: u64,
    /// Games with results against the class, including the opponent.
    pub class: u64,
    /// Games with results against anyone.
    pub all: u64,
}

/// A book line played on a board. All numbers are in points of SFB, from the view of the side to
/// move.
#[derive(Clone, Debug, PartialEq)]
pub struct WholeLine {
    /// ΔSFB of its first move alone.
    pub first: f64,
    /// ΔSFB of the whole line. A line with an odd number of moves has one more stone of the side
    /// that began it.
    pub change: f64,
    /// Moves of the line, including the first.
    pub moves: Vec<(Color, Point)>,
}

impl WholeLine {
    /// Returns the colour of its last move; the other side is then to move.
    #[must_use]
    pub fn last(&self) -> Option<Color> {
        self.moves.last().map(|(color, _)| *color)
    }
}

/// A win by force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcedLine {
    /// How it wins: `fours`, `threats` or `mate`.
    pub by: &'static str,
    /// Moves of the winner until the win is certain, or until mate.
    pub moves: u32,
    /// The line with the longest defence.
    pub line: Vec<Move>,
}
