//! Every refusal has its code, its field and its place.

use joseki::store::Scopes;
use serde_json::{Value, json};

use crate::client::Answer;
use crate::fixture::Fixture;

#[track_caller]
fn check(answer: &Answer, status: u16, code: &str, field: Option<&str>) -> Value {
    assert_eq!(answer.status, status, "{}", answer.text());
    assert_eq!(answer.code(), code, "{}", answer.text());
    let json = answer.json();
    assert_eq!(json["field"].as_str(), field, "{json}");
    json
}

#[test]
fn addresses() {
    let fixture = Fixture::new();
    let get = |path: &str| fixture.get(path).send();
    check(&get("/nowhere"), 404, "unknown_route", None);
    check(&get("/v1"), 404, "unknown_route", None);
    check(&get("/v1/books/"), 404, "unknown_route", None);
    check(&get("/v1/books/nothing"), 404, "unknown_book", Some("book"));
    check(&get("/v1/books/nothing/lines"), 404, "unknown_book", Some("book"));
    check(&get("/v1/books/nothing/export"), 404, "unknown_book", Some("book"));
    let unknown = check(&get("/v1/next?book=nothing"), 404, "unknown_book", Some("book"));
    assert_eq!(unknown["known"], json!(["main"]));
    check(&get("/v1/books/%ff"), 400, "invalid_path", None);
    check(&get("/v1/books/main/nodes/AAAA"), 404, "unknown_node", Some("steps"));
    check(&get("/v1/books/main/nodes/DDC"), 400, "invalid_line", Some("steps"));
    check(&get("/v1/books/main/nodes/%2e%2e"), 400, "invalid_line", Some("steps"));
    check(&get("/v1/books/main/lines?prefix=T"), 400, "invalid_line", Some("prefix"));
    check(&get("/v1/books/main/lines?limit=0"), 400, "invalid_value", Some("limit"));
    let text = check(&get("/v1/books/main/lines?limit=x"), 400, "invalid_value", Some("limit"));
    assert_eq!(text["detail"], "limit: invalid value \"x\", expected a whole number");
    check(&get("/v1/books/main/lines?limit=1001"), 400, "invalid_value", Some("limit"));
    check(&get("/v1/books/main/export?format=pdf"), 400, "invalid_value", Some("format"));
    check(&get("/v1/books/main/nodes?corner=left"), 400, "invalid_value", Some("corner"));
}

#[test]
fn long_names_are_cut_short() {
    let fixture = Fixture::new();
    let long = "é".repeat(5000);
    let cut = format!("\"{}…\"", "é".repeat(64));
    let escaped = "%C3%A9".repeat(5000);
    let posted = fixture.post("/v1/next").json(&json!({"book": long})).send();
    let listed = fixture.get(&format!("/v1/books/{escaped}/lines")).send();
    let prefix = fixture.get(&format!("/v1/books/main/lines?prefix={escaped}")).send();
    for answer in [posted, listed, prefix] {
        let detail = answer.json()["detail"].as_str().expect("a detail").to_owned();
        assert!(detail.contains(&cut) && detail.len() < 300, "{detail}");
    }
}

#[test]
fn unknown_parameters_everywhere() {
    let fixture = Fixture::new();
    for path in [
        "/v1/next",
        "/v1/books",
        "/v1/books/main",
        "/v1/books/main/lines",
        "/v1/books/main/nodes",
        "/v1/books/main/nodes/DD",
        "/v1/books/main/export",
    ] {
        let answer = fixture.get(&format!("{path}?colour=B")).send();
        check(&answer, 400, "unknown_field", Some("colour"));
    }
    let posted = fixture.post("/v1/next?seed=1").json(&json!({})).send();
    check(&posted, 400, "unknown_field", Some("seed"));
}

