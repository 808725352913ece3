//! The counted lines of a book, read from their parts into the nodes of its forest.

use std::cell::Cell;

use super::connection::{SqlConnection, SqlRows};
use super::fault::Fault;
use super::value::params;
use super::{books, games};
use joseki_book::{Forest, Line, NodeId, Tally, TallyError, TallyVersion};
use joseki_game::Step;
use joseki_mine::{FoundTally, TallyReader, find_in_part, first_line};

/// The parts of a book, in order.
const PARTS: &str = "SELECT part, data FROM tally WHERE book_id = ?1 ORDER BY part";

/// The part that has a line, if any has, and the line with which the next one begins.
const PART_WITH: &str = "SELECT tally.part, tally_start.first, tally_start.encoding,
        (SELECT later.first FROM tally_start AS later
         WHERE later.book_id = ?1 AND later.first > ?2 ORDER BY later.first LIMIT 1), tally.data
    FROM tally_start
    LEFT JOIN tally ON tally.book_id = tally_start.book_id AND tally.part = tally_start.part
    WHERE tally_start.book_id = ?1 AND tally_start.first <= ?2
    ORDER BY tally_start.first DESC LIMIT 1";

/// Whether a book has counted lines.
const HAS_PARTS: &str =
    "SELECT count(*) FROM (SELECT 1 FROM tally WHERE book_id = ?1 LIMIT 1) AS t";

/// Loads the cohorts and the tallies of the nodes into a forest.
pub(super) fn load_into(
    conn: SqlConnection<'_>,
    book: i64,
    forest: &mut Forest,
) -> Result<(), Fault> {
    let cohorts = games::cohorts(conn, book)?;
    read(conn, book, |reader| {
        let mut path: Vec<NodeId> = Vec::new();
        while let Some(entry) =
            reader.next_wanted(|depth, step| extend_path(forest, &mut path, depth, step))?
        {
            check_cohorts(&entry.tally, cohorts.len())?;
            let node = path.last().copied().unwrap_or_default();
            forest.set_tally(node, Some(entry.tally));
        }
        Ok(())
    })?;
    forest.set_cohorts(cohorts);
    Ok(())
}

/// Returns the tallies of some lines, reading the parts that have them.
pub(super) fn of_lines(
    conn: SqlConnection<'_>,
    book: &str,
    lines: &[Line],
) -> Result<Vec<(Line, Tally)>, Fault> {
    of_book(conn, books::get(conn, book)?.id, lines)
}

/// Does the same as [`of_lines`] for the book of an id.
pub(super) fn of_book(
    conn: SqlConnection<'_>,
    book: i64,
    lines: &[Line],
) -> Result<Vec<(Line, Tally)>, Fault> {
    let cohorts = games::cohorts(conn, book)?.len();
    let mut sorted: Vec<&Line> = lines.iter().collect();
    sorted.sort_unstable_by_key(|line| line.steps());
    let steps: Vec<&[Step]> = sorted.iter().map(|line| line.steps()).collect();
    let found = find(conn, book, &steps)?.into_iter();
    let mut tallies = Vec::new();
    for (line, tally) in sorted.into_iter().zip(found) {
        let Some(tally) = tally else { continue };
        check_cohorts(&tally, cohorts)?;
        tallies.push((line.clone(), tally));
    }
    Ok(tallies)
}

/// Returns whether a book has counted lines.
pub(super) fn has_parts(conn: SqlConnection<'_>, book: i64) -> Result<bool, Fault> {
    let parts: u64 = conn.query_row(HAS_PARTS, [book], |row| row.get(0))?;
    Ok(parts > 0)
}

fn check_cohorts(tally: &Tally, cohorts: usize) -> Result<(), Fault> {
    let unknown = tally.cells.iter().find(|cell| cell.cohort as usize >= cohorts);
    unknown.map_or(Ok(()), |cell| Err(Fault::Damage(format!("unknown cohort {}", cell.cohort))))
}

