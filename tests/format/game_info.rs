//! The root of game records, through the SGF reader, and the identity of games.

use joseki::book::Band;
use joseki::format::game_info::{
    GameDate, GameInfo, GameOutcome, Player, Rank, band, fingerprint, game_info, is_engine,
};
use joseki::format::sgf::{Limits, Writer, read_collection};
use joseki::game::{BoardSize, Color, Move, Point};
use proptest::collection::vec;
use proptest::prelude::*;

fn read(sgf: &str) -> GameInfo {
    let collection = read_collection(sgf.as_bytes(), &Limits::default()).unwrap();
    game_info(&collection.trees[0])
}

fn player(name: &str, rank: Option<Rank>) -> Player {
    Player { name: name.to_owned(), rank }
}

fn date(year: u16, month: u8, day: u8) -> Option<GameDate> {
    Some(GameDate { year, month: Some(month), day: Some(day) })
}

#[test]
fn a_record_of_a_server() {
    let info = read(
        "(;GM[1]FF[4]CA[UTF-8]SZ[19]GN[354460]PC[Tom]DT[2003-09-25 20:21]PB[楚阳春]PW[忧郁的孤影]\
         KM[6.5]RE[B+0.5]BR[9d]WR[9d];B[nd])",
    );
    let expected = GameInfo {
        black: player("楚阳春", Some(Rank::Dan(9))),
        white: player("忧郁的孤影", Some(Rank::Dan(9))),
        date: date(2003, 9, 25),
        result: GameOutcome::Black,
        margin: Some(0.5),
        handicap: 0,
        komi: Some(6.5),
        event: None,
        rules: None,
        number: 1,
    };
    assert_eq!(info, expected);
    assert_eq!(band(&info.black, &info.white, false), Band::HighDan);
}

/// The Fox server names GNU Go as the application of every record, its professionals with a `P`, and
/// the komi in hundredths of stones.
#[test]
fn a_record_of_the_fox_server() {
    let info = read(
        "(;GM[1]FF[4]SZ[19]GN[x]DT[2026-07-30]PB[柯洁]PW[党毅飞]BR[P9段]WR[P9段]\
         KM[375]HA[0]RU[Chinese]AP[GNU Go:3.8]RE[B+R]TM[7200]TC[5]TT[60]AP[foxwq]RL[0];B[pd])",
    );
    assert_eq!(info.komi, Some(7.5));
    assert_eq!(info.rules.as_deref(), Some("Chinese"));
    assert_eq!(band(&info.black, &info.white, false), Band::Pro);
}

#[test]
fn a_record_in_chinese() {
    let info = read(
        "(;EV[农心杯三国擂台赛]PB[柯洁]RE[黑中盘胜]BR[九段]KM[3又3/4子]PW[李世石]WR[九段]DT[2016年3月5日])",
    );
    assert_eq!(info.result, GameOutcome::Black);
    assert_eq!(info.komi, Some(7.5));
    assert_eq!(info.date, date(2016, 3, 5));
    assert_eq!(info.event.as_deref(), Some("农心杯三国擂台赛"));
    assert_eq!(band(&info.black, &info.white, false), Band::Pro);
}

/// Sina names event, day and komi as no version of SGF does. It leaves out the `;` of the root as well:
/// without that the reader finds no game, so a file must have been mended.
#[test]
fn a_record_of_sina() {
    let info = read(
        "(;\r\nTE[700网晚报杯中国业余赛第13轮]\r\nRD[2016-04-29]\r\nPC[]\r\nKO[7.5]\r\nRE[黑中盘胜]\r\n\
         PB[唐崇哲]\r\nBR[7段]\r\nPW[李岱春]\r\nWR[8段]\r\nGK[1]\r\n\r\n;B[qd];W[dp])",
    );
    assert_eq!(info.event.as_deref(), Some("700网晚报杯中国业余赛第13轮"));
    assert_eq!(info.date, date(2016, 4, 29));
    assert_eq!((info.komi, info.result), (Some(7.5), GameOutcome::Black));
    assert_eq!(band(&info.black, &info.white, false), Band::HighDan);
}

#[test]
fn a_game_of_networks() {
    let info = read(
        "(;FF[4]GM[1]SZ[19]PB[kata1-b18c384nbt-s6645609216-d3436340562]\
         PW[kata1-b28c512nbt-s8150702336-d4580586647]HA[0]KM[6]RE[])",
    );
    assert_eq!(info.result, GameOutcome::Unknown);
    assert_eq!(info.date, None);
    assert_eq!(band(&info.black, &info.white, false), Band::Engine);
}

