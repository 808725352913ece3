//! The mean result of a position, estimated together with its moves.
//!
//! The model is linear. Games of other classes, of the class and of the opponent each have a level of
//! their own, the position's mean result relative to the baselines: normal around 0 with one
//! variance. A move's value for the class is its value for all and a deviation, its value for the
//! opponent that and another one. Results with a move show level plus value. Given the levels the
//! moves are independent, so each is followed alone, with a mean that is linear in the levels, and
//! the levels are solved for at the end. That is exact, the covariance of siblings included.

use smallvec::SmallVec;

use super::belief::{Belief, Shares};
use super::evidence::{Edge, Estimate, OpponentContext, PriorityContext};
use super::hierarchy::{Beliefs, ShareSelector};
use super::parameters::Parameters;
use super::prior::Siblings;

/// Number of levels.
const LEVELS: usize = 3;
/// Level of the games of other classes.
const OTHERS: usize = 0;
/// Level of those of the class.
const CLASS: usize = 1;
/// Level of those of the opponent.
const OWN: usize = 2;

type Vector = [f64; LEVELS];
type Matrix = [Vector; LEVELS];

/// The moves of a position, and what their results say of the levels.
struct JointModel {
    moves: SmallVec<[MoveValue; 8]>,
    /// Variance of each level.
    prior: f64,
    /// Precision matrix of the levels, without the prior.
    information: Matrix,
    /// The same times the levels' estimate.
    weighted: Vector,
}

/// The value of a move given the levels z: normal with mean `at_zero + slope·z`.
struct MoveValue {
    at_zero: f64,
    slope: Vector,
    variance: f64,
    shares: Shares,
}

/// The levels: mean and covariance.
struct Levels {
    mean: Vector,
    covariance: Matrix,
}

impl Parameters {
    /// Computes the beliefs if levels of this variance are estimated together with the moves.
    pub(super) fn learn_jointly(
        &self,
        edges: &[Edge],
        siblings: &Siblings,
        context: &PriorityContext,
        level: f64,
    ) -> Beliefs {
        let factor = self.factor(context.ply);
        let start = |edge: &Edge| self.start(siblings, &edge.prior, context, factor);
        let mut beliefs: Beliefs = edges.iter().map(start).collect();
        let is_played = |edge: &Edge| edge.others.games > 0.0;
        if !context.class && context.opponent.is_none() && !edges.iter().any(is_played) {
            // Nothing to learn from.
            beliefs.iter_mut().for_each(|belief| self.set_prior(belief));
            return beliefs;
        }
        let mut model = JointModel::new(&beliefs, level);
        let spread = self.spread(context.ply);
        let others = edges.iter().map(|edge| edge.others.estimate(&spread));
        model.observe(OTHERS, others, |shares| &mut shares.all);
        // An opponent of unknown class still belongs to some class.
        if context.class || context.opponent.is_some() {
            model.add_variance(spread.class);
            let class = edges.iter().map(|edge| edge.class.estimate(&spread));
            model.observe(CLASS, class, |shares| &mut shares.class);
        }
        if let Some(opponent) = context.opponent {
            model.add_variance(spread.opponent);
            self.learn_from_own_games(&mut model, &mut beliefs, edges, opponent);
        } else {
            model.write(&mut beliefs, None);
            beliefs.iter_mut().for_each(|belief| self.set_prior(belief));
        }
        beliefs
    }

    fn learn_from_own_games(
        &self,
        model: &mut JointModel,
        beliefs: &mut Beliefs,
        edges: &[Edge],
        opponent: OpponentContext,
    ) {
        model.write(beliefs, Some(OWN));
        beliefs.iter_mut().for_each(|belief| self.set_prior(belief));
        let before: SmallVec<[f64; 8]> = beliefs.iter().map(|belief| belief.mean).collect();
        let own = edges.iter().map(|edge| {
            let own = edge.own;
            let mean = own.points / own.games - opponent.baseline;
            let variance = self.sigma_squared / own.games;
            (own.games > 0.0).then_some(Estimate { mean, variance })
        });
        model.observe(OWN, own, |shares| &mut shares.own);
        let level = model.write(beliefs, Some(OWN)).mean[OWN];
        let games = edges.iter().map(|edge| edge.own.games).sum();
        let offset = opponent.baseline + level;
        for (belief, before) in beliefs.iter_mut().zip(before) {
            belief.prior_mean = offset + before;
            belief.offset = offset;
            belief.own_games = games;
        }
    }

