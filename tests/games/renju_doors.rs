//! Reviews, pictures, quiz answers and the questions of opening rules in books of renju.

use serde_json::json;

use crate::books::Fixture;
use crate::renju::fixture;

#[test]
fn a_review_says_where_a_game_left_the_book_and_names_fouls() {
    let fixture = fixture("renju");
    let edits = json!({"edits": [
        {"op": "add", "moves": "h8,h9,i9,g8", "fields": {"verdict": "ideal"}},
        {"op": "add", "moves": "h8,h9,i9,g9", "fields": {"verdict": "mistake"}},
        {"op": "add", "moves": "h8,h9,h7", "fields": {"verdict": "ideal"}},
    ]});
    fixture.post("/v1/books/r/edits", &edits).expect(200);
    let turned = "(;GM[4]SZ[15]RU[renju]PB[a]PW[b]RE[B+];B[hh];W[gh];B[gg];W[ii];B[ih];W[])";
    // Black's ninth move makes two threes.
    let foul = "(;GM[4]SZ[15]PB[a]PW[b];B[hh];W[hg];B[ig];W[aa];B[ii];W[oo];B[hi];W[ao];B[gi])";
    let other =
        ["(;GM[1]SZ[19];B[pd])", "(;GM[4]SZ[15]RU[freestyle];B[hh])", "(;GM[4]SZ[20];B[hh])"];
    let games: Vec<&str> = [turned, foul].into_iter().chain(other).collect();
    let request = json!({"book": "r", "games": games, "annotate": true});
    let answer = fixture.post("/v1/review", &request).expect(200).json();
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
    std::fs::write(fixture.path("games.sgf"), [turned, foul, other[0]].concat()).unwrap();
    let out = fixture.run(&["review", "games.sgf", "--book", "r"]).ok();
    assert!(out.out.contains("  move 9 g7 is forbidden to Black: double three\n"), "{}", out.out);
    assert!(out.out.contains("  opening D4: Flower moon\n"), "{}", out.out);
    assert!(out.out.contains("3 records = 2 reviewed + 1 of another game"), "{}", out.out);
}

