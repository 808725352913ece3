//! XQF, the records of XQStudio: versions 1 to 18 read, version 10 written.

use encoding_rs::GB18030;

use super::nodes::{Branches, FileNode, NodeProblem, place, read_nodes};
use super::record::{RecordNode, RecordResult, XiangqiRecord};
use super::setup;
use joseki_game::Side;
use joseki_game::xiangqi::{SetUpError, Shift, Square, XiangqiBoard};

const HEADER: usize = 0x400;
const POINTS: usize = 0x10;
/// The point of a captured piece.
const CAPTURED: u8 = 0xFF;
const RESULT: usize = 0x33;
const STAGE: usize = 0x40;

/// The version from which files are enciphered.
const ENCIPHERED: u8 = 11;

/// Where texts stand in the header, how many bytes they have, and their tags.
const TEXTS: [(usize, usize, &str); 9] = [
    (0x50, 63, "Title"),
    (0xD0, 63, "Event"),
    (0x110, 15, "Date"),
    (0x120, 15, "Site"),
    (0x130, 15, "Red"),
    (0x140, 15, "Black"),
    (0x150, 63, "TimeRule"),
    (0x1D0, 15, "Annotator"),
    (0x1E0, 15, "Author"),
];

/// A file that was read.
#[derive(Clone, Debug)]
pub struct XqfGame {
    /// The record, as far as it could be read.
    pub record: XiangqiRecord,
    /// The version of the format.
    pub version: u8,
    /// What could not be read.
    pub problems: Vec<NodeProblem>,
}

/// Error for a file that is not a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum XqfError {
    /// The file does not begin as one.
    #[error("not an XQF file: it does not begin with XQ")]
    NoXqf,
    /// The header is cut off.
    #[error("the header has {0} bytes: expected {HEADER}")]
    Short(usize),
    /// A version that is not known.
    #[error("unknown version {0}: expected 1 to 18")]
    Version(u8),
    /// The pieces cannot stand on a board.
    #[error("the position at the start: {0}")]
    SetUp(#[from] SetUpError),
    /// Two pieces on one point.
    #[error("two pieces stand on {0} at the start")]
    Twice(Square),
}

/// What a file is enciphered with. All zeros in versions before 11.
#[derive(Clone, Copy, Default)]
struct Cipher {
    point: u8,
    from: u8,
    to: u8,
    comment: u32,
    stream: [u8; 32],
}

impl Cipher {
    fn new(header: &[u8]) -> Cipher {
        if header[2] < ENCIPHERED {
            return Cipher::default();
        }
        let square = |value: u8| value.wrapping_mul(value).wrapping_mul(54).wrapping_add(221);
        let keys = &header[12..16];
        let point = square(keys[1]).wrapping_mul(keys[1]);
        let from = square(keys[2]).wrapping_mul(point);
        let to = square(keys[3]).wrapping_mul(from);
        let comment = (u32::from(keys[0]) * 256 + u32::from(keys[1])) % 32_000 + 767;
        let words = b"[(C) Copyright Mr. Dong Shiwei.]";
        let mut stream = *words;
        for (at, byte) in stream.iter_mut().enumerate() {
            *byte &= header[8 + at % 4] | keys[at % 4] & header[3];
        }
        Cipher { point, from, to, comment, stream }
    }
}

/// Whether a file begins as one of these.
#[must_use]
pub fn is_xqf(bytes: &[u8]) -> bool {
    bytes.starts_with(b"XQ")
}

/// Reads a file.
///
/// # Errors
/// It is not an XQF file, or its position cannot stand on a board.
pub fn read(bytes: &[u8]) -> Result<XqfGame, XqfError> {
    if !is_xqf(bytes) {
        return Err(XqfError::NoXqf);
    }
    let header = bytes.get(..HEADER).ok_or(XqfError::Short(bytes.len()))?;
    let version = header[2];
    if !(1..=18).contains(&version) {
        return Err(XqfError::Version(version));
    }
    let cipher = Cipher::new(header);
    let squares = squares(header, cipher, version);
    let pieces = setup::pieces(squares.into_iter()).map_err(XqfError::Twice)?;
    let mut body = bytes[HEADER..].to_vec();
    for (at, byte) in body.iter_mut().enumerate() {
        *byte = byte.wrapping_sub(cipher.stream[at % 32]);
    }
    let mut reader = NodeReader { body: &body, cipher, version, at: 0 };
    let mut problems = Vec::new();
    let nodes = read_nodes(&mut problems, |parent, problems| reader.node(parent, problems));
    // The first node is the start.
    let first = nodes.iter().skip(1).find_map(|node| node.shift.map(|shift| shift.from));
    let start = XiangqiBoard::from_pieces(pieces.iter().copied(), setup::to_move(&pieces, first))?;
    let mut record = XiangqiRecord::new(start);
    for (at, length, tag) in TEXTS {
        let found = usize::from(header[at]).min(length);
        let (text, ..) = GB18030.decode(&header[at + 1..at + 1 + found]);
        let text = text.trim_end_matches('\0').trim();
        if !text.is_empty() {
            record.tags.push((tag.to_owned(), text.to_owned()));
        }
    }
    if let Some(stage) =
        ["opening", "middle", "endgame"].get(usize::from(header[STAGE]).wrapping_sub(1))
    {
        record.tags.push(("Stage".to_owned(), (*stage).to_owned()));
    }
    record.result = match header[RESULT] {
        1 => RecordResult::Won(Side::First),
        2 => RecordResult::Won(Side::Second),
        3 => RecordResult::Draw,
        _ => RecordResult::Unknown,
    };
    place(&mut record, nodes, &mut problems);
    Ok(XqfGame { record, version, problems })
}

