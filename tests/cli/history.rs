//! `joseki history`, `change`, `diff`, and books as they were.

use serde_json::json;

use crate::program::Place;

/// The small book (change 2), then its approach good (3), a trick (4), and gone (5).
pub fn edited() -> Place {
    let place = Place::with_small_book();
    let edit = |arguments: &[&str]| place.ok(&[&["edit", "--book", "small"], arguments].concat());
    edit(&["set", "DDCF", "--verdict", "good", "--reason", "played lately"]);
    edit(&["set", "DDFC", "--verdict", "trick", "--name", "trap"]);
    edit(&["delete", "DDCF"]);
    place
}

#[test]
fn a_book_has_its_changes_and_a_node_its_own() {
    let place = edited();
    let out = place.ok(&["history", "--book", "small", "--limit", "2"]);
    let rows: Vec<Vec<&str>> = out.lines().map(|row| row.split_whitespace().collect()).collect();
    assert_eq!(rows[0], ["change", "book", "version", "when", "kind", "nodes", "who", "what"]);
    assert_eq!(
        (&rows[1][..3], &rows[1][6..]),
        (&["5", "small", "4"][..], &["edit", "-1", "command", "line"][..])
    );
    assert_eq!(
        (&rows[2][..3], &rows[2][6..]),
        (&["4", "small", "3"][..], &["edit", "~1", "command", "line"][..])
    );
    assert_eq!(out.lines().last(), Some("… more: --after 4"));
    let older = place.json(&["history", "--book", "small", "--after", "4"]);
    // The earlier name of the flag.
    assert_eq!(place.json(&["history", "--book", "small", "--before", "4"]), older);
    let ids: Vec<i64> = older["changes"]
        .as_array()
        .expect("changes")
        .iter()
        .flat_map(|row| row["id"].as_i64())
        .collect();
    assert_eq!((ids, &older["next"]), (vec![3, 2], &json!(null)));
    assert_eq!(older["changes"][0]["reason"], "played lately");
    assert_eq!(older["changes"][1]["what"], "small.sgf");
    let all = place.json(&["history", "--all"]);
    assert_eq!(all["changes"].as_array().map(Vec::len), Some(5));
    let node = place.ok(&["history", "DDFC", "--book", "small"]);
    let told: Vec<&str> = node.lines().filter(|line| !line.starts_with("change ")).collect();
    assert_eq!(
        told,
        [
            "deleted",
            "verdict  good -> trick",
            "names    approach -> trap",
            "verdict  ideal -> good",
            "added",
            "verdict  nothing -> ideal",
            "names    nothing -> approach",
            "comment  nothing -> From the top. And a second line.",
        ]
    );
    let by_moves =
        place.json(&["history", "--moves", "W:D4,B:C6", "--book", "small", "--limit", "1"]);
    assert_eq!((&by_moves["line"], &by_moves["next"]), (&json!("DDCF"), &json!(5)));
    assert_eq!(by_moves["changes"][0]["node"]["change"], "deleted");
}

#[test]
fn one_change_is_shown_whole() {
    let place = edited();
    let out = place.ok(&["change", "4"]);
    let (head, rest) = out.split_once("\n\n").expect("a blank line");
    assert!(head.starts_with("change  4\nbook    small, version 3\nwhen    20"), "{out}");
    assert_eq!(
        rest,
        "\
DDCF  verdict  good -> trick
DDCF  names    approach -> trap

This is change 4; to revert it: joseki revert 4
"
    );
    let json = place.json(&["change", "2", "--details", "2"]);
    assert_eq!((&json["kind"], &json["difference"]["added"]), (&json!("import"), &json!(5)));
    assert_eq!(json["difference"]["nodes"].as_array().map(Vec::len), Some(2));
    assert_eq!(json["difference"]["next"], "DD");
}

#[test]
fn states_of_a_book_are_compared() {
    let place = edited();
    assert_eq!(
        place.ok(&["diff", "small@1", "small@3"]),
        "\
DDCF  verdict  ideal -> trick
DDCF  names    approach -> trap

1 node changed.
"
    );
    assert_eq!(place.ok(&["diff", "small@4", "small"]), "No differences.\n");
    let json = place.json(&["diff", "small@3", "small"]);
    assert_eq!(
        json,
        json!({"added": 0, "changed": 0, "deleted": 1, "next": null, "nodes": [
            {"line": "DDCF", "change": "deleted", "fields": [
                {"field": "verdict", "before": "trick", "after": null},
                {"field": "names", "before": ["trap"], "after": null},
                {"field": "comment", "before": "From the   top.\nAnd a second line.", "after": null},
                {"field": "ends", "before": true, "after": false},
            ]},
        ]})
    );
    let books = place.json(&["diff", "small", "main"]);
    assert!(books["added"].as_u64() > Some(10_000), "{}", books["added"]);
}

#[test]
fn a_book_answers_as_it_was() {
    let place = edited();
    let next = |as_of: &[&str]| {
        let answer = place.json(&[&["next", "--book", "small", "--moves", "Q16"], as_of].concat());
        let moves = answer["moves"].as_array().expect("moves").iter();
        let here = moves.filter(|found| found["corner"] == "upper_right");
        let mut told: Vec<String> = here
            .map(|found| {
                format!("{} {}", found["leads_to"].as_str().expect("a line"), found["verdict"])
            })
            .collect();
        told.sort();
        (answer["book"]["version"].clone(), told)
    };
    let (version, now) = next(&[]);
    assert_eq!((version, now.len()), (json!(4), 2));
    let (version, then) = next(&["--as-of", "2"]);
    assert_eq!((version, then.len()), (json!(2), 3));
    assert!(then.contains(&"DDCF \"good\"".to_owned()), "{then:?}");
    let lines = |as_of: &[&str]| place.ok(&[&["lines", "--book", "small"], as_of].concat());
    assert_eq!(lines(&[]), "CD\nDDCC\nDDDE\n");
    assert_eq!(lines(&["--as-of", "3"]), "CD\nDDCC\nDDCF\nDDDE\n");
    assert_eq!(lines(&["--as-of", "3", "--limit", "1"]), "CD\n");
    assert_eq!(
        place.ok(&["export", "--book", "small", "--to", "lines", "--as-of", "3"]),
        lines(&["--as-of", "3"])
    );
    let counts = place.run(&["export", "--to", "counts", "--as-of", "1"]);
    assert_eq!(counts.code, Some(2), "{counts:?}");
    let early = place.run(&["lines", "--book", "small", "--as-of", "1999-12-31"]);
    assert_eq!(early.code, Some(1), "{early:?}");
    assert!(
        early.err.starts_with("error: the log of book \"small\" begins with version"),
        "{early:?}"
    );
}
