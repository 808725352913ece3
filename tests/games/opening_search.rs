//! What searches say of the questions of opening rules, and wins by force that a book keeps.

use serde_json::{Value, json};

use crate::books::Fixture;
use crate::renju::fixture;

fn next(fixture: &Fixture, query: &str) -> Value {
    fixture.server.get(&format!("/v1/next?{query}")).expect(200).json()
}

fn list<'a>(value: &'a Value, name: &str) -> &'a Vec<Value> {
    value[name].as_array().unwrap_or_else(|| panic!("{name}: {value}"))
}

fn numbers(values: &[Value], name: &str) -> Vec<f64> {
    values.iter().map(|value| value[name].as_f64().unwrap()).collect()
}

#[test]
fn every_fifth_move_is_graded_and_the_book_comes_before_the_search() {
    let fixture = fixture("renju");
    let edits = json!({"edits": [
        {"op": "add", "moves": "h8,h9,h7,h10,g8", "fields": {"advantage": 20.0}},
        {"op": "add", "moves": "h8,h9,h7,h10,h6", "fields": {"verdict": "mistake"}},
    ]});
    fixture.post("/v1/books/r/edits", &edits).expect(200);
    let found = next(&fixture, "book=r&moves=h8,h9,h7,h10&fifths=3&search=4000");
    let fifths = &found["fifths"];
    let all: Vec<Value> =
        list(fifths, "best").iter().chain(list(fifths, "others")).cloned().collect();
    // The four stones stand on the column of the centre: 11 points are left on it, and the 210
    // beside it are 105 pairs.
    assert_eq!((list(fifths, "best").len(), all.len()), (3, 116));
    let points: usize = all.iter().map(|fifth| list(fifth, "points").len()).sum();
    assert_eq!(points, 221);
    let first = &all[0];
    assert_eq!(
        (&first["points"], &first["grade"]["by"]),
        (&json!(["g8", "i8"]), &json!("advantage"))
    );
    assert_eq!(fifths["last"], all[2]["point"]);
    assert_eq!(fifths["remains"], all[2]["grade"]["value"]);
    let mistake = all.iter().find(|fifth| fifth["point"] == json!("h6")).expect("h6");
    assert_eq!((&mistake["grade"]["by"], &mistake["verdict"]), (&json!("book"), &json!("mistake")));
    assert!(mistake["grade"]["value"].as_f64().unwrap() < 0.5, "{mistake}");
    // By value among those that were searched equally deep.
    let deepest = all.iter().map(|fifth| fifth["grade"]["depth"].as_u64().unwrap()).max().unwrap();
    let by_search: Vec<f64> = all
        .iter()
        .map(|fifth| &fifth["grade"])
        .filter(|grade| grade["by"] == json!("search") && grade["depth"] == json!(deepest))
        .map(|grade| grade["value"].as_f64().unwrap())
        .collect();
    assert!(deepest > 0 && by_search.len() > 3 && by_search.is_sorted_by(|a, b| a >= b));
    // Without a search the book alone is asked.
    let book = &next(&fixture, "book=r&moves=h8,h9,h7,h10&fifths=3")["fifths"];
    assert!(book.get("others").is_none() && list(book, "best")[0].get("grade").is_none(), "{book}");
    let told = ["next", "--book", "r", "--moves", "h8,h9,h7,h10", "--fifths", "2"];
    let told = fixture.run(&[&told[..], &["--search", "4000"]].concat()).ok().out;
    assert!(told.contains("best first g8/i8 (100 % by advantage), "), "{told}");
    assert!(told.contains("White keeps the last: Black expects "), "{told}");
}

