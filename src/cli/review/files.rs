//! Writing of annotated records to one file or a folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::error::CliError;
use crate::new_file;
use joseki_service::review::GamePlace;
use joseki_store::DatabaseAddress;

/// Returns whether all records go into one file of this name.
fn is_file(to: &Path) -> bool {
    let extension = to.extension();
    extension.is_some_and(|extension| extension.eq_ignore_ascii_case("sgf")) && !to.is_dir()
}

/// Checks before the review that the records can be written after it.
pub fn check(to: &Path, force: bool) -> Result<(), CliError> {
    let path = to.to_owned();
    let parent =
        to.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !parent.is_dir() {
        let path = parent.to_owned();
        return Err(CliError::NoDirectory { path });
    }
    if is_file(to) && to.exists() && !force {
        return Err(CliError::OutputExists { path });
    }
    if !is_file(to) && to.exists() && !to.is_dir() {
        return Err(CliError::NotAReviewFolder { path });
    }
    Ok(())
}

/// Writes the records, in their order.
pub fn write(
    to: &Path,
    records: &[(GamePlace, Vec<u8>)],
    force: bool,
    db: &DatabaseAddress,
) -> Result<(), CliError> {
    if is_file(to) {
        let all: Vec<u8> = records.iter().flat_map(|(_, record)| record.iter().copied()).collect();
        return new_file::write(to, &all, force, db);
    }
    if !to.is_dir() {
        fs::create_dir(to).map_err(|error| CliError::Write { path: to.to_owned(), error })?;
    }
    for ((_, record), name) in records.iter().zip(names(records)) {
        new_file::write(&to.join(name), record, force, db)?;
    }
    Ok(())
}

/// Returns a unique name for each record: that of its file, with the line if the file has several
/// games.
fn names(records: &[(GamePlace, Vec<u8>)]) -> Vec<String> {
    let stems = records.iter().map(|(place, _)| stem(&place.file));
    let mut of_stem: BTreeMap<String, usize> = BTreeMap::new();
    for stem in stems.clone() {
        *of_stem.entry(stem).or_default() += 1;
    }
    let mut taken = BTreeSet::new();
    let name = |(stem, (place, _)): (String, &(GamePlace, Vec<u8>))| {
        let alone = of_stem.get(&stem) == Some(&1);
        let name = if alone { stem } else { format!("{stem}-{}", place.line) };
        let further = (2..).map(|number| format!("{name}-{number}"));
        let mut free = std::iter::once(name.clone()).chain(further);
        // The iterator is endless, so a free name is always found.
        let free = free.find(|name| !taken.contains(&name.to_lowercase())).unwrap_or(name);
        taken.insert(free.to_lowercase());
        format!("{free}.sgf")
    };
    stems.zip(records).map(name).collect()
}

/// Returns a file's base name without the SGF extension, and with characters that are invalid in
/// file names replaced.
fn stem(file: &str) -> String {
    let own = file.rsplit(['/', '\\']).next().unwrap_or_default();
    let lower = own.to_ascii_lowercase();
    let end = lower.find(".sgf").unwrap_or(own.len());
    let plain = own[..end].chars().map(|c| match c {
        '<' | '>' | ':' | '"' | '|' | '?' | '*' => '_',
        c if c.is_control() => '_',
        c => c,
    });
    let stem: String = plain.collect();
    match stem.trim_matches(['.', ' ']) {
        "" => "game".to_owned(),
        stem => stem.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(file: &str, line: u32) -> (GamePlace, Vec<u8>) {
        let place = GamePlace { file: file.into(), line, game: 0 };
        (place, Vec::new())
    }

    #[test]
    fn names_are_those_of_the_files_and_each_its_own() {
        let records = [
            at("club/a.sgf", 1),
            at("club/b.SGF.gz", 1),
            at("club/b.SGF.gz", 7),
            at("other/B.sgf", 7),
            at("x.zip/..", 1),
            at("<stdin>", 3),
        ];
        assert_eq!(
            names(&records),
            ["a.sgf", "b-1.sgf", "b-7.sgf", "B.sgf", "game.sgf", "_stdin_.sgf"]
        );
        let same = [at("a/c.sgf", 1), at("b/c.sgf", 1), at("C-1.sgf", 1)];
        assert_eq!(names(&same), ["c-1.sgf", "c-1-2.sgf", "C-1-3.sgf"]);
    }
}
