//! Proposes verdicts from evidence: engine evaluations and game results, as far as they suffice.
//!
//! The rule, for the moves of one position as seen by the player to move:
//!
//! 1. **An engine.** If the move has at least [`LEAST_LOSSES`] plays with a known loss, its mean
//!    loss is compared with that of the best such move of the position, the one whose mean and
//!    standard error together are least. A single measured move has nothing to be compared with. In
//!    games between engines each side's own evaluation is biased towards itself, which inflates all
//!    losses alike; the difference is not affected. A move with fewer plays, at least
//!    [`FEW_LOSSES`], is only called a mistake, and only if it surely loses more.
//! 2. **Results**: the move's points beyond what the players' strength made one expect are compared
//!    with those of the position's other moves together, if both have at least [`LEAST_GAMES`]
//!    games. The move's own win rate needs a standard error of at most [`SURE`], about 400 games.
//!    Results alone never speak against a move: players choose it on boards that suit it less, and
//!    half of such verdicts were wrong.
//!
//! How often the move is chosen in this position must fit the verdict as well: the choice rate is
//! relative to the corners that went on here with a known move. `statistics.share`, which answers
//! show, is relative to all corners that reached the position. If both kinds of
//! evidence exist, the engine's verdict stands; but what the results do not support is not
//! recommended: engines play few moves that they consider bad, so their losses alone say little in
//! a move's favour.
//!
//! | verdict | points lost against the best | or: points against the others | choice rate |
//! |---|---|---|---|
//! | ideal | less than 0.25 | no more than 2 % fewer | at least 10 %, by results 30 % |
//! | good | less than 0.8 | no more than 3 % fewer | by results at least 30 % |
//! | question | more than 0.8 | | |
//! | mistake | more than 2.0, with few plays 3.0 | | |
//!
//! Confidence is the probability that the difference lies on that side of the threshold, by the
//! normal distribution with the standard errors of both means. Verdicts below [`CONFIDENCE`] are
//! not proposed, those from few plays not below [`FEW_CONFIDENCE`]; of several, the first in the
//! order mistake, question, ideal, good is. A trick is never proposed: no count shows an intention.

use super::tally::{GameCount, Spread};
use super::verdict::Verdict;

/// The fewest plays with a known loss.
const LEAST_LOSSES: u32 = 10;
/// The fewest plays with a known loss for a clear mistake.
const FEW_LOSSES: u32 = 3;
/// How much the losses of one move usually differ, in hundredths of a point: a few plays that agree
/// by chance are not surer than plays usually are.
const USUAL_SPREAD: f64 = 200.0;
/// Number of plays that the usual spread counts for.
const USUAL_PLAYS: f64 = 4.0;
/// The fewest games with a result, for the move and for the others.
const LEAST_GAMES: u32 = 50;
/// The greatest standard error of a move's win rate for a favourable verdict.
const SURE: f64 = 0.025;
/// The least choice rate for an engine's verdict `ideal`.
const CHOSEN: f64 = 0.10;
/// The least choice rate for a verdict by results.
const COMMON: f64 = 0.30;
/// The least confidence of a proposal.
const CONFIDENCE: f64 = 0.8;
/// The least confidence of a proposal from few plays.
const FEW_CONFIDENCE: f64 = 0.95;
/// Evaluations are written in tenths of a point, so no mean is more precise than this, in
/// hundredths.
const COARSE: f64 = 3.0;

/// A verdict that the evidence supports.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proposal {
    /// The verdict.
    pub verdict: Verdict,
    /// The confidence, 0.8 to 1.
    pub confidence: f64,
    /// The evidence for it.
    pub evidence: Evidence,
}

/// The numbers that led to a proposal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Evidence {
    /// Engine evaluations.
    Engine {
        /// Points lost in excess of the position's best move.
        loss: f64,
        /// The standard error of `loss`.
        error: f64,
        /// The number of plays measured.
        plays: u32,
    },
    /// Game results.
    Results {
        /// The points a game beyond what the players' strength made one expect, minus those of the
        /// position's other moves.
        difference: f64,
        /// The standard error of `difference`.
        error: f64,
        /// The number of games with a result.
        games: u32,
    },
}

/// The counts of one move of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoveCount {
    /// The counts over all move orders that lead to the position after it; the points are those of
    /// the side that plays it.
    pub count: GameCount,
    /// The number of corners where it was played in this position.
    pub corners: u32,
}

