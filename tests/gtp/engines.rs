//! Our own engines over Gomocup's protocol, UCI and UCCI: dialogues, time, and bad input.

use std::time::{Duration, Instant};

use joseki::game::five::{FiveBoard, FiveEnd, FiveRules};
use joseki::game::xiangqi::{Shift, XiangqiBoard, XiangqiGame, XiangqiRules};
use joseki::game::{BoardSize, Color, Move, Point};

use crate::support::{dialogue, folder, program};

/// The same without messages.
fn answers(arguments: &[&str], lines: &[&str]) -> Vec<String> {
    let mut said = dialogue(arguments, lines);
    said.retain(|line| !line.starts_with("MESSAGE") && !line.starts_with("info"));
    said
}

const QUICK: [&str; 4] = ["gomocup", "--no-book", "--nodes", "2000"];

fn point(text: &str) -> Point {
    let (x, y) = text.split_once(',').unwrap_or_else(|| panic!("{text}"));
    Point::new(x.parse().expect("a column"), y.parse().expect("a row"))
}

#[test]
fn the_words_of_gomocup_are_answered_as_the_protocol_says() {
    let said = answers(
        &QUICK,
        &[
            "BEGIN",
            "ABOUT",
            "START 4",
            "START 15",
            "RECTSTART 10,12",
            "INFO rule 0",
            "INFO color red",
            "BEGIN",
            "TURN 7,7",
            "TURN 15,0",
            "TURN 300,1",
            "PLAY 0,0",
            "TAKEBACK 3,3",
            "TAKEBACK 0,0",
            "INFO rule 8",
            "YXHASHCLEAR",
            "BOARD",
            "1,1,4",
            "DONE",
            "RESTART",
            "HELLO",
            "END",
            "START 15",
        ],
    );
    assert_eq!(said[0], "ERROR START is missing");
    assert!(said[1].starts_with("name=\"Joseki\", version="), "{said:?}");
    assert_eq!(
        said[2..],
        [
            "ERROR \"4\": boards have 5 to 20 lines",
            "OK",
            "ERROR rectangular boards are not supported",
            "7,7",
            "ERROR 7,7 has a stone already",
            "ERROR \"15,0\": expected column,row from 0,0 to 14,14",
            "ERROR \"300,1\": expected column,row from 0,0 to 14,14",
            "0,0",
            "ERROR 3,3 is not the last move",
            "OK",
            "ERROR caro (rule 8) is not supported",
            "ERROR \"4\": expected 1, 2 or 3 in \"1,1,4\"",
            "OK",
            "UNKNOWN command HELLO",
        ]
    );
}

#[test]
fn a_win_is_played_a_four_is_met_and_forbidden_points_are_shown() {
    let board = |stones: &[&str]| {
        let mut lines = vec!["START 15", "INFO rule 4", "BOARD"];
        lines.extend(stones);
        lines.push("DONE");
        answers(&QUICK, &lines).pop().expect("a move")
    };
    let five = board(&["3,7,1", "3,8,2", "4,7,1", "4,8,2", "5,7,1", "5,8,2", "6,7,1", "9,9,2"]);
    assert!(["2,7", "7,7"].contains(&five.as_str()), "{five}");
    let block = board(&["3,7,2", "3,8,1", "4,7,2", "9,9,1", "5,7,2", "2,7,1", "6,7,2"]);
    assert_eq!(block, "7,7");
    // The same stones in another order.
    let block = board(&["3,8,1", "9,9,1", "2,7,1", "3,7,2", "4,7,2", "5,7,2", "6,7,2"]);
    assert_eq!(block, "7,7");
    let lines = ["START 15", "INFO rule 4", "YXBOARD", "7,6,1", "0,0,2", "7,8,1", "0,1,2", "6,7,1"];
    let more = ["0,2,2", "8,7,1", "14,14,2", "DONE", "YXSHOWFORBID"];
    let said = answers(&QUICK, &[&lines[..], &more[..]].concat());
    assert_eq!(said, ["OK", "FORBID 0707."]);
}

