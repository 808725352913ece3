//! Patterns in the games of a book.

use joseki::service::Service;
use joseki::store::{Scopes, SqliteStore};
use serde_json::{Value, json};

use crate::client::Answer;
use crate::counted::{mine, mine_keeping};
use crate::fixture::Fixture;

/// Two games with the same capture in two corners and both colours, and one without.
const GAMES: &str = "(;SZ[19]PB[Ada]PW[Ben]RE[B+R]DT[2001-05-06];B[pd];W[pc];B[oc];W[dd];B[qc];W[dp];B[pb];W[qq];B[pc])
(;SZ[19]PB[Cho Chikun]PW[Ada]RE[B+3]DT[2004];B[qq];W[dp];B[dq];W[cq];B[qd];W[eq];B[dd];W[dr])
(;SZ[19]PB[Ben]PW[Dee]RE[0]DT[2002];B[pd];W[dp];B[dd];W[pq])
";

fn ponnuki() -> Value {
    json!({"rows": [".X.", "X.X", ".X."]})
}

fn find(fixture: &Fixture, key: Option<&str>, body: &Value) -> Answer {
    let mut request = fixture.post("/v1/books/games/patterns").json(body);
    if let Some(key) = key {
        request = request.key(key);
    }
    request.send()
}

#[test]
fn a_pattern_is_found_in_every_orientation_and_colour_with_what_follows() {
    let fixture = Fixture::new();
    mine(&fixture.service, fixture.directory.path(), "games", "some", GAMES);
    let key = fixture.key(Scopes::READ);
    let refused = find(&fixture, None, &ponnuki()).expect(401);
    assert_eq!(refused.code(), "key_missing", "nobody has read the games yet");
    let found = find(&fixture, Some(&key), &ponnuki()).expect(200).json();
    assert_eq!(found["book"], json!({"name": "games", "version": 1}));
    for (field, value) in [
        ("complete", json!(true)),
        ("searched", json!(3)),
        ("without_moves", json!(0)),
        ("images", json!(2)),
        ("games", json!(2)),
        ("hits", json!(2)),
        ("swapped", json!(1)),
        // Ada's black took in the first game and won; in the second White took and lost.
        ("black_wins", json!(1)),
        ("white_wins", json!(1)),
        ("no_continuation", json!(1)),
        ("next", Value::Null),
    ] {
        assert_eq!(found[field], value, "{field}");
    }
    assert_eq!(
        found["continuations"],
        json!([{
            "color": "B", "x": 1, "y": 1, "count": 1, "later": 0, "games": 1, "black_wins": 1,
            "white_wins": 0, "first_year": 2001, "last_year": 2001, "years": null
        }])
    );
    let games = found["found"].as_array().expect("games");
    assert_eq!((&games[0]["black"], &games[1]["black"]), (&json!("Cho Chikun"), &json!("Ada")));
    assert_eq!(
        games[1]["hits"],
        json!([{
            "move": 7, "x": 14, "y": 1, "symmetry": "identity", "swapped": false,
            "next": {"move": 9, "color": "B", "x": 1, "y": 1}
        }])
    );
    assert_eq!(games[0]["hits"][0]["move"], 8);
    assert_eq!(games[0]["hits"][0]["swapped"], true);
    // Now they are in memory for everybody.
    assert_eq!(find(&fixture, None, &ponnuki()).expect(200).json(), found);
    let game =
        format!("/v1/books/games/games/{}?format=moves", games[1]["id"].as_str().expect("id"));
    fixture.get(&game).send().expect(200);
}

#[test]
fn games_are_selected_and_earlier_searches_narrow() {
    let fixture = Fixture::new();
    mine(&fixture.service, fixture.directory.path(), "games", "some", GAMES);
    let key = fixture.key(Scopes::READ);
    let stone = json!({"rows": ["X"], "anchor": {"left": 15, "right": 15, "top": 3, "bottom": 3}, "swap": false});
    let counts = |change: Value| {
        let mut body = stone.clone();
        body.as_object_mut().expect("object").extend(change.as_object().expect("object").clone());
        let found = find(&fixture, Some(&key), &body).expect(200).json();
        (found["searched"].clone(), found["games"].clone())
    };
    let both = |searched: u32, games: u32| (json!(searched), json!(games));
    assert_eq!(counts(json!({})), both(3, 3));
    assert_eq!(counts(json!({"since": 2002})), both(2, 2));
    assert_eq!(counts(json!({"until": 2001})), both(1, 1));
    assert_eq!(counts(json!({"source": ["some"], "strength": ["unknown"]})), both(3, 3));
    assert_eq!(counts(json!({"player": "ada"})), both(2, 2));
    assert_eq!(counts(json!({"player": "ad"})), both(0, 0));
    assert_eq!(counts(json!({"black": "cho *"})), both(1, 1));
    assert_eq!(counts(json!({"white": "Ada"})), both(1, 1));
    assert_eq!(counts(json!({"result": "draw"})), both(1, 1));
    assert_eq!(counts(json!({"result": "B"})), both(2, 2));
    assert_eq!(counts(json!({"among": [ponnuki()]})), both(3, 2));
    assert_eq!(counts(json!({"among": [{"rows": ["X"], "among": [ponnuki()]}]})), both(3, 2));
    assert_eq!(
        counts(json!({"among": [{"rows": [".X.", "X.X", ".X."], "swap": false}]})),
        both(3, 1)
    );
    assert_eq!(counts(json!({"until_move": 1})), both(3, 2));
    assert_eq!(counts(json!({"board_size": 13, "anchor": "any"})), both(0, 0));
}

