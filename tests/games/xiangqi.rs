//! Xiangqi: lines and positions in a book, and its doors.

use proptest::prelude::*;
use serde_json::{Value, json};

use joseki::book::{Index, Line};
use joseki::game::xiangqi::{Shift, XiangqiBoard};
use joseki::game::{Alphabet, LinePosition, Side, Step, Symmetry, Variant};

use crate::books::Fixture;

fn line(moves: &str) -> Line {
    moves.split(' ').filter(|text| !text.is_empty()).map(|text| Step::from(shift(text))).collect()
}

fn shift(text: &str) -> Shift {
    Shift::parse(text).expect("a move")
}

/// A line of legal moves from the start, by draws, of the first moves of many that are near those of
/// the middle file, so that the mirror is often undecided.
fn any_line() -> impl Strategy<Value = Vec<Shift>> {
    proptest::collection::vec(any::<u16>(), 0..24).prop_map(|draws| {
        let mut board = XiangqiBoard::new();
        let mut moves = Vec::new();
        for draw in draws {
            let mut legal = board.legal_moves();
            if draw % 3 == 0 {
                legal.retain(|shift| shift.mirrored() == *shift);
            }
            if legal.is_empty() {
                legal = board.legal_moves();
            }
            let Some(shift) = legal.get(usize::from(draw / 3) % legal.len().max(1)) else { break };
            let _ = board.make(*shift);
            moves.push(*shift);
        }
        moves
    })
}

fn board_after(moves: &[Shift]) -> XiangqiBoard {
    let mut board = XiangqiBoard::new();
    for shift in moves {
        let _ = board.play(*shift).expect("a legal move");
    }
    board
}

/// The values of the specification.
#[test]
fn a_line_is_stored_as_the_lesser_of_its_two_images() {
    let stored = |moves: &str| line(moves).canonical().to_string();
    assert_eq!(stored("h2e2 h9g7 h0g2 i9h9"), "b2e2b9c7b0c2a9b9");
    assert_eq!(stored("b2e2 b9c7 b0c2 a9b9"), "b2e2b9c7b0c2a9b9");
    let middle = line("e3e4 e6e5");
    assert_eq!(middle.orientations().len(), 2);
    assert_eq!(stored("e3e4 e6e5 g3g4"), stored("e3e4 e6e5 c3c4"));
    assert_eq!(stored("e3e4 e6e5 g3g4"), "e3e4e6e5c3c4");
    assert_eq!(line("b2e2").to_string().len(), 4);
    let parsed = Line::parse(Alphabet::FROM_TO, "H2E2H9G7").expect("a line");
    assert_eq!(parsed, line("h2e2 h9g7"));
    let half = Line::parse(Alphabet::FROM_TO, "h2e2h9").unwrap_err().to_string();
    assert!(half.ends_with("each step has four letters"), "{half}");
    // Custom shows the cannon on Red's right.
    let shown = Variant::XIANGQI.shown(line("b2e2").steps());
    let played = shown.move_of(Step::from(shift("b2e2")), Variant::XIANGQI.size()).unwrap();
    assert_eq!(played.to_gtp(Variant::XIANGQI.size()), "h2e2");
}

proptest! {
    #[test]
    fn the_canonical_line_is_the_least_of_both_and_a_prefix_of_longer_ones(moves in any_line()) {
        let steps: Line = moves.iter().map(|shift| Step::from(*shift)).collect();
        let mirror: Line = moves.iter().map(|shift| Step::from(shift.mirrored())).collect();
        let canonical = steps.canonical();
        prop_assert_eq!(&canonical, &mirror.canonical());
        prop_assert_eq!(canonical.to_string(), steps.to_string().min(mirror.to_string()));
        prop_assert_eq!(steps.orientations().len() > 1, steps == mirror);
        if let Some((_, shorter)) = steps.steps().split_last() {
            let shorter: Line = shorter.iter().copied().collect();
            prop_assert!(canonical.to_string().starts_with(&shorter.canonical().to_string()));
        }
        prop_assert_eq!(Line::parse(Alphabet::FROM_TO, &steps.to_string()), Ok(steps));
    }

    /// The key that is kept up with the moves is that of the position, whose definition is another.
    #[test]
    fn keys_of_lines_are_those_of_their_positions(moves in any_line()) {
        let steps: Line = moves.iter().map(|shift| Step::from(*shift)).collect();
        let board = board_after(&moves);
        let key = LinePosition::replay(Variant::XIANGQI, &steps).expect("legal").key(board.to_move());
        prop_assert_eq!(key.key, board.position_key());
        prop_assert_eq!(key.is_symmetric(), board.mirrored().is_same_as(&board));
        // The symmetry leads to an image with that key, in which Red is to move.
        prop_assert_eq!(key.by.turns_over(), board.to_move() == Side::Second);
        let mirrored = steps.transformed(Symmetry::MIRROR_LEFT_RIGHT);
        let other = LinePosition::replay(Variant::XIANGQI, &mirrored).expect("legal").key(board.to_move());
        prop_assert_eq!(other, key.transformed(Symmetry::MIRROR_LEFT_RIGHT));
    }

    /// Every node is found from its line and from its mirror image, and its continuations are legal.
    #[test]
    fn an_index_finds_what_it_holds(lines in proptest::collection::vec(any_line(), 1..8)) {
        let mut forest = joseki::book::Forest::for_variant(Variant::XIANGQI);
        for moves in &lines {
            let steps: Line = moves.iter().map(|shift| Step::from(*shift)).collect();
            forest.insert(&steps);
        }
        let index = Index::build(forest);
        for moves in &lines {
            let steps: Line = moves.iter().map(|shift| Step::from(*shift)).collect();
            let node = index.find(&steps).expect("the line");
            prop_assert_eq!(index.find(&steps.transformed(Symmetry::MIRROR_LEFT_RIGHT)), Some(node));
            let key = LinePosition::replay(Variant::XIANGQI, &steps).expect("legal").key(steps.to_move());
            let found = index.matches(key).find(|found| found.node == node).expect("its position");
            for child in index.children(node) {
                let step = index.step(child).transformed(found.symmetry.inverse());
                let shift = step.shift().expect("a move");
                prop_assert!(board_after(moves).is_legal(shift).is_ok(), "{shift}");
            }
        }
    }
}

