//! Unit tests of `stream`.

use super::*;
use joseki_book::{CohortCount, PlayerKind};
use proptest::prelude::*;

#[derive(Debug, PartialEq)]
struct Damaged;

impl From<TallyError> for Damaged {
    fn from(_: TallyError) -> Damaged {
        Damaged
    }
}

fn entry(depth: usize, step: &str, games: u32, example: u32) -> Entry {
    let mut tally = Tally::default();
    tally.cells.push(CohortCount::default());
    tally.cells[0].count.games = games;
    tally.examples.push(example);
    tally.turns.of_mut(PlayerKind::Other).again.turns = depth as u32;
    let step = if depth == 0 { Step::TENUKI } else { step.parse().unwrap() };
    Entry { depth, step, tally }
}

fn write(entries: &[Entry]) -> Vec<Vec<u8>> {
    let mut writer = TallyWriter::default();
    let mut parts: Vec<Vec<u8>> =
        entries.iter().filter_map(|entry| writer.push(entry.clone())).collect();
    parts.extend(writer.finish());
    parts
}

fn read_all(parts: Vec<Vec<u8>>) -> Result<Vec<Entry>, Damaged> {
    let mut reader = TallyReader::new(parts.into_iter().map(Ok::<_, Damaged>));
    let mut entries = Vec::new();
    while let Some(entry) = reader.next_entry()? {
        entries.push(entry);
    }
    Ok(entries)
}

#[test]
fn entries_read_back_whether_they_share_their_games_or_not() {
    let entries = [
        entry(0, "", 3, 1),
        entry(1, "CD", 1, 1),
        entry(2, "XX", 1, 1),
        entry(1, "DD", 2, 2),
        entry(2, "CF", 2, 2),
        entry(3, "FC", 1, 2),
        entry(3, "XX", 1, 2),
    ];
    let parts = write(&entries);
    assert_eq!(read_all(parts).unwrap(), entries);
}

#[test]
fn the_tail_of_one_game_is_a_few_bytes_a_move() {
    let tail: Vec<Entry> = (0..50).map(|depth| entry(depth, "DD", 1, 70_000)).collect();
    let bytes: usize = write(&tail).iter().map(Vec::len).sum();
    assert!(bytes < 50 * 6 + 10, "{bytes}");
}

#[test]
fn many_entries_come_in_parts() {
    let mut entries = vec![entry(0, "", 9, 1)];
    entries.extend((0..200_000).map(|game| entry(1, "CD", 1, game)));
    let parts = write(&entries);
    assert!(parts.len() > 2 && parts.iter().all(|part| part.len() < PART + 100));
    assert_eq!(read_all(parts).unwrap(), entries);
}

#[test]
fn no_part_is_no_entry() {
    let none = std::iter::empty::<Result<Vec<u8>, TallyError>>();
    assert_eq!(TallyReader::new(none).next_entry(), Ok(None));
}

/// Lines with all their beginnings, and the counts of each, in the order of a stream.
fn any_lines() -> impl Strategy<Value = Vec<(Vec<Step>, Entry)>> {
    let line = proptest::collection::vec(prop_oneof![0u16..4, Just(u16::MAX)], 1..7);
    let counts = proptest::collection::vec((1u32..3, 0u32..2), 1..9);
    (proptest::collection::btree_set(line, 0..20), counts).prop_map(|(lines, counts)| {
        let beginnings = |line: Vec<u16>| (0..=line.len()).map(move |end| line[..end].to_vec());
        let mut all: std::collections::BTreeSet<Vec<u16>> =
            lines.into_iter().flat_map(beginnings).collect();
        all.insert(Vec::new());
        let with_counts = all.into_iter().zip(counts.into_iter().cycle());
        let entries = with_counts.map(|(line, (games, example))| {
            let line: Vec<Step> =
                line.into_iter().map(|code| Step::from_code(code).unwrap()).collect();
            let mut entry = entry(line.len(), "AA", games, example);
            entry.step = line.last().copied().unwrap_or(Step::TENUKI);
            (line, entry)
        });
        entries.collect()
    })
}

/// Finds a line as a store does: in the last part that begins with it or before.
fn find(parts: &[Vec<u8>], line: &[Step]) -> Option<Tally> {
    let firsts: Vec<Vec<Step>> = parts.iter().map(|part| first_line(part).unwrap()).collect();
    let at = firsts.partition_point(|first| first.as_slice() <= line).checked_sub(1)?;
    let mut found = find_in_part(&parts[at], &firsts[at], TallyVersion::CURRENT, &[line]).unwrap();
    match found.pop()?.1 {
        FoundTally::Whole(tally) => Some(tally),
        FoundTally::AsBefore(steps, turns) => {
            assert!(line[..steps] < firsts[at][..]);
            Some(Tally { turns, ..find(parts, &line[..steps])? })
        }
    }
}

