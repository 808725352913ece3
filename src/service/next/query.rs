//! The query for the next joseki move and its answer.

use std::collections::BTreeMap;
use std::sync::Arc;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use utoipa::ToSchema;

use super::region_cache::SharedRegion;
use super::searched::{ForcedLine, SearchedBoard};
use super::settled::SettledRegion;
use super::statistics::{GamesFilter, PlayWeights, Statistics};
use super::whole_board::{WholeBoard, WholeCorner, WholeLine};
use crate::book::{
    ConditionResult, ForcedResult, GameNumber, LeftBook, Line, NodeData, NodeId, Proposal,
    RegionState, Truth, Verdict,
};
use crate::game::five::Foul;
use crate::game::xiangqi::XiangqiBoard;
use crate::game::{
    BoardSize, Color, Corner, Frame, GameOpening, Move, Point, Region, Step, Symmetries, Symmetry,
    Variant,
};
use crate::ledger::OpponentName;
use crate::priority::Belief;
use crate::search::Swap2Advice;
use crate::service::mine::games::ExampleGame;
use crate::service::next::opening_rules::{FifthMoves, FourthMoves, SwapAdvice};
use crate::store::HistoryMoment;

/// A board and the parameters of the query.
#[derive(Clone, Debug)]
pub struct NextQuery {
    /// Board size, 9 to 19 lines.
    pub size: BoardSize,
    /// Handicap and setup stones.
    pub initial: Vec<(Color, Point)>,
    /// Position of xiangqi at which the moves begin, if it is not the usual one.
    pub position: Option<Box<XiangqiBoard>>,
    /// Moves so far; two in a row of one colour are allowed.
    pub moves: Vec<(Color, Move)>,
    /// Side to move; see [`NextQuery::to_play`] for the default.
    pub to_play: Option<Color>,
    /// Book to query; the default one if not given.
    pub book: Option<String>,
    /// Version or time of the book; current if not given.
    pub as_of: Option<HistoryMoment>,
    /// Opponent of the game.
    pub opponent: Option<OpponentName>,
    /// Class of the opponent, which groups opponents.
    pub class: Option<String>,
    /// Maximum number of moves per region.
    pub limit: usize,
    /// Seed of a reproducible weighted draw; none for no draw.
    pub seed: Option<u64>,
    /// Excludes moves with a verdict below this one; no verdict counts as 0.
    pub min_verdict: Option<Verdict>,
    /// Treatment of moves whose conditions fail on this board.
    pub failed_conditions: FailedConditions,
    /// Selection of counted games.
    pub games: GamesFilter,
    /// Weights of their plays in the order of moves.
    pub weights: PlayWeights,
    /// Excludes moves with fewer of these games.
    pub min_games: Option<u32>,
    /// Whether statistics are also given by year.
    pub trend: bool,
    /// Whether statistics are also given by kind of players.
    pub kinds: bool,
    /// Maximum number of example games per move.
    pub examples: usize,
    /// Whether to evaluate moves on the whole board, which then breaks ties between equal moves.
    pub whole_board: bool,
    /// The corner to answer about; all regions without one.
    pub corner: Option<Corner>,
    /// Number of fifth moves that the opening rule of renju lets Black offer.
    pub fifths: usize,
    /// Number of positions of a search for wins by force, up to
    /// [`MOST_SEARCHED`](super::searched::MOST_SEARCHED); in five in a row and xiangqi.
    pub search: Option<u64>,
}

/// Treatment of moves whose conditions fail.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema, ValueEnum,
)]
#[serde(rename_all = "lowercase")]
#[schema(as = FailedConditionsJson)]
pub enum FailedConditions {
    /// List them last.
    #[default]
    Mark,
    /// Leave them out.
    Hide,
}

impl NextQuery {
    /// Default maximum number of moves per region.
    pub const DEFAULT_LIMIT: usize = 10;

    /// Creates a query for an empty board of this size.
    #[must_use]
    pub fn new(size: BoardSize) -> NextQuery {
        NextQuery {
            size,
            initial: Vec::new(),
            position: None,
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
            weights: PlayWeights::default(),
            min_games: None,
            trend: false,
            kinds: false,
            examples: 0,
            whole_board: false,
            fifths: 1,
            corner: None,
            search: None,
        }
    }

    /// Returns the side to move: the given one, else the opponent of the last mover. At the start
    /// White moves after two or more black initial stones (a handicap), else Black.
    #[must_use]
    pub fn to_play(&self) -> Color {
        let default = match &self.position {
            Some(position) if self.moves.is_empty() => Color::from_side(position.to_move()),
            _ => side_to_move(&self.initial, &self.moves),
        };
        self.to_play.unwrap_or(default)
    }
}

/// Returns the side to move by default: the opponent of the last mover; at the start White after a
/// handicap of two or more black stones, else Black.
#[must_use]
pub fn side_to_move(initial: &[(Color, Point)], moves: &[(Color, Move)]) -> Color {
    let black = initial.iter().filter(|(color, _)| *color == Color::Black).count();
    let start = match black >= 2 && black == initial.len() {
        true => Color::White,
        false => Color::Black,
    };
    moves.last().map_or(start, |(color, _)| color.opposite())
}

