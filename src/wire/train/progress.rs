//! Training answers of a player as lines of JSON, and the progress derived from them.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::request::parse_answer;
use super::response::board_pairs;
use crate::board::{BoardFields, pairs, parse_color};
use crate::coords::Coords;
use crate::curate::book::parse_variant_on;
use crate::error::{RequestError, in_range};
use joseki_base::named::Named;
use joseki_game::Game;
use joseki_ledger::EdgeKey;
use joseki_ledger::training::{Grade, QuizAnswer};
use joseki_service::Code;
use joseki_service::admin::now;
use joseki_service::train::ProgressQuery;
pub use joseki_service::train::QuizProgress as ProgressJson;
pub use joseki_store::EntryCounts as AnswersEnteredJson;

/// Name of the format in the first line of an export.
const FORMAT: &str = "joseki-training";
/// Version of the format.
const VERSION: u32 = 1;
/// Default number of joseki and of positions in a response.
const DEFAULT_LISTED: usize = 10;
/// Maximum number of either.
const MAX_LISTED: usize = 1000;
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
        Ok(ProgressQuery { limit: in_range("limit", limit, 0, MAX_LISTED)?, book: self.book })
    }
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
    /// Name of the game; absent in Go.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub game: Option<String>,
    /// Board size in lines.
    pub board_size: u8,
    /// Handicap and setup stones, each `[colour, point]`, in Go in GTP coordinates, in renju and
    /// gomoku as their players write points.
    #[serde(deserialize_with = "pairs")]
    pub initial_stones: Vec<[String; 2]>,
    /// Moves, each `[colour, point]`.
    #[serde(deserialize_with = "pairs")]
    pub moves: Vec<[String; 2]>,
    /// Side to move, `B` or `W`.
    pub to_play: String,
    /// The answer, a point or `pass`.
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
        Err(RequestError::new(Code::InvalidValue, "format", message))
    }
}

impl From<&QuizAnswer> for AnswerLine {
    fn from(answer: &QuizAnswer) -> AnswerLine {
        let variant = answer.board.variant;
        let coords = Coords::Gtp.for_game(variant.game());
        let (initial_stones, moves) = board_pairs(&answer.board, coords);
        let hex = |edge: &EdgeKey| format!("{:016x}", edge.0);
        AnswerLine {
            question: answer.question.clone(),
            at: answer.at,
            book: answer.book.clone(),
            // An earlier version knows Go alone, and no such field.
            game: (!variant.is_default()).then(|| variant.game().to_string()),
            board_size: answer.board.size.get(),
            initial_stones,
            moves,
            to_play: coords.letter(answer.to_play).to_owned(),
            answer: coords.move_text(answer.played, answer.board.size),
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
        let game = self.game.as_deref().unwrap_or(Game::Go.into());
        let variant = parse_variant_on(game, Some(self.board_size))?;
        let board = BoardFields {
            variant,
            size: Some(self.board_size),
            coords: Coords::Gtp,
            initial: &self.initial_stones,
            moves: &self.moves,
        };
        let board = board.parse()?;
        let coords = Coords::Gtp.for_game(variant.game());
        let played = parse_answer(coords, &board, &self.answer)?;
        let wrong =
            |field: &str, message: String| RequestError::new(Code::InvalidValue, field, message);
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
        let edge = self.edge.as_ref().map(|edge| hex("edge", edge).map(EdgeKey));
        let answer = QuizAnswer {
            at: self.at,
            to_play: parse_color(variant.game(), || "to_play".to_owned(), &self.to_play)?,
            played,
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
        RequestError::new(Code::InvalidValue, field, message)
    })
}
