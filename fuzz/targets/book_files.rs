//! Books as files for other programs: what can be read is checked, and every file of any book can be written, and read where we read it.

use std::io;
use std::path::Path;

use joseki::book::{Index, Line};
use joseki::format::book_file::{
    BinaryBook, BookFile, BookFileHead, Contents, FileSink, Purpose, Selection, SelectionCriteria,
    Weight, binary, csv, fuego, gnu_go, go_files, go_to_sgf, ndjson, pachi, read_go,
    start_positions,
};
use joseki::format::dictionary::{ExportOptions, Phrases};
use joseki::format::record::read_record;
use joseki::game::go::{CornerPosition, Position};
use joseki::game::{BoardSize, Color, Frame};

use super::dictionary::imported;

/// Reads any bytes as both kinds of file that are read, and as a book to be written in every format.
pub fn run(data: &[u8]) {
    let Some((how, data)) = data.split_first() else {
        return;
    };
    match how % 3 {
        0 => read_binary(data),
        1 => read_two_bytes(data),
        _ => write(data),
    }
}

fn read_binary(data: &[u8]) {
    let Ok(book) = BinaryBook::read(data) else {
        return;
    };
    for record in book.records() {
        assert!(book.of_key(record.key).contains(record));
    }
    let root = CornerPosition::new();
    let to_move = Line::new().to_move();
    assert!(book.moves(&root, to_move).len() <= 2 * book.records().len());
}

fn read_two_bytes(data: &[u8]) {
    match read_go(data) {
        Ok(points) => {
            assert_eq!(points.len() * 2, data.len());
            let mut board = Position::new(BoardSize::NINETEEN);
            for (index, point) in points.iter().enumerate() {
                let color = Color::ALL[index % 2];
                board.play(color, *point).expect("a legal move");
            }
            let sgf = go_to_sgf(&points).expect("memory takes it");
            let record = read_record(&sgf, None).expect("what was written");
            assert_eq!(record.moves.len(), points.len());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn write(data: &[u8]) {
    let Some(forest) = imported(data, Phrases::Convert) else {
        return;
    };
    let index = Index::build(forest);
    let weights: Vec<u32> = (0..=index.len()).map(|at| at as u32 % 7).collect();
    let head = BookFileHead::for_book(&index, "main", 1, None);
    let laid = ExportOptions::default().frame;
    let (play, tree) = [Purpose::Play, Purpose::Tree]
        .map(|purpose| Selection::new(&index, &weights, &SelectionCriteria::default(), purpose))
        .into();
    checked_binary(&play, &head);
    let table = in_memory(|out| csv(&tree, out));
    assert!(table.contents.entries <= index.len());
    let ways: Vec<(Frame, Color)> = Frame::all().map(|frame| (frame, Color::Black)).collect();
    for file in [
        in_memory(|out| fuego(&play, laid, out)),
        in_memory(|out| pachi(&play, &head, laid, out)),
        in_memory(|out| start_positions(&play, &head, &ways, out)),
        in_memory(|out| ndjson(&tree, &head, out)),
    ] {
        assert!(std::str::from_utf8(&file.bytes).is_ok(), "{}", file.contents.unit);
    }
    let sgf = in_memory(|out| gnu_go(&play, &head, out)).bytes;
    assert!(joseki::format::sgf::read_collection(&sgf, &Default::default()).is_ok());
    for (name, bytes) in go_files(&tree, laid).files {
        assert!(name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-.".contains(&byte)));
        assert_eq!(Path::new(&name).components().count(), 1);
        read_go(&bytes).expect("what was written");
    }
}

fn in_memory(write: impl FnOnce(&mut dyn FileSink) -> io::Result<Contents>) -> BookFile {
    BookFile::collect(write).expect("memory takes it")
}

fn checked_binary(selection: &Selection<'_>, head: &BookFileHead) {
    let file = in_memory(|out| binary(selection, head, Weight::Uniform, out));
    let book = BinaryBook::read(&file.bytes).expect("what was written");
    // An entry is a position, a record one of its moves.
    assert_eq!(book.records().len(), file.contents.moves);
    assert!(file.contents.entries <= file.contents.moves);
}
