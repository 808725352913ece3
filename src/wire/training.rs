//! The answers of a player as lines of JSON, and what they add up to.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::board::{BoardAsked, pairs, parse_color};
use super::coords::Coords;
use super::error::{RequestError, in_range};
use super::quiz_response::{board_pairs, move_text};
use crate::ledger::EdgeKey;
use crate::ledger::training::QuizAnswer;
use crate::service::now;
use crate::service::{Hard, Joseki, Progress, ProgressCounts, ProgressQuery};

/// What the first line of an export says that it is.
const FORMAT: &str = "joseki-training";
/// The version of these lines.
const VERSION: u32 = 1;
/// Joseki and positions of an answer unless the caller says.
const DEFAULT_LISTED: usize = 10;
/// The most of them.
const MOST_LISTED: usize = 1000;
/// How far the clock of another machine may be ahead, in seconds.
const AHEAD: i64 = 86_400;
/// Microseconds of a second.
const MICROS: i64 = 1_000_000;

/// What is asked of a player's progress.
#[derive(Clone, Debug, Default, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct ProgressParameters {
    /// The book; `main` unless said.
    #[param(example = "main")]
    pub book: Option<String>,
    /// How many joseki and hard positions at most, 0 to 1000; 10 unless said.
    #[param(minimum = 0, maximum = 1000)]
    pub limit: Option<usize>,
}

impl ProgressParameters {
    /// The question, every field understood.
    ///
    /// # Errors
    /// The first field that makes no sense.
    pub fn into_query(self) -> Result<ProgressQuery, RequestError> {
        let limit = self.limit.unwrap_or(DEFAULT_LISTED);
        Ok(ProgressQuery {
            limit: in_range("limit", limit, 0, MOST_LISTED)?,
            book: self.book,
        })
    }
}

/// What a player has learned of a book.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "player": "ann", "book": "main", "version": 1, "answers": 12,
    "moves": {"known": 5, "due": 2, "lapsed": 1}, "elsewhere": 0,
    "joseki": [{"name": "4-4, low approach", "moves": {"known": 5, "due": 2, "lapsed": 1}}],
    "hardest": [{
        "line": "DDCF", "name": "4-4, low approach", "right": 1, "wrong": 2, "recall": 0.7, "answer": "DDCFCE",
        "misplayed": [{"line": "DDCFFC", "times": 2}]
    }]
}))]
pub struct ProgressJson {
    /// The player.
    pub player: String,
    /// The book.
    pub book: String,
    /// The book's version.
    pub version: u64,
    /// Answers, to whichever book.
    pub answers: u64,
    /// The moves of the book that the player was asked for.
    pub moves: ProgressCountsJson,
    /// The moves that are not in this book.
    pub elsewhere: u64,
    /// The same by joseki, those with most to repeat first.
    pub joseki: Vec<JosekiJson>,
    /// The positions that were answered wrongly most often, the hardest first.
    pub hardest: Vec<HardJson>,
}

/// Moves, each in one of three.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct ProgressCountsJson {
    /// More likely known than not.
    pub known: u64,
    /// Known once, and by now more likely forgotten.
    pub due: u64,
    /// The last answer was wrong.
    pub lapsed: u64,
}

/// The moves of a joseki.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct JosekiJson {
    /// The last name along the line; null where there is none.
    pub name: Option<String>,
    /// Its moves.
    pub moves: ProgressCountsJson,
}

/// A position that is hard for the player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HardJson {
    /// The canonical line to it.
    pub line: String,
    /// The last name along it.
    pub name: Option<String>,
    /// Right answers.
    pub right: u64,
    /// Wrong ones.
    pub wrong: u64,
    /// How likely it is known now, 0 to 1.
    pub recall: f64,
    /// The line of the right move that is known best.
    pub answer: String,
    /// The moves of the book that were played wrongly, the most frequent first.
    pub misplayed: Vec<MisplayedJson>,
}

/// A move that is played wrongly.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MisplayedJson {
    /// The canonical line that it leads to.
    pub line: String,
    /// How often.
    pub times: u32,
}

/// What became of answers that were taken in.
#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
pub struct AnswersEnteredJson {
    /// Those that came in.
    pub added: u64,
    /// Those that took the place of a later answer to the same question.
    pub updated: u64,
    /// Those that were there, or are later than one that was.
    pub known: u64,
}

/// The first line of an export.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainingHead {
    /// `joseki-training`.
    pub format: String,
    /// The version of the lines, 1.
    pub version: u32,
    /// Who answered.
    pub player: String,
    /// How many answers there were when the export began.
    pub answers: u64,
}

/// An answer as one line of an export.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerLine {
    /// The question.
    pub question: String,
    /// When, in microseconds since 1970 UTC.
    pub at: i64,
    /// The book.
    pub book: String,
    /// Lines of the board.
    pub board_size: u8,
    /// Handicap and setup stones, each colour and point in GTP coordinates.
    #[serde(deserialize_with = "pairs")]
    pub initial_stones: Vec<[String; 2]>,
    /// The moves, each colour and point.
    #[serde(deserialize_with = "pairs")]
    pub moves: Vec<[String; 2]>,
    /// Whose move was asked for, `B` or `W`.
    pub to_play: String,
    /// What was answered.
    pub answer: String,
    /// How it was graded.
    pub grade: String,
    /// The key of the position, 16 hexadecimal digits.
    pub position: String,
    /// The move, if the book has it.
    pub edge: Option<String>,
    /// The moves that were right, the best first.
    pub expected: Vec<String>,
}