#[test]
fn fourth_moves_have_values_by_the_number_of_fifths() {
    let fixture = fixture("renju");
    // D4, which no symmetry keeps: 46 points of the square of seven are left. Three along a line from
    // h9 are e12, h12 and k12 beyond it, and from i9 f12, i12, l12, l9 and l6.
    let found = next(&fixture, "book=r&moves=h8,h9,i9&search=4000");
    let fourths = &found["fourths"];
    let moves = list(fourths, "moves");
    assert_eq!(moves.len(), 54);
    assert!(fourths["nodes"].as_u64().unwrap() <= 2_000);
    let off = |fourth: &Value| (fourth["value"].as_f64().unwrap() - 0.5).abs();
    assert!(moves.is_sorted_by(|a, b| off(a) <= off(b)));
    for fourth in moves {
        let values: Vec<f64> =
            list(fourth, "values").iter().map(|it| it.as_f64().unwrap()).collect();
        assert_eq!((values.len(), list(fourth, "fifths").len()), (8, 8));
        assert!(values.is_sorted_by(|a, b| a >= b), "more fifths are never better: {fourth}");
        let nearest = values.iter().map(|value| (value - 0.5).abs()).fold(1.0, f64::min);
        assert_eq!(off(fourth), nearest, "{fourth}");
        let n = fourth["n"].as_u64().unwrap() as usize;
        assert_eq!(values[n - 1], fourth["value"].as_f64().unwrap());
    }
    // With a number of fifths the best for White comes first.
    let given = next(&fixture, "book=r&moves=h8,h9,i9&search=4000&fifths=3");
    let moves = list(&given["fourths"], "moves");
    assert!(moves.iter().all(|fourth| fourth["n"] == json!(3)));
    assert!(numbers(moves, "value").is_sorted_by(|a, b| a <= b));
    // D8 stands on a column: of the 46 points 4 are on it and 42 are pairs; three along from h9 and
    // h7 are h12 and h4 on it, and two pairs.
    let symmetric = next(&fixture, "book=r&moves=h8,h9,h7&search=2000");
    assert_eq!(list(&symmetric["fourths"], "moves").len(), 4 + 21 + 2 + 2);
    for none in
        ["moves=h8,h9,i9", "moves=h8,h9&search=2000", "moves=h8,h9,i9&to_play=B&search=2000"]
    {
        assert!(next(&fixture, &format!("book=r&{none}")).get("fourths").is_none(), "{none}");
    }
    let told =
        fixture.run(&["next", "--book", "r", "--moves", "h8,h9,i9", "--search", "4000"]).ok().out;
    assert!(told.contains("Fourth moves: ") && told.contains("(Black expects "), "{told}");
}

#[test]
fn three_stones_of_swap2_have_a_colour_to_take_or_a_pair() {
    let fixture = fixture("gomoku");
    // Two black stones beside each other in the centre, and White's in a corner.
    let found = next(&fixture, "book=r&moves=h8,a1,i9&search=6000");
    let swap2 = &found["swap2"];
    assert_eq!(swap2["choice"], json!("swap"));
    assert!(swap2["value"].as_f64().unwrap() > 0.55, "{swap2}");
    let pairs = list(swap2, "pairs");
    assert_eq!(pairs.len(), 10);
    let off = |pair: &Value| (pair["value"].as_f64().unwrap() - 0.5).abs();
    assert!(pairs.is_sorted_by(|a, b| off(a) <= off(b)));
    // White's stone in the centre and Black's in two corners.
    let white = &next(&fixture, "book=r&moves=a1,h8,o1&search=6000")["swap2"];
    assert_ne!(white["choice"], json!("swap"), "{white}");
    assert!(white["value"].as_f64().unwrap() < 0.5, "{white}");
    let told =
        fixture.run(&["next", "--book", "r", "--moves", "h8,a1,i9", "--search", "6000"]).ok().out;
    assert!(told.contains("Swap2: swap; Black expects "), "{told}");
}

/// Black's ninth move makes two open threes, far from White's stones in the corners.
const DOUBLE_THREE: &str = "h8,a1,i8,a15,j6,o1,j7,o15,j8";
/// White overlooks an open three, then an open four.
const OPEN_FOUR: &str = "h8,a1,i8,a15,j8,o1,k8,o15,l8";

