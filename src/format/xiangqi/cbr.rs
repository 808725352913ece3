//! Reads CBR and CBL, the records and libraries of CCBridge (象棋桥). Texts are UTF-16LE.

use encoding_rs::UTF_16LE;

use super::nodes::{Branches, FileNode, NodeProblem, place, read_nodes};
use super::record::{RecordResult, XiangqiRecord};
use super::setup;
use joseki_game::Side;
use joseki_game::xiangqi::{
    FILES, Kind, Piece, RANKS, SQUARES, SetUpError, Shift, Square, XiangqiBoard,
};

const RECORD: &[u8] = b"CCBridge Record\0";
const LIBRARY: &[u8] = b"CCBridgeLibrary\0";

/// Bytes before the moves of a record.
const HEADER: usize = 2214;
const RESULT: usize = 2076;
const BOARD: usize = 2120;

/// Where a library has the number of entries of its index, where the index begins, and the bytes of
/// an entry.
const ENTRIES: usize = 60;
const INDEX: usize = 66_624;
const ENTRY: usize = 276;

/// Records of a library begin at multiples of this, counted from the first.
const BLOCK: usize = 4096;

/// Where texts stand in the header, how many bytes they have, and their tags.
const TEXTS: [(usize, usize, &str); 13] = [
    (180, 128, "Title"),
    (564, 64, "Source"),
    (692, 64, "Event"),
    (756, 64, "Round"),
    (884, 64, "Date"),
    (948, 64, "Site"),
    (1012, 64, "TimeRule"),
    (1076, 64, "Red"),
    (1140, 64, "RedTeam"),
    (1300, 64, "Black"),
    (1364, 64, "BlackTeam"),
    (1652, 64, "Annotator"),
    (1780, 64, "Author"),
];

/// A record that was read.
#[derive(Clone, Debug)]
pub struct CbrGame {
    /// The record, as far as it could be read.
    pub record: XiangqiRecord,
    /// What could not be read.
    pub problems: Vec<NodeProblem>,
}

/// Error for bytes that are not a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CbrError {
    /// The header is cut off.
    #[error("the header has {0} bytes: expected {HEADER}")]
    Short(usize),
    /// An unknown piece.
    #[error("unknown piece {code:#04x} on {square} at the start")]
    Piece {
        /// The number of the piece.
        code: u8,
        /// Where it stands.
        square: Square,
    },
    /// The pieces cannot stand on a board.
    #[error("the position at the start: {0}")]
    SetUp(#[from] SetUpError),
}

/// Whether a file begins as a record or a library.
#[must_use]
pub fn is_cbr(bytes: &[u8]) -> bool {
    bytes.starts_with(RECORD) || bytes.starts_with(LIBRARY)
}

/// Reads a record, or all records of a library or of a part of one, each with its number from 1.
pub fn read(bytes: &[u8]) -> impl Iterator<Item = (usize, Result<CbrGame, CbrError>)> {
    places(bytes).enumerate().map(|(at, place)| (at + 1, read_record(&bytes[place..])))
}

/// Returns the length of the whole records at the start of a part of a library: all but the last.
#[must_use]
pub fn whole_records(part: &[u8]) -> usize {
    places(part).last().unwrap_or(0)
}

/// Where records begin. A long record continues in the blocks after its first.
fn places(bytes: &[u8]) -> impl Iterator<Item = usize> {
    let first = if bytes.starts_with(LIBRARY) { first_record(bytes) } else { Some(0) };
    let blocks = first.into_iter().flat_map(|first| (first..bytes.len()).step_by(BLOCK));
    blocks.filter(|at| bytes[*at..].starts_with(RECORD))
}

/// Where the first record of a library begins.
fn first_record(bytes: &[u8]) -> Option<usize> {
    let entries = bytes.get(ENTRIES..ENTRIES + 4)?;
    let entries = entries.iter().rev().fold(0, |sum, byte| sum << 8 | usize::from(*byte));
    let expected = INDEX.saturating_add(entries.saturating_mul(ENTRY));
    if bytes.get(expected..).is_some_and(|rest| rest.starts_with(RECORD)) {
        return Some(expected);
    }
    memchr::memmem::find(bytes, RECORD)
}

