//! The level of a position and its moves, estimated together: the formulas of the model, and that a
//! loss never speaks for a move, nor a win against it.

use joseki::priority::{
    Belief, Edge, Estimate, Estimator, OpponentContext, OpponentGames, Parameters, PooledGames,
    PriorEvidence, PriorityContext, Spread,
};
use proptest::prelude::*;

/// Of a game, a move's values, those for a class and for an opponent, a level; all at the root.
const GAME: f64 = 0.25;
const PRIOR: f64 = 0.0144;
const CLASS: f64 = 0.0064;
const OPPONENT: f64 = 0.0144;
const LEVEL: f64 = 0.0025;

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

fn beliefs(edges: &[Edge], context: &PriorityContext) -> Vec<Belief> {
    Parameters::DEFAULT.beliefs(edges, context).to_vec()
}

fn against(baseline: f64) -> PriorityContext {
    let opponent = Some(OpponentContext { baseline, incoming: None });
    PriorityContext { ply: 0, class: true, opponent }
}

/// The games of one opponent with a move: how many, how many of them won, and the baseline.
type Games = (u32, f64, f64);

/// What the games of many opponents of one class say of a move.
fn pool(opponents: &[Games]) -> PooledGames {
    let spread = Parameters::DEFAULT.spread(0);
    let mut estimator = Estimator::default();
    let mut pool = PooledGames::default();
    for (games, won, baseline) in opponents.iter().filter(|(games, ..)| *games > 0) {
        let games = f64::from(*games);
        let above = won - games * baseline;
        estimator.add_equal(1.0, above / games, spread.opponent + spread.game / games);
        pool.games += games;
        pool.above += above;
        pool.opponents += 1;
    }
    PooledGames { estimate: estimator.estimate(), ..pool }
}

/// The same by the formulas of the model: mean y and variance s.
fn formula(opponents: &[Games]) -> Option<(f64, f64)> {
    let played = opponents.iter().filter(|(games, ..)| *games > 0);
    let weight = |games: u32| 1.0 / (OPPONENT + GAME / f64::from(games));
    let s = 1.0 / played.clone().map(|(games, ..)| weight(*games)).sum::<f64>();
    let excess =
        |(games, won, baseline): &Games| weight(*games) * (won / f64::from(*games) - baseline);
    s.is_finite().then(|| (s * played.map(excess).sum::<f64>(), s))
}

/// M of one step: of moves with the prior d = 0 and v.
fn level(seen: &[Option<(f64, f64)>]) -> (f64, f64) {
    let seen = seen.iter().flatten();
    let precision = 1.0 / LEVEL + seen.clone().map(|(_, s)| 1.0 / (PRIOR + s)).sum::<f64>();
    (seen.map(|(y, s)| y / (PRIOR + s)).sum::<f64>() / precision, precision)
}

#[test]
fn spread_at_the_root_and_below() {
    let spread = Spread { game: GAME, opponent: OPPONENT, class: CLASS, owner: 0.0 };
    let found = Parameters::DEFAULT.spread(1);
    assert!(close(found.opponent, spread.opponent) && close(found.class, spread.class));
    let deeper = Parameters::DEFAULT.spread(2);
    assert!(close(deeper.opponent, 0.81 * OPPONENT) && close(deeper.game, GAME));
}

/// By hand: one move, ten opponents lost one game each against b = ½. s = (0.0144 + 0.25) / 10, y = −½,
/// P = 400 + 1/(0.0144 + s), M = y/V/P.
#[test]
fn one_move_by_hand() {
    let edges = [Edge { others: pool(&[(1, 0.0, 0.5); 10]), ..Edge::default() }, Edge::default()];
    let found = beliefs(&edges, &PriorityContext::default());
    let s = 0.02644;
    let v = PRIOR + s;
    let precision = 400.0 + 1.0 / v;
    let m = -0.5 / v / precision;
    assert!(close(found[0].mean, PRIOR / v * (-0.5 - m)), "{}", found[0].mean);
    let variance = PRIOR * s / v + (PRIOR / v).powi(2) / precision;
    assert!(close(found[0].variance, variance));
    assert!(close(found[1].mean, 0.0) && close(found[1].variance, PRIOR), "nobody played it");
    assert!(close(found[0].expected(), 0.5 + found[0].mean), "without an opponent the level is ½");
    assert!(close(found[0].shares.all, PRIOR / v));
}

