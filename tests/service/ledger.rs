//! The standing: results added up, compared with sums over a plain list of games.

use crate::full::cases;
use std::collections::BTreeSet;

use joseki::ledger::{
    ContenderSums, EdgeKey, EdgeSum, LedgerChange, MoveEvidence, OpponentName, OpponentSums,
    OwnerId, ResultTotals, Results, Rival,
};
use joseki::priority::result::{EPOCH, baseline, epoch};
use joseki::priority::{Estimate, OpponentGames, PooledGames, Spread};
use proptest::prelude::*;

const NAMES: [&str; 5] = ["anna", "ben", "ben@2", "cho", "dora"];
const CLASSES: [&str; 3] = ["", "dan", "kyu"];
const EDGES: u64 = 6;
const OWNERS: [OwnerId; 3] = [0, 7, i64::MAX];

#[derive(Clone, Debug)]
struct Game {
    opponent: usize,
    /// Given with the game; 0 for none.
    class: usize,
    points: i64,
    /// The key that entered it.
    owner: OwnerId,
    edges: Vec<EdgeKey>,
}

fn name(opponent: usize) -> OpponentName {
    NAMES[opponent].parse().expect("a name")
}

/// Changes that enter the games in this order.
fn changes(games: &[Game]) -> Vec<LedgerChange> {
    let mut entered = [0; NAMES.len()];
    let change = |(at, game): (usize, &Game)| {
        let number = entered[game.opponent];
        entered[game.opponent] += 1;
        LedgerChange {
            number: at as u64 + 1,
            opponent: name(game.opponent),
            class: (game.class > 0).then(|| CLASSES[game.class].to_owned()),
            games: 1,
            points: game.points,
            won_lost: (i64::from(game.points > 0), i64::from(game.points == 0)),
            entered: number + 1,
            epoch: epoch(number) as u32,
            owner: game.owner,
            edges: game.edges.clone(),
        }
    };
    games.iter().enumerate().map(change).collect()
}

fn standing(changes: &[LedgerChange]) -> ResultTotals {
    let mut standing = ResultTotals::default();
    // One after the other and many at once.
    let (one, many) = changes.split_at(changes.len() / 2);
    one.iter().for_each(|change| standing.apply([change]));
    standing.apply(many);
    standing
}

/// The class of an opponent, by its name without a version: the one given last.
fn class_of(games: &[Game], opponent: &OpponentName) -> usize {
    let said = games.iter().filter(|game| game.class > 0);
    let mut said = said.filter(|game| name(game.opponent).name() == opponent.name());
    said.next_back().map_or(0, |game| game.class)
}

/// The games of one list, added up for one question, straight from the definition.
struct Oracle<'a> {
    games: &'a [Game],
}

