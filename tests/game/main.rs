//! The rules of the games against fixtures, laws and independent programs: Go with captures, ko,
//! ladders and scoring, five in a row, and xiangqi; and the search of game trees.

mod five;
mod gnugo;
mod go_support;
mod ladder_laws;
mod ladder_support;
mod ladders;
mod oracle;
mod properties;
mod rules;
mod scoring;
mod scoring_laws;
mod search;
mod xiangqi;

#[path = "../support/full.rs"]
mod full;
#[path = "../support/messages.rs"]
mod messages;
#[path = "../support/programs.rs"]
mod programs;
