//! Independent read positions in one shared file.

use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, PoisonError};

use super::progress::Meter;

/// The buffer size in bytes.
const BUFFER: usize = 32 << 10;

/// A readable and seekable source.
pub(super) trait Seekable: Read + Seek + Send {}

impl<T: Read + Seek + Send> Seekable for T {}

/// A reader with its own position in a shared source. Short seeks in either direction, as an
/// archive reader makes between entries, keep the buffer.
pub(super) struct SharedReader<'a> {
    reader: BufReader<SharedSource<'a>>,
    at: u64,
    meter: Option<Meter>,
}

impl<'a> SharedReader<'a> {
    /// Starts at the beginning of `source`.
    pub(super) fn new(source: impl Seekable + 'a) -> io::Result<Self> {
        let mut source: Box<dyn Seekable + 'a> = Box::new(source);
        let size = source.seek(SeekFrom::End(0))?;
        Ok(Self::start(SharedSource { source: Arc::new(Mutex::new(source)), size, at: 0 }))
    }

    /// Returns another reader at the start of the same source.
    pub(super) fn restart(&self) -> Self {
        let shared = self.reader.get_ref();
        Self::start(SharedSource { source: Arc::clone(&shared.source), size: shared.size, at: 0 })
    }

    /// Counts the bytes read with `meter`.
    pub(super) fn counted(self, meter: Option<Meter>) -> Self {
        Self { meter, ..self }
    }

    fn start(shared: SharedSource<'a>) -> Self {
        Self { reader: BufReader::with_capacity(BUFFER, shared), at: 0, meter: None }
    }
}

impl Read for SharedReader<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buf)? as u64;
        self.at += read;
        if let Some(meter) = &mut self.meter {
            meter.add(read);
        }
        Ok(read as usize)
    }
}

impl Seek for SharedReader<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let target = target(to, self.at, self.reader.get_ref().size)?;
        let signed = |at: u64| i64::try_from(at).map_err(|_| outside());
        self.reader.seek_relative(signed(target)? - signed(self.at)?)?;
        self.at = target;
        Ok(target)
    }
}

struct SharedSource<'a> {
    source: Arc<Mutex<Box<dyn Seekable + 'a>>>,
    size: u64,
    at: u64,
}

impl Read for SharedSource<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let mut source = self.source.lock().unwrap_or_else(PoisonError::into_inner);
        source.seek(SeekFrom::Start(self.at))?;
        let read = source.read(buf)?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Seek for SharedSource<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.at = target(to, self.at, self.size)?;
        Ok(self.at)
    }
}

fn target(to: SeekFrom, at: u64, size: u64) -> io::Result<u64> {
    let target = match to {
        SeekFrom::Start(target) => Some(target),
        SeekFrom::End(by) => size.checked_add_signed(by),
        SeekFrom::Current(by) => at.checked_add_signed(by),
    };
    target.ok_or_else(outside)
}

fn outside() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "seek outside the file")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::io::Cursor;

    fn seeks() -> impl Strategy<Value = SeekFrom> {
        prop_oneof![
            (0..200_000_u64).prop_map(SeekFrom::Start),
            (-150_000..10_i64).prop_map(SeekFrom::End),
            (-100_000..100_000_i64).prop_map(SeekFrom::Current),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn two_places_in_one_file_read_as_two_files_do(
            steps in prop::collection::vec((any::<bool>(), seeks(), 0..5_000_usize), 1..40),
        ) {
            let bytes: Vec<u8> = (0..120_000_u32).map(|at| (at * 7 / 3) as u8).collect();
            let first = SharedReader::new(Cursor::new(bytes.clone()))?;
            let mut places = [first.restart(), first];
            let mut plain = [Cursor::new(bytes.clone()), Cursor::new(bytes)];
            for (which, seek, length) in steps {
                let which = usize::from(which);
                let (place, plain) = (&mut places[which], &mut plain[which]);
                prop_assert_eq!(place.seek(seek).ok(), plain.seek(seek).ok());
                let (mut a, mut b) = (Vec::new(), Vec::new());
                place.take(length as u64).read_to_end(&mut a)?;
                plain.take(length as u64).read_to_end(&mut b)?;
                prop_assert!(a == b);
            }
        }
    }
}