fn fixture() -> Fixture {
    let fixture = Fixture::new();
    fixture.send("PUT", "/v1/books/x?game=xiangqi").expect(201);
    fixture
}

fn add(fixture: &Fixture, moves: &str) {
    let edits = json!({"edits": [{"op": "add", "moves": moves}]});
    fixture.post("/v1/books/x/edits", &edits).expect(200);
}

fn points(answer: &Value) -> Vec<&str> {
    let moves = answer["moves"].as_array().expect("moves");
    moves.iter().map(|found| found["point"].as_str().expect("a move")).collect()
}

#[test]
fn a_question_is_answered_in_its_own_orientation_and_notation() {
    let fixture = fixture();
    add(&fixture, "炮二平五,马8进7,马二进三,车9平8");
    let lines = fixture.server.get("/v1/books/x/lines?prefix=B2E2").expect(200).json();
    assert_eq!(lines["lines"][0]["line"], json!("b2e2b9c7b0c2a9b9"));
    for (moves, best) in [("h2e2", "h9g7"), ("b2e2", "b9c7"), ("R:h2e2,B:h9g7", "h0g2")] {
        let answer =
            fixture.server.get(&format!("/v1/next?book=x&moves={moves}")).expect(200).json();
        assert_eq!((&answer["best"], &answer["coords"]), (&json!(best), &json!("uci")), "{moves}");
    }
    let after = fixture.server.get("/v1/next?book=x&moves=H2-E2&coords=wxf").expect(200).json();
    assert_eq!((&after["best"], &after["to_play"]), (&json!("H8+7"), &json!("B")));
    assert_eq!(after["moves"][0]["first_mover"], json!("R"));
    assert_eq!(after["opening"]["chinese"], json!("中炮局"));
    let chinese =
        fixture.server.get("/v1/next?book=x&moves=h2e2&coords=chinese").expect(200).json();
    assert_eq!(chinese["best"], json!("马８进７"));
    let start = fixture.server.get("/v1/next?book=x").expect(200).json();
    assert_eq!(start["moves"][0]["points"], json!(["b2e2", "h2e2"]));
    assert_eq!((&start["to_play"], &start["opening"]), (&json!("R"), &Value::Null));
    // A game that leaves the book says where, in the same notation.
    let left =
        fixture.server.get("/v1/next?book=x&moves=h2e2,h9g7,h0i2&coords=wxf").expect(200).json();
    let left = &left["corners"][0]["left_book"];
    assert_eq!((&left["point"], &left["expected"]), (&json!("H2+1"), &json!(["H2+3"])));
    assert_eq!((&left["color"], &left["move"]), (&json!("R"), &json!(3)));
}

#[test]
fn a_position_is_asked_for_by_fen_and_with_the_sides_exchanged() {
    let fixture = fixture();
    add(&fixture, "a3a4,h9g7");
    let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/P8/2P1P1P1P/1C5C1/9/RNBAKABNR+b";
    let by_fen = fixture.server.get(&format!("/v1/next?book=x&fen={fen}")).expect(200).json();
    assert_eq!(points(&by_fen), ["h9g7"]);
    // Both move rooks and horses to and fro until Black has moved its pawn and Red has not.
    let moves = "a0a1,i6i5,a1a2,b9c7,a2a0,c7b9";
    let tempo = fixture.server.get(&format!("/v1/next?book=x&moves={moves}")).expect(200).json();
    assert_eq!(points(&tempo), ["b0c2"]);
    let found = &tempo["moves"][0];
    assert_eq!((&found["via"], &found["leads_to"]), (&json!("transposition"), &json!("a3a4h9g7")));
    assert_eq!((&found["symmetry"], &found["first_mover"]), (&json!("rotate_180"), &json!("B")));
    // The same as a position, and a move after it.
    let fen = "rnbakabnr/9/1c5c1/p1p1p1p2/8p/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
    let question = json!({"book": "x", "fen": fen});
    let ask = |question: &Value| {
        fixture.server.request("POST", "/v1/next").json(question).send().expect(200).json()
    };
    assert_eq!(points(&ask(&question)), ["b0c2"]);
    add(&fixture, "a3a4,h9g7,b0c2");
    let after = json!({"book": "x", "fen": fen, "moves": [["", "b0c2"]]});
    assert_eq!(points(&ask(&after)), ["h9g7"]);
    let next = fixture.server.get("/v1/next?book=x&fen=hello").expect(400).json();
    assert_eq!((&next["code"], &next["field"]), (&json!("invalid_value"), &json!("fen")));
    let of_go = fixture.server.get(&format!("/v1/next?book=b&fen={}", fen.replace(' ', "+")));
    assert_eq!(of_go.expect(422).json()["code"], json!("other_game"));
}

