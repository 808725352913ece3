//! GNU Go's joseki file.

use std::collections::{BTreeMap, HashSet};

use joseki::book::Verdict;
use joseki::format::sgf::{Limits, read_collection};
use joseki::game::go::CornerPosition;
use joseki::game::{Point, Side, Step};
use joseki::service::curate::{BookFileRequest, BookFormat};

use super::support::*;

#[test]
fn gnu_go_gets_marked_moves_of_the_upper_right_corner() {
    let request = BookFileRequest::default();
    let file = of_starter(BookFormat::GnuGo, &request);
    let collection = read_collection(&file.bytes, &Limits::default()).expect("SGF");
    let [tree] = collection.trees.as_slice() else {
        panic!("one tree");
    };
    let book = book();
    let index = &book.index;
    let mut boards: BTreeMap<usize, (CornerPosition, Option<Side>)> = BTreeMap::new();
    let (mut patterns, mut kinds) = (HashSet::new(), BTreeMap::new());
    for (at, node) in tree.nodes().enumerate() {
        let property = |ident: &str| {
            let found = node.properties().find(|property| property.ident() == ident);
            found.and_then(|property| Some(property.values().next()?.text().into_owned()))
        };
        if at == 0 {
            assert_eq!(property("SZ").as_deref(), Some("19"));
            boards.insert(0, (CornerPosition::new(), None));
            continue;
        }
        let (side, text) = match (property("B"), property("W")) {
            (Some(text), None) => (Side::First, text),
            (None, Some(text)) => (Side::Second, text),
            other => panic!("{other:?}"),
        };
        let point = Point::from_sgf(&text, SIZE).expect("a move, no pass");
        // From the upper right corner, rows then columns; the converter does not play on the far edges.
        let (row, column) = (point.y(), 18 - point.x());
        assert!(row < 18 && column < 18);
        let step = Step::corner(row, column).expect("a step");
        let above = node.parent().expect("a parent").id().index();
        let (mut position, last) = boards[&above];
        if let Some(mark) = property("SQ") {
            let mark = Point::from_sgf(&mark, SIZE).expect("a mark");
            let (rows, columns) = (mark.y(), 18 - mark.x());
            assert!(rows < 18 && columns < 18);
            let both = [Side::First, Side::Second].map(|side| position.stones(side));
            let all: Vec<Point> = both.iter().flat_map(|stones| stones.iter()).collect();
            assert!(!all.is_empty(), "a pattern has a stone");
            let inside = |u: u8, v: u8| u <= rows && v <= columns;
            assert!(inside(row, column) && all.iter().all(|stone| inside(stone.x(), stone.y())));
            let key = position.key(side);
            let own = step.transformed(key.by);
            let own = if key.is_symmetric() { own.min(own.mirror()) } else { own };
            assert!(patterns.insert((key.key, own)), "a pattern twice");
            let kind = property("C").and_then(|text| text.chars().next()).expect("a kind");
            *kinds.entry(kind).or_insert(0) += 1;
            let nodes = index.matches(key).filter_map(|found| {
                let step = step.transformed(found.symmetry);
                let twin = key.is_symmetric().then(|| step.mirror());
                let child = index.child(found.node, step);
                child.or_else(|| index.child(found.node, twin?))
            });
            let verdicts: Vec<i8> = nodes.map(|node| value(index, node)).collect();
            let worst = verdicts.iter().min().copied().expect("a move of the book");
            match kind {
                'A' => assert_eq!(worst, Verdict::Mistake.value()),
                'J' | 'j' | 't' => assert!(worst >= 0),
                other => panic!("{other} in {text}"),
            }
        } else {
            assert_eq!(property("C"), None);
        }
        // A move of the colour that moved last has a tenuki before it, which lifts a ko.
        if last == Some(side) {
            position.pass();
        }
        position.play(side, step).expect("a legal move");
        boards.insert(node.id().index(), (position, Some(side)));
    }
    assert_eq!(patterns.len(), file.contents.entries);
    assert!(kinds[&'J'] > 100 && kinds[&'A'] > 5, "{kinds:?}");
}
