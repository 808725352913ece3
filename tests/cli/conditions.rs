//! `joseki conditions`, and what `joseki import` makes of comments.

use serde_json::json;

use crate::program::Place;

/// Black chases White's P16 across the board; the last move begins it.
const CHASE: &str = "(;SZ[19];B[pd];W[od];B[oc];W[];B[nc];W[];B[oe])";
const LINE: &str = "DDDECEXXCFXXEE";

fn place(tree: &str) -> Place {
    let place = Place::with_starter();
    place.write("c.sgf", tree);
    place.ok(&["import", "--book", "c", "c.sgf"]);
    place
}

fn list(place: &Place) -> serde_json::Value {
    place.json(&["conditions", "--book", "c"])
}

#[test]
fn what_is_proposed_and_why() {
    let out = place(CHASE).ok(&["conditions", "--book", "c"]);
    let mut lines = out.lines();
    assert_eq!(lines.next(), Some("DDDECEXXCFXXEE  Black P15"));
    assert_eq!(lines.next(), Some("  ladder(DE, own)  (proposed, needs; holds on an empty board)"));
    let why = lines.next().unwrap_or_default();
    let caught =
        "  with nothing else on the board Black catches White's P16 in a ladder, a white stone at ";
    assert!(why.starts_with(caught), "{why}");
    assert!(why.contains(" (opposite) reverses that: W O16 "), "{why}");
    assert!(
        out.ends_with(
            "Book c, version 1: 0 existing, 1 proposed.\n\
             To apply proposals: joseki conditions --book c --apply LINE, or --apply-all\n"
        ),
        "{out}"
    );
}

#[test]
fn json_has_the_ladder_and_more_with_all() {
    let place = place(CHASE);
    let answer = list(&place);
    assert_eq!((&answer["total"], &answer["records"]), (&json!(1), &json!(null)));
    let item = &answer["items"][0];
    assert_eq!(
        (&item["line"], &item["point"], &item["color"]),
        (&json!(LINE), &json!("P15"), &json!("B"))
    );
    assert_eq!(item["ladder"][0], json!(["W", "O16"]));
    assert_eq!(item["regions"], json!(["opposite"]));
    assert_eq!(
        (&item["holds_when_empty"], &item["doubt"], &item["sacrifice"]),
        (&json!(true), &json!(null), &json!(false))
    );
    let all = place.json(&["conditions", "--book", "c", "--all"]);
    assert_eq!(all["items"][0]["doubt"], "threat");
    let none = place.json(&["conditions", "--book", "c", "--prefix", "ddcf"]);
    assert_eq!(none["items"], json!([]));
}

#[test]
fn what_is_applied_is_one_change_that_is_taken_back() {
    let place = place(&CHASE.replace("B[oe]", ";AB[dp];B[oe]"));
    let before = list(&place);
    assert_eq!(before["items"][0]["condition"], "own(PP)");
    let dry = place.ok(&["conditions", "--book", "c", "--apply-all", "--dry-run"]);
    assert!(dry.contains("Dry run"), "{dry}");
    assert_eq!(list(&place), before);
    let arguments = ["conditions", "--book", "c", "--apply", LINE, "--reason", "checked"];
    let changed = place.json(&arguments);
    assert_eq!(changed["difference"]["changed"], 1);
    let after = list(&place);
    assert_eq!(after["total"], 1);
    let item = &after["items"][0];
    assert_eq!(item["condition"], "own(PP) and ladder(DE, own)");
    assert_eq!((&item["source"], &item["kind"]), (&json!("book"), &json!("ladder")));
    assert_eq!(item["holds_when_empty"], json!(false));
    let history = place.ok(&["history", "--book", "c"]);
    assert!(history.contains("checked"), "{history}");
    let change = changed["change"].to_string();
    place.ok(&["revert", &change]);
    assert_eq!(list(&place)["items"], before["items"]);
    // In either handedness, and all at once.
    let mirrored = "DDEDECXXFCXXEE";
    place.ok(&["conditions", "--book", "c", "--apply", mirrored]);
    assert_eq!(list(&place)["items"][0]["condition"], "own(PP) and ladder(DE, own)");
    let nothing = place.ok(&["conditions", "--book", "c", "--apply-all"]);
    assert!(nothing.starts_with("Book c did not change"), "{nothing}");
}

