//! Progress of players: reporting, exporting, importing and deleting it.

use crate::train::Training;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;
use utoipa::ToSchema;

use super::grade::names_along;
use super::use_cases::now;
use crate::text::as_text;
use crate::train::error::QuizError;
use crate::{DEFAULT_BOOK, ServiceError};
use joseki_book::{Index, Line, NodeId};
use joseki_game::BoardSize;
use joseki_ledger::EdgeKey;
use joseki_ledger::training::{Lesson, Lessons, QuizAnswer};
use joseki_store::{EntryCounts, Store, StoreError};

/// Answers copied between stores at a time.
const PAGE: usize = 1000;

/// Parameters of a progress query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgressQuery {
    /// Book whose moves are reported; the default one if not given.
    pub book: Option<String>,
    /// Maximum number of hardest positions, and of joseki.
    pub limit: usize,
}

/// Progress of a player in a book.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = ProgressJson, example = json!({
    "player": "ann", "book": "main", "version": 1, "answers": 12,
    "moves": {"known": 5, "due": 2, "lapsed": 1}, "elsewhere": 0,
    "joseki": [{"name": "4-4, low approach", "moves": {"known": 5, "due": 2, "lapsed": 1}}],
    "hardest": [{
        "line": "DDCF", "name": "4-4, low approach", "right": 1, "wrong": 2, "recall": 0.7, "answer": "DDCFCE",
        "misplayed": [{"line": "DDCFFC", "times": 2}]
    }]
}))]
pub struct QuizProgress {
    /// Name of the player.
    pub player: String,
    /// Name of the book.
    pub book: String,
    /// Version of the book.
    pub version: u64,
    /// Number of answers, over all books.
    pub answers: u64,
    /// Moves of the book on which the player was tested.
    pub moves: ProgressCounts,
    /// Number of moves tested that are not in this book.
    pub elsewhere: u64,
    /// Progress by joseki, those with most to review first.
    pub joseki: Vec<JosekiProgress>,
    /// Positions with the most wrong answers, hardest first.
    pub hardest: Vec<HardPosition>,
}

/// Numbers of moves by state of memory; each move is in one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ProgressCountsJson)]
pub struct ProgressCounts {
    /// More likely known than not.
    pub known: u64,
    /// Known once, but by now more likely forgotten.
    pub due: u64,
    /// Last answered wrongly.
    pub lapsed: u64,
}

/// Progress in a joseki.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = JosekiJson)]
pub struct JosekiProgress {
    /// Last name along the line; null if there is none.
    pub name: Option<String>,
    /// Moves of the joseki.
    pub moves: ProgressCounts,
}

/// Position that is hard for the player.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = HardJson)]
pub struct HardPosition {
    /// Canonical line of the position.
    #[serde(serialize_with = "as_text")]
    #[schema(value_type = String)]
    pub line: Line,
    /// Last name along the line; null if there is none.
    pub name: Option<String>,
    /// Number of right answers.
    pub right: u64,
    /// Number of wrong answers.
    pub wrong: u64,
    /// Probability that it is known now, 0 to 1.
    pub recall: f64,
    /// Canonical line of the right move that is known best.
    #[serde(serialize_with = "as_text")]
    #[schema(value_type = String)]
    pub answer: Line,
    /// Book moves played wrongly, most frequent first.
    pub misplayed: Vec<MisplayedMove>,
}

/// Move played wrongly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MisplayedJson)]
pub struct MisplayedMove {
    /// Canonical line that the move leads to.
    #[serde(serialize_with = "as_text")]
    #[schema(value_type = String)]
    pub line: Line,
    /// Number of times.
    pub times: u32,
}

impl Training<'_> {
    /// Returns a player's progress with a book.
    ///
    /// # Errors
    /// Unknown player or book.
    pub fn progress(
        &self,
        player: &str,
        query: &ProgressQuery,
    ) -> Result<QuizProgress, ServiceError> {
        self.progress_at(player, query, now())
    }

    /// Does the same for a given time, in microseconds since 1970 UTC.
    ///
    /// # Errors
    /// See `Training::progress`.
    pub fn progress_at(
        &self,
        player: &str,
        query: &ProgressQuery,
        now: i64,
    ) -> Result<QuizProgress, ServiceError> {
        let book = self.service.book(query.book.as_deref().unwrap_or(DEFAULT_BOOK))?;
        let lessons = self.lessons(player)?;
        let answers = self.service.store.answer_count(player).map_err(unknown(player))?;
        let book_lessons = BookLessons::new(&book.index, &lessons, now);
        Ok(QuizProgress {
            player: player.to_owned(),
            book: book.info.name.clone(),
            version: book.info.version,
            answers,
            moves: book_lessons.counts(),
            elsewhere: book_lessons.elsewhere,
            joseki: book_lessons.joseki(query.limit),
            hardest: book_lessons.hardest(query.limit),
        })
    }

    /// Returns the lessons computed from a player's answers.
    ///
    /// # Errors
    /// Unknown player.
    pub fn lessons(&self, player: &str) -> Result<Lessons, ServiceError> {
        let lessons = self.service.store.lessons(player)?;
        lessons.ok_or_else(|| QuizError::UnknownPlayer { player: player.to_owned() }.into())
    }

    /// Returns the names of all players in order.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn players(&self) -> Result<Vec<String>, ServiceError> {
        Ok(self.service.store.players()?)
    }

    /// Returns the number of a player's answers.
    ///
    /// # Errors
    /// Unknown player.
    pub fn answer_count(&self, player: &str) -> Result<u64, ServiceError> {
        self.service.store.answer_count(player).map_err(unknown(player))
    }

    /// Returns a page of a player's answers in the order in which lessons are computed: the first
    /// `limit` after the answer with this time and question.
    ///
    /// # Errors
    /// Unknown player.
    pub fn answers(
        &self,
        player: &str,
        after: Option<(i64, String)>,
        limit: usize,
    ) -> Result<Vec<QuizAnswer>, ServiceError> {
        let answers = self.service.store.answers(player, after, limit);
        answers.map_err(unknown(player))
    }

    /// Imports answers of a player; of two to the same question the earlier one stays. Importing is
    /// idempotent, and the order of answers does not matter.
    ///
    /// # Errors
    /// An answer contradicts itself; none is imported then.
    pub fn enter_answers(
        &self,
        player: &str,
        answers: Vec<QuizAnswer>,
    ) -> Result<EntryCounts, ServiceError> {
        Ok(self.service.store.enter_answers(player, answers)?)
    }

    /// Deletes a player with all answers; returns how many there were.
    ///
    /// # Errors
    /// Unknown player.
    pub fn forget_player(&self, player: &str) -> Result<u64, ServiceError> {
        self.service.store.delete_player(player).map_err(unknown(player))
    }

    /// Imports the answers of all players of another store in pages: earlier pages stay imported
    /// after an error, and the import can be repeated.
    ///
    /// # Errors
    /// A store failed, or an answer contradicts itself.
    pub fn merge_answers(&self, other: &Arc<dyn Store>) -> Result<EntryCounts, ServiceError> {
        let mut entered = EntryCounts::default();
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
        StoreError::NotFound { .. } => {
            QuizError::UnknownPlayer { player: player.to_owned() }.into()
        }
        error => error.into(),
    }
}

