//! How opening books name positions and moves.

use std::sync::LazyLock;

use super::{OpeningBookKind, RowKey};
use joseki_game::Side;
use joseki_game::xiangqi::{FILES, Kind, Piece, RANKS, SQUARES, Shift, Square, XiangqiBoard};

/// The key of a position: the eight bytes of a number, or an xqb's board; unused bytes are zero.
pub type PositionBytes = [u8; 28];

/// The key of a position in a book, and the orientation in which its moves are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyedView {
    /// The key.
    pub key: PositionBytes,
    /// Whether the moves are mirrored.
    pub is_mirrored: bool,
    /// Whether the moves are turned by 180 degrees.
    pub is_turned: bool,
}

impl KeyedView {
    /// Returns a move as the book stores it, or a stored one as a move. It is its own inverse.
    pub const fn apply(&self, shift: Shift) -> Shift {
        let shift = if self.is_turned { shift.turned() } else { shift };
        if self.is_mirrored { shift.mirrored() } else { shift }
    }

    /// Returns the key as a file stores it; that of an xqb ends with the last used byte.
    pub fn row_key(&self, kind: OpeningBookKind, board: &XiangqiBoard) -> RowKey {
        let [a, b, c, d, e, f, g, h, ..] = self.key;
        let bits = SQUARES + 4 * pieces(board).count();
        match kind {
            OpeningBookKind::Xqb => RowKey::Bytes(self.key[..bits.div_ceil(8)].to_vec()),
            _ => RowKey::Integer(i64::from_be_bytes([a, b, c, d, e, f, g, h])),
        }
    }
}

/// The bytes of a key that is a number.
pub fn number_key(number: u64) -> PositionBytes {
    let mut key = [0; 28];
    key[..8].copy_from_slice(&number.to_be_bytes());
    key
}

impl OpeningBookKind {
    /// Returns the keys under which a book may store a position, that of the position itself first.
    pub fn views(self, board: &XiangqiBoard) -> Vec<KeyedView> {
        let number: fn(&XiangqiBoard) -> u64 = match self {
            OpeningBookKind::Obk | OpeningBookKind::PfBook => obk_key,
            OpeningBookKind::BookDat => lock,
            OpeningBookKind::Xqb => return vec![xqb_view(board)],
        };
        let view = |board: &XiangqiBoard, is_mirrored| KeyedView {
            key: number_key(number(board)),
            is_mirrored,
            is_turned: false,
        };
        vec![view(board, false), view(&board.mirrored(), true)]
    }

    /// Returns the moves that a stored number may mean, in the orientation of the book.
    pub fn moves(self, code: u16) -> impl Iterator<Item = Shift> {
        let [high, low] = code.to_be_bytes();
        let codes = match self {
            OpeningBookKind::BookDat => [Some((low, high)), None],
            OpeningBookKind::Xqb => [Some((high, low)), None],
            // Some programs swap the two bytes.
            OpeningBookKind::Obk | OpeningBookKind::PfBook => {
                [Some((high, low)), Some((low, high))]
            }
        };
        let square = move |code: u8| match self {
            OpeningBookKind::Xqb => at_row(code >> 4, code & 0xF),
            _ => at_row((code >> 4).wrapping_sub(3), (code & 0xF).wrapping_sub(3)),
        };
        codes
            .into_iter()
            .flatten()
            .filter_map(move |(from, to)| Some(Shift { from: square(from)?, to: square(to)? }))
    }

    /// Returns the number of a move in the orientation of the book.
    pub const fn code(self, shift: Shift) -> u16 {
        let [from, to] = [self.square_code(shift.from), self.square_code(shift.to)];
        match self {
            OpeningBookKind::BookDat => u16::from_be_bytes([to, from]),
            _ => u16::from_be_bytes([from, to]),
        }
    }

    const fn square_code(self, square: Square) -> u8 {
        let (row, column) = (RANKS - 1 - square.rank(), square.file());
        match self {
            OpeningBookKind::Xqb => row << 4 | column,
            // A board of 16 by 16 with a margin of three.
            _ => (row + 3) << 4 | (column + 3),
        }
    }
}

/// The square of a row from the top and a column from the left.
fn at_row(row: u8, column: u8) -> Option<Square> {
    Square::new(column, (RANKS - 1).checked_sub(row)?)
}