#[test]
fn a_board_that_was_set_says_whose_turn_it_is() {
    // Five stones of ours and four of theirs: they move, and we make our five.
    let stones = ["3,7,1", "0,0,2", "4,7,1", "14,0,2", "5,7,1", "0,14,2", "6,7,1", "14,14,2"];
    let odd = [&["START 15", "YXBOARD"][..], &stones, &["10,3,1", "DONE", "TURN 7,1"]].concat();
    let played = answers(&QUICK, &odd);
    assert!(["2,7", "7,7"].contains(&played[1].as_str()), "{played:?}");
    // With as many of each, it is their turn if they move.
    let even = [&["START 15", "YXBOARD"][..], &stones, &["DONE", "TURN 7,1"]].concat();
    let played = answers(&QUICK, &even);
    assert!(["2,7", "7,7"].contains(&played[1].as_str()), "{played:?}");
    // Black may not block White's four, and plays elsewhere.
    let own = ["7,6,1", "7,8,1", "6,7,1", "8,7,1", "2,2,1"];
    let four = ["3,3,2", "4,4,2", "5,5,2", "6,6,2", "0,14,2"];
    let lines = [&["START 15", "INFO rule 4", "BOARD"][..], &own, &four, &["DONE"]].concat();
    let played = answers(&QUICK, &lines);
    assert_ne!(point(&played[1]), Point::new(7, 7), "{played:?}");
}

/// Two engines play a game by passing on each other's moves; both replay it from the start each time.
#[test]
fn a_whole_game_of_renju_is_legal_and_ends_in_time() {
    let size = BoardSize::new(15).expect("a size");
    let mut board = FiveBoard::new(FiveRules::Renju, size);
    let mut moves: Vec<Point> = Vec::new();
    let arguments = ["gomocup", "--no-book", "--nodes", "300", "--game", "renju"];
    while board.end().is_none() && moves.len() < 24 {
        let color = Color::ALL[moves.len() % 2];
        let stones: Vec<String> = (0..moves.len())
            .map(|at| {
                let who = if at % 2 == moves.len() % 2 { 1 } else { 2 };
                format!("{},{},{who}", moves[at].x(), moves[at].y())
            })
            .collect();
        let mut lines = vec!["START 15", "BOARD"];
        lines.extend(stones.iter().map(String::as_str));
        lines.push("DONE");
        let said = answers(&arguments, &lines);
        let played = point(said.last().expect("a move"));
        assert_eq!(board.is_legal(color, played), Ok(()), "{said:?}");
        let _ = board.play(color, Move::Play(played)).expect("a move");
        moves.push(played);
    }
    assert!(board.end() != Some(FiveEnd::Draw));
}

#[test]
fn the_book_comes_first_and_the_reason_why_not_is_said() {
    let lines = ["START 15", "INFO rule 4", "INFO max_node 500", "BEGIN", "TURN 1,1"];
    let said = dialogue(&["gomocup"], &lines);
    assert!(said[1].starts_with("MESSAGE book "), "{said:?}");
    assert_eq!(said[2], "7,7");
    assert_eq!(said[3], "MESSAGE not from the book: unknown_position");
    // There is no book of gomoku in a new database, and none for boards of 12 lines.
    let lines = ["START 15", "INFO max_node 500", "BEGIN", "START 12", "BEGIN"];
    let said = dialogue(&["gomocup"], &lines);
    assert!(said.contains(&"MESSAGE not from the book: no book \"gomoku\"".to_owned()), "{said:?}");
    let none = "MESSAGE not from the book: no book has boards of 12 lines".to_owned();
    assert!(said.contains(&none), "{said:?}");
    let first = dialogue(&["uci"], &["position startpos", "go depth 1"]);
    assert!(first[0].starts_with("info string book ") && first[1].starts_with("bestmove "));
    let bare = "position fen 4k4/9/9/9/9/9/9/9/4A4/4K4 w";
    let said = dialogue(&["uci"], &[bare, "go depth 1"]);
    assert!(said[0].starts_with("info string not from the book: "), "{said:?}");
    let unknown =
        program(folder().path()).args(["uci", "--book", "nothing"]).output().expect("runs");
    assert!(!unknown.status.success());
}

