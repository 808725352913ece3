//! What a player has learned: shown, written out, taken in, forgotten.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::grade::names_along;
use super::use_cases::now;
use crate::book::{Index, Line, NodeId};
use crate::game::go::BoardSize;
use crate::ledger::EdgeKey;
use crate::ledger::training::{Lesson, Lessons, QuizAnswer};
use crate::service::{DEFAULT_BOOK, Service, ServiceError};
use crate::store::{AnswersEntered, Store, StoreError};

/// Answers that go from one store to another at a time.
const PAGE: usize = 1000;

/// What is asked of a player's progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgressQuery {
    /// The book whose moves are looked at; the default one if none is named.
    pub book: Option<String>,
    /// How many of the hardest positions, and of the joseki, are told at most.
    pub limit: usize,
}

/// What a player has learned of a book.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// The player.
    pub player: String,
    /// The book.
    pub book: String,
    /// The book's version.
    pub version: u64,
    /// Answers, to whichever book.
    pub answers: u64,
    /// The moves of the book.
    pub moves: ProgressCounts,
    /// The moves that are not in this book.
    pub elsewhere: u64,
    /// The same by joseki, those with most to repeat first.
    pub joseki: Vec<Joseki>,
    /// The positions that were answered wrongly most often, the hardest first.
    pub hardest: Vec<Hard>,
}

/// Moves that a player was asked for, each in one of three.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProgressCounts {
    /// More likely known than not.
    pub known: u64,
    /// Known once, and by now more likely forgotten.
    pub due: u64,
    /// The last answer was wrong.
    pub lapsed: u64,
}

/// The moves of a joseki.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joseki {
    /// The last name along the line; nothing where there is none.
    pub name: Option<String>,
    /// Its moves.
    pub moves: ProgressCounts,
}

/// A position that is hard for a player.
#[derive(Clone, Debug, PartialEq)]
pub struct Hard {
    /// The line to it, canonical.
    pub line: Line,
    /// The last name along it.
    pub name: Option<String>,
    /// Right answers.
    pub right: u64,
    /// Wrong ones.
    pub wrong: u64,
    /// How likely it is known now.
    pub recall: f64,
    /// The right move that is known best.
    pub answer: Line,
    /// The moves of the book that were played wrongly, the most frequent first.
    pub misplayed: Vec<Misplayed>,
}

/// A move that a player plays wrongly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misplayed {
    /// The line that it leads to, canonical.
    pub line: Line,
    /// How often.
    pub times: u32,
}

impl Service {
    /// What a player has learned of a book.
    ///
    /// # Errors
    /// An unknown player or book.
    pub fn progress(&self, player: &str, asked: &ProgressQuery) -> Result<Progress, ServiceError> {
        self.progress_at(player, asked, now())
    }

    /// The same at a moment, in microseconds since 1970 UTC.
    ///
    /// # Errors
    /// As [`Service::progress`].
    pub fn progress_at(
        &self,
        player: &str,
        asked: &ProgressQuery,
        now: i64,
    ) -> Result<Progress, ServiceError> {
        let book = self.book(asked.book.as_deref().unwrap_or(DEFAULT_BOOK))?;
        let lessons = self.lessons(player)?;
        let answers = self.store.answer_count(player).map_err(unknown(player))?;
        let looked = Looked::at(&book.index, &lessons, now);
        Ok(Progress {
            player: player.to_owned(),
            book: book.info.name.clone(),
            version: book.info.version,
            answers,
            moves: looked.counts(),
            elsewhere: looked.elsewhere,
            joseki: looked.joseki(asked.limit),
            hardest: looked.hardest(asked.limit),
        })
    }

    /// What a player's answers add up to.
    ///
    /// # Errors
    /// An unknown player.
    pub fn lessons(&self, player: &str) -> Result<Lessons, ServiceError> {
        let lessons = self.store.lessons(player)?;
        lessons.ok_or_else(|| ServiceError::UnknownPlayer {
            player: player.to_owned(),
        })
    }

    /// The names of all players, in their order.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn players(&self) -> Result<Vec<String>, ServiceError> {
        Ok(self.store.players()?)
    }

    /// How many answers a player has given.
    ///
    /// # Errors
    /// An unknown player.
    pub fn answer_count(&self, player: &str) -> Result<u64, ServiceError> {
        self.store.answer_count(player).map_err(unknown(player))
    }

    /// A page of a player's answers in the order in which they are added up: the first `limit` after the answer
    /// with this time and question.
    ///
    /// # Errors
    /// An unknown player.
    pub fn answers(
        &self,
        player: &str,
        after: Option<(i64, String)>,
        limit: usize,
    ) -> Result<Vec<QuizAnswer>, ServiceError> {
        let answers = self.store.answers(player, after, limit);
        answers.map_err(unknown(player))
    }

    /// Takes answers of a player in; of two to the same question the earlier one stays. The same answers again
    /// change nothing, and their order does not matter.
    ///
    /// # Errors
    /// An answer contradicts itself; none is taken in then.
    pub fn enter_answers(
        &self,
        player: &str,
        answers: Vec<QuizAnswer>,
    ) -> Result<AnswersEntered, ServiceError> {
        Ok(self.store.enter_answers(player, answers)?)
    }

    /// Forgets a player with all answers; tells how many there were.
    ///
    /// # Errors
    /// An unknown player.
    pub fn forget_player(&self, player: &str) -> Result<u64, ServiceError> {
        self.store.forget_player(player).map_err(unknown(player))
    }

    /// Takes the answers of all players of another store in, some at a time: what came in before an error stays,
    /// and it can be done again.
    ///
    /// # Errors
    /// One of the stores fails, or an answer contradicts itself.
    pub fn merge_answers(&self, other: &Arc<dyn Store>) -> Result<AnswersEntered, ServiceError> {
        let mut entered = AnswersEntered::default();
        for player in other.players()? {
            let mut after = None;
            loop {
                let page = other.answers(&player, after.take(), PAGE)?;
                let Some(last) = page.last() else { break };
                after = Some((last.at, last.question.clone()));
                entered.add(self.enter_answers(&player, page)?);
            }
        }
        Ok(entered)
    }
}

