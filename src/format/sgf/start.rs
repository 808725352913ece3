//! Finds where a game tree starts, and distinguishes it from prose in parentheses.

pub(super) enum TreeStart {
    At(usize),
    /// There is none, and none can start before this offset once more bytes arrive.
    NotBefore(usize),
}

/// What an opening parenthesis begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opening {
    Tree,
    Prose,
    /// It takes more bytes to know.
    Unknown,
}

/// The most white space between the `(` and the `;` at the start of a tree, and the most bytes in
/// which a root without its `;` must prove that it is one.
const MAX_BYTES: usize = 1024;

/// The properties of roots and of games (FF\[4\], "Root" and "Game info"), and the size of a board:
/// what has one of them is a root even if its `;` is missing, as in records of some programs.
const ROOT_PROPERTIES: [&str; 28] = [
    "AN", "AP", "BR", "BT", "CA", "CP", "DT", "EV", "FF", "GC", "GM", "GN", "HA", "KM", "ON", "OT",
    "PB", "PC", "PW", "RE", "RO", "RU", "SO", "SZ", "TM", "US", "WR", "WT",
];

/// Properties of points that other nodes than roots have as well: one proves a tree if its value is
/// a point and it stands in a node with its `;`.
const POINT_PROPERTIES: [&str; 4] = ["AB", "AW", "B", "W"];

/// The first offset at which a game tree may start; with `on_line`, only at the start of a line.
pub(super) fn find_start(bytes: &[u8], at_end: bool, on_line: bool) -> TreeStart {
    for at in memchr::memchr_iter(b'(', bytes) {
        if on_line && !bytes[..at].ends_with(b"\n") {
            continue;
        }
        match opening(&bytes[at + 1..], at_end) {
            Opening::Tree => return TreeStart::At(at),
            Opening::Prose => {}
            Opening::Unknown => {
                return TreeStart::NotBefore(at.saturating_sub(usize::from(on_line)));
            }
        }
    }
    let keep = usize::from(on_line && bytes.ends_with(b"\n"));
    TreeStart::NotBefore(bytes.len() - keep)
}

/// Whether the start of a file is that of a game tree, after a byte order mark and white space.
pub fn starts_tree(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let tree = text.trim_ascii_start().strip_prefix(b"(");
    tree.is_some_and(|tree| opening(tree, true) == Opening::Tree)
}

/// Reads what follows a `(`.
fn opening(after: &[u8], at_end: bool) -> Opening {
    let at_end = at_end || after.len() >= MAX_BYTES;
    let mut root = RootScan { bytes: &after[..after.len().min(MAX_BYTES)], at: 0 };
    match root.read() {
        Opening::Unknown if at_end => Opening::Prose,
        opening => opening,
    }
}

/// Reads the properties of a root without its `;`, and of the nodes after it, until one is proof.
///
/// In an unknown character set a `]` may be part of a character. It ends a value only where SGF
/// goes on behind it.
struct RootScan<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl RootScan<'_> {
    fn read(&mut self) -> Opening {
        let mut is_node = false;
        let mut has_property = false;
        loop {
            match self.next() {
                None => return Opening::Unknown,
                Some(b';') if !has_property => return Opening::Tree,
                Some(b';') => {
                    is_node = true;
                    self.at += 1;
                }
                Some(b'(') if has_property => self.at += 1,
                Some(byte) if byte.is_ascii_uppercase() => {
                    match self.property(is_node) {
                        Some(opening) => return opening,
                        None => has_property = true,
                    };
                }
                Some(_) => return Opening::Prose,
            }
        }
    }

    /// The next byte that is not white space.
    fn next(&mut self) -> Option<u8> {
        let rest = self.bytes.get(self.at..)?;
        self.at += rest.iter().position(|byte| *byte > b' ')?;
        self.bytes.get(self.at).copied()
    }

    /// Reads a property; `None` if it proves nothing.
    fn property(&mut self, is_node: bool) -> Option<Opening> {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let (written, after) = rest.split_at(length);
        if after.first() == Some(&b'[') && is_one_of(&ROOT_PROPERTIES, written) {
            return Some(Opening::Tree);
        }
        self.at += length;
        match self.next() {
            None => return Some(Opening::Unknown),
            Some(b'[') => {}
            Some(_) => return Some(Opening::Prose),
        }
        // FF[3] and before allow small letters in identifiers, which mean nothing.
        let name: Vec<u8> = written.iter().copied().filter(u8::is_ascii_uppercase).collect();
        let has_points = is_node && is_one_of(&POINT_PROPERTIES, &name);
        while self.next() == Some(b'[') {
            let Some(value) = self.value() else { return Some(Opening::Unknown) };
            if has_points && (value.is_empty() || is_point(value)) {
                return Some(Opening::Tree);
            }
        }
        None
    }

    /// The bytes of the value whose `[` is next.
    fn value(&mut self) -> Option<&[u8]> {
        let start = self.at + 1;
        let mut at = start;
        loop {
            at += memchr::memchr2(b']', b'\\', self.bytes.get(at..)?)?;
            if self.bytes[at] == b'\\' {
                at += 2;
                continue;
            }
            let after = self.bytes[at + 1..].iter().find(|byte| **byte > b' ')?;
            at += 1;
            if after.is_ascii_uppercase() || b"[;()".contains(after) {
                self.at = at;
                return self.bytes.get(start..at - 1);
            }
        }
    }
}

