//! Xiangqi: moves, positions as text, moves as text, repetitions.

use joseki::game::Side;
use joseki::game::xiangqi::{
    FenError, IllegalShift, Kind, NotationError, Piece, Pressure, Script, SetUpError, Shift,
    Square, XiangqiBoard, XiangqiEnd, XiangqiGame, XiangqiOpening, XiangqiRules,
};
use proptest::prelude::*;

/// 32 positions with the number of legal lines by length; another program and an independent model
/// agree on them. Ten are the chessprogramming wiki's.
const PERFT: &str = include_str!("perft.txt");

/// 400 moves: the position, the move with ranks from 0, in Chinese and in WXF as xqbase writes it,
/// and where they differ, as the federation, cchess and Fairy-Stockfish write it. Two to four
/// programs confirm each.
const NOTATION: &str = include_str!("notation.txt");

/// Ten sequences that come to a position for the third time, with what Red and Black do in it: 0
/// nothing, 1 chase, 2 check. Fairy-Stockfish gives the same verdicts.
const REPETITION: &str = include_str!("repetition.txt");

/// The most leaves that a test counts.
fn most_leaves() -> u64 {
    if std::env::var_os("JOSEKI_FULL").is_some() { u64::MAX } else { 20_000 }
}

fn board(fen: &str) -> XiangqiBoard {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn shift(text: &str) -> Shift {
    Shift::parse(text).unwrap()
}

fn square(text: &str) -> Square {
    Square::all().find(|square| square.to_string() == text).unwrap()
}

#[test]
fn the_legal_lines_are_as_many_as_other_programs_count() {
    let mut counted = 0;
    for line in PERFT.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(';').collect();
        let mut board = board(fields[0].trim());
        let before = board;
        let words: Vec<&str> = fields[1].split_whitespace().collect();
        for pair in words.chunks(2) {
            let (depth, leaves): (u32, u64) =
                (pair[0][1..].parse().unwrap(), pair[1].parse().unwrap());
            if leaves <= most_leaves() {
                assert_eq!(board.perft(depth), leaves, "depth {depth}: {line}");
                counted += 1;
            }
        }
        assert_eq!(board, before);
    }
    assert!(counted >= 75, "{counted}");
}

#[test]
fn moves_are_written_and_read_as_other_programs_do() {
    for line in NOTATION.lines() {
        let [fen, uci, chinese, wxf, others @ ..] = &line.split('|').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let (board, played) = (board(fen), shift(uci));
        assert_eq!(board.chinese(played, Script::Simplified), *chinese, "{line}");
        assert_eq!(board.wxf(played), *wxf, "{line}");
        let traditional = board.chinese(played, Script::Traditional);
        let half_width: String = chinese
            .chars()
            .map(|letter| match letter {
                '１'..='９' => char::from((letter as u32 - '１' as u32) as u8 + b'1'),
                letter => letter,
            })
            .collect();
        let sideways = wxf.replace('=', ".");
        let texts = [uci, chinese, wxf, &*traditional, &*half_width, &*sideways];
        let coordinates = [played.iccs(), played.iccs().to_lowercase().replace('-', "")];
        for text in texts.into_iter().chain(coordinates.iter().map(String::as_str)) {
            assert_eq!(board.read_move(text), Ok(played), "{text}: {line}");
        }
        // Other conventions mean this move, or this one among several.
        for text in others.iter().filter(|text| !text.is_empty()) {
            match board.read_move(text) {
                Ok(read) => assert_eq!(read, played, "{text}: {line}"),
                Err(error) => assert!(error.could_be().contains(&played), "{text}: {line}"),
            }
        }
    }
}

#[test]
fn repetitions_are_judged_as_another_program_does() {
    let levels = [Pressure::None, Pressure::Chase, Pressure::Check];
    for line in REPETITION.lines() {
        let [_, fen, moves, red, black] = line.split('|').collect::<Vec<_>>().try_into().unwrap();
        let mut game = XiangqiGame::new(board(fen), XiangqiRules::default());
        let last = moves.split(' ').count();
        for (ply, text) in moves.split(' ').enumerate() {
            assert_eq!(game.repetition(), None, "{ply}: {line}");
            game.play(shift(text)).unwrap();
            assert_eq!(ply + 1 == last, game.end().is_some(), "{line}");
        }
        let repetition = game.repetition().unwrap();
        let expected = [red, black].map(|level| levels[level.parse::<usize>().unwrap()]);
        assert_eq!(repetition.pressure, expected, "{line}");
        assert_eq!(game.end(), Some(XiangqiEnd::Repetition(repetition)));
        assert_eq!(game.occurrences(), 3);
        let later = XiangqiRules { occurrences: 4, ..XiangqiRules::default() };
        let mut game = XiangqiGame::new(board(fen), later);
        moves.split(' ').for_each(|text| game.play(shift(text)).unwrap());
        assert_eq!(game.end(), None);
        game.undo();
        assert_eq!(game.moves().len(), last - 1);
    }
}

