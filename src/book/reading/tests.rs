//! Unit tests of `reading`.

use super::super::line::tests_support::any_line;
use super::*;
use proptest::prelude::*;

fn any_stone() -> impl Strategy<Value = (Color, Step)> {
    let color = prop_oneof![Just(Color::Black), Just(Color::White)];
    let step = (0u8..5, 0u8..5).prop_filter_map("in the frame", |(u, v)| Step::corner(u, v));
    (color, step)
}

/// A random move that is usually along a line of the book.
fn next_step(
    index: &Index,
    reading: &Interpretation,
    color: Color,
    at: usize,
    other: Step,
) -> Step {
    let known = reading.continuations(index, color);
    match known.get(at % (known.len() + 1)) {
        Some(next) => next.step,
        None => other,
    }
}

proptest! {
    #[test]
    fn in_place_or_anew_a_stone_makes_the_same(
        lines in proptest::collection::vec(any_line(), 0..12),
        initial in proptest::collection::vec(any_stone(), 0..3),
        stones in proptest::collection::vec((any_stone(), 0usize..4), 1..12),
    ) {
        let index = Index::build(lines.iter().collect());
        for mut reading in Interpretation::of_stones(&index, &initial) {
            for (number, ((color, other), at)) in stones.iter().enumerate() {
                let step = next_step(&index, &reading, *color, *at, *other);
                let after = reading.after(&index, number + 1, *color, step);
                prop_assert_eq!(reading.knows_after(&index, *color, step), after.is_known());
                let before = format!("{reading:?}");
                let expected = if reading.advance(&index, number + 1, *color, step) {
                    format!("{after:?}")
                } else {
                    before
                };
                prop_assert_eq!(format!("{reading:?}"), expected);
                // Initial stones that form a known position are anchored to its node by
                // `after`.
                let advanced = reading.node.is_some() && reading.last_move == number + 1;
                prop_assert!(reading.stones_only || after.node.is_some() == advanced);
                for next in after.continuations(&index, *color) {
                    prop_assert_eq!(after.line_to(&index, *color, &next), index.line(next.node));
                }
                if let Some((node, _)) = after.placed_node(&index) {
                    prop_assert_eq!(after.line_at(&index, node), index.line(node));
                }
                reading = after;
            }
        }
    }
}
