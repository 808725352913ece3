//! Mining: from game records to corner lines to counts.
//!
//! - [`Settings`], [`Pruning`]: how a book is mined, and which moves it contains
//! - [`Collection`], [`Consumer`], [`Miner`]: reading records and counting their games
//! - [`TallyWriter`], [`TallyReader`]: all counted lines as one stream

mod batch;
mod collect;
mod consumer;
mod counts;
mod game;
mod merge;
mod miner;
mod prune;
mod record;
mod runs;
mod settings;
mod spool;
mod stream;
mod walk;

pub use batch::Batch;
pub use collect::Collection;
pub use consumer::{Consumer, Worker};
pub use counts::{CountsError, counts_head, counts_line, read_counts};
pub use game::{CountedGame, GameHead, MoveLoss, Rank, moves_to_text, text_to_moves};
pub use merge::Merge;
pub use miner::{KnownGame, MineReport, Mined, Miner, MinerOptions};
pub use prune::{PruneReport, Pruner};
pub use record::{GameRecord, Rejection, read_game};
pub use settings::{Pruning, Settings};
pub use spool::{Blocks, Spool};
pub use stream::{Entry, TallyReader, TallyWriter};
pub use walk::{Turn, Wait, Walk, Walks, walk};
