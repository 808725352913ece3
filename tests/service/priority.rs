//! The order of moves: what verdicts, counted games and results make of it.

use joseki::priority::{
    Belief, Edge, GROUPS, OpponentContext, OpponentGames, Parameters, PooledGames, PriorEvidence,
    PriorityContext,
};
use proptest::prelude::*;

fn beliefs(edges: &[Edge], asked: &PriorityContext) -> Vec<Belief> {
    Parameters::HB_UCB.beliefs(edges, asked).to_vec()
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-12
}

fn of(known: PriorEvidence) -> Edge {
    Edge { prior: known, ..Edge::default() }
}

fn judged(verdict: i8) -> Edge {
    of(PriorEvidence { verdict, ..PriorEvidence::default() })
}

fn counted(games: u32, points: f64) -> Edge {
    counted_among(0, games, points, 0.5 * f64::from(games))
}

/// Games of a group of players, all with a result.
fn counted_among(group: usize, games: u32, points: f64, expected: f64) -> Edge {
    of(PriorEvidence {
        plays: plays(group, games),
        games,
        points,
        expected,
        ..PriorEvidence::default()
    })
}

fn plays(group: usize, games: u32) -> [f64; GROUPS] {
    let mut plays = [0.0; GROUPS];
    plays[group] = f64::from(games);
    plays
}

fn at(ply: usize) -> PriorityContext {
    PriorityContext { ply, ..PriorityContext::default() }
}

fn against(ply: usize, baseline: f64, incoming: Option<OpponentGames>) -> PriorityContext {
    PriorityContext { ply, class: true, opponent: Some(OpponentContext { baseline, incoming }) }
}

#[test]
fn what_is_played_often_comes_before_what_is_not() {
    let edges = [(3000, 1500.0), (300, 150.0), (20, 10.0)];
    let found = beliefs(&edges.map(|(games, points)| counted(games, points)), &at(2));
    let pairs = found.windows(2);
    assert!(pairs.clone().all(|pair| pair[0].priority() > pair[1].priority()));
    assert!({ pairs }.all(|pair| pair[0].variance < pair[1].variance));
}

#[test]
fn a_move_advised_against_is_not_first_for_being_popular() {
    for (verdict, popular) in [(-1, 20), (-1, u32::MAX), (-2, 1_000_000)] {
        let played = |verdict, games| {
            of(PriorEvidence { verdict, plays: plays(0, games), ..PriorEvidence::default() })
        };
        let edges = [played(verdict, popular), played(0, 10), played(0, 5)];
        let found = beliefs(&edges, &at(0));
        let order = [0, 1, 2].map(|at: usize| found[at].mean + found[at].popularity);
        assert!(order[1] > order[0] + 0.03, "{verdict} {popular}");
        assert!(order[1] > order[2]);
    }
}

#[test]
fn better_results_raise_a_move_and_few_games_hardly() {
    let equal = |points| beliefs(&[counted(500, points), counted(500, 250.0)], &at(0));
    assert!(equal(300.0)[0].mean > 0.03 && equal(300.0)[1].mean < -0.02);
    let edges = [counted(1000, 500.0), counted(3, 3.0), counted(3, 0.0)];
    let few = beliefs(&edges, &at(0));
    // Three wins against three losses: 0.0016 / (0.0016 + 0.25/3) of the difference.
    assert!(close(few[1].mean - few[2].mean, 0.0016 / (0.0016 + 0.25 / 3.0)));
}

/// By hand from docs/priority.md: two moves of 100 games, 60 and 40 points, even players.
#[test]
fn counted_results_are_shrunk_and_make_the_belief_surer() {
    let found = beliefs(&[counted(100, 60.0), counted(100, 40.0)], &at(0));
    let weight = 0.0016 / (0.0016 + 0.0025);
    assert!(close(found[0].mean, 0.1 * weight) && close(found[1].mean, -0.1 * weight));
    let seen = 1.0 / (0.0025 + 0.0064 + 0.000_144);
    assert!(close(found[0].variance, 1.0 / (1.0 / 0.0144 + seen)));
    assert!(close(found[0].shares.all, weight) && close(found[0].shares.verdict, 1.0 - weight));
}

