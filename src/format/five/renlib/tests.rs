//! Tests of reading RenLib libraries.

use proptest::prelude::*;

use super::*;

fn file(minor: u8, nodes: &[u8]) -> Vec<u8> {
    let mut file = SIGNATURE.to_vec();
    file.extend([3, minor]);
    file.resize(HEADER_LENGTH, 0xFF);
    file.extend(nodes);
    file
}

fn lossy(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}

fn faults(reading: &Reading) -> Vec<Fault> {
    reading.warnings.list().iter().map(|warning| warning.fault.clone()).collect()
}

/// h8 with the children h9, which is marked and has texts, and i9.
const SMALL: &[u8] = b"\x78\x00\x68\xD9\x00\x01one\x08two\r\nx\x00\x00A\x00\x69\x40";

#[test]
fn reads_and_writes_a_library_without_root() {
    let bytes = file(0, SMALL);
    let reading = read(&bytes).unwrap();
    assert!(reading.warnings.is_empty());
    let nodes: Vec<_> = reading.library.nodes().collect();
    let [h8, h9, i9] = nodes.as_slice() else { panic!("expected 3 nodes, got {nodes:?}") };
    assert_eq!((h8.depth, h8.point), (1, Some((7, 7))));
    assert_eq!((h9.depth, h9.point), (2, Some((7, 6))));
    assert_eq!((i9.depth, i9.point), (2, Some((8, 6))));
    let expected = LibraryText {
        one_line: b"one",
        multi_line: b"two\r\nx",
        board_text: b"A",
        mark: true,
        ..LibraryText::default()
    };
    assert_eq!(h9.text, expected);
    assert_eq!(write(&reading.library), bytes);
    let sgf =
        "(;FF[4]GM[4]CA[UTF-8]SZ[15]\n;B[hh]\n(;W[hg]C[one\ntwo\nx]JL[A]JT[mark])\n(;W[ig]))\n";
    assert_eq!(to_sgf(&reading.library, lossy), sgf);
}

#[test]
fn reads_and_writes_a_root_and_passes() {
    let bytes = file(4, b"\x00\x08title\x00\x01\xC4\x78\x00\x00\x80\x69\x40\x69\x48\x08m\x00\x00");
    let reading = read(&bytes).unwrap();
    assert!(reading.warnings.is_empty(), "{:?}", reading.warnings);
    assert_eq!(reading.library.root().text.one_line, b"title");
    assert_eq!(reading.library.version(), Version::V3_4);
    assert_eq!(write(&reading.library), bytes);
    let sgf = to_sgf(&reading.library, lossy);
    assert!(sgf.starts_with("(;FF[4]GM[4]CA[UTF-8]SZ[15]C[title]\n(;B[aa]JT[start])\n(;B[hh]"));
    assert!(sgf.ends_with("\n(;W[]\n;B[ig])\n(;W[ig]C[m]JR[multi])))\n"), "{sgf}");
}

#[test]
fn keeps_the_texts_of_the_root_before_a_single_h8() {
    let mut builder = LibraryBuilder::new();
    builder.push(0, None, &LibraryText { one_line: b"r", ..LibraryText::default() }).unwrap();
    builder.push(1, Some((7, 7)), &LibraryText::default()).unwrap();
    assert_eq!(builder.to_bytes(), file(4, b"\x00\x08r\x00\x78\x40"));
}

#[test]
fn reads_old_files_and_comments() {
    let reading = read(b"\x78\x20Hej {\x8A\x69\x60x\xE1").unwrap();
    assert_eq!(reading.library.version(), Version::Old);
    assert!(reading.warnings.is_empty(), "{:?}", reading.warnings);
    let first = reading.library.nodes().next().unwrap();
    assert_eq!(first.text.one_line, b"Hej \xE4\n");
    assert!(first.has_old_comment);
    assert!(to_sgf(&reading.library, lossy).contains(";B[hh]C[Hej ä\n]\n;W[ig]C[xa])"));
    let written = read(&write(&reading.library)).unwrap().library;
    assert_eq!(written.nodes().next().unwrap().text.one_line, b"Hej \xE4\n");
}

#[test]
fn splits_old_comments() {
    let reading = read(b"\x78\x60a\x08b\xE3").unwrap();
    let text = reading.library.nodes().next().unwrap().text;
    assert_eq!((text.one_line, text.multi_line), (&b"a"[..], &b"bc"[..]));
}

#[test]
fn leaves_out_branches_that_start_on_a_stone() {
    // h8 (h9 (h8 i9) i8) j8: the second h8 and i9 are left out.
    let bytes = file(0, b"\x78\x80\x68\x00\x78\x80\x69\x08x\x00\x69\x40\x79\x40\x7A\x40");
    let reading = read(&bytes).unwrap();
    let [warning] = reading.warnings.list() else { panic!("{:?}", reading.warnings) };
    assert_eq!(warning.fault, Fault::OccupiedPoint { nodes: 3 });
    assert_eq!((warning.offset, warning.line.as_str()), (24, "h8 h9 h8"));
    let points: Vec<_> = reading.library.nodes().map(|node| (node.depth, node.point)).collect();
    let expected = [(1, Some((7, 7))), (2, Some((7, 6))), (3, Some((8, 7))), (1, Some((9, 7)))];
    assert_eq!(points, expected);
    assert!(warning.to_string().contains("(3 nodes), line `h8 h9 h8`"));
}

