//! Hierarchical Bayes over the moves of a position: verdicts, then the games of other classes, of
//! the class, and of the opponent, each closer to the opponent at hand.

use smallvec::SmallVec;

use super::belief::{Belief, Shares};
use super::evidence::{Edge, OpponentContext, OpponentGames, PriorityContext};
use super::parameters::Parameters;
use super::prior::{PriorEvidence, Siblings};

/// Standard deviation of a draw, as a multiple of `rho`: with π/√6 two moves are drawn about as often
/// as players choose them, since the priority has the logarithm of their choices `rho` times.
const CHOICE_SPREAD: f64 = 1.28;

/// One belief per move, in the order of the moves.
pub type Beliefs = SmallVec<[Belief; 8]>;

/// Computes the beliefs about all moves of a position. Only a move's deviation from the position's
/// mean result is learned, since that mean depends on the opponent. Without an opponent its own
/// games are ignored, and without a class those of the class.
///
/// ```
/// use joseki_priority::{
///     Edge, OpponentContext, OpponentGames, PriorEvidence, PriorityContext, beliefs,
/// };
///
/// let judged = |verdict| Edge {
///     prior: PriorEvidence { verdict, ..PriorEvidence::default() },
///     ..Edge::default()
/// };
/// let mut edges = [judged(1), judged(-2)];
/// let before = beliefs(&edges, &PriorityContext::default());
/// assert!((before[0].expected() - 0.56).abs() < 1e-9);
/// assert!(before[0].priority() > before[1].priority());
///
/// // All twenty games with the first move were lost against this opponent.
/// edges[0].own = OpponentGames { games: 20.0, points: 0.0 };
/// let opponent = Some(OpponentContext { baseline: 0.5, incoming: None });
/// let context = PriorityContext { opponent, ..PriorityContext::default() };
/// let after = beliefs(&edges, &context);
/// assert!(after[0].priority() < after[1].priority());
/// ```
#[must_use]
pub fn beliefs(edges: &[Edge], context: &PriorityContext) -> Beliefs {
    Parameters::DEFAULT.beliefs(edges, context)
}

/// Games of one step: their number, the sum of their results relative to the reference, and the
/// precision of their mean.
struct Games {
    count: f64,
    sum: f64,
    precision: f64,
}

/// Selects the share that the games of a step count towards.
pub(super) type ShareSelector = fn(&mut Shares) -> &mut f64;

impl Parameters {
    /// Computes the same as [`beliefs`], with these parameters.
    #[must_use]
    pub fn beliefs(&self, edges: &[Edge], context: &PriorityContext) -> Beliefs {
        let siblings = Siblings::new(edges);
        let mut beliefs = self.learn_all(edges, &siblings, context);
        // Popularity is a reason to choose a move, but not a result to expect.
        if siblings.are_counted() {
            let without = Parameters { rho: 0.0, ..*self }.learn_all(edges, &siblings, context);
            let choice_spread = CHOICE_SPREAD * self.rho * self.factor(context.ply);
            for (belief, without) in beliefs.iter_mut().zip(without) {
                let popularity = belief.mean - without.mean;
                *belief = Belief { popularity, choice_spread, ..without };
            }
        }
        // Neither is a curator's verdict, which comes first until results say otherwise.
        for (belief, edge) in beliefs.iter_mut().zip(edges) {
            belief.popularity += siblings.curated(&edge.prior, self, belief.own_games);
        }
        beliefs
    }

    fn learn_all(&self, edges: &[Edge], siblings: &Siblings, context: &PriorityContext) -> Beliefs {
        let factor = self.factor(context.ply);
        if let Some(tau) = self.tau_level {
            return self.learn_jointly(edges, siblings, context, tau * tau);
        }
        let start = |edge: &Edge| self.start(siblings, &edge.prior, context, factor);
        let mut beliefs: Beliefs = edges.iter().map(start).collect();
        self.learn_from_others(&mut beliefs, edges, factor);
        // An opponent of unknown class still belongs to some class.
        if context.class || context.opponent.is_some() {
            self.learn_from_class(&mut beliefs, edges, factor);
        }
        let own_games = context.opponent.map_or(0.0, |against| {
            add_variance(&mut beliefs, (self.tau_opponent * factor).powi(2));
            let offset = self.offset(&beliefs, edges, against);
            beliefs.iter_mut().for_each(|belief| belief.offset = offset);
            edges.iter().map(|edge| edge.own.games).sum()
        });
        for belief in &mut beliefs {
            belief.own_games = own_games;
            belief.prior_mean = belief.offset + belief.mean;
            belief.prior_weight = self.sigma_squared / belief.variance;
        }
        if context.opponent.is_some() {
            self.learn_from_opponent(&mut beliefs, edges);
        }
        beliefs
    }