impl TrainingHead {
    /// The first line of an export.
    #[must_use]
    pub fn new(player: &str, answers: u64) -> TrainingHead {
        TrainingHead {
            format: FORMAT.to_owned(),
            version: VERSION,
            player: player.to_owned(),
            answers,
        }
    }

    /// That it is a first line that this program understands.
    ///
    /// # Errors
    /// It is none.
    pub fn check(&self) -> Result<(), RequestError> {
        if self.format == FORMAT && self.version == VERSION {
            return Ok(());
        }
        let message = format!(
            "this is {} {}: {FORMAT} {VERSION} is read",
            self.format, self.version
        );
        Err(RequestError::new("invalid_value", "format", message))
    }
}

impl From<&QuizAnswer> for AnswerLine {
    fn from(answer: &QuizAnswer) -> AnswerLine {
        let (initial_stones, moves) = board_pairs(&answer.board, Coords::Gtp);
        let hex = |edge: &EdgeKey| format!("{:016x}", edge.0);
        AnswerLine {
            question: answer.question.clone(),
            at: answer.at,
            book: answer.book.clone(),
            board_size: answer.board.size.get(),
            initial_stones,
            moves,
            to_play: answer.to_play.letter().to_string(),
            answer: move_text(answer.played, Coords::Gtp, answer.board.size),
            grade: answer.grade.name().to_owned(),
            position: format!("{:016x}", answer.position),
            edge: answer.edge.as_ref().map(hex),
            expected: answer.expected.iter().map(hex).collect(),
        }
    }
}

impl AnswerLine {
    /// The answer, every field understood.
    ///
    /// # Errors
    /// The first field that makes no sense, or that it contradicts itself.
    pub fn into_answer(self) -> Result<QuizAnswer, RequestError> {
        let board = BoardAsked {
            size: Some(self.board_size),
            coords: Coords::Gtp,
            initial: &self.initial_stones,
            moves: &self.moves,
        };
        let board = board.understood()?;
        let played = Coords::Gtp.parse_move(&self.answer, board.size);
        let wrong =
            |field: &str, message: String| RequestError::new("invalid_value", field, message);
        // Nobody can have answered tomorrow; a day is for clocks that differ.
        if !(0..=(now() + AHEAD).saturating_mul(MICROS)).contains(&self.at) {
            let message = format!(
                "{} is no moment in the past: microseconds since 1970",
                self.at
            );
            return Err(wrong("at", message));
        }
        let edges = self.expected.iter();
        let expected = edges.map(|edge| hex("expected", edge).map(EdgeKey));
        let edge = self
            .edge
            .as_ref()
            .map(|edge| hex("edge", edge).map(EdgeKey));
        let answer = QuizAnswer {
            at: self.at,
            to_play: parse_color(|| "to_play".to_owned(), &self.to_play)?,
            played: played.map_err(|error| RequestError::new("invalid_point", "answer", error))?,
            grade: self.grade.parse().map_err(|error| wrong("grade", error))?,
            position: hex("position", &self.position)?,
            edge: edge.transpose()?,
            expected: expected.collect::<Result<_, _>>()?,
            question: self.question,
            book: self.book,
            board,
        };
        match answer.fault() {
            None => Ok(answer),
            Some(why) => Err(wrong("question", why)),
        }
    }
}

fn hex(field: &str, text: &str) -> Result<u64, RequestError> {
    let digits = text.len() == 16 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
    let number = u64::from_str_radix(text, 16).ok().filter(|_| digits);
    number.ok_or_else(|| {
        let message = format!("\"{text}\" is no key: expected 16 hexadecimal digits");
        RequestError::new("invalid_value", field, message)
    })
}

impl From<&Progress> for ProgressJson {
    fn from(progress: &Progress) -> ProgressJson {
        ProgressJson {
            player: progress.player.clone(),
            book: progress.book.clone(),
            version: progress.version,
            answers: progress.answers,
            moves: progress.moves.into(),
            elsewhere: progress.elsewhere,
            joseki: progress.joseki.iter().map(JosekiJson::from).collect(),
            hardest: progress.hardest.iter().map(HardJson::from).collect(),
        }
    }
}

impl From<ProgressCounts> for ProgressCountsJson {
    fn from(counts: ProgressCounts) -> ProgressCountsJson {
        ProgressCountsJson {
            known: counts.known,
            due: counts.due,
            lapsed: counts.lapsed,
        }
    }
}

impl From<&Joseki> for JosekiJson {
    fn from(joseki: &Joseki) -> JosekiJson {
        JosekiJson {
            name: joseki.name.clone(),
            moves: joseki.moves.into(),
        }
    }
}

impl From<&Hard> for HardJson {
    fn from(hard: &Hard) -> HardJson {
        let misplayed = hard.misplayed.iter().map(|one| MisplayedJson {
            line: one.line.to_string(),
            times: one.times,
        });
        HardJson {
            line: hard.line.to_string(),
            name: hard.name.clone(),
            right: hard.right,
            wrong: hard.wrong,
            recall: hard.recall,
            answer: hard.answer.to_string(),
            misplayed: misplayed.collect(),
        }
    }
}

impl From<crate::store::AnswersEntered> for AnswersEnteredJson {
    fn from(entered: crate::store::AnswersEntered) -> AnswersEnteredJson {
        AnswersEnteredJson {
            added: entered.added,
            updated: entered.updated,
            known: entered.known,
        }
    }
}
