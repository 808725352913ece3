//! Books of several games, with two small ones that exist for the tests.

mod books;
mod doors;
mod lines;
#[path = "../support/messages.rs"]
mod messages;
mod opening_search;
mod renju;
mod renju_doors;
mod results;
#[path = "../store/served.rs"]
mod served;
mod sources;
mod stored;
mod xiangqi;
