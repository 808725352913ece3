//! Review of a game by corners and moves.

use serde::Serialize;
use utoipa::ToSchema;

use crate::coords::{Coords, PointWriter};
use crate::mine::game::BoardMovesJson;
use crate::next::condition::ConditionJson;
use crate::next::opening::OpeningJson;
use crate::next::response::{LeftBookJson, handedness, left_book};
use joseki_book::{ConditionResult, Verdict};
use joseki_format::game_info::{GameOutcome, Player};
use joseki_game::go::Handedness;
use joseki_game::{Color, Move};
use joseki_service::next::SettledRegion;
use joseki_service::review::{
    BookContinuation, BookExit, CornerReview, Cost, ExpectedMove, GameReview, JudgedMove,
    ReviewedGame, describe,
};

/// Review of a game against a book.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameReviewJson {
    /// Source of the game, as in profiles: file and line, or its number from 0.
    pub game: String,
    /// Id of the game, 16 hexadecimal digits; the same for every record of it.
    pub id: String,
    /// The Black player.
    pub black: PlayerJson,
    /// The White player.
    pub white: PlayerJson,
    /// First day of the game, as precisely as known; null if unknown.
    pub date: Option<String>,
    /// Winner: `B`, `W`, in xiangqi `R` or `B`, or `draw`; null if unknown.
    pub winner: Option<&'static str>,
    /// Winning margin in points; null if unknown.
    pub margin: Option<f32>,
    /// Board size in lines.
    pub board_size: u8,
    /// Number of moves in the main line.
    pub moves: usize,
    /// Number of these moves that were reviewed.
    pub reviewed: usize,
    /// Number of the first illegal move; only the moves before it are reviewed. Null if all moves
    /// are legal.
    pub damaged_at: Option<usize>,
    /// Stones and all legal moves of the main line, including those not reviewed; null unless
    /// requested.
    pub record: Option<BoardMovesJson>,
    /// Corners: upper left, upper right, lower left, lower right; in games of the whole board, the
    /// board.
    pub corners: Vec<ReviewedCornerJson>,
    /// Opening of renju that the first three stones are. Absent in Go, and with fewer stones.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub opening: Option<OpeningJson>,
    /// Moves of the whole game that renju forbids to Black and that were played nevertheless.
    /// Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fouls: Vec<FoulJson>,
}

/// Move that renju forbids to Black.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FoulJson {
    /// Number of the move in the game, from 1.
    #[serde(rename = "move")]
    pub number: usize,
    /// Point of the move.
    pub point: String,
    /// Why it is forbidden: `double_three`, `double_four` or `overline`.
    pub kind: &'static str,
}

/// Player of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayerJson {
    /// Name; empty if unknown.
    pub name: String,
    /// Rank, e.g. `3d`, `5k` or `9p`; null if unknown.
    pub rank: Option<String>,
}

/// Review of one corner.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReviewedCornerJson {
    /// Corner: `upper_left`, `upper_right`, `lower_left` or `lower_right`; `board` in games of the
    /// whole board.
    pub corner: &'static str,
    /// State after the last reviewed move: `empty`, `ongoing`, `interrupted`, `tenuki`, `finished`
    /// or `terminated`.
    pub state: &'static str,
    /// Colour of the first move, `B` or `W`; null in an empty corner.
    pub first_mover: Option<String>,
    /// Canonical line of the moves played.
    pub steps: String,
    /// Orientation on the board: `clockwise`, `counter_clockwise` or `undetermined`, as always in
    /// games of the whole board.
    pub handedness: &'static str,
    /// Canonical line of the last node known to the book.
    pub node: String,
    /// Names of the deepest named node on the way to `node`.
    pub names: Vec<String>,
    /// Canonical line of that node; null if no node has a name.
    pub named_node: Option<String>,
    /// How the corner first left the book; null if it did not.
    pub left_book: Option<ReviewLeftJson>,
    /// Moves that are in the book or left it.
    pub moves: Vec<JudgedJson>,
}

/// How a corner left the book, and which side was responsible.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReviewLeftJson {
    /// The move that left the book.
    #[serde(flatten)]
    pub left: LeftBookJson,
    /// Colour of the responsible side, `B` or `W`: the player of the move, or of an earlier tenuki
    /// that the book does not know.
    pub by: String,
    /// Whether the corner returned to the book later by transposition.
    pub returned: bool,
}

