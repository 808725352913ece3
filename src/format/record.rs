//! The main line of a game record: its initial board and its moves.

use std::borrow::Cow;

use super::dictionary::{RefusalReason, SET_UPS, board_of, properties};
use super::game_info::{game_info, is_board_size, is_of_game};
use super::go::{self, ServerFileError};
use super::moves::{moves_of, oddities};
use super::sgf::{GameTree, Limits, NodeRef, SgfError, read_collection};
use super::xiangqi;
use joseki_game::go::PointSet;
use joseki_game::{Board, BoardSize, Color, Game, Move, Point, Variant};

/// The most warnings of a record.
const MAX_WARNINGS: usize = 100;

/// A game up to one of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedGame {
    /// The game.
    pub variant: Variant,
    /// The size of the board.
    pub size: BoardSize,
    /// Handicap and setup stones.
    pub initial: Vec<(Color, Point)>,
    /// The moves.
    pub moves: Vec<(Color, Move)>,
    /// The side to move first, if the record states it and has no moves.
    pub to_play: Option<Color>,
    /// How its moves deviate from SGF, as far as [`read_record`] read them.
    pub warnings: Vec<String>,
}

/// A game as far as it is playable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playable {
    /// The game up to there.
    pub record: RecordedGame,
    /// The number of the first move that is illegal or follows stones set up or removed during the
    /// game, if any.
    pub damaged_at: Option<usize>,
}

/// The reason why a record cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file is not SGF.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// The file is neither SGF nor a record of xiangqi in another format.
    #[error(transparent)]
    Xiangqi(#[from] xiangqi::RecordError),
    /// The file is a damaged record of a Go server.
    #[error(transparent)]
    Server(#[from] ServerFileError),
    /// A record in another format than SGF that cannot be read to its end.
    #[error("{0}")]
    Damaged(String),
    /// An invalid node.
    #[error("line {line}: {reason}")]
    Refused {
        /// The file's line.
        line: u32,
        /// The reason.
        reason: RefusalReason,
    },
    /// Stones are set up after the first move.
    #[error("line {line}: stones are added or removed after move {moves}")]
    LateSetup {
        /// The file's line.
        line: u32,
        /// The moves before it.
        moves: usize,
    },
    /// The game is shorter.
    #[error("invalid move number {asked}: the main line has {found} moves")]
    NoSuchMove {
        /// The move requested.
        asked: usize,
        /// The number of moves.
        found: usize,
    },
}

/// Reads the main line of the first tree of a file, a game of Go, up to move `last` or to its end.
///
/// # Errors
/// [`RecordError`]; nodes after `last` are not checked.
pub fn read_record(bytes: &[u8], last: Option<usize>) -> Result<RecordedGame, RecordError> {
    read_record_of(Game::Go, bytes, last)
}

/// Does the same for any game. A record of Go may be of a server, one of xiangqi in each of its
/// formats.
///
/// # Errors
/// See [`read_record`].
pub fn read_record_of(
    game: Game,
    bytes: &[u8],
    last: Option<usize>,
) -> Result<RecordedGame, RecordError> {
    let collection = read_collection(&as_sgf(game, bytes)?, &Limits::default())?;
    let Some(tree) = collection.trees.first() else {
        return Err(SgfError::NoGameTree { line: 1 }.into());
    };
    let record = follow(game, tree, last.unwrap_or(usize::MAX))?;
    let found = record.moves.len();
    match last {
        Some(asked) if asked > found => Err(RecordError::NoSuchMove { asked, found }),
        _ => Ok(record),
    }
}

/// Returns a record as SGF, whatever format of its game it is in.
///
/// # Errors
/// The file is of no format of the game, or cannot be read to its end.
pub fn as_sgf(game: Game, bytes: &[u8]) -> Result<Cow<'_, [u8]>, RecordError> {
    let (sgf, problems) = match game {
        Game::Go => go::sgf_of(bytes)?,
        Game::Xiangqi if !xiangqi::is_sgf(bytes) => {
            let (sgf, problems) = xiangqi::as_sgf(bytes)?;
            (Cow::Owned(sgf.into_bytes()), problems)
        }
        _ => return Ok(Cow::Borrowed(bytes)),
    };
    match problems.into_iter().next() {
        Some(problem) => Err(RecordError::Damaged(problem)),
        None => Ok(sgf),
    }
}

