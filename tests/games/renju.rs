//! Renju: golden numbers of positions, the 26 openings, libraries, and games.

use std::collections::HashSet;
use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use joseki::book::{Forest, Line};
use joseki::format::dictionary::{ExportOptions, Importer, export};
use joseki::format::five::renlib::{self, LibraryBuilder, LibraryText};
use joseki::format::five::{convert, library};
use joseki::format::sgf::{Limits, read_file};
use joseki::game::five::{FirstStones, OPENINGS};
use joseki::game::{
    Alphabet, BoardSize, Color, Frame, Game, LinePosition, Point, Region, Side, Step, Symmetries,
    Variant,
};

use crate::books::Fixture;

fn renju() -> Variant {
    Variant::new(Game::Renju, None).unwrap()
}

fn size() -> BoardSize {
    renju().size()
}

fn step(text: &str) -> Step {
    let point = Point::from_letter_number(text, size()).unwrap();
    Frame::plain(Region::Board).step_at(point, size()).unwrap()
}

fn line(text: &str) -> Line {
    text.split(' ').map(step).collect()
}

/// The steps within some lines of the centre.
fn around_centre(lines: u8) -> Vec<Step> {
    let alphabet = Alphabet::board(size()).unwrap();
    let range = 7 - lines..=7 + lines;
    range
        .clone()
        .flat_map(|u| range.clone().map(move |v| (u, v)))
        .filter_map(|(u, v)| alphabet.step(u, v))
        .collect()
}

/// The different positions that one more stone makes of these, each with one line that leads there.
fn grown(positions: &[(LinePosition, usize)], steps: &[Step]) -> Vec<(LinePosition, usize)> {
    let mut seen = HashSet::new();
    let mut next = Vec::new();
    for (position, ply) in positions {
        let side = Side::to_move_after(*ply);
        for step in steps {
            let mut position = *position;
            if position.play(side, *step).is_ok() && seen.insert(position.key(side.opposite()).key)
            {
                next.push((position, ply + 1));
            }
        }
    }
    next
}

/// RIF's limits for the first moves; the numbers are those of the rules' description.
#[test]
fn positions_are_counted_as_in_the_rules() {
    let start = vec![(LinePosition::new(renju()), 0)];
    let first = grown(&start, &[step("h8")]);
    let second = grown(&first, &around_centre(1));
    let third = grown(&second, &around_centre(2));
    let fourth = grown(&third, &around_centre(3));
    let fifth = grown(&fourth, &around_centre(4));
    let counts = [&first, &second, &third, &fourth, &fifth].map(|all| all.len());
    assert_eq!(counts, [1, 2, 26, 998, 65_104]);
    let anywhere = around_centre(7);
    assert_eq!(grown(&third, &anywhere).len(), 5070);
    assert_eq!(grown(&grown(&first, &anywhere), &anywhere).len(), 6335);
}

#[test]
fn variants_have_keys_of_their_own() {
    let variants = [
        renju(),
        Variant::new(Game::Gomoku, Some(15)).unwrap(),
        Variant::new(Game::Gomoku, Some(20)).unwrap(),
        Variant::new(Game::Standard, None).unwrap(),
    ];
    let keys: HashSet<u64> =
        variants.iter().map(|variant| LinePosition::new(*variant).key(Side::First).key).collect();
    assert_eq!(keys.len(), variants.len());
    assert_eq!(Game::parse("freestyle"), Ok(Game::Gomoku));
}

/// Stores keep them: if this test fails, the code is wrong.
#[test]
fn keys_are_frozen() {
    let key = |text: &str| {
        LinePosition::replay(renju(), line(text))
            .unwrap()
            .key(Side::to_move_after(text.split(' ').count()))
            .key
    };
    assert_eq!(key("h8 h9 i9"), key("h8 i8 i9"));
    assert_eq!(key("h8 h9 i9"), FROZEN[0]);
    assert_eq!(key("h8 i9 g7"), FROZEN[1]);
}

const FROZEN: [u64; 2] = [7_055_985_999_291_368_323, 1_182_108_072_363_135_269];

/// The canonical lines and the number of orientations of each opening, from the rules' table.
const LINES: [(&str, &str, usize); 6] = [
    ("D1", "HHGHFH", 4),
    ("D4", "HHGHGG", 8),
    ("D13", "HHGHJF", 8),
    ("I1", "HHGGFF", 4),
    ("I7", "HHGGGI", 8),
    ("I13", "HHGGJJ", 4),
];