impl Oracle<'_> {
    /// In 64ths.
    fn level(&self, opponent: &OpponentName) -> i64 {
        let of = |game: &&Game| name(game.opponent).name() == opponent.name();
        let games: Vec<&Game> = self.games.iter().filter(of).collect();
        let points: i64 = games.iter().map(|game| game.points).sum();
        let exact = baseline(points as f64 / 1e6, games.len() as f64);
        (exact * 64.0 + 0.5).floor() as i64
    }

    fn pool(&self, edge: EdgeKey, wanted: impl Fn(&OpponentName, usize) -> bool) -> PooledGames {
        let mut opponents = BTreeSet::new();
        let mut classes = BTreeSet::new();
        let (mut games, mut above) = (0, 0);
        for game in self.games.iter().filter(|game| game.edges.contains(&edge)) {
            let opponent = name(game.opponent);
            let class = class_of(self.games, &opponent);
            if !wanted(&opponent, class) {
                continue;
            }
            games += 1;
            above += game.points - self.level(&opponent) * 15_625;
            // An opponent of two owners is counted twice.
            opponents.insert((game.owner, opponent));
            classes.insert(class);
        }
        PooledGames {
            games: f64::from(games),
            above: above as f64 / 1e6,
            opponents: opponents.len() as u32,
            classes: classes.len() as u32,
            estimate: None,
        }
    }

    /// What the games of one class and one owner say: each opponent's mean, weighed by its number of
    /// games.
    fn owned(
        &self,
        edge: EdgeKey,
        owner: OwnerId,
        class: usize,
        except: Option<&OpponentName>,
    ) -> Option<(f64, f64)> {
        let opponents: BTreeSet<OpponentName> =
            self.games.iter().map(|game| name(game.opponent)).collect();
        let means = opponents.iter().filter(|one| Some(*one) != except).filter_map(|opponent| {
            let is_its = |game: &&Game| {
                game.owner == owner
                    && game.edges.contains(&edge)
                    && name(game.opponent) == *opponent
            };
            let games: Vec<&Game> = self.games.iter().filter(is_its).collect();
            let count = games.len() as f64;
            let level = self.level(opponent) * 15_625;
            let above: i64 = games.iter().map(|game| game.points - level).sum();
            let is_counted = count > 0.0 && class_of(self.games, opponent) == class;
            is_counted.then(|| (above as f64 / 1e6 / count, SPREAD.game / count))
        });
        combined(means, SPREAD.opponent)
    }

    /// What the games of one class say.
    fn of_class(
        &self,
        edge: EdgeKey,
        class: usize,
        except: Option<&OpponentName>,
    ) -> Option<(f64, f64)> {
        let owners = OWNERS.into_iter().filter_map(|owner| self.owned(edge, owner, class, except));
        combined(owners, SPREAD.owner)
    }

    /// What the games of all classes but one say.
    fn of_others(
        &self,
        edge: EdgeKey,
        class: Option<usize>,
        except: Option<&OpponentName>,
    ) -> Option<(f64, f64)> {
        let classes = || (0..CLASSES.len()).filter(|other| Some(*other) != class);
        let owned = |owner| {
            let means = classes().filter_map(|class| self.owned(edge, owner, class, except));
            combined(means, SPREAD.class)
        };
        combined(OWNERS.into_iter().filter_map(owned), SPREAD.owner)
    }

    fn own(&self, opponent: &OpponentName, edge: EdgeKey) -> (OpponentGames, u64) {
        let of = self.games.iter().filter(|game| name(game.opponent) == *opponent);
        let mut own = OpponentGames::default();
        for game in of.filter(|game| game.edges.contains(&edge)) {
            own.games += 1.0;
            own.points += game.points as f64 / 1e6;
        }
        (own, own.games as u64)
    }
}

/// No two of them alike, so that none is taken for another.
const SPREAD: Spread = Spread { game: 0.25, opponent: 0.0144, class: 0.0064, owner: 0.05 };

