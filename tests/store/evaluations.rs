//! What engines say of positions, in the store: of two evaluations of one key the better one stays.

use crate::full::cases;
use crate::store_support::OpenStore;
use crate::store_support::TempStore;
use joseki::game::{Color, Step};
use joseki::store::{
    EntryCounts, EvaluationKey, PositionEvaluation, Store, StoreError, StoredChoice, Upkeep,
};
use proptest::prelude::*;
use rusqlite::Connection;

pub fn evaluation(position: u64, engine: &str, visits: u32, at: i64) -> PositionEvaluation {
    PositionEvaluation {
        key: EvaluationKey {
            position,
            to_play: Color::White,
            engine: engine.to_owned(),
            rules: "chinese".to_owned(),
            komi: 15,
            board: EvaluationKey::EMPTY_BOARD.to_owned(),
        },
        requested: visits,
        visits,
        win_rate: 0.25,
        lead: -3.5,
        stdev: Some(20.0),
        moves: vec![choice("CF", 0.1 + 0.2), StoredChoice { policy: None, ..choice("XX", 0.0) }],
        at,
    }
}

fn choice(step: &str, win_rate: f64) -> StoredChoice {
    let step: Step = step.parse().expect("a step");
    StoredChoice { step, visits: 3, win_rate, lead: -0.0, policy: Some(1.0) }
}

fn all(store: &OpenStore) -> Vec<PositionEvaluation> {
    store.evaluations(None, usize::MAX).expect("readable")
}

#[test]
fn evaluations_are_read_as_they_were_entered_also_after_opening_again() {
    let temp = TempStore::new();
    let store = temp.open();
    let mut other = evaluation(u64::MAX - 3, "KataGo 1.16.0 x", 1, i64::MIN);
    (other.stdev, other.win_rate, other.key.komi) = (None, 1.0, -300);
    let mut black = evaluation(7, "a", 500, 3);
    black.key.to_play = Color::Black;
    let mut placed = evaluation(7, "a", 500, 1);
    placed.key.board = "x-2".to_owned();
    placed.moves = Vec::new();
    let entered = vec![evaluation(7, "a", 500, 1), placed, black, other];
    let account = store.enter_evaluations(entered.clone()).expect("entered");
    assert_eq!(account.added, 4);
    drop(store);
    let store = temp.open();
    assert_eq!(all(&store).len(), 4);
    for one in &entered {
        let found = store.evaluations_of(&[one.key.position, 99]).expect("readable");
        assert!(found.contains(one), "{found:?}");
    }
    assert_eq!(store.evaluations_of(&[7]).expect("readable").len(), 3);
    assert_eq!(store.evaluations_of(&[]).expect("readable"), []);
    assert_eq!(store.check().expect("a check"), [""; 0]);
    let mut paged = Vec::new();
    while let Some(one) = store
        .evaluations(paged.last().map(|last: &PositionEvaluation| &last.key), 1)
        .expect("readable")
        .pop()
    {
        paged.push(one);
    }
    assert_eq!(paged, all(&store));
}

#[test]
fn what_no_engine_says_is_refused_and_nothing_of_it_is_kept() {
    let temp = TempStore::new();
    let store = temp.open();
    let sound = || evaluation(1, "a", 1, 1);
    let wrong: [fn(&mut PositionEvaluation); 15] = [
        |one| one.win_rate = 1.5,
        |one| one.win_rate = f64::NAN,
        |one| one.lead = f64::INFINITY,
        |one| one.stdev = Some(-1.0),
        |one| one.visits = 0,
        |one| one.key.engine.clear(),
        |one| one.key.rules.clear(),
        |one| one.key.komi = 301,
        |one| one.key.board.clear(),
        |one| one.key.board = "X".to_owned(),
        |one| one.key.board = "x".repeat(41),
        |one| one.moves = vec![choice("CF", 0.5); PositionEvaluation::MAX_MOVES + 1],
        |one| one.moves = vec![choice("CF", f64::NAN)],
        |one| one.moves[0].lead = f64::INFINITY,
        |one| one.moves[0].policy = Some(1.1),
    ];
    for change in wrong {
        let mut faulty = evaluation(2, "b", 1, 1);
        change(&mut faulty);
        let refused = store.enter_evaluations(vec![sound(), faulty]);
        let error = refused.expect_err("refused");
        assert!(matches!(error, StoreError::Invalid { .. }), "{error}");
    }
    assert_eq!(all(&store), []);
}

#[test]
fn a_missing_table_is_found() {
    let temp = TempStore::of_file();
    drop(temp.open());
    let conn = Connection::open(temp.path()).expect("a file");
    conn.execute_batch("ALTER TABLE evaluation RENAME TO lost").expect("damaged");
    drop(conn);
    let problems = temp.open().check().expect("a check").join("\n");
    assert!(problems.contains("the table evaluation is missing"), "{problems}");
}

/// Moves that are in the table as they are, to the last digit.
fn any_moves() -> impl Strategy<Value = Vec<StoredChoice>> {
    let steps = (0..=u16::MAX).filter_map(Step::from_code).collect::<Vec<_>>();
    let numbers = (0.0..=1.0_f64, -1000.0..=1000.0_f64, proptest::option::of(0.0..=1.0_f64));
    let one = (proptest::sample::select(steps), 0..u32::MAX, numbers).prop_map(
        |(step, visits, (win_rate, lead, policy))| StoredChoice {
            step,
            visits,
            win_rate,
            lead,
            policy,
        },
    );
    proptest::collection::vec(one, 0..=3)
}

fn any_evaluations() -> impl Strategy<Value = Vec<PositionEvaluation>> {
    let key = (0u64..3, 0usize..2, 0usize..2);
    let one = (key, 1u32..4, 0i64..3, 0u8..3, any_moves()).prop_map(
        |((position, engine, board), visits, at, won, moves)| {
            let mut one = evaluation(position, ["a", "b"][engine], visits, at);
            one.key.board = ["empty", "x"][board].to_owned();
            one.win_rate = f64::from(won) / 2.0;
            one.moves = moves;
            one
        },
    );
    proptest::collection::vec(one, 0..20)
}

proptest! {
    #![proptest_config(cases(12))]

    /// Whatever is taken in, in whichever order and however often: the same evaluations are left.
    #[test]
    fn what_is_left_does_not_depend_on_the_order(evaluations in any_evaluations(), cut in 0usize..20) {
        let cut = cut.min(evaluations.len());
        let (one, two) = (TempStore::new(), TempStore::new());
        let (one, two) = (one.open(), two.open());
        one.enter_evaluations(evaluations.clone()).expect("taken in");
        for part in [&evaluations[cut..], &evaluations[..cut]] {
            let mut part = part.to_vec();
            part.reverse();
            two.enter_evaluations(part).expect("taken in");
        }
        let again = one.enter_evaluations(evaluations.clone()).expect("taken in");
        let known = evaluations.len() as u64;
        prop_assert_eq!(again, EntryCounts { known, ..EntryCounts::default() });
        prop_assert_eq!(all(&one), all(&two));
        for kept in all(&one) {
            let best = evaluations.iter().filter(|other| other.key == kept.key).map(|other| other.visits).max();
            prop_assert_eq!(Some(kept.visits), best);
            prop_assert!(evaluations.contains(&kept));
        }
    }
}
