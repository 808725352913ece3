//! Replaying whole games: the budget is 60 µs for 250 moves.

use std::hint::black_box;

use divan::Bencher;
use joseki::game::go::{GoGame, PointSet, Position, Rules};
use joseki::game::{BoardSize, Color, Move, Point};

#[path = "../tests/game/go_support/mod.rs"]
mod go_support;

const SEED: u64 = 20;
const LENGTH: usize = 250;

fn main() {
    divan::main();
}

fn moves() -> Vec<(Color, Point)> {
    let moves = go_support::games::realistic_game(BoardSize::NINETEEN, LENGTH, SEED);
    assert_eq!(moves.len(), LENGTH);
    moves
}

fn replayed(moves: &[(Color, Point)]) -> Position {
    let mut position = Position::new(BoardSize::NINETEEN);
    for &(color, point) in moves {
        // The generator plays legal moves only.
        let _ = black_box(position.play(color, point));
    }
    position
}

#[divan::bench]
fn replay_250_moves(bencher: Bencher) {
    let moves = moves();
    bencher.bench(|| replayed(black_box(&moves)));
}

#[divan::bench(args = [false, true])]
fn replay_250_moves_with_history(bencher: Bencher, superko: bool) {
    let moves = moves();
    let rules = Rules { superko, ..Rules::default() };
    bencher.bench(|| {
        let mut game = GoGame::new(BoardSize::NINETEEN, rules);
        for &(color, point) in black_box(&moves) {
            let _ = black_box(game.play(color, Move::Play(point)));
        }
        game
    });
}

#[divan::bench]
fn legal_points_after_250_moves(bencher: Bencher) {
    let position = replayed(&moves());
    bencher.bench(|| {
        let legal = |point: &Point| position.is_legal(Color::Black, *point).is_ok();
        black_box(&position).empty().iter().filter(legal).collect::<PointSet>()
    });
}

#[divan::bench]
fn liberties_of_every_stone_after_250_moves(bencher: Bencher) {
    let position = replayed(&moves());
    let stones = position.stones(Color::Black).union(position.stones(Color::White));
    bencher.bench(|| stones.iter().map(|point| position.liberties(point).len()).sum::<u32>());
}