#[test]
fn a_game_ends_without_moves_or_progress() {
    let end = |fen: &str| XiangqiGame::new(board(fen), XiangqiRules::default()).end();
    let check = "3k5/9/9/9/9/9/9/9/3R5/5K3 b - - 0 1";
    assert_eq!(end(check), None, "the general steps aside");
    let mate = "3k5/3R5/9/9/9/9/9/9/9/4KR3 b - - 0 1";
    assert_eq!(end(mate), None, "the general takes the rook");
    // The other general holds the file beside.
    let mate = "3k5/9/3R5/9/9/9/9/9/9/4KR3 b - - 0 1";
    let end_of_mate = end(mate).unwrap();
    assert_eq!(end_of_mate, XiangqiEnd::Checkmate(Side::Second));
    assert_eq!(end_of_mate.loser(), Some(Side::Second));
    let stalemate = "3k5/9/9/9/9/9/9/9/4R4/4K4 b - - 0 1";
    assert_eq!(end(stalemate), None, "it goes forward");
    let stalemate = "3k5/2P6/9/9/9/9/9/9/4R4/4K4 b - - 0 1";
    assert_eq!(end(stalemate), Some(XiangqiEnd::Stalemate(Side::Second)));
    let stalemate = "3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 0 1";
    assert_eq!(end(stalemate), Some(XiangqiEnd::Stalemate(Side::Second)));
    let quiet = "3k5/9/9/9/9/9/9/9/4R4/4K4 b - - 119 60";
    assert_eq!(end(quiet), None);
    let quiet = quiet.replace("119", "120");
    assert_eq!(end(&quiet), Some(XiangqiEnd::NoProgress));
    assert_eq!(XiangqiEnd::NoProgress.loser(), None);
}

#[test]
fn positions_are_read_with_every_letter_and_blank() {
    let start = XiangqiBoard::new();
    for text in [
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r",
        "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 1",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR+w+-+-+0+1",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR%20w",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/45/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w 0 1",
    ] {
        assert_eq!(board(text), start, "{text}");
    }
    assert_eq!(
        start.fen(),
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
    );
    let mut cannon = start;
    let _ = cannon.make(shift("h2e2"));
    let golden = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR";
    assert_eq!(cannon.board_text(), golden);
    let mut other = start;
    let _ = other.make(shift("b2e2"));
    assert_eq!(other.mirrored(), cannon);
    assert_eq!(start.mirrored(), start);
    assert_eq!(start.exchanged().to_move(), Side::Second);
    assert_eq!(start.exchanged().board_text(), start.board_text());
}

#[test]
fn a_move_taken_back_leaves_the_counters_as_they_were() {
    for fen in ["4k4/9/9/9/9/9/9/9/9/3K5 b - - 65535 65535", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 7 9"] {
        let mut board = board(fen);
        let shift = board.legal_moves()[0];
        let undo = board.make(shift);
        board.undo(shift, undo);
        assert_eq!(board.fen(), fen);
    }
}

