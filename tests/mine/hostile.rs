//! Records that nobody would write.

use crate::full::cases;
use joseki::game::go::Position;
use joseki::game::{BoardSize, Color, Move};
use joseki::mine::RecordRejection;
use joseki::service::mine::MineRequest;
use proptest::prelude::*;

use crate::fixture::{BOOK, Fixture, game, rejected};
use crate::go_support::random::Random;

#[test]
fn ten_thousand_empty_games() {
    let fixture = Fixture::new();
    let outcome = fixture.mine_texts(&[&"(;)\n".repeat(10_000), &game("Q16", "a", "")]);
    assert_eq!(rejected(&outcome), [(RecordRejection::NoMoves, 10_000)]);
    assert_eq!(outcome.report.counted, 1);
}

#[test]
fn ten_thousand_damaged_games_are_told_by_number() {
    let fixture = Fixture::new();
    let games: String = (0..10_000).map(|at| format!("(;SZ[19]PB[{at}];B[pd];W[pd])\n")).collect();
    let report = fixture.mine_texts(&[&games]).report;
    assert_eq!((report.counted, report.cut_short), (10_000, 10_000));
    assert_eq!(report.defects.len(), 100);
    assert_eq!(fixture.state().numbers("DD"), [10_000, 10_000, 0, 0]);
}

#[test]
fn a_game_of_five_thousand_moves() {
    let mut random = Random::new(1);
    let mut board = Position::new(BoardSize::NINETEEN);
    let mut text = "(;SZ[19]RE[B+R]".to_owned();
    let mut color = Color::Black;
    for _ in 0..5000 {
        let mut points = (0..400).map(|_| random.point(BoardSize::NINETEEN));
        let found = points.find(|point| board.play(color, *point).is_ok());
        let played = found.map_or(Move::Pass, Move::Play);
        text.push_str(&format!(";{}[{}]", color.letter(), played.to_sgf()));
        if played == Move::Pass {
            board.pass();
        }
        color = color.opposite();
    }
    text.push(')');
    let fixture = Fixture::new();
    let outcome = fixture.mine_texts(&[&text]);
    assert_eq!((outcome.report.counted, outcome.report.cut_short), (1, 0));
    let state = fixture.state();
    let longest = state.lines().iter().map(|line| line.len()).max();
    assert!(longest <= Some(2 * 41), "{longest:?}");
    let id = &state.counted[""].examples;
    assert!(id.is_empty(), "the empty corner has no examples: {id:?}");
}

#[test]
fn a_line_of_a_hundred_thousand_nodes() {
    let fixture = Fixture::new();
    let nothing = ";".repeat(100_000);
    // One stone, and White passes for ever; then Black.
    let passes = ";W[]".repeat(100_000) + &";B[tt]".repeat(100_000);
    let outcome = fixture.mine_texts(&[
        &format!("(;SZ[19]PB[a]{nothing};B[pd])"),
        &format!("(;SZ[19]PB[b];B[pd]{passes};B[qf])"),
    ]);
    assert_eq!(outcome.report.counted, 2);
    let state = fixture.state();
    assert_eq!(state.numbers("DD"), [2, 2, 0, 0]);
    let turns = state.counted["DD"].turns;
    // Turns of one corner are counted up to what sixteen bits hold.
    assert_eq!((turns.later.turns, turns.again.turns), (65_535, 65_535));
    assert_eq!((turns.again.here, turns.later.here), (1, 0));
}

#[test]
fn late_moves_keep_their_own_losses() {
    let fixture = Fixture::new();
    let passes = ";W[];B[]".repeat(35_000);
    let text = format!(
        "(;SZ[19]{passes};B[pd]C[0.50 0.50 0.00 0.0];W[dd]C[0.50 0.50 0.00 3.0];B[dp]C[0.50 0.50 0.00 3.0])"
    );
    fixture.mine_texts(&[&text]);
    let total = fixture.state().counted["DD"].total();
    // Black's stone lost three points, White's none; of the last nobody knows.
    assert_eq!((total.points_lost.count, total.points_lost.sum), (2, 300));
}

