//! Games mined into books, over a real store.
//!
//! - `fixture`: a service in a directory of its own; all that a book knows, to be compared
//! - `games`: random games, always the same for the same seed
//! - `order`: the order of runs, the memory and the threads do not matter
//! - `oracle`: every count, compared with an independent program
//! - `records`: what is counted, rejected, cut short, known already, in files of any form
//! - `earlier`: counts of an earlier schema
//! - `loaded`: counts that were added up elsewhere
//! - `pruning`: what a book answers with, and what curators wrote in it
//! - `failures`: what goes wrong leaves the book as it was
//! - `hostile`: records that nobody would write

mod earlier;
mod failures;
mod fixture;
mod games;
mod hostile;
mod loaded;
mod oracle;
mod order;
mod pruning;
mod records;

#[allow(dead_code, reason = "a part is used here")]
#[path = "../format/archives/build.rs"]
mod build;
#[allow(dead_code, reason = "a part is used here")]
#[path = "../game/go_support/mod.rs"]
mod go_support;

#[path = "../support/full.rs"]
mod full;
#[path = "../support/messages.rs"]
mod messages;
#[path = "../support/programs.rs"]
mod programs;
