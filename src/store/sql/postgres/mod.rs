//! Connections to PostgreSQL: where the server is, and how it is asked.

mod connection;
mod copy;
mod server;

pub(in crate::store) use connection::{PostgresConnection, blocking, column};
pub(in crate::store) use copy::PostgresCopy;
pub(in crate::store) use server::{PostgresServer, has_password, is_server};
