//! Writes a book as sorted fixed-size records, for binary search in a memory-mapped file.
//!
//! `docs/book-format.md` specifies the format; `examples/read_book.py` reads it independently.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io;

use super::head::{BookFileHead, Contents, FileSink};
use super::selection::{Selection, Weight};
use joseki_base::cancel::checkpoint;
use joseki_book::{NodeId, Verdict};
use joseki_game::Step;

/// The first eight bytes; the last one is the format version.
pub(super) const MAGIC: [u8; 8] = *b"JOSEKI\0\x01";
/// Bytes before the first record.
pub(super) const HEAD: usize = 64;
/// Bytes of a record.
pub(super) const RECORD: usize = 24;
/// Both letters of a tenuki.
pub(super) const TENUKI: u8 = 255;
/// Flag: the move depends on conditions.
pub(super) const CONDITIONAL: u8 = 1;
/// Flag: the position is its own mirror, and the move stands for its mirror as well.
pub(super) const SYMMETRIC: u8 = 2;

#[derive(Clone, Copy, Default)]
struct BinaryEntry {
    verdict: Option<Verdict>,
    flags: u8,
    weight: u32,
    games: u32,
}

/// Writes a book as sorted records, followed by its head as text.
///
/// # Errors
/// When the output fails or the work is cancelled.
pub fn binary(
    selection: &Selection<'_>,
    head: &BookFileHead,
    weight: Weight,
    out: &mut dyn FileSink,
) -> io::Result<Contents> {
    let mut left_out = selection.left_out();
    let mut entries: BTreeMap<(u64, Step), BinaryEntry> = BTreeMap::new();
    let taken = selection.index.nodes().skip(1);
    for node in taken.filter(|node| selection.takes(*node)) {
        checkpoint()?;
        match place(selection, node) {
            Some((place, entry)) => merge(&mut entries, place, entry),
            None => left_out.add("not replayable on an empty board", 1),
        }
    }
    let mut records: Vec<((u64, Step), BinaryEntry)> = entries.into_iter().collect();
    records.sort_by_key(|((key, step), entry)| (*key, Reverse(entry.weight), *step));
    let text = head.lines().join("\n") + "\n";
    let positions = records.chunk_by(|((key, _), _), ((next, _), _)| key == next).count();
    let contents = Contents {
        unit: "position",
        entries: positions,
        moves: records.len(),
        left_out,
        ..Contents::default()
    };
    out.begin(&contents)?;
    out.write_all(&header(records.len(), text.len(), weight))?;
    for (place, entry) in &records {
        out.write_all(&record(*place, entry))?;
    }
    out.write_all(text.as_bytes())?;
    Ok(contents)
}

fn place(selection: &Selection<'_>, node: NodeId) -> Option<((u64, Step), BinaryEntry)> {
    let index = selection.index;
    let (key, step) = selection.keyed(node)?;
    // A move that is illegal with these stones alone has no position after it.
    index.key(node)?;
    let mut entry = BinaryEntry {
        verdict: selection.verdict(node),
        flags: 0,
        weight: selection.weight(node),
        games: index.count_by_position(node, |_| true).games,
    };
    if selection.is_conditional(node) {
        entry.flags |= CONDITIONAL;
    }
    if key.is_symmetric() {
        entry.flags |= SYMMETRIC;
    }
    Some(((key.key, step), entry))
}

/// Merges the same move by another order; its flags are the same for all orders.
fn merge(entries: &mut BTreeMap<(u64, Step), BinaryEntry>, place: (u64, Step), entry: BinaryEntry) {
    let there = entries.entry(place).or_insert(entry);
    there.weight = there.weight.max(entry.weight);
    there.games = there.games.max(entry.games);
    there.verdict = there.verdict.or(entry.verdict);
}

fn header(records: usize, text: usize, weight: Weight) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend((HEAD as u32).to_le_bytes());
    bytes.extend((RECORD as u32).to_le_bytes());
    bytes.extend((records as u64).to_le_bytes());
    bytes.extend(((HEAD + records * RECORD) as u64).to_le_bytes());
    bytes.extend((text as u64).to_le_bytes());
    let kind = match weight {
        Weight::Uniform => 0,
        Weight::Games => 1,
        Weight::Priority => 2,
    };
    bytes.extend([19, kind]);
    bytes.resize(HEAD, 0);
    bytes
}

fn record((key, step): (u64, Step), entry: &BinaryEntry) -> [u8; RECORD] {
    let (u, v) = step.coordinates().unwrap_or((TENUKI, TENUKI));
    let mut bytes = [0; RECORD];
    bytes[..8].copy_from_slice(&key.to_le_bytes());
    bytes[8..12].copy_from_slice(&[u, v, verdict_code(entry.verdict), entry.flags]);
    bytes[12..16].copy_from_slice(&entry.weight.to_le_bytes());
    // Bytes 16 to 19 are for an engine's learning.
    bytes[20..].copy_from_slice(&entry.games.to_le_bytes());
    bytes
}

/// 0 for none, else the index of the [`Verdict`], counted from 1.
fn verdict_code(verdict: Option<Verdict>) -> u8 {
    verdict.map_or(0, |verdict| verdict as u8 + 1)
}