/// Move classified by the book.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct JudgedJson {
    /// Number of the move in the game, from 1.
    #[serde(rename = "move")]
    pub number: usize,
    /// Colour of the move, `B` or `W`.
    pub color: String,
    /// Point of the move; for a tenuki the point played instead, `pass` for a pass.
    pub point: String,
    /// The move as a step in the corner's frame; `XX` for a tenuki.
    pub step: String,
    /// Canonical line of the move's node; for a move that left the book, of the last known node.
    pub node: String,
    /// Kind: `best`, the book's first choice; `book`, in the book at no significant cost; `costly`,
    /// in the book at a cost; `mistake`, advised against by its verdict or a failing condition;
    /// `left`, left the book; `tenuki`, a tenuki that the book does not know or advises against.
    pub kind: &'static str,
    /// Whether the move is not a fault because the conditions of all better moves failed.
    pub excused: bool,
    /// The assessment as a sentence, with points as players of the game write them.
    pub text: String,
    /// Verdict: `ideal`, `good`, `mistake`, `trick` or `question`; null if there is none.
    pub verdict: Option<&'static str>,
    /// Source of the verdict: `curator` or `games`; null without a verdict.
    pub verdict_by: Option<&'static str>,
    /// Advantage after the move, in the unit of the book, positive for its player; null if unknown.
    pub advantage: Option<f64>,
    /// Names of the node.
    pub names: Vec<String>,
    /// Rank among the book's moves in the corner, from 1; null if it is not among them.
    pub rank: Option<usize>,
    /// Number of book moves in the corner.
    pub offered: usize,
    /// Whether tenuki was the only book move there.
    pub tenuki_only: bool,
    /// Evidence before the move that neither side had to play there; null if one had. Leaving the
    /// book there is no fault, unless the record's engine says so.
    pub settled: Option<SettledRegion>,
    /// Moves that the book expected, best first, at most five; moves with failed conditions come
    /// last.
    pub expected: Vec<ExpectedJson>,
    /// Cost of the move.
    pub cost: CostJson,
    /// Conditions of the move that failed at that moment.
    pub failed: Vec<ConditionJson>,
    /// Book continuation after a costly move or a mistake; null if there is none.
    pub punishment: Option<BookLineJson>,
    /// Book continuation after its own move; only in annotated reviews, for faults, otherwise null.
    pub better_line: Option<BookLineJson>,
}

/// Move that the book expected.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ExpectedJson {
    /// Point of the move.
    pub point: String,
    /// The point and, if the position is symmetric, its mirror image.
    pub points: Vec<String>,
    /// The move as a step in the corner's frame.
    pub step: String,
    /// Canonical line of the resulting node.
    pub leads_to: String,
    /// Verdict: `ideal`, `good`, `mistake`, `trick` or `question`; null if there is none.
    pub verdict: Option<&'static str>,
    /// Source of the verdict: `curator` or `games`; null without a verdict.
    pub verdict_by: Option<&'static str>,
    /// Share of the corners at this position that continued with this move, 0 to 1; null if the
    /// book counts none.
    pub share: Option<f64>,
    /// Priority within the corner.
    pub priority: f64,
    /// Value, 0 to 1, as `mean` in the evidence of a candidate; null if unknown.
    pub mean: Option<f64>,
    /// Advantage after the move, in the unit of the book, positive for the side to move; null if
    /// unknown.
    pub advantage: Option<f64>,
    /// Conditions of the move that failed at that moment.
    pub failed: Vec<ConditionJson>,
}

/// Cost of a move to its player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CostJson {
    /// Advantage after the best move minus that after this move, in the unit of the book; null
    /// unless both are known.
    pub points: Option<f64>,
    /// Value of the best move minus that of this one, in won games; null if unknown.
    pub win_rate: Option<f64>,
    /// Standard deviation of `win_rate`; null if unknown.
    pub error: Option<f64>,
    /// Loss according to the engine in the record; null if it has no evaluation.
    pub evaluation: Option<EvaluatedLossJson>,
}

/// Loss of a move according to the engine in the record.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EvaluatedLossJson {
    /// Loss in points; null if unknown.
    pub points: Option<f32>,
    /// Loss in win rate; null if unknown.
    pub win_rate: Option<f32>,
}

/// Continuation of the book on the board of the game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BookLineJson {
    /// Moves, each `[colour, point]`.
    pub moves: Vec<[String; 2]>,
    /// Canonical line of the last move's node.
    pub leads_to: String,
    /// Advantage at the end, in the unit of the book, positive for the side that plays first here;
    /// null if unknown.
    pub advantage: Option<f64>,
}

impl GameReviewJson {
    /// Creates the review with points in the given notation.
    #[must_use]
    pub fn new(game: &ReviewedGame, coords: Coords) -> GameReviewJson {
        let GameReview { info, line, corners, opening, fouls, .. } = &game.review;
        let view = PointWriter { coords, size: line.record.size };
        GameReviewJson {
            game: game.place.to_string(),
            id: format!("{:016x}", game.review.fingerprint),
            black: (&info.black).into(),
            white: (&info.white).into(),
            date: info.date.map(|date| date.to_string()),
            winner: match info.result {
                GameOutcome::Black => Some(coords.letter(Color::Black)),
                GameOutcome::White => Some(coords.letter(Color::White)),
                GameOutcome::Draw => Some("draw"),
                GameOutcome::Unknown => None,
            },
            margin: info.margin,
            board_size: line.record.size.get(),
            moves: line.record.moves.len(),
            reviewed: game.review.reviewed,
            damaged_at: line.damaged_at,
            record: None,
            corners: corners.iter().map(|corner| view.corner(corner)).collect(),
            opening: opening.map(OpeningJson::from),
            fouls: fouls
                .iter()
                .map(|foul| FoulJson {
                    number: foul.number,
                    point: view.played(foul.point.into()),
                    kind: foul.foul.name(),
                })
                .collect(),
        }
    }
}