#[test]
fn openings_are_named_in_any_orientation_and_order() {
    for (code, canonical, orientations) in LINES {
        let opening = OPENINGS.iter().find(|opening| opening.code == code).unwrap();
        let line = line(opening.moves);
        assert_eq!(line.canonical().to_string(), canonical, "{code}");
        let key = LinePosition::replay(renju(), &line).unwrap().key(Side::Second);
        assert_eq!(8 / key.stabiliser.len(), orientations, "{code}");
    }
    for opening in &OPENINGS {
        let points: Vec<Point> = opening
            .moves
            .split(' ')
            .map(|word| Point::from_letter_number(word, size()).unwrap())
            .collect();
        for symmetry in Symmetries::SQUARE.iter() {
            let image = |index: usize| {
                let (x, y) = symmetry.apply((points[index].x(), points[index].y()), (15, 15));
                Point::new(x, y)
            };
            for order in [[0, 2], [2, 0]] {
                let stones = [
                    (Color::Black, image(order[0])),
                    (Color::White, image(1)),
                    (Color::Black, image(order[1])),
                ];
                assert_eq!(
                    FirstStones::from_stones(&stones, size()),
                    Some(FirstStones::Opening(opening))
                );
            }
        }
    }
    let far = ["h8", "h9", "a1"].map(|word| Point::from_letter_number(word, size()).unwrap());
    let stones = [(Color::Black, far[0]), (Color::White, far[1]), (Color::Black, far[2])];
    assert_eq!(FirstStones::from_stones(&stones, size()), Some(FirstStones::Rogue));
    assert_eq!(FirstStones::from_stones(&stones[..2], size()), None);
}

/// A library as RenLib writes it, with text in GBK, a pass, a label, marks, and a first move at the
/// edge.
fn a_library() -> Vec<u8> {
    let text = |one: &'static [u8], multi: &'static [u8]| LibraryText {
        one_line: one,
        multi_line: multi,
        ..LibraryText::default()
    };
    let mut builder = LibraryBuilder::new();
    builder.push(0, None, &text(b"root", b"")).unwrap();
    builder.push(1, Some((0, 0)), &text(b"edge a15", b"")).unwrap();
    builder.push(1, Some((7, 7)), &LibraryText::default()).unwrap();
    builder.push(2, Some((7, 6)), &text(b"", b"two\r\nlines")).unwrap();
    let label = LibraryText {
        board_text: b"A",
        mark: true,
        start: true,
        ..text(b"D4", b"\xbb\xa8\xd4\xc2\r\nh8,h9,i9")
    };
    builder.push(3, Some((8, 6)), &label).unwrap();
    builder.push(4, None, &LibraryText::default()).unwrap();
    builder.push(5, Some((9, 5)), &text(b"j10", b"")).unwrap();
    builder.to_bytes()
}

fn imported(bytes: &[u8]) -> (Forest, Vec<String>) {
    let converted = convert("a.lib", bytes, 15, None).unwrap().unwrap();
    let collection = read_file(converted.sgf.as_bytes(), &Limits::default()).unwrap();
    let mut forest = Forest::for_variant(renju());
    let mut importer = Importer::new(&mut forest);
    collection.trees.iter().for_each(|tree| importer.add(tree));
    let report = importer.finish();
    assert_eq!(report.refused, []);
    (forest, converted.warnings)
}

