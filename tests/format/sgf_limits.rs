//! The limits of the SGF reader, and trees so large and deep that only flat code survives them.

use joseki::format::sgf::{LimitKind, Limits, SgfError, Writer, read_collection, write_tree};

const SMALL_STACK: usize = 256 << 10;

/// Runs `work` on a stack of 256 KiB.
fn on_small_stack(work: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new()
        .stack_size(SMALL_STACK)
        .spawn(work)
        .expect("a thread")
        .join()
        .expect("no panic");
}

/// Reads, walks, compares, writes, reads again and drops.
fn there_and_back(text: String, nodes: usize, depth: usize) {
    on_small_stack(move || {
        let read = |bytes: &[u8]| read_collection(bytes, &Limits::default()).expect("readable");
        let collection = read(text.as_bytes());
        let tree = &collection.trees[0];
        assert_eq!(tree.node_count(), nodes);
        assert_eq!(tree.nodes().map(|node| node.depth()).max(), Some(depth));
        let children: usize = tree.nodes().map(|node| node.children().count()).sum();
        assert_eq!(children, nodes - 1);
        let mut writer = Writer::new(Vec::new());
        write_tree(&mut writer, tree).expect("writable");
        let written = writer.finish().expect("writable");
        assert!(read(&written).trees[0] == *tree);
        let copy = collection.clone();
        drop(collection);
        drop(copy);
    });
}

#[test]
fn a_chain_of_a_million_nodes() {
    let text = format!("(;{})", ";B[pd]".repeat(999_999));
    there_and_back(text, 1_000_000, 999_999);
}

#[test]
fn half_a_million_nested_variations() {
    let text = format!("(;{}{})", "(;B[pd]".repeat(500_000), ")".repeat(500_000));
    there_and_back(text, 500_001, 500_000);
}

#[test]
fn half_a_million_nested_variations_with_siblings() {
    let text = format!("(;{}{})", "(;B[])(;W[]".repeat(400_000), ")".repeat(400_000));
    there_and_back(text, 800_001, 400_000);
}

#[test]
fn half_a_million_variations_of_one_node() {
    there_and_back(format!("(;{})", "(;B[pd])".repeat(500_000)), 500_001, 1);
}

#[test]
fn a_dictionary_of_60_000_nodes_with_many_properties_in_one() {
    let labels: String = (0..50_000u32).map(|label| format!("{}[x]", letters(label))).collect();
    there_and_back(format!("(;{labels}{})", ";C[]".repeat(60_000)), 60_001, 60_000);
}

fn letters(mut number: u32) -> String {
    let mut text = String::new();
    for _ in 0..5 {
        text.push(char::from(b'A' + (number % 26) as u8));
        number /= 26;
    }
    text
}

fn limit(text: &str, limits: Limits) -> Option<(LimitKind, usize, u32)> {
    match read_collection(text.as_bytes(), &limits) {
        Ok(_) => None,
        Err(SgfError::Limit { kind, max, line }) => Some((kind, max, line)),
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn every_limit_holds_to_the_unit() {
    let all = Limits::default();
    let text = "(;C[abc]\n;B[aa]\n(;W[bb])\n(;W[cc]))";

    let bytes = |bytes| limit(text, Limits { bytes, ..all });
    assert_eq!(bytes(text.len()), None);
    assert_eq!(bytes(text.len() - 1), Some((LimitKind::Bytes, text.len() - 1, 4)));
    assert_eq!(bytes(0), Some((LimitKind::Bytes, 0, 1)));

    let nodes = |nodes| limit(text, Limits { nodes, ..all });
    assert_eq!(nodes(4), None);
    assert_eq!(nodes(3), Some((LimitKind::Nodes, 3, 4)));
    assert_eq!(nodes(0), Some((LimitKind::Nodes, 0, 1)));

    let depth = |depth| limit(text, Limits { depth, ..all });
    assert_eq!(depth(3), None);
    assert_eq!(depth(2), Some((LimitKind::Depth, 2, 3)));
    let nest = "(;\n(\n(\n))())";
    assert_eq!(limit(nest, Limits { depth: 3, ..all }), None);
    let three = Some((LimitKind::Depth, 2, 3));
    assert_eq!(limit(nest, Limits { depth: 2, ..all }), three);

    let value = |value_bytes| limit(text, Limits { value_bytes, ..all });
    assert_eq!(value(3), None);
    assert_eq!(value(2), Some((LimitKind::ValueBytes, 2, 1)));
    assert_eq!(value(1), Some((LimitKind::ValueBytes, 1, 1)));
}

#[test]
fn the_defaults_are_those_documented() {
    let all = Limits::default();
    assert_eq!(all.bytes, 67_108_864);
    assert_eq!(all.nodes, 2_000_000);
    assert_eq!(all.depth, 1_000_000);
    assert_eq!(all.value_bytes, 1_048_576);
    let long = |length| format!("(;C[{}])", "x".repeat(length));
    assert_eq!(limit(&long(1 << 20), all), None);
    let kind = LimitKind::ValueBytes;
    assert_eq!(limit(&long((1 << 20) + 1), all), Some((kind, 1 << 20, 1)));
    let chain = ";".repeat(1_000_001);
    let kind = LimitKind::Depth;
    assert_eq!(limit(&format!("({chain})"), all), Some((kind, 1_000_000, 1)));
}

#[test]
fn limits_hold_in_other_character_sets() {
    let text = b"(;CA[GBK]C[\x81\x5d\x81\x5d];;)";
    let read = |limits| match read_collection(text, &limits) {
        Err(SgfError::Limit { kind, .. }) => Some(kind),
        Ok(_) => None,
        Err(other) => panic!("{other}"),
    };
    let all = Limits::default();
    assert_eq!(read(all), None);
    assert_eq!(read(Limits { nodes: 2, ..all }), Some(LimitKind::Nodes));
    // Two characters are six bytes of UTF-8.
    let value_bytes = 5;
    assert_eq!(read(Limits { value_bytes, ..all }), Some(LimitKind::ValueBytes));
    let value_bytes = 6;
    assert_eq!(read(Limits { value_bytes, ..all }), None);
}
