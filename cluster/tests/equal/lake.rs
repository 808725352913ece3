//! A lake in a folder, filled by the program's tasks.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use joseki::game::Variant;

use crate::messages::keep_short;
use crate::programs;

/// The package.
const PACKAGE: &str = env!("CARGO_MANIFEST_DIR");
/// The book that is loaded.
pub const BOOK: &str = "b";

/// What adds the counts up.
pub enum Engine {
    /// DuckDB's program.
    DuckDb(String),
    /// A Python with PySpark.
    Spark(String),
}

impl Engine {
    #[track_caller]
    pub fn duckdb() -> Option<Engine> {
        let named = std::env::var("JOSEKI_DUCKDB").ok();
        if named.is_none() {
            programs::report_missing("DuckDB (JOSEKI_DUCKDB)");
        }
        named.map(Engine::DuckDb)
    }

    /// Spark, which `tests/full` alone asks for: a large download.
    pub fn spark() -> Option<Engine> {
        let named = std::env::var("JOSEKI_PYSPARK").ok();
        if named.is_none() {
            programs::skip("Spark is not asked for (JOSEKI_PYSPARK)");
        }
        named.map(Engine::Spark)
    }
}

/// A Python with pandas and pyarrow.
#[track_caller]
pub fn pandas() -> Option<String> {
    let named = std::env::var("JOSEKI_PANDAS").ok();
    if named.is_none() {
        programs::report_missing("pandas (JOSEKI_PANDAS)");
    }
    named
}

/// A lake, and the records that go into it.
pub struct Lake {
    pub folder: PathBuf,
    variant: Variant,
    files: Vec<PathBuf>,
}

/// Runs a program that must succeed; returns what it printed.
pub fn run(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.output().expect("a program");
    let said = String::from_utf8_lossy(&stderr);
    assert!(status.success(), "{command:?}: {said}");
    String::from_utf8(stdout).expect("a text")
}

/// The program of this package.
pub fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_joseki-cluster"));
    command.args(arguments);
    command
}

impl Lake {
    /// Writes records into a folder.
    pub fn new(folder: &Path, variant: Variant, files: &[(String, String)]) -> Lake {
        keep_short();
        let write = |(name, text): &(String, String)| {
            let path = folder.join("records").join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(&path, text).expect("a file");
            path
        };
        let files = files.iter().map(write).collect();
        Lake { folder: folder.to_owned(), variant, files }
    }

    /// The folders of the records.
    pub fn records(&self) -> Vec<PathBuf> {
        let mut folders: Vec<PathBuf> =
            self.files.iter().filter_map(|file| file.parent().map(Path::to_owned)).collect();
        folders.sort();
        folders.dedup();
        folders
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join("lake").join(name)
    }

    /// The path as an argument.
    pub fn text(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }

    /// Reads and counts all games in `shards` tasks, not in their order.
    pub fn fill(&self, engine: &Engine, shards: usize) {
        for shard in (0..shards).rev() {
            self.read_shard(shard, shards);
        }
        self.list_duplicates(engine);
        self.rate();
        (0..shards).for_each(|shard| self.count_shard(shard));
    }

    pub fn read_shard(&self, shard: usize, shards: usize) {
        let output = self.text(&format!("games/{shard}"));
        let game = self.variant.game().to_string();
        let files = self.files.iter().skip(shard).step_by(shards);
        run(program(&["games", "-o", &output, "--game", &game, "--threads", "2"]).args(files));
    }

    pub fn rate(&self) {
        let [games, duplicates, ratings] =
            ["games", "duplicates.parquet", "ratings"].map(|name| self.text(name));
        run(&mut program(&["ratings", &games, "--duplicates", &duplicates, "-o", &ratings]));
    }

    pub fn count_shard(&self, shard: usize) {
        run(&mut self.count(shard, shard));
    }

    /// The task that counts a shard.
    pub fn count(&self, shard: usize, output: usize) -> Command {
        let [games, output] =
            [format!("games/{shard}"), format!("counts/{output}")].map(|name| self.text(&name));
        let [duplicates, ratings] = ["duplicates.parquet", "ratings"].map(|name| self.text(name));
        program(&[
            "counts",
            &games,
            "--duplicates",
            &duplicates,
            "--ratings",
            &ratings,
            "-o",
            &output,
        ])
    }

    pub fn list_duplicates(&self, engine: &Engine) {
        self.query(engine, "duplicates", 1);
    }

    pub fn reduce(&self, engine: &Engine, floor: u32) {
        fs::create_dir_all(self.path("book")).expect("a folder");
        self.query(engine, "reduce", floor);
    }

    fn query(&self, engine: &Engine, step: &str, floor: u32) {
        let lake = self.text("");
        let lake = lake.trim_end_matches('/');
        match engine {
            Engine::DuckDb(program) => {
                let script = format!("{PACKAGE}/{step}.sql");
                let set = format!("SET VARIABLE lake = '{lake}'; SET VARIABLE floor = {floor}");
                run(Command::new(program).args(["-bail", "-c", &set, "-f", &script]));
            }
            Engine::Spark(python) => {
                let script = format!("{PACKAGE}/reduce_spark.py");
                let mut command = Command::new(python);
                command.args([&script, step, lake, "--floor", &floor.to_string()]);
                let conf = "--master local[2] --conf spark.sql.shuffle.partitions=4 --conf spark.ui.enabled=false pyspark-shell";
                run(command.env("PYSPARK_SUBMIT_ARGS", conf));
            }
        }
    }

    /// The task that loads the book into a database.
    pub fn loading(&self, database: &str) -> Command {
        let (book, database) = (self.text("book"), self.folder.join(database));
        let mut command =
            program(&["load", &book, "--book", BOOK, "--min-games", "1", "--min-share", "0"]);
        command.arg("--db").arg(database);
        command
    }

    /// Loads the book; returns the path of the database.
    pub fn load(&self, database: &str) -> PathBuf {
        run(&mut self.loading(database));
        self.folder.join(database)
    }
}
