//! Binary encoding of all counted lines of a book: a tree in preorder, split into parts of bounded
//! size. Each part begins with the line that its first entry continues, so that it can be read alone.

use smallvec::SmallVec;

use joseki_book::{Bytes, Tally, TallyError, TallyVersion, TurnsByKind, put};
use joseki_game::Step;

/// A part is closed once it has this many bytes.
const PART: usize = 64 << 10;
/// Spare capacity of a part in bytes, so that most parts are not reallocated while they grow.
const BEYOND: usize = 4 << 10;
/// The code of tenuki, above those of all other steps, so that codes sort like steps.
const TENUKI: u64 = 361;
/// Set if the move has the same games as the one before it, which are then not repeated.
const SAME: u64 = 1;
/// Begins a part, followed by the version: no root is the same as a move before it. From version 3
/// on all parts begin so, with the length and the steps of the line that the first entry continues;
/// in version 2 only the first part did, and in version 1 none.
const VERSIONED: u64 = SAME;
const VERSION_TWO: u64 = 2;
const VERSION_THREE: u64 = 3;

/// One move with its counts. The root comes first, without a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Number of steps from the root; 0 for the root.
    pub depth: usize,
    /// The move; tenuki as a placeholder for the root.
    pub step: Step,
    /// Its counts.
    pub tally: Tally,
}

/// Writes entries in preorder, siblings in the order of their steps.
///
/// The encoding of an entry starts with a number: twice its depth, plus one if cells and examples
/// equal those of its parent. Then follow its step, unless it is the root; cells and examples,
/// unless they are the same; and its turns.
#[derive(Debug, Default)]
pub struct TallyWriter {
    part: Vec<u8>,
    /// The moves on the path to the last entry, from the root on, with their tallies.
    path: Vec<(Step, Tally)>,
}

impl TallyWriter {
    /// Creates a writer that continues a stream with further children of its root.
    #[must_use]
    pub fn below_root() -> TallyWriter {
        TallyWriter { path: vec![(Step::TENUKI, Tally::default())], ..TallyWriter::default() }
    }

    /// Appends an entry; returns a part once it is full.
    pub fn push(&mut self, entry: Entry) -> Option<Vec<u8>> {
        let Entry { depth, step, tally } = entry;
        self.begin(depth);
        let before = depth.checked_sub(1).and_then(|at| self.path.get(at));
        let same = before.is_some_and(|(_, before)| {
            before.cells == tally.cells && before.examples == tally.examples
        });
        put(&mut self.part, ((depth as u64) << 1) | (u64::from(same) * SAME));
        if depth > 0 {
            put(&mut self.part, code(step));
        }
        if !same {
            tally.encode_counts(&mut self.part);
        }
        tally.turns.encode(&mut self.part);
        self.path.truncate(depth);
        self.path.push((step, tally));
        self.full()
    }

    /// Begins a part with the line that an entry of this depth continues, unless it has begun.
    fn begin(&mut self, depth: usize) {
        if self.part.is_empty() {
            let line = self.path.iter().take(depth).skip(1).map(|(step, _)| *step);
            put_start(&mut self.part, line);
        }
    }

    /// Appends a move with the same games as its parent, which is the last entry or another such
    /// move.
    pub(super) fn push_same(&mut self, depth: usize, step: Step, turns: &TurnsByKind) {
        self.begin(depth);
        put(&mut self.part, ((depth as u64) << 1) | SAME);
        put(&mut self.part, code(step));
        turns.encode(&mut self.part);
    }

    /// Appends an entry with its own counts to a chain of moves; the part may exceed its size.
    pub(super) fn push_below(&mut self, entry: Entry) {
        let Entry { depth, step, tally } = entry;
        self.begin(depth);
        put(&mut self.part, (depth as u64) << 1);
        put(&mut self.part, code(step));
        tally.encode(&mut self.part);
    }

    /// Returns the current part, for entries that are already encoded, and the size at which it is
    /// full.
    pub(super) fn raw(&mut self) -> (&mut Vec<u8>, usize) {
        (&mut self.part, PART)
    }

    /// Returns the part if it is full.
    pub(super) fn full(&mut self) -> Option<Vec<u8>> {
        let next = || Vec::with_capacity(PART + BEYOND);
        (self.part.len() >= PART).then(|| std::mem::replace(&mut self.part, next()))
    }

    /// Returns the last part, if anything is left.
    #[must_use]
    pub fn finish(self) -> Option<Vec<u8>> {
        (!self.part.is_empty()).then_some(self.part)
    }
}

