//! Five in a row: forbidden moves, rows that win, draws, and the classes of lines.

mod search;

use joseki::game::five::{FiveBoard, FiveEnd, FiveRules, Foul, LineClass};
use joseki::game::{BoardSize, Color, IllegalMove, Move, Point};
use proptest::prelude::*;

/// 300 positions, 75 from games: Black's stones, White's, and by kind the points that renju forbids
/// to Black (double three, double four, overline), two threes that are legal, and fives that win.
/// Three independent programs agree on them.
const FORBIDDEN: &str = include_str!("forbidden.txt");

/// 40 boards under freestyle rules: the stones, and the classes of each colour's lines by number.
/// Two independent programs agree on them.
const CLASSES: &str = include_str!("classes.txt");

fn size() -> BoardSize {
    BoardSize::new(15).unwrap()
}

fn points(text: &str) -> Vec<Point> {
    text.split_whitespace().map(|word| Point::from_letter_number(word, size()).unwrap()).collect()
}

fn board(rules: FiveRules, black: &str, white: &str) -> FiveBoard {
    let mut board = FiveBoard::new(rules, size());
    points(black).into_iter().for_each(|point| board.place(Color::Black, point));
    points(white).into_iter().for_each(|point| board.place(Color::White, point));
    board
}

fn sorted(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_unstable();
    points
}

fn of_kind(board: &FiveBoard, foul: Foul) -> Vec<Point> {
    let all = board.forbidden_points().into_iter();
    all.filter(|(_, kind)| *kind == foul).map(|(point, _)| point).collect()
}

#[test]
fn forbidden_points_and_their_kinds_are_those_of_other_programs() {
    for line in FORBIDDEN.lines() {
        let [black, white, threes, fours, overlines, legal, fives] =
            line.split('|').collect::<Vec<_>>().try_into().unwrap();
        let board = board(FiveRules::Renju, black, white);
        for (foul, expected) in Foul::ALL.into_iter().zip([threes, fours, overlines]) {
            assert_eq!(of_kind(&board, foul), sorted(points(expected)), "{foul}: {line}");
        }
        for point in points(legal).into_iter().chain(points(fives)) {
            assert_eq!(board.is_legal(Color::Black, point), Ok(()), "{point:?}: {line}");
        }
        for point in size().points() {
            assert!(
                board.is_legal(Color::White, point) != Err(IllegalMove::Forbidden(Foul::Overline))
            );
        }
        for point in points(fives) {
            let mut board = board.clone();
            let _ = board.play(Color::Black, Move::Play(point)).unwrap();
            assert_eq!(board.end(), Some(FiveEnd::Five(Color::Black)));
        }
    }
}

#[test]
fn classes_of_lines_are_those_of_other_programs() {
    for line in CLASSES.lines() {
        let [black, white, of_black, of_white] =
            line.split('|').collect::<Vec<_>>().try_into().unwrap();
        let board = board(FiveRules::Freestyle, black, white);
        for (color, expected) in [(Color::Black, of_black), (Color::White, of_white)] {
            let mut text: Vec<String> = board
                .line_classes(color)
                .map(|(class, count)| format!("{}={count}", class.code()))
                .collect();
            text.sort_unstable();
            assert_eq!(text.join(" "), expected, "{color:?}: {line}");
        }
    }
}

fn play(rules: FiveRules, black: &str, point: &str) -> FiveBoard {
    let mut board = board(rules, black, "");
    let point = points(point)[0];
    let _ = board.play(Color::Black, Move::Play(point)).unwrap();
    board
}

#[test]
fn each_rule_set_has_its_own_winning_rows() {
    let five = ("c8 d8 e8 f8", "g8");
    let six = ("c8 d8 e8 f8 h8", "g8");
    let won = Some(FiveEnd::Five(Color::Black));
    for rules in [FiveRules::Freestyle, FiveRules::Standard, FiveRules::Renju] {
        assert_eq!(play(rules, five.0, five.1).end(), won);
    }
    assert_eq!(play(FiveRules::Freestyle, six.0, six.1).end(), won);
    assert_eq!(play(FiveRules::Standard, six.0, six.1).end(), None);
    // A foul stands in a record, though it may not be played.
    assert_eq!(play(FiveRules::Renju, six.0, six.1).end(), None);
    let renju = board(FiveRules::Renju, six.0, "");
    let g8 = points("g8")[0];
    assert_eq!(renju.is_legal(Color::Black, g8), Err(IllegalMove::Forbidden(Foul::Overline)));
    let mut white = board(FiveRules::Renju, "", six.0);
    let _ = white.play(Color::White, Move::Play(g8)).unwrap();
    assert_eq!(white.end(), Some(FiveEnd::Five(Color::White)));
    assert_eq!(
        white.play(Color::Black, Move::Play(points("a1")[0])).err(),
        Some(IllegalMove::GameOver)
    );
}

