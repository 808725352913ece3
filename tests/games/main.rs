//! Books of several games, with two small ones that exist for the tests.

mod books;
#[path = "../store/served.rs"]
mod served;
mod stored;
