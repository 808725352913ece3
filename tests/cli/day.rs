//! A day in a curator's life: a large foreign tree comes in, is worked on, comes in again in a second edition, and
//! goes, and the book is what it was.

use serde_json::Value;

use crate::program::Place;

/// The first and the second edition of a foreign dictionary.
#[derive(Clone, Copy, PartialEq)]
enum Edition {
    First,
    Second,
}

/// A tree of some 2,700 nodes in the upper right corner that knows better than the starter book: it has a verdict on
/// every second move, and calls all answers to the 4-4 point mistakes. The second edition has other verdicts on
/// some, comments on others, and more moves.
fn foreign(edition: Edition) -> String {
    let points: Vec<(char, char)> =
        ('k'..='s').rev().flat_map(|x| ('a'..='i').map(move |y| (x, y))).collect();
    // How far from the two sides.
    let is_right =
        |(x, y): &(char, char)| u32::from('s') - u32::from(*x) < u32::from(*y) - u32::from('a');
    let mut sgf = "(;GM[1]SZ[19]".to_owned();
    for (order, first) in [('p', 'd'), ('q', 'd'), ('q', 'e'), ('p', 'e')].iter().enumerate() {
        // After the 4-4 point both sides are one.
        let seconds =
            points.iter().filter(|point| *point != first && (order > 0 || is_right(point)));
        let (x, y) = first;
        sgf += &format!("(;B[{x}{y}]");
        for (number, second) in seconds.enumerate() {
            let (x, y) = second;
            let changed = edition == Edition::Second && number % 7 == 3;
            let verdict = match (order, number % 3, changed) {
                (0, _, false) => "BM[1]",
                (_, 0, false) | (_, 1, true) => "TE[1]",
                (_, 1, false) | (_, 2, true) => "TE[2]",
                _ => "BM[1]",
            };
            let comment = if changed { "C[Seen again.]" } else { "" };
            sgf += &format!("(;W[{x}{y}]{verdict}{comment}");
            let moves = if changed { 10 } else { 9 };
            let thirds = points.iter().filter(|point| *point != first && *point != second);
            for (x, y) in thirds.skip(number % 50).take(moves) {
                sgf += &format!("(;B[{x}{y}])");
            }
            sgf += ")\n";
        }
        sgf += ")";
    }
    sgf + ")"
}

/// The book as it is written out: as SGF, and as its lines.
fn written(place: &Place, as_of: &[&str]) -> [String; 2] {
    ["sgf", "lines"].map(|to| place.ok(&[&["export", "--to", to], as_of].concat()))
}

fn version(place: &Place) -> String {
    place.json(&["books"])["books"][0]["version"].to_string()
}

/// The verdicts in conflict between book and files: the line, the kept one, and the rejected one.
fn contradicted(answer: &Value) -> Vec<[String; 3]> {
    let found = answer["contradictions"]["first"].as_array().expect("contradictions");
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let verdicts = found.iter().filter(|found| found["field"] == "verdict");
    verdicts.map(|found| [&found["line"], &found["kept"], &found["left_out"]].map(text)).collect()
}

