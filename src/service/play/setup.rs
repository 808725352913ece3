//! What is played at a table, and by whom, as callers say it and as it is stored.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use strum::{Display, IntoStaticStr};
use utoipa::ToSchema;

use crate::error::ServiceError;
use crate::play::error::TableError;
use joseki_game::go::ScoringRules;
use joseki_game::table::{ClockRules, TableParty, TableRules};
use joseki_game::{BoardSize, Game, GameInPlay, Move, Point};
use joseki_ledger::OpponentName;

/// Maximum number of moves before a game.
const MAX_MOVES: usize = 1000;
/// Time for a move of a program without a clock, in seconds, and its maximum.
const USUAL_SECONDS: f64 = 1.0;
const MAX_SECONDS: f64 = 5.0;
/// Maximum main time, and maximum time of a period and of an increment, in seconds.
const MAX_MAIN: f64 = 86_400.0;
const MAX_PERIOD: f64 = 3_600.0;
/// Maximum number of periods of byo-yomi.
const MAX_PERIODS: u32 = 100;
/// Largest absolute value of komi.
const MAX_KOMI: f64 = 1000.0;
/// Komi of a game with handicap stones.
const HANDICAP_KOMI: f64 = 0.5;

/// Who plays a side.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Display, IntoStaticStr, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum TableSide {
    /// A person, who has the token of the side.
    Person,
    /// The book while it has a move, then an engine.
    Book,
    /// An engine alone: the operator's, else our own.
    Engine,
}

/// The clock of each side, in seconds: main time, then periods of byo-yomi, or an increment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({"main": 600, "periods": 5, "period": 30}))]
pub struct ClockSetup {
    /// Main time, at most a day.
    #[schema(minimum = 0, maximum = 86400)]
    pub main: f64,
    /// Time added after each move, at most an hour.
    #[schema(minimum = 0, maximum = 3600)]
    pub increment: f64,
    /// Number of periods of byo-yomi after the main time.
    #[schema(maximum = 100)]
    pub periods: u32,
    /// Time of a period, at most an hour.
    #[schema(minimum = 0, maximum = 3600)]
    pub period: f64,
}

/// A table to make: a game, a position at which it begins, and who plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({"game": "go", "board_size": 19, "moves": ["Q16", "D4"], "black": "person", "white": "book"}))]
pub struct TableSetup {
    /// The game: `go`, `renju`, `standard`, `gomoku` or `xiangqi`; default `go`.
    pub game: String,
    /// Board size in lines, 9 to 19 in Go, 15 or 20 in gomoku; default the game's usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board_size: Option<u8>,
    /// Moves with which the game begins, as players of the game write them: `Q16`, `h8`, `h2e2`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// Position at which a game of xiangqi begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// Handicap stones of Black in Go, 2 to 9; White moves first then.
    #[schema(maximum = 9)]
    pub handicap: usize,
    /// Rules by which Go is counted: `chinese`, `japanese` or `ing`; default `chinese`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// Komi of Go in points for White; default that of the rules, 0.5 with handicap stones.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = -1000, maximum = 1000)]
    pub komi: Option<f64>,
    /// Black, in xiangqi Red; default `person`.
    pub black: TableSide,
    /// White, in xiangqi Black; default `book`.
    pub white: TableSide,
    /// Whether both sides are persons at one screen: one token plays both. Default `false`.
    pub one_screen: bool,
    /// The clocks; default none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockSetup>,
    /// Time for a move of a program, in seconds, at most 5 and less when its clock is short;
    /// default 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0.05, maximum = 5)]
    pub seconds: Option<f64>,
    /// The book; default `main` in Go, else that with the name of the game, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub book: Option<String>,
    /// The opponent of the book, whose results order its moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opponent: Option<String>,
}

impl Default for TableSetup {
    fn default() -> TableSetup {
        TableSetup {
            game: Game::Go.to_string(),
            board_size: None,
            moves: Vec::new(),
            fen: None,
            handicap: 0,
            rules: None,
            komi: None,
            black: TableSide::Person,
            white: TableSide::Book,
            one_screen: false,
            clock: None,
            seconds: None,
            book: None,
            opponent: None,
        }
    }
}

impl TableSetup {
    /// Returns the sides, Black's first.
    #[must_use]
    pub const fn sides(&self) -> [TableSide; 2] {
        [self.black, self.white]
    }

    /// Returns the time for a move of a program without a clock.
    #[must_use]
    pub fn move_time(&self) -> Duration {
        Duration::from_secs_f64(self.seconds.unwrap_or(USUAL_SECONDS).clamp(0.0, MAX_SECONDS))
    }

    /// Returns the opponent of the book.
    ///
    /// # Errors
    /// Its name is invalid.
    pub fn opponent(&self) -> Result<Option<OpponentName>, ServiceError> {
        let name = self.opponent.as_deref().map(str::parse).transpose();
        name.map_err(|error| invalid("opponent", error))
    }

