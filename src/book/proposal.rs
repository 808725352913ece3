//! Verdicts from evidence: what engines and results say of a move, as far as they say enough.
//!
//! The rule, for the moves of one position in the view of the player on turn:
//!
//! 1. **An engine.** Where it says of at least [`LEAST_LOSSES`] plays what they lost, the move's mean
//!    loss is compared with that of the best such move of the position. If only one move has been
//!    measured there is nothing to compare it with. In games between engines each
//!    side's own evaluation leans to itself, which makes all losses too large alike; the difference
//!    does not.
//! 2. **Results**, where no engine speaks: the move's share of the points is compared with that of the
//!    other moves of the position together, if both have at least [`LEAST_GAMES`] games. A verdict in
//!    favour also asks that the move is played often, one against it that it is not.
//!
//! | verdict | points lost against the best | or: wins against the others, and share of the corners |
//! |---|---|---|
//! | ideal | less than 0.5 | no more than 2 % fewer, at least 20 % |
//! | good | less than 1.0 | no more than 3 % fewer, at least 5 % |
//! | question | more than 1.0 | more than 4 % fewer, at most 10 % |
//! | mistake | more than 2.5 | more than 8 % fewer, at most 5 % |
//!
//! Confidence is the probability that the difference lies on that side of the line, by the normal
//! distribution with the standard errors of both means. What is below [`CONFIDENCE`] is not proposed;
//! of several verdicts the first in the order mistake, question, ideal, good is. A trick is never
//! proposed: no count shows an intention.

use super::tally::{Count, Spread};
use super::verdict::Verdict;

/// Plays whose loss is known.
const LEAST_LOSSES: u32 = 10;
/// Games with a result, of the move and of the others.
const LEAST_GAMES: u32 = 50;
/// The least confidence of a proposal.
const CONFIDENCE: f64 = 0.8;
/// Evaluations are written in tenths of a point, so no mean is surer than this, in hundredths.
const COARSE: f64 = 3.0;

/// A verdict that evidence speaks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proposal {
    /// The verdict.
    pub verdict: Verdict,
    /// How sure it is, 0.8 to 1.
    pub confidence: f64,
    /// What it rests on.
    pub evidence: Evidence,
}

/// The numbers that led to a proposal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Evidence {
    /// What engines say it loses.
    Engine {
        /// Points lost more than by the best move of the position.
        loss: f64,
        /// The standard error of that.
        error: f64,
        /// The plays that were measured.
        plays: u32,
    },
    /// What came of it.
    Results {
        /// Its share of the points minus that of the position's other moves.
        difference: f64,
        /// The standard error of that.
        error: f64,
        /// The games with a result.
        games: u32,
        /// Its share of the corners that went on, 0 to 1.
        share: f64,
    },
}

/// The proposals for all moves of a position, in their order. The points of the counts are those of the
/// side that makes the moves.
#[must_use]
pub fn propose(moves: &[Count]) -> Vec<Option<Proposal>> {
    let measured = |count: &&Count| count.points_lost.count >= LEAST_LOSSES;
    let best = moves
        .iter()
        .filter(measured)
        .filter(|_| moves.iter().filter(measured).count() > 1)
        .filter_map(|count| mean(&count.points_lost))
        .min_by(|a, b| a.0.total_cmp(&b.0));
    let all = moves
        .iter()
        .fold(Sum::default(), |sum, count| sum.plus(count, 1.0));
    let by_engine = |count: &Count| {
        let own = Some(count)
            .filter(measured)
            .and_then(|count| mean(&count.points_lost))?;
        by_engine(own, best?, count.points_lost.count)
    };
    moves
        .iter()
        .map(|count| {
            if measured(&count) && best.is_some() {
                by_engine(count)
            } else {
                by_results(count, &all)
            }
        })
        .collect()
}

/// Mean and standard error in points.
fn mean(spread: &Spread) -> Option<(f64, f64)> {
    let error = spread.standard_error()?.max(COARSE);
    Some((spread.mean()? / 100.0, error / 100.0))
}

fn by_engine(own: (f64, f64), best: (f64, f64), plays: u32) -> Option<Proposal> {
    let loss = own.0 - best.0;
    let error = if loss == 0.0 {
        own.1
    } else {
        own.1.hypot(best.1)
    };
    let above = |line: f64| normal((loss - line) / error);
    let (verdict, confidence) = first_sure([
        (Verdict::Mistake, above(2.5)),
        (Verdict::Question, above(1.0)),
        (Verdict::Ideal, 1.0 - above(0.5)),
        (Verdict::Good, 1.0 - above(1.0)),
    ])?;
    let evidence = Evidence::Engine { loss, error, plays };
    Some(Proposal {
        verdict,
        confidence,
        evidence,
    })
}

