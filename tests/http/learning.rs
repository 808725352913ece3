//! What results do to the order of moves, and what an answer says of it.

use std::sync::Arc;
use std::time::Duration;

use joseki::game::{Color, Game};
use joseki::ledger::{BoardRecord, GameTerms, OwnOutcome};
use joseki::service::{
    Service,
    learn::{GameResult, read_game},
};
use joseki::store::SqliteStore;
use serde_json::{Value, json};

use crate::faulty::Fault;
use crate::fixture::{Fixture, eventually};
use crate::games::{Desk, KICK, KNIGHT, game, with};

const APPROACH: &str = "Q16,O17";

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn games(candidate: &Value) -> [u64; 3] {
    ["own", "class", "all"]
        .map(|name| candidate["evidence"]["games"][name].as_u64().expect("a count"))
}

fn points(moves: &[Value]) -> Vec<String> {
    let point = |found: &Value| found["point"].as_str().expect("a point").to_owned();
    moves.iter().map(point).collect()
}

#[test]
fn the_evidence_adds_up() {
    let fixture = Fixture::new();
    let desk = Desk::new(&fixture);
    for (id, opponent, class, result, text) in [
        ("1", "a", Some("x"), "win", KICK),
        ("2", "a", None, "loss", KICK),
        ("3", "b", Some("x"), "win", KICK),
        ("4", "c", Some("y"), "loss", KICK),
        ("5", "a@2", None, "win", KICK),
        ("6", "a", None, "win", KNIGHT),
    ] {
        let one = game(id, opponent, result, text);
        desk.count(&with(&one, json!({"class": class})));
    }
    let asked = |who: &str| desk.candidate(&format!("moves={APPROACH}{who}"), "P17");
    assert_eq!(games(&asked("&opponent=a")), [2, 4, 5]);
    assert_eq!(games(&asked("&opponent=a@2")), [1, 4, 5]);
    assert_eq!(games(&asked("&opponent=a@3")), [0, 4, 5]);
    assert_eq!(games(&asked("&opponent=b")), [1, 4, 5]);
    assert_eq!(games(&asked("&opponent=c")), [1, 1, 5]);
    assert_eq!(games(&asked("&opponent=new&class=x")), [0, 4, 5]);
    assert_eq!(games(&asked("&class=y")), [0, 1, 5]);
    assert_eq!(games(&asked("&opponent=new")), [0, 0, 5]);
    assert_eq!(games(&asked("")), [0, 0, 5]);
    // The approach was the opponent's: it is not ours.
    assert_eq!(games(&desk.candidate("moves=Q16&to_play=W", "O17")), [0, 0, 0]);
    assert_eq!(games(&desk.candidate("", "Q16")), [0, 0, 6]);

    for who in ["", "&class=x", "&opponent=a", "&opponent=c", "&opponent=a@3&seed=1"] {
        for found in desk.next(&format!("moves={APPROACH}{who}")) {
            let evidence = &found["evidence"];
            let shares = evidence["shares"].as_object().expect("shares");
            let sum: f64 = shares.values().map(number).sum();
            assert!((sum - 1.0).abs() < 1e-9 && shares.values().all(|share| number(share) >= 0.0));
            let (mean, low, high) =
                (&evidence["mean"], &evidence["interval"][0], &evidence["interval"][1]);
            assert!(number(low) < number(mean) && number(mean) < number(high), "{evidence}");
            // Only a try against somebody can be learned from.
            assert_eq!(number(&evidence["bonus"]) > 0.0, who.contains("opponent"), "{evidence}");
            assert!(number(&evidence["prior"]["games"]) > 0.0);
            let own = number(&shares["own"]);
            assert_eq!(own > 0.0, games(&found)[0] > 0, "{evidence}");
            // Without games of its own, a move changes only by what its siblings say of the levels.
            if own == 0.0 {
                let change = number(&evidence["mean"]) - number(&evidence["prior"]["mean"]);
                assert!(change.abs() < 1e-4, "{evidence}");
            }
            if !who.contains("opponent") && !who.contains("class") {
                assert_eq!(shares["class"], 0.0);
            }
        }
    }
    let own = asked("&opponent=a")["evidence"].clone();
    assert!(
        number(&own["interval"][1]) - number(&own["interval"][0]) < {
            let new = asked("&opponent=new&class=x")["evidence"].clone();
            number(&new["interval"][1]) - number(&new["interval"][0])
        }
    );
}

