//! Adding up: merges old and new counts, on two threads if they are in two halves, and prunes them.

use crate::mine::Mining;
use std::io;
use std::sync::Arc;
use std::thread;

use super::MineRequest;
use super::run::BookBefore;
use crate::error::ServiceError;
use joseki_book::Forest;
use joseki_mine::{
    Blocks, ExampleRank, MineReport, MiningResult, PruneReport, Pruner, Settings, Spool,
    StreamMerge, TallyWriter,
};
use joseki_store::{Store, StoreError};

/// Result of a run before it is written.
pub(super) struct MinedBook {
    pub(super) forest: Forest,
    pub(super) parts: CountParts,
    pub(super) heads: Blocks,
    pub(super) report: MineReport,
    pub(super) pruned: PruneReport,
}

/// A stream of counts, part by part.
type CountStream = Box<dyn Iterator<Item = Result<Vec<u8>, ServiceError>> + Send>;
/// All counts, part by part.
pub(super) type CountParts = Box<dyn Iterator<Item = io::Result<Vec<u8>>> + Send>;

fn stream_of(run: Blocks) -> CountStream {
    Box::new(run.map(|part| part.map_err(ServiceError::from)))
}

/// What adding up needs to know.
#[derive(Clone, Copy)]
struct Adding<'a> {
    request: &'a MineRequest,
    settings: Settings,
    forest: &'a Forest,
    /// The rank of each game as an example.
    ranks: &'a [ExampleRank],
}

/// Counts that were added up, and what is kept of them in the book.
struct AddedUp {
    parts: Blocks,
    pruner: Pruner,
}

impl Adding<'_> {
    /// Merges streams into one; calls `begun` with the corners of the root once they are known.
    fn add<T>(
        self,
        streams: Vec<CountStream>,
        begun: impl FnOnce(u32) -> Result<T, ServiceError>,
    ) -> Result<(AddedUp, T), ServiceError> {
        let rank = |game: u32| self.ranks.get(game as usize).copied().unwrap_or_default();
        let mut merge = StreamMerge::new(streams, &rank)?;
        let mut writer = TallyWriter::default();
        let mut pruner = Pruner::new(self.settings.pruning);
        let mut corners = 0;
        if let Some(root) = merge.next_entry()? {
            corners = root.tally.total().corners;
            pruner.add(&root, self.forest);
            // It never fills a part.
            writer.push(root);
        }
        let begun = begun(corners)?;
        Ok((self.add_rest(merge, writer, pruner)?, begun))
    }

    /// Merges streams whose root is merged by another thread.
    fn add_below_root(
        self,
        streams: Vec<CountStream>,
        corners: u32,
    ) -> Result<AddedUp, ServiceError> {
        let rank = |game: u32| self.ranks.get(game as usize).copied().unwrap_or_default();
        let mut merge = StreamMerge::new(streams, &rank)?;
        merge.next_entry()?;
        let pruner = Pruner::below_root(self.settings.pruning, corners);
        self.add_rest(merge, TallyWriter::below_root(), pruner)
    }

    fn add_rest<R: Fn(u32) -> ExampleRank>(
        self,
        mut merge: StreamMerge<'_, CountStream, R>,
        mut writer: TallyWriter,
        mut pruner: Pruner,
    ) -> Result<AddedUp, ServiceError> {
        let mut parts = Spool::new(&self.request.folder, self.request.memory / 8);
        while let Some(entry) = merge.next_entry()? {
            let in_book = pruner.add(&entry, self.forest);
            if let Some(part) = writer.push(entry) {
                parts.push(part)?;
            }
            if !in_book {
                pruner.skip(merge.copy_rest(&mut writer, |part| Ok(parts.push(part)?))?);
            }
        }
        if let Some(part) = writer.finish() {
            parts.push(part)?;
        }
        Ok(AddedUp { parts: parts.into_blocks()?, pruner })
    }
}

impl Mining<'_> {
    /// Merges old and new counts into one stream, and builds the book from it.
    pub(super) fn add_up(
        &self,
        request: &MineRequest,
        before: &BookBefore,
        settings: Settings,
        mined: MiningResult,
    ) -> Result<MinedBook, ServiceError> {
        let MiningResult { cohorts, heads, runs: [first, second], ranks, report, .. } = mined;
        let mut forest = before.forest.without_mined();
        let adding = Adding { request, settings, forest: &forest, ranks: &ranks };
        let (first, second) = if before.counted.parts > 0 {
            // What the book had is not in two halves.
            let old = OldParts {
                store: Arc::clone(&self.service.store),
                book: request.book.clone(),
                next: 0,
                end: before.counted.parts,
            };
            let mut streams = vec![Box::new(old) as CountStream];
            streams.extend(first.into_iter().chain(second).map(stream_of));
            (adding.add(streams, |_| Ok(()))?.0, None)
        } else {
            let [first, second] =
                [first, second].map(|runs| runs.into_iter().map(stream_of).collect::<Vec<_>>());
            thread::scope(|scope| {
                let spawn = |corners| {
                    let work = move || adding.add_below_root(second, corners);
                    let thread = thread::Builder::new().name("adding-up".to_owned());
                    Ok(thread.spawn_scoped(scope, work)?)
                };
                let (first, thread) = adding.add(first, spawn)?;
                let panicked = |_| Err(io::Error::other("a thread panicked").into());
                let second = thread.join().unwrap_or_else(panicked)?;
                Ok::<_, ServiceError>((first, Some(second)))
            })?
        };
        let mut pruned = first.pruner.finish(&mut forest);
        let mut parts: CountParts = Box::new(first.parts);
        if let Some(second) = second {
            pruned.add(&second.pruner.finish(&mut forest));
            parts = Box::new(parts.chain(second.parts));
        }
        forest.set_cohorts(cohorts);
        forest.mark_leaves();
        Ok(MinedBook { forest, parts, heads, report, pruned })
    }
}

/// Iterator over the stored counts, part by part.
pub(super) struct OldParts {
    pub(super) store: Arc<dyn Store>,
    pub(super) book: String,
    pub(super) next: u32,
    pub(super) end: u32,
}

impl Iterator for OldParts {
    type Item = Result<Vec<u8>, ServiceError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.next == self.end {
            return None;
        }
        let part = self.store.tally_part(&self.book, self.next);
        self.next += 1;
        let missing = || StoreError::Corrupt {
            file: self.book.clone(),
            detail: "a part of the counts is missing".to_owned(),
        };
        Some(part.and_then(|part| part.ok_or_else(missing)).map_err(ServiceError::from))
    }
}