const fn piece_number(piece: Piece) -> usize {
    piece.side as usize * Kind::ALL.len() + piece.kind as usize
}

const PIECES: usize = 2 * Kind::ALL.len();

/// The numbers of obk and pfBook: by piece and square, and last that of Red to move.
static OBK: [u64; PIECES * SQUARES + 1] = {
    let text = include_bytes!("obk_keys.txt");
    let mut at = 0;
    while text[at] != b'\n' {
        at += 1;
    }
    let mut numbers = [0; PIECES * SQUARES + 1];
    let mut n = 0;
    while n < numbers.len() {
        // Past the white space.
        at += 1;
        let end = at + 16;
        while at < end {
            let digit = match text[at] {
                digit @ b'0'..=b'9' => digit - b'0',
                letter => letter - b'a' + 10,
            };
            numbers[n] = numbers[n] << 4 | digit as u64;
            at += 1;
        }
        n += 1;
    }
    numbers
};

/// The key of obk and pfBook: the pieces' numbers and that of Red to move, joined by exclusive or.
fn obk_key(board: &XiangqiBoard) -> u64 {
    let to_move = match board.to_move() {
        Side::First => OBK[PIECES * SQUARES],
        Side::Second => 0,
    };
    pieces(board).fold(to_move, |key, (square, piece)| {
        key ^ OBK[piece_number(piece) * SQUARES + square.index()]
    })
}

fn pieces(board: &XiangqiBoard) -> impl Iterator<Item = (Square, Piece)> {
    [Side::First, Side::Second].into_iter().flat_map(|side| board.pieces(side))
}

/// The numbers of BOOK.DAT: of Black to move, then by piece and place on the board of 16 by 16.
static LOCKS: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let mut stream = Rc4::of_zeros();
    let mut third = || {
        let mut word = || u32::from_le_bytes([(); 4].map(|()| stream.next()));
        [word(), word(), word()][2]
    };
    (0..=PIECES * 256).map(|_| third()).collect()
});

/// The lock of BOOK.DAT, 32 bits.
fn lock(board: &XiangqiBoard) -> u64 {
    let locks = &LOCKS;
    let to_move = if board.to_move() == Side::Second { locks[0] } else { 0 };
    let lock = pieces(board).fold(to_move, |lock, (square, piece)| {
        let place = OpeningBookKind::BookDat.square_code(square);
        lock ^ locks[1 + piece_number(piece) * 256 + usize::from(place)]
    });
    lock.into()
}

/// The stream cipher that BOOK.DAT draws its numbers from.
struct Rc4 {
    state: [u8; 256],
    at: u8,
    other: u8,
}

impl Rc4 {
    /// With a key of zeros.
    fn of_zeros() -> Rc4 {
        let mut state = [0; 256];
        (0..=255).for_each(|at: u8| state[usize::from(at)] = at);
        let mut other = 0u8;
        for at in 0..256 {
            other = other.wrapping_add(state[at]);
            state.swap(at, usize::from(other));
        }
        Rc4 { state, at: 0, other: 0 }
    }

    fn next(&mut self) -> u8 {
        self.at = self.at.wrapping_add(1);
        let one = self.state[usize::from(self.at)];
        self.other = self.other.wrapping_add(one);
        self.state.swap(usize::from(self.at), usize::from(self.other));
        let sum = one.wrapping_add(self.state[usize::from(self.at)]);
        self.state[usize::from(sum)]
    }
}

/// The codes of a board's points as the side to move sees them, row by row from the far side.
type Codes = [[u8; FILES as usize]; RANKS as usize];

/// The board of xqb, in which the mirror image and the one with the sides exchanged are the same.
fn xqb_view(board: &XiangqiBoard) -> KeyedView {
    let is_turned = board.to_move() == Side::Second;
    let mut codes: Codes = [[0; FILES as usize]; RANKS as usize];
    for (square, piece) in pieces(board) {
        let seen = if is_turned { square.turned() } else { square };
        let is_own = piece.side == board.to_move();
        codes[usize::from(RANKS - 1 - seen.rank())][usize::from(seen.file())] =
            xqb_code(piece.kind) + if is_own { 0 } else { 8 };
    }
    let unequal = codes.iter().find_map(|row| {
        let mut pairs = row.iter().zip(row.iter().rev());
        pairs.find(|(left, right)| left != right)
    });
    let is_mirrored = unequal.is_some_and(|(left, right)| right > left);
    if is_mirrored {
        codes.iter_mut().for_each(|row| row.reverse());
    }
    KeyedView { key: packed(&codes), is_mirrored, is_turned }
}

