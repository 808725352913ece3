//! The models of influence on boards of 100 stones: the budget is 150 µs for the mechanical model and 10 µs for the quick
//! one. Beside them stand the same models as they are described, word by word, as peers.

use divan::{Bencher, black_box};
use joseki::game::go::{PointSet, Position};
use joseki::game::{BoardSize, Color, Move, Point};
use joseki::influence::{
    Blocks, Forces, Links, Mechanical, Quick, Ryder, Territory, Whole, Zobrist,
};
use joseki::priority::random;

#[path = "../tests/service/plain.rs"]
mod plain;

fn main() {
    divan::main();
}

/// The position after random legal moves by turns, as soon as it has `stones` stones.
fn board(stones: u32) -> Position {
    let mut board = Position::new(BoardSize::NINETEEN);
    let mut color = Color::Black;
    for turn in 0.. {
        let drawn = random::hash(8, 8, [turn, 0, 0]) % 361;
        let point = Point::new((drawn % 19) as u8, (drawn / 19) as u8);
        if board.play(color, point).is_ok() {
            color = color.opposite();
        }
        if board.empty().len() + stones <= 361 {
            break;
        }
    }
    board
}

/// A stone that can be played there.
fn free(board: &Position) -> Point {
    let legal = |point: &Point| board.is_legal(Color::Black, *point).is_ok();
    board.empty().iter().find(legal).expect("a legal move")
}

mod mechanical {
    use super::*;

    /// The budget is 150 µs for 100 stones.
    #[divan::bench(args = [10, 50, 100, 200])]
    fn forces(bencher: Bencher, stones: u32) {
        let board = board(stones);
        bencher.bench(|| Forces::new(black_box(&board), Mechanical::default()));
    }

    /// The same as it is described: every stone on a stack of its own.
    #[divan::bench(args = [10, 50, 100, 200])]
    fn forces_as_described(bencher: Bencher, stones: u32) {
        let board = board(stones);
        bencher.bench(|| plain::forces(black_box(&board)));
    }

    /// One stone put on the board and taken off it again: two changes.
    #[divan::bench]
    fn two_changes_of_one_stone(bencher: Bencher) {
        let board = board(100);
        let (mut forces, point) = (Forces::new(&board, Mechanical::default()), free(&board));
        bencher.bench_local(|| {
            forces.set_stone(black_box(point), Some(Color::Black));
            forces.set_stone(black_box(point), None)
        });
    }

    #[divan::bench]
    fn sfb_from_nothing(bencher: Bencher) {
        let board = board(100);
        bencher.bench(|| Whole::new(black_box(&board), Mechanical::default()).sfb());
    }

    /// ΔSFB of a line of ten moves on the board.
    #[divan::bench]
    fn line_of_ten_moves(bencher: Bencher) {
        let board = board(100);
        let whole = Whole::new(&board, Mechanical::default());
        let mut ahead = board;
        let mut line = Vec::new();
        for index in 0..10 {
            let color = Color::ALL[index % 2];
            let legal = |point: &Point| ahead.is_legal(color, *point).is_ok();
            let point = ahead.empty().iter().find(legal).expect("a legal move");
            ahead.play(color, point).expect("legal");
            line.push((color, Move::Play(point)));
        }
        bencher.bench(|| whole.line(black_box(&line)));
    }

    #[divan::bench]
    fn territory(bencher: Bencher) {
        let board = board(100);
        let forces = Forces::new(&board, Mechanical::default());
        bencher.bench(|| Territory::new(black_box(&board), &forces));
    }

    #[divan::bench]
    fn blocks(bencher: Bencher) {
        let board = board(100);
        let forces = Forces::new(&board, Mechanical::default());
        bencher.bench(|| Blocks::new(black_box(&board), &forces));
    }
}

mod others {
    use super::*;

    /// The budget is 10 µs for 100 stones.
    #[divan::bench(args = [10, 50, 100, 200])]
    fn quick(bencher: Bencher, stones: u32) {
        let board = board(stones);
        bencher.bench(|| Quick::default().field(black_box(&board)));
    }

    #[divan::bench]
    fn quick_as_described(bencher: Bencher) {
        let board = board(100);
        bencher.bench(|| plain::quick(black_box(&board)));
    }

    #[divan::bench]
    fn zobrist(bencher: Bencher) {
        let board = board(100);
        bencher.bench(|| Zobrist::default().field(black_box(&board)));
    }

    #[divan::bench]
    fn zobrist_as_described(bencher: Bencher) {
        let board = board(100);
        bencher.bench(|| plain::zobrist(black_box(&board)));
    }

    #[divan::bench]
    fn ryder(bencher: Bencher) {
        let board = board(100);
        bencher.bench(|| Ryder::default().field(black_box(&board)));
    }

    #[divan::bench]
    fn links(bencher: Bencher) {
        let board = board(100);
        bencher.bench(|| Links::new(black_box(&board), Color::Black));
    }

    /// What a copy of the board costs, for comparison.
    #[divan::bench]
    fn all_points(bencher: Bencher) {
        let board = board(100);
        bencher.bench(|| -> PointSet { black_box(&board).empty().iter().collect() });
    }
}
