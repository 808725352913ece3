//! The identity of a move; frozen, since results of games are stored under it.

/// Start value of the identity of a move without a position.
pub const NO_POSITION: u64 = 0x6A6F_7365_6B69_0000;

/// The identity of a move: the upper half identifies the position before it, the lower half the
/// position before and after. Keys are sums of the same few hashes, so they are mixed and not
/// merely added.
pub fn edge(before: u64, after: u64) -> u64 {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
    let position = mixed(before.wrapping_add(ODD));
    let played = mixed((before ^ after.rotate_left(32)).wrapping_mul(ODD) ^ before);
    position & 0xFFFF_FFFF_0000_0000 | played & 0xFFFF_FFFF
}

fn mixed(x: u64) -> u64 {
    let x = (x ^ (x >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x ^ (x >> 32)
}
