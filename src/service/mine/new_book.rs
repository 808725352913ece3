//! Mines records in memory into a new book.

use crate::mine::Mining;
use std::io::BufRead;

use super::add_up::MinedBook;
use super::run::{BookBefore, rows};
use super::{MineRequest, PruningChange};
use crate::error::ServiceError;
use crate::source_file::FileError;
use joseki_book::Forest;
use joseki_format::sgf::{Limits, TreeReader};
use joseki_game::Variant;
use joseki_mine::{Miner, MinerOptions, RecordConsumer, RecordPlace, Settings, Worker};
use joseki_store::{BookChange, BookInfo, ChangeNote, CountedGames, GamesChange};

/// Memory for counting, in bytes. Some hundred games need much less, so no temporary file is written.
const MEMORY: usize = 64 << 20;

/// A book to be mined.
pub(crate) struct NewBook<'a> {
    /// Its name.
    pub name: &'a str,
    /// What it is about.
    pub variant: Variant,
    /// The name of the collection.
    pub source: &'a str,
    /// Metadata of its creation.
    pub note: ChangeNote,
}

impl Mining<'_> {
    /// Counts the games of a text of SGF into a new book, and keeps their moves. The book is the
    /// one that [`Service::mine`] makes of the same records.
    ///
    /// # Errors
    /// Invalid SGF, an existing book, failed write; nothing is written then.
    pub(crate) fn mine_new_book(
        &self,
        book: NewBook<'_>,
        records: impl BufRead,
    ) -> Result<BookInfo, ServiceError> {
        let NewBook { name, variant, source, note } = book;
        let settings = Settings::for_game(variant.game());
        let request = MineRequest {
            paths: Vec::new(),
            book: name.to_owned(),
            variant: Some(variant),
            source: Some(source.to_owned()),
            quiet: None,
            pruning: PruningChange::default(),
            keep_records: true,
            memory: MEMORY,
            threads: 1,
            folder: std::env::temp_dir(),
            ratings: None,
            dry_run: false,
            who: note.who.clone(),
        };
        let options = MinerOptions {
            variant,
            quiet: settings.quiet,
            keep_records: request.keep_records,
            memory: request.memory,
            workers: request.threads,
            folder: request.folder.clone(),
            ratings: None,
            rate_only: false,
            is_named: true,
        };
        let miner = Miner::new(options, Vec::new(), []);
        let mut worker = miner.worker();
        for tree in TreeReader::new(records, &Limits::default()) {
            let tree = tree.map_err(|source| FileError::Sgf { file: name.to_owned(), source })?;
            worker.add(RecordPlace { name, path: "", source }, &tree)?;
        }
        if let Some(part) = worker.take() {
            miner.accept(part)?;
        }
        let before = BookBefore {
            info: None,
            forest: Forest::for_variant(variant),
            counted: CountedGames::default(),
        };
        let mined = self.add_up(&request, &before, settings, miner.finish()?)?;
        let MinedBook { forest, parts, heads, .. } = mined;
        let games = GamesChange {
            cohorts: forest.cohorts().to_vec(),
            settings: Some(settings),
            games: Box::new(heads.flat_map(rows)),
            parts,
        };
        let change = BookChange { note, ..BookChange::new_book(name, &forest, &request.who) };
        Ok(self.service.store.apply_games(&change, games)?.info)
    }
}