/// Reads entries from a sequence of parts.
#[derive(Debug)]
pub struct TallyReader<P> {
    parts: P,
    part: Vec<u8>,
    at: usize,
    /// The header of the next entry, if it was peeked at, and the offset of its counts.
    next: Option<(Head, usize)>,
    /// The tallies of the wanted entries on the path to the last one.
    path: Vec<Tally>,
    /// The steps to the last entry.
    line: Vec<Step>,
    /// The maximum depth of the next entry.
    deepest: usize,
    /// The version of the counts, once the first part is read.
    version: Option<TallyVersion>,
}

impl<P, E> TallyReader<P>
where
    P: Iterator<Item = Result<Vec<u8>, E>>,
    E: From<TallyError>,
{
    /// Creates a reader of these parts.
    pub fn new(parts: P) -> TallyReader<P> {
        TallyReader {
            parts,
            part: Vec::new(),
            at: 0,
            next: None,
            path: Vec::new(),
            line: Vec::new(),
            deepest: 0,
            version: None,
        }
    }

    /// Returns the next entry; `None` at the end.
    ///
    /// # Errors
    /// If a part cannot be read, or is damaged.
    pub fn next_entry(&mut self) -> Result<Option<Entry>, E> {
        self.next_wanted(|_, _| true)
    }

    /// Returns the next entry for which `wanted`, called with depth and step, returns true; `None`
    /// at the end. The descendants of an unwanted move are skipped without calling `wanted`.
    /// Skipping is cheap, as counts are not decoded.
    ///
    /// # Errors
    /// If a part cannot be read, or is damaged.
    pub fn next_wanted(
        &mut self,
        mut wanted: impl FnMut(usize, Step) -> bool,
    ) -> Result<Option<Entry>, E> {
        while let Some((depth, step)) = self.peek()? {
            // Deeper entries are descendants of an unwanted one.
            if depth <= self.path.len() && wanted(depth, step) {
                let tally = self.take()?;
                return Ok(Some(Entry { depth, step, tally }));
            }
            self.path.truncate(depth);
            self.skip()?;
        }
        Ok(None)
    }

    /// Returns depth and step of the next entry; `None` at the end.
    ///
    /// # Errors
    /// If a part cannot be read, or is damaged.
    pub fn peek(&mut self) -> Result<Option<(usize, Step)>, E> {
        if self.next.is_none() {
            while self.at >= self.part.len() {
                match self.parts.next() {
                    None => return Ok(None),
                    Some(part) => (self.part, self.at) = (part?, 0),
                }
                let mut bytes = Bytes(&self.part);
                let start = Start::read(&mut bytes)?;
                if self.version.is_none() || start.versioned() {
                    self.version = Some(start.version());
                }
                if !start.follows(&self.line) {
                    return Err(TallyError.into());
                }
                self.at = self.part.len() - bytes.0.len();
            }
            let mut bytes = Bytes(&self.part[self.at..]);
            let head = Head::read(&mut bytes, self.deepest)?;
            if head.depth == 0 && self.deepest > 0 {
                return Err(TallyError.into());
            }
            self.next = Some((head, self.part.len() - bytes.0.len()));
        }
        Ok(self.next.map(|(head, _)| (head.depth, head.step)))
    }

    /// Returns the counts of the entry that was [peeked](TallyReader::peek) at; empty ones if there
    /// was none.
    ///
    /// # Errors
    /// If the part is damaged.
    pub fn take(&mut self) -> Result<Tally, E> {
        let Some((head, counts)) = self.next.take() else {
            return Ok(Tally::default());
        };
        let mut bytes = Bytes(&self.part[counts..]);
        self.path.truncate(head.depth);
        let tally = head.tally(&mut bytes, &self.path, self.version.unwrap_or_default())?;
        self.path.push(tally.clone());
        self.at = self.part.len() - bytes.0.len();
        self.passed(head);
        Ok(tally)
    }

    /// Appends the encoded descendants of an entry of this depth to `out`, until it has `most`
    /// bytes; returns the number of entries.
    ///
    /// # Errors
    /// If a part cannot be read, or is damaged.
    pub fn copy_below(&mut self, depth: usize, out: &mut Vec<u8>, most: usize) -> Result<u64, E> {
        let mut copied = 0;
        while out.len() < most {
            match self.peek()? {
                Some((below, _)) if below > depth => {}
                _ => break,
            }
            if out.is_empty() {
                let before = self.next.map_or(0, |(head, _)| head.depth).saturating_sub(1);
                put_start(out, self.line.iter().take(before).copied());
            }
            let from = self.at;
            // Copies a range of the part at once: copying each entry is slower than skipping it.
            copied += self.skip_below(depth, from + most - out.len())?;
            out.extend_from_slice(&self.part[from..self.at]);
        }
        Ok(copied)
    }

    /// Skips the rest of the current part; returns the line of the first entry of the next one and
    /// the version of its counts, `None` at the end.
    ///
    /// # Errors
    /// If a part cannot be read, or is damaged.
    pub fn next_part(&mut self) -> Result<Option<(Vec<Step>, TallyVersion)>, E> {
        self.next = None;
        while self.at < self.part.len() {
            let mut bytes = Bytes(&self.part[self.at..]);
            let head = Head::read(&mut bytes, self.deepest)?;
            head.skip_tally(&mut bytes, self.version.unwrap_or_default())?;
            self.at = self.part.len() - bytes.0.len();
            self.passed(head);
        }
        let Some(_) = self.peek()? else {
            return Ok(None);
        };
        let mut line = self.line.clone();
        self.next.iter().for_each(|(head, _)| head.extend(&mut line));
        Ok(Some((line, self.version.unwrap_or_default())))
    }

    /// Whether the entries are encoded as they are written today, once one was peeked at.
    pub fn is_current(&self) -> bool {
        self.version == Some(TallyVersion::CURRENT)
    }

    /// Skips the peeked entry and those after it in the same part that are deeper than `depth`,
    /// until one ends at `until` or later; returns the number of entries.
    fn skip_below(&mut self, depth: usize, until: usize) -> Result<u64, TallyError> {
        self.next = None;
        let mut skipped = 0;
        while self.at < self.part.len().min(until) {
            let mut bytes = Bytes(&self.part[self.at..]);
            let head = Head::read(&mut bytes, self.deepest)?;
            if head.depth <= depth {
                break;
            }
            head.skip_tally(&mut bytes, self.version.unwrap_or_default())?;
            self.at = self.part.len() - bytes.0.len();
            self.passed(head);
            skipped += 1;
        }
        Ok(skipped)
    }

    /// Skips the peeked entry.
    fn skip(&mut self) -> Result<(), E> {
        if let Some((head, counts)) = self.next.take() {
            let mut bytes = Bytes(&self.part[counts..]);
            head.skip_tally(&mut bytes, self.version.unwrap_or_default())?;
            self.at = self.part.len() - bytes.0.len();
            self.passed(head);
        }
        Ok(())
    }

    /// Notes the entry that was taken or skipped last.
    fn passed(&mut self, head: Head) {
        head.extend(&mut self.line);
        self.deepest = head.depth + 1;
    }
}

