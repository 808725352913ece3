//! The search of five in a row: the tables, wins by fours and threats, and laws.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use joseki::game::five::{FiveBoard, FiveRules, LineClass};
use joseki::game::{BoardSize, Color, Point, Symmetry};
use joseki::search::{
    FivePosition, FiveTables, ForcedWin, Refutation, SearchGame, SearchLimits, Searcher,
    Techniques, WINNING, WON, WinAnswer, solve_fours, solve_threats,
};
use proptest::prelude::*;

use super::{board, points, size, sorted};
use crate::full::{cases, count};
use crate::search::{same_values, value};

/// The lines of a file of golden values.
fn golden(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split(';').collect())
}

/// The board after moves, and the colour to move.
fn after(rules: FiveRules, moves: &str) -> (FiveBoard, Color) {
    let mut board = FiveBoard::new(rules, size());
    let mut color = Color::Black;
    for point in points(moves) {
        board.place(color, point);
        color = color.opposite();
    }
    (board, color)
}

#[test]
fn both_tables_have_the_values_of_other_programs() {
    let tables = Arc::new(FiveTables::source());
    let mut boards = 0;
    for line in golden(include_str!("tables.txt")) {
        let [black, white, values @ ..] = &line[..] else { panic!("{line:?}") };
        let board = board(FiveRules::Freestyle, black, white);
        for (at, color) in Color::ALL.into_iter().enumerate() {
            let position = FivePosition::new(board.clone(), color, Arc::clone(&tables));
            assert_eq!(position.evaluate().to_string(), values[at], "{line:?}");
            let expected: BTreeMap<&str, i32> = values[2 + at]
                .split(',')
                .map(|text| text.split_once('=').unwrap())
                .map(|(point, worth)| (point, worth.parse().unwrap()))
                .collect();
            let worth = |point: Point| position.worths(point)[0];
            for (text, expected) in &expected {
                assert_eq!(worth(points(text)[0]), *expected, "{text} {line:?}");
            }
            // Nothing within two lines of a stone is worth more than the fourth of them.
            let least = expected.values().min().unwrap();
            let better = position.candidates().iter().filter(|point| {
                let near = |other: &Point| {
                    board.at(*other).is_some()
                        && point.x().abs_diff(other.x()).max(point.y().abs_diff(other.y())) <= 2
                };
                size().points().any(|other| near(&other)) && worth(*point) > *least
            });
            assert!(better.count() < 4, "{line:?}");
        }
        boards += 1;
    }
    assert_eq!(boards, 40);
}

#[test]
fn a_rule_that_is_added_changed_or_moved_counts_from_there_on() {
    let source = FiveTables::source();
    assert_eq!(source.to_string().parse(), Ok(source.clone()));
    let board = board(FiveRules::Freestyle, "g8 h8 i8 g7 g9", "");
    let worth = |text: &str, point: &str| {
        text.parse::<FiveTables>().unwrap().worth(&board, Color::Black, points(point)[0])
    };
    let text = source.to_string();
    // Both make an open four.
    assert_eq!((worth(&text, "j8"), worth(&text, "g10")), (10_000, 10_000));
    assert_eq!(worth(&text.replace("10000 O4", "7 O4"), "j8"), 7);
    // Without the rule, the next one that fits counts; one before all others counts first.
    // g10 makes an open two with i8 too.
    assert_eq!(worth(&text.replace("10000 O4\n", ""), "g10"), 5);
    assert_eq!(worth(&text.replace("table_b\n", "table_b\n77 O4\n"), "j8"), 77);
    let fails = |from: &str, to: &str| {
        text.replacen(from, to, 1).parse::<FiveTables>().unwrap_err().to_string()
    };
    assert!(fails("version 1", "version 3").starts_with("line 1: version 3: only versions 1 and"));
    assert!(fails("version 1\n", "").starts_with("line 1: expected \"version 1\""));
    assert!(fails("own_four", "own_for").contains("line 6: unknown line \"own_for\", expected"));
    assert!(fails("open_two 4 4\n", "").ends_with("missing: \"open_two\" of table_a"));
    assert!(fails("5000 2 O3", "5000 2 O5").contains("\"O5\": expected one of five, O4, F4"));
    assert!(fails("5000 2 O3", "5000 5 O3").contains("\"5\""));
    assert!(fails("5000 2 O3", "5000 3 O3 2 O2").contains("at most four lines"));
    assert!(fails("5000 2 O3", "-1 2 O3").contains("\"-1\": expected a worth"));
    assert!(fails("5000 2 O3", "5000").contains("expected what the stone makes"));
    assert!(fails("own_four 9980", "own_four 99800").contains("from -20000 to 20000"));
}