#[test]
fn what_the_stronger_player_wins_says_nothing_of_the_move() {
    let edges = [counted_among(0, 100, 70.0, 70.0), counted_among(0, 100, 30.0, 30.0)];
    let found = beliefs(&edges, &at(0));
    assert!(found.iter().all(|belief| close(belief.mean, 0.0)));
    // The favourites won less often than they should have.
    let edges = [counted_among(0, 100, 70.0, 80.0), counted_among(0, 100, 30.0, 20.0)];
    let found = beliefs(&edges, &at(0));
    assert!(found[0].mean < 0.0 && found[1].mean > 0.0);
}

/// By hand: of two moves amateurs play the first in 99 of 199, professionals in 10 of 40.
#[test]
fn stronger_players_weigh_more_and_few_of_them_little() {
    let choice = |plays: [[f64; GROUPS]; 2]| {
        let edges = plays.map(|plays| of(PriorEvidence { plays, ..PriorEvidence::default() }));
        let found = beliefs(&edges, &at(0));
        assert!(close(found[0].popularity, -found[1].popularity));
        // Half the difference of the logarithms, 0.1 each.
        (20.0 * found[0].popularity).exp()
    };
    let all = choice([[99.0, 10.0, 0.0], [100.0, 30.0, 0.0]]);
    let others = 99.5 / 200.0;
    let professionals = (10.0 + 10.0 * others) / 50.0;
    let share = (2.0 * others + 3.0 * professionals) / 5.0;
    assert!(close(all, share / (1.0 - share)), "{all}");
    // One game of an engine moves the choice of 200 amateurs little.
    let one = choice([[99.0, 0.0, 0.0], [100.0, 0.0, 1.0]]);
    assert!(one > 0.85 && one < 99.5 / 100.5, "{one}");
}

#[test]
fn a_curator_s_verdict_comes_first_until_evidence_is_overwhelming() {
    let played = |verdict, games| {
        of(PriorEvidence { verdict, plays: plays(0, games), ..PriorEvidence::default() })
    };
    let first = |edges: &[Edge], asked: &PriorityContext| {
        let found = joseki::priority::beliefs(edges, asked);
        found[0].priority() > found[1].priority()
    };
    assert!(first(&[played(2, 10), played(0, 200)], &at(0)));
    assert!(!first(&[played(2, 10), played(0, 2000)], &at(0)));
    assert!(first(&[played(0, 10), played(-1, 2000)], &at(0)));
    // Twenty games lost against this opponent, none of them with the other move.
    let lost = OpponentGames { games: 20.0, points: 2.0 };
    let edges = [Edge { own: lost, ..played(2, 10) }, played(0, 10)];
    assert!(first(&edges, &at(0)) && !first(&edges, &against(0, 0.5, None)));
}

#[test]
fn an_engine_s_win_rate_counts_half() {
    let lost = |win_rate_lost| of(PriorEvidence { win_rate_lost, ..PriorEvidence::default() });
    let found = beliefs(&[lost(Some(0.02)), lost(Some(0.06)), lost(None)], &at(0));
    assert!(close(found[0].mean, 0.01) && close(found[1].mean, -0.01));
    assert!(close(found[2].mean, 0.0));
}

#[test]
fn depth_shrinks_verdicts_and_variance_every_two_plies() {
    for (ply, factor) in [(0, 1.0), (1, 1.0), (2, 0.9), (5, 0.81)] {
        let found = beliefs(&[2, 0, -2, 0].map(judged), &at(ply));
        assert!(close(found[0].mean, 0.08 * factor) && close(found[2].mean, -0.08 * factor));
        assert!(close(found[1].mean, 0.0));
        assert!(close(found[0].priority(), 0.08 * factor), "no bonus without an opponent");
    }
    let deep = beliefs(&[1, 0].map(judged), &at(usize::MAX));
    assert!(deep.iter().all(|belief| belief.mean.abs() < 1e-100));
}

