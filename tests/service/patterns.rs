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
    Service, ServiceError,
    curate::Author,
    patterns::{
        BoardPattern, GameSelection, PatternGamesError, PatternLimits, PatternQuery,
        SelectedPattern,
    },
};
use joseki::store::SqliteStore;
use joseki::wire::PatternRequest;
use tempfile::TempDir;

use crate::counted::{mine, mine_some};
use joseki::service::Code;

/// More games than are read at a time, so that reading them can stop in between.
const GAMES: usize = 5_000;

fn service(folder: &TempDir) -> Service {
    crate::messages::keep_short();
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
    service.patterns().find_patterns(&query(book), &limits, |answer| {
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
        service.patterns().find_patterns(&query("games"), &limits, |answer| {
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
    let bytes = service.patterns().pattern_shelf().bytes();
    assert!(bytes > 0, "what was read stays");
    let early = searched(&service, "games", false);
    assert!(
        matches!(
            early.as_ref().err().and_then(ServiceError::of),
            Some(PatternGamesError::NotLoaded { .. })
        ),
        "{early:?}"
    );
    assert_eq!(searched(&service, "games", true).expect("all"), GAMES);
    assert!(service.patterns().pattern_shelf().bytes() > bytes);
    // More games by another caller; those in memory are searched until they are read.
    mine(&service, folder.path(), "games", "more", &games(2).replace("PB[p", "PB[r"));
    assert_eq!(searched(&service, "games", false).expect("the old ones"), GAMES);
    service.patterns().refresh_patterns().expect("read");
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
    service.patterns().pattern_shelf().set_bytes(100_000);
    service.patterns().preload_patterns(&mut preloaded).expect("read");
    assert_eq!(preloaded.len(), 3);
    assert_eq!(service.patterns().pattern_shelf().names(), ["b", "c"]);
    service.patterns().preload_patterns(&mut preloaded).expect("nothing new");
    assert_eq!(service.patterns().pattern_shelf().names(), ["b", "c"]);
    assert_eq!(searched(&service, "a", true).expect("all"), 100);
    assert_eq!(service.patterns().pattern_shelf().names(), ["c", "a"]);
    // A new book is read by the next look.
    mine(&service, folder.path(), "d", "d", &games(10));
    service.book("d").expect("in memory");
    service.patterns().preload_patterns(&mut preloaded).expect("read");
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
    assert_eq!((error.code, error.field.as_str()), (Code::TooMany, "among"));
}

#[test]
fn games_on_smaller_boards_are_searched_and_not_counted() {
    let folder = TempDir::new().expect("a folder");
    let service = service(&folder);
    let small = "(;SZ[9]PB[a]PW[b]RE[B+R];B[ee];W[ce];B[])
        (;SZ[9]PB[c]PW[d]RE[W+R];B[ee];W[ge];B[aa];W[aa])
        (;SZ[13]PB[e]PW[f];B[gg])
        (;SZ[4];B[aa])(;SZ[9:13];B[aa])(;SZ[9]HA[2]AB[cc][gg];W[ee])(;SZ[9])";
    let mine =
        |records: &str| mine_some(&service, folder.path(), "games", ("mixed", records), true);
    let report = mine(&format!("{}{small}", games(7)));
    assert_eq!((report.games, report.counted, report.kept), (14, 7, 3));
    assert_eq!(service.counted_games("games").expect("a book"), Some(7));
    // A second time all are known.
    let again = mine(small);
    assert_eq!((again.counted, again.kept, again.duplicates), (0, 0, 3));
    let search = |lines: u8, rows: &[&str], place| {
        let size = BoardSize::new(lines).expect("a size");
        let pattern = Pattern::new(size, rows, place, PatternOptions::default());
        let pattern = BoardPattern::Stones(pattern.expect("a pattern"));
        let games = GameSelection::default();
        let query = PatternQuery { pattern: SelectedPattern { pattern, games }, ..query("games") };
        let limits =
            PatternLimits { threads: 1, may_load: true, time: None, clock: &|| Duration::ZERO };
        let mut found = None;
        service
            .patterns()
            .find_patterns(&query, &limits, |answer| {
                assert_eq!(answer.without_moves, 0);
                found = Some((answer.counts, answer.listed));
                Ok(true)
            })
            .expect("a search");
        found.expect("an answer")
    };
    let (counts, listed) = search(9, &["X.O"], AnchorWord::Any);
    assert_eq!((counts.searched, counts.games, counts.hits), (2, 2, 2));
    let record = |id: &str| service.mining().game_record("games", id).expect("a record");
    for listed in &listed {
        let record = String::from_utf8(record(&listed.game.id)).expect("text");
        assert!(record.contains("SZ[9]") && record.contains(";B[ee];W["), "{record}");
        let moves = service.mining().game_moves("games", &listed.game.id).expect("moves");
        assert_eq!(moves.size.get(), 9);
    }
    // Cut short at the move that cannot be played.
    let corner = search(9, &["X"], AnchorWord::Corner);
    assert_eq!((corner.0.games, corner.1[0].game.row.black.as_str()), (1, "c"));
    assert_eq!(search(13, &["X"], AnchorWord::Any).0.games, 1);
    assert_eq!(search(11, &["X"], AnchorWord::Any).0.searched, 0);
    assert_eq!(search(19, &["X"], AnchorWord::Any).0.searched, 7);
}

#[test]
fn games_of_a_large_book_are_kept_in_a_file_which_is_used_if_it_fits() {
    let folder = TempDir::new().expect("a folder");
    let kept = folder.path().join("kept");
    let file = kept.join("games.joseki-games");
    let small = "(;SZ[9]PB[a]PW[b]RE[B+R];B[ee])";
    let open = || {
        let service = service(&folder);
        service.patterns().pattern_shelf().set_folder(kept.clone());
        service
    };
    let first = open();
    let with_small = format!("{}{small}", games(GAMES));
    mine_some(&first, folder.path(), "games", ("many", &with_small), true);
    mine(&first, folder.path(), "few", "few", &games(10));
    let all = |service: &Service| searched(service, "games", true).expect("all");
    assert_eq!((all(&first), searched(&first, "few", true).expect("all")), (GAMES, 10));
    let names = || {
        let entries = std::fs::read_dir(&kept).expect("a folder");
        entries.map(|entry| entry.expect("a file").file_name()).collect::<Vec<_>>()
    };
    assert_eq!(names(), ["games.joseki-games"], "and none of a small book");
    let written = std::fs::read(&file).expect("a file");
    let answers = |service: &Service| {
        let limits =
            PatternLimits { threads: 1, may_load: true, time: None, clock: &|| Duration::ZERO };
        let mut found = None;
        service
            .patterns()
            .find_patterns(&query("games"), &limits, |answer| {
                let listed = answer.listed.into_iter().map(|it| (it.game, it.hits));
                found = Some((answer.counts, listed.collect::<Vec<_>>()));
                Ok(true)
            })
            .expect("a search");
        found
    };
    let read_games = |service: &Service| service.patterns().pattern_shelf().replayed();
    let second = open();
    assert_eq!(answers(&second), answers(&first));
    assert_eq!((read_games(&first), read_games(&second)), (GAMES as u64 + 11, 0));
    // A few new games are read on top of the file; many are written to it.
    mine(&second, folder.path(), "games", "more", &games(20).replace("PB[p", "PB[r"));
    assert_eq!((all(&second), read_games(&second)), (GAMES + 20, 20));
    assert_eq!(std::fs::read(&file).expect("a file"), written);
    mine(&second, folder.path(), "games", "many more", &games(400).replace("PB[p", "PB[s"));
    assert_eq!(all(&second), GAMES + 420);
    let third = open();
    assert_eq!((all(&third), read_games(&third)), (GAMES + 420, 0));
    assert_ne!(std::fs::read(&file).expect("a file"), written);
    // A damaged file, one of earlier games, and one of another book are not used.
    let whole = std::fs::read(&file).expect("a file");
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 1;
    for content in [damaged, Vec::new()] {
        std::fs::write(&file, content).expect("written");
        let service = open();
        assert_eq!((all(&service), read_games(&service)), (GAMES + 420, GAMES as u64 + 421));
        assert_eq!(std::fs::read(&file).expect("a file"), whole, "and made again");
    }
    third.curation().delete_book("games", None, &Author::new("somebody")).expect("deleted");
    mine(&third, folder.path(), "games", "many", &games(GAMES));
    let service = open();
    assert_eq!((all(&service), read_games(&service)), (GAMES, GAMES as u64));
    // Files of books that are gone are removed, those of other programs' books are not.
    std::fs::write(kept.join("gone.joseki-games"), "").expect("written");
    service.patterns().refresh_patterns().expect("looked");
    assert_eq!(names(), ["games.joseki-games"]);
}
