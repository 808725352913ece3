//! What the tests of the ladder reader and its bench share.

pub mod check;
pub mod plain;
