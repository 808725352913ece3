//! What a file may ask of the reader.

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

    /// The same, with no limit so high that a 32-bit place in the arena could overflow.
    pub(super) fn indexable(mut self) -> Self {
        self.bytes = self.bytes.min(Self::MOST_BYTES);
        self
    }
}
