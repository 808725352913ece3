//! Reading SGF: the structure, what is let pass, and what is not.

use std::io::{self, BufRead, Read};

use joseki::format::sgf::{
    Collection, GameTree, LimitKind, Limits, SgfError, TreeReader, WarningKind, read_collection,
};

fn read(text: &str) -> Collection {
    let collection = try_read(text).expect("readable SGF");
    let mut reader = TreeReader::new(Drip(text.as_bytes()), &Limits::default());
    let streamed: Vec<_> = reader.by_ref().collect::<Result<_, _>>().expect("readable SGF");
    assert_eq!(collection.trees, streamed, "{text:?}");
    assert_eq!(collection.warnings, reader.take_warnings(), "{text:?}");
    collection
}

fn try_read(text: &str) -> Result<Collection, SgfError> {
    read_collection(text.as_bytes(), &Limits::default())
}

/// A stream that gives one byte at a time.
struct Drip<'a>(&'a [u8]);

impl Read for Drip<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let length = into.len().min(1);
        self.0.read(&mut into[..length])
    }
}

impl BufRead for Drip<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        Ok(&self.0[..self.0.len().min(1)])
    }

    fn consume(&mut self, amount: usize) {
        self.0 = &self.0[amount..];
    }
}

/// A tree in a form of its own: a node is its properties, children are in braces.
fn outline(tree: &GameTree) -> String {
    let mut text = String::new();
    let mut depth = 0;
    for node in tree.nodes() {
        while depth > node.depth() {
            text.push('}');
            depth -= 1;
        }
        if node.id() != tree.root().id() && depth < node.depth() {
            panic!("{:?} is deeper than its parent's child", node.id());
        }
        for property in node.properties() {
            let values: Vec<_> = property.values().map(|value| value.raw()).collect();
            text += &format!("{}={} ", property.ident(), values.join(","));
        }
        text.push('{');
        depth += 1;
    }
    text + &"}".repeat(depth)
}

#[track_caller]
fn check(text: &str, outlines: &[&str], warnings: &[&str]) {
    let collection = read(text);
    let found: Vec<_> = collection.trees.iter().map(outline).collect();
    assert_eq!(found, outlines, "{text:?}");
    let said: Vec<_> = collection.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(said, warnings, "{text:?}");
}

#[test]
fn the_example_of_the_specification_has_its_tree() {
    // FF[4], "Basics": (;a;b(;c)(;d;e)) with the variations of c and d.
    check(
        "(;FF[4]C[root](;C[a];C[b](;C[c])(;C[d];C[e]))(;C[f](;C[g];C[h];C[i])(;C[j])))",
        &["FF=4 C=root {C=a {C=b {C=c {}C=d {C=e {}}}}C=f {C=g {C=h {C=i {}}}C=j {}}}"],
        &[],
    );
}

#[test]
fn nodes_know_their_place() {
    let collection = read("(;C[r]\n;C[a]\r\n(;C[b])\n(;C[c](;C[d])(;C[e]))(;C[f]))");
    let tree = &collection.trees[0];
    let name = |node: joseki::format::sgf::NodeRef<'_>| node.first("C").unwrap().raw().to_owned();
    let facts: Vec<_> = tree
        .nodes()
        .map(|node| {
            let children: Vec<_> = node.children().map(name).collect();
            let parent = node.parent().map(name).unwrap_or_default();
            format!(
                "{} {parent:?} {} {} {}",
                name(node),
                node.depth(),
                node.line(),
                children.concat()
            )
        })
        .collect();
    assert_eq!(
        facts,
        [
            "r \"\" 0 1 a",
            "a \"r\" 1 2 bcf",
            "b \"a\" 2 3 ",
            "c \"a\" 2 4 de",
            "d \"c\" 3 4 ",
            "e \"c\" 3 4 ",
            "f \"a\" 2 4 ",
        ]
    );
    assert_eq!(tree.node_count(), 7);
    let third = tree.nodes().nth(3).unwrap();
    assert_eq!(tree.node(third.id()).line(), 4);
    assert!(third.has("C") && !third.has("B") && third.property("B").is_none());
}

#[test]
fn white_space_is_allowed_everywhere() {
    check(
        " \t( \r\n ; FF\n[4] \x0b AB [aa]\r\n[bb] ;\n( ; B [ ] ) ) \0\x1a",
        &["FF=4 AB=aa,bb {{B=  {}}}"],
        &[],
    );
}

