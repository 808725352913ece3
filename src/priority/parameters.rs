//! Parameters of the policy.

use super::evidence::Spread;

/// Parameters of the policy. Deviations are in won games and shrink with depth, see
/// [`Self::factor`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Standard deviation of the values of moves in one position.
    pub tau_prior: f64,
    /// Standard deviation of a move's value for one class around its value for all.
    pub tau_class: f64,
    /// Standard deviation of a move's value for one opponent around its value for the class.
    pub tau_opponent: f64,
    /// Value of one grade of verdict.
    pub kappa: f64,
    /// Value of being chosen e times as often.
    pub rho: f64,
    /// Standard deviation of what counted results can say of a move beyond how often it is chosen.
    pub tau_counted: f64,
    /// Priority for each grade of a curator's verdict, beyond its value.
    pub curated: f64,
    /// Variance of the result of one game.
    pub sigma_squared: f64,
    /// Factor by which everything but the variance of a result shrinks every two plies.
    pub decay: f64,
    /// Weight of the uncertainty in a deterministic priority.
    pub bonus: f64,
    /// Standard deviation of a position's mean result around the baselines, at any depth, if it is
    /// estimated together with the moves. `None` to smooth it with a number of games, below.
    pub tau_level: Option<f64>,
    /// Number of games of the baseline that smooth an opponent's result on the incoming move; `None`
    /// to leave that move out.
    pub smoothing: Option<f64>,
    /// Number of games of that result, or of the baseline, that smooth the mean result of the
    /// position.
    pub anchor: f64,
}

impl Parameters {
    /// Parameters of HB-UCB, hierarchical Bayes with an upper confidence bonus, see
    /// `docs/priority.md`.
    pub const HB_UCB: Parameters = Parameters {
        tau_prior: 0.12,
        tau_class: 0.08,
        tau_opponent: 0.12,
        kappa: 0.04,
        rho: 0.1,
        tau_counted: 0.04,
        curated: 0.0,
        sigma_squared: 0.25,
        decay: 0.9,
        bonus: 0.6,
        tau_level: None,
        smoothing: Some(10.0),
        anchor: 5.0,
    };

    /// Parameters of earlier versions of the service: curators' verdicts come first, and a position's
    /// mean result is hard to move. A game is in the baseline, the incoming move and the position
    /// alike; smoothed by few games each, one loss counted three times and cost every move there
    /// 15 %.
    pub const STEADY: Parameters =
        Parameters { curated: 0.15, smoothing: None, anchor: 40.0, ..Parameters::HB_UCB };

    /// Parameters used by the service: the mean result of a position is estimated together with its
    /// moves. Smoothed with a number of games, it swallowed what was lost with the one move that
    /// nearly all games have.
    pub const DEFAULT: Parameters = Parameters { tau_level: Some(0.05), ..Parameters::STEADY };

    /// Returns the variances of results with a move at a depth. Those of senders are not limited.
    #[must_use]
    pub fn spread(&self, ply: usize) -> Spread {
        let squared = |tau: f64| (tau * self.factor(ply)).powi(2);
        Spread {
            game: self.sigma_squared,
            opponent: squared(self.tau_opponent),
            class: squared(self.tau_class),
            owner: 0.0,
        }
    }

    /// Returns the weight, below 1, of the mean result of a number of counted games.
    #[must_use]
    pub fn counted_weight(&self, games: f64) -> f64 {
        let true_spread = self.tau_counted.powi(2);
        true_spread / (true_spread + self.sigma_squared / games)
    }

    /// Returns the factor for a depth, 1 at the root.
    #[must_use]
    pub fn factor(&self, ply: usize) -> f64 {
        self.decay.powi(i32::try_from(ply / 2).unwrap_or(i32::MAX))
    }
}
