//! A game prepared as a row of the ledger.

use std::sync::LazyLock;

use super::super::column_list::insert_sql;
use super::super::connection::{RowInsert, SqlConnection};
use super::super::fault::Fault;
use super::super::rows::invalid;
use super::super::value::{Parameter, SqlResult, params};
use super::batch::GameContribution;
use super::columns;
use super::count::GameTotals;
use super::kept::StoredGame;
use crate::StoreError;
use joseki_format::game_info::Rank;
use joseki_ledger::{LedgerEntry, OwnerId, Untaught};

/// A game with the derived values that its row needs.
pub(in super::super) struct PreparedGame {
    pub(super) entry: LedgerEntry,
    pub(super) hash: [u8; 32],
    /// The hash as stored by schemas before 18.
    pub(super) plain_hash: [u8; 32],
    /// Our expected result in millionths where the terms are not those of an even game, or why the
    /// game teaches nothing.
    pub(super) expectation: Result<Option<i64>, Untaught>,
    initial: String,
    moves: String,
    edges: Vec<u8>,
}

impl PreparedGame {
    /// Prepares a game.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] if it could not be read back unchanged.
    pub(super) fn prepare(mut entry: LedgerEntry) -> Result<PreparedGame, StoreError> {
        let kept = |margin: f64| entry.outcome.margin(margin).map(f64::to_bits);
        if let Some(margin) = entry.margin
            && kept(margin) != Ok(margin.to_bits())
        {
            let (game, outcome) = (&entry.game, entry.outcome);
            let detail = format!(
                "game \"{game}\" has the margin {margin}, which does not fit the result {outcome}"
            );
            return Err(invalid(detail));
        }
        entry.edges.sort_unstable();
        entry.edges.dedup();
        let (initial, moves) = entry.record.to_texts();
        Ok(PreparedGame {
            hash: entry.hash(),
            plain_hash: entry.hash_without_terms(),
            expectation: entry.expectation(),
            edges: columns::edge_bytes(&entry.edges),
            initial,
            moves,
            entry,
        })
    }

    /// Returns the game's contribution to the sums.
    pub(super) fn contribution(&self, number: u64, owner: OwnerId) -> GameContribution {
        GameContribution {
            number,
            owner,
            count: GameTotals::of_game(
                self.entry.outcome,
                self.entry.margin,
                self.expectation.unwrap_or_default(),
            ),
            edges: self.entry.edges.clone(),
        }
    }

    /// Returns what the records of one game have in common; `None` for a game without terms.
    pub(super) fn fingerprint(&self, received: i64) -> Option<String> {
        let LedgerEntry { record, color, opponent, terms, .. } = &self.entry;
        Some(terms.as_ref()?.fingerprint(record, *color, opponent, received))
    }

    /// Returns the game as it is stored in a row.
    pub(super) fn stored(&self, id: i64, place: &RowMetadata<'_>) -> StoredGame {
        StoredGame {
            id,
            game: self.entry.game.clone(),
            hash: self.hash,
            contender: place.contender,
            number: place.number,
            received: place.received,
            revision: place.revision,
            withdrawn: place.withdrawn,
            outcome: self.entry.outcome.to_string(),
            margin: self.entry.margin,
            edges: self.edges.clone(),
            fingerprint: self.fingerprint(place.received),
            untaught: self.expectation.is_err(),
            expected: self.expectation.unwrap_or_default(),
            owner: place.owner,
        }
    }
}

/// The columns of a row besides its game.
pub(super) struct RowMetadata<'b> {
    pub(super) contender: i64,
    pub(super) number: u64,
    pub(super) received: i64,
    pub(super) revision: u32,
    pub(super) withdrawn: bool,
    pub(super) changed: u64,
    pub(super) by: &'b str,
    /// The owner of the result.
    pub(super) owner: OwnerId,
}

/// New games with what belongs to them, while they are inserted.
pub(super) struct GameRows<'c> {
    conn: SqlConnection<'c>,
    results: RowInsert<'c>,
    owners: RowInsert<'c>,
    variants: RowInsert<'c>,
    terms: RowInsert<'c>,
}

