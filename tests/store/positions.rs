//! The table of positions, and what a store answers about a book that is not loaded.

use std::collections::{BTreeMap, BTreeSet};

use joseki::book::{Forest, NodeId, StoredNode, Verdict};
use joseki::store::{BookSnapshot, ChangeKind, NodeQuery, Store, StoreError, Upkeep};

use crate::games::counted_book;
use crate::store_support::changes::{create, judge, line, sound};
use crate::store_support::{OpenStore, TempStore, edit, note};

/// The keys of the positions of all nodes, the root first.
fn keys(forest: &Forest) -> Vec<(NodeId, Option<u64>)> {
    let nodes: Vec<NodeId> = forest.nodes().map(|(id, _)| id).collect();
    let keys = forest.position_keys(&nodes);
    nodes.into_iter().zip(keys).collect()
}

/// The table has the nodes of a book, each under its key, and no other rows of it.
pub fn same_rows(temp: &TempStore, store: &OpenStore, book: &str) {
    let (_, forest) = store.load(book).unwrap().unwrap();
    let rows = keys(&forest).into_iter().skip(1).filter_map(|(id, key)| {
        let stored = forest.node(id).stored.expect("an id");
        key.map(|key| format!("{} {stored}", key.cast_signed()))
    });
    let root = forest.node(NodeId::ROOT).stored.expect("an id");
    let sql = format!(
        "SELECT CAST(key AS TEXT) || ' ' || CAST(node_id AS TEXT) FROM position WHERE book_id = {}",
        root >> 32
    );
    assert_eq!(temp.texts(&sql), rows.collect::<BTreeSet<String>>());
}

/// What is answered about a book is what its loaded forest contains.
pub fn agree(temp: &TempStore, store: &OpenStore, book: &str) {
    same_rows(temp, store, book);
    let (info, forest) = store.load(book).unwrap().unwrap();
    let number = |id: NodeId| forest.node(id).stored.expect("an id") as u32;
    let stored = |id: NodeId| {
        let node = forest.node(id);
        StoredNode {
            number: number(id),
            parent: number(node.parent),
            step: node.step,
            ends: node.ends,
            mined: node.mined,
            retired: node.retired,
            has_children: node.children().iter().any(|child| !forest.node(*child).retired),
            revision: node.revision,
            data: node.data().cloned(),
            tally: node.tally().map(|tally| {
                let mut bytes = Vec::new();
                tally.encode(&mut bytes);
                bytes.into()
            }),
        }
    };
    let snapshot = store.snapshot(book).unwrap().unwrap();
    let is_counted = store.counted(book).unwrap().parts > 0;
    assert_eq!((&snapshot.info, snapshot.is_counted), (&info, is_counted));
    assert_eq!((&snapshot.root, &*snapshot.cohorts), (&stored(NodeId::ROOT), forest.cohorts()));
    let data = forest.nodes().filter_map(|(_, node)| node.data());
    let sources: BTreeSet<String> = data.flat_map(|data| data.sources.iter().cloned()).collect();
    assert!(sources.is_subset(&store.sources_of(book).unwrap().unwrap()));

    let mut paths = BTreeMap::<u64, Vec<Vec<StoredNode>>>::new();
    for (id, key) in keys(&forest) {
        let children = forest.node(id).children().iter().copied();
        let in_use = children.filter(|child| !forest.node(*child).retired).map(stored);
        let found = store.nodes(&snapshot, NodeQuery::Children(number(id))).unwrap();
        assert_eq!(by_number(found), by_number(in_use.collect()));
        let all = forest.node(id).children().iter().map(|child| StoredNode {
            has_children: !forest.node(*child).children().is_empty(),
            ..stored(*child)
        });
        let found = store.nodes(&snapshot, NodeQuery::AllChildren(number(id))).unwrap();
        assert_eq!(by_number(found), by_number(all.collect()));
        let Some(key) = key else { continue };
        let with_key = paths.entry(key).or_default();
        if id != NodeId::ROOT && !forest.is_retired(id) {
            let parent = |id: &NodeId| Some(forest.node(*id).parent);
            let up = std::iter::successors(Some(id), parent).take_while(|id| *id != NodeId::ROOT);
            let mut path: Vec<StoredNode> = up.map(stored).collect();
            path.reverse();
            with_key.push(path);
        }
    }
    let has_text = |id: &NodeId| {
        let data = forest.node(*id).data();
        data.is_some_and(|data| {
            !data.names.is_empty() || !data.tags.is_empty() || data.comment.is_some()
        })
    };
    let texts = forest.nodes().map(|(id, _)| id).filter(has_text).map(stored);
    let (mut found, mut first) = (Vec::new(), 0);
    loop {
        let page = store.nodes(&snapshot, NodeQuery::WithText(first)).unwrap();
        let Some(last) = page.last() else { break };
        first = last.number + 1;
        found.extend(page);
    }
    assert_eq!(found, by_number(texts.collect()));
    paths.entry(1).or_default();
    let last = |path: &Vec<StoredNode>| path.last().map(|node| node.number);
    for (key, mut wanted) in paths {
        let numbers = store.with_position(&snapshot, key).unwrap();
        let path = |number: &u32| store.nodes(&snapshot, NodeQuery::Path(*number)).unwrap();
        let paths = numbers.iter().map(path);
        let mut found: Vec<Vec<StoredNode>> = paths.filter(|path| !path.is_empty()).collect();
        found.sort_by_key(last);
        wanted.sort_by_key(last);
        assert_eq!(found, wanted);
    }
}

