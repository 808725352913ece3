//! The doctor's checks on one book: impossible moves and contradictory data.

use std::collections::HashMap;

use super::finding::{Check, Finding};
use super::forest::{Forest, NodeId};
use super::index::Index;
use super::line::Line;
use super::proposal::{Evidence, Proposal};
use super::verdict::Verdict;
use joseki_game::{IllegalMove, LinePosition, Region, Side};

/// The fewest turns after a line's end for judging whether games continued.
const LEAST_TURNS: u32 = 20;
/// The share of these turns played in the corner above which a line ends too early.
const WENT_ON: f64 = 0.8;

/// Examines a book: its forest, and the index of its part in use. Retired nodes are only checked
/// for their orientation. Findings are sorted by check, then by line.
#[must_use]
pub fn examine(book: &str, forest: &Forest, index: &Index) -> Vec<Finding> {
    let mut looking = Examination { book, index, findings: Vec::new() };
    looking.moves(forest);
    looking.verdicts();
    looking.results();
    looking.dead_ends();
    looking.conditions();
    let mut findings = looking.findings;
    findings.sort_by(|one, two| (one.check, &one.line).cmp(&(two.check, &two.line)));
    findings
}

struct Examination<'b> {
    book: &'b str,
    index: &'b Index,
    findings: Vec<Finding>,
}

