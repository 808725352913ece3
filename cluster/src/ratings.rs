//! Ratings of the players of a lake.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use joseki::mine::Pairings;
use tempfile::NamedTempFile;

use crate::counts::{inputs, variant};
use crate::duplicates::DuplicatesList;
use crate::error::ClusterError;
use crate::table::publish;

/// Rates the players of all games that count, as mining them on one machine does.
///
/// # Errors
/// Inputs that cannot be read or that the list of duplicates does not have; failed write.
pub fn run(games: &[PathBuf], duplicates: &Path, output: &Path) -> Result<(), ClusterError> {
    let inputs = inputs(games)?;
    let variant = variant(&inputs)?;
    let duplicates = DuplicatesList::open(duplicates)?;
    let mut pairings = Pairings::default();
    for (folder, input) in &inputs {
        input.check(folder)?;
        for file in input.paths(folder) {
            duplicates.each_counted(&file, variant, &mut |game| {
                pairings.add(&game.source, &game.info(variant));
                Ok(())
            })?;
        }
    }
    let at = |error| ClusterError::file(output, error);
    let folder = output.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(at)?;
    let mut file = NamedTempFile::new_in(folder).map_err(at)?;
    file.write_all(pairings.rate().to_text().as_bytes()).map_err(at)?;
    publish(file, output).map_err(at)
}
