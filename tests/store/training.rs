//! Answers of players in the store: each counts once, and what they add up to is a function of all of them.

use crate::full::cases;
use crate::store_support::OpenStore;
use crate::store_support::{TempStore, raw};
use joseki::game::{BoardSize, Color, Move, Point, Variant};
use joseki::ledger::training::{DAY, Grade, Lessons, MINUTE, QuizAnswer};
use joseki::ledger::{BoardRecord, EdgeKey};
use joseki::store::{EntryCounts, Store, StoreError, Upkeep};
use proptest::prelude::*;

/// An answer with a move or none, where these were right.
pub fn answer(question: &str, at: i64, edge: Option<u64>, expected: &[u64]) -> QuizAnswer {
    let right = edge.and_then(|edge| expected.iter().position(|one| *one == edge));
    QuizAnswer {
        question: question.to_owned(),
        at,
        book: "main".to_owned(),
        board: BoardRecord {
            variant: Variant::GO,
            size: BoardSize::new(19).expect("a size"),
            initial: vec![(Color::Black, Point::new(15, 15))],
            moves: vec![(Color::Black, Move::Play(Point::new(3, 3))), (Color::White, Move::Pass)],
        },
        to_play: Color::White,
        played: edge.map_or(Move::Pass, |edge| Move::Play(Point::new(edge as u8 % 19, 5))),
        grade: match (right, edge) {
            (Some(0), _) => Grade::Best,
            (Some(_), _) => Grade::Equal,
            (None, Some(_)) => Grade::Playable,
            (None, None) => Grade::Unknown,
        },
        position: u64::MAX - 5,
        edge: edge.map(EdgeKey),
        expected: expected.iter().copied().map(EdgeKey).collect(),
    }
}

fn all(store: &dyn Store) -> Vec<QuizAnswer> {
    store.answers("ann", None, usize::MAX).expect("answers")
}

fn lessons(store: &dyn Store) -> Lessons {
    store.lessons("ann").expect("lessons").expect("a player")
}

/// Three answers: right, wrong, and one that came late.
fn stored(temp: &TempStore) -> OpenStore {
    let store = temp.open();
    for one in [
        answer("a", 10, Some(1), &[1, u64::MAX]),
        answer("b", 10 + DAY, Some(8), &[1, u64::MAX]),
        answer("late", 10 + MINUTE, Some(u64::MAX), &[1, u64::MAX]),
    ] {
        store.enter_answer("ann", one).expect("entered");
    }
    store
}

#[test]
fn answers_are_kept_and_added_up_in_the_order_of_time() {
    let temp = TempStore::new();
    let store = stored(&temp);
    let questions: Vec<String> = all(&store).into_iter().map(|answer| answer.question).collect();
    assert_eq!(questions, ["a", "late", "b"]);
    let expected = Lessons::from_answers(all(&store));
    assert_eq!(lessons(&store), expected);
    let counts: Vec<(u32, u32, u32)> =
        expected.0.values().map(|lesson| (lesson.right, lesson.wrong, lesson.misplayed)).collect();
    assert_eq!(counts, [(1, 1, 0), (0, 0, 1), (1, 1, 0)], "of 1, 8 and the largest");
    drop(store);
    let store = temp.open();
    assert_eq!(lessons(&store), expected, "after opening again");
    assert_eq!(store.check().expect("a check"), [""; 0]);
    assert_eq!(store.answer_count("ann"), Ok(3));
    let page = store.answers("ann", Some((10 + MINUTE, "late".to_owned())), 9).expect("answers");
    assert_eq!(page.len(), 1);
}

#[test]
fn a_question_is_answered_once_and_told_the_same_again() {
    let temp = TempStore::new();
    let store = stored(&temp);
    let before = (all(&store), lessons(&store));
    let first = answer("c", 9 * DAY, Some(1), &[1]);
    let entered = store.enter_answer("ann", first.clone()).expect("entered");
    assert_eq!(entered.answer, first);
    let (edge, old, new) = entered.changed[0];
    assert_eq!((edge, old), (EdgeKey(1), before.1.memory(EdgeKey(1))));
    assert_eq!(Some(new), lessons(&store).memory(EdgeKey(1)));
    store.enter_answer("ann", answer("d", 10 * DAY, None, &[1])).expect("entered");
    let state = (all(&store), lessons(&store));
    let other = answer("c", 11 * DAY, None, &[8]);
    assert_eq!(store.enter_answer("ann", other).expect("told"), entered);
    assert_eq!((all(&store), lessons(&store)), state);
    // One that contradicts itself changes nothing, and makes no player.
    let mut wrong = first;
    wrong.grade = Grade::Mistake;
    let refused = store.enter_answer("bob", wrong).expect_err("refused");
    assert!(matches!(refused, StoreError::Invalid { .. }), "{refused}");
    assert_eq!(store.players().expect("players"), ["ann"]);
}

