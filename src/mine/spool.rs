//! Temporary storage of byte blocks, in memory while they are few and then in a file.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::vec;

/// A list of blocks, written once and read once. Its file is unnamed and disappears with it.
#[derive(Debug)]
pub struct Spool {
    /// Maximum number of bytes kept in memory.
    memory: usize,
    folder: PathBuf,
    /// The blocks in order, as long as there is no file.
    held: Vec<Vec<u8>>,
    held_bytes: usize,
    file: Option<BufWriter<File>>,
}

impl Spool {
    /// Creates an empty list that moves to a file in `folder` once it exceeds `memory` bytes.
    #[must_use]
    pub fn new(folder: &Path, memory: usize) -> Spool {
        Spool { memory, folder: folder.to_owned(), held: Vec::new(), held_bytes: 0, file: None }
    }

    /// Returns whether nothing was appended.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.held.is_empty() && self.file.is_none()
    }

    /// Appends a block.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn push(&mut self, block: Vec<u8>) -> io::Result<()> {
        if self.file.is_none() {
            self.held_bytes += block.capacity() + size_of::<Vec<u8>>();
            if self.held_bytes <= self.memory {
                self.held.push(block);
                return Ok(());
            }
        }
        let written = self.write(&block);
        written.map_err(|error| at(&self.folder, &error))
    }

    /// Writes a block to the file, after those that were in memory.
    fn write(&mut self, block: &[u8]) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(BufWriter::new(tempfile::tempfile_in(&self.folder)?)),
        };
        for held in self.held.drain(..) {
            write_block(file, &held)?;
        }
        write_block(file, block)
    }

    /// Returns the blocks in order.
    ///
    /// # Errors
    /// If the file cannot be written or read.
    pub fn into_blocks(self) -> io::Result<Blocks> {
        let Some(file) = self.file else {
            return Ok(Blocks::Held(self.held.into_iter()));
        };
        let mut file = file.into_inner().map_err(|error| at(&self.folder, error.error()))?;
        file.seek(SeekFrom::Start(0))?;
        Ok(Blocks::File(BufReader::new(file)))
    }
}

/// Iterator over the blocks of a [`Spool`].
#[derive(Debug)]
pub enum Blocks {
    /// In memory.
    Held(vec::IntoIter<Vec<u8>>),
    /// In a file, each preceded by its length.
    File(BufReader<File>),
}

fn write_block(file: &mut BufWriter<File>, block: &[u8]) -> io::Result<()> {
    file.write_all(&(block.len() as u64).to_le_bytes())?;
    file.write_all(block)
}

fn read_block(file: &mut BufReader<File>) -> io::Result<Option<Vec<u8>>> {
    let mut length = [0; 8];
    match file.read_exact(&mut length) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        read => read?,
    }
    let mut block = Vec::new();
    let length = u64::from_le_bytes(length);
    let read = file.by_ref().take(length).read_to_end(&mut block)?;
    if read as u64 == length { Ok(Some(block)) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

impl Iterator for Blocks {
    type Item = io::Result<Vec<u8>>;

    fn next(&mut self) -> Option<io::Result<Vec<u8>>> {
        match self {
            Blocks::Held(blocks) => blocks.next().map(Ok),
            Blocks::File(file) => read_block(file).transpose(),
        }
    }
}

/// Adds the folder to an error, since that is where the user can act.
fn at(folder: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", folder.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_come_back_from_memory_and_from_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let blocks: Vec<Vec<u8>> = (0..300u32).map(|n| vec![n as u8; n as usize * 7]).collect();
        for memory in [0, 10_000, 1 << 30] {
            let mut spool = Spool::new(folder.path(), memory);
            for block in &blocks {
                spool.push(block.clone()).unwrap();
            }
            let read: io::Result<Vec<Vec<u8>>> = spool.into_blocks().unwrap().collect();
            assert_eq!(read.unwrap(), blocks);
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