#[test]
fn moves_against_the_rules_are_refused_with_the_reason() {
    let fixture = fixture();
    let refused = |moves: &str, status: u16| {
        fixture.server.get(&format!("/v1/next?book=x&moves={moves}")).expect(status).json()
    };
    let onto_own = refused("a0a3", 422);
    assert_eq!(onto_own["move"]["reason"], json!("onto_own"));
    assert!(onto_own["detail"].as_str().unwrap().contains("a piece of the same side stands on a3"));
    assert_eq!(refused("h2e2,B:h7h8,B:h8h7", 422)["move"]["reason"], json!("out_of_turn"));
    assert_eq!(refused("R:h9g7", 422)["move"]["reason"], json!("not_own"));
    assert_eq!(refused("pass", 400)["field"], json!("moves[0]"));
    // The board after an illegal move is unknown, so that no later move is blamed.
    assert_eq!(refused("h2e2,h9h8,C2=5", 422)["field"], json!("moves[1]"));
    let ambiguous = refused("车一进五", 400);
    assert_eq!(ambiguous["code"], json!("invalid_point"));
    let edit = json!({"edits": [{"op": "add", "moves": "h2e2,h2e2"}]});
    fixture.post("/v1/books/x/edits", &edit).expect(400);
    let stones = fixture.server.get("/v1/next?book=x&stones=B:h2").expect(400).json();
    assert!(stones["detail"].as_str().unwrap().contains("give the position as FEN"));
    let notation = fixture.server.get("/v1/next?book=b&coords=wxf").expect(400).json();
    assert_eq!(notation["field"], json!("coords"));
}

const GAMES: &str = "[Game \"Chinese Chess\"]\n[Event \"Cup\"]\n[Date \"1998年4月7日\"]\n[Red \"A\"]\n\
    [Black \"B\"]\n[Result \"1-0\"]\n\n1. 炮二平五 马8进7 2. 马二进三 车9平8 1-0\n\n\
    [Game \"Chinese Chess\"]\n[Event \"Cup\"]\n[Red \"C\"]\n[Black \"D\"]\n[Result \"0-1\"]\n\n\
    1. C2=5 H8+7 2. P3+1 0-1\n\n\
    [Game \"Chinese Chess\"]\n[Event \"Cup\"]\n[Result \"1/2-1/2\"]\n[Format \"ICCS\"]\n\n\
    1. B2-E2 B9-C7 2. A0-A1 1/2-1/2\n\n\
    [Game \"Chinese Chess\"]\n[FEN \"4k4/9/9/9/9/9/9/9/9/R2K5 w\"]\n\n1. a0a1 *\n";

#[test]
fn games_are_mined_counted_by_side_and_given_back() {
    let fixture = fixture();
    std::fs::write(fixture.path("games.pgn"), GAMES).unwrap();
    let mine = ["mine", "games.pgn", "--book", "x", "--min-games", "1", "--format", "json"];
    let report = fixture.run(&mine).ok().json();
    assert_eq!((&report["games"]["seen"], &report["games"]["counted"]), (&json!(4), &json!(3)));
    assert_eq!(report["games"]["rejected"]["setup"], json!(1), "{report}");
    let tally = fixture.run(&["tally", "--book", "x", "--format", "json"]).ok().json();
    assert_eq!(tally["results"], json!({"1-0": 1, "0-1": 1, "1/2-1/2": 1, "*": 0}));
    let first = json!({"uci": "b2e2", "games": 3, "red": 1, "draw": 1, "black": 1, "unknown": 0});
    assert_eq!(tally["first_moves"], json!([first]));
    let asked =
        ["next", "--book", "x", "--moves", "h2e2,h9g7", "--examples", "1", "--format", "json"];
    let answer = fixture.run(&asked).ok().json();
    assert_eq!(points(&answer).len(), 3);
    let statistics = |point: &str| {
        let moves = answer["moves"].as_array().unwrap();
        moves.iter().find(|found| found["point"] == json!(point)).unwrap()["statistics"].clone()
    };
    // Red played the third move: a win, a loss and a draw.
    let rates = ["h0g2", "g3g4", "i0i1"].map(|point| statistics(point)["win_rate"].clone());
    assert_eq!(rates, [json!(1.0), json!(0.0), json!(0.5)]);
    let game = statistics("h0g2")["examples"][0]["id"].as_str().unwrap().to_owned();
    let given = fixture.run(&["game", &game, "--book", "x"]).ok().out;
    assert!(given.contains("[Red \"A\"]") && given.contains("1. 炮二平五 马８进７"), "{given}");
    let over_http = fixture.server.get(&format!("/v1/books/x/games/{game}?format=sgf")).expect(200);
    assert!(over_http.text().contains("[Result \"1-0\"]"));
    let moves = fixture.server.get(&format!("/v1/books/x/games/{game}?format=moves&coords=wxf"));
    assert_eq!(moves.expect(200).json()["moves"][0], json!(["R", "C2=5"]));
}

