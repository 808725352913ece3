//! A player's lessons: all answers added up by book move.

use std::collections::BTreeMap;

use super::answer::QuizAnswer;
use super::memory::Memory;
use crate::EdgeKey;

/// A player's answers about one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The key of the position before the move.
    pub position: u64,
    /// Number of right answers with this move.
    pub right: u32,
    /// Number of wrong answers where this move was right.
    pub wrong: u32,
    /// Number of wrong answers with this move.
    pub misplayed: u32,
    /// How well it is remembered; `None` for a move that was only played wrongly.
    pub memory: Option<Memory>,
}

/// A player's lessons by move: a function of the answers in the order of [`QuizAnswer::sort_key`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lessons(pub BTreeMap<EdgeKey, Lesson>);

impl Lessons {
    /// Computes the lessons from all answers, given in any order.
    #[must_use]
    pub fn from_answers(mut answers: Vec<QuizAnswer>) -> Lessons {
        answers.sort_by(|a, b| a.sort_key().cmp(&b.sort_key()));
        let mut lessons = Lessons::default();
        for answer in &answers {
            lessons.learn(answer);
        }
        lessons
    }

    /// Adds an answer that is later than all others.
    ///
    /// A right answer strengthens the move played. A wrong one weakens those of the right moves
    /// that the player has met before, or the best one if there are none; the move played is
    /// counted as misplayed.
    pub fn learn(&mut self, answer: &QuizAnswer) {
        let right = answer.grade.is_right();
        for edge in self.affected_moves(answer) {
            let lesson = self.lesson(edge, answer.position);
            lesson.memory = Some(Memory::after(lesson.memory, right, answer.at));
            let count = if right { &mut lesson.right } else { &mut lesson.wrong };
            *count = count.saturating_add(1);
        }
        if let Some(edge) = answer.edge.filter(|_| !right) {
            let lesson = self.lesson(edge, answer.position);
            lesson.misplayed = lesson.misplayed.saturating_add(1);
        }
    }

    /// Returns the moves whose memory an answer changes, best first.
    #[must_use]
    pub fn affected_moves(&self, answer: &QuizAnswer) -> Vec<EdgeKey> {
        if answer.grade.is_right() {
            return answer.edge.into_iter().collect();
        }
        let met = |edge: &&EdgeKey| self.memory(**edge).is_some();
        let met: Vec<EdgeKey> = answer.expected.iter().filter(met).copied().collect();
        if met.is_empty() { answer.expected.first().copied().into_iter().collect() } else { met }
    }

    /// Returns how well a move is remembered.
    #[must_use]
    pub fn memory(&self, edge: EdgeKey) -> Option<Memory> {
        self.0.get(&edge)?.memory
    }

    fn lesson(&mut self, edge: EdgeKey, position: u64) -> &mut Lesson {
        self.0.entry(edge).or_insert(Lesson {
            position,
            right: 0,
            wrong: 0,
            misplayed: 0,
            memory: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{DAY, Grade};
    use super::*;
    use crate::BoardRecord;
    use joseki_game::{BoardSize, Color, Move, Variant};
    use proptest::prelude::*;

    fn answer(number: usize, at: i64, edge: Option<u64>, expected: &[u64]) -> QuizAnswer {
        let right = edge.is_some_and(|edge| expected.contains(&edge));
        QuizAnswer {
            question: format!("q{number}"),
            at,
            book: "main".to_owned(),
            board: BoardRecord {
                variant: Variant::GO,
                size: BoardSize::NINETEEN,
                initial: Vec::new(),
                moves: Vec::new(),
            },
            to_play: Color::Black,
            played: Move::Pass,
            grade: match (right, edge) {
                (true, _) => Grade::Best,
                (false, Some(_)) => Grade::Mistake,
                (false, None) => Grade::Unknown,
            },
            position: 7,
            edge: edge.map(EdgeKey),
            expected: expected.iter().copied().map(EdgeKey).collect(),
        }
    }

    #[test]
    fn a_wrong_answer_counts_against_what_was_met_before_or_the_best() {
        let mut lessons = Lessons::default();
        lessons.learn(&answer(1, 0, Some(9), &[1, 3]));
        let counts = |lessons: &Lessons, edge| {
            let lesson = lessons.0.get(&EdgeKey(edge))?;
            Some((lesson.right, lesson.wrong, lesson.misplayed))
        };
        assert_eq!(counts(&lessons, 1), Some((0, 1, 0)));
        assert_eq!(counts(&lessons, 3), None);
        assert_eq!(counts(&lessons, 9), Some((0, 0, 1)));
        assert_eq!(lessons.memory(EdgeKey(9)), None);
        lessons.learn(&answer(2, DAY, Some(3), &[1, 3]));
        assert_eq!(counts(&lessons, 3), Some((1, 0, 0)));
        lessons.learn(&answer(3, 2 * DAY, None, &[5, 3, 1]));
        assert_eq!(counts(&lessons, 1), Some((0, 2, 0)));
        assert_eq!(counts(&lessons, 3), Some((1, 1, 0)));
        assert_eq!(counts(&lessons, 5), None);
    }

    #[test]
    fn answers_that_contradict_themselves_are_told() {
        let sound = answer(1, 0, Some(1), &[1, 3]);
        assert_eq!(sound.fault(), None);
        let mut faulty = [const { None }; 4].map(|_: Option<()>| sound.clone());
        faulty[0].expected.clear();
        faulty[1].grade = Grade::Mistake;
        faulty[2].edge = None;
        faulty[3].question = " ".to_owned();
        assert!(faulty.iter().all(|answer| answer.fault().is_some()));
        assert_eq!(answer(1, 0, None, &[1]).fault(), None);
    }

    proptest! {
        #[test]
        fn the_order_of_arrival_does_not_matter(
            answers in proptest::collection::vec((0..5 * DAY, 0u64..6, 1usize..4), 0..40),
            turn in 0usize..40,
        ) {
            let answers = answers.into_iter().enumerate().map(|(number, (at, edge, expected))| {
                // Some answers are simultaneous.
                let (at, right) = (at / DAY * DAY, [1, 3, 5]);
                answer(number, at, (edge > 0).then_some(edge), &right[..expected])
            });
            let answers: Vec<QuizAnswer> = answers.collect();
            let mut turned = answers.clone();
            turned.rotate_left(turn.min(answers.len()));
            let lessons = Lessons::from_answers(answers.clone());
            prop_assert_eq!(&lessons, &Lessons::from_answers(turned));
            let rights: u32 = lessons.0.values().map(|lesson| lesson.right).sum();
            let right = answers.iter().filter(|answer| answer.grade.is_right()).count();
            prop_assert_eq!(rights as usize, right);
            let misplayed: u32 = lessons.0.values().map(|lesson| lesson.misplayed).sum();
            let wrong = answers.iter().filter(|answer| !answer.grade.is_right() && answer.edge.is_some()).count();
            prop_assert_eq!(misplayed as usize, wrong);
        }
    }
}
