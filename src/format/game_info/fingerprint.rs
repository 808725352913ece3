//! The identity of a game: the same number for every record of it.

use super::GameInfo;
use joseki_game::{Color, Frame, Move, Region, Step, Variant};
use joseki_priority::random;

/// The seed of all fingerprints: "game" in ASCII.
const SEED: u64 = 0x6761_6d65;
/// Shorter games are also distinguished by date and names, because many begin alike.
const ENOUGH: usize = 40;
/// The multiplier of a move's mixing, odd: 2^64 divided by the golden ratio.
const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
/// The coordinates of a pass; no board has this point.
const PASS: (u8, u8) = (31, 31);

/// The identity of a game on a board of `size` lines. Frozen, because stores keep it.
///
/// It does not depend on the eight rotations and reflections, on swapping the colours, or on passes
/// at the end. For a game of at least 40 moves nothing else of the record counts. A shorter game
/// also includes its date and the players' names, in lower case and without white space. space.
///
/// For each symmetry `h` starts as 0, and every move updates it by `h = (h ^ m) *
/// 0x9E3779B97F4A7C15 mod 2^64; h = h ^ (h >> 32)`. Here `m` is `x + 32 y`, or 1023 for a pass,
/// plus 1024 if the move is not the first mover's. The least of the eight is hashed with
/// [`random::hash`]`(SEED, size, [least, moves, text])`. `text` is 0 for 40 moves or more,
/// otherwise [`random::hash_text`] of the date, the first mover's name and the other name, each
/// followed by a line end.
#[must_use]
pub fn fingerprint(size: u8, moves: &[(Color, Move)], info: &GameInfo) -> u64 {
    let first = moves.first().map_or(Color::Black, |(color, _)| *color);
    let last = moves.iter().rposition(|(_, m)| *m != Move::Pass);
    let moves = &moves[..last.map_or(0, |last| last + 1)];
    let text = if moves.len() < ENOUGH { random::hash_text(&short(info, first)) } else { 0 };
    let words = [least(size, moves, first), moves.len() as u64, text];
    random::hash(SEED, u64::from(size), words)
}

/// The identity of a game whose colours are never exchanged, on the board of a variant.
///
/// It is as [`fingerprint`], but of the moves as they stand: programs play the same game again from
/// a turned opening. Date and names always count, because whole games of small boards are alike.
/// Of xiangqi only of games of less than 40 moves: collections have the same game with other dates.
#[must_use]
pub fn board_fingerprint(variant: Variant, moves: &[(Color, Move)], info: &GameInfo) -> u64 {
    let frame = Frame::plain(Region::Board);
    let played = moves.iter().fold(variant.salt(), |hash, (color, played)| {
        let step = frame.step_of(*played, variant.size());
        let code = u64::from(step.unwrap_or(Step::TENUKI).code()) | (*color as u64) << 16;
        let mixed = (hash ^ code).wrapping_mul(MULTIPLIER);
        mixed ^ (mixed >> 32)
    });
    let is_long = variant.game().moves_pieces() && moves.len() >= ENOUGH;
    let text = if is_long { 0 } else { random::hash_text(&short(info, Color::Black)) };
    random::hash(SEED, variant.salt(), [played, moves.len() as u64, text])
}

/// The least hash over the eight symmetries.
fn least(size: u8, moves: &[(Color, Move)], first: Color) -> u64 {
    let far = size.saturating_sub(1);
    let mut hashes = [0u64; 8];
    for &(color, m) in moves {
        let (x, y, across, down) = match m {
            // Coordinates on the board do not exceed `far`; others wrap harmlessly.
            Move::Play(point) => {
                let (x, y) = (point.x(), point.y());
                (x, y, far.wrapping_sub(x), far.wrapping_sub(y))
            }
            // Pieces move in games with fingerprints of their own.
            Move::Pass | Move::Shift(_) => (PASS.0, PASS.1, PASS.0, PASS.1),
        };
        let mover = u64::from(color != first) << 10;
        let word = |x: u8, y: u8| mover + u64::from(x) + 32 * u64::from(y);
        let words = [
            word(x, y),
            word(across, y),
            word(x, down),
            word(across, down),
            word(y, x),
            word(down, x),
            word(y, across),
            word(down, across),
        ];
        for (hash, word) in hashes.iter_mut().zip(words) {
            let mixed = (*hash ^ word).wrapping_mul(MULTIPLIER);
            *hash = mixed ^ (mixed >> 32);
        }
    }
    hashes.into_iter().fold(u64::MAX, u64::min)
}

fn short(info: &GameInfo, first: Color) -> String {
    let name = |name: &str| -> String {
        let seen = name.chars().filter(|c| !c.is_whitespace());
        seen.flat_map(char::to_lowercase).collect()
    };
    let (mine, other) = match first {
        Color::Black => (&info.black, &info.white),
        Color::White => (&info.white, &info.black),
    };
    let date = info.date.map(|date| date.to_string()).unwrap_or_default();
    format!("{date}\n{}\n{}\n", name(&mine.name), name(&other.name))
}