#[test]
fn a_folder_of_records_is_mined_and_a_long_library_is_shared_by_workers() {
    let fixture = fixture();
    std::fs::create_dir(fixture.path("games")).unwrap();
    std::fs::write(fixture.path("games/some.pgn"), GAMES).unwrap();
    // A library of CCBridge: its header with an index without entries, and 200 records.
    let record = include_bytes!("../../fuzz/corpus/xiangqi/cbr");
    let mut library = vec![0; 66_624];
    library[..16].copy_from_slice(b"CCBridgeLibrary\0");
    for number in 0..200_u16 {
        let start = library.len();
        library.extend(record);
        // The name of Red, one character.
        library[start + 1076..start + 1078].copy_from_slice(&(0x4E00 + number).to_le_bytes());
        library.resize(start + 4096, 0);
    }
    std::fs::write(fixture.path("games/many.cbl"), &library).unwrap();
    let mine = ["mine", "games", "--book", "x", "--min-games", "1", "--format", "json"];
    let report = fixture.run(&mine).ok().json();
    assert_eq!((&report["games"]["seen"], &report["games"]["counted"]), (&json!(204), &json!(203)));
    assert_eq!(report["unreadable"], json!(0), "{report}");
}

#[test]
fn trees_come_in_with_variations_and_go_back_with_a_revert() {
    let fixture = fixture();
    let tree = "[Game \"Chinese Chess\"]\n[Format \"ICCS\"]\n\n{Central cannon, answered by h9g7}\n\
                1. H2-E2 {the most played} (1. C3-C4 G6-G5) H9-G7 2. H0-G2 *\n";
    let send = |query: &str, body: &str| {
        let request = fixture.server.request("POST", &format!("/v1/books/x/import?{query}"));
        request.key(&fixture.key).body("application/octet-stream", body).send()
    };
    let dry = send("name=a.pgn&dry_run=true", tree).expect(200).json();
    assert_eq!((&dry["files"][0]["placed"], &dry["dry_run"]), (&json!(5), &json!(true)), "{dry}");
    let report = send("name=a.pgn", tree).expect(200).json();
    assert_eq!(report["files"][0]["placed"], json!(5));
    let again = send("name=a.pgn", tree).expect(200).json();
    assert_eq!(
        (&again["changed"], &again["files"][0]["merged"]["duplicate"]),
        (&json!(false), &json!(5))
    );
    let node = fixture.server.get("/v1/books/x/nodes?moves=h2e2").expect(200).json();
    assert_eq!((&node["comment"], &node["points"]), (&json!("the most played"), &json!(["h2e2"])));
    let exported = fixture.run(&["export", "--book", "x", "--to", "sgf"]).ok().out;
    assert!(exported.contains(";B[h2e2]") && exported.contains(";B[g3g4];W[c6c5]"), "{exported}");
    std::fs::write(fixture.path("x.sgf"), &exported).unwrap();
    fixture.run(&["import", "x.sgf", "--book", "y", "--game", "xiangqi"]).ok();
    let of_y = fixture.run(&["export", "--book", "y", "--to", "sgf"]).ok().out;
    assert_eq!(of_y, exported);
    // A mirrored tree is the same one; an illegal move stops its branch.
    let mirrored = tree.replace("H2-E2", "B2-E2").replace("C3-C4 G6-G5", "G3-G4 C6-C5");
    let mirrored = mirrored.replace("H9-G7", "B9-C7").replace("H0-G2", "B0-C2");
    assert_eq!(send("name=b.pgn", &mirrored).expect(200).json()["changed"], json!(false));
    let bad = tree.replace("H0-G2", "H0-H9");
    let report = send("name=c.pgn", &bad).expect(200).json();
    let warnings = report["files"][0]["warnings"].to_string();
    assert!(warnings.contains("move 3"), "{warnings}");
    let changes = fixture.run(&["history", "--book", "x", "--format", "json"]).ok().json();
    let kinds: Vec<&Value> =
        changes["changes"].as_array().unwrap().iter().map(|change| &change["kind"]).collect();
    assert_eq!(kinds, ["import", "import", "create"]);
    fixture.run(&["revert", "--book", "x", "--since", "1"]).ok();
    let empty = fixture.run(&["next", "--book", "x", "--format", "json"]).ok().json();
    assert_eq!(empty["reason"], json!("empty_book"));
    let doctor = fixture.run(&["doctor"]).ok().out;
    assert!(doctor.contains("no problems found"), "{doctor}");
}

