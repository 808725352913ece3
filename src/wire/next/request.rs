//! Query for the next move, as JSON or as query parameters.

use clap::builder::{PossibleValuesParser, RangedU64ValueParser};
use clap::{Args, value_parser};
use joseki_service::Code;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::games_filter::{GamesFilterParameters, YEARS, separated};
use crate::board::{BoardFields, color_names, pairs, parse_color};
use crate::coords::Coords;
use crate::error::{RequestError, in_range};
use crate::moment::{check_moment, parse_as_of};
use crate::moves::{split_moves, split_stones};
use crate::named::{CornerChoice, flag};
use crate::names::{parse_class, parse_opponent};
use joseki_base::named::Named;
use joseki_book::{Band, Tally, Verdict};
use joseki_game::xiangqi::{FenError, XiangqiBoard};
use joseki_game::{Corner, Game, Variant};
use joseki_ledger::BoardRecord;
use joseki_service::next::{FailedConditions, MAX_FIFTHS, MAX_SEARCHED, NextQuery, PlayWeights};

/// Upper bound of `limit`, moves per corner.
const MAX_ANSWERED: usize = 361;

/// Query for the next move: a board and options.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({"moves": [["B", "Q16"], ["W", "O17"], ["B", "R14"]]}))]
pub struct NextRequest {
    /// Name of the game, which must be that of the book; default: the book's.
    pub game: Option<String>,
    /// Board size in lines; in Go 9 to 19, default 19.
    pub board_size: Option<u8>,
    /// Notation of points in the request and the response; default `gtp`.
    pub coords: Coords,
    /// Moves so far, each `[colour, point]`; `"pass"` for a pass. Two moves in a row by one colour
    /// are allowed.
    #[serde(deserialize_with = "pairs")]
    pub moves: Vec<[String; 2]>,
    /// Handicap and setup stones, each `[colour, point]`.
    #[serde(deserialize_with = "pairs")]
    pub initial_stones: Vec<[String; 2]>,
    /// Position of xiangqi at which the moves begin, as FEN; default: the start of a game.
    pub fen: Option<String>,
    /// Side to move, `B` or `W`. Default: the opponent of the last mover; at the start White after
    /// two or more black initial stones, otherwise Black.
    pub to_play: Option<String>,
    /// Name of the book; default `main`.
    pub book: Option<String>,
    /// Past state of the book: a version (`12`), the end of a day (`2026-01-31`, UTC) or a time
    /// (`2026-01-31T13:05:07Z`); default: the current one. Statistics and results are always
    /// current.
    pub as_of: Option<String>,
    /// Name of the opponent, optionally with a version, `gnugo@3.8`; default: none.
    pub opponent: Option<String>,
    /// Class of the opponent, e.g. `engine`; default: its known class, if any.
    pub class: Option<String>,
    /// Maximum number of moves per corner, 1 to 361. Default: 10, and 26 in all besides the best of
    /// each corner, as many as a board has letters for.
    pub limit: Option<usize>,
    /// Seed of a weighted random draw, reproducible; default: no draw.
    pub seed: Option<u64>,
    /// Minimum verdict: `ideal`, `good`, `trick`, `question` or `mistake`; default: no filter. A
    /// move without a verdict ranks below `good` and above `trick` and `question`.
    pub min_verdict: Option<String>,
    /// Treatment of moves whose conditions fail on this board; default `mark`.
    pub failed_conditions: FailedConditions,
    /// Counts only games of this year or later, 1500 to 2100; excludes games of unknown years.
    /// Default: no limit.
    #[schema(minimum = 1500, maximum = 2100)]
    pub since: Option<u32>,
    /// Counts only games of this year or earlier, 1500 to 2100; excludes games of unknown years.
    /// Default: no limit.
    #[schema(minimum = 1500, maximum = 2100)]
    pub until: Option<u32>,
    /// Minimum number of these games for a move; default: no filter.
    pub min_games: Option<u32>,
    /// Counts only games of these collections, at most 100; empty for all.
    pub source: Vec<String>,
    /// Counts only games of players of these strengths: `unknown`, `kyu`, `dan`, `high_dan`, `pro`
    /// or `engine`; empty for all. The weaker player decides.
    pub strength: Vec<String>,
    /// Weights of counted plays in the order of moves; default `strong_recent`. `equal` counts all
    /// plays alike.
    pub weights: PlayWeights,
    /// Whether to include statistics by year; default `false`.
    pub trend: bool,
    /// Whether to include statistics by kind of players; default `false`.
    pub kinds: bool,
    /// Maximum number of example games per move, 0 to 4; default 0.
    #[schema(minimum = 0, maximum = 4)]
    pub examples: Option<usize>,
    /// Whether to include the effect of each move and its book line on the whole board, in SFB;
    /// default `false`. It then breaks ties between moves of equal priority and corners of equal
    /// score.
    pub whole_board: bool,
    /// Answers about this corner only, in Go: `upper_left`, `upper_right`, `lower_left` or
    /// `lower_right`; default: all.
    #[schema(value_type = Option<String>, default = json!(null))]
    #[serde(with = "crate::named::optional")]
    pub corner: Option<Corner>,
    /// Fields of the response to send, such as `best`, `moves.point` and `moves.verdict`; empty for
    /// all.
    pub fields: Vec<String>,
    /// Number of fifth moves that the opening rule of renju lets Black offer, 1 to 12; default 1.
    /// With several, verdicts and advantages of openings do not hold.
    #[schema(minimum = 1, maximum = 12)]
    pub fifths: Option<usize>,
    /// Number of positions of a search for wins by force, 1 to 1,000,000, in renju, standard, gomoku
    /// and xiangqi: moves of the book that lose by force are marked, and a forced win comes first.
    /// A server ends a longer one than it allows without a key. Default: no search.
    #[schema(minimum = 1, maximum = 1_000_000)]
    pub search: Option<u64>,
}

