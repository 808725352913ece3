//! Scoring of a board: request and response.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{BoardFields, pairs, parse_points};
use crate::coords::{Coords, PointWriter};
use crate::error::RequestError;
use joseki_game::go::{Repetition, ScoringRules, SideCount};
use joseki_game::{Color, Point, Variant};
use joseki_influence::GroupStatus;
use joseki_ledger::BoardRecord;
use joseki_service::Code;
use joseki_service::board::{DeadEstimate, ScoreAnswer, ScoreQuery};

/// Largest absolute value of komi.
const MAX_KOMI: f64 = 1000.0;
/// Komi is rounded to hundredths of a point.
const HUNDREDTHS: f64 = 100.0;
/// Maximum number of prisoners of one side.
const MAX_PRISONERS: u32 = 10_000;

/// Scoring request: a board and how to score it.
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
    /// Board size in lines, 2 to 25; default 19.
    pub board_size: Option<u8>,
    /// Notation of points in the request and the response; default `gtp`.
    pub coords: Coords,
    /// Moves so far, each `[colour, point]`; `"pass"` for a pass.
    #[serde(deserialize_with = "pairs")]
    pub moves: Vec<[String; 2]>,
    /// Handicap and setup stones, each `[colour, point]`.
    #[serde(deserialize_with = "pairs")]
    pub initial_stones: Vec<[String; 2]>,
    /// Rules: `chinese`, `ing` or `japanese`; default `chinese`.
    pub rules: Option<String>,
    /// Komi in points, rounded to hundredths; default 7.5 (`chinese`), 8 (`ing`) or 6.5
    /// (`japanese`).
    #[schema(minimum = -1000, maximum = 1000)]
    pub komi: Option<f64>,
    /// Dead stones; one point marks its whole chain. An empty list means that all stones live.
    /// Default: estimated.
    pub dead: Option<Vec<String>>,
    /// Method of estimating dead stones: `playouts` (random games), a model such as `mechanical`,
    /// or `none`; default `playouts`. Not with `dead`.
    pub estimate: Option<String>,
    /// Stones in seki; one point marks its whole chain. Default: found by a rule.
    pub seki: Option<Vec<String>>,
    /// Stones captured before this board was set up; captures by `moves` are added.
    pub prisoners: PrisonersJson,
    /// Whether to list each group with its eyes and whether it lives; default `false`.
    pub groups: bool,
}

/// Numbers of stones captured by each side.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PrisonersJson {
    /// Captured by Black, 0 to 10000; default 0.
    #[schema(maximum = 10000)]
    pub black: u32,
    /// Captured by White, 0 to 10000; default 0.
    #[schema(maximum = 10000)]
    pub white: u32,
}

impl ScoreRequest {
    /// Parses all fields.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn to_query(&self) -> Result<ScoreQuery, RequestError> {
        let board = BoardFields {
            variant: Variant::GO,
            size: self.board_size,
            coords: self.coords,
            initial: &self.initial_stones,
            moves: &self.moves,
        };
        self.on_board(board.parse()?)
    }

    /// Parses all fields but the board, which is given.
    ///
    /// # Errors
    /// See [`ScoreRequest::to_query`].
    pub fn on_board(&self, board: BoardRecord) -> Result<ScoreQuery, RequestError> {
        let rules = match &self.rules {
            Some(rules) => parse_choice("rules", rules)?,
            None => ScoringRules::default(),
        };
        if self.dead.is_some() && self.estimate.is_some() {
            let message = "not allowed with `dead`: omit one of the two";
            return Err(RequestError::new(Code::InvalidValue, "estimate", message));
        }
        let points = |list: &str, points: &Option<Vec<String>>| {
            let points = points.as_deref();
            let points = points.map(|texts| parse_points(list, texts, self.coords, board.size));
            points.transpose()
        };
        Ok(ScoreQuery {
            komi: komi(self.komi.unwrap_or_else(|| rules.komi()))?,
            rules,
            dead: points("dead", &self.dead)?,
            estimate: match &self.estimate {
                Some(estimate) => parse_choice("estimate", estimate)?,
                None => DeadEstimate::default(),
            },
            seki: points("seki", &self.seki)?,
            groups: self.groups,
            prisoners: [
                prisoners("prisoners.black", self.prisoners.black)?,
                prisoners("prisoners.white", self.prisoners.white)?,
            ],
            board,
        })
    }
}

fn parse_choice<T: std::str::FromStr<Err: ToString>>(
    field: &str,
    text: &str,
) -> Result<T, RequestError> {
    let read = text.parse();
    read.map_err(|error: T::Err| RequestError::new(Code::InvalidValue, field, error))
}

fn komi(komi: f64) -> Result<f64, RequestError> {
    if komi.abs() <= MAX_KOMI {
        // Adding 0.0 turns −0 into 0.
        return Ok((komi * HUNDREDTHS).round() / HUNDREDTHS + 0.0);
    }
    let message = format!("invalid komi {komi:e}: expected -{MAX_KOMI} to {MAX_KOMI} points");
    Err(RequestError::new(Code::InvalidValue, "komi", message))
}

