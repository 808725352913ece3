//! `lz-analyze`, `kata-analyze` and their kin, as programs with a board use them.

use crate::programs::needs;
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

/// Sends an analysis command, returns its line, and ends it.
fn analysis(talk: &mut Talk, command: &str) -> String {
    talk.send(&format!("{command}\n"));
    assert_eq!(talk.line().trim(), "=", "{command}");
    let line = talk.line();
    talk.send("\n");
    assert_eq!(talk.line(), "\n", "{command}");
    line
}

fn points(line: &str) -> Vec<String> {
    moves(line).into_iter().map(|(point, ..)| point).collect()
}

/// The arguments of KataGo's `docs/GTP_Extensions.md` and of Leela Zero.
#[test]
fn analyses_obey_their_arguments() {
    let mut talk = Talk::alone(&[]);
    talk.must("play b Q16");
    talk.must("play w O17");
    let all = points(&analysis(&mut talk, "kata-analyze b 50"));
    for (command, wanted) in [
        ("kata-analyze b interval 50 maxmoves 3", &all[..3]),
        ("lz-analyze maxmoves 2 10", &all[..2]),
        ("lz-analyze minmoves 2", &all[..]),
        ("kata-analyze maxmoves 1 minmoves 5 ownership true", &all[..1]),
        ("lz-analyze allow w D4 1", &all[..]),
    ] {
        assert_eq!(points(&analysis(&mut talk, command)), wanted, "{command}");
    }
    for command in ["lz-analyze", "kata-analyze"] {
        let only = analysis(&mut talk, &format!("{command} allow b R14 1 avoid b P17 1"));
        assert_eq!(points(&only), ["R14"], "{command}");
        let others = points(&analysis(&mut talk, &format!("{command} avoid b R14,Q14 1")));
        let wanted = all.iter().filter(|point| !["R14", "Q14"].contains(&point.as_str()));
        assert!(others.iter().eq(wanted), "{command}: {others:?}");
    }
    // An answer that is prohibited ends the variation before it.
    let free = analysis(&mut talk, "kata-analyze b allow b R14 1 pvVisits true");
    let pv: Vec<&str> = free.split(" pv ").nth(1).expect("a variation").split(' ').collect();
    let (pv, visits) = pv.split_at(pv.iter().position(|word| *word == "pvVisits").expect("visits"));
    assert_eq!(pv.len(), visits.len() - 1, "{free}");
    let avoided = format!("kata-analyze b allow b R14 1 avoid w {} 2", pv[1]);
    assert!(analysis(&mut talk, &avoided).trim().ends_with(" pv R14"));
    for (command, word) in [
        ("lz-analyze x", "`x`"),
        ("kata-analyze b maxmoves", "maxmoves"),
        ("lz-analyze avoid b Q16", "avoid"),
        ("lz-genmove_analyze b avoid b Z9 1", "`Z9`"),
        ("lz-analyze ownership true", "`ownership`"),
    ] {
        let error = talk.fails(command);
        assert!(error.contains("syntax error") && error.contains(word), "{command}: {error}");
    }
    assert_eq!(points(&analysis(&mut talk, "lz-analyze b 50")), all, "and nothing was played");
}

#[test]
fn a_move_that_is_to_be_avoided_is_not_made() {
    for (arguments, best) in
        [("", "R14"), (" avoid b R14 1", "P17"), (" b 10 allow b Q14 1", "Q14")]
    {
        let mut talk = Talk::alone(&[]);
        talk.must("play b Q16");
        talk.must("play w O17");
        talk.send(&format!("kata-genmove_analyze{arguments}\n"));
        assert_eq!(talk.line().trim(), "=");
        assert_eq!(points(&talk.line())[0], best, "{arguments}");
        assert_eq!(talk.line().trim(), format!("play {best}"));
        assert_eq!(talk.line(), "\n");
    }
}

/// Lines are those of 19 lines: what they say of the far side does not hold on a small board.
#[test]
fn on_small_boards_a_variation_stays_in_its_corner() {
    const COLUMNS: &str = "ABCDEFGHJKLMN";
    for size in [9, 13] {
        let mut talk = Talk::alone(&[]);
        talk.must(&format!("boardsize {size}"));
        let middle = i32::from(size as u8) / 2;
        let place = |point: &str| {
            let column = COLUMNS.find(&point[..1]).expect("a column") as i32;
            [column, point[1..].parse::<i32>().expect("a row") - 1]
        };
        let mut longest = 0;
        for played in ["", "play b C7", "play w E7"] {
            if !played.is_empty() {
                talk.must(played);
            }
            let line = analysis(&mut talk, "kata-analyze 50");
            for part in line.split(" pv ").skip(1) {
                let pv: Vec<&str> =
                    part.split_whitespace().take_while(|it| *it != "info").collect();
                longest = longest.max(pv.len());
                for point in &pv[1..] {
                    for (first, at) in place(pv[0]).into_iter().zip(place(point)) {
                        let near = (first - middle) * (at - middle) >= 0;
                        assert!(near, "{size} lines: {point} in {pv:?}");
                    }
                }
            }
        }
        assert!(longest > 1, "{size} lines: no variation at all");
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
    needs!("python3");
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
    needs!("python3");
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
