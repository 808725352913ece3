//! `joseki influence` through the program.

use serde_json::json;

use crate::program::Place;

#[test]
fn the_board_is_drawn_with_signs_and_the_sum_is_told() {
    let place = Place::new();
    let out = place.ok(&["influence", "--stones", "B:K10,B:M10"]);
    let rows: Vec<&str> = out.lines().take(21).collect();
    assert_eq!(rows[0], "   A B C D E F G H J K L M N O P Q R S T");
    assert!(rows[10].contains(" X # X "), "{out}");
    let count = |sign: char| rows[1..20].iter().map(|row| row.matches(sign).count()).sum::<usize>();
    assert_eq!((count('+'), count('#'), count('X')), (10, 3, 2), "{out}");
    assert!(out.contains("mechanical: SFB +10.123, Black leads\n"), "{out}");
    assert!(out.contains("Black holds 13 points, 3 of them solid\n"), "{out}");
    assert!(out.contains("White holds 0 points"), "{out}");
    assert!(!out.contains('\x1b') && place.files().is_empty());
}

#[test]
fn json_is_what_http_answers() {
    let place = Place::with_starter();
    let answer = place.json(&["influence", "--moves", "K10", "--model", "mechanical"]);
    assert_eq!(answer["field"].as_array().expect("rows").len(), 19);
    assert_eq!(answer["field"][9][10], 36);
    assert_eq!(answer["field"][8][10], 20);
    assert!((answer["sfb"].as_f64().expect("SFB") - 5.148_629).abs() < 1e-6);
    place.write("g.sgf", "(;SZ[19];B[jj];W[aa])");
    let read = place.json(&["influence", "--sgf", "g.sgf", "--move", "1"]);
    assert_eq!(read, answer);
}

#[test]
fn a_line_begins_with_the_side_whose_turn_it_is() {
    let place = Place::with_starter();
    let moves = ["influence", "--moves", "C3", "--line"];
    let line = place.ok(&[&moves[..], &["K10,pass"]].concat());
    assert!(line.contains("\n  W K10 "), "{line}");
    assert!(line.contains("\n  B pass     0.000, SFB "), "{line}");
    let typed = place.json(&[&moves[..], &["K10"]].concat());
    let said = place.json(&[&moves[..], &["W:K10"]].concat());
    assert_eq!(typed, said);
    let change = typed["line"]["change"].as_f64().expect("a change");
    assert!((-6.5..-4.0).contains(&change), "{change}");
}

#[test]
fn numbers_blocks_links_and_dead_stones_are_told_if_they_are_asked() {
    let place = Place::with_starter();
    let board = ["influence", "--stones", "B:K10,B:M10,W:C3", "--dead", "C3"];
    let plain = place.ok(&board);
    assert!(plain.contains(" o ") && plain.contains("(x, o dead)"), "{plain}");
    assert!(!plain.contains("blocks") && !plain.contains("links"));
    let all = place.ok(&[&board[..], &["--numbers", "--blocks", "--links"]].concat());
    assert!(all.contains("Black's blocks, level 2 (joined by FB above 16): K10 M10\n"), "{all}");
    assert!(all.contains("Black's links: K10-M10 jump; "), "{all}");
    assert!(all.contains("White's links: none; 4 points connected"), "{all}");
    let block =
        "Black's blocks by links: K10 M10 (7 points connected, 0 semi-connected; strength 1)";
    assert!(all.contains(block), "{all}");
    let row = all.lines().rfind(|line| line.starts_with("10 ")).expect("a row");
    let zobrist = place.ok(&["influence", "--moves", "K10", "--model", "zobrist", "--numbers"]);
    assert!(row.split_whitespace().filter(|word| *word == "X").count() == 2, "{all}");
    assert!(zobrist.contains(" 1  2  6 10  X 10  6  2  1 "), "{zobrist}");
}

