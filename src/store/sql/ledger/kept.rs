//! Stored games, with only the columns that changing them requires.

use std::collections::HashMap;

use super::super::connection::{SqlConnection, SqlRow};
use super::super::fault::Fault;
use super::super::value::{OptionalRow, SqlResult};
use super::batch::GameContribution;
use super::columns::{self, at_row};
use super::count::GameTotals;
use super::enter::CountedRecords;
use joseki_ledger::OwnerId;

const FIND: &str = "FROM result LEFT JOIN result_terms ON result_id = id WHERE game = ?1";

/// The one of the records of a game that counts.
const COUNTED: &str = "FROM result_terms JOIN result ON id = result_id
                       WHERE fingerprint = ?1 AND untaught IS NULL AND withdrawn = 0
                       ORDER BY received, game LIMIT 1";

/// Returns a query for games, in the order in which [`stored_game`] reads them.
fn select(which: &str) -> String {
    format!(
        "SELECT id, game, hash, contender_id, number, received, revision, withdrawn, outcome,
                margin, edges, fingerprint, untaught, expected, owner {which}"
    )
}

/// A stored game, with only the columns that changing it requires.
#[derive(Clone)]
pub(super) struct StoredGame {
    pub(super) id: i64,
    pub(super) game: String,
    pub(super) hash: [u8; 32],
    pub(super) contender: i64,
    pub(super) number: u64,
    pub(super) received: i64,
    pub(super) revision: u32,
    pub(super) withdrawn: bool,
    pub(super) outcome: String,
    pub(super) margin: Option<f64>,
    pub(super) edges: Vec<u8>,
    /// Equal for the records of one game; `None` if it was entered before schema 18.
    pub(super) fingerprint: Option<String>,
    /// Whether its terms teach nothing.
    pub(super) untaught: bool,
    pub(super) expected: Option<i64>,
    /// The owner of the result.
    pub(super) owner: OwnerId,
}

impl StoredGame {
    /// Finds a game by its identity.
    pub(super) fn find(conn: SqlConnection<'_>, game: &str) -> Result<Option<StoredGame>, Fault> {
        Ok(conn.prepare(&select(FIND))?.query_row([game], stored_game).optional()?)
    }

    /// Finds games by their identities.
    pub(super) fn find_all(
        conn: SqlConnection<'_>,
        games: &[&str],
    ) -> Result<HashMap<String, StoredGame>, Fault> {
        let mut found = HashMap::new();
        conn.query_each(&select(FIND), games, |index, row| {
            found.insert(games[index].to_owned(), stored_game(row)?);
            Ok(())
        })?;
        Ok(found)
    }

    /// Finds the one of the records of a game that counts.
    pub(super) fn counted_of(
        conn: SqlConnection<'_>,
        fingerprint: &str,
    ) -> Result<Option<StoredGame>, Fault> {
        Ok(conn.prepare(&select(COUNTED))?.query_row([fingerprint], stored_game).optional()?)
    }

    /// Finds those of the records of several games that count, by fingerprint; `None` where there
    /// is none.
    pub(super) fn counted_of_all(
        conn: SqlConnection<'_>,
        fingerprints: &[&str],
    ) -> Result<HashMap<String, Option<StoredGame>>, Fault> {
        let mut found: HashMap<String, Option<StoredGame>> =
            fingerprints.iter().map(|fingerprint| ((*fingerprint).to_owned(), None)).collect();
        conn.query_each(&select(COUNTED), fingerprints, |index, row| {
            found.insert(fingerprints[index].to_owned(), Some(stored_game(row)?));
            Ok(())
        })?;
        Ok(found)
    }

    /// Whether it was entered before schema 18, when games had no terms.
    pub(super) fn is_before_terms(&self) -> bool {
        self.fingerprint.is_none()
    }

    /// Whether it teaches something unless the same game does.
    pub(super) fn teaches(&self) -> bool {
        !self.withdrawn && !self.untaught
    }

    /// Whether of two records of one game this one counts.
    pub(super) fn precedes(&self, other: &StoredGame) -> bool {
        (self.received, &self.game) < (other.received, &other.game)
    }

    /// Whether it counts, given the records that do.
    pub(super) fn counts(&self, counted: &CountedRecords) -> bool {
        self.teaches() && self.other_record(counted).is_none()
    }

    /// Returns the game that counts in place of this one, given the records that do.
    pub(super) fn duplicate_of(&self, counted: &CountedRecords) -> Option<String> {
        let other = self.other_record(counted).filter(|_| self.teaches());
        other.map(|other| other.game.clone())
    }

    fn other_record<'c>(&self, counted: &'c CountedRecords) -> Option<&'c StoredGame> {
        let found = counted.get(self.fingerprint.as_ref()?)?.as_ref();
        found.filter(|found| found.id != self.id)
    }

    /// Returns the game's contribution to the sums.
    pub(super) fn contribution(&self) -> Result<GameContribution, Fault> {
        let read = || -> Result<_, Fault> {
            Ok((columns::named("result", &self.outcome)?, columns::edges(&self.edges)?))
        };
        let (outcome, edges) = read().map_err(|fault| at_row(self.id, &self.game, fault))?;
        Ok(GameContribution {
            number: self.number,
            owner: self.owner,
            count: GameTotals::of_game(outcome, self.margin, self.expected),
            edges,
        })
    }
}

/// Returns the identity of the one of the records of a game that counts.
pub(in super::super) fn counted_record(
    conn: SqlConnection<'_>,
    fingerprint: &str,
) -> Result<Option<String>, Fault> {
    Ok(StoredGame::counted_of(conn, fingerprint)?.map(|counted| counted.game))
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
        fingerprint: row.get(11)?,
        untaught: row.get::<Option<String>>(12)?.is_some(),
        expected: row.get(13)?,
        owner: row.get::<Option<OwnerId>>(14)?.unwrap_or_default(),
    })
}