/// Returns the tallies of sorted lines.
fn find(
    conn: SqlConnection<'_>,
    book: i64,
    lines: &[&[Step]],
) -> Result<Vec<Option<Tally>>, Fault> {
    let mut tallies = vec![None; lines.len()];
    // Lines that have the counts of one of their beginnings, in an earlier part.
    let mut as_before = Vec::new();
    let mut statement = conn.prepare(PART_WITH)?;
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let mut rows = statement.query(params![book, line_key(line)])?;
        let Some(row) = rows.next()? else {
            // The first part begins with the empty line.
            drop(rows);
            return if has_parts(conn, book)? {
                Err(Fault::Damage(UNFOUND.to_owned()))
            } else {
                Ok(tallies)
            };
        };
        // What the row says of the part may be damaged.
        let part: Option<u32> = row.get(0)?;
        let Some(part) = part else {
            return Err(Fault::Damage(UNFOUND.to_owned()));
        };
        let damage =
            |detail: String| Fault::Damage(format!("counted lines, part {part}: {detail}"));
        let start = PartStart { first: row.get(1)?, encoding: row.get(2)? };
        let next: Option<Vec<u8>> = row.get(3)?;
        let data: Vec<u8> = row.get(4)?;
        let is_here = |line: &&[Step]| next.as_ref().is_none_or(|next| line_key(line) < *next);
        let here = &lines[at..at + lines[at..].partition_point(is_here).max(1)];
        let found = find_in_part(&data, &start.line()?, start.version(), here);
        for (place, tally) in found.map_err(|error| damage(error.to_string()))? {
            match tally {
                FoundTally::Whole(tally) => tallies[at + place] = Some(tally),
                FoundTally::AsBefore(steps, turns) => as_before.push((at + place, steps, turns)),
            }
        }
        at += here.len();
    }
    if as_before.is_empty() {
        return Ok(tallies);
    }
    let mut before: Vec<&[Step]> =
        as_before.iter().map(|(place, steps, _)| &lines[*place][..*steps]).collect();
    before.sort_unstable();
    before.dedup();
    let counts = find(conn, book, &before)?;
    for (place, steps, turns) in as_before {
        let found = before.binary_search(&&lines[place][..steps]).ok();
        let counts = found.and_then(|found| counts[found].clone());
        let counts = counts
            .ok_or_else(|| Fault::Damage("counted lines: a beginning is missing".to_owned()))?;
        tallies[place] = Some(Tally { turns, ..counts });
    }
    Ok(tallies)
}

const UNFOUND: &str =
    "counted lines: the index of their parts is damaged: run `joseki doctor --mend`";

/// Where a part begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PartStart {
    /// The line of its first entry, by [`line_key`].
    first: Vec<u8>,
    /// The version of its counts.
    encoding: u8,
}

impl PartStart {
    /// That of a part as it is written today.
    pub(super) fn of(part: &[u8]) -> Result<PartStart, TallyError> {
        Ok(PartStart::new(&first_line(part)?, TallyVersion::CURRENT))
    }

    fn new(first: &[Step], version: TallyVersion) -> PartStart {
        let encoding = match version {
            TallyVersion::One => 1,
            TallyVersion::Two => 2,
        };
        PartStart { first: line_key(first), encoding }
    }

    fn version(&self) -> TallyVersion {
        if self.encoding == 1 { TallyVersion::One } else { TallyVersion::Two }
    }

    fn line(&self) -> Result<Vec<Step>, Fault> {
        let codes = self.first.chunks(2).map(|code| match code {
            [high, low] => Step::from_code(u16::from_be_bytes([*high, *low])),
            _ => None,
        });
        let line: Option<Vec<Step>> = codes.collect();
        line.ok_or_else(|| Fault::Damage("counted lines: the beginning of a part".to_owned()))
    }
}

/// Returns bytes that sort as lines do in the parts.
fn line_key(line: &[Step]) -> Vec<u8> {
    line.iter().flat_map(|step| step.code().to_be_bytes()).collect()
}

/// Returns the beginnings of a book's parts.
fn starts(conn: SqlConnection<'_>, book: i64) -> Result<Vec<PartStart>, Fault> {
    let mut starts = Vec::new();
    read(conn, book, |reader| {
        while let Some((line, version)) = reader.next_part()? {
            let start = PartStart::new(&line, version);
            if starts.last().is_some_and(|last: &PartStart| last.first >= start.first) {
                return Err(Fault::Damage("the beginning of a part".to_owned()));
            }
            starts.push(start);
        }
        Ok(())
    })?;
    Ok(starts)
}

