//! Quiz response: the grade of an answer and the next question.

use std::sync::Arc;

use serde::Serialize;
use utoipa::ToSchema;

use crate::coords::Coords;
use crate::next::opening::OpeningJson;
use crate::next::response::{CandidateJson, NextResponse};
use crate::time::rfc3339;
use joseki_game::five::FirstStones;
use joseki_game::{BoardSize, GameOpening, Move};
use joseki_ledger::BoardRecord;
use joseki_ledger::training::Memory;
use joseki_service::{
    next::NextAnswer,
    train::{GradedAnswer, MemoryChange, QuizLoss, QuizOutcome, QuizQuestion, QuizReply},
};
use joseki_store::BookVersion;

/// Microseconds per second.
const SECOND: i64 = 1_000_000;

/// Grade of an answer, if there was one, and the next question.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "book": {"name": "main", "version": 1}, "coords": "gtp", "graded": null, "reply": null, "continues": false,
    "next": {
        "id": "8d1b40c7a6e2f935", "board_size": 19, "initial_stones": [], "moves": [["B", "Q16"], ["W", "O17"]],
        "to_play": "B", "corner": "upper_right", "line": "DDCF", "names": ["4-4, low approach"],
        "drawn": "new", "opening": null, "recall": null, "hints": null
    },
    "reason": null
}))]
pub struct QuizResponse {
    /// The book.
    pub book: BookVersion,
    /// Notation of points.
    pub coords: Coords,
    /// Grade of the answer; null if there was none.
    pub graded: Option<GradedJson>,
    /// Opponent's reply; null after a wrong answer or at the end of the line.
    pub reply: Option<ReplyJson>,
    /// Whether the next question continues the line after the answer and the reply.
    pub continues: bool,
    /// Next question; null if there is none.
    pub next: Option<QuestionJson>,
    /// Reason why there is no question: `nothing_due`, `nothing_found` or `empty_book`; null if
    /// there is one.
    pub reason: Option<&'static str>,
}

/// Question: which move is right on this board?
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct QuestionJson {
    /// Id of the question, to be sent with the answer.
    pub id: String,
    /// Board size in lines.
    pub board_size: u8,
    /// Handicap and setup stones, each `[colour, point]`.
    pub initial_stones: Vec<[String; 2]>,
    /// Moves so far, each `[colour, point]`; `pass` for a move elsewhere.
    pub moves: Vec<[String; 2]>,
    /// Side to move, `B` or `W`.
    pub to_play: String,
    /// Corner of the question: `upper_left`, `upper_right`, `lower_left` or `lower_right`.
    pub corner: &'static str,
    /// Canonical line of the moves played there.
    pub line: String,
    /// Names along the line, the last one first.
    pub names: Vec<String>,
    /// Origin: `new`, a `review`, `continued` from the previous question's line, or `given` by the
    /// request.
    pub drawn: &'static str,
    /// The opening whose third stone is asked; its code is to be sent with the answer. Null for other
    /// questions.
    pub opening: Option<OpeningJson>,
    /// Probability that the player knows the answer, 0 to 1; null for a new question or without a
    /// named player.
    pub recall: Option<f64>,
    /// Hints; null unless requested.
    pub hints: Option<HintsJson>,
}

/// Hints for a question.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HintsJson {
    /// Number of right moves.
    pub right_moves: usize,
    /// Moves of the book, good and bad, in reading order.
    pub choices: Vec<String>,
}

/// Grade of an answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GradedJson {
    /// Id of the question; null if none was sent.
    pub question: Option<String>,
    /// Answer that counts: the first one to the question.
    pub answer: String,
    /// Colour of the answer, `B` or `W`.
    pub to_play: String,
    /// Grade: `best`; `equal`, as good as the best; `playable`, sound but worse; `mistake`, advised
    /// against or with failing conditions on this board; `unknown`, not in the book.
    pub grade: &'static str,
    /// Whether the answer counts as right: `best` or `equal`.
    pub right: bool,
    /// Right moves, best first.
    pub accepted: Vec<CandidateJson>,
    /// The move answered; null if it is not in the book.
    pub chosen: Option<CandidateJson>,
    /// Loss compared with the best move; null for the best move or one not in the book.
    pub lost: Option<QuizLoss>,
    /// Opponent's best answers to a wrong move, best first; empty if the book has none.
    pub refutation: Vec<CandidateJson>,
    /// Memory of the moves affected by the answer; empty without a named player.
    pub memory: Vec<MemoryChangeJson>,
}

