//! Connections to PostgreSQL: where the server is, and how it is asked.

mod connection;
mod copy;
mod server;

pub(crate) use connection::{PLAN_LOOK_UPS, PostgresConnection, blocking, column};
pub(crate) use copy::PostgresCopy;
pub(crate) use server::PostgresServer;
