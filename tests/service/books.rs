//! The use cases over a real file: imports that are whole or nothing, books swapped whole, keys.

use std::sync::Arc;

use joseki::book::Line;
use joseki::format::dictionary::ExportOptions;
use joseki::game::BoardSize;
use joseki::service::{
    FileError, KeyError, Service, ServiceError, SourceFile,
    admin::now,
    curate::{Author, ImportRequest, SourceFields},
    learn::ResultError,
    next::{GamesFilter, NextQuery},
};
use joseki::store::{ChangeQuery, Scopes, SqliteStore, Store, StoreError};
use tempfile::TempDir;

use crate::counted::mine_seven;

fn open(folder: &TempDir) -> Service {
    crate::messages::keep_short();
    let store = SqliteStore::open(folder.path().join("joseki.db")).expect("a store");
    Service::new(Arc::new(store))
}

fn request(book: &str, files: &[(&str, &str)]) -> ImportRequest {
    let file = |(name, text): &(&str, &str)| SourceFile {
        name: (*name).to_owned(),
        bytes: text.as_bytes().to_vec(),
    };
    ImportRequest::new(book, files.iter().map(file).collect(), "test")
}

fn lines(service: &Service, book: &str) -> Vec<String> {
    let page = service.lines(&book.into(), "", None, 100_000).expect("lines");
    page.lines.into_iter().map(|row| row.line).collect()
}

const ONE: (&str, &str) = ("one.sgf", "(;SZ[19];B[pd];W[nc]C[one];B[qf])");
const TWO: (&str, &str) = ("two.sgf", "(;SZ[19];B[pd];W[qf];B[nc];W[qc])");

#[test]
fn an_import_is_there_at_once_and_after_opening_again() {
    let folder = TempDir::new().expect("a folder");
    {
        let service = open(&folder);
        let outcome = service.curation().import(&request("mine", &[ONE])).expect("an import");
        assert_eq!((outcome.book.version, outcome.book.nodes), (1, 3));
        assert!(outcome.changed);
        let outcome = service.curation().import(&request("mine", &[TWO])).expect("an import");
        assert_eq!((outcome.book.version, outcome.book.nodes), (2, 4));
        assert_eq!(outcome.total().merged.mirror, 0, "read in another import");
        assert_eq!(outcome.total().merged.duplicate, 3);
        assert_eq!(lines(&service, "mine"), ["DDCFFC", "DDCFFCCC"]);
        service.close().expect("closed");
    }
    let service = open(&folder);
    assert_eq!(lines(&service, "mine"), ["DDCFFC", "DDCFFCCC"]);
    let query = NextQuery { book: Some("mine".into()), ..NextQuery::new(BoardSize::NINETEEN) };
    assert_eq!(service.next_moves().next(&query).expect("an answer").version, 2);
}

#[test]
fn an_import_that_changes_nothing_keeps_the_version() {
    let folder = TempDir::new().expect("a folder");
    let service = open(&folder);
    service.curation().import(&request("mine", &[ONE, TWO])).expect("an import");
    let again = service.curation().import(&request("mine", &[TWO, ONE])).expect("an import");
    assert!(!again.changed);
    assert_eq!(again.book.version, 1);
    let conditional = ("c.sgf", "(;(;B[pd];W[nc])(;B[pd];AB[qk][pq](;W[nc];B[qf])))");
    let first = service.curation().import(&request("other", &[conditional])).expect("an import");
    let again = service.curation().import(&request("other", &[conditional])).expect("an import");
    assert_eq!((first.book.version, again.changed), (1, false));
}