#[test]
fn empty_values_nodes_and_trees_are_kept() {
    check("(;)", &["{}"], &[]);
    check("(;;B[];C[])(;)", &["{B= {C= {}}}", "{}"], &[]);
    check("(;B[tt]())", &["B=tt {}"], &[]);
}

#[test]
fn long_and_lower_case_identifiers() {
    check("(;GaMe[1]CoPyright[x]Black[pd]AddWhite[aa][bb])", &["GM=1 CP=x B=pd AW=aa,bb {}"], &[]);
    check(
        "(;b[pd]\n;pw[x])",
        &["B=pd {PW=x {}}"],
        &["line 1: property b read as B", "line 2: property pw read as PW"],
    );
}

#[test]
fn a_property_given_twice_has_all_values_at_its_first_place() {
    check(
        "(;AB[aa]AW[bb]AB[cc][dd]AddWhite[ee];B[ff])",
        &["AB=aa,cc,dd AW=bb,ee {B=ff {}}"],
        &[
            "line 1: property AB occurs twice in the node; its values were merged",
            "line 1: property AW occurs twice in the node; its values were merged",
        ],
    );
    let many: String = ('A'..='Z').map(|letter| format!("{letter}[1]")).collect();
    let once = many.replace(']', "] ").replace('[', "=").replace(']', "");
    check(&format!("(;{many})"), &[&format!("{once}{{}}")], &[]);
    let twice: String = ('A'..='Z').map(|letter| format!("{letter}=1,1 ")).collect();
    let collection = read(&format!("(;{many}{many})"));
    assert_eq!(outline(&collection.trees[0]), format!("{twice}{{}}"));
    assert_eq!(collection.warnings.len(), 26);
}

#[test]
fn stray_characters_are_left_out_with_a_warning() {
    check(
        "(;B[aa]=\n?W-[bb]7;[cc]C;é[dd])",
        &["B=aa W=bb {{{}}}"],
        &[
            "line 1: stray text \"=\" ignored",
            "line 2: stray text \"?\" ignored",
            "line 2: stray text \"-\" ignored",
            "line 2: stray text \"7\" ignored",
            "line 2: value without a property ignored",
            "line 2: property C has no value and was ignored",
            "line 2: stray text \"é\" ignored",
            "line 2: value without a property ignored",
        ],
    );
}

#[test]
fn properties_outside_of_nodes_are_left_out_with_a_warning() {
    check(
        "(;B[aa](C[x][y];W[bb])\nN[z])",
        &["B=aa {W=bb {}}"],
        &[
            "line 1: property C is outside any node and was ignored",
            "line 2: property N is outside any node and was ignored",
        ],
    );
}

#[test]
fn parentheses_may_be_doubled_or_missing() {
    check("((;B[aa])(;B[bb]))", &["B=aa {}", "B=bb {}"], &[]);
    check("(;C[r]((;B[aa])(;B[bb])))", &["C=r {B=aa {}B=bb {}}"], &[]);
    check(
        "(;C[r](;B[aa]\n",
        &["C=r {B=aa {}}"],
        &["line 2: the final ')' of the game tree is missing"],
    );
    check(
        "(;C[r](;B[aa]);B[bb])",
        &["C=r {B=aa {}B=bb {}}"],
        &["line 1: node after a variation read as another variation"],
    );
}

#[test]
fn the_next_game_ends_one_that_lacks_its_parenthesis() {
    let missing = "line 2: the final ')' of the game tree is missing";
    for root in ["FF[4]", "GM[1]"] {
        let text = format!("(;{root}B[aa]\n(;{root}B[bb])\n(;{root})");
        let outlines = ["B=aa {}", "B=bb {}", "{}"]
            .map(|rest| format!("{} {rest}", root.replace('[', "=").replace(']', "")));
        check(&text, &outlines.each_ref().map(String::as_str), &[missing]);
    }
}