#[test]
fn opening_books_go_out_and_come_in() {
    let fixture = fixture();
    for moves in ["h2e2,h9g7,h0g2,b9c7,c3c4", "h2e2,b9c7,h0g2,h9g7", "c3c4,g6g5"] {
        add(&fixture, moves);
    }
    let tree = "(;GM[7]SZ[9:10](;B[h2e2]V[0.35]N[A]C[中炮])(;B[c3c4]V[-0.2]BM[1]))";
    let import = fixture.server.request("POST", "/v1/books/x/import?name=x.sgf").key(&fixture.key);
    import.body("application/octet-stream", tree).send().expect(200);
    let least = |text: &&str| shift(text).min(shift(text).mirrored()).to_string();
    for format in ["obk", "pfbook", "xqb", "bookdat", "pgn"] {
        let file = format!("x.{}", if format == "bookdat" { "dat" } else { format });
        let all = ["export", "--book", "x", "--to", format, "-o", &file];
        let flags = ["--min-verdict", "mistake"];
        let said = fixture.run(&[&all[..], &flags[..]].concat()).ok().err;
        let lost = matches!(format, "bookdat" | "pgn");
        assert_eq!(said.contains("no room for the"), lost, "{format}: {said}");
        fixture.send("PUT", &format!("/v1/books/{format}?game=xiangqi")).expect(201);
        let import = ["import", &file, "--book", format];
        let dry =
            fixture.run(&[&import[..], &["--dry-run", "--format", "json"]].concat()).ok().json();
        assert_eq!(
            (&dry["files"][0]["placed"], &dry["changed"]),
            (&json!(10), &json!(true)),
            "{dry}"
        );
        fixture.run(&import).ok();
        let next = fixture.run(&["next", "--book", format, "--format", "json"]).ok().json();
        let firsts: Vec<String> = points(&next).iter().map(least).collect();
        assert_eq!(firsts, ["b2e2", "c3c4"], "{format}");
        let after =
            ["next", "--book", format, "--moves", "h2e2,b9c7,h0g2,h9g7", "--format", "json"];
        assert_eq!(points(&fixture.run(&after).ok().json()), ["c3c4"], "{format}");
        if !lost {
            let of = |at: usize, field: &str| next["moves"][at][field].clone();
            assert_eq!((of(0, "advantage"), of(0, "comment")), (json!(0.35), json!("A\n中炮")));
            assert_eq!((of(1, "advantage"), of(1, "verdict")), (json!(-0.2), json!("question")));
        }
        fixture.run(&["revert", "--book", format, "--since", "1"]).ok();
        let empty = fixture.run(&["next", "--book", format, "--format", "json"]).ok().json();
        assert_eq!(empty["reason"], json!("empty_book"));
    }
    // Over HTTP; the move that is advised against is left out.
    let file = fixture.server.get("/v1/books/x/export?format=obk").expect(200);
    assert_eq!(file.header("joseki-left-out"), Some("1 advised against"));
    assert!(file.body.starts_with(b"SQLite format 3\0"));
    let other = fixture.server.get("/v1/books/b/export?format=xqb").expect(422).json();
    assert_eq!(other["code"], json!("other_game"));
    let license = "/v1/books/x/export?format=xqb&license=MIT";
    assert_eq!(fixture.server.get(license).expect(400).json()["field"], json!("license"));
}

#[test]
fn a_file_that_is_no_opening_book_is_refused_and_nothing_is_lost() {
    let fixture = fixture();
    add(&fixture, "h2e2");
    std::fs::write(fixture.path("short.dat"), b"1234567").unwrap();
    std::fs::write(fixture.path("cut.obk"), b"SQLite format 3\0").unwrap();
    std::fs::write(fixture.path("cut.cbr"), b"CCBridge Record\0").unwrap();
    std::fs::copy(fixture.path("joseki.db"), fixture.path("own.obk")).unwrap();
    for (file, problem) in [
        ("short.dat", "7 bytes: expected records of 8 bytes"),
        ("cut.obk", "SQLite"),
        ("cut.cbr", "the header has 16 bytes"),
        ("own.obk", "the table book"),
    ] {
        let failed = fixture.run(&["import", file, "--book", "x"]);
        assert!(failed.code != Some(0) && failed.err.contains(problem), "{file}: {}", failed.err);
    }
    assert!(fixture.run(&["export", "--book", "x", "--to", "lines"]).ok().out.contains("b2e2"));
    let of_go = fixture.run(&["import", "own.obk", "--book", "b"]);
    assert!(of_go.err.contains("is about go, but opening books and PGN are only"), "{}", of_go.err);
}

