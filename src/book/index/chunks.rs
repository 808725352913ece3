//! Lists and hash tables whose copies share what neither has changed, so that a copy with a few
//! changes costs what they touch.

use std::sync::Arc;

use hashbrown::HashTable;

/// Binary logarithm of the number of entries of a leaf, and of the number of leaves of a branch.
const BITS: usize = 7;
const SIZE: usize = 1 << BITS;
/// Mean number of entries of a shard of a new table.
const SHARD: usize = 128;
/// Mean number of entries from which a table gets more shards.
const FULL_SHARD: usize = 8 * SHARD;

/// A list. The last leaf has room for more.
#[derive(Clone, Debug)]
pub(super) struct Chunks<T> {
    branches: Vec<Arc<[Arc<[T]>]>>,
    len: usize,
}

impl<T> Default for Chunks<T> {
    fn default() -> Chunks<T> {
        Chunks { branches: Vec::new(), len: 0 }
    }
}

impl<T: Clone + Default> Chunks<T> {
    /// The number of entries.
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// The entry at an index. Panics if there is none.
    pub(super) fn at(&self, index: usize) -> &T {
        &self.branches[index >> (2 * BITS)][(index >> BITS) % SIZE][index % SIZE]
    }

    /// The entry at an index for modification. Panics if there is none.
    pub(super) fn at_mut(&mut self, index: usize) -> &mut T {
        let branch = Arc::make_mut(&mut self.branches[index >> (2 * BITS)]);
        &mut Arc::make_mut(&mut branch[(index >> BITS) % SIZE])[index % SIZE]
    }

    /// Appends an entry.
    pub(super) fn push(&mut self, entry: T) {
        let (branch, leaf, place) =
            (self.len >> (2 * BITS), (self.len >> BITS) % SIZE, self.len % SIZE);
        if branch == self.branches.len() {
            self.branches.push(Arc::from([]));
        }
        let leaves = &mut self.branches[branch];
        if leaf == leaves.len() {
            let more: Arc<[T]> = vec![T::default(); 1].into();
            *leaves = leaves.iter().cloned().chain([more]).collect();
        } else if place == leaves[leaf].len() {
            let room = vec![T::default(); place];
            let own = &mut Arc::make_mut(leaves)[leaf];
            *own = own.iter().cloned().chain(room).collect();
        }
        self.len += 1;
        *self.at_mut(self.len - 1) = entry;
    }

    /// All entries.
    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.branches
            .iter()
            .flat_map(|leaves| leaves.iter())
            .flat_map(|leaf| leaf.iter())
            .take(self.len)
    }

    /// The bytes of heap memory used, without those that entries point to.
    pub(super) fn heap_bytes(&self) -> usize {
        let leaf = |leaf: &Arc<[T]>| size_of::<[usize; 4]>() + size_of_val::<[T]>(leaf);
        let leaves = self.branches.iter().flat_map(|leaves| leaves.iter());
        let branches = self.branches.capacity() * size_of::<[usize; 4]>();
        branches + leaves.map(leaf).sum::<usize>()
    }
}

impl<T: Clone> FromIterator<T> for Chunks<T> {
    fn from_iter<I: IntoIterator<Item = T>>(entries: I) -> Chunks<T> {
        let mut entries = entries.into_iter();
        let (mut branches, mut len) = (Vec::new(), 0);
        loop {
            let mut leaves: Vec<Arc<[T]>> = Vec::new();
            while leaves.len() < SIZE {
                let leaf: Vec<T> = entries.by_ref().take(SIZE).collect();
                len += leaf.len();
                if leaf.is_empty() { break } else { leaves.push(leaf.into()) }
            }
            if leaves.is_empty() {
                return Chunks { branches, len };
            } else {
                branches.push(leaves.into())
            }
        }
    }
}

/// A hash table, in shards by the middle bits of the hash: a shard uses the highest and the lowest.
#[derive(Clone, Debug)]
pub(super) struct Shards<T> {
    shards: Chunks<Arc<HashTable<T>>>,
    len: usize,
}

impl<T> Default for Shards<T> {
    fn default() -> Shards<T> {
        Shards { shards: Chunks::default(), len: 0 }
    }
}

impl<T: Clone> Shards<T> {
    /// Creates a table with room for a number of entries.
    pub(super) fn for_entries(entries: usize) -> Shards<T> {
        let shards = (entries / SHARD).next_power_of_two();
        Shards { shards: (0..shards).map(|_| Arc::default()).collect(), len: 0 }
    }

    /// The number of entries.
    #[cfg(test)]
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    fn shard(&self, hash: u64) -> usize {
        (hash >> 24) as usize & (self.shards.len() - 1)
    }

    /// The entry with this hash that is the one wanted.
    pub(super) fn find(&self, hash: u64, is_it: impl FnMut(&T) -> bool) -> Option<&T> {
        if self.len == 0 {
            return None;
        }
        self.shards.at(self.shard(hash)).find(hash, is_it)
    }

    /// Sets the entry with this hash that is the one wanted; adds it if there is none, removes it if
    /// `entry` is `None`.
    pub(super) fn set(
        &mut self,
        hash: u64,
        is_it: impl Fn(&T) -> bool,
        entry: Option<T>,
        hash_of: impl Fn(&T) -> u64,
    ) {
        if self.shards.len() == 0 || self.len > self.shards.len() * FULL_SHARD {
            let mut larger = Shards::for_entries(self.len + 1);
            for entry in self.shards.iter().flat_map(|shard| shard.iter()) {
                let place = larger.shard(hash_of(entry));
                let shard = Arc::make_mut(larger.shards.at_mut(place));
                shard.insert_unique(hash_of(entry), entry.clone(), &hash_of);
            }
            larger.len = self.len;
            *self = larger;
        }
        let place = self.shard(hash);
        let shard = Arc::make_mut(self.shards.at_mut(place));
        match (shard.find_entry(hash, is_it), entry) {
            (Ok(mut found), Some(entry)) => *found.get_mut() = entry,
            (Ok(found), None) => {
                self.len -= 1;
                drop(found.remove());
            }
            (Err(_), Some(entry)) => {
                self.len += 1;
                shard.insert_unique(hash, entry, hash_of);
            }
            (Err(_), None) => {}
        }
    }

    /// Gives back the room that no entry needs.
    pub(super) fn shrink(&mut self, hash_of: impl Fn(&T) -> u64) {
        for place in 0..self.shards.len() {
            Arc::make_mut(self.shards.at_mut(place)).shrink_to_fit(&hash_of);
        }
    }

    /// The bytes of heap memory used, without those that entries point to.
    pub(super) fn heap_bytes(&self) -> usize {
        let shard = |shard: &Arc<HashTable<T>>| {
            size_of::<[usize; 2]>() + size_of::<HashTable<T>>() + shard.allocation_size()
        };
        self.shards.heap_bytes() + self.shards.iter().map(shard).sum::<usize>()
    }
}
