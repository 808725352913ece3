//! Changes of the ledger, collected so that the sums are written once for all of them.

use std::collections::HashMap;

use super::super::connection::{SqlConnection, SqlRow};
use super::super::fault::Fault;
use super::super::value::{OptionalRow, params};
use super::count::{GameTotals, MoveSum, MoveSums, epoch};
use super::sums;
use joseki_ledger::{EdgeKey, LedgerChange, OpponentName, OwnerId};

/// The columns of a version of an opponent.
pub(in super::super) const CONTENDER_COLUMNS: &str =
    "id, opponent_id, version, entered, games, points, won, lost";

/// Changes of one transaction. The stored sums stay unchanged until [`LedgerBatch::write`].
pub(super) struct LedgerBatch<'c> {
    conn: SqlConnection<'c>,
    /// The number of the last change.
    change: u64,
    opponents: Vec<BatchOpponent>,
    opponent_by_name: HashMap<String, usize>,
    contenders: Vec<BatchContender>,
    contender_by_name: HashMap<OpponentName, usize>,
    contender_by_id: HashMap<i64, usize>,
    sums: MoveSums,
}

struct BatchOpponent {
    id: i64,
    class: Option<String>,
    class_said: u64,
    /// The last change in this batch, if any.
    changed: Option<u64>,
}

struct BatchContender {
    id: i64,
    name: OpponentName,
    opponent: usize,
    entered: u64,
    /// What this batch adds.
    added: GameTotals,
}

/// A game's contribution to the sums.
pub(super) struct GameContribution {
    /// Its number among the contender's games.
    pub(super) number: u64,
    pub(super) owner: OwnerId,
    pub(super) count: GameTotals,
    pub(super) edges: Vec<EdgeKey>,
}