#[test]
fn methods() {
    let fixture = Fixture::new();
    for (method, path, allowed) in [
        ("PUT", "/v1/next", "GET,HEAD,POST"),
        ("GET", "/v1/next/batch", "POST"),
        ("POST", "/v1/books/main", "GET,HEAD,PUT,DELETE"),
        ("POST", "/v1/books/main/nodes/DD", "GET,HEAD,PATCH,PUT,DELETE"),
        ("DELETE", "/v1/changes/1", "GET,HEAD"),
        ("GET", "/v1/keys/jk_1", "DELETE"),
        ("POST", "/healthz", "GET,HEAD"),
        ("BREW", "/v1/books", "GET,HEAD"),
    ] {
        let answer = fixture.request(method, path).send();
        check(&answer, 405, "method_not_allowed", None);
        assert_eq!(answer.header("allow"), Some(allowed), "{method} {path}");
    }
}

#[test]
fn json_bodies() {
    let fixture = Fixture::new();
    let post = |body: &str| fixture.post("/v1/next").body("application/json", body).send();
    let broken = check(&post("{\n \"moves\": [[\"B\",]]}"), 400, "malformed_json", None);
    assert_eq!((&broken["line"], &broken["column"]), (&json!(2), &json!(17)));
    let empty = check(&post(""), 400, "malformed_json", None);
    assert_eq!(empty["detail"], "the body is empty: expected a JSON object");
    check(&post("{} {}"), 400, "malformed_json", None);
    let unknown = check(&post("{\"move\": []}"), 400, "unknown_field", Some("move"));
    let detail = unknown["detail"].as_str().expect("a detail");
    assert!(detail.contains("`move`") && detail.contains("`moves`"), "{detail}");
    let list = check(&post("{\"moves\": 3}"), 400, "invalid_value", Some("moves"));
    let detail = list["detail"].as_str().expect("a detail");
    assert!(detail.starts_with("moves: invalid type: integer `3`, expected a list"), "{detail}");
    check(&post("{\"moves\": [[\"B\", 3]]}"), 400, "invalid_value", Some("moves[0][1]"));
    check(&post("{\"limit\": -1}"), 400, "invalid_value", Some("limit"));
    check(&post("{\"limit\": 0}"), 400, "invalid_value", Some("limit"));
    check(&post("{\"limit\": 362}"), 400, "invalid_value", Some("limit"));
    check(&post("{\"board_size\": 300}"), 400, "invalid_value", Some("board_size"));
    check(&post("{\"board_size\": 1}"), 400, "invalid_value", Some("board_size"));
    check(&post("{\"min_verdict\": \"best\"}"), 400, "invalid_value", Some("min_verdict"));
    check(&post("{\"coords\": \"chess\"}"), 400, "invalid_value", Some("coords"));
    check(&post("{\"to_play\": \"red\"}"), 400, "invalid_color", Some("to_play"));
    check(&post("{\"moves\": [[\"red\", \"D4\"]]}"), 400, "invalid_color", Some("moves[0]"));
    let missing = fixture.post("/v1/next/batch").json(&json!({})).send();
    check(&missing, 400, "missing_field", Some("queries"));
}

#[test]
fn types_and_encodings_of_bodies() {
    let fixture = Fixture::new();
    let post = |kind: &str| fixture.post("/v1/next").body(kind, "{}").send();
    for kind in ["text/plain", "application/x-www-form-urlencoded", ""] {
        check(&post(kind), 415, "unsupported_type", None);
    }
    for kind in ["application/json; charset=utf-8", "Application/JSON", "application/x+json"] {
        assert_eq!(post(kind).status, 200, "{kind}");
    }
    let packed = fixture.post("/v1/next").header("Content-Encoding", "gzip").json(&json!({}));
    check(&packed.send(), 415, "unsupported_encoding", None);
    let plain = fixture.post("/v1/next").header("Content-Encoding", "identity").json(&json!({}));
    plain.send().expect(200);
    let key = fixture.key(Scopes::CURATE);
    let import = || fixture.post("/v1/books/b/import").key(&key);
    check(&import().body("application/json", "{}").send(), 415, "unsupported_type", None);
    let packed = import().header("Content-Encoding", "br").body("text/plain", "(;B[pd])");
    check(&packed.send(), 415, "unsupported_encoding", None);
}