#[test]
fn table_c_adds_what_empty_points_make() {
    let strong = FiveTables::strong();
    let text = strong.to_string();
    assert_eq!(text.parse(), Ok(strong.clone()));
    // One without a table C is of the first version, which earlier releases read.
    let (others, _) = text.split_once("table_c").unwrap();
    let without = others.replace("version 2", "version 1");
    assert_eq!(without.parse(), Ok(FiveTables::source()));
    // An open two with each of three points in eight directions: 24 squares of 2. The stone is
    // seven lines from the edge.
    let one = board(FiveRules::Freestyle, "h8", "");
    assert_eq!(strong.value(&one, Color::Black, [7, 0]), 7 + 24 * 4 * 90 / 100);
    assert_eq!(strong.value(&one, Color::White, [0, 7]), -7 - 24 * 4 * 50 / 100);
    let changed: FiveTables = text.replace("O2 2", "O2 3").parse().unwrap();
    assert_eq!(changed.value(&one, Color::Black, [7, 0]), 7 + 24 * 9 * 90 / 100);
    // What table A decides stays.
    let four = board(FiveRules::Freestyle, "g8 h8 i8 j8", "");
    assert_eq!(strong.value(&four, Color::Black, [0, 0]), 9990);
    let fails = |from: &str, to: &str| {
        text.replacen(from, to, 1).parse::<FiveTables>().unwrap_err().to_string()
    };
    assert!(fails("table_c 90 50", "table_c 90").contains("expected \"table_c\" and two numbers"));
    assert!(fails("O4 8", "O5 8").contains("\"O5\": expected one of five, O4, F4"));
    assert!(fails("O4 8", "O4 101").contains("\"101\": expected a number from 0 to 100"));
    assert!(fails("table_c 90 50", "table_c 90 x").contains("\"x\": expected a number"));
    assert!(fails("version 2", "version 1").contains("table_c: expected \"version 2\""));
    // The largest numbers stay below a win.
    let largest = text.replace("90 50", "20000 20000").replace("O2 2", "O2 100");
    let largest: FiveTables = largest.parse().unwrap();
    assert_eq!(largest.value(&one, Color::Black, [7, 0]), WINNING - 1);
    assert_eq!(largest.value(&one, Color::White, [0, 7]), 1 - WINNING);
}

/// Fours and their answers are many here; the quiescence search looks at each position once.
#[test]
fn a_search_of_a_board_full_of_fours_is_finished() {
    let moves = "h8 h9 i9 i8 g10 g7 g11 j7 g9 g8 h10 k6 l5 j8 f10";
    let (board, color) = after(FiveRules::Freestyle, moves);
    let position = FivePosition::new(board, color, Arc::default());
    let limits = SearchLimits { depth: 4, ..SearchLimits::nodes(20_000) };
    let found = Searcher::new(position, Techniques::ALL).search(&limits, &mut |_| {});
    // Whatever White meets, Black makes an open four.
    assert_eq!(found.value, 4 - WON);
    assert_eq!(found.depth, 4);
}

#[test]
fn a_search_that_is_stopped_at_once_has_the_move_that_is_worth_most() {
    let (board, color) = after(FiveRules::Freestyle, "h8 h9 i9 i8 g10 g7 g11");
    let position = FivePosition::new(board, color, Arc::default());
    let worth = |point: &Point| {
        let [own, other] = position.worths(*point);
        2 * own + other
    };
    let most = position.candidates().iter().map(|point| worth(&point)).max();
    let found = Searcher::new(position.clone(), Techniques::ALL)
        .search(&SearchLimits::nodes(1), &mut |_| {});
    assert_eq!(found.depth, 0);
    assert_eq!(found.best().as_ref().map(worth), most);
}

/// The answers to two open threes, and to White's two fours before them, cost no depth in lines of up
/// to twice the depth; the quiescence search then finds an open four.
#[test]
fn answers_to_open_threes_cost_no_depth() {
    let board = board(FiveRules::Freestyle, "g8 h8 i9 i10", "a1 c1 e1 o1");
    let position = FivePosition::new(board, Color::Black, Arc::default());
    let search = |extension| {
        let techniques = Techniques { extension, ..Techniques::ALL };
        Searcher::new(position.clone(), techniques).search(&SearchLimits::depth(3), &mut |_| {})
    };
    assert!(search(true).value >= WINNING);
    assert!(search(false).value < WINNING);
    assert_eq!(search(true).best(), points("i8").first().copied());
}