#[test]
fn what_is_wrong_with_a_position_is_said() {
    let error = |text: &str| text.parse::<XiangqiBoard>().unwrap_err();
    let set_up = |text: &str| match error(text) {
        FenError::SetUp(error) => error,
        other => panic!("{text}: {other}"),
    };
    let text = |text: &str| error(text).to_string();
    assert_eq!(error(""), FenError::Ranks(1));
    assert_eq!(text("4k4/9/9/9/9/9/9/9/9/4K3"), "rank 0 has 8 points: expected 9");
    assert_eq!(text("4k5/9/9/9/9/9/9/9/9/4K4"), "rank 9 has 10 points: expected 9");
    assert_eq!(
        text("4k4/9/9/9/9/9/9/9/9/4KQ3"),
        "unknown piece 'Q' on rank 0: expected one of KABNRCP, or E and H"
    );
    assert_eq!(
        text("4k4/9/9/9/9/9/9/9/9/3K5 x"),
        "unknown side to move \"x\": expected w (or r) for Red, b for Black"
    );
    assert_eq!(error("4k4/9/9/9/9/9/9/9/9/3K5 w - - x 1"), FenError::Counter("x".to_owned()));
    assert_eq!(error("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1 5"), FenError::Trailing("5".to_owned()));
    assert_eq!(error(&"9/".repeat(200)), FenError::TooLong(400));
    assert_eq!(
        set_up("9/9/9/9/9/9/9/9/9/4K4"),
        SetUpError::Generals { side: Side::Second, found: 0 }
    );
    assert_eq!(
        set_up("3kk4/9/9/9/9/9/9/9/9/5K3"),
        SetUpError::Generals { side: Side::Second, found: 2 }
    );
    assert_eq!(
        set_up("4k4/9/9/9/9/9/9/9/9/3KRRR2"),
        SetUpError::TooMany { side: Side::First, kind: Kind::Rook, found: 3 }
    );
    let place = |piece: char, at: &str| SetUpError::Place {
        piece: Piece::from_letter(piece).unwrap(),
        square: square(at),
    };
    assert_eq!(set_up("4k4/9/9/9/9/9/9/9/9/2K6"), place('K', "c0"));
    assert_eq!(set_up("4k4/9/9/9/9/9/9/9/3A5/3K5"), place('A', "d1"));
    assert_eq!(set_up("4k4/9/9/9/9/9/9/3B5/9/3K5"), place('B', "d2"));
    assert_eq!(set_up("4k4/9/9/9/9/9/1P7/9/9/3K5"), place('P', "b3"));
    assert_eq!(set_up("4k4/9/9/9/9/9/9/P8/9/3K5"), place('P', "a2"));
    assert_eq!(
        set_up("4k4/9/9/9/9/P8/P8/9/9/3K5"),
        SetUpError::Pawns { side: Side::First, file: 0 }
    );
    assert_eq!(set_up("4k4/9/9/9/9/9/9/9/9/4K4"), SetUpError::Facing);
    assert_eq!(set_up("4k4/9/9/9/9/9/9/9/4R4/3K5 w"), SetUpError::MovedIntoCheck(Side::Second));
    // It may be in check if it is to move.
    assert!(board("4k4/9/9/9/9/9/9/9/4R4/3K5 b").is_check());
}

