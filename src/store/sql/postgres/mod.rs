//! Connections to PostgreSQL: where the server is, and how it is asked.
//!
//! - `connection`: a connection with its prepared statements; `server`: where it leads
//! - `copy`, `secondary_indexes`: insertion of many rows

mod connection;
mod copy;
mod secondary_indexes;
mod server;

pub(crate) use connection::{PLAN_LOOK_UPS, PostgresConnection, blocking, column};
pub(crate) use copy::PostgresCopy;
pub(crate) use secondary_indexes::DroppedIndexes;
pub(crate) use server::PostgresServer;
