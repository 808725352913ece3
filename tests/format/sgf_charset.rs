//! Character sets of SGF: real byte strings, labelled well, badly and not at all.

use crate::full::cases;
use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS};
use joseki::format::sgf::{
    CharsetSource, Collection, GameTree, Limits, TreeReader, Warning, WarningKind, read_collection,
};
use proptest::prelude::*;

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
    // And behind parentheses, or in a root without its semicolon.
    check(b"(;C[(x; \x8f\x5c]CA[SJIS];B[pd])", &[("(x; 十", "Shift_JIS", Label)]);
    check(b"(SZ[19]C[\x95\x5c\x8f\x5c]CA[SJIS];B[pd])", &[("表十", "Shift_JIS", Label)]);
}

#[test]
fn a_root_without_its_semicolon_does_not_take_the_label_of_the_next_game() {
    check(
        b"(SZ[19]C[\xc0\xcc\xc3\xa2\xc8\xa3])\n(;CA[GB2312]C[\xd1\xa7\xcf\xb0])",
        &[("이창호", "EUC-KR", Guess), ("学习", "GBK", Label)],
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

/// The properties of all nodes with their values, in file order.
fn values(tree: &GameTree) -> Vec<(String, Vec<String>)> {
    let properties = tree.nodes().flat_map(|node| node.properties());
    let texts = |property: joseki::format::sgf::PropertyRef<'_>| {
        property.values().map(|value| value.raw().to_owned()).collect()
    };
    properties.map(|property| (property.ident().to_owned(), texts(property))).collect()
}

#[test]
fn a_damaged_byte_leaves_utf8_what_it_is() {
    let game = b"(;PW[\xe5\x94?\xe9\x9f\xa6\xe6\x98\x9f];B[qd]C[14:30\xe5\xbc\x80\xe8\xb5\x9b];W[dc];B[pq])";
    let tree = &read(game).trees[0];
    let expected =
        [("PW", "\u{fffd}?韦星"), ("B", "qd"), ("C", "14:30开赛"), ("W", "dc"), ("B", "pq")]
            .map(|(ident, value)| (ident.to_owned(), vec![value.to_owned()]));
    assert_eq!(values(tree), expected);
    assert_eq!((tree.charset().name(), tree.charset().is_lossy()), ("UTF-8", true));
    // Neither a wrong label nor too little other text makes a character swallow the bracket.
    for label in ["CA[GB2312]", "CA[Shift_JIS]", "CA[ISO-8859-1]", "CA[UTF-8]"] {
        let labelled = [b"(;", label.as_bytes(), &game[2..]].concat();
        assert_eq!(values(&read(&labelled).trees[0])[1..], expected, "{label}");
    }
    let short = read(b"(;PB[\xe6\x41\x9f];B[qd];W[dc])");
    assert_eq!(values(&short.trees[0]).len(), 3);
}

#[test]
fn a_utf8_value_among_others_is_read_as_utf8() {
    let file = [b"(;PB[Z\xfcrich]PW[".as_slice(), "José".as_bytes(), b"];B[pd])"].concat();
    let collection = read(&file);
    let root = collection.trees[0].root();
    let name = |ident| root.first(ident).map(|value| value.text());
    assert_eq!((name("PB"), name("PW")), (Some("Zürich".into()), Some("José".into())));
    assert_eq!(collection.trees[0].charset().name(), "windows-1252");
}

/// A text as it occurs in names and comments, in one language.
fn text_of(language: usize) -> impl Strategy<Value = String> {
    const WORDS: [&[&str]; 4] = [
        &["古力", "柯洁", "常昊", "黑棋脱先", "白棋可以在这里飞。", "九段", "(第一局)", " A: "],
        &["趙治勲", "井山裕太", "これは定石です。", "本因坊", "黒が手を抜く", "ヒカル", "9段"],
        &["이창호", "조훈현", "화점 정석,", "흑이 손을 빼면", " 9단", "백이 씌운다."],
        &["Müller", " José ", "Schöner Zug, ", "Häßlich", "pää ", "naïve; ", "Łódź"],
    ];
    proptest::collection::vec(proptest::sample::select(WORDS[language]), 2..5)
        .prop_map(|words| words.concat())
}

fn damaged(text: &str, at: usize, damage: Damage) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    let at = at % bytes.len();
    match damage {
        Damage::Replace(byte) => bytes[at] = byte,
        Damage::Remove => drop(bytes.remove(at)),
        Damage::Truncate => bytes.truncate(at),
    }
    bytes
}