#[test]
fn swap2_is_answered_with_stones_a_move_or_a_swap() {
    let said = answers(&QUICK, &["START 15", "SWAP2BOARD", "DONE"]);
    let stones: Vec<Point> = said[1].split(' ').map(point).collect();
    assert_eq!(stones, ["13,12", "13,9", "10,12"].map(point));
    // Black's open three and White to move: nobody stays White.
    let bad = ["START 15", "SWAP2BOARD", "7,7", "0,0", "8,8", "1,14", "6,6", "DONE"];
    assert_eq!(answers(&QUICK, &bad)[1], "SWAP");
    let good = ["START 15", "SWAP2BOARD", "0,0", "7,7", "0,14", "7,8", "14,0", "DONE"];
    point(&answers(&QUICK, &good)[1]);
    // With three: two black stones beside each other and White in the corner.
    let three = ["START 15", "SWAP2BOARD", "7,7", "0,0", "8,8", "DONE"];
    assert_eq!(answers(&QUICK, &three)[1], "SWAP");
    // Black's stones in corners, White's in the centre: a white stone, and a black one if it balances.
    let stays = ["START 15", "SWAP2BOARD", "0,0", "7,7", "14,0", "DONE"];
    let said = &answers(&QUICK, &stays)[1];
    let stones: Vec<Point> = said.split(' ').map(point).collect();
    assert!([1, 2].contains(&stones.len()), "{said}");
    let small = ["START 12", "SWAP2BOARD", "DONE"];
    assert_eq!(answers(&QUICK, &small)[1], "ERROR Swap2 needs a board of 15 lines or more");
    let two = ["START 15", "SWAP2BOARD", "0,0", "7,7", "DONE"];
    assert_eq!(answers(&QUICK, &two)[1], "ERROR 2 stones: Swap2 asks with none, three or five");
}

#[test]
fn an_interface_of_xiangqi_is_answered_in_its_own_protocol() {
    let uci = ["uci", "--no-book"];
    let said = answers(
        &uci,
        &[
            "uci",
            "isready",
            "position fen 3k5/9/9/4N4/2N6/9/9/9/9/4K4 w",
            "go depth 3",
            "setoption name UCI_Variant value xiangqi",
            "go depth 3",
            "position fen 3k5/4P4/3P5/9/9/9/9/9/9/4K4 b",
            "go depth 2",
            "quit",
        ],
    );
    assert!(said[0].starts_with("id name Joseki"), "{said:?}");
    assert!(said.contains(&"uciok".to_owned()) && said.contains(&"readyok".to_owned()));
    assert_eq!(said[said.len() - 3..], ["bestmove c5d7", "bestmove c6d8", "bestmove (none)"]);
    let said = answers(
        &uci,
        &[
            "ucci",
            "position fen 3k5/9/9/4N4/2N6/9/9/9/9/4K4 w",
            "banmoves c5d7",
            "go depth 2",
            "position fen 3k5/4P4/3P5/9/9/9/9/9/9/4K4 b",
            "go depth 2",
            "quit",
        ],
    );
    assert!(said.contains(&"ucciok".to_owned()), "{said:?}");
    let [banned, none, bye] = &said[said.len() - 3..] else { panic!() };
    assert!(banned.starts_with("bestmove ") && banned != "bestmove c5d7", "{said:?}");
    assert_eq!([none, bye], ["nobestmove", "bye"]);
    let problems = dialogue(
        &uci,
        &[
            "position",
            "position fen 9/9 w",
            "position startpos moves h2h9 h0h1",
            "position startpos moves xx",
            "setoption name UseBook value perhaps",
            "setoption name UCI_Variant value chess",
            "nonsense",
            "",
        ],
    );
    let expected = [
        "expected startpos or fen",
        "position: ",
        "move h0h1: ",
        "move \"xx\": expected two squares such as h2e2",
        "\"perhaps\" is neither true nor false",
        "the variant \"chess\" is not supported",
        "unknown command \"nonsense\"",
    ];
    for (said, expected) in problems.iter().zip(expected) {
        assert!(said.starts_with("info string ") && said.contains(expected), "{said} {expected}");
    }
    assert_eq!(problems.len(), expected.len());
}

