//! Review of one game.

use super::follow::review_corners;
use super::judged::JudgedMove;
use crate::past::BookRef;
use crate::{Book, ServiceError};
use joseki_book::{LeftBook, Line, RegionState};
use joseki_format::dictionary::RefusalReason;
use joseki_format::game_info::{GameInfo, fingerprint, game_info};
use joseki_format::main_line::{MainLine, main_line};
use joseki_format::record::{RecordError, RecordedGame};
use joseki_format::sgf::{GameTree, SgfError};
use joseki_game::five::{FiveBoard, Foul};
use joseki_game::{Color, GameOpening, Move, Point, Region, Symmetries};
use joseki_ledger::Results;

/// Parameters of a review.
#[derive(Clone, Debug)]
pub struct ReviewOptions {
    /// Book to compare with.
    pub book: BookRef,
    /// Number of moves to review per game.
    pub moves: usize,
    /// Players whose profiles are wanted; if empty, see [`super::LEAST_GAMES`].
    pub players: Vec<String>,
    /// Whether to return the records with the review in them.
    pub annotate: bool,
}

/// Review of one game by a book.
#[derive(Clone, Debug)]
pub struct GameReview {
    /// Root properties of the game.
    pub info: GameInfo,
    /// Fingerprint of the game.
    pub fingerprint: u64,
    /// Main line of the game.
    pub line: MainLine,
    /// Number of reviewed moves.
    pub reviewed: usize,
    /// Corners in the order upper left, upper right, lower left, lower right; in games of the whole
    /// board, the board.
    pub corners: Vec<CornerReview>,
    /// The opening of the game, in five in a row and xiangqi.
    pub opening: Option<GameOpening>,
    /// Moves of the whole game that renju forbids and that were played nevertheless.
    pub fouls: Vec<FoulMove>,
}

/// A move in a record that renju forbids to Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoulMove {
    /// Number of the move, from 1.
    pub number: usize,
    /// Point of the move.
    pub point: Point,
    /// Why it is forbidden.
    pub foul: Foul,
}

/// Review of one corner.
#[derive(Clone, Debug)]
pub struct CornerReview {
    /// The corner.
    pub corner: Region,
    /// State after the last reviewed move.
    pub state: RegionState,
    /// Colour of its first move.
    pub first_mover: Option<Color>,
    /// Canonical line played in the corner.
    pub steps: Line,
    /// Orientation of that line on the board; `None` while both fit.
    pub orientations: Symmetries,
    /// Last node known to the book.
    pub known: Line,
    /// Deepest named node on the way there.
    pub named: Line,
    /// Names of that node; empty if no node has one.
    pub names: Vec<String>,
    /// How the corner first left the book.
    pub left: Option<BookExit>,
    /// Judged moves in game order.
    pub moves: Vec<JudgedMove>,
}

/// How a corner left the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookExit {
    /// Move that left it.
    pub book: LeftBook,
    /// Side responsible: the player of the move, or the one who played tenuki before, if the book
    /// does not have that tenuki.
    pub by: Color,
    /// Whether a transposition led back into the book later.
    pub returned: bool,
}

/// Why a game is not reviewed.
#[derive(Debug, thiserror::Error)]
pub enum ReviewRefusal {
    /// Malformed SGF.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// Text with no game or several games, where exactly one is expected.
    #[error("the text has {found} games: send each game as a separate text")]
    Games {
        /// Number of games.
        found: usize,
    },
    /// Invalid game record.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// No legal moves.
    #[error("the game has no {}moves", if *damaged { "legal " } else { "" })]
    NoMoves {
        /// Whether it has moves, but an illegal first one.
        damaged: bool,
    },
    /// Invalid initial stones.
    #[error(transparent)]
    Board(ServiceError),
}

impl ReviewRefusal {
    /// Returns a phrase for reports.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            ReviewRefusal::Record(RecordError::Refused { reason, .. }) => match reason {
                RefusalReason::NotGo(_) => "not Go",
                RefusalReason::BoardSize(_) => "not on 9 to 19 lines",
                RefusalReason::OtherGame { .. } => "of another game",
                RefusalReason::OtherRules { .. } => "by other rules",
                RefusalReason::OtherSize { .. } => "on another board",
                _ => "damaged before the first move",
            },
            ReviewRefusal::NoMoves { .. } => "without moves",
            _ => "damaged before the first move",
        }
    }
}

impl GameReview {
    /// Reviews the first moves of a game.
    ///
    /// # Errors
    /// Invalid record, or no moves.
    pub(super) fn new(
        book: &Book,
        standing: &dyn Results,
        tree: &GameTree,
        options: &ReviewOptions,
    ) -> Result<GameReview, ReviewRefusal> {
        let info = game_info(tree);
        let line = main_line(book.index.variant(), tree)?;
        let record = &line.record;
        if record.moves.iter().all(|(_, played)| *played == Move::Pass) {
            let damaged = line.damaged_at.is_some();
            return Err(ReviewRefusal::NoMoves { damaged });
        }
        let reviewed = record.moves.len().min(options.moves);
        let corners = review_corners(book, standing, &line, reviewed, options.annotate);
        let corners = corners.map_err(ReviewRefusal::Board)?;
        Ok(GameReview {
            fingerprint: fingerprint(record.size.get(), &record.moves, &info),
            info,
            opening: GameOpening::of_game(record.variant, &record.initial, None, &record.moves),
            fouls: fouls(record),
            line,
            reviewed,
            corners,
        })
    }

    /// Returns the judged moves of all corners in game order.
    #[must_use]
    pub fn judged(&self) -> Vec<&JudgedMove> {
        let corners = self.corners.iter();
        let mut all: Vec<&JudgedMove> = corners.flat_map(|corner| &corner.moves).collect();
        all.sort_by_key(|judged| judged.number);
        all
    }
}

fn fouls(record: &RecordedGame) -> Vec<FoulMove> {
    let mut fouls = Vec::new();
    let Some(rules) = record.variant.game().five_rules() else {
        return fouls;
    };
    let mut board = FiveBoard::new(rules, record.size);
    record.initial.iter().for_each(|(color, point)| board.place(*color, *point));
    for (index, (color, played)) in record.moves.iter().enumerate() {
        let black = played.point().filter(|_| *color == Color::Black);
        let foul = black.and_then(|point| Some((point, board.foul(point)?)));
        fouls.extend(foul.map(|(point, foul)| FoulMove { number: index + 1, point, foul }));
        if board.play(*color, *played).is_err() {
            break;
        }
    }
    fouls
}
