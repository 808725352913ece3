//! Books whose stored game this program does not know.

use crate::store_support::OpenStore;
use joseki::book::Forest;
use joseki::store::{BookChange, ChangeKind, Store, StoreError, Upkeep};

use crate::served::{Served, run};
use crate::store_support::results::{enter, won};
use crate::store_support::{TempStore, edit, forest, note, raw};

/// Stores a game for the book `other`, as another program or damage might.
fn set_game(temp: &TempStore, game: &str, board_size: Option<u8>) {
    let sql = "INSERT INTO book_game (book_id, game, board_size)
               SELECT id, ?1, ?2 FROM book WHERE name = 'other'";
    raw::open(&temp.path()).execute(sql, (game, board_size)).unwrap();
}

fn two_books() -> TempStore {
    let temp = TempStore::of_file();
    let store = temp.open();
    for name in ["kept", "other"] {
        store.apply(&BookChange::new_book(name, &forest(&["DDCF"]), "test")).unwrap();
    }
    drop(store);
    temp
}

/// Everything that may be done with the book `other`.
fn attempts(store: &OpenStore) -> Vec<Result<(), StoreError>> {
    let (by, empty) = (note(ChangeKind::Edit), Forest::new());
    vec![
        store.book("other").map(drop),
        store.load("other").map(drop),
        store.lines("other", "", None, 9).map(drop),
        store.counted("other").map(drop),
        store.replay("other").map(drop),
        store.change(2).map(drop),
        store.apply(&BookChange::new_book("other", &empty, "test")).map(drop),
        store.copy_book("other", "copy", &by).map(drop),
        store.copy_book("kept", "other", &by).map(drop),
        store.rename_book("other", "renamed", None, &by).map(drop),
        store.delete_book("other", None, &by).map(drop),
    ]
}

#[test]
fn a_book_of_an_unknown_game_is_refused_and_the_others_go_on() {
    for (game, board_size, named) in
        [("shogi", None, "about shogi,"), ("go", Some(9), "about go on boards of 9 lines,")]
    {
        let temp = two_books();
        set_game(&temp, game, board_size);
        let store = temp.open();
        let names: Vec<String> = store.books().unwrap().into_iter().map(|info| info.name).collect();
        assert_eq!(names, ["kept"]);
        let unknown = StoreError::UnknownVariant {
            book: "other".to_owned(),
            game: game.to_owned(),
            board_size,
        };
        assert_eq!(store.unknown_variants().unwrap(), std::slice::from_ref(&unknown));
        let text = unknown.to_string();
        assert!(text.starts_with("book \"other\" is ") && text.contains(named), "{text}");
        assert_eq!(store.check().unwrap(), [text]);
        for (index, attempt) in attempts(&store).into_iter().enumerate() {
            assert_eq!(attempt, Err(unknown.clone()), "attempt {index}");
        }
        let kept = store.load("kept").unwrap().unwrap();
        let mut after = forest(&["DDCF", "DDFC", "CC"]);
        store.apply(&edit("kept", &kept, &mut after)).unwrap();
        assert_eq!(store.load("kept").unwrap().unwrap().1, after);
    }
}

#[test]
fn a_row_that_says_go_is_a_book_of_go() {
    let temp = two_books();
    set_game(&temp, "go", None);
    let store = temp.open();
    assert_eq!(store.books().unwrap().len(), 2);
    assert_eq!(store.check().unwrap(), [""; 0]);
}

#[test]
fn the_game_of_a_book_is_never_changed_or_deleted() {
    let temp = two_books();
    set_game(&temp, "go", None);
    let conn = raw::open(&temp.path());
    for sql in ["UPDATE book_game SET game = 'shogi'", "DELETE FROM book_game"] {
        let error = conn.execute(sql, []).unwrap_err().to_string();
        assert!(error.starts_with("the game of a book is never "), "{error}");
    }
}

#[test]
fn a_result_of_an_unknown_game_is_refused_by_its_name_and_never_read_as_one_of_go() {
    let temp = TempStore::of_file();
    let store = temp.open();
    let entries = ["kept", "other"].map(|game| enter(&won(game, "lee", &[1])));
    store.enter(entries.to_vec(), "me", 7).unwrap();
    let sql = "INSERT INTO result_variant (result_id, game_name)
               SELECT id, 'shogi' FROM result WHERE game = 'other'";
    raw::open(&temp.path()).execute(sql, []).unwrap();
    assert_eq!(store.ledger_row("kept").unwrap().unwrap().entry.game, "kept");
    let why = "game \"other\": it is a game of shogi, which this program does not know";
    let refused = |error: StoreError| assert!(error.to_string().contains(why), "{error}");
    refused(store.ledger_row("other").unwrap_err());
    refused(store.ledger_rows(None, None, 9).unwrap_err());
    refused(store.for_each_ledger_row(&mut |_| true).unwrap_err());
    let problems = store.check().unwrap();
    assert!(problems.len() == 1 && problems[0].contains(why), "{problems:?}");
}

#[test]
fn the_program_names_a_book_of_an_unknown_game_and_serves_the_others() {
    let temp = two_books();
    set_game(&temp, "shogi", None);
    let why = "book \"other\" is about shogi, which this program does not know";
    let books = run(temp.directory(), &["books"]).ok();
    assert!(books.out.contains("kept") && !books.out.contains("other"), "{books:?}");
    assert!(books.err.contains(why), "{books:?}");
    let doctor = run(temp.directory(), &["doctor"]);
    assert_eq!(doctor.code, Some(1), "{doctor:?}");
    assert!(doctor.out.contains(why), "{doctor:?}");
    let server = Served::start(temp.directory(), "joseki.db");
    server.get("/v1/books/kept").expect(200);
    let refused = server.get("/v1/books/other").expect(500);
    assert_eq!(refused.code(), "store_failed");
    assert!(refused.text().contains("about shogi"), "{}", refused.text());
    assert!(server.output().contains("the other books are served"), "{}", server.output());
}
