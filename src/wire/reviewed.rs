//! A game reviewed, corner by corner and move by move.

use serde::Serialize;
use utoipa::ToSchema;

use super::condition::ConditionJson;
use super::coords::Coords;
use super::game::BoardMovesJson;
use super::next_response::{LeftBookJson, handedness, left_book, letter};
use crate::book::{Checked, Verdict};
use crate::format::game_info::{Outcome, Player};
use crate::game::go::{BoardSize, Move, Point};
use crate::service::{
    CornerReview, Cost, Expected, GameReview, Judged, Left, Punishment, ReviewedGame, describe,
};

/// A game in the eyes of the book.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameReviewJson {
    /// Where it comes from, as profiles name it: file and line, or its number from 0.
    pub game: String,
    /// Its identity, 16 hexadecimal digits; the same for every record of it.
    pub id: String,
    /// Who had Black.
    pub black: PlayerJson,
    /// Who had White.
    pub white: PlayerJson,
    /// The first day it was played on, as far as it is known.
    pub date: Option<String>,
    /// Who won, `B`, `W` or `draw`; null if it is unknown.
    pub winner: Option<&'static str>,
    /// By how many points, if they were counted.
    pub margin: Option<f32>,
    /// Lines of the board.
    pub board_size: u8,
    /// The moves of its main line.
    pub moves: usize,
    /// How many of them were looked at.
    pub reviewed: usize,
    /// The number of the first move that cannot be played; what comes before it is reviewed.
    pub damaged_at: Option<usize>,
    /// Its stones and all moves of its main line up to where it is damaged, also those that were not looked at; null
    /// unless asked for.
    pub record: Option<BoardMovesJson>,
    /// The corners: upper left, upper right, lower left, lower right.
    pub corners: Vec<ReviewedCornerJson>,
}

/// A player of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayerJson {
    /// The name; empty if nobody says.
    pub name: String,
    /// The rank, as in `3d`, `5k` or `9p`.
    pub rank: Option<String>,
}

/// What became of one corner.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReviewedCornerJson {
    /// Which.
    pub corner: &'static str,
    /// `empty`, `ongoing`, `interrupted`, `tenuki`, `finished` or `terminated`, after the last move looked at.
    pub state: &'static str,
    /// Who made the first move, `B` or `W`.
    pub first_mover: Option<String>,
    /// The canonical line of what was played.
    pub steps: String,
    /// How it lies on the board: `clockwise`, `counter_clockwise` or `undetermined`.
    pub handedness: &'static str,
    /// The last node that the book knew.
    pub node: String,
    /// The names of the deepest node with a name on the way there.
    pub names: Vec<String>,
    /// That node.
    pub named_node: Option<String>,
    /// How it left the book first.
    pub left_book: Option<ReviewLeftJson>,
    /// Its moves that are in the book or left it.
    pub moves: Vec<JudgedJson>,
}

/// How a corner left the book, and whose doing that was.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReviewLeftJson {
    /// Where.
    #[serde(flatten)]
    pub left: LeftBookJson,
    /// Whose doing it was: who played the move, or who had played elsewhere before, where the book does not know
    /// that.
    pub by: String,
    /// Whether another order brought it back later.
    pub returned: bool,
}