fn prisoners(field: &str, count: u32) -> Result<u32, RequestError> {
    if count <= MAX_PRISONERS {
        return Ok(count);
    }
    let message = format!("too many prisoners: {count}, at most {MAX_PRISONERS} are allowed");
    Err(RequestError::new(Code::InvalidValue, field, message))
}

/// Score of a board.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ScoreResponse {
    /// Board size in lines.
    pub board_size: u8,
    /// Notation of points.
    pub coords: Coords,
    /// Rules: `chinese`, `ing` or `japanese`.
    pub rules: &'static str,
    /// Komi in points.
    pub komi: f64,
    /// Result as in SGF: `B+3.5`, `W+12` or `0`.
    pub result: String,
    /// Winner, `B` or `W`; null for a draw. Under Ing rules Black wins a draw.
    pub winner: Option<String>,
    /// Margin in points, positive if Black won.
    pub score: f64,
    /// Count of Black.
    pub black: SideCountJson,
    /// Count of White, without komi.
    pub white: SideCountJson,
    /// Points of neither side.
    pub neutral: Vec<String>,
    /// Dead stones.
    pub dead: StonesJson,
    /// Stones in seki.
    pub seki: StonesJson,
    /// Owner of each point: one string per row from the top, one `B`, `W` or `.` per point.
    pub owner: Vec<String>,
    /// Groups of both sides; null unless requested.
    pub groups: Option<Vec<GroupJson>>,
    /// Moves that repeat an earlier position of the whole board.
    pub repetitions: Vec<RepetitionJson>,
    /// Remarks on the count.
    pub notes: Vec<String>,
}

/// Count of one side.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SideCountJson {
    /// Number of its living stones.
    pub stones: u32,
    /// Number of its points of territory: empty ones, and those under dead stones of the other
    /// side.
    pub territory: u32,
    /// Number of stones that it captured.
    pub prisoners: u32,
    /// Number of dead stones of the other side, which become prisoners at the end.
    pub dead: u32,
    /// Total in points, without komi.
    pub points: f64,
}

/// Stones and how they were determined.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StonesJson {
    /// Source: `given` by the request; otherwise, for dead stones `none`, `playouts` or the model
    /// used, for seki `rule`.
    pub by: String,
    /// The stones, as whole chains of both colours.
    pub points: Vec<String>,
}

/// Chains of one colour that the other side cannot easily separate.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GroupJson {
    /// Colour, `B` or `W`.
    pub color: String,
    /// Its stones.
    pub stones: Vec<String>,
    /// Number of its liberties.
    pub liberties: u32,
    /// Number of its eyes; an eye space of three points counts one and a half.
    pub eyes: f64,
    /// `alive`, `dead`, `seki` or `open`.
    pub status: &'static str,
    /// Reason: `given`, `unconditional`, `two_eyes`, `surrounders_dead`, `no_enemy`, `enclosed`,
    /// `bent_four`, `seki_rule`, `playouts`, `model` or `not_estimated`.
    pub why: &'static str,
    /// Mean ownership of its stones in random games, in its own view, −1 to 1; null if none were
    /// played.
    pub owned: Option<f64>,
}

/// Move that repeats an earlier position of the whole board.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct RepetitionJson {
    /// Number of the move, from 1, including passes.
    #[serde(rename = "move")]
    pub number: u32,
    /// Number of the move after which the board was first the same; 0 for the initial board.
    pub earlier: u32,
}

impl ScoreResponse {
    /// Creates the response.
    #[must_use]
    pub fn new(answer: &ScoreAnswer, coords: Coords) -> ScoreResponse {
        let (count, size) = (&answer.count, answer.board.size());
        let say = PointWriter { coords, size };
        let score = count.score();
        let winner = count.winner();
        let dead_by = answer.dead_by.as_ref();
        ScoreResponse {
            board_size: size.get(),
            coords,
            rules: count.rules.into(),
            komi: count.komi,
            result: score.to_string(),
            winner: winner.map(|color| color.letter().to_string()),
            score: score.0,
            black: (&count.black).into(),
            white: (&count.white).into(),
            neutral: say.points(count.neutral),
            dead: StonesJson {
                by: dead_by.map_or_else(|| "given".to_owned(), DeadEstimate::name),
                points: say.points(count.dead),
            },
            seki: StonesJson {
                by: if answer.seki_given { "given" } else { "rule" }.to_owned(),
                points: say.points(count.seki),
            },
            owner: owners(answer),
            groups: answer.groups.as_ref().map(|groups| say.groups(groups)),
            repetitions: answer.repetitions.iter().map(Into::into).collect(),
            notes: answer.notes.clone(),
        }
    }
}

impl PointWriter {
    fn groups(self, groups: &[GroupStatus]) -> Vec<GroupJson> {
        let group = |group: &GroupStatus| GroupJson {
            color: group.color.letter().to_string(),
            stones: self.points(group.stones),
            liberties: group.liberties.len(),
            eyes: f64::from(group.half_eyes) / 2.0,
            status: group.status.into(),
            why: group.reason.into(),
            owned: group.owned,
        };
        groups.iter().map(group).collect()
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
        RepetitionJson { number: found.number, earlier: found.earlier }
    }
}
