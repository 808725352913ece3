//! A disk that may keep, drop or tear whatever it was not made to keep, when the power goes.

use std::collections::BTreeMap;

use crate::random::Random;
use crate::trace::Event;

/// What a disk writes whole or not at all.
const SECTOR: usize = 512;

/// A directory's files by their names.
pub type Files = BTreeMap<String, Vec<u8>>;

/// What of its promises a disk keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Honesty {
    /// What it says is on the disk, is.
    Honest,
    /// It forgets to write the log.
    LiesAboutTheLog,
    /// It forgets to write anything.
    Lies,
}

/// A disk at one moment of a recording.
pub struct Disk<'a> {
    honesty: Honesty,
    files: Vec<Kept<'a>>,
    /// The names as programs see them, and as they are on the disk.
    seen: BTreeMap<String, usize>,
    names: BTreeMap<String, usize>,
    /// Changes of names that need not be on the disk.
    moves: Vec<(usize, Move)>,
}

/// A file: what is on the disk, and what may be.
#[derive(Default)]
struct Kept<'a> {
    bytes: Vec<u8>,
    pending: Vec<(usize, Change<'a>)>,
}

#[derive(Clone, Copy)]
enum Change<'a> {
    Write { at: usize, bytes: &'a [u8] },
    Resize(usize),
}

#[derive(Clone)]
enum Move {
    Add(String, usize),
    Rename(String, String, usize),
    Remove(String),
}

impl<'a> Disk<'a> {
    pub fn new(files: &Files, honesty: Honesty) -> Disk<'a> {
        let names: BTreeMap<_, _> = files.keys().cloned().zip(0..).collect();
        let kept = |bytes: &Vec<u8>| Kept { bytes: bytes.clone(), pending: Vec::new() };
        Disk {
            honesty,
            files: files.values().map(kept).collect(),
            seen: names.clone(),
            names,
            moves: Vec::new(),
        }
    }

    /// Takes in the event of this number.
    pub fn take(&mut self, number: usize, event: &'a Event) {
        match event {
            Event::Create { name } => self.create(number, name),
            Event::Write { name, at, bytes } => {
                self.change(number, name, Change::Write { at: *at, bytes })
            }
            Event::Resize { name, length } => self.change(number, name, Change::Resize(*length)),
            Event::Sync { name, before } => self.sync(name, *before),
            Event::SyncNames { before } => self.sync_names(*before),
            Event::Rename { from, to } => {
                if let Some(file) = self.seen.remove(from) {
                    self.seen.insert(to.clone(), file);
                    self.moves.push((number, Move::Rename(from.clone(), to.clone(), file)));
                }
            }
            Event::Remove { name } => {
                self.seen.remove(name);
                self.moves.push((number, Move::Remove(name.clone())));
            }
            Event::Answer { .. } => {}
        }
    }

    fn create(&mut self, number: usize, name: &str) {
        if !self.seen.contains_key(name) {
            let file = self.files.len();
            self.files.push(Kept::default());
            self.seen.insert(name.to_owned(), file);
            self.moves.push((number, Move::Add(name.to_owned(), file)));
        }
    }

    fn change(&mut self, number: usize, name: &str, change: Change<'a>) {
        let file = self.seen.get(name).unwrap_or_else(|| panic!("{name} was never made"));
        self.files[*file].pending.push((number, change));
    }

    fn sync(&mut self, name: &str, before: usize) {
        let forgets = match self.honesty {
            Honesty::Honest => false,
            Honesty::LiesAboutTheLog => name.ends_with("-wal"),
            Honesty::Lies => true,
        };
        let Some(file) = self.seen.get(name).filter(|_| !forgets) else {
            return;
        };
        let Kept { bytes, pending } = &mut self.files[*file];
        let durable = pending.extract_if(.., |(number, _)| *number < before);
        durable.for_each(|(_, change)| change.apply(bytes));
    }

    fn sync_names(&mut self, before: usize) {
        if self.honesty == Honesty::Lies {
            return;
        }
        let durable = self.moves.extract_if(.., |(number, _)| *number < before);
        durable.for_each(|(_, change)| change.apply(&mut self.names));
    }

    /// The files as they may be if the power goes now.
    pub fn after_a_cut(&self, random: &mut Random) -> Files {
        // Few, half, most or all of what is pending.
        let kept = [0, 50, 90, 100][random.below(4)];
        let mut names = self.names.clone();
        for (_, change) in &self.moves {
            if random.percent(kept) {
                change.apply(&mut names);
            }
        }
        let mut contents = |file: usize| self.files[file].after_a_cut(kept, random);
        names.into_iter().map(|(name, file)| (name, contents(file))).collect()
    }
}

impl Kept<'_> {
    fn after_a_cut(&self, kept: usize, random: &mut Random) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        for (_, change) in &self.pending {
            if random.percent(kept) {
                change.apply(&mut bytes);
            } else if random.percent(50) {
                change.tear(&mut bytes, random);
            }
        }
        bytes
    }
}

impl Change<'_> {
    fn apply(self, file: &mut Vec<u8>) {
        match self {
            Change::Write { at, bytes } => write(file, at, bytes),
            Change::Resize(length) => file.resize(length, 0),
        }
    }

    /// Some sectors of a write, in no order; of a length, nothing.
    fn tear(self, file: &mut Vec<u8>, random: &mut Random) {
        let Change::Write { at, mut bytes } = self else {
            return;
        };
        let mut at = at;
        while !bytes.is_empty() {
            let length = bytes.len().min(SECTOR - at % SECTOR);
            let (sector, rest) = bytes.split_at(length);
            if random.percent(50) {
                write(file, at, sector);
            }
            (at, bytes) = (at + length, rest);
        }
    }
}

fn write(file: &mut Vec<u8>, at: usize, bytes: &[u8]) {
    let end = at + bytes.len();
    if file.len() < end {
        file.resize(end, 0);
    }
    file[at..end].copy_from_slice(bytes);
}

impl Move {
    fn apply(&self, names: &mut BTreeMap<String, usize>) {
        match self {
            Move::Add(name, file) => {
                names.insert(name.clone(), *file);
            }
            Move::Rename(from, to, file) => {
                names.remove(from);
                names.insert(to.clone(), *file);
            }
            Move::Remove(name) => {
                names.remove(name);
            }
        }
    }
}