#[test]
fn keeps_labels_on_stones() {
    let bytes = file(0, b"\x78\x00\x78\xC3\x00\x01L\x00\x69\x40");
    let reading = read(&bytes).unwrap();
    assert!(reading.warnings.is_empty());
    assert_eq!(write(&reading.library), file(0, b"\x78\x00\x69\xC0\x78\x43\x00\x01L\x00"));
    let sgf = to_sgf(&reading.library, lossy);
    assert_eq!(sgf, "(;FF[4]GM[4]CA[UTF-8]SZ[15]\n;B[hh]LB[hh:L]\n;W[ig])\n");
}

#[test]
fn keeps_what_precedes_the_end_of_a_truncated_file() {
    let bytes = file(0, SMALL);
    for length in HEADER_LENGTH..bytes.len() {
        let reading = read(bytes.get(..length).unwrap()).unwrap();
        let warning = reading.warnings.list().last().unwrap();
        assert_eq!((&warning.fault, warning.offset), (&Fault::Truncated, length));
    }
    let reading = read(bytes.get(..28).unwrap()).unwrap();
    assert_eq!(reading.library.len(), 2);
    assert_eq!(reading.library.nodes().last().unwrap().text.one_line, b"on");
}

#[test]
fn warns_of_data_after_the_end() {
    let reading = read(&file(0, b"\x78\x40\x68\x40\x00")).unwrap();
    assert_eq!(faults(&reading), [Fault::TrailingData { bytes: 3 }]);
    assert_eq!(reading.library.len(), 1);
}

#[test]
fn refuses_what_is_not_a_library() {
    assert_eq!(read(b"").unwrap_err(), LibraryError::NotALibrary);
    assert_eq!(read(b"(;GM[4])").unwrap_err(), LibraryError::NotALibrary);
    assert_eq!(read(b"x,y\n1,2\n").unwrap_err(), LibraryError::NotALibrary);
    assert_eq!(read(b"\x78\x9C\x4B\x00\xF0\x00").unwrap_err(), LibraryError::NotALibrary);
    let short = b"\xFFRenLib\xFF\x03\x04\xFF";
    assert_eq!(read(short).unwrap_err(), LibraryError::TruncatedHeader { length: 11 });
    let newer = LibraryError::NewerVersion { major: 3, minor: 5 };
    assert_eq!(read(&file(5, SMALL)).unwrap_err(), newer);
}

#[test]
fn reports_invalid_points() {
    for code in [0x70, 0xF1, 0xFF, 0x10] {
        let bytes = file(0, &[0x78, 0, code, 0x40]);
        let line = "h8".to_owned();
        let error = LibraryError::InvalidPoint { offset: 22, code, line };
        assert_eq!(read(&bytes).unwrap_err(), error);
    }
}

#[test]
fn keeps_unknown_extensions_and_the_order_of_repeated_points() {
    let bytes = file(0, b"\x78\x00\x68\x81\x12\x34\x69\x48a\x00\x68\xC8b\x00\x69\x40");
    let reading = read(&bytes).unwrap();
    let sorted = file(0, b"\x78\x00\x68\x81\x12\x34\x69\x48a\x00\x68\xC8b\x00\x69\x40");
    assert_eq!(write(&reading.library), sorted);
}

#[test]
fn limits_warnings() {
    let mut nodes = b"\x78\x00".to_vec();
    nodes.extend(b"\x78\xC0".repeat(500));
    nodes.extend(b"\x69\x40");
    let reading = read(&file(0, &nodes)).unwrap();
    assert_eq!(reading.warnings.list().len(), Warnings::LIMIT);
    assert_eq!(reading.warnings.total(), 500);
    assert_eq!(reading.library.len(), 2);
}

#[test]
fn reads_and_writes_a_million_nodes_in_a_line_or_beside_each_other() {
    let mut line = b"\x00\x00".repeat(1_000_000);
    line.extend(b"\x78\x40");
    let bytes = file(4, &line);
    let reading = read(&bytes).unwrap();
    assert_eq!((reading.library.len(), reading.warnings.total()), (1_000_000, 0));
    assert_eq!(write(&reading.library), bytes);
    assert_eq!(to_sgf(&reading.library, lossy).lines().count(), 1_000_001);

    let mut siblings = b"\x00\x00".to_vec();
    siblings.extend(b"\x78\xC0".repeat(1_000_000));
    siblings.extend(b"\x79\x40");
    let bytes = file(4, &siblings);
    let reading = read(&bytes).unwrap();
    assert_eq!(reading.library.len(), 1_000_001);
    assert_eq!(write(&reading.library), bytes);
    assert_eq!(to_sgf(&reading.library, lossy).lines().count(), 1_000_002);

    let mut forks = b"\x00\x80".repeat(1_000_000);
    forks.extend(b"\x78\xC0".repeat(1_000_000));
    let reading = read(&file(4, &forks)).unwrap();
    assert_eq!(reading.library.len(), 1_999_999);
    assert_eq!(read(&write(&reading.library)).unwrap().library.len(), 1_999_999);
    assert_eq!(to_sgf(&reading.library, lossy).lines().count(), 2_000_000);
}

