//! Books of the test games against the definitions, by brute force over the symmetries of the board.

use std::collections::{BTreeMap, BTreeSet};

use joseki::book::{Forest, Index, Line};
use joseki::game::{
    Color, Frame, Game, LinePosition, Move, Point, Region, Side, Step, Symmetry, Variant,
};
use joseki::ledger::ResultTotals;
use joseki::service::next::{self, NextQuery};
use proptest::prelude::*;

/// The stones of a position by their points.
type Stones = BTreeMap<Point, Color>;

fn variants() -> impl Strategy<Value = Variant> {
    let square = |size| Variant::new(Game::TestSquare, Some(size)).expect("a size");
    let oblong = Variant::new(Game::TestOblong, None).expect("one size");
    prop_oneof![Just(square(5)), Just(square(6)), Just(oblong)]
}

/// Lines of stones on different points, some with a pass.
fn any_line(variant: Variant) -> impl Strategy<Value = Line> {
    let (width, height) = variant.alphabet().dimensions();
    let step = prop_oneof![
        8 => (0..width, 0..height).prop_filter_map("a point", move |(u, v)| {
            variant.alphabet().step(u, v)
        }),
        1 => Just(Step::TENUKI),
    ];
    proptest::collection::vec(step, 1..6).prop_map(|steps| {
        steps.into_iter().fold(Line::new(), |mut line, step| {
            let passes = line.is_empty() || line.ends_in_tenuki();
            let is_allowed = if step.is_tenuki() { !passes } else { !line.steps().contains(&step) };
            if is_allowed {
                line.push(step);
            }
            line
        })
    })
}

fn any_book() -> impl Strategy<Value = (Variant, Vec<Line>)> {
    variants().prop_flat_map(|variant| {
        let line = any_line(variant).prop_filter("a move", |line| !line.is_empty());
        proptest::collection::vec(line, 1..12).prop_map(move |lines| (variant, lines))
    })
}

fn book(variant: Variant, lines: &[Line]) -> Index {
    let mut forest = Forest::for_variant(variant);
    for line in lines {
        forest.insert(line);
    }
    Index::build(forest)
}

fn image(variant: Variant, point: Point, symmetry: Symmetry) -> Point {
    let (size, board) = (variant.size(), Frame::plain(Region::Board));
    let step = board.step_at(point, size).expect("a step").transformed(symmetry);
    board.point_of(step, size).expect("a point")
}

fn stones(variant: Variant, steps: &[Step]) -> Stones {
    let point = |step: Step| Frame::plain(Region::Board).point_of(step, variant.size()).ok();
    let colors = Color::ALL.into_iter().cycle();
    steps.iter().zip(colors).filter_map(|(step, color)| Some((point(*step)?, color))).collect()
}

fn turned(variant: Variant, stones: &Stones, symmetry: Symmetry) -> Stones {
    stones.iter().map(|(point, color)| (image(variant, *point, symmetry), *color)).collect()
}

/// The points that the book plays in a position, over all move orders and orientations.
fn expected(variant: Variant, lines: &[Line], here: &Stones, to_move: Side) -> BTreeSet<Point> {
    let mut points = BTreeSet::new();
    for line in lines {
        for (at, step) in line.steps().iter().enumerate() {
            if Side::to_move_after(at) != to_move || step.is_tenuki() {
                continue;
            }
            let before = stones(variant, &line.steps()[..at]);
            for symmetry in variant.alphabet().symmetries().iter() {
                if turned(variant, &before, symmetry) == *here {
                    let played = stones(variant, &line.steps()[at..=at]);
                    points.extend(played.keys().map(|point| image(variant, *point, symmetry)));
                }
            }
        }
    }
    points
}

