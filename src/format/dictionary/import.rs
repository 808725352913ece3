//! Imports game trees: every node is placed in a forest, merged with one, or refused.

use std::collections::HashMap;

use super::board;
use super::corners::{self, CornerPlay};
use super::orientation::WaitingContent;
use super::properties::{self, NodePlacement};
use super::report::{ImportReport, Phrases, PointText, Refusal, RefusalReason, ReviewReason};
use super::statements::{SourceStatement, SourceStatements};
use super::walk::{CornerActivity, CornerWalk, PlacedMove, VariationWalk};
use crate::moves::{moves_of, oddities, points_of};
use crate::sgf::{GameTree, NodeRef};
use joseki_book::{Conditions, Conflict, Field, Forest, NodeData, NodeId};
use joseki_game::{BoardSize, Color, Corner, Frame, Game, Move, Point, Symmetries, Symmetry};

/// Imports dictionaries into a forest. The forest is modified in place; a caller who must not
/// change it if a later file fails passes a clone.
pub struct Importer<'a> {
    pub(super) forest: &'a mut Forest,
    pub(super) report: ImportReport,
    /// The orientation in which each node first occurred in this import.
    pub(super) seen: HashMap<NodeId, Symmetry>,
    /// The dependencies of moves that the comments state.
    statements: SourceStatements,
    /// The content of symmetric nodes of a tree.
    pub(super) waiting: Vec<WaitingContent>,
    /// The number of warnings, including those that are only counted.
    warned: usize,
}

/// The most warnings of an import about nodes; more are only counted.
const MAX_WARNINGS: usize = 100;

/// The outcome for a node.
pub(super) enum NodeOutcome {
    Placed,
    Duplicate,
    Mirror,
    Tenuki,
    NoMove,
}