#[test]
fn one_lost_game_moves_a_known_move_by_a_few_percent() {
    let fixture = Fixture::new();
    let desk = Desk::new(&fixture);
    let expected = || {
        let found = desk.candidate(&format!("moves={APPROACH}&opponent=new"), "R14");
        number(&found["evidence"]["mean"])
    };
    let before = expected();
    desk.count(&game("1", "new", "loss", &format!("{APPROACH},R14,Q18,R17,L17")));
    let after = expected();
    assert!((0.02..0.08).contains(&(before - after)), "{before} {after}");
}

#[test]
fn what_one_key_reports_of_many_opponents_is_limited_for_others() {
    let lost = |desk: &Desk, who: &str| {
        let results: Vec<Value> = (0..2000)
            .map(|at| game(&format!("{who} {at}"), &format!("{who} {at}"), "loss", KNIGHT))
            .collect();
        let answer = desk.post(&json!({"results": results})).expect(200).json();
        assert_eq!(answer["counted"], 2000);
    };
    let mean = |desk: &Desk, opponent: &str| {
        let found = desk.candidate(&format!("moves={APPROACH}&opponent={opponent}"), "R14");
        number(&found["evidence"]["mean"])
    };
    let first =
        |desk: &Desk| points(&desk.next(&format!("moves={APPROACH}&opponent=other")))[0].clone();
    let drop_of = |games_per_key| {
        let fixture = Fixture::with(|options| options.games_per_key = games_per_key);
        let desk = Desk::new(&fixture);
        let (before, best) = (mean(&desk, "other"), first(&desk));
        lost(&desk, "invented");
        let own = desk
            .candidate(&format!("moves={APPROACH}&opponent=invented 7").replace(' ', "%20"), "R14");
        assert_eq!(games(&own), [1, 1, 2000]);
        let stays = first(&desk) == best;
        let one = before - mean(&desk, "other");
        // Each key counts for itself.
        lost(&Desk::new(&fixture), "another");
        let two = before - mean(&desk, "other");
        assert!(0.0 < one && one < two, "{one} {two}");
        assert_eq!(fixture.service.check().expect("a check"), [""; 0]);
        (one, stays)
    };
    let ((few, stays), (more, _), (all, stays_of_all)) = (drop_of(5), drop_of(20), drop_of(0));
    assert!(stays && !stays_of_all, "{few} {more} {all}");
    assert!(few < more && more < all, "{few} {more} {all}");
    // Five games of somebody, lost by players of even strength, say as much.
    let fixture = Fixture::new();
    let desk = Desk::new(&fixture);
    let before = mean(&desk, "other");
    for id in 0..5 {
        desk.count(&game(&format!("{id}"), &format!("{id}"), "loss", KNIGHT));
    }
    let five = before - mean(&desk, "other");
    assert!(five < few && few < 2.5 * five, "{five} {few}");
}

#[test]
fn losses_move_a_move_down_for_the_opponent_that_won() {
    let fixture = Fixture::new();
    let desk = Desk::new(&fixture);
    let order = |opponent: &str| {
        points(&desk.next(&format!("moves={APPROACH}&opponent={opponent}&limit=361")))
    };
    let before = order("strong");
    assert_eq!(order("other"), before);
    let best = before[0].clone();
    for id in 0..6 {
        desk.count(&game(&format!("{id}"), "strong", "loss", &format!("{APPROACH},{best}")));
    }
    let after = order("strong");
    assert_ne!(after[0], best, "six losses with it");
    assert_eq!(order("other"), before);
    // Taken back, everything is as it was.
    (0..6).for_each(|id| drop(desk.withdraw(&id.to_string()).expect(200)));
    assert_eq!(order("strong"), before);
}

/// A point under one of the eight maps of the board.
fn turned(point: &str, map: usize) -> String {
    let letters = "ABCDEFGHJKLMNOPQRST";
    let x = letters.find(&point[..1]).expect("a column");
    let y: usize = point[1..].parse::<usize>().expect("a row") - 1;
    let (x, y) = if map & 1 == 0 { (x, y) } else { (y, x) };
    let x = if map & 2 == 0 { x } else { 18 - x };
    let y = if map & 4 == 0 { y } else { 18 - y };
    format!("{}{}", &letters[x..=x], y + 1)
}

fn turned_text(text: &str, map: usize, swap: bool) -> String {
    let colors = if swap { ["W", "B"] } else { ["B", "W"] };
    let moves = text.split(',').zip(colors.into_iter().cycle());
    let moves = moves.map(|(point, color)| format!("{color}:{}", turned(point, map)));
    moves.collect::<Vec<_>>().join(",")
}

