//! Character sets of SGF: real byte strings, labelled well, badly and not at all.

use joseki::format::sgf::{
    CharsetSource, Collection, Limits, TreeReader, Warning, WarningKind, read_collection,
};

fn read(bytes: &[u8]) -> Collection {
    read_collection(bytes, &Limits::default()).expect("readable SGF")
}

/// The comments of the roots must be `texts`, each in the given character set.
fn check(bytes: &[u8], expected: &[(&str, &str, CharsetSource)]) {
    let collection = read(bytes);
    let streamed: Vec<_> =
        TreeReader::new(bytes, &Limits::default()).collect::<Result<_, _>>().expect("readable SGF");
    assert_eq!(collection.trees, streamed);
    let found: Vec<_> = collection
        .trees
        .iter()
        .map(|tree| {
            let text = tree.root().first("C").map(|value| value.text());
            let charset = tree.charset();
            assert!(!charset.is_lossy(), "{text:?}");
            (text.unwrap_or_default(), charset.name(), charset.source())
        })
        .collect();
    let expected: Vec<_> =
        expected.iter().map(|&(text, name, source)| (text.into(), name, source)).collect();
    assert_eq!(found, expected);
}

use CharsetSource::{Ascii, ByteOrderMark, Guess, Label, ValidUtf8};

#[test]
fn plain_ascii_is_what_it_is_under_any_label() {
    for label in ["", "CA[UTF-8]", "CA[GB18030]", "CA[Shift_JIS]", "CA[Klingon]"] {
        let text = format!("(;{label}C[joseki])");
        check(text.as_bytes(), &[("joseki", "UTF-8", Ascii)]);
        assert_eq!(read(text.as_bytes()).warnings, []);
    }
}

#[test]
fn utf8_with_and_without_label_and_mark() {
    check("(;CA[UTF-8]C[定石])".as_bytes(), &[("定石", "UTF-8", Label)]);
    check("(;C[定石])".as_bytes(), &[("定石", "UTF-8", ValidUtf8)]);
    check("\u{feff}(;C[定石])".as_bytes(), &[("定石", "UTF-8", ByteOrderMark)]);
    check("\u{feff}(;C[é]CA[GBK])".as_bytes(), &[("é", "UTF-8", ByteOrderMark)]);
}

#[test]
fn gb18030_with_brackets_and_backslashes_in_second_bytes() {
    check(b"(;CA[GB18030]C[\x81\x5d\x90\x5c]B[pd];W[dd])", &[("乚怽", "gb18030", Label)]);
    // Just before the bracket that closes, and of four bytes.
    check(b"(;CA[gb2312]C[\x81\x5c])", &[("乗", "GBK", Label)]);
    check(b"(;CA[GB-18030]C[\x95\x32\x82\x36])", &[("\u{20000}", "gb18030", Label)]);
}

#[test]
fn two_byte_text_that_could_be_utf8_is_what_its_label_says() {
    check(b"(;CA[GB2312]C[\xd1\xa7\xcf\xb0])", &[("学习", "GBK", Label)]);
    check(b"(;C[\xd1\xa7\xcf\xb0])", &[("\u{467}\u{3f0}", "UTF-8", ValidUtf8)]);
}

#[test]
fn shift_jis_with_a_backslash_before_the_bracket() {
    check(
        b"(;CA[Shift_JIS]C[\x95\x5c\x8f\x5c];B[pd])\n(;C[x])",
        &[("表十", "Shift_JIS", Label), ("x", "UTF-8", Ascii)],
    );
    // Even where the label comes after it.
    check(
        b"(;C[\x95\x5c\x8f\x5c]CA[SJIS];B[pd])\n(;C[x])",
        &[("表十", "Shift_JIS", Label), ("x", "UTF-8", Ascii)],
    );
}

#[test]
fn big5_euc_and_iso_2022_jp() {
    check(b"(;CA[Big5]C[\xa5\x5c\xb3\x5d])", &[("功設", "Big5", Label)]);
    check(b"(;CA[EUC-KR]C[\xc0\xcc\xc3\xa2\xc8\xa3])", &[("이창호", "EUC-KR", Label)]);
    check(b"(;CA[euc-jp]C[\xc4\xea\xc0\xd0])", &[("定石", "EUC-JP", Label)]);
    // 0x5c is the second byte of the second character.
    check(
        b"(;CA[ISO-2022-JP]C[\x1b$BK\x5c0xK7\x1b(B])(;)",
        &[("本因坊", "ISO-2022-JP", Label), ("", "UTF-8", Ascii)],
    );
    check(b"(;CA[ISO-8859-1]C[Z\xfcrich])", &[("Zürich", "windows-1252", Label)]);
}

#[test]
fn utf16_with_a_mark_and_without() {
    let little = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    let big = |text: &str| text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<_>>();
    let marked = "\u{feff}(;CA[UTF-16]C[棋 \u{20000}];B[pd])\r\n(;C[2])";
    let two = |name, source| [("棋 \u{20000}", name, source), ("2", "UTF-8", Ascii)];
    check(&little(marked), &two("UTF-16LE", ByteOrderMark));
    check(&big(marked), &two("UTF-16BE", ByteOrderMark));
    let unmarked = &marked[3..];
    check(&little(unmarked), &two("UTF-16LE", Guess));
    check(&big(unmarked), &two("UTF-16BE", Guess));
}

