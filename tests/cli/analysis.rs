//! KataGo's analysis protocol, answered out of a book: shapes, turns, views and restrictions.

use serde_json::{Value, json};

use crate::program::{Place, Run};

/// The 4-4 point, a low approach and three answers; no part is symmetric after the approach.
const BOOK: &str = "(;SZ[19];B[pd]N[4-4](;W[nc](;B[qf]TE[2]N[low]GB[1];W[qc];B[pc])(;B[pc]TE[1];W[qc])(;B[qc]BM[1]))\
                    (;W[qc]TE[1];B[qd]))";

pub fn place() -> Place {
    let place = Place::with_starter();
    place.write("book.sgf", BOOK);
    place.ok(&["import", "--book", "b", "book.sgf"]);
    place
}

/// The answers to some lines.
pub fn answers(place: &Place, flags: &[&str], lines: &[String]) -> Vec<Value> {
    let arguments = [&["analysis", "--book", "b"], flags].concat();
    let run = place.run_with_input(&arguments, lines.join("\n"));
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{run:?}");
    read(&run)
}

pub fn read(run: &Run) -> Vec<Value> {
    let lines = run.out.lines();
    lines.map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// A query with some moves, Black first, and other fields.
pub fn query(moves: &str, more: Value) -> String {
    let colors = ["B", "W"].into_iter().cycle();
    let moves: Vec<[&str; 2]> =
        colors.zip(moves.split_whitespace()).map(|(color, point)| [color, point]).collect();
    let mut query = json!({
        "id": "q", "moves": moves, "rules": "chinese", "komi": 7.5, "boardXSize": 19, "boardYSize": 19
    });
    for (field, value) in more.as_object().expect("an object") {
        match value {
            // Nothing says that it is left out.
            Value::Null => drop(query.as_object_mut().expect("an object").remove(field)),
            value => query[field] = value.clone(),
        }
    }
    query.to_string()
}

pub fn one(place: &Place, moves: &str, more: Value) -> Value {
    let answers = answers(place, &[], &[query(moves, more)]);
    let [answer] = &answers[..] else { panic!("{answers:?}") };
    answer.clone()
}

pub fn points(answer: &Value) -> Vec<&str> {
    let moves = answer["moveInfos"].as_array().expect("a list").iter();
    moves.map(|info| info["move"].as_str().expect("a point")).collect()
}

pub fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn an_answer_has_what_katago_has() {
    let place = place();
    let answer = one(&place, "Q16 O17", json!({"includePVVisits": true, "includePolicy": true}));
    assert_eq!(
        (&answer["id"], &answer["turnNumber"], &answer["isDuringSearch"]),
        (&json!("q"), &json!(2), &json!(false))
    );
    let root = &answer["rootInfo"];
    let numbers = [
        "winrate",
        "scoreLead",
        "scoreSelfplay",
        "scoreStdev",
        "utility",
        "visits",
        "lcb",
        "weight",
    ];
    for field in numbers {
        number(&root[field]);
    }
    assert_eq!(root["currentPlayer"], "B");
    for hash in [&root["thisHash"], &root["symHash"]] {
        let hash = hash.as_str().expect("text");
        assert!(hash.len() == 32 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()));
    }
    let infos = answer["moveInfos"].as_array().expect("a list");
    for (order, info) in infos.iter().enumerate() {
        assert_eq!(info["order"], order);
        for field in numbers {
            number(&info[field]);
        }
        for field in ["prior", "scoreMean", "utilityLcb", "edgeVisits"] {
            number(&info[field]);
        }
        let line = info["pv"].as_array().expect("a list");
        assert_eq!(line[0], info["move"]);
        assert_eq!(info["pvVisits"].as_array().map(Vec::len), Some(line.len()));
        assert!((0.0..=1.0).contains(&number(&info["winrate"])));
    }
    // The best answer and how the book goes on with it.
    assert_eq!(infos[0]["move"], "R14");
    assert_eq!(infos[0]["pv"], json!(["R14", "R17", "Q17"]));
    let own = &infos[0]["joseki"];
    assert_eq!(
        [&own["verdict"], &own["leads_to"], &own["corner"], &own["figures"]],
        [&json!("ideal"), &json!("DDCFFC"), &json!("upper_right"), &json!("book")]
    );
    assert_eq!(own["names"], json!(["low"]));
    // Curators say that Black is a point ahead.
    assert_eq!(root["scoreLead"], 1.0);
    let priors: f64 = infos.iter().map(|info| number(&info["prior"])).sum();
    assert!((priors - 1.0).abs() < 1e-9);
    let policy = answer["policy"].as_array().expect("a list");
    assert_eq!(policy.len(), 362);
    let legal = policy.iter().map(number).filter(|prior| *prior >= 0.0);
    assert!((legal.clone().sum::<f64>() - 1.0).abs() < 1e-9);
    assert_eq!(legal.count(), 360);
    // R14 is the 17th point of the 6th row; Q16 has a stone.
    assert_eq!(policy[5 * 19 + 16], infos[0]["prior"]);
    assert_eq!(number(&policy[3 * 19 + 15]), -1.0);
}