/// The result of the position as a whole is not evidence on one of its moves.
#[test]
fn a_level_is_no_merit_of_a_move() {
    let mixed = [(40, 12.0, 0.5), (7, 2.0, 0.5)];
    let edges = [0, 1].map(|_| Edge { others: pool(&mixed), ..Edge::default() });
    let both = beliefs(&edges, &PriorityContext::default());
    assert!(close(both[0].mean, both[1].mean));
    let alone = [edges[0], Edge::default()];
    let alone = beliefs(&alone, &PriorityContext::default());
    assert!(both[0].mean > alone[0].mean, "the sibling's losses are the position's");
}

/// The opponent lost everywhere else too: the mean falls with each loss, and so does the order.
#[test]
fn losses_against_one_opponent_lower_the_mean_step_by_step() {
    let mut before = f64::INFINITY;
    for lost in 0..400 {
        let games = f64::from(lost);
        let own = OpponentGames { games, points: 0.0 };
        let edges = [Edge { own, ..Edge::default() }, Edge::default()];
        let baseline = 10.0 / (20.0 + games);
        let found = beliefs(&edges, &against(baseline));
        let mean = found[0].offset + found[0].mean;
        assert!(mean < before, "{lost}: {mean} after {before}");
        assert!(lost == 0 || found[0].priority() < found[1].priority(), "{lost}");
        before = mean;
    }
}

/// Solves for the mean and the variance of a sum of some variables, by elimination: `rows` are the
/// precision matrix, each followed by its right side.
fn solve(mut rows: Vec<Vec<f64>>, of: &[usize]) -> (f64, f64) {
    let size = rows.len();
    for (at, row) in rows.iter_mut().enumerate() {
        row.push(if of.contains(&at) { 1.0 } else { 0.0 });
    }
    for pivot in 0..size {
        let divisor = rows[pivot][pivot];
        rows[pivot].iter_mut().for_each(|cell| *cell /= divisor);
        let source = rows[pivot].clone();
        for (at, row) in rows.iter_mut().enumerate() {
            if at != pivot {
                let factor = row[pivot];
                row.iter_mut().zip(&source).for_each(|(cell, from)| *cell -= factor * from);
            }
        }
    }
    let sum = |column: usize| of.iter().map(|at| rows[*at][column]).sum::<f64>();
    (sum(size), sum(size + 1))
}

/// The same model as one system: three levels, and of each move its value, that for the class and
/// that for the opponent as deviations.
fn system(edges: &[Edge], baseline: f64) -> Vec<Vec<f64>> {
    let size = 3 + 3 * edges.len();
    let mut rows = vec![vec![0.0; size + 1]; size];
    (0..3).for_each(|at| rows[at][at] = 1.0 / LEVEL);
    for (at, edge) in edges.iter().enumerate() {
        let first = 3 + 3 * at;
        for (of, variance) in [PRIOR, CLASS, OPPONENT].into_iter().enumerate() {
            rows[first + of][first + of] = 1.0 / variance;
        }
        let own = edge.own;
        let own = (own.games > 0.0).then(|| Estimate {
            mean: own.points / own.games - baseline,
            variance: GAME / own.games,
        });
        for (level, seen) in [edge.others.estimate, edge.class.estimate, own].iter().enumerate() {
            let Some(Estimate { mean, variance }) = seen else {
                continue;
            };
            let parts: Vec<usize> = [level].into_iter().chain(first..=first + level).collect();
            for row in &parts {
                parts.iter().for_each(|column| rows[*row][*column] += 1.0 / variance);
                rows[*row][size] += mean / variance;
            }
        }
    }
    rows
}

prop_compose! {
    fn one_opponent()(games in prop_oneof![Just(1u32), 1u32..12, 1u32..300],
        share in 0.0f64..=1.0, baseline in 0.2f64..0.8) -> Games {
        (games, (f64::from(games) * share).round(), baseline)
    }
}

fn opponents() -> impl Strategy<Value = Vec<Games>> {
    prop_oneof![Just(Vec::new()), prop::collection::vec(one_opponent(), 0..6)]
}

prop_compose! {
    fn edge()(others in opponents(), class in opponents(),
        own in prop_oneof![Just(0u32), 1u32..60], share in 0.0f64..=1.0) -> Edge {
        let own = f64::from(own);
        let own = OpponentGames { games: own, points: (own * share).round() };
        Edge { others: pool(&others), class: pool(&class), own, ..Edge::default() }
    }
}