    /// Returns the belief before any reported game. What counted results say of a move is shrunk
    /// much more than reported ones would be: players choose among the moves that suit the board,
    /// so their results differ less than their choices suggest, and mostly for other reasons. They
    /// still make the belief surer, as those of one more class whose every game is another
    /// player's.
    pub(super) fn start(
        &self,
        siblings: &Siblings,
        known: &PriorEvidence,
        context: &PriorityContext,
        factor: f64,
    ) -> Belief {
        let mut mean = siblings.start(known, self, factor);
        let mut variance = (self.tau_prior * factor).powi(2);
        let mut shares = Shares::START;
        if let Some(result) = siblings.result(known) {
            let games = f64::from(known.games);
            let weight = self.counted_weight(games);
            mean += factor * weight * result;
            (shares.verdict, shares.all) = (1.0 - weight, weight);
            let players =
                (self.tau_class * factor).powi(2) + (self.tau_opponent * factor).powi(2) / games;
            variance = 1.0 / (1.0 / variance + 1.0 / (self.sigma_squared / games + players));
        }
        Belief {
            mean,
            variance,
            popularity: 0.0,
            choice_spread: 0.0,
            offset: 0.5,
            prior_mean: 0.0,
            prior_weight: 0.0,
            own_games: 0.0,
            // Only who plays against somebody learns from a try.
            bonus_weight: if context.opponent.is_some() { self.bonus } else { 0.0 },
            shares,
        }
    }

    /// Step 1: updates the beliefs with games of other classes.
    fn learn_from_others(&self, beliefs: &mut Beliefs, edges: &[Edge], factor: f64) {
        let class = (self.tau_class * factor).powi(2);
        let opponent = (self.tau_opponent * factor).powi(2);
        let games = |edge: &Edge| {
            let pool = edge.others;
            let spread = class / f64::from(pool.classes.max(1))
                + opponent / f64::from(pool.opponents.max(1));
            Games {
                count: pool.games,
                sum: pool.above,
                precision: 1.0 / (self.sigma_squared / pool.games + spread),
            }
        };
        let games: SmallVec<[Games; 8]> = edges.iter().map(games).collect();
        let offset = offset(beliefs, &games, 1.0, 0.0);
        update(beliefs, &games, offset, |shares| &mut shares.all);
    }

    /// Step 2: updates them with games of the class.
    fn learn_from_class(&self, beliefs: &mut Beliefs, edges: &[Edge], factor: f64) {
        add_variance(beliefs, (self.tau_class * factor).powi(2));
        let opponent = (self.tau_opponent * factor).powi(2);
        let games = |edge: &Edge| {
            let pool = edge.class;
            let spread = opponent / f64::from(pool.opponents.max(1));
            Games {
                count: pool.games,
                sum: pool.above,
                precision: 1.0 / (self.sigma_squared / pool.games + spread),
            }
        };
        let games: SmallVec<[Games; 8]> = edges.iter().map(games).collect();
        let offset = offset(beliefs, &games, 1.0, 0.0);
        update(beliefs, &games, offset, |shares| &mut shares.class);
    }

    /// Step 3: updates them with games of the opponent.
    fn learn_from_opponent(&self, beliefs: &mut Beliefs, edges: &[Edge]) {
        let Some(offset) = beliefs.first().map(|belief| belief.offset) else {
            return;
        };
        update(beliefs, &self.own_games(edges), offset, |shares| &mut shares.own);
    }

    /// Returns the position's mean result against the opponent: its games there, smoothed with the
    /// baseline, or with those of the move that leads there, which are smoothed with the baseline.
    fn offset(&self, beliefs: &Beliefs, edges: &[Edge], against: OpponentContext) -> f64 {
        let smoothed = |(own, smoothing): (OpponentGames, f64)| {
            (own.points + smoothing * against.baseline) / (own.games + smoothing)
        };
        let incoming = against.incoming.filter(|own| own.games > 0.0).zip(self.smoothing);
        let before = incoming.map_or(against.baseline, smoothed);
        offset(beliefs, &self.own_games(edges), self.anchor, before)
    }

    fn own_games(&self, edges: &[Edge]) -> SmallVec<[Games; 8]> {
        let games = |edge: &Edge| Games {
            count: edge.own.games,
            sum: edge.own.points,
            precision: edge.own.games / self.sigma_squared,
        };
        edges.iter().map(games).collect()
    }
}

/// Increases the variance, since the next games are those of someone else.
fn add_variance(beliefs: &mut Beliefs, variance: f64) {
    beliefs.iter_mut().for_each(|belief| belief.variance += variance);
}

/// Returns the mean that results deviate from: their excess over the beliefs about their moves,
/// smoothed with `weight` games of value `before`.
fn offset(beliefs: &Beliefs, games: &[Games], weight: f64, before: f64) -> f64 {
    let pairs = games.iter().zip(beliefs);
    let sum: f64 = pairs.map(|(games, belief)| games.sum - games.count * belief.mean).sum();
    let count: f64 = games.iter().map(|games| games.count).sum();
    (weight * before + sum) / (weight + count)
}

/// Updates each belief with its games, weighted by precision.
fn update(beliefs: &mut Beliefs, games: &[Games], offset: f64, share: ShareSelector) {
    let played = beliefs.iter_mut().zip(games).filter(|(_, games)| games.count > 0.0);
    for (belief, games) in played {
        let prior_precision = 1.0 / belief.variance;
        let precision = prior_precision + games.precision;
        let observed = games.sum / games.count - offset;
        belief.mean = (prior_precision * belief.mean + games.precision * observed) / precision;
        belief.variance = 1.0 / precision;
        belief.shares = belief.shares.scaled(prior_precision / precision);
        *share(&mut belief.shares) += games.precision / precision;
    }
}
