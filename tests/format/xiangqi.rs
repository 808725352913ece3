//! Records of xiangqi: PGN, XQF and DhtmlXQ.

use encoding_rs::{BIG5, GB18030};
use joseki::format::xiangqi::pgn::{PgnGame, PgnNotation, PgnProblem, PgnReader};
use joseki::format::xiangqi::{RecordNode, RecordResult, XiangqiRecord, dhtmlxq, pgn, xqf};
use joseki::game::Side;
use joseki::game::xiangqi::XiangqiBoard;
use proptest::prelude::*;

const NOTATIONS: [PgnNotation; 4] =
    [PgnNotation::Chinese, PgnNotation::Traditional, PgnNotation::Wxf, PgnNotation::Iccs];

/// In Big5 the second bytes of 許, 功 and 育 are a backslash, a backslash and a bar.
const TRADITIONAL: &str = "[Game \"Chinese Chess\"]\n[Event \"許功 育\"]\n[Red \"許銀川\"]\n\
    [Result \"1-0\"]\n[ECCO \"C95\"]\n\n{開局 [Event \"x\"] 許功育}\n1. 炮二平五 馬８進７\n\
    2. 馬二進三 {好棋} 車９平８\n 3.          車一平二\n\n1-0\n\n";

const SIMPLIFIED: &str = "[Game \"Chinese Chess\"]\n[Event \"第一届\"]\n[Black \"胡荣华\"]\n\n\
    1. 兵七进一 炮２平３ (1... 马８进７ 2. 炮二平五 (2. 相三进五!? $1 *) 2... 车９平８)\n\
    2. 炮二平五 1/2-1/2\n====\n广告 1. 炮八平五\n";

fn games(file: &[u8]) -> Vec<PgnGame> {
    PgnReader::new(file).collect()
}

fn line(record: &XiangqiRecord) -> Vec<String> {
    record.main_line().map(|shift| shift.to_string()).collect()
}

/// A tree as the lines to its moves, with comments: the same in any order of the nodes.
fn tree(record: &XiangqiRecord) -> Vec<(Vec<String>, String)> {
    let path = |node: usize| {
        let path = record.path_to(Some(node)).into_iter().flatten();
        path.map(|at| record.nodes[at].shift.to_string()).collect()
    };
    let mut lines: Vec<_> =
        record.nodes.iter().enumerate().map(|(at, it)| (path(at), it.comment.clone())).collect();
    lines.push((Vec::new(), record.comment.clone()));
    lines.sort();
    lines
}

#[test]
fn records_are_read_in_the_character_set_in_which_their_moves_read() {
    let encoded =
        |text: &str, encoding: &'static encoding_rs::Encoding| encoding.encode(text).0.into_owned();
    let big5 = encoded(TRADITIONAL, BIG5);
    assert!(big5.contains(&b'\\') && big5.contains(&b'|'));
    let gb = encoded(SIMPLIFIED, GB18030);
    let marked = [b"\xEF\xBB\xBF", SIMPLIFIED.as_bytes()].concat();
    let files = [
        (big5.clone(), "Big5", TRADITIONAL),
        (gb.clone(), "gb18030", SIMPLIFIED),
        (marked, "UTF-8", SIMPLIFIED),
        (TRADITIONAL.as_bytes().to_vec(), "UTF-8", TRADITIONAL),
    ];
    for (file, charset, text) in &files {
        let [game] = &games(file)[..] else { panic!("{charset}") };
        assert_eq!((game.charset, &game.problems[..]), (*charset, &[][..]));
        let expected = if *text == TRADITIONAL {
            (vec!["h2e2", "h9g7", "h0g2", "i9h9", "i0h0"], "許功 育", 2)
        } else {
            (vec!["c3c4", "b7c7", "h2e2"], "第一届", 0)
        };
        assert_eq!(line(&game.record), expected.0);
        assert_eq!(game.record.tag("event"), Some(expected.1));
        assert_eq!(game.record.comments(), expected.2);
    }
    // UTF-8 is read as such whatever came before, also where the moves read in any character set.
    let utf8 = "[Game \"x\"]\n[Red \"許銀川\"]\n1. h2e2 *\n";
    let mixed = [&big5[..], utf8.as_bytes()].concat();
    let read = games(&mixed);
    assert_eq!((read[1].charset, read[1].record.tag("Red")), ("UTF-8", Some("許銀川")));
    // Both in one file, one after the other.
    let both = [big5, gb].concat();
    let charsets: Vec<(&str, usize)> =
        games(&both).iter().map(|game| (game.charset, game.line)).collect();
    assert_eq!(charsets, [("Big5", 1), ("gb18030", 14)]);
}