#[test]
fn a_library_goes_through_a_book_without_loss() {
    let bytes = a_library();
    let (forest, warnings) = imported(&bytes);
    assert_eq!(warnings, ["the texts were read as gb18030, which is a guess"]);
    assert_eq!(forest.len(), 6);
    let node = forest.find(&line("h8 h9 i9").canonical()).unwrap();
    let data = forest.node(node).data().unwrap();
    let tags: Vec<&str> = data.tags.iter().map(String::as_str).collect();
    let labels = &data.properties["JL"];
    assert_eq!((tags, labels.len()), (vec!["mark", "start"], 1));
    // The book is exported in the orientation of the usual diagrams, as it was written.
    let again = library(&forest, "gbk".parse().unwrap()).unwrap();
    let texts = |bytes: &[u8]| {
        let reading = renlib::read(bytes).unwrap();
        let nodes = reading.library.nodes().map(|node| format!("{node:?}")).collect::<Vec<_>>();
        (format!("{:?}", reading.library.root()), nodes)
    };
    assert_eq!(texts(&again), texts(&bytes));
    // An SGF of the book gives the same book.
    let sgf = export(&forest, ExportOptions::default(), Vec::new()).unwrap();
    let text = String::from_utf8(sgf.clone()).unwrap();
    assert!(text.starts_with("(;FF[4]GM[4]CA[UTF-8]SZ[15]RU[renju]"), "{text}");
    assert!(text.contains(";B[hh]") && text.contains(";W[hg]"), "{text}");
    let collection = read_file(&sgf, &Limits::default()).unwrap();
    let mut back = Forest::for_variant(renju());
    let mut importer = Importer::new(&mut back);
    importer.add(&collection.trees[0]);
    assert_eq!(importer.finish().refused, []);
    let lines = |forest: &Forest| {
        let lines =
            forest.lines().map(|(line, id)| (line.to_string(), forest.node(id).data().cloned()));
        lines.collect::<Vec<_>>()
    };
    assert_eq!(lines(&back), lines(&forest));
}

/// In every orientation a source gives the same book, its comments' points turned with the moves.
#[test]
fn a_source_gives_the_same_book_in_every_orientation() {
    let books: HashSet<Vec<(String, Option<String>)>> = Symmetries::SQUARE
        .iter()
        .map(|symmetry| {
            let image = |text: &str| {
                let point = Point::from_letter_number(text, size()).unwrap();
                let (x, y) = symmetry.apply((point.x(), point.y()), (15, 15));
                Point::new(x, y)
            };
            let sgf = |text: &str| image(text).to_sgf();
            let name = |text: &str| image(text).to_letter_number(size());
            let tree = format!(
                "(;GM[4]SZ[15];B[{}];W[{}];B[{}]C[better than {}, see H8])",
                sgf("h8"),
                sgf("h9"),
                sgf("j6"),
                name("i9")
            );
            let collection = read_file(tree.as_bytes(), &Limits::default()).unwrap();
            let mut forest = Forest::for_variant(renju());
            let mut importer = Importer::new(&mut forest);
            importer.add(&collection.trees[0]);
            assert_eq!(importer.finish().refused, []);
            let comment = |id| {
                forest.node(id).data()?.comment.as_ref().map(|text| text.template().to_owned())
            };
            forest.lines().map(|(line, id)| (line.to_string(), comment(id))).collect()
        })
        .collect();
    assert_eq!(books.len(), 1);
}

#[test]
fn what_is_wrong_with_a_tree_is_said_and_the_rest_is_kept() {
    let tree = "(;GM[4]SZ[15]RU[Yamaguchi];B[hh](;W[hg];B[hg])(;W[ig];B[ij](;W[];B[];W[aa])(;B[ki])))\
                (;GM[1]SZ[15];B[hh])(;SZ[19];B[pd])(;GM[4]RU[freestyle];B[hh])(;GM[4];W[hh])(;GM[4]AB[hh];W[hg])";
    let collection = read_file(tree.as_bytes(), &Limits::default()).unwrap();
    let mut forest = Forest::for_variant(renju());
    let mut importer = Importer::new(&mut forest);
    collection.trees.iter().for_each(|tree| importer.add(tree));
    let report = importer.finish();
    let reasons: Vec<String> =
        report.refused.iter().map(|refusal| refusal.reason.to_string()).collect();
    assert_eq!(
        reasons,
        [
            "h9 is already occupied",
            "a pass on the empty board or after a pass",
            "it follows the refused node in line 1",
            "the tree is for game GM[1], expected renju (GM[4])",
            "the tree is for game GM[1], expected renju (GM[4])",
            "unsupported board size SZ[19] for renju: expected 15x15",
            "unsupported board size SZ[19] for renju: expected 15x15",
            "the tree is played by other rules than renju: RU[freestyle]",
            "the tree is played by other rules than renju: RU[freestyle]",
            "White begins: expected Black's move",
            "AB sets up a position: expected moves from the start of a game",
            "it follows the refused node in line 1",
        ]
    );
}

