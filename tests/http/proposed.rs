//! `/v1/books/{book}/conditions`: stored and proposed conditions, in pages, in every orientation.

use joseki::store::Scopes;
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::placements::placed;

const CHASE: &str = "(;SZ[19];B[pd];W[od];B[oc];W[];B[nc];W[];B[oe];W[nd];B[md])";

fn desk() -> Desk {
    let desk = Desk::new();
    desk.import("c", "", CHASE).expect(200);
    desk
}

#[test]
fn what_is_proposed_is_listed_with_its_ladder() {
    let desk = desk();
    let page = desk.get("/v1/books/c/conditions");
    assert_eq!(page["book"], json!({"name": "c", "version": 1}));
    let items = page["items"].as_array().expect("items");
    let told: Vec<[&Value; 4]> = items
        .iter()
        .map(|item| ["line", "condition", "kind", "holds_when_empty"].map(|name| &item[name]))
        .collect();
    let needs =
        [&json!("DDDECEXXCFXXEE"), &json!("ladder(DE, own)"), &json!("needs"), &json!(true)];
    let leaves =
        [&json!("DDDECEXXCFXXEEDF"), &json!("ladder(DF, own)"), &json!("leaves"), &json!(false)];
    assert_eq!(told, [needs, leaves]);
    assert_eq!((&page["total"], &page["next"]), (&json!(2), &json!(null)));
    assert_eq!(items[1]["color"], "W");
    // The small book has none.
    assert_eq!(desk.get("/v1/books/b/conditions")["items"], json!([]));
    let all = desk.get("/v1/books/c/conditions?all=true&prefix=dddecexxcf");
    assert_eq!(all["items"][0]["doubt"], "threat");
}

#[test]
fn pages_are_cut_between_lines_and_a_version_is_kept() {
    let desk = desk();
    let first = desk.answer("/v1/books/c/conditions?limit=1");
    assert_eq!(first.header("etag"), Some("\"c-1\""));
    let first = first.json();
    assert_eq!((&first["next"], &first["total"]), (&json!("DDDECEXXCFXXEE"), &json!(2)));
    let second = desk.get("/v1/books/c/conditions?limit=1&after=DDDECEXXCFXXEE");
    assert_eq!(second["items"][0]["line"], "DDDECEXXCFXXEEDF");
    assert_eq!(second["next"], json!(null));
    let again = desk.fixture.get("/v1/books/c/conditions").header("If-None-Match", "\"c-1\"");
    assert_eq!(again.send().status, 304);
    desk.set("c", "DDDECEXXCFXXEE", &json!({"conditions": "ladder(DE, own)"}));
    let after = desk.get("/v1/books/c/conditions");
    assert_eq!(after["items"][0]["source"], "book");
    assert_eq!(after["items"][0]["ladder"], first["items"][0]["ladder"]);
    assert_eq!(after["items"][1]["source"], "proposed");
    desk.set("c", "DDDECEXXCFXXEE", &json!({"retired": true}));
    assert_eq!(desk.get("/v1/books/c/conditions")["items"], json!([]));
}

#[test]
fn points_are_told_as_the_caller_lays_the_lines() {
    let desk = desk();
    let item =
        |query: &str| desk.get(&format!("/v1/books/c/conditions?{query}"))["items"][0].clone();
    let usual = item("");
    assert_eq!((&usual["point"], &usual["ladder"][0]), (&json!("P15"), &json!(["W", "O16"])));
    // Upper right clockwise, seen in the other corners: the symmetries of the board.
    let corners = ["upper_left", "upper_right", "lower_left", "lower_right"];
    let mut points: Vec<String> = Vec::new();
    for corner in corners {
        for handedness in ["clockwise", "counter_clockwise"] {
            let laid = item(&format!("corner={corner}&handedness={handedness}&color=W"));
            assert_eq!(laid["color"], "W");
            assert_eq!(laid["ladder"][0][0], "B");
            assert_eq!(laid["line"], usual["line"]);
            points.push(laid["ladder"][0][1].as_str().expect("a point").to_owned());
        }
    }
    points.sort();
    let mut expected: Vec<String> = (0..8).map(|symmetry| placed("O16", symmetry)).collect();
    expected.sort();
    assert_eq!(points, expected);
    assert_eq!(item("coords=sgf")["point"], "oe");
}