#[test]
fn variations_and_results_are_read() {
    let [game] = &games(SIMPLIFIED.as_bytes())[..] else { panic!() };
    let lines: Vec<String> =
        tree(&game.record).into_iter().map(|(line, _)| line.join(" ")).collect();
    let expected = [
        "",
        "c3c4",
        "c3c4 b7c7",
        "c3c4 b7c7 h2e2",
        "c3c4 h9g7",
        "c3c4 h9g7 g0e2",
        "c3c4 h9g7 h2e2",
        "c3c4 h9g7 h2e2 i9h9",
    ];
    assert_eq!(lines, expected);
    assert_eq!(game.record.result, RecordResult::Draw);
    assert_eq!(games(TRADITIONAL.as_bytes())[0].record.result, RecordResult::Won(Side::First));
}

#[test]
fn what_cannot_be_read_is_said_and_the_rest_is_kept() {
    let problems = |text: &str| {
        let game = games(text.as_bytes()).remove(0);
        let said: Vec<String> = game.problems.iter().map(ToString::to_string).collect();
        (game.record.nodes.len(), said)
    };
    let (kept, said) = problems("1. 炮二平五 马８进７ 2. 车一进九 车９平８");
    let rook = "move 3: no piece makes the move \"车一进九\" here";
    assert_eq!((kept, &*said[0]), (2, rook));
    let (kept, said) = problems("1. 炮二平五 (1. 车一进九 马２进３) 马８进７");
    assert_eq!((kept, said.len()), (2, 1));
    let (kept, said) = problems("1. 炮二平五 {no end");
    assert_eq!((kept, &*said[0]), (1, "a comment has no end"));
    let (kept, said) = problems("1. 炮二平五 (1. 炮八平五");
    assert_eq!((kept, &*said[0]), (2, "a variation has no end"));
    let (kept, said) = problems("[FEN \"9/9 w\"]\n1. 炮二平五");
    assert_eq!((kept, &*said[0]), (0, "tag FEN: expected 10 ranks between slashes, found 2"));
    let broken = [b"1. h2e2 h9g7 ".as_slice(), &[0xFF, 0xFE, b'\n']].concat();
    let game = games(&broken).remove(0);
    assert_eq!(game.record.nodes.len(), 2);
    assert!(matches!(game.problems[..], [.., PgnProblem::Charset(_)]), "{:?}", game.problems);
    assert!(games(b"").is_empty() && games(b"\n \n").is_empty());
}

#[test]
fn what_a_comment_says_ends_neither_it_nor_the_record() {
    let mut record = record(&[(0, 0, true), (1, 0, false)], 0);
    record.nodes[0].comment = "a }\n[Event \"x\"]\n(1. {".to_owned();
    let read = games(pgn::write(&record, PgnNotation::Iccs).as_bytes());
    assert_eq!((read.len(), read[0].record.nodes.len()), (1, 2));
    assert_eq!(read[0].record.nodes[0].comment, "a ｝ [Event \"x\"]\n(1. {");
}

#[test]
fn records_without_end_are_bounded() {
    let deep = games(format!("1. h2e2 {}", "(".repeat(2000)).as_bytes()).remove(0);
    let said = deep.problems[0].to_string();
    assert_eq!(said, "more than 1000 variations in one another");
    let wrong = games(format!("1. h2e2 {}", "(1. a0a9) ".repeat(5000)).as_bytes()).remove(0);
    assert!(wrong.problems.len() <= 102, "{:?}", wrong.problems.len());
    // The end of each tag is looked for in all of the text.
    let unclosed: String = (0..200_000).map(|at| format!("[DhtmlXQ_{at}]")).collect();
    assert!(dhtmlxq::read(&unclosed).is_err());
    // Two horses go to and fro, and every variation leaves at the end.
    let long = "7967706267797062".repeat(2000);
    let main = format!("[DhtmlXQ_movelist]{long}[/DhtmlXQ_movelist]");
    let length = dhtmlxq::read(&main).unwrap().record.nodes.len();
    let variations: String = (1..3000)
        .map(|at| format!("[DhtmlXQ_move_0_{length}_{at}]7747[/DhtmlXQ_move_0_{length}_{at}]"))
        .collect();
    let read = dhtmlxq::read(&(main + &variations)).unwrap();
    assert!(read.record.nodes.len() < length + 3000);
}