fn unknown(player: &str) -> impl Fn(StoreError) -> ServiceError + use<'_> {
    move |error| match error {
        StoreError::NotFound { .. } => ServiceError::UnknownPlayer {
            player: player.to_owned(),
        },
        error => error.into(),
    }
}

/// The moves of a book that a player was asked for.
struct Looked<'a> {
    index: &'a Index,
    now: i64,
    /// Each with its node.
    moves: Vec<(NodeId, Lesson)>,
    elsewhere: u64,
}

impl<'a> Looked<'a> {
    fn at(index: &'a Index, lessons: &Lessons, now: i64) -> Looked<'a> {
        let mut looked = Looked {
            index,
            now,
            moves: Vec::new(),
            elsewhere: 0,
        };
        for (edge, lesson) in &lessons.0 {
            match node_of(index, lesson.position, *edge) {
                Some(node) => looked.moves.push((node, *lesson)),
                None => looked.elsewhere += 1,
            }
        }
        looked
    }

    fn counts(&self) -> ProgressCounts {
        let mut counts = ProgressCounts::default();
        for (_, lesson) in &self.moves {
            counts.count(lesson, self.now);
        }
        counts
    }

    fn joseki(&self, limit: usize) -> Vec<Joseki> {
        let mut by_name: BTreeMap<Option<String>, ProgressCounts> = BTreeMap::new();
        for (node, lesson) in self
            .moves
            .iter()
            .filter(|(_, lesson)| lesson.memory.is_some())
        {
            let counts = by_name.entry(self.name(*node)).or_default();
            counts.count(lesson, self.now);
        }
        let joseki = by_name.into_iter();
        let mut joseki: Vec<Joseki> = joseki.map(|(name, moves)| Joseki { name, moves }).collect();
        joseki.sort_by_key(|joseki| std::cmp::Reverse(joseki.moves.lapsed + joseki.moves.due));
        joseki.truncate(limit);
        joseki
    }

    fn hardest(&self, limit: usize) -> Vec<Hard> {
        let mut by_position: BTreeMap<u64, Vec<&(NodeId, Lesson)>> = BTreeMap::new();
        for one in &self.moves {
            by_position.entry(one.1.position).or_default().push(one);
        }
        let hard = by_position
            .into_values()
            .filter_map(|moves| self.hard(&moves));
        let mut hard: Vec<Hard> = hard.filter(|hard| hard.wrong > 0).collect();
        hard.sort_by(|a, b| {
            let often = b.wrong.cmp(&a.wrong);
            often
                .then(a.recall.total_cmp(&b.recall))
                .then_with(|| a.line.cmp(&b.line))
        });
        hard.truncate(limit);
        hard
    }

    fn hard(&self, moves: &[&(NodeId, Lesson)]) -> Option<Hard> {
        let recall = |lesson: &Lesson| lesson.memory.map(|memory| memory.recall(self.now));
        let known = moves
            .iter()
            .filter_map(|(node, lesson)| Some((recall(lesson)?, *node)));
        let (recall, node) = known.max_by(|a, b| a.0.total_cmp(&b.0))?;
        let misplayed = moves.iter().filter(|(_, lesson)| lesson.misplayed > 0);
        let mut misplayed: Vec<Misplayed> = misplayed
            .map(|(node, lesson)| Misplayed {
                line: self.index.line(*node),
                times: lesson.misplayed,
            })
            .collect();
        misplayed.sort_by_key(|one| std::cmp::Reverse(one.times));
        let before = self.index.parent(node);
        Some(Hard {
            line: self.index.line(before),
            name: self.name(before),
            right: moves
                .iter()
                .map(|(_, lesson)| u64::from(lesson.right))
                .sum(),
            // Each wrong answer counts against all right moves that were met.
            wrong: moves
                .iter()
                .map(|(_, lesson)| u64::from(lesson.wrong))
                .max()?,
            recall,
            answer: self.index.line(node),
            misplayed,
        })
    }

    fn name(&self, node: NodeId) -> Option<String> {
        names_along(self.index, node).into_iter().next()
    }
}

impl ProgressCounts {
    fn count(&mut self, lesson: &Lesson, now: i64) {
        match lesson.memory {
            None => {}
            Some(memory) if memory.lapsed => self.lapsed += 1,
            Some(memory) if memory.is_due(now) => self.due += 1,
            Some(_) => self.known += 1,
        }
    }
}

/// The node of a move that a player was asked for, on a board of whichever size.
fn node_of(index: &Index, position: u64, edge: EdgeKey) -> Option<NodeId> {
    let first = super::plan::Plan::find(index, position)?;
    let is_it = |node: &NodeId| {
        let key = EdgeKey::new(index.edge(*node), true);
        key == edge || BoardSize::all().any(|size| key.on_board(size) == edge)
    };
    let nodes = index.same_position(first);
    let mut children = nodes.flat_map(|node| index.children(node));
    children.find(is_it)
}