/// Returns the squares of the pieces in the order of the format; `None` for captured ones.
fn squares(header: &[u8], cipher: Cipher, version: u8) -> [Option<Square>; 32] {
    let first = if version > ENCIPHERED { usize::from(cipher.point) + 1 } else { 0 };
    let mut squares = [None; 32];
    for (at, point) in header[POINTS..POINTS + 32].iter().enumerate() {
        squares[(first + at) % 32] = Square::from_index(point.wrapping_sub(cipher.point));
    }
    squares
}

struct NodeReader<'a> {
    body: &'a [u8],
    cipher: Cipher,
    version: u8,
    at: usize,
}

impl NodeReader<'_> {
    fn node(
        &mut self,
        parent: Option<usize>,
        problems: &mut Vec<NodeProblem>,
    ) -> Option<(FileNode, Branches)> {
        let at = self.at;
        let Some(&[from, to, tag, _]) = self.body.get(at..at + 4) else {
            problems.push(NodeProblem::Truncated(HEADER + at));
            return None;
        };
        self.at += 4;
        let is_plain = self.version < ENCIPHERED;
        let (goes_on, has_sibling, has_comment) = if is_plain {
            (tag & 0xF0 != 0, tag & 0x0F != 0, true)
        } else {
            (tag & 0x80 != 0, tag & 0x40 != 0, tag & 0x20 != 0)
        };
        let mut node = FileNode { parent, shift: None, comment: String::new(), at: HEADER + at };
        let square = |byte: u8, base: u8, key: u8| {
            Square::from_index(byte.wrapping_sub(base).wrapping_sub(key))
        };
        let from = square(from, 24, self.cipher.from);
        let to = square(to, 32, self.cipher.to);
        node.shift = from.zip(to).map(|(from, to)| Shift { from, to });
        if has_comment {
            let length = self.body.get(self.at..self.at + 4)?;
            let length = length.iter().rev().fold(0u32, |sum, byte| sum << 8 | u32::from(*byte));
            let length = length.wrapping_sub(self.cipher.comment) as usize;
            self.at += 4;
            let end = self.at.checked_add(length).filter(|end| *end <= self.body.len());
            let Some(end) = end else {
                problems.push(NodeProblem::Comment(HEADER + self.at));
                return Some((node, Branches::default()));
            };
            let (text, ..) = GB18030.decode(&self.body[self.at..end]);
            node.comment = text.trim_end_matches('\0').trim().replace("\r\n", "\n");
            self.at = end;
        }
        Some((node, Branches { goes_on, has_sibling }))
    }
}

/// Writes a record in version 10. Texts are cut to what the header has room for; characters are
/// those of GB18030, which has all.
#[must_use]
pub fn write(record: &XiangqiRecord) -> Vec<u8> {
    let mut file = vec![0; HEADER];
    file[..3].copy_from_slice(&[b'X', b'Q', 10]);
    for (point, square) in file[POINTS..].iter_mut().zip(setup::squares(&record.start)) {
        *point = square.map_or(CAPTURED, |square| square.index() as u8);
    }
    file[RESULT] = match record.result {
        RecordResult::Won(Side::First) => 1,
        RecordResult::Won(Side::Second) => 2,
        RecordResult::Draw => 3,
        RecordResult::Unknown => 0,
    };
    let stages = ["opening", "middle", "endgame"];
    let stage = record.tag("Stage").and_then(|tag| stages.iter().position(|stage| *stage == tag));
    file[STAGE] = stage.map_or(0, |stage| stage as u8 + 1);
    for (at, length, tag) in TEXTS {
        let text = encoded(record.tag(tag).unwrap_or_default(), length);
        file[at] = text.len() as u8;
        file[at + 1..at + 1 + text.len()].copy_from_slice(&text);
    }
    let children = record.children();
    let node = |file: &mut Vec<u8>, shift: Option<Shift>, tag: u8, comment: &str| {
        let index = |square: Square| square.index() as u8;
        let (from, to) = shift.map_or((0, 0), |shift| (index(shift.from), index(shift.to)));
        file.extend([from + 24, to + 32, tag, 0]);
        let text = encoded(&comment.replace('\n', "\r\n"), usize::MAX);
        file.extend((text.len() as u32).to_le_bytes());
        file.extend(text);
    };
    let goes_on = |after: usize| if children[after].is_empty() { 0 } else { 0xF0 };
    node(&mut file, None, goes_on(0), &record.comment);
    // The nodes that are still to be written, with whether a sibling follows.
    let mut pending: Vec<(usize, bool)> = Vec::new();
    let push = |pending: &mut Vec<(usize, bool)>, after: usize| {
        let siblings = &children[after];
        for (place, child) in siblings.iter().enumerate().rev() {
            pending.push((*child, place + 1 < siblings.len()));
        }
    };
    push(&mut pending, 0);
    while let Some((at, has_sibling)) = pending.pop() {
        let RecordNode { shift, comment, .. } = &record.nodes[at];
        let tag = goes_on(at + 1) | if has_sibling { 0x0F } else { 0 };
        node(&mut file, Some(*shift), tag, comment);
        push(&mut pending, at + 1);
    }
    file
}

/// A text in GB18030, of at most some bytes: a character is written whole or not at all.
fn encoded(text: &str, most: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut letter = [0; 4];
    for it in text.chars() {
        let (encoded, ..) = GB18030.encode(it.encode_utf8(&mut letter));
        if bytes.len() + encoded.len() > most {
            break;
        }
        bytes.extend_from_slice(&encoded);
    }
    bytes
}
