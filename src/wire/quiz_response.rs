//! A question and the grade of an answer, as JSON.

use serde::Serialize;
use utoipa::ToSchema;

use super::coords::Coords;
use super::next_response::{BookVersionJson, CandidateJson, NextResponse};
use super::time::rfc3339;
use crate::game::go::{BoardSize, Move, Point};
use crate::ledger::Record;
use crate::ledger::training::Memory;
use crate::service::{Graded, MemoryChange, NextAnswer, Question, QuizAnswered, Reply};

/// Microseconds of a second.
const SECOND: i64 = 1_000_000;

/// The grade of an answer, if there was one, and the next question.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "book": {"name": "main", "version": 1}, "coords": "gtp", "graded": null, "reply": null, "continues": false,
    "next": {
        "id": "8d1b40c7a6e2f935", "board_size": 19, "initial_stones": [], "moves": [["B", "Q16"], ["W", "O17"]],
        "to_play": "B", "corner": "upper_right", "line": "DDCF", "names": ["4-4, low approach"],
        "drawn": "new", "recall": null, "hints": null
    },
    "reason": null
}))]
pub struct QuizResponse {
    /// The book that was asked.
    pub book: BookVersionJson,
    /// How points are written.
    pub coords: Coords,
    /// How the answer was graded; null if there was none.
    pub graded: Option<GradedJson>,
    /// How the opponent went on; null after a wrong answer, or where the line ends.
    pub reply: Option<ReplyJson>,
    /// Whether the next question is in the same line, after the answer and the reply.
    pub continues: bool,
    /// The next question; null if there is none.
    pub next: Option<QuestionJson>,
    /// Why there is none: `nothing_due`, `nothing_found` or `empty_book`.
    pub reason: Option<&'static str>,
}

/// Which move is right here?
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct QuestionJson {
    /// To be sent with the answer.
    pub id: String,
    /// Lines of the board.
    pub board_size: u8,
    /// Handicap and setup stones.
    pub initial_stones: Vec<[String; 2]>,
    /// The moves so far; `pass` is a move elsewhere.
    pub moves: Vec<[String; 2]>,
    /// Whose move is asked for, `B` or `W`.
    pub to_play: String,
    /// In which corner.
    pub corner: &'static str,
    /// The canonical line that was played there.
    pub line: String,
    /// The names along it, the last one first.
    pub names: Vec<String>,
    /// Why it is asked: it is `new`, a `review`, the line of the question before `continued`, or it was `given`.
    pub drawn: &'static str,
    /// How likely the player is expected to know it, 0 to 1; null if it is new or nobody is named.
    pub recall: Option<f64>,
    /// What helps to answer it, if that was asked for.
    pub hints: Option<HintsJson>,
}

/// What helps to answer a question.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HintsJson {
    /// How many moves are right.
    pub right_moves: usize,
    /// The moves of the book, good and bad, in reading order.
    pub choices: Vec<String>,
}

/// A graded answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GradedJson {
    /// The question's identity, if one was sent.
    pub question: Option<String>,
    /// The answer that counts: the first one to the question.
    pub answer: String,
    /// Its colour, `B` or `W`.
    pub to_play: String,
    /// `best`; `equal`, as good as that; `playable`, sound and worse; `mistake`, advised against or failing its
    /// conditions on this board; `unknown`, no move of the book.
    pub grade: &'static str,
    /// Whether it counts as right: `best` and `equal` do.
    pub right: bool,
    /// The moves that are right, the best first.
    pub accepted: Vec<CandidateJson>,
    /// The move that was answered; null if the book does not have it.
    pub chosen: Option<CandidateJson>,
    /// What it is worse by than the best; null if it is the best or is not in the book.
    pub lost: Option<LostJson>,
    /// The opponent's best answers to a wrong move, if the book has some.
    pub refutation: Vec<CandidateJson>,
    /// The memory of the moves that the answer says something about; empty if nobody is named.
    pub memory: Vec<MemoryChangeJson>,
}

/// What a move is worse by.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = QuizLostJson)]
pub struct LostJson {
    /// In expected result, in won games.
    pub mean: f64,
    /// In points, where curators say the advantage after both moves.
    pub advantage: Option<f64>,
}

/// The memory of a move before and after an answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MemoryChangeJson {
    /// The line that the move leads to.
    pub line: Option<String>,
    /// How likely it was remembered, 0 to 1; null if it was new.
    pub recall: Option<f64>,
    /// Before the answer; null if it was new.
    pub before: Option<MemoryJson>,
    /// After it.
    pub after: MemoryJson,
}

/// How well a move is remembered: a right answer after a time t has the probability of 2 to the power of
/// −t / half-life.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MemoryJson {
    /// The half-life in seconds. While it is lapsed, that of what was just shown counts, 600.
    pub half_life: i64,
    /// Whether the last answer was wrong.
    pub lapsed: bool,
    /// When the last answer was given.
    pub answered: String,
}

