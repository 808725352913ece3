//! Text format of counts, written by an export and read from a new database's starter.
//!
//! The first line is `joseki counts 2`. A line `cohort SOURCE YEAR BAND` follows for each cohort;
//! cohorts are numbered from 0. Then come the moves in preorder, one per line: depth (0 for the
//! empty corner), step (`-` for the empty corner), turns, and the counts by cohort, separated by
//! spaces. Turns are three pairs `turns/here`, separated by commas: at once, later, again; for
//! amateurs and, after `|` and if there are any, for professionals and for engines. Counts
//! of a cohort are `number:games,corners,scored=half points/above even`, the last the thousandths of
//! a point by which the expected result exceeds half a point a game, followed, if engines report
//! what the move lost, by `;count,sum,squares;count,sum,squares` in hundredths of points and
//! ten-thousandths of win rate. Trailing values of `games,corners,scored` that equal the games are
//! omitted, and so is 0 above even. Examples are not written. Version 1, which is read too, has no
//! expected results, and the turns of all players as those of amateurs.

use std::fmt::Write;

use smallvec::SmallVec;
use strum::VariantArray;

use super::stream::Entry;
use joseki_book::{
    Cohort, CohortCount, GameCount, PlayerKind, Spread, Tally, TurnCount, Turns, TurnsByKind,
};
use joseki_game::{Alphabet, Step};

const TITLE: &str = "joseki counts 2";
const TITLE_ONE: &str = "joseki counts 1";

/// Error for a text that does not contain valid counts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the counts: {problem}")]
pub struct CountsError {
    /// Line number, starting at 1.
    pub line: usize,
    /// What is wrong with the line.
    pub problem: &'static str,
}

/// Returns the header of a text: title and cohorts. White space in names of sources is replaced by
/// underscores.
#[must_use]
pub fn counts_head(cohorts: &[Cohort]) -> String {
    let mut text = format!("{TITLE}\n");
    for cohort in cohorts {
        let source: String = cohort.source.split_whitespace().collect::<Vec<_>>().join("_");
        text.push_str(&format!("cohort {source} {} {}\n", cohort.year, <&str>::from(cohort.band)));
    }
    text
}

/// Returns the line of an entry.
#[must_use]
pub fn counts_line(entry: &Entry) -> String {
    let step = if entry.depth == 0 { "-".to_owned() } else { entry.step.to_string() };
    let mut line = format!("{} {step} ", entry.depth);
    push_turns(&mut line, &entry.tally.turns);
    for cell in &entry.tally.cells {
        push_cell(&mut line, cell);
    }
    line.push('\n');
    line
}

/// Parses a text line by line; returns all cohorts, marked as imported, and the entries.
///
/// # Errors
/// The first invalid line.
pub fn read_counts(
    alphabet: Alphabet,
    text: &str,
) -> Result<(Vec<Cohort>, Vec<Entry>), CountsError> {
    let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, line)).peekable();
    let fail = |line: usize, problem: &'static str| CountsError { line, problem };
    if lines.next().is_none_or(|(_, title)| title != TITLE && title != TITLE_ONE) {
        return Err(fail(1, "expected \"joseki counts 2\""));
    }
    let mut cohorts = Vec::new();
    while let Some((at, line)) = lines.next_if(|(_, line)| line.starts_with("cohort ")) {
        cohorts
            .push(cohort(line).ok_or_else(|| fail(at, "expected cohort, source, year, strength"))?);
    }
    let mut entries: Vec<Entry> = Vec::new();
    let mut path: Vec<Step> = Vec::new();
    for (at, line) in lines {
        let entry = entry(alphabet, line)
            .ok_or_else(|| fail(at, "expected depth, step, turns and counts"))?;
        let known = |cell: &CohortCount| (cell.cohort as usize) < cohorts.len();
        if !entry.tally.cells.iter().all(known) {
            return Err(fail(at, "unknown cohort number"));
        }
        let rising = entry.depth.checked_sub(1).is_some_and(|before| {
            before < path.len() + 1 && path.get(before).is_none_or(|last| *last < entry.step)
        });
        if entries.is_empty() != (entry.depth == 0) || !(entries.is_empty() || rising) {
            return Err(fail(
                at,
                "wrong order: expected the empty corner first, then each move after its predecessor, siblings in order of steps",
            ));
        }
        path.truncate(entry.depth.saturating_sub(1));
        if entry.depth > 0 {
            path.push(entry.step);
        }
        entries.push(entry);
    }
    Ok((cohorts, entries))
}

fn push_turns(line: &mut String, turns: &TurnsByKind) {
    let kinds = PlayerKind::VARIANTS.iter().map(|kind| turns.of(*kind));
    let played = kinds.clone().rposition(|turns| *turns != Turns::default()).unwrap_or(0);
    for (at, turns) in kinds.enumerate().take(played + 1) {
        let all = [turns.at_once, turns.later, turns.again];
        let all = all.map(|asked| format!("{}/{}", asked.turns, asked.here));
        line.push_str(if at > 0 { "|" } else { "" });
        if at == 0 || *turns != Turns::default() {
            line.push_str(&all.join(","));
        }
    }
}

fn push_cell(line: &mut String, cell: &CohortCount) {
    let count = &cell.count;
    // Writing to a string cannot fail.
    let _ = write!(line, " {}:{}", cell.cohort, count.games);
    if count.corners != count.games || count.scored != count.games {
        let _ = write!(line, ",{}", count.corners);
    }
    if count.scored != count.games {
        let _ = write!(line, ",{}", count.scored);
    }
    let _ = write!(line, "={}", count.half_points);
    let above_even = count.expected.wrapping_sub(GameCount::even(count.scored)) as i64;
    if above_even != 0 {
        let _ = write!(line, "/{above_even}");
    }
    if count.points_lost.count > 0 || count.win_rate_lost.count > 0 {
        for spread in [count.points_lost, count.win_rate_lost] {
            let _ = write!(line, ";{},{},{}", spread.count, spread.sum, spread.squares);
        }
    }
}