/// Means with their variances as one, each with an error of its own besides.
fn combined(means: impl Iterator<Item = (f64, f64)>, spread: f64) -> Option<(f64, f64)> {
    let weighed = means.map(|(mean, variance)| (1.0 / (variance + spread), mean));
    let (weights, sum) = weighed
        .fold((0.0, 0.0), |(weights, sum), (weight, mean)| (weights + weight, sum + weight * mean));
    (weights > 0.0).then(|| (sum / weights, 1.0 / weights))
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

fn same_estimate(found: Option<Estimate>, wanted: Option<(f64, f64)>) -> bool {
    match (found, wanted) {
        (Some(found), Some(wanted)) => {
            close(found.mean, wanted.0) && close(found.variance, wanted.1)
        }
        (found, wanted) => found.is_none() && wanted.is_none(),
    }
}

fn same_pool(a: PooledGames, b: PooledGames, classes: bool) -> bool {
    close(a.games, b.games)
        && close(a.above, b.above)
        && a.opponents == b.opponents
        && (!classes || a.classes == b.classes)
}

fn check(standing: &ResultTotals, games: &[Game]) -> Result<(), TestCaseError> {
    let oracle = Oracle { games };
    let unknown_variables = ["nobody", "ben@3"].map(|name| name.parse().expect("a name"));
    let opponents = (0..NAMES.len()).map(name).chain(unknown_variables).map(Some);
    for opponent in opponents.chain([None]) {
        for said in [None, Some("dan"), Some("kyu"), Some("unheard of")] {
            let rival = standing.rival(opponent.as_ref(), said);
            let class = match (said, &opponent) {
                (Some(said), _) => CLASSES.iter().position(|class| *class == said).or(Some(99)),
                (None, Some(opponent)) => {
                    Some(class_of(games, opponent)).filter(|class| *class > 0)
                }
                (None, None) => None,
            };
            for edge in (0..2 * EDGES).map(EdgeKey) {
                let found = standing.evidence(&rival, edge, &SPREAD);
                let is_own = |other: &OpponentName| Some(other) == opponent.as_ref();
                let others = oracle.pool(edge, |other, its| Some(its) != class && !is_own(other));
                let mates = oracle.pool(edge, |other, its| Some(its) == class && !is_own(other));
                let of_class = oracle.pool(edge, |_, its| Some(its) == class);
                let (own, own_games) = opponent
                    .as_ref()
                    .map_or_else(Default::default, |opponent| oracle.own(opponent, edge));
                let what = format!("{opponent:?} {said:?} {edge:?}: {found:?}");
                prop_assert!(same_pool(found.others, others, true), "{} {:?}", what, others);
                prop_assert!(same_pool(found.class, mates, false), "{} {:?}", what, mates);
                let wanted = oracle.of_others(edge, class, opponent.as_ref());
                prop_assert!(same_estimate(found.others.estimate, wanted), "{} {:?}", what, wanted);
                let wanted =
                    class.and_then(|class| oracle.of_class(edge, class, opponent.as_ref()));
                prop_assert!(same_estimate(found.class.estimate, wanted), "{} {:?}", what, wanted);
                prop_assert!(
                    close(found.own.games, own.games) && close(found.own.points, own.points)
                );
                prop_assert_eq!(found.own_games, own_games);
                let in_class = if class.is_some() { of_class.games } else { own_games as f64 };
                prop_assert!(close(found.class_games as f64, in_class), "{}", what);
                prop_assert!(close(found.all_games as f64, oracle.pool(edge, |_, _| true).games));
            }
        }
    }
    Ok(())
}

fn any_game() -> impl Strategy<Value = Game> {
    let points = prop_oneof![Just(0), Just(500_000), Just(1_000_000), 0..=1_000_000i64];
    let edges = proptest::collection::btree_set((0..2 * EDGES).prop_map(EdgeKey), 0..5);
    let who = (0..NAMES.len(), proptest::sample::select(OWNERS.to_vec()));
    (who, 0..CLASSES.len(), points, edges).prop_map(|((opponent, owner), class, points, edges)| {
        Game { opponent, class, points, owner, edges: edges.into_iter().collect() }
    })
}

fn any_games() -> impl Strategy<Value = Vec<Game>> {
    proptest::collection::vec(any_game(), 0..40)
}

/// Everything that can be asked, to the last bit.
fn answers(standing: &ResultTotals) -> Vec<MoveEvidence> {
    let mut answers = Vec::new();
    for opponent in 0..NAMES.len() {
        for class in [None, Some("dan")] {
            let rival = standing.rival(Some(&name(opponent)), class);
            answers.extend(
                (0..2 * EDGES).map(|edge| standing.evidence(&rival, EdgeKey(edge), &SPREAD)),
            );
        }
    }
    answers
}

/// What a store would have of these changes.
fn sums(changes: &[LedgerChange]) -> Vec<OpponentSums> {
    let mut opponents: Vec<OpponentSums> = Vec::new();
    for change in changes {
        let at = opponents.iter().position(|one| one.name == change.opponent.name());
        let at = at.unwrap_or_else(|| {
            opponents.push(OpponentSums {
                name: change.opponent.name().to_owned(),
                ..OpponentSums::default()
            });
            opponents.len() - 1
        });
        let opponent = &mut opponents[at];
        opponent.changed = opponent.changed.max(change.number);
        if change.class.is_some() && change.number > opponent.class_change {
            (opponent.class, opponent.class_change) = (change.class.clone(), change.number);
        }
        let version = change.opponent.version();
        let at = opponent.contenders.iter().position(|one| one.version == version);
        let at = at.unwrap_or_else(|| {
            opponent
                .contenders
                .push(ContenderSums { version: version.to_owned(), ..ContenderSums::default() });
            opponent.contenders.len() - 1
        });
        let contender = &mut opponent.contenders[at];
        contender.entered = contender.entered.max(change.entered);
        contender.games += change.games;
        contender.points += change.points;
        contender.sums.extend(change.edges.iter().map(|edge| EdgeSum {
            edge: *edge,
            owner: change.owner,
            epoch: change.epoch,
            games: change.games,
            points: change.points,
        }));
    }
    opponents
}

proptest! {
    // Every rival and every move of each case is looked at.
    #![proptest_config(cases(24))]

    #[test]
    fn it_says_what_the_games_say(games in any_games()) {
        check(&standing(&changes(&games)), &games)?;
    }

    #[test]
    fn the_order_of_changes_does_not_matter(
        games in any_games(), order in any::<u64>(),
    ) {
        let in_order = changes(&games);
        let mut shuffled = in_order.clone();
        shuffled.sort_by_key(|change| (change.number ^ order).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let (a, b) = (standing(&in_order), standing(&shuffled));
        prop_assert_eq!(answers(&a), answers(&b));
        prop_assert_eq!(a.opponents(), b.opponents());
        prop_assert_eq!((a.applied(), b.applied()), (games.len() as u64, games.len() as u64));
    }

    #[test]
    fn a_change_counts_once(games in any_games()) {
        let changes = changes(&games);
        let mut twice = standing(&changes);
        twice.apply(&changes);
        prop_assert_eq!(answers(&twice), answers(&standing(&changes)));
    }

    #[test]
    fn a_game_taken_out_leaves_nothing(games in any_games(), last in any_game()) {
        let last = Game { class: 0, ..last };
        let with = [games.clone(), vec![last]].concat();
        let mut changes = changes(&with);
        let before = standing(&changes[..games.len()]);
        let entered = changes[games.len()].clone();
        changes.push(LedgerChange {
            number: with.len() as u64 + 1,
            games: -1,
            points: -entered.points,
            won_lost: (-entered.won_lost.0, -entered.won_lost.1),
            ..entered
        });
        // The place of the game stays taken, which matters to the weights from one epoch to the next.
        prop_assume!(!changes[games.len()].entered.is_multiple_of(EPOCH));
        prop_assert_eq!(answers(&standing(&changes)), answers(&before));
    }

    /// Loaded at any moment, with earlier changes reported again or still on their way.
    #[test]
    fn loading_and_applying_meet(games in any_games(), from in 0usize..40, to in 0usize..40) {
        let changes = changes(&games);
        let (from, to) = (from.min(games.len()), to.min(games.len()));
        let (from, to) = (from.min(to), from.max(to));
        let mut found = standing(&changes[..from]);
        let all = sums(&changes[..to]);
        let later: Vec<_> = all.into_iter().filter(|one| one.changed > from as u64).collect();
        found.load(to as u64, &later);
        // These are in already.
        found.apply(&changes[..to]);
        prop_assert_eq!(answers(&found), answers(&standing(&changes[..to])));
        found.apply(&changes[to..]);
        prop_assert_eq!(answers(&found), answers(&standing(&changes)));
        prop_assert_eq!(found.applied(), games.len() as u64);
    }
}

#[test]
fn a_new_version_starts_without_moves_and_with_the_opponents_strength() {
    let games: Vec<Game> = (0..30)
        .map(|at| Game {
            opponent: 1,
            class: 1,
            points: if at % 3 == 0 { 1_000_000 } else { 0 },
            owner: 0,
            edges: vec![EdgeKey(1)],
        })
        .collect();
    let standing = standing(&changes(&games));
    let ben = |version: &str| name(1).with_version(version);
    let old = standing.rival(Some(&ben("")), None);
    let new = standing.rival(Some(&ben("2")), None);
    let against = |rival: &Rival| rival.opponent_context().expect("an opponent").baseline;
    assert!(close(against(&old), 20.0 / 50.0) && close(against(&new), 20.0 / 50.0));
    let seen = standing.evidence(&new, EdgeKey(1), &SPREAD);
    assert_eq!((seen.own_games, seen.class_games), (0, 30), "{seen:?}");
    assert_eq!(seen.class.opponents, 1, "the old version is an opponent of the class");
}

/// Games of an opponent that answers one position by one of two moves, by habit mostly by the first, or
/// by the second; the results are those of what it was.
fn habit(games: usize, first: bool, points: i64) -> Vec<Game> {
    let reply = |number: usize| {
        if number.is_multiple_of(5) == first { 4 } else { 2 }
    };
    let game = |number| Game {
        opponent: 0,
        class: 1,
        points,
        owner: 0,
        // Our move, and the reply in another position.
        edges: vec![EdgeKey(1), EdgeKey((7 << 32) + reply(number))],
    };
    (0..games).map(game).collect()
}

#[test]
fn an_opponent_that_replies_otherwise_starts_anew() {
    let games = [habit(200, true, 1_000_000), habit(100, false, 0)].concat();
    let changes = changes(&games);
    let before = standing(&changes[..249]);
    let rival = before.rival(Some(&name(0)), None);
    assert_eq!(before.evidence(&rival, EdgeKey(1), &SPREAD).own_games, 249);
    for after in [standing(&changes), loaded(&changes)] {
        let rival = after.rival(Some(&name(0)), None);
        let seen = after.evidence(&rival, EdgeKey(1), &SPREAD);
        assert_eq!((seen.own_games, seen.class_games, seen.all_games), (100, 300, 300));
        assert!(close(seen.own.games, 100.0) && close(seen.own.points, 0.0), "{seen:?}");
        // What it was before has become another opponent of its class.
        assert!(close(seen.class.games, 200.0) && seen.class.opponents == 1, "{seen:?}");
        assert_eq!(after.opponents()[0].versions[0].changed_after, Some(200));
        assert_eq!(after.opponents()[0].versions[0].games, 300);
    }
    let reversed: Vec<LedgerChange> = changes.iter().rev().cloned().collect();
    assert_eq!(answers(&standing(&reversed)), answers(&standing(&changes)));
}

fn loaded(changes: &[LedgerChange]) -> ResultTotals {
    let mut loaded = ResultTotals::default();
    loaded.load(changes.len() as u64, &sums(changes));
    loaded
}

#[test]
fn a_change_that_was_withdrawn_is_none() {
    let games = [habit(200, true, 0), habit(50, false, 0)].concat();
    let mut changes = changes(&games);
    let seen =
        |changes: &[LedgerChange]| standing(changes).opponents()[0].versions[0].changed_after;
    assert_eq!(seen(&changes), Some(200));
    let withdrawn = changes[200..].iter().cloned().zip(251..);
    let withdrawn = withdrawn.map(|(change, number)| LedgerChange {
        number,
        games: -1,
        points: -change.points,
        won_lost: (-change.won_lost.0, -change.won_lost.1),
        entered: 250,
        ..change
    });
    changes.extend(withdrawn.collect::<Vec<_>>());
    assert_eq!(seen(&changes), None);
}