#[test]
fn wins_by_fours_are_those_of_other_solvers() {
    let mut positions = 0;
    for line in golden(include_str!("fours.txt")) {
        let (board, color) = after(FiveRules::Renju, line[0]);
        let answer = solve_fours(&board, color, &SearchLimits::nodes(1_000_000)).unwrap();
        match (answer, line[1].parse::<u32>()) {
            (WinAnswer::Win(win), Ok(moves)) => {
                assert_eq!((win.moves, &win.first), (moves, &sorted(points(line[2]))), "{line:?}");
                holds(&board, color, &win);
            }
            (answer, expected) => {
                assert!(answer == WinAnswer::None && expected.is_err(), "{line:?} {answer:?}");
            }
        }
        positions += 1;
    }
    assert_eq!(positions, 80);
}

#[test]
fn a_win_that_is_found_within_its_limits_is_written_whole() {
    for line in golden(include_str!("fours.txt")).filter(|line| line[1] != "-") {
        let (board, color) = after(FiveRules::Renju, line[0]);
        for nodes in [3, 10, 30, 100, 300, 1000, 3000] {
            let answer = solve_fours(&board, color, &SearchLimits::nodes(nodes)).unwrap();
            let WinAnswer::Win(win) = answer else { continue };
            assert_eq!(win.moves.to_string(), line[1], "{nodes} {line:?}");
            assert_eq!(win.line.len() as u32, 2 * win.moves - 1, "{nodes} {line:?}");
            let all = points(line[2]);
            assert!(win.first.iter().all(|point| all.contains(point)), "{nodes} {line:?}");
            assert!(!win.is_complete || win.first.len() == all.len(), "{nodes} {line:?}");
        }
    }
    let mut wins = 0;
    for line in golden(include_str!("threats.txt")).take(7) {
        let (board, color) = after(FiveRules::Renju, line[0]);
        for nodes in (4..15).map(|power| 1 << power) {
            let answer = solve_threats(&board, color, &SearchLimits::nodes(nodes)).unwrap();
            if let WinAnswer::Win(win) = answer {
                wins += 1;
                assert_eq!(win.line.len() as u32, 2 * win.moves - 1, "{nodes} {line:?}");
                holds(&board, color, &win);
                break;
            }
        }
    }
    assert!(wins >= 4, "{wins}");
}

#[test]
fn wins_by_threats_hold_against_every_defence() {
    let mut positions = 0;
    for line in golden(include_str!("threats.txt")) {
        let (board, color) = after(FiveRules::Renju, line[0]);
        let fours = solve_fours(&board, color, &SearchLimits::nodes(1_000_000)).unwrap();
        assert_eq!(fours, WinAnswer::None, "{line:?}");
        match solve_threats(&board, color, &SearchLimits::nodes(count(10_000, 2_000_000))).unwrap()
        {
            WinAnswer::Win(win) => holds(&board, color, &win),
            WinAnswer::Unknown => continue,
            WinAnswer::None => panic!("{line:?}"),
        }
        positions += 1;
    }
    assert!(positions >= count(12, 20), "{positions}");
}

/// The empty points where a colour makes a five.
fn fives(board: &FiveBoard, color: Color) -> Vec<Point> {
    let makes = |point: &Point| board.classes_made(color, *point).contains(&LineClass::Five);
    size().points().filter(|point| board.at(*point).is_none() && makes(point)).collect()
}

fn may_play(board: &FiveBoard, color: Color, point: Point) -> bool {
    let is_foul = color == Color::Black && board.foul(point).is_some();
    board.at(point).is_none() && !is_foul
}

/// Checks a win against every move of the defender, by the rules alone.
fn holds(board: &FiveBoard, color: Color, win: &ForcedWin) {
    let refutation = win.refutation.as_ref().unwrap();
    assert!(win.first.contains(&refutation.attack));
    assert_eq!((win.line[0], win.moves), (refutation.attack, refutation.moves()));
    assert_eq!(win.line.len() as u32, 2 * win.moves - 1);
    assert_eq!(refuted(board, color, refutation), Ok(()));
}

