//! Quiz request: asks for a question, or answers one.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::board::{BoardFields, optional_pairs, pairs, parse_color};
use crate::coords::Coords;
use crate::error::{RequestError, in_range};
use joseki_book::Line;
use joseki_game::five::Opening;
use joseki_game::{BoardSize, Move, Variant};
use joseki_ledger::training::check_question;
use joseki_ledger::{BoardRecord, check_name};
use joseki_service::Code;
use joseki_service::train::{QuizBoard, QuizFilter, QuizQuery, QuizSubject};

/// Upper bound of `max_depth`, longer than any line.
const MAX_DEPTH: usize = 400;
/// Maximum number of names in a filter.
const MAX_NAMES: usize = 20;

/// Quiz request. Without `moves` it draws a question; with `moves` and no `answer` it asks about
/// that board; with both it grades the answer and draws the next question.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({"moves": [["B", "Q16"], ["W", "O17"]], "answer": "P17"}))]
pub struct QuizRequest {
    /// Name of the book; default `main`.
    pub book: Option<String>,
    /// Name of the player. Answers of a named player are stored, which requires a key with the
    /// scope `feedback`; without a name nothing is stored.
    pub player: Option<String>,
    /// Board size in lines, 9 to 19; default 19.
    pub board_size: Option<u8>,
    /// Notation of points in the request and the response; default `gtp`.
    pub coords: Coords,
    /// Moves so far, each `[colour, point]`; `"pass"` for a pass. Either those of the question or
    /// of a board of your own.
    #[serde(deserialize_with = "optional_pairs")]
    pub moves: Option<Vec<[String; 2]>>,
    /// Handicap and setup stones, each `[colour, point]`.
    #[serde(deserialize_with = "pairs")]
    pub initial_stones: Vec<[String; 2]>,
    /// Side to move, `B` or `W`; default: the opponent of the last mover.
    pub to_play: Option<String>,
    /// Answer: a point, or `"pass"` for "I do not know".
    pub answer: Option<String>,
    /// Id of the question answered, or an id of your own; required for a named player. A player
    /// answers a question once: on repetition, the first answer counts.
    pub question: Option<String>,
    /// Code of the opening of the question answered, such as `D7`, if it is one about openings.
    pub opening: Option<String>,
    /// What is asked: the right `moves` of positions, the third stones of the 26 `openings` of
    /// renju, or `fifths`, the fifth moves of renju; default `moves`. The last two need a book of
    /// renju.
    pub ask: QuizSubject,
    /// Draws questions for this colour only, `B` or `W`; default: either.
    pub color: Option<String>,
    /// Draws only positions below this line, e.g. `DDCF`.
    pub prefix: Option<String>,
    /// Draws only positions below a move whose names contain one of these texts, ignoring case; at
    /// most 20. For `openings`: only those with such a name or code.
    pub names: Vec<String>,
    /// Draws only positions after at most this many moves, 1 to 400; default: no limit.
    #[schema(minimum = 1, maximum = 400)]
    pub max_depth: Option<usize>,
    /// Draws only positions with at least this many counted games; default 0.
    pub min_games: Option<u32>,
    /// Draws only moves that the player has learned and probably forgotten; default `false`.
    pub only_due: bool,
    /// Share of new questions while there are others to review, 0 to 1; default 0.05.
    pub new_share: Option<f64>,
    /// Maximum loss in expected result of an equally good move, in won games, 0 to 1; default 0.02.
    pub tolerance: Option<f64>,
    /// Seed that makes the draws reproducible.
    pub seed: Option<u64>,
    /// Whether to include hints: the number of right moves, and all moves of the book, good and
    /// bad; default `false`.
    pub hints: bool,
}