    /// Checks all fields, and returns what is played.
    ///
    /// # Errors
    /// [`TableError::Setup`] with the first invalid field.
    pub fn table_rules(&self) -> Result<TableRules, ServiceError> {
        let game = Game::parse(&self.game).map_err(|error| invalid("game", error))?;
        let start = self.start(game)?;
        let scoring: ScoringRules = match &self.rules {
            Some(_) if !game.is_scored() => return Err(only("rules", Game::Go)),
            Some(rules) => rules.parse().map_err(|error| invalid("rules", error))?,
            None => ScoringRules::default(),
        };
        let komi = match self.komi {
            Some(_) if !game.is_scored() => return Err(only("komi", Game::Go)),
            Some(komi) => number("komi", komi, -MAX_KOMI, MAX_KOMI)?,
            None if self.handicap > 0 => HANDICAP_KOMI,
            None => scoring.komi(),
        };
        if let Some(seconds) = self.seconds {
            number("seconds", seconds, 0.05, MAX_SECONDS)?;
        }
        self.opponent()?;
        let persons = self.sides().map(|side| side == TableSide::Person);
        if self.one_screen && persons != [true; 2] {
            return Err(invalid("one_screen", "both sides must be `person`"));
        }
        let party = |side: usize| match persons[side] {
            true if self.one_screen => TableParty::Person(0),
            true => TableParty::Person(side as u32),
            false => TableParty::Program,
        };
        Ok(TableRules {
            start,
            scoring,
            // Hundredths, as in records.
            komi: (komi * 100.0).round() / 100.0,
            clock: self.clock.map(|clock| clock.rules()).transpose()?,
            parties: [party(0), party(1)],
        })
    }

    /// The game at which the table begins.
    fn start(&self, game: Game) -> Result<GameInPlay, ServiceError> {
        let size = board_size(game, self.board_size).map_err(|why| invalid("board_size", why))?;
        let mut start = match &self.fen {
            Some(_) if !game.moves_pieces() => return Err(only("fen", Game::Xiangqi)),
            Some(fen) => {
                GameInPlay::from_position(fen.parse().map_err(|error| invalid("fen", error))?)
            }
            None if self.handicap > 0 && !game.is_scored() => {
                return Err(only("handicap", Game::Go));
            }
            None if self.handicap > 0 => {
                let points = GameInPlay::handicap_points(size, self.handicap);
                let started = points.and_then(|it| GameInPlay::with_handicap(size, &it).ok());
                let message =
                    format!("a board of {size} has no place for {} stones", self.handicap);
                started.ok_or_else(|| invalid("handicap", message))?
            }
            None => GameInPlay::new(game, size),
        };
        if self.moves.len() > MAX_MOVES {
            return Err(invalid("moves", format!("expected at most {MAX_MOVES} moves")));
        }
        for (at, text) in self.moves.iter().enumerate() {
            let played = read_move(&start, text)
                .map_err(|message| invalid("moves", format!("move {}: {message}", at + 1)))?;
            start.play(played).map_err(|reason| {
                invalid("moves", format!("move {}, {text}, is illegal: {reason}", at + 1))
            })?;
        }
        Ok(start)
    }
}

/// Returns the board of a game with a number of lines, or the usual one.
///
/// # Errors
/// The game has no such board; says which it has.
pub fn board_size(game: Game, lines: Option<u8>) -> Result<BoardSize, String> {
    if game.moves_pieces() {
        return match lines {
            None => Ok(BoardSize::XIANGQI),
            Some(_) => Err("xiangqi has one board".to_owned()),
        };
    }
    let sizes = game.board_sizes();
    let lines = lines.unwrap_or(sizes.first().copied().unwrap_or(19));
    let is_known =
        if sizes.is_empty() { (9..=19).contains(&lines) } else { sizes.contains(&lines) };
    BoardSize::new(lines).ok().filter(|_| is_known).ok_or_else(|| {
        let known: Vec<String> = sizes.iter().map(ToString::to_string).collect();
        let known = if known.is_empty() { "9 to 19".to_owned() } else { known.join(" or ") };
        format!("{lines}: boards of {game} have {known} lines")
    })
}

/// Parses a move as players of its game write it.
fn read_move(game: &GameInPlay, text: &str) -> Result<Move, String> {
    let board = game.board();
    let size = board.size();
    if let Some(board) = board.xiangqi() {
        return board.read_move(text).map(Move::Shift).map_err(|error| error.to_string());
    }
    if text.eq_ignore_ascii_case("pass") {
        return Ok(Move::Pass);
    }
    let point = match game.game().five_rules() {
        Some(_) => Point::from_letter_number(text, size),
        None => Point::from_gtp(text, size),
    };
    point.map(Move::Play).map_err(|error| error.to_string())
}

impl ClockSetup {
    fn rules(self) -> Result<ClockRules, ServiceError> {
        let ClockSetup { main, increment, periods, period } = self;
        if periods > MAX_PERIODS {
            return Err(invalid("clock.periods", format!("expected at most {MAX_PERIODS}")));
        }
        if (periods > 0) != (period > 0.0) {
            return Err(invalid("clock.period", "byo-yomi needs both `periods` and `period`"));
        }
        if main == 0.0 && periods == 0 {
            return Err(invalid("clock.main", "expected main time or periods of byo-yomi"));
        }
        let time = |field, seconds, most| {
            Ok::<_, ServiceError>(Duration::from_secs_f64(number(field, seconds, 0.0, most)?))
        };
        Ok(ClockRules {
            main: time("clock.main", main, MAX_MAIN)?,
            increment: time("clock.increment", increment, MAX_PERIOD)?,
            periods,
            period: time("clock.period", period, MAX_PERIOD)?,
        })
    }
}

fn number(field: &'static str, found: f64, least: f64, most: f64) -> Result<f64, ServiceError> {
    if (least..=most).contains(&found) {
        Ok(found)
    } else {
        Err(invalid(field, format!("expected {least} to {most}")))
    }
}

fn invalid(field: &'static str, message: impl ToString) -> ServiceError {
    TableError::Setup { field, message: message.to_string() }.into()
}

fn only(field: &'static str, game: Game) -> ServiceError {
    invalid(field, format!("only for {game}"))
}