/// Query for the next move, as query parameters and as flags.
#[derive(Clone, Debug, Default, Deserialize, IntoParams, Args)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct NextParameters {
    /// Moves so far: `Q16,O17` alternates, starting with Black; `W:Q16,W:O17,B:pass` names colours.
    #[param(example = "Q16,O17")]
    #[arg(long, default_value = "", hide_default_value = true)]
    pub moves: String,
    /// Handicap and setup stones: `B:D4,B:Q4`.
    #[arg(long, default_value = "", hide_default_value = true)]
    pub stones: String,
    /// Position of xiangqi at which the moves begin, as FEN; default: the start of a game.
    #[param(example = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b")]
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// Name of the game, which must be that of the book; default: the book's.
    #[param(example = "go")]
    #[arg(long, value_name = "NAME")]
    pub game: Option<String>,
    /// Board size in lines; in Go 9 to 19, default 19.
    #[arg(long = "size", value_name = "LINES", value_parser = value_parser!(u8).range(9..=19))]
    pub board_size: Option<u8>,
    /// Notation of points in the query and in its answer; default `gtp`.
    #[param(inline)]
    #[arg(long, value_enum, default_value_t, hide_default_value = true)]
    pub coords: Coords,
    /// Side to move, `B` or `W`. Default: the opponent of the last mover; at the start White after
    /// two or more black initial stones, otherwise Black.
    #[arg(long, value_name = "COLOR", ignore_case = true, value_parser = color_names())]
    pub to_play: Option<String>,
    /// Name of the book; default `main`.
    #[param(example = "main")]
    #[arg(long, value_name = "NAME")]
    pub book: Option<String>,
    /// Past state of the book: a version (`12`), the end of a day (`2026-01-31`, UTC) or a time
    /// (`2026-01-31T13:05:07Z`); default: the current one. Statistics and results are always
    /// current.
    #[param(example = "1")]
    #[arg(long, value_name = "MOMENT", value_parser = check_moment)]
    pub as_of: Option<String>,
    /// Name of the opponent, optionally with a version, `gnugo@3.8`; default: none.
    #[arg(long, value_name = "NAME")]
    pub opponent: Option<String>,
    /// Class of the opponent, e.g. `engine`; default: its known class, if any.
    #[arg(long, value_name = "NAME")]
    pub class: Option<String>,
    /// Maximum number of moves per corner, 1 to 361. Default: 10, and 26 in all besides the best of
    /// each corner, as many as a board has letters for.
    #[arg(long, value_name = "N", value_parser = up_to(1, MAX_ANSWERED))]
    pub limit: Option<usize>,
    /// Seed of a weighted random draw, reproducible; default: no draw.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Minimum verdict: `ideal`, `good`, `trick`, `question` or `mistake`; default: no filter. A
    /// move without a verdict ranks below `good` and above `trick` and `question`.
    #[arg(long, value_name = "VERDICT", value_parser = PossibleValuesParser::new(Verdict::names()))]
    pub min_verdict: Option<String>,
    /// Treatment of moves whose conditions fail on this board: `mark` or `hide`; default `mark`.
    #[param(inline)]
    #[arg(long, value_enum, value_name = "WHAT", default_value_t, hide_default_value = true)]
    pub failed_conditions: FailedConditions,
    /// Counts only games of this year or later, 1500 to 2100; excludes games of unknown years.
    /// Default: no limit.
    #[param(minimum = 1500, maximum = 2100)]
    #[arg(long, value_name = "YEAR", value_parser = year())]
    pub since: Option<u32>,
    /// Counts only games of this year or earlier, 1500 to 2100; excludes games of unknown years.
    /// Default: no limit.
    #[param(minimum = 1500, maximum = 2100)]
    #[arg(long, value_name = "YEAR", value_parser = year())]
    pub until: Option<u32>,
    /// Minimum number of these games for a move; default: no filter.
    #[arg(long, value_name = "N")]
    pub min_games: Option<u32>,
    /// Counts only games of these collections, separated by commas; empty for all. A collection
    /// with a comma in its name can only be given in a request body.
    #[serde(deserialize_with = "separated")]
    #[param(value_type = String)]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub source: Vec<String>,
    /// Counts only games of players of these strengths: `unknown`, `kyu`, `dan`, `high_dan`, `pro`
    /// and `engine`, separated by commas; empty for all. The weaker player decides.
    #[serde(deserialize_with = "separated")]
    #[param(value_type = String, example = "pro,high_dan")]
    #[arg(long, value_name = "STRENGTHS", value_delimiter = ',', value_parser = PossibleValuesParser::new(Band::names()))]
    pub strength: Vec<String>,
    /// Weights of counted plays in the order of moves: `strong_recent` or `equal`; default
    /// `strong_recent`.
    #[param(inline)]
    #[arg(long, value_enum, value_name = "WHICH", default_value_t, hide_default_value = true)]
    pub weights: PlayWeights,
    /// Includes statistics by year; default `false`.
    #[arg(long)]
    pub trend: bool,
    /// Includes statistics by kind of players: engines, professionals, others; default `false`.
    #[arg(long)]
    pub kinds: bool,
    /// Maximum number of example games per move, 0 to 4; default 0.
    #[param(minimum = 0, maximum = 4)]
    #[arg(long, value_name = "N", value_parser = up_to(0, Tally::EXAMPLES))]
    pub examples: Option<usize>,
    /// Includes the effect of each move and its book line on the whole board, in SFB; default
    /// `false`. It then breaks ties between moves of equal priority and corners of equal score.
    #[arg(long)]
    pub whole_board: bool,
    /// Answers about this corner only, in Go; default: all.
    #[param(inline, value_type = Option<CornerChoice>)]
    #[arg(long, value_parser = flag::<Corner>())]
    #[serde(with = "crate::named::optional")]
    pub corner: Option<Corner>,
    /// Fields of the response to send, separated by commas, such as
    /// `best,moves.point,moves.verdict`; empty for all. On the command line with `--format json`.
    #[serde(deserialize_with = "separated")]
    #[param(value_type = String, example = "best,moves.point,moves.verdict")]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub fields: Vec<String>,
    /// Number of fifth moves that the opening rule of renju lets Black offer, 1 to 12; default 1.
    /// With several, verdicts and advantages of openings do not hold.
    #[param(minimum = 1, maximum = 12)]
    #[arg(long, value_name = "N", value_parser = up_to(1, MAX_FIFTHS))]
    pub fifths: Option<usize>,
    /// Number of positions of a search for wins by force, 1 to 1,000,000, in renju, standard, gomoku
    /// and xiangqi: moves of the book that lose by force are marked, and a forced win comes first.
    /// A server ends a longer one than it allows without a key. Default: no search.
    #[param(minimum = 1, maximum = 1_000_000)]
    #[arg(long, value_name = "POSITIONS", value_parser = value_parser!(u64).range(1..=MAX_SEARCHED))]
    pub search: Option<u64>,
}