#[test]
fn a_pass_is_renjus_and_two_of_them_are_a_draw() {
    let stones = ["h8", "h9", "i9", "i8", "g7"];
    let mut renju = FiveBoard::new(FiveRules::Renju, size());
    for (ply, stone) in stones.iter().enumerate() {
        assert_eq!(renju.play(Color::Black, Move::Pass).err(), Some(IllegalMove::Pass));
        let _ = renju.play(Color::ALL[ply % 2], Move::Play(points(stone)[0])).unwrap();
    }
    let before = renju.clone();
    let undo = renju.play(Color::White, Move::Pass).unwrap();
    let second = renju.play(Color::Black, Move::Pass).unwrap();
    assert_eq!(renju.end(), Some(FiveEnd::Draw));
    renju.undo(second);
    renju.undo(undo);
    assert_eq!(renju, before);
    let mut gomoku = board(FiveRules::Freestyle, "h8 i9 a1", "h9 i8 b1");
    assert_eq!(gomoku.play(Color::Black, Move::Pass).err(), Some(IllegalMove::Pass));
}

#[test]
fn a_full_board_and_a_limit_of_moves_are_draws() {
    let small = BoardSize::new(4).unwrap();
    let mut board = FiveBoard::new(FiveRules::Standard, small);
    for (ply, point) in small.points().enumerate() {
        assert_eq!(board.end(), None);
        let _ = board.play(Color::ALL[ply % 2], Move::Play(point)).unwrap();
    }
    assert_eq!(board.end(), Some(FiveEnd::Draw));
    let mut board = FiveBoard::new(FiveRules::Renju, size()).with_move_limit(2);
    let _ = board.play(Color::Black, Move::Play(points("h8")[0])).unwrap();
    assert_eq!(board.end(), None);
    let _ = board.play(Color::White, Move::Play(points("h9")[0])).unwrap();
    assert_eq!(board.end(), Some(FiveEnd::Draw));
}

/// The class of a line by its definition: what one more stone makes of it. `B`, `W` and `.`.
fn class_of(line: &str, own: char, exactly: bool) -> LineClass {
    fn fives(line: &[char], own: char, exactly: bool) -> bool {
        let mut rows = line.split(|stone| *stone != own).map(<[char]>::len);
        rows.any(|row| if exactly { row == 5 } else { row >= 5 })
    }
    fn class(line: &mut [char], own: char, exactly: bool, ahead: u8) -> LineClass {
        if fives(line, own, exactly) {
            return LineClass::Five;
        }
        let empty: Vec<usize> = (0..line.len()).filter(|place| line[*place] == '.').collect();
        let with = |line: &mut [char], place: usize, ahead: Option<u8>| {
            line[place] = own;
            let made = match ahead {
                None if fives(line, own, exactly) => LineClass::Five,
                None => LineClass::None,
                Some(ahead) => class(line, own, exactly, ahead),
            };
            line[place] = '.';
            made
        };
        let wins = empty.iter().filter(|place| with(line, **place, None) == LineClass::Five);
        match wins.count() {
            0 => {}
            1 => return LineClass::Four,
            _ => return LineClass::OpenFour,
        }
        let made = empty.iter().map(|place| match ahead {
            0 => LineClass::None,
            _ => match with(line, *place, Some(ahead - 1)) {
                LineClass::OpenFour => LineClass::OpenThree,
                LineClass::Four => LineClass::SleepingThree,
                LineClass::OpenThree => LineClass::OpenTwo,
                LineClass::SleepingThree => LineClass::SleepingTwo,
                _ => LineClass::None,
            },
        });
        made.max().unwrap_or_default()
    }
    class(&mut line.chars().collect::<Vec<char>>(), own, exactly, 2)
}

