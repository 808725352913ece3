//! Reviews, pictures, quiz answers and the questions of opening rules in books of renju.

use serde_json::json;

use crate::renju::house;

#[test]
fn a_review_says_where_a_game_left_the_book_and_names_fouls() {
    let house = house("renju");
    let edits = json!({"edits": [
        {"op": "add", "moves": "h8,h9,i9,g8", "fields": {"verdict": "ideal"}},
        {"op": "add", "moves": "h8,h9,i9,g9", "fields": {"verdict": "mistake"}},
        {"op": "add", "moves": "h8,h9,h7", "fields": {"verdict": "ideal"}},
    ]});
    house.post("/v1/books/r/edits", &edits).expect(200);
    let turned = "(;GM[4]SZ[15]RU[renju]PB[a]PW[b]RE[B+];B[hh];W[gh];B[gg];W[ii];B[ih];W[])";
    // Black's ninth move makes two threes.
    let foul = "(;GM[4]SZ[15]PB[a]PW[b];B[hh];W[hg];B[ig];W[aa];B[ii];W[oo];B[hi];W[ao];B[gi])";
    let other =
        ["(;GM[1]SZ[19];B[pd])", "(;GM[4]SZ[15]RU[freestyle];B[hh])", "(;GM[4]SZ[20];B[hh])"];
    let games: Vec<&str> = [turned, foul].into_iter().chain(other).collect();
    let request = json!({"book": "r", "games": games, "annotate": true});
    let answer = house.post("/v1/review", &request).expect(200).json();
    assert_eq!(answer["coords"], json!("letter_number"));
    let review = |game: usize| &answer["games"][game]["review"];
    let board = &review(0)["corners"][0];
    assert_eq!((&board["corner"], &board["handedness"]), (&json!("board"), &json!("undetermined")));
    // The fourth stone of the book is g8 after h8, h9 and i9: here the board is turned.
    assert_eq!(review(0)["opening"]["code"], json!("D4"));
    let exit = &board["left_book"];
    assert_eq!((&exit["move"], &exit["point"]), (&json!(4), &json!("i7")));
    assert_eq!(exit["expected"], json!(["g7", "h7"]));
    // No third stone is a fault: the other player may swap.
    assert_eq!(board["moves"][2]["kind"], json!("book"));
    let text = board["moves"][3]["text"].as_str().unwrap();
    assert_eq!(text, "left the book; expected h7 (ideal) or g7 (mistake)");
    let exit = &review(1)["corners"][0]["left_book"];
    assert_eq!((&exit["point"], &exit["by"]), (&json!("a15"), &json!("W")));
    let named = json!([{"move": 9, "point": "g7", "kind": "double_three"}]);
    assert_eq!(review(1)["fouls"], named);
    assert_eq!(review(1)["reviewed"], json!(9));
    let record = answer["games"][1]["sgf"].as_str().unwrap();
    assert!(record.contains("Forbidden to Black: double three."), "{record}");
    let codes = (2..5).map(|game| answer["games"][game]["error"]["code"].as_str().unwrap());
    let expected = ["invalid_sgf", "invalid_sgf", "unsupported_size"];
    assert_eq!(codes.collect::<Vec<_>>(), expected);
    std::fs::write(house.path("games.sgf"), [turned, foul, other[0]].concat()).unwrap();
    let out = house.run(&["review", "games.sgf", "--book", "r"]).ok();
    assert!(out.out.contains("  move 9 g7 is forbidden to Black: double three\n"), "{}", out.out);
    assert!(out.out.contains("  opening D4: Flower moon\n"), "{}", out.out);
    assert!(out.out.contains("3 records = 2 reviewed + 1 of another game"), "{}", out.out);
}