impl Examination<'_> {
    fn find(&mut self, check: Check, line: Line, why: String, command: &str) {
        self.findings.push(Finding {
            check,
            book: Some(self.book.to_owned()),
            remedy: format!("joseki {command}"),
            line: Some(line),
            why,
        });
    }

    /// Finds illegal moves and lines in the wrong orientation; only the first move of a subtree is
    /// reported.
    fn moves(&mut self, forest: &Forest) {
        let mut path: Vec<Option<LinePosition>> = Vec::new();
        // Deeper lines are skipped.
        let mut below = usize::MAX;
        for (depth, id) in forest.walk() {
            if depth > below {
                continue;
            }
            below = usize::MAX;
            path.truncate(depth);
            let Some(Some(before)) = path.last().copied() else {
                path.push(Some(LinePosition::new(forest.variant())));
                continue;
            };
            let line = forest.line(id);
            if !line.is_canonical() {
                below = depth;
                self.mirrored(forest, line);
                continue;
            }
            let node = forest.node(id);
            let mut position = before;
            match position.play_on(Side::to_move_after(depth - 1), node.step) {
                Ok(()) => path.push(Some(position)),
                // In counted games, stones from outside the corner captured.
                Err(_) if node.mined || forest.is_retired(id) => below = depth,
                Err(reason) => {
                    below = depth;
                    self.illegal(line, reason);
                }
            }
        }
    }

    fn mirrored(&mut self, forest: &Forest, line: Line) {
        let why = match forest.find(&line) {
            Some(_) => format!("stored twice, also as {}", line.canonical()),
            None => format!("stored in the wrong orientation instead of as {}", line.canonical()),
        };
        let command = format!("doctor --mend --book {}", self.book);
        self.find(Check::MirrorDuplicate, line, why, &command);
    }

    fn illegal(&mut self, line: Line, reason: IllegalMove) {
        let check = match reason {
            IllegalMove::Occupied => Check::OccupiedPoint,
            _ => Check::IllegalMove,
        };
        let why = format!("move {} is illegal on the corner alone: {reason}", line.len());
        let command = format!("edit --book {} delete {line}", self.book);
        self.find(check, line, why, &command);
    }

    /// Finds moves that one move order recommends and another advises against.
    fn verdicts(&mut self) {
        let mut by_move: HashMap<u64, Vec<(NodeId, Verdict)>> = HashMap::new();
        for node in self.index.nodes().skip(1) {
            if let Some(verdict) = self.curated(node) {
                by_move.entry(self.index.edge(node)).or_default().push((node, verdict));
            }
        }
        for judged in by_move.into_values() {
            let Some(((first, one), rest)) = judged.split_first() else {
                continue;
            };
            for (node, verdict) in rest {
                if one.value().signum() != verdict.value().signum() {
                    let other = self.index.line(*first);
                    let why = format!(
                        "the verdict is {verdict}, but the same move by the order {other} has {one}"
                    );
                    let line = self.index.line(*node);
                    let command = format!("edit --book {} set {line} --verdict {one}", self.book);
                    self.find(Check::ContradictoryVerdicts, line, why, &command);
                }
            }
        }
    }

    /// Finds moves that a curator recommends and counted games advise against.
    fn results(&mut self) {
        for node in self.index.nodes().skip(1) {
            let favoured = self.curated(node).filter(|verdict| verdict.value() > 0);
            let against = self.index.proposal(node);
            let against = against.filter(|proposal| proposal.verdict.value() < 0);
            if let (Some(verdict), Some(proposal)) = (favoured, against) {
                let line = self.index.line(node);
                let why = format!("the verdict is {verdict}, but {}", describe(&proposal));
                let command =
                    format!("edit --book {} set {line} --verdict {}", self.book, proposal.verdict);
                self.find(Check::PoorResults, line, why, &command);
            }
        }
    }

    fn dead_ends(&mut self) {
        for node in self.index.nodes().skip(1) {
            if self.index.step(node).is_tenuki() {
                continue;
            }
            if let Some(why) = self.dead_end(node) {
                let line = self.index.line(node);
                let command = format!("edit --book {} {line}", self.book);
                self.find(Check::DeadEnd, line, why, &command);
            }
        }
    }

    /// Returns the reason why a line must not end here.
    fn dead_end(&self, node: NodeId) -> Option<String> {
        let goes_on = self.index.same_position(node).any(|same| self.index.has_children(same));
        if !goes_on {
            return match self.curated(node) {
                Some(verdict @ (Verdict::Mistake | Verdict::Trick)) => Some(format!(
                    "the verdict is {verdict}, but the book has no answer to the move"
                )),
                _ if self.index.is_mined(node) => None,
                _ => self.premature_end(node),
            };
        }
        let moves: Vec<NodeId> =
            self.index.same_position(node).flat_map(|same| self.index.children(same)).collect();
        let bad = |child: &NodeId| self.index.verdict(*child).is_some_and(|it| it.value() < 0);
        moves
            .iter()
            .all(bad)
            .then(|| "the book advises against every move here and recommends none".to_owned())
    }

    fn conditions(&mut self) {
        for node in self.index.nodes().skip(1) {
            let Some(data) = self.index.data(node) else {
                continue;
            };
            if data.conditions.is_always() {
                continue;
            }
            let line = self.index.line(node);
            if let Some(why) = data.conditions.contradiction(&line) {
                let command = format!("edit --book {} set {line} --clear conditions", self.book);
                self.find(Check::Conditions, line, why, &command);
            }
        }
    }

    /// Finds a line's end in a corner where games went on. A game of the whole board goes on after
    /// every line.
    fn premature_end(&self, node: NodeId) -> Option<String> {
        if self.index.variant().game().regions() == [Region::Board] {
            return None;
        }
        let turns = self.index.turns(node).total().at_once;
        let share = f64::from(turns.here) / f64::from(turns.turns.max(1));
        (turns.turns >= LEAST_TURNS && share >= WENT_ON).then(|| {
            format!(
                "the line ends here, but {} of {} counted games continued in this corner at once",
                turns.here, turns.turns
            )
        })
    }

    fn curated(&self, node: NodeId) -> Option<Verdict> {
        self.index.data(node)?.verdict
    }
}