fn by_number(mut nodes: Vec<StoredNode>) -> Vec<StoredNode> {
    nodes.sort_by_key(|node| node.number);
    nodes
}

#[test]
fn a_counted_book_and_its_copy_answer_as_they_are_loaded() {
    let temp = TempStore::new();
    let store = counted_book(&temp);
    store.copy_book("main", "copy", &note(ChangeKind::Copy)).unwrap();
    agree(&temp, &store, "main");
    agree(&temp, &store, "copy");
    store.delete_book("copy", None, &note(ChangeKind::Delete)).unwrap();
    let left = temp.texts("SELECT DISTINCT CAST(book_id AS TEXT) FROM position");
    assert_eq!(left, BTreeSet::from(["1".to_owned()]));
}

#[test]
fn positions_of_many_nodes_come_and_go_with_them() {
    let temp = TempStore::new();
    let store = temp.open();
    let letters = || 'A'..='S';
    let lines = letters().flat_map(|u| letters().map(move |v| format!("DD{u}{v}CC")));
    let lines: Vec<String> = lines.collect();
    create(&store, "main", &lines.iter().map(String::as_str).collect::<Vec<_>>());
    same_rows(&temp, &store, "main");
    let before = store.load("main").unwrap().unwrap();
    let gone = before.1.find(&line("DDCF")).expect("a node");
    let first = before.1.find(&line("DD")).expect("a node");
    let stays = |id: NodeId| id == gone || before.1.node(id).parent == gone || id == first;
    let mut after = before.1.clone().retain(|id, _| stays(id));
    store.apply(&edit("main", &before, &mut after)).unwrap();
    assert_eq!(store.book("main").unwrap().unwrap().nodes, 3);
    same_rows(&temp, &store, "main");
    sound(&store);
}

