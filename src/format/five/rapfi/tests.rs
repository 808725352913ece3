//! Tests of reading the CSV export of Rapfi.

use std::fmt::Write as _;

use proptest::prelude::*;

use super::position::image;
use super::position::{Position, parse_key};
use super::rows::Rows;
use super::*;
use joseki_game::Symmetry;

const HEAD: &str = "index,key,label,value,depth,bound,text\n";

fn sgf(rows: &str) -> String {
    let reading = read(&format!("{HEAD}{rows}"));
    assert!(reading.problems.is_empty(), "{:?}", reading.problems);
    assert_eq!(reading.trees.len(), 1);
    reading.trees.into_iter().map(|tree| tree.sgf).collect()
}

#[test]
fn links_positions_in_the_orientation_of_the_parent() {
    let rows = "0,r-15-15-h8--w,(none),0,0,none,\"\"\n\
                1,r-15-15-h8-g8-b,w,120,12,exact,\"@BTXT@98A\\nFFz\\bone\\btwo\"\n\
                2,r-15-15-f7h8-h7-w,!,-5,3,lower,\"say \\\"hi\\\" \\\\ a\\nb\"\n";
    let text = sgf(rows.replace("FFz", "77s").as_str());
    let start = "(;FF[4]GM[4]CA[UTF-8]SZ[15]RU[renju]\n\
                 ;B[hh]JX[label=none value=0 depth=0 bound=none]\n\
                 ;W[gh]JX[label=w value=120 depth=12 bound=exact]C[one\ntwo]LB[hh:s]";
    assert!(text.starts_with(start), "{text}");
    // f7 h8 / h7 turned so that the white stone is on g8: Black's other stone is beside it.
    assert!(text.contains("JX[label=! value=-5 depth=3 bound=lower]C[say \"hi\" \\\\ a\nb]"));
    assert!(text.contains("(;B[ji]JL[A])"), "{text}");
    assert_eq!(text.lines().filter(|line| line.contains(";B[")).count(), 3);
}

#[test]
fn puts_board_texts_on_children_and_their_images() {
    let rows = "0,r-15-15-h8--w,(none),0,0,none,\"@BTXT@78x\"\n\
                1,r-15-15-h8-g8-b,(none),0,0,none,\"\"\n";
    let text = sgf(rows);
    assert!(text.ends_with(";W[gh]JL[x]JX[label=none value=0 depth=0 bound=none])\n"), "{text}");
}

#[test]
fn gives_bare_moves_where_positions_are_missing() {
    let rows = "0,f-15-15---b,(none),0,0,none,\"root\"\n\
                1,f-15-15-a1b2-c3-w,(none),0,0,none,\"\"\n\
                2,f-15-15-a1b2--w,(none),0,0,none,\"\"\n\
                3,f-15-15-h8--b,(none),0,0,none,\"\"\n";
    let text = sgf(rows);
    let none = "JX[label=none value=0 depth=0 bound=none]";
    let expected = format!(
        "(;FF[4]GM[4]CA[UTF-8]SZ[15]RU[freestyle]{none}C[root]\n\
         (;B[aa]\n;W[cc]\n;B[bb]{none})\n(;B[aa]\n;W[]\n;B[bb]{none})\n(;B[hh]\n;W[]{none}))\n"
    );
    assert_eq!(text, expected);
}

#[test]
fn links_passes() {
    let rows = "0,r-15-15-h8--w,w,1,1,exact,\"\"\n1,r-15-15-h8--b,l,1,1,exact,\"\"\n";
    assert!(sgf(rows).contains("\n;B[hh]JX[label=w value=1 depth=1 bound=exact]\n;W[]JX[label=l"));
}

#[test]
fn separates_rule_sets_and_sizes() {
    let rows = "0,r-15-15---b,w,0,0,none,\n1,s-15-15---b,w,0,0,none,\n2,s-20-20---b,w,0,0,none\n";
    let reading = read(rows);
    let trees: Vec<_> = reading.trees.iter().map(|tree| (tree.rule, tree.size)).collect();
    assert_eq!(trees, [("renju", 15), ("standard", 15), ("standard", 20)]);
}