#[test]
fn a_file_that_cannot_be_read_leaves_the_book_as_it_was() {
    let folder = TempDir::new().expect("a folder");
    let service = open(&folder);
    service.curation().import(&request("mine", &[ONE])).expect("an import");
    for bad in ["", "no tree here", "(;B[pd]C[never closed"] {
        let error =
            service.curation().import(&request("mine", &[TWO, ("bad.sgf", bad)])).unwrap_err();
        assert!(
            matches!(error.of(), Some(FileError::Sgf { file, .. }) if file == "bad.sgf"),
            "{error}"
        );
    }
    assert_eq!(lines(&service, "mine"), ["DDCFFC"]);
    let error = service.curation().import(&request("other", &[("bad.sgf", "")])).unwrap_err();
    assert!(error.to_string().starts_with("bad.sgf: "), "{error}");
    assert!(matches!(service.book("other"), Err(ServiceError::UnknownBook { .. })));
}

#[test]
fn a_dry_run_says_what_would_happen_and_writes_nothing() {
    let folder = TempDir::new().expect("a folder");
    let service = open(&folder);
    service.curation().import(&request("mine", &[ONE])).expect("an import");
    let before = std::fs::read(folder.path().join("joseki.db")).expect("the file");
    let dry = ImportRequest { dry_run: true, ..request("mine", &[TWO]) };
    let outcome = service.curation().import(&dry).expect("a dry run");
    assert!(outcome.changed && outcome.dry_run);
    assert_eq!((outcome.book.version, outcome.book.nodes, outcome.total().placed), (2, 4, 1));
    assert_eq!(lines(&service, "mine"), ["DDCFFC"]);
    assert_eq!(std::fs::read(folder.path().join("joseki.db")).expect("the file"), before);
}

#[test]
fn a_change_by_another_program_is_seen_after_a_refresh() {
    let folder = TempDir::new().expect("a folder");
    let (here, there) = (open(&folder), open(&folder));
    here.curation().import(&request("mine", &[ONE])).expect("an import");
    here.refresh().expect("a refresh");
    here.book("mine").expect("a book");
    let version = here.data_version().expect("a version");
    there.curation().import(&request("mine", &[TWO])).expect("an import");
    assert_ne!(here.data_version().expect("a version"), version);
    assert_eq!(here.book("mine").expect("a book").info.version, 1);
    assert!(here.refresh().expect("a refresh"));
    assert_eq!(here.book("mine").expect("a book").info.version, 2);
    assert!(!here.refresh().expect("a refresh"), "nothing more");
    // A change of a stale version is retried on the newer one.
    there.curation().import(&request("mine", &[("three.sgf", "(;B[qd])")])).expect("an import");
    let outcome =
        here.curation().import(&request("mine", &[("four.sgf", "(;B[qc])")])).expect("an import");
    assert_eq!(outcome.book.version, 4);
    assert_eq!(lines(&here, "mine"), ["CC", "CD", "DDCFFC", "DDCFFCCC"]);
}

#[test]
fn imports_at_once_lose_nothing() {
    let folder = TempDir::new().expect("a folder");
    let service = open(&folder);
    let corners = ["pd", "qd", "qc", "oc", "od", "oe", "nc", "nd"];
    std::thread::scope(|scope| {
        for point in corners {
            let text = format!("(;SZ[19];B[{point}];W[])");
            let service = &service;
            scope.spawn(move || {
                service
                    .curation()
                    .import(&request("mine", &[("a.sgf", &text)]))
                    .expect("an import");
            });
        }
    });
    let version = service.book("mine").expect("a book").info.version;
    assert_eq!((lines(&service, "mine").len(), version), (corners.len(), corners.len() as u64));
}

#[test]
fn exports_read_back_as_the_same_book() {
    let folder = TempDir::new().expect("a folder");
    let service = open(&folder);
    assert!(service.curation().ensure_starter().expect("a starter"));
    assert!(!service.curation().ensure_starter().expect("a starter"), "once");
    let sgf = service.export_sgf(&"main".into(), ExportOptions::default()).expect("an export");
    let text = String::from_utf8(sgf).expect("UTF-8");
    service.curation().import(&request("copy", &[("main.sgf", &text)])).expect("an import");
    let forest = |name: &str| service.book(name).expect("a book").index.to_forest();
    assert_eq!(forest("main"), forest("copy"));
    let exported = service.export_lines(&"copy".into()).expect("an export");
    let exported = String::from_utf8(exported).expect("UTF-8");
    assert_eq!(exported.lines().collect::<Vec<_>>(), lines(&service, "main"));
}

