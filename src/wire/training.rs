//! Training answers of a player as lines of JSON, and the progress derived from them.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::board::{BoardFields, pairs, parse_color};
use super::coords::Coords;
use super::error::{RequestError, in_range};
use super::quiz_response::{board_pairs, move_text};
use crate::ledger::EdgeKey;
use crate::ledger::training::{Grade, QuizAnswer};
use crate::named::Named;
use crate::service::now;
use crate::service::{HardPosition, JosekiProgress, ProgressCounts, ProgressQuery, QuizProgress};

/// Name of the format in the first line of an export.
const FORMAT: &str = "joseki-training";
/// Version of the format.
const VERSION: u32 = 1;
/// Default number of joseki and of positions in a response.
const DEFAULT_LISTED: usize = 10;
/// Maximum number of either.
const MOST_LISTED: usize = 1000;
/// Tolerated clock difference to other machines, in seconds.
const AHEAD: i64 = 86_400;
/// Microseconds per second.
const MICROS: i64 = 1_000_000;

/// Query parameters for a player's progress.
#[derive(Clone, Debug, Default, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct ProgressParameters {
    /// Name of the book; default `main`.
    #[param(example = "main")]
    pub book: Option<String>,
    /// Maximum number of joseki and of hard positions, 0 to 1000; default 10.
    #[param(minimum = 0, maximum = 1000)]
    pub limit: Option<usize>,
}

impl ProgressParameters {
    /// Parses all fields.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn into_query(self) -> Result<ProgressQuery, RequestError> {
        let limit = self.limit.unwrap_or(DEFAULT_LISTED);
        Ok(ProgressQuery {
            limit: in_range("limit", limit, 0, MOST_LISTED)?,
            book: self.book,
        })
    }
}

/// Progress of a player in a book.
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
    /// Name of the player.
    pub player: String,
    /// Name of the book.
    pub book: String,
    /// Version of the book.
    pub version: u64,
    /// Number of answers, over all books.
    pub answers: u64,
    /// Moves of the book on which the player was tested.
    pub moves: ProgressCountsJson,
    /// Number of moves tested that are not in this book.
    pub elsewhere: u64,
    /// Progress by joseki, those with most to review first.
    pub joseki: Vec<JosekiJson>,
    /// Positions with the most wrong answers, hardest first.
    pub hardest: Vec<HardJson>,
}

/// Numbers of moves by state of memory; each move is in one.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct ProgressCountsJson {
    /// More likely known than not.
    pub known: u64,
    /// Known once, but by now more likely forgotten.
    pub due: u64,
    /// Last answered wrongly.
    pub lapsed: u64,
}

/// Progress in a joseki.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct JosekiJson {
    /// Last name along the line; null if there is none.
    pub name: Option<String>,
    /// Moves of the joseki.
    pub moves: ProgressCountsJson,
}

/// Position that is hard for the player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HardJson {
    /// Canonical line of the position.
    pub line: String,
    /// Last name along the line; null if there is none.
    pub name: Option<String>,
    /// Number of right answers.
    pub right: u64,
    /// Number of wrong answers.
    pub wrong: u64,
    /// Probability that it is known now, 0 to 1.
    pub recall: f64,
    /// Canonical line of the right move that is known best.
    pub answer: String,
    /// Book moves played wrongly, most frequent first.
    pub misplayed: Vec<MisplayedJson>,
}

/// Move played wrongly.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MisplayedJson {
    /// Canonical line that the move leads to.
    pub line: String,
    /// Number of times.
    pub times: u32,
}

/// Counts of imported answers.
#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
pub struct AnswersEnteredJson {
    /// Answers added.
    pub added: u64,
    /// Answers that replaced a later answer to the same question.
    pub updated: u64,
    /// Answers already present, or later than the present one.
    pub known: u64,
}

/// First line of an export.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainingHead {
    /// Name of the format: `joseki-training`.
    pub format: String,
    /// Version of the format, 1.
    pub version: u32,
    /// Name of the player.
    pub player: String,
    /// Number of answers when the export began.
    pub answers: u64,
}