fn cohort(line: &str) -> Option<Cohort> {
    let mut words = line.split(' ').skip(1);
    let cohort = Cohort {
        source: words.next()?.to_owned(),
        year: words.next()?.parse().ok()?,
        band: words.next()?.parse().ok()?,
        imported: true,
    };
    words.next().is_none().then_some(cohort)
}

fn entry(alphabet: Alphabet, line: &str) -> Option<Entry> {
    let mut words = line.split(' ');
    let depth = words.next()?.parse().ok()?;
    let step = match words.next()? {
        "-" if depth == 0 => Step::TENUKI,
        text if depth > 0 => alphabet.parse_step(text).ok()?,
        _ => return None,
    };
    let mut turns = TurnsByKind::default();
    let mut kinds = words.next()?.split('|');
    for (kind, text) in PlayerKind::VARIANTS.iter().zip(kinds.by_ref()) {
        if !text.is_empty() {
            *turns.of_mut(*kind) = turns_of(text)?;
        }
    }
    kinds.next().is_none().then_some(())?;
    let cells: SmallVec<[CohortCount; 1]> = words.map(cell).collect::<Option<_>>()?;
    let sorted = cells.is_sorted_by(|a, b| a.cohort < b.cohort);
    let examples = SmallVec::new();
    let tally = Tally { cells, turns, examples };
    sorted.then_some(Entry { depth, step, tally })
}

fn turns_of(text: &str) -> Option<Turns> {
    let mut parts = text.split(',').map(|pair| {
        let (turns, here) = pair.split_once('/')?;
        Some(TurnCount { turns: turns.parse().ok()?, here: here.parse().ok()? })
    });
    let turns = Turns { at_once: parts.next()??, later: parts.next()??, again: parts.next()?? };
    parts.next().is_none().then_some(turns)
}

fn cell(text: &str) -> Option<CohortCount> {
    let (cohort, rest) = text.split_once(':')?;
    let (games, rest) = rest.split_once('=')?;
    let mut games = games.split(',').map(str::parse::<u32>);
    let first = games.next()?.ok()?;
    let mut next = || games.next().unwrap_or(Ok(first)).ok();
    let (corners, scored) = (next()?, next()?);
    let mut rest = rest.split(';');
    let points = rest.next()?;
    let (half_points, expected) = match points.split_once('/') {
        None => (points, 0),
        Some((half_points, above_even)) => (half_points, above_even.parse().ok()?),
    };
    let expected = GameCount::even(scored).checked_add_signed(expected)?;
    let mut spread = || rest.next().map_or(Some(Spread::default()), spread_of);
    let count = GameCount {
        games: first,
        corners,
        scored,
        half_points: half_points.parse().ok()?,
        expected,
        points_lost: spread()?,
        win_rate_lost: spread()?,
    };
    Some(CohortCount { cohort: cohort.parse().ok()?, count })
}

fn spread_of(text: &str) -> Option<Spread> {
    let mut parts = text.split(',');
    let spread = Spread {
        count: parts.next()?.parse().ok()?,
        sum: parts.next()?.parse().ok()?,
        squares: parts.next()?.parse().ok()?,
    };
    parts.next().is_none().then_some(spread)
}

#[cfg(test)]
mod tests {
    use super::*;
    use joseki_book::Band;

    const TEXT: &str = "joseki counts 2\n\
        cohort tom 2008 high_dan\n\
        cohort kata 0 engine\n\
        0 - 0/0,90/12,0/0 0:3,12=3/-20\n\
        1 CD 2/1,0/0,3/0||1/1,0/0,2/1 0:2=1 1:4,5,3=6;5,-20,900;0,0,0\n\
        2 XX 0/0,0/0,0/0 0:1=0\n\
        1 DD 0/0,0/0,0/0 0:1=2\n";

    #[test]
    fn a_text_reads_as_it_was_written() {
        let (cohorts, entries) = read_counts(Alphabet::CORNER, TEXT).unwrap();
        assert_eq!(cohorts[1].band, Band::Engine);
        assert!(cohorts.iter().all(|cohort| cohort.imported));
        let root = entries[0].tally.cells[0].count;
        assert_eq!((root.corners, root.expected), (12, 1480));
        let count = entries[1].tally.cells[1].count;
        assert_eq!((count.games, count.corners, count.scored, count.half_points), (4, 5, 3, 6));
        assert_eq!(count.points_lost.sum, -20);
        let lines: String = entries.iter().map(counts_line).collect();
        assert_eq!(counts_head(&cohorts) + &lines, TEXT);
        assert_eq!(
            read_counts(Alphabet::CORNER, &TEXT.replace("counts 2", "counts 1")),
            Ok((cohorts, entries))
        );
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for (from, to, line) in [
            ("counts 2", "counts 3", 1),
            ("2008", "x", 2),
            ("2 XX", "4 XX", 6),
            ("1 DD", "1 CA", 7),
            ("1 DD", "0 -", 7),
            ("0:1=2", "7:1=2", 7),
            ("/-20", "/-1501", 4),
            ("3/0||", "3||", 5),
            ("2/1 0:2", "2/1| 0:2", 5),
        ] {
            let error = read_counts(Alphabet::CORNER, &TEXT.replacen(from, to, 1)).unwrap_err();
            assert_eq!(error.line, line, "{from} {to}: {error}");
        }
        assert!(read_counts(Alphabet::CORNER, "").is_err());
    }
}
