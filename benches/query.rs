//! Time of a question inside the process, over books of three sizes: it should not grow with them.

#[path = "support/generated.rs"]
mod generated;

use divan::{Bencher, black_box};
use generated::{boards, book};
use joseki::book::{Forest, Index, Line, Tracker};
use joseki::game::xiangqi::Shift;
use joseki::game::{BoardSize, Color, Move, Step, Variant};
use joseki::ledger::ResultTotals;
use joseki::service::Service;
use joseki::service::next::{self, NextQuery};
use joseki::store::SqliteStore;
use joseki::wire::{Coords, NextResponse, ResponseFields};

const SIZE: BoardSize = BoardSize::NINETEEN;
const NODES: [usize; 3] = [10_000, 100_000, 1_000_000];

fn main() {
    divan::main();
}

fn one_board(index: &Index) -> Vec<(Color, Move)> {
    boards(index, 1).pop().expect("a board all along the book")
}

#[divan::bench(args = NODES)]
fn whole_board_of_20_moves(bencher: Bencher, nodes: usize) {
    let index = Index::build(book(nodes));
    let query = NextQuery { moves: one_board(&index), ..NextQuery::new(SIZE) };
    let answer =
        next::answer("bench", 1, &index, &ResultTotals::default(), &query).expect("a legal game");
    assert!(answer.moves.len() >= 4, "every corner is known");
    let standing = ResultTotals::default();
    bencher.bench(|| next::answer("bench", 1, &index, &standing, black_box(&query)));
}

/// The book that a new database opens with, which counts games; alone, and with what its moves do to the whole board.
#[divan::bench(args = [false, true])]
fn whole_board_of_20_moves_counted(bencher: Bencher, whole_board: bool) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = SqliteStore::open(folder.path().join("a.db")).expect("a store");
    let service = Service::new(std::sync::Arc::new(store));
    service.curation().ensure_starter().expect("a starter");
    let book = service.book("main").expect("the starter");
    assert!(book.index.counts_games());
    // Four corners of usual joseki.
    let text = "Q16 D4 Q4 D16 F17 C14 D18 C12 O3 R6 O2 R8 C6 F3 B4 C3 O17 R14 M17 R17";
    let moves = text.split(' ').zip([Color::Black, Color::White].into_iter().cycle());
    let moves = moves.map(|(point, color)| (color, Move::from_gtp(point, SIZE).expect("a point")));
    let query = NextQuery { moves: moves.collect(), whole_board, ..NextQuery::new(SIZE) };
    let standing = ResultTotals::default();
    bencher.bench(|| next::answer("main", 1, &book.index, &standing, black_box(&query)));
}

/// A board that was not asked about before, with corners that were: through the service, with its JSON.
#[divan::bench(args = [false, true])]
fn whole_board_of_known_corners(bencher: Bencher, json: bool) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = SqliteStore::open(folder.path().join("a.db")).expect("a store");
    let service = Service::new(std::sync::Arc::new(store));
    service.curation().ensure_starter().expect("a starter");
    let index = &service.book("main").expect("the starter").index;
    let query = NextQuery { moves: one_board(index), ..NextQuery::new(SIZE) };
    bencher.bench(|| {
        let answer = service.next_moves().next(black_box(&query)).expect("a legal game");
        let mut text = Vec::new();
        if json {
            let fields = ResponseFields::default();
            NextResponse::append_json(&answer, (Coords::Gtp, SIZE), &fields, &mut text)
                .expect("JSON");
        }
        (answer, text)
    });
}

/// After 8 moves of the book of xiangqi that a new database has, with the games that it counts and
/// with its moves alone.
#[divan::bench(args = [false, true])]
fn xiangqi_after_8_moves(bencher: Bencher, counted: bool) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = SqliteStore::open(folder.path().join("a.db")).expect("a store");
    let service = Service::new(std::sync::Arc::new(store));
    service.curation().ensure_companions().expect("a starter");
    let book = service.book("xiangqi").expect("the starter");
    assert!(book.index.counts_games());
    let mut moves_alone = Forest::for_variant(Variant::XIANGQI);
    for node in book.index.nodes() {
        moves_alone.insert(&book.index.line(node));
    }
    let moves_alone = Index::build(moves_alone);
    let index = if counted { &book.index } else { &moves_alone };
    let text = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5";
    let moves = text.split(' ').zip([Color::Black, Color::White].into_iter().cycle());
    let moves =
        moves.map(|(text, color)| (color, Move::Shift(Shift::parse(text).expect("a move"))));
    let query = NextQuery { moves: moves.collect(), ..NextQuery::new(BoardSize::XIANGQI) };
    let standing = ResultTotals::default();
    let answer = next::answer("xiangqi", 1, index, &standing, &query).expect("a legal game");
    assert!(answer.moves.len() > 1, "the book goes on");
    bencher.bench(|| next::answer("xiangqi", 1, index, &standing, black_box(&query)));
}

/// The most that one question can ask for: every move of four empty corners, each with its line on the whole board.
#[divan::bench(args = [false, true])]
fn four_empty_corners_with_all_moves(bencher: Bencher, whole_board: bool) {
    let lines = (0..19_u8).flat_map(|u| (u..19).map(move |v| (u, v)));
    let line = |(u, v): (u8, u8)| -> Line {
        // Each move of the corner, and then a line of the usual length.
        let steps = [(u, v), (2, 5), (5, 2), (2, 2), (3, 2), (1, 3), (1, 4), (2, 4)];
        let mut line = Line::new();
        for step in steps.into_iter().filter_map(|(u, v)| Step::corner(u, v)) {
            line.extend((!line.steps().contains(&step)).then_some(step));
        }
        line.canonical()
    };
    let lines: Vec<Line> = lines.map(line).collect();
    let index = Index::build(lines.iter().collect::<Forest>());
    let query = NextQuery { limit: 361, whole_board, ..NextQuery::new(SIZE) };
    let standing = ResultTotals::default();
    bencher.bench(|| next::answer("bench", 1, &index, &standing, black_box(&query)));
}

#[divan::bench(args = NODES)]
fn follow_20_moves(bencher: Bencher, nodes: usize) {
    let index = Index::build(book(nodes));
    let moves = one_board(&index);
    bencher.bench(|| Tracker::replay(&index, SIZE, &[], black_box(&moves)).moves().len());
}

#[divan::bench(args = NODES)]
fn one_corner_s_string(bencher: Bencher, nodes: usize) {
    let index = Index::build(book(nodes));
    let deepest = index.nodes().last().map(|id| index.line(id)).unwrap_or_default();
    bencher.bench(|| {
        let node = index.find(black_box(&deepest))?;
        Some(index.children(node).len())
    });
}
