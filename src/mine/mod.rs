//! Mining: from game records to corner lines to counts.
//!
//! - [`Settings`], [`Pruning`]: how a book is mined, and which moves it contains
//! - [`RecordCollection`], [`RecordConsumer`], [`Miner`]: reading records and counting their games
//! - [`TallyWriter`], [`TallyReader`]: all counted lines as one stream

mod batch;
mod collect;
mod counts;
mod game;
mod merge;
mod miner;
mod prune;
mod ratings;
mod record;
mod runs;
mod settings;
mod spool;
mod stream;
mod turns;
mod walk;

pub use batch::{Batch, CohortTally};
pub use collect::{RecordCollection, RecordConsumer, RecordPlace, Worker};
pub use counts::{CountsError, counts_head, counts_line, read_counts};
pub use game::{
    CountedGame, CountedResult, ExampleRank, GameMetadata, MoveLoss, game_to_text, moves_to_text,
    text_to_game, text_to_moves,
};
pub use merge::StreamMerge;
pub use miner::{KnownGame, MineReport, Miner, MinerOptions, MiningResult};
pub use prune::{PruneReport, Pruner};
pub use ratings::{Pairings, Ratings, RatingsError};
pub use record::{GameRecord, RecordRejection, on_one_line, read_game, read_small_game};
pub use settings::{Pruning, Settings};
pub use spool::{Blocks, Spool};
pub use stream::{Entry, FoundTally, TallyReader, TallyWriter, find_in_part, first_line};
pub use walk::{GameWalks, Wait, Walk, walk};
