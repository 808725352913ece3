//! Merging several streams of counted lines.

use super::game::ExampleRank;
use super::stream::{Entry, TallyReader, TallyWriter};
use joseki_book::{Tally, TallyError};
use joseki_game::Step;

/// Merges streams entry by entry, with the same result as counting all games into one stream.
pub struct StreamMerge<'a, P, R> {
    heads: Vec<StreamHead<P>>,
    rank: &'a R,
    /// The steps to the last entry.
    path: Vec<Step>,
    /// The depth of the last entry, and the only stream that continues from it, if there is just
    /// one.
    alone: Option<(usize, usize)>,
}

struct StreamHead<P> {
    reader: TallyReader<P>,
    path: Vec<Step>,
    ended: bool,
}

impl<'a, P, E, R> StreamMerge<'a, P, R>
where
    P: Iterator<Item = Result<Vec<u8>, E>>,
    E: From<TallyError>,
    R: Fn(u32) -> ExampleRank,
{
    /// Creates a merge of streams; `rank` returns the rank of a game as an example.
    ///
    /// # Errors
    /// If a stream cannot be read.
    pub fn new(
        streams: impl IntoIterator<Item = P>,
        rank: &'a R,
    ) -> Result<StreamMerge<'a, P, R>, E> {
        let mut heads = Vec::new();
        for stream in streams {
            let mut head =
                StreamHead { reader: TallyReader::new(stream), path: Vec::new(), ended: false };
            head.peek()?;
            heads.push(head);
        }
        Ok(StreamMerge { heads, rank, path: Vec::new(), alone: None })
    }

    /// Returns the next entry, merged from all streams; `None` at the end.
    ///
    /// # Errors
    /// If a stream cannot be read.
    pub fn next_entry(&mut self) -> Result<Option<Entry>, E> {
        let waiting = self.heads.iter().filter(|head| !head.ended);
        let Some(first) = waiting.map(|head| &head.path).min() else {
            return Ok(None);
        };
        self.path.clone_from(first);
        let path = &self.path;
        let mut sum: Option<Tally> = None;
        let mut last = 0;
        for (at, head) in self.heads.iter_mut().enumerate() {
            if head.ended || head.path != *path {
                continue;
            }
            last = at;
            let tally = head.reader.take()?;
            head.peek()?;
            match &mut sum {
                None => sum = Some(tally),
                Some(sum) => {
                    sum.add(&tally, self.rank);
                    // Two streams contain the entry, so neither one's encoding relative to it is
                    // valid for the sum.
                    last = usize::MAX;
                }
            }
        }
        let follows = |head: &StreamHead<P>| !head.ended && head.path.starts_with(path);
        let others = self.heads.iter().enumerate().filter(|(at, _)| *at != last);
        // Encoded entries of an earlier version cannot be copied as they are.
        let current = self.heads.get(last).is_some_and(|head| head.reader.is_current());
        let alone = current && !others.into_iter().any(|(_, head)| follows(head));
        self.alone = alone.then_some((path.len(), last));
        Ok(Some(Entry {
            depth: path.len(),
            step: path.last().copied().unwrap_or(Step::TENUKI),
            tally: sum.unwrap_or_default(),
        }))
    }

    /// Copies the entries below the last one to `writer`, which has that entry, if only one stream
    /// continues from it. Calls `full` with each completed part; returns the number of entries
    /// copied.
    ///
    /// # Errors
    /// If a stream cannot be read, or the first error of `full`.
    pub fn copy_rest(
        &mut self,
        writer: &mut TallyWriter,
        mut full: impl FnMut(Vec<u8>) -> Result<(), E>,
    ) -> Result<u64, E> {
        let Some((depth, at)) = self.alone.take() else {
            return Ok(0);
        };
        let head = &mut self.heads[at];
        let mut all = 0;
        loop {
            let (part, most) = writer.raw();
            let copied = head.reader.copy_below(depth, part, most)?;
            all += copied;
            match writer.full() {
                Some(part) => full(part)?,
                None => break,
            }
        }
        head.path.truncate(depth);
        head.peek()?;
        Ok(all)
    }
}

impl<P, E> StreamHead<P>
where
    P: Iterator<Item = Result<Vec<u8>, E>>,
    E: From<TallyError>,
{
    /// Peeks at the next entry.
    fn peek(&mut self) -> Result<(), E> {
        match self.reader.peek()? {
            None => self.ended = true,
            Some((0, _)) => self.path.clear(),
            Some((depth, step)) => {
                self.path.truncate(depth - 1);
                self.path.push(step);
            }
        }
        Ok(())
    }
}
