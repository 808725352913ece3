//! The answer to a question for the next move.

use std::collections::BTreeMap;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::next::candidate::CandidateMove;
use crate::next::examples::ExampleGame;
use crate::next::opening_rules::{FifthMoves, FourthMoves, SwapAdvice};
use crate::next::region_cache::SharedRegion;
use crate::next::searched::SearchedBoard;
use crate::next::settled::SettledRegion;
use crate::next::statistics::Statistics;
use crate::next::whole_board::{WholeBoard, WholeCorner};
use joseki_book::{GameNumber, LeftBook, Line, RegionState};
use joseki_game::five::Foul;
use joseki_game::xiangqi::XiangqiBoard;
use joseki_game::{Color, GameOpening, Point, Region, Symmetries, Symmetry, Variant};
use joseki_search::Swap2Advice;

/// Answer to a [`NextQuery`](super::query::NextQuery). Points are on the caller's board.
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
    /// Games in which the corner was resumed after it; `None` if it is not in the book.
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
