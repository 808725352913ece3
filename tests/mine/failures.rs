//! What goes wrong leaves the book as it was.

use std::path::{Path, PathBuf};

use joseki::service::{
    ServiceError,
    mine::{MineError, MineRequest, PruningChange},
};

use crate::fixture::{BOOK, Fixture, game};
use crate::games::record;
use crate::programs::skip;

/// A fixture with a mined book, and more games to mine.
fn fixture() -> Fixture {
    let fixture = Fixture::new();
    fixture.write("a.sgf", game("Q16 R14", "a", ""));
    let more: String = (0..40).map(|seed| record(seed).text()).collect();
    fixture.write("more.sgf", more);
    fixture.mine(&fixture.request(&["a.sgf"]));
    fixture
}

/// The error of a run that has to fail, after which everything is as it was.
fn fails(fixture: &Fixture, request: &MineRequest) -> ServiceError {
    let (before, info) = (fixture.state(), fixture.info());
    let error = fixture.try_mine(request).expect_err("it fails");
    assert!(fixture.state() == before, "{error}");
    assert_eq!(fixture.info(), info);
    // And the next one works.
    fixture.mine(&fixture.request(&["a.sgf"]));
    error
}

#[test]
fn a_quiet_period_is_that_of_the_book() {
    let fixture = fixture();
    let request = |quiet| MineRequest { quiet: Some(quiet), ..fixture.request(&["more.sgf"]) };
    let error = fails(&fixture, &request(30));
    assert_eq!(
        error.to_string(),
        "book \"mined\" was mined with a quiet period of 20 moves, not 30: omit --quiet, or mine into another book"
    );
    assert_eq!(fixture.mine(&request(20)).report.counted, 40);
}

#[test]
fn a_path_that_is_not_there() {
    let fixture = fixture();
    let error = fails(&fixture, &fixture.request(&["more.sgf", "nothing.sgf"]));
    assert!(matches!(error, ServiceError::Records(_)));
    assert!(error.to_string().contains("nothing.sgf: "), "{error}");
}

#[test]
fn a_book_without_counts_cannot_be_cut() {
    let fixture = fixture();
    let prune = |book: &str| {
        fixture.try_mine(&MineRequest { book: book.to_owned(), ..fixture.request(&[]) })
    };
    let error = prune("other").expect_err("no such book");
    assert!(matches!(error, ServiceError::UnknownBook { .. }), "{error}");
    assert_eq!(fixture.service.books().expect("books").len(), 1);
    let fixture = Fixture::new();
    fixture.import("(;SZ[19];B[pd])");
    let error = fixture.try_mine(&fixture.request(&[])).expect_err("no counts");
    assert!(matches!(error.of(), Some(MineError::NothingCounted { .. })), "{error}");
    assert_eq!(fixture.info().version, 1);
}

#[test]
fn where_there_are_no_records_no_book_is_made() {
    let fixture = Fixture::new();
    fixture.write("notes/a.txt", "hello");
    fixture.write("notes/b.sgf", "");
    let outcome = fixture.mine(&fixture.request(&["notes"]));
    assert_eq!((outcome.report.games, outcome.changed), (0, false));
    assert!(fixture.service.books().expect("books").is_empty());
    // Nor where none can be counted.
    fixture.write("notes/c.sgf", "(;SZ[9:13];B[ee])");
    let outcome = fixture.mine(&fixture.request(&["notes"]));
    assert_eq!((outcome.report.games, outcome.changed), (1, false));
    assert!(fixture.service.books().expect("books").is_empty());
}

#[test]
fn a_run_without_records_does_not_cut_a_book_anew() {
    let fixture = fixture();
    let before = fixture.state();
    fixture.write("empty.sgf", "");
    let outcome = fixture.mine(&MineRequest {
        pruning: PruningChange { min_games: Some(50), ..PruningChange::default() },
        ..fixture.request(&["empty.sgf"])
    });
    assert!(!outcome.changed);
    assert!(fixture.state() == before);
}

#[test]
fn a_folder_that_takes_no_files() {
    let fixture = fixture();
    let spooling = |folder: PathBuf, threads: usize| MineRequest {
        folder,
        memory: 2000,
        threads,
        ..fixture.request(&["more.sgf"])
    };
    for threads in [1, 3] {
        let error = fails(&fixture, &spooling(fixture.path("nowhere"), threads));
        assert!(matches!(error, ServiceError::Spool(_)), "{error}");
        assert!(error.to_string().contains("nowhere"), "{error}");
    }
    let folder = fixture.path("locked");
    std::fs::create_dir(&folder).expect("a folder");
    if lock(&folder) {
        let error = fails(&fixture, &spooling(folder, 2));
        assert!(matches!(error, ServiceError::Spool(_)), "{error}");
    }
}

/// Takes the right to write; false where that has no effect, as for the superuser.
#[cfg(unix)]
fn lock(folder: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    let permissions = std::fs::Permissions::from_mode(0o500);
    std::fs::set_permissions(folder, permissions).expect("permissions");
    std::fs::write(folder.join("probe"), "").is_err()
}

#[cfg(not(unix))]
fn lock(_: &Path) -> bool {
    false
}

/// `tests/run` mounts a small disk where it may.
#[test]
fn a_full_disk() {
    let Some(disk) = std::env::var_os("JOSEKI_SMALL_DISK") else {
        return skip("JOSEKI_SMALL_DISK names no small disk");
    };
    let folder = tempfile::tempdir_in(disk).expect("a folder");
    let ballast = folder.path().join("ballast");
    let block = vec![0; 1 << 16];
    let mut file = std::fs::File::create(&ballast).expect("a file");
    while std::io::Write::write_all(&mut file, &block).is_ok() {}
    let fixture = fixture();
    let request = MineRequest {
        folder: folder.path().to_owned(),
        memory: 2000,
        ..fixture.request(&["more.sgf"])
    };
    let error = fails(&fixture, &request);
    assert!(matches!(error, ServiceError::Spool(_)), "{error}");
    drop(file);
    std::fs::remove_file(&ballast).expect("removed");
    assert_eq!(fixture.mine(&request).report.counted, 40);
}

#[test]
fn games_of_imported_counts_may_be_counted_twice() {
    let fixture = fixture();
    let counts = fixture.service.mining().export_counts(BOOK).expect("counts");
    let counts = String::from_utf8(counts).expect("text");
    let other = Fixture::new();
    other.import("(;SZ[19];B[pd])");
    other.service.mining().import_counts(BOOK, "counts.txt", &counts).expect("imported");
    other.write("a.sgf", game("Q16 R14", "a", ""));
    let outcome = other.mine(&other.request(&["a.sgf"]));
    assert_eq!(outcome.counted_twice, ["test"]);
    assert_eq!(other.state().numbers("DD"), [2, 2, 0, 0]);
    let another = MineRequest { source: Some("club".to_owned()), ..other.request(&["a.sgf"]) };
    other.write("a.sgf", game("Q16 R14", "b", ""));
    assert!(other.mine(&another).counted_twice.is_empty());
}

#[test]
fn imported_counts_can_be_cut_anew() {
    let fixture = fixture();
    let counts = fixture.service.mining().export_counts(BOOK).expect("counts");
    let other = Fixture::new();
    other.import("(;SZ[19];B[dd])");
    let text = String::from_utf8(counts).expect("text");
    other.service.mining().import_counts(BOOK, "counts.txt", &text).expect("imported");
    assert_eq!(other.nodes(), ["DD"]);
    other.mine(&other.request(&[]));
    assert_eq!(other.nodes(), ["DD", "DDCF*"]);
}
