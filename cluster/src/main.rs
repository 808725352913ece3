//! `joseki-cluster`: counts more games than one machine can, by stateless tasks on Parquet files.
//!
//! Anything that runs a program per input can run the tasks. What is between them is SQL:
//! `duplicates.sql` and `reduce.sql` for DuckDB, `reduce_spark.py` for Spark.

mod counts;
mod duplicates;
mod error;
mod export;
mod games;
mod lake;
mod load;
mod manifest;
mod ratings;
mod table;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use joseki::game::Variant;
use joseki::mine::Settings;

use error::ClusterError;
use manifest::Manifest;

/// Counts more games than one machine can, by stateless tasks on Parquet files.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Write the games of records as a table: one row a game.
    Games {
        /// Game records: files, folders, archives, compressed or not.
        #[arg(required = true)]
        paths: Vec<PathBuf>,
        /// The folder of the task in the lake, such as lake/games/1.
        #[arg(short, long)]
        output: PathBuf,
        /// The game: go, gomoku, gomoku-20, standard, renju or xiangqi.
        #[arg(long, default_value = "go", value_parser = lake::parse_variant)]
        game: Variant,
        /// The name of the collection; by default that of its folder or archive.
        #[arg(long)]
        source: Option<String>,
        /// Threads; the output does not depend on them.
        #[arg(long, default_value_t = 1)]
        threads: usize,
    },
    /// Rate the players of all games of a lake.
    Ratings {
        /// Folders of games, such as lake/games.
        #[arg(required = true)]
        games: Vec<PathBuf>,
        /// The list of duplicates, made by duplicates.sql.
        #[arg(long)]
        duplicates: PathBuf,
        /// The file of ratings.
        #[arg(short, long)]
        output: PathBuf,
    },
    /// Count games into a table: one row a line and cohort.
    Counts {
        /// Folders of games, such as lake/games/1.
        #[arg(required = true)]
        games: Vec<PathBuf>,
        /// The list of duplicates of the whole lake, made by duplicates.sql.
        #[arg(long)]
        duplicates: PathBuf,
        /// Ratings of the players, by `joseki-cluster ratings` or `joseki ratings`.
        #[arg(long)]
        ratings: PathBuf,
        /// Number of moves elsewhere after which a corner is over.
        #[arg(long, default_value_t = Settings::default().quiet, value_parser = clap::value_parser!(u8).range(1..=250))]
        quiet: u8,
        /// The folder of the task in the lake, such as lake/counts/1.
        #[arg(short, long)]
        output: PathBuf,
    },
    /// Load a reduced lake into a book.
    Load(load::LoadArguments),
    /// Write the counts of a book as a table, for `joseki publish --counts`.
    Export(export::ExportArguments),
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<(), ClusterError> {
    match command {
        Command::Games { paths, output, game, source, threads } => {
            let variant = game;
            let task = games::GamesTask { paths, variant, source, output, threads };
            games::run(task).map(|manifest| report(&manifest, "written"))
        }
        Command::Ratings { games, duplicates, output } => {
            ratings::run(&games, &duplicates, &output)
        }
        Command::Counts { games, duplicates, ratings, quiet, output } => {
            let task = counts::CountsTask { inputs: games, duplicates, ratings, quiet, output };
            counts::run(&task).map(|manifest| report(&manifest, "counted"))
        }
        Command::Load(arguments) => load::run(&arguments),
        Command::Export(arguments) => export::run(&arguments),
    }
}

fn report(manifest: &Manifest, done: &str) {
    let Manifest { seen, counted, duplicates, .. } = manifest;
    let rejected: u64 = manifest.rejected.values().sum();
    println!(
        "{seen} games seen = {counted} {done} + {duplicates} already counted + {rejected} not counted"
    );
}

/// Makes a folder of output.
fn folder(folder: &Path) -> Result<(), ClusterError> {
    fs::create_dir_all(folder).map_err(|error| ClusterError::file(folder, error))
}
