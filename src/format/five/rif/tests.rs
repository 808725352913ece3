//! Tests of reading the database of RenjuNet.

use std::fmt::Write as _;

use proptest::prelude::*;

use super::*;

const TABLES: &str = r#"<?xml version="1.0"?><database version="1.0">
<countries><country id="1" name="Estonia"/></countries>
<cities><city id="1" country="1" name="Tallinn"/></cities>
<rules><rule id="1" name="RIF">two fifths</rule><rule id="3" name="Soos&#245;rv-8"/></rules>
<openings><opening id="4" abbr="D4" name="Kagetsu"/></openings>
<players><player id="1" name="A &amp; B" surname="One]"/><player id="2" surname="Two"/></players>
<tournaments><tournament id="1" name="First" country="1" city="1" year="2025" month="5" rule="3"
rated="1"/><tournament id="2" name="Second" start="2026-02-03" rated="0"/></tournaments><games>"#;

fn games(games: &str) -> Vec<Result<RifGame, RifProblem>> {
    RifReader::new(format!("{TABLES}{games}</games></database>").as_bytes()).collect()
}

fn only_game(text: &str) -> RifGame {
    let mut games = games(text);
    assert_eq!(games.len(), 1, "{games:?}");
    games.remove(0).unwrap()
}

#[test]
fn reads_a_game_with_all_properties() {
    let game = only_game(
        r#"<game id="9" tournament="1" round="2" black="1" white="2" bresult="0.5" opening="4"
           alt="i7, j8" swap="R"><move>h8 h9
           j10</move><info>a &lt; b &eacute;</info></game>"#,
    );
    assert!(game.faults.is_empty(), "{:?}", game.faults);
    let sgf = "(;FF[4]GM[4]CA[UTF-8]SZ[15]GN[9]PB[A & B One\\]]PW[Two]DT[2025-05]\
               PC[Tallinn, Estonia]EV[First]RO[2]RE[0]RU[renju]ON[D4 Kagetsu]JA[ii][jh]JW[R]\
               JY[Soosõrv-8]JD[1]GC[a < b é]SO[RenjuNet]\n;B[hh]\n;W[hg]\n;B[jf])\n";
    assert_eq!(game.sgf, sgf);
}

#[test]
fn prefers_the_rule_of_the_game_and_the_start_of_the_tournament() {
    let game = only_game(
        r#"<game id="1" tournament="2" rule="1" black="1" white="2" bresult="1">
           <move>h8</move></game>"#,
    );
    assert!(game.sgf.contains("DT[2026-02-03]EV[Second]RE[B+]"));
    assert!(game.sgf.contains("JY[RIF]JD[0]"));
}