#[test]
fn refuses_nodes_out_of_preorder() {
    let mut builder = LibraryBuilder::new();
    let text = LibraryText::default();
    let jump = BuildError::InvalidDepth { depth: 2, previous: 0 };
    assert_eq!(builder.push(2, None, &text).unwrap_err(), jump);
    let off_board = BuildError::PointOffBoard { x: 15, y: 0 };
    assert_eq!(builder.push(1, Some((15, 0)), &text).unwrap_err(), off_board);
    builder.push(1, Some((14, 14)), &text).unwrap();
    let second_root = BuildError::InvalidDepth { depth: 0, previous: 1 };
    assert_eq!(builder.push(0, None, &text).unwrap_err(), second_root);
}

/// A node as a test makes it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct TestNode {
    code: u8,
    texts: [Vec<u8>; 3],
    flags: [bool; 3],
    children: Vec<TestNode>,
}

impl TestNode {
    fn sort(&mut self) {
        self.children.iter_mut().for_each(Self::sort);
        self.children.sort_by_key(|child| child.code);
    }

    fn push(&self, depth: u32, builder: &mut LibraryBuilder) {
        let [one_line, multi_line, board_text] = self.texts.each_ref().map(Vec::as_slice);
        let [mark, start, no_move] = self.flags;
        let text = LibraryText { one_line, multi_line, board_text, mark, start, no_move };
        builder.push(depth, point_of(self.code), &text).unwrap();
        for child in &self.children {
            child.push(depth + 1, builder);
        }
    }
}

fn text_bytes() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        2 => Just(Vec::new()),
        1 => prop::collection::vec((1_u8..=255).prop_filter("separator", |&byte| byte != 8), 1..9),
    ]
}

/// A tree whose points differ from level to level, so that no move is on a stone.
fn tree() -> impl Strategy<Value = TestNode> {
    let node = |children| {
        let texts = [text_bytes(), text_bytes(), text_bytes()];
        (0_u8..15, texts, any::<[bool; 3]>(), children)
            .prop_map(|(code, texts, flags, children)| TestNode { code, texts, flags, children })
    };
    let leaf = node(Just(Vec::new()).boxed());
    let tree = leaf
        .prop_recursive(6, 60, 5, move |inner| node(prop::collection::vec(inner, 0..5).boxed()));
    tree.prop_map(|mut root| {
        place(&mut root, 0);
        root.code = 0;
        root
    })
}

fn place(node: &mut TestNode, row: u8) {
    let is_pass = node.code == 14;
    node.code = if is_pass { 0 } else { row * 16 + node.code + 1 };
    for child in &mut node.children {
        place(child, row + 1);
    }
}

fn listed(library: &Library) -> Vec<LibraryNode<'_>> {
    std::iter::once(library.root()).chain(library.nodes()).collect()
}

proptest! {
    #[test]
    fn reads_what_it_writes(mut tree in tree()) {
        let mut builder = LibraryBuilder::new();
        tree.push(0, &mut builder);
        let bytes = builder.to_bytes();
        let reading = read(&bytes).unwrap();
        prop_assert!(reading.warnings.is_empty(), "{:?}", reading.warnings);
        tree.sort();
        let mut sorted = LibraryBuilder::new();
        tree.push(0, &mut sorted);
        let sorted = sorted.finish();
        prop_assert_eq!(listed(&reading.library), listed(&sorted));
        prop_assert_eq!(reading.library.version(), sorted.version());
        prop_assert_eq!(write(&reading.library), bytes);
    }

    #[test]
    fn never_panics(nodes in prop::collection::vec(any::<u8>(), 0..200)) {
        for bytes in [file(4, &nodes), nodes] {
            if let Ok(reading) = read(&bytes) {
                let _ = to_sgf(&reading.library, lossy);
                let again = read(&write(&reading.library)).unwrap();
                prop_assert_eq!(again.library.len(), reading.library.len());
            }
        }
    }

    #[test]
    fn reads_plausible_nodes_without_loss(
        nodes in prop::collection::vec((0_u8..15, 1_u8..=15, any::<u8>()), 1..80)
    ) {
        let mut bytes = vec![0, 0];
        for (y, x, flags) in nodes {
            bytes.extend([y * 16 + x, flags & 0xD6]);
        }
        let reading = read(&file(4, &bytes)).unwrap();
        prop_assert!(reading.library.len() <= bytes.len() / 2);
        let again = read(&write(&reading.library)).unwrap();
        prop_assert_eq!(again.library.len(), reading.library.len());
    }
}
