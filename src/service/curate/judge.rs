//! Verdicts of a book's moves from engine evaluations.

use super::author::Author;
use crate::curate::Curation;
use crate::engine::evaluate::StoredEvaluations;
use crate::{ServiceError, curate::ChangeOutcome};
use joseki_base::cancel::checkpoint;
use joseki_book::{Edit, Index, NodeId, Patch, Verdict};
use joseki_store::ChangeKind;

/// A request for verdicts from stored evaluations.
#[derive(Clone, Debug)]
pub struct JudgeRequest {
    /// The book.
    pub book: String,
    /// Maximum number of steps of a line.
    pub depth: Option<usize>,
    /// Minimum number of counted games that reached a position.
    pub min_games: Option<u32>,
    /// Whether to replace existing verdicts.
    pub again: bool,
    /// Whether to report the outcome without changing anything.
    pub dry_run: bool,
    /// Author, for the log.
    pub by: Author,
}

/// Losses below which a move is ideal or good, and above which it is a question or a mistake.
pub(crate) struct Thresholds {
    pub ideal: f64,
    pub good: f64,
    pub question: f64,
    pub mistake: f64,
}

/// In Go, points: those of verdicts proposed from games.
pub(crate) const POINTS: Thresholds =
    Thresholds { ideal: 0.25, good: 0.8, question: 0.8, mistake: 2.0 };
/// In other games, win rates.
pub(crate) const WIN_RATES: Thresholds =
    Thresholds { ideal: 0.02, good: 0.05, question: 0.1, mistake: 0.2 };

impl Thresholds {
    /// Returns the class of a loss: 0 ideal, 1 good or undecided, 2 a question, 3 a mistake.
    pub(crate) fn class(&self, loss: f64) -> u8 {
        match loss {
            loss if loss > self.mistake => 3,
            loss if loss > self.question => 2,
            loss if loss >= self.ideal => 1,
            _ => 0,
        }
    }

    fn verdict(&self, loss: f64) -> Option<Verdict> {
        match loss {
            loss if loss > self.mistake => Some(Verdict::Mistake),
            loss if loss > self.question => Some(Verdict::Question),
            loss if loss < self.ideal => Some(Verdict::Ideal),
            loss if loss < self.good => Some(Verdict::Good),
            _ => None,
        }
    }
}

impl Curation<'_> {
    /// Judges a book's moves by what they lose against the best move of their position, from stored
    /// evaluations, as one change. A move without a comparable evaluation gets no verdict.
    ///
    /// # Errors
    /// Unknown book, cancelled work, failed write.
    pub fn judge_book(&self, request: &JudgeRequest) -> Result<ChangeOutcome, ServiceError> {
        let book = self.service.book(&request.book)?;
        let index = &book.index;
        let positions: Vec<u64> =
            index.nodes().filter_map(|node| Some(index.key(node)?.key)).collect();
        let kept = StoredEvaluations::new(self.service.store.evaluations_of(&positions)?);
        let mut edits = Vec::new();
        for node in index.nodes().skip(1) {
            checkpoint()?;
            let has_verdict = index.data(node).and_then(|data| data.verdict).is_some();
            let is_deep = request.depth.is_some_and(|depth| index.depth(node) > depth);
            let games = || index.count_by_position(node, |_| true).games;
            let is_rare = || request.min_games.is_some_and(|least| games() < least);
            if has_verdict && !request.again || is_deep || is_rare() {
                continue;
            }
            let Some(verdict) = kept.verdict(index, node) else { continue };
            let patch = Patch { verdict: Some(Some(verdict)), ..Patch::default() };
            edits.push(Edit::Set { line: index.line(node), patch });
        }
        let note = request.by.note(ChangeKind::Edit, "");
        self.edit_existing(&request.book, &edits, request.dry_run, &note)
    }
}

impl StoredEvaluations {
    /// Returns the verdict by the engine with the most visits whose evaluation is comparable with
    /// another one.
    fn verdict(&self, index: &Index, node: NodeId) -> Option<Verdict> {
        let mut found = self.of_node(index, node).into_iter();
        if index.variant().game().is_scored() {
            // The position before includes moves in the rest of the board.
            return POINTS.verdict(found.find_map(|found| found.lost)?.lead);
        }
        let loss = found.find_map(|found| {
            let before = self.before(index, node, &found.stored);
            let lost_before = before.map(|before| before.win_rate - found.win_rate);
            let lost = found.lost.map(|lost| lost.win_rate);
            lost.into_iter().chain(lost_before).reduce(f64::max)
        });
        WIN_RATES.verdict(loss?)
    }
}
