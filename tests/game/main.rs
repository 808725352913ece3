//! The rules of Go: captures, ko, ladders and scoring, against fixtures, laws and independent programs.

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

#[path = "../support/full.rs"]
mod full;