#[test]
fn reports_faults_with_the_moves_before_them() {
    let attributes = r#"black="1" white="2" bresult="0""#;
    let game = only_game(&format!(r#"<game id="1" {attributes}><move>h8 h9 h8</move></game>"#));
    assert!(game.sgf.ends_with(";B[hh]\n;W[hg])\n"));
    let fault = RifFault::OccupiedPoint { number: 3, text: "h8".to_owned() };
    assert_eq!(game.faults, [fault]);
    let game = only_game(&format!(r#"<game id="1" {attributes}><move>h8 z9</move></game>"#));
    assert_eq!(game.faults, [RifFault::InvalidMove { number: 2, text: "z9".to_owned() }]);
    let game = only_game(r#"<game id="1" black="7"><move>h8</move></game>"#);
    let unknown = |black, id: Option<&str>| {
        let id = id.map(str::to_owned);
        RifFault::UnknownPlayer { black, id }
    };
    assert_eq!(game.faults, [unknown(true, Some("7")), unknown(false, None), RifFault::NoResult]);
}

#[test]
fn reports_repeated_ids_and_games_without_moves() {
    let text = r#"<game id="1"><move>h8</move></game><game id="1"><move>i9</move></game>
                  <game id="2"><move/></game><game id="3"/>"#;
    let games = games(text);
    let [Ok(first), Ok(second), Err(third), Err(fourth)] = games.as_slice() else {
        panic!("{games:?}")
    };
    assert!(!first.faults.contains(&RifFault::RepeatedId));
    assert!(second.faults.contains(&RifFault::RepeatedId));
    assert_eq!((third.game.as_deref(), &third.fault), (Some("2"), &RifFault::NoMoves));
    assert_eq!(fourth.to_string(), "game 3: no moves");
}

#[test]
fn reads_any_declared_encoding() {
    let text = r#"<database><players><player id="1" name="Soosõrv"/></players>
                  <game id="1" black="1" white="1" bresult="1"><move>h8</move></game></database>"#;
    for label in ["windows-1252", "ISO-8859-1", "iso-8859-13", "utf-8", "unknown"] {
        let declared = format!(r#"<?xml version="1.0" encoding="{label}"?>{text}"#);
        let single = declared.replace('õ', "\u{0}");
        let bytes: Vec<u8> = single.bytes().map(|b| if b == 0 { 0xF5 } else { b }).collect();
        let games: Vec<_> = RifReader::new(bytes.as_slice()).collect();
        let [Ok(game)] = games.as_slice() else { panic!("{games:?}") };
        assert!(game.sgf.contains("PB[Soosõrv]"), "{label}: {}", game.sgf);
    }
    for (bom, is_little) in [([0xFF, 0xFE], true), ([0xFE, 0xFF], false)] {
        let units = text.encode_utf16();
        let units = units.flat_map(|u| if is_little { u.to_le_bytes() } else { u.to_be_bytes() });
        let bytes: Vec<u8> = bom.into_iter().chain(units).collect();
        let games: Vec<_> = RifReader::new(bytes.as_slice()).collect();
        assert!(matches!(games.as_slice(), [Ok(game)] if game.sgf.contains("PB[Soosõrv]")));
    }
}

#[test]
fn refuses_large_texts_and_other_documents() {
    let long = "h8 ".repeat(500_000);
    let text = format!(r#"<game id="5"><move>{long}</move></game>"#);
    let problem = RifProblem { game: Some("5".to_owned()), fault: RifFault::TextTooLarge };
    assert_eq!(games(&text), [Err(problem.clone())]);
    let pieces = "<i/>h8 h8 h8 h8 h8".repeat(80_000);
    assert_eq!(games(&format!(r#"<game id="5"><move>{pieces}</move></game>"#)), [Err(problem)]);
    let endless = std::io::BufReader::new(std::io::Read::take(std::io::repeat(b'a'), 1 << 24));
    let games: Vec<_> = RifReader::new(endless).collect();
    let too_large = RifProblem { game: None, fault: RifFault::TextTooLarge };
    assert_eq!(games, [Err(too_large)]);
    let games: Vec<_> = RifReader::new(&b"<html></html>"[..]).collect();
    assert_eq!(games, [Err(RifProblem { game: None, fault: RifFault::NotADatabase })]);
    assert_eq!(RifReader::new(&b""[..]).count(), 1);
}

#[test]
fn keeps_the_game_of_a_truncated_file() {
    let text = format!(r#"{TABLES}<game id="4" black="1" white="2" bresult="1"><move>h8 i9"#);
    let games: Vec<_> = RifReader::new(text.as_bytes()).collect();
    assert!(matches!(games.as_slice(), [Ok(game)] if game.faults == [RifFault::Truncated]));
}

#[test]
fn tolerates_loose_markup() {
    let game = only_game(
        r#"<game id="1" black="1" white="2" bresult="1"><move><![CDATA[h8]]> i9 </move>
           <info>a & b &unknown; &#150;</info></wrong></game>"#,
    );
    assert!(game.sgf.contains("GC[a & b &unknown; –]"), "{}", game.sgf);
    assert!(game.sgf.ends_with(";W[ig])\n"));
}

proptest! {
    #[test]
    fn never_panics(text in "[<>/&;=\"a-z0-9 ]{0,80}") {
        let _ = games(&text).len();
        let _ = RifReader::new(text.as_bytes()).count();
    }

    #[test]
    fn reads_moves_in_small_pieces(count in 1_usize..225, size in 1_usize..40) {
        let mut moves = String::new();
        for index in 0..count {
            let column = char::from(b'a' + u8::try_from(index % 15).unwrap());
            write!(moves, "{column}{} ", index / 15 + 1).unwrap();
        }
        let text = format!(r#"{TABLES}<game id="1"><move>{moves}</move></game>"#);
        let input = std::io::BufReader::with_capacity(size, text.as_bytes());
        let games: Vec<_> = RifReader::new(input).collect();
        let [Ok(game)] = games.as_slice() else { panic!("{games:?}") };
        prop_assert_eq!(game.sgf.lines().count(), count + 1);
    }
}
