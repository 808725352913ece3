//! A database with everything in it, what it holds, and damage to its pages.

mod contents;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags};

pub use contents::everything;

const PAGE: usize = 4096;

/// Random numbers that are the same each time.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64, round: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ round.wrapping_mul(0xd134_2543_de82_ef95))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }
}

/// A database as it is on the disk.
pub struct Files {
    pub main: Vec<u8>,
    /// What was not yet moved into the main file, if anything.
    pub log: Option<Vec<u8>>,
}

impl Files {
    fn write(&self, place: &Path) {
        fs::write(place.join("joseki.db"), &self.main).expect("a file");
        if let Some(log) = &self.log {
            fs::write(place.join("joseki.db-wal"), log).expect("a file");
        }
    }
}

/// A database and what it holds.
pub struct Case {
    pub files: Files,
    /// First as it is; then as it was one and two commits before, if these are in the log alone.
    dumps: Vec<Dump>,
}

impl Case {
    /// What a healthy database holds after damage. In the last commit of a log a wrong page looks like a power cut while it
    /// was written, before it was acknowledged; and so does the last page of the commit before, if it does not
    /// even say any more that it ends one.
    pub fn right(&self, damage: &Damage) -> &[Dump] {
        if damage.in_log { &self.dumps } else { &self.dumps[..1] }
    }
}

/// What a database holds.
fn dump(files: &Files) -> Dump {
    let directory = tempfile::tempdir().expect("a directory");
    files.write(directory.path());
    Dump::of(&directory.path().join("joseki.db")).expect("a database")
}

/// Every row of every table.
pub struct Dump(BTreeMap<String, Vec<String>>);

impl Dump {
    pub fn of(path: &Path) -> Result<Dump, String> {
        Dump::read(path).map_err(|error| error.to_string())
    }

    /// Without the numbers that come next, which are not contents.
    fn read(path: &Path) -> rusqlite::Result<Dump> {
        let conn = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        let sql =
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
        let mut tables = conn.prepare(sql)?;
        let tables = tables.query_map([], |row| row.get::<_, String>(0))?;
        let mut dump = BTreeMap::new();
        for table in tables {
            let table = table?;
            let mut statement = conn.prepare(&format!("SELECT * FROM \"{table}\""))?;
            let columns = statement.column_count();
            let mut rows = statement.query([])?;
            let mut told = Vec::new();
            while let Some(row) = rows.next()? {
                let values = (0..columns).map(|at| Ok(as_text(row.get_ref(at)?)));
                told.push(values.collect::<rusqlite::Result<Vec<_>>>()?.join("|"));
            }
            told.sort_unstable();
            dump.insert(table, told);
        }
        Ok(Dump(dump))
    }

    /// The first thing that another dump has not, or has otherwise.
    pub fn difference(&self, other: &Dump) -> Option<String> {
        let tables = self.0.keys().chain(other.0.keys());
        tables.into_iter().find_map(|table| {
            let (one, two) = (self.0.get(table), other.0.get(table));
            let (Some(one), Some(two)) = (one, two) else {
                return Some(format!("the table {table}"));
            };
            let lost = one.iter().find(|row| two.binary_search(row).is_err());
            let come = two.iter().find(|row| one.binary_search(row).is_err());
            match (lost, come) {
                (None, None) if one.len() == two.len() => None,
                (lost, come) => Some(format!("{table}: {lost:?} became {come:?}")),
            }
        })
    }
}

fn as_text(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Text(text) => format!("{:?}", String::from_utf8_lossy(text)),
        ValueRef::Blob(bytes) => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
        other => format!("{other:?}"),
    }
}

/// What happens to a page.
#[derive(Debug)]
enum Kind {
    Bit { at: usize, bit: u8 },
    Bytes(Vec<(usize, u8)>),
    Zeroed,
    Another { page: usize },
    Torn { from: usize },
}

/// Damage to one page of a database or its log.
#[derive(Debug)]
pub struct Damage {
    in_log: bool,
    page: usize,
    kind: Kind,
}

impl Damage {
    /// A page of the main file without its contents.
    pub fn zeroed(page: usize) -> Damage {
        let (in_log, kind) = (false, Kind::Zeroed);
        Damage { in_log, page, kind }
    }

    pub fn draw(dice: &mut Dice, files: &Files) -> Damage {
        let log_pages = files.log.as_ref().map_or(0, |log| log.len() / PAGE);
        let in_log = log_pages > 0 && dice.below(2) == 0;
        let pages = if in_log { log_pages } else { files.main.len() / PAGE };
        let kind = match dice.below(6) {
            // Single bits are what nothing but a checksum sees.
            0 | 1 => Kind::Bit { at: dice.below(PAGE), bit: dice.below(8) as u8 },
            2 => {
                let many = 1 + dice.below(4);
                let mut byte = || (dice.below(PAGE), dice.below(256) as u8);
                Kind::Bytes((0..many).map(|_| byte()).collect())
            }
            3 => Kind::Zeroed,
            4 => Kind::Another { page: dice.below(pages) },
            _ => Kind::Torn { from: dice.below(PAGE) },
        };
        let page = dice.below(pages);
        Damage { in_log, page, kind }
    }

    pub fn kind(&self) -> &'static str {
        match self.kind {
            _ if self.in_log => "the log",
            Kind::Bit { .. } => "a bit",
            Kind::Bytes(_) => "bytes",
            Kind::Zeroed => "a zeroed page",
            Kind::Another { .. } => "another page",
            Kind::Torn { .. } => "a torn page",
        }
    }

    /// Writes the files with the damage.
    pub fn write(&self, files: &Files, place: &Path) {
        let mut damaged = Files { main: files.main.clone(), log: files.log.clone() };
        match (self.in_log, &mut damaged.log) {
            (true, Some(log)) => self.apply(log, self.page * PAGE),
            _ => self.apply(&mut damaged.main, self.page * PAGE),
        }
        damaged.write(place);
    }

    fn apply(&self, bytes: &mut [u8], start: usize) {
        let end = (start + PAGE).min(bytes.len());
        match &self.kind {
            Kind::Bit { at, bit } => bytes[start + at] ^= 1 << bit,
            Kind::Bytes(changes) => {
                for (at, byte) in changes {
                    bytes[start + at] = *byte;
                }
            }
            Kind::Zeroed => bytes[start..end].fill(0),
            Kind::Another { page } => bytes.copy_within(page * PAGE..(page + 1) * PAGE, start),
            Kind::Torn { from } => bytes[start + from..end].fill(0),
        }
    }
}
