//! Statistics of counted games.

use serde::Serialize;
use utoipa::ToSchema;

use crate::mine::game::ExampleJson;
use joseki_book::{PlayerKind, TurnCount, Turns};
use joseki_service::next::{CountsOfPart, GameCounts, MeanLoss, Statistics};

/// Statistics of a move over the selected counted games. A game counts once even if several of its
/// corners reached the move; each corner counts separately.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "games": 812, "corners": 840, "points": 401.5, "share": 0.41, "win_rate": 0.4957,
    "expected_win_rate": 0.5041, "reached": 2049,
    "loss": {"points": 0.42, "win_rate": 0.013, "plays": 77},
    "path": {"games": 640, "corners": 655, "points": 318.0}, "trend": null, "kinds": null, "examples": null
}))]
pub struct StatisticsJson {
    /// Number of games with a corner that reached the position after the move, in any order.
    pub games: u64,
    /// Number of corners that reached it.
    pub corners: u64,
    /// Wins plus half the draws of these games, for the side that makes the move.
    pub points: f64,
    /// Share of the corners at the position before the move that continued with it, 0 to 1.
    pub share: f64,
    /// `points` per game with a result, 0 to 1; null without such games.
    pub win_rate: Option<f64>,
    /// What the strength of the players, colour and komi make one expect of `win_rate`; null without
    /// such games. 0.5 in games counted before their players were rated.
    pub expected_win_rate: Option<f64>,
    /// Number of corners that reached the position before the move, in any order.
    pub reached: u64,
    /// Loss of the move according to engines; null without evaluations.
    pub loss: Option<MeanLoss>,
    /// Counts of the line `leads_to` alone, in its own order.
    pub path: PathJson,
    /// Statistics by year, unknown years last; null unless requested. Years without games are
    /// omitted.
    pub trend: Option<Vec<YearJson>>,
    /// Statistics by kind of players, strongest first; null unless requested. Kinds without games
    /// are omitted.
    pub kinds: Option<Vec<KindJson>>,
    /// Example games that followed the line `leads_to`, strongest and latest first, regardless of
    /// filters; null unless requested.
    pub examples: Option<Vec<ExampleJson>>,
}

/// Counts of one line alone.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PathJson {
    /// Number of games.
    pub games: u64,
    /// Number of corners.
    pub corners: u64,
    /// Wins plus half the draws, for the side that makes the move.
    pub points: f64,
}

/// Statistics of one year.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct YearJson {
    /// The year; null if unknown.
    pub year: Option<u16>,
    #[serde(flatten)]
    #[expect(missing_docs, reason = "its fields stand among those of the year")]
    pub counts: PartJson,
}

/// Statistics of one kind of players.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct KindJson {
    /// `engine` for programs on both sides, `professional`, or `other` for amateurs and players of
    /// unknown strength. The weaker player decides.
    pub kind: &'static str,
    #[serde(flatten)]
    pub counts: PartJson,
}

/// Statistics of a part of the games.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PartJson {
    /// Number of games, as in the statistics.
    pub games: u64,
    /// Number of corners, as in the statistics.
    pub corners: u64,
    /// Wins plus half the draws, as in the statistics.
    pub points: f64,
    /// Share of the corners of this part that continued with the move, 0 to 1.
    pub share: f64,
    /// `points` per game with a result, 0 to 1; null without such games.
    pub win_rate: Option<f64>,
}

/// Continuations of counted games after a position, reached in any order.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TurnsJson {
    /// Turns of the player to answer, immediately after the position was reached.
    pub at_once: TurnCountJson,
    /// Later turns of the same player; in an empty corner, all turns.
    pub later: TurnCountJson,
    /// Turns of the player who made the last move.
    pub again: TurnCountJson,
}

/// Number of turns, and how many of them were played in the corner.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TurnCountJson {
    /// Number of turns.
    pub turns: u64,
    /// Number of these turns played in this corner.
    pub here: u64,
}

impl StatisticsJson {
    /// Creates the statistics of a move, with its examples if requested.
    #[must_use]
    pub fn new(counted: &Statistics, examples: Option<Vec<ExampleJson>>) -> StatisticsJson {
        let (position, path) = (&counted.position, &counted.path);
        StatisticsJson {
            games: position.games.into(),
            corners: position.corners.into(),
            points: position.points,
            share: counted.share(),
            win_rate: win_rate(position),
            expected_win_rate: mean(position, position.expected),
            reached: counted.reached.into(),
            loss: position.lost,
            path: PathJson {
                games: path.games.into(),
                corners: path.corners.into(),
                points: path.points,
            },
            trend: counted.years.as_ref().map(|years| {
                // Year 0 is the unknown one.
                let known = years.range(1..).chain(years.range(..1));
                let year = |(year, of): (&u16, _)| YearJson {
                    year: Some(*year).filter(|year| *year > 0),
                    counts: PartJson::new(of),
                };
                known.map(year).collect()
            }),
            kinds: counted.kinds.as_ref().map(|kinds| {
                let kind = |(kind, of): (&PlayerKind, _)| KindJson {
                    kind: kind.into(),
                    counts: PartJson::new(of),
                };
                kinds.iter().rev().map(kind).collect()
            }),
            examples,
        }
    }
}

impl PartJson {
    fn new(counted: &CountsOfPart) -> PartJson {
        let position = &counted.position;
        PartJson {
            games: position.games.into(),
            corners: position.corners.into(),
            points: position.points,
            share: counted.share(),
            win_rate: win_rate(position),
        }
    }
}

impl From<&Turns> for TurnsJson {
    fn from(turns: &Turns) -> TurnsJson {
        let asked =
            |asked: TurnCount| TurnCountJson { turns: asked.turns.into(), here: asked.here.into() };
        TurnsJson {
            at_once: asked(turns.at_once),
            later: asked(turns.later),
            again: asked(turns.again),
        }
    }
}

fn win_rate(numbers: &GameCounts) -> Option<f64> {
    mean(numbers, numbers.points)
}

fn mean(numbers: &GameCounts, points: f64) -> Option<f64> {
    (numbers.scored > 0).then(|| points / f64::from(numbers.scored))
}
