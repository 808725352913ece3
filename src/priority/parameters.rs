//! The policy's numbers.

/// The numbers of the policy. Deviations are in won games and shrink with the depth, see [`Self::factor`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Deviation of what moves of one position are worth.
    pub tau_prior: f64,
    /// Deviation of what a move is worth to one class, from what it is worth to all.
    pub tau_class: f64,
    /// Deviation of what a move is worth to one opponent, from what it is worth to its class.
    pub tau_opponent: f64,
    /// Worth of one grade of verdict.
    pub kappa: f64,
    /// Worth of being played e times as often.
    pub rho: f64,
    /// Variance of the result of one game.
    pub sigma_squared: f64,
    /// All but the variance of a result shrink by this factor every two plies.
    pub decay: f64,
    /// Weight of the uncertainty in a deterministic priority.
    pub bonus: f64,
    /// How many games of the baseline an opponent's result on the incoming move is smoothed with.
    pub smoothing: f64,
    /// How many games of that the mean result of the position is smoothed with.
    pub anchor: f64,
}

impl Parameters {
    /// The numbers of HB-UCB, hierarchical Bayes with an upper confidence bonus, see `docs/priority.md`.
    pub const PAGE: Parameters = Parameters {
        tau_prior: 0.12,
        tau_class: 0.08,
        tau_opponent: 0.12,
        kappa: 0.04,
        rho: 0.1,
        sigma_squared: 0.25,
        decay: 0.9,
        bonus: 0.6,
        smoothing: 10.0,
        anchor: 5.0,
    };

    /// The numbers that answers are made with.
    pub const DEFAULT: Parameters = Parameters::PAGE;

    /// By what the numbers are multiplied at a depth, 1 at the root.
    #[must_use]
    pub fn factor(&self, ply: usize) -> f64 {
        self.decay.powi(i32::try_from(ply / 2).unwrap_or(i32::MAX))
    }
}