/// Reads the main line of a game up to the point where it is damaged, checking every move. Stones
/// that only mark the end (territory, dead stones) after the last move are not damage.
///
/// # Errors
/// When the record is of another game or on a board that it has no books for, or an initial stone
/// is invalid.
pub fn read_playable(game: Game, tree: &GameTree) -> Result<Playable, RecordError> {
    let mut game = PartialGame::new(game, tree)?;
    let mut board = None;
    let mut next = Some(tree.root());
    let mut whole = true;
    while let Some(node) = next.filter(|_| whole) {
        next = node.children().next();
        match game.set_up(node, usize::MAX) {
            Err(RecordError::LateSetup { .. }) if next.is_none() => {}
            Err(RecordError::LateSetup { .. }) => whole = false,
            other => other?,
        }
        whole = whole && game.play(node, &mut board);
    }
    let record = game.finish();
    let damaged_at = (!whole).then(|| record.moves.len() + 1);
    Ok(Playable { record, damaged_at })
}

/// Returns what a record of a game is about, and its board.
fn variant_of(game: Game, tree: &GameTree) -> Result<(Variant, BoardSize), RefusalReason> {
    if game.serves_all_sizes() {
        return Ok((Variant::GO, board_of(tree)?));
    }
    if !is_of_game(tree, game) {
        return Err(RefusalReason::OtherGame { game, number: game_info(tree).number });
    }
    let size = tree.root().first("SZ").map(|value| value.simple_text().trim().to_owned());
    let size = size.unwrap_or_default();
    // The usual size comes first, and an empty text is any size.
    let variants = game.board_sizes().iter().flat_map(|lines| Variant::new(game, Some(*lines)));
    let variant = variants.into_iter().find(|variant| is_board_size(&size, variant.size()));
    let variant = variant.ok_or(RefusalReason::OtherSize { game, size })?;
    Ok((variant, variant.size()))
}

/// A game while it is read. Its initial stones are sets: a record may set up and remove all points
/// over and over.
struct PartialGame {
    record: RecordedGame,
    black: PointSet,
    white: PointSet,
}

impl PartialGame {
    /// The board of a tree, without stones and moves.
    fn new(game: Game, tree: &GameTree) -> Result<PartialGame, RecordError> {
        let line = tree.root().line();
        let board = variant_of(game, tree);
        let (variant, size) = board.map_err(|reason| RecordError::Refused { line, reason })?;
        let (initial, moves) = (Vec::new(), Vec::new());
        let warnings = Vec::new();
        let record = RecordedGame { variant, size, initial, moves, to_play: None, warnings };
        Ok(PartialGame { record, black: PointSet::EMPTY, white: PointSet::EMPTY })
    }

    /// The game with its initial stones: Black's before White's, in reading order.
    fn finish(self) -> RecordedGame {
        let black = self.black.iter().map(|point| (Color::Black, point));
        let white = self.white.iter().map(|point| (Color::White, point));
        RecordedGame { initial: black.chain(white).collect(), ..self.record }
    }

    /// The board with the initial stones.
    fn start(&self) -> Board {
        let mut board = Board::new(self.record.variant.game(), self.record.size);
        for (color, stones) in [(Color::Black, self.black), (Color::White, self.white)] {
            for point in stones.iter() {
                board.place(color, point);
            }
        }
        board
    }

