//! GTP: the program as an engine, alone and in front of another one.

mod alone;
mod analysis;
mod contest;
mod failures;
mod hostile;
mod laws;
mod oracle;
mod proxy;
mod results;
mod support;

#[path = "../support/full.rs"]
mod full;
