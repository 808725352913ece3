//! The limits of the reader on its input.

use std::io::{self, Read};

/// The reader's limits; exceeding one of them is [`SgfError::Limit`](super::SgfError::Limit).
///
/// The defaults exceed the largest known dictionaries (60,000 nodes, variations 270 deep) many
/// times over. Memory is proportional to the bytes: in the worst case, a file of empty properties
/// only, a tree takes about 14 times the size of its text.
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
        Self { bytes: 64 << 20, nodes: 2_000_000, depth: 1_000_000, value_bytes: 1 << 20 }
    }
}

impl Limits {
    /// A byte of another character set may become three in UTF-8, and offsets into those must fit
    /// 32 bits.
    pub(super) const MAX_BYTES: usize = 1 << 30;

    /// Reads an input to its end, or just far enough to exceed the limit on bytes: a device may be
    /// endless.
    ///
    /// # Errors
    /// When the input cannot be read.
    pub fn read(&self, input: impl Read) -> io::Result<Vec<u8>> {
        let most = u64::try_from(self.bytes).unwrap_or(u64::MAX);
        let mut bytes = Vec::new();
        input.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// The limits, capped so that 32-bit offsets in the arena cannot overflow.
    pub(super) fn indexable(mut self) -> Self {
        self.bytes = self.bytes.min(Self::MAX_BYTES);
        self
    }
}