impl QuizRequest {
    /// Parses all fields.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn into_query(self, variant: Variant) -> Result<QuizQuery, RequestError> {
        let given = self.moves.is_some() || !self.initial_stones.is_empty();
        let board = BoardFields {
            variant,
            size: self.board_size,
            coords: self.coords,
            initial: &self.initial_stones,
            moves: self.moves.as_deref().unwrap_or_default(),
        };
        let record = board.parse()?;
        let size = record.size;
        let color = |field: &str, text: &Option<String>| {
            let parse = |text: &String| parse_color(variant.game(), || field.to_owned(), text);
            text.as_ref().map(parse).transpose()
        };
        let to_play = color("to_play", &self.to_play)?;
        let coords = self.coords.for_game(variant.game());
        let answer = self.answer.as_ref().map(|text| parse_answer(coords, &record, text));
        if self.ask != QuizSubject::Moves && !variant.game().has_opening_rules() {
            let message = format!(
                "openings and fifth moves are asked in renju, and this book is about {}",
                variant.game()
            );
            return Err(RequestError::new(Code::InvalidValue, "ask", message));
        }
        let opening = self.opening.as_deref().map(|code| parse_opening(code, &record));
        let query = QuizQuery {
            answer: answer.transpose()?,
            opening: opening.transpose()?,
            ask: self.ask,
            board: given.then_some(QuizBoard { record, to_play }),
            filter: QuizFilter {
                color: color("color", &self.color)?,
                ..self.filter(variant, size)?
            },
            tolerance: share("tolerance", self.tolerance, QuizQuery::TOLERANCE)?,
            player: self.player.as_deref().map(parse_player).transpose()?,
            question: self.question,
            book: self.book,
            seed: self.seed,
        };
        check(query)
    }

    fn filter(&self, variant: Variant, size: BoardSize) -> Result<QuizFilter, RequestError> {
        let prefix = self.prefix.as_ref().map(|text| {
            let line = Line::parse(variant.alphabet(), text);
            line.map_err(|error| RequestError::new(Code::InvalidValue, "prefix", error))
        });
        if self.names.len() > MAX_NAMES {
            let message =
                format!("too many names: {}, at most {MAX_NAMES} are allowed", self.names.len());
            return Err(RequestError::new(Code::TooMany, "names", message));
        }
        let names = self.names.iter().enumerate().map(|(index, name)| {
            let checked = check_name(name).map(str::to_owned);
            let field = format!("names[{index}]");
            checked.map_err(|error| RequestError::new(Code::InvalidValue, field, error))
        });
        let depth = |depth| in_range("max_depth", depth, 1, MAX_DEPTH);
        Ok(QuizFilter {
            size,
            color: None,
            prefix: prefix.transpose()?,
            names: names.collect::<Result<_, _>>()?,
            max_depth: self.max_depth.map(depth).transpose()?,
            min_games: self.min_games.unwrap_or(0),
            only_due: self.only_due,
            new_share: share("new_share", self.new_share, QuizFilter::NEW_SHARE)?,
        })
    }
}

/// Checks that fields that require each other are present.
fn check(query: QuizQuery) -> Result<QuizQuery, RequestError> {
    let missing = |field, message| Err(RequestError::new(Code::MissingField, field, message));
    if let Some(question) = &query.question {
        check_question(question)
            .map_err(|error| RequestError::new(Code::InvalidValue, "question", error))?;
    }
    match &query {
        QuizQuery { answer: Some(_), board: None, .. } => {
            missing("moves", "required with an answer: the moves of its question")
        }
        QuizQuery { answer: Some(_), player: Some(_), question: None, .. } => missing(
            "question",
            "required with an answer of a named player: the id of its question, or an id of your own",
        ),
        _ => Ok(query),
    }
}

/// Parses the field `player` of a request.
///
/// # Errors
/// The name is invalid.
pub fn parse_player(text: &str) -> Result<String, RequestError> {
    let checked = check_name(text).map(str::to_owned);
    checked.map_err(|error| RequestError::new(Code::InvalidValue, "player", error))
}

/// Parses an answer; `pass` is "I do not know", also in games without passes.
pub(super) fn parse_answer(
    coords: Coords,
    board: &BoardRecord,
    text: &str,
) -> Result<Move, RequestError> {
    if text.eq_ignore_ascii_case("pass") {
        return Ok(Move::Pass);
    }
    let played = coords.parse_after(&board.moves, text, board.size);
    played.map_err(|error| RequestError::new(Code::InvalidPoint, "answer", error))
}

/// Parses the code of an opening, to which the third stone on this board leads.
fn parse_opening(code: &str, board: &BoardRecord) -> Result<&'static Opening, RequestError> {
    let invalid = |message: String| RequestError::new(Code::InvalidValue, "opening", message);
    let opening = Opening::by_code(code).ok_or_else(|| {
        invalid(format!("unknown opening {code:?}: expected a code from D1 to D13 or I1 to I13"))
    })?;
    let stones = board.initial.len() + board.moves.len();
    if !board.variant.game().has_opening_rules() || stones != 2 {
        let message = "a third stone makes an opening of renju: expected a board with two stones";
        return Err(invalid(message.to_owned()));
    }
    Ok(opening)
}

fn share(field: &str, said: Option<f64>, usual: f64) -> Result<f64, RequestError> {
    match said.unwrap_or(usual) {
        share if (0.0..=1.0).contains(&share) => Ok(share),
        share => {
            let message = format!("{share} is out of range: expected 0 to 1");
            Err(RequestError::new(Code::InvalidValue, field, message))
        }
    }
}
