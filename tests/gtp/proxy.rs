//! In front of an engine: the book where it has moves, the engine everywhere else, both with one position.

use std::collections::BTreeSet;

use crate::programs::needs;
use crate::support::Talk;

#[test]
fn the_book_plays_while_it_has_moves_and_the_engine_after_that() {
    needs!("python3");
    let mut talk = Talk::before("", &["--until-move", "2"]);
    assert_eq!(talk.must("name"), "Joseki with Scripted");
    let first = talk.must("genmove b");
    assert!(talk.must("joseki-last").starts_with("book "));
    talk.same_position();
    let second = talk.must("genmove w");
    assert!(talk.must("joseki-last").starts_with("book "));
    // The scripted engine takes the first free point.
    assert_eq!(talk.must("genmove b"), "A19");
    assert_eq!(talk.must("joseki-last"), "engine");
    talk.same_position();
    let told = talk.received();
    let played = |color: &str, point: &str| told.contains(&format!("play {color} {point}"));
    assert!(played("B", &first) && played("W", &second), "{told:?}");
    assert_eq!(told.iter().filter(|line| line.starts_with("genmove")).count(), 1);
}

#[test]
fn a_move_that_is_none_of_the_book_is_answered_by_the_engine() {
    needs!("python3");
    let mut talk = Talk::before("", &[]);
    talk.must("play b Q16");
    // The first line touches nothing that a book knows.
    talk.must("play w T19");
    assert_eq!(talk.must("genmove b"), "A19");
    let mut talk = Talk::before("", &["--after-any-move"]);
    talk.must("play b Q16");
    talk.must("play w T19");
    talk.must("genmove b");
    assert!(talk.must("joseki-last").starts_with("book "));
    // Alone, there is nobody else to answer.
    let mut talk = Talk::alone(&[]);
    talk.must("play b Q16");
    talk.must("play w T19");
    assert_ne!(talk.must("genmove b"), "pass");
}

