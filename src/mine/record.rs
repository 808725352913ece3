//! Reading a game record for counting: moves up to the first illegal one, players, result and
//! losses.

use std::ops::RangeInclusive;

use strum::{Display, IntoStaticStr, VariantArray};

use super::game::MoveLoss;
use joseki_book::Band;
use joseki_format::dictionary::FEN;
use joseki_format::evaluation::{Evaluations, Loss};
use joseki_format::game_info::{
    GameInfo, band, board_fingerprint, fingerprint, game_info, has_rules_of, is_board_size,
    is_of_game,
};
use joseki_format::moves::{move_of, mover};
use joseki_format::sgf::{GameTree, NodeRef};
use joseki_game::{Board, BoardSize, Color, Game, Move, Variant};

/// Maximum length of a result; longer ones are truncated.
const MAX_RESULT_LENGTH: usize = 100;

/// Lines of the smaller boards of Go whose games are kept.
const SMALL: RangeInclusive<u8> = 5..=18;

/// A record that can be counted.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// The information of its root node.
    pub info: GameInfo,
    /// Its result as written (`RE`), on one line and truncated to 100 characters.
    pub result: String,
    /// Its board.
    pub size: BoardSize,
    /// The moves of its main line, all legal.
    pub moves: Vec<(Color, Move)>,
    /// The loss of each move; empty if no engine evaluated the game.
    pub losses: Vec<MoveLoss>,
    /// The strength of the players.
    pub band: Band,
    /// Its identity.
    pub fingerprint: u64,
    /// The number of the first illegal move, if any; only the moves before it count.
    pub damaged_at: Option<usize>,
}

/// Why a record is not counted.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Display, IntoStaticStr, VariantArray,
)]
pub enum RecordRejection {
    /// Another game (`GM`).
    #[strum(serialize = "not Go")]
    NotGo,
    /// Another game than a book's that is not of Go.
    #[strum(serialize = "of another game")]
    OtherGame,
    /// Other rules than the book's (`RU`).
    #[strum(serialize = "by other rules")]
    OtherRules,
    /// A board of another size than the book's.
    #[strum(serialize = "on another board")]
    OtherSize,
    /// Not a board of 19 lines.
    #[strum(serialize = "not on 19 lines")]
    Size,
    /// Handicap stones.
    #[strum(serialize = "with handicap")]
    Handicap,
    /// It starts from a position, or stones are set up or removed during the game.
    #[strum(serialize = "with stones set up")]
    Setup,
    /// No moves, or passes alone.
    #[strum(serialize = "without moves")]
    NoMoves,
    /// The first move is illegal, or the first after passes.
    #[strum(serialize = "damaged from the first move on")]
    Damaged,
}

/// Reads a record.
///
/// ```
/// use joseki_format::sgf::{Limits, read_collection};
/// use joseki_game::Variant;
/// use joseki_mine::{RecordRejection, read_game};
///
/// let file = b"(;SZ[19]RE[B+R];B[pd];W[nc];B[pd])(;SZ[9];B[ee])";
/// let trees = read_collection(file, &Limits::default())?.trees;
/// let game = read_game(&trees[0], Variant::GO).map_err(|rejection| rejection.to_string())?;
/// assert_eq!((game.moves.len(), game.result.as_str()), (2, "B+R"));
/// assert_eq!(game.damaged_at, Some(3));
/// assert_eq!(read_game(&trees[1], Variant::GO).err(), Some(RecordRejection::Size));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The reason why it is not counted.
pub fn read_game(tree: &GameTree, variant: Variant) -> Result<GameRecord, RecordRejection> {
    read_on(tree, variant, variant.size())
}

/// Reads a record of Go on a smaller board than that of 19 lines, which is searched for patterns but
/// not counted.
///
/// # Errors
/// The reason why it is not kept.
pub fn read_small_game(tree: &GameTree, variant: Variant) -> Result<GameRecord, RecordRejection> {
    let lines = tree.root().first("SZ").and_then(|value| value.simple_text().trim().parse().ok());
    let size = lines.and_then(|lines| BoardSize::new(lines).ok());
    let size = size.filter(|size| variant.game().serves_all_sizes() && SMALL.contains(&size.get()));
    read_on(tree, variant, size.ok_or(RecordRejection::Size)?)
}

fn read_on(
    tree: &GameTree,
    variant: Variant,
    board: BoardSize,
) -> Result<GameRecord, RecordRejection> {
    let info = game_info(tree);
    let game = variant.game();
    if !is_of_game(tree, game) {
        return Err(match game {
            Game::Go => RecordRejection::NotGo,
            _ => RecordRejection::OtherGame,
        });
    }
    if !has_rules_of(tree, game) {
        return Err(RecordRejection::OtherRules);
    }
    let size = tree.root().first("SZ").map(|value| value.simple_text().trim().to_owned());
    if size.is_some_and(|size| !is_board_size(&size, board)) {
        return Err(match game {
            Game::Go => RecordRejection::Size,
            _ => RecordRejection::OtherSize,
        });
    }
    if info.handicap >= 2 {
        return Err(RecordRejection::Handicap);
    }
    let mut line = MainLine::new(variant, board);
    line.follow(tree)?;
    let result = tree.root().first("RE").map(|value| on_one_line(&value.simple_text()));
    line.finish(info, result.unwrap_or_default())
}

