//! Applies answers: moves of the graph, and batches of moves and verdicts for the book.

use std::cmp::Reverse;
use std::time::Instant;

use super::GrowOutcome;
use super::graph::GrowChoice;
use super::outcome::{ContestedVerdict, LadderMove};
use super::run::{AGAIN, GrowRun, PendingGrowth, PendingKind};
use super::verdict::{MeasuredLoss, classes_apart};
use crate::ServiceError;
use joseki_book::{Edit, Line, Patch, Verdict};
use joseki_store::PositionEvaluation;

/// A move of a position: its place among the moves, the position after it, and what it is worth.
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
        let (is_new, visits) = (done.visits > 0, done.visits);
        match done.kind {
            PendingKind::Probe => return,
            PendingKind::Again(place) => {
                if is_complete {
                    self.book.evaluate(place, &found);
                    self.state.confirmed.insert(place);
                    self.outcome.confirmed += 1;
                    self.touch_parents(place);
                }
            }
            PendingKind::Chosen(GrowChoice::Evaluate(place)) => {
                // If it was refused it stays reserved, so that it is not chosen again.
                if is_complete {
                    self.book.evaluate(place, &found);
                    self.outcome.evaluated += u64::from(is_new && visits > 0);
                    self.touch_parents(place);
                }
            }
            PendingKind::Chosen(GrowChoice::Expand { node, place }) => {
                let known = self.book.find(&done.position);
                if known.is_none() && !is_complete {
                    self.book.graph.node_mut(node).moves[place].may_grow = false;
                } else {
                    let child = known.unwrap_or_else(|| {
                        let child = self.book.add(&done.position);
                        self.book.evaluate(child, &found);
                        self.outcome.evaluated += u64::from(is_new);
                        child
                    });
                    self.book.graph.node_mut(node).moves[place].child = Some(child);
                    let mut line = self.book.graph.node(node).line.clone();
                    line.push(self.book.graph.node(node).moves[place].step);
                    let line = line.canonical();
                    self.book.enter_move(node, child, line.clone());
                    self.state.added.push(line);
                    self.state.touched.insert(node);
                }
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
            if let Some(first) = self.worth_moves(node).first() {
                self.state.first.insert(node, first.child);
            }
        }
    }

    /// Returns the moves of the book in a position that have been evaluated, best first, without a
    /// tenuki.
    fn worth_moves(&mut self, node: usize) -> Vec<WorthMove> {
        let solution =
            self.state.solution.get_or_insert_with(|| self.book.graph.solve(&self.rules));
        let moves = self.book.graph.node(node).moves.iter().enumerate();
        let mut found: Vec<WorthMove> = moves
            .filter(|(_, known)| !known.step.is_tenuki())
            .filter_map(|(place, known)| {
                let child = known.child?;
                self.book.graph.node(child).value?;
                let worth = solution.worth(&self.book.graph, &self.rules, node, place)?;
                Some(WorthMove { child, worth })
            })
            .collect();
        found.sort_by(|one, other| other.worth.total_cmp(&one.worth));
        found
    }

    /// Returns what the best move of a position is worth, in the book or outside, without a tenuki;
    /// `None` if there is nothing to compare.
    fn best_worth(&mut self, node: usize) -> Option<f64> {
        let solution =
            self.state.solution.get_or_insert_with(|| self.book.graph.solve(&self.rules));
        let moves = self.book.graph.node(node).moves.iter().enumerate();
        let moves = moves.filter(|(_, known)| !known.step.is_tenuki());
        let worths = moves
            .filter_map(|(place, _)| solution.worth(&self.book.graph, &self.rules, node, place));
        let worths: Vec<f64> = worths.collect();
        (worths.len() > 1).then(|| worths.into_iter().fold(f64::NEG_INFINITY, f64::max))
    }

    /// Writes the moves that were added since the last batch, and the verdicts that follow, as one
    /// change.
    pub(super) fn write_batch(&mut self) -> Result<(), ServiceError> {
        self.state.batch_began = Instant::now();
        let mut lines = std::mem::take(&mut self.state.added);
        lines.sort_by_key(Line::len);
        lines.dedup();
        let mut edits: Vec<Edit> =
            lines.into_iter().map(|line| Edit::Add { line, patch: Patch::default() }).collect();
        let added = edits.len();
        for node in std::mem::take(&mut self.state.touched) {
            self.judge(node, &mut edits);
        }
        if edits.is_empty() {
            return Ok(());
        }
        let judged = edits.len() - added;
        let written = self.curation.apply_growth(
            &self.request.book,
            &edits,
            &self.request.by,
            &self.note(),
        )?;
        self.outcome.changes.extend(written.change);
        let (inserted, ..) = written.delta.counts();
        self.outcome.added += inserted;
        self.outcome.judged += judged as u64;
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

    /// Judges the moves of a position. A new first choice, and a verdict, need a second evaluation.
    fn judge(&mut self, node: usize, edits: &mut Vec<Edit>) {
        let moves = self.worth_moves(node);
        let Some(first) = moves.first().copied() else { return };
        if self.state.first.insert(node, first.child).is_some_and(|known| known != first.child) {
            self.doubt(first.child);
        }
        let Some(best) = self.best_worth(node) else { return };
        for found in &moves {
            let boards = self.book.boards(found.child);
            let is_confirmed = self.state.confirmed.contains(&found.child);
            let again = if is_confirmed { AGAIN } else { 1 };
            let loss = MeasuredLoss {
                loss: (best - found.worth).max(0.0),
                spread: self.book.spread(first.child, found.child),
                boards,
                visits: self.request.visits.saturating_mul(again),
                is_scored: self.book.variant().game().is_scored(),
            };
            self.judge_move(node, found.child, loss, is_confirmed, edits);
        }
    }

    fn judge_move(
        &mut self,
        node: usize,
        child: usize,
        loss: MeasuredLoss,
        is_confirmed: bool,
        edits: &mut Vec<Edit>,
    ) {
        let Some(known) = self.book.book_move(node, child).cloned() else { return };
        if loss.depends_on_board() {
            let on_ladders = &mut self.outcome.on_ladders;
            let is_listed = on_ladders.iter().any(|other| other.line == known.line);
            if !is_listed && on_ladders.len() < GrowOutcome::MAX_REPORTED {
                on_ladders.push(LadderMove { line: known.line, spread: loss.spread });
            }
            return;
        }
        let Some(verdict) = loss.verdict() else { return };
        let is_contested = known.verdict.is_some_and(|own| classes_apart(own, verdict) >= 2);
        if known.verdict.is_some() && !is_contested {
            return;
        }
        if !is_confirmed {
            self.doubt(child);
            return;
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

    /// Has a position evaluated a second time, unless it was.
    fn doubt(&mut self, place: usize) {
        let is_known = self.state.confirmed.contains(&place)
            || self.state.doubtful.contains(&place)
            || !self.state.doubted.insert(place);
        if !is_known {
            self.state.doubtful.push_back(place);
        }
    }
}