#[test]
fn every_orientation_and_colour_teaches_and_asks_the_same() {
    let fixture = Fixture::new();
    let desk = Desk::new(&fixture);
    let ways = (0..8).flat_map(|map| [(map, false), (map, true)]);
    for (map, swap) in ways.clone() {
        let text = turned_text(KICK, map, swap);
        let moves: Vec<[&str; 2]> =
            text.split(',').map(|one| one.split_once(':').expect("a colour").into()).collect();
        let one = game(&format!("{map} {swap}"), &format!("{map}-{swap}"), "loss", KICK);
        let color = if swap { "W" } else { "B" };
        desk.count(&with(&one, json!({"moves": moves, "color": color})));
    }
    let evidence = |opponent: &str, map: usize, swap: bool| {
        let asked = turned_text(APPROACH, map, swap);
        let found =
            desk.candidate(&format!("moves={asked}&opponent={opponent}"), &turned("P17", map));
        assert_eq!(games(&found), [1, 1, 16]);
        found["evidence"].clone()
    };
    let upright = evidence("0-false", 0, false);
    for (map, swap) in ways.clone() {
        assert_eq!(
            evidence(&format!("{map}-{swap}"), 0, false),
            upright,
            "taught in {map}, {swap}"
        );
        assert_eq!(evidence("3-true", map, swap), upright, "asked in {map}, {swap}");
    }
}

#[test]
fn a_seed_repeats_and_seeds_differ() {
    let fixture = Fixture::new();
    let desk = Desk::new(&fixture);
    desk.count(&game("1", "o", "loss", KICK));
    let order = |seed: u64| points(&desk.next(&format!("moves={APPROACH}&opponent=o&seed={seed}")));
    let orders: Vec<Vec<String>> = (0..20).map(order).collect();
    assert!((0..20).all(|seed| order(seed) == orders[seed as usize]));
    assert!(orders.iter().any(|other| *other != orders[0]));
    let plain = || desk.next(&format!("moves={APPROACH}&opponent=o"));
    assert_eq!(plain(), plain());
}

#[test]
fn an_opponent_shows_its_games_and_its_differences() {
    let fixture = Fixture::new();
    let desk = Desk::new(&fixture);
    for id in 0..4 {
        desk.count(&game(&format!("a{id}"), "anna@1", "loss", KICK));
        desk.count(&game(&format!("b{id}"), "ben", "win", KICK));
    }
    let drawn = with(&game("a4", "anna@2", "draw", KNIGHT), json!({"class": "dan"}));
    desk.count(&drawn);
    let page =
        |query: &str| fixture.get(&format!("/v1/opponents{query}")).send().expect(200).json();
    let all = page("");
    let names = |page: &Value| -> Vec<Value> {
        let opponents = page["opponents"].as_array().expect("opponents").iter();
        opponents.map(|one| one["name"].clone()).collect()
    };
    assert_eq!((names(&all), &all["next"]), (vec![json!("anna"), json!("ben")], &Value::Null));
    assert_eq!(page("?limit=1")["next"], "anna");
    assert_eq!(names(&page("?limit=1&after=anna")), [json!("ben")]);
    assert_eq!(
        all["opponents"][0],
        json!({
            "name": "anna", "class": "dan", "games": 5, "won": 0, "lost": 4, "drawn": 1, "points": 0.5,
            "baseline": 10.5 / 25.0, "versions": [
                {"version": "1", "games": 4, "won": 0, "lost": 4, "drawn": 0, "points": 0.0,
                    "changed_after": null},
                {"version": "2", "games": 1, "won": 0, "lost": 0, "drawn": 1, "points": 0.5,
                    "changed_after": null},
            ]
        })
    );
    let anna = desk.opponent("anna?results=3");
    let ids = |answer: &Value| -> Vec<Value> {
        let results = answer["results"].as_array().expect("results").iter();
        results.map(|one| one["game_id"].clone()).collect()
    };
    assert_eq!(ids(&anna), ["a4", "a3", "a2"].map(Value::from));
    let older = desk.opponent(&format!("anna?results=3&before={}", anna["next"]));
    assert_eq!(
        (ids(&older), &older["next"]),
        (["a1", "a0"].map(Value::from).to_vec(), &Value::Null)
    );
    let differences = anna["differences"].as_array().expect("differences");
    let found: Vec<[&str; 2]> = differences
        .iter()
        .map(|one| [&one["line"], &one["moved_by"]].map(|text| text.as_str().expect("a text")))
        .collect();
    // Three of the game's moves, distinguished by side. The knight's move was nobody else's.
    assert!(
        found.contains(&["DDCFCE", "us"]) && found.contains(&["DDCF", "opponent"]),
        "{found:?}"
    );
    assert!(!found.contains(&["DDCFFC", "us"]));
    let kick = differences.iter().find(|one| one["line"] == "DDCFCE").expect("it is there");
    assert_eq!(
        (&kick["games"], &kick["others"], &kick["mean"]),
        (&json!(4), &json!(4), &json!(0.0))
    );
    assert_eq!(kick["step"], "CE");
    let difference = number(&kick["difference"]);
    assert!(difference < 0.0 && number(&kick["interval"][0]) < difference);
    assert_eq!(differences.len(), 3);
    assert_eq!(desk.opponent("anna?min_games=5")["differences"], json!([]), "ben has four of each");
    assert_eq!(desk.opponent("anna@2")["differences"], json!([]), "fewer than three games");
    for (path, status, code) in [
        ("carl", 404, "unknown_opponent"),
        ("anna@3", 404, "unknown_opponent"),
        ("anna?book=none", 404, "unknown_book"),
        ("anna?results=1001", 400, "invalid_value"),
        ("%20", 400, "invalid_value"),
    ] {
        let answer = fixture.get(&format!("/v1/opponents/{path}")).send();
        assert_eq!(answer.expect(status).code(), code, "{path}");
    }
}

