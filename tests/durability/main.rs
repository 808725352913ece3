//! Nothing acknowledged is ever lost: the real program, killed, cut off and shut down, over real sockets and files.
//!
//! - `server`: the program as a process, on its own or under `strace`
//! - `claims`: requests and their responses; `load`: clients that send as fast as they can
//! - `verdict`: whether a store has what was acknowledged, once, and nothing by halves
//! - `kill`, `term`: SIGKILL and SIGTERM under load; `signal`: a SIGTERM to this process itself, so nothing else here may handle signals
//! - `twice`: the same request by many at one moment
//! - `trace`, `disk`, `recording`, `power`: what the program asked the disk to do, and what a power cut may leave of it
//! - `soak`, `visitors`: everything at once for as long as is asked (`JOSEKI_SOAK_MINUTES`), with kills in between
//! - `nodes`: several nodes on one database of PostgreSQL, which are killed, and so is its server
//! - `made_up_step`, `migration`: a database, migrated by a program that is killed
//!
//! With `JOSEKI_FULL=1` the counts are those of the figures that the project holds; `JOSEKI_SEED` draws other moments.
#![cfg(target_os = "linux")]

mod claims;
#[path = "../http/client.rs"]
#[expect(dead_code, reason = "the HTTP door's tests use the rest")]
mod client;
mod disk;
mod kill;
mod load;
mod made_up_step;
mod migration;
mod nodes;
mod power;
mod random;
mod recording;
mod report;
mod server;
mod signal;
mod soak;
mod term;
mod trace;
mod twice;
mod verdict;
mod visitors;

#[path = "../support/cluster.rs"]
mod cluster;
#[path = "../support/full.rs"]
mod full;
#[path = "../support/messages.rs"]
mod messages;
#[path = "../support/programs.rs"]
mod programs;
