//! Small made-up games in each format, and what their SGF must be.

use super::*;
use crate::sgf::{Limits, TextEncoding, read_collection};

const GIB: &str = "\\HS\r\n\
    \\[GAMERESULT=white 2.5 win\\]\r\n\
    \\[GAMEPLACE=A club\\]\r\n\
    \\[GAMEDATE=2016- 3-26-17-29- 5\\]\r\n\
    \\[GAMEWHITENAME=Wu [a] (9D)\\]\r\n\
    \\[GAMEBLACKNAME=Beck (3K)\\]\r\n\
    \\[GAMEINFOMAIN=GBKIND:3,GTYPE:0,GCDT:1,GTIME:600-20-3,GRLT:1,ZIPSU:25,DUM:0,GONGJE:65,TCNT:4\\]\r\n\
    \\[GAMETAG=S1,R0,D5,G65,W1,Z25,T30-3-600,C2016:03:26:17:29,I:Wu,L:26\\]\r\n\
    \\HE\r\n\\GS\r\n2 1 0\r\n5 0 &4\r\nINI 0 1 0 &4 \r\n\
    STO 0 2 1 15 3 \r\nSTO 0 3 2 3 15 \r\nSKI 0 4 \r\nSTO 0 5 2 16 2\r\n\\GE\r\nSTO 0 6 1 0 0\r\n";

const NGF: &str = "Rating game\n19\nWu          9D*\nBeck  Bo    5DP\nwww.cyberoro.com\n0\n0\n6\n\
    20110812 [09:31]\n30\nWhite Win by Resign!\n3\nPMABBQEEQ\nPMACWEEEE\nPMADBAAAA\n";

const UGF: &str = "# A comment\n\n[Header]\nVer=UGF2,200\nLang=SJIS\nTitle=26th,Cup,game 5\n\
    Place=Tokyo\nDate=2001/08/20,09:00:00,2001/08/20,00:00:00\nRule=JPN\nSize=19\nHdcp=0,5.50\n\
    Winner=B,1.5\nMoves=3\nCopyright=The club\nCoordinateType=IGS\nPlayerW=Wu,Gosei,0,\n\
    PlayerB=Beck,9-dan,0,\n[Data]\nQP,B1,1,0\nDC,W1,2,0 '00:00:31\nYA,B1,3,0\n[Figure]\n.Text,0,1\n";

fn sgf(bytes: &[u8]) -> String {
    let kind = ServerFileKind::by_content(bytes).expect("a known kind");
    let file = as_sgf(kind, bytes).expect("a record");
    assert_eq!(file.problems, Vec::<String>::new());
    file.sgf
}

#[test]
fn a_record_of_tygem() {
    assert_eq!(
        sgf(GIB.as_bytes()),
        "(;FF[4]GM[1]CA[UTF-8]SZ[19]PB[Beck]BR[3K]PW[Wu [a\\]]WR[9D]DT[2016-03-26]PC[A club]KM[6.5]\
         RE[W+2.5]\n;B[pd]\n;W[dp]\n;B[]\n;W[qc])\n"
    );
}

#[test]
fn a_record_of_wbaduk() {
    assert_eq!(
        sgf(NGF.as_bytes()),
        "(;FF[4]GM[1]CA[UTF-8]SZ[19]PB[Beck  Bo]BR[5p]PW[Wu]WR[9d]DT[2011-08-12]PC[www.cyberoro.com]\
         KM[6.5]RE[W+R]\n;B[pd]\n;W[dd]\n;B[])\n"
    );
}

#[test]
fn a_record_of_pandanet() {
    // Rows count from below, and no letter is left out: QP is R16.
    assert_eq!(
        sgf(UGF.as_bytes()),
        "(;FF[4]GM[1]CA[UTF-8]SZ[19]PB[Beck]BR[9-dan]PW[Wu]WR[Gosei]DT[2001-08-20]EV[26th, Cup, game 5]\
         PC[Tokyo]RU[Japanese]KM[5.5]RE[B+1.5]CP[The club]\n;B[qd]\n;W[dq]\n;B[])\n"
    );
    let from_above = UGF.replace("CoordinateType=IGS", "CoordinateType=JPN");
    assert!(sgf(from_above.as_bytes()).contains(";B[qp]\n;W[dc]"));
}