impl<'a> Importer<'a> {
    /// Creates an importer into a forest that leaves comments unchanged.
    pub fn new(forest: &'a mut Forest) -> Importer<'a> {
        Importer::with_phrases(forest, Phrases::Ignore)
    }

    /// Creates an importer into a forest; `phrases` sets how sentences about a move's dependencies
    /// are handled.
    pub fn with_phrases(forest: &'a mut Forest, phrases: Phrases) -> Importer<'a> {
        Importer {
            forest,
            report: ImportReport::default(),
            seen: HashMap::new(),
            statements: SourceStatements::new(phrases),
            waiting: Vec::new(),
            warned: 0,
        }
    }

    /// Imports all nodes of a game tree.
    pub fn add(&mut self, tree: &GameTree) {
        self.report.trees += 1;
        self.report.nodes += tree.node_count();
        let variant = self.forest.variant();
        let walked = match variant.game() {
            Game::Go => board_of(tree).map(|size| self.walk(tree, size)),
            _ => board::check(tree, variant).map(|()| self.walk_board(tree, variant)),
        };
        match walked {
            Ok(()) => self.merge_waiting(),
            Err(reason) => {
                let refused =
                    |node: NodeRef<'_>| Refusal { line: node.line(), reason: reason.clone() };
                self.report.refused.extend(tree.nodes().map(refused));
            }
        }
    }

    /// Finishes the import after all trees and returns the account of every node.
    #[must_use]
    pub fn finish(mut self) -> ImportReport {
        self.forest.mark_leaves();
        self.statements.settle(self.forest, &mut self.report);
        if self.warned > MAX_WARNINGS {
            let more = self.warned - MAX_WARNINGS;
            self.report.warnings.push(format!("{more} more warnings about nodes"));
        }
        self.report
    }

    fn walk(&mut self, tree: &GameTree, size: BoardSize) {
        let play = CornerPlay::new(tree, size);
        self.merge(NodeId::ROOT, false, &properties::read_header(tree.root(), false));
        // Only branches wait here, so a long variation costs no memory.
        let mut waiting = vec![(tree.root(), VariationWalk::new(size))];
        while let Some((node, mut walk)) = waiting.pop() {
            match self.visit(tree, node, &mut walk, &play) {
                Ok(outcome) => self.count(&outcome),
                Err(reason) => {
                    let line = node.line();
                    self.report.refused.push(Refusal { line, reason });
                    walk.refused = walk.refused.or(Some(line));
                }
            }
            let children: Vec<NodeRef<'_>> = node.children().collect();
            match children.split_first() {
                None => self.end(tree, &walk),
                Some((first, others)) => {
                    waiting.extend(others.iter().rev().map(|child| (*child, walk.clone())));
                    waiting.push((*first, walk));
                }
            }
        }
    }

    fn visit(
        &mut self,
        tree: &GameTree,
        node: NodeRef<'_>,
        walk: &mut VariationWalk,
        play: &CornerPlay,
    ) -> Result<NodeOutcome, RefusalReason> {
        if let Some(line) = walk.refused {
            return Err(RefusalReason::FollowsRefused(line));
        }
        let set_up = self.set_up(node, walk)?;
        let moves = moves_of(node, walk.board.size())?;
        oddities(node).for_each(|odd| self.warn(odd));
        if moves.is_empty() {
            self.without_move(node, walk, set_up);
            return Ok(NodeOutcome::NoMove);
        }
        let mut outcome = NodeOutcome::NoMove;
        for (color, played) in moves {
            outcome = match played {
                Move::Pass | Move::Shift(_) => self.place_tenuki(node, walk, color),
                Move::Play(point) => self.stone(node, walk, (color, point), play)?,
            };
        }
        self.describe_pending(tree, walk);
        Ok(outcome)
    }

    /// Assigns a node without a move to the move before it, and a setup to the moves after it.
    fn without_move(&mut self, node: NodeRef<'_>, walk: &mut VariationWalk, set_up: bool) {
        match walk.active {
            Some(corner) if !set_up => self.describe(node, walk, corner),
            None if node.parent().is_none() => {
                self.merge(NodeId::ROOT, false, &properties::read_header(node, true));
            }
            _ => walk.pending.push(node.id()),
        }
    }

    fn stone(
        &mut self,
        node: NodeRef<'_>,
        walk: &mut VariationWalk,
        (color, point): (Color, Point),
        play: &CornerPlay,
    ) -> Result<NodeOutcome, RefusalReason> {
        let size = walk.board.size();
        let seen = |corner: Corner| CornerActivity {
            both_play: play.both_play(node.id().index(), corner),
            answered: corners::is_answered(node, corner, size),
        };
        let named = || PointText::new(point, size);
        let begun = walk.has_begun();
        if node.has(properties::TAKEN) {
            walk.board.clear(point);
        }
        if !corners::play(&mut walk.board, color, point) {
            return Err(RefusalReason::Occupied(named()));
        }
        let Some((corner, step)) = walk.owner(point, seen) else {
            if begun {
                let outcome = self.place_tenuki(node, walk, color);
                walk.require(point, Some(color));
                return Ok(outcome);
            }
            if !play.plays_near(node.id().index()) {
                return Err(RefusalReason::NoCorner(named()));
            }
            // What follows in a corner is played with the stone on the board.
            walk.is_outside = true;
            walk.start.push((color, point));
            return Ok(self.place_tenuki(node, walk, color));
        };
        if walk.corners[corner.index()].node == NodeId::ROOT {
            let conflicts = &mut self.report.conflicts;
            self.report.implied += walk.begin(self.forest, corner, color, conflicts);
        }
        walk.active = Some(corner);
        let said = properties::conditions(node);
        let here = &mut walk.corners[corner.index()];
        let conflicts = &mut self.report.conflicts;
        let placed = here.play(self.forest, color, step, said.as_ref(), conflicts);
        self.record_conditions(node, &placed, said.is_some());
        walk.unused.clear();
        Ok(self.placed(node, walk, corner, &placed))
    }

    fn place_tenuki(
        &mut self,
        node: NodeRef<'_>,
        walk: &mut VariationWalk,
        color: Color,
    ) -> NodeOutcome {
        walk.board.pass();
        let Some(corner) = walk.active else {
            walk.pending.push(node.id());
            return NodeOutcome::Tenuki;
        };
        if is_cancelled(node, color, corner, walk.board.size()) {
            self.describe(node, walk, corner);
            return NodeOutcome::Tenuki;
        }
        let said = properties::conditions(node);
        let here = &mut walk.corners[corner.index()];
        let conflicts = &mut self.report.conflicts;
        match here.play_elsewhere(self.forest, color, said.as_ref(), conflicts) {
            Some(placed) => {
                walk.unused.clear();
                self.record_conditions(node, &placed, said.is_some());
                self.placed(node, walk, corner, &placed)
            }
            None => {
                self.describe(node, walk, corner);
                NodeOutcome::Tenuki
            }
        }
    }

    fn placed(
        &mut self,
        node: NodeRef<'_>,
        walk: &mut VariationWalk,
        corner: Corner,
        placed: &PlacedMove,
    ) -> NodeOutcome {
        self.report.implied += placed.implied;
        let here = &mut walk.corners[corner.index()];
        if !here.is_symmetric() {
            self.turn(here.waiting.take(), here.frame(corner).symmetry);
        }
        self.describe(node, walk, corner);
        let frame = walk.corners[corner.index()].frame(corner);
        let first = *self.seen.entry(placed.node).or_insert(frame.symmetry);
        if placed.new {
            NodeOutcome::Placed
        } else if first == frame.symmetry {
            NodeOutcome::Duplicate
        } else {
            NodeOutcome::Mirror
        }
    }

    /// Merges a node's content into the book's node of its variation in a corner.
    fn describe(&mut self, node: NodeRef<'_>, walk: &mut VariationWalk, corner: Corner) {
        let size = walk.board.size();
        let here = &mut walk.corners[corner.index()];
        let place = NodePlacement { frame: here.frame(corner), size, first: here.first() };
        let data = properties::read(node, place);
        self.describe_with(node, place, data, here);
    }

    /// Does the same for a node without a move before the first move in a corner, or with one
    /// outside every corner.
    fn describe_earlier(&mut self, node: NodeRef<'_>, walk: &mut VariationWalk, corner: Corner) {
        let size = walk.board.size();
        let here = &mut walk.corners[corner.index()];
        let place = NodePlacement { frame: here.frame(corner), size, first: here.first() };
        let mut data = properties::read(node, place);
        if points_of(node, size).next().is_some() {
            self.leave_out_judgement(node, &mut data);
        }
        self.describe_with(node, place, data, here);
    }

    fn describe_with(
        &mut self,
        node: NodeRef<'_>,
        place: NodePlacement,
        data: NodeData,
        here: &mut CornerWalk,
    ) {
        self.statements.add_comment(node, here.node, place);
        if node.has(properties::END) {
            self.forest.set_end(here.node);
        }
        if here.is_symmetric() {
            here.waiting = self.wait((here.node, data), Symmetries::CORNER, here.waiting)
        } else {
            self.merge_content(here.node, data)
        }
    }

    /// Drops annotations of a stone outside every corner alone: the next move has another
    /// name and verdict.
    fn leave_out_judgement(&mut self, node: NodeRef<'_>, data: &mut NodeData) {
        let kept = NodeData {
            comment: data.comment.take(),
            marks: std::mem::take(&mut data.marks),
            tags: std::mem::take(&mut data.tags),
            sources: std::mem::take(&mut data.sources),
            properties: std::mem::take(&mut data.properties),
            ..NodeData::default()
        };
        if !std::mem::replace(data, kept).is_empty() {
            let line = node.line();
            self.warn(format!(
                "line {line}: the name and verdict of a move outside every corner are left out"
            ));
        }
    }

    fn describe_pending(&mut self, tree: &GameTree, walk: &mut VariationWalk) {
        let Some(corner) = walk.active else {
            return;
        };
        for id in std::mem::take(&mut walk.pending) {
            self.describe_earlier(tree.node(id), walk, corner);
        }
    }

    /// Reports what is odd but readable; of many only the first.
    pub(super) fn warn(&mut self, warning: String) {
        self.warned += 1;
        if self.warned <= MAX_WARNINGS {
            self.report.warnings.push(warning);
        }
    }

    pub(super) fn merge(&mut self, id: NodeId, new: bool, data: &NodeData) {
        if data.is_empty() {
            return;
        }
        for conflict in self.forest.merge_data(id, new, Some(data)) {
            self.report.conflicts.push((self.forest.line(id), conflict));
        }
    }

    /// Ends a line, at a leaf of the tree, in every corner that the variation plays in.
    fn end(&mut self, tree: &GameTree, walk: &VariationWalk) {
        if walk.refused.is_some() {
            return;
        }
        let mut last = walk.clone();
        match walk.active {
            Some(_) => self.describe_pending(tree, &mut last),
            None => {
                for id in &walk.pending {
                    let data = properties::read_header(tree.node(*id), true);
                    self.merge(NodeId::ROOT, false, &data);
                }
            }
        }
        for corner in &walk.corners {
            self.forest.set_end(corner.node);
        }
        self.review_stones(walk);
    }

    /// Sets up the node's stones. Returns whether it has any. Before the first move they are the
    /// initial position, later a condition of the moves that follow.
    fn set_up(
        &mut self,
        node: NodeRef<'_>,
        walk: &mut VariationWalk,
    ) -> Result<bool, RefusalReason> {
        let size = walk.board.size();
        let kinds = [("AE", None), ("AB", Some(Color::Black)), ("AW", Some(Color::White))];
        let mut any = false;
        for (ident, stone) in kinds {
            let Some(property) = node.property(ident) else {
                continue;
            };
            let points =
                properties::list(property, size).map_err(|value| RefusalReason::BadPoint {
                    property: ident.to_owned(),
                    value: value.raw().to_owned(),
                })?;
            for point in points.iter() {
                any = true;
                walk.board.clear(point);
                walk.start.retain(|(_, other)| *other != point);
                if let Some(color) = stone {
                    walk.board.place(color, point);
                }
                match stone {
                    _ if walk.has_begun() => self.require(node, walk, point, stone),
                    Some(color) => walk.start.push((color, point)),
                    None => {}
                }
            }
        }
        Ok(any)
    }

    /// Turns stones set up after the first move into conditions, except the removal of a move of
    /// the line.
    fn require(
        &mut self,
        node: NodeRef<'_>,
        walk: &mut VariationWalk,
        point: Point,
        stone: Option<Color>,
    ) {
        let text = || {
            let named = PointText::new(point, walk.board.size());
            match stone {
                Some(Color::Black) => format!("AB {named}"),
                Some(Color::White) => format!("AW {named}"),
                None => format!("AE {named}"),
            }
        };
        let said = SourceStatement { at: node.line(), text: text() };
        if stone.is_none() && walk.is_of_line(self.forest, point) {
            let corner = walk.active.or(walk.home);
            let id = corner.map_or(NodeId::ROOT, |corner| walk.corners[corner.index()].node);
            self.statements.review(id, said, ReviewReason::OwnStoneTaken);
            return;
        }
        walk.unused.push(said);
        walk.require(point, stone);
    }

    /// Records whether the source states a move's conditions, whether they are invalid, and whether
    /// the book has the move without any.
    fn record_conditions(&mut self, node: NodeRef<'_>, placed: &PlacedMove, said: bool) {
        let bad = properties::bad_conditions(node);
        self.statements.add_move(placed, said || bad.is_some());
        let is_free = placed.before.as_ref().is_some_and(Conditions::is_always);
        if is_free && !placed.said.is_always() && !self.seen.contains_key(&placed.node) {
            let conflict = Conflict {
                field: Field::Conditions.into(),
                kept: String::new(),
                left_out: placed.said.to_string(),
                taken: false,
            };
            self.report.conflicts.push((self.forest.line(placed.node), conflict));
        }
        if let Some((text, error)) = bad {
            let said = SourceStatement { at: node.line(), text: format!("JC[{text}]: {error}") };
            self.statements.review(placed.node, said, ReviewReason::Unreadable);
        }
    }

    /// Lists the stones set up after the last move of a variation for review.
    fn review_stones(&mut self, walk: &VariationWalk) {
        let Some(corner) = walk.active else { return };
        let id = walk.corners[corner.index()].node;
        for said in &walk.unused {
            self.statements.review(id, said.clone(), ReviewReason::NothingFollows);
        }
    }

    pub(super) fn count(&mut self, outcome: &NodeOutcome) {
        let merged = &mut self.report.merged;
        match outcome {
            NodeOutcome::Placed => self.report.placed += 1,
            NodeOutcome::Duplicate => merged.duplicate += 1,
            NodeOutcome::Mirror => merged.mirror += 1,
            NodeOutcome::Tenuki => merged.tenuki += 1,
            NodeOutcome::NoMove => merged.no_move += 1,
        }
    }
}

/// The board size of a tree.
pub(crate) fn board_of(tree: &GameTree) -> Result<BoardSize, RefusalReason> {
    let text =
        |ident: &str| tree.root().first(ident).map(|value| value.simple_text().trim().to_owned());
    match text("GM").as_deref() {
        None | Some("1" | "") => {}
        Some(game) => return Err(RefusalReason::NotGo(game.to_owned())),
    }
    let Some(size) = text("SZ").filter(|size| !size.is_empty()) else {
        return Ok(BoardSize::NINETEEN);
    };
    let lines = match size.split_once(':') {
        Some((columns, rows)) if columns.trim() == rows.trim() => columns.trim(),
        Some(_) => return Err(RefusalReason::BoardSize(size)),
        None => size.as_str(),
    };
    let lines: u8 = lines.parse().map_err(|_| RefusalReason::BoardSize(size.clone()))?;
    match BoardSize::new(lines) {
        Ok(board) if (9..=19).contains(&lines) => Ok(board),
        _ => Err(RefusalReason::BoardSize(size)),
    }
}

/// Whether every continuation cancels a tenuki. One does if the same colour plays here after all,
/// so that the other must have played elsewhere too, or if the other passes explicitly.
fn is_cancelled(node: NodeRef<'_>, color: Color, corner: Corner, size: BoardSize) -> bool {
    let is_here = |played: Move| match played {
        Move::Pass | Move::Shift(_) => false,
        Move::Play(point) => {
            let step = Frame::clockwise(corner).step_at(point, size);
            step.is_some_and(|step| !corners::is_foreign(step, size))
        }
    };
    let cancels = |child: NodeRef<'_>| {
        let moves = moves_of(child, size).unwrap_or_default();
        moves.first().is_some_and(|(next, played)| (*next == color) == is_here(*played))
    };
    node.children().next().is_some() && node.children().all(cancels)
}