/// What does not lose to the refutation, if anything.
fn refuted(board: &FiveBoard, color: Color, refutation: &Refutation) -> Result<(), Vec<Point>> {
    let attack = refutation.attack;
    if fives(board, color).contains(&attack) {
        return Ok(());
    }
    let defender = color.opposite();
    let mut board = board.clone();
    if !may_play(&board, color, attack) {
        return Err(vec![attack]);
    }
    board.place(color, attack);
    if let Some(five) = fives(&board, defender).first() {
        return Err(vec![attack, *five]);
    }
    for defence in size().points().filter(|point| may_play(&board, defender, *point)) {
        let mut board = board.clone();
        board.place(defender, defence);
        let answer = refutation.answers.iter().find(|answer| answer.defence == defence);
        let found = match answer {
            Some(answer) => refuted(&board, color, &answer.then),
            None if wins_by_fours(&mut board, color, &refutation.otherwise) => Ok(()),
            None => Err(Vec::new()),
        };
        found.map_err(|line| [vec![attack, defence], line].concat())?;
    }
    Ok(())
}

/// Whether a line of fours and forced answers wins as it is.
fn wins_by_fours(board: &mut FiveBoard, color: Color, line: &[Point]) -> bool {
    if !fives(board, color).is_empty() {
        return true;
    }
    let [attack, rest @ ..] = line else { return false };
    let threats = fives(board, color.opposite());
    if !may_play(board, color, *attack) || threats.iter().any(|threat| threat != attack) {
        return false;
    }
    board.place(color, *attack);
    let fours = fives(board, color);
    let mut answers = fours.iter().filter(|point| may_play(board, color.opposite(), **point));
    match (fours.len(), answers.next()) {
        (0, _) => false,
        (1, Some(answer)) => {
            let [expected, rest @ ..] = rest else { return false };
            board.place(color.opposite(), *answer);
            answer == expected && wins_by_fours(board, color, rest)
        }
        _ => true,
    }
}

#[test]
fn a_five_and_an_open_four_win_and_a_limit_is_said() {
    let win = |board: &FiveBoard| match solve_fours(board, Color::Black, &SearchLimits::nodes(1000))
        .unwrap()
    {
        WinAnswer::Win(win) => (win.moves, win.first, win.line.len()),
        answer => panic!("{answer:?}"),
    };
    let four = board(FiveRules::Renju, "f8 g8 h8 i8", "e8");
    assert_eq!(win(&four), (0, points("j8"), 1));
    let three = board(FiveRules::Renju, "f8 g8 h8", "c4 c5");
    assert_eq!(win(&three), (1, sorted(points("e8 i8")), 1));
    // White makes a five first, unless the four blocks it.
    let late = board(FiveRules::Renju, "f8 g8 h8", "c4 c5 c6 c7 c3");
    assert_eq!(solve_fours(&late, Color::Black, &SearchLimits::nodes(1000)), Ok(WinAnswer::None));
    assert_eq!(solve_threats(&late, Color::Black, &SearchLimits::nodes(1000)), Ok(WinAnswer::None));
    let (board, color) =
        after(FiveRules::Renju, golden(include_str!("threats.txt")).nth(1).unwrap()[0]);
    assert_eq!(solve_threats(&board, color, &SearchLimits::nodes(1000)), Ok(WinAnswer::Unknown));
    assert_eq!(solve_threats(&board, color, &SearchLimits::nodes(1)), Ok(WinAnswer::Unknown));
    // A deadline that has passed, and a flag that is set.
    let stop = Some(Arc::new(AtomicBool::new(true)));
    let deadline = Some(Instant::now());
    for limits in [
        SearchLimits { stop, ..SearchLimits::nodes(10_000_000) },
        SearchLimits { deadline, ..SearchLimits::nodes(10_000_000) },
    ] {
        assert_eq!(solve_threats(&board, color, &limits), Ok(WinAnswer::Unknown));
    }
}

/// Stones of a small board, set by numbers.
fn position(rules: FiveRules, lines: u8, draws: &[u16]) -> FivePosition {
    let size = BoardSize::new(lines).unwrap();
    let mut position = FivePosition::new(FiveBoard::new(rules, size), Color::Black, Arc::default());
    for draw in draws {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let free: Vec<Point> =
            size.points().filter(|point| position.board().at(*point).is_none()).collect();
        // Near the others, or anywhere.
        let from = if draw % 3 == 0 { &free } else { &moves };
        let Some(point) = from.get(usize::from(draw / 3) % from.len().max(1)) else { break };
        let mut board = position.board().clone();
        let color = position.to_move();
        board.place(color, *point);
        if board.lines_of_class(color, LineClass::Five) > 0 {
            break;
        }
        position = FivePosition::new(board, color.opposite(), Arc::default());
    }
    position
}

