//! Finding moves by their names, tags and comments.

use serde_json::{Value, json};

use crate::desk::Desk;

const NAMED: &str = "(;SZ[19](;B[pd]N[Star point;小目ではない]C[Black plays Q16.];W[nc]N[Low approach]\
    (;B[qf]N[Knight's move];W[qc]C[White lives, and the pincer at K16 has no sting.])(;B[qc]))\
    (;B[pc]N[Kōmoku;小目]))";

/// Lines and places of what was found.
fn found(answer: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let nodes = answer["nodes"].as_array().expect("nodes").iter();
    nodes.map(|node| (text(&node["line"]), text(&node["found"]))).collect()
}

#[test]
fn words_are_found_in_names_tags_and_comments() {
    let desk = Desk::new();
    desk.import("named", "", NAMED).expect(200);
    let search = |query: &str| desk.get(&format!("/v1/books/named/search?q={query}"));
    let expect = |query: &str, wanted: &[(&str, &str)]| {
        let answer = search(query);
        let wanted = wanted.iter().map(|(line, found)| ((*line).into(), (*found).into()));
        assert_eq!(found(&answer), wanted.collect::<Vec<_>>(), "{query}");
        assert_eq!(answer["total"], wanted_len(&answer), "{query}");
    };
    // Two characters; the name that they are before the one that has them.
    expect("%E5%B0%8F%E7%9B%AE", &[("CD", "name"), ("DD", "name")]);
    expect("komoku", &[("CD", "name")]);
    expect("knights%20MOVE", &[("DDCFFC", "name")]);
    expect("pincer", &[("DDCFFCCC", "comment")]);
    expect("black", &[("DD", "comment")]);
    expect("nothing", &[]);
    // With a dash between them words are found together: "ko" is in "komoku", but not twice.
    expect("ko-ko", &[]);
    expect("low-approach", &[("DDCF", "name")]);
    let pincer = search("pincer&corner=lower_left&color=W");
    assert_eq!(pincer["nodes"][0]["points"], json!(["D4", "F3", "C6", "C3"]));
    assert_eq!(pincer["nodes"][0]["color"], "W");
    assert_eq!(pincer["nodes"][0]["before"], json!(["Knight's move"]));
    let excerpt = "Black lives, and the pincer at K4 has no sting.";
    assert_eq!(pincer["nodes"][0]["excerpt"], excerpt);

    desk.set("named", "DDCFCC", &json!({"tags": ["Low road"]}));
    desk.set("named", "DDCFFC", &json!({"retired": true}));
    expect("low", &[("DDCF", "name"), ("DDCFCC", "tag")]);
    // What is retired is not found, nor what is below it.
    expect("knights%20MOVE", &[]);
    expect("pincer", &[]);
}

fn wanted_len(answer: &Value) -> usize {
    answer["nodes"].as_array().expect("nodes").len()
}

#[test]
fn a_version_is_sent_once() {
    let desk = Desk::new();
    desk.import("named", "", NAMED).expect(200);
    let path = "/v1/books/named/search?q=low&limit=1";
    let tag = desk.answer(path).header("etag").expect("a tag").to_owned();
    desk.fixture.get(path).header("If-None-Match", &tag).send().expect(304);
    desk.set("named", "CD", &json!({"names": ["low"]}));
    let answer = desk.fixture.get(path).header("If-None-Match", &tag).send().expect(200).json();
    assert_eq!((found(&answer), &answer["total"]), (vec![("CD".into(), "name".into())], &json!(2)));
}

#[test]
fn openings_are_found_by_their_names() {
    let desk = Desk::new();
    desk.import("five", "game=renju", "(;GM[4]SZ[15];B[hh];W[hg];B[ig])").expect(200);
    let search = |query: &str| desk.get(&format!("/v1/books/five/search?q={query}"));
    for query in ["%E8%8A%B1%E6%9C%88", "kagetsu", "flower+moon", "d4"] {
        let answer = search(query);
        assert_eq!(found(&answer), [("HHGHGG".to_owned(), "opening".to_owned())], "{query}");
        assert_eq!(answer["nodes"][0]["opening"]["code"], "D4");
    }
    assert_eq!(search("d5")["total"], 0);
}

#[test]
fn invalid_searches_are_refused() {
    let desk = Desk::new();
    let long = format!("q={}", "a".repeat(201));
    for (query, field) in [
        ("", "q"),
        ("q=%20,-", "q"),
        (long.as_str(), "q"),
        ("q=a&limit=0", "limit"),
        ("q=a&limit=201", "limit"),
        ("q=a&corner=left", "corner"),
    ] {
        let answer = desk.fixture.get(&format!("/v1/books/b/search?{query}")).send().expect(400);
        assert_eq!(
            (answer.code().as_str(), answer.json()["field"].as_str()),
            ("invalid_value", Some(field))
        );
    }
    assert_eq!(
        desk.fixture.get("/v1/books/c/search?q=a").send().expect(404).code(),
        "unknown_book"
    );
}