/// Returns the line of the first entry of a part as it is written today.
///
/// # Errors
/// If the part is damaged, or of an earlier version.
pub fn first_line(part: &[u8]) -> Result<Vec<Step>, TallyError> {
    let mut bytes = Bytes(part);
    let Start::Three(mut line) = Start::read(&mut bytes)? else {
        return Err(TallyError);
    };
    Head::read(&mut bytes, line.len() + 1)?.extend(&mut line);
    Ok(line)
}

/// An entry that was found in a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoundTally {
    /// Its counts.
    Whole(Tally),
    /// Its cells and examples are those of the beginning of its line with this many steps, which is
    /// in an earlier part; its turns are these.
    AsBefore(usize, TurnsByKind),
}

/// Finds entries in a part without reading those before it: `first` is the line of its first entry,
/// and `lines` are sorted. Returns those found with their places in `lines`.
///
/// # Errors
/// If the part is damaged, or does not begin with that line.
pub fn find_in_part(
    part: &[u8],
    first: &[Step],
    version: TallyVersion,
    lines: &[&[Step]],
) -> Result<Vec<(usize, FoundTally)>, TallyError> {
    /// Where the counts of an entry on the path are: in this part, or those of that many steps.
    #[derive(Clone, Copy)]
    enum Counts {
        At(usize),
        Before(usize),
    }
    let mut bytes = Bytes(part);
    let start = Start::read(&mut bytes)?;
    let mut line = first[..first.len().saturating_sub(1)].to_vec();
    let mut begins = bytes;
    let mut begun = line.clone();
    Head::read(&mut begins, first.len())?.extend(&mut begun);
    if begun != first || matches!(start, Start::Three(said) if said != line) {
        return Err(TallyError);
    }
    let mut path: Vec<Counts> = (0..first.len()).map(Counts::Before).collect();
    let mut wanted = lines.iter().enumerate().peekable();
    let mut found = Vec::new();
    while !bytes.is_empty() && wanted.peek().is_some() {
        let head = Head::read(&mut bytes, path.len())?;
        let at = part.len() - bytes.0.len();
        head.extend(&mut line);
        path.truncate(head.depth);
        let counts = match path.last() {
            Some(counts) if head.same => *counts,
            _ => Counts::At(at),
        };
        path.push(counts);
        head.skip_tally(&mut bytes, version)?;
        while let Some((place, _)) = wanted.next_if(|(_, wanted)| **wanted <= line.as_slice()) {
            if *lines[place] != *line {
                continue;
            }
            let mut own = Bytes(&part[at..]);
            if !head.same {
                Tally::skip_counts(&mut own, version)?;
            }
            let turns = TurnsByKind::decode(&mut own)?;
            found.push((
                place,
                match counts {
                    Counts::Before(depth) => FoundTally::AsBefore(depth, turns),
                    Counts::At(at) => {
                        let (cells, examples) =
                            Tally::decode_counts(&mut Bytes(&part[at..]), version)?;
                        FoundTally::Whole(Tally { cells, turns, examples })
                    }
                },
            ));
        }
    }
    Ok(found)
}

