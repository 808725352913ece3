//! `joseki backup`: copies the database while it is in use.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime, UNIX_EPOCH};
use std::{fs, io};

use crate::{
    args::{BackupArgs, Format},
    database,
    date::stamp,
    error::CliError,
    log, new_file, output,
    progress::TaskProgress,
    text::{count, one_line},
};
use joseki_store::{Backup, DatabaseAddress, FileSummary, StoreError};
use joseki_wire::BackupJson;

/// Copies the database, checks the copy, gives it its final name, and removes old backups if
/// requested.
pub fn run(db: &DatabaseAddress, args: &BackupArgs, out: &mut impl Write) -> Result<(), CliError> {
    database::check_exists(db)?;
    let started = Instant::now();
    let is_folder = args.file.is_dir();
    if args.keep.is_some() && !is_folder {
        return Err(CliError::KeepInFile { path: args.file.clone() });
    }
    let path = database::require_file(db)?;
    let folder = is_folder.then(|| BackupFolder::new(&args.file, path));
    let target = folder.as_ref().map_or_else(|| args.file.clone(), BackupFolder::new_name);
    // Checks before the copy that the target can be written and does not exist yet.
    new_file::check(&target, false, db).map_err(|error| match error {
        CliError::OutputExists { path } => CliError::BackupExists { path },
        error => error,
    })?;
    let account = copy(path, &target, !args.no_check)?;
    let removed = match (folder, args.keep) {
        (Some(folder), Some(keep)) => folder.prune(keep, &target)?,
        _ => Vec::new(),
    };
    let answer = BackupJson {
        file: target.display().to_string(),
        held: account,
        checked: !args.no_check,
        seconds: started.elapsed().as_secs_f64(),
        removed,
    };
    match args.format.format {
        Format::Json => output::json(out, &answer),
        Format::Text => Ok(write(&answer, out)?),
    }
}

fn copy(db: &Path, target: &Path, check: bool) -> Result<FileSummary, CliError> {
    let failed = |error: StoreError| match error {
        StoreError::AlreadyExists { .. } => CliError::BackupExists { path: target.to_owned() },
        error => CliError::Backup { db: db.to_owned(), error },
    };
    let waiting = TaskProgress::start(format!("copying {}", db.display()));
    let backup = Backup::begin(db, target).map_err(failed)?;
    drop(waiting);
    let waiting = TaskProgress::start("checking the copy".to_owned());
    let account = backup.summary(check).map_err(failed)?;
    drop(waiting);
    if let Some(first) = account.problems.first() {
        return Err(CliError::DamagedDatabase {
            path: db.to_owned(),
            count: account.problems.len(),
            first: first.clone(),
        });
    }
    backup.publish().map_err(failed)?;
    Ok(account)
}

fn write(answer: &BackupJson, out: &mut impl Write) -> io::Result<()> {
    let (file, bytes) = (&answer.file, size_text(answer.held.bytes));
    writeln!(out, "{file}: {bytes} in {:.1} s", answer.seconds)?;
    write_contents(&answer.held, out)?;
    if answer.checked {
        writeln!(out, "Checked: no problems found.")?
    } else {
        writeln!(out, "Not checked.")?
    }
    match answer.removed.len() {
        0 => Ok(()),
        removed => {
            writeln!(out, "Removed {}.", count(removed as u64, "older backup"))
        }
    }
}

/// A folder of backups.
struct BackupFolder {
    path: PathBuf,
    /// Prefix of the names of the database's backups: its file name without extension.
    name: String,
}

impl BackupFolder {
    fn new(path: &Path, db: &Path) -> BackupFolder {
        let name = db.file_stem().unwrap_or_default().to_string_lossy();
        BackupFolder { path: path.to_owned(), name: name.into_owned() }
    }

    fn new_name(&self) -> PathBuf {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let seconds = since.map_or(0, |since| i64::try_from(since.as_secs()).unwrap_or(i64::MAX));
        self.path.join(format!("{}-{}.db", self.name, stamp(seconds)))
    }