/// Answer as one line of an export.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerLine {
    /// Id of the question.
    pub question: String,
    /// Time of the answer, in microseconds since 1970-01-01 UTC.
    pub at: i64,
    /// Name of the book.
    pub book: String,
    /// Board size in lines.
    pub board_size: u8,
    /// Handicap and setup stones, each `[colour, point]` in GTP coordinates.
    #[serde(deserialize_with = "pairs")]
    pub initial_stones: Vec<[String; 2]>,
    /// Moves, each `[colour, point]` in GTP coordinates.
    #[serde(deserialize_with = "pairs")]
    pub moves: Vec<[String; 2]>,
    /// Side to move, `B` or `W`.
    pub to_play: String,
    /// The answer in GTP coordinates, or `pass`.
    pub answer: String,
    /// Grade: `best`, `equal`, `playable`, `mistake` or `unknown`.
    pub grade: String,
    /// Key of the position, 16 hexadecimal digits.
    pub position: String,
    /// Key of the move, 16 hexadecimal digits; null if it is not in the book.
    pub edge: Option<String>,
    /// Keys of the right moves, best first.
    pub expected: Vec<String>,
}

impl TrainingHead {
    /// Creates the first line of an export.
    #[must_use]
    pub fn new(player: &str, answers: u64) -> TrainingHead {
        TrainingHead {
            format: FORMAT.to_owned(),
            version: VERSION,
            player: player.to_owned(),
            answers,
        }
    }

    /// Checks that this is the first line of a supported export.
    ///
    /// # Errors
    /// Another format or version.
    pub fn check(&self) -> Result<(), RequestError> {
        if self.format == FORMAT && self.version == VERSION {
            return Ok(());
        }
        let message = format!(
            "unsupported format {} {}: expected {FORMAT} {VERSION}",
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
            grade: answer.grade.to_string(),
            position: format!("{:016x}", answer.position),
            edge: answer.edge.as_ref().map(hex),
            expected: answer.expected.iter().map(hex).collect(),
        }
    }
}

impl AnswerLine {
    /// Parses all fields.
    ///
    /// # Errors
    /// The first invalid field, or a contradiction within the answer.
    pub fn into_answer(self) -> Result<QuizAnswer, RequestError> {
        let board = BoardFields {
            size: Some(self.board_size),
            coords: Coords::Gtp,
            initial: &self.initial_stones,
            moves: &self.moves,
        };
        let board = board.understood()?;
        let played = Coords::Gtp.parse_move(&self.answer, board.size);
        let wrong =
            |field: &str, message: String| RequestError::new("invalid_value", field, message);
        // Answers cannot be in the future; allow a day for clock differences.
        if !(0..=(now() + AHEAD).saturating_mul(MICROS)).contains(&self.at) {
            let message = format!(
                "invalid time {}: expected microseconds since 1970, not in the future",
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
            grade: Grade::parse("grade", &self.grade)
                .map_err(|error| wrong("grade", error.to_string()))?,
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
        let message = format!("invalid key \"{text}\": expected 16 hexadecimal digits");
        RequestError::new("invalid_value", field, message)
    })
}

impl From<&QuizProgress> for ProgressJson {
    fn from(progress: &QuizProgress) -> ProgressJson {
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

impl From<&JosekiProgress> for JosekiJson {
    fn from(joseki: &JosekiProgress) -> JosekiJson {
        JosekiJson {
            name: joseki.name.clone(),
            moves: joseki.moves.into(),
        }
    }
}

impl From<&HardPosition> for HardJson {
    fn from(hard: &HardPosition) -> HardJson {
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

impl From<crate::store::AnswerEntryCounts> for AnswersEnteredJson {
    fn from(entered: crate::store::AnswerEntryCounts) -> AnswersEnteredJson {
        AnswersEnteredJson {
            added: entered.added,
            updated: entered.updated,
            known: entered.known,
        }
    }
}
