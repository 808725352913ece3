//! Reading ladders: the budget is 50 µs for a plain one across 19 lines. Beside it stand the same moves played
//! on a position and the plain reader of the tests.

use std::hint::black_box;

use divan::Bencher;
use joseki::game::go::{LADDER_BUDGET, LadderOutcome, Position, diagram, read_ladder};
use joseki::game::{BoardSize, Color, Point};

#[path = "../tests/game/ladder_support/plain.rs"]
mod plain;

fn main() {
    divan::main();
}

/// A white stone that Black drives from the lower left across the board, and what stands in the way.
fn across(breaker: Option<Point>) -> (Position, Point) {
    let mut position = Position::new(BoardSize::NINETEEN);
    let target = Point::new(3, 15);
    position.place(Color::White, target);
    for (x, y) in [(2, 15), (3, 16), (4, 16)] {
        position.place(Color::Black, Point::new(x, y));
    }
    if let Some(breaker) = breaker {
        position.place(Color::White, breaker);
    }
    (position, target)
}

/// Of 30,000 random boards the one that took longest: a chain that may be driven along the edge, and from
/// each point of it across the board.
fn hard() -> (Position, Point) {
    let board = "
        . O . . . . . . . O . O . X . . . . .
        . . . . . . . . . . . O . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . X . . . . . . . . .
        . . . . . . . . X . . . . . . O . . .
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . X . . . . X
        . . . . . . . . . . . . . . X . . X O
        . . . . . . O . . . . . O . . . . O .
        . . . . . . . . . . . . . . . . . . .
        . . X . . . . . X . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . O . . . . .
        . . . . . . . . . . . . . . . . . . .";
    let position = diagram::parse(board).expect("a board");
    (position, Point::new(18, 7))
}

fn bench(bencher: Bencher, (position, target): (Position, Point), expected: LadderOutcome) {
    let reading = read_ladder(&position, target, LADDER_BUDGET).expect("a chain");
    assert_eq!(reading.outcome, expected);
    bencher.bench(|| read_ladder(black_box(&position), target, LADDER_BUDGET));
}

#[divan::bench]
fn a_plain_ladder(bencher: Bencher) {
    bench(bencher, across(None), LadderOutcome::Captured);
}

#[divan::bench]
fn a_broken_ladder(bencher: Bencher) {
    let breaker = Some(Point::new(15, 4));
    bench(bencher, across(breaker), LadderOutcome::Escapes);
}

#[divan::bench]
fn until_the_budget_ends(bencher: Bencher) {
    bench(bencher, hard(), LadderOutcome::Unknown);
}

#[divan::bench]
fn playing_the_plain_ladder(bencher: Bencher) {
    let (position, target) = across(None);
    let moves = read_ladder(&position, target, LADDER_BUDGET).expect("a chain").moves;
    bencher.bench(|| {
        let mut position = *black_box(&position);
        for &(color, point) in &moves {
            let _ = black_box(position.play(color, point));
        }
        position
    });
}

#[divan::bench]
fn the_plain_reader_on_the_plain_ladder(bencher: Bencher) {
    let (position, target) = across(None);
    bencher.bench(|| plain::plain_outcome(black_box(&position), target, Color::Black, u32::MAX));
}
