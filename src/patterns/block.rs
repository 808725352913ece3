//! Games in memory: where stones ever were, and the events of each game.

use super::image::ROWS;
use super::pieces;
use crate::format::game_info::GameOutcome;
use crate::game::{Board, BoardSize, Color, Game, Move};

/// Most stones put and taken in a game that is held, so that a history has room for all of them. A
/// game of 19 lines has some 230.
pub(super) const MAX_EVENTS: usize = 0x3fff;

/// The lower bits of an event are the point, row by row.
pub(super) const EVENT_POINT: u16 = 0x1ff;
/// The point of a pass.
const NO_POINT: u16 = EVENT_POINT;
/// A white stone; without it, a black one.
pub(super) const EVENT_WHITE: u16 = 1 << 9;
/// The stone was captured; without it, it was placed.
pub(super) const EVENT_REMOVED: u16 = 1 << 10;
/// The last event of a move.
pub(super) const EVENT_LAST: u16 = 1 << 11;

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
    pub(super) events: Vec<u16>,
}

impl PatternGame {
    /// Prepares a game from its usual start; `None` if a move is illegal, or if it is too long.
    #[must_use]
    pub fn new(
        game: Game,
        size: BoardSize,
        moves: &[(Color, Move)],
        head: GameHead,
    ) -> Option<PatternGame> {
        if moves.len() > MAX_EVENTS || !can_be_searched(game, size) {
            return None;
        }
        if game == Game::Xiangqi {
            let (ever, events) = pieces::prepare(moves)?;
            return Some(PatternGame { head, ever, events });
        }
        let lines = usize::from(size.get());
        let mut ever = vec![0u32; 2 * lines];
        let mut events = Vec::with_capacity(moves.len() + moves.len() / 8);
        let mut board = Board::new(game, size);
        for &(color, played) in moves {
            let white = |color: Color| if color == Color::White { EVENT_WHITE } else { 0 };
            match played {
                Move::Play(point) => {
                    let captured = match &mut board {
                        Board::Go(board) => Some(board.play(color, point).ok()?),
                        board => {
                            board.play(color, played).ok()?;
                            None
                        }
                    };
                    let code = |x: u8, y: u8| u16::from(y) * u16::from(size.get()) + u16::from(x);
                    events.push(code(point.x(), point.y()) | white(color));
                    ever[color as usize * lines + usize::from(point.y())] |= 1 << point.x();
                    for point in captured.into_iter().flatten() {
                        let stone = white(color.opposite()) | EVENT_REMOVED;
                        events.push(code(point.x(), point.y()) | stone);
                    }
                }
                Move::Pass => {
                    board.play(color, played).ok()?;
                    events.push(NO_POINT | EVENT_REMOVED);
                }
                Move::Shift(_) => return None,
            }
            if let Some(last) = events.last_mut() {
                *last |= EVENT_LAST;
            }
        }
        (events.len() <= MAX_EVENTS).then_some(PatternGame { head, ever, events })
    }
}

/// Whether games are played on a board that is not too large.
pub(super) fn can_be_searched(game: Game, size: BoardSize) -> bool {
    let is_square = size.width() == size.get();
    game == Game::Xiangqi || is_square && usize::from(size.get()) <= ROWS
}

/// Games whose identities are near each other, ordered by [`order_of`].
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    pub heads: Vec<GameHead>,
    /// For each game and colour, a row of bits for each line.
    ever: Vec<u32>,
    /// Where the events of each game end.
    ends: Vec<u32>,
    events: Vec<u16>,
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
            + size_of_val(self.events.as_slice())
    }

    /// The points where each colour ever had a stone, a row of bits for each line.
    pub fn ever(&self, game: usize, size: BoardSize) -> &[u32] {
        let words = 2 * usize::from(size.get());
        &self.ever[game * words..(game + 1) * words]
    }

    /// The events of a game.
    pub fn events(&self, game: usize) -> &[u16] {
        let start = if game == 0 { 0 } else { self.ends[game - 1] };
        &self.events[start as usize..self.ends[game] as usize]
    }

    /// Creates a block of the games of another and of new ones.
    pub fn merged(&self, new: Vec<PatternGame>, size: BoardSize) -> Block {
        let mut order: Vec<(u64, usize)> = Vec::with_capacity(self.len() + new.len());
        order.extend(self.heads.iter().enumerate().map(|(at, it)| (order_of(it.fingerprint), at)));
        let first = self.len();
        let added = new.iter().enumerate();
        order.extend(added.map(|(at, it)| (order_of(it.head.fingerprint), first + at)));
        order.sort_unstable();
        let events = new.iter().map(|game| game.events.len()).sum::<usize>() + self.events.len();
        let words = 2 * usize::from(size.get());
        let mut block = Block {
            heads: Vec::with_capacity(order.len()),
            ever: Vec::with_capacity(order.len() * words),
            ends: Vec::with_capacity(order.len()),
            events: Vec::with_capacity(events),
        };
        for (_, at) in order {
            let (head, ever, events) = match at.checked_sub(first) {
                None => (self.heads[at], self.ever(at, size), self.events(at)),
                Some(at) => (new[at].head, new[at].ever.as_slice(), new[at].events.as_slice()),
            };
            block.heads.push(head);
            block.ever.extend_from_slice(ever);
            block.events.extend_from_slice(events);
            block.ends.push(block.events.len() as u32);
        }
        block
    }

    /// Takes the games out of the block.
    pub fn games(&self, size: BoardSize) -> impl Iterator<Item = PatternGame> {
        (0..self.len()).map(move |at| PatternGame {
            head: self.heads[at],
            ever: self.ever(at, size).to_vec(),
            events: self.events(at).to_vec(),
        })
    }
}