#[test]
fn a_root_without_its_semicolon_is_read_with_a_warning() {
    for file in [
        "(SZ[19]PB[x];B[qd];W[dd])",
        "mail (see [1]):\n( SZ[19]PB[x];B[qd];W[dd])",
        "(\nTE[t]\nPB[x]\n;B[pd];W[dp])",
        "(XX[y]\r\nPB[x];B[pd];W[dp])",
        "a (B[1]) and (A[2]; B[3]): (N[y]PB[x](;B[pd])(;W[dp]))",
    ] {
        let collection = read(file);
        let tree = &collection.trees[0];
        assert_eq!(tree.node_count(), 3);
        let name = tree.root().first("PB").map(|value| value.raw());
        assert_eq!(name, Some("x"));
        let kinds: Vec<_> = collection.warnings.into_iter().map(|warning| warning.kind).collect();
        assert_eq!(kinds, [WarningKind::RootWithoutSemicolon]);
    }
    let labelled = read_collection(
        b"(TE[\x83\x5d\x81\x5b\x83\x93]\nCA[Shift_JIS]SZ[19]\n;B[qd])",
        &Limits::default(),
    );
    let title = labelled.expect("readable SGF").trees[0]
        .root()
        .first("TE")
        .map(|value| value.raw().to_owned());
    assert_eq!(title.as_deref(), Some("ゾーン"));
    let labelled = read_collection(b"(CA[GBK]PB[\x81\x5d];B[qd])(PB[y];B[dd])", &Limits::default());
    let trees = labelled.expect("readable SGF").trees;
    assert_eq!(trees.len(), 2);
    assert_eq!(trees[0].root().first("PB").map(|value| value.raw()), Some("乚"));
}

#[test]
fn prose_around_the_trees_is_skipped() {
    check(
        "A program (c) 1999 (see (the) licence); all [rights] \\ reserved.\n(\n ;B[aa])\n)",
        &["B=aa {}"],
        &[],
    );
    check(
        "(;B[aa])\n\nGame 2 (final):\n(;B[bb]) end",
        &["B=aa {}", "B=bb {}"],
        &[
            "line 3: text outside the game trees ignored",
            "line 4: text outside the game trees ignored",
        ],
    );
    check("(;B[aa])\r\n\u{feff}(;B[bb])\r\n", &["B=aa {}", "B=bb {}"], &[]);
}

#[test]
fn text_with_escapes_and_every_kind_of_line_end() {
    let collection = read("(;C[a\\]b\\\\ \\:\\\r\nc\r\nd\n\re]LB[dc\\:x:1]\r\n;B[pd])");
    let tree = &collection.trees[0];
    let comment = tree.root().first("C").unwrap();
    assert_eq!(comment.text(), "a]b\\ :c\nd\ne");
    assert_eq!(comment.simple_text(), "a]b\\ :c d e");
    let (point, label) = tree.root().first("LB").unwrap().compose().unwrap();
    assert_eq!((point.text().as_ref(), label.raw()), ("dc:x", "1"));
    assert_eq!(tree.nodes().nth(1).unwrap().line(), 5);
}

#[test]
fn a_value_that_never_closes_is_an_error_with_its_line() {
    let error = try_read("(;B[aa]\n;C[abc\\];W[bb)\n\n").unwrap_err();
    assert_eq!(error.line(), 2);
    assert_eq!(
        error.to_string(),
        "line 2: the value of property C is never closed with ']'; add the missing bracket"
    );
}

#[test]
fn a_value_that_swallows_the_next_game_is_not_closed() {
    for next in ["(;GM[1]B[cc])", "(;\nPB[x])", "(;;B[aa])"] {
        let error = try_read(&format!("(;B[aa]\n;C[abc;W bb)\n{next}")).unwrap_err();
        let is_right = matches!(&error, SgfError::UnclosedValue { line: 2, ident } if ident == "C");
        assert!(is_right, "{error}");
    }
}

#[test]
fn games_quoted_in_a_value_are_text() {
    check("(;C[see\n(;GM[1\\]B[aa\\])];B[bb])", &["C=see\n(;GM[1\\]B[aa\\]) {B=bb {}}"], &[]);
    check("(;C[see\n(;-)])", &["C=see\n(;-) {}"], &[]);
}

#[test]
fn without_a_game_tree_there_is_an_error() {
    for text in ["", "\n", "prose (with parentheses)\n", "(", "()", "[;]", ";B[aa]", "\u{feff}"] {
        let lines = text.matches('\n').count() as u32 + 1;
        let error = try_read(text).unwrap_err();
        assert!(matches!(error, SgfError::NoGameTree { line } if line == lines), "{text:?}");
        let mut reader = TreeReader::new(text.as_bytes(), &Limits::default());
        let error = reader.next().unwrap().unwrap_err();
        assert!(matches!(error, SgfError::NoGameTree { line } if line == lines), "{text:?}");
        assert!(reader.next().is_none());
    }
}

