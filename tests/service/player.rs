//! The plain player: what it captures, rescues and gains.

use joseki::game::Color::{self, Black, White};
use joseki::game::Point;
use joseki::game::go::{PointSet, Position, diagram};
use joseki::influence::{Mechanical, UrgentMove, Whole, gaining_moves, urgent_moves};
use proptest::prelude::*;

use crate::influence::{boards, image, swapped};

fn at(x: u8, y: u8) -> Point {
    Point::new(x, y)
}

fn urgent(text: &str, color: Color) -> Vec<UrgentMove> {
    urgent_moves(&diagram::parse(text).unwrap(), color)
}

#[test]
fn the_largest_capture_comes_first() {
    let text = "
        O X . . . . .
        . . . . . . .
        . . . X . . .
        . . X O X . .
        . . X O X . .
        . . . . . . X
        . . . . . . O";
    let found: Vec<(Point, u32)> =
        urgent(text, Black).iter().map(|found| (found.point, found.captured)).collect();
    assert_eq!(found, [(at(3, 5), 2), (at(0, 1), 1), (at(5, 6), 1)]);
}

#[test]
fn a_capture_counts_the_stones_that_it_frees() {
    // Capturing frees Black's two stones in atari.
    let text = "
        . . O X O . .
        . X O X . . .
        . . X O . . .
        . . . . . . .
        . . . . . . .
        X . . . . . .
        O . . . . . .";
    let found = urgent(text, Black);
    assert_eq!((found[0].point, found[0].captured, found[0].rescued), (at(1, 0), 2, 2));
}

/// Black's stone in atari can only run in a ladder; a stone on its way breaks it.
#[test]
fn a_stone_is_not_rescued_into_a_ladder_that_captures_it() {
    let ladder = |breaker: char| {
        format!(
            ". . . . . . . . .
             . . O O . . . . .
             . O X . . . . . .
             . . O . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . {breaker} . .
             . . . . . . . . ."
        )
    };
    let runs = |breaker| urgent(&ladder(breaker), Black).iter().any(|found| found.rescued > 0);
    assert!(!runs('.'));
    assert!(runs('X'));
    assert!(!runs('O'));
}

#[test]
fn a_snapback_is_not_a_capture() {
    // Black could take the stone at the top, and White would take three in turn.
    let text = "
        . O X . O
        X X O O O
        O O . . .
        . . . . .
        . . . . .";
    let mut after = diagram::parse(text).unwrap();
    assert_eq!(after.play(Black, at(0, 0)).map(|taken| taken.len()), Ok(1));
    assert_eq!(after.play(White, at(1, 0)).map(|taken| taken.len()), Ok(3));
    assert!(urgent(text, Black).iter().all(|found| found.point != at(0, 0)));
}

#[test]
fn nothing_gains_on_a_board_of_eyes() {
    let text = "
        . X X X .
        X X X X X
        X X X X X
        X X X X X
        . X X X .";
    let board = diagram::parse(text).unwrap();
    assert!(gaining_moves(&board, Black).is_empty());
    assert!(urgent_moves(&board, Black).is_empty() && urgent_moves(&board, White).is_empty());
}

/// A point whose neighbours are all of one colour, with too few enemy stones on its diagonals to
/// take it: none at the edge, one elsewhere.
fn is_eye(board: &Position, color: Color, point: Point) -> bool {
    let (mut diagonals, mut enemies) = (0, 0);
    for other in board.size().points() {
        let (dx, dy) = (other.x().abs_diff(point.x()), other.y().abs_diff(point.y()));
        if (dx, dy) == (1, 1) {
            diagonals += 1;
            enemies += u32::from(board.at(other) == Some(color.opposite()));
        }
        if dx + dy == 1 && board.at(other) != Some(color) {
            return false;
        }
    }
    if diagonals == 4 { enemies <= 1 } else { enemies == 0 }
}

fn sfb(board: &Position) -> f64 {
    Whole::new(board, Mechanical::default()).sfb()
}

proptest! {
    #[test]
    fn the_first_move_gains_most_of_all_that_fill_no_eye(
        board in boards(), black in any::<bool>(),
    ) {
        let (color, sign) = if black { (Black, 1.0) } else { (White, -1.0) };
        let gain = |point: Point| {
            let mut after = board;
            after.play(color, point).ok()?;
            Some(sign * (sfb(&after) - sfb(&board)))
        };
        let free = board.size().points().filter(|point| !is_eye(&board, color, *point));
        let most = free.filter_map(gain).fold(0.0, f64::max);
        match gaining_moves(&board, color).first() {
            None => prop_assert!(most < 1e-6),
            Some(best) => prop_assert!((best.gain(color) - most).abs() < 1e-6),
        }
    }

    #[test]
    fn urgent_moves_do_what_they_say(board in boards(), black in any::<bool>()) {
        let color = if black { Black } else { White };
        let urgent = urgent_moves(&board, color);
        for found in &urgent {
            let mut after = board;
            let taken = after.play(color, found.point).unwrap();
            prop_assert_eq!(taken.len(), found.captured);
            let was_in_atari = |stone: &Point| board.liberties(*stone).len() == 1;
            let safe = |stone: &Point| after.liberties(*stone).len() > 1;
            let own: PointSet = board.stones(color).iter().filter(was_in_atari).collect();
            let free = own.iter().filter(safe).count() as u32;
            prop_assert!(found.rescued <= free && found.stones() > 0);
        }
        prop_assert!(urgent.windows(2).all(|pair| pair[0].stones() >= pair[1].stones()));
        // Every other capture leaves more stones in atari than it takes.
        for point in board.empty() {
            let mut after = board;
            let Ok(taken) = after.play(color, point) else { continue };
            if !taken.is_empty() && urgent.iter().all(|found| found.point != point) {
                let lost = after.chain(point).len();
                prop_assert!(after.liberties(point).len() == 1 && lost > taken.len());
            }
        }
    }

    #[test]
    fn the_player_knows_no_side_and_no_direction(board in boards(), way in 0..8_u8) {
        let (image, map) = image(&board, way);
        let sorted = |mut found: Vec<(Point, u32, u32)>| {
            found.sort_unstable();
            found
        };
        let of = |board: &Position, color| {
            let urgent = urgent_moves(board, color).into_iter();
            urgent.map(|found| (found.point, found.captured, found.rescued)).collect::<Vec<_>>()
        };
        let here = of(&board, Black);
        let moved = here.iter().map(|(point, taken, saved)| (map(*point), *taken, *saved));
        prop_assert_eq!(sorted(moved.collect()), sorted(of(&image, Black)));
        prop_assert_eq!(here, of(&swapped(&board), White));
    }
}