/// The moves of a line on a board that is turned; a tenuki is a pass.
fn moves(variant: Variant, line: &[Step], symmetry: Symmetry) -> Vec<(Color, Move)> {
    let board = Frame::plain(Region::Board);
    let played = |step: &Step| match board.point_of(*step, variant.size()) {
        Ok(point) => Move::Play(image(variant, point, symmetry)),
        Err(_) => Move::Pass,
    };
    line.iter()
        .zip(Color::ALL.into_iter().cycle())
        .map(|(step, color)| (color, played(step)))
        .collect()
}

proptest! {
    #[test]
    fn the_book_answers_by_position_in_every_orientation(
        (variant, lines) in any_book(),
        (followed, length, way) in (any::<prop::sample::Index>(), 0usize..5, 0u8..8),
    ) {
        let index = book(variant, &lines);
        let line = followed.get(&lines).steps();
        let line = &line[..length.min(line.len())];
        let symmetry = Symmetry::from_number(way);
        prop_assume!(variant.alphabet().symmetries().contains(symmetry));
        let query = NextQuery {
            moves: moves(variant, line, symmetry),
            limit: usize::MAX,
            ..NextQuery::new(variant.size())
        };
        let answer = next::answer("book", 1, &index, &ResultTotals::default(), &query).expect("an answer");
        let here = turned(variant, &stones(variant, line), symmetry);
        let wanted = expected(variant, &lines, &here, Side::to_move_after(line.len()));
        let found: BTreeSet<Point> =
            answer.moves.iter().flat_map(|candidate| candidate.points()).collect();
        prop_assert_eq!(found, wanted, "{:?} after {:?}", lines, query.moves);
        let points = answer.moves.iter().map(|candidate| candidate.points().len()).sum::<usize>();
        prop_assert_eq!(points, answer.moves.iter().flat_map(|it| it.points()).collect::<BTreeSet<_>>().len());
        for candidate in &answer.moves {
            // The frame leads from the board to the node's line.
            let step = candidate.leads_to.steps().last().copied().expect("a move");
            let by_transposition = candidate.by_transposition;
            for point in &candidate.points()[..1] {
                prop_assert_eq!(candidate.frame.step_at(*point, variant.size()), Some(step), "{}", by_transposition);
            }
        }
    }

    #[test]
    fn keys_are_equal_exactly_for_equivalent_positions(
        (variant, lines) in any_book(),
    ) {
        for one in &lines {
            for two in &lines {
                let key = |line: &Line| {
                    LinePosition::replay(variant, line).expect("legal").key(line.to_move())
                };
                let (a, b) = (key(one), key(two));
                let here = stones(variant, one.steps());
                let there = stones(variant, two.steps());
                let mut same = variant.alphabet().symmetries().iter().filter(|symmetry| {
                    turned(variant, &here, *symmetry) == there
                }).peekable();
                let equal = same.peek().is_some() && one.to_move() == two.to_move();
                prop_assert_eq!(a.key == b.key, equal, "{} {}", one, two);
                if equal {
                    prop_assert!(same.any(|symmetry| symmetry == a.to(b)));
                }
                if one == two {
                    let fixed = variant.alphabet().symmetries().iter().filter(|symmetry| {
                        turned(variant, &here, *symmetry) == here
                    });
                    prop_assert_eq!(a.stabiliser, fixed.collect());
                }
            }
        }
    }

    #[test]
    fn a_first_stone_of_white_begins_no_line((variant, lines) in any_book()) {
        let index = book(variant, &lines);
        let first = moves(variant, &lines[0].steps()[..1], Symmetry::IDENTITY)[0].1;
        let query = NextQuery { moves: vec![(Color::White, first)], ..NextQuery::new(variant.size()) };
        let answer = next::answer("book", 1, &index, &ResultTotals::default(), &query).expect("an answer");
        prop_assert!(answer.moves.is_empty());
        let query = NextQuery { to_play: Some(Color::White), ..NextQuery::new(variant.size()) };
        let answer = next::answer("book", 1, &index, &ResultTotals::default(), &query).expect("an answer");
        prop_assert!(answer.moves.is_empty());
    }
}