#[test]
fn what_is_wrong_with_a_move_is_said() {
    let start = XiangqiBoard::new();
    let illegal = |text: &str| match start.read_move(text) {
        Err(NotationError::Illegal { reason, .. }) => reason,
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(illegal("d4d5"), IllegalShift::Empty(square("d4")));
    assert_eq!(illegal("h7e7"), IllegalShift::NotOwn(square("h7")));
    assert_eq!(illegal("a0a3"), IllegalShift::OntoOwn(square("a3")));
    assert_eq!(illegal("h0f1"), IllegalShift::NotItsMove(shift("h0f1")));
    assert_eq!(illegal("a10a9"), IllegalShift::NotOwn(square("a9")));
    // By its own rule the rook would go onto its own pawn.
    assert_eq!(illegal("车一进三"), IllegalShift::OntoOwn(square("i3")));
    assert_eq!(illegal("R1+3"), IllegalShift::OntoOwn(square("i3")));
    let message = start.read_move("车一进三").unwrap_err().to_string();
    assert_eq!(message, "illegal move \"车一进三\": a piece of the same side stands on i3");
    assert!(matches!(start.read_move("炮五平六"), Err(NotationError::NoPiece(_))));
    for unknown in ["", "h2", "h2e2e2", "炮二", "炮二平", "炮二平〇", "C2=0", "X2=5", "二炮平五五"]
    {
        assert!(matches!(start.read_move(unknown), Err(NotationError::Unknown(_))), "{unknown}");
    }
    assert!(matches!(start.read_move(&"炮".repeat(1000)), Err(NotationError::Unknown(_))));
    // Ranks from 1 are read where nothing else is meant, and named elsewhere.
    assert_eq!(start.read_move("a10a9").unwrap_err().could_be(), []);
    let black = board("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b");
    assert_eq!(black.read_move("a10a9"), Ok(shift("a9a8")));
    assert_eq!(start.read_move("h3e3").unwrap_err().could_be(), [shift("h2e2")]);
    let pinned = board("4k4/4r4/9/9/9/9/9/9/4N4/4K4 w");
    assert!(matches!(
        pinned.read_move("马五进三"),
        Err(NotationError::Illegal { reason: IllegalShift::GeneralAttacked(_), .. })
    ));
    // Two files with two pawns each: which front pawn?
    let pawns = board("4k4/9/9/2P3P2/2P3P2/9/9/9/9/3K5 w");
    let ambiguous = pawns.read_move("前兵进一").unwrap_err();
    assert_eq!(ambiguous.could_be(), [shift("c6c7"), shift("g6g7")]);
    let message = "ambiguous move \"前兵进一\": it could be c6c7 or g6g7";
    assert_eq!(ambiguous.to_string(), message);
    // What real records mix: the other side's names, and the place behind the piece.
    for text in ["砲二平五", "包2平5", "炮２平５", "C2.5", "c2=5"] {
        assert_eq!(start.read_move(text), Ok(shift("h2e2")), "{text}");
    }
    let rooks = board("4k4/9/9/9/9/R8/9/R8/9/3K5 w");
    assert_eq!(rooks.read_move("俥后进一"), Ok(shift("a2a3")));
}

/// Stores keep keys. Computed by another program from the definition.
#[test]
fn keys_of_positions_are_frozen() {
    let keys = [
        ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", 0xd832_515d_be6e_2bd4),
        ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b", 0x909d_0201_24b3_4dec),
        ("4k4/4a4/5a3/3PR4/6r2/9/2pp5/9/4A4/4KA3 b", 0x10f6_49c7_d335_4a28),
    ];
    for (fen, key) in keys {
        assert_eq!(board(fen).position_key(), key, "{fen}");
    }
}

#[test]
fn openings_are_named_by_the_last_position_that_a_game_passed() {
    let named = |line: &str| XiangqiOpening::of_moves(line.split(' ').map(shift));
    let all: Vec<XiangqiOpening> = XiangqiOpening::all().collect();
    assert_eq!((all.len(), all.iter().filter(|row| row.is_main).count()), (556, 258));
    for row in &all {
        assert_eq!(named(row.line), Some(*row), "{row:?}");
        let mirrored: Vec<String> =
            row.line.split(' ').map(|text| shift(text).mirrored().to_string()).collect();
        assert_eq!(named(&mirrored.join(" ")), Some(*row), "{row:?}");
    }
    let keys: std::collections::HashSet<u64> =
        all.iter().map(|row| row.position().position_key()).collect();
    assert_eq!(keys.len(), 556);
    let pawn = named("c3c4").unwrap();
    assert_eq!((pawn.code, pawn.chinese, pawn.english), ("E00", "仙人指路局", "Pawn Opening"));
    // Moves in another order, and moves that follow, keep the name.
    let one = named("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7").unwrap();
    let other = named("h2e2 b9c7 h0g2 h9g7 i0h0 i9h9").unwrap();
    assert_eq!(one, other);
    assert_eq!(named("e0e1"), None);
    assert_eq!(XiangqiOpening::of_moves(std::iter::empty()), None);
}

/// A position after random moves.
fn played(choices: &[usize]) -> XiangqiBoard {
    let mut board = XiangqiBoard::new();
    for choice in choices {
        let moves = board.legal_moves();
        if moves.is_empty() {
            break;
        }
        let _ = board.make(moves[choice % moves.len()]);
    }
    board
}

proptest! {
    #[test]
    fn laws_of_positions(choices in prop::collection::vec(0usize..1000, 0..120)) {
        let board = played(&choices);
        prop_assert_eq!(&self::board(&board.fen()), &board);
        prop_assert_eq!(board.count_legal_moves(), board.legal_moves().len() as u64);
        prop_assert_eq!(&board.mirrored().mirrored(), &board);
        prop_assert_eq!(&board.exchanged().exchanged(), &board);
        let images = [(board.mirrored(), false), (board.exchanged(), true)];
        for (image, turned) in images {
            let turn = |shift: &Shift| if turned { shift.turned() } else { shift.mirrored() };
            let mut expected: Vec<Shift> = board.legal_moves().iter().map(turn).collect();
            expected.sort_unstable();
            prop_assert_eq!(image.legal_moves(), expected);
            prop_assert_eq!(image.is_check(), board.is_check());
            prop_assert_eq!(image.position_key(), board.position_key());
        }
        for shift in board.legal_moves() {
            let mut after = board;
            let undo = after.make(shift);
            prop_assert!(!after.is_attacked(board.to_move()));
            after.undo(shift, undo);
            prop_assert_eq!(&after, &board);
            for text in [board.wxf(shift), board.chinese(shift, Script::Traditional)] {
                prop_assert_eq!(board.read_move(&text), Ok(shift), "{} in {}", text, board.fen());
            }
        }
        // Every pair of squares that is not a legal move is rejected.
        let legal = board.legal_moves();
        for from in Square::all() {
            for to in Square::all().step_by(7) {
                let shift = Shift { from, to };
                prop_assert_eq!(board.is_legal(shift).is_ok(), legal.contains(&shift));
            }
        }
    }

    #[test]
    fn no_text_makes_a_reader_fail(text in ".{0,40}") {
        let _ = text.parse::<XiangqiBoard>();
        let _ = XiangqiBoard::new().read_move(&text);
    }
}