fn read_record(bytes: &[u8]) -> Result<CbrGame, CbrError> {
    let header = bytes.get(..HEADER).ok_or(CbrError::Short(bytes.len()))?;
    let pieces = pieces(&header[BOARD..BOARD + SQUARES])?;
    let mut problems = Vec::new();
    let mut at = HEADER;
    let nodes =
        read_nodes(&mut problems, |parent, problems| node(bytes, &mut at, parent, problems));
    // The first node is the start. Programs disagree on where the header has the side to move.
    let first = nodes.iter().skip(1).find_map(|node| node.shift.map(|shift| shift.from));
    let start = XiangqiBoard::from_pieces(pieces.iter().copied(), setup::to_move(&pieces, first))?;
    let mut record = XiangqiRecord::new(start);
    for (at, length, tag) in TEXTS {
        let text = text(&header[at..at + length]);
        if !text.is_empty() {
            record.tags.push((tag.to_owned(), text));
        }
    }
    record.result = match header[RESULT] {
        1 => RecordResult::Won(Side::First),
        2 => RecordResult::Won(Side::Second),
        3 | 4 => RecordResult::Draw,
        _ => RecordResult::Unknown,
    };
    place(&mut record, nodes, &mut problems);
    Ok(CbrGame { record, problems })
}

fn pieces(codes: &[u8]) -> Result<Vec<(Square, Piece)>, CbrError> {
    use Kind::{Advisor, Cannon, Elephant, General, Horse, Pawn, Rook};
    let kinds = [Rook, Horse, Elephant, Advisor, General, Cannon, Pawn];
    let mut pieces = Vec::new();
    for (place, code) in (0..).zip(codes) {
        let Some(square) = square(place) else { continue };
        let side = match code >> 4 {
            1 => Side::First,
            2 => Side::Second,
            // A point that is empty has 0 or 1.
            0 => continue,
            _ => return Err(CbrError::Piece { code: *code, square }),
        };
        let kind = kinds.get(usize::from(code & 0xF).wrapping_sub(1)).copied();
        let kind = kind.ok_or(CbrError::Piece { code: *code, square })?;
        pieces.push((square, Piece { side, kind }));
    }
    Ok(pieces)
}

/// The square of a number that counts row by row from rank 9.
fn square(place: u8) -> Option<Square> {
    Square::new(place % FILES, (RANKS - 1).checked_sub(place / FILES)?)
}

fn node(
    bytes: &[u8],
    at: &mut usize,
    parent: Option<usize>,
    problems: &mut Vec<NodeProblem>,
) -> Option<(FileNode, Branches)> {
    let begin = *at;
    let Some(&[mark, _, from, to]) = bytes.get(begin..begin + 4) else {
        problems.push(NodeProblem::Truncated(begin));
        return None;
    };
    *at += 4;
    if parent.is_some() && [mark, from, to] == [0; 3] {
        // What fills up the last block.
        return None;
    }
    let shift = square(from).zip(square(to)).map(|(from, to)| Shift { from, to });
    let mut node = FileNode { parent, shift, comment: String::new(), at: begin };
    if mark & 4 != 0 {
        let length = bytes.get(*at..*at + 4)?;
        let length = length.iter().rev().fold(0, |sum, byte| sum << 8 | usize::from(*byte));
        *at += 4;
        let end = at.checked_add(length).filter(|end| *end <= bytes.len());
        let Some(end) = end else {
            problems.push(NodeProblem::Comment(*at));
            return Some((node, Branches::default()));
        };
        node.comment = text(&bytes[*at..end]).replace("\r\n", "\n");
        *at = end;
    }
    Some((node, Branches { goes_on: mark & 1 == 0, has_sibling: mark & 2 != 0 }))
}