/// A new store gets all starter books, also if the first start was interrupted between them.
#[test]
fn a_start_that_was_interrupted_is_completed_and_what_is_deleted_stays_away() {
    let folder = TempDir::new().expect("a folder");
    let names = |service: &Service| {
        let books = service.books().expect("books").into_iter();
        books.map(|book| book.name).collect::<Vec<_>>()
    };
    assert!(open(&folder).curation().ensure_companions().expect("renju"));
    let service = open(&folder);
    assert!(!service.curation().ensure_companions().expect("renju"), "once");
    assert!(service.curation().ensure_starter().expect("a starter"));
    assert_eq!(names(&service), ["engine-games", "main", "renju", "xiangqi"]);
    let author = Author::default();
    service.curation().delete_book("main", None, &author).expect("deleted");
    assert!(
        !service.curation().ensure_companions().expect("renju")
            && !service.curation().ensure_starter().expect("main")
    );
    assert_eq!(names(&service), ["engine-games", "renju", "xiangqi"]);
    service.curation().delete_book("engine-games", None, &author).expect("deleted");
    service.curation().delete_book("renju", None, &author).expect("deleted");
    service.curation().delete_book("xiangqi", None, &author).expect("deleted");
    assert!(!service.curation().ensure_companions().expect("renju"));
    assert!(
        service.curation().ensure_starter().expect("a starter"),
        "a store without books gets one"
    );
    assert_eq!(names(&service), ["main"]);
}

/// Programs that start at once on a new store: none fails, and every book is created once.
#[test]
fn starts_at_once_make_one_set_of_starter_books() {
    for _ in 0..5 {
        let folder = TempDir::new().expect("a folder");
        let services: Vec<Service> = (0..4).map(|_| open(&folder)).collect();
        let gate = std::sync::Barrier::new(services.len());
        let created = std::thread::scope(|scope| {
            let start = |service: &Service| {
                gate.wait();
                service.curation().ensure_companions().expect("companions");
                let created = service.curation().ensure_starter().expect("a starter");
                service.book("main").expect("the book is there for everybody");
                service.book("engine-games").expect("and so is this one");
                created
            };
            let starting: Vec<_> =
                services.iter().map(|service| scope.spawn(move || start(service))).collect();
            starting
                .into_iter()
                .map(|start| start.join().expect("no panic"))
                .filter(|made| *made)
                .count()
        });
        assert_eq!(created, 1, "one of them created the book");
        let query = ChangeQuery { book: None, before: None, after: None, limit: 10 };
        let store = SqliteStore::open(folder.path().join("joseki.db")).expect("a store");
        let changes = store.changes(&query).expect("the log");
        assert_eq!(changes.len(), 4, "{changes:?}");
    }
}

/// Companions are for new stores alone.
#[test]
fn a_store_that_was_used_gets_no_companions() {
    let folder = TempDir::new().expect("a folder");
    let service = open(&folder);
    service.curation().import(&request("mine", &[ONE])).expect("an import");
    assert!(!service.curation().ensure_companions().expect("nothing to do"));
    assert!(!service.curation().ensure_starter().expect("nothing to do"));
    service.curation().delete_book("mine", None, &Author::default()).expect("deleted");
    assert!(!service.curation().ensure_companions().expect("nothing to do"));
    let folder = TempDir::new().expect("a folder");
    let service = open(&folder);
    assert!(service.curation().ensure_starter().expect("a starter"));
    assert!(
        !service.curation().ensure_companions().expect("nothing to do"),
        "they come first or not at all"
    );
}

