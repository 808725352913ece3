//! `joseki-lab predict`: the tables, their JSON, and what goes wrong.

use crate::place::Place;

/// A game of few moves with an engine's words: its moves, who won, and White's lead before each move.
fn game(moves: &[&str], result: &str, white_lead: f32) -> String {
    let mut text = format!("(;SZ[19]PB[a]PW[b]RE[{result}]");
    for (index, point) in moves.iter().enumerate() {
        let color = ["B", "W"][index % 2];
        text.push_str(&format!(";{color}[{point}]C[0.50 0.50 0.00 {white_lead:.1} v=600]"));
    }
    text + ")"
}

/// Four games in which Black's second stone is at the edge or not, and loses or wins as the model would say; after three
/// moves Black has a stone more in each.
fn place() -> Place {
    let place = Place::new();
    std::fs::create_dir(place.path("club")).expect("a folder");
    let games = [
        game(&["pd", "dp", "dd", "pp"], "B+R", -5.0),
        game(&["pd", "dq", "cd", "qp"], "B+4.5", -3.0),
        game(&["pd", "dp", "aa", "pp"], "W+R", 6.0),
        game(&["pd", "dq", "ss", "qp"], "W+0.5", 9.0),
        game(&["pd", "pp"], "Void", 0.0),
        "(;SZ[9];B[ee])".to_owned(),
    ];
    for (number, text) in games.iter().enumerate() {
        place.write(&format!("club/{number}.sgf"), text);
    }
    place.write("club/again.sgf", &games[0]);
    place
}

#[test]
fn the_model_is_calibrated_on_games_that_were_counted() {
    let place = place();
    let arguments = ["predict", "club", "--after", "1,3", "--model", "mechanical", "--calibrate"];
    let answer = place.json(&arguments);
    let [first, third] = [0, 1].map(|index| answer["after"][index]["calibration"].clone());
    // Two of the five games state a margin.
    assert_eq!((&first["counted"], &third["counted"]), (&2.into(), &2.into()));
    // After one move the board has a stone on 4-4 in both games, and no other colour holds a point.
    let all = |held: &serde_json::Value| {
        ["points", "own", "other"].map(|name| held[name].as_u64().expect("a number"))
    };
    let [points, own, other] = all(&first["influence"]);
    assert!(points > 0 && points % 2 == 0 && own + other <= points, "{first}");
    let bands = first["balanced"].as_array().expect("bands");
    assert_eq!(bands.len(), 7);
    let held: u64 = bands.iter().map(|band| all(band)[0]).sum();
    assert!(held > points, "{first}");
    // One move in five games, then two more in four of them; on the empty board all are equal.
    assert_eq!((&first["chosen"]["moves"], &third["chosen"]["moves"]), (&5.into(), &8.into()));
    assert_eq!(first["chosen"]["mean"].as_f64(), Some(0.5));
    let text = place.ok(&arguments);
    assert!(text.contains("The 8 moves since the previous table: "), "{text}");
    assert!(text.contains("Owners at the end of 2 games that were counted:"), "{text}");
    let plain = place.json(&arguments[..6]);
    assert_eq!(plain["after"][0]["calibration"], serde_json::Value::Null);
}

#[test]
fn numbers_are_held_against_winners_and_leads() {
    let answer = place().json(&["predict", "club", "--after", "3,2", "--model", "mechanical"]);
    let after = answer["after"].as_array().expect("a list");
    assert_eq!(after.len(), 2);
    // After two moves all five games are there, after three those that went on.
    assert_eq!(
        (&after[0]["moves"], &after[0]["black_won"], &after[0]["white_won"]),
        (&2.into(), &2.into(), &2.into())
    );
    let third = &after[1];
    assert_eq!((&third["moves"], &third["leads"]), (&3.into(), &4.into()));
    let of = |name: &str| {
        let predictors = third["predictors"].as_array().expect("a list");
        let found = predictors.iter().find(|it| it["predictor"] == name);
        found.unwrap_or_else(|| panic!("{name}: {third}")).clone()
    };
    // The stones say Black everywhere and distinguish nothing.
    let stones = of("stones");
    assert_eq!(
        (stones["right"]["value"].as_f64(), stones["auc"]["value"].as_f64()),
        (Some(0.5), Some(0.5))
    );
    assert_eq!(stones["lead"], serde_json::Value::Null);
    // A stone in the corner is worth less than one on the fourth line, and those games were lost.
    let mechanical = of("mechanical");
    assert_eq!(mechanical["auc"]["value"].as_f64(), Some(1.0));
    assert!(mechanical["lead"]["correlation"]["value"].as_f64() > Some(0.8), "{mechanical}");
    assert!(mechanical["lead"]["slope"].as_f64() > Some(0.0));
    let engine = of("engine");
    assert_eq!((engine["right"]["value"].as_f64(), engine["games"].as_u64()), (Some(1.0), Some(4)));
    let compared = third["compared"].as_array().expect("a list");
    let between = compared.iter().find(|it| it["one"] == "stones" && it["other"] == "mechanical");
    assert_eq!(between.map(|it| it["auc_difference"]["value"].as_f64()), Some(Some(-0.5)));
    let records = &answer["records"];
    assert_eq!(
        ["seen", "used", "without_winner", "duplicates"].map(|key| records[key].as_u64()),
        [Some(7), Some(5), Some(1), Some(1)]
    );
    assert_eq!(records["rejected"]["not on 19 lines"], 1);
}

