//! Random numbers, always the same for the same seed.

use joseki::game::{BoardSize, Point};

/// A small generator of random numbers (SplitMix64); its numbers never change.
pub struct Random(u64);

impl Random {
    /// A generator that starts from `seed`.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `bound`, which is at least 1.
    pub fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (((z >> 32) * u64::from(bound)) >> 32) as u32
    }

    /// Any point of the board.
    pub fn point(&mut self, size: BoardSize) -> Point {
        let lines = u32::from(size.get());
        Point::new(self.below(lines) as u8, self.below(lines) as u8)
    }
}
