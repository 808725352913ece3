//! What a priority is made of.

use serde::Serialize;
use utoipa::ToSchema;

use crate::service::Explanation;

/// What a priority is made of: the result that is expected of the move, how sure that is, and where it
/// comes from. Results are in won games, 0 to 1, from the view of the side to play.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "mean": 0.56, "interval": [0.41, 0.71], "popularity": 0.03, "bonus": 0.07, "games": {"own": 3, "class": 12, "all": 40},
    "prior": {"mean": 0.54, "games": 20.5},
    "shares": {"verdict": 0.32, "all": 0.3, "class": 0.25, "own": 0.13}
}))]
pub struct EvidenceJson {
    /// The expected result against the opponent that was asked about.
    pub mean: f64,
    /// The interval of 95 % around it. Near a sure result it goes past 0 or 1.
    #[schema(min_items = 2, max_items = 2)]
    pub interval: [f64; 2],
    /// What the priority has for being played often, in counted games.
    pub popularity: f64,
    /// What the priority has for uncertainty; a question with a seed draws instead.
    pub bonus: f64,
    /// The games with results in which we made the move.
    pub games: EvidenceGamesJson,
    /// What was expected before the opponent's own games.
    pub prior: PriorJson,
    /// What the sources weigh in the mean; together 1.
    pub shares: SharesJson,
}

/// The games with results in which we made a move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EvidenceGamesJson {
    /// Against this version of the opponent, since it last changed.
    pub own: u64,
    /// Against the class that is asked about, or that the opponent has; the opponent is among them if it is of
    /// that class. The same as `own` where no class is known.
    pub class: u64,
    /// Against anybody.
    pub all: u64,
}

/// What was expected of a move before the opponent's own games.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PriorJson {
    /// The expected result.
    pub mean: f64,
    /// How many games against the opponent that weighs.
    pub games: f64,
}

/// What the sources of a mean weigh in it; together 1.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SharesJson {
    /// Verdict and engine: what it started with.
    pub verdict: f64,
    /// Games against other classes, and counted games.
    pub all: f64,
    /// Games against the class, without the opponent.
    pub class: f64,
    /// Games against the opponent.
    pub own: f64,
}

impl From<&Explanation> for EvidenceJson {
    fn from(explanation: &Explanation) -> EvidenceJson {
        let belief = &explanation.belief;
        let (least, most) = belief.interval();
        EvidenceJson {
            mean: belief.expected(),
            interval: [least, most],
            popularity: belief.popularity,
            bonus: belief.bonus(),
            games: EvidenceGamesJson {
                own: explanation.own,
                class: explanation.class,
                all: explanation.all,
            },
            prior: PriorJson {
                mean: belief.prior_mean,
                games: belief.prior_weight,
            },
            shares: SharesJson {
                verdict: belief.shares.verdict,
                all: belief.shares.all,
                class: belief.shares.class,
                own: belief.shares.own,
            },
        }
    }
}
