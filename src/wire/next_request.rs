//! The question for the next move, as JSON or as parameters of an address.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::board::{BoardAsked, pairs, parse_color};
use super::coords::Coords;
use super::error::{RequestError, in_range};
use super::games_asked::{GamesAsked, split_names};
use super::moment::parse_as_of;
use super::moves::{split_moves, split_stones};
use super::names::{parse_class, parse_opponent};
use crate::book::{Tally, Verdict};
use crate::ledger::Record;
use crate::service::{FailedConditions, NextQuery};

/// The most moves of one corner that are answered.
const MOST_ANSWERED: usize = 361;

/// A board, and what is asked of it.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({"moves": [["B", "Q16"], ["W", "O17"], ["B", "R14"]]}))]
pub struct NextRequest {
    /// Lines of the board, 9 to 19; 19 unless said.
    pub board_size: Option<u8>,
    /// How points are written, here and in the answer.
    pub coords: Coords,
    /// The moves so far, each colour and point (`"pass"` for a pass). Two of one colour in a row are
    /// allowed.
    #[serde(deserialize_with = "pairs")]
    pub moves: Vec<[String; 2]>,
    /// Handicap and setup stones, each colour and point.
    #[serde(deserialize_with = "pairs")]
    pub initial_stones: Vec<[String; 2]>,
    /// Whose move is asked for, `B` or `W`. Unless said: the other colour of the last move; at the
    /// start White after two or more black initial stones, else Black.
    pub to_play: Option<String>,
    /// The book; `main` unless said.
    pub book: Option<String>,
    /// The book as it was: at a version (`12`), at the end of a day (`2026-01-31`, UTC) or at a time
    /// (`2026-01-31T13:05:07Z`). What games and results say is that of today.
    pub as_of: Option<String>,
    /// Against whom the game is.
    pub opponent: Option<String>,
    /// What kind of opponent that is.
    pub class: Option<String>,
    /// How many moves of a corner at most; 10 unless said.
    pub limit: Option<usize>,
    /// Asks for a weighted draw, repeatable by this number.
    pub seed: Option<u64>,
    /// Leaves out moves of a lesser verdict. A move without a verdict is below `good` and above
    /// `trick` and `question`.
    pub min_verdict: Option<String>,
    /// What to do with moves whose conditions fail on this board.
    pub failed_conditions: FailedConditionsJson,
    /// Counts games of this year and later only, 1500 to 2100. Games of unknown years are then left out.
    #[schema(minimum = 1500, maximum = 2100)]
    pub since: Option<u32>,
    /// Counts games of this year and earlier only.
    #[schema(minimum = 1500, maximum = 2100)]
    pub until: Option<u32>,
    /// Leaves out moves of fewer of these games.
    pub min_games: Option<u32>,
    /// Counts games of these collections only; of all if there is none.
    pub source: Vec<String>,
    /// Counts games of players of this strength only: `unknown`, `kyu`, `dan`, `high_dan`, `pro`,
    /// `engine`. That of a game is that of its weaker player.
    pub strength: Vec<String>,
    /// Whether statistics are also given by year.
    pub trend: bool,
    /// How many example games of each move are told at most, 0 to 4; none unless said.
    #[schema(minimum = 0, maximum = 4)]
    pub examples: Option<usize>,
    /// Whether the answer also says what each move and the book's line from it do to the whole board, in SFB. That
    /// decides between moves of equal priority and between corners of equal score.
    pub whole_board: bool,
}

/// What to do with moves whose conditions fail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FailedConditionsJson {
    /// List them last.
    #[default]
    Mark,
    /// Leave them out.
    Hide,
}

