//! Imports trees of games that are played on the whole board: one line through each node.

use super::import::{Importer, NodeOutcome};
use super::properties::{self, NodePlacement};
use super::report::{PointText, Refusal, RefusalReason};
use crate::game_info::{game_info, has_rules_of, is_board_size, is_of_game};
use crate::moves::{moves_of, oddities};
use crate::sgf::{GameTree, NodeRef};
use joseki_book::NodeId;
use joseki_game::xiangqi::IllegalShift;
use joseki_game::{
    Board, BoardUndo, Color, Frame, IllegalMove, Move, Region, Step, Symmetries, Variant,
};

/// Checks that a tree is of a variant's game, rules and board.
pub(crate) fn check(tree: &GameTree, variant: Variant) -> Result<(), RefusalReason> {
    let (game, root) = (variant.game(), tree.root());
    let said = |ident| {
        let value = root.first(ident).map(|value| value.simple_text().trim().to_owned());
        value.unwrap_or_default()
    };
    if !is_of_game(tree, game) {
        return Err(RefusalReason::OtherGame { game, number: game_info(tree).number });
    }
    if !has_rules_of(tree, game) {
        return Err(RefusalReason::OtherRules { game, rules: said("RU") });
    }
    let size = said("SZ");
    if is_board_size(&size, variant.size()) {
        Ok(())
    } else {
        Err(RefusalReason::OtherSize { game, size })
    }
}

/// A variation while it is followed.
#[derive(Clone, Copy)]
struct BoardWalk {
    node: NodeId,
    /// The symmetries under which the line is its canonical form.
    orientations: Symmetries,
    /// Moves on the board.
    moves: usize,
    /// The side to move.
    to_move: Color,
    begun: bool,
    passed: bool,
    /// The line of the file with the refused node above, if any.
    refused: Option<u32>,
    /// The place of the last content that waits to be turned.
    waiting: Option<usize>,
}

/// The board of the variation that is followed, with its moves in order, so that it is there again
/// for the next variation without a copy of it for each.
struct BoardTrail {
    variant: Variant,
    board: Board,
    moves: Vec<BoardUndo>,
}

impl BoardTrail {
    fn put(&mut self, color: Color, played: Move) -> Result<(), IllegalMove> {
        self.moves.push(self.board.put(color, played)?);
        Ok(())
    }

    /// Takes back all but the first moves.
    fn back_to(&mut self, moves: usize) {
        for undo in self.moves.drain(moves.min(self.moves.len())..).rev() {
            self.board.take_back(undo);
        }
    }
}

impl BoardWalk {
    fn new(variant: Variant) -> BoardWalk {
        BoardWalk {
            node: NodeId::ROOT,
            orientations: Symmetries::SQUARE.intersection(variant.alphabet().symmetries()),
            moves: 0,
            to_move: Color::Black,
            begun: false,
            passed: false,
            refused: None,
            waiting: None,
        }
    }
}

