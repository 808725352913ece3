//! Weights of engines in the database, in versions.

use serde_json::json;

use crate::program::Place;

/// The printed weights with an open three of one's own worth more.
fn sharper(printed: &str) -> String {
    let sharper = printed.replace("one_open_three 200 100", "one_open_three 250 100");
    assert_ne!(sharper, printed);
    sharper
}

#[test]
fn every_version_of_weights_stays_and_is_played_with() {
    let place = Place::with_starter();
    let first = place.ok(&["gomocup", "--print-weights"]);
    let second = sharper(&first);
    // A rule more, in front of the others of table B.
    let third = second.replace("table_b\n", "table_b\n70000 O4 F4\n");
    place.write("mine.txt", &first);
    let set =
        |comment: &str| place.ok(&["weights", "set", "mine", "mine.txt", "--comment", comment]);
    assert_eq!(set("as printed"), "mine is now mine@1\n");
    assert_eq!(set("again"), "mine is unchanged: its last version is mine@1\n");
    place.write("mine.txt", &second);
    assert_eq!(set("sharper"), "mine is now mine@2\n");
    place.write("mine.txt", &third);
    assert_eq!(set("a rule"), "mine is now mine@3\n");
    for (name, text) in
        [("mine", &third), ("mine@3", &third), ("mine@2", &second), ("mine@1", &first)]
    {
        assert_eq!(&place.ok(&["weights", "show", name]), text, "{name}");
        let printed = place.ok(&["gomocup", "--print-weights", "--weights", name]);
        assert_eq!(&printed, text, "{name}");
    }
    let history = place.json(&["weights", "history", "mine"]);
    let versions = history["weights"].as_array().expect("versions");
    let told = versions.iter().map(|it| (&it["version"], &it["comment"], &it["by"]));
    let by = json!("command line");
    let wanted =
        [(1, "as printed"), (2, "sharper"), (3, "a rule")].map(|it| (json!(it.0), json!(it.1)));
    assert!(told.eq(wanted.iter().map(|(version, comment)| (version, comment, &by))), "{history}");
    let xiangqi = place.ok(&["uci", "--print-weights"]);
    place.write("horses.txt", &xiangqi);
    place.ok(&["weights", "set", "horses", "horses.txt"]);
    let list = place.json(&["weights", "list"]);
    let list = list["weights"].as_array().expect("weights");
    let told: Vec<_> =
        list.iter().map(|it| json!([it["name"], it["version"], it["evaluation"]])).collect();
    assert_eq!(told, [json!(["horses", 1, "xiangqi"]), json!(["mine", 3, "five"])]);
    assert_eq!(place.ok(&["uci", "--print-weights", "--weights", "horses"]), xiangqi);
    assert!(place.ok(&["doctor"]).contains("no problems found"));
    // They are in a backup.
    place.ok(&["backup", "copy.db"]);
    assert_eq!(place.ok(&["--db", "copy.db", "weights", "show", "mine@2"]), second);
}

#[test]
fn a_name_of_the_database_comes_before_a_file_and_a_path_is_a_file() {
    let place = Place::with_starter();
    let first = place.ok(&["gomocup", "--print-weights"]);
    let second = sharper(&first);
    place.write("mine", &second);
    let printed = |weights: &str| place.run(&["gomocup", "--print-weights", "--weights", weights]);
    let file = printed("mine");
    assert_eq!((file.out.as_str(), file.err.as_str()), (second.as_str(), ""));
    place.write("first.txt", &first);
    place.ok(&["weights", "set", "mine", "first.txt"]);
    let stored = printed("mine");
    assert_eq!(stored.out, first);
    assert!(stored.err.contains("write ./mine for the file"), "{stored:?}");
    assert_eq!(printed("./mine").out, second);
}

#[test]
fn what_cannot_be_weights_is_refused_with_what_to_do() {
    let place = Place::with_starter();
    place.write("wrong.txt", "version 1\ntable_a\nown_four many\n");
    place.write("five.txt", place.ok(&["gomocup", "--print-weights"]));
    place.ok(&["weights", "set", "five", "five.txt"]);
    place.write("horses.txt", place.ok(&["uci", "--print-weights"]));
    for (arguments, code, words) in [
        (&["weights", "set", "x", "wrong.txt"][..], 1, "line 3: \"many\": expected a number"),
        (&["weights", "set", "a/b", "five.txt"], 1, "invalid name of weights \"a/b\""),
        (&["weights", "set", "five", "horses.txt"], 1, "\"five\" are for five, not for xiangqi"),
        (&["weights", "set", "x", "nowhere.txt"], 1, "cannot read nowhere.txt"),
        (&["weights", "show", "x"], 1, "unknown weights \"x\"; known weights: five"),
        (&["weights", "show", "five@2"], 1, "have no version 2: the last one is 1"),
        (&["weights", "show", "five@x"], 2, "invalid name of weights"),
        (&["weights", "history", "x"], 1, "see `joseki weights list`"),
        (
            &["gomocup", "--weights", "x"],
            2,
            "unknown weights \"x\": expected a file, or weights in the database (five)",
        ),
        (&["gomocup", "--weights", "five@9"], 1, "have no version 9"),
        (
            &["uci", "--weights", "five"],
            2,
            "are weights for five, and this engine takes those for xiangqi",
        ),
        (&["gomocup", "--weights", "./wrong.txt"], 2, "wrong.txt: line 3"),
    ] {
        let run = place.run(arguments);
        assert_eq!((run.code, run.out.as_str()), (Some(code), ""), "{arguments:?} {run:?}");
        assert!(run.err.contains(words), "{arguments:?} {run:?}");
    }
    let list = place.json(&["weights", "list"]);
    assert_eq!(list["weights"].as_array().map(Vec::len), Some(1));
}
