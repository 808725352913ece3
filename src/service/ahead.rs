//! Read-ahead iterator: items are produced on their own thread before the consumer needs them.

use std::io;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::JoinHandle;

/// Items sent at a time: sending them one by one takes longer than producing them.
const BLOCK: usize = 256;
/// Blocks queued at most.
const WAITING: usize = 4;

/// Items in order, produced while earlier ones are consumed.
pub(super) struct ReadAhead<T> {
    block: std::vec::IntoIter<io::Result<T>>,
    blocks: Receiver<Vec<io::Result<T>>>,
    maker: Option<JoinHandle<()>>,
}

impl<T: Send + 'static> ReadAhead<T> {
    /// Drives `items` on a new thread, which ends with the iterator or when the receiver is
    /// dropped.
    ///
    /// # Errors
    /// The thread cannot be spawned.
    pub(super) fn spawn(
        mut items: impl Iterator<Item = io::Result<T>> + Send + 'static,
    ) -> io::Result<ReadAhead<T>> {
        let (sender, blocks) = sync_channel(WAITING);
        let maker = std::thread::Builder::new().spawn(move || {
            loop {
                let block: Vec<_> = items.by_ref().take(BLOCK).collect();
                if block.is_empty() || sender.send(block).is_err() {
                    return;
                }
            }
        })?;
        Ok(ReadAhead { block: Vec::new().into_iter(), blocks, maker: Some(maker) })
    }
}

impl<T> Iterator for ReadAhead<T> {
    type Item = io::Result<T>;

    fn next(&mut self) -> Option<io::Result<T>> {
        loop {
            if let Some(item) = self.block.next() {
                return Some(item);
            }
            match self.blocks.recv() {
                Ok(block) => self.block = block.into_iter(),
                // End of items, unless the thread panicked.
                Err(_) => {
                    let ended = self.maker.take()?.join();
                    return ended
                        .err()
                        .map(|_| Err(io::Error::other("the thread that reads ahead stopped")));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_come_in_their_order_and_all_of_them() {
        for count in [0, 1, BLOCK, 10 * BLOCK + 3] {
            let items = ReadAhead::spawn((0..count).map(Ok)).unwrap();
            assert!(items.map(Result::unwrap).eq(0..count));
        }
    }

    #[test]
    fn a_thread_that_stops_is_an_error_and_not_the_end() {
        let items =
            (0..3).map(|item| if item < 2 { Ok(item) } else { panic!("expected by the test") });
        let mut items = ReadAhead::spawn(items).unwrap();
        assert!(items.next().unwrap().is_err());
        assert!(items.next().is_none());
    }

    #[test]
    fn dropping_the_receiver_ends_the_thread() {
        let mut items = ReadAhead::spawn((0..).map(Ok)).unwrap();
        assert_eq!(items.next().unwrap().unwrap(), 0);
        let maker = items.maker.take().unwrap();
        drop(items);
        maker.join().unwrap();
    }
}