/// Writes the beginnings of a book's parts in place of those that are there.
pub(super) fn put_starts(
    conn: SqlConnection<'_>,
    book: i64,
    starts: &[PartStart],
) -> Result<(), Fault> {
    conn.execute("DELETE FROM tally_start WHERE book_id = ?1", [book])?;
    let mut insert = conn.insert_into("tally_start", games::TALLY_START_COLUMNS, starts.len())?;
    for (part, start) in starts.iter().enumerate() {
        insert.row(params![book, start.first, part, start.encoding])?;
    }
    Ok(insert.finish()?)
}

/// Whether the beginnings that are kept are those of the parts.
pub(super) fn starts_match(conn: SqlConnection<'_>, book: i64) -> Result<bool, Fault> {
    Ok(wrong_starts(conn, book, &starts(conn, book)?)? == 0)
}

/// Writes the beginnings of a book's parts again; returns how many were wrong.
pub(super) fn mend_starts(conn: SqlConnection<'_>, book: i64) -> Result<u64, Fault> {
    let starts = match starts(conn, book) {
        // Nothing can be derived from damaged parts.
        Err(fault) if fault.is_damage() => return Ok(0),
        starts => starts?,
    };
    let wrong = wrong_starts(conn, book, &starts)?;
    if wrong > 0 {
        put_starts(conn, book, &starts)?;
    }
    Ok(wrong)
}

fn wrong_starts(conn: SqlConnection<'_>, book: i64, wanted: &[PartStart]) -> Result<u64, Fault> {
    let sql =
        "SELECT part, first, encoding FROM tally_start WHERE book_id = ?1 ORDER BY part, first";
    let mut statement = conn.prepare(sql)?;
    let rows = statement.query_map([book], |row| {
        Ok((row.get(0)?, PartStart { first: row.get(1)?, encoding: row.get(2)? }))
    })?;
    let kept: Vec<(usize, PartStart)> = rows.collect::<Result<_, _>>()?;
    let is_right = |(part, start): &&(usize, PartStart)| wanted.get(*part) == Some(start);
    let right = kept.iter().filter(is_right).count();
    Ok((wanted.len().max(kept.len()) - right) as u64)
}

/// Extends `path` by a move; returns whether the forest contains it.
fn extend_path(forest: &Forest, path: &mut Vec<NodeId>, depth: usize, step: Step) -> bool {
    path.truncate(depth);
    let node = match path.last() {
        None => Some(NodeId::ROOT),
        Some(parent) => forest.child(*parent, step),
    };
    path.extend(node);
    node.is_some()
}

/// Reads the counted lines; errors name the damaged part.
pub(super) fn read(
    conn: SqlConnection<'_>,
    book: i64,
    work: impl FnOnce(&mut TallyReader<Parts<'_>>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let mut statement = conn.prepare(PARTS)?;
    let begun = Cell::new(0);
    let parts = Parts { rows: statement.query([book])?, begun: &begun };
    work(&mut TallyReader::new(parts)).map_err(|fault| match fault {
        Fault::Damage(detail) => {
            let part = begun.get().saturating_sub(1);
            Fault::Damage(format!("counted lines, part {part}: {detail}"))
        }
        other => other,
    })
}

/// Iterator over the parts.
pub(super) struct Parts<'a> {
    rows: SqlRows<'a>,
    /// Number of parts read or attempted.
    begun: &'a Cell<u32>,
}

impl Parts<'_> {
    fn next_part(&mut self) -> Result<Option<Vec<u8>>, Fault> {
        let Some(row) = self.rows.next()? else {
            return Ok(None);
        };
        let wanted = self.begun.get();
        self.begun.set(wanted.saturating_add(1));
        match row.get::<u32>(0)? {
            found if found == wanted => Ok(Some(row.get(1)?)),
            found => Err(Fault::Damage(format!("it is missing, the next part is {found}"))),
        }
    }
}

impl Iterator for Parts<'_> {
    type Item = Result<Vec<u8>, Fault>;

    fn next(&mut self) -> Option<Result<Vec<u8>, Fault>> {
        self.next_part().transpose()
    }
}
