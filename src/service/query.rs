//! The question "what is the next joseki move here?" and its answer, as the service knows them.

use std::collections::BTreeMap;
use std::sync::Arc;

use smallvec::SmallVec;

use super::games::ExampleGame;
use super::statistics::{GamesFilter, Statistics};
use super::whole_board::{WholeBoard, WholeCorner, WholeLine};
use crate::book::{
    Checked, CornerState, GameNumber, LeftBook, Line, NodeData, NodeId, Proposal, Truth, Verdict,
};
use crate::game::go::{BoardSize, Corner, Frame, Handedness, Move, Point};
use crate::game::{Color, Step};
use crate::ledger::OpponentName;
use crate::priority::Belief;
use crate::store::Moment;

/// A board and what is asked of it.
#[derive(Clone, Debug)]
pub struct NextQuery {
    /// Lines of the board; books answer on 9 to 19.
    pub size: BoardSize,
    /// Handicap and setup stones.
    pub initial: Vec<(Color, Point)>,
    /// The moves so far; two of one colour in a row are allowed.
    pub moves: Vec<(Color, Move)>,
    /// Whose move is asked for; see [`NextQuery::to_play`] for the default.
    pub to_play: Option<Color>,
    /// The book; the default one if none is named.
    pub book: Option<String>,
    /// The book as it was at this moment; as it is now if nothing is said.
    pub as_of: Option<Moment>,
    /// Against whom the game is; a `class` groups opponents.
    pub opponent: Option<OpponentName>,
    /// What kind of opponent that is.
    pub class: Option<String>,
    /// How many moves of a corner at most.
    pub limit: usize,
    /// Asks for a weighted draw, repeatable by this number.
    pub seed: Option<u64>,
    /// Leaves out moves whose verdict is worth less than this one; no verdict is worth 0.
    pub min_verdict: Option<Verdict>,
    /// What to do with moves whose conditions fail on this board.
    pub failed_conditions: FailedConditions,
    /// Which of the counted games matter.
    pub games: GamesFilter,
    /// Leaves out moves of fewer of these games.
    pub min_games: Option<u32>,
    /// Whether statistics are also given by year.
    pub trend: bool,
    /// How many example games of each move are told at most.
    pub examples: usize,
    /// Whether it is also told what moves do to the whole board, which then decides between equal moves.
    pub whole_board: bool,
}

/// What to do with moves whose conditions fail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FailedConditions {
    /// List them last.
    #[default]
    Mark,
    /// Leave them out.
    Hide,
}

impl NextQuery {
    /// How many moves of a corner are answered unless the caller says.
    pub const DEFAULT_LIMIT: usize = 10;

    /// A question about an empty board of this size.
    #[must_use]
    pub fn new(size: BoardSize) -> NextQuery {
        NextQuery {
            size,
            initial: Vec::new(),
            moves: Vec::new(),
            to_play: None,
            book: None,
            as_of: None,
            opponent: None,
            class: None,
            limit: NextQuery::DEFAULT_LIMIT,
            seed: None,
            min_verdict: None,
            failed_conditions: FailedConditions::Mark,
            games: GamesFilter::default(),
            min_games: None,
            trend: false,
            examples: 0,
            whole_board: false,
        }
    }

    /// Whose move it is: the one said, else the other colour of the last move; at the start White
    /// after two or more black initial stones (a handicap), else Black.
    #[must_use]
    pub fn to_play(&self) -> Color {
        let black = self
            .initial
            .iter()
            .filter(|(color, _)| *color == Color::Black)
            .count();
        let handicap = black >= 2 && black == self.initial.len();
        let start = if handicap { Color::White } else { Color::Black };
        let default = self
            .moves
            .last()
            .map_or(start, |(color, _)| color.opposite());
        self.to_play.unwrap_or(default)
    }
}

/// The answer to a [`NextQuery`]. Points are on the caller's board.
#[derive(Clone, Debug)]
pub struct NextAnswer {
    /// The book that answered.
    pub book: String,
    /// Its version.
    pub version: u64,
    /// The last change of the ledger that is known to be in it; 0 if no result was ever entered.
    pub results: u64,
    /// Whether later results are in it too, ahead of one that another program or thread entered and that
    /// is not known yet. Then `results` does not tell this answer from others.
    pub results_ahead: bool,
    /// Whose moves these are.
    pub to_play: Color,
    /// The candidates of all corners, best first.
    pub moves: Vec<Candidate>,
    /// The four corners.
    pub corners: Vec<CornerAnswer>,
    /// The example games of the moves by number, if they were asked for.
    pub examples: Option<BTreeMap<GameNumber, ExampleGame>>,
    /// The whole board, if it was asked for.
    pub whole_board: Option<WholeBoard>,
    /// Why there is no move, if there is none.
    pub reason: Option<Reason>,
}

impl NextAnswer {
    /// The candidates of a corner, best first.
    pub fn in_corner(&self, corner: Corner) -> impl Iterator<Item = &Candidate> {
        let moves = self.moves.iter();
        moves.filter(move |candidate| candidate.corner == corner)
    }
}

