//! What a file may ask of the reader.

use std::io::{self, Read};

/// The most that a reader accepts; going over one of them is [`SgfError::Limit`](super::SgfError::Limit).
///
/// The defaults leave room for the largest dictionaries known (60,000 nodes, variations 270 deep)
/// many times over. Memory follows the bytes: at worst, a file made of nothing but empty
/// properties, a tree takes about 14 times the size of its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of one input of [`read_collection`](super::read_collection), or of one game tree of a
    /// [`TreeReader`](super::TreeReader). Default 64 MiB; never more than 1 GiB.
    pub bytes: usize,
    /// Nodes of one game tree. Default 2,000,000.
    pub nodes: usize,
    /// Nodes on one path from the root, both ends included, and variations open at one time.
    /// Default 1,000,000.
    pub depth: usize,
    /// Bytes of one property value as UTF-8, escapes included. Default 1 MiB.
    pub value_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes: 64 << 20,
            nodes: 2_000_000,
            depth: 1_000_000,
            value_bytes: 1 << 20,
        }
    }
}

impl Limits {
    /// A byte of another character set may become three of UTF-8, and those must have 32-bit places.
    pub(super) const MOST_BYTES: usize = 1 << 30;

    /// Reads an input to its end. Of one with more bytes than these, only as many are read as the reader needs to
    /// say so: a device may have no end.
    ///
    /// # Errors
    /// The input cannot be read.
    pub fn read(&self, input: impl Read) -> io::Result<Vec<u8>> {
        let most = u64::try_from(self.bytes).unwrap_or(u64::MAX);
        let mut bytes = Vec::new();
        input.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// The same, with no limit so high that a 32-bit place in the arena could overflow.
    pub(super) fn indexable(mut self) -> Self {
        self.bytes = self.bytes.min(Self::MOST_BYTES);
        self
    }
}