#[test]
fn a_day_of_work_leaves_what_it_should_and_nothing_else() {
    let place = Place::with_starter();
    place.write("first.sgf", foreign(Edition::First));
    place.write("second.sgf", foreign(Edition::Second));
    place.ok(&["books"]);
    let morning = written(&place, &[]);
    assert_eq!(version(&place), "1");

    // A look before the first edition comes in.
    let before = place.read("joseki.db");
    let trial = place.ok(&["import", "first.sgf", "--dry-run"]);
    assert!(
        trial.contains(" in conflict; the first value was kept:\n  first.sgf: verdict of DD"),
        "{trial}"
    );
    assert!(
        trial.contains("Dry run, nothing was written: book main would become version 2"),
        "{trial}"
    );
    assert_eq!(place.read("joseki.db"), before);
    let first = place.json(&["import", "first.sgf", "--reason", "a foreign dictionary"]);
    let file = &first["files"][0];
    assert!(file["placed"].as_u64() > Some(2_000), "{}", file["placed"]);
    assert_eq!(file["refused"], serde_json::json!([]));
    let against = contradicted(&first);
    assert!(against.len() >= 3, "{against:?}");
    // The starter's verdicts stand.
    assert!(
        against
            .iter()
            .any(|[line, kept, other]| line == "DDCF" && kept == "ideal" && other == "mistake"),
        "{against:?}"
    );

    // Work by hand, from two sides of the board at once.
    let revision =
        place.json(&["history", "--moves", "Q16,O17"])["changes"][0]["version"].to_string();
    let seen = ["--if-revision", revision.as_str()];
    let ann = ["edit", "set", "--moves", "Q16,O17", "--add-tag", "checked"];
    let bob = ["edit", "set", "--moves", "W:D4,B:C6", "--comment", "White often answers at F3."];
    place.ok(&[&ann[..], &seen].concat());
    let stale = place.run(&[&bob[..], &seen].concat());
    assert_eq!(stale.code, Some(1), "{stale:?}");
    assert!(
        stale.err.contains("node DDCF of book \"main\" has changed: it is at revision 3, not "),
        "{stale:?}"
    );
    let seen_again = place.json(&["history", "DDCF"])["changes"][0]["version"].to_string();
    place.ok(&[&bob[..], &["--if-revision", &seen_again]].concat());
    place.ok(&[
        "edit",
        "add",
        "--moves",
        "R15,L19,T19,S19,T18",
        "--verdict",
        "trick",
        "--name",
        "corner stone",
    ]);
    place.ok(&["edit", "retire", "DDCFDF", "--reason", "out of fashion"]);
    let noon = written(&place, &[]);
    let at_noon = version(&place);

    // The second edition comes in over the first; its verdicts are taken, and looked at one by one.
    let rules = ["--rules", "verdict=take", "--details", "10000"];
    let second =
        place.json(&[&["import", "second.sgf", "--reason", "second edition"][..], &rules].concat());
    assert!(second["difference"]["changed"].as_u64() > Some(20), "{}", second["book"]);
    let taken = contradicted(&second);
    let answers: Vec<&[String; 3]> =
        taken.iter().filter(|[line, ..]| line.starts_with("DD") && line.len() == 4).collect();
    assert!(answers.len() >= 3, "{taken:?}");
    for [line, new, old] in answers.iter().take(6) {
        let out = place.ok(&[
            "edit",
            "set",
            line,
            "--verdict",
            old,
            "--reason",
            "the older verdict is right",
        ]);
        assert!(out.starts_with(&format!("{line}  verdict  {new} -> {old}\n")), "{out}");
    }
    let [resolved, ..] = answers[0];
    let trick = place.ok(&["edit", "set", resolved, "--verdict", "trick"]);
    assert!(trick.contains(" -> trick\n"), "{trick}");
    let evening = written(&place, &[]);
    let at_evening = version(&place);

    // It was a bad edition. One decision was repeated since, which must be reported; the rest is reverted silently.
    let revert =
        |change: &Value, how: &[&str]| place.run(&[&["revert", &change.to_string()], how].concat());
    let refused = revert(&second["change"], &[]);
    assert_eq!(refused.code, Some(1), "{refused:?}");
    assert!(
        refused.out.contains(&format!("  {resolved}  verdict  trick (kept), not ")),
        "{refused:?}"
    );
    assert_eq!(version(&place), at_evening);
    let kept = revert(&second["change"], &["--later", "keep"]);
    assert_eq!(kept.code, Some(0), "{kept:?}");
    let without = place.json(&["diff", &format!("main@{at_noon}"), "main"]);
    assert_eq!(
        (&without["added"], &without["changed"], &without["deleted"]),
        (&0.into(), &1.into(), &0.into())
    );
    assert_eq!(without["nodes"][0]["line"].as_str(), Some(resolved.as_str()));
    // That decision was a mistake, too.
    place.ok(&["revert", "--since", &at_noon]);
    assert_eq!(written(&place, &[]), noon);

    // The first edition goes as well, with what was added to it and changed in it by hand; that is reported.
    let refused = revert(&first["change"], &[]);
    assert_eq!(refused.code, Some(1), "{refused:?}");
    let dropped = revert(&first["change"], &["--later", "drop", "--reason", "not ours"]);
    assert_eq!(dropped.code, Some(0), "{dropped:?}");
    assert!(
        dropped.out.contains("CEIAAABAAB  node  deleted (new), not added later"),
        "{dropped:?}"
    );
    let by_hand = place.ok(&["diff", "main@1", "main"]);
    for what in [
        "DDCF    tags     nothing -> checked\n",
        "DDCFDF  retired  false -> true\n",
        "\n2 nodes changed.\n",
    ] {
        assert!(by_hand.contains(what), "{by_hand}");
    }
    place.ok(&["revert", "--since", "1", "--reason", "as in the morning"]);
    assert_eq!(written(&place, &[]), morning);

    // The day's history is complete, and all is well.
    for (then, version) in [(&morning, "1"), (&noon, &at_noon), (&evening, &at_evening)] {
        assert_eq!(&written(&place, &["--as-of", version]), then, "version {version}");
    }
    let history = place.json(&["history", "--limit", "100"]);
    let changes = history["changes"].as_array().expect("changes");
    let reverts = changes.iter().filter(|change| change["kind"] == "revert").count();
    assert_eq!((changes.len().to_string(), reverts), (version(&place), 4));
    let health = place.json(&["doctor"]);
    assert_eq!(health["healthy"], true, "{health}");
}