#[test]
fn an_empty_root_says_nothing() {
    for sgf in ["(;)", "(;PB[]PW[ ]BR[]DT[]RE[]HA[]KM[]EV[]RU[\n]GM[])"] {
        let info = read(sgf);
        assert_eq!(info.black, Player::default());
        assert_eq!(info.result, GameOutcome::Unknown);
        assert_eq!((info.handicap, info.komi), (0, None));
        assert_eq!((&info.event, &info.rules), (&None, &None));
        assert_eq!(info.number, 1);
    }
}

#[test]
fn other_games_are_no_go() {
    for text in ["(;GM[1])", "(;GM[ 1 ])", "(;SZ[19])"] {
        assert_eq!(read(text).number, 1, "{text}");
    }
    let numbers = ["(;GM[2])", "(;GM[othello])", "(;GM[11])"].map(|text| read(text).number);
    assert_eq!(numbers, [2, 0, 11]);
}

#[test]
fn black_stones_alone_are_a_handicap_if_nothing_else_says_it() {
    assert_eq!(read("(;AB[dd][pp])").handicap, 2);
    assert_eq!(read("(;HA[0]AB[dd][pp])").handicap, 0);
    assert_eq!(read("(;HA[4]AB[dd][pp])").handicap, 4);
    assert_eq!(read("(;AB[dd][pp]AW[dp])").handicap, 0);
    assert_eq!(read("(;AB[dd])").handicap, 0);
    assert_eq!(read("(;AB[dd:pp][aa])").handicap, 0);
}

/// Texts that look like what is read, cut and put together at random.
fn text() -> impl Strategy<Value = String> {
    let pieces = "(B|W|\\+|R|[0-9]{1,4}|[-/:.,() ]|黑|白|胜|負|目半|子|又|年|月|日|段|级|九|十|初|段|p|d|k|dan|pro|Sept|th|½|\u{fffd}){0,12}";
    prop_oneof![any::<String>(), pieces, "\\PC{0,60}"]
}

const PROPERTIES: [&str; 12] =
    ["PB", "PW", "BR", "WR", "DT", "RE", "HA", "KM", "EV", "RU", "GM", "AB"];

proptest! {
    #[test]
    fn any_root_is_read(values in vec(text(), PROPERTIES.len())) {
        let mut writer = Writer::new(Vec::new());
        writer.begin_tree().unwrap();
        writer.node().unwrap();
        for (property, value) in PROPERTIES.iter().zip(&values) {
            writer.property(property, [value]).unwrap();
        }
        writer.end_tree().unwrap();
        let sgf = writer.finish().unwrap();
        let collection = read_collection(&sgf, &Limits::default()).unwrap();
        let info = game_info(&collection.trees[0]);
        for player in [&info.black, &info.white] {
            prop_assert!(player.name.chars().count() <= 200);
            prop_assert!(!player.name.chars().any(char::is_control));
            prop_assert_eq!(player.name.trim(), &player.name);
            if let Some(rank) = player.rank {
                prop_assert_eq!(Rank::parse(&rank.to_string()), Some(rank));
            }
        }
        if let Some(date) = info.date {
            prop_assert_eq!(GameDate::parse(&date.to_string()), Some(date));
        }
        prop_assert!(info.komi.is_none_or(|komi| komi.abs() < 400.0));
        let engines = is_engine(&info.black.name) && is_engine(&info.white.name);
        let strength = band(&info.black, &info.white, false);
        prop_assert_eq!(strength == Band::Engine, engines);
    }

    #[test]
    fn colours_are_treated_alike(text in text()) {
        let swapped: String = text.chars().map(|c| match c {
            'B' => 'W', 'W' => 'B', '黑' => '白', '白' => '黑', other => other,
        }).collect();
        let winner = GameOutcome::parse(&text).winner();
        // Characters that the table of swaps does not know would make this false.
        prop_assume!(!text.contains(['b', 'w', '黒', '흑', '백', 'Ｂ', 'Ｗ', 'ｂ', 'ｗ']));
        prop_assert_eq!(GameOutcome::parse(&swapped).winner(), winner.map(Color::opposite));
    }
}

type Game = (BoardSize, Vec<(Color, Move)>);

/// Games of any moves: a fingerprint does not ask whether they are legal.
fn game() -> impl Strategy<Value = Game> {
    (2u8..=25, vec((any::<bool>(), 0u8..26, 0u8..25), 0..80)).prop_map(|(lines, drawn)| {
        let size = BoardSize::new(lines).unwrap();
        let moves = drawn.into_iter().map(|(black, x, y)| {
            let color = if black { Color::Black } else { Color::White };
            let point = (x < 25).then(|| size.point(x % lines, y % lines).unwrap());
            (color, point.map_or(Move::Pass, Move::Play))
        });
        (size, moves.collect())
    })
}