#[test]
fn reports_rows_that_it_leaves_out() {
    let rows = "0,r-15-15-h8h8--w,w,0,0,none,\"\"\n1,r-15-20---b,w,0,0,none,\"\"\n2,x\n\
                3,r-15-15---b,w,0,0,none,\"@BTXT@z\"\n4,r-15-15---b,w,0,0,none,\"a\nb\n";
    let reading = read(&format!("{HEAD}{rows}"));
    let faults: Vec<_> =
        reading.problems.iter().map(|problem| (problem.line, &problem.fault)).collect();
    assert!(
        matches!(
            faults.as_slice(),
            [
                (2, RapfiFault::InvalidKey { expected: KeyPart::Stone, .. }),
                (3, RapfiFault::InvalidKey { expected: KeyPart::Size, .. }),
                (4, RapfiFault::MissingFields { fields: 2 }),
                (5, RapfiFault::InvalidBoardText { .. }),
                (6, RapfiFault::OpenQuote),
                (6, RapfiFault::RepeatedPosition { .. }),
            ]
        ),
        "{faults:?}"
    );
}

#[test]
fn reads_both_ways_of_quoting() {
    let text = "a,\"b\"\"c\",\"d\\\"e\\\\n\\n\"\r\n\r\n\"x\ny\",z,\"\"\r\n";
    let rows: Vec<_> = Rows::new(text).map(|row| (row.line, row.fields)).collect();
    let expected = [
        (1, vec!["a".to_owned(), "b\"c".to_owned(), "d\"e\\n\n".to_owned()]),
        (3, vec!["x\ny".to_owned(), "z".to_owned(), String::new()]),
    ];
    assert_eq!(rows, expected);
}

fn key(position: &Position) -> String {
    let text = |stones: &[(u8, u8)]| {
        crate::five::pos::write_pos(&stones.iter().copied().map(Some).collect::<Vec<_>>())
    };
    let side = if position.black_to_move { 'b' } else { 'w' };
    format!("r-15-15-{}-{}-{side}", text(&position.black), text(&position.white))
}

fn turned(position: &Position, symmetry: Symmetry) -> Position {
    let turn = |stones: &[(u8, u8)]| stones.iter().map(|&s| image(symmetry, s, 15)).collect();
    let (black, white) = (turn(&position.black), turn(&position.white));
    Position { black, white, ..position.clone() }
}

fn play(position: &mut Position, point: (u8, u8)) {
    let stones = if position.black_to_move { &mut position.black } else { &mut position.white };
    stones.push(point);
    position.black_to_move = !position.black_to_move;
}

proptest! {
    /// The hashes after a move, and before it again, are those of the positions.
    #[test]
    fn keeps_hashes_up(points in prop::collection::hash_set((0_u8..15, 0_u8..15), 1..30)) {
        let mut position =
            Position { size: 15, black: Vec::new(), white: Vec::new(), black_to_move: true };
        for point in points {
            let before = position.hashes();
            let after = before.with_move(&position, Some(point), false);
            play(&mut position, point);
            prop_assert_eq!(position.hashes(), after);
            prop_assert_eq!(after.with_move(&position, Some(point), true), before);
        }
    }

    /// The positions of a game, each in any orientation, give one line: the game in one
    /// orientation and some order of moves.
    #[test]
    fn recovers_a_line(
        points in prop::collection::hash_set((0_u8..15, 0_u8..15), 1..30),
        turns in prop::collection::vec(0_u8..8, 30),
    ) {
        let mut position =
            Position { size: 15, black: Vec::new(), white: Vec::new(), black_to_move: true };
        let mut rows = HEAD.to_owned();
        let count = points.len();
        for (number, (point, turn)) in points.into_iter().zip(turns).enumerate() {
            play(&mut position, point);
            let key = key(&turned(&position, Symmetry::from_number(turn)));
            writeln!(rows, "{number},{key},w,{number},0,none,\"\"").unwrap();
        }
        let reading = read(&rows);
        prop_assert!(reading.problems.is_empty());
        let text: String = reading.trees.into_iter().map(|tree| tree.sgf).collect();
        prop_assert_eq!(text.lines().count(), count + 1);
        prop_assert!(!text.contains("\n("));
        let mut played =
            Position { size: 15, black: Vec::new(), white: Vec::new(), black_to_move: true };
        for line in text.lines().skip(1) {
            let letters = line.as_bytes().get(3..5).unwrap();
            let [x, y] = <[u8; 2]>::try_from(letters).unwrap().map(|letter| letter - b'a');
            prop_assert!(!played.is_occupied((x, y)));
            play(&mut played, (x, y));
        }
        prop_assert_eq!(played.hashes().smallest().0, position.hashes().smallest().0);
    }

    #[test]
    fn never_panics(text in "[-rfs0-9a-h,\"\\\\\n`@BTX ]{0,80}") {
        let _ = read(&text);
        let _ = parse_key(&text);
        let _ = read(&format!("{HEAD}0,{text}"));
    }
}
