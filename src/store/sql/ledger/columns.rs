//! Conversion of a game of the ledger to columns and back.

use super::super::connection::SqlRow;
use super::super::fault::Fault;
use crate::LedgerRow;
use joseki_base::named::Named;
use joseki_format::game_info::{GameDate, Rank};
use joseki_game::{BoardSize, Game, Variant};
use joseki_ledger::{BoardRecord, EdgeKey, GameTerms, LedgerEntry, OpponentName, OwnerId};

/// The columns that [`row`] reads: from `result` with its `contender` and `opponent`, its game if
/// that is not Go, its terms if it has any, and the record of the same game that counts.
pub(super) const ROW: &str = "SELECT result.id, game, hash, number, received, revision, withdrawn, by, result.class,
                                     color, outcome, margin, size, initial, moves, edges, name, version,
                                     game_name, untaught, handicap, komi, rules, black_rank, white_rank, played,
                                     (SELECT counted.game FROM result_terms AS twin
                                          JOIN result AS counted ON counted.id = twin.result_id
                                      WHERE twin.fingerprint = result_terms.fingerprint
                                          AND twin.untaught IS NULL AND counted.withdrawn = 0
                                      ORDER BY counted.received, counted.game LIMIT 1), owner
                              FROM result JOIN contender ON contender.id = contender_id
                                          JOIN opponent ON opponent.id = opponent_id
                                          LEFT JOIN result_variant ON result_variant.result_id = result.id
                                          LEFT JOIN result_terms ON result_terms.result_id = result.id";

/// Reads a game from the columns of [`ROW`].
pub(super) fn row(row: SqlRow<'_>) -> Result<LedgerRow, Fault> {
    let (id, game) = (row.get(0)?, row.get::<String>(1)?);
    let withdrawn: bool = row.get(6)?;
    let teaches = !withdrawn && row.get::<Option<String>>(19)?.is_none();
    let counted: Option<String> = row.get(26)?;
    Ok(LedgerRow {
        id,
        duplicate_of: counted.filter(|counted| teaches && *counted != game),
        hash: row.get(2)?,
        number: row.get(3)?,
        received: row.get(4)?,
        revision: row.get(5)?,
        withdrawn,
        owner: row.get::<Option<OwnerId>>(27)?.unwrap_or_default(),
        by: row.get(7)?,
        entry: entry(row).map_err(|fault| at_row(id, &game, fault))?,
    })
}

fn entry(row: SqlRow<'_>) -> Result<LedgerEntry, Fault> {
    let text = |column| row.get_ref(column).map(|value| value.as_str());
    let damage = |detail: &str| Fault::Damage(detail.to_owned());
    let board = board(row.get(18)?, row.get(12)?)?;
    let (initial, moves) = (text(13)?.unwrap_or("?"), text(14)?.unwrap_or("?"));
    let record =
        board.and_then(|(variant, size)| BoardRecord::from_texts(variant, size, initial, moves));
    let opponent =
        OpponentName::from_parts(text(16)?.unwrap_or_default(), text(17)?.unwrap_or_default());
    Ok(LedgerEntry {
        game: row.get(1)?,
        opponent: opponent.ok_or_else(|| damage("its opponent has no name"))?,
        class: row.get(8)?,
        color: named("colour", text(9)?.unwrap_or_default())?,
        outcome: named("result", text(10)?.unwrap_or_default())?,
        margin: row.get(11)?,
        record: record.ok_or_else(|| damage("its moves are not those of a game"))?,
        terms: terms(row)?,
        edges: edges(row.get_ref(15)?.as_blob().unwrap_or(b"?"))?,
    })
}

/// Returns the terms of a game, if its row has any.
fn terms(row: SqlRow<'_>) -> Result<Option<GameTerms>, Fault> {
    let Some(handicap) = row.get(20)? else {
        return Ok(None);
    };
    let damage = |detail: &str| Fault::Damage(detail.to_owned());
    let rank = |column| {
        let text: Option<String> = row.get(column)?;
        let rank = text.map(|text| Rank::parse(&text).ok_or_else(|| damage("a rank is invalid")));
        rank.transpose()
    };
    let date: Option<String> = row.get(25)?;
    let date = date.map(|text| GameDate::parse(&text).ok_or_else(|| damage("its date is invalid")));
    Ok(Some(GameTerms {
        handicap,
        komi: row.get(21)?,
        rules: row.get(22)?,
        black_rank: rank(23)?,
        white_rank: rank(24)?,
        date: date.transpose()?,
    }))
}

/// Returns the game of a result or an answer, without a name Go, and its board; `None` if the game
/// has no such board.
pub(in super::super) fn board(
    game: Option<String>,
    lines: u8,
) -> Result<Option<(Variant, BoardSize)>, Fault> {
    let game = match game {
        None => Game::Go,
        Some(name) => Game::parse(&name).map_err(|_| {
            Fault::Damage(format!(
                "it is a game of {name}, which this program does not know: use the version that wrote it; if this one did, restore a backup"
            ))
        })?,
    };
    if game.serves_all_sizes() {
        return Ok(BoardSize::new(lines).ok().map(|size| (Variant::GO, size)));
    }
    let variant = Variant::new(game, Some(lines)).ok();
    Ok(variant.map(|variant| (variant, variant.size())))
}

/// Decodes the book moves of a game.
pub(super) fn edges(bytes: &[u8]) -> Result<Vec<EdgeKey>, Fault> {
    let (keys, []) = bytes.as_chunks() else {
        let detail = "its book moves are truncated".to_owned();
        return Err(Fault::Damage(detail));
    };
    let edges: Vec<EdgeKey> = keys.iter().map(|key| EdgeKey(u64::from_le_bytes(*key))).collect();
    if edges.is_sorted_by(|a, b| a < b) {
        Ok(edges)
    } else {
        let detail = "its book moves are not in ascending order".to_owned();
        Err(Fault::Damage(detail))
    }
}

/// Encodes the book moves of a game.
pub(super) fn edge_bytes(edges: &[EdgeKey]) -> Vec<u8> {
    edges.iter().flat_map(|edge| edge.0.to_le_bytes()).collect()
}

/// Parses a name.
pub(super) fn named<T: Named>(what: &'static str, name: &str) -> Result<T, Fault> {
    T::parse(what, name).map_err(|error| Fault::Damage(error.to_string()))
}

/// Adds the row to an error about damage.
pub(super) fn at_row(id: i64, game: &str, fault: Fault) -> Fault {
    match fault {
        Fault::Damage(detail) => {
            Fault::Damage(format!("row {id} of the ledger, game \"{game}\": {detail}"))
        }
        other => other,
    }
}