#[test]
fn the_list_of_games_goes_on_and_years_are_counted() {
    let fixture = Fixture::new();
    mine(&fixture.service, fixture.directory.path(), "games", "some", GAMES);
    let key = fixture.key(Scopes::READ);
    let page = |after: Value| {
        let body =
            json!({"rows": ["."], "anchor": "corner", "limit": 2, "after": after, "years": true});
        find(&fixture, Some(&key), &body).expect(200).json()
    };
    let first = page(Value::Null);
    let second = page(first["next"].clone());
    let names = |page: &Value| -> Vec<String> {
        let games = page["found"].as_array().expect("games").iter();
        games.map(|game| game["date"].as_str().expect("a date").to_owned()).collect()
    };
    assert_eq!(
        (names(&first), names(&second)),
        (vec!["2004".into(), "2002".into()], vec!["2001-05-06".into()])
    );
    assert_eq!(second["next"], Value::Null);
    assert_eq!(first["hits"], second["hits"]);
    let unknown = json!({"rows": ["X"], "after": "0123456789abcdef"});
    let refused = find(&fixture, Some(&key), &unknown).expect(404);
    assert_eq!(
        (refused.code(), &refused.json()["field"]),
        ("unknown_game".to_owned(), &json!("after"))
    );
}

#[test]
fn new_games_are_found_and_answers_are_kept_until_then() {
    let fixture = Fixture::new();
    mine(&fixture.service, fixture.directory.path(), "games", "some", GAMES);
    let key = fixture.key(Scopes::READ);
    let games = || find(&fixture, Some(&key), &ponnuki()).expect(200).json()["games"].clone();
    assert_eq!((games(), games()), (json!(2), json!(2)));
    let more = GAMES.replace("Ada", "Eve").replace("Dee", "Fay");
    mine(&fixture.service, fixture.directory.path(), "games", "more", &more);
    assert_eq!(games(), json!(4));
    // A book that has the same name has other games.
    let by = joseki::service::curate::Author::default();
    fixture.service.curation().delete_book("games", None, &by).expect("deleted");
    mine(
        &fixture.service,
        fixture.directory.path(),
        "games",
        "one",
        GAMES.lines().next().expect("one"),
    );
    assert_eq!(games(), json!(1));
}

#[test]
fn a_stream_ends_with_the_whole_answer() {
    let fixture = Fixture::with(|options| options.patterns_on_demand = false);
    mine(&fixture.service, fixture.directory.path(), "games", "some", GAMES);
    let key = fixture.key(Scopes::READ);
    let whole = find(&fixture, Some(&key), &ponnuki()).expect(200).json();
    let mut asked = ponnuki();
    asked["stream"] = json!(true);
    // Not compressed, so that no line waits for the next.
    let streamed = fixture.post("/v1/books/games/patterns").header("Accept-Encoding", "gzip");
    let streamed = streamed.json(&asked).send().expect(200);
    assert_eq!(streamed.header("content-encoding"), None);
    assert_eq!(streamed.header("content-type"), Some("application/x-ndjson"));
    let text = String::from_utf8(streamed.body).expect("text");
    let last = text.lines().last().expect("a line");
    assert_eq!(serde_json::from_str::<Value>(last).expect("JSON"), whole);
}

#[test]
fn games_without_moves_are_counted_and_those_that_do_not_fit_refused() {
    let fixture = Fixture::with(|options| options.patterns_bytes = 1 << 16);
    let folder = fixture.directory.path();
    mine_keeping(&fixture.service, folder, "games", ("bare", GAMES), false);
    let key = fixture.key(Scopes::READ);
    let found = find(&fixture, Some(&key), &ponnuki()).expect(200).json();
    assert_eq!((&found["searched"], &found["without_moves"]), (&json!(0), &json!(3)));
    mine(&fixture.service, folder, "games", "many", &crate::counted::many());
    let refused = find(&fixture, Some(&key), &ponnuki()).expect(503);
    assert_eq!(refused.code(), "games_not_loaded");
    assert!(refused.json()["detail"].as_str().expect("text").contains("--patterns-bytes"));
}

