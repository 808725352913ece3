//! Conversion of players and their answers to rows and back.

use super::super::column_list::{insert_sql, split_columns};
use super::super::connection::{SqlConnection, SqlRow};
use super::super::fault::Fault;
use super::super::ledger;
use super::super::value::{OptionalRow, params};
use crate::StoreError;
use joseki_base::named::Named;
use joseki_game::{BoardSize, Color, Move};
use joseki_ledger::training::{Grade, QuizAnswer};
use joseki_ledger::{BoardRecord, EdgeKey};

/// The columns of an answer.
pub(in super::super) const COLUMNS: &str = "id, trainee_id, question, at, book, size, initial, \
    moves, to_play, played, grade, position, edge, expected";

/// Returns the query for answers, with their games where they are not of Go.
fn select(which: &str) -> String {
    let (_, columns) = split_columns(COLUMNS, 2);
    format!(
        "SELECT {columns}, game_name
         FROM trainee_answer LEFT JOIN answer_variant ON answer_id = trainee_answer.id {which}"
    )
}

/// Returns the id of a player, if known.
pub(super) fn trainee(conn: SqlConnection<'_>, player: &str) -> Result<Option<i64>, Fault> {
    let mut statement = conn.prepare("SELECT id FROM trainee WHERE name = ?1")?;
    Ok(statement.query_row([player], |row| row.get(0)).optional()?)
}

/// Returns the id of a player, or an error if unknown.
pub(super) fn known_trainee(conn: SqlConnection<'_>, player: &str) -> Result<i64, Fault> {
    let found = trainee(conn, player)?;
    let unknown = || StoreError::NotFound { what: format!("player \"{player}\"") };
    Ok(found.ok_or_else(unknown)?)
}