impl Importer<'_> {
    /// Places every node of a tree.
    pub(super) fn walk_board(&mut self, tree: &GameTree, variant: Variant) {
        self.merge(NodeId::ROOT, false, &properties::read_header(tree.root(), false));
        let board = Board::new(variant.game(), variant.size());
        let mut trail = BoardTrail { variant, board, moves: Vec::new() };
        let mut waiting = vec![(tree.root(), BoardWalk::new(variant))];
        while let Some((node, mut walk)) = waiting.pop() {
            trail.back_to(walk.moves);
            match self.visit_board(node, &mut walk, &mut trail) {
                Ok(outcome) => self.count(&outcome),
                Err(reason) => {
                    let line = node.line();
                    self.report.refused.push(Refusal { line, reason });
                    walk.refused = walk.refused.or(Some(line));
                }
            }
            let children: Vec<NodeRef<'_>> = node.children().collect();
            if children.is_empty() && walk.begun {
                self.forest.set_end(walk.node);
            }
            waiting.extend(children.into_iter().rev().map(|child| (child, walk)));
        }
    }

    fn visit_board(
        &mut self,
        node: NodeRef<'_>,
        walk: &mut BoardWalk,
        trail: &mut BoardTrail,
    ) -> Result<NodeOutcome, RefusalReason> {
        if let Some(line) = walk.refused {
            return Err(RefusalReason::FollowsRefused(line));
        }
        if let Some(ident) = properties::SET_UPS.into_iter().find(|ident| node.has(ident)) {
            return Err(RefusalReason::SetUp(ident.to_owned()));
        }
        let moves = moves_of(node, trail.board.size())?;
        oddities(node).for_each(|odd| self.warn(odd));
        let mut outcome = NodeOutcome::NoMove;
        for (color, played) in moves {
            if color != walk.to_move {
                if !walk.begun && !trail.variant.game().moves_pieces() {
                    return Err(RefusalReason::WhiteBegins);
                }
                if trail.variant.game().moves_pieces() {
                    let reason = IllegalMove::Shift(IllegalShift::OutOfTurn);
                    let played = played.to_sgf();
                    return Err(RefusalReason::Illegal { played, reason });
                }
                self.place_step(walk, Step::TENUKI)?;
                self.report.implied += 1;
            }
            if node.children().next().is_some() {
                self.warn_of_foul(node, &trail.board, color, played);
            }
            outcome = self.place_move(walk, trail, color, played)?;
        }
        self.describe_board(node, walk, trail.variant);
        Ok(outcome)
    }

    fn place_move(
        &mut self,
        walk: &mut BoardWalk,
        trail: &mut BoardTrail,
        color: Color,
        played: Move,
    ) -> Result<NodeOutcome, RefusalReason> {
        let size = trail.board.size();
        if played == Move::Pass {
            return self.place_step(walk, Step::TENUKI);
        }
        let refused = |reason| match (played, reason) {
            (Move::Play(point), IllegalMove::Occupied) => {
                RefusalReason::Occupied(PointText::letter_number(point, size))
            }
            (_, reason) => RefusalReason::Illegal { played: played.to_sgf(), reason },
        };
        let step = Frame::plain(Region::Board).step_of(played, size);
        let step = step.ok_or(IllegalMove::OffBoard).map_err(refused)?;
        trail.put(color, played).map_err(refused)?;
        walk.moves = trail.moves.len();
        self.place_step(walk, step)
    }

    /// Places a step of the board as it is.
    fn place_step(
        &mut self,
        walk: &mut BoardWalk,
        step: Step,
    ) -> Result<NodeOutcome, RefusalReason> {
        if step.is_tenuki() && (!walk.begun || walk.passed) {
            return Err(RefusalReason::Pass);
        }
        walk.orientations = step.least_under(walk.orientations);
        let symmetry = walk.orientations.first();
        if walk.orientations.len() == 1 {
            self.turn(walk.waiting.take(), symmetry);
        }
        let (node, new) = self.forest.child_or_insert(walk.node, step.transformed(symmetry));
        walk.node = node;
        walk.to_move = walk.to_move.opposite();
        walk.passed = step.is_tenuki();
        walk.begun = true;
        let first = *self.seen.entry(node).or_insert(symmetry);
        Ok(match new {
            true => NodeOutcome::Placed,
            false if first == symmetry => NodeOutcome::Duplicate,
            false => NodeOutcome::Mirror,
        })
    }

    /// Merges a node's content into the book's node of its line.
    fn describe_board(&mut self, node: NodeRef<'_>, walk: &mut BoardWalk, variant: Variant) {
        if !walk.begun {
            let data = properties::read_header(node, true);
            return self.merge(NodeId::ROOT, false, &data);
        }
        let own = walk.orientations;
        let frame = Frame { region: Region::Board, symmetry: own.first() };
        let place = NodePlacement { frame, size: variant.size(), first: Color::Black };
        let data = properties::read(node, place);
        match own.len() {
            1 => self.merge(walk.node, false, &data),
            _ => walk.waiting = self.wait((walk.node, data), own, walk.waiting),
        }
        if node.has(properties::END) {
            self.forest.set_end(walk.node);
        }
    }

    /// Warns of a move that renju forbids although the tree plays on.
    fn warn_of_foul(&mut self, node: NodeRef<'_>, board: &Board, color: Color, played: Move) {
        let Move::Play(point) = played else { return };
        let Err(IllegalMove::Forbidden(foul)) = board.is_legal(color, played) else {
            return;
        };
        let text = point.to_letter_number(board.size());
        let line = node.line();
        self.warn(format!(
            "line {line}: {text} is forbidden to Black ({foul}), and the tree plays on; it is kept"
        ));
    }
}
