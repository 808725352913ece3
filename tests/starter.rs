//! The starter book: whole, legal, free of duplicates, and judged where there is a choice.

use joseki::book::{CornerPosition, Forest, Index, Line, NodeId};
use joseki::format::dictionary::{ImportReport, Importer};
use joseki::format::sgf::{Limits, read_collection};
use joseki::game::Color;
use joseki::game::go::{BoardSize, Move};
use joseki::service::{NextQuery, next};

fn starter() -> (Forest, ImportReport) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/starter.sgf");
    let bytes = std::fs::read(path).expect("the starter book");
    let collection = read_collection(&bytes, &Limits::default()).expect("SGF");
    assert!(collection.warnings.is_empty(), "{:?}", collection.warnings);
    let mut forest = Forest::new();
    let mut importer = Importer::new(&mut forest);
    collection.trees.iter().for_each(|tree| importer.add(tree));
    let report = importer.finish();
    (forest, report)
}

#[test]
fn every_node_is_placed_and_none_twice() {
    let (forest, report) = starter();
    assert!(report.adds_up());
    assert_eq!(report.refused, []);
    assert_eq!(report.conflicts, []);
    assert_eq!(
        (
            report.merged.duplicate,
            report.merged.mirror,
            report.merged.tenuki
        ),
        (0, 0, 0)
    );
    assert_eq!(report.implied, 0, "tenukis are written out");
    assert_eq!(report.placed, forest.len());
    assert!(forest.len() >= 150);
}

#[test]
fn every_line_is_legal_and_canonical() {
    let (forest, _) = starter();
    for (line, _) in forest.lines() {
        assert!(CornerPosition::replay(&line).is_some(), "{line}");
        assert!(line.is_canonical(), "{line}");
    }
}

#[test]
fn every_choice_has_a_verdict_and_one_of_them_is_good() {
    let (forest, _) = starter();
    for (id, node) in forest.nodes() {
        let children = node.children();
        if children.len() < 2 {
            continue;
        }
        let verdict = |child: &NodeId| forest.node(*child).data().and_then(|data| data.verdict);
        let line = forest.line(id);
        assert!(
            children.iter().all(|child| verdict(child).is_some()),
            "after {line}"
        );
        let sound = children
            .iter()
            .any(|child| verdict(child).is_some_and(|v| v.value() > 0));
        assert!(sound, "nothing sound after {line}");
    }
}

#[test]
fn it_holds_the_golden_line_and_the_first_moves() {
    let (forest, _) = starter();
    let golden: Line = "DDCFFCCCCDBDBEBCCEEBXXJCECFBGC".parse().expect("a line");
    assert!(forest.find(&golden).is_some());
    let first: Vec<String> = forest
        .node(NodeId::ROOT)
        .children()
        .iter()
        .map(|child| forest.node(*child).step.to_string())
        .collect();
    assert_eq!(
        first,
        ["CC", "CD", "CE", "DD", "DE"],
        "3-3, 3-4, 5-3, 4-4, 5-4"
    );
}

/// What a player expects first of the approach to the 4-4 point.
#[test]
fn the_usual_answers_come_first() {
    let (forest, _) = starter();
    let index = Index::build(forest);
    let size = BoardSize::NINETEEN;
    let played = |text: &str| Move::from_gtp(text, size).expect("a move");
    let query = NextQuery {
        moves: vec![(Color::Black, played("Q16")), (Color::White, played("R14"))],
        ..NextQuery::new(size)
    };
    let answer = next::answer("main", 1, &index, &query).expect("an answer");
    let first: Vec<String> = answer
        .moves
        .iter()
        .take(3)
        .map(|candidate| candidate.points[0].to_gtp(size))
        .collect();
    assert!(
        first.contains(&"O17".to_owned()),
        "the knight's answer is among {first:?}"
    );
}
