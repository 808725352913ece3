//! Blocks of bytes that wait for their use, in memory while they are few and then in a file.

use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::SpooledTempFile;

use crate::book::TallyError;

/// A list of blocks, written once and read once. The file has no name and goes with it.
#[derive(Debug)]
pub struct Spool {
    file: BufWriter<SpooledTempFile>,
    folder: PathBuf,
}

impl Spool {
    /// An empty list that goes to a file in `folder` once it has more than `memory` bytes.
    #[must_use]
    pub fn new(folder: &Path, memory: usize) -> Spool {
        Spool {
            file: BufWriter::new(tempfile::spooled_tempfile_in(memory, folder)),
            folder: folder.to_owned(),
        }
    }

    /// Appends a block.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn push(&mut self, block: &[u8]) -> io::Result<()> {
        let length = (block.len() as u64).to_le_bytes();
        let written = self.file.write_all(&length);
        written
            .and_then(|()| self.file.write_all(block))
            .map_err(|error| at(&self.folder, &error))
    }

    /// The blocks in their order.
    ///
    /// # Errors
    /// The file cannot be written or read.
    pub fn into_blocks(self) -> io::Result<Blocks> {
        let mut file = self
            .file
            .into_inner()
            .map_err(|error| at(&self.folder, error.error()))?;
        file.seek(SeekFrom::Start(0))?;
        Ok(Blocks {
            file: BufReader::new(file),
        })
    }
}

/// The blocks of a [`Spool`].
#[derive(Debug)]
pub struct Blocks {
    file: BufReader<SpooledTempFile>,
}

impl Blocks {
    fn block(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut length = [0; 8];
        match self.file.read_exact(&mut length) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
            read => read?,
        }
        let mut block = Vec::new();
        let length = u64::from_le_bytes(length);
        let read = self.file.by_ref().take(length).read_to_end(&mut block)?;
        if read as u64 == length {
            Ok(Some(block))
        } else {
            Err(io::ErrorKind::UnexpectedEof.into())
        }
    }
}

impl Iterator for Blocks {
    type Item = io::Result<Vec<u8>>;

    fn next(&mut self) -> Option<io::Result<Vec<u8>>> {
        self.block().transpose()
    }
}

/// The error with the folder, whose name tells what to do.
fn at(folder: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", folder.display()))
}

/// What was put aside was written by this program: it can only be the disk.
impl From<TallyError> for io::Error {
    fn from(error: TallyError) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidData, error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_come_back_from_memory_and_from_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let blocks: Vec<Vec<u8>> = (0..300u32).map(|n| vec![n as u8; n as usize * 7]).collect();
        for memory in [0, 100, 1 << 30] {
            let mut spool = Spool::new(folder.path(), memory);
            blocks.iter().for_each(|block| spool.push(block).unwrap());
            let read: io::Result<Vec<Vec<u8>>> = spool.into_blocks().unwrap().collect();
            assert_eq!(read.unwrap(), blocks);
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
