//! One quiz request: draws or accepts a question, grades the answer and continues the line.

use std::sync::Arc;

use super::draw::{ChosenPosition, QuizDraw};
use super::grade::{self, QuizMoves};
use super::lay::{PlacedGame, play_line};
use super::plan::QuizPositions;
use super::query::{
    GradedAnswer, MemoryChange, QuestionOrigin, QuizBoard, QuizOutcome, QuizQuery, QuizQuestion,
};
use super::walk::{Dice, QuizBook};
use crate::book::Book;
use crate::next::ReplayedGame;
use crate::train::error::QuizError;
use crate::{
    ServiceError,
    next::{CandidateMove, NextAnswer, NextQuery, NoMoveReason},
};
use joseki_book::{Index, NodeId};
use joseki_game::five::Opening;
use joseki_game::{Color, Move, Region};
use joseki_ledger::training::{Grade, Lessons, QuizAnswer};
use joseki_ledger::{BoardRecord, EdgeKey, Results};
use joseki_priority::random;
use joseki_store::EnteredAnswer;

/// Domain tag for hashing question identifiers.
const TAG_QUESTION: u64 = 16;
/// Attempts to draw a position that can be asked.
const TRIES: usize = 40;

/// A drawn question on a board.
pub(super) struct DrawnQuestion<'a> {
    laid: PlacedGame<'a>,
    answers: QuizMoves,
    chosen: ChosenPosition,
}

/// One quiz request in progress.
pub(super) struct QuizSession<'a> {
    query: &'a QuizQuery,
    book: &'a Book,
    map: QuizBook<'a>,
    standing: &'a dyn Results,
    now: i64,
}