#[test]
fn lines_are_paged_by_prefix() {
    let folder = TempDir::new().expect("a folder");
    let service = open(&folder);
    service.curation().ensure_starter().expect("a starter");
    let all = lines(&service, "main");
    for prefix in ["", "dd", "DDC", "DDCF", "CDX"] {
        let wanted: Vec<&String> =
            all.iter().filter(|line| line.starts_with(&prefix.to_uppercase())).collect();
        let mut found = Vec::new();
        let mut after = None;
        loop {
            let page = service.lines(&"main".into(), prefix, after.as_deref(), 7).expect("a page");
            assert_eq!(page.total, wanted.len() as u64);
            found.extend(page.lines.into_iter().map(|row| row.line));
            after = page.next;
            if after.is_none() {
                break;
            }
        }
        assert_eq!(found.iter().collect::<Vec<_>>(), wanted, "{prefix}");
    }
    assert!(matches!(
        service.lines(&"main".into(), "DD%", None, 1),
        Err(ServiceError::InvalidLinePrefix { .. })
    ));
}

#[test]
fn a_node_knows_its_children_and_transpositions() {
    let folder = TempDir::new().expect("a folder");
    let service = open(&folder);
    let files = [("a.sgf", "(;B[pd];W[nc](;B[qf];W[qc];B[pc])(;B[pc];W[qc];B[qf];W[qe]))")];
    service.curation().import(&request("mine", &files)).expect("an import");
    let line = |text: &str| text.parse::<Line>().expect("a line");
    let node = service
        .curation()
        .node(&"mine".into(), &line("DDFCCFCCDC"), &GamesFilter::default())
        .expect("a node");
    assert_eq!(node.line.to_string(), "DDCFFCCCCD", "either handedness");
    assert_eq!(node.transpositions, [line("DDCFCDCCFC")]);
    assert!(node.ends && node.children.is_empty());
    let root = service
        .curation()
        .node(&"mine".into(), &Line::new(), &GamesFilter::default())
        .expect("the root");
    assert_eq!(root.children.len(), 1);
    let error =
        service.curation().node(&"mine".into(), &line("CC"), &GamesFilter::default()).unwrap_err();
    assert_eq!(error.to_string(), "unknown node CC in book \"mine\"");
}

#[test]
fn what_is_withheld_is_left_out_of_a_book_on_the_disk_as_of_one_in_memory() {
    let folder = TempDir::new().expect("a folder");
    let curator = open(&folder);
    mine_seven(&curator, folder.path(), "tiny");
    // It leads on from moves that only games of `old` have.
    let file = ("club.sgf", "(;SZ[19];B[pd]C[club];W[nc];B[pc];W[qc];B[qf];W[qe]C[club])");
    let source = Some(("club".to_owned(), SourceFields::default()));
    let request = ImportRequest { source, ..request("tiny", &[file]) };
    curator.curation().import(&request).expect("an import");
    curator.curation().import(&self::request("plain", &[ONE, TWO])).expect("an import");
    let index = &curator.book("tiny").expect("the book").index;
    let all: Vec<Line> = index.nodes().map(|node| index.line(node)).collect();
    let node = |service: &Service, line: &Line| {
        let node = service.curation().node(&"tiny".into(), line, &GamesFilter::default());
        node.map_or_else(|error| error.to_string(), |node| format!("{node:?}"))
    };
    let reader = || open(&folder).withholding();
    for (withheld, games) in [
        (&["old"][..], 2),
        (&["club"][..], 7),
        (&["old", "club"][..], 2),
        (&["old", "new"][..], 0),
        (&["old", "new", "club"][..], 0),
        (&[][..], 7),
    ] {
        for name in ["old", "new", "club"] {
            let withheld = Some(withheld.contains(&name));
            let fields = SourceFields { withheld, ..SourceFields::default() };
            curator.curation().set_source(name, fields, "test").expect("a source");
        }
        let (disk, memory) = (reader(), reader());
        disk.keep_resident(0);
        memory.book("tiny").expect("the book");
        for line in &all {
            assert_eq!(node(&disk, line), node(&memory, line), "{withheld:?} {line}");
        }
        for service in [&disk, &memory] {
            let counted = service.counted_games("tiny").expect("a book");
            assert_eq!((service.games_in("tiny").expect("a book"), counted), (games, Some(games)));
        }
        let page = disk.lines(&"tiny".into(), "", None, 9);
        match withheld {
            [] => drop(page.expect("lines")),
            _ => assert!(matches!(page, Err(ServiceError::BookOnDisk { .. })), "{page:?}"),
        }
        assert_eq!(lines(&disk, "plain"), ["DDCFFC", "DDCFFCCC"]);
        assert!(disk.loaded_books().is_empty());
    }
}