proptest! {
    /// The formulas of one step.
    #[test]
    fn a_step_is_that_of_the_formulas(moves in prop::collection::vec(opponents(), 1..6)) {
        let edge = |games: &Vec<Games>| Edge { others: pool(games), ..Edge::default() };
        let edges: Vec<Edge> = moves.iter().map(edge).collect();
        let seen: Vec<_> = moves.iter().map(|games| formula(games)).collect();
        let (m, precision) = level(&seen);
        for (belief, seen) in beliefs(&edges, &PriorityContext::default()).iter().zip(&seen) {
            let (mean, variance) = seen.map_or((0.0, PRIOR), |(y, s)| {
                let gain = PRIOR / (PRIOR + s);
                (gain * (y - m), gain * s + gain * gain / precision)
            });
            prop_assert!(close(belief.mean, mean) && close(belief.variance, variance));
        }
    }

    /// All steps together, the covariance of siblings included.
    #[test]
    fn all_steps_are_one_linear_system(
        edges in prop::collection::vec(edge(), 1..5), baseline in 0.1f64..0.9,
    ) {
        let system = system(&edges, baseline);
        for (at, belief) in beliefs(&edges, &against(baseline)).iter().enumerate() {
            let first = 3 + 3 * at;
            let (mean, variance) = solve(system.clone(), &[2, first, first + 1, first + 2]);
            prop_assert!(close(belief.offset + belief.mean, baseline + mean));
            prop_assert!(close(belief.variance, variance));
            prop_assert!(close(solve(system.clone(), &[2]).0, belief.offset - baseline));
        }
    }

    /// A game of a new opponent or of one that has games already, appended last.
    #[test]
    fn a_loss_never_raises_its_move_and_a_win_never_lowers_it(
        moves in prop::collection::vec(opponents(), 1..6), which in any::<prop::sample::Index>(),
        whose in any::<prop::sample::Index>(), baseline in 0.2f64..0.8,
    ) {
        let at = which.index(moves.len());
        let whose = whose.index(moves[at].len() + 1);
        let with = |change: Option<f64>| {
            let mut moves = moves.clone();
            if let Some(won) = change {
                match moves[at].get_mut(whose) {
                    Some(games) => *games = (games.0 + 1, games.1 + won, games.2),
                    None => moves[at].push((1, won, baseline)),
                }
            }
            let edge = |games: &Vec<Games>| Edge { others: pool(games), ..Edge::default() };
            let edges: Vec<Edge> = moves.iter().map(edge).collect();
            beliefs(&edges, &PriorityContext::default())[at].mean
        };
        let seen: Vec<_> = moves.iter().map(|games| formula(games)).collect();
        let baseline = moves[at].get(whose).map_or(baseline, |games| games.2);
        let before = with(None);
        prop_assume!((0.0..=1.0).contains(&(baseline + level(&seen).0 + before)));
        prop_assert!(with(Some(0.0)) <= before + 1e-12, "{} {}", with(Some(0.0)), before);
        prop_assert!(with(Some(1.0)) >= before - 1e-12, "{} {}", with(Some(1.0)), before);
    }

    /// The same of the opponent's own games, after all others.
    #[test]
    fn an_own_loss_never_raises_its_move_and_a_win_never_lowers_it(
        edges in prop::collection::vec(edge(), 1..5), which in any::<prop::sample::Index>(),
        baseline in 0.1f64..0.9,
    ) {
        let at = which.index(edges.len());
        let with = |games: f64, won: f64| {
            let mut edges = edges.clone();
            edges[at].own.games += games;
            edges[at].own.points += won;
            let found = beliefs(&edges, &against(baseline))[at];
            found.offset + found.mean
        };
        let before = with(0.0, 0.0);
        prop_assume!((0.0..=1.0).contains(&before));
        prop_assert!(with(1.0, 0.0) <= before + 1e-12);
        prop_assert!(with(1.0, 1.0) >= before - 1e-12);
    }

    #[test]
    fn shares_sum_to_one_and_the_order_does_not_matter(
        edges in prop::collection::vec(edge(), 1..5), verdicts in prop::array::uniform4(-2i8..=2),
        turn in 0usize..5,
    ) {
        let mut edges = edges;
        for (edge, verdict) in edges.iter_mut().zip(verdicts) {
            edge.prior = PriorEvidence { verdict, ..PriorEvidence::default() };
        }
        let turn = turn % edges.len();
        let mut found = beliefs(&edges, &against(0.4));
        found.rotate_left(turn);
        edges.rotate_left(turn);
        for (a, b) in found.iter().zip(beliefs(&edges, &against(0.4))) {
            let shares = [a.shares.verdict, a.shares.all, a.shares.class, a.shares.own];
            prop_assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)));
            prop_assert!(close(shares.iter().sum(), 1.0));
            prop_assert!(close(a.mean, b.mean) && close(a.variance, b.variance));
            prop_assert!(close(a.prior_mean, b.prior_mean) && a.variance > 0.0);
        }
    }
}