#[test]
fn the_board_is_drawn_with_forbidden_points_and_candidates() {
    let fixture = fixture("renju");
    let edits = json!({"edits": [{"op": "add", "moves": "h8,h9,i9"}]});
    fixture.post("/v1/books/r/edits", &edits).expect(200);
    // A double three at h8, as in the terminal.
    let stones = "B:h9,B:h10,B:g8,B:f8";
    let board = ["next", "--book", "r", "--stones", stones, "--to-play", "B", "--picture", "b.svg"];
    let out = fixture.run(&board).ok().out;
    assert!(out.contains("\n 8 . . . . . X X ! . . . . . . . 8\n"), "{out}");
    assert!(out.contains("\n! forbidden to Black\n"), "{out}");
    let svg = std::fs::read_to_string(fixture.path("b.svg")).unwrap();
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
    assert!(!fixture.run(&white).ok().out.contains('!'));
    let known = ["next", "--book", "r", "--moves", "h8,h9", "--picture", "c.svg"];
    fixture.run(&known).ok();
    let svg = std::fs::read_to_string(fixture.path("c.svg")).unwrap();
    // The line of two stones has a mirror image, so its third stone has two points.
    assert_eq!(marked(&svg, "mark"), ["g9", "i9"]);
    assert_eq!(svg.matches("class=\"candidate\"").count(), 2);
    assert!(fixture.run(&known).err.contains("c.svg"));
    fixture.run(&[&known[..], &["--force"]].concat()).ok();
    let png = ["next", "--book", "r", "--moves", "h8,h9", "--picture", "c.png"];
    fixture.run(&png).ok();
    assert!(std::fs::read(fixture.path("c.png")).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn answers_of_a_player_keep_their_game() {
    let fixture = fixture("renju");
    let edits = json!({"edits": [{"op": "add", "moves": "h8,i9,i8,j9"}]});
    fixture.post("/v1/books/r/edits", &edits).expect(200);
    let answer = json!({
        "book": "r", "player": "ann", "question": "one", "moves": [["B", "h8"], ["W", "i9"]],
        "answer": "i8",
    });
    for _ in 0..2 {
        let graded = fixture.post("/v1/quiz", &answer).expect(200).json();
        assert_eq!(graded["graded"]["right"], json!(true), "{graded}");
    }
    let exported = fixture.run(&["quiz", "--player", "ann", "--export", "-"]).ok().out;
    let line: serde_json::Value = serde_json::from_str(exported.lines().nth(1).unwrap()).unwrap();
    assert_eq!((&line["game"], &line["answer"]), (&json!("renju"), &json!("i8")));
    assert_eq!(line["moves"], answer["moves"]);
    std::fs::write(fixture.path("ann.ndjson"), exported.replace("\"ann\"", "\"bob\"")).unwrap();
    fixture.run(&["quiz", "--player", "bob", "--import", "ann.ndjson"]).ok();
    let again = fixture.run(&["quiz", "--player", "bob", "--export", "-"]).ok().out;
    assert_eq!(again.lines().nth(1), exported.lines().nth(1));
    fixture.run(&["quiz", "--player", "bob", "--forget"]).ok();
    assert!(fixture.run(&["doctor"]).ok().out.contains("no problems found"));
}

#[test]
fn the_questions_of_opening_rules_are_answered() {
    let fixture = fixture("renju");
    // Four stones on a column: a fifth beside it has two points.
    let edits = json!({"edits": [
        {"op": "add", "moves": "h8,h9,h7,h10", "fields": {"advantage": -0.5}},
        {"op": "add", "moves": "h8,h9,h7,h10,g8", "fields": {"advantage": 1.0}},
        {"op": "add", "moves": "h8,h9,h7,h10,i9", "fields": {"advantage": 2.5}},
        {"op": "add", "moves": "h8,h9,h7,h10,h6", "fields": {"verdict": "mistake"}},
    ]});
    fixture.post("/v1/books/r/edits", &edits).expect(200);
    let next =
        |query: &str| fixture.server.get(&format!("/v1/next?book=r&{query}")).expect(200).json();
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
    let go = fixture.server.get("/v1/next?book=b&moves=Q16").expect(200).json();
    assert!(go.get("swap").is_none() && go.get("fifths").is_none(), "{go}");
    let refused = fixture.server.get("/v1/next?book=r&moves=h8&fifths=13").expect(400).json();
    assert_eq!(refused["field"], json!("fifths"));
    let games: String = (0..9)
        .map(|at| {
            format!(
                "(;GM[4]SZ[15]RE[W+]GN[{at}];B[hh];W[ig];B[ii];W[aa];B[b{}])",
                (b'a' + at) as char
            )
        })
        .collect();
    std::fs::write(fixture.path("games.sgf"), games).unwrap();
    fixture.run(&["mine", "games.sgf", "--book", "r", "--min-games", "1"]).ok();
    let out =
        fixture.run(&["next", "--book", "r", "--moves", "h8,i9,i7", "--fifths", "3"]).ok().out;
    assert!(out.contains("Swap: White is better by games; Black scored 0 % in 9 games."), "{out}");
    let four = ["next", "--book", "r", "--moves", "h8,h9,h7,h10", "--fifths", "2"];
    let out = fixture.run(&four).ok().out;
    let line =
        "Fifth moves: 2 to offer, best first g9/i9, g8/i8; the book knows 3 different fifth moves.";
    assert!(out.contains(line), "{out}");
}

/// A server with an empty book `r` and the book `renju` as migrated from an earlier version.
fn fixture_with_openings() -> Fixture {
    let fixture = fixture("renju");
    let created = fixture.send("PUT", "/v1/books/renju?game=renju&starter=true").expect(201).json();
    assert_eq!((&created["nodes"], &created["lines"]), (&json!(29), &json!(26)));
    fixture
}

#[test]
fn a_new_book_may_begin_as_the_starter_book_of_its_game() {
    let fixture = fixture_with_openings();
    let node = fixture.server.get("/v1/books/renju/nodes?moves=h8,h9,i9").expect(200).json();
    assert_eq!(node["names"][1], json!("Flower moon"), "{node}");
    let refused = fixture.send("PUT", "/v1/books/g?game=gomoku&starter=true").expect(400).json();
    assert_eq!(refused["field"], json!("starter"));
    fixture.send("PUT", "/v1/books/renju?game=renju&starter=true").expect(409);
    let told = fixture.run(&["book", "create", "go2", "--starter", "--format", "json"]).ok().json();
    let main = fixture.server.get("/v1/books/b").expect(200).json();
    assert_eq!((&told["nodes"], &told["game"]), (&json!(63113), &json!("go")), "{main}");
    let refused = fixture.run(&["book", "create", "g", "--game", "standard", "--starter"]);
    assert!(refused.err.contains("standard has no starter book"), "{refused:?}");
    assert!(fixture.run(&["doctor"]).ok().out.contains("no problems found"));
}

/// The third stones that make an opening of the starter book, from the first two: the diagram's
/// stones in all eight orientations.
fn third_stones(diagram: &str, two: &[String]) -> Vec<String> {
    let point = |text: &str| {
        let x = i32::from(text.as_bytes()[0]) - i32::from(b'a') - 7;
        (x, text[1..].parse::<i32>().unwrap() - 8)
    };
    let text = |(x, y): (i32, i32)| format!("{}{}", char::from((x + 7 + 97) as u8), y + 8);
    let images = (0..8).filter_map(|turn| {
        let turned = |(x, y): (i32, i32)| {
            let (x, y) = if turn & 4 == 0 { (x, y) } else { (y, x) };
            (if turn & 1 == 0 { x } else { -x }, if turn & 2 == 0 { y } else { -y })
        };
        let image: Vec<String> = diagram.split(' ').map(|word| text(turned(point(word)))).collect();
        (image[..2] == *two).then(|| image[2].clone())
    });
    let mut thirds: Vec<String> = images.collect();
    thirds.sort();
    thirds.dedup();
    thirds
}

#[test]
fn the_quiz_asks_the_third_stones_of_openings() {
    let fixture = fixture_with_openings();
    let mut asked = std::collections::BTreeMap::new();
    for seed in 0..60 {
        let request = json!({"book": "renju", "ask": "openings", "seed": seed, "hints": true});
        let question = fixture.post("/v1/quiz", &request).expect(200).json()["next"].clone();
        let (opening, moves) = (&question["opening"], &question["moves"]);
        let code = opening["code"].as_str().unwrap().to_owned();
        let two: Vec<String> =
            (0..2).map(|stone| moves[stone][1].as_str().unwrap().to_owned()).collect();
        assert_eq!((&moves[2], &question["to_play"]), (&json!(null), &json!("B")));
        let right = third_stones(opening["moves"].as_str().unwrap(), &two);
        let choices = question["hints"]["choices"].as_array().unwrap();
        let wrong = choices.iter().find(|one| !right.iter().any(|right| *one == right)).unwrap();
        let answer = |point: &str| {
            let answer = json!({
                "book": "renju", "ask": "openings", "moves": moves, "opening": code, "answer": point,
            });
            fixture.post("/v1/quiz", &answer).expect(200).json()
        };
        for point in &right {
            let graded = answer(point);
            assert_eq!(graded["graded"]["grade"], json!("best"), "{code} {two:?} {point}");
            let accepted = graded["graded"]["accepted"][0]["points"].as_array().unwrap();
            assert!(accepted.iter().all(|one| right.iter().any(|right| *one == *right)));
            assert_eq!(accepted.len(), right.len());
            assert!(graded["next"]["opening"].is_object() && graded["reply"].is_null());
        }
        let other = answer(wrong.as_str().unwrap());
        assert_eq!(other["graded"]["grade"], json!("mistake"), "{code} {two:?} {wrong}");
        assert_eq!(
            (&other["graded"]["lost"], &other["graded"]["right"]),
            (&json!(null), &json!(false))
        );
        assert_eq!(answer("a1")["graded"]["grade"], json!("unknown"));
        *asked.entry(code).or_insert(0) += 1;
    }
    assert!(asked.len() > 18, "{asked:?}");
    let named = json!({"book": "renju", "ask": "openings", "names": ["d7", "comet"]});
    for _ in 0..6 {
        let question = fixture.post("/v1/quiz", &named).expect(200).json();
        let code = question["next"]["opening"]["code"].as_str().unwrap().to_owned();
        assert!(["D7", "I13"].contains(&code.as_str()), "{code}");
    }
    let refused = [
        (json!({"ask": "openings"}), "ask"),
        (json!({"book": "r", "opening": "D14", "moves": [["B", "h8"], ["W", "h9"]]}), "opening"),
        (json!({"book": "r", "opening": "D4", "moves": [["B", "h8"]]}), "opening"),
    ];
    for (request, field) in refused {
        let refused = fixture.post("/v1/quiz", &request).expect(400).json();
        assert_eq!(refused["field"], json!(field), "{refused}");
    }
    let nothing = json!({"book": "renju", "ask": "openings", "names": ["no such"]});
    let nothing = fixture.post("/v1/quiz", &nothing).expect(200).json();
    assert_eq!((&nothing["next"], &nothing["reason"]), (&json!(null), &json!("nothing_found")));
}

#[test]
fn a_players_openings_come_back_when_they_are_forgotten() {
    let fixture = fixture_with_openings();
    let ask = |more: serde_json::Value| {
        let mut request = json!({"book": "renju", "ask": "openings", "player": "ann"});
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        fixture.post("/v1/quiz", &request).expect(200).json()
    };
    let first = ask(json!({"names": ["D7"], "seed": 1}))["next"].clone();
    assert_eq!((&first["drawn"], &first["recall"]), (&json!("new"), &json!(null)));
    let answer = json!({
        "question": first["id"], "moves": first["moves"], "opening": "D7", "answer": "a1", "names": ["D7"],
    });
    let wrong = ask(answer.clone());
    assert_eq!(wrong["graded"]["memory"][0]["after"]["lapsed"], json!(true), "{wrong}");
    // Just shown, so not asked at once.
    assert_eq!(wrong["reason"], json!("nothing_found"), "{wrong}");
    let review = ask(json!({"names": ["D7"]}))["next"].clone();
    assert_eq!(review["drawn"], json!("review"));
    assert!(review["recall"].as_f64().unwrap() > 0.9);
    // Repeated: the first answer counts, though this one is another.
    let mut again = answer;
    again["answer"] = json!("b1");
    assert_eq!(ask(again)["graded"]["answer"], json!("a1"));
    let due = ask(json!({"only_due": true}));
    assert_eq!(due["reason"], json!("nothing_due"), "{due}");
    let progress =
        fixture.run(&["quiz", "--book", "renju", "--player", "ann", "--progress"]).ok().out;
    assert!(progress.contains("HHGH      HHGHHF"), "{progress}");
}

#[test]
fn the_quiz_asks_fifths_and_no_stone_of_an_opening() {
    let fixture = fixture_with_openings();
    let edits = json!({"edits": [
        {"op": "add", "moves": "h8,h9,h7,h10,g8", "fields": {"verdict": "ideal"}},
        {"op": "add", "moves": "h8,h9,h7,h10,h6", "fields": {"verdict": "mistake"}},
        {"op": "add", "moves": "h8,h9,i9,g8,i8,i7,j7,k6", "fields": {"verdict": "ideal"}},
        {"op": "add", "moves": "h8,i9,i7", "fields": {"advantage": 3.0}},
    ]});
    fixture.post("/v1/books/r/edits", &edits).expect(200);
    let mut depths = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let request = |ask: &str| json!({"book": "r", "ask": ask, "seed": seed});
        let depth = |ask: &str| {
            let question = fixture.post("/v1/quiz", &request(ask)).expect(200).json();
            question["next"]["moves"].as_array().unwrap().len()
        };
        assert_eq!(depth("fifths"), 4);
        depths.insert(depth("moves"));
    }
    assert_eq!(depths.into_iter().collect::<Vec<_>>(), [3, 4, 5, 6, 7]);
    let four = [["B", "h8"], ["W", "h9"], ["B", "h7"], ["W", "h10"]];
    let answer = json!({"book": "r", "ask": "fifths", "moves": four, "answer": "i8"});
    let graded = fixture.post("/v1/quiz", &answer).expect(200).json();
    assert_eq!(graded["graded"]["grade"], json!("best"), "{graded}");
    assert_eq!((&graded["continues"], &graded["reply"]), (&json!(false), &json!(null)));
    let asked = ["quiz", "--book", "renju", "--ask", "openings", "--name", "D1", "--seed", "3"];
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_joseki"));
    command.args(asked).args(["--questions", "1"]).current_dir(fixture.path(""));
    let mut child = command
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"?\n").unwrap();
    let told = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(
        told.contains("Black to place the third stone of D1, 寒星 Kansei (Cold star) (new):"),
        "{told}"
    );
    assert!(told.contains("Best: ") && told.contains("0 of 1 right."), "{told}");
}

