//! A position that moves are made in and taken back, with its value kept up.

use std::sync::Arc;

use strum::VariantArray;

use super::EvaluationParts;
use super::relations::{self, Relation};
use super::weights::XiangqiWeights;
use crate::SearchGame;
use joseki_game::Side;
use joseki_game::xiangqi::{Kind, Piece, SQUARES, Shift, Square, XiangqiBoard, XiangqiUndo};

/// A position of xiangqi for the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XiangqiPosition {
    board: XiangqiBoard,
    weights: Arc<XiangqiWeights>,
    key: u64,
    /// Material and places as far as they are used, Red's minus Black's.
    kept: i32,
}

/// What is needed to take a move back.
#[derive(Debug)]
pub struct XiangqiSearchUndo {
    undo: XiangqiUndo,
    key: u64,
    kept: i32,
}

impl XiangqiPosition {
    /// Creates a position.
    #[must_use]
    pub fn new(board: XiangqiBoard, weights: Arc<XiangqiWeights>) -> XiangqiPosition {
        let mut position = XiangqiPosition { board, weights, key: 0, kept: 0 };
        if board.to_move() == Side::Second {
            position.key = TO_MOVE;
        }
        for side in [Side::First, Side::Second] {
            for (square, piece) in board.pieces(side) {
                position.put(piece, square);
            }
        }
        position
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> &XiangqiBoard {
        &self.board
    }

    /// What each part says, used or not.
    #[must_use]
    pub fn parts(&self) -> EvaluationParts {
        let mut parts = EvaluationParts {
            mobility: self.mobility(),
            relations: self.relations(),
            ..EvaluationParts::default()
        };
        for side in [Side::First, Side::Second] {
            for (square, piece) in self.board.pieces(side) {
                parts.material += sign(side) * self.weights.material(piece.kind);
                parts.places += sign(side) * self.weights.place(piece, square);
            }
        }
        parts
    }

    /// How often a side has a relation.
    #[must_use]
    pub fn count(&self, relation: Relation, side: Side) -> i32 {
        relations::count(&self.board, side)[relation as usize]
    }

    fn mobility(&self) -> i32 {
        let of = |side: Side| {
            let mut sum = 0;
            for (from, piece) in self.board.pieces(side) {
                let weight = self.weights.mobility(piece.kind);
                self.board.each_target(from, piece, |_| sum += weight);
            }
            sum
        };
        of(Side::First) - of(Side::Second)
    }

    fn relations(&self) -> i32 {
        let of = |side: Side| {
            let counts = relations::count(&self.board, side);
            let worth =
                |relation: &Relation| counts[*relation as usize] * self.weights.relation(*relation);
            Relation::VARIANTS.iter().map(worth).sum::<i32>()
        };
        of(Side::First) - of(Side::Second)
    }

    fn worth(&self, piece: Piece, square: Square) -> i32 {
        let parts = self.weights.parts;
        let material = if parts.material { self.weights.material(piece.kind) } else { 0 };
        let place = if parts.places { self.weights.place(piece, square) } else { 0 };
        sign(piece.side) * (material + place)
    }

    fn put(&mut self, piece: Piece, square: Square) {
        self.key ^= piece.number(square);
        self.kept += self.worth(piece, square);
    }

    fn take(&mut self, piece: Piece, square: Square) {
        self.key ^= piece.number(square);
        self.kept -= self.worth(piece, square);
    }
}

/// The random number of Black to move.
const TO_MOVE: u64 = 0x9E37_79B9_7F4A_7C15;

const fn sign(side: Side) -> i32 {
    match side {
        Side::First => 1,
        Side::Second => -1,
    }
}

/// What pieces are worth when one takes another, in the order of the kinds.
const TAKEN: [i32; Kind::ALL.len()] = [100, 20, 20, 45, 100, 50, 15];

impl SearchGame for XiangqiPosition {
    type Move = Shift;
    type Undo = XiangqiSearchUndo;

    const SLOTS: usize = SQUARES * SQUARES;

    fn key(&self) -> u64 {
        self.key
    }

    fn moves(&self, moves: &mut Vec<Shift>) {
        moves.append(&mut self.board.legal_moves());
    }

    fn tactical_moves(&self, moves: &mut Vec<Shift>) {
        let mut legal = self.board.legal_moves();
        legal.retain(|shift| self.board.at(shift.to).is_some());
        moves.append(&mut legal);
    }

    fn make(&mut self, played: Shift) -> XiangqiSearchUndo {
        let (key, kept) = (self.key, self.kept);
        if let Some(taken) = self.board.at(played.to) {
            self.take(taken, played.to);
        }
        if let Some(piece) = self.board.at(played.from) {
            self.take(piece, played.from);
            self.put(piece, played.to);
        }
        self.key ^= TO_MOVE;
        XiangqiSearchUndo { undo: self.board.make(played), key, kept }
    }

    fn undo(&mut self, played: Shift, undo: XiangqiSearchUndo) {
        self.board.undo(played, undo.undo);
        (self.key, self.kept) = (undo.key, undo.kept);
    }

    fn evaluate(&self) -> i32 {
        let parts = self.weights.parts;
        let mobility = if parts.mobility { self.mobility() } else { 0 };
        let relations = if parts.relations { self.relations() } else { 0 };
        sign(self.board.to_move()) * (self.kept + mobility + relations)
    }

    fn is_lost(&self) -> bool {
        false
    }

    fn is_drawn_without_moves(&self) -> bool {
        false
    }

    fn is_threatened(&self) -> bool {
        self.board.is_check()
    }

    fn may_pass(&self) -> bool {
        let attackers = [Kind::Rook, Kind::Horse, Kind::Cannon];
        self.board.pieces(self.board.to_move()).any(|(_, piece)| attackers.contains(&piece.kind))
    }

    fn pass(&mut self) {
        self.board.pass();
        self.key ^= TO_MOVE;
    }

    fn gain(&self, played: Shift) -> i32 {
        let worth =
            |square: Square| self.board.at(square).map_or(0, |piece| TAKEN[piece.kind as usize]);
        match worth(played.to) {
            0 => 0,
            // The cheaper the piece that takes, the better; always more than nothing.
            taken => 10 * taken - worth(played.from) + 100,
        }
    }

    fn slot(&self, played: Shift) -> usize {
        played.index()
    }
}