fn up_to(least: usize, most: usize) -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(least as u64..=most as u64)
}

fn year() -> RangedU64ValueParser<u32> {
    RangedU64ValueParser::new().range(u64::from(*YEARS.start())..=u64::from(*YEARS.end()))
}

impl From<NextParameters> for NextRequest {
    fn from(parameters: NextParameters) -> NextRequest {
        NextRequest {
            game: parameters.game,
            board_size: parameters.board_size,
            coords: parameters.coords,
            moves: split_moves(&parameters.moves),
            initial_stones: split_stones(&parameters.stones),
            fen: parameters.fen,
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
            source: parameters.source,
            strength: parameters.strength,
            weights: parameters.weights,
            trend: parameters.trend,
            kinds: parameters.kinds,
            examples: parameters.examples,
            whole_board: parameters.whole_board,
            corner: parameters.corner,
            fields: parameters.fields,
            fifths: parameters.fifths,
            search: parameters.search,
        }
    }
}

impl NextRequest {
    /// Parses all fields for a book.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn into_query(self, variant: Variant) -> Result<NextQuery, RequestError> {
        check_game(self.game.as_deref(), variant)?;
        let board = BoardFields {
            variant,
            size: self.board_size,
            coords: self.coords,
            initial: &self.initial_stones,
            moves: &self.moves,
        };
        let position = parse_position(self.fen.as_deref(), variant)?;
        let BoardRecord { size, initial, moves, .. } = match position {
            Some(position) => board.parse_from(position)?,
            None => board.parse()?,
        };
        let limit = self.limit.unwrap_or(NextQuery::DEFAULT_LIMIT);
        let limit = in_range("limit", limit, 1, MAX_ANSWERED)?;
        let examples = in_range("examples", self.examples.unwrap_or(0), 0, Tally::EXAMPLES)?;
        Ok(NextQuery {
            as_of: self.as_of.as_deref().map(parse_as_of).transpose()?,
            size,
            moves,
            initial,
            position: position.map(Box::new),
            to_play: match &self.to_play {
                Some(color) => Some(parse_color(variant.game(), || "to_play".to_owned(), color)?),
                None => None,
            },
            min_verdict: match &self.min_verdict {
                Some(text) => Some(parse_verdict(text)?),
                None => None,
            },
            limit,
            most: self.limit.is_none().then_some(NextQuery::LETTERS),
            seed: self.seed,
            failed_conditions: self.failed_conditions,
            opponent: self.opponent.as_deref().map(parse_opponent).transpose()?,
            class: self.class.as_deref().map(parse_class).transpose()?,
            book: self.book,
            games: GamesFilterParameters {
                since: self.since,
                until: self.until,
                source: self.source,
                strength: self.strength,
            }
            .parse()?,
            min_games: self.min_games,
            weights: self.weights,
            trend: self.trend,
            kinds: self.kinds,
            examples,
            whole_board: self.whole_board,
            fifths: in_range("fifths", self.fifths.unwrap_or(1), 1, MAX_FIFTHS)?,
            corner: self.corner.map(|corner| check_corner(corner, variant)).transpose()?,
            search: self.search.map(|nodes| check_search(nodes, variant)).transpose()?,
        })
    }
}

