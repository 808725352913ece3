//! Applies answers: moves of the graph, and batches of moves and verdicts for the book.

use std::cmp::Reverse;
use std::time::Instant;

use super::graph::GrowChoice;
use super::outcome::{ContestedVerdict, LadderMove};
use super::run::{AGAIN, GrowRun, PendingGrowth, PendingKind};
use super::verdict::{MeasuredLoss, classes_apart};
use super::{GrowOutcome, GrowRequest};
use crate::ServiceError;
use joseki_book::{Edit, Line, NodeState, Patch, Verdict};
use joseki_store::PositionEvaluation;

/// Verdicts of a change at most; the first batch of a run judges all of the book.
const MAX_EDITS: usize = 256;

/// An evaluated move of the book: the position after it, and what it is worth.
#[derive(Clone, Copy)]
struct WorthMove {
    child: usize,
    worth: f64,
}

impl GrowRun<'_> {
    /// Applies what was chosen, in this order, as far as it is answered.
    pub(super) fn apply(&mut self) {
        while self.state.pending.front().is_some_and(|first| first.missing == 0) {
            let Some(done) = self.state.pending.pop_front() else { return };
            self.apply_one(done);
        }
    }

    fn apply_one(&mut self, done: PendingGrowth) {
        let boards = done.answers.len();
        let found: Vec<PositionEvaluation> = done.answers.into_iter().flatten().collect();
        // What one board refused has no value.
        let is_complete = found.len() == boards && boards > 0;
        let is_sent = done.visits > 0;
        match done.kind {
            PendingKind::Probe => return,
            PendingKind::Again(place) => {
                if is_complete {
                    self.book.evaluate(place, &found);
                    self.state.confirmed.insert(place);
                    self.outcome.confirmed += u64::from(is_sent);
                    self.touch_parents(place);
                }
            }
            PendingKind::Chosen(GrowChoice::Evaluate(place)) => {
                // If it was refused it stays reserved, so that it is not chosen again.
                if is_complete {
                    self.book.evaluate(place, &found);
                    self.outcome.evaluated += u64::from(is_sent);
                    self.touch_parents(place);
                }
            }
            PendingKind::Chosen(GrowChoice::Expand { node, place }) => {
                let known = self.book.find(&done.position);
                if known.is_none() && !is_complete {
                    return self.leave_out(node, place);
                }
                let child = known.unwrap_or_else(|| {
                    let child = self.book.add(&done.position);
                    self.book.evaluate(child, &found);
                    self.outcome.evaluated += u64::from(is_sent);
                    child
                });
                self.book.graph.node_mut(node).moves[place].child = Some(child);
                let line = self.book.line_of(node, place);
                self.book.enter_move(node, child, line.clone());
                self.state.added.push(line);
                self.state.touched.insert(node);
            }
        }
        self.state.solution = None;
    }

    /// Marks the positions before a position, whose moves are compared with the one to it.
    fn touch_parents(&mut self, place: usize) {
        let parents = self.book.parents(place).to_vec();
        self.state.touched.extend(parents);
    }

    /// Notes which moves are the first choices before the run changes any.
    pub(super) fn note_first_choices(&mut self) {
        for node in 0..self.book.graph.len() {
            if let Some(first) = self.worth_moves(node).0.first() {
                self.state.first.insert(node, first.child);
            }
        }
    }

    /// Returns the evaluated moves of the book in a position, best first, and what the best move is
    /// worth, in the book or outside; `None` if there is nothing to compare. A tenuki does not count.
    fn worth_moves(&mut self, node: usize) -> (Vec<WorthMove>, Option<f64>) {
        let solution =
            self.state.solution.get_or_insert_with(|| self.book.graph.solve(&self.rules));
        let graph = &self.book.graph;
        let moves = graph.node(node).moves.iter().enumerate();
        let known: Vec<(Option<usize>, f64)> = moves
            .filter(|(_, known)| !known.step.is_tenuki())
            .filter_map(|(place, known)| {
                Some((known.child, solution.worth(graph, &self.rules, node, place)?))
            })
            .collect();
        let best = known.iter().map(|(_, worth)| *worth).reduce(f64::max);
        let best = best.filter(|_| known.len() > 1);
        let in_book = known.into_iter().filter_map(|(child, worth)| {
            let child = child.filter(|child| graph.node(*child).value.is_some())?;
            Some(WorthMove { child, worth })
        });
        let mut in_book: Vec<WorthMove> = in_book.collect();
        in_book.sort_by(|one, other| other.worth.total_cmp(&one.worth));
        (in_book, best)
    }

    /// Writes the moves that were added since the last batch, and the verdicts that follow: as one
    /// change, unless it would be very large.
    pub(super) fn write_batch(&mut self) -> Result<(), ServiceError> {
        self.state.batch_began = Instant::now();
        let mut lines = std::mem::take(&mut self.state.added);
        lines.sort_by_key(Line::len);
        lines.dedup();
        let mut edits: Vec<Edit> =
            lines.into_iter().map(|line| Edit::Add { line, patch: Patch::default() }).collect();
        for node in std::mem::take(&mut self.state.touched) {
            self.judge(node, &mut edits);
            if edits.len() >= MAX_EDITS {
                self.write(&std::mem::take(&mut edits))?;
            }
        }
        if edits.is_empty() { Ok(()) } else { self.write(&edits) }
    }

    fn write(&mut self, edits: &[Edit]) -> Result<(), ServiceError> {
        let GrowRequest { book, by, .. } = self.request;
        let written = self.curation.apply_growth(book, edits, by, &self.note())?;
        self.outcome.changes.extend(written.change);
        self.outcome.added += written.delta.counts().0;
        let verdict =
            |state: &Option<NodeState>| state.as_ref()?.data.as_ref().and_then(|data| data.verdict);
        let judged = written.delta.changes().iter();
        let judged = judged.filter(|change| verdict(&change.before) != verdict(&change.after));
        self.outcome.judged += judged.count() as u64;
        Ok(())
    }

    /// Names the engines, visits and boards, for the log.
    fn note(&self) -> String {
        let engines = self.engines.join(" and ");
        let boards: Vec<String> = self
            .boards
            .iter()
            .filter_map(|(board, komi)| {
                Some(format!("{} (komi {})", (*board)?.name(), f64::from(*komi) / 2.0))
            })
            .collect();
        let mut note = format!("{engines}, {} visits", self.request.visits);
        if !boards.is_empty() {
            let tenuki = self.rules.tenuki;
            note.push_str(&format!(", boards {}, tenuki {tenuki:.1}", boards.join(" and ")));
        }
        note
    }

    /// Judges the moves of a position. A new first choice needs a second evaluation; a verdict one
    /// of the move and of the one that it is compared with.
    fn judge(&mut self, node: usize, edits: &mut Vec<Edit>) {
        let (moves, best) = self.worth_moves(node);
        let Some(first) = moves.first().copied() else { return };
        if self.state.first.insert(node, first.child).is_some_and(|known| known != first.child) {
            self.doubt(first.child);
        }
        let Some(best) = best else { return };
        let is_scored = self.book.variant().game().is_scored();
        for found in &moves {
            let compared = [found.child, first.child];
            let is_confirmed = compared.iter().all(|child| self.state.confirmed.contains(child));
            // A move outside is known by the evaluation of the position before it.
            let again = if is_confirmed && best <= first.worth { AGAIN } else { 1 };
            let loss = MeasuredLoss {
                loss: (best - found.worth).max(0.0),
                spread: self.book.spread(first.child, found.child),
                boards: self.book.boards(found.child),
                visits: self.request.visits.saturating_mul(again),
                is_scored,
            };
            if self.judge_move(node, found.child, loss, is_confirmed, edits) {
                compared.into_iter().for_each(|child| self.doubt(child));
            }
        }
    }

    /// Judges a move. Returns true if that needs a second evaluation.
    fn judge_move(
        &mut self,
        node: usize,
        child: usize,
        loss: MeasuredLoss,
        is_confirmed: bool,
        edits: &mut Vec<Edit>,
    ) -> bool {
        let Some(known) = self.book.book_move(node, child).cloned() else { return false };
        if loss.depends_on_board() {
            let on_ladders = &mut self.outcome.on_ladders;
            let is_listed = on_ladders.iter().any(|other| other.line == known.line);
            if !is_listed && on_ladders.len() < GrowOutcome::MAX_REPORTED {
                on_ladders.push(LadderMove { line: known.line, spread: loss.spread });
            }
            return false;
        }
        let Some(verdict) = loss.verdict() else { return false };
        let is_contested = known.verdict.is_some_and(|own| classes_apart(own, verdict) >= 2);
        if known.verdict.is_some() && !is_contested {
            return false;
        }
        if !is_confirmed {
            return true;
        }
        let replaces = is_contested && self.request.rejudge;
        if let Some(curator) = known.verdict.filter(|_| is_contested) {
            self.contest(&known.line, curator, verdict, loss.loss);
        }
        if known.verdict.is_none() || replaces {
            let mut patch = Patch { verdict: Some(Some(verdict)), ..Patch::default() };
            if let Some(curator) = known.verdict {
                patch.tags.add.insert(format!("formerly {curator}"));
            }
            edits.push(Edit::Set { line: known.line, patch });
            self.book.enter_verdict(node, child, verdict);
        }
        false
    }

    fn contest(&mut self, line: &Line, curator: Verdict, engine: Verdict, loss: f64) {
        let replaced = self.request.rejudge;
        let contested = ContestedVerdict { line: line.clone(), curator, engine, loss, replaced };
        let list = &mut self.outcome.contested;
        list.retain(|other| other.line != contested.line);
        list.push(contested);
        list.sort_by_key(|one| Reverse(classes_apart(one.curator, one.engine)));
        list.truncate(GrowOutcome::MAX_REPORTED);
    }

    /// Has a position evaluated a second time, unless it was or will be.
    fn doubt(&mut self, place: usize) {
        if !self.state.confirmed.contains(&place) && self.state.doubted.insert(place) {
            self.state.doubtful.push_back(place);
        }
    }
}
