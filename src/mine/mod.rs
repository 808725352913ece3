//! Mining: from game records to corner lines to counts.
//!
//! - [`Settings`], [`Pruning`]: how a book is mined, and which moves it contains
//! - [`RecordCollection`], [`RecordConsumer`], [`Miner`]: reading records and counting their games
//! - [`TallyWriter`], [`TallyReader`]: all counted lines as one stream
//!
//! # How games are counted
//!
//! On one machine; `cluster/` does the same on many (`docs/cluster.md`). Its maps use the steps 1
//! to 4 below, with rows by cohort in place of streams (`Batch::count_by_cohort`); an SQL engine
//! merges; `Service::load_counts` prunes and stores.
//!
//! 1. **Read** (`collect`). Workers read texts in any order and hand their games over in the order
//!    of collections, files and records (`turns`). There they are numbered. So numbers, cohorts
//!    and which of two records counts follow from the records alone.
//! 2. **Rate** (`ratings`). What a game's result says depends on its players, and a player's last
//!    game may be in the last file. So new games wait in a spool (`spool`) until all are read. Then
//!    one thread rates their players while the workers walk them. A batch gets Black's results and
//!    their expected values before it is counted.
//! 3. **Walk** (`walk`). A game's moves go through its regions. Each becomes up to eight readings:
//!    canonical lines with the number of each step's move and the turns that passed before the
//!    next. The walk knows only the game. It does not ask a book whether a far stone belongs to a
//!    corner: then what a game counts for would depend on the games before it. Every reading is
//!    counted, and pruning keeps those that many games share.
//! 4. **Batch** (`batch`). The walks of many games, sorted by line, so that each counted move is a
//!    range of neighbours. What the readings of one corner share counts once for the corner; what
//!    the corners of one game share counts once for the game.
//! 5. **Stream** (`stream`). A counted batch is a tree in preorder, a few bytes a move. It is
//!    spilled to an unnamed file when it does not fit in memory. Every 32 spilled batches are
//!    merged into one, so that few files are open (`runs`). A part begins with its version and the
//!    line that its first entry continues, so that it can be searched without those before it. A
//!    part of version 1, without expected results, is read as games between equals, and written in
//!    the present version when it changes.
//! 6. **Merge** (`merge`, `service/mine/add_up.rs`). All streams, and the counts that the book
//!    had, are read side by side and added up. Counts only add, so the order of games, threads and
//!    memory do not matter; nor does the order of runs, if they have the same ratings. In a new
//!    book of Go the lines before the 4-4 point and those from it on are in streams of their own,
//!    added up on a thread each. Examples are the best by strength, date and fingerprint, not by
//!    number.
//! 7. **Prune** (`prune`). As the entries pass, those to be answered become nodes of the forest;
//!    of a new book that a cluster counted, nodes of a stream, so that it need not fit into memory.
//!    All of them go back into the store, in parts of 64 KiB. The line with which each part begins
//!    has a row of its own (`tally_start`), so the counts of a move that an edit adds cost one
//!    part and not all of them (`store/sql/tallies.rs`). Pruning a book again is the same without
//!    new streams.
//!
//! Counts are stored beside the nodes and not in them. Most counted lines are not nodes; a book
//! can be pruned again without reading games; what curators write never touches a count. A node
//! that is in the book for its counts alone is *mined*, and pruning may remove it. A node that an
//! import or a curator wrote, or that leads to such a node, stays with or without games, and shows
//! the counts of its line.
//!
//! A game is identified by its fingerprint (`format/game_info`). Cohorts (source, year, strength)
//! and settings belong to the book. The quiet period is fixed by its first games, because lines
//! read by different rules do not add up. A whole run is one transaction.

mod batch;
mod collect;
mod consumer;
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
pub use collect::RecordCollection;
pub use consumer::{
    ReadProgress, RecordConsumer, RecordPlace, ReportConsumer, ReportCounts, ReportWorker, Worker,
};
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
