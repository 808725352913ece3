//! Unit tests of `index`.

use crate::line::tests_support::any_line;
use crate::*;
use joseki_game::{LinePosition, Variant};
use proptest::prelude::*;

fn index(lines: &[&str]) -> Index {
    let lines: Vec<Line> = lines.iter().map(|text| text.parse().unwrap()).collect();
    Index::build(lines.iter().collect())
}

fn matches(index: &Index, line: &str) -> Vec<(String, bool)> {
    let line: Line = line.parse().unwrap();
    let key = LinePosition::replay(Variant::GO, &line).unwrap().key(line.to_move());
    index
        .matches(key)
        .map(|found| (index.line(found.node).to_string(), found.symmetry.transposes()))
        .collect()
}

#[test]
fn a_position_is_found_by_every_order_and_orientation() {
    let index = index(&["DDCFFCCCCDXX", "DDCFCDCCFC"]);
    let both =
        |mirrored| vec![("DDCFCDCCFC".to_owned(), mirrored), ("DDCFFCCCCD".to_owned(), mirrored)];
    assert_eq!(matches(&index, "DDCFFCCCCD"), both(false));
    assert_eq!(matches(&index, "DDFCCFCCDC"), both(true));
    assert_eq!(matches(&index, "DDCFFCCCDC"), []);
}

fn edge_of(index: &Index, line: &str) -> u64 {
    index.edge(index.find(&line.parse().unwrap()).unwrap())
}

/// Stores keep these values. Computed by an independent program from the frozen position keys.
#[test]
fn identities_of_moves_are_frozen() {
    let index = index(&["DDCF"]);
    assert_eq!(edge_of(&index, "DD"), 0xca00_9717_f427_9eb3);
    assert_eq!(edge_of(&index, "DDCF"), 0x86b6_8e50_3e77_eb2f);
}

#[test]
fn a_move_is_the_same_in_every_order_and_every_book() {
    let one = index(&["DDCFFCCCCDDB", "DDCFCDCCFCDB"]);
    let other = index(&["DDCFFCCCCDDBEB", "DDDC", "AB"]);
    let [a, b] = ["DDCFFCCCCDDB", "DDCFCDCCFCDB"].map(|line| edge_of(&one, line));
    assert_eq!(a, b, "one position, one move");
    assert_eq!(a, edge_of(&other, "DDCFFCCCCDDB"));
    let [c, d] = ["DDCFFCCCCDDB", "DDCFFCCCCDDBEB"].map(|line| edge_of(&other, line));
    assert_ne!(c >> 32, d >> 32, "positions differ");
    let [c, d] = ["DDCF", "DDDC"].map(|line| edge_of(&other, line));
    assert_eq!(c >> 32, d >> 32, "two moves of one position");
    assert_ne!(
        edge_of(&one, "DDCFFCCCCD"),
        edge_of(&one, "DDCFCDCCFC"),
        "another move leads to the same position"
    );
}

#[test]
fn a_tenuki_and_what_follows_it_are_moves_of_their_own() {
    let index = index(&["DDXXCF", "DDCF", "DDXX"]);
    let edges = ["DD", "DDXX", "DDXXCF", "DDCF"].map(|line| edge_of(&index, line));
    let distinct: std::collections::BTreeSet<u64> = edges.into_iter().collect();
    assert_eq!(distinct.len(), 4, "{edges:x?}");
}

#[test]
fn a_move_without_a_position_has_the_identity_of_its_line() {
    let one = index(&["ABDDBAAA", "ABDDBAAAEE"]);
    let other = index(&["ABDDBAAAEEFF"]);
    assert_eq!(edge_of(&one, "ABDDBAAAEE"), edge_of(&other, "ABDDBAAAEE"));
    assert_ne!(edge_of(&one, "ABDDBAAAEE"), edge_of(&one, "ABDDBAAA"));
}

#[test]
fn colours_swap_where_only_the_other_order_is_known() {
    let index = index(&["ABXXBA"]);
    assert_eq!(matches(&index, "AAABXXBA").len(), 1);
}

#[test]
fn a_line_that_cannot_be_replayed_is_known_by_its_string_only() {
    let index = index(&["DDDDCC"]);
    let line: Line = "DDDDCC".parse().unwrap();
    assert!(index.find(&line).is_some());
    assert_eq!(index.by_key.len(), 2, "the root and DD");
}

#[test]
fn an_empty_book_has_its_root_only() {
    let index = index(&[]);
    assert!(index.is_empty());
    assert!(!index.has_children(NodeId::ROOT));
    assert_eq!(matches(&index, "").len(), 1);
}

proptest! {
    #[test]
    fn the_index_holds_what_the_forest_holds(lines in proptest::collection::vec(any_line(), 0..25)) {
        let forest: Forest = lines.iter().collect();
        let index = Index::build(forest.clone());
        prop_assert_eq!(index.len(), forest.len());
        prop_assert_eq!(&index.to_forest(), &forest);
        prop_assert_eq!(&Index::build_from(&forest).to_forest(), &forest);
        for (_, id) in forest.walk() {
            let line = forest.line(id);
            let found = index.find(&line).expect("every node");
            prop_assert_eq!(index.line(found), line.clone());
            prop_assert_eq!(index.depth(found), line.len());
            prop_assert_eq!(index.mover(found), line.to_move().opposite());
            if let Some(position) = LinePosition::replay(Variant::GO, &line) {
                let key = position.key(line.to_move());
                prop_assert!(index.matches(key).any(|m| m.node == found && key.stabiliser.contains(m.symmetry)));
            }
        }
    }
}