    /// Records the value so far as the one before the opponent's own games.
    fn set_prior(&self, belief: &mut Belief) {
        belief.prior_mean = belief.offset + belief.mean;
        belief.prior_weight = self.sigma_squared / belief.variance;
    }
}

impl JointModel {
    fn new(beliefs: &Beliefs, prior: f64) -> JointModel {
        let value = |belief: &Belief| MoveValue {
            at_zero: belief.mean,
            slope: [0.0; LEVELS],
            variance: belief.variance,
            shares: belief.shares,
        };
        JointModel {
            moves: beliefs.iter().map(value).collect(),
            prior,
            information: [[0.0; LEVELS]; LEVELS],
            weighted: [0.0; LEVELS],
        }
    }

    /// Increases the variance of the moves, since the next games are those of someone else.
    fn add_variance(&mut self, variance: f64) {
        self.moves.iter_mut().for_each(|value| value.variance += variance);
    }

    /// Learns from games: what each move's results show, at one level.
    fn observe(
        &mut self,
        level: usize,
        seen: impl Iterator<Item = Option<Estimate>>,
        share: ShareSelector,
    ) {
        for (value, seen) in self.moves.iter_mut().zip(seen) {
            let Some(seen) = seen else {
                continue;
            };
            let mut slope = value.slope;
            slope[level] += 1.0;
            let variance = value.variance + seen.variance;
            let surprise = seen.mean - value.at_zero;
            for row in 0..LEVELS {
                self.weighted[row] += slope[row] * surprise / variance;
                for column in 0..LEVELS {
                    self.information[row][column] += slope[row] * slope[column] / variance;
                }
            }
            let gain = value.variance / variance;
            value.at_zero += gain * surprise;
            (0..LEVELS).for_each(|of| value.slope[of] -= gain * slope[of]);
            value.variance *= seen.variance / variance;
            value.shares = value.shares.scaled(1.0 - gain);
            *share(&mut value.shares) += gain;
        }
    }

    /// Writes means, shares and variances; these are of the move's value plus a level, if one is
    /// given.
    fn write(&self, beliefs: &mut Beliefs, with: Option<usize>) -> Levels {
        let levels = self.levels();
        for (belief, value) in beliefs.iter_mut().zip(&self.moves) {
            belief.mean = value.at_zero + dot(&value.slope, &levels.mean);
            belief.shares = value.shares;
            let mut slope = value.slope;
            with.into_iter().for_each(|level| slope[level] += 1.0);
            let rows = levels.covariance.map(|row| dot(&row, &slope));
            belief.variance = value.variance + dot(&slope, &rows);
        }
        levels
    }

    /// Solves for the levels.
    fn levels(&self) -> Levels {
        let mut precision = self.information;
        (0..LEVELS).for_each(|of| precision[of][of] += 1.0 / self.prior);
        let covariance = inverse(precision);
        Levels { mean: covariance.map(|row| dot(&row, &self.weighted)), covariance }
    }
}

fn dot(a: &Vector, b: &Vector) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Returns the inverse of a symmetric, positive definite matrix, by Gauss and Jordan.
fn inverse(mut matrix: Matrix) -> Matrix {
    let mut inverse = [[0.0; LEVELS]; LEVELS];
    (0..LEVELS).for_each(|of| inverse[of][of] = 1.0);
    for pivot in 0..LEVELS {
        let scale = 1.0 / matrix[pivot][pivot];
        for rows in [&mut matrix, &mut inverse] {
            rows[pivot].iter_mut().for_each(|cell| *cell *= scale);
        }
        for row in (0..LEVELS).filter(|row| *row != pivot) {
            let factor = matrix[row][pivot];
            for rows in [&mut matrix, &mut inverse] {
                let source = rows[pivot];
                (0..LEVELS).for_each(|column| rows[row][column] -= factor * source[column]);
            }
        }
    }
    inverse
}
