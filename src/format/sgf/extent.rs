//! Finds the end of a game tree in bytes of any character set without parsing it.

use encoding_rs::{BIG5, Encoding, GB18030, GBK, ISO_2022_JP, SHIFT_JIS};

/// How a character set uses SGF's structural bytes inside other characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mix {
    /// Never.
    Never,
    /// The second byte of a character may be `[`, `\` or `]`.
    SecondByte,
    /// Between escape sequences all bytes are parts of characters.
    Shifts,
}

/// The length of the start of the next game: a line end and `(;FF[`. (`FM` and `GF` would match
/// here too, but do not occur.)
const NEXT_GAME: usize = 6;

/// Scans chunks of bytes for the end of one game tree.
#[derive(Debug)]
pub(super) struct Extent {
    encoding: &'static Encoding,
    mix: Mix,
    depth: usize,
    in_value: bool,
    escaped: bool,
    /// Whether the last byte was the first of a two-byte character.
    lead: bool,
    /// How many bytes of an ISO-2022-JP escape sequence have been read, and its last byte.
    shift: (u8, u8),
    shifted: bool,
    /// How much of the start of another game has just been matched.
    next_game: usize,
}

impl Extent {
    /// Starts a scan of a game tree in `encoding`, to be fed from its first `(`.
    pub(super) fn new(encoding: &'static Encoding) -> Self {
        Self {
            encoding,
            mix: mix_of(encoding),
            depth: 0,
            in_value: false,
            escaped: false,
            lead: false,
            shift: (0, 0),
            shifted: false,
            next_game: 0,
        }
    }

    /// The length of the game tree at the start of `bytes`, if it ends within them.
    pub(super) fn find(encoding: &'static Encoding, bytes: &[u8]) -> Option<usize> {
        Self::new(encoding).feed(bytes)
    }

    /// Scans the next bytes. Returns how many of them belong to the tree once its last `)`, or [the
    /// next game](super::parse::starts_new_game) without it, is found.
    pub(super) fn feed(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut depth = self.depth;
        for (at, &byte) in bytes.iter().enumerate() {
            self.take(byte);
            if self.next_game == NEXT_GAME {
                return Some((at + 2).saturating_sub(NEXT_GAME));
            }
            if self.depth == 0 && depth == 1 {
                return Some(at + 1);
            }
            depth = self.depth;
        }
        None
    }

    fn take(&mut self, byte: u8) {
        if self.is_part(byte) {
            self.escaped = false;
            self.next_game = 0;
        } else if self.in_value {
            let escaped = std::mem::take(&mut self.escaped);
            self.escaped = byte == b'\\' && !escaped;
            self.in_value = byte != b']' || escaped;
        } else {
            self.take_structure(byte);
        }
    }

    fn take_structure(&mut self, byte: u8) {
        self.next_game = match (self.next_game, byte) {
            (_, b'\n') => 1,
            (1, b'(') => 2,
            (2, b';') => 3,
            (3, b'F' | b'G') => 4,
            (4, b'F' | b'M') => 5,
            (5, b'[') if self.depth > 1 => NEXT_GAME,
            _ => 0,
        };
        match byte {
            b'[' => self.in_value = true,
            b'(' => self.depth += 1,
            b')' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
    }

    /// Whether `byte` is part of a multi-byte character or of an escape sequence.
    fn is_part(&mut self, byte: u8) -> bool {
        match self.mix {
            Mix::Never => false,
            Mix::SecondByte => self.is_part_of_pair(byte),
            Mix::Shifts => self.is_part_of_shift(byte),
        }
    }

    fn is_part_of_pair(&mut self, byte: u8) -> bool {
        if std::mem::take(&mut self.lead) && byte >= b'0' {
            return true;
        }
        let katakana = self.encoding == SHIFT_JIS && (0xa0..=0xdf).contains(&byte);
        self.lead = byte > 0x80 && !katakana;
        self.lead
    }

    fn is_part_of_shift(&mut self, byte: u8) -> bool {
        match self.shift {
            (0, _) if byte == 0x1b => self.shift = (1, 0),
            (0, _) => return self.shifted && byte > b' ',
            (1, _) => self.shift = (2, byte),
            (_, before) => {
                // ESC $ @ and ESC $ B: two bytes per character; ESC ( B, J and I: one.
                self.shifted = before == b'$';
                self.shift = (0, 0);
            }
        }
        true
    }
}

/// Whether brackets may be parts of characters.
pub(super) fn mixes_brackets(encoding: &'static Encoding) -> bool {
    mix_of(encoding) != Mix::Never
}

fn mix_of(encoding: &'static Encoding) -> Mix {
    if [GB18030, GBK, BIG5, SHIFT_JIS].contains(&encoding) {
        Mix::SecondByte
    } else if encoding == ISO_2022_JP {
        Mix::Shifts
    } else {
        Mix::Never
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::UTF_8;

    #[test]
    fn a_tree_ends_at_its_last_parenthesis() {
        assert_eq!(Extent::find(UTF_8, b"(;B[aa](;W[bb]))(;)"), Some(16));
        assert_eq!(Extent::find(UTF_8, b"(;C[)\\])])"), Some(10));
        assert_eq!(Extent::find(UTF_8, b"(;C[)\\]])(;)"), Some(9));
        assert_eq!(Extent::find(UTF_8, b"(;C[a)"), None);
    }

    #[test]
    fn a_tree_ends_before_the_next_game() {
        assert_eq!(Extent::find(UTF_8, b"(;B[aa]\n(;FF[4])"), Some(8));
        assert_eq!(Extent::find(UTF_8, b"(;C[\n(;FF[4\\])])"), Some(16));
        assert_eq!(Extent::find(UTF_8, b"(;B[aa]\n(;F[4]))"), Some(16));
        assert_eq!(Extent::find(UTF_8, b"\n(;GM[1])"), Some(9));
    }

    #[test]
    fn second_bytes_are_no_brackets() {
        // 0x8f5c is one character in Shift-JIS, 0x815d one in GB18030.
        assert_eq!(Extent::find(SHIFT_JIS, b"(;C[\x8f\x5c])(;)"), Some(8));
        assert_eq!(Extent::find(UTF_8, b"(;C[\x8f\x5c])(;)"), None);
        assert_eq!(Extent::find(GB18030, b"(;C[\x81\x5d)])"), Some(9));
        assert_eq!(Extent::find(UTF_8, b"(;C[\x81\x5d)])"), Some(7));
        // Half-width katakana are single bytes.
        assert_eq!(Extent::find(SHIFT_JIS, b"(;C[\xb1])"), Some(7));
    }

    #[test]
    fn shifted_bytes_are_no_brackets() {
        let bytes = b"(;C[\x1b$B!]\x1b(B])(;)";
        assert_eq!(Extent::find(ISO_2022_JP, bytes), Some(bytes.len() - 3));
    }

    #[test]
    fn pieces_are_as_good_as_the_whole() {
        let bytes = b"(;C[\x81\x5d)\\]](;B[]))(;)";
        let mut extent = Extent::new(GB18030);
        let found = bytes.iter().position(|&byte| extent.feed(&[byte]).is_some());
        assert_eq!(found, Extent::find(GB18030, bytes).map(|length| length - 1));
    }
}