#[test]
fn a_player_is_forgotten_for_good() {
    let temp = TempStore::of_file();
    let store = stored(&temp);
    store.enter_answer("bob", answer("a", 1, None, &[1])).expect("entered");
    assert_eq!(store.delete_player("ann"), Ok(3));
    assert_eq!(store.players().expect("players"), ["bob"]);
    assert_eq!(store.lessons("ann"), Ok(None));
    for error in [
        store.delete_player("ann").expect_err("gone"),
        store.answer_count("ann").expect_err("gone"),
        store.answers("ann", None, 1).expect_err("gone"),
    ] {
        assert!(matches!(error, StoreError::NotFound { .. }), "{error}");
    }
    let conn = raw::open(&temp.path());
    for table in ["trainee", "trainee_answer"] {
        let count = format!("SELECT count(*) FROM {table}");
        let count: i64 = conn.query_row(&count, [], |row| row.get(0)).expect("a count");
        assert_eq!(count, 1, "{table}");
    }
}

#[test]
fn damage_is_found_and_sums_are_made_anew() {
    for (damage, wanted, wrong) in [
        ("UPDATE trainee_edge SET rights = 7 WHERE edge = 1", "on 1 moves do not match", 1),
        ("DELETE FROM trainee_edge", "on 3 moves do not match", 3),
        (
            "INSERT INTO trainee_edge VALUES (1, 99, 1, 0, 0, 1, NULL, NULL, NULL)",
            "on 1 moves do not match",
            1,
        ),
    ] {
        let temp = TempStore::of_file();
        let store = stored(&temp);
        let sound = lessons(&store);
        raw::open(&temp.path()).execute_batch(damage).expect("damaged");
        let problems = store.check().expect("a check");
        let [problem] = &problems[..] else { panic!("{problems:?}") };
        assert!(
            problem.contains(wanted) && problem.ends_with("`joseki doctor --recount`"),
            "{problem}"
        );
        assert_eq!(store.recount_answers(), Ok(wrong));
        assert_eq!((lessons(&store), store.check()), (sound, Ok(Vec::new())));
        assert_eq!(store.recount_answers(), Ok(0));
    }
    let temp = TempStore::of_file();
    let store = stored(&temp);
    let conn = raw::open(&temp.path());
    let changed = conn.execute_batch("UPDATE trainee_answer SET grade = 'best'");
    assert!(changed.expect_err("refused").to_string().contains("an answer is never changed"));
    let damage = "DROP TRIGGER trainee_answer_is_not_updated; UPDATE trainee_answer SET moves = '?' WHERE question = 'a'";
    conn.execute_batch(damage).expect("damaged");
    let problems = store.check().expect("a check").join("\n");
    assert!(
        problems.contains("player \"ann\": the answer to \"a\": its moves are not those of a game"),
        "{problems}"
    );
    assert!(
        problems.contains("the trigger trainee_answer_is_not_updated is missing"),
        "{problems}"
    );
    let refused = store.answers("ann", None, 9).expect_err("damaged");
    assert!(matches!(refused, StoreError::Corrupt { .. }), "{refused}");
}

fn any_answers() -> impl Strategy<Value = Vec<QuizAnswer>> {
    let one = (0u8..6, 0..4 * DAY, 0u64..5, 1usize..4).prop_map(|(question, at, edge, right)| {
        let expected = [1, 3, 4];
        answer(
            &format!("q{question}"),
            at / DAY * DAY,
            (edge > 0).then_some(edge),
            &expected[..right],
        )
    });
    proptest::collection::vec(one, 0..12)
}

proptest! {
    #![proptest_config(cases(12))]

    /// Whatever is taken in, in whichever order and however often: the same answers are left.
    #[test]
    fn what_is_left_does_not_depend_on_the_order(answers in any_answers(), cut in 0usize..12) {
        let cut = cut.min(answers.len());
        let (one, two) = (TempStore::new(), TempStore::new());
        let (one, two) = (one.open(), two.open());
        one.enter_answers("ann", answers.clone()).expect("taken in");
        let mut parts = [answers[cut..].to_vec(), answers[..cut].to_vec(), answers.clone()];
        parts.iter_mut().for_each(|part| part.reverse());
        for part in parts {
            two.enter_answers("ann", part).expect("taken in");
        }
        let again = one.enter_answers("ann", answers.clone()).expect("taken in");
        prop_assert_eq!(again, EntryCounts { known: answers.len() as u64, ..EntryCounts::default() });
        if !answers.is_empty() {
            prop_assert_eq!(all(&one), all(&two));
            prop_assert_eq!(lessons(&one), lessons(&two));
            prop_assert_eq!(lessons(&one), Lessons::from_answers(all(&one)));
        }
        prop_assert_eq!(two.check().expect("a check"), Vec::<String>::new());
    }
}