#[test]
fn results_adapt_the_order_and_the_quiz_takes_every_notation() {
    let fixture = fixture();
    add(&fixture, "h2e2,h9g7,h0g2");
    add(&fixture, "h2e2,h9g7,g3g4");
    for (number, third) in [(1, "马二进三"), (2, "P3+1")] {
        let win = if number == 2 { "win" } else { "loss" };
        let result = json!({
            "game_id": format!("g{number}"), "opponent": "o", "color": "R", "result": win,
            "game": "xiangqi", "moves": [["R", "h2e2"], ["B", "H8+7"], ["R", third]],
        });
        let counted = fixture.post("/v1/results", &result).expect(201).json();
        assert_eq!(counted["learned"], json!(3));
    }
    let next = fixture.server.get("/v1/next?book=x&moves=h2e2,h9g7&opponent=o").expect(200).json();
    assert_eq!(next["best"], json!("g3g4"));
    assert_eq!(next["moves"][0]["evidence"]["games"]["own"], json!(1));
    let kept = fixture.server.get("/v1/results/g1?coords=chinese").expect(200).json();
    assert_eq!((&kept["color"], &kept["moves"][0]), (&json!("R"), &json!(["R", "炮二平五"])));
    let question = json!({"book": "x", "moves": [["R", "h2e2"]], "answer": "H8+7"});
    let graded =
        fixture.server.request("POST", "/v1/quiz").json(&question).send().expect(200).json();
    assert_eq!(graded["graded"]["right"], json!(true), "{graded}");
    let ask = |question: &Value| fixture.post("/v1/quiz", question).expect(200).json();
    let drawn = ask(&json!({"book": "x", "seed": 1}))["next"].clone();
    assert_eq!(drawn["moves"][0][0], json!("R"), "{drawn}");
    let given_up = ask(&json!({
        "book": "x", "moves": drawn["moves"], "to_play": drawn["to_play"], "answer": "pass",
    }));
    assert_eq!(given_up["graded"]["grade"], json!("unknown"), "{given_up}");
}

#[test]
fn records_are_read_in_every_format_from_the_usual_start() {
    let fixture = fixture();
    add(&fixture, "h2e2,h9g7,h0g2,i9h9");
    let result = |sgf: &str| {
        let game = json!({
            "game_id": "g", "opponent": "o", "color": "R", "result": "win", "game": "xiangqi",
            "sgf": sgf,
        });
        fixture.post("/v1/results", &game)
    };
    let (first, _) = GAMES.split_once("\n\n[").unwrap();
    assert_eq!(result(first).expect(201).json()["learned"], json!(4));
    for (record, problem) in [
        ("(;GM[7]FEN[4k4/9/9/9/9/9/9/9/9/R2K5 w];B[a0a1])", "FEN sets up"),
        ("[Game \"Chinese Chess\"]\n\n1. h2e2 h9h8 *\n", "move 2"),
        ("hello", "no record of xiangqi"),
    ] {
        let refused = result(record).expect(422).json();
        assert!(refused["detail"].as_str().unwrap().contains(problem), "{refused}");
    }
    std::fs::write(fixture.path("game.pgn"), first).unwrap();
    let next = ["next", "--book", "x", "--sgf", "game.pgn", "--move", "2", "--format", "json"];
    assert_eq!(points(&fixture.run(&next).ok().json()), ["h0g2"]);
}

#[test]
fn reviews_name_the_sides_of_xiangqi() {
    let fixture = fixture();
    add(&fixture, "h2e2,h9g7,h0g2,h7i7");
    std::fs::write(fixture.path("games.pgn"), GAMES).unwrap();
    let review = ["review", "games.pgn", "--book", "x", "--player", "A", "--all"];
    let out = fixture.run(&review).ok().out;
    assert!(out.contains("A (R), B (B)") && out.contains("Red won"), "{out}");
    assert!(out.contains("A: 1 game (1 Red, 0 Black), 1 won"), "{out}");
    assert!(
        out.contains("move 1 R h2e2") && out.contains("left the book at move 4 (Black)"),
        "{out}"
    );
    let asked = json!({"book": "x", "games": [GAMES, GAMES.split("\n\n[").next()]});
    let items = fixture.post("/v1/review", &asked).expect(200).json()["games"].clone();
    assert!(items[0]["error"]["detail"].as_str().unwrap().contains("send each game"), "{items}");
    let first = &items[1]["review"];
    assert_eq!((&first["black"]["name"], &first["winner"]), (&json!("A"), &json!("R")), "{items}");
}

