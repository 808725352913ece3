//! The memory of one move: a half-life that right answers lengthen and wrong ones shorten.

/// A minute in microseconds.
pub const MINUTE: i64 = 60_000_000;
/// An hour in microseconds.
pub const HOUR: i64 = 60 * MINUTE;
/// A day in microseconds.
pub const DAY: i64 = 24 * HOUR;

/// The half-life after a first right answer, and the minimum after any right answer.
const FIRST: i64 = DAY;
/// Minimum half-life; also the half-life used after a lapse.
const SHORTEST: i64 = 10 * MINUTE;
/// Maximum half-life.
const LONGEST: i64 = 365 * DAY;

/// How well a player remembers a move.
///
/// The model is half-life regression ("A Trainable Spaced Repetition Model for Language Learning",
/// ACL 2016): the probability of recall is 2 to the power of −elapsed / half-life. Its weights are
/// fixed instead of fitted, as in the Leitner system, which that paper shows to be the special case
/// in which a right answer doubles the half-life and a wrong one halves it:
///
/// - A right answer leaves a half-life of at least a day, and the first one exactly a day.
/// - A right answer adds the time since the previous answer. So it doubles the half-life when
///   exactly that time has passed, does more for a move that was long overdue, and less for one
///   asked too early. Asking repeatedly in a row therefore does little.
/// - A wrong answer halves the half-life (a first one: half a day), and the move counts as lapsed
///   until the next right answer. A lapsed move is forgotten with a half-life of ten minutes, so
///   that it is asked again soon.
/// - A half-life is at least ten minutes and at most 365 days.
///
/// All values are whole microseconds, so results are the same everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Memory {
    /// The half-life in microseconds.
    pub half_life: i64,
    /// Set if the last answer was wrong.
    pub lapsed: bool,
    /// When the last answer was given, in microseconds since 1970 UTC.
    pub answered: i64,
}

impl Memory {
    /// Returns the memory after an answer; `before` is `None` for the first one.
    #[must_use]
    pub fn after(before: Option<Memory>, right: bool, now: i64) -> Memory {
        let half_life = match (before, right) {
            (None, true) => FIRST,
            (None, false) => FIRST / 2,
            (Some(before), true) => {
                let grown = before.half_life.saturating_add(before.elapsed(now));
                grown.max(FIRST)
            }
            (Some(before), false) => before.half_life / 2,
        };
        let answered = before.map_or(now, |before| before.answered.max(now));
        Memory { half_life: half_life.clamp(SHORTEST, LONGEST), lapsed: !right, answered }
    }

    /// Returns the probability of a right answer, above 0 and at most 1.
    #[must_use]
    pub fn recall(&self, now: i64) -> f64 {
        let half_life = if self.lapsed { SHORTEST } else { self.half_life };
        (-(self.elapsed(now) as f64) / half_life.max(1) as f64).exp2().max(f64::MIN_POSITIVE)
    }

    /// Checks whether the probability of a right answer has fallen to one half.
    #[must_use]
    pub fn is_due(&self, now: i64) -> bool {
        self.recall(now) <= 0.5
    }

    /// Checks that the half-life is within its bounds.
    #[must_use]
    pub const fn is_sound(&self) -> bool {
        self.half_life >= SHORTEST && self.half_life <= LONGEST
    }

    fn elapsed(&self, now: i64) -> i64 {
        now.saturating_sub(self.answered).max(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn learned(answers: &[(bool, i64)]) -> Memory {
        let mut memory = None;
        let mut now = 0;
        for (right, later) in answers {
            now += later;
            memory = Some(Memory::after(memory, *right, now));
        }
        memory.expect("an answer")
    }

    #[test]
    fn a_move_answered_when_it_is_due_doubles_its_half_life() {
        let mut days = vec![(true, 0)];
        for (days_later, expected) in [(1, 2), (2, 4), (4, 8), (8, 16)] {
            days.push((true, days_later * DAY));
            assert_eq!(learned(&days).half_life, expected * DAY);
        }
        let lapse = [days.clone(), vec![(false, 16 * DAY)]].concat();
        let memory = learned(&lapse);
        assert_eq!((memory.half_life, memory.lapsed), (8 * DAY, true));
        let now = memory.answered;
        assert_eq!(memory.recall(now + 10 * MINUTE), 0.5);
        assert!(memory.is_due(now + 10 * MINUTE) && !memory.is_due(now + 9 * MINUTE));
        let again = learned(&[lapse, vec![(true, 10 * MINUTE)]].concat());
        assert_eq!(again.half_life, 8 * DAY + 10 * MINUTE);
        assert!(!again.lapsed);
    }

    #[test]
    fn early_answers_in_a_row_do_little_and_late_ones_much() {
        let crammed = [vec![(true, 0)], vec![(true, MINUTE); 20]].concat();
        assert_eq!(learned(&crammed).half_life, DAY + 20 * MINUTE);
        assert_eq!(learned(&[(true, 0), (true, 6 * DAY)]).half_life, 7 * DAY);
        assert_eq!(learned(&[(false, 0)]).half_life, DAY / 2);
        assert_eq!(learned(&[(false, MINUTE); 40]).half_life, 10 * MINUTE);
        assert_eq!(learned(&[(true, 0), (true, 5000 * DAY)]).half_life, 365 * DAY);
    }

    fn answers() -> impl Strategy<Value = Vec<(bool, i64)>> {
        proptest::collection::vec((any::<bool>(), 0..400 * DAY), 1..30)
    }

    proptest! {
        #[test]
        fn half_lives_are_bounded_and_recall_falls(
            answers in answers(), earlier in 0..400 * DAY, later in 0..400 * DAY,
        ) {
            let memory = learned(&answers);
            prop_assert!(memory.is_sound());
            let now = memory.answered;
            let (one, two) = (memory.recall(now + earlier), memory.recall(now + earlier + later));
            prop_assert!(0.0 < two && two <= one && one <= 1.0);
            prop_assert_eq!(memory.recall(now), 1.0);
            prop_assert_eq!(memory.recall(now - later), 1.0, "a clock that went back");
        }

        #[test]
        fn a_right_answer_never_leaves_less_than_a_wrong_one(
            answers in answers(), elapsed in 0..400 * DAY, later in 0..400 * DAY,
        ) {
            let memory = learned(&answers);
            let now = memory.answered + elapsed;
            let right = Memory::after(Some(memory), true, now);
            let wrong = Memory::after(Some(memory), false, now);
            prop_assert!(right.half_life >= memory.half_life && memory.half_life >= wrong.half_life);
            prop_assert!(right.recall(now + later) >= wrong.recall(now + later));
            // Waiting longer before a right answer never gives less.
            let overdue = Memory::after(Some(memory), true, now + later);
            prop_assert!(overdue.half_life >= right.half_life);
        }

        #[test]
        fn clocks_that_go_anywhere_break_nothing(times in proptest::collection::vec((any::<bool>(), any::<i64>()), 1..20)) {
            let mut memory = None;
            for (right, now) in times {
                let next = Memory::after(memory, right, now);
                prop_assert!(next.is_sound());
                prop_assert!((0.0..=1.0).contains(&next.recall(now)));
                memory = Some(next);
            }
        }
    }
}
