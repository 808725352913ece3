//! Hashes of whole boards.

use joseki_game::go::{Position, zobrist};
use joseki_game::{Color, Point};

/// 2^64 divided by the golden ratio; odd, so that multiplying by it is invertible.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Returns the hash of a board with the side to move and the ko that binds it, then the smallest
/// hash of all symmetric boards.
pub fn hash_board(board: &Position, to_play: Color) -> (u128, u128) {
    let hashes = (0..8).map(|symmetry| hash(board, to_play, symmetry));
    let hashes: Vec<u128> = hashes.collect();
    let least = hashes.iter().copied().min().unwrap_or_default();
    (hashes.first().copied().unwrap_or_default(), least)
}

fn hash(board: &Position, to_play: Color, symmetry: u8) -> u128 {
    let last = board.size().max();
    let turned = |point: Point| {
        let (mut x, mut y) = (point.x(), point.y());
        if symmetry & 1 != 0 {
            x = last - x;
        }
        if symmetry & 2 != 0 {
            y = last - y;
        }
        match symmetry & 4 {
            0 => Point::new(x, y),
            _ => Point::new(y, x),
        }
    };
    let mut halves = [u64::from(last), to_play as u64 + 1];
    let mut toggle = |number: u64| {
        halves[0] ^= number;
        halves[1] ^= number.wrapping_mul(SPREAD).rotate_left(32);
    };
    for color in Color::ALL {
        for point in board.stones(color).iter() {
            toggle(zobrist(color, turned(point)));
        }
    }
    if let Some((color, point)) = board.ko()
        && color == to_play
    {
        toggle(zobrist(Color::Black, turned(point)).rotate_left(17));
    }
    let [high, low] = halves.map(|half| half.wrapping_mul(SPREAD));
    u128::from(high) << 64 | u128::from(low)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::next::replay;
    use joseki_game::{BoardSize, Move};

    fn hashes(text: &str, to_play: Color) -> (u128, u128) {
        let point = |text| Move::from_gtp(text, BoardSize::NINETEEN).unwrap();
        let moves: Vec<(Color, Move)> = text
            .split_whitespace()
            .zip(Color::ALL.into_iter().cycle())
            .map(|(text, color)| (color, point(text)))
            .collect();
        hash_board(&replay(BoardSize::NINETEEN, &[], &moves).unwrap(), to_play)
    }

    #[test]
    fn only_symmetric_boards_share_a_hash() {
        use Color::{Black, White};
        let here = hashes("Q16 R14", Black);
        for other in ["D16 C14", "Q16 O17", "D4 F3", "Q4 R6"] {
            let there = hashes(other, Black);
            assert_eq!(here.1, there.1, "{other}");
            assert_ne!(here.0, there.0, "{other}");
        }
        assert_eq!(here, hashes("Q16 R14 pass pass", Black));
        for (other, to_play) in
            [("Q16 R14", White), ("Q16 R13", Black), ("Q16", Black), ("R14 Q16", Black)]
        {
            let there = hashes(other, to_play);
            assert_ne!(here.0, there.0, "{other}");
            assert_ne!(here.1, there.1, "{other}");
        }
    }
}