/// Worked out by hand from the page, at the root, for the first of two moves without verdicts:
/// steps 1 and 2 see nothing, so v = 0.0144 + 0.0064 + 0.0144 = 0.0352. The opponent won 3 of 4 games
/// of the first move, 1 of 4 of the second, b = 0.6: O = (5·0.6 + 4) / 13 = 7/13.
#[test]
fn own_games_by_hand() {
    let own = |points| Edge { own: OpponentGames { games: 4.0, points }, ..Edge::default() };
    let found = beliefs(&[own(3.0), own(1.0)], &against(0, 0.6, None));
    let (believed, seen) = (1.0 / 0.0352, 16.0);
    let offset = 7.0 / 13.0;
    assert!(close(found[0].offset, offset) && close(found[0].prior_mean, offset));
    assert!(close(found[0].mean, (0.75 - offset) * seen / (believed + seen)));
    assert!(close(found[1].mean, (0.25 - offset) * seen / (believed + seen)));
    assert!(close(found[0].variance, 1.0 / (believed + seen)));
    assert!(close(found[0].prior_weight, 0.25 / 0.0352));
    assert!(close(found[0].own_games, 8.0));
    let bonus = 0.6 * (found[0].variance * (1.0 + 9f64.ln())).sqrt();
    assert!(close(found[0].bonus(), bonus));
    let half = 1.96 * found[0].variance.sqrt();
    assert!(close(found[0].interval().0, offset + found[0].mean - half));
    // Ten games of b beside the incoming move's: (6 + 10·0.6) / (20 + 10) = 0.4.
    let incoming = Some(OpponentGames { games: 20.0, points: 6.0 });
    let found = beliefs(&[own(3.0), own(1.0)], &against(1, 0.6, incoming));
    assert!(close(found[0].offset, (5.0 * 0.4 + 4.0) / 13.0));
}

/// By hand, for earlier versions of the service: a position's mean result has forty games of the baseline in front and
/// leaves the incoming move out. A new opponent has won its first game: b = 10 / 21.
#[test]
fn one_game_hardly_moves_what_is_expected() {
    let lost = OpponentGames { games: 1.0, points: 0.0 };
    let edges = |own| [Edge { own, ..judged(1) }, judged(0)];
    let service = |own, asked| Parameters::STEADY.beliefs(&edges(own), &asked)[0].expected();
    let before = service(OpponentGames::default(), against(2, 0.5, None));
    let after = service(lost, against(2, 10.0 / 21.0, Some(lost)));
    // τ and κ shrink by 0.9 after two plies.
    let mean = 0.02 * 0.9;
    let offset = (40.0 * 10.0 / 21.0 - mean) / 41.0;
    let (believed, seen) = (1.0 / (0.0352 * 0.81), 4.0);
    let updated = (believed * mean - seen * offset) / (believed + seen);
    assert!(close(before, 0.5 + mean) && close(after, offset + updated));
    assert!(before - after < 0.1, "{before} {after}");
    let nested = |own, asked| beliefs(&edges(own), &asked)[0].expected();
    let earlier = nested(lost, against(2, 10.0 / 21.0, Some(lost)));
    assert!(before - earlier > 0.17, "{before} {earlier}");
}

/// Worked out by hand: the class has 10 games of two opponents with the first move, 2 above; nothing else is
/// known. v = 0.0144 + 0.0064, D = 1/(0.025 + 0.0072), O = 2/11.
#[test]
fn the_class_s_games_by_hand() {
    let class = PooledGames { games: 10.0, above: 2.0, opponents: 2, ..PooledGames::default() };
    let edges = [Edge { class, ..Edge::default() }, Edge::default()];
    let asked = PriorityContext { class: true, ..at(0) };
    let found = beliefs(&edges, &asked);
    let (believed, seen) = (1.0 / 0.0208, 1.0 / 0.0322);
    let expected = (0.2 - 2.0 / 11.0) * seen / (believed + seen);
    assert!(close(found[0].mean, expected));
    assert!(close(found[0].shares.class, seen / (believed + seen)));
    assert!(close(found[1].variance, 0.0208) && close(found[1].mean, 0.0));
    assert!(close(found[0].offset, 0.5) && close(found[0].own_games, 0.0), "no opponent");
    assert!(close(beliefs(&edges, &at(0))[0].mean, 0.0), "no class is asked for");
}