/// Memory of a move before and after an answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MemoryChangeJson {
    /// Canonical line that the move leads to; null if unknown.
    pub line: Option<String>,
    /// Probability that it was remembered, 0 to 1; null if it was new.
    pub recall: Option<f64>,
    /// Memory before the answer; null if the move was new.
    pub before: Option<MemoryJson>,
    /// Memory after the answer.
    pub after: MemoryJson,
}

/// Memory of a move: after time t, the probability of a right answer is 2 to the power of −t /
/// half-life.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MemoryJson {
    /// Half-life in seconds; while `lapsed`, 600, that of a move just shown, applies instead.
    pub half_life: i64,
    /// Whether the last answer was wrong.
    pub lapsed: bool,
    /// Time of the last answer, UTC, e.g. `2026-01-31T13:05:07.000001Z`.
    pub answered: String,
}

/// Reply of the opponent.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReplyJson {
    /// Colour of the reply, `B` or `W`.
    pub color: String,
    /// Point of the reply; `pass` for a move elsewhere.
    pub point: String,
    /// Probability with which the reply was drawn, 0 to 1: by counted games and verdicts.
    pub share: f64,
    /// Number of replies in the book.
    pub among: usize,
}

impl QuizResponse {
    /// Creates the response with points in the given notation.
    #[must_use]
    pub fn new(answered: &QuizOutcome, coords: Coords, hints: bool) -> QuizResponse {
        let next = answered.next.as_ref();
        let graded = answered.graded.as_ref();
        let board = graded.map(|graded| &graded.board).or(next.map(|question| &question.board));
        let size = board.map_or(BoardSize::NINETEEN, |board| board.size);
        let coords = board.map_or(coords, |board| coords.for_game(board.variant.game()));
        QuizResponse {
            book: BookVersion { name: answered.book.clone(), version: answered.version },
            coords,
            graded: graded.map(|graded| GradedJson::new(graded, coords)),
            reply: answered.reply.as_ref().map(|reply| ReplyJson::new(reply, coords, size)),
            continues: answered.continues,
            next: next.map(|question| QuestionJson::new(question, coords, hints)),
            reason: answered.reason,
        }
    }
}

impl QuestionJson {
    fn new(question: &QuizQuestion, coords: Coords, hints: bool) -> QuestionJson {
        let size = question.board.size;
        let (initial_stones, moves) = board_pairs(&question.board, coords);
        let choice = |played: &Move| coords.move_text(*played, size);
        QuestionJson {
            id: question.id.clone(),
            board_size: size.get(),
            initial_stones,
            moves,
            to_play: coords.letter(question.to_play).to_owned(),
            corner: question.corner.into(),
            line: question.line.to_string(),
            names: question.names.clone(),
            drawn: question.drawn.into(),
            opening: question
                .opening
                .map(|opening| GameOpening::Five(FirstStones::Opening(opening)))
                .map(OpeningJson::from),
            recall: question.recall,
            hints: hints.then(|| HintsJson {
                right_moves: question.right_moves,
                choices: question.choices.iter().map(choice).collect(),
            }),
        }
    }
}

impl GradedJson {
    fn new(graded: &GradedAnswer, coords: Coords) -> GradedJson {
        let size = graded.board.size;
        let candidates = |answer: &NextAnswer| NextResponse::new(answer, coords, size).moves;
        let mut accepted = candidates(&graded.moves);
        accepted.truncate(graded.right);
        let chosen = graded
            .chosen
            .clone()
            .map(|chosen| NextAnswer { moves: vec![Arc::new(chosen)], ..graded.moves.clone() });
        GradedJson {
            question: graded.question.clone(),
            answer: coords.move_text(graded.played, size),
            to_play: coords.letter(graded.to_play).to_owned(),
            grade: graded.grade.into(),
            right: graded.grade.is_right(),
            accepted,
            chosen: chosen.and_then(|chosen| candidates(&chosen).pop()),
            lost: graded.lost,
            refutation: graded.refutation.as_ref().map(candidates).unwrap_or_default(),
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
    fn new(reply: &QuizReply, coords: Coords, size: BoardSize) -> ReplyJson {
        ReplyJson {
            color: coords.letter(reply.color).to_owned(),
            point: coords.move_text(reply.played, size),
            share: reply.share,
            among: reply.among,
        }
    }
}

/// Returns the stones and the moves of a board as pairs of colour and point.
pub fn board_pairs(board: &BoardRecord, coords: Coords) -> (Vec<[String; 2]>, Vec<[String; 2]>) {
    let size = board.size;
    let stones = board.initial.iter();
    let stones =
        stones.map(|(color, point)| [coords.letter(*color).to_owned(), coords.point(*point, size)]);
    let moves = board.moves.iter();
    let moves = moves
        .map(|(color, played)| [coords.letter(*color).to_owned(), coords.move_text(*played, size)]);
    (stones.collect(), moves.collect())
}