#[test]
fn a_snapshot_answers_until_its_book_changes() {
    let temp = TempStore::new();
    let store = temp.open();
    create(&store, "main", &["DDCF", "CC"]);
    assert_eq!(store.snapshot("none"), Ok(None));
    let take = |book: &str| store.snapshot(book).unwrap().unwrap();
    let answers = |book: &BookSnapshot| {
        let nodes = |which: NodeQuery| store.nodes(book, which).map(drop);
        [
            store.with_position(book, 1).map(drop),
            nodes(NodeQuery::Children(0)),
            nodes(NodeQuery::AllChildren(0)),
            nodes(NodeQuery::Path(1)),
            nodes(NodeQuery::WithText(0)),
        ]
    };
    let refused = |book: &BookSnapshot, error: StoreError| {
        assert_eq!(answers(book), [(); 5].map(|()| Err(error.clone())));
    };
    let first = take("main");
    assert_eq!(answers(&first), [(); 5].map(Ok));
    assert_eq!(store.nodes(&first, NodeQuery::Children(77)), Ok(Vec::new()));
    judge(&store, "main", "DDCF", Verdict::Good);
    let book = "main".to_owned();
    refused(&first, StoreError::Conflict { book, expected: 1, found: 2 });
    let second = take("main");
    store.rename_book("main", "other", None, &note(ChangeKind::Rename)).unwrap();
    let book = "main".to_owned();
    refused(&second, StoreError::Conflict { book, expected: 2, found: 3 });
    let third = take("other");
    let deleted = store.delete_book("other", None, &note(ChangeKind::Delete)).unwrap();
    refused(&third, StoreError::NotFound { what: "book \"other\"".to_owned() });
    store.restore_book(deleted, &note(ChangeKind::Restore)).unwrap();
    let book = "other".to_owned();
    refused(&third, StoreError::Conflict { book, expected: 3, found: 5 });
    agree(&temp, &store, "other");
}

#[test]
fn wrong_positions_are_found_and_mended() {
    let temp = TempStore::new();
    let store = temp.open();
    create(&store, "main", &["DDCF", "CC"]);
    for (damage, first) in [
        ("UPDATE position SET key = key + 1 WHERE node_id = 4294967298", "node \"DD\""),
        ("DELETE FROM position WHERE node_id = 4294967299", "node \"DDCF\""),
        (
            "INSERT INTO position (book_id, key, node_id) VALUES (1, 5, 4294967300)",
            "node 4294967300, which does not exist",
        ),
    ] {
        temp.execute(damage);
        let wanted = format!(
            "book \"main\": its positions do not match its nodes, first at {first}: run `joseki doctor --mend`"
        );
        assert_eq!(store.check().unwrap(), [wanted]);
        assert_eq!(store.repair_lines().unwrap(), 1, "{damage}");
        sound(&store);
    }
    same_rows(&temp, &store, "main");
}

#[test]
fn wrong_counts_of_nodes_are_found_and_mended() {
    let temp = TempStore::new();
    let store = counted_book(&temp);
    for (damage, wrong) in [
        ("DELETE FROM node_tally WHERE node_id = 4294967296", 1),
        ("DELETE FROM node_tally", 5),
        (
            "INSERT INTO node_tally SELECT 4294967999, data FROM node_tally WHERE node_id = 4294967296",
            1,
        ),
    ] {
        temp.execute(damage);
        let found = format!(
            "book \"main\": the counts of {wrong} nodes do not match its counted lines: run `joseki doctor --mend`"
        );
        assert_eq!(store.check().unwrap(), [found], "{damage}");
        assert_eq!(store.repair_lines().unwrap(), wrong, "{damage}");
        sound(&store);
        agree(&temp, &store, "main");
    }
}

/// Their lines were counted, but had too few games for the book.
#[test]
fn nodes_that_are_added_to_a_counted_book_have_their_counts() {
    let temp = TempStore::new();
    let store = counted_book(&temp);
    let before = store.load("main").unwrap().unwrap();
    let mut after = before.1.clone();
    for text in ["CCCDDC", "DDCFXX", "CD", "GG"] {
        after.insert(&line(text));
    }
    store.apply(&edit("main", &before, &mut after)).unwrap();
    let rows = temp.texts("SELECT CAST(node_id AS TEXT) FROM node_tally");
    assert_eq!(rows.len(), 8, "of the root, of four nodes, and of three more");
    agree(&temp, &store, "main");
    sound(&store);
}
