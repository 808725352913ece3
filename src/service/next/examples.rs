//! Counted games that show a move.

use crate::book::Book;
use crate::error::ServiceError;
use crate::next::NextMoves;
use crate::next::statistics::SelectedGames;
use crate::past::BookRef;
use joseki_book::{Band, Cohort, GameNumber};
use joseki_mine::ExampleRank;
use joseki_store::GameRow;

/// A counted game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExampleGame {
    /// Identifier, 16 hexadecimal digits.
    pub id: String,
    /// Collection that contains it.
    pub source: String,
    /// Strength of its players.
    pub band: Band,
    /// Stored data of the game.
    pub row: GameRow,
}

impl ExampleGame {
    pub(crate) fn new(row: GameRow, cohorts: &[Cohort]) -> ExampleGame {
        let cohort = cohorts.get(row.cohort as usize);
        ExampleGame {
            id: format!("{:016x}", row.fingerprint),
            source: cohort.map_or_else(String::new, |cohort| cohort.source.clone()),
            band: cohort.map_or(Band::Unknown, |cohort| cohort.band),
            row,
        }
    }

    /// Its place among examples.
    #[must_use]
    pub fn rank(&self) -> ExampleRank {
        ExampleRank::new(self.band as u8, self.row.date_number(), self.row.fingerprint)
    }

    /// Returns the date as precisely as it is known: `2008-01-31`, `2008-01`, `2008`.
    #[must_use]
    pub fn date(&self) -> Option<String> {
        self.row.date_text()
    }
}

/// Whether a game belongs to the selected cohorts.
pub(crate) fn is_wanted(wanted: &SelectedGames, game: &ExampleGame) -> bool {
    wanted.wants(game.row.cohort)
}

impl NextMoves<'_> {
    /// Returns the games with these numbers, in that order.
    ///
    /// # Errors
    /// Unknown book or unreadable store.
    pub fn example_games(
        &self,
        book: &str,
        numbers: &[GameNumber],
    ) -> Result<Vec<ExampleGame>, ServiceError> {
        self.games_of(&*self.service.head_of(&BookRef::from(book))?, numbers)
    }

    /// Returns the games of a book with these numbers, in that order.
    pub(crate) fn games_of(
        &self,
        held: &Book,
        numbers: &[GameNumber],
    ) -> Result<Vec<ExampleGame>, ServiceError> {
        if numbers.is_empty() {
            return Ok(Vec::new());
        }
        let rows = self.service.store.games(&held.info.name, numbers)?;
        let example = |row| ExampleGame::new(row, held.index.cohorts());
        let visible = rows.into_iter().filter(|row| !held.withholds_cohort(row.cohort));
        Ok(visible.map(example).collect())
    }
}
