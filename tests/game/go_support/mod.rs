//! What the tests of the rules and their bench share.

pub mod games;
pub mod random;