fn describe(proposal: &Proposal) -> String {
    match proposal.evidence {
        Evidence::Engine { loss, plays, .. } => format!(
            "engines say that it loses {loss:.1} points more than the best move ({plays} plays): {}",
            proposal.verdict
        ),
        Evidence::Results { difference, games, .. } => format!(
            "it won {:.0} % fewer of its {games} counted games than the other moves here: {}",
            -100.0 * difference,
            proposal.verdict
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book(lines: &[&str]) -> Forest {
        let mut forest = Forest::new();
        for text in lines {
            let line: Line = text.parse().unwrap();
            // As they are written, canonical or not.
            let mut node = NodeId::ROOT;
            for step in line.steps() {
                node = forest.child_or_insert(node, *step).0;
            }
        }
        forest.mark_leaves();
        forest
    }

    fn judge(forest: &mut Forest, line: &str, verdict: Verdict) {
        let id = forest.find(&line.parse().unwrap()).unwrap();
        forest.data_mut(id).verdict = Some(verdict);
    }

    fn found(forest: &Forest) -> Vec<String> {
        let index = Index::build(forest.clone().live());
        let findings = examine("main", forest, &index);
        let told = findings.iter().map(|found| {
            let line = found.line.as_ref().map(Line::to_string).unwrap_or_default();
            format!("{} {line}: {}", found.check, found.remedy)
        });
        told.collect()
    }

    #[test]
    fn a_sound_book_has_no_findings() {
        let mut forest = book(&["DDCFFCCC", "CC", "DDCFDF"]);
        judge(&mut forest, "DDCF", Verdict::Ideal);
        judge(&mut forest, "DDCFDF", Verdict::Question);
        assert_eq!(found(&forest), [""; 0]);
    }

    #[test]
    fn moves_on_stones_and_lines_the_wrong_way_round_are_found_once() {
        let forest = book(&["DDCFDDCC", "DDFCCF", "DDFCDF", "DDCFFC"]);
        assert_eq!(
            found(&forest),
            [
                "occupied_point DDCFDD: joseki edit --book main delete DDCFDD",
                "mirror_duplicate DDFC: joseki doctor --mend --book main",
            ]
        );
    }

    #[test]
    fn suicide_is_illegal() {
        // The second mover's AA has no liberty between AB and BA.
        let forest = book(&["ABDDBAAA"]);
        assert_eq!(
            found(&forest),
            ["illegal_move ABDDBAAA: joseki edit --book main delete ABDDBAAA"]
        );
    }

    #[test]
    fn verdicts_of_two_orders_are_compared() {
        // The first mover has CC and CD in either order.
        let mut forest = book(&["CCDDCDDC", "CDDDCCDC"]);
        judge(&mut forest, "CCDDCDDC", Verdict::Good);
        judge(&mut forest, "CDDDCCDC", Verdict::Question);
        assert_eq!(found(&forest).len(), 1);
        judge(&mut forest, "CDDDCCDC", Verdict::Ideal);
        assert_eq!(found(&forest), [""; 0]);
    }

    #[test]
    fn a_mistake_without_an_answer_is_a_dead_end() {
        let mut forest = book(&["DDCF"]);
        judge(&mut forest, "DDCF", Verdict::Mistake);
        // And all that the book has after DD is a mistake.
        assert_eq!(
            found(&forest),
            [
                "dead_end DD: joseki edit --book main DD",
                "dead_end DDCF: joseki edit --book main DDCF",
            ]
        );
    }

    #[test]
    fn conditions_that_make_no_sense_are_found() {
        let mut forest = book(&["DDCFFC"]);
        let id = forest.find(&"DDCF".parse().unwrap()).unwrap();
        forest.data_mut(id).conditions = "ladder(CF, own)".parse().unwrap();
        assert_eq!(found(&forest), [""; 0]);
        forest.data_mut(id).conditions = "empty(DD)".parse().unwrap();
        let wanted = "conditions DDCF: joseki edit --book main set DDCF --clear conditions";
        assert_eq!(found(&forest), [wanted]);
    }

    #[test]
    fn what_is_retired_is_left_in_peace() {
        let mut forest = book(&["DDCFDDCC", "DDFD"]);
        let id = forest.find(&"DDCF".parse().unwrap()).unwrap();
        forest.set_retired(id, true);
        let told = found(&forest);
        assert!(told.iter().all(|told| !told.contains("occupied")), "{told:?}");
    }
}
