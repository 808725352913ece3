//! Reads the pairs of bytes and the texts of a library.

/// The bytes of a library, read in pairs.
pub(super) struct Cursor<'a> {
    pub bytes: &'a [u8],
    pub position: usize,
}

impl Cursor<'_> {
    pub(super) fn pair(&mut self) -> Option<[u8; 2]> {
        let pair = *self.bytes.get(self.position..)?.first_chunk()?;
        self.position += 2;
        Some(pair)
    }

    /// Appends a text that ends with a zero byte in either place of a pair. Returns whether its
    /// end was found.
    pub(super) fn copy_text(&mut self, out: &mut Vec<u8>) -> bool {
        while let Some([first, second]) = self.pair() {
            if first == 0 {
                return true;
            }
            out.push(first);
            if second == 0 {
                return true;
            }
            out.push(second);
        }
        let rest = self.bytes.get(self.position..).unwrap_or_default();
        out.extend(rest.iter().filter(|&&byte| byte != 0));
        self.position = self.bytes.len();
        false
    }

    /// Appends a comment of an old version, whose last character has its high bit set, as
    /// Windows-1252 text. Returns whether its end was found.
    pub(super) fn copy_old_comment(&mut self, out: &mut Vec<u8>) -> bool {
        while let Some(pair) = self.pair() {
            for byte in pair {
                let character = byte & 0x7F;
                // A zero byte would end the text in the new format.
                if character != 0 {
                    out.push(old_character(character));
                }
                if byte & 0x80 != 0 {
                    return true;
                }
            }
        }
        false
    }
}

/// Converts a character of an old comment, which is in the Swedish variant of ASCII, to
/// Windows-1252.
fn old_character(character: u8) -> u8 {
    match character {
        b'}' => 0xE5,
        b'{' => 0xE4,
        b'|' => 0xF6,
        b']' => 0xC5,
        b'[' => 0xC4,
        b'\\' => 0xD6,
        other => other,
    }
}
