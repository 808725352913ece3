//! A question asked for, or an answer to one, as JSON.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::board::{BoardAsked, optional_pairs, pairs, parse_color};
use super::coords::Coords;
use super::error::{RequestError, in_range};
use crate::book::Line;
use crate::game::go::BoardSize;
use crate::ledger::check_name;
use crate::ledger::training::check_question;
use crate::service::{QuizBoard, QuizFilter, QuizQuery};

/// No line is longer.
const MOST_DEPTH: usize = 400;
/// The most names that may be asked for.
const MOST_NAMES: usize = 20;

/// A question asked for, or an answer to one. Without `moves` a question is drawn; with `moves` and without
/// `answer` it is about that board; with both the answer is graded, and the next question follows.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({"moves": [["B", "Q16"], ["W", "O17"]], "answer": "P17"}))]
pub struct QuizRequest {
    /// The book; `main` unless said.
    pub book: Option<String>,
    /// Who answers. Answers of a player with a name are kept, for which a key with the scope `feedback` is
    /// needed; without a name nothing is.
    pub player: Option<String>,
    /// Lines of the board, 9 to 19; 19 unless said.
    pub board_size: Option<u8>,
    /// How points are written, here and in the answer.
    pub coords: Coords,
    /// The moves so far, each colour and point (`"pass"` for a pass), as the question has them, or of a board of
    /// one's own.
    #[serde(deserialize_with = "optional_pairs")]
    pub moves: Option<Vec<[String; 2]>>,
    /// Handicap and setup stones, each colour and point.
    #[serde(deserialize_with = "pairs")]
    pub initial_stones: Vec<[String; 2]>,
    /// Whose move is asked for, `B` or `W`; the other colour of the last move unless said.
    pub to_play: Option<String>,
    /// The answer: a point, or `"pass"` for "I do not know".
    pub answer: Option<String>,
    /// The `id` of the question that is answered, or one of the caller's own. A player answers it once: sent
    /// again, the first answer counts.
    pub question: Option<String>,
    /// Draws questions for this colour, `B` or `W`; for either unless said.
    pub color: Option<String>,
    /// Draws only positions that this line leads to: `DDCF`.
    pub prefix: Option<String>,
    /// Draws only positions below a move with a name that contains one of these texts, in any case.
    pub names: Vec<String>,
    /// Asks only where at most so many moves were played, 1 to 400.
    #[schema(minimum = 1, maximum = 400)]
    pub max_depth: Option<usize>,
    /// Draws only positions of at least so many counted games.
    pub min_games: Option<u32>,
    /// Draws only what the player has learned and has probably forgotten.
    pub only_due: bool,
    /// The share of drawn questions that are new while there is something to repeat, 0 to 1; 0.05 unless said.
    pub new_share: Option<f64>,
    /// How much worse the expected result of an equally good move may be, 0 to 1 won games; 0.02 unless said.
    pub tolerance: Option<f64>,
    /// Makes the draws repeatable.
    pub seed: Option<u64>,
    /// Whether questions come with how many moves are right, and with all moves of the book, good and bad.
    pub hints: bool,
}

impl QuizRequest {
    /// The question, every field understood.
    ///
    /// # Errors
    /// The first field that makes no sense.
    pub fn into_query(self) -> Result<QuizQuery, RequestError> {
        let given = self.moves.is_some() || !self.initial_stones.is_empty();
        let board = BoardAsked {
            size: self.board_size,
            coords: self.coords,
            initial: &self.initial_stones,
            moves: self.moves.as_deref().unwrap_or_default(),
        };
        let record = board.understood()?;
        let size = record.size;
        let color = |field: &str, text: &Option<String>| {
            let parse = |text: &String| parse_color(|| field.to_owned(), text);
            text.as_ref().map(parse).transpose()
        };
        let to_play = color("to_play", &self.to_play)?;
        let answer = self.answer.as_ref().map(|text| {
            let played = self.coords.parse_move(text, size);
            played.map_err(|error| RequestError::new("invalid_point", "answer", error))
        });
        let query = QuizQuery {
            answer: answer.transpose()?,
            board: given.then_some(QuizBoard { record, to_play }),
            filter: QuizFilter {
                color: color("color", &self.color)?,
                ..self.filter(size)?
            },
            tolerance: share("tolerance", self.tolerance, QuizQuery::TOLERANCE)?,
            player: self.player.as_deref().map(parse_player).transpose()?,
            question: self.question,
            book: self.book,
            seed: self.seed,
        };
        check(query)
    }

    fn filter(&self, size: BoardSize) -> Result<QuizFilter, RequestError> {
        let prefix = self.prefix.as_ref().map(|text| {
            let line = text.to_ascii_uppercase().parse::<Line>();
            line.map_err(|error| RequestError::new("invalid_value", "prefix", error))
        });
        if self.names.len() > MOST_NAMES {
            let message = format!("{} are more than {MOST_NAMES}", self.names.len());
            return Err(RequestError::new("too_many", "names", message));
        }
        let names = self.names.iter().enumerate().map(|(index, name)| {
            let checked = check_name(name).map(str::to_owned);
            let field = format!("names[{index}]");
            checked.map_err(|error| RequestError::new("invalid_value", field, error))
        });
        let depth = |depth| in_range("max_depth", depth, 1, MOST_DEPTH);
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

/// What belongs together is there.
fn check(query: QuizQuery) -> Result<QuizQuery, RequestError> {
    let missing = |field, message| Err(RequestError::new("missing_field", field, message));
    if let Some(question) = &query.question {
        check_question(question)
            .map_err(|error| RequestError::new("invalid_value", "question", error))?;
    }
    match &query {
        QuizQuery {
            answer: Some(_),
            board: None,
            ..
        } => missing("moves", "an answer needs the moves of its question"),
        QuizQuery {
            answer: Some(_),
            player: Some(_),
            question: None,
            ..
        } => missing(
            "question",
            "the answer of a player needs the id of its question, or one of your own",
        ),
        _ => Ok(query),
    }
}

/// The name of a player.
///
/// # Errors
/// It is none; the field is `player`.
pub fn parse_player(text: &str) -> Result<String, RequestError> {
    let checked = check_name(text).map(str::to_owned);
    checked.map_err(|error| RequestError::new("invalid_value", "player", error))
}

fn share(field: &str, said: Option<f64>, usual: f64) -> Result<f64, RequestError> {
    match said.unwrap_or(usual) {
        share if (0.0..=1.0).contains(&share) => Ok(share),
        share => {
            let message = format!("{share} is not between 0 and 1");
            Err(RequestError::new("invalid_value", field, message))
        }
    }
}