/// Answer to a [`NextQuery`]. Points are on the caller's board.
#[derive(Clone, Debug)]
pub struct NextAnswer {
    /// Name of the book.
    pub book: String,
    /// Game of the book.
    pub variant: Variant,
    /// Version of the book.
    pub version: u64,
    /// Last change of the ledger known to be included; 0 without results.
    pub results: u64,
    /// Whether the answer also includes results after a change by another program or thread that is
    /// not known yet. Then `results` does not identify this answer.
    pub results_ahead: bool,
    /// Side to move.
    pub to_play: Color,
    /// The board of xiangqi, by which moves are written; none in other games.
    pub board: Option<Box<XiangqiBoard>>,
    /// Candidates of all regions, best first; those of settled regions follow all others.
    pub moves: Vec<Arc<CandidateMove>>,
    /// The regions of the game: four corners, or the whole board.
    pub regions: Vec<Arc<RegionAnswer>>,
    /// The same by region, where each may be part of other answers too.
    pub shared: SmallVec<[Arc<SharedRegion>; 4]>,
    /// Example games of the moves by number, if requested.
    pub examples: Option<BTreeMap<GameNumber, ExampleGame>>,
    /// Whole-board evaluation, if requested.
    pub whole_board: Option<WholeBoard>,
    /// The opening of the game, in five in a row and xiangqi.
    pub opening: Option<GameOpening>,
    /// Which colour to take, where an opening rule of five in a row may let a player choose.
    pub swap: Option<SwapAdvice>,
    /// Which fifth moves to offer, in renju.
    pub fifths: Option<FifthMoves>,
    /// What fourth moves are worth by the number of fifths, in renju with a search.
    pub fourths: Option<FourthMoves>,
    /// What to do with three stones of Swap2, in gomoku and standard with a search.
    pub swap2: Option<Swap2Advice>,
    /// Why there is no best move, if there is none.
    pub reason: Option<NoMoveReason>,
    /// What a search found, if requested.
    pub searched: Option<SearchedBoard>,
}

impl NextAnswer {
    /// Returns the candidates of a region, best first.
    pub fn in_region(&self, region: impl Into<Region>) -> impl Iterator<Item = &CandidateMove> {
        let (moves, region) = (self.moves.iter().map(Arc::as_ref), region.into());
        moves.filter(move |candidate| candidate.region == region)
    }

    /// Returns the best move; `None` if there are only moves in settled regions.
    #[must_use]
    pub fn best(&self) -> Option<&CandidateMove> {
        let best = self.moves.first()?;
        let region = self.regions.iter().find(|answer| answer.region == best.region);
        region.is_none_or(|answer| answer.settled.is_none()).then_some(best)
    }
}

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
    /// Whether its position is that on the board; if not, the book has it with fewer stones, and
    /// says nothing of it here.
    pub is_whole: bool,
    /// Whether the line ends with it.
    pub leaf: bool,
    /// Effect on the whole board, if requested.
    pub whole_board: Option<Box<WholeLine>>,
    /// Who wins by force after it, as the book keeps it ([`Service::solve_book`]).
    ///
    /// [`Service::solve_book`]: crate::service::Service::solve_book
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

/// Answer for one region.
#[derive(Clone, Debug)]
pub struct RegionAnswer {
    /// The region.
    pub region: Region,
    /// State of the region.
    pub state: RegionState,
    /// Colour of its first move.
    pub first_mover: Option<Color>,
    /// Canonical line of its longest reading.
    pub steps: Line,
    /// Symmetries that lead from the region's plain frame to the canonical line; several while they
    /// give the same line.
    pub orientations: Symmetries,
    /// The book's node of the position, possibly reached by transposition; none before the first
    /// stone and in unknown positions.
    pub node: Option<PlacedLine>,
    /// How the game left the book.
    pub left_book: Option<Box<LeftBook>>,
    /// Urgency of playing here, 0 to 1.
    pub urgency: f64,
    /// Playing elsewhere instead of an answer here.
    pub tenuki: Option<Box<Tenuki>>,
    /// What says that neither side has to play here; `None` if one has, or if nothing is known.
    pub settled: Option<Box<SettledRegion>>,
    /// Moves of the book that renju forbids to Black on this board, in reading order.
    pub forbidden: Vec<(Point, Foul)>,
    /// Why there are no moves, if there are none.
    pub reason: Option<NoMoveReason>,
    /// Number of moves excluded by verdict.
    pub filtered_by_verdict: usize,
    /// Number of moves excluded by failed conditions.
    pub filtered_by_conditions: usize,
    /// Number of moves excluded for too few games.
    pub filtered_by_games: usize,
    /// Value of the corner on the whole board, if requested.
    pub whole_board: Option<Box<WholeCorner>>,
}

/// A tenuki in a region.
#[derive(Clone, Debug)]
pub struct Tenuki {
    /// Canonical line after it.
    pub leads_to: Line,
    /// Games in which the corner was resumed after it; `None` if the book does not have it.
    pub statistics: Option<Statistics>,
    /// Share of the turns like this one that were played elsewhere, 0 to 1; `None` without counts.
    pub share: Option<f64>,
    /// Whether that is more than the share of any move here.
    pub is_commonest: bool,
    /// Urgency of this region for the other player after it, 0 to 1.
    pub urgency: f64,
}

/// A book line oriented in a region of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedLine {
    /// The line.
    pub line: Line,
    /// Region to line: leads from the region's plain frame to the line's.
    pub symmetry: Symmetry,
    /// Colour of its first move.
    pub first_mover: Color,
}

/// Why there is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum NoMoveReason {
    /// The book does not contain the played line.
    UnknownPosition,
    /// All moves were filtered out.
    AllFiltered,
    /// The conditions of all moves fail.
    ConditionsFail,
    /// The line has been played to its end.
    Finished,
    /// There are only moves in settled regions, see [`RegionAnswer::settled`].
    Settled,
    /// The opponent's tenuki is not in the book.
    TenukiUnknown,
    /// The book's only continuation is a tenuki.
    TenukiOnly,
    /// All book moves are illegal on this board.
    Illegal,
    /// All book moves are illegal on this board, and some because renju forbids them.
    Forbidden,
    /// The book has no moves at all.
    EmptyBook,
    /// The regions have different reasons.
    Mixed,
}
