//! The flattened lines of a book, page by page.

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::book::Book;
use super::error::ServiceError;
use super::past::BookRef;
use super::service::Service;
use crate::page;
use joseki_book::{Line, Tally};
use joseki_store::{BookVersion, LineRow};

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
            None => self.lines_of(&self.book_of(book)?, book, prefix, after, limit),
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
        let (mut lines, total) = match book.as_of {
            None if held.withheld.is_empty() => (
                self.store.lines(&book.name, &prefix, after, limit.saturating_add(1))?,
                // Counting the lines of a large book takes seconds.
                if prefix.is_empty() {
                    info.lines
                } else {
                    self.store.line_count(&book.name, &prefix)?
                },
            ),
            _ => past_lines(held, &prefix, after, limit.saturating_add(1)),
        };
        let next = page::truncate(&mut lines, limit).map(|row| row.line.clone());
        self.add_games(held, &mut lines)?;
        Ok(LinePage { book: (&info).into(), total, lines, next })
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

/// Returns the lines of an earlier version with a prefix, after a line and in text order, and the
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