/// Sanitizes text from a record: without control characters, and at most 100
/// characters.
pub fn on_one_line(text: &str) -> String {
    let text = text.trim_start().chars().take(MAX_RESULT_LENGTH);
    let kept: String = text.map(|c| if c.is_control() { ' ' } else { c }).collect();
    kept.trim_end().to_owned()
}

/// The main line, as far as it was followed.
struct MainLine {
    variant: Variant,
    size: BoardSize,
    board: Board,
    moves: Vec<(Color, Move)>,
    evaluations: Evaluations,
    damaged_at: Option<usize>,
}

impl MainLine {
    fn new(variant: Variant, size: BoardSize) -> MainLine {
        MainLine {
            variant,
            size,
            board: Board::new(variant.game(), size),
            moves: Vec::new(),
            evaluations: Evaluations::default(),
            damaged_at: None,
        }
    }
}

impl MainLine {
    fn follow(&mut self, tree: &GameTree) -> Result<(), RecordRejection> {
        self.moves.reserve(tree.node_count());
        let mut next = Some(tree.root());
        while let Some(node) = next {
            let before = self.moves.len();
            if self.visit(node)?.is_none() {
                self.damaged_at = Some(self.moves.len() + 1);
                self.evaluations.add(node, before..before);
                return Ok(());
            }
            // A node with just one move, as most are, has no evaluation.
            if node.properties().len() > 1 || self.moves.len() == before {
                self.evaluations.add(node, before..self.moves.len());
            }
            next = node.children().next();
        }
        Ok(())
    }

    /// Plays a node's moves; returns `None` if one is illegal.
    fn visit(&mut self, node: NodeRef<'_>) -> Result<Option<()>, RecordRejection> {
        for property in node.properties() {
            let Some(color) = mover(property) else {
                match property.ident() {
                    "AB" | "AW" | "AE" | FEN if self.is_setup(node) => {
                        return Err(RecordRejection::Setup);
                    }
                    _ => continue,
                }
            };
            let Ok(played) = move_of(property, self.size) else {
                return Ok(None);
            };
            if self.board.play(color, played).is_err() {
                return Ok(None);
            }
            self.moves.push((color, played));
        }
        Ok(Some(()))
    }

    /// Checks whether setup stones change the game, unlike those that only show territory or dead
    /// stones after the last move.
    fn is_setup(&self, node: NodeRef<'_>) -> bool {
        self.moves.is_empty() || node.children().next().is_some()
    }

    fn finish(self, info: GameInfo, result: String) -> Result<GameRecord, RecordRejection> {
        if self.moves.iter().all(|(_, played)| *played == Move::Pass) {
            return Err(match self.damaged_at {
                Some(_) => RecordRejection::Damaged,
                None => RecordRejection::NoMoves,
            });
        }
        let losses = self.losses();
        Ok(GameRecord {
            band: band(&info.black, &info.white, !losses.is_empty() && is_between_engines(&info)),
            fingerprint: if self.variant.game().exchanges_colors() {
                fingerprint(self.size.get(), &self.moves, &info)
            } else {
                board_fingerprint(self.variant, &self.moves, &info)
            },
            result,
            size: self.size,
            moves: self.moves,
            damaged_at: self.damaged_at,
            losses,
            info,
        })
    }

    fn losses(&self) -> Vec<MoveLoss> {
        let loss = |(at, (mover, _)): (usize, &(Color, Move))| self.evaluations.loss(at, *mover);
        let all = self.moves.iter().enumerate();
        if !all.clone().any(|entry| loss(entry).is_some()) {
            return Vec::new();
        }
        all.map(|entry| loss(entry).map(MoveLoss::from_loss).unwrap_or_default()).collect()
    }
}

/// Evaluations alone do not make a game one between engines, as people analyse theirs; ranks rule
/// it out.
fn is_between_engines(info: &GameInfo) -> bool {
    info.black.rank.is_none() && info.white.rank.is_none()
}

impl MoveLoss {
    fn from_loss(loss: Loss) -> MoveLoss {
        let scaled = |value: f32, scale: f32| {
            // Clamped to the range of sixteen bits, which only extreme blunders exceed.
            (value * scale).round().clamp(-32_000.0, 32_000.0) as i16
        };
        MoveLoss {
            points: loss.points.map(|points| scaled(points, 100.0)),
            win_rate: loss.win_rate.map(|rate| scaled(rate, 10_000.0)),
        }
    }
}
