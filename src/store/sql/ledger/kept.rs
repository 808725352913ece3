//! Stored games, with only the columns that changing them requires.

use std::collections::HashMap;

use super::super::connection::{SqlConnection, SqlRow};
use super::super::fault::Fault;
use super::super::value::{OptionalRow, SqlResult};
use super::batch::GameContribution;
use super::columns::{self, at_row};
use super::count::GameTotals;

const FIND: &str = "SELECT id, game, hash, contender_id, number, received, revision, withdrawn,
                           outcome, margin, edges FROM result WHERE game = ?1";

/// A stored game, with only the columns that changing it requires.
pub(super) struct StoredGame {
    pub(super) id: i64,
    game: String,
    pub(super) hash: [u8; 32],
    pub(super) contender: i64,
    pub(super) number: u64,
    pub(super) received: i64,
    pub(super) revision: u32,
    pub(super) withdrawn: bool,
    outcome: String,
    margin: Option<f64>,
    edges: Vec<u8>,
}

impl StoredGame {
    /// Finds a game by its identity.
    pub(super) fn find(conn: SqlConnection<'_>, game: &str) -> Result<Option<StoredGame>, Fault> {
        Ok(conn.prepare(FIND)?.query_row([game], stored_game).optional()?)
    }

    /// Finds games by their identities.
    pub(super) fn find_all(
        conn: SqlConnection<'_>,
        games: &[&str],
    ) -> Result<HashMap<String, StoredGame>, Fault> {
        let mut found = HashMap::new();
        conn.query_each(FIND, games, |index, row| {
            found.insert(games[index].to_owned(), stored_game(row)?);
            Ok(())
        })?;
        Ok(found)
    }

    /// Returns the game's contribution to the sums.
    pub(super) fn counted(&self) -> Result<GameContribution, Fault> {
        let read = || -> Result<_, Fault> {
            Ok((columns::named("result", &self.outcome)?, columns::edges(&self.edges)?))
        };
        let (outcome, edges) = read().map_err(|fault| at_row(self.id, &self.game, fault))?;
        Ok(GameContribution {
            number: self.number,
            count: GameTotals::of_game(outcome, self.margin),
            edges,
        })
    }
}

fn stored_game(row: SqlRow<'_>) -> SqlResult<StoredGame> {
    Ok(StoredGame {
        id: row.get(0)?,
        game: row.get(1)?,
        hash: row.get(2)?,
        contender: row.get(3)?,
        number: row.get(4)?,
        received: row.get(5)?,
        revision: row.get(6)?,
        withdrawn: row.get(7)?,
        outcome: row.get(8)?,
        margin: row.get(9)?,
        edges: row.get(10)?,
    })
}
