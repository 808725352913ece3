//! The query for the next joseki move and its answer.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::statistics::{GamesFilter, PlayWeights};
use joseki_book::Verdict;
use joseki_game::xiangqi::XiangqiBoard;
use joseki_game::{BoardSize, Color, Corner, Move, Point};
use joseki_ledger::OpponentName;
use joseki_store::HistoryMoment;

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
    /// Maximum number of moves of all regions together, besides the best of each; no limit if not
    /// given.
    pub most: Option<usize>,
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
    /// [`MAX_SEARCHED`](super::searched::MAX_SEARCHED); in five in a row and xiangqi.
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
    /// Number of letters with which a board can name moves.
    pub const LETTERS: usize = 26;

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
            most: None,
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
    let start = if black >= 2 && black == initial.len() { Color::White } else { Color::Black };
    moves.last().map_or(start, |(color, _)| color.opposite())
}