#[test]
fn book_names_are_checked() {
    let folder = TempDir::new().expect("a folder");
    let service = open(&folder);
    for name in ["", "a/b", "..", "a b", "ünïcode", "a\0b", &"x".repeat(65)] {
        let error = service.curation().import(&request(name, &[ONE])).unwrap_err();
        assert!(matches!(error, ServiceError::InvalidBookName { .. }), "{name}");
    }
    service.curation().import(&request("my-book_1.0", &[ONE])).expect("a good name");
}

#[test]
fn keys_open_what_they_allow_until_they_end() {
    let folder = TempDir::new().expect("a folder");
    let service = open(&folder);
    let failure = || ServiceError::from(ResultError::InvalidGameId);
    let unseen = service.administration().ensure_key(|_| Err(failure()));
    assert!(unseen.is_err() && service.administration().keys().expect("keys").is_empty());
    let shown = |_: &str| Ok::<_, ServiceError>(());
    let ended =
        service.administration().create_key("old", Scopes::ADMIN, Some(now() - 1), None, "test");
    ended.expect("a key");
    let first = service.administration().ensure_key(shown).expect("a key").expect("the first");
    let again = service.administration().ensure_key(shown).expect("a key");
    assert!(again.is_none(), "made once");
    assert!(
        service.administration().authorise(Some(&first.secret), Scopes::CURATE).is_ok(),
        "admin allows all"
    );
    let read = service
        .administration()
        .create_key("reader", Scopes::READ, None, None, "test")
        .expect("a key");
    let error = |key: Option<&str>, scope| match service.administration().authorise(key, scope) {
        Err(ServiceError::Key(error)) => error,
        other => panic!("{other:?}"),
    };
    assert!(service.administration().authorise(Some(&read.secret), Scopes::READ).is_ok());
    let scope = error(Some(&read.secret), Scopes::CURATE);
    assert!(scope.to_string().contains("allows read, but curate is required"), "{scope}");
    assert_eq!(error(None, Scopes::READ), KeyError::Missing);
    let mut wrong = read.secret.clone();
    let last = wrong.pop();
    wrong.push(if last == Some('0') { '1' } else { '0' });
    for key in [wrong.as_str(), "", "jk_", "x", &read.record.prefix] {
        assert_eq!(error(Some(key), Scopes::READ), KeyError::Unknown, "{key}");
    }
    service.administration().revoke_key(&read.record.prefix, "test").expect("revoked");
    assert_eq!(error(Some(&read.secret), Scopes::READ), KeyError::Ended);
    let old = service
        .administration()
        .create_key("old", Scopes::READ, Some(now() - 1), None, "test")
        .expect("a key");
    assert_eq!(error(Some(&old.secret), Scopes::READ), KeyError::Ended);
    assert!(!first.secret.is_empty() && first.secret != read.secret);
}

#[test]
fn damage_is_told_once_with_the_name_of_the_file() {
    let folder = TempDir::new().expect("a folder");
    let service = open(&folder);
    let (file, detail) = ("a.db".to_owned(), "a page is gone".to_owned());
    service
        .administration()
        .note_damage(&ServiceError::Store(StoreError::Corrupt { file, detail }));
    assert_eq!(service.administration().refusal().as_deref(), Some("a page is gone"));
    let refused = service.administration().create_key("x", Scopes::READ, None, None, "test");
    let said = refused.expect_err("no writing").to_string();
    assert_eq!(said.matches("is damaged").count(), 1, "{said}");
}
