//! Properties of the SGF reader and writer that hold for every input.

use joseki::format::sgf::{
    GameTree, Limits, TreeReader, WriteError, Writer, read_collection, write_tree,
};
use proptest::collection::vec;
use proptest::prelude::*;

/// A node to be written: how far above the node before it its parent is, and its properties.
type Plan = Vec<(usize, Vec<(String, Vec<String>)>)>;

fn ident() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("B".to_owned()),
        Just("C".to_owned()),
        Just("FF".to_owned()),
        Just("GM".to_owned()),
        "[A-Z]{1,3}",
    ]
    .prop_filter("CA is up to the writer", |ident| ident != "CA")
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-s]{2}",
        "[\\\\\\]\\[:;()a\n\r\t ]{0,12}",
        "(\n|\\(|;|G|M|\\[|\\]|1){0,8}",
        "\\PC{0,20}",
        "[棋é\u{20000} \n\\\\\\]]{0,200}",
    ]
}

fn plan() -> impl Strategy<Value = Plan> {
    let properties = vec((ident(), vec(text(), 1..4)), 0..4);
    vec((0..4usize, properties), 1..40)
}

/// Writes the plan, with node `i`'s children in variations if there are several.
fn write(plan: &Plan) -> Result<Vec<u8>, WriteError> {
    let mut parents = vec![usize::MAX];
    for (index, &(up, _)) in plan.iter().enumerate().skip(1) {
        let mut parent = index - 1;
        for _ in 0..up {
            parent = match parents[parent] {
                usize::MAX => parent,
                above => above,
            };
        }
        parents.push(parent);
    }
    let count = |node| parents.iter().filter(|&&parent| parent == node).count();
    let depth = |mut node: usize| {
        let mut depth = 0;
        while parents[node] != usize::MAX {
            node = parents[node];
            depth += 1;
        }
        depth
    };
    let mut writer = Writer::new(Vec::new());
    writer.begin_tree()?;
    let mut open: Vec<usize> = Vec::new();
    for (index, (_, properties)) in plan.iter().enumerate() {
        while open.last().is_some_and(|&above| above >= depth(index)) {
            open.pop();
            writer.end_variation()?;
        }
        if index > 0 && count(parents[index]) > 1 {
            open.push(depth(index));
            writer.begin_variation()?;
        }
        writer.node()?;
        for (ident, values) in properties {
            writer.property(ident, values)?;
        }
    }
    for _ in open {
        writer.end_variation()?;
    }
    writer.end_tree()?;
    writer.finish()
}

fn read(bytes: &[u8]) -> GameTree {
    let mut trees = read_collection(bytes, &Limits::default()).expect("readable").trees;
    assert_eq!(trees.len(), 1, "{}", String::from_utf8_lossy(bytes));
    trees.remove(0)
}

/// What text reads as: line ends are LF, other white space is a space.
fn normal(text: &str) -> String {
    let mut normal = String::new();
    let mut rest = text.chars().peekable();
    while let Some(char) = rest.next() {
        if let '\r' | '\n' = char {
            rest.next_if_eq(&if char == '\r' { '\n' } else { '\r' });
            normal.push('\n');
        } else {
            normal.push(if let '\t' | '\x0b' | '\x0c' = char { ' ' } else { char });
        }
    }
    normal
}

/// The values of a node by identifier, in the order of the first of each.
fn merged(properties: &[(String, Vec<String>)]) -> Vec<(String, Vec<String>)> {
    let mut merged: Vec<(String, Vec<String>)> = Vec::new();
    for (ident, values) in properties {
        let values = values.iter().map(|value| normal(value));
        match merged.iter_mut().find(|(other, _)| other == ident) {
            Some((_, all)) => all.extend(values),
            None => merged.push((ident.clone(), values.collect())),
        }
    }
    merged
}

proptest! {
    #[test]
    fn what_is_written_is_read(plan in plan()) {
        let tree = read(&write(&plan).unwrap());
        prop_assert_eq!(tree.node_count(), plan.len());
        for (node, (_, properties)) in tree.nodes().zip(&plan) {
            let found: Vec<_> = node
                .properties()
                .map(|property| {
                    let values = property.values().map(|value| value.text().into_owned());
                    (property.ident().to_owned(), values.collect::<Vec<_>>())
                })
                .collect();
            prop_assert_eq!(found, merged(properties));
        }
    }

    #[test]
    fn a_tree_read_and_written_is_the_same_tree(plan in plan()) {
        let again = |tree: &GameTree| {
            let mut writer = Writer::new(Vec::new());
            write_tree(&mut writer, tree).unwrap();
            read(&writer.finish().unwrap())
        };
        // The first time may add the label.
        let tree = again(&read(&write(&plan).unwrap()));
        prop_assert!(again(&tree) == tree);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..300)) {
        everything(&bytes);
    }

    #[test]
    fn anything_like_sgf_is_read_or_refused(text in "(\\(;|\\)|;|\\[|\\]|\\\\|:|B|CA\\[|GBK|UTF-8|big5|\n| |[A-Za-z]|\\PC){0,80}") {
        everything(text.as_bytes());
    }

    #[test]
    fn damaged_sgf_is_read_or_refused(
        plan in plan(),
        damage in vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in any::<prop::sample::Index>(),
    ) {
        let mut bytes = write(&plan).unwrap();
        for (at, byte) in damage {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        everything(&bytes);
        everything(&bytes[cut.index(bytes.len())..]);
    }
}

/// Reads in every way, and looks at everything. If both ways read all, they read the same.
fn everything(bytes: &[u8]) {
    let small = Limits { bytes: 200, nodes: 20, depth: 10, value_bytes: 30 };
    for limits in [Limits::default(), small] {
        let collection = read_collection(bytes, &limits);
        let mut streamed = Vec::new();
        let mut has_errors = false;
        let input = std::io::BufReader::with_capacity(7, bytes);
        for item in TreeReader::new(input, &limits) {
            match item {
                Ok(tree) => streamed.push(tree),
                Err(error) => has_errors |= !error.to_string().is_empty(),
            }
        }
        if let Ok(collection) = collection {
            assert!(!has_errors);
            assert_eq!(collection.trees, streamed);
        }
        for tree in &streamed {
            look(tree);
        }
    }
}

fn look(tree: &GameTree) {
    let children: usize = tree.nodes().map(|node| node.children().count()).sum();
    assert_eq!(children, tree.node_count() - 1);
    for property in tree.nodes().flat_map(|node| node.properties()) {
        assert!(!property.ident().is_empty());
        assert!(property.ident().bytes().all(|byte| byte.is_ascii_uppercase()));
        assert!(property.values().len() > 0);
        for value in property.values() {
            let _ = (value.text(), value.simple_text());
            if let Some((first, second)) = value.compose() {
                let length = first.raw().len() + 1 + second.raw().len();
                assert_eq!(length, value.raw().len());
            }
        }
    }
    let mut writer = Writer::new(Vec::new());
    write_tree(&mut writer, tree).unwrap();
    let written = writer.finish().unwrap();
    if tree.root().has("CA") || written.is_ascii() {
        let limits = Limits { depth: usize::MAX, ..Limits::default() };
        let again = read_collection(&written, &limits).unwrap();
        assert_eq!(again.trees.len(), 1);
        assert_eq!(again.trees[0].node_count(), tree.node_count());
    }
}
