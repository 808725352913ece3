//! Finds a pattern in the games of a book.

use crate::patterns::Patterns;
use std::sync::Arc;
use std::time::Duration;

use super::held::BookGames;
use super::query::{GameSelection, MAX_HITS, PatternQuery, SelectedPattern};
use crate::book::Book;
use crate::error::ServiceError;
use crate::next::examples::ExampleGame;
use crate::next::statistics::PlayWeights;
use joseki_mine::ExampleRank;
use joseki_patterns::{
    GameHead, GameTest, PatternCounts, PatternGames, PatternHit, PatternSearch, SearchedPattern,
};

/// What a search may use.
pub struct PatternLimits<'a> {
    /// Number of threads.
    pub threads: usize,
    /// Whether games may be read into memory.
    pub may_load: bool,
    /// Time for each part of the answer; none if there is one part only.
    pub time: Option<Duration>,
    /// What the time is measured by.
    pub clock: &'a (dyn Fn() -> Duration + Sync),
}

/// What a search found, so far.
#[derive(Debug)]
pub struct PatternAnswer {
    /// The book.
    pub book: Arc<Book>,
    /// What was counted.
    pub counts: PatternCounts,
    /// Number of different images of the pattern.
    pub images: usize,
    /// Number of games of the book that can be searched, whatever the query selects.
    pub searchable: usize,
    /// Number of games of the book that cannot be searched, because their moves were not kept or
    /// only their counts were imported.
    pub without_moves: u64,
    /// Whether these are all games of the book's version.
    pub is_current: bool,
    /// Whether all games were searched.
    pub complete: bool,
    /// Strongest and latest games, each with its first hits.
    pub listed: Vec<ListedGame>,
    /// Whether there are more.
    pub has_more: bool,
}

/// A game that has a pattern.
#[derive(Debug)]
pub struct ListedGame {
    /// The game.
    pub game: ExampleGame,
    /// Its first hits.
    pub hits: Vec<PatternHit>,
}

impl Patterns<'_> {
    /// Returns the games to search; reads them if that is allowed.
    fn games_of(
        &self,
        query: &PatternQuery,
        limits: &PatternLimits<'_>,
    ) -> Result<Arc<BookGames>, ServiceError> {
        if limits.may_load {
            self.load_pattern_games(&query.book)
        } else {
            self.held_games(&*self.service.book(&query.book)?)
        }
    }

    /// Finds a pattern in the games of a book. `each` takes what was found whenever the time for a
    /// part is over, and at the end; it returns whether to go on.
    ///
    /// # Errors
    /// Unknown book, source or game; games that are not in memory and may not be read; the error
    /// of `each`.
    pub fn find_patterns(
        &self,
        query: &PatternQuery,
        limits: &PatternLimits<'_>,
        mut each: impl FnMut(PatternAnswer) -> Result<bool, ServiceError>,
    ) -> Result<(), ServiceError> {
        let held = self.games_of(query, limits)?;
        let book = self.service.book(&query.book)?;
        let selected = std::iter::once(&query.pattern).chain(&query.among);
        let patterns = selected.map(|pattern| searched(&book, &held, pattern));
        let patterns: Vec<_> = patterns.collect::<Result<_, _>>()?;
        let images = patterns.first().map_or(0, SearchedPattern::images);
        let bands: Vec<u8> = book.index.cohorts().iter().map(|cohort| cohort.band as u8).collect();
        let order = move |head: &GameHead| {
            let band = bands.get(head.cohort as usize).copied().unwrap_or_default();
            ExampleRank::new(band, head.date, head.fingerprint)
        };
        // Without an entry, there are no games on boards of this size.
        let size = query.pattern.pattern.size();
        let none = PatternGames::new(size);
        let games = held.games_on(size).unwrap_or(&none);
        let after = query.after.as_ref().map(|id| self.service.mining().game(&query.book, id));
        let after = after.transpose()?.map(|(_, game)| game.rank());
        // One more, to know whether there are more.
        let search = PatternSearch::new(patterns);
        let mut search =
            search.listing(query.limit + 1, Box::new(order), after).by_year(query.by_year);
        loop {
            let (began, clock) = ((limits.clock)(), limits.clock);
            let is_over = || limits.time.is_some_and(|time| clock().saturating_sub(began) >= time);
            let complete = search.run(games, limits.threads, &is_over)?;
            let mut listed = search.listed(games, MAX_HITS);
            let has_more = listed.len() > query.limit;
            listed.truncate(query.limit);
            let numbers: Vec<u32> = listed.iter().map(|(_, head, _)| head.number).collect();
            let games = self.service.next_moves().example_games(&query.book, &numbers)?;
            let mut games = games.into_iter().peekable();
            let listed = listed.into_iter().filter_map(|(_, head, hits)| {
                let game = games.next_if(|game| game.row.number == head.number)?;
                Some(ListedGame { game, hits })
            });
            let answer = PatternAnswer {
                counts: search.counts(),
                images,
                searchable: held.len(),
                without_moves: held.without_moves(&book),
                is_current: held.version == book.info.version,
                complete,
                listed: listed.collect(),
                has_more,
                book: Arc::clone(&book),
            };
            if !each(answer)? || complete {
                return Ok(());
            }
        }
    }
}

fn searched<'a>(
    book: &'a Book,
    held: &BookGames,
    selected: &SelectedPattern,
) -> Result<SearchedPattern<'a>, ServiceError> {
    let GameSelection { filter, player, black, white, outcome } = &selected.games;
    filter.check(book)?;
    let cohorts = book.index.cohorts();
    let wanted = filter.select(cohorts, PlayWeights::Equal);
    let cohorts: Vec<bool> = (0..cohorts.len() as u32)
        .map(|cohort| wanted.wants(cohort) && !book.withholds_cohort(cohort))
        .collect();
    let names = [player, black, white].map(|name| name.as_ref().map(|name| held.players(name)));
    let outcome = *outcome;
    let test: GameTest<'a> = Box::new(move |head| {
        let is = |named: &Option<Vec<bool>>, player: u32| {
            named.as_ref().is_none_or(|named| named.get(player as usize) == Some(&true))
        };
        let [either, black, white] = &names;
        let [first, second] = head.players;
        cohorts.get(head.cohort as usize) == Some(&true)
            && outcome.is_none_or(|outcome| outcome == head.outcome)
            && (is(either, first) || is(either, second))
            && is(black, first)
            && is(white, second)
    });
    Ok(selected.pattern.searched().among(test))
}