/// XQF of version 18, enciphered with these keys, from one of version 10.
fn enciphered(plain: &[u8], mask: u8, masks: [u8; 4], keys: [u8; 4]) -> Vec<u8> {
    let mut file = plain[..0x400].to_vec();
    (file[2], file[3]) = (18, mask);
    file[8..12].copy_from_slice(&masks);
    file[12..16].copy_from_slice(&keys);
    let f = |v: u8| v.wrapping_mul(v).wrapping_mul(54).wrapping_add(221);
    let point = f(keys[1]).wrapping_mul(keys[1]);
    let from = f(keys[2]).wrapping_mul(point);
    let to = f(keys[3]).wrapping_mul(from);
    let length = (u32::from(keys[0]) * 256 + u32::from(keys[1])) % 32_000 + 767;
    for at in 0..32 {
        let owner = (usize::from(point) + 1 + at) % 32;
        file[0x10 + at] = plain[0x10 + owner].wrapping_add(point);
    }
    let mut body = Vec::new();
    let mut rest = &plain[0x400..];
    while let [a, b, tag, _, l0, l1, l2, l3, after @ ..] = rest {
        let count = u32::from_le_bytes([*l0, *l1, *l2, *l3]);
        let flags = u8::from(tag & 0xF0 != 0) << 7
            | u8::from(tag & 0x0F != 0) << 6
            | u8::from(count > 0) << 5;
        body.extend([a.wrapping_add(from), b.wrapping_add(to), flags, 0]);
        if count > 0 {
            body.extend((count + length).to_le_bytes());
            body.extend(&after[..count as usize]);
        }
        rest = &after[count as usize..];
    }
    let words = b"[(C) Copyright Mr. Dong Shiwei.]";
    for (at, byte) in body.iter_mut().enumerate() {
        let key = (masks[at % 4] | keys[at % 4] & mask) & words[at % 32];
        *byte = byte.wrapping_add(key);
    }
    file.extend(body);
    file
}

/// A record with a random tree of legal moves.
fn record(choices: &[(usize, usize, bool)], from: usize) -> XiangqiRecord {
    let starts = [
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
        "4k4/4a4/5a3/3PR4/6r2/9/2pp5/9/4A4/4KA3 b",
        "3k5/2P6/9/9/2b6/9/2p1p4/2p6/2p1K4/1R7 b",
    ];
    let mut record = XiangqiRecord::new(starts[from % starts.len()].parse().unwrap());
    record.tags.push(("Event".to_owned(), "a \"b\" 許功".to_owned()));
    record.tags.push(("Red".to_owned(), "胡荣华".to_owned()));
    record.result = [RecordResult::Won(Side::Second), RecordResult::Draw][choices.len() % 2];
    for (after, choice, has_comment) in choices {
        let parent = (after % (record.nodes.len() + 1)).checked_sub(1);
        let board: XiangqiBoard = record.board_after(parent);
        let moves = board.legal_moves();
        let Some(shift) = moves.get(choice % moves.len().max(1)).copied() else { continue };
        if record.nodes.iter().all(|node| (node.parent, node.shift) != (parent, shift)) {
            let comment =
                if *has_comment { format!("注 {choice}\n第二") } else { String::new() };
            record.nodes.push(RecordNode { parent, shift, comment });
        }
    }
    if choices.len().is_multiple_of(3) && !record.nodes.is_empty() {
        record.comment = "开始".to_owned();
    }
    record
}

proptest! {
    #[test]
    fn every_format_keeps_the_tree(
        choices in prop::collection::vec((0usize..60, 0usize..100, any::<bool>()), 1..40),
        from in 0usize..3,
        keys in any::<(u8, [u8; 4], [u8; 4])>(),
    ) {
        let record = record(&choices, from);
        // The side to move is that of the first move, which an empty tree does not have.
        prop_assume!(!record.nodes.is_empty());
        for notation in NOTATIONS {
            let text = pgn::write(&record, notation);
            let read = games(text.as_bytes());
            prop_assert_eq!(read.len(), 1);
            prop_assert_eq!(&read[0].problems, &[], "{}", text);
            prop_assert_eq!(tree(&read[0].record), tree(&record), "{}", text);
            prop_assert_eq!(read[0].record.result, record.result);
            prop_assert_eq!(read[0].record.tag("Event"), record.tag("Event"));
            prop_assert_eq!(read[0].record.start.fen(), record.start.fen());
        }
        let plain = xqf::write(&record);
        let (mask, masks, keys) = keys;
        for file in [plain.clone(), enciphered(&plain, mask, masks, keys)] {
            let read = xqf::read(&file).unwrap();
            prop_assert_eq!(&read.problems, &[]);
            prop_assert_eq!(tree(&read.record), tree(&record));
            prop_assert_eq!(read.record.start.fen(), record.start.fen());
            prop_assert_eq!(read.record.result, record.result);
            prop_assert_eq!(read.record.tag("Red"), Some("胡荣华"));
        }
        let text = dhtmlxq::write(&record);
        let read = dhtmlxq::read(&text).unwrap();
        prop_assert_eq!(&read.problems, &[], "{}", text);
        prop_assert_eq!(tree(&read.record), tree(&record), "{}", text);
        prop_assert_eq!(read.record.result, record.result);
        prop_assert_eq!(read.record.start.fen(), record.start.fen());
    }

    #[test]
    fn damage_is_said_or_read(
        choices in prop::collection::vec((0usize..60, 0usize..100, any::<bool>()), 1..20),
        cut in 0usize..4000,
        changes in prop::collection::vec((0usize..4000, any::<u8>()), 0..8),
    ) {
        let record = record(&choices, 0);
        let mut file = xqf::write(&record);
        for (at, byte) in changes {
            let length = file.len();
            file[at % length] = byte;
        }
        file.truncate(cut.max(1) % (file.len() + 1));
        let _ = xqf::read(&file);
        let _ = games(&file);
        let _ = dhtmlxq::read(&String::from_utf8_lossy(&file));
    }

    #[test]
    fn no_text_makes_a_reader_fail(text in "([a-zA-Z0-9 .炮车二平五进退{}()\\[\\]\"\n]|DhtmlXQ_movelist|\\[/DhtmlXQ_){0,60}") {
        for game in games(text.as_bytes()) {
            let _ = pgn::write(&game.record, PgnNotation::Wxf);
        }
        let _ = dhtmlxq::read(&text);
    }
}

