//! Asks for the next move, reports a game as lost if `JOSEKI_KEY` has a key, and shows the first
//! changes of books.
//!
//! ```sh
//! cargo run --example bot http://127.0.0.1:8361
//! ```

use std::time::{SystemTime, UNIX_EPOCH};

use joseki_client::{Client, Error, GameResult, Question};

fn main() -> Result<(), Error> {
    let url = std::env::args().nth(1).unwrap_or("http://127.0.0.1:8361".to_owned());
    let key = std::env::var("JOSEKI_KEY").ok();
    let mut client = Client::new(url);
    if let Some(key) = &key {
        client = client.with_key(key);
    }
    let mut moves = vec![("B", "Q16"), ("W", "O17")];
    let question = Question { moves: &moves, opponent: Some("tom"), limit: Some(3), book: None };
    let answer = client.next(&question)?;
    for found in answer.moves.iter().filter(|found| found.corner == "upper_right") {
        println!("{} {}", found.point, found.verdict.as_deref().unwrap_or("-"));
    }
    if let (Some(best), true) = (&answer.best, key.is_some()) {
        moves.push((&answer.to_play, best));
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let reported = client.report(&GameResult {
            game_id: &format!("tom-{}", now.as_nanos()),
            opponent: "tom",
            color: &answer.to_play,
            result: "loss",
            moves: &moves,
        })?;
        println!("{}: {} moves learned", reported.status, reported.learned);
    }
    for event in client.follow_changes(None, Some("0")).take(3) {
        if let Some(change) = event?.change {
            println!("{} {} {}", change.kind, change.book, change.version);
        }
    }
    Ok(())
}