/// A library may have moves that are forbidden on the board: they are kept, and never answered.
#[test]
fn a_forbidden_move_of_the_book_is_named_and_not_answered() {
    let fixture = Fixture::new();
    fixture.send("PUT", "/v1/books/r?game=renju").expect(201);
    let line = "h9,a1,h10,a3,g8,a5,f8,a7,h8";
    let edits = json!({"edits": [{"op": "add", "moves": line}]});
    fixture.post("/v1/books/r/edits", &edits).expect(200);
    let ask = |moves: &str| {
        let path = format!("/v1/next?book=r&moves={moves}");
        fixture.server.get(&path).expect(200).json()
    };
    let foul = ask("h9,a1,h10,a3,g8,a5,f8,a7");
    assert_eq!((&foul["reason"], &foul["coords"]), (&json!("forbidden"), &json!("letter_number")));
    let expected = json!([{"point": "h8", "foul": "double_three"}]);
    assert_eq!(foul["corners"][0]["forbidden"], expected);
    let legal = ask("h9,a1,h10,a3,g8,a5");
    assert_eq!((&legal["best"], &legal["opening"]["code"]), (&json!("f8"), &json!("rogue")));
    assert_eq!(legal["corners"][0].get("forbidden"), None);
    // A foul that was played, and a move after a five.
    assert_eq!(ask(line)["corners"][0]["state"], json!("finished"));
    let after = "h8,a1,i8,a2,j8,a3,k8,a4,l8,a5";
    let refused = fixture.server.get(&format!("/v1/next?book=r&moves={after}")).expect(422).json();
    assert_eq!((&refused["code"], &refused["field"]), (&json!("illegal_move"), &json!("moves[9]")));
}

pub fn fixture(game: &str) -> Fixture {
    let fixture = Fixture::new();
    fixture.send("PUT", &format!("/v1/books/r?game={game}")).expect(201);
    fixture
}

#[test]
fn a_library_comes_in_over_http_in_the_character_set_that_is_named() {
    let fixture = fixture("renju");
    let send = |path: &str| {
        let request = fixture.server.request("POST", path).key(&fixture.key);
        request.body("application/octet-stream", a_library()).send()
    };
    let report = send("/v1/books/r/import?name=a.lib&charset=gb18030").expect(200).json();
    assert_eq!(
        (&report["files"][0]["placed"], &report["files"][0]["warnings"]),
        (&json!(6), &json!([]))
    );
    let node = fixture.server.get("/v1/books/r/nodes?moves=h8,h9,i9").expect(200).json();
    assert_eq!(node["comment"], json!("D4\n花月\nh8,h9,i9"));
    // The same node on a board that is turned: the points of its comment turn too.
    let turned = fixture.server.get("/v1/books/r/nodes?moves=h8,g8,g9").expect(200).json();
    assert_eq!(turned["comment"], json!("D4\n花月\nh8,g8,g9"));
    for path in
        ["/v1/books/r/import?charset=klingon", "/v1/books/r/export?format=lib&charset=klingon"]
    {
        let refused = if path.contains("export") { fixture.server.get(path) } else { send(path) };
        let problem = refused.expect(400).json();
        assert_eq!(
            (&problem["code"], &problem["field"]),
            (&json!("invalid_value"), &json!("charset"))
        );
    }
    let of_go = send("/v1/books/b/import?name=a.lib").expect(422).json();
    assert_eq!(of_go["code"], json!("other_game"));
    let detail = of_go["detail"].as_str().unwrap();
    assert!(
        detail.contains("RenLib libraries are only for renju and gomoku on 15 lines"),
        "{detail}"
    );
    let damaged = fixture.server.request("POST", "/v1/books/r/import?name=a.lib").key(&fixture.key);
    let damaged = damaged.body("application/octet-stream", "hello").send().expect(422).json();
    assert_eq!((&damaged["code"], &damaged["file"]), (&json!("invalid_sgf"), &json!("a.lib")));
    let text = fixture.run(&["export", "--book", "r", "--to", "pos"]).ok().out;
    assert_eq!(text, "a1\nh8h7i7--j6\n");
    let refused = fixture.run(&["export", "--book", "b", "--to", "pos"]);
    assert!(refused.err.contains("only for renju and gomoku"), "{refused:?}");
}

