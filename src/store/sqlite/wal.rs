//! Check of SQLite's write-ahead log before SQLite reads it.
//!
//! SQLite reads the log up to the first page with a wrong checksum and drops the rest, which is
//! what a power cut in the middle of a commit leaves. Here every commit has reached the disk before
//! the next one begins, so a power cut can only have hit the last one. If pages of a later commit
//! follow the wrong one, the log was damaged, and continuing would lose acknowledged changes.
//! Damage that looks like a power cut cannot be distinguished from one: wrong pages of the last
//! commit, or a wrong last page of the commit before if its header is damaged too.

use std::fs::File;
use std::io::{BufReader, ErrorKind, Read};
use std::path::Path;

use super::side_files::with_suffix;
use crate::sql::fault::Fault;

const HEAD: usize = 32;
const FRAME_HEAD: usize = 24;
/// The first bytes, except the last bit, which gives the byte order of the checksums.
const MAGIC: u32 = 0x377f_0682;
/// How often a log is read that may be changing.
const TRIES: usize = 3;

/// Returns what is wrong with the log next to a file, if anything.
pub(super) fn damage(database: &Path) -> Result<Option<String>, Fault> {
    let path = with_suffix(database, "-wal");
    let mut found = None;
    // Another program may be writing to it; only real damage is found each time.
    for _ in 0..TRIES {
        found = match File::open(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            file => check_log(BufReader::new(file?))?,
        };
        if found.is_none() {
            break;
        }
    }
    Ok(found)
}

/// Returns whether the log and the rollback journal next to a file are missing or empty, so that the
/// file alone has its last state.
pub(super) fn is_file_alone(database: &Path) -> Result<bool, Fault> {
    for end in ["-wal", "-journal"] {
        match with_suffix(database, end).metadata() {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            found => {
                if found?.len() > 0 {
                    return Ok(false);
                }
            }
        }
    }
    Ok(true)
}

/// The header of a log.
struct WalHeader {
    big_endian: bool,
    page: usize,
    salt: [u8; 8],
    sum: (u32, u32),
}

fn check_log(mut log: impl Read) -> std::io::Result<Option<String>> {
    let mut bytes = [0; HEAD];
    let whole = fill(&mut log, &mut bytes)?;
    // SQLite extends the file before it writes to it.
    if !whole || bytes == [0; HEAD] {
        return Ok(None);
    }
    match WalHeader::parse(&bytes) {
        Some(head) => head.check_pages(log),
        None if log.read(&mut [0])? == 0 => Ok(None),
        None => Ok(Some("its log (-wal) has a damaged header".to_owned())),
    }
}

/// Fills the buffer; returns false at the end of the file.
fn fill(source: &mut impl Read, bytes: &mut [u8]) -> std::io::Result<bool> {
    match source.read_exact(bytes) {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        read => read.map(|()| true),
    }
}

impl WalHeader {
    fn parse(bytes: &[u8]) -> Option<WalHeader> {
        let magic = word(bytes, 0, true);
        let big_endian = magic == MAGIC | 1;
        let page = word(bytes, 8, true) as usize;
        let sum = checksum((0, 0), &bytes[..24], big_endian);
        let kept = (word(bytes, 24, true), word(bytes, 28, true));
        let whole = magic & !1 == MAGIC && page.is_power_of_two() && sum == kept;
        whole.then(|| WalHeader {
            big_endian,
            page,
            salt: std::array::from_fn(|at| bytes[16 + at]),
            sum,
        })
    }

    /// Searches for pages of a later commit after the first wrong one.
    fn check_pages(&self, mut log: impl Read) -> std::io::Result<Option<String>> {
        let (mut sum, mut wrong, mut committed) = (self.sum, None, false);
        let mut frame = vec![0; FRAME_HEAD + self.page];
        for number in 1_u64.. {
            if !fill(&mut log, &mut frame)? {
                break;
            }
            let is_ours = frame.get(8..16) == Some(&self.salt[..]);
            let kept = (word(&frame, 16, true), word(&frame, 20, true));
            let right = is_ours && self.sum_of(sum, &frame) == kept;
            match wrong {
                None if right => {}
                None => wrong = Some(number),
                Some(page) if right && committed => {
                    return Ok(Some(format!(
                        "its log (-wal) is damaged at page {page}, and acknowledged changes follow it"
                    )));
                }
                Some(_) => {}
            }
            // The last page of a commit has the size of the database in its header.
            committed |= wrong.is_some() && is_ours && word(&frame, 4, true) != 0;
            sum = kept;
        }
        Ok(None)
    }

    /// Computes the checksum of a page, which continues that of the page before.
    fn sum_of(&self, before: (u32, u32), frame: &[u8]) -> (u32, u32) {
        let sum = checksum(before, &frame[..8], self.big_endian);
        checksum(sum, &frame[FRAME_HEAD..], self.big_endian)
    }
}

/// SQLite's checksum: two sums, each fed with every other word and with the other sum.
fn checksum(before: (u32, u32), bytes: &[u8], big_endian: bool) -> (u32, u32) {
    let pairs = bytes.chunks_exact(8);
    pairs.fold(before, |(one, two), pair| {
        let one = one.wrapping_add(word(pair, 0, big_endian)).wrapping_add(two);
        let two = two.wrapping_add(word(pair, 4, big_endian)).wrapping_add(one);
        (one, two)
    })
}

/// Reads four bytes as a number; 0 past the end.
fn word(bytes: &[u8], at: usize, big_endian: bool) -> u32 {
    let four = bytes.get(at..at + 4).and_then(|four| four.try_into().ok());
    let four: [u8; 4] = four.unwrap_or_default();
    if big_endian { u32::from_be_bytes(four) } else { u32::from_le_bytes(four) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::{connection, migration};

    /// Returns a log of several commits, each of several pages.
    fn log() -> Vec<u8> {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.db");
        drop(connection::open_writer(&path, "a.db", migration::ALL).unwrap());
        let conn = connection::open_writer(&path, "a.db", migration::ALL).unwrap();
        for commit in 0..4 {
            let sql = "INSERT INTO trainee (name) VALUES (?1)";
            conn.execute(sql, [format!("{commit}")]).unwrap();
        }
        std::fs::read(with_suffix(&path, "-wal")).unwrap()
    }

    #[test]
    fn a_log_cut_short_is_no_damage() {
        let log = log();
        let pages = (log.len() - HEAD) / (FRAME_HEAD + 4096);
        assert!(pages >= 8, "{pages}");
        for end in (0..log.len()).step_by(977) {
            assert_eq!(check_log(&log[..end]).unwrap(), None, "{end}");
        }
        let mut torn = log.clone();
        let last = torn.len() - 100;
        torn[last] ^= 1;
        assert_eq!(check_log(&torn[..]).unwrap(), None, "the last commit is in doubt");
        assert_eq!(check_log(&log[..]).unwrap(), None);
    }

    #[test]
    fn a_bit_before_the_last_commits_is_found() {
        let log = log();
        let frame = FRAME_HEAD + 4096;
        let pages = (log.len() - HEAD) / frame;
        // The header, and pages followed by at least a whole commit and one more page.
        for at in (0..HEAD + (pages - 5) * frame).step_by(61) {
            let mut damaged = log.clone();
            damaged[at] ^= 1 << (at % 8);
            assert!(check_log(&damaged[..]).unwrap().is_some(), "{at}");
        }
    }
}
