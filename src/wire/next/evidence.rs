//! Components of a priority.

use serde::Serialize;
use utoipa::ToSchema;

use joseki_service::next::PriorityEvidence;

/// Components of a priority: the value of the move, its uncertainty and its sources. Results are in
/// won games, 0 to 1, from the view of the side to play.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "mean": 0.56, "interval": [0.41, 0.71], "popularity": 0.03, "bonus": 0.07,
    "contested": false, "games": {"own": 3, "class": 12, "all": 40},
    "prior": {"mean": 0.54, "games": 20.5},
    "shares": {"verdict": 0.32, "all": 0.3, "class": 0.25, "own": 0.13}
}))]
pub struct EvidenceJson {
    /// Value of the move, 0 to 1: with an opponent the expected result against it; without one ½
    /// plus how much better the move is than the others of the position, not an expected result.
    pub mean: f64,
    /// 95 % interval of `mean`; near a certain result it extends past 0 or 1.
    #[schema(min_items = 2, max_items = 2)]
    pub interval: [f64; 2],
    /// Part of the priority that is a reason to choose the move but no result to expect: how often
    /// it is chosen in counted games, and the curator's verdict.
    pub popularity: f64,
    /// Part of the priority due to uncertainty, 0 without an opponent; queries with a seed use a
    /// random draw instead.
    pub bonus: f64,
    /// Whether the evidence ranks the move behind another with a lower verdict, in spite of the
    /// curator.
    pub contested: bool,
    /// Number of games with results in which we made the move.
    pub games: EvidenceGamesJson,
    /// Value before the opponent's own games.
    pub prior: PriorJson,
    /// Weights of the sources in the mean; they sum to 1.
    pub shares: SharesJson,
}

/// Number of games with results in which we made a move, by group of opponents.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EvidenceGamesJson {
    /// Against this version of the opponent, since it last changed.
    pub own: u64,
    /// Against the given class or, without one, the opponent's class; includes the opponent if it
    /// belongs to that class. Same as `own` if no class is known.
    pub class: u64,
    /// Against all opponents.
    pub all: u64,
}

/// Value of a move before the opponent's own games.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PriorJson {
    /// The value, as in `mean` of the evidence.
    pub mean: f64,
    /// Weight of the value, as a number of games against the opponent.
    pub games: f64,
}

/// Weights of the sources in a mean; they sum to 1.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SharesJson {
    /// Initial belief from verdicts and engines.
    pub verdict: f64,
    /// Games against other classes, and counted games.
    pub all: f64,
    /// Games against the class, without the opponent.
    pub class: f64,
    /// Games against the opponent.
    pub own: f64,
}

impl From<&PriorityEvidence> for EvidenceJson {
    fn from(explanation: &PriorityEvidence) -> EvidenceJson {
        let belief = &explanation.belief;
        let (least, most) = belief.interval();
        EvidenceJson {
            mean: belief.expected(),
            interval: [least, most],
            popularity: belief.popularity,
            bonus: belief.bonus(),
            contested: explanation.contested,
            games: EvidenceGamesJson {
                own: explanation.own,
                class: explanation.class,
                all: explanation.all,
            },
            prior: PriorJson { mean: belief.prior_mean, games: belief.prior_weight },
            shares: SharesJson {
                verdict: belief.shares.verdict,
                all: belief.shares.all,
                class: belief.shares.class,
                own: belief.shares.own,
            },
        }
    }
}