/// What a stream gives: outlines and the errors between them.
fn stream(bytes: &[u8], limits: &Limits) -> Vec<String> {
    TreeReader::new(Drip(bytes), limits)
        .map(|item| match item {
            Ok(tree) => outline(&tree),
            Err(error) => error.to_string(),
        })
        .collect()
}

#[test]
fn a_stream_goes_on_after_a_damaged_tree() {
    let unclosed = |line, ident| {
        format!(
            "line {line}: the value of property {ident} is never closed with ']'; add the missing bracket"
        )
    };
    let text =
        "(;B[aa])\n(;C[damaged\n(;B[bb])\n(;B[cc])\n(;N[damaged\n(;GM[1];B[dd])\n(;AB[aa][bb";
    assert_eq!(
        stream(text.as_bytes(), &Limits::default()),
        [
            "B=aa {}".to_owned(),
            unclosed(2, "C"),
            "B=bb {}".to_owned(),
            "B=cc {}".to_owned(),
            unclosed(5, "N"),
            "GM=1 {B=dd {}}".to_owned(),
            unclosed(7, "AB"),
        ]
    );
}

#[test]
fn a_stream_goes_on_after_a_damaged_tree_in_a_two_byte_set() {
    let bytes = b"(;CA[GBK]C[\x81\x5d\n(;CA[GBK]C[\x81\x5d])\n(;C[x])";
    assert_eq!(
        stream(bytes, &Limits::default()),
        [
            "line 1: the value of property C is never closed with ']'; add the missing bracket",
            "CA=GBK C=乚 {}",
            "C=x {}",
        ]
    );
}

#[test]
fn a_stream_goes_on_after_a_tree_over_a_limit() {
    let limits = Limits { bytes: 100, nodes: 5, depth: 4, value_bytes: 10 };
    let text = format!(
        "(;B[aa])\n(;;;\n(;)(;);C[)])\n(;B[bb])(;;;;;)\n(;C[01234567890])(;C[0123456789])\n(;AB{})\n(;B[cc])",
        "[aa]".repeat(40)
    );
    assert_eq!(
        stream(text.as_bytes(), &limits),
        [
            "B=aa {}",
            "line 3: more than 5 nodes in one game tree; split the file",
            "B=bb {}",
            "line 4: more than 4 nodes on one path or variations open at one time; split the file",
            "line 5: more than 10 bytes in one property value; split the file",
            "C=0123456789 {}",
            "line 6: more than 100 bytes; split the file",
            "B=cc {}",
        ]
    );
}

#[test]
fn a_stream_may_be_longer_than_the_limit_of_a_tree() {
    let limits = Limits { bytes: 50, ..Limits::default() };
    let text = "(;C[0123456789])\n-- junk (with) ( parentheses --\n".repeat(100);
    assert!(matches!(
        read_collection(text.as_bytes(), &limits),
        Err(SgfError::Limit { kind: LimitKind::Bytes, max: 50, line: 3 })
    ));
    let trees = stream(text.as_bytes(), &limits);
    assert_eq!(trees.len(), 100);
    assert!(trees.iter().all(|tree| tree == "C=0123456789 {}"));
}

#[test]
fn a_stream_that_fails_says_so_once() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("unplugged"))
        }
    }
    let input = (&b"(;B[aa])\n(;B"[..]).chain(io::BufReader::new(Broken));
    let mut reader = TreeReader::new(input, &Limits::default());
    assert!(reader.next().unwrap().is_ok());
    let error = reader.next().unwrap().unwrap_err();
    assert!(matches!(&error, SgfError::Io { line: 1 | 2, .. }), "{error}");
    assert!(reader.next().is_none());
}

#[test]
fn warnings_are_counted_when_there_are_too_many() {
    let collection = read(&format!("(;{}B[aa])", "=\n ".repeat(1000)));
    assert_eq!(collection.warnings.len(), 101);
    assert_eq!(collection.warnings[100].kind, WarningKind::Further(900));
}
