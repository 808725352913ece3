//! Files of renju and gomoku: any of them is refused or becomes SGF, and what is written reads back
//! the same.

use joseki::format::five::{convert, pos, renlib};
use joseki::format::sgf::{Limits, read_collection};

/// Names whose extension determines the format, and one without.
const NAMES: [&str; 4] = ["a.lib", "a.rec", "a.pos", "a"];
/// Lines of the boards of files that do not state them.
const SIZES: [u8; 2] = [15, 20];

/// Reads any bytes as a file of five in a row; the first byte chooses its name and board.
pub fn run(data: &[u8]) {
    let Some((how, data)) = data.split_first() else {
        return;
    };
    let name = NAMES[usize::from(how % 4)];
    let size = SIZES[usize::from(how >> 2) % 2];
    match convert(name, data, size, None) {
        None => {}
        Some(Err(error)) => assert!(!error.to_string().is_empty()),
        Some(Ok(converted)) => {
            let sgf = converted.sgf.as_bytes();
            let read = read_collection(sgf, &Limits::default());
            assert!(sgf.is_empty() || read.is_ok(), "{}: {read:?}", converted.sgf);
        }
    }
    library(data);
    moves(&String::from_utf8_lossy(data), size);
}

fn library(data: &[u8]) {
    let Ok(reading) = renlib::read(data) else {
        return;
    };
    let library = reading.library;
    let written = renlib::write(&library);
    let again = renlib::read(&written).expect("what was written");
    assert!(again.warnings.is_empty(), "{:?}", again.warnings);
    // Siblings are sorted, and nothing is lost.
    assert_eq!(library.len(), again.library.len());
    assert_eq!(renlib::write(&again.library), written);
}

fn moves(text: &str, size: u8) {
    for (_, game) in pos::parse_pos_games(text, size) {
        let Ok(game) = game else { continue };
        assert_eq!(pos::parse_pos(&pos::write_pos(&game), size).as_ref(), Ok(&game));
    }
}