impl<'c> LedgerBatch<'c> {
    /// Starts an empty batch.
    pub(super) fn begin(conn: SqlConnection<'c>) -> Result<LedgerBatch<'c>, Fault> {
        Ok(LedgerBatch {
            conn,
            change: sums::version(conn)?,
            opponents: Vec::new(),
            opponent_by_name: HashMap::new(),
            contenders: Vec::new(),
            contender_by_name: HashMap::new(),
            contender_by_id: HashMap::new(),
            sums: MoveSums::default(),
        })
    }

    /// Returns the number of the next change.
    pub(super) fn next_change(&self) -> u64 {
        self.change + 1
    }

    /// Returns the id of a version of an opponent, which is created if it does not exist.
    pub(super) fn contender(&mut self, name: &OpponentName) -> Result<i64, Fault> {
        let at = self.index_by_name(name)?;
        Ok(self.contenders[at].id)
    }

    /// Returns the number of a contender's next game; it is never reused.
    pub(super) fn next_number(&mut self, contender: i64) -> Result<u64, Fault> {
        let at = self.index_by_id(contender)?;
        let number = self.contenders[at].entered;
        self.contenders[at].entered += 1;
        Ok(number)
    }

    /// Adds a game to the sums.
    pub(super) fn add_game(
        &mut self,
        contender: i64,
        game: GameContribution,
        class: Option<&str>,
    ) -> Result<LedgerChange, Fault> {
        let change = self.count(contender, game, 1)?;
        self.set_class(contender, class, change)
    }

    /// Records a change of a game that does not count. Its class does not set the opponent's.
    pub(super) fn note_game(&mut self, contender: i64, number: u64) -> Result<LedgerChange, Fault> {
        let (count, edges) = (GameTotals::default(), Vec::new());
        self.count(contender, GameContribution { number, owner: 0, count, edges }, 1)
    }

    fn set_class(
        &mut self,
        contender: i64,
        class: Option<&str>,
        change: LedgerChange,
    ) -> Result<LedgerChange, Fault> {
        let Some(class) = class else {
            return Ok(change);
        };
        let at = self.index_by_id(contender)?;
        let opponent = &mut self.opponents[self.contenders[at].opponent];
        opponent.class = Some(class.to_owned());
        opponent.class_said = change.number;
        Ok(LedgerChange { class: Some(class.to_owned()), ..change })
    }

    /// Subtracts a game from the sums.
    pub(super) fn subtract_game(
        &mut self,
        contender: i64,
        game: GameContribution,
    ) -> Result<LedgerChange, Fault> {
        self.count(contender, game, -1)
    }

    fn count(
        &mut self,
        contender: i64,
        game: GameContribution,
        sign: i64,
    ) -> Result<LedgerChange, Fault> {
        let at = self.index_by_id(contender)?;
        self.change += 1;
        let count = if sign < 0 { -game.count } else { game.count };
        let epoch = epoch(game.number);
        let contender = &mut self.contenders[at];
        contender.added += count;
        self.sums.add((contender.id, epoch, game.owner), &game.edges, count);
        self.opponents[contender.opponent].changed = Some(self.change);
        Ok(LedgerChange {
            number: self.change,
            opponent: contender.name.clone(),
            class: None,
            games: count.games,
            points: count.points,
            won_lost: (count.won, count.lost),
            entered: contender.entered,
            epoch,
            owner: game.owner,
            edges: game.edges,
        })
    }

    /// Returns the index of an existing contender.
    fn index_by_id(&mut self, contender: i64) -> Result<usize, Fault> {
        if let Some(at) = self.contender_by_id.get(&contender) {
            return Ok(*at);
        }
        let sql = "SELECT name, version FROM contender JOIN opponent ON opponent.id = opponent_id
                   WHERE contender.id = ?1";
        let mut statement = self.conn.prepare(sql)?;
        let parts = |row: SqlRow<'_>| Ok((row.get(0)?, row.get(1)?));
        let found: Option<(String, String)> = statement.query_row([contender], parts).optional()?;
        let name = found.and_then(|(name, version)| OpponentName::from_parts(&name, &version));
        let name = name.ok_or_else(|| {
            Fault::Damage(format!("version {contender} of an opponent has no valid name"))
        })?;
        self.index_by_name(&name)
    }

    fn index_by_name(&mut self, name: &OpponentName) -> Result<usize, Fault> {
        if let Some(at) = self.contender_by_name.get(name) {
            return Ok(*at);
        }
        let opponent = self.opponent(name.name())?;
        let owner = self.opponents[opponent].id;
        let sql = "SELECT id, entered FROM contender WHERE opponent_id = ?1 AND version = ?2";
        let mut statement = self.conn.prepare(sql)?;
        let values = params![owner, name.version()];
        let found = statement.query_row(values, |row| Ok((row.get(0)?, row.get(1)?)));
        let (id, entered) = match found.optional()? {
            Some(found) => found,
            None => (self.new_contender(owner, name.version())?, 0),
        };
        let at = self.contenders.len();
        self.contenders.push(BatchContender {
            id,
            name: name.clone(),
            opponent,
            entered,
            added: GameTotals::default(),
        });
        self.contender_by_name.insert(name.clone(), at);
        self.contender_by_id.insert(id, at);
        Ok(at)
    }

    fn new_contender(&self, opponent: i64, version: &str) -> Result<i64, Fault> {
        let sql = format!(
            "INSERT INTO contender ({CONTENDER_COLUMNS})
             VALUES (?1, ?2, ?3, 0, 0, 0, 0, 0) RETURNING id"
        );
        let values = params![self.conn.new_id("contender")?, opponent, version];
        Ok(self.conn.insert(&sql, values)?)
    }

    fn opponent(&mut self, name: &str) -> Result<usize, Fault> {
        if let Some(at) = self.opponent_by_name.get(name) {
            return Ok(*at);
        }
        let sql = "SELECT id, class, class_said FROM opponent WHERE name = ?1";
        let mut statement = self.conn.prepare(sql)?;
        let found = statement.query_row([name], |row| {
            Ok(BatchOpponent {
                id: row.get(0)?,
                class: row.get(1)?,
                class_said: row.get(2)?,
                changed: None,
            })
        });
        let opponent = match found.optional()? {
            Some(found) => found,
            None => BatchOpponent {
                id: self.new_opponent(name)?,
                class: None,
                class_said: 0,
                changed: None,
            },
        };
        let at = self.opponents.len();
        self.opponents.push(opponent);
        self.opponent_by_name.insert(name.to_owned(), at);
        Ok(at)
    }

    fn new_opponent(&self, name: &str) -> Result<i64, Fault> {
        let sql = "INSERT INTO opponent (id, name, class_said, changed) VALUES (?1, ?2, 0, 0)
                   RETURNING id";
        let values = params![self.conn.new_id("opponent")?, name];
        Ok(self.conn.insert(sql, values)?)
    }

    /// Writes the sums.
    pub(super) fn write(mut self) -> Result<(), Fault> {
        set_version(self.conn, self.change)?;
        let sql = "UPDATE opponent SET class = ?2, class_said = ?3, changed = ?4 WHERE id = ?1";
        let mut update = self.conn.prepare(sql)?;
        for opponent in &self.opponents {
            let Some(changed) = opponent.changed else {
                continue;
            };
            let class_said = opponent.class_said;
            update.send(params![opponent.id, opponent.class, class_said, changed])?;
        }
        let sql = "UPDATE contender SET entered = ?2, games = games + ?3, points = points + ?4,
                                        won = won + ?5, lost = lost + ?6 WHERE id = ?1";
        let mut update = self.conn.prepare(sql)?;
        for contender in &self.contenders {
            let (id, entered, added) = (contender.id, contender.entered, contender.added);
            let GameTotals { games, points, won, lost } = added;
            update.send(params![id, entered, games, points, won, lost])?;
        }
        for (epoch, added) in self.sums.take() {
            let kept = sums::load_epoch(self.conn, epoch)?;
            sums::store_epoch(self.conn, epoch, &MoveSum::add(&kept, &added))?;
        }
        Ok(())
    }
}

/// Stores the number of the last change.
pub(super) fn set_version(conn: SqlConnection<'_>, change: u64) -> Result<(), Fault> {
    let mut update = conn.prepare("UPDATE ledger SET change = ?1")?;
    update.send([change])?;
    Ok(())
}
