//! A game: its moves, and how it ends.

use super::board::XiangqiBoard;
use super::piece::{Kind, Piece};
use crate::Side;
use crate::illegal::IllegalShift;
use crate::square::{Shift, Square};

/// When a game without a result is a draw, or lost by repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct XiangqiRules {
    /// At which occurrence of a position a repetition is judged.
    pub occurrences: usize,
    /// After how many moves of each side without a capture the game is a draw.
    pub quiet_moves: u16,
}

impl Default for XiangqiRules {
    fn default() -> XiangqiRules {
        XiangqiRules { occurrences: 3, quiet_moves: 60 }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum XiangqiEnd {
    /// The side is in check and has no legal move.
    Checkmate(Side),
    /// The side has no legal move, which loses too.
    Stalemate(Side),
    /// A position occurred once too often.
    Repetition(Repetition),
    /// Too many moves without a capture: a draw.
    NoProgress,
}

impl XiangqiEnd {
    /// The side that lost; `None` for a draw.
    #[must_use]
    pub fn loser(self) -> Option<Side> {
        match self {
            XiangqiEnd::Checkmate(side) | XiangqiEnd::Stalemate(side) => Some(side),
            XiangqiEnd::Repetition(repetition) => repetition.loser(),
            XiangqiEnd::NoProgress => None,
        }
    }
}

/// What a side did by each of its moves since a position occurred before, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pressure {
    /// Neither of the others.
    None,
    /// It chased one and the same piece.
    Chase,
    /// It gave check.
    Check,
}

/// A repetition: what each side did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// What Red and Black did.
    pub pressure: [Pressure; 2],
}

impl Repetition {
    /// The side that did more, which loses; `None` for a draw.
    #[must_use]
    pub fn loser(self) -> Option<Side> {
        let [red, black] = self.pressure;
        match red.cmp(&black) {
            std::cmp::Ordering::Greater => Some(Side::First),
            std::cmp::Ordering::Less => Some(Side::Second),
            std::cmp::Ordering::Equal => None,
        }
    }
}

/// A game at one moment, with all positions before.
///
/// Repetitions are judged by the simplified Asian rule of the engine league of 2007: perpetual check
/// loses against anything less, perpetual chase of one piece against neither.
#[derive(Clone, Debug)]
pub struct XiangqiGame {
    rules: XiangqiRules,
    /// The positions; the last one is on the board.
    boards: Vec<XiangqiBoard>,
    moves: Vec<Shift>,
}

impl XiangqiGame {
    /// Begins a game at a position.
    #[must_use]
    pub fn new(board: XiangqiBoard, rules: XiangqiRules) -> XiangqiGame {
        XiangqiGame { rules, boards: vec![board], moves: Vec::new() }
    }

    /// The position on the board.
    #[must_use]
    pub fn board(&self) -> &XiangqiBoard {
        &self.boards[self.boards.len() - 1]
    }

    /// The positions so far; the last one is on the board.
    #[must_use]
    pub fn boards(&self) -> &[XiangqiBoard] {
        &self.boards
    }

    /// The moves so far.
    #[must_use]
    pub fn moves(&self) -> &[Shift] {
        &self.moves
    }

    /// Plays a move. A game that has ended may go on, as records do.
    ///
    /// # Errors
    /// The move is not legal.
    pub fn play(&mut self, shift: Shift) -> Result<(), IllegalShift> {
        let mut board = *self.board();
        let _ = board.play(shift)?;
        self.boards.push(board);
        self.moves.push(shift);
        Ok(())
    }

    /// Takes back the last move, if there is one.
    pub fn undo(&mut self) -> Option<Shift> {
        let shift = self.moves.pop()?;
        self.boards.pop();
        Some(shift)
    }

    /// How the game ended, if it did.
    #[must_use]
    pub fn end(&self) -> Option<XiangqiEnd> {
        let board = self.board();
        let side = board.to_move();
        if board.count_legal_moves() == 0 {
            let is_check = board.is_check();
            return Some(if is_check {
                XiangqiEnd::Checkmate(side)
            } else {
                XiangqiEnd::Stalemate(side)
            });
        }
        if let Some(repetition) = self.repetition() {
            return Some(XiangqiEnd::Repetition(repetition));
        }
        let is_quiet = board.quiet_moves() >= self.rules.quiet_moves.saturating_mul(2);
        is_quiet.then_some(XiangqiEnd::NoProgress)
    }

