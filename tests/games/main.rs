//! Books of several games, with two small ones that exist for the tests.

mod stored;