#[test]
fn a_draw_is_repeatable_and_depends_on_every_argument() {
    let belief = beliefs(&[judged(1)], &at(0))[0];
    let draws = [(1, 2, 3, 4), (2, 2, 3, 4), (1, 3, 3, 4), (1, 2, 4, 4), (1, 2, 3, 5)];
    let draws = draws
        .map(|(seed, opponent, edge, query)| belief.draw(seed, opponent, edge, query).to_bits());
    assert_eq!(draws[0], belief.draw(1, 2, 3, 4).to_bits());
    assert!((1..5).all(|other| draws[other] != draws[0]));
    // Z of H(1, 14, 2, 3, 4), times 0.4·0.12.
    let z = joseki::priority::random::normal(joseki::priority::random::hash(1, 14, [2, 3, 4]));
    assert!(close(belief.draw(1, 2, 3, 4), 0.048 * z));
}

#[test]
fn no_move_has_no_belief() {
    assert!(beliefs(&[], &against(3, 0.5, None)).is_empty());
}

prop_compose! {
    fn pool()(games in 0u32..200, share in -0.5f64..0.5, opponents in 1u32..9, classes in 1u32..5) -> PooledGames {
        let played = u32::from(games > 0);
        PooledGames {
            games: f64::from(games),
            above: f64::from(games) * share,
            opponents: played * opponents,
            classes: played * classes,
            estimate: None,
        }
    }
}

prop_compose! {
    fn own()(games in prop_oneof![Just(0.0), 0.5f64..300.0], share in 0.0f64..1.0) -> OpponentGames {
        OpponentGames { games, points: games * share }
    }
}

prop_compose! {
    fn known()(verdict in -2i8..=2, plays in prop::array::uniform3(0.0f64..1000.0),
        part in 0.0f64..1.0, share in 0.0f64..1.0, even in 0.0f64..1.0,
        win_rate_lost in proptest::option::of(0.0f64..0.3)) -> PriorEvidence {
        let games = (plays.iter().sum::<f64>() * part) as u32;
        let (points, expected) = (f64::from(games) * share, f64::from(games) * even);
        PriorEvidence { verdict, plays, games, points, expected, win_rate_lost }
    }
}

prop_compose! {
    fn edge()(known in known(), others in pool(), class in pool(), own in own()) -> Edge {
        Edge { prior: known, others, class, own }
    }
}

fn edges() -> impl Strategy<Value = Vec<Edge>> {
    prop::collection::vec(edge(), 1..12)
}

prop_compose! {
    fn asked()(ply in 0usize..40, class: bool, opponent: bool, baseline in 0.0f64..1.0,
        incoming in proptest::option::of(own())) -> PriorityContext {
        PriorityContext { ply, class, opponent: opponent.then_some(OpponentContext { baseline, incoming }) }
    }
}

/// Equal but for the order in which sums were made.
fn same(a: &Belief, b: &Belief) -> bool {
    let numbers = |belief: &Belief| {
        let shares = belief.shares;
        [
            belief.mean,
            belief.variance,
            belief.offset,
            belief.prior_mean,
            belief.priority(),
            shares.verdict,
            shares.all,
            shares.class,
            shares.own,
        ]
    };
    let pairs = numbers(a).into_iter().zip(numbers(b));
    { pairs }.all(|(a, b)| (a - b).abs() < 1e-9)
}

