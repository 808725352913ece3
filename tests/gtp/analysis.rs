//! `lz-analyze`, `kata-analyze` and their kin, as programs with a board use them.

use crate::support::Talk;

/// The moves of a line with their orders and win rates.
fn moves(line: &str) -> Vec<(String, usize, f64)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let parts = words.split(|word| *word == "info").skip(1);
    parts
        .map(|part| {
            let after = |key: &str| {
                let at = part.iter().position(|word| *word == key);
                part[at.unwrap_or_else(|| panic!("no {key} in {part:?}")) + 1].to_owned()
            };
            let order = after("order").parse().expect("a number");
            (after("move"), order, after("winrate").parse().expect("a number"))
        })
        .collect()
}

#[test]
fn the_books_moves_are_shown_until_the_next_command() {
    let mut talk = Talk::alone(&[]);
    talk.must("play b Q16");
    talk.must("play w O17");
    let listed = talk.must("joseki-next b");
    let wanted: Vec<&str> = listed.lines().filter_map(|line| line.split(' ').next()).collect();
    for (command, most) in
        [("lz-analyze b 50", 10_000.0), ("kata-analyze 50", 1.0), ("5 lz-analyze b", 10_000.0)]
    {
        talk.send(&format!("{command}\n"));
        let first = talk.line();
        assert_eq!(first.trim(), if command.starts_with('5') { "=5" } else { "=" });
        let line = talk.line();
        let shown = moves(&line);
        let points: Vec<&str> = shown.iter().map(|(point, ..)| point.as_str()).collect();
        // Twins of symmetric corners are both shown, the list names one of them.
        assert!(points.len() > wanted.len(), "{command}: {points:?}");
        let points: Vec<&str> = points.into_iter().filter(|point| wanted.contains(point)).collect();
        assert_eq!(points, wanted, "{command}");
        assert!(shown.iter().enumerate().all(|(place, (_, order, _))| place == *order));
        assert!(shown.iter().all(|(_, _, rate)| (0.0..=most).contains(rate)));
        // Any line ends it, and is answered if it is a command.
        talk.send("6 version\n");
        assert_eq!(talk.line(), "\n");
        assert_eq!(talk.answer(), format!("=6 {}", env!("CARGO_PKG_VERSION")));
    }
    talk.send("lz-analyze b 10\n");
    assert_eq!(talk.line().trim(), "=");
    assert!(moves(&talk.line()).len() > wanted.len());
    talk.send("\n");
    assert_eq!(talk.line(), "\n");
}

/// Both sides see the same position: neither has its best move's value for granted.
#[test]
fn win_rates_along_a_joseki_are_even_on_average() {
    let mut talk = Talk::alone(&[]);
    for (color, point) in ["b", "w"].into_iter().cycle().zip(["Q16", "O17", "R14", "Q18", "R17"]) {
        talk.must(&format!("play {color} {point}"));
        talk.send("kata-analyze 50\n");
        assert_eq!(talk.line().trim(), "=");
        let line = talk.line();
        talk.send("\n");
        assert_eq!(talk.line(), "\n");
        let (mut sum, mut visits) = (0.0, 0.0);
        for (part, (_, _, rate)) in line.split("info ").skip(1).zip(moves(&line)) {
            let mut words = part.split_whitespace().skip_while(|word| *word != "visits");
            let weight: f64 = words.nth(1).expect("visits").parse().expect("a number");
            sum += weight * rate;
            visits += weight;
        }
        assert!((sum / visits - 0.5).abs() < 0.02, "{point}: {} in {line}", sum / visits);
    }
}

#[test]
fn the_end_of_the_input_ends_an_analysis() {
    let mut talk = Talk::alone(&[]);
    talk.send("lz-analyze b 10\n");
    assert_eq!(talk.line().trim(), "=");
    talk.line();
    talk.end();
}

#[test]
fn where_the_book_has_no_move_the_engine_thinks() {
    let mut talk = Talk::before("--analyze K10=0.51,A1=0.2", &["--until-move", "0"]);
    talk.send("lz-analyze b 10\n");
    assert_eq!(talk.line().trim(), "=");
    assert_eq!(moves(&talk.line()), [("K10".to_owned(), 0, 5100.0), ("A1".to_owned(), 1, 2000.0)]);
    talk.send("play b K10\n");
    assert_eq!(talk.line(), "\n");
    assert_eq!(talk.answer(), "=");
    talk.same_position();
    // An engine that cannot: nothing is shown, and nothing is wrong.
    let mut talk = Talk::before("", &["--until-move", "0"]);
    talk.send("lz-analyze b 10\n");
    assert_eq!(talk.line().trim(), "=");
    talk.send("\n");
    assert_eq!(talk.line(), "\n");
}

#[test]
fn a_move_can_be_made_with_what_is_thought_of_it() {
    let mut talk = Talk::before("--analyze K10=0.51", &["--until-move", "1"]);
    talk.send("lz-genmove_analyze b 10\n");
    assert_eq!(talk.line().trim(), "=");
    let best = moves(&talk.line())[0].0.clone();
    assert_eq!(talk.line().trim(), format!("play {best}"));
    assert_eq!(talk.line(), "\n");
    talk.same_position();
    talk.send("lz-genmove_analyze w 10\n");
    assert_eq!(talk.line().trim(), "=");
    assert_eq!(moves(&talk.line())[0].0, "K10");
    assert_eq!(talk.line().trim(), "play A19");
    assert_eq!(talk.line(), "\n");
    talk.same_position();
    // It has no kata-genmove_analyze: it is asked for a plain move.
    talk.send("kata-genmove_analyze b 10\n");
    assert_eq!(talk.line().trim(), "=");
    assert_eq!(talk.line().trim(), "play B19");
    assert_eq!(talk.line(), "\n");
    talk.same_position();
}