/// How the opponent went on.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReplyJson {
    /// Its colour, `B` or `W`.
    pub color: String,
    /// Where; `pass` is a move elsewhere.
    pub point: String,
    /// How often an opponent goes on like this, 0 to 1.
    pub share: f64,
    /// How many ways to go on the book has.
    pub among: usize,
}

impl QuizResponse {
    /// An answer with its points as the caller writes them.
    #[must_use]
    pub fn new(answered: &QuizAnswered, coords: Coords, hints: bool) -> QuizResponse {
        let next = answered.next.as_ref();
        let board = answered.graded.as_ref().map(|graded| &graded.board);
        let size = board.map_or(BoardSize::NINETEEN, |board| board.size);
        QuizResponse {
            book: BookVersionJson {
                name: answered.book.clone(),
                version: answered.version,
            },
            coords,
            graded: answered
                .graded
                .as_ref()
                .map(|graded| GradedJson::new(graded, coords)),
            reply: answered
                .reply
                .as_ref()
                .map(|reply| ReplyJson::new(reply, coords, size)),
            continues: answered.continues,
            next: next.map(|question| QuestionJson::new(question, coords, hints)),
            reason: answered.reason,
        }
    }
}

impl QuestionJson {
    fn new(question: &Question, coords: Coords, hints: bool) -> QuestionJson {
        let size = question.board.size;
        let (initial_stones, moves) = board_pairs(&question.board, coords);
        let choice = |point: &Point| coords.point(*point, size);
        QuestionJson {
            id: question.id.clone(),
            board_size: size.get(),
            initial_stones,
            moves,
            to_play: question.to_play.letter().to_string(),
            corner: question.corner.name(),
            line: question.line.to_string(),
            names: question.names.clone(),
            drawn: question.drawn.name(),
            recall: question.recall,
            hints: hints.then(|| HintsJson {
                right_moves: question.right_moves,
                choices: question.choices.iter().map(choice).collect(),
            }),
        }
    }
}

impl GradedJson {
    fn new(graded: &Graded, coords: Coords) -> GradedJson {
        let size = graded.board.size;
        let candidates = |answer: &NextAnswer| NextResponse::new(answer, coords, size).moves;
        let mut accepted = candidates(&graded.moves);
        accepted.truncate(graded.right);
        let chosen = graded.chosen.clone().map(|chosen| NextAnswer {
            moves: vec![chosen],
            ..graded.moves.clone()
        });
        GradedJson {
            question: graded.question.clone(),
            answer: move_text(graded.played, coords, size),
            to_play: graded.to_play.letter().to_string(),
            grade: graded.grade.name(),
            right: graded.grade.is_right(),
            accepted,
            chosen: chosen.and_then(|chosen| candidates(&chosen).pop()),
            lost: graded.lost.map(|lost| LostJson {
                mean: lost.mean,
                advantage: lost.advantage,
            }),
            refutation: graded
                .refutation
                .as_ref()
                .map(candidates)
                .unwrap_or_default(),
            memory: graded.memory.iter().map(MemoryChangeJson::from).collect(),
        }
    }
}

impl From<&MemoryChange> for MemoryChangeJson {
    fn from(change: &MemoryChange) -> MemoryChangeJson {
        MemoryChangeJson {
            line: change.line.as_ref().map(ToString::to_string),
            recall: change.recall,
            before: change.before.map(MemoryJson::from),
            after: change.after.into(),
        }
    }
}

impl From<Memory> for MemoryJson {
    fn from(memory: Memory) -> MemoryJson {
        MemoryJson {
            half_life: memory.half_life / SECOND,
            lapsed: memory.lapsed,
            answered: rfc3339(memory.answered),
        }
    }
}

impl ReplyJson {
    fn new(reply: &Reply, coords: Coords, size: BoardSize) -> ReplyJson {
        ReplyJson {
            color: reply.color.letter().to_string(),
            point: move_text(reply.played, coords, size),
            share: reply.share,
            among: reply.among,
        }
    }
}

/// The stones and the moves of a board, each colour and point.
pub(super) fn board_pairs(board: &Record, coords: Coords) -> (Vec<[String; 2]>, Vec<[String; 2]>) {
    let size = board.size;
    let stones = board.initial.iter();
    let stones =
        stones.map(|(color, point)| [color.letter().to_string(), coords.point(*point, size)]);
    let moves = board.moves.iter();
    let moves =
        moves.map(|(color, played)| [color.letter().to_string(), move_text(*played, coords, size)]);
    (stones.collect(), moves.collect())
}

/// A move as a text.
pub(super) fn move_text(played: Move, coords: Coords, size: BoardSize) -> String {
    match played {
        Move::Pass => "pass".to_owned(),
        Move::Play(point) => coords.point(point, size),
    }
}
