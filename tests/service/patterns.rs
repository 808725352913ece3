//! Searches for patterns that stop and go on, and the games that they read into memory.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use joseki::cancel::{self, Progress};
use joseki::game::{BoardSize, Variant};
use joseki::patterns::{AnchorWord, Pattern, PatternOptions};
use joseki::service::{
    BoardPattern, GameSelection, PatternLimits, PatternQuery, SelectedPattern, Service,
    ServiceError,
};
use joseki::store::SqliteStore;
use joseki::wire::PatternRequest;
use tempfile::TempDir;

use crate::counted::mine;

/// More games than are read at a time, so that reading them can stop in between.
const GAMES: usize = 5_000;

fn service(folder: &TempDir) -> Service {
    Service::new(Arc::new(SqliteStore::open(folder.path().join("test.db")).expect("a store")))
}

/// Short games; Black won every fourth.
fn games(count: usize) -> String {
    let game = |number: usize| {
        let winner = if number.is_multiple_of(4) { "B" } else { "W" };
        let letter = |at: usize| char::from(b'a' + (at % 19) as u8);
        let (x, y) = (letter(number), letter(number / 19));
        let last = if (x, y) == ('p', 'd') { String::new() } else { format!(";W[{x}{y}]") };
        format!("(;SZ[19]PB[p{number}]PW[q]RE[{winner}+R];B[pd]{last})\n")
    };
    (0..count).map(game).collect()
}

fn query(book: &str) -> PatternQuery {
    let size = BoardSize::NINETEEN;
    let pattern = Pattern::new(size, &["X"], AnchorWord::Any, PatternOptions::default());
    let pattern = BoardPattern::Stones(pattern.expect("a pattern"));
    PatternQuery {
        book: book.to_owned(),
        pattern: SelectedPattern { pattern, games: GameSelection::default() },
        among: Vec::new(),
        by_year: false,
        limit: 3,
        after: None,
    }
}

/// A search to its end, or as far as the books allow.
fn searched(service: &Service, book: &str, may_load: bool) -> Result<usize, ServiceError> {
    let mut searched = 0;
    let clock = &|| Duration::ZERO;
    let limits = PatternLimits { threads: 2, may_load, time: None, clock };
    service.find_patterns(&query(book), &limits, |answer| {
        assert!(answer.complete);
        searched = answer.counts.searched;
        Ok(true)
    })?;
    Ok(searched)
}

#[test]
fn an_answer_past_its_time_says_so_and_goes_on_to_the_whole() {
    let folder = TempDir::new().expect("a folder");
    let service = service(&folder);
    mine(&service, folder.path(), "games", "many", &games(GAMES));
    let ticks = AtomicU64::new(0);
    // Every look at the clock is a second later, so that each part has a block.
    let clock = || Duration::from_secs(ticks.fetch_add(1, Relaxed));
    let limits = PatternLimits {
        threads: 1,
        may_load: true,
        time: Some(Duration::from_secs(2)),
        clock: &clock,
    };
    let mut parts = Vec::new();
    let find = |parts: &mut Vec<_>, most: usize| {
        service.find_patterns(&query("games"), &limits, |answer| {
            let listed: Vec<String> =
                answer.listed.iter().map(|listed| listed.game.id.clone()).collect();
            parts.push((answer.complete, answer.counts, listed));
            Ok(parts.len() < most)
        })
    };
    find(&mut parts, usize::MAX).expect("parts");
    assert!(parts.len() > 2, "{}", parts.len());
    let whole = parts.pop().expect("the last");
    assert!(whole.0 && parts.iter().all(|(complete, ..)| !complete));
    assert_eq!((whole.1.searched, whole.1.games), (GAMES, GAMES as u64));
    assert!(parts.is_sorted_by(|one, next| one.1.searched < next.1.searched));
    // A part is a fair sample: of 1,000 games or more, some quarter were won by Black.
    let [black, white] = parts[0].1.wins.expect("colours");
    let searched = parts[0].1.searched;
    assert!((500..GAMES).contains(&searched), "{searched}");
    let share = black as f64 / (black + white) as f64;
    let all = whole.1.wins.map(|[black, white]| black as f64 / (black + white) as f64);
    assert!((share - all.expect("colours")).abs() < 0.1, "{share} {all:?}");
    // The same at every repetition, and no further than the caller wants.
    let mut again = Vec::new();
    find(&mut again, 1).expect("a part");
    assert_eq!(again, parts[..1]);
}