#[test]
fn moves_are_those_of_next_in_their_order() {
    let place = place();
    for (moves, asked) in
        [("Q16 O17", "Q16,O17"), ("", ""), ("Q16 pass", "Q16,pass"), ("Q16 R17 D4", "Q16,R17,D4")]
    {
        let next = place.json(&["next", "--book", "b", "--moves", asked]);
        let answer = one(&place, moves, json!({}));
        let wanted = next["moves"].as_array().expect("a list").iter();
        let wanted: Vec<&str> = wanted
            .flat_map(|one| one["points"].as_array().expect("a list"))
            .map(|point| point.as_str().expect("a point"))
            .collect();
        assert_eq!(points(&answer), wanted, "{moves}");
    }
}

#[test]
fn turns_are_answered_in_their_order_and_told_from_the_view_that_is_asked_for() {
    let place = place();
    let by = |view: &str| json!({"analyzeTurns": [2, 0, 1], "overrideSettings": {"reportAnalysisWinratesAs": view, "maxTime": 3}});
    let views = ["BLACK", "WHITE", "SIDETOMOVE"];
    let lines: Vec<String> = views.iter().map(|view| query("Q16 O17", by(view))).collect();
    let all = answers(&place, &[], &lines);
    assert_eq!(all.len(), 9);
    for (turn, answer) in all.iter().enumerate() {
        assert_eq!(answer["turnNumber"], turn % 3);
        assert_eq!(answer["rootInfo"]["currentPlayer"], if turn % 3 == 1 { "W" } else { "B" });
    }
    let mirrored = |one: &Value, other: &Value| {
        let sum = number(&one["winrate"]) + number(&other["winrate"]);
        let lcb = number(&one["lcb"]) + number(&other["lcb"]);
        (sum - 1.0).abs() < 1e-9
            && (lcb - 1.0).abs() < 1e-9
            && (number(&one["scoreLead"]) + number(&other["scoreLead"])).abs() < 1e-9
            && (number(&one["utility"]) + number(&other["utility"])).abs() < 1e-9
    };
    for turn in 0..3 {
        let [black, white, mover] = [&all[turn], &all[3 + turn], &all[6 + turn]];
        assert!(mirrored(&black["rootInfo"], &white["rootInfo"]));
        let infos = |answer: &Value| answer["moveInfos"].as_array().expect("a list").clone();
        assert!(infos(black).iter().zip(&infos(white)).all(|(one, other)| mirrored(one, other)));
        let own = if turn == 1 { white } else { black };
        assert_eq!(infos(own), infos(mover));
    }
    let plain = answers(&place, &[], &[query("Q16", json!({}))]);
    let told = |flags: &[&str]| {
        answers(&place, flags, &[query("Q16", json!({}))])[0]["joseki"]["report_as"].clone()
    };
    assert_eq!(plain[0]["joseki"]["report_as"], "BLACK");
    assert_eq!(told(&["--report-as", "SIDETOMOVE"]), "SIDETOMOVE");
    let katago = [
        "-model",
        "m.bin.gz",
        "-config",
        "c.cfg",
        "-override-config",
        "a=1,reportAnalysisWinratesAs=WHITE",
    ];
    assert_eq!(told(&katago), "WHITE");
    let wrong = place.run(&["analysis", "--book", "b", "--bok", "x"]);
    assert_eq!(wrong.code, Some(2), "{wrong:?}");
    assert!(wrong.err.contains("unknown argument \"--bok\""), "{}", wrong.err);
}

