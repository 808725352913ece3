//! Positions, their keys and hashes.

use super::error::KeyPart;
use crate::five::pos::{MAX_SIZE, parse_pos};
use crate::five::sgf_text::{MIN_SIZE, Move, Point};
use joseki_game::{Symmetries, Symmetry};

/// A position: stones without their order, and the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub size: u8,
    pub black: Vec<Point>,
    pub white: Vec<Point>,
    pub black_to_move: bool,
}

/// The hashes of the eight images of a position, by [`Symmetry::number`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ImageHashes([u64; 8]);

impl ImageHashes {
    /// Returns the smallest hash, which the eight images have in common, and the symmetry that
    /// leads to the image with it.
    pub(super) fn smallest(self) -> (u64, Symmetry) {
        let hashes = self.0.into_iter().zip(Symmetries::SQUARE.iter());
        hashes.min_by_key(|&(hash, _)| hash).unwrap_or((0, Symmetry::IDENTITY))
    }

    /// Returns the hashes after a move, or before it if `is_undone` is set.
    pub(super) fn with_move(self, position: &Position, played: Move, is_undone: bool) -> Self {
        let black = position.black_to_move != is_undone;
        let turn = if position.black_to_move { TURN } else { TURN.wrapping_neg() };
        let mut hashes = self.0;
        for (hash, symmetry) in hashes.iter_mut().zip(Symmetries::SQUARE.iter()) {
            let stone =
                played.map_or(0, |point| stone_hash(image(symmetry, point, position.size), black));
            let stone = if is_undone { stone.wrapping_neg() } else { stone };
            *hash = hash.wrapping_add(stone).wrapping_sub(turn);
        }
        Self(hashes)
    }
}

/// What Black's turn adds to a hash.
const TURN: u64 = 0x9E37_79B9_7F4A_7C15;

/// Returns the hash of a stone, by the mixing function of `SplitMix64`. Hashes of positions are
/// sums, so that a stone can be taken away again.
fn stone_hash((x, y): Point, black: bool) -> u64 {
    let number = u64::from_be_bytes([0, 0, 0, 0, 1, u8::from(black), x, y]);
    let mixed = number.wrapping_mul(TURN);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

impl Position {
    /// Whether the numbers of stones show that the side that moved last passed.
    pub(super) fn is_after_pass(&self) -> bool {
        let black_led = usize::from(self.black_to_move);
        self.black.len() == self.white.len() + black_led
    }

    /// Returns the stones of the side that moved last.
    pub(super) fn stones_of_mover(&self) -> &[Point] {
        if self.black_to_move { &self.white } else { &self.black }
    }

    pub(super) fn is_occupied(&self, point: Point) -> bool {
        self.black.contains(&point) || self.white.contains(&point)
    }

    /// Returns the hashes of the eight images.
    pub(super) fn hashes(&self) -> ImageHashes {
        let hashes = Symmetries::SQUARE.iter().map(|symmetry| {
            let turn = if self.black_to_move { TURN } else { 0 };
            let sides = [(&self.black, true), (&self.white, false)];
            sides.into_iter().fold(turn, |sum, (stones, black)| {
                let images = stones.iter().map(|&point| image(symmetry, point, self.size));
                images.fold(sum, |sum, point| sum.wrapping_add(stone_hash(point, black)))
            })
        });
        let mut all = [0; 8];
        all.iter_mut().zip(hashes).for_each(|(here, hash)| *here = hash);
        ImageHashes(all)
    }

    /// Whether `symmetry` leads from this position, before the move `undone` of the side that
    /// moved last, to the stones of `other`.
    pub(super) fn leads_to(&self, undone: Move, symmetry: Symmetry, other: &Self) -> bool {
        let is_kept = |stone: &Point| Some(*stone) != undone;
        let images = |stones: &[Point]| {
            let kept = stones.iter().copied().filter(is_kept);
            sorted(kept.map(|point| image(symmetry, point, self.size)))
        };
        let same = |own: &[Point], others: &[Point]| images(own) == sorted(others.iter().copied());
        same(&self.black, &other.black) && same(&self.white, &other.white)
    }
}

/// The image of a point of a square board.
pub(super) const fn image(symmetry: Symmetry, point: Point, size: u8) -> Point {
    symmetry.apply(point, (size, size))
}

fn sorted(points: impl Iterator<Item = Point>) -> Vec<Point> {
    let mut points: Vec<Point> = points.collect();
    points.sort_unstable();
    points
}

/// Parses a key such as `r-15-15-f8h8-g8-w`: rule set, width, height, the stones of Black and of
/// White with rows counted from the top, and the side to move. Returns the rule set too.
pub(super) fn parse_key(key: &str) -> Result<(char, Position), KeyPart> {
    let parts: Vec<&str> = key.split('-').map(str::trim).collect();
    let &[rule, width, height, black, white, to_move] = parts.as_slice() else {
        return Err(KeyPart::Form);
    };
    let rule = rule.chars().next().ok_or(KeyPart::Form)?.to_ascii_lowercase();
    let size = width.parse().ok().filter(|size| (MIN_SIZE..=MAX_SIZE).contains(size));
    let size: u8 = size.filter(|_| width == height).ok_or(KeyPart::Size)?;
    let black_to_move = match to_move {
        "b" | "B" => true,
        "w" | "W" => false,
        _ => return Err(KeyPart::Side),
    };
    // All stones together, so that no point is taken twice.
    let black_stones = stones(black, size)?;
    let mut all = stones(&[black, white].concat(), size)?;
    let white = all.split_off(black_stones.len());
    Ok((rule, Position { size, black: all, white, black_to_move }))
}

fn stones(text: &str, size: u8) -> Result<Vec<Point>, KeyPart> {
    // A missing stone is written as the point before a1.
    let text = text.replace("`0", "");
    let stones = parse_pos(&text, size).map_err(|_| KeyPart::Stone)?;
    stones.into_iter().collect::<Option<_>>().ok_or(KeyPart::Stone)
}