/// The game turned by a quarter, and mirrored if asked.
fn turned(game: &Game, mirrored: bool) -> Game {
    let far = game.0.max();
    let turn = |point: Point| {
        let (x, y) = (far - point.y(), point.x());
        Point::new(if mirrored { far - x } else { x }, y)
    };
    let moves =
        game.1.iter().map(|&(color, m)| (color, m.point().map_or(Move::Pass, |p| turn(p).into())));
    (game.0, moves.collect())
}

fn of(game: &Game, info: &GameInfo) -> u64 {
    fingerprint(game.0.get(), &game.1, info)
}

proptest! {
    #[test]
    fn a_fingerprint_is_that_of_every_symmetry(game in game()) {
        let info = read("(;PB[A]PW[B])");
        let expected = of(&game, &info);
        let mut other = game;
        for turn in 0..8 {
            other = turned(&other, turn == 3);
            prop_assert_eq!(of(&other, &info), expected);
        }
    }

    #[test]
    fn colours_swapped_with_their_players_are_the_same_game(game in game()) {
        let swapped = (game.0, game.1.iter().map(|&(color, m)| (color.opposite(), m)).collect());
        prop_assume!(!game.1.is_empty());
        let both = [read("(;PB[A]PW[B]DT[2001])"), read("(;PB[B]PW[A]DT[2001])")];
        prop_assert_eq!(of(&game, &both[0]), of(&swapped, &both[1]));
    }

    #[test]
    fn another_move_is_another_game(game in game(), at: prop::sample::Index, x in 0u8..25, y in 0u8..25) {
        // No symmetry leaves the first move in its place, so other moves are another game.
        let (size, mut moves) = (BoardSize::NINETEEN, game.1);
        moves.retain(|(_, m)| m.point().is_some_and(|p| size.contains(p)));
        moves.insert(0, (Color::Black, Point::new(2, 3).into()));
        let mut changed = moves.clone();
        let point = Point::new(x % 19, y % 19);
        let at = at.index(moves.len() + 1).max(1);
        changed.insert(at, (Color::White, point.into()));
        let info = read("(;)");
        prop_assert_ne!(of(&(size, moves.clone()), &info), of(&(size, changed.clone()), &info));
        if at < moves.len() && changed[at] != moves[at] {
            changed.remove(at + 1);
            prop_assert_ne!(of(&(size, moves), &info), of(&(size, changed), &info));
        }
    }
}

/// Moves that come from a formula, so that another program can make them too.
fn formula(count: usize) -> Vec<(Color, Move)> {
    let at = |i: usize| {
        let point = Point::new((7 * i % 19) as u8, ((i * i + 3) % 19) as u8);
        let m = if i == 50 { Move::Pass } else { point.into() };
        (Color::ALL[i % 2], m)
    };
    (0..count).map(at).collect()
}

#[test]
fn metadata_count_for_short_games_only() {
    let infos = [
        read("(;PB[Cho Chikun]PW[Kato]DT[2001-02-03])"),
        read("(;PB[Rin]PW[Kato]DT[2001-02-03])"),
        read("(;PB[Cho Chikun]PW[Kato])"),
    ];
    let again = read("(;PB[cho  CHIKUN]PW[KATO]DT[2001/2/3]RE[B+R])");
    for (count, same) in [(39, false), (40, true)] {
        let moves = formula(count);
        let first = fingerprint(19, &moves, &infos[0]);
        assert_eq!(fingerprint(19, &moves, &again), first);
        for info in &infos[1..] {
            assert_eq!(fingerprint(19, &moves, info) == first, same);
        }
    }
}

#[test]
fn passes_at_the_end_do_not_count() {
    let info = read("(;)");
    let mut moves = formula(45);
    let expected = fingerprint(19, &moves, &info);
    moves.extend([(Color::White, Move::Pass), (Color::Black, Move::Pass)]);
    assert_eq!(fingerprint(19, &moves, &info), expected);
    moves.push((Color::White, Point::new(0, 0).into()));
    assert_ne!(fingerprint(19, &moves, &info), expected);
}

/// Frozen: computed by a Python program that was written from the documentation of `fingerprint`; it
/// turns the whole game for every symmetry and hashes one after the other.
#[test]
fn golden_fingerprints() {
    let play = |x, y| Move::Play(Point::new(x, y));
    let info = read("(;DT[2008-01-31]PB[Cho Chikun]PW[趙 治勲])");
    let short =
        [(Color::Black, play(15, 3)), (Color::White, play(3, 3)), (Color::Black, play(16, 16))];
    assert_eq!(fingerprint(19, &formula(60), &info), 0x56ad_4976_8203_71a2);
    assert_eq!(fingerprint(19, &short, &info), 0x7ac8_5dd6_5ebe_7d18);
    assert_eq!(fingerprint(9, &[], &read("(;)")), 0x9e7d_d2fa_f5ce_2106);
}