#[test]
fn the_board_is_drawn_in_letters_or_characters() {
    let fixture = fixture();
    add(&fixture, "h2e2,h9g7");
    let out = fixture.run(&["next", "--book", "x", "--moves", "h2e2"]).ok().out;
    assert!(out.contains("\n7 . c . . . . . c . 7\n"), "{out}");
    assert!(out.contains("\n2 . C . . C . . . . 2\n"), "{out}");
    assert!(out.contains("Black to play, best h9g7"), "{out}");
    assert!(out.contains("Last move: h2e2 (Red, move 1)"), "{out}");
    let picture = ["next", "--book", "x", "--moves", "h2e2", "--picture", "b.svg"];
    fixture.run(&picture).ok();
    let svg = std::fs::read_to_string(fixture.path("b.svg")).unwrap();
    assert_eq!(svg.matches("class=\"piece red\"").count(), 16);
    assert!(svg.contains("class=\"piece red\" data-point=\"e2\""), "{svg}");
    assert_eq!(svg.matches("class=\"candidate\"").count(), 1);
    assert!(svg.contains("the best first: a h9g7."), "{svg}");
    fixture.run(&["next", "--book", "x", "--picture", "b.png"]).ok();
    assert!(std::fs::read(fixture.path("b.png")).unwrap().starts_with(b"\x89PNG"));
    let characters = ["next", "--book", "x", "--moves", "h2e2", "--coords", "chinese"];
    let out = fixture.run(&characters).ok().out;
    assert!(out.contains("\n0 俥 傌 相 仕 帅 仕 相 傌 俥 0\n"), "{out}");
    assert!(out.contains("\n9 车 马 象 士 将 士 象 马 车 9\n"), "{out}");
}

/// Reads an answer as interfaces do: items between bars, fields between commas, a colon after each
/// name; the score is an integer and the winning rate a number.
fn read_cloud(text: &str) -> Vec<(String, i64, u8, f64)> {
    let text = text.strip_suffix('\0').expect("a zero byte at the end");
    let item = |item: &str| {
        let field = |name: &str| {
            let mut fields = item.split(',').filter_map(|field| field.split_once(':'));
            fields.find(|(key, _)| *key == name).expect("a field").1.to_owned()
        };
        let note = field("note");
        assert!(!note.contains(['W', 'D', 'L', '?']) || note.starts_with("? ("), "{note}");
        let score = field("score").parse().expect("an integer");
        (field("move"), score, field("rank").parse().unwrap(), field("winrate").parse().unwrap())
    };
    text.split('|').map(item).collect()
}

#[test]
fn interfaces_ask_it_as_a_cloud_book() {
    let fixture = fixture();
    for moves in ["h2e2,h9g7,h0g2", "h2e2,h9g7,g3g4", "c3c4,g6g5"] {
        add(&fixture, moves);
    }
    let won = json!({
        "game_id": "g", "opponent": "o", "color": "R", "result": "win", "game": "xiangqi",
        "moves": [["R", "h2e2"]],
    });
    fixture.post("/v1/results", &won).expect(201);
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
    let ask = |action: &str, board: &str| {
        let path = format!("/chessdb.php?book=x&action={action}&board={board}");
        fixture.server.get(&path).expect(200)
    };
    let all = ask("queryall", &format!("{start}+w"));
    assert_eq!(all.header("content-type"), Some("text/plain; charset=utf-8"));
    let moves = read_cloud(&all.text());
    assert_eq!(moves.len(), 4, "both images of both moves: {moves:?}");
    assert!(moves[0].0 == "b2e2" && moves[1].0 == "h2e2" && moves[0].2 == 2, "{moves:?}");
    assert!(moves[0].1 > 0 && moves[0].3 > 50.0 && moves[0].1 > moves[3].1, "{moves:?}");
    let rate = 100.0 / (1.0 + (-moves[0].1 as f64 / 330.0).exp());
    assert_eq!(format!("{rate:.2}"), format!("{:.2}", moves[0].3));
    let as_json = ask("queryall&json=1", &format!("{start}%20w%20-%20-%200%201")).json();
    assert_eq!((&as_json["status"], &as_json["ply"]), (&json!("ok"), &json!(0)));
    let first = &as_json["moves"][0];
    assert_eq!((&first["uci"], &first["note"]), (&json!("b2e2"), &json!("! (01-02)")));
    assert_eq!(first["winrate"], json!(format!("{rate:.2}")));
    // The same with the sides exchanged: Black to move in the position turned.
    let turned = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR+b";
    let turned: Vec<String> =
        read_cloud(&ask("queryall", turned).text()).into_iter().map(|found| found.0).collect();
    assert_eq!(turned, ["b7e7", "h7e7", "c6c5", "g6g5"]);
    let banned = ask("queryall&ban=move:b2e2|move:h2e2", &format!("{start}+w")).text();
    assert_eq!(read_cloud(&banned).len(), 2);
    let every = ask("queryall&showall=true", &format!("{start}+w")).text();
    assert_eq!(every.matches("score:??,rank:0,note:? (??-??)").count(), 40);
    let said =
        |action: &str, board: &str| ask(action, board).text().trim_end_matches('\0').to_owned();
    let best = said("querybest", &format!("{start}+w"));
    assert!(best == "move:h2e2" || best == "move:b2e2", "{best}");
    assert!(said("querysearch", &format!("{start}+w")).starts_with("search:b2e2|search:h2e2"));
    assert_eq!(said("queryscore", &format!("{start}+w")), format!("eval:{}", moves[0].1));
    let line = said("querypv", &format!("{start}+w"));
    assert!(line.contains(",depth:3,pv:b2e2|b9c7|"), "{line}");
    let unknown = "3k5/9/9/9/9/9/9/9/9/R3K4+w";
    assert_eq!(said("queryall", unknown), "unknown");
    assert_eq!(said("query", unknown), "nobestmove");
    assert_eq!(
        said("queryall", "3k5/3P5/9/9/9/9/9/9/9/3RK4+b"),
        "stalemate".replace("stale", "check")
    );
    for (action, board, expected) in [
        ("queryall", "hello", "invalid board"),
        ("dance", "3k5/9/9/9/9/9/9/9/9/R3K4+w", "invalid parameters"),
        ("queue", "3k5/9/9/9/9/9/9/9/9/R3K4+w", "ok"),
        ("store&move=a0a1&score=5", "3k5/9/9/9/9/9/9/9/9/R3K4+w", "store refused"),
        ("queryrule&movelist=a0a1", "3k5/9/9/9/9/9/9/9/9/R3K4+w", "invalid movelist"),
    ] {
        assert_eq!(said(action, board), expected, "{action} {board}");
    }
    assert_eq!(ask("queryall&json=1", "hello").json(), json!({"status": "invalid board"}));
    let of_go =
        fixture.server.get("/chessdb.php?book=b&action=queryall&board=3k5/9/9/9/9/9/9/9/9/R3K4+w");
    let of_go = of_go.expect(422).json();
    assert_eq!((&of_go["code"], &of_go["field"]), (&json!("other_game"), &json!("book")));
    // Red checks with each move: the move that repeats the position loses.
    let rule = "queryrule&movelist=a0a9|d9d8|a9a8|d8d9";
    let rules = said(rule, "3k5/9/9/9/9/9/9/9/9/R3K4+w");
    assert!(rules.contains("move:a8a9,rule:ban"), "{rules}");
    assert!(rules.contains("move:e0e1,rule:none"), "{rules}");
}

