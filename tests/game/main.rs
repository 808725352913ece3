//! The rules of the games against fixtures, laws and independent programs: Go with captures, ko,
//! ladders and scoring, and five in a row.

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
mod xiangqi;

#[path = "../support/full.rs"]
mod full;
