//! Writing SGF.

use joseki::format::sgf::{GameTree, Limits, WriteError, Writer, read_collection, write_tree};

fn read(bytes: &[u8]) -> GameTree {
    let mut trees = read_collection(bytes, &Limits::default()).expect("readable").trees;
    assert_eq!(trees.len(), 1);
    trees.remove(0)
}

fn written(tree: &GameTree) -> String {
    let mut writer = Writer::new(Vec::new());
    write_tree(&mut writer, tree).expect("writable");
    String::from_utf8(writer.finish().expect("writable")).expect("UTF-8")
}

/// A tree of one node, written by `properties`.
fn node(properties: impl FnOnce(&mut Writer<Vec<u8>>) -> Result<(), WriteError>) -> String {
    let write = || {
        let mut writer = Writer::new(Vec::new());
        writer.begin_tree()?;
        writer.node()?;
        properties(&mut writer)?;
        writer.end_tree()?;
        writer.finish()
    };
    String::from_utf8(write().expect("writable")).expect("UTF-8")
}

#[test]
fn text_is_escaped_as_far_as_needed() {
    let text = node(|writer| writer.property("C", ["a]b\\c:d[e\n", "é", ""]));
    assert_eq!(text, "(;C[a\\]b\\\\c:d[e\n][é][])\n");
    let text = node(|writer| writer.composed("LB", [("dc", "a:b\\]"), (":", "")]));
    assert_eq!(text, "(;LB[dc:a\\:b\\\\\\]][\\::])\n");
    assert_eq!(node(|writer| writer.property("AB", [""; 0])), "(;)\n");
}

#[test]
fn text_comes_back() {
    for text in
        ["", "\\", "]", "a\\", "\\\n", "\n(;GM[1", "\n(;GM[1]", "a\n\nb", ": \\: ::", "棋\u{a0}"]
    {
        let sgf = node(|writer| {
            writer.property("C", [text])?;
            writer.composed("LB", [(text, text)])
        });
        let tree = read(sgf.as_bytes());
        assert_eq!(tree.root().first("C").unwrap().text(), text);
        let (first, second) = tree.root().first("LB").unwrap().compose().unwrap();
        assert_eq!((first.text(), second.text()), (text.into(), text.into()));
    }
}

#[test]
fn a_tree_is_laid_out_by_nodes() {
    let sgf = "(;FF[4]C[two\nlines];B[pd](;W[dd](;B[aa])(;B[bb];W[cc]))(;W[dp]))";
    assert_eq!(
        written(&read(sgf.as_bytes())),
        "(;FF[4]C[two\nlines];B[pd]\n(;W[dd]\n(;B[aa])\n(;B[bb];W[cc]))\n(;W[dp]))\n"
    );
}

#[test]
fn lines_are_broken_between_nodes_and_nowhere_else() {
    let long = "x ".repeat(100);
    let sgf = format!("({};C[{long}];B[aa])", ";B[pd]".repeat(100));
    let tree = read(sgf.as_bytes());
    let text = written(&tree);
    assert!(read(text.as_bytes()) == tree);
    for line in text.lines() {
        assert!(line.len() <= 78 || line == format!(";C[{long}]"), "{line:?}");
        assert!(line.starts_with("(;") || line.starts_with(';'), "{line:?}");
    }
    assert_eq!(text.replace('\n', ""), sgf);
}

#[test]
fn the_label_follows_the_text() {
    let cases: [(&[u8], &str); 5] = [
        (b"(;CA[GBK]C[\x81\x5d])", "(;CA[UTF-8]C[乚])\n"),
        (b"(;C[\x95\x5c\x8f\x5c])", "(;CA[UTF-8]C[表十])\n"),
        ("(;FF[4]CA[utf8]C[定])".as_bytes(), "(;FF[4]CA[utf8]C[定])\n"),
        ("(;FF[4]C[x];C[定])".as_bytes(), "(;CA[UTF-8]FF[4]C[x];C[定])\n"),
        (b"(;CA[GBK]C[x])", "(;CA[GBK]C[x])\n"),
    ];
    for (sgf, expected) in cases {
        assert_eq!(written(&read(sgf)), expected);
    }
}

#[test]
fn root_properties_in_variations_do_not_split_the_tree() {
    let tree = read(b"(;C[x](;FF[4]B[aa])(;GM[1]B[bb]))");
    assert_eq!(tree.node_count(), 3);
    assert!(read(written(&tree).as_bytes()) == tree);
}

#[test]
fn calls_out_of_order_are_refused() {
    type Calls = fn(&mut Writer<Vec<u8>>) -> Result<(), WriteError>;
    let cases: [(Calls, &str); 8] = [
        (|w| w.node(), "a node is not allowed outside of a game tree"),
        (|w| w.end_tree(), "the end of a game tree is not allowed outside of a game tree"),
        (
            |w| {
                w.begin_tree()?;
                w.end_tree()
            },
            "the end of a game tree is not allowed before the first node",
        ),
        (
            |w| {
                w.begin_tree()?;
                w.property("B", ["aa"])
            },
            "a property is not allowed before the first node",
        ),
        (
            |w| {
                w.begin_tree()?;
                w.node()?;
                w.begin_tree()
            },
            "a game tree is not allowed inside a game tree",
        ),
        (
            |w| {
                w.begin_tree()?;
                w.node()?;
                w.end_variation()
            },
            "the end of a variation is not allowed outside of all variations",
        ),
        (
            |w| {
                w.begin_tree()?;
                w.node()?;
                w.begin_variation()?;
                w.node()?;
                w.end_tree()
            },
            "the end of a game tree is not allowed inside a variation",
        ),
        (
            |w| {
                w.begin_tree()?;
                w.node()?;
                w.begin_variation()?;
                w.node()?;
                w.end_variation()?;
                w.node()
            },
            "a node is not allowed after a variation",
        ),
    ];
    for (calls, message) in cases {
        let error = calls(&mut Writer::new(Vec::new())).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
    for ident in ["", "b", "B1", "Ä", "B "] {
        let mut writer = Writer::new(Vec::new());
        writer.begin_tree().unwrap();
        writer.node().unwrap();
        let error = writer.property(ident, ["x"]).unwrap_err();
        assert!(matches!(error, WriteError::Ident(name) if name == ident));
    }
    let mut open = Writer::new(Vec::new());
    open.begin_tree().unwrap();
    assert!(matches!(open.finish(), Err(WriteError::Order { .. })));
}