/// An entry without its counts.
#[derive(Clone, Copy, Debug)]
struct Head {
    depth: usize,
    step: Step,
    same: bool,
}

impl Head {
    fn read(bytes: &mut Bytes<'_>, deepest: usize) -> Result<Head, TallyError> {
        let head = bytes.number()?;
        let depth = usize::try_from(head >> 1).map_err(|_| TallyError)?;
        let same = head & SAME != 0;
        // The root has no parent that it could equal.
        if depth > deepest || (same && depth == 0) {
            return Err(TallyError);
        }
        let step = match depth {
            0 => Step::TENUKI,
            _ => step_of(bytes.number()?)?,
        };
        Ok(Head { depth, step, same })
    }

    /// Makes the steps to the last entry those to this one.
    fn extend(self, line: &mut Vec<Step>) {
        line.truncate(self.depth.saturating_sub(1));
        if self.depth > 0 {
            line.push(self.step);
        }
    }

    /// Decodes the tally that follows; `path` leads to the entry.
    fn tally(
        self,
        bytes: &mut Bytes<'_>,
        path: &[Tally],
        version: TallyVersion,
    ) -> Result<Tally, TallyError> {
        let mut tally = Tally::default();
        if self.same {
            let before = path.last().ok_or(TallyError)?;
            tally.cells = SmallVec::from_slice(&before.cells);
            tally.examples = SmallVec::from_slice(&before.examples);
        } else {
            (tally.cells, tally.examples) = Tally::decode_counts(bytes, version)?;
        }
        tally.turns = TurnsByKind::decode(bytes)?;
        Ok(tally)
    }

    fn skip_tally(self, bytes: &mut Bytes<'_>, version: TallyVersion) -> Result<(), TallyError> {
        if !self.same {
            Tally::skip_counts(bytes, version)?;
        }
        TurnsByKind::skip(bytes)
    }
}

/// Appends the beginning of a part.
fn put_start(part: &mut Vec<u8>, line: impl Iterator<Item = Step> + Clone) {
    put(part, VERSIONED);
    put(part, VERSION_THREE);
    put(part, line.clone().count() as u64);
    line.for_each(|step| put(part, code(step)));
}

/// The beginning of a part.
enum Start {
    /// Of a part of an earlier version, if not the first of its version: nothing.
    None,
    /// Of the first part of version 2.
    Two,
    /// The line that the first entry continues.
    Three(Vec<Step>),
}

impl Start {
    fn read(bytes: &mut Bytes<'_>) -> Result<Start, TallyError> {
        let mut start = *bytes;
        if start.number()? != VERSIONED {
            return Ok(Start::None);
        }
        let version = start.number()?;
        *bytes = start;
        match version {
            VERSION_TWO => Ok(Start::Two),
            VERSION_THREE => {
                let steps = bytes.small()?;
                (0..steps)
                    .map(|_| step_of(bytes.number()?))
                    .collect::<Result<_, _>>()
                    .map(Start::Three)
            }
            _ => Err(TallyError),
        }
    }

    const fn versioned(&self) -> bool {
        !matches!(self, Start::None)
    }

    /// The version of the counts.
    const fn version(&self) -> TallyVersion {
        if self.versioned() { TallyVersion::Two } else { TallyVersion::One }
    }

    /// Whether a part may follow an entry, given the steps to it.
    fn follows(&self, last: &[Step]) -> bool {
        match self {
            Start::Three(line) => last.starts_with(line),
            Start::None | Start::Two => true,
        }
    }
}

fn code(step: Step) -> u64 {
    if step.is_tenuki() { TENUKI } else { u64::from(step.code()) }
}

fn step_of(code: u64) -> Result<Step, TallyError> {
    match u16::try_from(code) {
        _ if code == TENUKI => Ok(Step::TENUKI),
        Ok(code) => Step::from_code(code).filter(|step| !step.is_tenuki()).ok_or(TallyError),
        Err(_) => Err(TallyError),
    }
}

#[cfg(test)]
mod tests;
