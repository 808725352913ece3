//! Random games, always the same for the same seed.

use joseki::game::go::Position;
use joseki::game::{BoardSize, Color, Point};

use super::random::Random;

/// A legal game of `length` turns between players that mostly answer near the last stone, take or
/// threaten what they see and do not fill their own one-point eyes. Shorter if no such move is
/// found.
pub fn realistic_game(size: BoardSize, length: usize, seed: u64) -> Vec<(Color, Point)> {
    let mut random = Random::new(seed);
    let mut position = Position::new(size);
    let mut moves: Vec<(Color, Point)> = Vec::new();
    let mut color = Color::Black;
    while moves.len() < length {
        let last = moves.last().map(|&(_, point)| point);
        let Some(point) = choose(&mut random, &position, color, last) else {
            break;
        };
        if position.play(color, point).is_ok() {
            moves.push((color, point));
            color = color.opposite();
        }
    }
    moves
}

/// The best of some random points, looking again when none of them can be played.
fn choose(
    random: &mut Random,
    position: &Position,
    color: Color,
    last: Option<Point>,
) -> Option<Point> {
    const LOOKS: u32 = 1000;
    const POINTS: u32 = 10;
    (0..LOOKS).find_map(|_| {
        (0..POINTS)
            .filter_map(|_| suggest(random, position.size(), last))
            .filter_map(|point| Some((gain(position, color, point)?, point)))
            .max_by_key(|&(gain, _)| gain)
            .map(|(_, point)| point)
    })
}

fn suggest(random: &mut Random, size: BoardSize, last: Option<Point>) -> Option<Point> {
    match last {
        Some(last) if random.below(4) > 0 => near(random, last, size),
        _ => Some(random.point(size)),
    }
}

/// The stones that a move takes or threatens to take, taking first; nothing for a move that is
/// illegal or fills an eye.
fn gain(position: &Position, color: Color, point: Point) -> Option<(u32, u32)> {
    let mut after = *position;
    let taken = after.play(color, point).ok()?.len();
    let size = position.size();
    let threatened = point
        .neighbours(size)
        .filter(|&next| after.at(next) == Some(color.opposite()))
        .filter(|&next| after.liberties(next).len() == 1)
        .map(|next| after.chain(next).len())
        .sum();
    (!is_eye(position, color, point)).then_some((taken, threatened))
}

/// A point at most two lines away, pulled back onto the board.
fn near(random: &mut Random, last: Point, size: BoardSize) -> Option<Point> {
    let mut step = |from: u8| (from + random.below(5) as u8).saturating_sub(2).min(size.get() - 1);
    size.point(step(last.x()), step(last.y()))
}

fn is_eye(position: &Position, color: Color, point: Point) -> bool {
    point.neighbours(position.size()).all(|next| position.at(next) == Some(color))
}
