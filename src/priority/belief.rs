//! What is believed of a move, and what follows from it.

use super::random;

/// Weight of the uncertainty in a draw.
const SPREAD: f64 = 0.4;
/// Deviations on either side that hold 95 % of a normal distribution.
const TWO_SIDED: f64 = 1.96;
/// Tag of the draws, so that no other use of the hash repeats them.
const TAG_DRAW: u64 = 14;

/// What is believed of a move. Results are in won games, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Belief {
    /// Expected deviation from the position's mean result.
    pub mean: f64,
    /// What speaks for the move because it is played often: that says what to choose, and not what to expect.
    pub popularity: f64,
    /// Variance of that expectation.
    pub variance: f64,
    /// The position's mean result against the opponent; ½ without one.
    pub offset: f64,
    /// What was expected before the opponent's own games.
    pub prior_mean: f64,
    /// How many of the opponent's games that expectation weighs.
    pub prior_weight: f64,
    /// The opponent's games of this move and of its siblings.
    pub own_games: f64,
    /// Weight of the uncertainty in the priority.
    pub bonus_weight: f64,
    /// Where the mean comes from.
    pub shares: Shares,
}

/// What the sources of a belief weigh in its mean; together 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shares {
    /// Verdict, engine and popularity: what it started with.
    pub verdict: f64,
    /// Games against other classes, and counted games.
    pub all: f64,
    /// Games against the class, without the opponent.
    pub class: f64,
    /// Games against the opponent.
    pub own: f64,
}

impl Belief {
    /// The order of the moves: the mean, what speaks for popular moves, and a bonus for what is uncertain.
    #[must_use]
    pub fn priority(&self) -> f64 {
        self.mean + self.popularity + self.bonus()
    }

    /// What the priority has for uncertainty; the more of the opponent's games, the more it counts.
    #[must_use]
    pub fn bonus(&self) -> f64 {
        let games = 1.0 + (1.0 + self.own_games).ln();
        self.bonus_weight * (self.variance * games).sqrt()
    }

    /// A priority drawn around the mean; the same arguments always draw the same.
    #[must_use]
    pub fn drawn(&self, seed: u64, opponent: u64, edge: u64, query: u64) -> f64 {
        let z = random::normal(random::hash(seed, TAG_DRAW, [opponent, edge, query]));
        self.mean + self.popularity + SPREAD * self.variance.sqrt() * z
    }

    /// The expected result, 0 to 1.
    #[must_use]
    pub fn expected(&self) -> f64 {
        (self.offset + self.mean).clamp(0.0, 1.0)
    }

    /// The expected result less and plus 1.96 deviations. Near a sure result it goes past 0 or 1.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        let half = TWO_SIDED * self.variance.sqrt();
        (self.expected() - half, self.expected() + half)
    }
}

impl Shares {
    /// Everything comes from what it started with.
    pub(super) const START: Shares = Shares {
        verdict: 1.0,
        all: 0.0,
        class: 0.0,
        own: 0.0,
    };

    /// All of them times a factor.
    pub(super) fn scaled(self, factor: f64) -> Shares {
        Shares {
            verdict: self.verdict * factor,
            all: self.all * factor,
            class: self.class * factor,
            own: self.own * factor,
        }
    }
}
