//! Games for tests of results.

use joseki::store::Scopes;
use serde_json::{Value, json};

use crate::client::{Answer, Request};
use crate::fixture::Fixture;

/// Three moves of the starter book, ours the first and the last.
pub const KICK: &str = "Q16,O17,P17";
/// Another answer to the same approach.
pub const KNIGHT: &str = "Q16,O17,R14";

/// The moves of a text, Black first.
pub fn moves(text: &str) -> Value {
    let moves = text.split(',').zip(["B", "W"].into_iter().cycle());
    moves.map(|(point, color)| json!([color, point])).collect()
}

/// A game that we played with Black, on a day of its own: the same moves on one day are one game.
pub fn game(id: &str, opponent: &str, result: &str, text: &str) -> Value {
    let day = id.bytes().fold(0, |day: u32, byte| (11 * day + u32::from(byte)) % (600 * 336));
    let date = format!("{}-{:02}-{:02}", 1500 + day / 336, 1 + day / 28 % 12, 1 + day % 28);
    json!({
        "game_id": id, "opponent": opponent, "color": "B", "result": result, "date": date,
        "moves": moves(text)
    })
}

/// The same with a change of some members.
pub fn with(game: &Value, change: Value) -> Value {
    let mut game = game.clone();
    let change = change.as_object().expect("an object").clone();
    game.as_object_mut().expect("an object").extend(change);
    game
}

/// A server with a key for results.
pub struct Desk<'a> {
    pub fixture: &'a Fixture,
    key: String,
}

impl<'a> Desk<'a> {
    pub fn new(fixture: &'a Fixture) -> Desk<'a> {
        let key = fixture.key(Scopes::FEEDBACK);
        Desk { fixture, key }
    }

    pub fn request(&self, method: &str, path: &str) -> Request {
        self.fixture.request(method, path).key(&self.key)
    }

    pub fn post(&self, body: &Value) -> Answer {
        self.request("POST", "/v1/results").json(body).send()
    }

    /// Posts a result that has to be new.
    #[track_caller]
    pub fn count(&self, game: &Value) -> Value {
        let posted = self.post(game).expect(201).json();
        assert_eq!(posted["status"], "counted");
        posted
    }

    pub fn put(&self, id: &str, body: &Value) -> Answer {
        let path = format!("/v1/results/{id}");
        self.request("PUT", &path).json(body).send()
    }

    pub fn withdraw(&self, id: &str) -> Answer {
        self.request("DELETE", &format!("/v1/results/{id}")).send()
    }

    pub fn lines(&self, text: impl Into<Vec<u8>>) -> Answer {
        let request = self.request("POST", "/v1/results");
        request.body("application/x-ndjson", text).send()
    }

    /// The moves of an answer.
    #[track_caller]
    pub fn next(&self, query: &str) -> Vec<Value> {
        let answer = self.fixture.get(&format!("/v1/next?{query}")).send();
        let mut answer = answer.expect(200).json();
        let moves = answer["moves"].take();
        moves.as_array().expect("moves").clone()
    }

    /// The candidate at a point.
    #[track_caller]
    pub fn candidate(&self, query: &str, point: &str) -> Value {
        let moves = self.next(query).into_iter();
        let mut moves = moves.filter(|found| found["point"] == point);
        moves.next().unwrap_or_else(|| panic!("{point} for {query}"))
    }

    #[track_caller]
    pub fn opponent(&self, path: &str) -> Value {
        let answer = self.fixture.get(&format!("/v1/opponents/{path}")).send();
        answer.expect(200).json()
    }
}