#[test]
fn a_file_that_is_cut_off_keeps_what_was_read() {
    let choices: Vec<(usize, usize, bool)> = (0..11).map(|at| (at, 3 * at, false)).collect();
    let record = record(&choices, 0);
    let file = xqf::write(&record);
    let cut = xqf::read(&file[..0x400 + 8 + 8 * 5 + 2]).unwrap();
    assert_eq!(cut.record.nodes.len(), 5);
    assert_eq!(cut.problems[0].to_string(), "the file ends within the node at byte 1072");
    let mut wrong = file.clone();
    // The third move comes from an empty square.
    wrong[0x400 + 8 + 8 * 2] = 24 + 45;
    let wrong = xqf::read(&wrong).unwrap();
    assert_eq!(wrong.record.nodes.len(), 2);
    assert!(wrong.problems[0].to_string().contains("no piece stands on e5"));
    let mut long = file.clone();
    long[0x404..0x408].copy_from_slice(&[0xFF, 0xFF, 0xFF, 0x7F]);
    assert_eq!(
        xqf::read(&long).unwrap().problems[0].to_string(),
        "the comment at byte 1032 is longer than the file"
    );
    assert_eq!(
        xqf::read(b"PK").unwrap_err().to_string(),
        "not an XQF file: it does not begin with XQ"
    );
    assert!(xqf::read(b"XQ\x0A").unwrap_err().to_string().contains("expected 1024"));
    let mut newer = file.clone();
    newer[2] = 19;
    assert!(xqf::read(&newer).unwrap_err().to_string().contains("unknown version 19"));
    let mut twice = file;
    twice[0x11] = twice[0x10];
    assert_eq!(xqf::read(&twice).unwrap_err().to_string(), "two pieces stand on a0 at the start");
}

#[test]
fn a_post_of_a_forum_is_read() {
    let text = "see [DhtmlXQ]\n[DhtmlXQ_title]试 || 验[/DhtmlXQ_title][DhtmlXQ_result]红胜[/DhtmlXQ_result]\n\
        [DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]\n[DhtmlXQ_move_0_2_1]10228070[/DhtmlXQ_move_0_2_1]\n\
        [DhtmlXQ_comment1]好[/DhtmlXQ_comment1][DhtmlXQ_comment1_2]变着[/DhtmlXQ_comment1_2]\n\
        [DhtmlXQ_move_0_9_2]1022[/DhtmlXQ_move_0_9_2][/DhtmlXQ] and more";
    let game = dhtmlxq::read(text).unwrap();
    assert_eq!(game.record.tag("Title"), Some("试 \n 验"));
    assert_eq!(game.record.result, RecordResult::Won(Side::First));
    let expected = [
        ("", ""),
        ("h2e2", "好"),
        ("h2e2 b9c7", "变着"),
        ("h2e2 h9g7", ""),
        ("h2e2 h9g7 h0g2", ""),
    ];
    let lines: Vec<(String, String)> =
        tree(&game.record).into_iter().map(|(line, comment)| (line.join(" "), comment)).collect();
    let lines: Vec<(&str, &str)> = lines.iter().map(|(a, b)| (&**a, &**b)).collect();
    assert_eq!(lines, expected);
    let said: Vec<String> = game.problems.iter().map(ToString::to_string).collect();
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said.iter().any(|it| it.starts_with("move_0_2_1, move 3: ")), "{said:?}");
    assert!(said.iter().any(|it| it.starts_with("move_0_9_2: unknown move")), "{said:?}");
    assert!(dhtmlxq::read("nothing").is_err());
}