#[test]
fn files_and_games_make_a_new_book_of_the_game_that_is_named() {
    let fixture = fixture("renju");
    std::fs::write(fixture.path("a.sgf"), "(;GM[4]SZ[15]RE[B+];B[hh];W[hg];B[ig])").unwrap();
    std::fs::write(fixture.path("b.sgf"), "(;GM[4]SZ[20]RE[B+];B[hh];W[hg];B[ig])").unwrap();
    let game_of = |book: &str| {
        let info = fixture.server.get(&format!("/v1/books/{book}")).expect(200).json();
        (info["game"].clone(), info["board_size"].clone(), info["nodes"].clone())
    };
    fixture.run(&["import", "a.sgf", "--book", "one", "--game", "renju"]).ok();
    fixture.run(&["mine", "b.sgf", "--book", "two", "--game", "gomoku", "--board-size", "20"]).ok();
    let request = fixture.server.request("POST", "/v1/books/three/import?game=standard");
    let sgf = "(;GM[4]SZ[15];B[hh];W[hg])";
    request.key(&fixture.key).body("text/plain", sgf).send().expect(200);
    assert_eq!(game_of("one"), (json!("renju"), json!(null), json!(3)));
    assert_eq!((game_of("two").0, game_of("two").1), (json!("gomoku"), json!(20)));
    assert_eq!(game_of("three"), (json!("standard"), json!(null), json!(2)));
    let again = fixture.run(&["import", "a.sgf", "--book", "one", "--game", "go"]);
    assert!(again.err.contains("book \"one\" is about renju, not go: name another"), "{again:?}");
    let again = fixture.run(&["mine", "a.sgf", "--book", "one", "--game", "gomoku"]);
    assert!(again.err.contains("book \"one\" is about renju"), "{again:?}");
    let unknown = fixture.run(&["mine", "a.sgf", "--book", "four", "--game", "chess"]);
    assert!(unknown.err.contains("--game"), "{unknown:?}");
    let request = fixture.server.request("POST", "/v1/books/three/import?game=renju");
    let refused = request.key(&fixture.key).body("text/plain", sgf).send().expect(422).json();
    assert_eq!((&refused["code"], &refused["field"]), (&json!("other_game"), &json!("game")));
}