fn is_one_of(names: &[&str], name: &[u8]) -> bool {
    names.iter().any(|known| known.as_bytes() == name)
}

/// Whether a value may be a point of a board; capital letters are read as small ones.
fn is_point(value: &[u8]) -> bool {
    value.len() == 2 && value.iter().all(u8::is_ascii_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(text: &[u8]) -> Option<usize> {
        match find_start(text, true, false) {
            TreeStart::At(at) => Some(at),
            TreeStart::NotBefore(_) => None,
        }
    }

    #[test]
    fn a_root_needs_no_semicolon() {
        for tree in [
            "(\nTE[x]\nSZ[19]\n;B[pd];W[dp])",
            "(TE[x]\n;B[pd];W[dp])",
            "(XX[a][b\\]]\r\nYY [c]\r\nPB[x]",
            "( C[words (and [more\\])];AW[dd][pp];B[qf])",
            "(GaMe[1]SiZe[19];Black[pd])",
            "(AB[dd][pp](;W[dp])(;W[pd]))",
            "(TE[x];C[a comment];B[])",
            "(N[x];B[PD])",
        ] {
            let text = format!("as he (K. Go[1]) said:\n{tree}");
            assert_eq!(start(text.as_bytes()), Some(23), "{tree}");
        }
    }

    #[test]
    fn prose_in_parentheses_is_no_tree() {
        for prose in [
            "(A[1]; B[2])",
            "(see SZ[19])",
            "(AB[1], CD[2])",
            "(RE [staff] the meeting)",
            "(B[pd])",
            "(AB[dd]AW[pp])",
            "(RunEvent[0], x)",
            "(TE[x] and so on;B[pd])",
            "(TE[x",
            "(TE[x];B",
        ] {
            assert_eq!(start(prose.as_bytes()), None, "{prose}");
        }
        let long = format!("(TE[{}];B[pd])", "x".repeat(MAX_BYTES));
        assert_eq!(start(long.as_bytes()), None);
    }

    #[test]
    fn brackets_may_be_parts_of_characters() {
        // In Shift-JIS, 0x815b is the long vowel mark and 0x835d a syllable.
        assert_eq!(start(b"(TE[\x83\x5d\x81\x5b\x83\x5d\x83\x5d]\nXX[y]\n;B[pd])"), Some(0));
    }

    #[test]
    fn more_bytes_may_be_needed() {
        let tree = b"(TE[x]\nXX[y]\n;B[pd])";
        for length in 1..tree.len() - 3 {
            let found = find_start(&tree[..length], false, false);
            assert!(matches!(found, TreeStart::NotBefore(0)), "{length}");
        }
        assert!(matches!(find_start(tree, false, false), TreeStart::At(0)));
    }

    #[test]
    fn a_file_is_known_by_its_start() {
        for head in ["(;GM[1])", "\u{feff}\r\n (\n;", "(;", "(\nTE[x]\nSZ[19]"] {
            assert!(starts_tree(head.as_bytes()), "{head:?}");
        }
        for head in ["", "(", "(define x)", "x(;", "; (;", "(A[1])"] {
            assert!(!starts_tree(head.as_bytes()), "{head:?}");
        }
    }
}
