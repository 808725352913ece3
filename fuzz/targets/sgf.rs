//! SGF: what is read and written is read as the same, a stream is read as a file, limits hold to the unit.

use std::io::BufReader;

use joseki::format::sgf::{
    Collection, GameTree, LimitKind, Limits, SgfError, TreeReader, Writer, read_collection,
    write_tree,
};

/// Reads any bytes as SGF.
pub fn run(data: &[u8]) {
    let all = Limits::default();
    match read_collection(data, &all) {
        Ok(read) => {
            read.trees.iter().for_each(round_trip);
            limits(data, &read);
            stream(data, &read);
        }
        Err(error) => {
            assert!(error.line() >= 1 && !error.to_string().is_empty());
            // The stream reports the same error and ends.
            let reader = TreeReader::new(data, &all);
            assert!(reader.take(1_000_000).count() < 1_000_000);
        }
    }
}

/// A tree as text.
pub fn written(tree: &GameTree) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new());
    write_tree(&mut writer, tree).expect("memory takes it");
    writer.finish().expect("a whole tree")
}

/// A tree read from its text.
pub fn read_again(bytes: &[u8]) -> GameTree {
    let read = read_collection(bytes, &Limits::default()).expect("what was written");
    assert_eq!(read.warnings, [], "{}", String::from_utf8_lossy(bytes));
    let [tree] = <[GameTree; 1]>::try_from(read.trees).expect("one tree");
    tree
}

fn round_trip(tree: &GameTree) {
    let again = read_again(&written(tree));
    assert_eq!(said(&again), said(tree));
    // The first time may add the label of the character set.
    let twice = written(&again);
    let last = read_again(&twice);
    assert!(last == again, "another tree comes back");
    assert_eq!(written(&last), twice);
}

/// A node by its depth and its properties.
type Said = (usize, Vec<(String, Vec<String>)>);

/// All that a tree says, but for its character set.
fn said(tree: &GameTree) -> Vec<Said> {
    let node = |node: joseki::format::sgf::NodeRef<'_>| {
        let properties = node.properties().filter(|property| property.ident() != "CA");
        let said = properties.map(|property| {
            let values = property.values().map(|value| value.text().into_owned());
            (property.ident().to_owned(), values.collect())
        });
        (node.depth(), said.collect())
    };
    tree.nodes().map(node).collect()
}

fn limits(data: &[u8], read: &Collection) {
    let all = Limits::default();
    let most = |count: fn(&GameTree) -> usize| read.trees.iter().map(count).max().unwrap_or(0);
    let nodes = most(GameTree::node_count);
    let refused = |limits: Limits| match read_collection(data, &limits) {
        Ok(again) => {
            assert!(again.trees == read.trees, "the limits change what is read");
            None
        }
        Err(SgfError::Limit { kind, .. }) => Some(kind),
        Err(other) => panic!("{other}"),
    };
    let bytes = data.len();
    let found = refused(Limits { bytes, nodes, ..all });
    // Half of a character may look like a bracket or a node until the character set is known, which is last.
    let guessed = std::str::from_utf8(data).is_err();
    let expected = found.is_none() || guessed && found == Some(LimitKind::Nodes);
    assert!(expected, "{found:?}");
    if bytes > 0 {
        let bytes = bytes - 1;
        assert_eq!(refused(Limits { bytes, ..all }), Some(LimitKind::Bytes));
    }
    let fewer = nodes.saturating_sub(1);
    assert_eq!(refused(Limits { nodes: fewer, ..all }), Some(LimitKind::Nodes));
    let depth = most(|tree| tree.nodes().map(|node| node.depth() + 1).max().unwrap_or(0));
    let less = Limits { depth: depth - 1, ..all };
    assert_eq!(refused(less), Some(LimitKind::Depth));
}

/// The same trees come from a stream, in pieces of any size.
fn stream(data: &[u8], read: &Collection) {
    let piece = 1 + data.first().map_or(0, |byte| usize::from(*byte) % 61);
    let reader = TreeReader::new(BufReader::with_capacity(piece, data), &Limits::default());
    let trees: Vec<GameTree> = reader.map(|tree| tree.expect("a tree of the file")).collect();
    assert!(trees == read.trees, "a stream gives other trees than a file");
}
