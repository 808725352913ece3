//! Records, opening books, positions and moves of xiangqi: any bytes are refused or become a record,
//! which is written in every format and reads back as the same tree.

use joseki::format::xiangqi::opening_book::{OpeningBook, OpeningBookKind, read_book_dat};
use joseki::format::xiangqi::pgn::{PgnNotation, PgnReader};
use joseki::format::xiangqi::{XiangqiRecord, dhtmlxq, pgn, read, xqf};
use joseki::game::xiangqi::{Shift, XiangqiBoard, XiangqiOpening};

/// The most moves of a record that is written: a tree is compared line by line.
const MAX_NODES: usize = 300;

/// Reads any bytes as a file of records, as a position, and as a move.
pub fn run(data: &[u8]) {
    if let Ok(records) = read(data) {
        for read in records.into_iter().take(4) {
            assert!(read.problems.iter().all(|problem| !problem.is_empty()));
            if (1..=MAX_NODES).contains(&read.record.nodes.len()) {
                written(&read.record);
            }
            let _ = XiangqiOpening::of_moves(read.record.main_line());
        }
    }
    opening_book(data);
    let text = String::from_utf8_lossy(data);
    let (position, played) = text.split_once('\n').unwrap_or((&text, &text));
    if let Ok(board) = position.parse::<XiangqiBoard>() {
        assert_eq!(board.fen().parse().as_ref(), Ok(&board));
        moves(&board, played);
    }
    moves(&XiangqiBoard::new(), played);
}

/// Records of BOOK.DAT are refused, or become a tree.
fn opening_book(data: &[u8]) {
    if let Ok(rows) = read_book_dat(data) {
        for kind in [OpeningBookKind::BookDat, OpeningBookKind::Obk] {
            let read = OpeningBook::new(kind, rows.clone()).as_sgf();
            let (sgf, _) = read.expect("work that nobody cancels");
            assert!(sgf.starts_with("(;"), "{sgf}");
        }
    }
}

fn moves(board: &XiangqiBoard, text: &str) {
    match board.read_move(text) {
        Ok(shift) => {
            assert!(board.is_legal(shift).is_ok());
            assert_eq!(board.read_move(&board.wxf(shift)), Ok(shift));
        }
        Err(error) => {
            assert!(error.could_be().iter().all(|shift| board.is_legal(*shift).is_ok()));
        }
    }
}

fn written(record: &XiangqiRecord) {
    let expected = tree(record);
    for notation in [PgnNotation::Chinese, PgnNotation::Wxf, PgnNotation::Iccs] {
        let text = pgn::write(record, notation);
        let again = PgnReader::new(text.as_bytes()).next().expect("what was written");
        assert!(again.problems.is_empty(), "{:?}: {text}", again.problems);
        assert_eq!(tree(&again.record), expected, "{text}");
    }
    let again = xqf::read(&xqf::write(record)).expect("what was written");
    assert_eq!(tree(&again.record), expected);
    let text = dhtmlxq::write(record);
    let again = dhtmlxq::read(&text).expect("what was written");
    assert_eq!(tree(&again.record), expected, "{text}");
}

/// The lines to all moves, in any order of the nodes.
fn tree(record: &XiangqiRecord) -> Vec<Vec<Shift>> {
    let path = |node: usize| {
        let path = record.path_to(Some(node)).into_iter().flatten();
        path.map(|at| record.nodes[at].shift).collect()
    };
    let mut lines: Vec<Vec<Shift>> = (0..record.nodes.len()).map(path).collect();
    lines.sort();
    lines
}