#[test]
fn handicaps_are_placed() {
    let gib =
        GIB.replace("INI 0 1 0 &4", "INI 0 1 3 &4").replace("STO 0 2 1 15 3", "STO 0 2 2 15 3");
    assert!(sgf(gib.as_bytes()).contains("HA[3]AB[pd][dp][dd]\n;W[pd]"), "{}", sgf(gib.as_bytes()));
    let ngf = |stones: &str, size: &str| {
        sgf(NGF
            .replace(".com\n0\n", &format!(".com\n{stones}\n"))
            .replace("\n19\n", size)
            .as_bytes())
    };
    // With a handicap, the komi is as written.
    assert!(ngf("2", "\n19\n").contains("KM[6]RE[W+R]HA[2]AB[pd][dp]\n"));
    assert!(ngf("9", "\n19\n").contains("AB[pd][dp][dd][pp][dj][pj][jd][jp][jj]\n"));
    assert!(ngf("5", "\n19\n").contains("AB[pd][dp][dd][pp][jj]\n"));
    let listed =
        UGF.replace("Hdcp=0,5.50", "Hdcp=2,0").replace("QP,B1,1,0", "QP,B1,0,0\nCC,B1,0,0");
    assert!(sgf(listed.as_bytes()).contains("KM[0]RE[B+1.5]CP[The club]HA[2]AB[qd][cq]\n;W[dq]"));
}

#[test]
fn results_of_every_kind() {
    let gib = |codes: &str| {
        let record = GIB.replace("GRLT:1,ZIPSU:25", codes).replace("W1,Z25", "W9,Z0");
        let sgf = sgf(record.replace("white 2.5 win", "").as_bytes());
        sgf.split("RE[").nth(1).and_then(|rest| rest.split(']').next()).map(str::to_owned)
    };
    for (codes, result) in [
        ("GRLT:0,ZIPSU:245", Some("B+24.5")),
        ("GRLT:1,ZIPSU:70", Some("W+7")),
        ("GRLT:3,ZIPSU:0", Some("B+R")),
        ("GRLT:4,ZIPSU:0", Some("W+R")),
        ("GRLT:7,ZIPSU:0", Some("B+T")),
        ("GRLT:8,ZIPSU:0", Some("W+T")),
        ("GRLT:0,ZIPSU:0", None),
        ("GRLT:99,ZIPSU:5", None),
    ] {
        assert_eq!(gib(codes).as_deref(), result, "{codes}");
    }
    let ugf = |winner: &str| {
        let sgf = sgf(UGF.replace("Winner=B,1.5", winner).as_bytes());
        sgf.split("RE[").nth(1).and_then(|rest| rest.split(']').next()).map(str::to_owned)
    };
    for (winner, result) in [
        ("Winner=W,C", Some("W+R")),
        ("Winner=B,2.50", Some("B+2.5")),
        ("Winner=W,T", Some("W+T")),
        ("Winner=B,F2", Some("B+F")),
        ("Winner=W,", Some("W+")),
        ("Winner=D,", Some("Draw")),
        ("Winner=N1,E", Some("Void")),
        ("Winner=P,", None),
    ] {
        assert_eq!(ugf(winner).as_deref(), result, "{winner}");
    }
}

#[test]
fn other_places_of_the_same_facts() {
    let bare = "\\HS\n\\[GAMEINFOMAIN=LINE:13,GONGJE:55\\]\n\\[GAMEDATE=2009年10月 9日 19:24:18\\]\n\
        \\[WUSERINFO=WID:wu,WLV:17,WNICK:Wu\\]\n\\[BUSERINFO=BNICK:Beck,BLV:29\\]\n\
        \\[GAMERESULT=흑 불계승\\]\n\\HE\n\\GS\nSTO 0 2 1 9 3\n\\GE\n";
    assert_eq!(
        sgf(bare.as_bytes()),
        "(;FF[4]GM[1]CA[UTF-8]SZ[13]PB[Beck]BR[3p]PW[wu]WR[1k]DT[2009-10-09]KM[5.5]RE[B+R]\n;B[jd])\n"
    );
}

#[test]
fn texts_are_read_in_the_character_set_of_their_country() {
    let encoded = |text: &str, charset: &str| {
        charset.parse::<TextEncoding>().expect("a character set").encode(text)
    };
    let gib = GIB.replace("Beck", "이창호").replace("A club", "타이젬 대국실에서 두어진 바둑");
    assert!(sgf(&encoded(&gib, "euc-kr")).contains("PB[이창호]"));
    let gib = GIB.replace("Beck", "柯洁").replace("A club", "弈城围棋网 中国 的 对局 室");
    assert!(sgf(&encoded(&gib, "gb18030")).contains("PB[柯洁]"));
    let ngf = NGF.replace("Beck  Bo", "조훈현").replace("Rating game", "친선 대국 사이버오로 바둑");
    assert!(sgf(&encoded(&ngf, "euc-kr")).contains("PB[조훈현]BR[5p]"));
    let ngf = NGF.replace("White Win by Resign!", "黒中押し勝ち!").replace("Beck  Bo", "江維傑");
    assert!(sgf(&encoded(&ngf, "shift_jis")).contains("RE[B+R]"));
    let ugf = UGF.replace("Beck", "小林").replace("Tokyo", "東京・ゾーン");
    assert!(sgf(&encoded(&ugf, "shift_jis")).contains("PC[東京・ゾーン]"));
    assert!(sgf(ugf.as_bytes()).contains("PB[小林]"));
    let mut wide = b"\xff\xfe".to_vec();
    wide.extend(UGF.encode_utf16().flat_map(u16::to_le_bytes));
    assert!(as_sgf(ServerFileKind::Ugf, &wide).expect("a record").sgf.contains(";B[qd]"));
}

