//! Commands in output that users can paste into a shell.

use std::env;
use std::ffi::OsString;

use joseki_store::DatabaseAddress;

/// Default name of the database.
const USUAL: &str = "joseki.db";

/// Returns a command of this program, such as `revert 17`, with `--db` if the database is not the
/// default.
pub fn command(db: &DatabaseAddress, command: &str) -> String {
    let usual = env::var_os("JOSEKI_DB").filter(|name| !name.is_empty());
    with_database(db, usual, command)
}

/// Adds the database to a remedy that is a command of this program; other text is unchanged.
pub fn remedy_command(db: &DatabaseAddress, text: &str) -> String {
    match text.strip_prefix("joseki ") {
        Some(rest) => command(db, rest),
        None => text.to_owned(),
    }
}

fn with_database(db: &DatabaseAddress, usual: Option<OsString>, command: &str) -> String {
    let usual = usual.unwrap_or_else(|| USUAL.into());
    if *db == DatabaseAddress::from(&usual) {
        format!("joseki {command}")
    } else {
        format!("joseki {command} --db {}", quote(&db.to_string()))
    }
}

/// Quotes a word for a POSIX shell.
pub fn quote(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "._-/@%+=:,".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_database_is_said_where_it_is_not_the_usual_one() {
        let told = |db: &str, usual: Option<&str>| {
            with_database(&db.into(), usual.map(Into::into), "revert 17")
        };
        assert_eq!(told("joseki.db", None), "joseki revert 17");
        assert_eq!(told("club.db", Some("club.db")), "joseki revert 17");
        assert_eq!(told("joseki.db", Some("club.db")), "joseki revert 17 --db joseki.db");
        assert_eq!(told("my club's.db", None), r"joseki revert 17 --db 'my club'\''s.db'");
    }

    #[test]
    fn what_is_no_command_stays() {
        let told = remedy_command(&"/x.db".into(), "restore a backup");
        assert_eq!(told, "restore a backup");
        let told = remedy_command(&"/x.db".into(), "joseki doctor --mend");
        assert_eq!(told, "joseki doctor --mend --db /x.db");
    }
}