/// Proposes a verdict for each move of a position, in the order given.
#[must_use]
pub fn propose(moves: &[MoveCount]) -> Vec<Option<Proposal>> {
    let measured = |played: &&MoveCount| played.count.points_lost.count >= LEAST_LOSSES;
    let some = |played: &MoveCount| played.count.points_lost.count >= FEW_LOSSES;
    let best = moves
        .iter()
        .filter(measured)
        .filter(|_| moves.iter().filter(|played| some(played)).count() > 1)
        .filter_map(|played| mean(&played.count.points_lost))
        .min_by(|a, b| (a.0 + a.1).total_cmp(&(b.0 + b.1)));
    let all = moves.iter().fold(ResultSum::default(), |sum, played| sum.plus(played, 1.0));
    let propose = |played: &MoveCount| {
        let engine = best.filter(|_| some(played)).and_then(|best| by_engine(played, best, &all));
        match engine {
            Some(engine) => {
                let praised = engine.verdict.value() > 0;
                (!praised || !Comparison::of(played, &all).is_some_and(|it| it.is_poor()))
                    .then_some(engine)
            }
            None => by_results(played, &all),
        }
    };
    moves.iter().map(propose).collect()
}

/// Mean and standard error in points.
fn mean(spread: &Spread) -> Option<(f64, f64)> {
    let plays = f64::from(spread.count);
    let own = spread.standard_error().map_or(0.0, |error| error * error * plays);
    let usual = USUAL_PLAYS * USUAL_SPREAD * USUAL_SPREAD;
    let variance = (own * (plays - 1.0) + usual) / (plays - 1.0 + USUAL_PLAYS);
    let error = (variance / plays).sqrt().max(COARSE);
    Some((spread.mean()? / 100.0, error / 100.0))
}

fn by_engine(played: &MoveCount, best: (f64, f64), all: &ResultSum) -> Option<Proposal> {
    let plays = played.count.points_lost.count;
    let own = mean(&played.count.points_lost)?;
    let chosen = f64::from(played.corners) / all.corners;
    let loss = own.0 - best.0;
    let error = if loss == 0.0 { own.1 } else { own.1.hypot(best.1) };
    let above = |line: f64| normal_distribution((loss - line) / error);
    let (verdict, confidence) = if plays < LEAST_LOSSES {
        let sure = above(3.0);
        (Verdict::Mistake, if_holds(sure >= FEW_CONFIDENCE, sure))
    } else {
        first_sure([
            (Verdict::Mistake, above(2.0)),
            (Verdict::Question, above(0.8)),
            (Verdict::Ideal, if_holds(chosen >= CHOSEN, 1.0 - above(0.25))),
            (Verdict::Good, 1.0 - above(0.8)),
        ])?
    };
    let evidence = Evidence::Engine { loss, error, plays };
    (confidence > 0.0).then_some(Proposal { verdict, confidence, evidence })
}

fn by_results(played: &MoveCount, all: &ResultSum) -> Option<Proposal> {
    let Comparison { difference, error, own_error } = Comparison::of(played, all)?;
    let chosen = f64::from(played.corners) / all.corners;
    let above = |line: f64| normal_distribution((difference - line) / error);
    let fits = own_error <= SURE && chosen >= COMMON;
    let (verdict, confidence) = first_sure([
        (Verdict::Ideal, if_holds(fits, above(-0.02))),
        (Verdict::Good, if_holds(fits, above(-0.03))),
    ])?;
    let games = played.count.scored;
    let evidence = Evidence::Results { difference, error, games };
    Some(Proposal { verdict, confidence, evidence })
}

/// The results of a move compared with those of the position's other moves together.
struct Comparison {
    difference: f64,
    error: f64,
    own_error: f64,
}

impl Comparison {
    /// Returns the comparison if there are enough games.
    fn of(played: &MoveCount, all: &ResultSum) -> Option<Comparison> {
        let own = ResultSum::default().plus(played, 1.0);
        let others = all.plus(played, -1.0);
        let least = f64::from(LEAST_GAMES);
        (own.games >= least && others.games >= least).then(|| Comparison {
            difference: own.above / own.games - others.above / others.games,
            error: own.error().hypot(others.error()),
            own_error: own.error(),
        })
    }

    /// Whether the results surely do not support the move.
    fn is_poor(&self) -> bool {
        normal_distribution((-0.04 - self.difference) / self.error) >= CONFIDENCE
    }
}

fn if_holds(holds: bool, confidence: f64) -> f64 {
    if holds { confidence } else { 0.0 }
}

fn first_sure<const N: usize>(verdicts: [(Verdict, f64); N]) -> Option<(Verdict, f64)> {
    verdicts.into_iter().find(|(_, confidence)| *confidence >= CONFIDENCE)
}

#[derive(Clone, Copy, Debug, Default)]
struct ResultSum {
    games: f64,
    points: f64,
    above: f64,
    corners: f64,
}

impl ResultSum {
    fn plus(&self, played: &MoveCount, times: f64) -> ResultSum {
        let count = &played.count;
        ResultSum {
            games: self.games + times * f64::from(count.scored),
            points: self.points + times * count.points(),
            above: self.above + times * (count.points() - count.expected_points()),
            corners: self.corners + times * f64::from(played.corners),
        }
    }

    /// The standard error of a share of points; one extra game of each result keeps it above zero.
    fn error(&self) -> f64 {
        let mean = (self.points + 1.0) / (self.games + 2.0);
        (mean * (1.0 - mean) / self.games).sqrt()
    }
}

