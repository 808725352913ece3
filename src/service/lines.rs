//! The flattened lines of a book, page by page.

use std::collections::{BTreeSet, HashMap};

use serde::Serialize;
use utoipa::ToSchema;

use super::book::Book;
use super::error::ServiceError;
use super::past::BookRef;
use super::service::Service;
use crate::page;
use joseki_book::{Line, Tally};
use joseki_store::{BookVersion, LineRow, StoreError};

/// Page of a book's lines.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = LinesJson, example = json!({
    "book": {"name": "main", "version": 1}, "total": 138,
    "lines": [{"line": "CCCFECCI", "games": 0}, {"line": "CCCFFCCI", "games": 0}], "next": "CCCFFCCI"
}))]
pub struct LinePage {
    /// The book.
    pub book: BookVersion,
    /// Number of lines with the requested prefix, over all pages.
    pub total: u64,
    /// Lines of this page, in alphabetical order.
    pub lines: Vec<LineRow>,
    /// Value of `after` for the next page; null on the last page.
    pub next: Option<String>,
}

impl Service {
    /// Returns a page of a book's lines with a prefix, in upper or lower case; the prefix may end
    /// in half a step.
    ///
    /// # Errors
    /// Unknown book, invalid prefix, or a book with withheld sources that stays on the disk.
    pub fn lines(
        &self,
        book: &BookRef,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<LinePage, ServiceError> {
        let page = self.ask(book, |held| {
            // The store lists all lines. To find those that are left, all nodes are read.
            let needs_memory = held.index.is_stored() && !held.withheld.is_empty();
            let page = || self.lines_of(held, book, prefix, after, limit);
            (!needs_memory).then(page).transpose()
        });
        match page? {
            Some(page) => Ok(page),
            None => self.lines_of(&*self.book_of(book)?, book, prefix, after, limit),
        }
    }

    fn lines_of(
        &self,
        held: &Book,
        book: &BookRef,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<LinePage, ServiceError> {
        let info = held.info.clone();
        let alphabet = held.index.variant().alphabet();
        let prefix = alphabet.normalized(prefix);
        if !alphabet.may_begin(&prefix) {
            return Err(ServiceError::InvalidLinePrefix {
                prefix,
                letters: alphabet.letter_range(),
            });
        }
        let most = limit.saturating_add(1);
        let is_of_store = book.as_of.is_none() || held.index.is_stored();
        let (mut lines, total) = if is_of_store && held.withheld.is_empty() {
            self.stored_lines(held, &prefix, after, most)?
        } else {
            past_lines(held, &prefix, after, most)
        };
        let next = page::truncate(&mut lines, limit).map(|row| row.line.clone());
        self.add_games(held, &mut lines)?;
        Ok(LinePage { book: (&info).into(), total, lines, next })
    }

    /// Returns the first `most` lines with a prefix after a line, and the number of lines with the
    /// prefix: those in the store, except for those in which an earlier version differs.
    fn stored_lines(
        &self,
        held: &Book,
        prefix: &str,
        after: Option<&str>,
        most: usize,
    ) -> Result<(Vec<LineRow>, u64), ServiceError> {
        let (name, changes) = (&held.info.name, &held.line_changes);
        let texts = |lines: &BTreeSet<Line>| -> BTreeSet<String> {
            let texts = lines.iter().map(ToString::to_string);
            texts.filter(|text| text.starts_with(prefix)).collect()
        };
        let (added, gone) = (texts(&changes.only_then), texts(&changes.only_now));
        // Counting the lines of a large book takes seconds.
        let total = if prefix.is_empty() {
            held.info.lines
        } else {
            let stored = self.store.line_count(name, prefix)? + added.len() as u64;
            stored.saturating_sub(gone.len() as u64)
        };
        let mut rows = self.store.lines(name, prefix, after, most.saturating_add(gone.len()))?;
        rows.retain(|row| !gone.contains(&row.line));
        let found = self.store.book(name)?.map_or(0, |info| info.version);
        if held.index.is_stored() && found != held.present {
            // In PostgreSQL these statements see a later state than the book.
            let (book, expected) = (name.clone(), held.present);
            return Err(StoreError::Conflict { book, expected, found }.into());
        }
        let added = added.into_iter().filter(|line| after.is_none_or(|after| &**line > after));
        rows.extend(added.map(|line| LineRow { line, node: 0, games: 0 }));
        rows.sort_by(|one, two| one.line.cmp(&two.line));
        rows.truncate(most);
        Ok((rows, total))
    }

    /// Sets the games of a book's lines.
    fn add_games(&self, held: &Book, lines: &mut [LineRow]) -> Result<(), ServiceError> {
        let index = &held.index;
        let parsed = |row: &LineRow| Line::parse(index.variant().alphabet(), &row.line).ok();
        let games = |tally: &Tally| u64::from(tally.total().games);
        if !index.is_stored() {
            for row in lines {
                let node = parsed(row).and_then(|line| index.find(&line));
                row.games = node.and_then(|node| index.tally(node)).as_ref().map_or(0, games);
            }
            return Ok(());
        }
        // All at once, as the store has them.
        let wanted: Vec<Line> = lines.iter().filter_map(parsed).collect();
        let counted = self.store.tallies(&held.info.name, &wanted)?;
        let counted: HashMap<Line, Tally> = counted.into_iter().collect();
        for row in lines {
            row.games = parsed(row).and_then(|line| counted.get(&line).map(games)).unwrap_or(0);
        }
        Ok(())
    }
}

/// Returns the lines of a version in memory with a prefix, after a line and in text order, and the
/// number of lines with the prefix.
fn past_lines(book: &Book, prefix: &str, after: Option<&str>, limit: usize) -> (Vec<LineRow>, u64) {
    let forest = book.index.to_forest();
    let texts = forest.lines().map(|(line, _)| line.to_string());
    let found: Vec<String> = texts.filter(|text| text.starts_with(prefix)).collect();
    let total = found.len() as u64;
    let later = found.into_iter().filter(|text| after.is_none_or(|after| text.as_str() > after));
    let rows = later.take(limit).map(|line| LineRow { line, node: 0, games: 0 });
    (rows.collect(), total)
}