/// The same question as parameters of an address.
#[derive(Clone, Debug, Default, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct NextParameters {
    /// The moves so far: `Q16,O17` alternates from Black, `W:Q16,W:O17,B:pass` says colours.
    #[param(example = "Q16,O17")]
    pub moves: String,
    /// Handicap and setup stones: `B:D4,B:Q4`.
    pub stones: String,
    /// Lines of the board, 9 to 19; 19 unless said.
    pub board_size: Option<u8>,
    /// How points are written, here and in the answer: `gtp` or `sgf`.
    #[param(inline)]
    pub coords: Coords,
    /// Whose move is asked for, `B` or `W`.
    pub to_play: Option<String>,
    /// The book; `main` unless said.
    #[param(example = "main")]
    pub book: Option<String>,
    /// The book as it was: at a version (`12`), at the end of a day (`2026-01-31`, UTC) or at a time
    /// (`2026-01-31T13:05:07Z`). What games and results say is that of today.
    #[param(example = "1")]
    pub as_of: Option<String>,
    /// Against whom the game is.
    pub opponent: Option<String>,
    /// What kind of opponent that is.
    pub class: Option<String>,
    /// How many moves of a corner at most; 10 unless said.
    pub limit: Option<usize>,
    /// Asks for a weighted draw, repeatable by this number.
    pub seed: Option<u64>,
    /// Leaves out moves of a lesser verdict: `ideal`, `good`, `trick`, `question` or `mistake`.
    pub min_verdict: Option<String>,
    /// What to do with moves whose conditions fail on this board: `mark` or `hide`.
    #[param(inline)]
    pub failed_conditions: FailedConditionsJson,
    /// Counts games of this year and later only, 1500 to 2100. Games of unknown years are then left out.
    #[param(minimum = 1500, maximum = 2100)]
    pub since: Option<u32>,
    /// Counts games of this year and earlier only.
    #[param(minimum = 1500, maximum = 2100)]
    pub until: Option<u32>,
    /// Leaves out moves of fewer of these games.
    pub min_games: Option<u32>,
    /// Counts games of these collections only, separated by commas. One with a comma in its name can be
    /// asked for in a body only.
    pub source: String,
    /// Counts games of players of this strength only: `unknown`, `kyu`, `dan`, `high_dan`, `pro` and
    /// `engine`, separated by commas. That of a game is that of its weaker player.
    #[param(example = "pro,high_dan")]
    pub strength: String,
    /// Whether statistics are also given by year.
    pub trend: bool,
    /// How many example games of each move are told at most, 0 to 4; none unless said.
    #[param(minimum = 0, maximum = 4)]
    pub examples: Option<usize>,
    /// Whether the answer also says what each move and the book's line from it do to the whole board, in SFB. That
    /// decides between moves of equal priority and between corners of equal score.
    pub whole_board: bool,
}

impl From<NextParameters> for NextRequest {
    fn from(parameters: NextParameters) -> NextRequest {
        NextRequest {
            board_size: parameters.board_size,
            coords: parameters.coords,
            moves: split_moves(&parameters.moves),
            initial_stones: split_stones(&parameters.stones),
            to_play: parameters.to_play,
            book: parameters.book,
            as_of: parameters.as_of,
            opponent: parameters.opponent,
            class: parameters.class,
            limit: parameters.limit,
            seed: parameters.seed,
            min_verdict: parameters.min_verdict,
            failed_conditions: parameters.failed_conditions,
            since: parameters.since,
            until: parameters.until,
            min_games: parameters.min_games,
            source: split_names(&parameters.source),
            strength: split_names(&parameters.strength),
            trend: parameters.trend,
            examples: parameters.examples,
            whole_board: parameters.whole_board,
        }
    }
}

impl NextRequest {
    /// The question, every field understood.
    ///
    /// # Errors
    /// The first field that makes no sense.
    pub fn into_query(self) -> Result<NextQuery, RequestError> {
        let board = BoardAsked {
            size: self.board_size,
            coords: self.coords,
            initial: &self.initial_stones,
            moves: &self.moves,
        };
        let Record {
            size,
            initial,
            moves,
        } = board.understood()?;
        let limit = self.limit.unwrap_or(NextQuery::DEFAULT_LIMIT);
        let limit = in_range("limit", limit, 1, MOST_ANSWERED)?;
        let examples = in_range("examples", self.examples.unwrap_or(0), 0, Tally::EXAMPLES)?;
        Ok(NextQuery {
            as_of: self.as_of.as_deref().map(parse_as_of).transpose()?,
            size,
            moves,
            initial,
            to_play: match &self.to_play {
                Some(color) => Some(parse_color(|| "to_play".to_owned(), color)?),
                None => None,
            },
            min_verdict: match &self.min_verdict {
                Some(text) => Some(parse_verdict(text)?),
                None => None,
            },
            limit,
            seed: self.seed,
            failed_conditions: match self.failed_conditions {
                FailedConditionsJson::Mark => FailedConditions::Mark,
                FailedConditionsJson::Hide => FailedConditions::Hide,
            },
            opponent: self.opponent.as_deref().map(parse_opponent).transpose()?,
            class: self.class.as_deref().map(parse_class).transpose()?,
            book: self.book,
            games: GamesAsked {
                since: self.since,
                until: self.until,
                source: self.source,
                strength: self.strength,
            }
            .understood()?,
            min_games: self.min_games,
            trend: self.trend,
            examples,
            whole_board: self.whole_board,
        })
    }
}

fn parse_verdict(text: &str) -> Result<Verdict, RequestError> {
    text.parse()
        .map_err(|error| RequestError::new("invalid_value", "min_verdict", error))
}
