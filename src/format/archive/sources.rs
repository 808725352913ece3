//! The files, directories and archives given to a command.

use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;

use super::directory::{PathWalk, WalkItem};
use super::producer::Producer;
use super::progress::Progress;
use super::{Damage, Event};

/// The reason why sources cannot be read at all.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// A path does not exist or is inaccessible.
    #[error("{}: {error}; check the path", path.display())]
    Missing {
        /// The path.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
}

/// Paths that exist.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use joseki_format::archive::{Event, Sources};
/// use joseki_format::sgf::{Limits, TreeReader};
///
/// let folder = tempfile::tempdir()?;
/// std::fs::write(folder.path().join("two.sgf"), "(;B[pd])(;B[dd])")?;
/// std::fs::write(folder.path().join("notes.txt"), "not a record")?;
/// let mut games = 0;
/// let sources = Sources::find(&[folder.path().to_owned()])?;
/// let flow = sources.read(&mut |event| {
///     if let Event::Piece(piece) = event && let Ok(text) = piece.open() {
///         games += TreeReader::new(text, &Limits::default()).flatten().count();
///     }
///     ControlFlow::Continue(())
/// });
/// assert_eq!((games, flow), (2, ControlFlow::Continue(())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Sources {
    paths: Vec<PathBuf>,
    total_bytes: u64,
    progress: Progress,
}

impl Sources {
    /// Checks all paths, and scans the directories among them.
    ///
    /// # Errors
    /// [`ArchiveError::Missing`] for the first path that does not exist. Unreadable items inside
    /// directories are reported later as [`Event::Broken`].
    pub fn find(paths: &[PathBuf]) -> Result<Self, ArchiveError> {
        for path in paths {
            fs::metadata(path)
                .map_err(|error| ArchiveError::Missing { path: path.clone(), error })?;
        }
        let size = |found| match found {
            WalkItem::File { size, .. } => size.unwrap_or(0),
            WalkItem::Skipped { .. } | WalkItem::Unreadable { .. } => 0,
        };
        Ok(Self {
            paths: paths.to_vec(),
            total_bytes: PathWalk::new(paths.to_vec()).map(size).sum(),
            progress: Progress::default(),
        })
    }

    /// The first of the paths in text, with a slash after that of a directory: the order of these is
    /// the order of all paths below them.
    pub fn first_path(&self) -> String {
        let first = self.paths.first();
        first.map_or_else(String::new, |path| {
            let text = path.display().to_string();
            let is_directory = path.is_dir() && !text.ends_with('/');
            if is_directory { text + "/" } else { text }
        })
    }

    /// The size of all files on disk, including those that turn out not to be game records.
    pub fn total_bytes(&self) -> u64 {
        self.total_bytes
    }

    /// The counter of bytes processed by the producer and by the readers of its pieces.
    pub fn progress(&self) -> Progress {
        self.progress.clone()
    }

    /// Reads everything on this thread and emits it in a fixed order. A file given explicitly is
    /// always read. In directories and archives only items are read that are, or contain, game
    /// records by name or first bytes.
    ///
    /// `emit` ends the reading with [`ControlFlow::Break`], which is then returned.
    pub fn read(self, emit: &mut dyn FnMut(Event<'_>) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut producer = Producer::new(emit, self.progress);
        for found in PathWalk::new(self.paths) {
            match found {
                WalkItem::File { path, size, is_given } => producer.file(path, size, is_given)?,
                WalkItem::Skipped { path, reason } => {
                    producer.skipped(path.display().to_string(), reason)?;
                }
                WalkItem::Unreadable { path, error } => {
                    producer.broken(path.display().to_string(), Damage::Io(error))?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
