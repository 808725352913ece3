//! The HTTP door over real sockets and a real store.

mod access;
mod addresses;
mod answers;
mod client;
mod conditions;
mod connections;
#[path = "../counted_support/mod.rs"]
mod counted;
mod desk;
mod edits;
mod evaluated;
mod exposition;
mod faulty;
mod fixture;
mod forbidden;
mod framing;
mod games;
mod generated;
mod history;
mod imports;
mod influence;
mod junk;
mod kept;
mod ladders;
mod learning;
mod maker;
mod metrics;
mod min_versions;
mod on_disk;
mod openapi;
mod overload;
mod page;
mod patterns;
mod placed_lines;
mod placements;
mod played_games;
mod proposed;
mod published;
mod quiz;
mod rates;
mod refusals;
mod repeats;
mod result_streams;
mod results;
mod reviews;
mod score;
mod search;
mod server;
mod shelves;
mod statistics;
mod streams;
mod tables;
mod whole_board;

#[path = "../support/full.rs"]
mod full;
#[path = "../support/messages.rs"]
mod messages;
#[path = "../support/programs.rs"]
mod programs;