    /// Returns whether a name has the form that [`BackupFolder::new_name`] creates.
    fn is_backup_name(&self, name: &str) -> bool {
        let rest = name.strip_prefix(&self.name);
        let time =
            rest.and_then(|rest| rest.strip_prefix('-')).and_then(|rest| rest.strip_suffix(".db"));
        let form = b"dddd-dd-ddTddddddZ";
        time.is_some_and(|time| {
            let fits = |(byte, form): (u8, &u8)| match form {
                b'd' => byte.is_ascii_digit(),
                form => byte == *form,
            };
            time.len() == form.len() && time.bytes().zip(form).all(fits)
        })
    }

    /// Removes all but the newest `keep` backups and returns the names of the removed ones. The copy
    /// just made stays, even beside copies that a wrong clock dated later.
    fn prune(&self, keep: usize, made: &Path) -> Result<Vec<String>, CliError> {
        let failed = |error| CliError::Write { path: self.path.clone(), error };
        let mut ours = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let is_file = entry.file_type().map_err(failed)?.is_file();
            let name = entry.file_name().into_string().unwrap_or_default();
            if is_file && self.is_backup_name(&name) && made != self.path.join(&name) {
                ours.push(name);
            }
        }
        // Names sort by time, since they differ only in their timestamps.
        ours.sort_unstable();
        if let Some(last) = ours.last().filter(|last| self.path.join(last).as_path() > made) {
            log::warning(&format!("{last} is dated later than this copy: check the clock"));
        }
        ours.truncate(ours.len().saturating_sub(keep.saturating_sub(1)));
        for name in &ours {
            fs::remove_file(self.path.join(name)).map_err(failed)?;
        }
        Ok(ours)
    }
}

/// Prints the contents of a database file, one line per book.
pub fn write_contents(file: &FileSummary, out: &mut impl Write) -> io::Result<()> {
    for book in &file.books {
        let (name, version) = (one_line(&book.name), book.version);
        let nodes = count(book.nodes, "node");
        let lines = count(book.lines, "line");
        writeln!(out, "  book {name}: version {version}, {nodes}, {lines}")?;
    }
    let others = [
        count(file.results, "result"),
        count(file.answers, "quiz answer"),
        count(file.evaluations, "evaluation"),
        count(file.keys, "key"),
    ];
    writeln!(out, "  {}", others.join(", "))
}

/// Formats a number of bytes.
pub fn size_text(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} kB", bytes.div_ceil(1_000)),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_copy_just_made_stays_whatever_the_clock_said() {
        let place = tempfile::tempdir().unwrap();
        let folder = BackupFolder::new(place.path(), Path::new("/data/club.db"));
        let names = ["2026-11-28T130728Z", "2026-11-27T130728Z", "2030-01-01T000000Z"];
        let names = names.map(|time| format!("club-{time}.db"));
        names.iter().for_each(|name| fs::write(place.path().join(name), "").unwrap());
        let removed = folder.prune(2, &place.path().join(&names[0])).unwrap();
        assert_eq!(removed, [names[1].clone()]);
        assert!(place.path().join(&names[0]).exists() && place.path().join(&names[2]).exists());
    }

    #[test]
    fn only_names_that_were_given_here_are_ours() {
        let folder = BackupFolder::new(Path::new("/backups"), Path::new("/data/club.db"));
        let given = folder.new_name();
        let given = given.file_name().unwrap().to_str().unwrap();
        assert!(folder.is_backup_name(given), "{given}");
        assert!(folder.is_backup_name("club-2026-11-22T101500Z.db"));
        for other in [
            "club.db",
            "club-2026-11-22T101500Z.db.partial",
            "club-2026-11-22.db",
            "club-2-2026-11-22T101500Z.db",
            "clubs-2026-11-22T101500Z.db",
            "club-2026-11-22T10150éZ.db",
            "",
        ] {
            assert!(!folder.is_backup_name(other), "{other}");
        }
    }
}
