//! A game record read for counting: its moves up to where it is damaged, players, result and losses.

use super::game::MoveLoss;
use crate::book::Band;
use crate::format::evaluation::{Evaluations, Loss};
use crate::format::game_info::{GameInfo, band, fingerprint, game_info};
use crate::format::sgf::{GameTree, NodeRef};
use crate::game::Color;
use crate::game::go::{BoardSize, Move, Point, Position};

/// A longer result is cut.
const LONGEST_RESULT: usize = 100;

/// A record that can be counted.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// What its root says.
    pub info: GameInfo,
    /// Its result as it is written (`RE`), on one line and at most 100 characters of it.
    pub result: String,
    /// The moves of its main line, all legal.
    pub moves: Vec<(Color, Move)>,
    /// By move, what it lost; empty if no engine says.
    pub losses: Vec<MoveLoss>,
    /// How strong the players are.
    pub band: Band,
    /// Its identity.
    pub fingerprint: u64,
    /// The number of the first move that cannot be played, if there is one; what comes before it counts.
    pub damaged_at: Option<usize>,
}

/// Why a record is not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rejection {
    /// It is another game (`GM`).
    NotGo,
    /// Its board has not 19 lines.
    Size,
    /// It has handicap stones.
    Handicap,
    /// It starts from a position, or stones are put on the board or taken off during the game.
    Setup,
    /// It has no move.
    NoMoves,
    /// Its first move cannot be played.
    Damaged,
}

impl Rejection {
    /// All of them, in the order of reports.
    pub const ALL: [Rejection; 6] = [
        Rejection::NotGo,
        Rejection::Size,
        Rejection::Handicap,
        Rejection::Setup,
        Rejection::NoMoves,
        Rejection::Damaged,
    ];

    /// A few words for reports.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Rejection::NotGo => "not Go",
            Rejection::Size => "not on 19 lines",
            Rejection::Handicap => "with handicap",
            Rejection::Setup => "with stones set up",
            Rejection::NoMoves => "without moves",
            Rejection::Damaged => "damaged from the first move on",
        }
    }
}

/// Reads a record.
///
/// # Errors
/// Why it is not counted.
pub fn read_game(tree: &GameTree) -> Result<GameRecord, Rejection> {
    let info = game_info(tree);
    if !info.go {
        return Err(Rejection::NotGo);
    }
    let size = tree
        .root()
        .first("SZ")
        .map(|value| value.simple_text().trim().to_owned());
    if size.is_some_and(|size| !matches!(size.as_str(), "19" | "19:19" | "")) {
        return Err(Rejection::Size);
    }
    if info.handicap >= 2 {
        return Err(Rejection::Handicap);
    }
    let mut line = MainLine::default();
    line.follow(tree)?;
    let result = tree
        .root()
        .first("RE")
        .map(|value| on_one_line(&value.simple_text()));
    line.finish(info, result.unwrap_or_default())
}

/// What is kept of a text that any program may have written: no control characters, no more than
/// [`LONGEST_RESULT`] characters.
fn on_one_line(text: &str) -> String {
    let text = text.trim_start().chars().take(LONGEST_RESULT);
    let kept: String = text.map(|c| if c.is_control() { ' ' } else { c }).collect();
    kept.trim_end().to_owned()
}

/// The main line as far as it was followed.
struct MainLine {
    board: Position,
    moves: Vec<(Color, Move)>,
    evaluations: Evaluations,
    damaged_at: Option<usize>,
}

impl Default for MainLine {
    fn default() -> MainLine {
        MainLine {
            board: Position::new(BoardSize::NINETEEN),
            moves: Vec::new(),
            evaluations: Evaluations::default(),
            damaged_at: None,
        }
    }
}

impl MainLine {
    fn follow(&mut self, tree: &GameTree) -> Result<(), Rejection> {
        self.moves.reserve(tree.node_count());
        let mut next = Some(tree.root());
        while let Some(node) = next {
            let before = self.moves.len();
            if self.visit(node)?.is_none() {
                self.damaged_at = Some(self.moves.len() + 1);
                self.evaluations.note(node, before..before);
                return Ok(());
            }
            // A node of one move and nothing else, as most are, has no evaluation.
            if node.properties().len() > 1 || self.moves.len() == before {
                self.evaluations.note(node, before..self.moves.len());
            }
            next = node.children().next();
        }
        Ok(())
    }

    /// Plays a node's moves; `None` if one cannot be played.
    fn visit(&mut self, node: NodeRef<'_>) -> Result<Option<()>, Rejection> {
        for property in node.properties() {
            let color = match property.ident() {
                "B" => Color::Black,
                "W" => Color::White,
                "AB" | "AW" | "AE" if self.is_setup(node) => return Err(Rejection::Setup),
                _ => continue,
            };
            let Some(played) = property
                .values()
                .next()
                .and_then(|value| read_move(value.raw()))
            else {
                return Ok(None);
            };
            let legal = match played {
                Move::Pass => {
                    self.board.pass();
                    true
                }
                Move::Play(point) => self.board.play(color, point).is_ok(),
            };
            if !legal {
                return Ok(None);
            }
            self.moves.push((color, played));
        }
        Ok(Some(()))
    }

    /// Stones that are set up change the game, unless they only show the end (territory, dead stones)
    /// after the last move.
    fn is_setup(&self, node: NodeRef<'_>) -> bool {
        self.moves.is_empty() || node.children().next().is_some()
    }

    fn finish(self, info: GameInfo, result: String) -> Result<GameRecord, Rejection> {
        if self.moves.is_empty() {
            return Err(match self.damaged_at {
                Some(_) => Rejection::Damaged,
                None => Rejection::NoMoves,
            });
        }
        let losses = self.losses();
        Ok(GameRecord {
            band: band(
                &info.black,
                &info.white,
                !losses.is_empty() && plays_itself(&info),
            ),
            fingerprint: fingerprint(19, &self.moves, &info),
            result,
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
        all.map(|entry| loss(entry).map(MoveLoss::of).unwrap_or_default())
            .collect()
    }
}

/// A record with evaluations is a game between engines only if nobody has a rank; people analyse theirs.
fn plays_itself(info: &GameInfo) -> bool {
    info.black.rank.is_none() && info.white.rank.is_none()
}

impl MoveLoss {
    fn of(loss: Loss) -> MoveLoss {
        let scaled = |value: f32, scale: f32| {
            // Largest first: no loss is beyond what sixteen bits hold but that of a blunder.
            (value * scale).round().clamp(-32_000.0, 32_000.0) as i16
        };
        MoveLoss {
            points: loss.points.map(|points| scaled(points, 100.0)),
            win_rate: loss.win_rate.map(|rate| scaled(rate, 10_000.0)),
        }
    }
}

/// A move of 19 lines; two small letters, or a pass.
fn read_move(text: &str) -> Option<Move> {
    let size = BoardSize::NINETEEN;
    match text.as_bytes() {
        [x @ b'a'..=b's', y @ b'a'..=b's'] => Some(Move::Play(Point::new(x - b'a', y - b'a'))),
        _ => Move::from_sgf(&text.trim().to_ascii_lowercase(), size).ok(),
    }
}
