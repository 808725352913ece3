//! Belief about a move, and the priority derived from it.

use super::random;

/// Weight of the uncertainty in a random draw.
const SPREAD: f64 = 0.4;
/// Standard deviations on either side that cover 95 % of a normal distribution.
const TWO_SIDED: f64 = 1.96;
/// Tag of the draws, which keeps them distinct from other uses of the hash.
const TAG_DRAW: u64 = 14;

/// Belief about the value of a move. Results are in won games, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Belief {
    /// Expected deviation from the position's mean result.
    pub mean: f64,
    /// Popularity term: a reason to choose a move that is played often, but not a result to expect.
    pub popularity: f64,
    /// Standard deviation of the draws between moves that players choose equally often; 0 without
    /// counted games.
    pub choice_spread: f64,
    /// Variance of the expectation.
    pub variance: f64,
    /// Mean result of the position against the opponent; ½ without one.
    pub offset: f64,
    /// Value before the opponent's own games, see [`Belief::expected`].
    pub prior_mean: f64,
    /// Weight of that expectation, as a number of the opponent's games.
    pub prior_weight: f64,
    /// Number of the opponent's games with this move and its siblings.
    pub own_games: f64,
    /// Weight of the uncertainty in the priority.
    pub bonus_weight: f64,
    /// Sources of the mean.
    pub shares: Shares,
}

/// Weights of the sources in the mean of a belief; they sum to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shares {
    /// Initial belief from verdicts, engines and popularity.
    pub verdict: f64,
    /// Games against other classes, and counted games.
    pub all: f64,
    /// Games against the class, without the opponent.
    pub class: f64,
    /// Games against the opponent.
    pub own: f64,
}

impl Belief {
    /// Returns the priority that orders moves: the mean, the popularity term and a bonus for
    /// uncertainty.
    #[must_use]
    pub fn priority(&self) -> f64 {
        self.mean + self.popularity + self.bonus()
    }

    /// Returns the bonus for uncertainty, which grows with the number of the opponent's games.
    #[must_use]
    pub fn bonus(&self) -> f64 {
        let games = 1.0 + (1.0 + self.own_games).ln();
        self.bonus_weight * (self.variance * games).sqrt()
    }

    /// Returns a priority drawn around the mean; the same arguments always give the same draw. Moves
    /// that players choose are drawn about as often as they are chosen.
    #[must_use]
    pub fn draw(&self, seed: u64, opponent: u64, edge: u64, query: u64) -> f64 {
        let z = random::normal(random::hash(seed, TAG_DRAW, [opponent, edge, query]));
        let spread = (SPREAD * self.variance.sqrt()).hypot(self.choice_spread);
        self.mean + self.popularity + spread * z
    }

    /// Returns the value of the move, 0 to 1: with an opponent the expected result against it.
    /// Without one it is ½ plus how much better the move is than its siblings, which compares moves
    /// and is not an expected result.
    #[must_use]
    pub fn expected(&self) -> f64 {
        (self.offset + self.mean).clamp(0.0, 1.0)
    }

    /// Returns the value ± 1.96 standard deviations. Near a certain result it extends past 0 or 1.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        let half = TWO_SIDED * self.variance.sqrt();
        (self.expected() - half, self.expected() + half)
    }
}

impl Shares {
    /// Initial shares: everything comes from the initial belief.
    pub(super) const START: Shares = Shares { verdict: 1.0, all: 0.0, class: 0.0, own: 0.0 };

    /// Scales all shares by a factor.
    pub(super) fn scaled(self, factor: f64) -> Shares {
        Shares {
            verdict: self.verdict * factor,
            all: self.all * factor,
            class: self.class * factor,
            own: self.own * factor,
        }
    }
}
