//! Entering answers and deleting players.

use super::super::connection::SqlConnection;
use super::super::fault::Fault;
use super::super::value::params;
use super::{lessons, rows};
use crate::{EnteredAnswer, EntryCounts, StoreError};
use joseki_ledger::EdgeKey;
use joseki_ledger::training::{Lessons, QuizAnswer};

/// Enters an answer, unless its question was already answered.
pub(in super::super) fn enter(
    conn: SqlConnection<'_>,
    player: &str,
    answer: &QuizAnswer,
) -> Result<EnteredAnswer, Fault> {
    check(answer)?;
    let trainee = find_or_create(conn, player)?;
    if let Some(kept) = rows::find(conn, trainee, &answer.question)? {
        return replay_answer(conn, trainee, kept);
    }
    let last = rows::last(conn, trainee)?;
    let is_last = last.is_none_or(|(at, question)| (at, question.as_str()) < answer.sort_key());
    rows::insert(conn, trainee, answer)?;
    if !is_last {
        recompute_lessons(conn, trainee)?;
        return replay_answer(conn, trainee, answer.clone());
    }
    let moves = answer.edge.into_iter().chain(answer.expected.iter().copied());
    let mut kept = lessons::load_edges(conn, trainee, moves)?;
    let changed = learn(&mut kept, answer);
    lessons::write(conn, trainee, &kept)?;
    Ok(EnteredAnswer { answer: answer.clone(), changed })
}

/// Enters many answers. Of two answers to the same question the earlier one stays, regardless of
/// arrival order, so the result does not depend on the order in which ledgers are merged.
pub(in super::super) fn enter_many(
    conn: SqlConnection<'_>,
    player: &str,
    answers: &[QuizAnswer],
) -> Result<EntryCounts, Fault> {
    let mut entered = EntryCounts::default();
    if answers.is_empty() {
        return Ok(entered);
    }
    let trainee = find_or_create(conn, player)?;
    for answer in answers {
        check(answer)?;
        match rows::find(conn, trainee, &answer.question)? {
            None => entered.added += 1,
            Some(kept) if order(answer) < order(&kept) => {
                rows::delete(conn, trainee, &answer.question)?;
                entered.updated += 1;
            }
            Some(_) => {
                entered.known += 1;
                continue;
            }
        }
        rows::insert(conn, trainee, answer)?;
    }
    if entered.added + entered.updated > 0 {
        recompute_lessons(conn, trainee)?;
    }
    Ok(entered)
}

/// Deletes a player; returns the number of deleted answers.
pub(in super::super) fn forget(conn: SqlConnection<'_>, player: &str) -> Result<u64, Fault> {
    let trainee = rows::known_trainee(conn, player)?;
    lessons::clear(conn, trainee)?;
    let answers = rows::delete_all(conn, trainee)?;
    conn.execute("DELETE FROM trainee WHERE id = ?1", [trainee])?;
    Ok(answers as u64)
}

/// Recomputes the sums of a player.
pub(super) fn recompute_lessons(conn: SqlConnection<'_>, trainee: i64) -> Result<(), Fault> {
    let all = Lessons::from_answers(rows::all(conn, trainee)?);
    lessons::clear(conn, trainee)?;
    lessons::write(conn, trainee, &all)
}

fn find_or_create(conn: SqlConnection<'_>, player: &str) -> Result<i64, Fault> {
    if let Some(trainee) = rows::trainee(conn, player)? {
        return Ok(trainee);
    }
    let sql = "INSERT INTO trainee (id, name) VALUES (?1, ?2) RETURNING id";
    let values = params![conn.new_id("trainee")?, player];
    Ok(conn.query_row(sql, values, |row| row.get(0))?)
}

fn check(answer: &QuizAnswer) -> Result<(), Fault> {
    match answer.fault() {
        None => Ok(()),
        Some(why) => {
            let detail = format!("the answer to \"{}\": {why}", answer.question);
            Err(StoreError::Invalid { detail }.into())
        }
    }
}

/// Returns the changes that a stored answer made when it was entered.
fn replay_answer(
    conn: SqlConnection<'_>,
    trainee: i64,
    kept: QuizAnswer,
) -> Result<EnteredAnswer, Fault> {
    let mut before = Lessons::default();
    let earlier = rows::all(conn, trainee)?;
    let earlier = earlier.iter().take_while(|other| other.sort_key() < kept.sort_key());
    earlier.for_each(|answer| before.learn(answer));
    let changed = learn(&mut before, &kept);
    Ok(EnteredAnswer { answer: kept, changed })
}

fn learn(lessons: &mut Lessons, answer: &QuizAnswer) -> MemoryChanges {
    let concerned = lessons.affected_moves(answer);
    let before: Vec<_> = concerned.iter().map(|edge| lessons.memory(*edge)).collect();
    lessons.learn(answer);
    let changed = concerned.into_iter().zip(before);
    changed.filter_map(|(edge, before)| Some((edge, before, lessons.memory(edge)?))).collect()
}

type MemoryChanges =
    Vec<(EdgeKey, Option<joseki_ledger::training::Memory>, joseki_ledger::training::Memory)>;

/// Decides which of two answers to one question stays: the earlier one. The remaining fields only
/// break ties.
fn order(answer: &QuizAnswer) -> impl Ord + use<> {
    let (initial, moves) = answer.board.to_texts();
    let size = answer.board.size.get();
    let board = (size, initial, moves, answer.to_play.letter());
    let what = (answer.played.to_sgf(), answer.grade, answer.edge);
    let asked = (answer.book.clone(), answer.position, answer.expected.clone());
    (answer.at, board, what, asked)
}