    /// Plays a node's moves. Returns `false` if one is illegal. The board is created for the first
    /// move.
    fn play(&mut self, node: NodeRef<'_>, board: &mut Option<Board>) -> bool {
        let Ok(moves) = moves_of(node, self.record.size) else {
            return false;
        };
        for (color, played) in moves {
            let board = board.get_or_insert_with(|| self.start());
            if board.play(color, played).is_err() {
                return false;
            }
            self.record.moves.push((color, played));
        }
        true
    }

    /// Sets up a node's stones. A record consists of initial stones and moves, so later setup
    /// cannot be represented; after the last requested move it does not matter.
    fn set_up(&mut self, node: NodeRef<'_>, last: usize) -> Result<(), RecordError> {
        let record = &mut self.record;
        if record.variant.game().moves_pieces() {
            let set_up = SET_UPS.into_iter().find(|ident| node.has(ident));
            let refused = set_up.map(|ident| RefusalReason::SetUp(ident.to_owned()));
            return match refused {
                Some(reason) => Err(RecordError::Refused { line: node.line(), reason }),
                None => Ok(()),
            };
        }
        let kinds = [("AE", None), ("AB", Some(Color::Black)), ("AW", Some(Color::White))];
        let late = !record.moves.is_empty();
        for (ident, stone) in kinds {
            let Some(property) = node.property(ident) else {
                continue;
            };
            let (line, moves) = (node.line(), record.moves.len());
            if late && moves >= last {
                continue;
            }
            if late {
                return Err(RecordError::LateSetup { line, moves });
            }
            let listed =
                properties::list(property, record.size).map_err(|value| RecordError::Refused {
                    line,
                    reason: RefusalReason::BadPoint {
                        property: ident.to_owned(),
                        value: value.raw().to_owned(),
                    },
                })?;
            (self.black, self.white) =
                (self.black.difference(listed), self.white.difference(listed));
            match stone {
                Some(Color::Black) => self.black = self.black.union(listed),
                Some(Color::White) => self.white = self.white.union(listed),
                None => {}
            }
        }
        let said = node.first("PL").map(|value| value.simple_text().into_owned());
        record.to_play = said.and_then(|text| text.trim().parse().ok()).or(record.to_play);
        Ok(())
    }
}

fn follow(game: Game, tree: &GameTree, last: usize) -> Result<RecordedGame, RecordError> {
    let refuse = |node: NodeRef<'_>| {
        let line = node.line();
        move |reason| RecordError::Refused { line, reason }
    };
    let mut game = PartialGame::new(game, tree)?;
    let mut next = Some(tree.root());
    while let Some(node) = next {
        if game.record.moves.len() >= last && (node.has("B") || node.has("W")) {
            break;
        }
        let moves =
            moves_of(node, game.record.size).map_err(|invalid| refuse(node)(invalid.into()))?;
        game.set_up(node, last)?;
        let room = MAX_WARNINGS.saturating_sub(game.record.warnings.len());
        game.record.warnings.extend(oddities(node).take(room));
        game.record.moves.extend(moves);
        next = node.children().next();
    }
    let mut record = game.finish();
    record.moves.truncate(last);
    if !record.moves.is_empty() {
        record.to_play = None;
    }
    Ok(record)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn initial(text: &str) -> Vec<String> {
        let record = read_record(text.as_bytes(), None).expect("a record");
        let stones = record.initial.iter();
        stones.map(|(color, point)| format!("{color:?} {}", point.to_sgf())).collect()
    }

    #[test]
    fn setup_counts_each_point_once_and_the_last_of_it() {
        let stones = initial("(;SZ[9]AB[aa:ba][aa]AW[bb];AE[ba]AW[aa][cc])");
        assert_eq!(stones, ["White aa", "White bb", "White cc"]);
        let again = "AB[aa:ii]".repeat(1000);
        let many = format!("(;SZ[9]{}{again};AE[aa:ii];AB[ee])", "AW[aa:ii];".repeat(1000));
        assert_eq!(initial(&many), ["Black ee"]);
    }
}
