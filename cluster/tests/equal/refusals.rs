//! What does not belong together is refused, and tasks that are done again change nothing.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use joseki::game::Variant;
use joseki::service::{
    Service,
    mine::{MineRequest, PruningChange},
};
use joseki::store::SqliteStore;

use crate::games_of_go;
use crate::lake::{BOOK, Engine, Lake, program, run};
use crate::states::mined;

const SHARDS: usize = 2;

/// Runs a task that must fail; returns its standard error.
fn fails(command: &mut Command) -> String {
    let output = command.output().expect("a program");
    assert!(!output.status.success(), "{command:?}");
    String::from_utf8(output.stderr).expect("a text")
}

/// All files below a folder.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.insert(path.display().to_string(), fs::read(&path).expect("a file"));
        }
    }
    found
}

#[test]
fn a_task_that_is_done_again_changes_nothing() {
    let Some(duckdb) = Engine::duckdb() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let lake = Lake::new(folder.path(), Variant::GO, &games_of_go(80));
    lake.fill(&duckdb, SHARDS);
    lake.reduce(&duckdb, 1);
    let before = files(&lake.path(""));
    // As if the tasks had been killed: some files are missing, others are left over.
    fs::remove_file(lake.path("games/1/manifest.json")).expect("removed");
    fs::remove_file(lake.path("counts/0/counts-0000.parquet")).expect("removed");
    fs::copy(lake.path("counts/1/counts-0000.parquet"), lake.path("counts/0/counts-0007.parquet"))
        .expect("copied");
    lake.read_shard(1, SHARDS);
    lake.list_duplicates(&duckdb);
    lake.rate();
    (0..SHARDS).for_each(|shard| lake.count_shard(shard));
    assert!(
        files(&lake.path("games"))
            == before
                .iter()
                .filter(|(name, _)| name.contains("/games/"))
                .map(|(name, bytes)| (name.clone(), bytes.clone()))
                .collect()
    );
    assert!(
        files(&lake.path("counts"))
            == before
                .iter()
                .filter(|(name, _)| name.contains("/counts/"))
                .map(|(name, bytes)| (name.clone(), bytes.clone()))
                .collect()
    );
    lake.reduce(&duckdb, 1);
    lake.load("again.db");
}

#[test]
fn parts_that_do_not_belong_together_are_refused() {
    let Some(duckdb) = Engine::duckdb() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let lake = Lake::new(folder.path(), Variant::GO, &games_of_go(80));
    lake.read_shard(0, SHARDS);
    lake.list_duplicates(&duckdb);
    lake.rate();
    // Games that came after the list of duplicates.
    lake.read_shard(1, SHARDS);
    let said = fails(&mut lake.count(1, 1));
    assert!(said.contains("list the duplicates again"), "{said}");
    lake.list_duplicates(&duckdb);
    lake.rate();
    lake.count_shard(0);
    // A shard that is not counted yet, and one that is counted twice.
    lake.reduce(&duckdb, 3);
    lake.load("half.db");
    lake.count_shard(1);
    let said = fails(&mut lake.loading("half.db"));
    assert!(said.contains("reduce all of them"), "{said}");
    fails(&mut lake.loading("new.db"));
    assert!(!lake.folder.join("new.db").exists(), "nothing is left");
    lake.reduce(&duckdb, 3);
    lake.load("half.db");
    run(&mut lake.count(1, 2));
    let said = fails(&mut lake.loading("half.db"));
    assert!(said.contains("another task counts, too"), "{said}");
    fs::remove_dir_all(lake.path("counts/2")).expect("removed");
    // Another quiet period, or other ratings.
    run(lake.count(1, 1).args(["--quiet", "9"]));
    let said = fails(&mut lake.loading("half.db"));
    assert!(said.contains("another quiet period"), "{said}");
    let ratings = fs::read_to_string(lake.path("ratings")).expect("ratings");
    fs::write(lake.path("ratings"), ratings + "player 0.5 Nobody\n").expect("written");
    run(&mut lake.count(1, 1));
    let said = fails(&mut lake.loading("half.db"));
    assert!(said.contains("another ratings"), "{said}");
    (0..SHARDS).for_each(|shard| lake.count_shard(shard));
    // A damaged file, and one that is missing.
    let path = lake.path("counts/0/counts-0000.parquet");
    let whole = fs::read(&path).expect("a file");
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 1;
    fs::write(&path, damaged).expect("written");
    let said = fails(&mut lake.loading("half.db"));
    assert!(said.contains("SHA-256"), "{said}");
    fs::remove_file(&path).expect("removed");
    fails(&mut lake.loading("half.db"));
    fs::write(&path, &whole).expect("written");
    let cut = fs::read(lake.path("book/lines.parquet")).expect("a file");
    fs::write(lake.path("book/lines.parquet"), &cut[..cut.len() - 9]).expect("written");
    fails(&mut lake.loading("half.db"));
    let said = fails(&mut program(&[
        "counts",
        "nowhere",
        "--duplicates",
        "x",
        "--ratings",
        "y",
        "-o",
        "z",
    ]));
    assert!(said.contains("nowhere"), "{said}");
}

#[test]
fn a_book_without_lines_of_few_games_takes_no_more() {
    let Some(duckdb) = Engine::duckdb() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let lake = Lake::new(folder.path(), Variant::GO, &games_of_go(80));
    lake.fill(&duckdb, SHARDS);
    lake.reduce(&duckdb, 3);
    let path = lake.load("loaded.db");
    let service = Service::new(Arc::new(SqliteStore::open(path).expect("a store")));
    let mut request = MineRequest {
        paths: lake.records(),
        book: BOOK.to_owned(),
        variant: None,
        source: None,
        quiet: None,
        pruning: PruningChange::default(),
        keep_records: true,
        memory: 1 << 20,
        threads: 1,
        folder: folder.path().to_owned(),
        ratings: None,
        dry_run: false,
        who: "test".to_owned(),
    };
    let said = service.mining().mine(&request, &mut |_| {}).expect_err("refused").to_string();
    assert!(said.contains("less than 3 games"), "{said}");
    // It may be pruned further, but not less.
    request.paths.clear();
    request.pruning.min_games = Some(2);
    service.mining().mine(&request, &mut |_| {}).expect_err("refused");
    request.pruning.min_games = Some(5);
    let pruned = service.mining().mine(&request, &mut |_| {}).expect("pruned");
    assert!(pruned.changed && pruned.pruned.kept > 0);
    // Nor does a book with games of its own take loaded counts.
    mined(&lake, Variant::GO, 1);
    let said = fails(&mut lake.loading("mined-1.db"));
    assert!(said.contains("load into another book"), "{said}");
}
