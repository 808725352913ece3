//! A board counted: the question and its answer.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::board::{BoardAsked, check_points, pairs};
use super::coords::{Coords, Say};
use super::error::RequestError;
use crate::game::Color;
use crate::game::go::{Point, Repetition, ScoringRules, SideCount};
use crate::ledger::Record;
use crate::service::{DeadBy, ScoreAnswer, ScoreQuery};

/// The largest komi, for either side.
const MOST_KOMI: f64 = 1000.0;
/// A komi is told to the hundredth of a point.
const HUNDREDTHS: f64 = 100.0;
/// More prisoners than any game has.
const MOST_PRISONERS: u32 = 10_000;

/// A board and how it is to be counted.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({
    "board_size": 5,
    "initial_stones": [
        ["B", "C5"], ["B", "C4"], ["B", "C3"], ["B", "C2"], ["B", "C1"],
        ["W", "D5"], ["W", "D4"], ["W", "D3"], ["W", "D2"], ["W", "D1"], ["W", "A3"]
    ],
    "rules": "chinese", "komi": 0.5, "dead": ["A3"]
}))]
pub struct ScoreRequest {
    /// Lines of the board, 2 to 25; 19 unless said.
    pub board_size: Option<u8>,
    /// How points are written, here and in the answer.
    pub coords: Coords,
    /// The moves so far, each colour and point (`"pass"` for a pass).
    #[serde(deserialize_with = "pairs")]
    pub moves: Vec<[String; 2]>,
    /// Handicap and setup stones, each colour and point.
    #[serde(deserialize_with = "pairs")]
    pub initial_stones: Vec<[String; 2]>,
    /// `chinese`, `ing` or `japanese`; `chinese` unless said.
    pub rules: Option<String>,
    /// What White gets for moving second, in points, rounded to hundredths; unless said 7.5 (chinese), 8 (ing), 6.5 (japanese).
    #[schema(minimum = -1000, maximum = 1000)]
    pub komi: Option<f64>,
    /// Dead stones, each for its whole chain; an empty list says that all live. Unless said they are estimated.
    pub dead: Option<Vec<String>>,
    /// By what dead stones are estimated: `playouts` (random games), a model as in `mechanical`, or `none`;
    /// `playouts` unless said. Not beside `dead`.
    pub estimate: Option<String>,
    /// Stones in seki, each for its whole chain; unless said they are found by a rule.
    pub seki: Option<Vec<String>>,
    /// Stones that were taken before this board was set up; those that its moves take are counted by themselves.
    pub prisoners: PrisonersJson,
}

/// Stones taken by each side.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PrisonersJson {
    /// By Black.
    #[schema(maximum = 10000)]
    pub black: u32,
    /// By White.
    #[schema(maximum = 10000)]
    pub white: u32,
}

impl ScoreRequest {
    /// The question, every field understood.
    ///
    /// # Errors
    /// The first field that makes no sense.
    pub fn into_query(&self) -> Result<ScoreQuery, RequestError> {
        let board = BoardAsked {
            size: self.board_size,
            coords: self.coords,
            initial: &self.initial_stones,
            moves: &self.moves,
        };
        self.on_board(board.understood()?)
    }

    /// The question on a board that comes from elsewhere.
    ///
    /// # Errors
    /// As [`ScoreRequest::into_query`].
    pub fn on_board(&self, board: Record) -> Result<ScoreQuery, RequestError> {
        let rules = match &self.rules {
            Some(rules) => understood("rules", rules)?,
            None => ScoringRules::default(),
        };
        if self.dead.is_some() && self.estimate.is_some() {
            let message =
                "dead stones are named, so that nothing is estimated: leave out one of both";
            return Err(RequestError::new("invalid_value", "estimate", message));
        }
        let points = |list: &str, points: &Option<Vec<String>>| {
            let points = points.as_deref();
            let points = points.map(|texts| check_points(list, texts, self.coords, board.size));
            points.transpose()
        };
        Ok(ScoreQuery {
            komi: komi(self.komi.unwrap_or_else(|| rules.komi()))?,
            rules,
            dead: points("dead", &self.dead)?,
            estimate: match &self.estimate {
                Some(estimate) => understood("estimate", estimate)?,
                None => DeadBy::default(),
            },
            seki: points("seki", &self.seki)?,
            prisoners: [
                prisoners("prisoners.black", self.prisoners.black)?,
                prisoners("prisoners.white", self.prisoners.white)?,
            ],
            board,
        })
    }
}

fn understood<T: std::str::FromStr<Err: ToString>>(
    field: &str,
    text: &str,
) -> Result<T, RequestError> {
    let read = text.parse();
    read.map_err(|error: T::Err| RequestError::new("invalid_value", field, error))
}

