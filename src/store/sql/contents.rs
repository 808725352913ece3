//! Full check of what is stored: books with their logs and counts, results, answers and the rest.

use super::books::{self, BookHead};
use super::connection::SqlConnection;
use super::fault::Fault;
use super::{
    check_games, evaluations, history, ledger, mend, node_tallies, positions, tables, tallies,
    training, weights,
};
use joseki_book::{Delta, Forest};

/// A single check; returns the problems found.
type ContentsCheck = fn(SqlConnection<'_>) -> Result<Vec<String>, Fault>;

/// Runs all checks; returns the problems, one sentence each.
pub(crate) fn problems(conn: SqlConnection<'_>, file: &str) -> Result<Vec<String>, Fault> {
    let checks: [ContentsCheck; 7] = [
        contents,
        counts,
        ledger::problems,
        training::problems,
        evaluations::problems,
        weights::problems,
        tables::problems,
    ];
    let mut problems = Vec::new();
    for check in checks {
        match check(conn) {
            Ok(found) => problems.extend(found),
            Err(Fault::Store(error)) => return Err(error.into()),
            Err(fault) => problems.push(fault.at(file).to_string()),
        }
    }
    Ok(problems)
}

/// Checks that the books' games are known, that the books load, and that their lines, counts,
/// positions and logs match their nodes.
fn contents(conn: SqlConnection<'_>) -> Result<Vec<String>, Fault> {
    let unknown = books::unknown_variants(conn)?;
    let mut problems: Vec<String> = unknown.iter().map(ToString::to_string).collect();
    for info in books::all(conn)? {
        let found = match book(conn, &books::get(conn, &info.name)?) {
            Err(Fault::Damage(detail)) => vec![detail],
            found => found?,
        };
        let found = found.into_iter();
        problems.extend(found.map(|problem| format!("book \"{}\": {problem}", info.name)));
    }
    Ok(problems)
}

/// Checks the counted games of the books.
fn counts(conn: SqlConnection<'_>) -> Result<Vec<String>, Fault> {
    let mut problems = Vec::new();
    for info in books::all(conn)? {
        let book = books::get(conn, &info.name)?.id;
        let starts = match tallies::starts_match(conn, book) {
            Ok(true) => None,
            Ok(false) => Some(
                "the index of its counted lines does not match them: run `joseki doctor --mend`"
                    .to_owned(),
            ),
            // Reported below, with the other problems.
            Err(Fault::Damage(_)) => None,
            Err(fault) => return Err(fault),
        };
        let found = check_games::problems(conn, book)?.into_iter().chain(starts);
        problems.extend(found.map(|problem| format!("book \"{}\": {problem}", info.name)));
    }
    Ok(problems)
}

fn book(conn: SqlConnection<'_>, head: &BookHead) -> Result<Vec<String>, Fault> {
    let forest = books::nodes(conn, head)?;
    let found = [
        lines(conn, head, &forest)?,
        positions(conn, head, &forest)?,
        node_tallies(conn, head, &forest)?,
        revisions(head, &forest),
        history(conn, head, &forest)?,
    ];
    Ok(found.into_iter().flatten().collect())
}

/// Checks the flattened lines and the counts, which can be rebuilt.
fn lines(
    conn: SqlConnection<'_>,
    head: &BookHead,
    forest: &Forest,
) -> Result<Option<String>, Fault> {
    let wanted = mend::live_lines(forest);
    if let Some(line) = mend::first_difference(&mend::stored_lines(conn, head.id)?, &wanted) {
        return Ok(Some(format!(
            "its flattened lines do not match its nodes, first at \"{line}\": run `joseki doctor --mend`"
        )));
    }
    let counts = (forest.len() as u64, wanted.len() as u64);
    let said = (head.info.nodes, head.info.lines);
    Ok((counts != said).then(|| {
        format!(
            "it has {counts:?} nodes and lines, but {said:?} are recorded: run `joseki doctor --mend`"
        )
    }))
}

/// Checks the table of positions, which can be rebuilt.
fn positions(
    conn: SqlConnection<'_>,
    head: &BookHead,
    forest: &Forest,
) -> Result<Option<String>, Fault> {
    let first = positions::first_wrong(conn, head.id, forest)?;
    Ok(first.map(|node| {
        format!("its positions do not match its nodes, first at {node}: run `joseki doctor --mend`")
    }))
}

/// Checks the table of the counts of nodes, which can be rebuilt.
fn node_tallies(
    conn: SqlConnection<'_>,
    head: &BookHead,
    forest: &Forest,
) -> Result<Option<String>, Fault> {
    let wrong = node_tallies::count_wrong(conn, head, forest)?;
    Ok((wrong > 0).then(|| {
        format!(
            "the counts of {wrong} nodes do not match its counted lines: run `joseki doctor --mend`"
        )
    }))
}

fn revisions(head: &BookHead, forest: &Forest) -> Option<String> {
    let version = head.info.version;
    let mut nodes = forest.nodes();
    let (id, node) = nodes.find(|(_, node)| node.revision > version)?;
    let (line, revision) = (forest.line(id), node.revision);
    Some(format!(
        "node \"{line}\" was changed in version {revision}, but the book is at version {version}"
    ))
}

/// Checks that the log reproduces the book.
fn history(
    conn: SqlConnection<'_>,
    head: &BookHead,
    forest: &Forest,
) -> Result<Option<String>, Fault> {
    let replayed = match history::replay(conn, head) {
        Err(Fault::Damage(detail)) => return Ok(Some(format!("its log: {detail}"))),
        replayed => replayed?,
    };
    let difference = Delta::between(&replayed, forest);
    Ok(difference.changes().first().map(|change| {
        let line = &change.line;
        format!(
            "its log does not reproduce it, the first difference is at node \"{line}\"; run `joseki doctor --mend` to log the present state, or restore a backup"
        )
    }))
}