/// Checks a corner, which only boards of Go have.
fn check_corner(corner: Corner, variant: Variant) -> Result<Corner, RequestError> {
    if variant.game().has_corners() {
        return Ok(corner);
    }
    let message = format!("{} is asked about on the whole board: omit it", variant.game());
    Err(RequestError::new(Code::OtherGame, "corner", message))
}

/// Checks the number of positions of a search, which not every game has.
fn check_search(nodes: u64, variant: Variant) -> Result<u64, RequestError> {
    if !variant.game().has_search() {
        let message = format!("the book is about {}, which has no search: omit it", variant.game());
        return Err(RequestError::new(Code::OtherGame, "search", message));
    }
    in_range("search", nodes as usize, 1, MAX_SEARCHED as usize).map(|nodes| nodes as u64)
}

/// Parses the position of a request, which only xiangqi has.
fn parse_position(
    fen: Option<&str>,
    variant: Variant,
) -> Result<Option<XiangqiBoard>, RequestError> {
    let Some(fen) = fen else { return Ok(None) };
    if !variant.game().moves_pieces() {
        let message = format!("the book is about {}, not xiangqi: omit it", variant.game());
        return Err(RequestError::new(Code::OtherGame, "fen", message));
    }
    let read = fen.parse().map(Some);
    read.map_err(|error: FenError| RequestError::new(Code::InvalidValue, "fen", error))
}

/// Checks that a request names the game of its book, if it names one.
fn check_game(game: Option<&str>, variant: Variant) -> Result<(), RequestError> {
    let Some(name) = game else { return Ok(()) };
    let game = Game::parse(name)
        .map_err(|error| RequestError::new(Code::InvalidValue, "game", error.to_string()))?;
    if game == variant.game() {
        return Ok(());
    }
    let message = format!("the book is about {}, not {game}", variant.game());
    Err(RequestError::new(Code::OtherGame, "game", message))
}

pub fn parse_verdict(text: &str) -> Result<Verdict, RequestError> {
    text.parse().map_err(|error| RequestError::new(Code::InvalidValue, "min_verdict", error))
}
