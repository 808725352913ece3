//! The program as an engine: over GTP, alone and in front of another one, and over the protocols of
//! other games.

mod alone;
mod analysis;
mod contest;
mod engines;
mod failures;
mod hostile;
mod laws;
mod matches;
mod oracle;
mod play;
mod proxy;
mod results;
mod support;

#[path = "../support/full.rs"]
mod full;
#[path = "../support/messages.rs"]
mod messages;
#[path = "../support/programs.rs"]
mod programs;
