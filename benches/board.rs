//! Replaying whole games: the budget is 60 µs for 250 moves.

use std::hint::black_box;

use divan::Bencher;
use joseki::game::five::{FiveBoard, FiveRules};
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

/// All forbidden points of boards of renju, from the stones alone: 300 positions, 937 such points.
#[divan::bench]
fn forbidden_points_of_300_boards(bencher: Bencher) {
    let size = BoardSize::new(15).expect("a board");
    let boards: Vec<FiveBoard> = include_str!("../tests/game/five/forbidden.txt")
        .lines()
        .map(|line| {
            let mut board = FiveBoard::new(FiveRules::Renju, size);
            for (color, words) in Color::ALL.into_iter().zip(line.split('|')) {
                for word in words.split_whitespace() {
                    let point = Point::from_letter_number(word, size).expect("a point");
                    board.place(color, point);
                }
            }
            board
        })
        .collect();
    bencher.bench(|| {
        let found = black_box(&boards).iter().map(|board| board.forbidden_points().len());
        assert_eq!(found.sum::<usize>(), 937);
    });
}