/// Moves of a book that a player was asked about.
struct BookLessons<'a> {
    index: &'a Index,
    now: i64,
    /// Moves with their nodes.
    moves: Vec<(NodeId, Lesson)>,
    elsewhere: u64,
}

impl<'a> BookLessons<'a> {
    fn new(index: &'a Index, lessons: &Lessons, now: i64) -> BookLessons<'a> {
        let mut book_lessons = BookLessons { index, now, moves: Vec::new(), elsewhere: 0 };
        for (edge, lesson) in &lessons.0 {
            match node_of(index, lesson.position, *edge) {
                Some(node) => book_lessons.moves.push((node, *lesson)),
                None => book_lessons.elsewhere += 1,
            }
        }
        book_lessons
    }

    fn counts(&self) -> ProgressCounts {
        let mut counts = ProgressCounts::default();
        for (_, lesson) in &self.moves {
            counts.count(lesson, self.now);
        }
        counts
    }

    fn joseki(&self, limit: usize) -> Vec<JosekiProgress> {
        let mut by_name: BTreeMap<Option<String>, ProgressCounts> = BTreeMap::new();
        for (node, lesson) in self.moves.iter().filter(|(_, lesson)| lesson.memory.is_some()) {
            let counts = by_name.entry(self.name(*node)).or_default();
            counts.count(lesson, self.now);
        }
        let joseki = by_name.into_iter();
        let mut joseki: Vec<JosekiProgress> =
            joseki.map(|(name, moves)| JosekiProgress { name, moves }).collect();
        joseki.sort_by_key(|joseki| std::cmp::Reverse(joseki.moves.lapsed + joseki.moves.due));
        joseki.truncate(limit);
        joseki
    }

    fn hardest(&self, limit: usize) -> Vec<HardPosition> {
        let mut by_position: BTreeMap<u64, Vec<&(NodeId, Lesson)>> = BTreeMap::new();
        for one in &self.moves {
            by_position.entry(one.1.position).or_default().push(one);
        }
        let hard = by_position.into_values().filter_map(|moves| self.hard_position(&moves));
        let mut hard: Vec<HardPosition> = hard.filter(|hard| hard.wrong > 0).collect();
        hard.sort_by(|a, b| {
            let often = b.wrong.cmp(&a.wrong);
            often.then(a.recall.total_cmp(&b.recall)).then_with(|| a.line.cmp(&b.line))
        });
        hard.truncate(limit);
        hard
    }

    fn hard_position(&self, moves: &[&(NodeId, Lesson)]) -> Option<HardPosition> {
        let recall = |lesson: &Lesson| lesson.memory.map(|memory| memory.recall(self.now));
        let known = moves.iter().filter_map(|(node, lesson)| Some((recall(lesson)?, *node)));
        let (recall, node) = known.max_by(|a, b| a.0.total_cmp(&b.0))?;
        let misplayed = moves.iter().filter(|(_, lesson)| lesson.misplayed > 0);
        let mut misplayed: Vec<MisplayedMove> = misplayed
            .map(|(node, lesson)| MisplayedMove {
                line: self.index.line(*node),
                times: lesson.misplayed,
            })
            .collect();
        misplayed.sort_by_key(|one| std::cmp::Reverse(one.times));
        let before = self.index.parent(node);
        Some(HardPosition {
            line: self.index.line(before),
            name: self.name(before),
            right: moves.iter().map(|(_, lesson)| u64::from(lesson.right)).sum(),
            // Each wrong answer counts for every right move that was met.
            wrong: moves.iter().map(|(_, lesson)| u64::from(lesson.wrong)).max()?,
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

/// Returns the node of a move that a player was asked about, for any board size.
fn node_of(index: &Index, position: u64, edge: EdgeKey) -> Option<NodeId> {
    let first = super::plan::QuizPositions::find(index, position)?;
    let is_it = |node: &NodeId| {
        let key = EdgeKey::new(index.edge(*node), true);
        key == edge || BoardSize::all().any(|size| key.on_board(size) == edge)
    };
    let nodes = index.same_position(first);
    let mut children = nodes.flat_map(|node| index.children(node));
    children.find(is_it)
}
