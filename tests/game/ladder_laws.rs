//! What holds for any ladder, on small random boards and on hostile ones.

use joseki::game::go::{
    LADDER_BUDGET, LadderOutcome, PointSet, Position, diagram, read_ladder, read_ladder_from,
};
use joseki::game::{BoardSize, Color, Point};
use proptest::prelude::*;

use crate::ladder_support::check::check_moves;
use crate::ladder_support::plain::plain_outcome;

/// Maximum number of nodes, enough for every ladder on a small board.
const NODE_LIMIT: u32 = 300_000;

#[test]
fn a_point_without_a_stone_has_no_ladder() {
    let position = diagram::parse(". X\n. .").unwrap();
    assert_eq!(read_ladder(&position, Point::new(0, 0), LADDER_BUDGET), None);
    assert_eq!(read_ladder(&position, Point::new(24, 24), LADDER_BUDGET), None);
}

#[test]
fn the_winner_is_who_needs_no_ko() {
    let position = diagram::parse(". . .\n. X .\n. . O").unwrap();
    let target = Point::new(2, 2);
    let reading = read_ladder(&position, target, LADDER_BUDGET).unwrap();
    assert_eq!(reading.winner(), Some(Color::Black));
    let reading = read_ladder(&position, target, 1).unwrap();
    assert_eq!((reading.outcome, reading.winner()), (LadderOutcome::Unknown, None));
    assert_eq!((reading.nodes, reading.moves.len()), (1, 0));
}

/// What is found with more than enough is found with just enough, and with less it is unknown or the same.
#[test]
fn a_budget_is_kept_and_what_it_allows_is_right() {
    let lines =
        [(3, 15, "O"), (2, 15, "X"), (3, 16, "X"), (4, 16, "X"), (10, 9, "O"), (11, 7, "X")];
    let mut position = Position::new(BoardSize::NINETEEN);
    for (x, y, stone) in lines {
        let color = if stone == "X" { Color::Black } else { Color::White };
        position.place(color, Point::new(x, y));
    }
    let target = Point::new(3, 15);
    let whole = read_ladder(&position, target, LADDER_BUDGET).unwrap();
    assert_ne!(whole.outcome, LadderOutcome::Unknown);
    for budget in 0..=whole.nodes + 3 {
        let reading = read_ladder(&position, target, budget).unwrap();
        assert!(reading.nodes <= budget);
        if budget >= whole.nodes {
            assert_eq!(reading, whole);
        } else {
            assert_eq!(reading.outcome, LadderOutcome::Unknown);
        }
    }
}

/// Boards from nearly empty to nearly full, where ladders run far, on a small stack.
#[test]
fn hostile_positions_need_little_stack() {
    let reader = || {
        let mut longest = 0;
        for seed in 0..60_u32 {
            let mut position = Position::new(BoardSize::MAX);
            for point in BoardSize::MAX.points() {
                let n = u32::from(point.y()) * 25 + u32::from(point.x());
                let n = (n ^ seed << 10).wrapping_mul(0x9e37_79b9);
                match (n ^ n >> 15).wrapping_mul(0x85eb_ca6b) >> 28 {
                    n if n < 1 + seed % 6 => _ = position.place(Color::Black, point),
                    n if n < 2 + 2 * (seed % 6) => _ = position.place(Color::White, point),
                    _ => {}
                }
            }
            for point in BoardSize::MAX.points() {
                for first in Color::ALL {
                    if let Some(reading) = read_ladder_from(&position, point, first, 2_000) {
                        longest = longest.max(reading.moves.len());
                    }
                }
            }
        }
        longest
    };
    let small = std::thread::Builder::new().stack_size(256 << 10);
    let longest = small.spawn(reader).unwrap().join().unwrap();
    assert!(longest > 40, "the longest line has {longest} moves");
}

/// A board with some stones, a few moves, and a ko where one can be taken.
fn boards(lines: std::ops::RangeInclusive<u8>) -> impl Strategy<Value = Position> {
    let cells = proptest::collection::vec(0..10_u8, 49);
    let plays = proptest::collection::vec((any::<bool>(), 0..7_u8, 0..7_u8), 0..10);
    (lines, 2..5_u8, cells, plays).prop_map(|(lines, fill, cells, plays)| {
        let size = BoardSize::new(lines).unwrap();
        let mut position = Position::new(size);
        for (point, cell) in size.points().zip(cells) {
            if cell < fill {
                position.place(Color::Black, point);
            } else if cell < 2 * fill {
                position.place(Color::White, point);
            }
        }
        without_dead(&mut position);
        for (black, x, y) in plays {
            let color = if black { Color::Black } else { Color::White };
            if let Some(point) = size.point(x, y) {
                let _ = position.play(color, point);
            }
        }
        take_a_ko(&mut position);
        position
    })
}

