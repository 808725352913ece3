//! Reads a zstd stream of any number of frames.

use std::io::{self, BufRead, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// An empty last block, and space for a checksum (RFC 8878, 3.1.1).
const END_OF_FRAME: [u8; 7] = [1, 0, 0, 0, 0, 0, 0];

/// Decompresses frame after frame. Damage is an error after all content before it.
pub(super) struct ZstdReader<R> {
    input: R,
    decoder: FrameDecoder,
    in_frame: bool,
    ended: bool,
    damage: Option<io::Error>,
}

impl<R: BufRead> ZstdReader<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, decoder: FrameDecoder::new(), in_frame: false, ended: false, damage: None }
    }

    /// Reads the header of the next frame, or skips a skippable frame.
    fn start(&mut self) -> io::Result<()> {
        use FrameDecoderError::ReadFrameHeaderError as Header;
        match self.decoder.reset(&mut self.input) {
            Ok(()) => self.in_frame = true,
            Err(Header(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                let length = u64::from(length);
                let mut skipped = (&mut self.input).take(length);
                if io::copy(&mut skipped, &mut io::sink())? < length {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
            }
            Err(error) => return Err(invalid(error)),
        }
        Ok(())
    }

    /// Decodes a block. The decoder withholds a window of decoded bytes until the end of the frame,
    /// so a damaged frame is given an end.
    fn decode(&mut self) {
        let one = BlockDecodingStrategy::UptoBlocks(1);
        if let Err(error) = self.decoder.decode_blocks(&mut self.input, one) {
            let all = BlockDecodingStrategy::All;
            let flushed = self.decoder.decode_blocks(&END_OF_FRAME[..], all);
            self.damage = Some(invalid(flushed.err().unwrap_or(error)));
        }
    }

    /// Ends a frame.
    fn finish(&mut self) -> io::Result<()> {
        self.in_frame = false;
        let told = self.decoder.get_checksum_from_data();
        if told.is_some() && told != self.decoder.get_calculated_checksum() {
            return Err(invalid("checksum mismatch"));
        }
        Ok(())
    }

    /// Continues until output is available or the stream ends.
    fn advance(&mut self) -> io::Result<()> {
        while self.decoder.can_collect() == 0 && !self.ended {
            if let Some(error) = self.damage.take() {
                return Err(error);
            } else if !self.in_frame && self.input.fill_buf()?.is_empty() {
                self.ended = true;
            } else if !self.in_frame {
                self.start()?;
            } else if self.decoder.is_finished() {
                self.finish()?;
            } else {
                self.decode();
            }
        }
        Ok(())
    }
}

impl<R: BufRead> Read for ZstdReader<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let advanced = self.advance();
        self.ended |= advanced.is_err();
        advanced?;
        self.decoder.read(buf)
    }
}

fn invalid(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}
