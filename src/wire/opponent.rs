//! Opponents: listed, and one of them with its games and the moves that are different with it.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::error::{RequestError, in_range};
use super::result_answer::ResultHeadJson;
use crate::ledger::{OpponentView, VersionView};
use crate::service::{Difference, OpponentAnswer, OpponentPage, OpponentQuery};

/// Games and differences of an answer unless the caller says.
const DEFAULT_LISTED: usize = 20;
/// The most games or differences of an answer.
const MOST_LISTED: usize = 1000;
/// Games that a difference has unless the caller says.
const DEFAULT_GAMES: u64 = 3;

/// What is asked of an opponent.
#[derive(Clone, Debug, Default, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct OpponentParameters {
    /// The book whose moves are compared; `main` unless said.
    #[param(example = "main")]
    pub book: Option<String>,
    /// How many of its games at most, 0 to 1000; 20 unless said.
    #[param(minimum = 0, maximum = 1000)]
    pub results: Option<usize>,
    /// Only games before this one: the `next` of an earlier answer.
    pub before: Option<i64>,
    /// How many differences at most, 0 to 1000; 20 unless said.
    #[param(minimum = 0, maximum = 1000)]
    pub differences: Option<usize>,
    /// Compares only moves of at least so many of its games, and as many of others; 3 unless said.
    pub min_games: Option<u64>,
}

/// A page of the opponents.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OpponentsJson {
    /// The opponents, in the order of their names.
    pub opponents: Vec<OpponentJson>,
    /// What to send as `after` for the next page; null on the last.
    pub next: Option<String>,
}

/// An opponent with its versions. Withdrawn games do not count.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "name": "gnugo", "class": "engine", "games": 3, "won": 2, "lost": 1, "drawn": 0, "points": 2.0, "baseline": 0.5217,
    "versions": [{"version": "3.8", "games": 3, "won": 2, "lost": 1, "drawn": 0, "points": 2.0}]
}))]
pub struct OpponentJson {
    /// The name without a version.
    pub name: String,
    /// The class said last.
    pub class: Option<String>,
    /// Games.
    pub games: u64,
    /// Those that we won.
    pub won: u64,
    /// Those that we lost.
    pub lost: u64,
    /// Those that nobody won.
    pub drawn: u64,
    /// What they count for in all, in won games.
    pub points: f64,
    /// The mean result that is expected against it: (10 + points) / (20 + games).
    pub baseline: f64,
    /// Its versions, in the order of their names.
    pub versions: Vec<VersionJson>,
}

/// The games against one version of an opponent.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VersionJson {
    /// The version; empty if none was said.
    pub version: String,
    /// Games.
    pub games: u64,
    /// Those that we won.
    pub won: u64,
    /// Those that we lost.
    pub lost: u64,
    /// Those that nobody won.
    pub drawn: u64,
    /// What they count for in all, in won games.
    pub points: f64,
    /// Where its replies show that it changed: after so many games, withdrawn ones too, in the order in which
    /// they were entered. Those before count as games of another opponent of its class. Null if it is the same since its first game.
    pub changed_after: Option<u64>,
}

/// One opponent, its games, and what is different with it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OpponentAnswerJson {
    /// The opponent.
    #[serde(flatten)]
    pub opponent: OpponentJson,
    /// Its games of all versions, the last entered first, withdrawn ones too.
    pub results: Vec<ResultHeadJson>,
    /// What to send as `before` for older games; null if there are none.
    pub next: Option<i64>,
    /// The moves of the book at which its results differ most from everybody's, the surest first.
    pub differences: Vec<DifferenceJson>,
}

/// A move of the book with which an opponent fares otherwise than everybody.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "line": "DDCFFC", "step": "FC", "moved_by": "us", "games": 12, "mean": 0.25, "others": 140,
    "difference": -0.27, "interval": [-0.56, 0.02]
}))]
pub struct DifferenceJson {
    /// The line that the move leads to, canonical.
    pub line: String,
    /// Its last step.
    pub step: String,
    /// Who made the move: `us` or the `opponent`.
    pub moved_by: &'static str,
    /// The opponent's games with it.
    pub games: u64,
    /// Our mean result in them, 0 to 1.
    pub mean: f64,
    /// Games of others with it.
    pub others: u64,
    /// By how much our results with this move are better against this opponent than against others, each
    /// measured against what is usual against its opponent; in won games a game.
    pub difference: f64,
    /// The interval of 95 % around the difference.
    #[schema(min_items = 2, max_items = 2)]
    pub interval: [f64; 2],
}

impl OpponentParameters {
    /// The question, every field understood.
    ///
    /// # Errors
    /// The first field that makes no sense.
    pub fn into_query(self) -> Result<OpponentQuery, RequestError> {
        let listed = |field, said: Option<usize>| {
            in_range(field, said.unwrap_or(DEFAULT_LISTED), 0, MOST_LISTED)
        };
        Ok(OpponentQuery {
            results: listed("results", self.results)?,
            differences: listed("differences", self.differences)?,
            book: self.book,
            before: self.before,
            min_games: self.min_games.unwrap_or(DEFAULT_GAMES),
        })
    }
}

impl From<&OpponentPage> for OpponentsJson {
    fn from(page: &OpponentPage) -> OpponentsJson {
        OpponentsJson {
            opponents: page.opponents.iter().map(OpponentJson::from).collect(),
            next: page.next.clone(),
        }
    }
}

impl From<&OpponentView> for OpponentJson {
    fn from(view: &OpponentView) -> OpponentJson {
        let versions: Vec<VersionJson> = view.versions.iter().map(VersionJson::from).collect();
        let sum = |of: fn(&VersionJson) -> u64| versions.iter().map(of).sum();
        OpponentJson {
            name: view.name.clone(),
            class: view.class.clone(),
            games: sum(|version| version.games),
            won: sum(|version| version.won),
            lost: sum(|version| version.lost),
            drawn: sum(|version| version.drawn),
            points: versions.iter().map(|version| version.points).sum(),
            baseline: view.baseline,
            versions,
        }
    }
}

impl From<&VersionView> for VersionJson {
    fn from(view: &VersionView) -> VersionJson {
        VersionJson {
            version: view.version.clone(),
            games: view.games,
            won: view.won,
            lost: view.lost,
            drawn: view.games.saturating_sub(view.won + view.lost),
            points: view.points,
            changed_after: view.changed_after,
        }
    }
}

impl From<&OpponentAnswer> for OpponentAnswerJson {
    fn from(answer: &OpponentAnswer) -> OpponentAnswerJson {
        OpponentAnswerJson {
            opponent: (&answer.opponent).into(),
            results: answer.results.iter().map(ResultHeadJson::from).collect(),
            next: answer.next,
            differences: answer
                .differences
                .iter()
                .map(DifferenceJson::from)
                .collect(),
        }
    }
}

impl From<&Difference> for DifferenceJson {
    fn from(found: &Difference) -> DifferenceJson {
        let last = found.line.steps().last();
        DifferenceJson {
            line: found.line.to_string(),
            step: last.map(ToString::to_string).unwrap_or_default(),
            moved_by: if found.ours { "us" } else { "opponent" },
            games: found.games,
            mean: found.mean,
            others: found.others,
            difference: found.difference,
            interval: [
                found.difference - found.interval,
                found.difference + found.interval,
            ],
        }
    }
}
