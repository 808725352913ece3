//! Unit tests of `forest`.

use super::super::conditions::Conditions;
use super::super::line::tests_support::any_line;
use super::*;
use proptest::prelude::*;
use std::collections::BTreeSet;

fn forest(lines: &[&str]) -> Forest {
    let lines: Vec<Line> = lines.iter().map(|text| text.parse().unwrap()).collect();
    lines.iter().collect()
}

fn texts(forest: &Forest) -> Vec<String> {
    forest.lines().map(|(line, _)| line.to_string()).collect()
}

#[test]
fn a_line_that_ends_where_a_longer_one_goes_on_is_kept() {
    let forest = forest(&["DDCFFCCC", "DDCF", "DDFC", "CC"]);
    assert_eq!(texts(&forest), ["CC", "DDCF", "DDCFFCCC"]);
    assert_eq!(forest.len(), 5);
}

#[test]
fn a_condition_falls_when_another_source_gives_the_move_without_one() {
    let mut bare = forest(&["DDCF"]);
    let mut conditional = bare.clone();
    let id = conditional.find(&"DDCF".parse().unwrap()).unwrap();
    conditional.data_mut(id).conditions = "own(PP)".parse().unwrap();
    let mut other = conditional.clone();
    other.data_mut(id).conditions = "empty(CC)".parse().unwrap();
    let mut either = conditional.clone();
    either.merge(&other);
    let conditions = |forest: &Forest| forest.node(id).data().unwrap().conditions.to_string();
    assert_eq!(conditions(&either), "own(PP) or empty(CC)");
    either.merge(&bare);
    assert_eq!(either.node(id).data().unwrap().conditions, Conditions::always());
    bare.merge(&conditional);
    assert_eq!(bare, either);
    let mut fresh = Forest::new();
    fresh.merge(&conditional);
    assert_eq!(fresh, conditional);
}

#[cfg(feature = "test-game")]
#[test]
fn a_forest_keeps_its_game() {
    use joseki_game::Game;

    let variant = Variant::new(Game::TestSquare, Some(6)).unwrap();
    let forest = Forest::for_variant(variant);
    assert_ne!(forest, Forest::new());
    assert_eq!(forest.without_mined().variant(), variant);
    assert_eq!(forest.retain(|_, _| true).variant(), variant);
}

proptest! {
    #[test]
    fn forest_to_lines_to_forest_is_the_identity(lines in proptest::collection::vec(any_line(), 0..30)) {
        let forest: Forest = lines.iter().collect();
        let flat: Vec<Line> = forest.lines().map(|(line, _)| line).collect();
        let wanted: BTreeSet<Line> =
            lines.iter().filter(|line| !line.is_empty()).map(Line::canonical).collect();
        prop_assert_eq!(&flat, &wanted.into_iter().collect::<Vec<_>>());
        let again: Forest = flat.iter().collect();
        prop_assert_eq!(&again, &forest);
        for (line, id) in forest.lines() {
            prop_assert_eq!(forest.line(id), line.clone());
            prop_assert_eq!(forest.find(&line.mirror()), Some(id));
        }
    }

    #[test]
    fn merging_is_the_union_of_the_lines(
        a in proptest::collection::vec(any_line(), 0..12),
        b in proptest::collection::vec(any_line(), 0..12),
    ) {
        let [left, right]: [Forest; 2] = [a.iter().collect(), b.iter().collect()];
        let both: Forest = a.iter().chain(&b).collect();
        let mut merged = left.clone();
        prop_assert_eq!(merged.merge(&right), vec![]);
        prop_assert_eq!(&merged, &both);
        let mut turned = right.clone();
        turned.merge(&left);
        prop_assert_eq!(&turned, &both);
        merged.merge(&both);
        prop_assert_eq!(&merged, &both);
    }
}