#[test]
fn reading_games_goes_on_where_the_caller_left() {
    let folder = TempDir::new().expect("a folder");
    let service = service(&folder);
    mine(&service, folder.path(), "games", "many", &games(GAMES));
    let progress = Arc::<Progress>::default();
    // The first look is before the first games.
    let (looks, caller) = (Cell::new(0), Arc::clone(&progress));
    let pause = Box::new(move || {
        looks.set(looks.get() + 1);
        if looks.get() == 2 {
            assert!(caller.cancel());
        }
    });
    let left = cancel::run(progress, Some(pause), || searched(&service, "games", true));
    assert!(matches!(left, Err(ServiceError::Cancelled(_))), "{left:?}");
    let bytes = service.pattern_shelf().bytes();
    assert!(bytes > 0, "what was read stays");
    let early = searched(&service, "games", false);
    assert!(matches!(early, Err(ServiceError::PatternsNotLoaded { .. })), "{early:?}");
    assert_eq!(searched(&service, "games", true).expect("all"), GAMES);
    assert!(service.pattern_shelf().bytes() > bytes);
    // More games by another caller; those in memory are searched until they are read.
    mine(&service, folder.path(), "games", "more", &games(2).replace("PB[p", "PB[r"));
    assert_eq!(searched(&service, "games", false).expect("the old ones"), GAMES);
    service.refresh_patterns().expect("read");
    assert_eq!(searched(&service, "games", false).expect("all"), GAMES + 2);
}

#[test]
fn books_asked_for_least_leave_the_memory_and_are_not_read_again_by_themselves() {
    let folder = TempDir::new().expect("a folder");
    let service = service(&folder);
    let mut preloaded = BTreeSet::new();
    for book in ["a", "b", "c"] {
        mine(&service, folder.path(), book, book, &games(100));
        service.book(book).expect("in memory");
    }
    // Room for two of the three.
    service.pattern_shelf().set_bytes(100_000);
    service.preload_patterns(&mut preloaded).expect("read");
    assert_eq!(preloaded.len(), 3);
    assert_eq!(service.pattern_shelf().names(), ["b", "c"]);
    service.preload_patterns(&mut preloaded).expect("nothing new");
    assert_eq!(service.pattern_shelf().names(), ["b", "c"]);
    assert_eq!(searched(&service, "a", true).expect("all"), 100);
    assert_eq!(service.pattern_shelf().names(), ["c", "a"]);
    // A new book is read by the next look.
    mine(&service, folder.path(), "d", "d", &games(10));
    service.book("d").expect("in memory");
    service.preload_patterns(&mut preloaded).expect("read");
    assert_eq!(searched(&service, "d", false).expect("all"), 10);
}

#[test]
fn values_of_the_wrong_kind_are_refused_in_plain_words() {
    for (body, words) in [
        (
            r#"{"rows": ["X"], "anchor": "middle"}"#,
            "expected corner, side, any, board, or an object",
        ),
        (
            r#"{"rows": ["X"], "anchor": {"left": 1}}"#,
            "expected corner, side, any, board, or an object",
        ),
        (r#"{"material": {"R": "two"}}"#, "expected a number of pieces, or a list"),
    ] {
        let error = serde_json::from_str::<PatternRequest>(body).expect_err("refused");
        assert!(error.to_string().contains(words), "{error}");
    }
    let many: PatternRequest = serde_json::from_value(serde_json::json!({
        "rows": ["X"], "among": vec![serde_json::json!({"rows": ["O"]}); 9]
    }))
    .expect("a request");
    let error = many.into_query("main", Variant::GO).expect_err("too many");
    assert_eq!((error.code, error.field.as_str()), ("too_many", "among"));
}
