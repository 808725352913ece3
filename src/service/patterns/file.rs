//! Games prepared for searching, in a file beside the database, so that a program need not replay
//! them at every start. A cache: stale files are rebuilt.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use joseki_base::cancel;
use joseki_game::{BoardSize, Game};
use joseki_patterns::{PATTERN_BYTES_VERSION, PatternGames};

/// The first line of a file.
const MAGIC: &[u8; 16] = b"joseki games 01\n";
/// Extension of the files.
const EXTENSION: &str = "joseki-games";
/// Beginning of the names of files that are being written.
const UNFINISHED: &str = ".unfinished-";
/// Maximum size of a head in bytes: names of players take most of it.
const MAX_HEAD_LENGTH: u32 = 1 << 30;
/// Maximum size of a block in bytes: 2,048 games of 16,000 moves.
const MAX_BLOCK_LENGTH: u32 = 1 << 27;

/// What a file says of its games. All must be as in the program and the store that read it.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FileHead {
    /// Versions of the program and of the bytes.
    pub program: String,
    pub format: u32,
    pub book: String,
    pub game: String,
    pub created: i64,
    pub history: String,
    /// Identity of the last game that was read, and the number after it.
    pub last: Option<u64>,
    pub read: u32,
    /// Numbers of games of each cohort: all, and those without moves.
    pub cohorts: Vec<[u64; 2]>,
    /// Names of players by number.
    pub names: Vec<String>,
    /// Lines of each board, and the number of its blocks.
    pub boards: Vec<(u8, u32)>,
}

impl FileHead {
    /// Whether the file was written by this program in this form.
    pub fn is_of_this_program(&self) -> bool {
        self.program == env!("CARGO_PKG_VERSION") && self.format == PATTERN_BYTES_VERSION
    }
}

/// Returns the file of a book.
pub(super) fn path(folder: &Path, book: &str) -> PathBuf {
    folder.join(format!("{book}.{EXTENSION}"))
}

/// A file whose head is read.
pub(super) struct GamesFile {
    pub head: FileHead,
    rest: BufReader<File>,
}

impl GamesFile {
    /// Opens a file.
    ///
    /// # Errors
    /// Unreadable, or not such a file.
    pub fn open(path: &Path) -> io::Result<GamesFile> {
        let mut rest = BufReader::with_capacity(1 << 20, File::open(path)?);
        let mut magic = [0; MAGIC.len()];
        rest.read_exact(&mut magic)?;
        if magic != *MAGIC {
            return Err(invalid("it begins with other bytes"));
        }
        let head = read_part(&mut rest, MAX_HEAD_LENGTH)?;
        Ok(GamesFile { head: serde_json::from_slice(&head)?, rest })
    }

    /// Reads the games.
    ///
    /// # Errors
    /// Unreadable, damaged, or the caller is gone.
    pub fn games(mut self, game: Game, usual: BoardSize) -> io::Result<Vec<PatternGames>> {
        let boards = std::mem::take(&mut self.head.boards);
        let games = boards.into_iter().map(|(lines, blocks)| {
            let size = if lines == usual.get() { Some(usual) } else { BoardSize::new(lines).ok() };
            let size = size.ok_or_else(|| invalid("it has a board of an unknown size"))?;
            let parts = (0..blocks).map(|_| {
                cancel::checkpoint()?;
                read_part(&mut self.rest, MAX_BLOCK_LENGTH)
            });
            let games = PatternGames::from_bytes(game, size, parts)?;
            games.ok_or_else(|| invalid("its games are damaged"))
        });
        games.collect()
    }
}

/// Writes a file in place of the existing one. The work is not cancelled with its caller: the games
/// were read for all, and those of the next caller would be read again.
///
/// # Errors
/// It cannot be written; the existing file stays.
pub(super) fn write(path: &Path, head: &FileHead, boards: &[PatternGames]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let file = tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(folder)?;
    // Shows that the program which writes it is alive.
    file.as_file().lock()?;
    let mut out = BufWriter::with_capacity(1 << 20, file.as_file());
    out.write_all(MAGIC)?;
    write_part(&mut out, &serde_json::to_vec(head)?)?;
    let mut parts = boards.iter().flat_map(PatternGames::to_bytes);
    parts.try_for_each(|part| write_part(&mut out, &part))?;
    out.flush()?;
    drop(out);
    // Not synchronized with the disk: a checksum that is wrong after a power failure costs a replay.
    file.persist(path).map(drop).map_err(|error| error.error)
}