/// A move in the eyes of the book.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct JudgedJson {
    /// Its number in the game.
    #[serde(rename = "move")]
    pub number: usize,
    /// Who played it.
    pub color: String,
    /// Where; of a tenuki where they played instead, `pass` for a pass.
    pub point: String,
    /// The move in the corner's frame; `XX` for a tenuki.
    pub step: String,
    /// The book's node of it; of a move that left the book the last one known.
    pub node: String,
    /// `best`: the book's first choice. `book`: in the book, and costs nothing to speak of. `costly`: in the book, and
    /// costs something. `mistake`: the book advises against it, by its verdict or because its condition fails.
    /// `left`: it left the book. `tenuki`: its player played elsewhere where the book does not know that, or
    /// advises against it.
    pub kind: &'static str,
    /// Whether it is no fault, as the conditions of all better moves failed.
    pub excused: bool,
    /// The whole in a sentence, its points in GTP coordinates.
    pub text: String,
    /// `ideal`, `good`, `mistake`, `trick` or `question`.
    pub verdict: Option<&'static str>,
    /// Whose verdict it is: a `curator`'s, or that of the `games`.
    pub verdict_by: Option<&'static str>,
    /// The advantage after it from its player's view.
    pub advantage: Option<f64>,
    /// Names of the node.
    pub names: Vec<String>,
    /// Its rank among the moves of the corner, from 1.
    pub rank: Option<usize>,
    /// How many moves the book had in the corner.
    pub offered: usize,
    /// Whether all that the book had there was to play elsewhere.
    pub tenuki_only: bool,
    /// What the book expected, best first; at most five. Moves whose conditions failed come last.
    pub expected: Vec<ExpectedJson>,
    /// What it cost.
    pub cost: CostJson,
    /// Its conditions that failed at that moment.
    pub failed: Vec<ConditionJson>,
    /// How the book goes on after a costly move or a mistake; null where it does not.
    pub punishment: Option<BookLineJson>,
    /// How the book would have gone on with its own move; only in annotated reviews, of faults.
    pub better_line: Option<BookLineJson>,
}

/// A move that the book expected.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ExpectedJson {
    /// Where.
    pub point: String,
    /// The same with its twin where the position is its own mirror.
    pub points: Vec<String>,
    /// The move in the corner's frame.
    pub step: String,
    /// The line of the book's node.
    pub leads_to: String,
    /// The verdict.
    pub verdict: Option<&'static str>,
    /// Whose verdict it is.
    pub verdict_by: Option<&'static str>,
    /// Of the corners that came to the position, the share that went on so; null where the book counts none.
    pub share: Option<f64>,
    /// The rank inside the corner.
    pub priority: f64,
    /// The expected result, 0 to 1.
    pub mean: Option<f64>,
    /// The advantage after it from the view of the side to play.
    pub advantage: Option<f64>,
    /// Its conditions that failed at that moment.
    pub failed: Vec<ConditionJson>,
}

/// What a move cost its player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CostJson {
    /// The advantage after the best move minus that after this one, in the unit of the book; null unless both are
    /// known.
    pub points: Option<f64>,
    /// The expected result of the best move minus that of this one. Both are counted by position, and smoothed
    /// by verdicts as priorities are.
    pub win_rate: Option<f64>,
    /// The standard deviation of that difference.
    pub error: Option<f64>,
    /// What the record's own engine says that it lost; null where it says nothing.
    pub evaluation: Option<EvaluatedLossJson>,
}

/// What the record's own engine says that a move lost.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EvaluatedLossJson {
    /// In points.
    pub points: Option<f32>,
    /// In win rate.
    pub win_rate: Option<f32>,
}

/// Moves of the book on the board of the game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BookLineJson {
    /// Each colour and point.
    pub moves: Vec<[String; 2]>,
    /// The line of the last one's node.
    pub leads_to: String,
    /// The advantage at the end from the view of who plays first here, where the book tells it.
    pub advantage: Option<f64>,
}

impl GameReviewJson {
    /// A game with its points as the caller writes them.
    #[must_use]
    pub fn new(game: &ReviewedGame, coords: Coords) -> GameReviewJson {
        let GameReview {
            info,
            line,
            corners,
            ..
        } = &game.review;
        let view = View {
            coords,
            size: line.record.size,
        };
        GameReviewJson {
            game: game.place.to_string(),
            id: format!("{:016x}", game.review.fingerprint),
            black: (&info.black).into(),
            white: (&info.white).into(),
            date: info.date.map(|date| date.to_string()),
            winner: match info.result {
                Outcome::Black => Some("B"),
                Outcome::White => Some("W"),
                Outcome::Draw => Some("draw"),
                Outcome::Unknown => None,
            },
            margin: info.margin,
            board_size: line.record.size.get(),
            moves: line.record.moves.len(),
            reviewed: game.review.reviewed,
            damaged_at: line.damaged_at,
            record: None,
            corners: corners.iter().map(|corner| view.corner(corner)).collect(),
        }
    }
}

impl GameReviewJson {
    /// The same with the stones and the moves of the game.
    #[must_use]
    pub fn with_record(mut self, game: &ReviewedGame, coords: Coords) -> GameReviewJson {
        self.record = Some(BoardMovesJson::new(&game.review.line.record, coords));
        self
    }
}

