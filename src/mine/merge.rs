//! Several streams of counted lines made one.

use super::game::Rank;
use super::stream::{Entry, TallyReader, TallyWriter};
use crate::book::{Tally, TallyError};
use crate::game::Step;

/// Adds up streams entry by entry: what comes out is counted as if all games had been one stream.
pub struct Merge<'a, P, R> {
    heads: Vec<Head<P>>,
    rank: &'a R,
    /// The steps of the last entry.
    path: Vec<Step>,
    /// The depth of the last entry and the stream that alone goes on from it.
    alone: Option<(usize, usize)>,
}

struct Head<P> {
    reader: TallyReader<P>,
    path: Vec<Step>,
    ended: bool,
}

impl<'a, P, E, R> Merge<'a, P, R>
where
    P: Iterator<Item = Result<Vec<u8>, E>>,
    E: From<TallyError>,
    R: Fn(u32) -> Rank,
{
    /// A merge of streams; `rank` tells the rank of a game as an example.
    ///
    /// # Errors
    /// A stream cannot be read.
    pub fn new(streams: impl IntoIterator<Item = P>, rank: &'a R) -> Result<Merge<'a, P, R>, E> {
        let mut heads = Vec::new();
        for stream in streams {
            let mut head = Head {
                reader: TallyReader::new(stream),
                path: Vec::new(),
                ended: false,
            };
            head.look()?;
            heads.push(head);
        }
        Ok(Merge {
            heads,
            rank,
            path: Vec::new(),
            alone: None,
        })
    }

    /// The next entry of all streams together; `None` at the end.
    ///
    /// # Errors
    /// A stream cannot be read.
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
            head.look()?;
            match &mut sum {
                None => sum = Some(tally),
                Some(sum) => {
                    sum.add(&tally, self.rank);
                    // Two streams know it, so that neither one's entries follow from this sum as they are.
                    last = usize::MAX;
                }
            }
        }
        let follows = |head: &Head<P>| !head.ended && head.path.starts_with(path);
        let others = self.heads.iter().enumerate().filter(|(at, _)| *at != last);
        let alone = last != usize::MAX && !others.into_iter().any(|(_, head)| follows(head));
        self.alone = alone.then_some((path.len(), last));
        Ok(Some(Entry {
            depth: path.len(),
            step: path.last().copied().unwrap_or(Step::TENUKI),
            tally: sum.unwrap_or_default(),
        }))
    }

    /// Copies what follows from the last entry to `writer`, which has that entry, if one stream alone goes
    /// on from it; gives how many entries. It is told each part that is full.
    ///
    /// # Errors
    /// A stream cannot be read, or the first error of `full`.
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
        head.look()?;
        Ok(all)
    }
}

impl<P, E> Head<P>
where
    P: Iterator<Item = Result<Vec<u8>, E>>,
    E: From<TallyError>,
{
    /// Looks at the next entry.
    fn look(&mut self) -> Result<(), E> {
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