const RULES: [FiveRules; 3] = [FiveRules::Freestyle, FiveRules::Standard, FiveRules::Renju];

proptest! {
    #![proptest_config(cases(12))]

    /// Alpha-beta pruning, move ordering and the transposition table do not change the value.
    #[test]
    fn exact_techniques_have_the_value_of_minimax(
        draws in prop::collection::vec(any::<u16>(), 0..16),
        switches in any::<[bool; 5]>(),
        rules in prop::sample::select(&RULES),
    ) {
        same_values(&position(rules, 7, &draws), switches, count(4, 5))?;
    }

    /// A turned or mirrored board has the same value.
    #[test]
    fn symmetric_positions_have_equal_values(
        draws in prop::collection::vec(any::<u16>(), 0..16),
        turn in 0u8..8,
        rules in prop::sample::select(&RULES),
    ) {
        let position = position(rules, 9, &draws);
        let mut image = FiveBoard::new(rules, position.board().size());
        for point in image.size().points().collect::<Vec<_>>() {
            let (x, y) = Symmetry::from_number(turn).apply((point.x(), point.y()), (9, 9));
            let color = position.board().at(point);
            color.into_iter().for_each(|color| image.place(color, Point::new(x, y)));
        }
        let image = FivePosition::new(image, position.to_move(), Arc::default());
        prop_assert_eq!(image.evaluate(), position.evaluate());
        for depth in 1..=3 {
            prop_assert_eq!(
                value(&image, Techniques::EXACT, depth),
                value(&position, Techniques::EXACT, depth)
            );
        }
    }

    /// A win by fours is seen by the search, and after it nobody else can win first.
    #[test]
    fn a_short_win_by_fours_is_one_of_the_search(
        draws in prop::collection::vec(any::<u16>(), 8..40),
        rules in prop::sample::select(&RULES),
    ) {
        let position = position(rules, 9, &draws);
        let answer = solve_fours(position.board(), position.to_move(), &SearchLimits::nodes(10_000)).unwrap();
        if let WinAnswer::Win(win) = answer
            && win.moves <= 2
        {
            let value = value(&position, Techniques::EXACT, 2 * win.moves + 1);
            prop_assert!(value >= WINNING, "{value} {win:?}");
        }
    }
}

#[test]
fn a_search_wins_where_it_can_and_stops_where_it_must() {
    let search = |board: &FiveBoard, color, depth| {
        let position = FivePosition::new(board.clone(), color, Arc::default());
        Searcher::new(position, Techniques::ALL).search(&SearchLimits::depth(depth), &mut |_| {})
    };
    let empty = FiveBoard::new(FiveRules::Renju, size());
    assert_eq!(search(&empty, Color::Black, 3).best(), Some(points("h8")[0]));
    // A four is blocked, and an open three becomes an open four.
    let four = board(FiveRules::Renju, "f8 g8 h8 i8", "e8 c3 d4");
    assert_eq!(search(&four, Color::White, 4).best(), Some(points("j8")[0]));
    let three = board(FiveRules::Renju, "f8 g8 h8", "c3 d4 m4");
    assert!(search(&three, Color::Black, 4).value >= WINNING);
    // A four that may not be met leaves Black every other move.
    let chased = board(FiveRules::Renju, "h9 h7 g8 i8 c13", "d12 e11 f10 g9");
    assert!(chased.foul(points("h8")[0]).is_some());
    let met = search(&chased, Color::Black, 2).best();
    assert!(met.is_some_and(|point| chased.is_legal(Color::Black, point).is_ok()), "{met:?}");
    // Black may not win by an overline, nor play where it is forbidden.
    let overline = board(FiveRules::Renju, "d8 e8 f8 h8 i8", "c3 d4 m4 m5 n9");
    assert!(search(&overline, Color::Black, 1).best() != Some(points("g8")[0]));
    let free = board(FiveRules::Freestyle, "d8 e8 f8 h8 i8", "c3 d4 m4 m5 n9");
    assert_eq!(search(&free, Color::Black, 1).best(), Some(points("g8")[0]));
}
