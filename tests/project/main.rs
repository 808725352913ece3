//! The project as a whole: its structure, its documents, its packages and the clients it ships.

mod architecture;
#[path = "../http/client.rs"]
#[allow(dead_code, reason = "the HTTP door's tests use the rest")]
mod client;
mod clients;
#[path = "clients_support/environment.rs"]
mod environment;
mod imports;
mod library;
#[path = "../support/messages.rs"]
mod messages;
mod packaging;
#[path = "../support/programs.rs"]
mod programs;
mod readme;
#[path = "clients_support/running.rs"]
mod running;
mod words;
