//! The games that are left out, since another record of them counts.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use joseki::game::Variant;

use crate::error::ClusterError;
use crate::lake::{DUPLICATES, LakeGame, each_game};
use crate::manifest::sha256;
use crate::table::{Column, TableReader};

/// Rows read at a time.
const CHUNK: usize = 1 << 16;

/// The list of the duplicates of a lake.
#[derive(Debug)]
pub struct DuplicatesList {
    path: PathBuf,
    /// Its SHA-256.
    pub sha256: String,
}

/// The duplicates of one file of games.
struct FileDuplicates {
    games: HashSet<(String, i64)>,
    /// The number of rows that the file had when it was compared.
    rows: i64,
}

impl DuplicatesList {
    /// Opens a list.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn open(path: &Path) -> Result<DuplicatesList, ClusterError> {
        Ok(DuplicatesList { path: path.to_owned(), sha256: sha256(path)? })
    }

    /// Visits the games of a file that count; returns the number of those that do not.
    ///
    /// # Errors
    /// If a file cannot be read, the list was made without the file, or the first error of `each`.
    pub fn each_counted(
        &self,
        file: &Path,
        variant: Variant,
        each: &mut dyn FnMut(LakeGame) -> Result<(), ClusterError>,
    ) -> Result<u64, ClusterError> {
        let own = self.of_file(file)?;
        let (mut rows, mut left_out) = (0, 0);
        each_game(file, variant, &mut |game| {
            rows += 1;
            let key = (game.path, game.ordinal);
            if own.games.contains(&key) {
                left_out += 1;
                return Ok(());
            }
            each(LakeGame { path: key.0, ..game })
        })?;
        if rows != own.rows {
            return Err(self.stale(file, &format!("it had {} rows and has {rows}", own.rows)));
        }
        Ok(left_out)
    }

    fn of_file(&self, file: &Path) -> Result<FileDuplicates, ClusterError> {
        let name = name_in_lake(file)?;
        let mut reader = TableReader::open(&self.path, &DUPLICATES)?;
        let (mut games, mut rows) = (HashSet::new(), None);
        while let Some(columns) = reader.next(CHUNK)? {
            for row in (0..columns.first().map_or(0, Column::len))
                .filter(|row| columns[0].text(*row) == Some(&name))
            {
                let number = columns[2].number(row);
                match columns[1].text(row) {
                    Some(path) => drop(games.insert((path.to_owned(), number))),
                    None => rows = Some(number),
                }
            }
        }
        let rows = rows.ok_or_else(|| self.stale(file, "the list does not have the file"))?;
        Ok(FileDuplicates { games, rows })
    }

    fn stale(&self, file: &Path, why: &str) -> ClusterError {
        let (list, file) = (self.path.display(), file.display());
        ClusterError::Mismatch(format!(
            "{list} was made without {file} as it is ({why}): list the duplicates again"
        ))
    }
}

/// Returns the name of a file in the list: that of its folder and its own.
fn name_in_lake(file: &Path) -> Result<String, ClusterError> {
    let whole = file.canonicalize().map_err(|error| ClusterError::file(file, error))?;
    let name = |path: Option<&Path>| {
        let name = path.and_then(Path::file_name).unwrap_or_default();
        name.to_string_lossy().into_owned()
    };
    Ok(format!("{}/{}", name(whole.parent()), name(Some(&whole))))
}
