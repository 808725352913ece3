//! Quiz methods of the service: asking, grading and continuing.

use crate::train::Training;
use std::time::{SystemTime, UNIX_EPOCH};

use super::plan::QuizPositions;
use super::query::{QuestionOrigin, QuizOutcome, QuizQuery, QuizSubject};
use super::session::QuizSession;
use super::walk::Dice;
use crate::book::Book;
use crate::next::ReplayedGame;
use crate::train::error::QuizError;
use crate::{DEFAULT_BOOK, ServiceError, next::NextQuery};
use joseki_book::NodeId;
use joseki_ledger::training::Lessons;
use joseki_store::EnteredAnswer;

impl Training<'_> {
    /// Returns a question, or the grade of an answer and the continuation of its line. The answer
    /// of a named player is durable when this returns; without a name nothing is stored.
    ///
    /// # Errors
    /// Unknown book, unknown line, unsupported board size, illegal move, a board without a book
    /// move to ask about, a different answer to the same question.
    pub fn quiz(&self, query: &QuizQuery) -> Result<QuizOutcome, ServiceError> {
        self.quiz_at(query, now())
    }

    /// Does the same for a given time, in microseconds since 1970 UTC.
    ///
    /// # Errors
    /// See `Training::quiz`.
    pub fn quiz_at(&self, query: &QuizQuery, now: i64) -> Result<QuizOutcome, ServiceError> {
        let book = self.service.book(query.book.as_deref().unwrap_or(DEFAULT_BOOK))?;
        // The board size must be supported even if the board is given.
        ReplayedGame::replay(&book.index, &NextQuery::new(query.filter.size))?;
        let below = allowed_roots(&book, query)?;
        let entered = self.store_answer(query, &book, now)?;
        let lessons = self.lessons_of(query)?;
        let results = self.service.learning().live_results()?;
        let plan = book.features.of();
        let quiz = QuizSession::new(query, &book, &plan, &results, now);
        let mut dice = Dice::new(quiz.seed()?);
        let mut answered = QuizOutcome {
            book: book.info.name.clone(),
            version: book.info.version,
            graded: None,
            reply: None,
            continues: false,
            next: None,
            reason: None,
        };
        match (&query.board, query.answer) {
            (Some(board), Some(played)) => {
                let (graded, laid, node) = quiz.grade_answer(board, played, entered.as_ref())?;
                let continues = graded.grade.is_right()
                    && query.ask == QuizSubject::Moves
                    && query.opening.is_none();
                if let Some(node) = node.filter(|_| continues) {
                    quiz.continue_line(&mut answered, laid, (&graded, node), &mut dice);
                }
                answered.graded = Some(graded);
            }
            (Some(board), None) => {
                let (followed, next_query) = quiz.board(board)?;
                let answers = quiz.answers(&followed, &next_query, None, query.opening)?;
                let id = quiz.id(&next_query, query.opening, &dice);
                let question = quiz.question(&next_query, &answers, id, QuestionOrigin::Given);
                answered.next = Some(question);
            }
            (None, _) => {}
        }
        if answered.next.is_none() {
            let lessons = lessons.as_ref();
            let asked = match query.ask {
                QuizSubject::Openings => quiz.draw_opening(below.as_deref(), lessons, &mut dice),
                QuizSubject::Moves | QuizSubject::Fifths => quiz
                    .draw_question(below, lessons, &mut dice)
                    .map(|asked| quiz.to_question(&asked, &dice)),
            };
            match asked {
                Some(question) => answered.next = Some(question),
                None => answered.reason = Some(quiz.no_question()),
            }
        } else {
            quiz.set_recall(&mut answered, lessons.as_ref());
        }
        Ok(answered)
    }

    /// Stores the answer of a named player.
    fn store_answer(
        &self,
        query: &QuizQuery,
        book: &Book,
        now: i64,
    ) -> Result<Option<EnteredAnswer>, ServiceError> {
        let (Some(board), Some(played)) = (&query.board, query.answer) else {
            return Ok(None);
        };
        let (Some(player), Some(question)) = (&query.player, &query.question) else {
            return Ok(None);
        };
        let results = self.service.learning().live_results()?;
        let plan = book.features.of();
        let answer =
            QuizSession::new(query, book, &plan, &results, now).answer(board, played, question)?;
        let (board, to_play) = (answer.board.clone(), answer.to_play);
        let entered = self.service.store.enter_answer(player, answer)?;
        let kept = &entered.answer;
        if (&kept.book, &kept.board, kept.to_play) != (&book.info.name, &board, to_play) {
            let question = question.clone();
            return Err(QuizError::OtherQuestion { question }.into());
        }
        Ok(Some(entered))
    }

    fn lessons_of(&self, query: &QuizQuery) -> Result<Option<Lessons>, ServiceError> {
        match &query.player {
            Some(player) => Ok(self.service.store.lessons(player)?),
            None => Ok(None),
        }
    }
}

/// Returns the nodes below which questions are drawn; none without a restriction.
fn allowed_roots(book: &Book, query: &QuizQuery) -> Result<Option<Vec<NodeId>>, ServiceError> {
    let (index, filter) = (&book.index, &query.filter);
    let prefix = match &filter.prefix {
        None => None,
        Some(line) => Some(index.find(line).ok_or_else(|| ServiceError::UnknownNode {
            book: book.info.name.clone(),
            line: line.canonical(),
        })?),
    };
    // The names of an opening are known by its stones.
    if filter.names.is_empty() || query.ask == QuizSubject::Openings {
        return Ok(prefix.map(|node| vec![node]));
    }
    let above = |node: NodeId| {
        let parent = |node: &NodeId| (*node != NodeId::ROOT).then(|| index.parent(*node));
        std::iter::successors(Some(node), parent)
    };
    let mut named = book.features.of::<QuizPositions>().named(index, &filter.names);
    named.retain(|node| prefix.is_none_or(|prefix| above(*node).any(|node| node == prefix)));
    let all: std::collections::HashSet<NodeId> = named.iter().copied().collect();
    named.retain(|node| !above(*node).skip(1).any(|node| all.contains(&node)));
    Ok(Some(named))
}

/// Returns microseconds since 1970 UTC.
pub(super) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| i64::try_from(since.as_micros()).unwrap_or(i64::MAX))
}