/// Depths at most one deeper than the last, which gives any tree in preorder.
fn any_tree() -> impl Strategy<Value = Vec<Entry>> {
    let node = (0usize..9, 0u16..4, 1u32..3, 0u32..3);
    proptest::collection::vec(node, 0..60).prop_map(|nodes| {
        let mut entries = vec![entry(0, "", 5, 0)];
        for (depth, code, games, example) in nodes {
            let deepest = entries[entries.len() - 1].depth + 1;
            let mut entry = entry(1 + depth % deepest, "AA", games, example);
            entry.step = Step::from_code(code).unwrap();
            entries.push(entry);
        }
        entries
    })
}

proptest! {
    #[test]
    fn leaving_out_leaves_out_what_follows_and_nothing_else(
        entries in any_tree(), left_out in proptest::collection::btree_set(0u16..4, 0..3),
    ) {
        let wanted = |step: Step| !left_out.contains(&step.code());
        let mut reader = TallyReader::new(write(&entries).into_iter().map(Ok::<_, Damaged>));
        let mut found = Vec::new();
        while let Some(entry) = reader.next_wanted(|_, step| wanted(step)).unwrap() {
            found.push(entry);
        }
        let mut out = usize::MAX;
        let kept = entries.into_iter().filter(|entry| {
            if entry.depth <= out {
                out = if wanted(entry.step) { usize::MAX } else { entry.depth };
            }
            out == usize::MAX
        });
        prop_assert_eq!(found, kept.collect::<Vec<_>>());
    }

    #[test]
    fn each_part_can_be_searched_alone(
        lines in any_lines(), size in 1usize..5, bytes in 30usize..90,
        other in proptest::collection::vec(0u16..4, 0..7),
    ) {
        let mut writer = TallyWriter::default();
        let mut parts = Vec::new();
        for (at, (_, entry)) in lines.iter().enumerate() {
            writer.push(entry.clone());
            if at % size == 0 {
                parts.push(std::mem::take(&mut writer.part));
            }
        }
        parts.extend(writer.finish());
        // The same entries in other parts, as they are copied: the root has no parent there.
        let mut reader = TallyReader::new(parts.clone().into_iter().map(Ok::<_, Damaged>));
        let root = reader.next_entry().unwrap().unwrap();
        let mut copied = vec![TallyWriter::default()];
        copied[0].push(root);
        let mut copied = vec![copied.remove(0).finish().unwrap()];
        loop {
            let mut part = Vec::new();
            if reader.copy_below(0, &mut part, bytes).unwrap() == 0 {
                break;
            }
            copied.push(part);
        }
        let other: Vec<Step> =
            other.into_iter().map(|code| Step::from_code(code).unwrap()).collect();
        for parts in [parts, copied] {
            let entries: Vec<Entry> = lines.iter().map(|(_, entry)| entry.clone()).collect();
            prop_assert_eq!(read_all(parts.clone()).unwrap(), entries);
            for (line, entry) in &lines {
                prop_assert_eq!(find(&parts, line), Some(entry.tally.clone()), "{:?}", line);
            }
            let is_there = lines.iter().any(|(line, _)| *line == other);
            prop_assert_eq!(find(&parts, &other).is_some(), is_there);
            // A part is not searched as another one.
            let elsewhere = Step::from_code(300).unwrap();
            for part in &parts {
                let mut first = first_line(part).unwrap();
                first.push(elsewhere);
                let found = find_in_part(part, &first, TallyVersion::CURRENT, &[&other]);
                prop_assert_eq!(found, Err(TallyError));
            }
            let mut reader = TallyReader::new(parts.clone().into_iter().map(Ok::<_, Damaged>));
            for part in &parts {
                let (line, version) = reader.next_part().unwrap().unwrap();
                prop_assert_eq!((line, version), (first_line(part).unwrap(), TallyVersion::Two));
            }
            prop_assert_eq!(reader.next_part().unwrap(), None);
        }
    }

    #[test]
    fn damaged_parts_are_an_error_and_never_a_panic(
        at in 0usize..200, byte: u8, cut in 0usize..200,
    ) {
        let tail: Vec<Entry> = (0..30).map(|depth| entry(depth, "DD", 1, 70_000)).collect();
        let mut parts = write(&tail);
        let length = parts[0].len();
        parts[0][at % length] = byte;
        parts[0].truncate(length - cut % length);
        let line = vec![tail[1].step; 3];
        let _ = first_line(&parts[0]);
        let _ = find_in_part(&parts[0], &[], TallyVersion::CURRENT, &[&line]);
        if let Ok(entries) = read_all(parts) {
            prop_assert!(entries.len() <= 2 * tail.len());
        }
    }
}
