//! The use cases, called as the doors call them, and the models below them.

mod assess;
mod books;
mod changes;
mod condition_games;
mod corners;
mod curate;
mod influence;
mod ladder_conditions;
mod ledger;
mod levels;
mod patterns;
mod plain;
mod player;
mod priority;
mod published;
mod quiz;
mod region_cache;
mod review;
mod settled;
mod starter;
mod whole_board;

#[path = "../store/support/raw.rs"]
mod raw;

#[path = "../counted_support/mod.rs"]
mod counted;

#[path = "../support/full.rs"]
mod full;
#[path = "../support/messages.rs"]
mod messages;
#[path = "../support/programs.rs"]
mod programs;