fn by_results(count: &Count, all: &Sum) -> Option<Proposal> {
    let own = Sum::default().plus(count, 1.0);
    let others = all.plus(count, -1.0);
    if own.games < f64::from(LEAST_GAMES) || others.games < f64::from(LEAST_GAMES) {
        return None;
    }
    let difference = own.mean() - others.mean();
    let error = own.error().hypot(others.error());
    let share = own.corners / all.corners;
    let above = |line: f64| normal((difference - line) / error);
    let if_share = |holds: bool, confidence: f64| if holds { confidence } else { 0.0 };
    let (verdict, confidence) = first_sure([
        (
            Verdict::Mistake,
            if_share(share <= 0.05, 1.0 - above(-0.08)),
        ),
        (
            Verdict::Question,
            if_share(share <= 0.10, 1.0 - above(-0.04)),
        ),
        (Verdict::Ideal, if_share(share >= 0.20, above(-0.02))),
        (Verdict::Good, if_share(share >= 0.05, above(-0.03))),
    ])?;
    Some(Proposal {
        verdict,
        confidence,
        evidence: Evidence::Results {
            difference,
            error,
            games: count.scored,
            share,
        },
    })
}

fn first_sure<const N: usize>(verdicts: [(Verdict, f64); N]) -> Option<(Verdict, f64)> {
    verdicts
        .into_iter()
        .find(|(_, confidence)| *confidence >= CONFIDENCE)
}

#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    games: f64,
    points: f64,
    corners: f64,
}

impl Sum {
    fn plus(&self, count: &Count, times: f64) -> Sum {
        Sum {
            games: self.games + times * f64::from(count.scored),
            points: self.points + times * count.points(),
            corners: self.corners + times * f64::from(count.corners),
        }
    }

    fn mean(&self) -> f64 {
        self.points / self.games
    }

    /// Of a share of points; one game more of each result keeps it from nothing.
    fn error(&self) -> f64 {
        let mean = (self.points + 1.0) / (self.games + 2.0);
        (mean * (1.0 - mean) / self.games).sqrt()
    }
}

/// The normal distribution function, to 1e-7 (Abramowitz and Stegun, formula 26.2.17).
fn normal(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let terms = [
        0.319_381_530,
        -0.356_563_782,
        1.781_477_937,
        -1.821_255_978,
        1.330_274_429,
    ];
    let polynomial = terms.iter().rev().fold(0.0, |sum, term| (sum + term) * t);
    let tail = (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt() * polynomial;
    if x >= 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(mean: i64, plays: u32) -> Count {
        let mut count = Count::default();
        for play in 0..plays {
            // A spread of half a point around the mean.
            let around = if play % 2 == 0 { 50 } else { -50 };
            count.points_lost.push(mean + around);
        }
        count
    }

    fn results(games: u32, wins: u32) -> Count {
        Count {
            games,
            corners: games,
            scored: games,
            half_points: 2 * wins,
            ..Count::default()
        }
    }

    fn verdicts(moves: &[Count]) -> Vec<Option<Verdict>> {
        propose(moves)
            .into_iter()
            .map(|proposal| Some(proposal?.verdict))
            .collect()
    }

    #[test]
    fn an_engine_s_losses_are_compared_with_the_best_move() {
        use Verdict::{Good, Ideal, Mistake, Question};
        let moves = [30, 60, 110, 180, 480].map(|mean| measured(mean, 100));
        assert_eq!(
            verdicts(&moves),
            [
                Some(Ideal),
                Some(Ideal),
                Some(Good),
                Some(Question),
                Some(Mistake)
            ]
        );
        // Where every move seems to lose half a point more, nothing changes.
        let biased = [80, 110, 160, 230, 530].map(|mean| measured(mean, 100));
        assert_eq!(verdicts(&moves), verdicts(&biased));
    }

    #[test]
    fn too_little_is_no_evidence() {
        assert_eq!(
            verdicts(&[measured(0, 100)]),
            [None],
            "nothing to compare with"
        );
        assert_eq!(verdicts(&[measured(0, 100), measured(900, 9)])[1], None);
        assert_eq!(verdicts(&[results(49, 0), results(1000, 500)])[0], None);
        assert_eq!(verdicts(&[results(1000, 500)]), [None], "no other move");
        assert!(propose(&[]).is_empty());
    }

    #[test]
    fn results_need_many_games_and_go_with_how_often_a_move_is_played() {
        use Verdict::{Good, Ideal, Mistake, Question};
        let moves = [
            results(6000, 3000),
            results(3000, 1530),
            results(600, 320),
            results(300, 105),
            results(300, 126),
        ];
        assert_eq!(
            verdicts(&moves),
            [
                Some(Ideal),
                Some(Ideal),
                Some(Good),
                Some(Mistake),
                Some(Question)
            ]
        );
    }

    /// Values of the standard table of the distribution.
    #[test]
    fn the_normal_distribution_is_that_of_the_tables() {
        for (x, p) in [
            (0.0, 0.5),
            (1.0, 0.841_344_7),
            (1.96, 0.975_002_1),
            (-2.5, 0.006_209_7),
        ] {
            assert!((normal(x) - p).abs() < 2e-7, "{x}");
        }
    }
}