/// The points of `joseki-next` for Black after some moves, in front of an engine or alone.
fn points(engine: bool, arguments: &[&str], moves: &[&str]) -> Vec<String> {
    let mut talk = if engine { Talk::before("", arguments) } else { Talk::alone(arguments) };
    for (number, played) in moves.iter().enumerate() {
        talk.must(&format!("play {} {played}", ["b", "w"][number % 2]));
    }
    let found = talk.must(&format!("joseki-next {}", ["b", "w"][moves.len() % 2]));
    found.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

fn is_upper_right(point: &str) -> bool {
    point[1..].parse::<u8>().is_ok_and(|row| row > 10) && point > "K"
}

#[test]
fn a_far_move_that_is_none_of_the_book_leaves_the_empty_corners_to_the_book() {
    needs!("python3");
    let mut talk = Talk::before("", &[]);
    talk.must("play b Q16");
    talk.must("play w K10");
    let played = talk.must("genmove b");
    assert!(talk.must("joseki-last").starts_with("book "), "{played}");
    assert!(!is_upper_right(&played), "{played}");
    let after = points(true, &[], &["Q16", "K10"]);
    assert!(!after.is_empty() && !after.iter().any(|point| is_upper_right(point)), "{after:?}");
}

#[test]
fn a_corner_that_waits_no_longer_is_the_engines_unless_a_curator_recommends_it() {
    needs!("python3");
    let moves = ["Q16", "D4", "O17", "D16"];
    assert!(points(false, &[], &moves).contains(&"R15".to_owned()));
    assert!(!points(true, &[], &moves).iter().any(|point| is_upper_right(point)));
    assert!(points(true, &["--min-urgency", "0"], &moves).contains(&"R15".to_owned()));
    // Black went elsewhere, and many come back: moves that a curator recommends stay.
    let left = points(true, &[], &["Q16", "O17", "D4"]);
    assert!(left.contains(&"R14".to_owned()) && !left.contains(&"Q13".to_owned()), "{left:?}");
}

#[test]
fn moves_without_a_verdict_need_a_share_in_front_of_an_engine() {
    needs!("python3");
    let moves = ["Q16", "O17", "L17"];
    let [default, any] = [&[][..], &["--min-share", "0"]].map(|flags| points(true, flags, &moves));
    assert!(!default.contains(&"Q13".to_owned()) && any.contains(&"Q13".to_owned()), "{any:?}");
    assert!(default.contains(&"R17".to_owned()), "{default:?}");
}

#[test]
fn a_line_that_was_begun_is_finished_below_the_bar() {
    needs!("python3");
    let bar = ["--min-urgency", "1", "--min-verdict", "ideal", "--min-games", "1000000"];
    assert_eq!(points(true, &bar, &[]), [""; 0]);
    let begun = points(true, &bar, &["Q16", "O17"]);
    assert!(
        begun.contains(&"R14".to_owned()) && begun.iter().all(|point| is_upper_right(point)),
        "{begun:?}"
    );
    assert_eq!(points(true, &bar, &["Q16"]), [""; 0], "White has no stone there");
}

#[test]
fn on_small_boards_the_book_is_asked_for_begins_corners_and_stays_in_its_half() {
    needs!("python3");
    let points = |engine, arguments: &[&str]| {
        let mut talk = if engine { Talk::before("", arguments) } else { Talk::alone(arguments) };
        talk.must("boardsize 13");
        talk.must("play b K10");
        talk.must("play w H11");
        talk.must("joseki-next b")
    };
    assert_eq!(points(true, &[]), "");
    let first = points(true, &["--small-boards"]);
    assert!(first.lines().all(|line| line.split_whitespace().nth(3).is_some_and(|l| l.len() == 2)));
    assert!(first.lines().count() > 2, "three corners are empty: {first}");
    let deep = ["--small-boards", "--depth", "99", "--min-share", "0"];
    let (bounded, all) = (points(true, &deep), points(false, &[]));
    // The two-space low pincer, on the ninth line from the corner.
    let pincer = |moves: &str| moves.lines().any(|line| line.contains(" DDCFCI "));
    assert!(!bounded.is_empty() && !pincer(&bounded) && pincer(&all), "{bounded}");
}

#[test]
fn setup_clock_and_undo_reach_the_engine() {
    needs!("python3");
    let mut talk = Talk::before("", &[]);
    talk.must("boardsize 13");
    talk.must("clear_board");
    talk.must("komi 0.5");
    assert_eq!(talk.must("test-komi"), "0.5");
    let points = talk.must("fixed_handicap 4");
    assert_eq!(points, "D4 K10 D10 K4");
    talk.same_position();
    assert_eq!(talk.fails("fixed_handicap 2"), "board not empty");
    talk.must("play w G7");
    talk.same_position();
    talk.must("undo");
    talk.same_position();
    assert_eq!(talk.fails("undo"), "cannot undo");
    talk.must("time_settings 600 30 1");
    talk.must("time_left b 599 0");
    assert_eq!(talk.must("test-time"), "time_settings 600 30 1 / time_left b 599 0");
    talk.must("clear_board");
    talk.must("set_free_handicap C3 E5 G7");
    talk.same_position();
    assert!(talk.fails("boardsize 25").contains("unacceptable size"));
    talk.same_position();
}

#[test]
fn an_engine_without_undo_gets_the_position_anew() {
    needs!("python3");
    let mut talk = Talk::before("--no-undo", &[]);
    talk.must("komi 7.5");
    talk.must("play b Q16");
    talk.must("play w D4");
    talk.must("undo");
    talk.same_position();
    assert_eq!(talk.must("test-komi"), "7.5");
    talk.must("gg-undo 1");
    talk.same_position();
    assert_eq!(talk.own_stones(), "");
}

#[test]
fn stones_that_the_engine_places_and_moves_of_the_cleanup_are_ours_too() {
    needs!("python3");
    let mut talk = Talk::before("", &[]);
    assert_eq!(talk.must("place_free_handicap 3"), "C3 R17 K10");
    talk.same_position();
    // The book has a move, but is not used in a cleanup.
    assert_eq!(talk.must("kgs-genmove_cleanup w"), "A19");
    assert_eq!(talk.must("joseki-last"), "engine");
    talk.same_position();
    talk.must("play b C17");
    assert_eq!(talk.must("kgs-genmove_cleanup w"), "B19");
    // B19 is not in the book and near a stone of ours, so the engine says what it would
    // play; nobody plays it.
    assert_eq!(talk.must("reg_genmove b"), "C19");
    talk.same_position();
}

#[test]
fn an_engine_that_knows_little_is_told_no_more() {
    needs!("python3");
    let mut talk = Talk::before("--few", &[]);
    talk.must("time_settings 600 30 1");
    talk.must("time_left b 599 0");
    assert_eq!(talk.must("fixed_handicap 3"), "D4 Q16 D16");
    talk.same_position();
    talk.must("play w Q4");
    talk.must("undo");
    talk.same_position();
    assert_eq!(talk.own_stones(), "bD16 bD4 bQ16");
    talk.must("play w Q4");
    talk.must("genmove b");
    talk.same_position();
}

#[test]
fn what_would_part_the_positions_is_refused_and_the_rest_passed_on() {
    needs!("python3");
    let mut talk = Talk::before("", &[]);
    talk.must("play b Q16");
    assert_eq!(talk.must("test-stones"), "bQ16");
    assert_eq!(talk.fails("test-nothing"), "unknown command");
    let refused = talk.fails("set_position black Q16");
    assert!(refused.contains("different position"), "{refused}");
    talk.must("gogui-play_sequence w D4 b pass w C6");
    talk.same_position();
    assert_eq!(talk.own_stones(), "bQ16 wC6 wD4");
}

#[test]
fn a_loaded_record_is_the_engines_position_too() {
    needs!("python3");
    let mut talk = Talk::before("", &[]);
    let path = talk.folder.path().join("game.sgf");
    let record = "(;GM[1]FF[4]SZ[9]KM[0.5]AB[cc]AW[gg];B[cg];W[gc];B[];W[ee])";
    std::fs::write(&path, record).expect("a file");
    talk.must(&format!("loadsgf {}", path.display()));
    talk.same_position();
    assert_eq!(talk.own_stones(), "bC3 bC7 wE5 wG3 wG7");
    assert_eq!(talk.must("test-komi"), "0.5");
    talk.must("undo");
    talk.same_position();
}

#[test]
fn the_engine_is_asked_what_it_thinks_of_the_whole_board() {
    needs!("python3");
    // Q16 and its kind are the book's first moves. The engine gives D4 the best, Q16 three percent less.
    let rates = "D4=0.53,Q16=0.50,C3=0.40";
    let first = |loss: &str| {
        let mut talk =
            Talk::before(&format!("--analyze {rates}"), &["--check", loss, "--check-time", "0.2"]);
        let listed = talk.must("joseki-next b");
        listed
            .lines()
            .map(|line| line.split(' ').next().expect("a point").to_owned())
            .collect::<Vec<_>>()
    };
    // Moves that were not searched are left out.
    let mut all = first("0.2");
    all.sort();
    assert_eq!(all, ["C3", "D4", "Q16"]);
    let mut some = first("0.05");
    some.sort();
    assert_eq!(some, ["D4", "Q16"]);
    assert_eq!(first("0.01"), ["D4"]);
}

#[test]
fn the_engines_own_order_says_which_move_is_its_best() {
    needs!("python3");
    // D4 is the first of its order, though it was looked at less.
    let rates = "D4=0.53*10,Q16=0.20*900,C3=0.52*900";
    let mut talk =
        Talk::before(&format!("--analyze {rates}"), &["--check", "0.05", "--check-time", "0.2"]);
    let listed = talk.must("joseki-next b");
    let points: BTreeSet<&str> = listed.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(points, BTreeSet::from(["C3", "D4"]));
}

#[test]
fn an_engine_for_one_kind_of_game_can_be_used() {
    needs!("python3");
    let mut talk = Talk::before("--only 9", &[]);
    assert!(talk.fails("boardsize 13").contains("unacceptable size"));
    talk.must("boardsize 9");
    assert!(talk.fails("komi 6.5").contains("unacceptable komi"));
    talk.must("komi 7");
    talk.must("clear_board");
    talk.must("genmove b");
    talk.same_position();
}