/// Records of every kind that is mined, each with the opening D4 in an orientation of its own.
#[test]
fn records_of_every_kind_are_mined_by_the_rules_of_the_book() {
    let fixture = fixture("renju");
    let folder = fixture.path("games");
    std::fs::create_dir(&folder).unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    write("a.sgf", "(;GM[5]SZ[15]RU[Yamaguchi]RE[B+draw]PB[a];B[hh];W[hg];B[ig])");
    write(
        "b-renju.psq",
        "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,8,0\r\n9,9,31\r\nx.exe\r\ny.exe\r\n-1\r\n1,Renju\r\n",
    );
    write(
        "c.psq",
        "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,8,0\r\n9,9,31\r\nx\r\ny\r\n-1\r\n1,Freestyle15_1\r\n",
    );
    write("d.pos", "# one game a line\nh8h9g9\nh8x99\n");
    write(
        "e.rif",
        "<database><players><player id='1' name='A'/><player id='2' name='B'/></players><games>\
         <game id='1' black='1' white='2' bresult='0'><move>h8 g8 g7</move></game></games></database>",
    );
    write(
        "f.sgf",
        "(;GM[1]SZ[15];B[hh])(;GM[4]SZ[19];B[hh])(;SZ[15]PB[z]RE[W+];B[hh];W[gh];B[gi])",
    );
    let mine = ["mine", "games", "--book", "r", "--min-games", "1", "--format", "json"];
    let report = fixture.run(&mine).ok().json();
    let games = &report["games"];
    assert_eq!((&games["seen"], &games["counted"]), (&json!(8), &json!(5)), "{report}");
    let rejected = &games["rejected"];
    let others = ["other_game", "other_rules", "other_size"].map(|name| rejected[name].as_u64());
    assert_eq!(others, [Some(1); 3], "{report}");
    assert_eq!(report["unreadable"], json!(1), "{report}");
    let tally = fixture.run(&["tally", "--book", "r", "--format", "json"]).ok().json();
    assert_eq!(tally["results"], json!({"B": 1, "W": 2, "0": 1}));
    assert_eq!(tally["openings"], json!({"D4": {"games": 5, "black": 1, "white": 2, "draw": 1}}));
    assert_eq!(tally["distinct_lines"], json!([1, 1, 1, 0, 0, 0, 0, 0, 0, 0]));
    let most = json!([]);
    assert_eq!(tally["most_played_after_four"], most);
    let of_go = fixture.run(&["tally", "--book", "b"]);
    assert!(of_go.err.contains("tallies are only for games of the whole board"), "{of_go:?}");
}

