//! All games that are searched, in blocks.

use std::sync::Arc;

use super::block::{Block, PatternGame, can_be_searched, order_of};
use joseki_game::{BoardSize, Game};

/// Games of a block, about. A search takes a block at a time.
const BLOCK_GAMES: usize = 1024;

/// Games in memory, prepared for searching. A changed set of games is a new one, which shares the
/// blocks that did not change.
#[derive(Clone, Debug)]
pub struct PatternGames {
    size: BoardSize,
    /// Games in the order of [`order_of`]. Each block has an equal part of its range.
    blocks: Vec<Arc<Block>>,
    games: usize,
}

impl PatternGames {
    /// Creates an empty set of games on boards of a size.
    #[must_use]
    pub fn new(size: BoardSize) -> PatternGames {
        PatternGames { size, blocks: vec![Arc::default()], games: 0 }
    }

    /// Whether games on a board can be searched.
    #[must_use]
    pub fn can_search(game: Game, size: BoardSize) -> bool {
        can_be_searched(game, size)
    }

    /// Size of the games' board.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// Number of games.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.games
    }

    /// Whether there are no games.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.games == 0
    }

    /// Number of blocks, see [`PatternGames::to_bytes`].
    #[must_use]
    pub const fn blocks_len(&self) -> usize {
        self.blocks.len()
    }

    /// Approximate size in memory.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.blocks.iter().map(|block| block.bytes() + size_of::<Block>()).sum()
    }

    /// Returns a set with these games as well, whose fingerprints must be new.
    #[must_use]
    pub fn with_games(&self, new: Vec<PatternGame>) -> PatternGames {
        let games = self.games + new.len();
        // Twice as many blocks when they are too full, which costs each game one copy on average.
        let mut count = self.blocks.len();
        while games > 2 * count * BLOCK_GAMES {
            count *= 2;
        }
        let block_of = |game: &PatternGame| {
            let order = u128::from(order_of(game.head.fingerprint));
            ((order * count as u128) >> 64) as usize
        };
        let mut added: Vec<Vec<PatternGame>> = Vec::new();
        added.resize_with(count, Vec::new);
        for game in new {
            let block = block_of(&game);
            added[block].push(game);
        }
        let parts = count / self.blocks.len();
        let size = self.size;
        let mut blocks = Vec::with_capacity(count);
        for (at, added) in added.into_iter().enumerate() {
            let block = &self.blocks[at / parts];
            blocks.push(match parts {
                1 if added.is_empty() => Arc::clone(block),
                1 => Arc::new(block.merged(added, size)),
                _ => {
                    let held = block.games(size).filter(|game| block_of(game) == at);
                    Arc::new(Block::default().merged(held.chain(added).collect(), size))
                }
            });
        }
        PatternGames { size, blocks, games }
    }

    /// Returns the games of blocks, if these are all of a set.
    pub(super) fn from_blocks(size: BoardSize, blocks: Vec<Block>) -> Option<PatternGames> {
        let games = blocks.iter().map(Block::len).sum();
        let heads = blocks.iter().flat_map(|block| &block.heads);
        let is_set = blocks.len().is_power_of_two()
            && heads.map(|head| order_of(head.fingerprint)).is_sorted();
        let blocks = blocks.into_iter().map(Arc::new).collect();
        is_set.then_some(PatternGames { size, blocks, games })
    }

    pub(super) fn blocks(&self) -> &[Arc<Block>] {
        &self.blocks
    }
}