const fn xqb_code(kind: Kind) -> u8 {
    match kind {
        Kind::Rook => 1,
        Kind::Horse => 2,
        Kind::Elephant => 3,
        Kind::Advisor => 4,
        Kind::General => 5,
        Kind::Cannon => 6,
        Kind::Pawn => 7,
    }
}

/// A bit 0 for an empty point; 1 and four bits for a piece.
fn packed(codes: &Codes) -> PositionBytes {
    let mut key = [0; 28];
    let mut bit = 0;
    let mut push = |is_set: bool| {
        key[bit / 8] |= u8::from(is_set) << (7 - bit % 8);
        bit += 1;
    };
    for code in codes.iter().flatten() {
        push(*code > 0);
        if *code > 0 {
            (0..4).rev().for_each(|place| push(code >> place & 1 == 1));
        }
    }
    key
}

#[cfg(test)]
mod tests {
    use strum::VariantArray;

    use super::*;

    fn board(moves: &str) -> XiangqiBoard {
        let mut board = XiangqiBoard::new();
        for text in moves.split_whitespace() {
            let _ = board.play(Shift::parse(text).unwrap()).unwrap();
        }
        board
    }

    fn hex(key: &[u8]) -> String {
        key.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// From `formats/books.json` of the development data.
    #[test]
    fn positions_have_the_keys_of_other_programs() {
        let start_xqb = "ceb7cef37ac801e079f7df7df00002ebaebaeb02c004653a56939440";
        for (moves, obk, mirrored, xqb, is_turned, is_mirrored) in [
            ("", "628d04d7c9c144ae", "628d04d7c9c144ae", start_xqb, false, false),
            (
                "h2e2",
                "a1ead1f6470e07ee",
                "29d430b1d3af9b9e",
                "ceb7cef37ac801e3c1f7df7df00002ebaebaeb02c004653a56939440",
                true,
                true,
            ),
            (
                "h2e2 h9g7 h0g2",
                "492052ee2fe351f5",
                "7a4295fc7a8efa2d",
                "ceb7cef36c801e3cd1f7df7df00002ebaebaeb04ac004653a5693440",
                true,
                true,
            ),
            (
                "c3c4",
                "2a090633347a98b1",
                "13385db844141a28",
                "ceb7cef37ac801e079f7df1f03e002ebaebaeb02c004653a56939440",
                true,
                false,
            ),
        ] {
            let board = board(moves);
            let views = OpeningBookKind::Obk.views(&board);
            let keys: Vec<String> = views.iter().map(|view| hex(&view.key[..8])).collect();
            assert_eq!(keys, [obk, mirrored], "{moves}");
            let view = OpeningBookKind::Xqb.views(&board)[0];
            let RowKey::Bytes(key) = view.row_key(OpeningBookKind::Xqb, &board) else { panic!() };
            assert_eq!(hex(&key), xqb, "{moves}");
            assert_eq!((view.is_turned, view.is_mirrored), (is_turned, is_mirrored), "{moves}");
        }
        let start = OpeningBookKind::BookDat.views(&XiangqiBoard::new())[0];
        assert_eq!(start.key[..8], 0x0526_56D5_u64.to_be_bytes());
    }

    #[test]
    fn moves_have_the_numbers_of_other_programs() {
        let shift = Shift::parse("h2e2").unwrap();
        assert_eq!(OpeningBookKind::Obk.code(shift), 0xAAA7);
        assert_eq!(OpeningBookKind::Xqb.code(Shift::parse("b2e2").unwrap()), 0x7174);
        let mut obk = OpeningBookKind::Obk.moves(0xAAA7);
        assert_eq!(obk.next(), Some(shift));
        for kind in OpeningBookKind::VARIANTS {
            for shift in (0..SQUARES * SQUARES).filter_map(Shift::from_index) {
                assert_eq!(kind.moves(kind.code(shift)).next(), Some(shift));
            }
        }
    }
}