#[test]
fn a_tag_is_that_of_the_book_and_the_results() {
    let fixture = Fixture::with(|options| options.refresh_every = Duration::from_secs(3600));
    let desk = Desk::new(&fixture);
    let ask = |tag: &str| {
        let request = fixture.get("/v1/next").header("If-None-Match", tag);
        request.send()
    };
    let tag = |answer: crate::client::Answer| answer.header("etag").map(str::to_owned);
    assert_eq!(tag(ask("").expect(200)).as_deref(), Some("\"main-1\""));
    desk.count(&game("1", "o", "loss", KICK));
    let first = tag(ask("\"main-1\"").expect(200)).expect("a tag");
    assert_eq!(first, "\"main-1-r1\"");
    ask(&first).expect(304);
    desk.post(&game("1", "o", "loss", KICK)).expect(200);
    ask(&first).expect(304);
    desk.withdraw("1").expect(200);
    assert_eq!(tag(ask(&first).expect(200)).as_deref(), Some("\"main-1-r2\""));

    // A result of another program is not known yet and one entered after it is: as another answer may
    // come to the same number, this one has no tag.
    enter_elsewhere(&fixture, "2");
    desk.count(&game("3", "o", "win", KICK));
    let ahead = ask("\"main-1-r2\", \"main-1-r3\", \"main-1-r4\"").expect(200);
    assert_eq!(tag(ahead), None);
    fixture.service.refresh().expect("refreshed");
    assert_eq!(tag(ask("\"main-1-r2\"").expect(200)).as_deref(), Some("\"main-1-r4\""));
}

#[test]
fn a_result_that_comes_in_during_a_refresh_is_not_lost() {
    let fixture = Fixture::with(|options| options.refresh_every = Duration::from_secs(3600));
    let desk = Desk::new(&fixture);
    desk.count(&game("1", "o", "loss", KICK));
    enter_elsewhere(&fixture, "2");
    fixture.faults.on_sums(Fault::Wait);
    std::thread::scope(|scope| {
        let refreshing = scope.spawn(|| fixture.service.refresh().expect("refreshed"));
        eventually("the sums being read", || fixture.faults.waiting() == 1);
        desk.count(&game("3", "o", "loss", KICK));
        fixture.faults.on_sums(Fault::None);
        assert!(refreshing.join().expect("no panic"));
    });
    assert_eq!(desk.opponent("o")["games"], 3);
    assert_eq!(fixture.service.learning().results_version().expect("a version"), 3);
}

/// Enters a lost game against `o`, as another program on the same file does.
fn enter_elsewhere(fixture: &Fixture, id: &str) {
    let store = SqliteStore::open(fixture.directory.path().join("joseki.db")).expect("the store");
    let record: BoardRecord = read_game(Game::Go, b"(;B[pd];W[nc];B[oc])").expect("a game");
    let result = GameResult {
        game: id.to_owned(),
        opponent: "o".parse().expect("a name"),
        class: None,
        color: Color::Black,
        outcome: OwnOutcome::Loss,
        margin: None,
        record,
        terms: GameTerms::default(),
    };
    let other = Service::new(Arc::new(store));
    let posted = other.learning().post_results(vec![result], "another program").expect("entered");
    assert!(posted.iter().all(Result::is_ok));
}