fn komi(komi: f64) -> Result<f64, RequestError> {
    if komi.abs() <= MOST_KOMI {
        // The sum makes 0 of −0.
        return Ok((komi * HUNDREDTHS).round() / HUNDREDTHS + 0.0);
    }
    let message =
        format!("{komi:e} is no komi: it is a number of points, -{MOST_KOMI} to {MOST_KOMI}");
    Err(RequestError::new("invalid_value", "komi", message))
}

fn prisoners(field: &str, count: u32) -> Result<u32, RequestError> {
    if count <= MOST_PRISONERS {
        return Ok(count);
    }
    let message = format!("{count} are more than {MOST_PRISONERS}");
    Err(RequestError::new("invalid_value", field, message))
}

/// A board counted.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ScoreResponse {
    /// Lines of the board.
    pub board_size: u8,
    /// How points are written.
    pub coords: Coords,
    /// The rules.
    pub rules: &'static str,
    /// What White gets for moving second.
    pub komi: f64,
    /// As in SGF: `B+3.5`, `W+12`, `0`.
    pub result: String,
    /// `B` or `W`; nothing if it is a draw, which under the rules of Ing is Black's.
    pub winner: Option<String>,
    /// By how many points it is won, positive if Black won.
    pub score: f64,
    /// What Black has.
    pub black: SideCountJson,
    /// What White has, without the komi.
    pub white: SideCountJson,
    /// Points that are neither side's.
    pub neutral: Vec<String>,
    /// The dead stones.
    pub dead: StonesJson,
    /// The stones in seki.
    pub seki: StonesJson,
    /// Whose each point is: rows from the top, `B`, `W` or `.` for each point.
    pub owner: Vec<String>,
    /// The moves after which the whole board was there before.
    pub repetitions: Vec<RepetitionJson>,
    /// What is to be known of the count.
    pub notes: Vec<String>,
}

/// What one side has.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SideCountJson {
    /// Its living stones.
    pub stones: u32,
    /// Its points: empty ones, and those under dead stones of the other side.
    pub territory: u32,
    /// The stones that it took.
    pub prisoners: u32,
    /// The dead stones of the other side that become prisoners at the end.
    pub dead: u32,
    /// What it has in all, without komi.
    pub points: f64,
}

/// Stones and where they come from.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StonesJson {
    /// `given`; of dead stones else `none`, `playouts` or the model that they were estimated by; of seki else `rule`.
    pub by: String,
    /// The stones, whole chains of both colours.
    pub points: Vec<String>,
}

/// A move after which the whole board was there before.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct RepetitionJson {
    /// The number of the move, from 1, passes counted.
    #[serde(rename = "move")]
    pub number: u32,
    /// The move after which the board was first the same; 0 for the first board.
    pub earlier: u32,
}

impl ScoreResponse {
    /// The answer as it is sent.
    #[must_use]
    pub fn new(answer: &ScoreAnswer, coords: Coords) -> ScoreResponse {
        let (count, size) = (&answer.count, answer.board.size());
        let say = Say { coords, size };
        let score = count.score();
        let winner = count.winner();
        let dead_by = answer.dead_by.as_ref();
        ScoreResponse {
            board_size: size.get(),
            coords,
            rules: count.rules.name(),
            komi: count.komi,
            result: score.to_string(),
            winner: winner.map(|color| color.letter().to_string()),
            score: score.0,
            black: (&count.black).into(),
            white: (&count.white).into(),
            neutral: say.points(count.neutral),
            dead: StonesJson {
                by: dead_by.map_or_else(|| "given".to_owned(), DeadBy::name),
                points: say.points(count.dead),
            },
            seki: StonesJson {
                by: if answer.seki_given { "given" } else { "rule" }.to_owned(),
                points: say.points(count.seki),
            },
            owner: owners(answer),
            repetitions: answer.repetitions.iter().map(Into::into).collect(),
            notes: answer.notes.clone(),
        }
    }
}

fn owners(answer: &ScoreAnswer) -> Vec<String> {
    let lines = answer.board.size().get();
    let letter = |x, y| {
        let owner = answer.count.owner(Point::new(x, y));
        owner.map_or('.', Color::letter)
    };
    let row = |y| (0..lines).map(|x| letter(x, y)).collect();
    (0..lines).map(row).collect()
}

impl From<&SideCount> for SideCountJson {
    fn from(side: &SideCount) -> SideCountJson {
        SideCountJson {
            stones: side.stones,
            territory: side.territory.len(),
            prisoners: side.prisoners,
            dead: side.dead,
            points: side.points,
        }
    }
}

impl From<&Repetition> for RepetitionJson {
    fn from(found: &Repetition) -> RepetitionJson {
        RepetitionJson {
            number: found.number,
            earlier: found.earlier,
        }
    }
}