#[test]
fn patterns_of_stones_are_found_in_games_of_five_in_a_row() {
    let fixture = fixture("renju");
    // An angle of two lines that cross in a point which is still empty, in two orientations.
    let games = "(;GM[4]SZ[15]RE[B+];B[hh];W[aa];B[hj];W[ab];B[ji];W[ac])\n\
        (;GM[4]SZ[15]RE[W+];B[hh];W[oo];B[fh];W[on];B[gj];W[om])\n";
    std::fs::write(fixture.path("games.sgf"), games).unwrap();
    fixture.run(&["mine", "games.sgf", "--book", "r", "--min-games", "1"]).ok();
    let pattern = json!({"rows": ["X..", "..X", "X.."], "swap": false});
    let found = fixture.post("/v1/books/r/patterns?min_version=2", &pattern).expect(200).json();
    assert_eq!(
        (&found["hits"], &found["black_wins"], &found["white_wins"]),
        (&json!(2), &json!(1), &json!(1))
    );
    let moments: Vec<&serde_json::Value> =
        found["found"].as_array().unwrap().iter().map(|game| &game["hits"][0]["move"]).collect();
    assert_eq!(moments, [&json!(5), &json!(5)]);
    let anchored = json!({"rows": ["O", "O"], "anchor": "corner"});
    let corner = fixture.post("/v1/books/r/patterns", &anchored).expect(200).json();
    assert_eq!(corner["hits"], json!(2));
    let other = json!({"rows": ["X"], "fen": "9/9 w"});
    let refused = fixture.post("/v1/books/r/patterns", &other).expect(400).json();
    assert_eq!(refused["field"], json!("fen"));
}