/// The output of a run that is given a text on standard input.
fn at_terminal(fixture: &Fixture, arguments: &[&str], input: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_joseki"));
    command.args(arguments).current_dir(fixture.directory.path());
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

#[test]
fn boards_of_any_length_are_refused_and_the_others_answered() {
    let fixture = fixture("renju");
    let long = format!("{{\"black\":\"{}\"}}", "h8 ".repeat(6000));
    let board = r#"{"black":"h9 h10 g8 f8"}"#;
    let told = at_terminal(&fixture, &["forbidden"], &format!("{long}\n{board}\n{board}x\n"));
    let answers: Vec<&str> = told.lines().collect();
    assert_eq!(answers[0], r#"{"error":"line 1: the line is longer than 16 KiB"}"#);
    assert_eq!(answers[1], r#"{"33":["h8"],"44":[],"6":[]}"#);
    assert!(answers[2].starts_with(r#"{"error":"line 3: invalid JSON"#), "{told}");
    assert_eq!(answers.len(), 3);
    let request = fixture.server.request("POST", "/v1/forbidden");
    let refused = request.json(&json!({"black": "h8 ".repeat(6000)})).send().expect(413).json();
    assert_eq!(refused["code"], json!("body_too_large"));
}

#[test]
fn wins_by_force_are_found_at_both_doors_and_bad_positions_are_named() {
    let fixture = fixture("renju");
    let moves = "h8 i7 g9 e5 g7 j10 g8 g6 f8 e8 h10 i11 j8 i8";
    let solved = fixture.run(&["solve", "--game", "renju", "--moves", moves]).ok().json();
    assert_eq!((&solved["n"], &solved["line"]), (&json!(2), &json!(["g11", "g10", "i9"])));
    let ask = |body: Value| fixture.server.request("POST", "/v1/solve").json(&body).send();
    assert_eq!(
        ask(json!({"game": "renju", "kind": "vcf", "moves": moves})).expect(200).json(),
        solved
    );
    // A threat wins too where fours do; stones may be given without their order.
    let threes =
        json!({"game": "standard", "kind": "vct", "black": "f8 g8 h8", "white": "c4 c5 m3"});
    let mut white = threes.clone();
    white["to_move"] = json!("white");
    assert_eq!(ask(threes).expect(200).json()["n"], json!(1));
    assert_eq!(ask(white).expect(200).json(), json!({"n": null, "first": [], "line": []}));
    let mate = json!({"game": "xiangqi", "fen": "3k5/9/9/4N4/2N6/9/9/9/9/4K4 w"});
    assert_eq!(ask(mate).expect(200).json()["mate_in"], json!(1));
    let little =
        json!({"game": "renju", "kind": "vct", "moves": "h8 i8 h10 h7 k9 g8 h12 h9", "nodes": 10});
    assert_eq!(ask(little).expect(200).json()["limit"], json!(true));
    for (body, field) in [
        (json!({"game": "renju"}), "moves"),
        (json!({"game": "go", "moves": "h8"}), "game"),
        (json!({"game": "xiangqi", "kind": "vcf", "fen": ""}), "kind"),
        (json!({"game": "renju", "kind": "mate", "moves": "h8"}), "kind"),
        (json!({"game": "xiangqi", "fen": "9/9 w"}), "fen"),
        (json!({"game": "xiangqi"}), "fen"),
        (json!({"game": "renju", "moves": "h8 h8"}), "moves"),
        (json!({"game": "renju", "moves": "h8 z3"}), "moves"),
        (json!({"game": "renju", "moves": "h8", "board_size": 20}), "board_size"),
        (json!({"game": "renju", "moves": "h8", "nodes": 10_000_000}), "nodes"),
        (json!({"game": "renju", "moves": "h8", "black": "h9"}), "moves"),
        (json!({"game": "renju", "black": "a1", "to_move": "green"}), "to_move"),
        (json!({"game": "gomoku", "white": "a1 b1 c1 d1 e1", "black": "h8"}), "white"),
        (json!({"game": "renju", "fen": "9/9 w"}), "fen"),
        (json!({"game": "xiangqi", "moves": "h2e2"}), "moves"),
        (json!({}), "game"),
    ] {
        let refused = ask(body.clone()).expect(400).json();
        assert_eq!(refused["field"], json!(field), "{body} {refused}");
    }
    std::fs::write(
        fixture.path("lines"),
        "{\"moves\": \"h8\"}\n{\"moves\": \"h8 h8\"}\nnot JSON\n",
    )
    .unwrap();
    let run = fixture.run(&["solve", "--game", "renju", "--kind", "vct", "lines"]);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[0], r#"{"n":null,"first":[],"line":[]}"#);
    assert_eq!(lines[1], r#"{"error":"line 2: moves: h8 has a stone already"}"#);
    assert!(lines[2].starts_with(r#"{"error":"line 3: invalid JSON"#) && run.code == Some(1));
}

#[test]
fn a_search_beside_the_book_finds_wins_and_marks_moves_that_lose() {
    let fixture = fixture("renju");
    // Black has a three: i9 lets it become a four, f9 does not.
    let moves = "h8,a1,g8,a2,f8";
    let edits = json!({"edits": [
        {"op": "add", "moves": format!("{moves},o15")}, {"op": "add", "moves": format!("{moves},e8")},
        {"op": "add", "moves": format!("{moves},o15,i8")},
    ]});
    fixture.post("/v1/books/r/edits", &edits).expect(200);
    let ask = |moves: &str, search: &str| {
        fixture.server.get(&format!("/v1/next?book=r&moves={moves}{search}")).expect(200).json()
    };
    assert!(ask(moves, "").get("search").is_none());
    let found = ask(moves, "&search=20000");
    assert_eq!(found["search"], json!({"win": null, "in_book": false, "limit": false}));
    let points: Vec<&Value> =
        found["moves"].as_array().unwrap().iter().map(|it| &it["point"]).collect();
    assert_eq!(points, ["e8", "o15"]);
    assert!(found["moves"][0].get("loses").is_none());
    assert_eq!(found["moves"][1]["loses"]["n"], json!(1));
    assert_eq!(found["moves"][1]["loses"]["by"], json!("fours"));
    // Without a key a longer one ends there, and what a key might get is not kept.
    let tag = |search: &str| {
        let path = format!("/v1/next?book=r&moves={moves}&search={search}");
        fixture.server.get(&path).expect(200).header("etag").map(str::to_owned)
    };
    assert!(tag("20000").is_some());
    assert_eq!((tag("20001"), tag("20001")), (None, None));
    let won = ask(&format!("{moves},o15"), "&search=20000");
    let best = format!("/v1/best?book=r&moves={moves},o15&search=20000");
    let best = fixture.server.get(&best).expect(200).json();
    assert_eq!((&best["move"], &best["reason"]), (&won["best"], &json!(null)));
    assert_eq!(
        (&won["search"]["win"]["n"], &won["best"]),
        (&json!(1), &won["search"]["win"]["line"][0])
    );
    let text =
        fixture.run(&["next", "--book", "r", "--moves", moves, "--search", "20000"]).ok().out;
    assert!(
        text.contains("Search: no win by force.") && text.contains("loses by fours in 1: "),
        "{text}"
    );
    let go = fixture.server.get("/v1/next?search=100").expect(422).json();
    assert_eq!((&go["code"], &go["field"]), (&json!("other_game"), &json!("search")));
    let many = fixture.server.get("/v1/next?book=r&search=2000000").expect(400).json();
    assert_eq!((&many["code"], &many["field"]), (&json!("invalid_value"), &json!("search")));
    fixture.send("PUT", "/v1/books/x?game=xiangqi").expect(201);
    let mate = "/v1/next?book=x&fen=3k5/9/9/4N4/2N6/9/9/9/9/4K4%20w&coords=wxf&search=1000";
    let found = fixture.server.get(mate).expect(200).json();
    assert_eq!(found["search"]["win"]["by"], json!("mate"));
    assert_eq!(found["best"], found["search"]["win"]["line"][0]);
}

#[test]
fn points_are_written_as_players_of_the_game_do_at_every_door() {
    let fixture = fixture("renju");
    let edits = json!({"edits": [{"op": "add", "moves": "h8,i9,i8,j9"}]});
    fixture.post("/v1/books/r/edits", &edits).expect(200);
    // Both GTP and these players write H for the eighth column, but only one of them has the i.
    let question = json!({"book": "r", "moves": [["B", "h8"], ["W", "i9"]], "answer": "i8"});
    let graded =
        fixture.server.request("POST", "/v1/quiz").json(&question).send().expect(200).json();
    assert_eq!(graded["coords"], json!("letter_number"));
    assert_eq!(
        (&graded["graded"]["answer"], &graded["graded"]["right"]),
        (&json!("i8"), &json!(true))
    );
    // i9 leaves the board symmetric, so h9 is the same move.
    assert_eq!(graded["graded"]["accepted"][0]["points"], json!(["h9", "i8"]));
    let asked = at_terminal(&fixture, &["quiz", "--book", "r", "--seed", "1"], "z\n?\nquit\n");
    assert!(asked.contains("enter a point such as h8"), "{asked}");
    assert!(!asked.contains("in the board"), "{asked}");
    let result = json!({
        "game_id": "g", "opponent": "o", "color": "B", "result": "win", "game": "renju",
        "moves": [["B", "h8"], ["W", "i9"], ["B", "i8"]],
    });
    let counted = fixture.post("/v1/results", &result).expect(201).json();
    assert_eq!(counted["learned"], json!(3));
    let kept = fixture.server.get("/v1/results/g").expect(200).json();
    assert_eq!(kept["moves"], result["moves"]);
    let next = fixture.server.get("/v1/next?book=r&moves=h8,i9&opponent=o").expect(200).json();
    assert_eq!(next["moves"][0]["evidence"]["games"]["own"], json!(1));
    // Where the line lies on this board.
    assert_eq!(next["corners"][0]["node"]["handedness"], json!("undetermined"));
    assert!(next["corners"][0]["node"]["symmetry"].is_string(), "{next}");
    let twice = fixture.run(&["next", "--book", "r", "--moves", "h8,i9,i9"]);
    assert!(
        twice.err.contains("move 3 is black at i9; set colours explicitly as in W:i9"),
        "{twice:?}"
    );
    let early = fixture.server.get("/v1/next?book=r&moves=h8,pass").expect(422).json();
    assert_eq!(early["move"]["reason"], json!("pass"));
    std::fs::write(fixture.path("g.sgf"), "(;GM[4]SZ[15];B[hh];W[ig])").unwrap();
    let on_record = ["next", "--book", "r", "--sgf", "g.sgf", "--format", "json"];
    assert_eq!(fixture.run(&on_record).ok().json()["best"], json!("h9"));
}