impl From<&Player> for PlayerJson {
    fn from(player: &Player) -> PlayerJson {
        PlayerJson {
            name: player.name.clone(),
            rank: player.rank.map(|rank| rank.to_string()),
        }
    }
}

#[derive(Clone, Copy)]
struct View {
    coords: Coords,
    size: BoardSize,
}

impl View {
    fn point(self, point: Point) -> String {
        self.coords.point(point, self.size)
    }

    fn conditions(self, checked: &[Checked]) -> Vec<ConditionJson> {
        let one = |checked: &Checked| ConditionJson::new(checked, self.coords, self.size);
        checked.iter().map(one).collect()
    }

    fn corner(self, corner: &CornerReview) -> ReviewedCornerJson {
        let named = (!corner.names.is_empty()).then(|| corner.named.to_string());
        ReviewedCornerJson {
            corner: corner.corner.name(),
            state: corner.state.name(),
            first_mover: corner.first_mover.map(letter),
            steps: corner.steps.to_string(),
            handedness: handedness(corner.handedness),
            node: corner.known.to_string(),
            names: corner.names.clone(),
            named_node: named,
            left_book: corner.left.as_ref().map(|left| self.left(left)),
            moves: corner
                .moves
                .iter()
                .map(|judged| self.judged(judged))
                .collect(),
        }
    }

    fn left(self, left: &Left) -> ReviewLeftJson {
        ReviewLeftJson {
            left: left_book(&left.book, self.coords, self.size),
            by: letter(left.by),
            returned: left.returned,
        }
    }

    fn judged(self, judged: &Judged) -> JudgedJson {
        JudgedJson {
            number: judged.number,
            color: letter(judged.color),
            point: match judged.played {
                Move::Play(point) => self.point(point),
                Move::Pass => "pass".to_owned(),
            },
            step: judged.step.to_string(),
            node: judged.node.to_string(),
            kind: judged.kind.name(),
            excused: judged.excused,
            text: describe(judged, self.size),
            verdict: judged.verdict.map(Verdict::name),
            verdict_by: verdict_by(judged.verdict, judged.curated),
            advantage: judged.advantage,
            names: judged.names.clone(),
            rank: judged.rank,
            offered: judged.offered,
            tenuki_only: judged.tenuki_only,
            expected: judged
                .expected
                .iter()
                .map(|expected| self.expected(expected))
                .collect(),
            cost: (&judged.cost).into(),
            failed: self.conditions(&judged.failed),
            punishment: judged.punishment.as_ref().map(|line| self.line(line)),
            better_line: judged.better_line.as_ref().map(|line| self.line(line)),
        }
    }

    fn expected(self, expected: &Expected) -> ExpectedJson {
        let points = expected.points.iter();
        let points: Vec<String> = points.map(|point| self.point(*point)).collect();
        ExpectedJson {
            point: points.first().cloned().unwrap_or_default(),
            points,
            step: expected.step.to_string(),
            leads_to: expected.leads_to.to_string(),
            verdict: expected.verdict.map(Verdict::name),
            verdict_by: verdict_by(expected.verdict, expected.curated),
            share: expected.share,
            priority: expected.priority,
            mean: expected.mean,
            advantage: expected.advantage,
            failed: self.conditions(&expected.failed),
        }
    }

    fn line(self, line: &Punishment) -> BookLineJson {
        let moves = line.moves.iter();
        let last = line.moves.last();
        BookLineJson {
            moves: moves
                .map(|played| [letter(played.color), self.point(played.point)])
                .collect(),
            leads_to: last
                .map(|played| played.leads_to.to_string())
                .unwrap_or_default(),
            advantage: line.advantage,
        }
    }
}

impl From<&Cost> for CostJson {
    fn from(cost: &Cost) -> CostJson {
        CostJson {
            points: cost.points,
            win_rate: cost.win_rate,
            error: cost.error,
            evaluation: cost.evaluation.map(|lost| EvaluatedLossJson {
                points: lost.points,
                win_rate: lost.win_rate,
            }),
        }
    }
}

fn verdict_by(verdict: Option<Verdict>, curated: bool) -> Option<&'static str> {
    let by = if curated { "curator" } else { "games" };
    verdict.map(|_| by)
}
