//! Transposition table.

/// Kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value is exact.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

/// Entry of a position.
#[derive(Clone, Copy, Debug)]
pub struct Entry<M> {
    key: u64,
    /// Depth of its search.
    pub depth: u32,
    /// The value, of a won game counted from this position.
    pub value: i32,
    /// What the value says.
    pub bound: Bound,
    /// The best move.
    pub best: Option<M>,
}

/// A table of fixed size; of two positions in one place the deeper one stays.
#[derive(Debug)]
pub struct Table<M> {
    entries: Vec<Option<Entry<M>>>,
}

impl<M: Copy> Table<M> {
    /// Creates a table of two to the power `bits` places.
    pub fn new(bits: u32) -> Table<M> {
        Table { entries: vec![None; 1 << bits] }
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }

    /// Returns the entry of a position.
    pub fn get(&self, key: u64) -> Option<&Entry<M>> {
        self.entries[self.place(key)].as_ref().filter(|entry| entry.key == key)
    }

    /// Stores a position.
    pub fn put(&mut self, key: u64, depth: u32, value: i32, bound: Bound, best: Option<M>) {
        let place = self.place(key);
        let before = self.entries[place].as_ref();
        if before.is_none_or(|before| before.key == key || before.depth <= depth) {
            let best = best.or_else(|| before.filter(|it| it.key == key).and_then(|it| it.best));
            self.entries[place] = Some(Entry { key, depth, value, bound, best });
        }
    }
}