    /// The repetition of the position on the board, if it occurred often enough.
    #[must_use]
    pub fn repetition(&self) -> Option<Repetition> {
        let (last, before) = self.boards.split_last()?;
        // No position from before a capture comes again.
        let quiet = usize::from(last.quiet_moves()).min(before.len());
        let first = before.len() - quiet;
        let mut same = (first..before.len()).rev().filter(|at| before[*at].is_same_as(last));
        let previous = same.next()?;
        (same.count() + 2 >= self.rules.occurrences).then(|| self.judge(previous))
    }

    /// How often the position on the board has occurred.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        self.boards.iter().filter(|board| board.is_same_as(self.board())).count()
    }

    /// Judges the moves since a position, which is that on the board.
    fn judge(&self, since: usize) -> Repetition {
        let mut pressure = [Pressure::None; 2];
        for side in [Side::First, Side::Second] {
            let moves = since..self.moves.len();
            let of_side = moves.clone().filter(|at| self.boards[*at].to_move() == side);
            let checks = of_side.clone().all(|at| self.boards[at + 1].is_check());
            pressure[side as usize] = match checks {
                true if of_side.clone().next().is_some() => Pressure::Check,
                _ if self.chases_one_piece(moves, side) => Pressure::Chase,
                _ => Pressure::None,
            };
        }
        Repetition { pressure }
    }

    /// Whether each move of a side chases one and the same piece.
    fn chases_one_piece(&self, moves: std::ops::Range<usize>, side: Side) -> bool {
        // The pieces that all moves so far have chased, by where they stand now.
        let mut chased: Option<Vec<Square>> = None;
        for at in moves {
            let (shift, after) = (self.moves[at], &self.boards[at + 1]);
            if self.boards[at].to_move() == side {
                let now = after.chased_by(shift.to);
                chased = Some(match chased {
                    None => now,
                    Some(before) => {
                        before.into_iter().filter(|square| now.contains(square)).collect()
                    }
                });
            } else if let Some(chased) = &mut chased {
                let moved = chased.iter_mut().filter(|square| **square == shift.from);
                moved.for_each(|square| *square = shift.to);
            }
        }
        chased.is_some_and(|chased| !chased.is_empty())
    }
}

impl XiangqiBoard {
    /// The squares of pieces that the piece on a square, which has just moved, chases.
    fn chased_by(&self, from: Square) -> Vec<Square> {
        let mut chased = Vec::new();
        if let Some(piece) = self.at(from) {
            self.each_target(from, piece, |to| {
                let target = self.at(to).filter(|target| target.side != piece.side);
                if target.is_some_and(|target| self.is_chase(piece, Shift { from, to }, target)) {
                    chased.push(to);
                }
            });
        }
        chased
    }

    fn is_chase(&self, piece: Piece, shift: Shift, target: Piece) -> bool {
        let Shift { to, .. } = shift;
        let minor = match target.kind {
            Kind::Rook => return matches!(piece.kind, Kind::Horse | Kind::Cannon),
            Kind::Horse | Kind::Cannon => true,
            Kind::Pawn => to.rank_of(target.side) >= 5,
            Kind::General | Kind::Advisor | Kind::Elephant => false,
        };
        minor
            && matches!(piece.kind, Kind::Horse | Kind::Cannon | Kind::Rook)
            && piece.kind != target.kind
            && !self.is_protected(shift)
    }

    /// Whether some piece could take back after a capture, by its own rule alone.
    fn is_protected(&self, capture: Shift) -> bool {
        let mut after = *self;
        let Some(target) = after.at(capture.to) else {
            return false;
        };
        let _ = after.carry(capture);
        after.pieces(target.side).any(|(from, piece)| {
            let mut reached = false;
            after.each_target(from, piece, |to| reached |= to == capture.to);
            reached
        })
    }
}