#[test]
fn a_file_may_hold_several_records() {
    for (text, games) in [(GIB.repeat(3), 3), (UGF.repeat(2), 2), (NGF.repeat(2), 2)] {
        let trees = read_collection(sgf(text.as_bytes()).as_bytes(), &Limits::default());
        assert_eq!(trees.expect("SGF").trees.len(), games);
    }
}

#[test]
fn kinds_are_known_by_content_and_by_name() {
    let kinds =
        [(GIB, ServerFileKind::Gib), (NGF, ServerFileKind::Ngf), (UGF, ServerFileKind::Ugf)];
    for (text, kind) in kinds {
        for lines in [text.to_owned(), text.replace("\r\n", "\n"), text.replace('\n', "\r\n")] {
            assert_eq!(ServerFileKind::detect("game", lines.as_bytes()), Some(kind));
        }
        let marked = format!("\u{feff}{text}");
        assert_eq!(ServerFileKind::by_content(marked.as_bytes()), Some(kind));
        let old = text.replace("\r\n", "\n").replace('\n', "\r");
        assert_eq!(sgf(old.as_bytes()), sgf(text.as_bytes()));
    }
    for (name, kind) in [
        ("a.gib", Some(ServerFileKind::Gib)),
        ("a.NGF", Some(ServerFileKind::Ngf)),
        ("d/a.ugf", Some(ServerFileKind::Ugf)),
        ("a.ugi", Some(ServerFileKind::Ugf)),
        ("a.sgf", None),
        ("gib", None),
    ] {
        assert_eq!(ServerFileKind::detect(name, b"text"), kind, "{name}");
        // A wrong name does not matter.
        assert_eq!(ServerFileKind::detect(name, b"(;GM[1];B[pd])"), None, "{name}");
    }
    for other in
        ["", "(;GM[1])", "[Event \"x\"]", "19\n19\n19\nPMAB", "PMABBQEEQ\n19\n", "[Data]\nQP"]
    {
        assert_eq!(ServerFileKind::by_content(other.as_bytes()), None, "{other:?}");
    }
}

#[test]
fn a_damaged_move_ends_the_game_with_its_line() {
    for (text, from, to, line, moves) in [
        (GIB, "STO 0 3 2 3 15", "STO 0 3 2 3 19", 15, 1),
        (GIB, "STO 0 3 2 3 15", "STO 0 3 3 3 15", 15, 1),
        (GIB, "STO 0 5 2 16 2", "STO 0 5 2 16", 17, 3),
        (NGF, "PMACWEEEE", "PMACWEU", 14, 1),
        (NGF, "PMADBAAAA", "PMADXAAAA", 15, 2),
        (UGF, "DC,W1,2,0", "DU,W1,2,0", 20, 1),
        (UGF, "QP,B1,1,0", "QP", 19, 0),
    ] {
        let damaged = text.replace(from, to);
        let kind = ServerFileKind::by_content(damaged.as_bytes()).expect("a kind");
        let file = as_sgf(kind, damaged.as_bytes()).expect("a record");
        assert_eq!(file.problems.len(), 1, "{to}");
        let problem = &file.problems[0];
        assert!(problem.starts_with(&format!("line {line}: invalid move")), "{problem}");
        assert_eq!(file.sgf.matches("\n;").count(), moves, "{}", file.sgf);
    }
}

#[test]
fn what_is_no_record_is_refused() {
    for kind in [ServerFileKind::Gib, ServerFileKind::Ngf, ServerFileKind::Ugf] {
        for text in
            ["", "text", "\\HS\n\\HE\n", "x\n19\n", "x\n99\nPMABBQEEQ", "[Header]\nSize=19\n"]
        {
            let error = as_sgf(kind, text.as_bytes()).expect_err("no record").to_string();
            assert!(
                error.starts_with(&format!("invalid {} record: expected", kind.name())),
                "{error}"
            );
        }
    }
}
