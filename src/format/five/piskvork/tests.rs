//! Tests of reading records of Piskvork.

use std::fmt::Write as _;

use proptest::prelude::*;

use super::*;

const HEAD: &str = "Piskvorky 15x15, 11:11, 0\r\n";

fn read_text(text: &str) -> PiskvorkReading {
    read(text.as_bytes(), None).unwrap()
}

#[test]
fn reads_a_record_of_gomocup() {
    let text = format!(
        "{HEAD}8,8,0\r\n10,6,0\r\n9,9,0\r\n1,15,31\r\npbrain-a.exe\r\npbrain-b.exe\r\n-1\r\n\
         0,Freestyle15_1\r\n"
    );
    let reading = read_text(&text);
    assert!(reading.warnings.is_empty(), "{:?}", reading.warnings);
    let game = reading.game;
    assert_eq!(game.moves, [(7, 7), (9, 5), (8, 8), (0, 14)]);
    assert_eq!((game.opening, game.end_code), (3, Some(-1)));
    let sgf = "(;FF[4]GM[4]CA[UTF-8]SZ[15]PB[pbrain-a.exe]PW[pbrain-b.exe]RE[0]\
               EV[Freestyle15_1]RU[gomoku]JF[3]\n;B[hh]\n;W[jf]\n;B[ii]\n;W[ao])\n";
    assert_eq!(game.to_sgf(), sgf);
}

#[test]
fn swaps_the_names_if_the_second_player_began() {
    let text = "Piskvorky 20x20, 11:11, 1\n1,1,0\n2,2,5\na.zip\nb.zip\n-1\n1,Fastgame2\n";
    let game = read_text(text).game;
    assert_eq!((game.black.as_str(), game.white.as_str()), ("b.zip", "a.zip"));
    assert_eq!(game.result, GameOutcome::White);
    assert_eq!((game.size, game.game()), (20, Some(Game::Gomoku)));
}

#[test]
fn derives_the_result_from_the_last_move() {
    let row = "1,1,1\n1,2,1\n2,1,1\n2,2,1\n3,1,1\n3,2,1\n4,1,1\n4,2,1\n";
    let result = |rest: &str, group| {
        read(format!("{HEAD}{row}{rest}").as_bytes(), Some(group)).unwrap().game.result
    };
    assert_eq!(result("5,1,1\n", "Renju"), GameOutcome::Black);
    assert_eq!(result("9,9,1\n5,2,1\n", "Renju"), GameOutcome::White);
    assert_eq!(result("9,9,1\n", "Renju"), GameOutcome::Unknown);
    let overline = "6,1,1\n9,9,1\n5,1,1\n";
    assert_eq!(result(overline, "Freestyle15"), GameOutcome::Black);
    assert_eq!(result(overline, "Standard2"), GameOutcome::Unknown);
    assert_eq!(result(overline, "Renju"), GameOutcome::Unknown);
    assert_eq!(result(overline, "Caro"), GameOutcome::Black);
}

#[test]
fn reads_records_without_names_or_times() {
    let game = read_text("Piskvorky 15x15, 0:6, 0\n8,8\n9,9\n0\n").game;
    assert_eq!((game.moves.len(), game.opening, game.end_code), (2, 0, Some(0)));
    assert!(game.black.is_empty() && game.to_sgf().contains("SZ[15]\n;B[hh]"));
}

#[test]
fn keeps_the_moves_before_an_invalid_one() {
    for invalid in ["16,3,5", "8,8,9", "8,x,0", "0,1,1", "1,2,3,4"] {
        let text = format!("{HEAD}8,8,0\n{invalid}\n9,9,1\na.exe\nb.exe\n-1\n");
        let reading = read_text(&text);
        assert_eq!(reading.game.moves, [(7, 7)], "{invalid}");
        assert_eq!(reading.game.white, "b.exe");
        let text = invalid.to_owned();
        assert_eq!(reading.warnings, [PiskvorkWarning::InvalidMove { line: 3, text }]);
    }
}

#[test]
fn reads_rec_files() {
    let text = b"first.exe\nsecond.exe\n0,0,0\n19,19,31\n-1\n";
    assert!(is_rec(text) && !is_piskvork(text));
    let game = read(text, None).unwrap().game;
    assert_eq!((game.size, game.black.as_str()), (20, "first.exe"));
    assert_eq!(game.moves, [(0, 0), (19, 19)]);
}

#[test]
fn refuses_other_files() {
    assert_eq!(read(b"(;GM[4])", None).unwrap_err(), PiskvorkError::NotPiskvork);
    let size = PiskvorkError::UnsupportedSize { width: 15, height: 19 };
    assert_eq!(read(b"Piskvorky 15x19, 1:1, 0\n", None).unwrap_err(), size);
    let head = PiskvorkError::InvalidHead { text: "Piskvorky abc".to_owned() };
    assert_eq!(read(b"Piskvorky abc\n", None).unwrap_err(), head);
}

#[test]
fn reports_unknown_lines_and_decodes_names() {
    let mut bytes = format!("{HEAD}8,8,1\n").into_bytes();
    bytes.extend(b"\xE8ern\xFD.exe\nb.exe\nc.exe\n");
    let reading = read(&bytes, None).unwrap();
    assert_eq!(reading.game.black, "černý.exe");
    let text = "c.exe".to_owned();
    assert_eq!(reading.warnings, [PiskvorkWarning::UnknownLine { line: 5, text }]);
}

proptest! {
    #[test]
    fn reads_any_moves(points in prop::collection::hash_set((0_u8..15, 0_u8..15), 1..60)) {
        let points: Vec<_> = points.into_iter().collect();
        let mut text = HEAD.to_owned();
        for (x, y) in &points {
            writeln!(text, "{},{},7", x + 1, y + 1).unwrap();
        }
        prop_assert_eq!(read_text(&text).game.moves, points);
    }

    #[test]
    fn never_panics(text in "[-0-9,\n a-z]{0,80}") {
        let _ = read(text.as_bytes(), None);
        let _ = read(format!("{HEAD}{text}").as_bytes(), None);
    }
}
