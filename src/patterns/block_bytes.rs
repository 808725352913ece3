//! Blocks of games as bytes, to be kept in a file.

use super::block::{Block, GameHead};
use super::games::PatternGames;
use super::history;
use joseki_format::game_info::GameOutcome;
use joseki_game::{BoardSize, Game};

/// Version of the bytes. It changes with them, and with what is derived from the moves of games.
pub const PATTERN_BYTES_VERSION: u32 = 1;

/// Bytes of a head.
const HEAD: usize = 32;
const OUTCOMES: [GameOutcome; 4] =
    [GameOutcome::Black, GameOutcome::White, GameOutcome::Draw, GameOutcome::Unknown];

impl PatternGames {
    /// Returns the blocks as bytes, one after the other, for [`PatternGames::from_bytes`].
    pub fn to_bytes(&self) -> impl Iterator<Item = Vec<u8>> {
        self.blocks().iter().map(|block| block.to_bytes())
    }

    /// Restores games on boards of a size from the bytes of their blocks, in the same order; `None`
    /// if these are other bytes.
    ///
    /// # Errors
    /// Those of the blocks.
    pub fn from_bytes<E>(
        game: Game,
        size: BoardSize,
        blocks: impl Iterator<Item = Result<Vec<u8>, E>>,
    ) -> Result<Option<PatternGames>, E> {
        let mut restored = Vec::new();
        for bytes in blocks {
            match Block::from_bytes(game, size, &bytes?) {
                Some(block) => restored.push(block),
                None => return Ok(None),
            }
        }
        Ok(PatternGames::from_blocks(size, restored))
    }
}

impl Block {
    fn to_bytes(&self) -> Vec<u8> {
        let (ever, ends, words) = self.parts();
        let counts = [self.heads.len(), ever.len(), words.len()].map(|count| count as u32);
        let mut bytes = Vec::with_capacity(
            size_of_val(&counts)
                + HEAD * self.heads.len()
                + 4 * (ever.len() + ends.len())
                + 2 * words.len(),
        );
        counts.iter().for_each(|count| bytes.extend(count.to_le_bytes()));
        for head in &self.heads {
            bytes.extend(head.fingerprint.to_le_bytes());
            let outcome = OUTCOMES.iter().position(|it| *it == head.outcome).unwrap_or_default();
            let [black, white] = head.players;
            for number in [head.number, head.cohort, head.date, black, white, outcome as u32] {
                bytes.extend(number.to_le_bytes());
            }
        }
        ever.iter().chain(ends).for_each(|number| bytes.extend(number.to_le_bytes()));
        words.iter().for_each(|word| bytes.extend(word.to_le_bytes()));
        bytes
    }

    fn from_bytes(game: Game, size: BoardSize, bytes: &[u8]) -> Option<Block> {
        let (counts, rest) = bytes.split_first_chunk::<12>()?;
        let [games, ever, words] = [0, 4, 8].map(|at| number(&counts[at..]) as usize);
        let (heads, rest) = rest.split_at_checked(games.checked_mul(HEAD)?)?;
        let (ever, rest) = rest.split_at_checked(ever.checked_mul(4)?)?;
        let (ends, rest) = rest.split_at_checked(games * 4)?;
        if rest.len() != words.checked_mul(2)? {
            return None;
        }
        let heads = heads.chunks_exact(HEAD).map(|bytes| {
            let (fingerprint, rest) = bytes.split_first_chunk()?;
            let [game, cohort, date, black, white, outcome] =
                [0, 4, 8, 12, 16, 20].map(|at| number(&rest[at..]));
            Some(GameHead {
                fingerprint: u64::from_le_bytes(*fingerprint),
                number: game,
                cohort,
                date,
                players: [black, white],
                outcome: *OUTCOMES.get(outcome as usize)?,
            })
        });
        let heads = heads.collect::<Option<Vec<_>>>()?;
        let numbers = |bytes: &[u8]| bytes.chunks_exact(4).map(number).collect::<Vec<u32>>();
        let words = rest.chunks_exact(2).map(|word| u16::from_le_bytes([word[0], word[1]]));
        let block = Block::from_parts(heads, numbers(ever), numbers(ends), words.collect(), size)?;
        // A search indexes words and lists without looking.
        let is_valid = game.moves_pieces()
            || (0..block.len()).all(|at| history::is_valid(block.game(at, size)));
        is_valid.then_some(block)
    }
}

fn number(bytes: &[u8]) -> u32 {
    bytes.first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes))
}