/// Removes the files of other books than these, and those that programs left unfinished.
///
/// # Errors
/// The folder cannot be read.
pub(super) fn remove_others(folder: &Path, books: &[String]) -> io::Result<()> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let path = entry?.path();
        let is_left = match path.file_name().and_then(OsStr::to_str) {
            Some(name) if name.starts_with(UNFINISHED) => {
                File::open(&path).is_ok_and(|file| file.try_lock().is_ok())
            }
            Some(name) => name
                .strip_suffix(EXTENSION)
                .and_then(|name| name.strip_suffix('.'))
                .is_some_and(|name| !books.iter().any(|book| book == name)),
            None => false,
        };
        if is_left {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}

/// Reads a part: its length and checksum as four bytes each, then its bytes.
fn read_part(from: &mut impl Read, longest: u32) -> io::Result<Vec<u8>> {
    let mut number = || {
        let mut bytes = [0; 4];
        from.read_exact(&mut bytes).map(|()| u32::from_le_bytes(bytes))
    };
    let (length, checksum) = (number()?, number()?);
    if length > longest {
        return Err(invalid("it has a part that is too long"));
    }
    let mut bytes = Vec::new();
    from.take(length.into()).read_to_end(&mut bytes)?;
    if bytes.len() != length as usize || crc32fast::hash(&bytes) != checksum {
        return Err(invalid("a checksum is wrong"));
    }
    Ok(bytes)
}

fn write_part(to: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    let length = u32::try_from(bytes.len()).map_err(|_| invalid("a part is too long"))?;
    to.write_all(&length.to_le_bytes())?;
    to.write_all(&crc32fast::hash(bytes).to_le_bytes())?;
    to.write_all(bytes)
}

fn invalid(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(book: &str) -> FileHead {
        FileHead {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            format: PATTERN_BYTES_VERSION,
            book: book.to_owned(),
            game: "go".to_owned(),
            created: 7,
            history: "mark".to_owned(),
            last: Some(u64::MAX),
            read: 3,
            cohorts: vec![[3, 1]],
            names: vec!["仲邑菫".to_owned()],
            boards: vec![(19, 1)],
        }
    }

    #[test]
    fn every_damaged_byte_and_every_cut_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = path(folder.path(), "main");
        write(&path, &head("main"), &[PatternGames::new(BoardSize::NINETEEN)]).unwrap();
        let whole = fs::read(&path).unwrap();
        let read = || {
            let file = GamesFile::open(&path)?;
            assert_eq!(file.head, head("main"));
            file.games(Game::Go, BoardSize::NINETEEN)
        };
        assert_eq!(read().unwrap()[0].len(), 0);
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x10;
            fs::write(&path, &damaged).unwrap();
            assert!(read().is_err(), "byte {at}");
            fs::write(&path, &whole[..at]).unwrap();
            assert!(read().is_err(), "{at} bytes");
        }
    }

    #[test]
    fn a_file_is_written_although_the_caller_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let path = path(folder.path(), "main");
        let progress = std::sync::Arc::<cancel::Progress>::default();
        assert!(progress.cancel());
        cancel::run(progress, None, || {
            assert!(cancel::is_cancelled());
            write(&path, &head("main"), &[PatternGames::new(BoardSize::NINETEEN)]).unwrap();
        });
        assert_eq!(GamesFile::open(&path).unwrap().head, head("main"));
    }

    #[test]
    fn files_of_books_that_are_gone_are_removed_and_those_being_written_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let in_folder = |name: &str| folder.path().join(name);
        for name in ["a.joseki-games", "b.joseki-games", ".unfinished-1", "notes.txt"] {
            fs::write(in_folder(name), "").unwrap();
        }
        let written = File::create(in_folder(".unfinished-2")).unwrap();
        written.lock().unwrap();
        remove_others(folder.path(), &["b".to_owned()]).unwrap();
        let mut names: Vec<_> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(names, [".unfinished-2", "b.joseki-games", "notes.txt"]);
        remove_others(&in_folder("missing"), &[]).unwrap();
    }
}