#[test]
fn wins_by_force_go_up_the_tree_and_are_kept_with_the_moves() {
    let mut fixture = fixture("gomoku");
    let edits = json!({"edits": [
        {"op": "add", "moves": DOUBLE_THREE},
        {"op": "add", "moves": OPEN_FOUR},
        {"op": "add", "moves": "h8,a1,i8,a15,j6,o1,j7,o15,d4", "fields": {"verdict": "ideal"}},
    ]});
    fixture.post("/v1/books/r/edits", &edits).expect(200);
    let solve = ["solve", "--book", "r", "--nodes", "500"];
    let dry = fixture.run(&[&solve[..], &["--dry-run"]].concat()).ok().out;
    let kept = |fixture: &Fixture, moves: &str| {
        let node =
            fixture.server.get(&format!("/v1/books/r/nodes?moves={moves}")).expect(200).json();
        node["properties"]["JF"][0].as_str().unwrap_or("none").to_owned()
    };
    assert_eq!(kept(&fixture, OPEN_FOUR), "none", "{dry}");
    fixture.run(&solve).ok();
    // The server holds the book as it was.
    fixture.restart();
    let up_to =
        |line: &str, moves: usize| line.split(',').take(moves).collect::<Vec<_>>().join(",");
    // From the five up: it is made; White allowed it; nothing meets an open four; so the move before
    // it loses too. In plies: 0, 1, 2 (any move, then five), 3.
    for (moves, wanted) in [(9, "W0"), (8, "L1"), (7, "W2"), (6, "L3")] {
        assert_eq!(kept(&fixture, &up_to(OPEN_FOUR, moves)), wanted, "{moves} moves");
    }
    // Two open threes: any move, an open four, any move, five. White's move before allowed it.
    assert_eq!(
        (kept(&fixture, DOUBLE_THREE), kept(&fixture, &up_to(DOUBLE_THREE, 8))),
        ("W4".into(), "L5".into())
    );
    // Black is far ahead, and its sibling may win too, later: the curator's word comes after that.
    let found = next(&fixture, &format!("book=r&moves={}", up_to(DOUBLE_THREE, 8)));
    let moves = list(&found, "moves");
    assert_eq!(
        (&moves[0]["point"], &moves[0]["forced"]),
        (&json!("j8"), &json!({"won": true, "plies": 4}))
    );
    assert_eq!(found["best"], json!("j8"));
    let again = fixture.run(&[&solve[..], &["--format", "json"]].concat()).ok().json();
    assert_eq!(again["change"]["change"], json!(null), "{again}");
    assert!(again["won"].as_u64() > Some(2) && again["lost"].as_u64() > Some(3), "{again}");
    let history = fixture.run(&["history", "--book", "r"]).ok().out;
    assert!(history.contains("wins by force"), "{history}");
    assert!(fixture.run(&["doctor"]).ok().out.contains("no problems found"));
    let told = fixture.run(&["next", "--book", "r", "--moves", &up_to(DOUBLE_THREE, 8)]).ok().out;
    assert!(told.contains("wins by force in 4 moves of both sides at most"), "{told}");
    let go = fixture.run(&["solve", "--book", "b"]);
    assert!(
        go.err.contains("wins by force are only for renju, standard, gomoku and xiangqi"),
        "{go:?}"
    );
}

#[test]
fn mates_of_xiangqi_go_up_the_tree() {
    let mut fixture = fixture("xiangqi");
    // Red takes the pawn in the middle and puts the other cannon behind the first: whatever Black
    // puts before the general is a screen for one of the two.
    let moves = ["h2e2", "a6a5", "e2e6", "a5a4", "b2b4", "a4a3", "b4e4"];
    let edits = json!({"edits": [{"op": "add", "moves": moves.join(",")}]});
    fixture.post("/v1/books/r/edits", &edits).expect(200);
    fixture.run(&["solve", "--book", "r", "--nodes", "500"]).ok();
    fixture.restart();
    for (count, wanted) in [(7, "W0"), (6, "L1")] {
        let line = moves[..count].join(",");
        let node =
            fixture.server.get(&format!("/v1/books/r/nodes?moves={line}")).expect(200).json();
        assert_eq!(node["properties"]["JF"], json!([wanted]), "{node}");
    }
}