#[test]
fn texts_of_the_root_are_kept_short_and_plain() {
    let fixture = Fixture::new();
    let root = format!(
        "PW[{}]BR[\x1b[31m9p]KM[-99999999999999999999]DT[-5-99-99]EV[a\u{7}\nb]RE[B+{}\x1b]",
        "w".repeat(100_000),
        "9".repeat(1_000_000)
    );
    let text = game("Q16 R14", "\x1b[2J\r\nname\0", &root.replace("\x1b[31m", "\x1b"));
    let outcome = fixture.mine_texts(&[&text, &game("Q16", "b", "RE[\n B+\x1b3.5\t ]")]);
    assert_eq!(outcome.report.counted, 2, "{:?}", outcome.report);
    let games = fixture.service.next_moves().example_games(BOOK, &[0, 1]).expect("games");
    for game in games {
        let row = game.row;
        for text in [&row.black, &row.white, &row.result] {
            assert!(text.chars().count() <= 200, "{} letters", text.len());
            assert!(!text.contains(char::is_control), "{text:?}");
        }
        assert!(row.result.chars().count() <= 100);
        assert!(row.event.is_none_or(|text| !text.contains(char::is_control)));
    }
}

#[test]
fn losses_are_bounded_and_lookalikes_are_none() {
    let fixture = Fixture::new();
    let outcome = fixture.mine_texts(&[
        // Two thousand points in a move.
        "(;SZ[19]PB[a];B[pd]C[1.00 0.00 0.00 -1000.0 v=9];W[qf]C[0.00 1.00 0.00 1000.0 v=9];B[dd])",
        "(;SZ[19]PB[b];B[pd]C[0.50 0.50 0.00 99999999999999999999.0];W[qf]C[0.50 0.50 0.00 1e30])",
        "(;SZ[19]PB[c];B[pd]C[0.5 is even];W[qf]C[1.00 1.00 1.00 1.0];B[dd]C[nan nan nan nan])",
        "(;SZ[19]PB[d];B[pd]C[-1.00 2.00 0.00 5.0];W[qf]C[-1.00 2.00 0.00 -5.0])",
    ]);
    assert_eq!(outcome.report.counted, 4);
    assert_eq!(outcome.report.evaluated, 1);
    let total = fixture.state().counted["DD"].total();
    assert_eq!(total.points_lost.count, 1);
    assert_eq!(total.points_lost.sum, 32_000);
    // White's win rate went from 1 to 0: Black gained, whatever the points say.
    assert_eq!(total.win_rate_lost.sum, -10_000);
}

proptest! {
    #![proptest_config(cases(24))]

    /// Anything that looks a little like SGF is accounted for, and mined again adds nothing.
    #[test]
    fn anything_is_accounted_for(
        texts in proptest::collection::vec(
            "(\\(;|\\)|;B\\[[a-u]{0,3}\\]|;W\\[[a-s]{2}\\]|SZ\\[19\\]|C\\[[0-9. ]{0,20}|\\]|\\PC){0,40}", 1..4),
        bytes: Vec<u8>,
    ) {
        let fixture = Fixture::new();
        let names: Vec<String> = (0..=texts.len()).map(|at| format!("{at}.sgf")).collect();
        for (name, text) in names.iter().zip(&texts) {
            fixture.write(name, text);
        }
        fixture.write(&names[texts.len()], bytes);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let first = fixture.mine(&fixture.request(&names));
        let again = fixture.mine(&MineRequest { threads: 1, ..fixture.request(&names) });
        prop_assert_eq!(again.report.counted, 0);
        prop_assert_eq!(again.report.games, first.report.games);
        prop_assert!(!again.changed);
    }
}