fn without_dead(position: &mut Position) {
    for point in position.size().points() {
        if position.at(point).is_some() && position.liberties(point).is_empty() {
            for stone in position.chain(point) {
                position.clear(stone);
            }
        }
    }
}

fn take_a_ko(position: &mut Position) {
    for point in position.empty() {
        for color in Color::ALL {
            let mut next = *position;
            if next.play(color, point).is_ok() && next.ko().is_some() {
                *position = next;
                return;
            }
        }
    }
}

/// A stone of every chain that a ladder may be about, with either side to begin.
fn chains(position: &Position) -> Vec<(Point, Color)> {
    let mut seen = PointSet::EMPTY;
    let mut out = Vec::new();
    for point in position.size().points() {
        if position.at(point).is_some() && !seen.contains(point) {
            seen = seen.union(position.chain(point));
            if (1..=2).contains(&position.liberties(point).len()) {
                out.extend(Color::ALL.map(|first| (point, first)));
            }
        }
    }
    out
}

fn placed(
    position: &Position,
    map: impl Fn(Point) -> Point,
    color: impl Fn(Color) -> Color,
) -> Position {
    let mut out = Position::new(position.size());
    for own in Color::ALL {
        for point in position.stones(own) {
            out.place(color(own), map(point));
        }
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 160,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn both_readers_agree(position in boards(4..=7)) {
        for (target, first) in chains(&position) {
            let reading = read_ladder_from(&position, target, first, 1_000_000).unwrap();
            if let Some(plain) = plain_outcome(&position, target, first, NODE_LIMIT) {
                prop_assert_eq!(reading.outcome, plain, "{} {:?}", target.to_gtp(position.size()), first);
            }
        }
    }

    #[test]
    fn the_moves_show_the_outcome(position in boards(4..=7)) {
        for (target, first) in chains(&position) {
            let reading = read_ladder_from(&position, target, first, LADDER_BUDGET).unwrap();
            let checked = check_moves(&position, target, first, &reading);
            prop_assert!(checked.is_ok(), "{}", checked.unwrap_err());
        }
    }

    /// Without a ko, for to set up stones forgets it.
    #[test]
    fn the_board_may_be_turned_and_the_colours_changed(position in boards(4..=7)) {
        let plain = placed(&position, |point| point, |color| color);
        let max = position.size().max();
        for turn in 0..8_u8 {
            let map = |point: Point| {
                let (x, y) = (point.x(), point.y());
                let (x, y) = if turn & 4 == 0 { (x, y) } else { (y, x) };
                let x = if turn & 1 == 0 { x } else { max - x };
                Point::new(x, if turn & 2 == 0 { y } else { max - y })
            };
            let turned = placed(&plain, map, Color::opposite);
            for (target, first) in chains(&plain) {
                let one = read_ladder_from(&plain, target, first, 1_000_000);
                let other = read_ladder_from(&turned, map(target), first.opposite(), 1_000_000);
                prop_assert_eq!(one.map(|one| one.outcome), other.map(|other| other.outcome));
            }
        }
    }

    /// Two lines of black stones with liberties of their own stand between.
    #[test]
    fn a_stone_behind_a_wall_changes_nothing(
        position in boards(7..=7),
        color in prop_oneof![Just(Color::Black), Just(Color::White)],
        (x, y) in (11..14_u8, 0..14_u8),
    ) {
        let size = BoardSize::new(14).unwrap();
        let mut walled = Position::new(size);
        for own in Color::ALL {
            for point in position.stones(own) {
                walled.place(own, point);
            }
        }
        for n in 0..9 {
            for wall in [7, 8] {
                walled.place(Color::Black, Point::new(wall, n));
                walled.place(Color::Black, Point::new(n, wall));
            }
        }
        without_dead(&mut walled);
        let mut more = walled;
        more.place(color, Point::new(x, y));
        for (target, first) in chains(&walled) {
            let one = read_ladder_from(&walled, target, first, LADDER_BUDGET);
            let other = read_ladder_from(&more, target, first, LADDER_BUDGET);
            prop_assert_eq!(one, other);
        }
    }
}