#[test]
fn what_is_not_proposed_cannot_be_applied() {
    let place = place(CHASE);
    let run = place.run(&["conditions", "--book", "c", "--apply", "DDDE"]);
    assert_eq!(run.code, Some(2), "{run:?}");
    assert!(run.err.contains("no condition is proposed for DDDE"), "{run:?}");
    let run = place.run(&["conditions", "--book", "none"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    let run = place.run(&["conditions", "--apply", LINE, "--apply-all"]);
    assert_eq!(run.code, Some(2), "{run:?}");
    let run = place.run(&["conditions", "--book", "c", "--prefix", "T"]);
    assert_eq!(run.code, Some(1), "{run:?}");
}

#[test]
fn games_are_told_beside_each_condition() {
    let place = place(CHASE);
    let game = |name: &str, result: &str, last: &str| {
        let before = "B[pd];W[od];B[oc];W[jq];B[nc];W";
        format!("(;SZ[19]PB[{name}]RE[{result}];{before}[{last}];B[oe])")
    };
    let games = [game("a", "B+R", "qp"), game("b", "B+R", "qp"), game("c", "W+R", "dn")];
    place.write("games.sgf", games.concat());
    let out = place.ok(&["conditions", "--book", "c", "--games", "games.sgf"]);
    for told in [
        "  good: 2 games, 2 points of 2 (100.0 %); chosen at once in 2 of 2 turns (100 %)\n",
        "  bad: 1 game, 0 points of 1 (0.0 %); chosen at once in 1 of 1 turns (100 %)\n",
        "  good minus bad: +100.0 % of the games (95 %: ",
        "\n3 records = 3 counted\n",
    ] {
        assert!(out.contains(told), "{out}");
    }
    let answer = place.json(&["conditions", "--book", "c", "--games", "games.sgf"]);
    let evidence = &answer["items"][0]["evidence"];
    assert_eq!(evidence["good"]["points"], json!(2.0));
    assert_eq!(evidence["difference"]["by"], json!(1.0));
    assert_eq!(answer["records"]["counted"], 3);
}

#[test]
fn an_import_tells_what_comments_say() {
    let place = Place::with_starter();
    let comment = "Only if the ladder is good for Black. Mind the ladder.";
    place.write("c.sgf", CHASE.replace("B[oe]", &format!("B[oe]C[{comment}]")));
    let dry = place.ok(&["import", "--book", "c", "--dry-run", "c.sgf"]);
    let converted = "
1 converted from comments to conditions:
  c.sgf: DDDECEXXCFXXEE: ladder(DE, own) (\"Only if the ladder is good for Black.\")
";
    let review = "
1 to review, possible conditions:
  c.sgf:1: DDDECEXXCFXXEE: \"Mind the ladder.\": it mentions a ladder without saying for which side it must be good
";
    assert!(dry.contains(converted) && dry.contains(review), "{dry}");
    let report = place.json(&["import", "--book", "c", "c.sgf"]);
    assert_eq!(report["converted"]["count"], 1);
    assert_eq!(report["converted"]["first"][0]["condition"], "ladder(DE, own)");
    assert_eq!(report["to_review"]["count"], 1);
    let again = place.json(&["import", "--book", "c", "c.sgf"]);
    assert_eq!((&again["changed"], &again["converted"]), (&json!(false), &report["converted"]));
    let ignored = place.json(&["import", "--book", "d", "--phrases", "ignore", "c.sgf"]);
    assert_eq!(ignored["converted"], json!({"count": 0, "first": []}));
    assert_eq!(ignored["to_review"], json!({"count": 0, "first": []}));
    let listed = place.json(&["import", "--book", "e", "--phrases", "list", "c.sgf"]);
    assert_eq!(
        (&listed["converted"]["count"], &listed["to_review"]["count"]),
        (&json!(0), &json!(2))
    );
    assert_eq!(listed["to_review"]["first"][0]["suggested"], "ladder(DE, own)");
}