#[test]
fn positions_and_pieces_are_found_in_games() {
    let fixture = fixture();
    std::fs::write(fixture.path("games.pgn"), GAMES).unwrap();
    fixture.run(&["mine", "games.pgn", "--book", "x", "--min-games", "1"]).ok();
    let find =
        |body: Value| fixture.post("/v1/books/x/patterns?min_version=2", &body).expect(200).json();
    // The central cannon, in its mirror as well; Black never has one.
    let mut rows = vec!["*".repeat(9); 10];
    rows[7] = "****C****".to_owned();
    let found = find(json!({"rows": rows, "swap": true}));
    assert_eq!(
        (&found["games"], &found["hits"], &found["swapped"]),
        (&json!(3), &json!(3), &json!(0))
    );
    assert_eq!(
        (&found["images"], &found["black_wins"], &found["white_wins"]),
        (&json!(2), &json!(1), &json!(1))
    );
    // It was moved from the right twice and from the left once: the mirror makes them one.
    let continuation = &found["continuations"][0];
    assert_eq!((&continuation["play"], &continuation["count"]), (&json!("b9c7"), &json!(3)));
    assert_eq!(found["found"][0]["hits"][0]["next"], json!({"move": 2, "play": "b9c7"}));
    let position = "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2";
    let exactly = find(json!({"fen": position}));
    assert_eq!(
        (&exactly["hits"], &exactly["no_continuation"]),
        (&json!(3), &json!(0)),
        "{exactly}"
    );
    assert_eq!(find(json!({"fen": position.replace(" w ", " b ")}))["hits"], json!(0));
    // All pieces stay on the board.
    let unequal = json!({"material": {"R": 2, "r": 2, "C": [1, 2]}, "swap": false});
    assert_eq!(find(unequal)["hits"], json!(3));
    assert_eq!(find(json!({"material": {"R": 1}}))["hits"], json!(0));
    assert_eq!(find(json!({"material": {"R": 2, "r": 2}, "exact": true}))["hits"], json!(0));
    for (body, field) in [
        (json!({}), "rows"),
        (json!({"rows": ["*********"]}), "rows"),
        (json!({"rows": vec!["********"; 10]}), "rows"),
        (json!({"rows": vec!["********!"; 10]}), "rows"),
        (json!({"material": {"Z": 1}}), "material"),
        (json!({"material": {"R": [2, 1]}}), "material"),
        (json!({"fen": "9/9 w"}), "fen"),
        (json!({"fen": position, "rows": ["*"]}), "fen"),
        (json!({"fen": position, "anchor": "corner"}), "anchor"),
    ] {
        let refused = fixture.post("/v1/books/x/patterns", &body).expect(400).json();
        assert_eq!(refused["field"], json!(field), "{body}");
    }
    let out =
        fixture.run(&["find", "--book", "x", "--material", "C2,R1-2", "--limit", "1"]).ok().out;
    assert!(out.contains("6 hits in 3 games of 3 searched"), "{out}");
    assert!(out.contains("h2e2") || out.contains("b2e2"), "{out}");
}