/// One move of the book.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The book's node.
    pub node: NodeId,
    /// Where to play; both twins of a symmetric position, in reading order.
    pub points: SmallVec<[Point; 2]>,
    /// The corner that the move continues.
    pub corner: Corner,
    /// The frame of the book's node on this board, with `points[0]` as its move.
    pub frame: Frame,
    /// The move in the corner's frame.
    pub step: Step,
    /// The line of the book's node.
    pub leads_to: Line,
    /// Who makes that line's first move on this board.
    pub first_mover: Color,
    /// What the book knows of it, in the frame of [`Candidate::frame`], if it knows anything.
    pub data: Option<Arc<NodeData>>,
    /// The verdict: a curator's, else the one that evidence speaks for.
    pub verdict: Option<Verdict>,
    /// What evidence says, whoever's verdict is given.
    pub proposal: Option<Proposal>,
    /// What counted games say, if any were counted in this book.
    pub statistics: Option<Statistics>,
    /// The advantage after it from the view of the side to play.
    pub advantage: Option<f64>,
    /// Its conditions on this board.
    pub conditions: Vec<Checked>,
    /// Its rank inside the corner.
    pub priority: f64,
    /// What the priority is made of.
    pub evidence: Option<Explanation>,
    /// Its rank over all corners.
    pub score: f64,
    /// Whether another order of the same position leads there, not the line that was played.
    pub by_transposition: bool,
    /// Whether the line ends with it.
    pub leaf: bool,
    /// What it does to the whole board, if that was asked for.
    pub whole_board: Option<Box<WholeLine>>,
}

impl Candidate {
    /// The verdict of the move.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    /// Whether the verdict is a curator's; it wins over evidence.
    #[must_use]
    pub fn is_curated(&self) -> bool {
        self.data
            .as_ref()
            .is_some_and(|data| data.verdict.is_some())
    }

    /// The games that were counted of it, among those asked about.
    #[must_use]
    pub fn games(&self) -> u32 {
        let statistics = self.statistics.as_ref();
        statistics.map_or(0, |statistics| statistics.position.games)
    }

    /// Whether every condition holds, as far as the board can say.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.conditions
            .iter()
            .all(|condition| condition.holds != Truth::False)
    }
}

/// What a priority is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Explanation {
    /// What is believed of the move.
    pub belief: Belief,
    /// Games with results against the opponent in which we made the move.
    pub own: u64,
    /// The same against the class, the opponent among them.
    pub class: u64,
    /// The same against anybody.
    pub all: u64,
}

/// What became of one corner.
#[derive(Clone, Debug)]
pub struct CornerAnswer {
    /// Which corner.
    pub corner: Corner,
    /// Its state.
    pub state: CornerState,
    /// Who made its first move.
    pub first_mover: Option<Color>,
    /// The canonical line of its longest reading.
    pub steps: Line,
    /// How the canonical line lies on the board; `None` while both ways fit.
    pub handedness: Option<Handedness>,
    /// The book's node of the position, which another order may have led to; none before the first stone and
    /// where the book does not know it.
    pub node: Option<PlacedLine>,
    /// How it left the book.
    pub left_book: Option<Box<LeftBook>>,
    /// How urgent it is to go on here, 0 to 1.
    pub urgency: f64,
    /// Why it has no move, if it has none.
    pub reason: Option<Reason>,
    /// Moves left out because of their verdict.
    pub filtered_by_verdict: usize,
    /// Moves left out because their conditions fail.
    pub filtered_by_conditions: usize,
    /// Moves left out because they have too few games.
    pub filtered_by_games: usize,
    /// What is at stake here on the whole board, if that was asked for.
    pub whole_board: Option<Box<WholeCorner>>,
}

/// A line of the book as it lies in a corner of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedLine {
    /// The line.
    pub line: Line,
    /// Which way it lies.
    pub handedness: Handedness,
    /// Who makes its first move.
    pub first_mover: Color,
}

/// Why there is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The book does not know what was played.
    UnknownPosition,
    /// Every move was filtered out.
    AllFiltered,
    /// The conditions of every move fail.
    ConditionsFail,
    /// The line is played to its end.
    Finished,
    /// The opponent's tenuki is not in the book.
    TenukiUnknown,
    /// The book's only continuation is a tenuki.
    TenukiOnly,
    /// Every move of the book is illegal on this board.
    Illegal,
    /// The book has no move at all.
    EmptyBook,
    /// The corners have different reasons.
    Mixed,
}

impl Reason {
    /// The code in answers.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Reason::UnknownPosition => "unknown_position",
            Reason::AllFiltered => "all_filtered",
            Reason::ConditionsFail => "conditions_fail",
            Reason::Finished => "finished",
            Reason::TenukiUnknown => "tenuki_unknown",
            Reason::TenukiOnly => "tenuki_only",
            Reason::Illegal => "illegal",
            Reason::EmptyBook => "empty_book",
            Reason::Mixed => "mixed",
        }
    }
}
