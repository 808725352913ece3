//! Opponents: the list, and one opponent with its games and the moves on which it differs.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::result_answer::ResultHeadJson;
use crate::error::{RequestError, in_range};
use joseki_ledger::{OpponentView, VersionView};
use joseki_service::learn::{OpponentAnswer, OpponentDifference, OpponentPage, OpponentQuery};

/// Default number of games and of differences in a response.
const DEFAULT_LISTED: usize = 20;
/// Maximum number of games and of differences in a response.
const MAX_LISTED: usize = 1000;
/// Default minimum number of games for a difference.
const DEFAULT_GAMES: u64 = 3;

/// Query parameters for an opponent.
#[derive(Clone, Debug, Default, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct OpponentParameters {
    /// Book whose moves are compared; default `main`.
    #[param(example = "main")]
    pub book: Option<String>,
    /// Maximum number of its games, 0 to 1000; default 20.
    #[param(minimum = 0, maximum = 1000)]
    pub results: Option<usize>,
    /// Cursor: only games before this one, the `next` of a previous response; default: from the
    /// latest.
    pub before: Option<i64>,
    /// Maximum number of differences, 0 to 1000; default 20.
    #[param(minimum = 0, maximum = 1000)]
    pub differences: Option<usize>,
    /// Minimum number of its games, and of other opponents' games, for a move to be compared;
    /// default 3.
    pub min_games: Option<u64>,
}

/// Page of opponents.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OpponentsJson {
    /// Opponents, ordered by name.
    pub opponents: Vec<OpponentJson>,
    /// Value of `after` for the next page; null on the last page.
    pub next: Option<String>,
}

/// Opponent with its versions; withdrawn games are excluded.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "name": "gnugo", "class": "engine", "games": 3, "won": 2, "lost": 1, "drawn": 0, "points": 2.0, "baseline": 0.5217,
    "versions": [{"version": "3.8", "games": 3, "won": 2, "lost": 1, "drawn": 0, "points": 2.0}]
}))]
pub struct OpponentJson {
    /// Name without version.
    pub name: String,
    /// Latest reported class; null if none was given.
    pub class: Option<String>,
    /// Number of games.
    pub games: u64,
    /// Games that we won.
    pub won: u64,
    /// Games that we lost.
    pub lost: u64,
    /// Drawn games.
    pub drawn: u64,
    /// Sum of the results, in won games.
    pub points: f64,
    /// Expected mean result against it, 0 to 1: (10 + points) / (20 + games).
    pub baseline: f64,
    /// Versions, ordered by name.
    pub versions: Vec<VersionJson>,
}

/// Games against one version of an opponent.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VersionJson {
    /// Version; empty if none was given.
    pub version: String,
    /// Number of games.
    pub games: u64,
    /// Games that we won.
    pub won: u64,
    /// Games that we lost.
    pub lost: u64,
    /// Drawn games.
    pub drawn: u64,
    /// Sum of the results, in won games.
    pub points: f64,
    /// Number of games, including withdrawn ones, in order of entry, after which its replies show
    /// that it changed; earlier games count as those of another opponent of its class. Null if it
    /// has not changed.
    pub changed_after: Option<u64>,
}

/// Opponent with its games and its differences from others.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OpponentAnswerJson {
    /// The opponent.
    #[serde(flatten)]
    pub opponent: OpponentJson,
    /// Its games, all versions, latest first, including withdrawn ones.
    pub results: Vec<ResultHeadJson>,
    /// Value of `before` for older games; null if there are none.
    pub next: Option<i64>,
    /// Book moves on which results differ most from those of other opponents, most certain first.
    pub differences: Vec<DifferenceJson>,
}

/// Book move on which results against an opponent differ from those against others.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "line": "DDCFFC", "step": "FC", "moved_by": "us", "games": 12, "mean": 0.25, "others": 140,
    "difference": -0.27, "interval": [-0.56, 0.02]
}))]
pub struct DifferenceJson {
    /// Canonical line that the move leads to.
    pub line: String,
    /// Last step of the line.
    pub step: String,
    /// Side that made the move: `us` or `opponent`.
    pub moved_by: &'static str,
    /// Number of the opponent's games with the move.
    pub games: u64,
    /// Our mean result in these games, 0 to 1.
    pub mean: f64,
    /// Number of other opponents' games with the move.
    pub others: u64,
    /// Our results with this move against this opponent minus those against others, each relative
    /// to the opponent's baseline; in won games per game.
    pub difference: f64,
    /// 95 % interval of the difference.
    #[schema(min_items = 2, max_items = 2)]
    pub interval: [f64; 2],
}

impl OpponentParameters {
    /// Parses all fields.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn into_query(self) -> Result<OpponentQuery, RequestError> {
        let listed = |field, said: Option<usize>| {
            in_range(field, said.unwrap_or(DEFAULT_LISTED), 0, MAX_LISTED)
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
            differences: answer.differences.iter().map(DifferenceJson::from).collect(),
        }
    }
}

impl From<&OpponentDifference> for DifferenceJson {
    fn from(found: &OpponentDifference) -> DifferenceJson {
        let last = found.line.steps().last();
        DifferenceJson {
            line: found.line.to_string(),
            step: last.map(ToString::to_string).unwrap_or_default(),
            moved_by: if found.ours { "us" } else { "opponent" },
            games: found.games,
            mean: found.mean,
            others: found.others,
            difference: found.difference,
            interval: [found.difference - found.interval, found.difference + found.interval],
        }
    }
}
