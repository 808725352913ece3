//! Search for patterns in games: of stones, exact with captures, and of the pieces of xiangqi.
//!
//! - [`Pattern`]: stones, with their place on the board; [`PiecePattern`]: pieces on squares, and
//!   how many there are
//! - [`PatternGames`]: games in memory, prepared for searching
//! - [`PatternSearch`]: a search, which goes on where it stopped; [`PatternCounts`]: its result
//!
//! No index is needed: a board of the points where a colour ever had a stone excludes most games
//! and places, the moments at which stones come and go decide the rest.
//!
//! # How patterns are found
//!
//! 1. **Hold** (`service/patterns/held.rs`). The kept moves of a book's games are replayed once.
//!    Each game becomes two boards of the points where a colour ever had a stone, and a word for
//!    each of these points (`history`, `block`). Blocks of about a thousand games are in the order
//!    of a hash of their fingerprints, so the first blocks are a fair sample, and the same games
//!    give the same order. Blocks of large books are kept in files (`service/patterns/file.rs`,
//!    `block_bytes`).
//! 2. **Turn** (`image`). A pattern becomes its different images. A table by point and colour says
//!    which continuation a stone is, so nothing is turned back while searching.
//! 3. **Filter** (`matcher`). The stones of an image are compared with the boards, a row of places
//!    at a time.
//! 4. **Compare** (`matcher`). Most points change once at most: the image is there from its last
//!    stone on, unless another point has a stone by then. Points that changed more often are asked
//!    for the first moment, from the present one on, at which they match the pattern, until all
//!    agree.
//! 5. **Count** (`search`). Threads take blocks in order and finish what they took. So the
//!    searched games are always a first part, and a search can go on.
//!
//! # Example
//!
//! ```
//! use joseki_game::{BoardSize, Color, Game, Move};
//! use joseki_patterns::{
//!     AnchorWord, GameHead, Pattern, PatternGame, PatternGames, PatternMove, PatternOptions,
//!     PatternSearch, PatternStone, SearchedPattern,
//! };
//!
//! let size = BoardSize::NINETEEN;
//! let moves = [(Color::Black, "Q16"), (Color::White, "O17"), (Color::Black, "R14")];
//! let moves: Vec<_> = moves
//!     .into_iter()
//!     .map(|(color, point)| Ok((color, Move::from_gtp(point, size)?)))
//!     .collect::<Result<_, joseki_game::ParsePointError>>()?;
//! let game = PatternGame::new(Game::Go, size, &moves, GameHead::default()).ok_or("illegal")?;
//! let games = PatternGames::new(size).with_games(vec![game]);
//!
//! let rows = [".......", ".......", ".....O.", "...X...", ".......", ".......", "......."];
//! let pattern = Pattern::new(size, &rows, AnchorWord::Corner, PatternOptions::default())?;
//! let mut search = PatternSearch::new(vec![SearchedPattern::everywhere(&pattern)]);
//! search.run(&games, 1, &|| false)?;
//! let counts = search.counts();
//! assert_eq!((counts.games, counts.hits), (1, 1));
//! let at = PatternStone { color: Color::Black, x: 2, y: 5 };
//! assert_eq!(counts.continuations[0].at, PatternMove::Stone(at));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod block;
mod block_bytes;
mod games;
mod history;
mod image;
mod matcher;
mod pattern;
mod pieces;
#[cfg(test)]
mod plain;
mod search;
mod symbol;
#[cfg(test)]
mod tests;

pub use block::{GameHead, PatternGame};
pub use block_bytes::PATTERN_BYTES_VERSION;
pub use games::PatternGames;
pub use image::PatternStone;
pub use matcher::{PatternHit, PatternMove};
pub use pattern::{AnchorWord, Pattern, PatternAnchor, PatternError, PatternOptions, PatternPlace};
pub use pieces::{PiecePattern, PiecePatternError};
pub use search::{
    ContinuationCount, GameOrder, GameTest, PatternCounts, PatternSearch, SearchedPattern,
};
pub use symbol::PatternSymbol;
