//! What a rook and a cannon reach along a file or a rank, for every arrangement of pieces on it.

use std::sync::LazyLock;

/// The squares of a file; a rank has one fewer.
const LENGTH: usize = 10;

/// What is reached from one square of a line, a bit a square.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reach {
    /// Empty squares up to the first piece on both sides.
    pub(super) empty: u16,
    /// The first piece on both sides.
    pub(super) first: u16,
    /// The second piece on both sides.
    pub(super) second: u16,
    /// The third piece on both sides.
    pub(super) third: u16,
}

/// By square and occupied squares.
pub(super) type Reaches = [[Reach; 1 << LENGTH]; LENGTH];

/// All arrangements.
pub(super) fn reaches() -> &'static Reaches {
    static REACHES: LazyLock<Box<Reaches>> = LazyLock::new(|| {
        let mut reaches = vec![[Reach::default(); 1 << LENGTH]; LENGTH];
        for (from, reaches) in reaches.iter_mut().enumerate() {
            for (occupied, reach) in reaches.iter_mut().enumerate() {
                *reach = reach_from(from, occupied);
            }
        }
        let Ok(reaches) = reaches.into_boxed_slice().try_into() else {
            unreachable!("the length is that of the array")
        };
        reaches
    });
    &REACHES
}

fn reach_from(from: usize, occupied: usize) -> Reach {
    let mut reach = Reach::default();
    let right: Vec<usize> = (from + 1..LENGTH).collect();
    let left: Vec<usize> = (0..from).rev().collect();
    for side in [right, left] {
        let mut pieces = 0;
        for square in side {
            if occupied >> square & 1 != 0 {
                pieces += 1;
                match pieces {
                    1 => reach.first |= 1 << square,
                    2 => reach.second |= 1 << square,
                    3 => reach.third |= 1 << square,
                    _ => {}
                }
            } else if pieces == 0 {
                reach.empty |= 1 << square;
            }
        }
    }
    reach
}