#[test]
fn every_legal_move_is_listed_with_its_value() {
    let place = Place::new();
    let board = ["influence", "--size", "5", "--moves", "C3", "--values"];
    let text = place.ok(&board).replace('\n', " ");
    let listed = text.split("White's moves by change of SFB, best first: ").nth(1).expect("a list");
    assert_eq!(listed.matches(", ").count(), 23, "{text}");
    let json = place.json(&board);
    let best = json["values"]["moves"][0].clone();
    let told = format!(
        "{} {:.3}",
        best["point"].as_str().expect("a point"),
        best["change"].as_f64().expect("a number")
    );
    assert!(listed.starts_with(&told), "{told}: {listed}");
    // The record says whose turn it is.
    place.write("g.sgf", "(;SZ[9]AB[ee]PL[B])");
    for (arguments, color) in [(&[][..], "B"), (&["--to-play", "w"], "W")] {
        let asked = [&["influence", "--sgf", "g.sgf", "--values"], arguments].concat();
        assert_eq!(place.json(&asked)["values"]["to_play"], color);
    }
    let alone = place.run(&["influence", "--to-play", "w"]);
    assert_eq!(alone.code, Some(2));
}

#[test]
fn pictures_are_files_by_their_ending() {
    let place = Place::new();
    let ask = |file: &str, force: bool| {
        let mut arguments = vec!["influence", "--moves", "K10,C3", "--picture", file];
        arguments.extend(force.then_some("--force"));
        place.run(&arguments)
    };
    assert_eq!(ask("a.svg", false).code, Some(0));
    let svg = String::from_utf8(place.read("a.svg")).expect("UTF-8");
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
    assert_eq!(svg.matches("class=\"cell\"").count(), 361);
    assert!(svg.contains("class=\"stone black\" data-point=\"K10\""));
    assert!(svg.contains("class=\"stone white\" data-point=\"C3\""));
    assert_eq!(ask("B.PNG", false).code, Some(0));
    assert_eq!(&place.read("B.PNG")[..8], b"\x89PNG\r\n\x1a\n");
    // What is there stays, unless it is to be replaced.
    place.write("a.svg", "mine");
    let kept = ask("a.svg", false);
    assert_eq!(kept.code, Some(1));
    assert!(kept.err.contains("a.svg already exists"), "{}", kept.err);
    assert_eq!(place.read("a.svg"), b"mine");
    assert_eq!(ask("a.svg", true).code, Some(0));
    assert_eq!(place.read("a.svg"), svg.as_bytes());
    let gif = ask("a.gif", false);
    assert_eq!((gif.code, gif.out.as_str()), (Some(2), ""));
    assert!(gif.err.contains("expected .svg or .png"), "{}", gif.err);
    assert_eq!(ask("none/a.svg", false).code, Some(1));
    assert_eq!(place.files(), ["B.PNG", "a.svg"]);
}

#[test]
fn what_makes_no_sense_is_told_by_its_flag() {
    let place = Place::with_starter();
    for (arguments, told) in [
        (&["--model", "magic"][..], "--model: unknown model \"magic\""),
        (&["--model", "quick", "--line", "C3"], "--line: not supported by the model quick"),
        (&["--line", "C3,Z3"], "--line: move 2: "),
        (&["--dead", "Z3"], "--dead: stone 1: "),
    ] {
        let run = place.run(&[&["influence"], arguments].concat());
        assert_eq!(run.code, Some(2), "{run:?}");
        assert!(run.err.contains(told), "{}", run.err);
    }
    for (arguments, told, hint) in [
        (&["--dead", "K10"][..], "no stone at point 1", "that point is K10"),
        (&["--line", "C3,C3"], "move 2 of the line", "move 2 of --line is white at C3"),
    ] {
        let run = place.run(&[&["influence"], arguments].concat());
        assert_eq!(run.code, Some(1), "{run:?}");
        assert!(run.err.contains(told) && run.err.contains(hint), "{}", run.err);
    }
    let json = place.json(&["influence", "--size", "2"]);
    assert_eq!(json["field"], json!([[0, 0], [0, 0]]));
}