#[test]
fn large_bodies() {
    let fixture = Fixture::new();
    let large = " ".repeat((256 << 10) + 1);
    let answer = fixture.post("/v1/next").body("application/json", large).send();
    let limit = "body too large: expected at most 262144 bytes";
    assert_eq!(check(&answer, 413, "body_too_large", None)["detail"], limit);
    for _ in 0..20 {
        let huge = vec![b' '; 8 << 20];
        let answer = fixture.post("/v1/next").body("application/json", huge).send();
        check(&answer, 413, "body_too_large", None);
    }
    let chunked = "40001\r\n".to_owned() + &" ".repeat(0x40001) + "\r\n0\r\n\r\n";
    let answer = raw(
        &fixture,
        &format!(
            "POST /v1/next HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n{chunked}"
        ),
    );
    assert_eq!(check(&answer, 413, "body_too_large", None)["detail"], limit);
}

fn raw(fixture: &Fixture, request: &str) -> Answer {
    use std::io::Write;
    let mut stream = crate::client::connect(fixture.address).expect("a connection");
    stream.write_all(request.as_bytes()).expect("to write");
    crate::client::read_answer(&mut stream, false).expect("an answer")
}

#[test]
fn boards() {
    let fixture = Fixture::new();
    let post = |body: Value| fixture.post("/v1/next").json(&body).send();
    let taken = json!({"moves": [["B", "Q16"], ["W", "D4"], ["W", "Q16"]]});
    let taken = check(&post(taken), 422, "illegal_move", Some("moves[2]"));
    assert_eq!(taken["detail"], "move 3, W Q16: the point is occupied");
    let told = json!({"number": 3, "color": "W", "point": "Q16", "reason": "occupied"});
    assert_eq!(taken["move"], told);
    assert_eq!(taken["type"], "/problems#illegal_move");
    let sgf = json!({"coords": "sgf", "moves": [["B", "pd"], ["W", "pd"]]});
    let sgf = check(&post(sgf), 422, "illegal_move", Some("moves[1]"));
    assert_eq!(sgf["detail"], "move 2, W pd: the point is occupied");
    let small = json!({"board_size": 9, "moves": [["B", "A2"], ["B", "B1"], ["W", "A1"]]});
    let small = check(&post(small), 422, "illegal_move", Some("moves[2]"));
    assert_eq!(small["move"]["reason"], "suicide");
    let off = json!({"board_size": 13, "moves": [["B", "Q16"]]});
    check(&post(off), 400, "invalid_point", Some("moves[0]"));
    check(&post(json!({"moves": [["B", "pd"]]})), 400, "invalid_point", Some("moves[0]"));
    check(&post(json!({"board_size": 25})), 422, "unsupported_size", Some("board_size"));
    let twice = json!({"initial_stones": [["B", "D4"], ["W", "D4"]]});
    check(&post(twice), 422, "illegal_stone", Some("initial_stones[1]"));
    let dead = json!({"initial_stones": [["B", "A1"], ["W", "A2"], ["W", "B1"]]});
    check(&post(dead), 422, "illegal_stone", Some("initial_stones[0]"));
    let many = json!({"moves": vec![["B", "pass"]; 2001]});
    check(&post(many), 400, "too_many", Some("moves"));
    let get = |path: &str| fixture.get(path).send();
    check(&get("/v1/next?moves=Q16,Q16"), 422, "illegal_move", Some("moves[1]"));
    check(&get("/v1/next?stones=D4,D4"), 422, "illegal_stone", Some("stones[1]"));
    check(&get("/v1/next?stones=Z99"), 400, "invalid_point", Some("stones[0]"));
    check(&get("/v1/next?moves=X:D4"), 400, "invalid_color", Some("moves[0]"));
}
