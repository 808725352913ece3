//! Replaying whole games: the budget is 60 µs for 250 moves.

use std::hint::black_box;

use divan::Bencher;
use joseki::format::xiangqi::pgn::{self, PgnNotation, PgnReader};
use joseki::game::five::{FirstStones, FiveBoard, FiveRules};
use joseki::game::go::{GoGame, PointSet, Position, Rules};
use joseki::game::xiangqi::{Shift, XiangqiOpening};
use joseki::game::{
    BoardSize, Color, Frame, LinePosition, Move, Point, Region, Side, Step, Variant,
};

#[path = "../tests/game/go_support/mod.rs"]
mod go_support;
#[path = "support/xiangqi.rs"]
mod xiangqi;

use xiangqi::game_of_xiangqi;

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

/// The boards of renju on which three programs agree: 300 positions, 937 forbidden points. Black's
/// stones and White's.
fn boards_of_renju() -> Vec<[Vec<Point>; 2]> {
    let size = BoardSize::new(15).expect("a board");
    let points = |text: &str| {
        let words = text.split_whitespace();
        words.map(|word| Point::from_letter_number(word, size).expect("a point")).collect()
    };
    include_str!("../tests/game/five/forbidden.txt")
        .lines()
        .map(|line| {
            let mut fields = line.split('|');
            [(); 2].map(|()| points(fields.next().expect("stones")))
        })
        .collect()
}

fn board_of_renju(stones: &[Vec<Point>; 2]) -> FiveBoard {
    let mut board = FiveBoard::new(FiveRules::Renju, BoardSize::new(15).expect("a board"));
    for (color, points) in Color::ALL.into_iter().zip(stones) {
        points.iter().for_each(|point| board.place(color, *point));
    }
    board
}

/// All forbidden points of 300 boards, from the stones alone.
#[divan::bench]
fn forbidden_points_of_300_boards(bencher: Bencher) {
    let boards = boards_of_renju();
    bencher.bench(|| {
        let found = black_box(&boards).iter().map(|board| board_of_renju(board).forbidden_points());
        assert_eq!(found.map(|points| points.len()).sum::<usize>(), 937);
    });
}

/// 10,000 pairs of a move and its undo on 100 of these boards. All keep up what every stone
/// would make; with `fouls`, all forbidden points are asked after each move too.
#[divan::bench(args = [false, true])]
fn play_10_000_moves_of_renju_and_undo_them(bencher: Bencher, fouls: bool) {
    let boards: Vec<FiveBoard> = boards_of_renju().iter().take(100).map(board_of_renju).collect();
    let empty: Vec<Vec<Point>> = boards
        .iter()
        .map(|board| board.size().points().filter(|point| board.at(*point).is_none()).collect())
        .collect();
    bencher.with_inputs(|| boards.clone()).bench_local_values(|mut boards| {
        let mut found = 0;
        for (board, empty) in boards.iter_mut().zip(&empty) {
            for (turn, point) in (0..100).zip(empty.iter().cycle()) {
                if let Ok(undo) = board.play(Color::ALL[turn % 2], Move::Play(*point)) {
                    found += if fouls { board.forbidden_points().len() } else { 0 };
                    board.undo(undo);
                }
            }
        }
        found
    });
}

/// The canonical key after each of 57 moves of renju, kept up in all eight frames.
#[divan::bench]
fn keys_of_57_moves_of_renju(bencher: Bencher) {
    let size = Variant::RENJU.size();
    let points = size.points().step_by(4);
    let steps: Vec<Step> =
        points.filter_map(|point| Frame::plain(Region::Board).step_at(point, size)).collect();
    bencher.bench(|| {
        let mut position = LinePosition::new(Variant::RENJU);
        let keys = black_box(&steps).iter().enumerate().map(|(ply, step)| {
            position.play(Side::to_move_after(ply), *step).expect("an empty point");
            position.key(Side::to_move_after(ply + 1)).key
        });
        keys.fold(0, |sum, key| sum ^ key)
    });
}

/// The opening of a game of renju, by its first three stones.
#[divan::bench]
fn name_an_opening_of_renju(bencher: Bencher) {
    let point = |text| Point::from_letter_number(text, Variant::RENJU.size()).expect("a point");
    let moves: Vec<(Color, Move)> = ["h8", "g9", "g7", "a1"]
        .into_iter()
        .enumerate()
        .map(|(ply, text)| (Color::ALL[ply % 2], Move::Play(point(text))))
        .collect();
    bencher.bench(|| FirstStones::of_game(Variant::RENJU, &[], black_box(&moves)));
}

/// PGN of 500 random games of xiangqi, 40,000 moves, in Big5: each move is read and checked.
#[divan::bench]
fn read_500_games_of_xiangqi(bencher: Bencher) {
    let games = (0..500).map(game_of_xiangqi);
    let texts = games.map(|game| pgn::write(&game, PgnNotation::Traditional));
    let text: String = texts.collect();
    let (file, ..) = encoding_rs::BIG5.encode(&text);
    bencher.bench(|| {
        let read = PgnReader::new(black_box(&file)).map(|game| game.record.nodes.len());
        assert!(read.sum::<usize>() > 35_000);
    });
}

/// The opening of a game of xiangqi, from its first 20 moves.
#[divan::bench]
fn name_an_opening_of_xiangqi(bencher: Bencher) {
    let moves: Vec<Shift> = game_of_xiangqi(0).main_line().take(20).collect();
    bencher.bench(|| XiangqiOpening::of_moves(black_box(&moves).iter().copied()));
}
