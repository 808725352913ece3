//! A game prepared as a row of the ledger.

use super::super::connection::SqlConnection;
use super::super::fault::Fault;
use super::super::rows::invalid;
use super::super::value::params;
use super::batch::GameContribution;
use super::columns;
use super::count::GameTotals;
use crate::game::Variant;
use crate::ledger::LedgerEntry;
use crate::store::StoreError;

/// A game with the derived values that its row needs.
pub(in super::super) struct PreparedGame {
    pub(super) entry: LedgerEntry,
    pub(super) hash: [u8; 32],
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
            edges: columns::edge_bytes(&entry.edges),
            initial,
            moves,
            entry,
        })
    }

    /// Returns the game's contribution to the sums.
    pub(super) fn contribution(self: Box<Self>, number: u64) -> GameContribution {
        GameContribution {
            number,
            count: GameTotals::of_game(self.entry.outcome, self.entry.margin),
            edges: self.entry.edges,
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
}

/// Writes the row of a new game; returns its id.
pub(super) fn insert(
    conn: SqlConnection<'_>,
    game: &PreparedGame,
    place: &RowMetadata<'_>,
) -> Result<i64, Fault> {
    let sql = "INSERT INTO result (id, hash, contender_id, number, received, revision, withdrawn,
                                   changed, by, class, color, outcome, margin, size, initial, moves,
                                   edges, game)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17,
                       ?18) RETURNING id";
    let id = write(conn, sql, conn.new_id("result")?, game, place)?;
    set_variant(conn, id, game.entry.record.variant)?;
    Ok(id)
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
               WHERE id = ?1 RETURNING id";
    write(conn, sql, Some(id), game, place)?;
    conn.prepare("DELETE FROM result_variant WHERE result_id = ?1")?.execute([id])?;
    set_variant(conn, id, game.entry.record.variant)
}

/// Stores the game of a result that has none yet.
fn set_variant(conn: SqlConnection<'_>, id: i64, variant: Variant) -> Result<(), Fault> {
    if variant != Variant::GO {
        let sql = "INSERT INTO result_variant (result_id, game_name) VALUES (?1, ?2)";
        conn.prepare(sql)?.execute(params![id, variant.game().to_string()])?;
    }
    Ok(())
}

fn write(
    conn: SqlConnection<'_>,
    sql: &str,
    id: Option<i64>,
    game: &PreparedGame,
    place: &RowMetadata<'_>,
) -> Result<i64, Fault> {
    let entry = &game.entry;
    let values = params![
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
    ];
    Ok(conn.query_row(sql, values, |row| row.get(0))?)
}
