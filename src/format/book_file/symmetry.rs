//! The eight symmetries of the whole board.

use joseki_game::go::{CornerPosition, Position, zobrist};
use joseki_game::{BoardSize, Color, Frame, Point};

const SIZE: BoardSize = BoardSize::NINETEEN;

/// The image of a point when the board of a line is oriented in a frame.
pub fn image(frame: Frame, point: Point) -> Point {
    let step = CornerPosition::FRAME.step_at(point, SIZE);
    let laid = step.and_then(|step| frame.point_of(step, SIZE).ok());
    // Every point of the board has an image.
    laid.unwrap_or(point)
}

/// The inverse of [`image`].
pub fn origin(frame: Frame, point: Point) -> Point {
    let step = frame.step_at(point, SIZE);
    let laid = step.and_then(|step| CornerPosition::FRAME.point_of(step, SIZE).ok());
    laid.unwrap_or(point)
}

/// A board up to symmetry.
pub struct Symmetric {
    /// The same for all eight images of a board, different for any other stones.
    pub key: u64,
    /// A frame in which the board's image has that key.
    pub frame: Frame,
    /// The frames in which the board's image is the board itself.
    pub stabilizer: Vec<Frame>,
}

impl Symmetric {
    /// A 19×19 board up to symmetry; ko and side to move do not count.
    pub fn new(board: &Position) -> Symmetric {
        let images: Vec<(u64, Frame)> =
            Frame::all().map(|frame| (hash(board, frame), frame)).collect();
        let smallest = images.iter().min_by_key(|(hash, _)| *hash);
        let (key, frame) = smallest.copied().unwrap_or((0, CornerPosition::FRAME));
        let itself = board.hash();
        let same = images.iter().filter(|(hash, _)| *hash == itself);
        Symmetric { key, frame, stabilizer: same.map(|(_, frame)| *frame).collect() }
    }
}

fn hash(board: &Position, frame: Frame) -> u64 {
    let of_color = |color: Color| {
        let stones = board.stones(color);
        let numbers = stones.iter().map(|point| zobrist(color, image(frame, point)));
        numbers.fold(0, |sum, number| sum ^ number)
    };
    of_color(Color::Black) ^ of_color(Color::White)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn images_are_undone_and_keep_neighbours() {
        for frame in Frame::all() {
            for point in SIZE.points() {
                assert_eq!(origin(frame, image(frame, point)), point);
                let moved: HashSet<Point> =
                    point.neighbours(SIZE).map(|near| image(frame, near)).collect();
                let near: HashSet<Point> = image(frame, point).neighbours(SIZE).collect();
                assert_eq!(moved, near);
            }
        }
    }

    #[test]
    fn all_eight_images_of_a_board_have_one_key() {
        let stones = [(Color::Black, Point::new(3, 3)), (Color::White, Point::new(2, 5))];
        let mut keys = HashSet::new();
        for frame in Frame::all() {
            let mut board = Position::new(SIZE);
            for (color, point) in stones {
                board.place(color, image(frame, point));
            }
            let symmetric = Symmetric::new(&board);
            assert_eq!(symmetric.stabilizer.len(), 1);
            keys.insert(symmetric.key);
        }
        assert_eq!(keys.len(), 1);
        assert_eq!(Symmetric::new(&Position::new(SIZE)).stabilizer.len(), 8);
    }
}