/// Returns the names of all players, sorted.
pub(in super::super) fn players(conn: SqlConnection<'_>) -> Result<Vec<String>, Fault> {
    let mut statement = conn.prepare("SELECT name FROM trainee ORDER BY name")?;
    let rows = statement.query_map([], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns the number of answers a player has given.
pub(in super::super) fn count(conn: SqlConnection<'_>, player: &str) -> Result<u64, Fault> {
    let sql = "SELECT count(*) FROM trainee_answer WHERE trainee_id = ?1";
    let mut statement = conn.prepare(sql)?;
    let trainee = known_trainee(conn, player)?;
    Ok(statement.query_row([trainee], |row| row.get(0))?)
}

/// Returns a page of a player's answers, in the order in which they are learned.
pub(in super::super) fn answers(
    conn: SqlConnection<'_>,
    player: &str,
    after: Option<(i64, String)>,
    limit: usize,
) -> Result<Vec<QuizAnswer>, Fault> {
    page(conn, known_trainee(conn, player)?, after, limit)
}

/// Returns all answers of a player, in the order in which they are learned.
pub(super) fn all(conn: SqlConnection<'_>, trainee: i64) -> Result<Vec<QuizAnswer>, Fault> {
    page(conn, trainee, None, usize::MAX)
}

fn page(
    conn: SqlConnection<'_>,
    trainee: i64,
    after: Option<(i64, String)>,
    limit: usize,
) -> Result<Vec<QuizAnswer>, Fault> {
    let sql = select(
        "WHERE trainee_id = ?1 AND (at, question) > (?2, ?3) ORDER BY at, question LIMIT ?4",
    );
    // No question is empty, so this sorts before all of them.
    let (at, mut question) = after.unwrap_or((i64::MIN, String::new()));
    // Nor has one U+0000, so what follows it does not matter.
    question.truncate(question.find('\0').unwrap_or(question.len()));
    let limit = limit.min(i64::MAX as usize);
    let mut statement = conn.prepare(&sql)?;
    let mut rows = statement.query(params![trainee, at, question, limit])?;
    let mut read = Vec::new();
    while let Some(row) = rows.next()? {
        read.push(answer(row)?);
    }
    Ok(read)
}

/// Returns the position of a player's last answer.
pub(super) fn last(conn: SqlConnection<'_>, trainee: i64) -> Result<Option<(i64, String)>, Fault> {
    let sql = "SELECT at, question FROM trainee_answer WHERE trainee_id = ?1
               ORDER BY at DESC, question DESC LIMIT 1";
    let mut statement = conn.prepare(sql)?;
    let place = |row: SqlRow<'_>| Ok((row.get(0)?, row.get(1)?));
    Ok(statement.query_row([trainee], place).optional()?)
}

/// Returns a player's answer to a question.
pub(super) fn find(
    conn: SqlConnection<'_>,
    trainee: i64,
    question: &str,
) -> Result<Option<QuizAnswer>, Fault> {
    let mut statement = conn.prepare(&select("WHERE trainee_id = ?1 AND question = ?2"))?;
    let mut rows = statement.query(params![trainee, question])?;
    rows.next()?.map(answer).transpose()
}

/// Writes an answer.
pub(super) fn insert(
    conn: SqlConnection<'_>,
    trainee: i64,
    answer: &QuizAnswer,
) -> Result<(), Fault> {
    let sql = insert_sql("trainee_answer", COLUMNS) + " RETURNING id";
    let (initial, moves) = answer.board.to_texts();
    let expected = answer.expected.iter();
    let expected: Vec<u8> = expected.flat_map(|edge| edge.0.to_le_bytes()).collect();
    let values = params![
        conn.new_id("trainee_answer")?,
        trainee,
        answer.question,
        answer.at,
        answer.book,
        answer.board.size.get(),
        initial,
        moves,
        answer.to_play.letter().to_string(),
        answer.played.to_sgf(),
        answer.grade.to_string(),
        answer.position.cast_signed(),
        answer.edge.map(|edge| edge.0.cast_signed()),
        expected
    ];
    let id: i64 = conn.query_row(&sql, values, |row| row.get(0))?;
    let variant = answer.board.variant;
    if !variant.is_default() {
        let sql = "INSERT INTO answer_variant (answer_id, game_name) VALUES (?1, ?2)";
        let values = params![id, variant.game().to_string()];
        conn.prepare(sql)?.execute(values)?;
    }
    Ok(())
}

/// Deletes the answer to a question.
pub(super) fn delete(conn: SqlConnection<'_>, trainee: i64, question: &str) -> Result<(), Fault> {
    let sql = "DELETE FROM answer_variant WHERE answer_id IN
               (SELECT id FROM trainee_answer WHERE trainee_id = ?1 AND question = ?2)";
    conn.prepare(sql)?.execute(params![trainee, question])?;
    let sql = "DELETE FROM trainee_answer WHERE trainee_id = ?1 AND question = ?2";
    conn.prepare(sql)?.execute(params![trainee, question])?;
    Ok(())
}

/// Deletes all answers of a player; returns their number.
pub(super) fn delete_all(conn: SqlConnection<'_>, trainee: i64) -> Result<usize, Fault> {
    let sql = "DELETE FROM answer_variant WHERE answer_id IN
               (SELECT id FROM trainee_answer WHERE trainee_id = ?1)";
    conn.execute(sql, [trainee])?;
    Ok(conn.execute("DELETE FROM trainee_answer WHERE trainee_id = ?1", [trainee])?)
}

fn answer(row: SqlRow<'_>) -> Result<QuizAnswer, Fault> {
    let question: String = row.get(0)?;
    let read = read(row).map_err(|fault| match fault {
        Fault::Damage(detail) => Fault::Damage(format!("the answer to \"{question}\": {detail}")),
        fault => fault,
    })?;
    Ok(QuizAnswer { question, ..read })
}

fn read(row: SqlRow<'_>) -> Result<QuizAnswer, Fault> {
    let text = |column| row.get_ref(column).map(|value| value.as_str().unwrap_or("?"));
    let damage = |detail: &str| Fault::Damage(detail.to_owned());
    let (initial, moves) = (text(4)?, text(5)?);
    let board = ledger::board(row.get(12)?, row.get(3)?)?;
    let board =
        board.and_then(|(variant, size)| BoardRecord::from_texts(variant, size, initial, moves));
    let board = board.ok_or_else(|| damage("its moves are not those of a game"))?;
    let color = text(6)?.parse::<Color>();
    let edge: Option<i64> = row.get(10)?;
    Ok(QuizAnswer {
        question: String::new(),
        at: row.get(1)?,
        book: row.get(2)?,
        to_play: color.map_err(|_| damage("its colour is invalid"))?,
        played: played(text(7)?, board.size)?,
        grade: Grade::parse("grade", text(8)?).map_err(|error| Fault::Damage(error.to_string()))?,
        position: row.get::<i64>(9)?.cast_unsigned(),
        edge: edge.map(|edge| EdgeKey(edge.cast_unsigned())),
        expected: expected(row.get_ref(11)?.as_blob().unwrap_or(b"?"))?,
        board,
    })
}

fn played(text: &str, size: BoardSize) -> Result<Move, Fault> {
    let played = Move::from_sgf(text, size);
    played.map_err(|_| Fault::Damage(format!("invalid move \"{text}\"")))
}

fn expected(bytes: &[u8]) -> Result<Vec<EdgeKey>, Fault> {
    let (keys, []) = bytes.as_chunks() else {
        let detail = "the right moves are truncated".to_owned();
        return Err(Fault::Damage(detail));
    };
    let keys = keys.iter().map(|key| EdgeKey(u64::from_le_bytes(*key)));
    Ok(keys.collect())
}

#[cfg(test)]
mod tests {
    use crate::sqlite::plan;

    #[test]
    fn answers_are_read_by_indexes_and_never_sorted() {
        assert_eq!(
            plan(
                "SELECT grade FROM trainee_answer WHERE trainee_id = ?1 AND (at, question) > (?2, ?3)
                 ORDER BY at, question LIMIT ?4"
            ),
            ["SEARCH trainee_answer USING INDEX trainee_answer_at (trainee_id=? AND (at,question)>(?,?))"]
        );
        assert_eq!(
            plan(
                "SELECT at, question FROM trainee_answer WHERE trainee_id = ?1
                 ORDER BY at DESC, question DESC LIMIT 1"
            ),
            ["SEARCH trainee_answer USING COVERING INDEX trainee_answer_at (trainee_id=?)"]
        );
        assert_eq!(
            plan("SELECT grade FROM trainee_answer WHERE trainee_id = ?1 AND question = ?2"),
            [
                "SEARCH trainee_answer USING INDEX trainee_answer_question (trainee_id=? AND question=?)"
            ]
        );
    }
}