/// One line of stones in one direction of an otherwise empty board, whose other lines have at most
/// one stone and so no class.
#[test]
fn classes_are_what_one_more_stone_makes_of_a_line() {
    let mut random = 1u64;
    for turn in 0..600 {
        let size = BoardSize::new([9, 12, 15][turn % 3]).unwrap();
        let lines = size.get();
        let mut line = String::new();
        for _ in 0..lines {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            line.push(['.', 'B', 'W', 'B', '.', 'B'][(random >> 40) as usize % 6]);
        }
        for rules in [FiveRules::Freestyle, FiveRules::Standard, FiveRules::Renju] {
            for direction in 0..4u8 {
                let mut board = FiveBoard::new(rules, size);
                for (along, stone) in (0..).zip(line.chars()) {
                    let color = match stone {
                        'B' => Color::Black,
                        'W' => Color::White,
                        _ => continue,
                    };
                    let (x, y) =
                        [(along, 4), (4, along), (along, along), (along, lines - 1 - along)]
                            [usize::from(direction)];
                    board.place(color, Point::new(x, y));
                }
                for (color, own) in [(Color::Black, 'B'), (Color::White, 'W')] {
                    let exactly = rules == FiveRules::Standard
                        || rules == FiveRules::Renju && color == Color::Black;
                    let class = class_of(&line, own, exactly);
                    let expected = (class != LineClass::None).then_some((class, 1));
                    let found: Vec<(LineClass, u16)> = board.line_classes(color).collect();
                    assert_eq!(found.first().copied(), expected, "{own} {rules:?} {line}");
                    assert!(found.len() <= 1, "{own} {rules:?} {line}");
                }
            }
        }
    }
}

proptest! {
    /// What is kept up with moves is what the same stones have that are set up in another order.
    #[test]
    fn what_is_kept_up_does_not_depend_on_the_way(
        moves in prop::collection::vec((3u8..12, 3u8..12), 1..70),
        taken_back in 0usize..40,
    ) {
        let mut board = FiveBoard::new(FiveRules::Renju, size());
        let mut undo = Vec::new();
        for (ply, (x, y)) in moves.into_iter().enumerate() {
            let (color, point) = (Color::ALL[ply % 2], Point::new(x, y));
            undo.extend(board.play(color, Move::Play(point)).ok());
        }
        for undo in undo.into_iter().rev().take(taken_back) {
            board.undo(undo);
        }
        let mut same = FiveBoard::new(FiveRules::Renju, size());
        for point in size().points() {
            board.at(point).into_iter().for_each(|color| same.place(color, point));
        }
        prop_assert_eq!(board.forbidden_points(), same.forbidden_points());
        for color in Color::ALL {
            let classes = |board: &FiveBoard| board.line_classes(color).collect::<Vec<_>>();
            prop_assert_eq!(classes(&board), classes(&same));
        }
    }

    /// Foul points turn and mirror with the board.
    #[test]
    fn forbidden_points_do_not_depend_on_the_orientation(row in 0usize..300, turn in 0u8..8) {
        let fields: Vec<&str> = FORBIDDEN.lines().nth(row).unwrap().split('|').collect();
        let turned = |point: Point| {
            let (x, y) = joseki::game::Symmetry::from_number(turn)
                .apply((point.x(), point.y()), (15, 15));
            Point::new(x, y)
        };
        let mut image = FiveBoard::new(FiveRules::Renju, size());
        for (color, text) in [(Color::Black, fields[0]), (Color::White, fields[1])] {
            points(text).into_iter().for_each(|point| image.place(color, turned(point)));
        }
        let board = board(FiveRules::Renju, fields[0], fields[1]);
        let mut expected: Vec<(Point, Foul)> = board
            .forbidden_points()
            .into_iter()
            .map(|(point, foul)| (turned(point), foul))
            .collect();
        expected.sort_unstable();
        prop_assert_eq!(image.forbidden_points(), expected);
    }

    /// Moves taken back leave nothing behind.
    #[test]
    fn undo_restores_the_board(moves in prop::collection::vec((0u8..15, 0u8..15), 1..120)) {
        let mut board = FiveBoard::new(FiveRules::Freestyle, size());
        let mut before = Vec::new();
        for (ply, (x, y)) in moves.into_iter().enumerate() {
            let was = board.clone();
            if let Ok(undo) = board.play(Color::ALL[ply % 2], Move::Play(Point::new(x, y))) {
                before.push((was, undo));
            } else {
                prop_assert_eq!(&board, &was);
            }
        }
        while let Some((was, undo)) = before.pop() {
            board.undo(undo);
            prop_assert_eq!(&board, &was);
        }
    }
}