#[test]
fn a_search_keeps_to_its_limits_and_an_infinite_one_waits_for_stop() {
    let start = Instant::now();
    let lines = ["position startpos moves a0a1", "go movetime 200", "quit"];
    let uci = ["uci", "--no-book"];
    let said = answers(&uci, &lines);
    let shift = Shift::parse(said[0].strip_prefix("bestmove ").expect("a move")).expect("a move");
    let mut game = XiangqiGame::new(XiangqiBoard::new(), XiangqiRules::default());
    game.play(Shift::parse("a0a1").expect("a move")).expect("legal");
    game.play(shift).expect("legal");
    // The end of the input ends a search that nobody can stop any more.
    let said = answers(&uci, &["position startpos", "go infinite"]);
    assert!(said[0].starts_with("bestmove "), "{said:?}");
    // `isready` is answered during a search.
    let said = answers(&uci, &["position startpos", "go infinite", "isready", "stop", "quit"]);
    assert!(said[0] == "readyok" && said[1].starts_with("bestmove "), "{said:?}");
    let refused = ["position startpos", "position startpos moves xx", "go depth 1"];
    assert_eq!(answers(&uci, &refused), ["bestmove (none)"]);
    let lines = ["position startpos", "go infinite", "stop", "go nodes 100", "quit"];
    let said = answers(&["uci"], &lines);
    assert_eq!(said.iter().filter(|line| line.starts_with("bestmove")).count(), 2, "{said:?}");
    let counted = dialogue(&QUICK, &["START 15", "BEGIN", "TURN 7,8"]);
    let nodes = counted.iter().filter_map(|line| line.split("Node ").nth(1)?.split(' ').next());
    let nodes: Vec<u64> = nodes.map(|nodes| nodes.parse().expect("a number")).collect();
    assert!(nodes.len() > 1 && nodes.iter().all(|nodes| *nodes <= 2000), "{nodes:?}");
    let lines = ["START 15", "INFO timeout_turn 300", "BEGIN", "TURN 7,8"];
    assert_eq!(answers(&["gomocup", "--no-book"], &lines).len(), 3);
    // Far from a minute, which an ignored limit would take.
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn weights_are_printed_changed_and_refused_with_their_line() {
    let folder = folder();
    for (command, from, to, problem) in [
        ("gomocup", "own_four 9980", "own_four much", "line 6: \"much\": expected a number"),
        ("uci", "horse material", "mule material", "unknown piece \"mule\""),
    ] {
        let run = |arguments: &[&str]| {
            program(folder.path()).arg(command).args(arguments).output().expect("it runs")
        };
        let printed = run(&["--print-weights"]);
        let text = String::from_utf8(printed.stdout).expect("UTF-8");
        std::fs::write(folder.path().join("weights"), &text).expect("written");
        let again = run(&["--weights", "weights", "--print-weights"]);
        assert_eq!(String::from_utf8(again.stdout).expect("UTF-8"), text);
        let source = run(&["--weights", "source", "--print-weights"]);
        let source = String::from_utf8(source.stdout).expect("UTF-8");
        assert!(source != text && (source.contains("horse material 40") || command == "gomocup"));
        std::fs::write(folder.path().join("weights"), text.replace(from, to)).expect("written");
        let refused = run(&["--weights", "weights"]);
        let error = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(!refused.status.success() && error.contains(problem), "{error}");
    }
}