impl<'c> GameRows<'c> {
    /// Begins to insert at most `games` games.
    pub(super) fn begin(conn: SqlConnection<'c>, games: usize) -> Result<GameRows<'c>, Fault> {
        Ok(GameRows {
            conn,
            results: conn.insert_into("result", COLUMNS, games)?,
            owners: conn.insert_into("result_owner", "result_id, key_id", games)?,
            variants: conn.insert_into("result_variant", "result_id, game_name", games)?,
            terms: conn.insert_into("result_terms", TERMS_COLUMNS, games)?,
        })
    }

    /// Inserts a game, which a key may own. Returns the row's id.
    pub(super) fn insert(
        &mut self,
        game: &PreparedGame,
        place: &RowMetadata<'_>,
        owner: Option<i64>,
    ) -> Result<i64, Fault> {
        let id = match (self.conn.new_id("result")?, &mut self.results) {
            (Some(id), RowInsert::Copy(results)) => {
                with_values(Some(id), game, place, |values| results.row(values))?;
                id
            }
            (id, _) => with_values(id, game, place, |values| self.conn.insert(&INSERT, values))?,
        };
        if let Some(owner) = owner {
            self.owners.row(params![id, owner])?;
        }
        let variant = game.entry.record.variant;
        if !variant.is_default() {
            self.variants.row(params![id, variant.game().to_string()])?;
        }
        with_terms(id, game, (place.received, place.owner), |values| self.terms.row(values))?;
        Ok(id)
    }

    /// Makes the games visible to queries.
    pub(super) fn flush(&mut self) -> Result<(), Fault> {
        for rows in [&mut self.results, &mut self.owners, &mut self.variants, &mut self.terms] {
            rows.flush()?;
        }
        Ok(())
    }
}

/// Replaces the game in an existing row.
pub(super) fn replace(
    conn: SqlConnection<'_>,
    id: i64,
    game: &PreparedGame,
    place: &RowMetadata<'_>,
) -> Result<(), Fault> {
    let sql = "UPDATE result SET hash = ?2, contender_id = ?3, number = ?4, received = ?5,
                   revision = ?6, withdrawn = ?7, changed = ?8, by = ?9, class = ?10, color = ?11,
                   outcome = ?12, margin = ?13, size = ?14, initial = ?15, moves = ?16,
                   edges = ?17, game = ?18
               WHERE id = ?1";
    with_values(Some(id), game, place, |values| conn.prepare(sql)?.send(values))?;
    conn.prepare("DELETE FROM result_variant WHERE result_id = ?1")?.send([id])?;
    let variant = game.entry.record.variant;
    if !variant.is_default() {
        let sql = "INSERT INTO result_variant (result_id, game_name) VALUES (?1, ?2)";
        conn.prepare(sql)?.send(params![id, variant.game().to_string()])?;
    }
    replace_terms(conn, id, game, (place.received, place.owner))
}

/// Replaces the terms of the game in an existing row.
pub(super) fn replace_terms(
    conn: SqlConnection<'_>,
    id: i64,
    game: &PreparedGame,
    arrival: (i64, OwnerId),
) -> Result<(), Fault> {
    conn.prepare("DELETE FROM result_terms WHERE result_id = ?1")?.send([id])?;
    let sql = insert_sql("result_terms", TERMS_COLUMNS);
    Ok(with_terms(id, game, arrival, |values| conn.prepare(&sql)?.send(values))?)
}

/// The columns of a game.
pub(in super::super) const COLUMNS: &str = "id, hash, contender_id, number, received, \
    revision, withdrawn, changed, by, class, color, outcome, margin, size, initial, moves, edges, \
    game";
static INSERT: LazyLock<String> = LazyLock::new(|| insert_sql("result", COLUMNS) + " RETURNING id");

/// Calls `run` with the values of [`COLUMNS`].
fn with_values<T>(
    id: Option<i64>,
    game: &PreparedGame,
    place: &RowMetadata<'_>,
    run: impl FnOnce(&[&dyn Parameter]) -> T,
) -> T {
    let entry = &game.entry;
    run(params![
        id,
        game.hash,
        place.contender,
        place.number,
        place.received,
        place.revision,
        place.withdrawn,
        place.changed,
        place.by,
        entry.class,
        entry.color.letter().to_string(),
        entry.outcome.to_string(),
        entry.margin,
        entry.record.size.get(),
        game.initial,
        game.moves,
        game.edges,
        entry.game,
    ])
}

/// The columns of a game's terms.
pub(in super::super) const TERMS_COLUMNS: &str = "result_id, owner, fingerprint, \
    untaught, expected, handicap, komi, rules, black_rank, white_rank, played";

/// Calls `run` with the values of [`TERMS_COLUMNS`], if the game has terms.
fn with_terms(
    id: i64,
    game: &PreparedGame,
    (received, owner): (i64, OwnerId),
    run: impl FnOnce(&[&dyn Parameter]) -> SqlResult<()>,
) -> SqlResult<()> {
    let (Some(terms), Some(fingerprint)) = (&game.entry.terms, game.fingerprint(received)) else {
        return Ok(());
    };
    let text = |rank: Option<Rank>| rank.map(|rank| rank.to_string());
    run(params![
        id,
        owner,
        fingerprint,
        game.expectation.err().map(|untaught| untaught.to_string()),
        game.expectation.unwrap_or_default(),
        terms.handicap,
        terms.komi,
        terms.rules,
        text(terms.black_rank),
        text(terms.white_rank),
        terms.date.map(|date| date.to_string()),
    ])
}
