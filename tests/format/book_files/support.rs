//! Books, boards and files that the tests share.

use std::sync::{Arc, OnceLock};

use joseki::book::{Index, Line, NodeId, Verdict};
use joseki::format::book_file::{BookFile, SelectionCriteria};
use joseki::game::go::{CornerPosition, Position};
use joseki::game::{BoardSize, Color, Frame, Point};
use joseki::service::{
    Book, BookRef, Service, SourceFile,
    curate::{BookFileRequest, BookFormat, ImportRequest},
};
use joseki::store::SqliteStore;
use tempfile::TempDir;

use crate::messages::keep_short;

pub const SIZE: BoardSize = BoardSize::NINETEEN;

pub fn open(folder: &TempDir) -> Service {
    keep_short();
    let store = SqliteStore::open(folder.path().join("joseki.db")).expect("a store");
    Service::new(Arc::new(store))
}

/// A service with the starter book, the same for all tests.
pub fn starter() -> &'static Service {
    static STARTER: OnceLock<(TempDir, Service)> = OnceLock::new();
    let (_, service) = STARTER.get_or_init(|| {
        let folder = TempDir::new().expect("a folder");
        let service = open(&folder);
        service.curation().ensure_starter().expect("a starter");
        (folder, service)
    });
    service
}

pub fn book() -> Arc<Book> {
    starter().book("main").expect("the starter")
}

pub fn main_book() -> BookRef {
    BookRef::at("main", None)
}

/// A service with a book `own` out of an SGF text.
pub fn small(sgf: &str) -> (TempDir, Service) {
    let folder = TempDir::new().expect("a folder");
    let service = open(&folder);
    import(&service, "own", "own.sgf", sgf.as_bytes());
    (folder, service)
}

pub fn import(service: &Service, book: &str, name: &str, bytes: &[u8]) {
    let file = SourceFile { name: name.to_owned(), bytes: bytes.to_vec() };
    let request = ImportRequest::new(book, vec![file], "test");
    service.curation().import(&request).expect("an import");
}

pub fn written(
    service: &Service,
    name: &str,
    format: BookFormat,
    request: &BookFileRequest,
) -> BookFile {
    let book = BookRef::at(name, None);
    service.curation().book_file(&book, format, request).expect("a file")
}

pub fn of_starter(format: BookFormat, request: &BookFileRequest) -> BookFile {
    written(starter(), "main", format, request)
}

pub fn text(file: &BookFile) -> String {
    String::from_utf8(file.bytes.clone()).expect("UTF-8")
}

pub fn everything() -> BookFileRequest {
    BookFileRequest {
        choice: SelectionCriteria {
            min_verdict: Some(Verdict::Mistake),
            ..SelectionCriteria::default()
        },
        ..BookFileRequest::default()
    }
}

/// The eight symmetries of the square, as the readers of text books have them: two flips, then a swap.
pub fn rotate(rotation: u8, point: Point) -> Point {
    let (mut x, mut y) = (point.x(), point.y());
    if rotation & 1 != 0 {
        y = 18 - y;
    }
    if rotation & 2 != 0 {
        x = 18 - x;
    }
    if rotation & 4 != 0 {
        (x, y) = (y, x);
    }
    Point::new(x, y)
}

pub fn stones(board: &Position) -> Vec<(Color, Point)> {
    let of = |color: Color| board.stones(color).iter().map(move |point| (color, point));
    Color::ALL.into_iter().flat_map(of).collect()
}

/// A line of a text book: the moves, and the replies.
pub fn parse(line: &str) -> (Vec<Point>, Vec<Point>) {
    let (moves, replies) = line.split_once('|').expect("a bar");
    let mut words = moves.split_ascii_whitespace();
    assert_eq!(words.next(), Some("19"));
    let point = |word: &str| Point::from_gtp(word, SIZE).expect("a point");
    (words.map(point).collect(), replies.split_ascii_whitespace().map(point).collect())
}

pub fn played(moves: &[Point], rotation: u8) -> Position {
    let mut board = Position::new(SIZE);
    let colors = Color::ALL.into_iter().cycle();
    for (point, color) in moves.iter().zip(colors) {
        let point = rotate(rotation, *point);
        board.play(color, point).expect("a legal move");
    }
    board
}

/// The stones, and whether it is Black's turn if that matters.
pub type Told = (Vec<(Color, Point)>, bool);

/// The points of a line as it lies in a frame, if it has no tenuki and can be played.
pub fn laid(line: &Line, frame: Frame) -> Option<Vec<Point>> {
    CornerPosition::replay(line)?;
    let steps = line.steps().iter();
    steps.map(|step| frame.point_of(*step, SIZE).ok()).collect()
}

pub fn value(index: &Index, node: NodeId) -> i8 {
    index.verdict(node).map_or(0, Verdict::value)
}