proptest! {
    /// What is expected does not hang on how often a move is played; the order may.
    #[test]
    fn popularity_is_a_reason_and_no_result(edges in edges(), asked in asked()) {
        let unpopular = |edge: &Edge| Edge { prior: PriorEvidence { plays: [0.0; GROUPS], ..edge.prior }, ..*edge };
        let without: Vec<Edge> = edges.iter().map(unpopular).collect();
        for (with, without) in beliefs(&edges, &asked).iter().zip(beliefs(&without, &asked)) {
            prop_assert!(close(with.expected(), without.expected()), "{:?} {:?}", with, without);
            prop_assert!(close(with.prior_mean, without.prior_mean));
            prop_assert!(close(with.bonus(), without.bonus()));
            prop_assert!(close(with.priority() - with.popularity, without.priority()));
            prop_assert_eq!(without.popularity.to_bits(), 0.0f64.to_bits());
        }
    }

    #[test]
    fn shares_sum_to_one(edges in edges(), asked in asked()) {
        for belief in beliefs(&edges, &asked) {
            let shares = belief.shares;
            let parts = [shares.verdict, shares.all, shares.class, shares.own];
            prop_assert!(parts.iter().all(|share| (0.0..=1.0).contains(share)), "{shares:?}");
            prop_assert!(close(parts.iter().sum(), 1.0));
            prop_assert!(belief.variance > 0.0 && belief.priority().is_finite());
            prop_assert!((0.0..=1.0).contains(&belief.expected()));
        }
    }

    #[test]
    fn the_order_of_the_moves_does_not_matter(edges in edges(), asked in asked(), turn in 0usize..12) {
        let turn = turn % edges.len();
        let mut turned = edges.clone();
        turned.rotate_left(turn);
        let mut expected = beliefs(&edges, &asked);
        expected.rotate_left(turn);
        let found = beliefs(&turned, &asked);
        prop_assert!(found.iter().zip(&expected).all(|(a, b)| same(a, b)));
    }

    /// Without counts, as popularity does not speak for a move that is advised against.
    #[test]
    fn better_verdicts_for_all_moves_change_nothing(edges in edges(), asked in asked()) {
        let with = |more: i8| {
            let edge = |edge: &Edge| Edge {
                prior: PriorEvidence { verdict: edge.prior.verdict.min(1) + more, plays: [0.0; GROUPS], ..edge.prior },
                ..*edge
            };
            beliefs(&edges.iter().map(edge).collect::<Vec<_>>(), &asked)
        };
        prop_assert!(with(0).iter().zip(&with(1)).all(|(a, b)| same(a, b)));
    }

    #[test]
    fn no_games_are_as_if_nobody_asked(edges in edges(), asked in asked()) {
        let bare = |edge: &Edge| Edge { own: OpponentGames::default(), class: PooledGames::default(), ..*edge };
        let edges: Vec<Edge> = edges.iter().map(bare).collect();
        let found = beliefs(&edges, &asked);
        let nobody = beliefs(&edges, &at(asked.ply));
        prop_assert!(found.iter().zip(&nobody).all(|(a, b)| close(a.mean, b.mean)));
        prop_assert!(found.iter().zip(&nobody).all(|(a, b)| a.variance >= b.variance));
    }

    #[test]
    fn nobody_s_games_are_looked_at_who_is_not_asked_for(edges in edges(), ply in 0usize..40) {
        let without = |edge: &Edge| Edge { own: OpponentGames::default(), ..*edge };
        let bare: Vec<Edge> = edges.iter().map(without).collect();
        let asked = PriorityContext { class: true, ..at(ply) };
        prop_assert_eq!(beliefs(&edges, &asked), beliefs(&bare, &asked));
        let without = |edge: &Edge| Edge { class: PooledGames::default(), ..without(edge) };
        let bare: Vec<Edge> = edges.iter().map(without).collect();
        prop_assert_eq!(beliefs(&edges, &at(ply)), beliefs(&bare, &at(ply)));
    }

    #[test]
    fn more_games_leave_less_uncertain(edges in edges(), asked in asked(), more in 1u32..50) {
        let before = beliefs(&edges, &asked);
        let mut edges = edges;
        edges[0].own.games += f64::from(more);
        edges[0].class.games += f64::from(more);
        edges[0].others.games += f64::from(more);
        let after = beliefs(&edges, &asked);
        prop_assert!(after[0].variance < before[0].variance);
        let others = before.iter().zip(&after).skip(1);
        prop_assert!({ others }.all(|(a, b)| close(a.variance, b.variance)), "its own alone");
    }

    #[test]
    fn a_won_game_more_raises_a_move(edges in edges(), asked in asked(), games in 1.0f64..100.0) {
        let with = |points: f64| {
            let mut edges = edges.clone();
            edges[0].own = OpponentGames { games, points };
            beliefs(&edges, &asked)[0]
        };
        let (lost, won) = (with(0.25 * games), with(0.75 * games));
        if asked.opponent.is_some() {
            prop_assert!(won.expected() >= lost.expected() && won.offset > lost.offset);
        } else {
            prop_assert_eq!(won, lost);
        }
    }
}
