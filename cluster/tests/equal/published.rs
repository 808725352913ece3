//! The counts of a book in a published snapshot, as a researcher reads them.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use joseki::game::Variant;
use joseki::service::{
    Service,
    curate::{SourceFields, published::PublishRequest},
};
use joseki::store::{SqliteStore, Store};

use crate::games_of_go;
use crate::lake::{BOOK, Engine, Lake, pandas, program, run};
use crate::states::mined;

/// Returns the blocks of a language in a Markdown text.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let begin = format!("```{language}\n");
    text.split(&begin).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

/// Publishes the book of a database with its exported counts.
fn publish(database: &Path, counts: &Path, to: &Path) -> Result<(), String> {
    let service = Service::new(Arc::new(SqliteStore::open(database).expect("a store")));
    let request = PublishRequest {
        sign: None,
        book: BOOK.to_owned(),
        to: to.to_owned(),
        allow: Some(vec!["unknown".to_owned()]),
        keep: 30,
        counts: Some(counts.to_owned()),
    };
    let published =
        service.publishing().publish(&request).map(drop).map_err(|error| error.to_string());
    service.close().expect("closed");
    published
}

#[test]
fn a_researcher_reads_the_counts_of_a_snapshot() {
    let Some(Engine::DuckDb(duckdb)) = Engine::duckdb() else { return };
    let Some(python) = pandas() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let lake = Lake::new(folder.path(), Variant::GO, &games_of_go(80));
    let database = mined(&lake, Variant::GO, 3);
    let [counts, published] = ["counts", "published"].map(|name| folder.path().join(name));
    let export = || {
        run(program(&["export", "--book", BOOK, "-o"]).arg(&counts).arg("--db").arg(&database));
    };
    export();
    publish(&database, &counts, &published).expect("published");
    let snapshot = published.join(BOOK).join("1");
    run(Command::new("sha256sum").args(["-c", "SHA256SUMS"]).current_dir(&snapshot));
    let readme = fs::read_to_string(snapshot.join("README.md")).expect("a README");
    // As many games as were mined, for every reader.
    let games = {
        let store = SqliteStore::open(&database).expect("a store");
        store.counted(BOOK).expect("counts").games
    };
    let sql = blocks(&readme, "sql");
    assert_eq!(sql.len(), 1, "{readme}");
    let shown = run(Command::new(&duckdb).args(["-csv", "-c", sql[0]]).current_dir(&snapshot));
    assert!(shown.contains(&format!(",{games},")), "{games} games: {shown}");
    let file = format!("{BOOK}-1.counts.parquet");
    let sums = format!("SELECT sum(games) FROM '{file}' WHERE line = ''");
    let sum =
        run(Command::new(&duckdb).args(["-csv", "-noheader", "-c", &sums]).current_dir(&snapshot));
    assert_eq!(sum.trim(), games.to_string());
    let scripts = blocks(&readme, "python");
    let script = scripts.iter().find(|script| script.contains("pandas")).expect("a script");
    let shown = run(Command::new(&python).args(["-c", script]).current_dir(&snapshot));
    assert!(shown.contains("year") && shown.lines().count() > 3, "{shown}");
    // Of another version, or with a source that is withheld since, it is not published.
    let service = Service::new(Arc::new(SqliteStore::open(&database).expect("a store")));
    let withheld = SourceFields { withheld: Some(true), ..SourceFields::default() };
    service.curation().set_source("club", withheld, "test").expect("set");
    service.close().expect("closed");
    let said = publish(&database, &counts, &published).expect_err("refused");
    assert!(said.contains("withheld now"), "{said}");
    export();
    publish(&database, &counts, &published).expect("published");
    let kept = fs::read_dir(published.join(BOOK)).expect("a folder").flatten();
    for entry in kept.filter(|entry| entry.path().is_dir() && entry.file_name() != *"deltas") {
        let file = entry.path().join(&file);
        let club = format!("SELECT count(*) FROM '{}' WHERE source = 'club'", file.display());
        let found = run(Command::new(&duckdb).args(["-csv", "-noheader", "-c", &club]));
        assert_eq!(found.trim(), "0", "{}", file.display());
    }
    let text = fs::read_to_string(counts.join("manifest.json")).expect("a manifest");
    fs::write(counts.join("manifest.json"), text.replace("\"version\": 1", "\"version\": 7"))
        .expect("written");
    let said = publish(&database, &counts, &published).expect_err("refused");
    assert!(said.contains("export them again"), "{said}");
}