#[test]
fn what_cannot_be_a_pattern_is_refused_with_its_place() {
    let fixture = Fixture::new();
    mine(&fixture.service, fixture.directory.path(), "games", "some", GAMES);
    let key = fixture.key(Scopes::READ);
    for (body, field, words) in [
        (json!({}), "rows", "missing points"),
        (json!({"rows": [""]}), "rows", "missing points"),
        (json!({"rows": ["X", "XO"]}), "rows", "row 2 has 2 points"),
        (json!({"rows": ["XO", "Xq"]}), "rows", "row 2, point 2: unknown symbol `q`"),
        (
            json!({"rows": vec!["."; 20]}),
            "rows",
            "1×20 points do not fit on the board: expected at most 19×19",
        ),
        (json!({"rows": ["XX"], "anchor": "board"}), "anchor", "not the whole board"),
        (
            json!({"rows": ["XX"], "anchor": {"left": 0, "right": 18, "top": 0, "bottom": 0}}),
            "anchor",
            "≤ right ≤ 17",
        ),
        (
            json!({"rows": ["XX"], "anchor": {"left": 3, "right": 2, "top": 0, "bottom": 0}}),
            "anchor",
            "0 ≤ left ≤ right ≤ 17",
        ),
        (
            json!({"rows": ["XX"], "sequence": [{"color": "B", "x": 2, "y": 0}]}),
            "sequence",
            "stone 1 of the sequence is outside",
        ),
        (
            json!({"rows": ["XX"], "board_size": 4}),
            "board_size",
            "invalid board size 4: expected 5 to 20 lines",
        ),
        (json!({"rows": ["XX"], "result": "red"}), "result", "expected B, W or draw"),
        (json!({"rows": ["XX"], "player": " "}), "player", "1 to 200 characters"),
        (json!({"rows": ["XX"], "limit": 101}), "limit", "0 to 100"),
        (json!({"rows": ["XX"], "timeout_ms": 0}), "timeout_ms", "1 to 10000"),
        (json!({"rows": ["XX"], "source": ["none"]}), "source", "none"),
        (json!({"rows": ["XX"], "among": [{"rows": ["?"]}]}), "among[0].rows", "unknown symbol"),
    ] {
        let refused = find(&fixture, Some(&key), &body).expect(400);
        assert_eq!(refused.code(), "invalid_value", "{body}");
        let problem = refused.json();
        assert_eq!(problem["field"], field, "{body}");
        assert!(problem["detail"].as_str().expect("text").contains(words), "{body}: {problem}");
    }
    let next = find(&fixture, Some(&key), &json!({"rows": ["X"], "next": "red"})).expect(400);
    assert_eq!(next.code(), "invalid_color");
    let earlier = vec![json!({"rows": ["X"]}); 9];
    let many = find(&fixture, Some(&key), &json!({"rows": ["X"], "among": earlier})).expect(400);
    assert_eq!(many.code(), "too_many");
    let all = find(&fixture, Some(&key), &json!({"rows": vec!["*".repeat(19); 19]})).expect(200);
    assert_eq!(all.json()["hits"], 3);
    let book = fixture.post("/v1/books/none/patterns").json(&ponnuki()).key(&key).send();
    assert_eq!(book.expect(404).code(), "unknown_book");
}

#[test]
fn a_new_database_has_games_to_find_and_says_which_have_none() {
    let directory = tempfile::TempDir::new().expect("a directory");
    let store = SqliteStore::open(directory.path().join("joseki.db")).expect("a store");
    let service = Service::new(std::sync::Arc::new(store));
    assert!(service.curation().ensure_companions().expect("the other starters"));
    assert!(service.curation().ensure_starter().expect("a starter"));
    service.close().expect("a closed store");
    let fixture = Fixture::on(directory, |_| {});
    let key = fixture.key(Scopes::READ);
    let search = |book: &str| {
        let path = format!("/v1/books/{book}/patterns");
        fixture.post(&path).key(&key).json(&ponnuki()).send().expect(200).json()
    };
    let found = search("engine-games");
    let games = fixture.service.games_in("engine-games").expect("games");
    assert_eq!((&found["searched"], &found["without_moves"]), (&json!(games), &json!(0)));
    assert!(found["games"].as_u64().is_some_and(|games| games > 0), "{found}");
    let id = found["found"][0]["id"].as_str().expect("an id");
    let game = fixture.get(&format!("/v1/books/engine-games/games/{id}?format=moves"));
    let game = game.send().expect(200).json();
    assert_eq!((&game["source"], &game["strength"]), (&json!("engine-games"), &json!("engine")));
    let main = search("main");
    assert_eq!((&main["searched"], &main["without_moves"]), (&json!(0), &json!(52_483)));
}