/// Moves on the fourth line keep the score, moves in the corner and at the edge lose ten points.
#[test]
fn what_moves_change_is_held_against_what_they_gain() {
    let place = Place::new();
    let moves = ["pd", "dp", "aa", "pp", "dd", "sj", "jq", "cj"];
    let (mut lead, mut text) = (0.0, "(;SZ[19]RE[B+R]V[0.0]".to_owned());
    for (index, point) in moves.iter().enumerate() {
        let lost = if ["aa", "sj"].contains(point) { 10.0 } else { 0.0 };
        lead += if index % 2 == 0 { -lost } else { lost };
        let color = ["B", "W"][index % 2];
        text.push_str(&format!(";{color}[{point}]V[{lead:.1}]"));
    }
    place.write("game.sgf", text + ")");
    let answer = place.json(&["predict", "game.sgf", "--after", "4,8"]);
    for (after, told) in answer["after"].as_array().expect("a list").iter().zip([4, 4]) {
        for predictor in after["predictors"].as_array().expect("a list") {
            let moves = &predictor["moves"];
            match predictor["predictor"].as_str() {
                // Every move is one stone more.
                Some("stones" | "engine") => assert!(moves.is_null(), "{predictor}"),
                // A stone and its kernel are worth less at the edge, too.
                _ => {
                    assert_eq!(moves["count"], told, "{predictor}");
                    assert!(moves["correlation"]["value"].as_f64() > Some(0.8), "{predictor}");
                    assert!(moves["slope"].as_f64() > Some(0.0), "{predictor}");
                }
            }
        }
    }
}

#[test]
fn the_tables_for_people() {
    let out = place().ok(&["predict", "club", "--after", "3"]);
    assert!(
        out.starts_with(
            "After move 3: 2 games won by Black, 2 by White; 4 with an engine's lead.\n"
        ),
        "{out}"
    );
    for name in ["stones", "mechanical", "quick", "zobrist", "ryder", "engine"] {
        assert!(out.lines().any(|line| line.starts_with(name)), "{name}: {out}");
    }
    assert!(out.contains("\n7 records = 5 evaluated + 1 duplicate + 1 not on 19 lines\n"), "{out}");
    // Threads and the order of files make no difference.
    let place = place();
    let one = place.ok(&["predict", "club", "--threads", "1"]);
    let files = [
        "club/3.sgf",
        "club/again.sgf",
        "club/2.sgf",
        "club/5.sgf",
        "club/1.sgf",
        "club/0.sgf",
        "club/4.sgf",
    ];
    let words: Vec<&str> = ["predict", "--threads", "4"].into_iter().chain(files).collect();
    assert_eq!(place.ok(&words), one);
}

#[test]
fn what_goes_wrong_is_told() {
    let place = place();
    for (words, said) in [
        (&["predict", "nowhere"][..], "nowhere"),
        (&["predict", "club", "--model", "magnetic"], "unknown model \"magnetic\""),
        (&["predict", "club", "--after", "0"], "0 is not in 1..=1000"),
        (&["predict"], "PATH"),
    ] {
        let run = place.run(words);
        assert_ne!(run.code, Some(0), "{words:?}");
        assert!(run.err.contains(said), "{words:?}: {}", run.err);
    }
    // Without a game there is nothing to report, and that is not an error.
    std::fs::create_dir(place.path("empty")).expect("a folder");
    let out = place.ok(&["predict", "empty", "--after", "30"]);
    assert!(out.contains("0 records = 0 evaluated\n"), "{out}");
}
