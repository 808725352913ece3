//! The store in a PostgreSQL database, which many nodes share.
//!
//! # Order
//!
//! Every transaction that writes first takes the row of the counter `write`, and holds it until it
//! is committed. So one transaction writes at a time, on whatever node; ids and numbers of changes
//! have no gaps and become visible in their order. Reading waits for nobody: a read is one
//! transaction that sees one snapshot.
//!
//! # Commit outcomes
//!
//! A transaction that writes stores a random mark. If the connection is lost during the commit, or
//! the server does not answer in time, a new connection looks for the mark, which decides whether
//! the transaction was committed. A read is retried once.
//!
//! # Failovers
//!
//! Every poll for changes also checks that the last known write is there, by its mark. If it is
//! missing, a lagging standby took over, or a backup was restored: another history begins, and
//! everything is reloaded.
//!
//! # Threads
//!
//! The client blocks, and must not do so on a thread that runs asynchronous tasks: `blocking`
//! informs the runtime first.
//!
//! - [`PostgresStore`]: the store itself
//! - `connection`: a connection with its prepared statements
//! - `copy`: many rows at once
//! - `migration`: the steps of the schema
//! - `pool`: connections for reading; `replica`: a replica that is read in place of the primary
//! - `server`: where a database is, and how it is connected to

mod migration;
mod pool;
mod postgres_store;
mod replica;

pub use postgres_store::PostgresStore;
