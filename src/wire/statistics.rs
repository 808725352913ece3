//! What counted games say of a move.

use serde::Serialize;
use utoipa::ToSchema;

use super::game::ExampleJson;
use crate::book::{Asked, Turns};
use crate::service::{Lost, Numbers, Statistics, Year};

/// What counted games say of a move, among those asked about. A game counts once however many of its
/// corners went this way; a corner counts each time.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "games": 812, "corners": 840, "points": 401.5, "share": 0.41, "win_rate": 0.4957, "reached": 2049,
    "loss": {"points": 0.42, "win_rate": 0.013, "plays": 77},
    "path": {"games": 640, "corners": 655, "points": 318.0}, "trend": null, "examples": null
}))]
pub struct StatisticsJson {
    /// Games in which any corner came to the position after the move, in whatever order.
    pub games: u64,
    /// Corners that came to it.
    pub corners: u64,
    /// Wins and half the draws of those games, from the view of the side that makes the move.
    pub points: f64,
    /// Of the corners that reached the position before the move, the share that went on with it.
    pub share: f64,
    /// The points for each game with a result; null if none has one.
    pub win_rate: Option<f64>,
    /// The corners that reached the position before the move, in whatever order.
    pub reached: u64,
    /// What engines say the move lost; null where none says.
    pub loss: Option<LossJson>,
    /// Of the line of `leads_to` alone, in its own order.
    pub path: PathJson,
    /// By year, unknown years last; null unless asked for. Years without such a game are left out.
    pub trend: Option<Vec<YearJson>>,
    /// Games that went by the line of `leads_to`, the strongest and latest first, whatever games are
    /// asked about; null unless asked for.
    pub examples: Option<Vec<ExampleJson>>,
}

/// What a move lost on average, as engines that played or analysed the games see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LossJson {
    /// In points, where they say it in points.
    pub points: Option<f64>,
    /// In win rate, 0 to 1, where they say it so.
    pub win_rate: Option<f64>,
    /// The plays that were measured.
    pub plays: u64,
}

/// What was counted of one line alone.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PathJson {
    /// Games.
    pub games: u64,
    /// Corners.
    pub corners: u64,
    /// Wins and half the draws, from the view of the side that makes the move.
    pub points: f64,
}

/// What was counted in one year.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct YearJson {
    /// The year; null if it is unknown.
    pub year: Option<u16>,
    /// As in the statistics.
    pub games: u64,
    /// As in the statistics.
    pub corners: u64,
    /// As in the statistics.
    pub points: f64,
    /// As in the statistics, of the corners of this year.
    pub share: f64,
    /// As in the statistics.
    pub win_rate: Option<f64>,
}

/// How counted games went on after a position, in whatever order it came about.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TurnsJson {
    /// The turns of the player to answer, directly after the position came about.
    pub at_once: AskedJson,
    /// The later turns of the same player; in an empty corner all turns.
    pub later: AskedJson,
    /// The turns of the player who made the last move.
    pub again: AskedJson,
}

/// Turns, and how many of them were played here.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AskedJson {
    /// The turns.
    pub turns: u64,
    /// Those that were played in this corner.
    pub here: u64,
}

impl StatisticsJson {
    /// The statistics of a move, with its examples if they were asked for.
    #[must_use]
    pub fn new(counted: &Statistics, examples: Option<Vec<ExampleJson>>) -> StatisticsJson {
        let (position, path) = (&counted.position, &counted.path);
        StatisticsJson {
            games: position.games.into(),
            corners: position.corners.into(),
            points: position.points,
            share: counted.share(),
            win_rate: win_rate(position),
            reached: counted.reached.into(),
            loss: position.lost.as_ref().map(LossJson::new),
            path: PathJson {
                games: path.games.into(),
                corners: path.corners.into(),
                points: path.points,
            },
            trend: counted.years.as_ref().map(|years| {
                // Year 0 is the unknown one.
                let known = years.range(1..).chain(years.range(..1));
                known.map(|(year, of)| YearJson::new(*year, of)).collect()
            }),
            examples,
        }
    }
}

impl LossJson {
    fn new(lost: &Lost) -> LossJson {
        LossJson {
            points: lost.points,
            win_rate: lost.win_rate,
            plays: lost.plays.into(),
        }
    }
}

impl YearJson {
    fn new(year: u16, counted: &Year) -> YearJson {
        let position = &counted.position;
        YearJson {
            year: Some(year).filter(|year| *year > 0),
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
        let asked = |asked: Asked| AskedJson {
            turns: asked.turns.into(),
            here: asked.here.into(),
        };
        TurnsJson {
            at_once: asked(turns.at_once),
            later: asked(turns.later),
            again: asked(turns.again),
        }
    }
}

fn win_rate(numbers: &Numbers) -> Option<f64> {
    (numbers.scored > 0).then(|| numbers.points / f64::from(numbers.scored))
}