#[test]
fn a_missing_label_is_made_up_for() {
    let cases: [(&[u8], &str, &str); 5] = [
        (b"\xb9\xc5\xc1\xa6", "古力", "GBK"),
        (b"\xc0\xcc\xc3\xa2\xc8\xa3", "이창호", "EUC-KR"),
        (b"\x95\x5c\x8f\x5c", "表十", "Shift_JIS"),
        (b"\xa4\xb3\xa4\xec\xa4\xcf\xc4\xea\xc0\xd0\xa4\xc7\xa4\xb9", "これは定石です", "EUC-JP"),
        (
            b"\xb3o\xacO\xa9w\xa5\xdb\xa1A\xb6\xc2\xb4\xd1\xb2\xe6\xa5\xfd",
            "這是定石，黑棋脫先",
            "Big5",
        ),
    ];
    for (bytes, text, name) in cases {
        let tree = [b"(;C[", bytes, b"];B[pd])\n(;C[x])"].concat();
        check(&tree, &[(text, name, Guess), ("x", "UTF-8", Ascii)]);
        let kind = WarningKind::CharsetGuessed(match read(&tree).trees[0].charset().name() {
            guessed if guessed == name => guessed,
            other => panic!("{other}"),
        });
        assert_eq!(read(&tree).warnings, [Warning { line: 1, kind }]);
    }
}

#[test]
fn a_wrong_label_is_found_out() {
    let cases: [(&str, &[u8], &str, &str, CharsetSource); 5] = [
        ("UTF-8", b"\xbf\xc2\xbd\xe0", "柯洁", "GBK", Guess),
        ("Klingon", b"\xbf\xc2\xbd\xe0", "柯洁", "GBK", Guess),
        ("ISO-8859-1", b"\xc0\xcc\xc3\xa2\xc8\xa3", "이창호", "EUC-KR", Guess),
        ("GB2312", "定石".as_bytes(), "定石", "UTF-8", ValidUtf8),
        ("ISO-8859-1", "é".as_bytes(), "é", "UTF-8", ValidUtf8),
    ];
    for (label, bytes, text, name, source) in cases {
        let head = format!("\n(;CA[{label}]C[");
        let tree = [head.as_bytes(), bytes, b"])"].concat();
        check(&tree, &[(text, name, source)]);
        let warnings = read(&tree).warnings;
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        assert_eq!(warnings[0].line, 2);
        let said = warnings[0].to_string();
        assert!(said.contains(label) && said.contains(name), "{said}");
    }
}

#[test]
fn every_tree_has_a_character_set_of_its_own() {
    let file = [
        b"(;CA[GBK]C[\x81\x5d])\n".as_slice(),
        "(;C[定石];B[aa])\n".as_bytes(),
        b"(;CA[Shift_JIS]C[\x8f\x5c](;W[aa])(;W[bb]))\n",
        b"junk\n(;C[\xc0\xcc\xc3\xa2\xc8\xa3])\n(;C[x])",
    ]
    .concat();
    check(
        &file,
        &[
            ("乚", "GBK", Label),
            ("定石", "UTF-8", ValidUtf8),
            ("十", "Shift_JIS", Label),
            ("이창호", "EUC-KR", Guess),
            ("x", "UTF-8", Ascii),
        ],
    );
    let lines: Vec<_> = read(&file).trees.iter().map(|tree| tree.root().line()).collect();
    assert_eq!(lines, [1, 2, 3, 5, 6]);
}

#[test]
fn a_game_without_its_last_parenthesis_does_not_lose_the_next_in_another_set() {
    let file = b"(;FF[4]CA[GBK]C[\x81\x5d]\n(;FF[4]CA[Big5]C[\xa5\x5c])\n(;C[x])";
    check(file, &[("乚", "GBK", Label), ("功", "Big5", Label), ("x", "UTF-8", Ascii)]);
    assert_eq!(read(file).warnings[0].kind, WarningKind::UnclosedTree);
}

#[test]
fn what_is_no_text_is_replaced_and_said_so() {
    // The last character of a long comment is cut off in the middle.
    let cut = [b"(;CA[UTF-8]C[".as_slice(), "定石の研究定石の研究".as_bytes(), b"\xe5\xae];B[pd])"]
        .concat();
    for tree in [cut.clone(), [b"\xef\xbb\xbf".as_slice(), &cut].concat()] {
        let collection = read(&tree);
        let charset = collection.trees[0].charset();
        assert!(charset.is_lossy());
        assert_eq!(charset.name(), "UTF-8");
        let text = collection.trees[0].root().first("C").unwrap();
        assert_eq!(text.text(), "定石の研究定石の研究\u{fffd}");
        let kind = WarningKind::TextReplaced("UTF-8");
        assert_eq!(collection.warnings, [Warning { line: 1, kind }]);
    }
}

#[test]
fn half_a_character_at_the_end_of_utf16_is_replaced() {
    let mut bytes: Vec<u8> = "\u{feff}(;C[a".encode_utf16().flat_map(u16::to_le_bytes).collect();
    bytes.extend([0x00, 0xd8, b']', 0, b')', 0]);
    let collection = read(&bytes);
    assert!(collection.trees[0].charset().is_lossy());
    assert_eq!(collection.trees[0].root().first("C").unwrap().raw(), "a\u{fffd}");
}