impl<'a> QuizSession<'a> {
    pub(super) fn new(
        query: &'a QuizQuery,
        book: &'a Book,
        plan: &'a QuizPositions,
        standing: &'a dyn Results,
        now: i64,
    ) -> QuizSession<'a> {
        QuizSession {
            query,
            map: QuizBook { index: &book.index, plan, tolerance: query.tolerance },
            book,
            standing,
            now,
        }
    }

    pub(super) fn query(&self) -> &'a QuizQuery {
        self.query
    }

    pub(super) fn now(&self) -> i64 {
        self.now
    }

    pub(super) fn index(&self) -> &'a Index {
        self.map.index
    }

    /// Returns the request's seed; else one derived from player and question, so that a repeated
    /// answer has the same; else a random one.
    pub(super) fn seed(&self) -> Result<u64, ServiceError> {
        if let Some(seed) = self.query.seed {
            return Ok(seed);
        }
        if let Some(question) = &self.query.question {
            let player = self.query.player.as_deref().unwrap_or_default();
            return Ok(random::hash_text(&format!("{player}\n{question}")));
        }
        let mut bytes = [0; 8];
        getrandom::fill(&mut bytes).map_err(|error| ServiceError::Random(error.to_string()))?;
        Ok(u64::from_le_bytes(bytes))
    }

    pub(super) fn board(
        &self,
        board: &QuizBoard,
    ) -> Result<(ReplayedGame<'a>, NextQuery), ServiceError> {
        let record = &board.record;
        let mut query = NextQuery {
            initial: record.initial.clone(),
            moves: record.moves.clone(),
            to_play: board.to_play,
            limit: usize::MAX,
            ..NextQuery::new(record.size)
        };
        query.to_play = Some(query.to_play());
        Ok((ReplayedGame::replay(self.index(), &query)?, query))
    }

    pub(super) fn answers(
        &self,
        followed: &ReplayedGame<'_>,
        query: &NextQuery,
        answer: Option<Move>,
        opening: Option<&'static Opening>,
    ) -> Result<QuizMoves, ServiceError> {
        let answers = self.moves(followed, query, (None, answer), opening);
        answers.map_err(|reason| QuizError::NoQuestion { reason }.into())
    }

    /// Returns the moves of a board in a region, by default the one in question, or in the one that
    /// has the answer; see [`QuizMoves::find`].
    fn moves(
        &self,
        followed: &ReplayedGame<'_>,
        query: &NextQuery,
        (region, answer): (Option<Region>, Option<Move>),
        opening: Option<&'static Opening>,
    ) -> Result<QuizMoves, NoMoveReason> {
        let tolerance = self.query.tolerance;
        let moves = QuizMoves::find(followed, self.standing, query, region, answer, tolerance)?;
        match opening {
            Some(opening) => moves.for_opening(opening, query),
            None => Ok(moves),
        }
    }

    /// Builds the answer record to store.
    pub(super) fn answer(
        &self,
        board: &QuizBoard,
        played: Move,
        question: &str,
    ) -> Result<QuizAnswer, ServiceError> {
        let (followed, query) = self.board(board)?;
        check_legal(&followed, &query, played)?;
        let answers = self.answers(&followed, &query, Some(played), self.query.opening)?;
        let (grade, chosen) = answers.grade(played);
        Ok(QuizAnswer {
            question: question.to_owned(),
            at: self.now,
            book: self.book.info.name.clone(),
            to_play: query.to_play(),
            played,
            grade,
            position: answers.position,
            edge: chosen.map(|chosen| grade::edge_key(self.index(), chosen, &query)),
            expected: answers.expected(self.index(), &query),
            board: board.record.clone(),
        })
    }

    /// Grades an answer; also returns the board after it and its node in the book, if any. If the
    /// question was answered before, the first answer counts.
    pub(super) fn grade_answer(
        &self,
        board: &QuizBoard,
        played: Move,
        entered: Option<&EnteredAnswer>,
    ) -> Result<(GradedAnswer, PlacedGame<'a>, Option<NodeId>), ServiceError> {
        let (followed, query) = self.board(board)?;
        let color = query.to_play();
        let played = entered.map_or(played, |entered| entered.answer.played);
        check_legal(&followed, &query, played)?;
        let answers = self.answers(&followed, &query, Some(played), self.query.opening)?;
        let (grade, chosen) = answers.grade(played);
        let grade = entered.map_or(grade, |entered| entered.answer.grade);
        let chosen = chosen.cloned();
        let is_refutable = !grade.is_right() && answers.opening.is_none();
        let refutation = chosen.as_ref().filter(|_| is_refutable).map(|_| {
            let followed = self.board(board).map(|(followed, _)| followed);
            let tolerance = self.query.tolerance;
            followed.map(|followed| {
                grade::refutation(
                    followed,
                    self.standing,
                    &query,
                    answers.corner,
                    played,
                    tolerance,
                )
            })
        });
        let refutation = refutation.transpose()?.filter(|moves| !moves.is_empty());
        let lost = chosen.as_ref().and_then(|chosen| answers.lost(chosen));
        let mut laid = PlacedGame { followed, query: query.clone(), corner: answers.corner };
        // A pass says "I do not know", also in a game in which nobody may pass.
        if played != Move::Pass {
            laid.followed.play(color, played)?;
            laid.query.moves.push((color, played));
        }
        let graded = GradedAnswer {
            question: self.query.question.clone(),
            board: board.record.clone(),
            to_play: color,
            played,
            grade,
            lost: lost.filter(|_| grade != Grade::Best),
            refutation: refutation.map(|moves| self.as_answer(color.opposite(), moves)),
            memory: entered.map_or_else(Vec::new, |entered| self.memory(entered, &answers, &query)),
            right: answers.right,
            moves: self.as_answer(color, answers.moves),
            chosen,
        };
        let node = graded.chosen.as_ref().map(|chosen| chosen.node);
        Ok((graded, laid, node))
    }

    fn memory(
        &self,
        entered: &EnteredAnswer,
        answers: &QuizMoves,
        query: &NextQuery,
    ) -> Vec<MemoryChange> {
        let line = |edge: EdgeKey| {
            let is_it = |one: &&CandidateMove| grade::edge_key(self.index(), one, query) == edge;
            let found = answers.moves.iter().find(is_it)?;
            Some(found.leads_to.clone())
        };
        let changes = entered.changed.iter();
        changes
            .map(|(edge, before, after)| MemoryChange {
                line: line(*edge),
                before: *before,
                recall: before.map(|before| before.recall(entered.answer.at)),
                after: *after,
            })
            .collect()
    }

    /// Plays the opponent's reply, and asks the next question if the line continues.
    pub(super) fn continue_line(
        &self,
        answered: &mut QuizOutcome,
        mut laid: PlacedGame<'_>,
        (graded, node): (&GradedAnswer, NodeId),
        dice: &mut Dice,
    ) {
        let (player, opponent) = (graded.to_play, graded.to_play.opposite());
        answered.reply = laid.reply(self.map, self.standing, node, opponent, dice);
        if answered.reply.is_none() {
            return;
        }
        laid.query.to_play = Some(player);
        let Some(answers) = self.answers_if_askable(&laid) else {
            return;
        };
        let id = self.id(&laid.query, None, dice);
        let question = self.question(&laid.query, &answers, id, QuestionOrigin::Continued);
        answered.continues = true;
        answered.next = Some(question);
    }

    /// Returns the answers for a board if it may be asked.
    fn answers_if_askable(&self, laid: &PlacedGame<'_>) -> Option<QuizMoves> {
        let region = (Some(laid.corner), None);
        let answers = self.moves(&laid.followed, &laid.query, region, None).ok()?;
        let most = self.query.filter.max_depth;
        let depth = self.index().depth(self.index().parent(answers.moves.first()?.node));
        (answers.is_question() && most.is_none_or(|most| depth <= most)).then_some(answers)
    }

    /// Draws a question that can be asked.
    pub(super) fn draw_question(
        &self,
        below: Option<Vec<NodeId>>,
        lessons: Option<&Lessons>,
        dice: &mut Dice,
    ) -> Option<DrawnQuestion<'a>> {
        let filter = &self.query.filter;
        let mut draw = QuizDraw::new(self.map, self.query, below, lessons, self.now);
        for _ in 0..TRIES {
            let chosen = draw.draw(dice)?;
            let game = self.index().variant().game();
            let region = game.regions()[dice.below(game.regions().len())];
            let player = match game.exchanges_colors() {
                true => {
                    let drawn = if dice.toss() { Color::Black } else { Color::White };
                    filter.color.unwrap_or(drawn)
                }
                false if chosen.path.len() % 2 == 0 => Color::Black,
                false => Color::White,
            };
            let place = (region, player);
            let laid =
                play_line(self.index(), self.standing, filter.size, place, &chosen.path, dice);
            let asked = laid.and_then(|laid| Some((self.answers_if_askable(&laid)?, laid)));
            if let Some((answers, laid)) = asked {
                return Some(DrawnQuestion { laid, answers, chosen });
            }
            draw.leave_out(chosen.first);
        }
        None
    }

    pub(super) fn to_question(&self, asked: &DrawnQuestion<'_>, dice: &Dice) -> QuizQuestion {
        let query = &asked.laid.query;
        let id = self.id(query, None, dice);
        QuizQuestion {
            recall: asked.chosen.recall,
            ..self.question(query, &asked.answers, id, asked.chosen.drawn)
        }
    }

    pub(super) fn question(
        &self,
        query: &NextQuery,
        answers: &QuizMoves,
        id: String,
        drawn: QuestionOrigin,
    ) -> QuizQuestion {
        QuizQuestion {
            id,
            board: BoardRecord {
                variant: self.index().variant(),
                size: query.size,
                initial: query.initial.clone(),
                moves: query.moves.clone(),
            },
            to_play: query.to_play(),
            corner: answers.corner,
            line: answers.line.clone(),
            names: answers.names(self.index()),
            drawn,
            opening: answers.opening,
            recall: None,
            right_moves: answers.right,
            choices: answers.choices(),
        }
    }

    /// Sets the recall of a question that was not drawn.
    pub(super) fn set_recall(&self, answered: &mut QuizOutcome, lessons: Option<&Lessons>) {
        let (Some(question), Some(lessons)) = (&mut answered.next, lessons) else {
            return;
        };
        let board = QuizBoard { record: question.board.clone(), to_play: Some(question.to_play) };
        let Ok((followed, query)) = self.board(&board) else {
            return;
        };
        let region = (Some(question.corner), None);
        let Ok(answers) = self.moves(&followed, &query, region, question.opening) else { return };
        let expected = answers.expected(self.index(), &query).into_iter();
        let recalls = expected.filter_map(|edge| Some(lessons.memory(edge)?.recall(self.now)));
        question.recall = recalls.reduce(f64::max);
    }

    /// Returns the identifier of a question; for a named player it also depends on the time, since
    /// each question is answered once.
    pub(super) fn id(&self, query: &NextQuery, opening: Option<&Opening>, dice: &Dice) -> String {
        let player = self.query.player.as_deref();
        let moment = player.map_or(0, |_| self.now.cast_unsigned());
        let record = BoardRecord {
            variant: self.index().variant(),
            size: query.size,
            initial: query.initial.clone(),
            moves: query.moves.clone(),
        };
        let (initial, moves) = record.to_texts();
        let mut about =
            format!("{}\n{}\n{initial}\n{moves}", self.book.info.name, player.unwrap_or(""));
        if let Some(opening) = opening {
            about.push_str(opening.code);
        }
        let counters = [moment, random::hash_text(&about), dice.thrown()];
        format!("{:016x}", random::hash(dice.seed(), TAG_QUESTION, counters))
    }

    fn as_answer(&self, to_play: Color, moves: Vec<CandidateMove>) -> NextAnswer {
        NextAnswer {
            board: None,
            book: self.book.info.name.clone(),
            variant: self.index().variant(),
            version: self.book.info.version,
            results: self.standing.applied(),
            results_ahead: false,
            to_play,
            moves: moves.into_iter().map(Arc::new).collect(),
            regions: Vec::new(),
            shared: smallvec::SmallVec::new(),
            examples: None,
            whole_board: None,
            opening: None,
            swap: None,
            fifths: None,
            fourths: None,
            swap2: None,
            searched: None,
            reason: None,
        }
    }

    pub(super) fn no_question(&self) -> &'static str {
        match () {
            () if self.index().is_empty() => NoMoveReason::EmptyBook.into(),
            () if self.query.filter.only_due => "nothing_due",
            () => "nothing_found",
        }
    }
}

fn check_legal(
    followed: &ReplayedGame<'_>,
    query: &NextQuery,
    played: Move,
) -> Result<(), ServiceError> {
    let color = query.to_play();
    // A pass says "I do not know", also in a game in which nobody may pass.
    if played == Move::Pass {
        return Ok(());
    }
    let legal = followed.board().is_legal(color, played);
    legal.map_err(|reason| ServiceError::IllegalMove {
        index: query.moves.len(),
        color,
        played,
        reason,
    })
}
