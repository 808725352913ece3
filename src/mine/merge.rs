//! Several streams of counted lines made one.

use super::game::Rank;
use super::stream::{Entry, TallyReader};
use crate::book::{Tally, TallyError};
use crate::game::Step;

/// Adds up streams entry by entry: what comes out is counted as if all games had been one stream.
pub struct Merge<'a, P, R> {
    heads: Vec<Head<P>>,
    rank: &'a R,
}

struct Head<P> {
    reader: TallyReader<P>,
    path: Vec<Step>,
    tally: Option<Tally>,
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
                tally: None,
            };
            head.advance()?;
            heads.push(head);
        }
        Ok(Merge { heads, rank })
    }

    /// The next entry of all streams together; `None` at the end.
    ///
    /// # Errors
    /// A stream cannot be read.
    pub fn next_entry(&mut self) -> Result<Option<Entry>, E> {
        let waiting = self.heads.iter().filter(|head| head.tally.is_some());
        let Some(path) = waiting.map(|head| &head.path).min().cloned() else {
            return Ok(None);
        };
        let mut sum: Option<Tally> = None;
        for head in &mut self.heads {
            if head.tally.is_none() || head.path != path {
                continue;
            }
            let tally = head.advance()?.unwrap_or_default();
            match &mut sum {
                None => sum = Some(tally),
                Some(sum) => sum.add(&tally, self.rank),
            }
        }
        Ok(Some(Entry {
            depth: path.len(),
            step: path.last().copied().unwrap_or(Step::TENUKI),
            tally: sum.unwrap_or_default(),
        }))
    }
}

impl<P, E> Head<P>
where
    P: Iterator<Item = Result<Vec<u8>, E>>,
    E: From<TallyError>,
{
    /// Goes on to the next entry; gives the counts of the one before.
    fn advance(&mut self) -> Result<Option<Tally>, E> {
        let next = self.reader.next_entry()?;
        let tally = next.map(|entry| {
            self.path.truncate(entry.depth.saturating_sub(1));
            if entry.depth > 0 {
                self.path.push(entry.step);
            }
            entry.tally
        });
        Ok(std::mem::replace(&mut self.tally, tally))
    }
}