impl GameReviewJson {
    /// Adds the stones and the moves of the game.
    #[must_use]
    pub fn with_record(mut self, game: &ReviewedGame, coords: Coords) -> GameReviewJson {
        self.record = Some(BoardMovesJson::new(&game.review.line.record, coords));
        self
    }
}

impl From<&Player> for PlayerJson {
    fn from(player: &Player) -> PlayerJson {
        PlayerJson { name: player.name.clone(), rank: player.rank.map(|rank| rank.to_string()) }
    }
}

impl PointWriter {
    fn played(self, played: Move) -> String {
        self.coords.move_text(played, self.size)
    }

    fn conditions(self, checked: &[ConditionResult]) -> Vec<ConditionJson> {
        let one = |checked: &ConditionResult| ConditionJson::new(checked, self.coords, self.size);
        checked.iter().map(one).collect()
    }

    fn corner(self, corner: &CornerReview) -> ReviewedCornerJson {
        let named = (!corner.names.is_empty()).then(|| corner.named.to_string());
        ReviewedCornerJson {
            corner: corner.corner.into(),
            state: corner.state.into(),
            first_mover: corner.first_mover.map(|color| self.coords.letter(color).to_owned()),
            steps: corner.steps.to_string(),
            handedness: handedness(
                corner.corner.corner().and_then(|_| Handedness::determined_by(corner.orientations)),
            ),
            node: corner.known.to_string(),
            names: corner.names.clone(),
            named_node: named,
            left_book: corner.left.as_ref().map(|left| self.left(left)),
            moves: corner.moves.iter().map(|judged| self.judged(judged)).collect(),
        }
    }

    fn left(self, left: &BookExit) -> ReviewLeftJson {
        ReviewLeftJson {
            left: left_book(&left.book, self.coords, self.size),
            by: self.coords.letter(left.by).to_owned(),
            returned: left.returned,
        }
    }

    fn judged(self, judged: &JudgedMove) -> JudgedJson {
        JudgedJson {
            number: judged.number,
            color: self.coords.letter(judged.color).to_owned(),
            point: self.played(judged.played),
            step: judged.step.to_string(),
            node: judged.node.to_string(),
            kind: judged.kind.into(),
            excused: judged.excused,
            text: describe(judged, self.size),
            verdict: judged.verdict.map(Into::into),
            verdict_by: verdict_by(judged.verdict, judged.curated),
            advantage: judged.advantage,
            names: judged.names.clone(),
            rank: judged.rank,
            offered: judged.offered,
            tenuki_only: judged.tenuki_only,
            settled: judged.settled,
            expected: judged.expected.iter().map(|expected| self.expected(expected)).collect(),
            cost: (&judged.cost).into(),
            failed: self.conditions(&judged.failed),
            punishment: judged.punishment.as_ref().map(|line| self.line(line)),
            better_line: judged.better_line.as_ref().map(|line| self.line(line)),
        }
    }

    fn expected(self, expected: &ExpectedMove) -> ExpectedJson {
        let plays = expected.plays.iter();
        let points: Vec<String> = plays.map(|played| self.played(*played)).collect();
        ExpectedJson {
            point: points.first().cloned().unwrap_or_default(),
            points,
            step: expected.step.to_string(),
            leads_to: expected.leads_to.to_string(),
            verdict: expected.verdict.map(Into::into),
            verdict_by: verdict_by(expected.verdict, expected.curated),
            share: expected.share,
            priority: expected.priority,
            mean: expected.mean,
            advantage: expected.advantage,
            failed: self.conditions(&expected.failed),
        }
    }

    fn line(self, line: &BookContinuation) -> BookLineJson {
        let moves = line.moves.iter();
        let last = line.moves.last();
        BookLineJson {
            moves: moves
                .map(|played| {
                    [self.coords.letter(played.color).to_owned(), self.played(played.played)]
                })
                .collect(),
            leads_to: last.map(|played| played.leads_to.to_string()).unwrap_or_default(),
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
            evaluation: cost
                .evaluation
                .map(|lost| EvaluatedLossJson { points: lost.points, win_rate: lost.win_rate }),
        }
    }
}

fn verdict_by(verdict: Option<Verdict>, curated: bool) -> Option<&'static str> {
    let by = if curated { "curator" } else { "games" };
    verdict.map(|_| by)
}