#[test]
fn games_are_weighed_and_not_kept() {
    let desk = desk();
    let game = |name: &str, result: &str, last: &str| {
        let before = "B[pd];W[od];B[oc];W[jq];B[nc];W";
        format!("(;SZ[19]PB[{name}]RE[{result}];{before}[{last}];B[oe])")
    };
    let games = [game("a", "B+R", "qp"), game("b", "W+R", "dn"), game("a", "B+R", "qp")].concat();
    let post = |path: &str, text: &str| {
        let request = desk.fixture.request("POST", path);
        request.body("application/x-go-sgf", text).send()
    };
    let page = post("/v1/books/c/conditions?limit=1", &games).expect(200).json();
    assert_eq!(page["records"]["seen"], 3);
    assert_eq!(
        (&page["records"]["counted"], &page["records"]["duplicates"]),
        (&json!(2), &json!(1))
    );
    let as_json = desk.fixture.request("POST", "/v1/books/c/conditions?limit=1");
    let parts = [game("a", "B+R", "qp"), game("b", "W+R", "dn") + &game("a", "B+R", "qp")];
    let same = as_json.json(&json!({"games": parts})).send().expect(200).json();
    assert_eq!(same, page);
    let evidence = &page["items"][0]["evidence"];
    assert_eq!(
        evidence["good"],
        json!({"games": 1, "scored": 1, "points": 1.0, "win_rate": 1.0, "reached": 1, "chosen": 1, "share": 1.0})
    );
    assert_eq!(evidence["bad"]["points"], json!(0.0));
    assert_eq!(evidence["difference"]["by"], json!(1.0));
    assert_eq!(desk.get("/v1/books/c")["games"], 0);
    let broken = post("/v1/books/c/conditions", "no games at all").expect(200).json();
    assert_eq!(broken["records"]["counted"], 0);
}

#[test]
fn what_is_refused() {
    let desk = desk();
    let get = |query: &str| desk.fixture.get(&format!("/v1/books/{query}")).send();
    for (query, status, code) in [
        ("none/conditions", 404, "unknown_book"),
        ("c/conditions?limit=0", 400, "invalid_value"),
        ("c/conditions?limit=1001", 400, "invalid_value"),
        ("c/conditions?prefix=T", 400, "invalid_line"),
        ("c/conditions?corner=left", 400, "invalid_value"),
        ("c/conditions?as_of=1", 400, "unknown_field"),
    ] {
        let answer = get(query);
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{query}");
    }
    let request = desk.fixture.request("POST", "/v1/books/c/conditions");
    let answer = request.body("application/json", r#"{"game": []}"#).send();
    assert_eq!((answer.status, answer.code().as_str()), (400, "unknown_field"));
    let request = desk.fixture.request("POST", "/v1/books/c/conditions");
    let answer = request.body("application/xml", "<a/>").send();
    assert_eq!((answer.status, answer.code().as_str()), (415, "unsupported_type"));
    // What costs more than a fraction of a second needs a key.
    let key = desk.fixture.key(Scopes::READ);
    for (games, with_key, status) in
        [(200, false, 200), (201, false, 400), (201, true, 200), (5_001, true, 400)]
    {
        let request = desk.fixture.request("POST", "/v1/books/c/conditions");
        let request = if with_key { request.key(&key) } else { request };
        let answer = request.body("text/plain", "(;B[aa])".repeat(games)).send();
        assert_eq!(answer.status, status, "{games} games");
        assert!(status == 200 || answer.code() == "too_many");
    }
    let request = desk.fixture.request("POST", "/v1/books/c/conditions");
    let large = request.body("text/plain", vec![b' '; (8 << 20) + 1]).send();
    assert_eq!((large.status, large.code().as_str()), (413, "body_too_large"));
}

#[test]
fn an_import_over_http_converts_lists_or_ignores() {
    let desk = Desk::new();
    let tree = CHASE.replace("B[oe]", "B[oe]C[Only if the ladder is good for Black.]");
    let told = |book: &str, query: &str| {
        let report = desk.import(book, query, &tree).expect(200).json();
        [&report["converted"]["count"], &report["to_review"]["count"]].map(Value::as_u64)
    };
    assert_eq!(told("x", ""), [Some(1), Some(0)]);
    assert_eq!(told("x", ""), [Some(1), Some(0)]);
    assert_eq!(desk.get("/v1/books/x")["version"], 1);
    assert_eq!(told("y", "phrases=list"), [Some(0), Some(1)]);
    assert_eq!(told("z", "phrases=ignore"), [Some(0), Some(0)]);
    let refused = desk.import("w", "phrases=perhaps", &tree);
    assert_eq!((refused.status, refused.code().as_str()), (400, "invalid_value"));
    let item = desk.get("/v1/books/x/conditions");
    assert_eq!(item["items"][0]["condition"], "ladder(DE, own)");
    assert_eq!(item["items"][0]["source"], "book");
}