/// Returns the normal distribution function, to 1e-7 (Abramowitz and Stegun, formula 26.2.17).
#[must_use]
pub fn normal_distribution(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let terms = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let polynomial = terms.iter().rev().fold(0.0, |sum, term| (sum + term) * t);
    let tail = (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt() * polynomial;
    if x >= 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(mean: i64, plays: u32) -> MoveCount {
        let mut count = GameCount::default();
        for play in 0..plays {
            // A spread of half a point around the mean.
            let around = if play % 2 == 0 { 50 } else { -50 };
            count.points_lost.push(mean + around);
        }
        MoveCount { count, corners: plays }
    }

    fn results(games: u32, wins: u32) -> MoveCount {
        let count = GameCount {
            games,
            corners: games,
            scored: games,
            half_points: 2 * wins,
            expected: u64::from(games) * 500,
            ..GameCount::default()
        };
        MoveCount { count, corners: games }
    }

    fn verdicts(moves: &[MoveCount]) -> Vec<Option<Verdict>> {
        propose(moves).into_iter().map(|proposal| Some(proposal?.verdict)).collect()
    }

    #[test]
    fn an_engine_s_losses_are_compared_with_the_best_move() {
        use Verdict::{Good, Ideal, Mistake, Question};
        let moves = [30, 60, 110, 180, 480].map(|mean| measured(mean, 100));
        assert_eq!(
            verdicts(&moves),
            [Some(Ideal), Some(Good), None, Some(Question), Some(Mistake)]
        );
        // If every move seems to lose half a point more, nothing changes.
        let biased = [80, 110, 160, 230, 530].map(|mean| measured(mean, 100));
        assert_eq!(verdicts(&moves), verdicts(&biased));
    }

    #[test]
    fn too_little_is_no_evidence() {
        assert_eq!(verdicts(&[measured(0, 100)]), [None], "nothing to compare with");
        assert_eq!(verdicts(&[measured(0, 100), measured(900, 2)])[1], None);
        assert_eq!(verdicts(&[results(49, 0), results(1000, 500)])[0], None);
        assert_eq!(verdicts(&[results(1000, 500)]), [None], "no other move");
        assert!(propose(&[]).is_empty());
    }

    #[test]
    fn a_few_plays_show_a_clear_mistake_and_nothing_else() {
        let best = measured(30, 100);
        let few = |mean, plays| verdicts(&[best, measured(mean, plays)])[1];
        assert_eq!(few(700, 3), Some(Verdict::Mistake));
        assert_eq!(few(700, 2), None);
        assert_eq!(few(450, 3), None, "not sure enough");
        assert_eq!(few(200, 9), None);
        assert_eq!(few(30, 9), None);
    }

    #[test]
    fn results_recommend_common_moves_of_many_games_and_never_advise_against_one() {
        let moves = [
            results(6000, 3000),
            results(4500, 2300),
            results(900, 480),
            results(300, 105),
            results(300, 60),
        ];
        let ideal = Some(Verdict::Ideal);
        assert_eq!(verdicts(&moves), [ideal, ideal, None, None, None]);
        assert_eq!(verdicts(&[results(200, 100), results(300, 150)]), [None, None]);
    }

    #[test]
    fn results_are_judged_against_what_was_expected() {
        let mut moves = [results(5000, 3000), results(5000, 2000)];
        assert_eq!(verdicts(&moves), [Some(Verdict::Ideal), None]);
        // The players of the first move were that much stronger.
        (moves[0].count.expected, moves[1].count.expected) = (3_100_000, 1_900_000);
        assert_eq!(verdicts(&moves), [None, Some(Verdict::Ideal)]);
    }

    #[test]
    fn what_engines_choose_is_not_ideal_if_it_loses_games_or_is_rarely_chosen() {
        let lost = |played: MoveCount, mean: i64| {
            let points_lost = measured(mean, 100).count.points_lost;
            let count = GameCount { points_lost, ..played.count };
            MoveCount { count, ..played }
        };
        let moves =
            [lost(results(2000, 1000), 0), lost(results(100, 30), 5), lost(results(100, 50), 5)];
        use Verdict::{Good, Ideal};
        assert_eq!(verdicts(&moves), [Some(Ideal), None, Some(Good)]);
    }

    #[test]
    fn popularity_is_that_of_the_position_and_not_of_another_order() {
        let mut moves = [results(6000, 3000), results(3000, 1530)];
        assert_eq!(verdicts(&moves)[1], Some(Verdict::Ideal));
        // Nearly all of its games came in another move order.
        moves[1].corners = 30;
        assert_eq!(verdicts(&moves)[1], None);
    }

    /// Values from the standard table of the distribution.
    #[test]
    fn the_normal_distribution_is_that_of_the_tables() {
        for (x, p) in [(0.0, 0.5), (1.0, 0.841_344_7), (1.96, 0.975_002_1), (-2.5, 0.006_209_7)] {
            assert!((normal_distribution(x) - p).abs() < 2e-7, "{x}");
        }
    }
}