#[test]
fn the_board_is_drawn_with_forbidden_points_and_candidates() {
    let house = house("renju");
    let edits = json!({"edits": [{"op": "add", "moves": "h8,h9,i9"}]});
    house.post("/v1/books/r/edits", &edits).expect(200);
    // A double three at h8, as in the terminal.
    let stones = "B:h9,B:h10,B:g8,B:f8";
    let board = ["next", "--book", "r", "--stones", stones, "--to-play", "B", "--picture", "b.svg"];
    let out = house.run(&board).ok().out;
    assert!(out.contains("\n 8 . . . . . X X ! . . . . . . . 8\n"), "{out}");
    assert!(out.contains("\n! forbidden to Black\n"), "{out}");
    let svg = std::fs::read_to_string(house.path("b.svg")).unwrap();
    let marked = |svg: &str, class: &str| -> Vec<String> {
        let shapes = svg.lines().filter(|line| line.contains(&format!("class=\"{class}\"")));
        let points = shapes.filter_map(|line| Some(line.split_once("data-point=\"")?.1));
        let mut points: Vec<String> =
            points.map(|point| point.split('"').next().unwrap().to_owned()).collect();
        points.sort();
        points.dedup();
        points
    };
    assert_eq!(marked(&svg, "mark"), ["h8"]);
    assert_eq!(marked(&svg, "stone black"), ["f8", "g8", "h10", "h9"]);
    assert!(svg.contains("Crosses are points that are forbidden to Black."), "{svg}");
    // White may play there.
    let white = ["next", "--book", "r", "--stones", stones, "--to-play", "W"];
    assert!(!house.run(&white).ok().out.contains('!'));
    let known = ["next", "--book", "r", "--moves", "h8,h9", "--picture", "c.svg"];
    house.run(&known).ok();
    let svg = std::fs::read_to_string(house.path("c.svg")).unwrap();
    // The line of two stones has a mirror image, so its third stone has two points.
    assert_eq!(marked(&svg, "mark"), ["g9", "i9"]);
    assert_eq!(svg.matches("class=\"candidate\"").count(), 2);
    assert!(house.run(&known).err.contains("c.svg"));
    house.run(&[&known[..], &["--force"]].concat()).ok();
    let png = ["next", "--book", "r", "--moves", "h8,h9", "--picture", "c.png"];
    house.run(&png).ok();
    assert!(std::fs::read(house.path("c.png")).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn answers_of_a_player_keep_their_game() {
    let house = house("renju");
    let edits = json!({"edits": [{"op": "add", "moves": "h8,i9,i8,j9"}]});
    house.post("/v1/books/r/edits", &edits).expect(200);
    let answer = json!({
        "book": "r", "player": "ann", "question": "one", "moves": [["B", "h8"], ["W", "i9"]],
        "answer": "i8",
    });
    for _ in 0..2 {
        let graded = house.post("/v1/quiz", &answer).expect(200).json();
        assert_eq!(graded["graded"]["right"], json!(true), "{graded}");
    }
    let exported = house.run(&["quiz", "--player", "ann", "--export", "-"]).ok().out;
    let line: serde_json::Value = serde_json::from_str(exported.lines().nth(1).unwrap()).unwrap();
    assert_eq!((&line["game"], &line["answer"]), (&json!("renju"), &json!("i8")));
    assert_eq!(line["moves"], answer["moves"]);
    std::fs::write(house.path("ann.ndjson"), exported.replace("\"ann\"", "\"bob\"")).unwrap();
    house.run(&["quiz", "--player", "bob", "--import", "ann.ndjson"]).ok();
    let again = house.run(&["quiz", "--player", "bob", "--export", "-"]).ok().out;
    assert_eq!(again.lines().nth(1), exported.lines().nth(1));
    house.run(&["quiz", "--player", "bob", "--forget"]).ok();
    assert!(house.run(&["doctor"]).ok().out.contains("no problems found"));
}

#[test]
fn the_questions_of_opening_rules_are_answered() {
    let house = house("renju");
    // Four stones on a column: a fifth beside it has two points.
    let edits = json!({"edits": [
        {"op": "add", "moves": "h8,h9,h7,h10", "fields": {"advantage": -0.5}},
        {"op": "add", "moves": "h8,h9,h7,h10,g8", "fields": {"advantage": 1.0}},
        {"op": "add", "moves": "h8,h9,h7,h10,i9", "fields": {"advantage": 2.5}},
        {"op": "add", "moves": "h8,h9,h7,h10,h6", "fields": {"verdict": "mistake"}},
    ]});
    house.post("/v1/books/r/edits", &edits).expect(200);
    let next =
        |query: &str| house.server.get(&format!("/v1/next?book=r&{query}")).expect(200).json();
    let fifths = &next("moves=h8,h9,h7,h10&fifths=2")["fifths"];
    assert_eq!((&fifths["offered"], &fifths["known"]), (&json!(2), &json!(3)));
    let points: Vec<_> =
        fifths["best"].as_array().unwrap().iter().map(|one| &one["points"]).collect();
    assert_eq!(points, [&json!(["g9", "i9"]), &json!(["g8", "i8"])]);
    assert_eq!(fifths["last"], json!("g8"));
    assert_eq!(next("moves=h8,h9,h7,h10&fifths=4")["fifths"]["last"], json!(null));
    // White to move, or another number of stones: no fifth is asked for.
    assert_eq!(next("moves=h8,h9,h7")["fifths"], json!(null));
    assert_eq!(next("moves=h8,h9,h7,h10&to_play=W")["fifths"], json!(null));
    let swap = |query: &str| {
        let swap = next(query)["swap"].clone();
        (swap["take"].clone(), swap["by"].clone())
    };
    assert_eq!(swap("moves=h8,h9,h7,h10"), (json!("W"), json!("advantage")));
    // D8: slight advantage for Black, with one fifth move.
    assert_eq!(swap("moves=h8,h9,h7"), (json!("B"), json!("verdict")));
    assert_eq!(swap("moves=h8,h9,h7&fifths=2"), (json!(null), json!(null)));
    assert_eq!(next("moves=a1,b2,c3")["swap"], json!(null));
    let go = house.server.get("/v1/next?book=b&moves=Q16").expect(200).json();
    assert!(go.get("swap").is_none() && go.get("fifths").is_none(), "{go}");
    let refused = house.server.get("/v1/next?book=r&moves=h8&fifths=13").expect(400).json();
    assert_eq!(refused["field"], json!("fifths"));
    let games: String = (0..9)
        .map(|at| {
            format!(
                "(;GM[4]SZ[15]RE[W+]GN[{at}];B[hh];W[ig];B[ii];W[aa];B[b{}])",
                (b'a' + at) as char
            )
        })
        .collect();
    std::fs::write(house.path("games.sgf"), games).unwrap();
    house.run(&["mine", "games.sgf", "--book", "r", "--min-games", "1"]).ok();
    let out = house.run(&["next", "--book", "r", "--moves", "h8,i9,i7", "--fifths", "3"]).ok().out;
    assert!(out.contains("Swap: White is better by games; Black scored 0 % in 9 games."), "{out}");
    let four = ["next", "--book", "r", "--moves", "h8,h9,h7,h10", "--fifths", "2"];
    let out = house.run(&four).ok().out;
    let line =
        "Fifth moves: 2 to offer, best first g9/i9, g8/i8; the book knows 3 different fifth moves.";
    assert!(out.contains(line), "{out}");
}
