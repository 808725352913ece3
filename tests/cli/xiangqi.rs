//! `joseki perft` and `joseki notation` through the program.

use crate::program::Place;

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

#[test]
fn lines_are_counted_from_any_position() {
    let place = Place::new();
    let run = |arguments: &[&str]| place.run(arguments);
    assert_eq!(run(&["perft", "--depth", "3"]).out, "79666\n");
    let json = run(&["perft", "--fen", START, "--depth", "2", "--format", "json"]);
    assert_eq!(json.out, "{\"leaves\":1920}\n");
    let wrong = run(&["perft", "--fen", "4k4/9 w", "--depth", "2"]);
    assert_eq!(wrong.code, Some(2));
    assert!(
        wrong.err.contains("--fen: expected 10 ranks between slashes, found 2"),
        "{}",
        wrong.err
    );
}

#[test]
fn mates_are_found_with_their_line() {
    let place = Place::new();
    let solve = ["solve", "--game", "xiangqi", "--kind", "mate"];
    let one = place.run(&[&solve[..], &["--fen", "3k5/9/9/4N4/2N6/9/9/9/9/4K4 w"]].concat());
    assert_eq!(one.out, "{\"mate_in\":1,\"first\":[\"c5d7\"],\"line\":[\"c5d7\"]}\n");
    place.write("fens", "{\"fen\": \"3k5/9/9/4N4/2N6/9/9/9/9/4K4 w\"}\n{\"fen\": \"4k4\"}\n");
    let lines = place.run(&[&solve[..], &["fens"]].concat());
    assert!(
        lines.out.starts_with(&one.out) && lines.out.contains("line 2: fen: expected"),
        "{}",
        lines.out
    );
    assert_eq!(lines.code, Some(1));
    let none = place.run(&[&solve[..], &["--fen", START, "--max-moves", "1"]].concat());
    assert_eq!(none.out, "{\"mate_in\":null,\"first\":[],\"line\":[]}\n");
    let limit = place.run(&[&solve[..], &["--fen", START, "--nodes", "10"]].concat());
    assert!(limit.out.contains("\"limit\":true"), "{}", limit.out);
    let wrong = place.run(&[&solve[..], &["--fen", "4k4/9 w"]].concat());
    assert_eq!(wrong.code, Some(2));
    let go = place.run(&["solve", "--game", "go", "--kind", "mate", "--fen", START]);
    assert!(go.err.contains("\"go\" has no solver: use renju"), "{}", go.err);
}

#[test]
fn moves_are_written_in_every_notation_and_what_is_wrong_is_said() {
    let place = Place::new();
    let lines = [
        format!(r#"{{"fen": "{START}", "move": "炮二平五", "more": 1}}"#),
        String::new(),
        format!(r#"{{"fen": "{START}", "move": "h3e3", "ranks_from": 1}}"#),
        format!(r#"{{"fen": "{START}", "move": "h3e3"}}"#),
        format!(r#"{{"fen": "{START}", "move": "R1+3"}}"#),
        r#"{"fen": "4k4/9/9/2P3P2/2P3P2/9/9/9/9/3K5 w", "move": "前兵进一"}"#.to_owned(),
        r#"{"fen": "4k4", "move": "e0e1"}"#.to_owned(),
        r#"{"fen": 1}"#.to_owned(),
    ];
    place.write("moves", lines.join("\n"));
    let run = place.run(&["notation", "moves"]);
    let after = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1";
    let central =
        format!(r#"{{"uci":"h2e2","iccs":"H2-E2","zh":"炮二平五","wxf":"C2=5","fen":"{after}"}}"#);
    let answers: Vec<&str> = run.out.lines().collect();
    assert_eq!(answers[..2], [&*central, &*central]);
    let answer = |at: usize| serde_json::from_str::<serde_json::Value>(answers[at]).expect("JSON");
    assert_eq!(answer(2)["could_be"], serde_json::json!(["h2e2"]));
    let own = "line 5: illegal move \"R1+3\": a piece of the same side stands on i3";
    assert_eq!(answer(3), serde_json::json!({"error": own, "could_be": []}));
    assert_eq!(answer(4)["could_be"], serde_json::json!(["c6c7", "g6g7"]));
    assert_eq!(answer(5)["error"], "line 7: fen: expected 10 ranks between slashes, found 1");
    assert!(answer(6)["error"].as_str().expect("a text").starts_with("line 8: invalid JSON"));
    assert_eq!((run.code, run.err.contains("5 lines are not legal moves")), (Some(1), true));
}

#[test]
fn records_go_from_one_format_to_another() {
    let place = Place::new();
    place.write(
        "a.pgn",
        "[Game \"Chinese Chess\"]\n[Red \"甲\"]\n\n1. 炮二平五 {好} 马８进７ (1... 炮８平５) 2. 马二进三 1-0\n",
    );
    let run = place.run(&["convert", "a.pgn", "--to", "xqf", "-o", "a.xqf"]);
    assert_eq!((run.code, &*run.err), (Some(0), ""));
    let run = place.run(&["convert", "a.xqf", "--notation", "wxf"]);
    let written = "[Game \"Chinese Chess\"]\n[Red \"甲\"]\n[ECCO \"B05\"]\n[Opening \"中炮对进左马\"]\n\
        [Result \"1-0\"]\n[Format \"WXF\"]\n\n\
        1. C2=5 {好}\n1... H8+7\n(1... C8=5\n)\n2. H2+3 1-0\n\n";
    assert_eq!((run.code, &*run.out), (Some(0), written));
    let run = place.run(&["convert", "a.xqf", "--to", "dhtmlxq", "-o", "a.txt"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let run = place.run(&["convert", "a.txt", "a.xqf", "--notation", "iccs"]);
    assert_eq!(run.out.matches("1. H2-E2 {好}").count(), 2, "{}", run.out);
    let run = place.run(&["convert", "a.txt", "a.xqf", "--to", "xqf"]);
    assert!(run.err.contains("an XQF file holds one record, found 2"), "{}", run.err);
    place.write("b.pgn", "1. 炮二平五 马８进７ 2. 车一进九\n");
    let run = place.run(&["convert", "b.pgn"]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("b.pgn:1: move 3: no piece makes the move"), "{}", run.err);
    assert!(run.out.contains("1. 炮二平五 马８进７\n*"), "{}", run.out);
    let unknown = place.run(&["convert", "b.pgn", "--notation", "uci"]);
    assert!(unknown.err.contains("[possible values: chinese, traditional, wxf, iccs]"));
    place.write("c.txt", "hello");
    let run = place.run(&["convert", "c.txt"]);
    assert!(run.err.contains("c.txt: no record of xiangqi"), "{}", run.err);
    let again = place.run(&["convert", "a.pgn", "-o", "a.xqf"]);
    assert!(again.err.contains("exists"), "{}", again.err);
}