#[derive(Clone, Copy, Debug)]
enum Damage {
    Replace(u8),
    Remove,
    Truncate,
}

fn damage() -> impl Strategy<Value = Damage> {
    prop_oneof![
        any::<u8>()
            .prop_filter("structure", |byte| !b"[]\\".contains(byte))
            .prop_map(Damage::Replace),
        Just(Damage::Replace(b'?')),
        Just(Damage::Remove),
        Just(Damage::Truncate),
    ]
}

proptest! {
    #![proptest_config(cases(256))]

    /// Damage to one value of a UTF-8 file changes neither a move nor another value.
    #[test]
    fn damage_stays_in_its_value(
        texts in (0..4usize).prop_flat_map(|language| [(); 4].map(|()| text_of(language))),
        label in proptest::sample::select(vec!["", "CA[UTF-8]"]),
        (index, at, damage) in (0..4usize, any::<usize>(), damage()),
    ) {
        let mut parts = texts.each_ref().map(|text| text.as_bytes().to_vec());
        let file = |parts: &[Vec<u8>; 4]| {
            let [black, white, first, second] = parts;
            [
                b"(;", label.as_bytes(), b"PB[", black, b"]PW[", white, b"];B[qd]C[", first,
                b"](;W[dc]C[", second, b"];B[pq])(;W[dd]))\n(;B[pd])",
            ]
            .concat()
        };
        let whole = read(&file(&parts));
        parts[index] = damaged(&texts[index], at, damage);
        let found = read(&file(&parts));
        prop_assert_eq!(found.trees.len(), 2);
        prop_assert_eq!(values(&found.trees[1]), values(&whole.trees[1]));
        let (found, whole) = (values(&found.trees[0]), values(&whole.trees[0]));
        let differing: Vec<_> =
            found.iter().zip(&whole).filter(|(found, whole)| found != whole).collect();
        prop_assert_eq!(found.len(), whole.len());
        prop_assert!(differing.len() <= 1, "{:?}", differing);
    }

    /// Text in a national character set is read as its label says, whatever its second bytes are.
    #[test]
    fn labelled_text_is_what_its_label_says(
        (encoding, text) in national_text(),
        name in "[a-z]{0,3}",
    ) {
        let (bytes, _, unmappable) = encoding.encode(&text);
        prop_assume!(!unmappable);
        let file = [
            b"(;CA[", encoding.name().as_bytes(), b"]PB[", name.as_bytes(), &*bytes,
            b"]PW[", &*bytes, b"];B[qd]C[", &*bytes, b"];W[dc])",
        ]
        .concat();
        let tree = &read(&file).trees[0];
        let root = tree.root();
        let white = root.first("PW").expect("a name");
        prop_assert_eq!(white.raw(), text);
        prop_assert_eq!(tree.node_count(), 3);
    }
}

/// Characters of a two-byte set in any combination: second bytes may be brackets and escapes.
fn national_text() -> impl Strategy<Value = (&'static Encoding, String)> {
    let sets = vec![
        (GBK, "[这是定石黑棋白飞脱先乗乚怽]{1,12}"),
        (GB18030, "[这是定石黑棋白飞脱先乗乚怽]{1,12}"),
        (BIG5, "[這是定石黑棋白先功設許蓋]{1,12}"),
        (SHIFT_JIS, "[ぁ-んァ-ヶ表十ソ能予申構]{1,12}"),
        (EUC_JP, "[ぁ-んァ-ヶ定石黒]{1,12}"),
        (EUC_KR, "[가나다라마바사각흑백정석돌]{1,12}"),
    ];
    proptest::sample::select(sets)
        .prop_flat_map(|(encoding, texts)| texts.prop_map(move |text| (encoding, text)))
}