/// A text up to its first zero.
fn text(bytes: &[u8]) -> String {
    let (units, _) = bytes.as_chunks::<2>();
    let end = units.iter().position(|unit| *unit == [0; 2]).unwrap_or(units.len());
    UTF_16LE.decode_without_bom_handling(&bytes[..2 * end]).0.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A record by the description of the format: the start position with a variation and comments.
    fn record(moves: &[(u8, &str, &str)]) -> Vec<u8> {
        let mut file = vec![0xCD; HEADER];
        file[..16].copy_from_slice(RECORD);
        let utf16 =
            |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
        for (at, length, _) in TEXTS {
            file[at..at + length].fill(0);
        }
        let red = utf16("胡荣华");
        file[1076..1076 + red.len()].copy_from_slice(&red);
        file[RESULT] = 1;
        let codes = |letter: char| match letter {
            'r' => 0x21,
            'n' => 0x22,
            'b' => 0x23,
            'a' => 0x24,
            'k' => 0x25,
            'c' => 0x26,
            'p' => 0x27,
            'R' => 0x11,
            'N' => 0x12,
            'B' => 0x13,
            'A' => 0x14,
            'K' => 0x15,
            'C' => 0x16,
            'P' => 0x17,
            _ => 0,
        };
        let rows = [
            "rnbakabnr",
            ".........",
            ".c.....c.",
            "p.p.p.p.p",
            ".........",
            ".........",
            "P.P.P.P.P",
            ".C.....C.",
            ".........",
            "RNBAKABNR",
        ];
        for (point, letter) in file[BOARD..].iter_mut().zip(rows.concat().chars()) {
            *point = codes(letter);
        }
        file[BOARD + SQUARES..].fill(0);
        for (mark, shift, comment) in moves {
            let number = |square: &str| {
                let [file, rank] = square.as_bytes() else { return 0 };
                (9 - (rank - b'0')) * 9 + file - b'a'
            };
            let comment = utf16(comment);
            let mark = mark | if comment.is_empty() { 0 } else { 4 };
            file.extend([
                mark,
                0,
                number(shift.get(..2).unwrap_or("")),
                number(shift.get(2..).unwrap_or("")),
            ]);
            if !comment.is_empty() {
                file.extend((comment.len() as u32).to_le_bytes());
                file.extend(comment);
            }
        }
        file
    }

    const MOVES: [(u8, &str, &str); 6] = [
        (0, "", "start"),
        (2, "h2e2", "中炮"),
        (0, "h9g7", ""),
        (1, "h0g2", ""),
        (0, "c3c4", ""),
        (1, "g6g5", "对兵"),
    ];

    fn moves(game: &CbrGame) -> Vec<String> {
        game.record.nodes.iter().map(|node| node.shift.to_string()).collect()
    }

    #[test]
    fn a_record_has_moves_variations_comments_and_names() {
        let games: Vec<_> = read(&record(&MOVES)).collect();
        let [(1, Ok(game))] = &games[..] else { panic!("{games:?}") };
        assert_eq!(moves(game), ["h2e2", "h9g7", "h0g2", "c3c4", "g6g5"]);
        assert_eq!(game.record.nodes[3].parent, None);
        assert_eq!(game.record.comment, "start");
        assert_eq!(game.record.nodes[0].comment, "中炮");
        assert_eq!(game.record.tag("Red"), Some("胡荣华"));
        assert_eq!(game.record.result, RecordResult::Won(Side::First));
        assert!(game.problems.is_empty(), "{:?}", game.problems);
    }

    #[test]
    fn a_library_has_its_records_where_blocks_begin() {
        let mut file = vec![0; INDEX + 3 * ENTRY];
        file[..16].copy_from_slice(LIBRARY);
        file[ENTRIES] = 3;
        let first = file.len();
        file.extend(record(&MOVES));
        file.resize(first + BLOCK, 0);
        // One of two blocks.
        let long = "长".repeat(1500);
        file.extend(record(&[(0, "", &long), (1, "c3c4", "")]));
        file.resize(first + 3 * BLOCK, 0);
        file.extend(record(&[(1, "", "")]));
        let games: Vec<_> = read(&file).map(|(number, game)| (number, game.unwrap())).collect();
        let lengths: Vec<_> =
            games.iter().map(|(number, game)| (*number, moves(game).len())).collect();
        assert_eq!(lengths, [(1, 5), (2, 1), (3, 0)]);
        // With another number of entries the first record is looked for.
        file[ENTRIES] = 9;
        assert_eq!(read(&file).count(), 3);
        assert_eq!(read(&file[..first]).count(), 0);
    }

    #[test]
    fn what_is_cut_off_or_illegal_is_said_and_the_rest_kept() {
        let whole = record(&MOVES);
        for length in 0..whole.len() {
            for (_, game) in read(&whole[..length]) {
                match game {
                    Ok(game) => assert!(!game.problems.is_empty() || length >= HEADER, "{length}"),
                    Err(error) => assert_eq!(error, CbrError::Short(length)),
                }
            }
        }
        let wrong = record(&[(0, "", ""), (0, "h2e2", ""), (1, "h2e2", "")]);
        let (_, game) = read(&wrong).next().unwrap();
        let game = game.unwrap();
        assert_eq!(moves(&game), ["h2e2"]);
        assert!(matches!(game.problems[..], [NodeProblem::Move { .. }]));
        let mut odd = whole.clone();
        odd[BOARD] = 0x39;
        let (_, game) = read(&odd).next().unwrap();
        assert_eq!(game.unwrap_err().to_string(), "unknown piece 0x39 on a9 at the start");
    }
}
