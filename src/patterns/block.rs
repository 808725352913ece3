//! Games in memory: where stones ever were, and the history of each point.

use super::history::{self, Change, HeldGame, MAX_CHANGES};
use super::image::ROWS;
use super::pieces;
use super::symbol::PatternSymbol;
use joseki_format::game_info::GameOutcome;
use joseki_game::{Board, BoardSize, Color, Game, Move, Point};

/// What a game is, besides its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameHead {
    /// Its identity.
    pub fingerprint: u64,
    /// Its number in the book.
    pub number: u32,
    /// Its cohort in the book.
    pub cohort: u32,
    /// Its date as a number, e.g. 20080131, with 0 for unknown parts.
    pub date: u32,
    /// Numbers of Black's and White's names, given by the caller.
    pub players: [u32; 2],
    /// Who won.
    pub outcome: GameOutcome,
}

impl GameHead {
    /// Returns the year, 0 if unknown.
    #[must_use]
    pub const fn year(&self) -> u16 {
        (self.date / 10_000) as u16
    }
}

/// A game prepared for searching.
#[derive(Clone, Debug)]
pub struct PatternGame {
    pub(super) head: GameHead,
    pub(super) ever: Vec<u32>,
    pub(super) words: Vec<u16>,
}

impl PatternGame {
    /// Prepares a game from its usual start; `None` if a move is illegal, or if it is too long: a
    /// game of 19 lines has some 230 stones that are put and taken, and 16,383 are accepted.
    #[must_use]
    pub fn new(
        game: Game,
        size: BoardSize,
        moves: &[(Color, Move)],
        head: GameHead,
    ) -> Option<PatternGame> {
        if moves.len() > MAX_CHANGES || !can_be_searched(game, size) {
            return None;
        }
        let (ever, words) = match game {
            Game::Xiangqi => pieces::prepare(moves)?,
            _ => history::prepare(size.get(), changes(game, size, moves)?),
        };
        Some(PatternGame { head, ever, words })
    }

    pub(super) fn held(&self) -> HeldGame<'_> {
        HeldGame { ever: &self.ever, words: &self.words }
    }
}

/// Returns the stones that are put and taken in a game.
fn changes(game: Game, size: BoardSize, moves: &[(Color, Move)]) -> Option<Vec<Change>> {
    let mut board = Board::new(game, size);
    let mut changes = Vec::with_capacity(moves.len() + moves.len() / 8);
    for (moment, &(color, played)) in (1..).zip(moves) {
        let change = |point: Point, state| Change { x: point.x(), y: point.y(), moment, state };
        match (&mut board, played) {
            (Board::Go(board), Move::Play(point)) => {
                let captured = board.play(color, point).ok()?;
                changes.push(change(point, PatternSymbol::of_stone(color)));
                changes.extend(captured.iter().map(|at| change(at, PatternSymbol::EMPTY)));
            }
            (board, Move::Play(point)) => {
                board.play(color, played).ok()?;
                changes.push(change(point, PatternSymbol::of_stone(color)));
            }
            (board, Move::Pass) => board.play(color, played).ok()?,
            (_, Move::Shift(_)) => return None,
        }
    }
    (changes.len() <= MAX_CHANGES).then_some(changes)
}

/// Whether games are played on a board that is not too large.
pub(super) fn can_be_searched(game: Game, size: BoardSize) -> bool {
    let is_square = size.width() == size.get();
    game.moves_pieces() || is_square && usize::from(size.get()) <= ROWS
}

/// Games whose identities are near each other, ordered by [`order_of`].
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    pub heads: Vec<GameHead>,
    /// For each game and colour, a row of bits for each line.
    ever: Vec<u32>,
    /// Where the words of each game end.
    ends: Vec<u32>,
    words: Vec<u16>,
}

/// Where a game is in the order in which games are searched: it depends on the game alone and is
/// as good as random, so that games at the beginning are a fair sample.
pub(super) const fn order_of(fingerprint: u64) -> u64 {
    fingerprint.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl Block {
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Approximate size in memory.
    pub fn bytes(&self) -> usize {
        size_of_val(self.heads.as_slice())
            + size_of_val(self.ever.as_slice())
            + size_of_val(self.ends.as_slice())
            + size_of_val(self.words.as_slice())
    }

    /// Returns the arrays besides the heads: rows, ends and words.
    pub fn parts(&self) -> (&[u32], &[u32], &[u16]) {
        (&self.ever, &self.ends, &self.words)
    }

    /// Creates a block from its arrays; `None` if they do not belong together.
    pub fn from_parts(
        heads: Vec<GameHead>,
        ever: Vec<u32>,
        ends: Vec<u32>,
        words: Vec<u16>,
        size: BoardSize,
    ) -> Option<Block> {
        let is_whole = ends.len() == heads.len()
            && ever.len() == heads.len() * 2 * usize::from(size.get())
            && ends.is_sorted()
            && ends.last().map_or(0, |end| *end as usize) == words.len();
        is_whole.then_some(Block { heads, ever, ends, words })
    }

    /// Returns a game on a board of a size.
    pub fn game(&self, game: usize, size: BoardSize) -> HeldGame<'_> {
        let rows = 2 * usize::from(size.get());
        let start = if game == 0 { 0 } else { self.ends[game - 1] };
        HeldGame {
            ever: &self.ever[game * rows..(game + 1) * rows],
            words: &self.words[start as usize..self.ends[game] as usize],
        }
    }

    /// Creates a block of the games of another and of new ones.
    pub fn merged(&self, new: Vec<PatternGame>, size: BoardSize) -> Block {
        let mut order: Vec<(u64, usize)> = Vec::with_capacity(self.len() + new.len());
        order.extend(self.heads.iter().enumerate().map(|(at, it)| (order_of(it.fingerprint), at)));
        let first = self.len();
        let added = new.iter().enumerate();
        order.extend(added.map(|(at, it)| (order_of(it.head.fingerprint), first + at)));
        order.sort_unstable();
        let words = new.iter().map(|game| game.words.len()).sum::<usize>() + self.words.len();
        let rows = 2 * usize::from(size.get());
        let mut block = Block {
            heads: Vec::with_capacity(order.len()),
            ever: Vec::with_capacity(order.len() * rows),
            ends: Vec::with_capacity(order.len()),
            words: Vec::with_capacity(words),
        };
        for (_, at) in order {
            let (head, game) = match at.checked_sub(first) {
                None => (self.heads[at], self.game(at, size)),
                Some(at) => (new[at].head, new[at].held()),
            };
            block.heads.push(head);
            block.ever.extend_from_slice(game.ever);
            block.words.extend_from_slice(game.words);
            block.ends.push(block.words.len() as u32);
        }
        block
    }

    /// Takes the games out of the block.
    pub fn games(&self, size: BoardSize) -> impl Iterator<Item = PatternGame> {
        (0..self.len()).map(move |at| {
            let HeldGame { ever, words } = self.game(at, size);
            PatternGame { head: self.heads[at], ever: ever.to_vec(), words: words.to_vec() }
        })
    }
}
