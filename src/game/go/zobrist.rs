//! The frozen table of random numbers behind the hash of a position.

use super::Point;
use crate::Color;

/// The random number of a stone of this colour on this point.
///
/// The hash of a set of stones is the exclusive or of their numbers, so an empty board is 0 and the
/// size of the board does not count. Keys derived from these numbers are stored: they must never
/// change.
#[must_use]
pub const fn zobrist(color: Color, point: Point) -> u64 {
    TABLE[color as usize][point.y() as usize][point.x() as usize]
}

const LINES: usize = 25;

/// The seed of SplitMix64: the first 16 hexadecimal digits of the fraction of pi.
const SEED: u64 = 0x243f_6a88_85a3_08d3;

/// By colour (Black first), row and column: the outputs of SplitMix64 in that order.
static TABLE: [[[u64; LINES]; LINES]; 2] = table();

const fn table() -> [[[u64; LINES]; LINES]; 2] {
    let mut table = [[[0; LINES]; LINES]; 2];
    let mut n = 0;
    while n < 2 * LINES * LINES {
        table[n / (LINES * LINES)][n / LINES % LINES][n % LINES] = split_mix(SEED, n as u64);
        n += 1;
    }
    table
}

/// Output number `n` of SplitMix64 with a seed, counted from 0.
pub(crate) const fn split_mix(seed: u64, n: u64) -> u64 {
    let z = seed.wrapping_add((n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::BoardSize;

    fn all() -> impl Iterator<Item = u64> {
        let points = || BoardSize::MAX.points();
        Color::ALL
            .into_iter()
            .flat_map(move |color| points().map(move |point| zobrist(color, point)))
    }

    /// Stored keys are made of these numbers: if this test fails, the code is wrong.
    #[test]
    fn the_numbers_are_frozen() {
        let black = |x, y| zobrist(Color::Black, Point::new(x, y));
        let white = |x, y| zobrist(Color::White, Point::new(x, y));
        assert_eq!(black(0, 0), 0x2cb0_f69f_4abe_a221);
        assert_eq!(black(15, 3), 0x6a5e_fe3a_8421_00a4);
        assert_eq!(black(24, 24), 0x52a2_0171_9a58_7839);
        assert_eq!(white(0, 0), 0x877f_a5de_8253_7600);
        assert_eq!(white(18, 18), 0x6b56_59fe_6211_04f8);
        assert_eq!(white(24, 24), 0x8845_49cc_96f7_d00b);
        let digest = all().fold(0, |sum: u64, n| sum.rotate_left(1) ^ n);
        assert_eq!(digest, 0x45cc_470f_005e_72ca);
    }

    #[test]
    fn the_numbers_differ() {
        let distinct: HashSet<u64> = all().collect();
        assert_eq!(distinct.len(), 1250);
        assert!(!distinct.contains(&0));
    }
}
