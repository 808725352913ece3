//! Time of a question inside the process, over books of three sizes: it should not grow with them.

use divan::{Bencher, black_box};
use joseki::book::{Forest, Index, Line, Tracker};
use joseki::game::go::{BoardSize, Corner, Frame, Game, Move, Rules};
use joseki::game::{Color, Step};
use joseki::ledger::Standing;
use joseki::priority::random;
use joseki::service::{NextQuery, Service, next};
use joseki::store::SqliteStore;

const SIZE: BoardSize = BoardSize::NINETEEN;
const NODES: [usize; 3] = [10_000, 100_000, 1_000_000];

fn main() {
    divan::main();
}

/// A book shaped like a joseki dictionary: many choices at first, then few, each near the last.
fn book(nodes: usize) -> Index {
    let mut forest = Forest::new();
    let mut n = 0;
    while forest.len() < nodes {
        n += 1;
        let mut line = Line::new();
        let mut path = 0;
        for ply in 0..(12 + random::hash(1, 2, [n, 0, 0]) % 20) {
            let choices = match ply {
                0..4 => 8,
                4..10 => 4,
                _ => 1 + random::hash(1, 3, [path, 0, 0]) % 2,
            };
            let choice = random::hash(1, 4, [n, ply, 0]) % choices;
            path = random::hash(1, 5, [path, choice, 0]);
            let (u, v) = (path % 8, (path >> 8) % 8);
            line.extend(Step::new(u as u8, v as u8).filter(|step| !line.steps().contains(step)));
        }
        forest.insert(&line);
    }
    Index::build(forest)
}

/// A legal game of 20 moves, five in each corner, all along lines of the book.
fn board(index: &Index) -> Vec<(Color, Move)> {
    let mut game = Game::new(SIZE, Rules::default());
    let mut color = Color::Black;
    for turn in 0..20 {
        let corner = Corner::ALL[turn / 2 % 4];
        let played: Vec<(Color, Move)> = game.moves().collect();
        let tracker = Tracker::replay(index, SIZE, &[], &played);
        let reading = tracker.corner(corner).known().next();
        let moves = reading
            .map(|reading| reading.continuations(index, color))
            .unwrap_or_default();
        let points = moves
            .iter()
            .filter_map(|next| Frame::clockwise(corner).point_of(next.step, SIZE).ok());
        let legal = points
            .map(Move::Play)
            .find(|played| game.is_legal(color, *played).is_ok());
        let _passes_where_the_book_ends = game.play(color, legal.unwrap_or(Move::Pass));
        color = color.opposite();
    }
    let moves: Vec<(Color, Move)> = game.moves().collect();
    assert!(
        moves.iter().all(|(_, played)| *played != Move::Pass),
        "all along the book"
    );
    moves
}

#[divan::bench(args = NODES)]
fn whole_board_of_20_moves(bencher: Bencher, nodes: usize) {
    let index = book(nodes);
    let query = NextQuery {
        moves: board(&index),
        ..NextQuery::new(SIZE)
    };
    let answer =
        next::answer("bench", 1, &index, &Standing::default(), &query).expect("a legal game");
    assert!(answer.moves.len() >= 4, "every corner is known");
    let standing = Standing::default();
    bencher.bench(|| next::answer("bench", 1, &index, &standing, black_box(&query)));
}

/// The book that a new database opens with, which counts games; alone, and with what its moves do to the whole board.
#[divan::bench(args = [false, true])]
fn whole_board_of_20_moves_counted(bencher: Bencher, whole_board: bool) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = SqliteStore::open(folder.path().join("a.db")).expect("a store");
    let service = Service::new(std::sync::Arc::new(store));
    service.ensure_starter().expect("a starter");
    let book = service.book("main").expect("the starter");
    assert!(book.index.counts_games());
    // Four corners of usual joseki.
    let text = "Q16 D4 Q4 D16 F17 C14 D18 C12 O3 R6 O2 R8 C6 F3 B4 C3 O17 R14 M17 R17";
    let moves = text
        .split(' ')
        .zip([Color::Black, Color::White].into_iter().cycle());
    let moves = moves.map(|(point, color)| (color, Move::from_gtp(point, SIZE).expect("a point")));
    let query = NextQuery {
        moves: moves.collect(),
        whole_board,
        ..NextQuery::new(SIZE)
    };
    let standing = Standing::default();
    bencher.bench(|| next::answer("main", 1, &book.index, &standing, black_box(&query)));
}

/// The most that one question can ask for: every move of four empty corners, each with its line on the whole board.
#[divan::bench(args = [false, true])]
fn four_empty_corners_with_all_moves(bencher: Bencher, whole_board: bool) {
    let lines = (0..19_u8).flat_map(|u| (u..19).map(move |v| (u, v)));
    let line = |(u, v): (u8, u8)| -> Line {
        // Each move of the corner, and then a line of the usual length.
        let steps = [
            (u, v),
            (2, 5),
            (5, 2),
            (2, 2),
            (3, 2),
            (1, 3),
            (1, 4),
            (2, 4),
        ];
        let mut line = Line::new();
        for step in steps.into_iter().filter_map(|(u, v)| Step::new(u, v)) {
            line.extend((!line.steps().contains(&step)).then_some(step));
        }
        line.canonical()
    };
    let lines: Vec<Line> = lines.map(line).collect();
    let index = Index::build(lines.iter().collect::<Forest>());
    let query = NextQuery {
        limit: 361,
        whole_board,
        ..NextQuery::new(SIZE)
    };
    let standing = Standing::default();
    bencher.bench(|| next::answer("bench", 1, &index, &standing, black_box(&query)));
}

#[divan::bench(args = NODES)]
fn follow_20_moves(bencher: Bencher, nodes: usize) {
    let index = book(nodes);
    let moves = board(&index);
    bencher.bench(|| {
        Tracker::replay(&index, SIZE, &[], black_box(&moves))
            .moves()
            .len()
    });
}

#[divan::bench(args = NODES)]
fn one_corner_s_string(bencher: Bencher, nodes: usize) {
    let index = book(nodes);
    let deepest = index
        .nodes()
        .last()
        .map(|id| index.line(id))
        .unwrap_or_default();
    bencher.bench(|| {
        let node = index.find(black_box(&deepest))?;
        Some(index.children(node).len())
    });
}
