//! The files, directories and archives that a command is given.

use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;

use super::directory::{Found, Walk};
use super::producer::Producer;
use super::progress::Progress;
use super::{Damage, Event};

/// Why sources cannot be read at all.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// There is nothing at a path, or it cannot be looked at.
    #[error("{}: {error}; check the path", path.display())]
    Missing {
        /// The path.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
}

/// Paths that have been found to exist.
#[derive(Debug)]
pub struct Sources {
    paths: Vec<PathBuf>,
    total_bytes: u64,
    progress: Progress,
}

impl Sources {
    /// Looks at all paths, and at everything in the directories among them.
    ///
    /// # Errors
    /// [`ArchiveError::Missing`] for the first path that does not exist. What cannot be read inside
    /// of directories is told later, as [`Event::Broken`].
    pub fn find(paths: &[PathBuf]) -> Result<Self, ArchiveError> {
        for path in paths {
            fs::metadata(path).map_err(|error| ArchiveError::Missing {
                path: path.clone(),
                error,
            })?;
        }
        let size = |found| match found {
            Found::File { size, .. } => size.unwrap_or(0),
            Found::Skipped { .. } | Found::Unreadable { .. } => 0,
        };
        Ok(Self {
            paths: paths.to_vec(),
            total_bytes: Walk::new(paths.to_vec()).map(size).sum(),
            progress: Progress::default(),
        })
    }

    /// The bytes of all files, as they are on disk, also of those that turn out to be no game
    /// records.
    pub fn total_bytes(&self) -> u64 {
        self.total_bytes
    }

    /// The counter of bytes done with, by the producer and by the readers of its pieces.
    pub fn progress(&self) -> Progress {
        self.progress.clone()
    }

    /// Reads everything, on this thread, and tells of it in the same order each time. A file that
    /// is given by name is always read; in directories and archives only what the name or the
    /// first bytes say is a game record or holds some.
    ///
    /// `emit` ends the reading with [`ControlFlow::Break`], which is then the answer.
    pub fn read(self, emit: &mut dyn FnMut(Event<'_>) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut producer = Producer::new(emit, self.progress);
        for found in Walk::new(self.paths) {
            match found {
                Found::File {
                    path,
                    size,
                    is_given,
                } => producer.file(path, size, is_given)?,
                Found::Skipped { path, reason } => {
                    producer.skipped(path.display().to_string(), reason)?;
                }
                Found::Unreadable { path, error } => {
                    producer.broken(path.display().to_string(), Damage::Io(error))?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