#[test]
fn moves_can_be_avoided_and_chosen() {
    let place = place();
    let avoid = |points: Value, player: &str, depth: u32| json!({"avoidMoves": [{"player": player, "moves": points, "untilDepth": depth}]});
    let upper_right = |answer: &Value| -> Vec<String> {
        let infos = answer["moveInfos"].as_array().expect("a list").iter();
        let here = infos.filter(|info| info["joseki"]["corner"] == "upper_right");
        here.map(|info| info["move"].as_str().expect("a point").to_owned()).collect()
    };
    let asked = |more: Value| upper_right(&one(&place, "Q16 O17", more));
    assert_eq!(asked(json!({})), ["R14", "Q17", "R17"]);
    assert_eq!(asked(avoid(json!(["R14", "pass"]), "b", 1)), ["Q17", "R17"]);
    assert_eq!(asked(avoid(json!(["R14"]), "W", 1)), ["R14", "Q17", "R17"]);
    let allow = json!({"allowMoves": [{"player": "B", "moves": ["Q17", "K10"], "untilDepth": 1}]});
    let allowed = one(&place, "Q16 O17", allow);
    assert_eq!(points(&allowed), ["Q17"]);
    assert_eq!(allowed["moveInfos"][0]["prior"], 1.0);
    // Deeper, what the opponent may not play ends the line.
    let line = |depth| {
        one(&place, "Q16 O17", avoid(json!(["R17"]), "W", depth))["moveInfos"][0]["pv"].clone()
    };
    assert_eq!((line(1), line(2)), (json!(["R14", "R17", "Q17"]), json!(["R14"])));
    let short = one(&place, "Q16 O17", json!({"analysisPVLen": 1}));
    assert_eq!(short["moveInfos"][0]["pv"], json!(["R14", "R17"]));
}

#[test]
fn a_board_that_the_book_has_nothing_for_is_answered_without_moves() {
    let place = place();
    let moves = "Q16 O17 R14 R17 Q17 K10 D4 C10 Q4 K4 D16 K16";
    let answer = one(
        &place,
        moves,
        json!({"allowMoves": [{"player": "b", "moves": [], "untilDepth": 1}], "includePolicy": true}),
    );
    assert_eq!(answer["moveInfos"], json!([]));
    assert_eq!(
        [
            &answer["rootInfo"]["winrate"],
            &answer["rootInfo"]["scoreLead"],
            &answer["rootInfo"]["visits"]
        ],
        [&json!(0.5), &json!(0.0), &json!(1)]
    );
    let policy = answer["policy"].as_array().expect("a list");
    let sum: f64 = policy.iter().map(number).filter(|prior| *prior > 0.0).sum();
    assert!((sum - 1.0).abs() < 1e-9);
}

#[test]
fn the_curve_along_a_joseki_is_flat() {
    let place = place();
    let joseki = "Q16 O17 R14 Q18 R17 L17";
    let turns: Vec<usize> = (0..=6).collect();
    let run = place.run_with_input(
        &["analysis", "--book", "main"],
        query(joseki, json!({"analyzeTurns": turns})),
    );
    let answers = read(&run);
    let curve: Vec<f64> =
        answers.iter().map(|answer| number(&answer["rootInfo"]["winrate"])).collect();
    assert_eq!(curve.len(), 7, "{run:?}");
    assert!(curve.iter().all(|rate| (rate - 0.5).abs() < 0.02), "{curve:?}");
    // The root is worth what its moves are on average, by how often they are played.
    for (answer, root) in answers.iter().zip(&curve).skip(2).take(4) {
        let infos = answer["moveInfos"].as_array().expect("a list").iter();
        let here = infos.filter(|info| info["joseki"]["corner"] == "upper_right");
        let (sum, visits) = here.fold((0.0, 0.0), |(sum, visits), info| {
            let weight = number(&info["visits"]);
            (sum + weight * number(&info["winrate"]), visits + weight)
        });
        assert!(visits > 0.0 && (sum / visits - root).abs() < 1e-9, "{answer}");
    }
    // A move after which Black lost games costs Black.
    let bad = place.run_with_input(
        &["analysis", "--book", "main"],
        query("Q16 O17 O16", json!({"id": "bad"})),
    );
    assert!(number(&read(&bad)[0]["rootInfo"]["winrate"]) < 0.49, "{bad:?}");
}

#[test]
fn every_field_is_documented() {
    let place = place();
    let answer = one(&place, "Q16", json!({"includePVVisits": true, "includePolicy": true}));
    let page = include_str!("../../docs/analysis.md");
    let fields = [&answer, &answer["moveInfos"][0], &answer["rootInfo"]];
    for field in fields.iter().flat_map(|part| part.as_object().expect("an object").keys()) {
        assert!(page.contains(&format!("`{field}`")), "{field} is not in docs/analysis.md");
    }
}
