//! Moves as text, as players write them: coordinates, WXF and Chinese.
//!
//! A text is read by comparing it with every text that each legal move has in any of the
//! conventions, so that it is never guessed: if several moves share it, all are named.

use super::board::XiangqiBoard;
use super::form::{Direction, FileSign, Form, FormPlace, NUMBERS};
use super::piece::{Kind, Piece};
use crate::Side;
use crate::illegal::IllegalShift;
use crate::square::{FILES, RANKS, Shift, Square};

/// The longest text of a move that is read, in bytes.
const LONGEST: usize = 32;

/// The Chinese characters in which moves are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Script {
    /// Simplified characters.
    #[default]
    Simplified,
    /// Traditional characters.
    Traditional,
}

/// Error for the text of a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// The text is not a move in any notation.
    #[error("unknown move {0:?}: expected one such as h2e2, H2-E2, C2=5 or 炮二平五")]
    Unknown(String),
    /// The text means an illegal move.
    #[error("illegal move {text:?}: {reason}")]
    Illegal {
        /// The text.
        text: String,
        /// Why.
        reason: IllegalShift,
    },
    /// The text is written like a move, and no piece makes it.
    #[error("no piece makes the move {0:?} here")]
    NoPiece(String),
    /// The text means several moves.
    #[error("ambiguous move {text:?}: it could be {}", list(.could_be))]
    Ambiguous {
        /// The text.
        text: String,
        /// The moves.
        could_be: Vec<Shift>,
    },
    /// With ranks from 0 the text is not legal; with ranks from 1 it would be.
    #[error(
        "no legal move {text:?} with ranks from 0; with ranks from 1 it would be {could_be}: say so, or write that"
    )]
    OtherRanks {
        /// The text.
        text: String,
        /// The move, with ranks from 0.
        could_be: Shift,
    },
}

impl NotationError {
    /// The legal moves that the text could mean.
    #[must_use]
    pub fn could_be(&self) -> &[Shift] {
        match self {
            NotationError::Ambiguous { could_be, .. } => could_be,
            NotationError::OtherRanks { could_be, .. } => std::slice::from_ref(could_be),
            _ => &[],
        }
    }
}

fn list(moves: &[Shift]) -> String {
    let texts: Vec<String> = moves.iter().map(Shift::to_string).collect();
    texts.join(" or ")
}

impl Shift {
    /// The move as in PGN files, such as `H2-E2`.
    #[must_use]
    pub fn iccs(self) -> String {
        format!("{}-{}", self.from, self.to).to_uppercase()
    }

    /// The move with ranks from 1, as programs of the UCI family with several games write it, such as
    /// `h3e3` or `a10a9`.
    #[must_use]
    pub fn with_ranks_from_one(self) -> String {
        let square =
            |square: Square| format!("{}{}", char::from(b'a' + square.file()), square.rank() + 1);
        square(self.from) + &square(self.to)
    }

    /// Reads a move with ranks from 1.
    #[must_use]
    pub fn parse_with_ranks_from_one(text: &str) -> Option<Shift> {
        let (from, rest) = square_from_one(text.as_bytes())?;
        match square_from_one(rest)? {
            (to, []) => Some(Shift { from, to }),
            _ => None,
        }
    }
}

fn square_from_one(text: &[u8]) -> Option<(Square, &[u8])> {
    let (file, rest) = text.split_first()?;
    let (rank, rest) = match rest {
        [b'1', b'0', rest @ ..] => (9, rest),
        [digit @ b'1'..=b'9', rest @ ..] => (digit - b'1', rest),
        _ => return None,
    };
    Some((Square::new(file.checked_sub(b'a')?, rank)?, rest))
}

impl XiangqiBoard {
    /// The move in the notation of the World Xiangqi Federation, such as `C2=5`. Of several pawns on
    /// one file, or on two files with two or more each, they are numbered `a` to `e`.
    #[must_use]
    pub fn wxf(&self, shift: Shift) -> String {
        let Some(moved) = Moved::new(self, shift) else {
            return shift.to_string();
        };
        let (letter, rest) = (wxf_letter(moved.piece.kind), moved.rest());
        match moved.place() {
            Place::File(file) => format!("{letter}{file}{rest}"),
            Place::Front => format!("{letter}+{rest}"),
            Place::Middle => format!("{letter}.{rest}"),
            Place::Back => format!("{letter}-{rest}"),
            Place::Number(number) => {
                format!("{letter}{}{rest}", char::from(b'a' + number.saturating_sub(1)))
            }
        }
    }

    /// The move in Chinese, such as `炮二平五`. Files and distances of Black are in full-width digits.
    #[must_use]
    pub fn chinese(&self, shift: Shift, script: Script) -> String {
        let Some(moved) = Moved::new(self, shift) else {
            return shift.to_string();
        };
        let pick = |simplified: char, traditional: char| match script {
            Script::Simplified => simplified,
            Script::Traditional => traditional,
        };
        let name = moved.piece.character(script);
        let own = |number: u8| chinese_number(number, moved.piece.side);
        let begin = match moved.place() {
            Place::File(file) => format!("{name}{}", own(file)),
            Place::Front => format!("前{name}"),
            Place::Middle => format!("中{name}"),
            Place::Back => format!("{}{name}", pick('后', '後')),
            Place::Number(number) => format!("{}{name}", chinese_number(number, Side::First)),
        };
        let direction = match moved.direction {
            Direction::Forward => pick('进', '進'),
            Direction::Back => '退',
            Direction::Sideways => '平',
        };
        format!("{begin}{direction}{}", own(moved.last))
    }

    /// Reads a move in any notation: coordinates with ranks from 0 (`h2e2`, `H2-E2`), or with ranks
    /// from 1 where the text cannot be anything else (`a10a9`), WXF, and Chinese in either script.
    ///
    /// # Errors
    /// The text is not a move, the move is illegal, or the text could mean several moves.
    pub fn read_move(&self, text: &str) -> Result<Shift, NotationError> {
        let text = text.trim();
        if text.is_empty() || text.len() > LONGEST {
            return Err(NotationError::Unknown(text.chars().take(LONGEST).collect()));
        }
        let plain = text.to_ascii_lowercase().replacen('-', "", 1);
        if let Some(shift) = Shift::parse(&plain) {
            return self.read_coordinates(text, &plain, shift);
        }
        if let Some(shift) = Shift::parse_with_ranks_from_one(&plain) {
            let legal = self.is_legal(shift);
            return legal.map(|()| shift).map_err(|reason| illegal(text, reason));
        }
        let form = Form::parse(text).ok_or_else(|| NotationError::Unknown(text.to_owned()))?;
        if let Some(shift) = self.read_plainly(&form) {
            return Ok(shift);
        }
        let moves = self.legal_moves().into_iter();
        let mut could_be: Vec<Shift> = moves.filter(|shift| self.has_form(*shift, &form)).collect();
        match could_be.len() {
            0 => Err(self.why_none(text, &form)),
            1 => Ok(could_be.remove(0)),
            _ => Err(NotationError::Ambiguous { text: text.to_owned(), could_be }),
        }
    }

    /// Reads a text that names a file on which only one piece can make the move, as nearly all do:
    /// without comparing the texts of other moves, which all differ.
    fn read_plainly(&self, form: &Form) -> Option<Shift> {
        let (kind, FormPlace::File(file)) = (form.kind?, form.place) else {
            return None;
        };
        let side = self.to_move();
        let piece = Piece { side, kind };
        let file = match side {
            Side::First => FILES.checked_sub(file)?,
            Side::Second => file - 1,
        };
        let mut squares = (0..RANKS).map(|rank| Square::at(file, rank));
        let from = squares.find(|square| self.at(*square) == Some(piece))?;
        if squares.any(|square| self.at(square) == Some(piece)) {
            return None;
        }
        let last = form.last.cast_signed();
        let to_file = match side {
            Side::First => FILES.cast_signed() - last,
            Side::Second => last - 1,
        };
        let files = to_file - file.cast_signed();
        let forward = if side == Side::First { 1 } else { -1 };
        let towards = match form.direction {
            Direction::Forward => forward,
            Direction::Back => -forward,
            Direction::Sideways => 0,
        };
        let to = match kind {
            Kind::General | Kind::Rook | Kind::Cannon | Kind::Pawn => match towards {
                0 => from.offset(files, 0),
                towards => from.offset(0, towards * last),
            },
            Kind::Advisor if files.abs() == 1 => from.offset(files, towards),
            Kind::Elephant if files.abs() == 2 => from.offset(files, 2 * towards),
            Kind::Horse if matches!(files.abs(), 1 | 2) => {
                from.offset(files, (3 - files.abs()) * towards)
            }
            _ => None,
        };
        let shift = Shift { from, to: to? };
        self.is_legal(shift).is_ok().then_some(shift)
    }

    fn read_coordinates(
        &self,
        text: &str,
        plain: &str,
        shift: Shift,
    ) -> Result<Shift, NotationError> {
        let Err(reason) = self.is_legal(shift) else {
            return Ok(shift);
        };
        let other = Shift::parse_with_ranks_from_one(plain);
        match other.filter(|other| self.is_legal(*other).is_ok()) {
            Some(could_be) => Err(NotationError::OtherRanks { text: text.to_owned(), could_be }),
            None => Err(illegal(text, reason)),
        }
    }

    /// Says why no legal move has a form: a piece would move onto one of its own side, or leave its
    /// general attacked.
    fn why_none(&self, text: &str, form: &Form) -> NotationError {
        let own = |from: Square| self.pieces(self.to_move()).filter(move |(to, _)| *to != from);
        for (from, piece) in self.pieces(self.to_move()) {
            let mut reason = None;
            self.each_target(from, piece, |to| {
                let shift = Shift { from, to };
                if reason.is_none() && self.has_form(shift, form) {
                    reason = self.is_legal(shift).err();
                }
            });
            for (to, _) in own(from) {
                if reason.is_none() && self.reaches_own(from, piece, to) {
                    let shift = Shift { from, to };
                    let is_it = self.has_form(shift, form);
                    reason = is_it.then_some(IllegalShift::OntoOwn(to));
                }
            }
            if let Some(reason) = reason {
                return illegal(text, reason);
            }
        }
        NotationError::NoPiece(text.to_owned())
    }

    /// Whether a move has a form in one of the conventions.
    fn has_form(&self, shift: Shift, form: &Form) -> bool {
        let Some(moved) = Moved::new(self, shift) else {
            return false;
        };
        if moved.piece.kind != form.kind.unwrap_or(Kind::Pawn)
            || (moved.direction, moved.last) != (form.direction, form.last)
        {
            return false;
        }
        let alike = moved.alike();
        let position = alike.iter().position(|square| *square == shift.from).unwrap_or(0);
        let last = alike.len() - 1;
        let file = moved.file();
        let is_pawn = moved.piece.kind == Kind::Pawn;
        match form.place {
            // Programs keep the file where the other piece cannot make the move.
            FormPlace::File(wanted) if form.kind.is_some() && wanted == file => {
                // The middle pawn of three has its file by the federation.
                let is_outer = is_pawn && form.is_latin && last == 2 && position != 1;
                !is_outer || self.is_legal(moved.by(alike[1])).is_err()
            }
            // The third of five by the federation.
            FormPlace::File(3) => is_pawn && last == 4 && position == 2 && form.is_latin,
            FormPlace::File(_) => false,
            // By the federation, the pawns of four or five are ++ + - --.
            FormPlace::Front if form.is_latin && is_pawn && last >= 3 => position == 1,
            FormPlace::Back if form.is_latin && is_pawn && last >= 3 => position == last - 1,
            FormPlace::Front => last > 0 && position == 0,
            FormPlace::Back => last > 0 && position == last,
            FormPlace::Middle => last == 2 && position == 1,
            FormPlace::Foremost => is_pawn && last >= 3 && position == 0,
            FormPlace::Hindmost => is_pawn && last >= 3 && position == last,
            FormPlace::Number(number) => {
                is_pawn && moved.place() == Place::Number(number)
                    || is_pawn && last >= 3 && position + 1 == usize::from(number)
            }
            // Two files with two or more pawns each, by the federation: file, then sign; the middle
            // one of three has its file twice. Elsewhere the number from the front, then the file.
            FormPlace::OnFile(wanted, sign) => {
                is_pawn
                    && last > 0
                    && wanted == file
                    && match sign {
                        FileSign::Front => position == 0,
                        FileSign::Back => position == last,
                    }
            }
            FormPlace::Digits(first, second) => {
                is_pawn
                    && last > 0
                    && second == file
                    && (usize::from(first) == position + 1
                        || first == file && last == 2 && position == 1)
            }
        }
    }

    /// Whether a piece reaches a square by its rule on which one of its own stands.
    fn reaches_own(&self, from: Square, piece: Piece, to: Square) -> bool {
        let mut reached = false;
        let enemy = self.with_enemy_on(to);
        enemy.each_target(from, piece, |target| reached |= target == to);
        reached
    }
}

fn illegal(text: &str, reason: IllegalShift) -> NotationError {
    NotationError::Illegal { text: text.to_owned(), reason }
}

/// How a text distinguishes a piece from others of its kind, in the convention that we write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    File(u8),
    Front,
    Middle,
    Back,
    Number(u8),
}

/// A move as its texts see it.
struct Moved<'a> {
    board: &'a XiangqiBoard,
    piece: Piece,
    shift: Shift,
    from: Square,
    direction: Direction,
    /// The file of arrival, or the distance.
    last: u8,
}

impl Moved<'_> {
    fn new(board: &XiangqiBoard, shift: Shift) -> Option<Moved<'_>> {
        let piece = board.at(shift.from)?;
        let [from, to] = [shift.from, shift.to].map(|square| square.rank_of(piece.side));
        let direction = match to.cmp(&from) {
            std::cmp::Ordering::Greater => Direction::Forward,
            std::cmp::Ordering::Less => Direction::Back,
            std::cmp::Ordering::Equal => Direction::Sideways,
        };
        let counts = matches!(piece.kind, Kind::General | Kind::Rook | Kind::Cannon | Kind::Pawn);
        let last = match direction {
            Direction::Forward | Direction::Back if counts => to.abs_diff(from),
            _ => file_of(shift.to, piece.side),
        };
        Some(Moved { board, piece, shift, from: shift.from, direction, last })
    }

    fn file(&self) -> u8 {
        file_of(self.from, self.piece.side)
    }

    /// The same move by another pawn of the file.
    fn by(&self, from: Square) -> Shift {
        let ranks = self.shift.to.rank().cast_signed() - self.from.rank().cast_signed();
        let files = self.shift.to.file().cast_signed() - self.from.file().cast_signed();
        Shift { from, to: from.offset(files, ranks).unwrap_or(from) }
    }

    fn rest(&self) -> String {
        format!("{}{}", self.direction.sign(), self.last)
    }

    /// The squares with pieces of the same kind on a file, from the front.
    fn on_file(&self, file: u8) -> Vec<Square> {
        let squares = (0..RANKS).map(|rank| Square::at(file, rank));
        let mut alike: Vec<Square> =
            squares.filter(|square| self.board.at(*square) == Some(self.piece)).collect();
        if self.piece.side == Side::First {
            alike.reverse();
        }
        alike
    }

    fn alike(&self) -> Vec<Square> {
        self.on_file(self.from.file())
    }

    fn place(&self) -> Place {
        let alike = self.alike();
        let here = alike.iter().position(|square| *square == self.from).unwrap_or(0);
        match self.piece.kind {
            Kind::Advisor | Kind::Elephant | Kind::General => Place::File(self.file()),
            _ if alike.len() == 1 => Place::File(self.file()),
            Kind::Pawn => {
                // Files from the mover's right.
                let mut files: Vec<u8> = (0..FILES).collect();
                if self.piece.side == Side::First {
                    files.reverse();
                }
                let files: Vec<Vec<Square>> = files
                    .into_iter()
                    .map(|file| self.on_file(file))
                    .filter(|pawns| pawns.len() > 1)
                    .collect();
                match (files.len(), alike.len()) {
                    (1, 2 | 3) => self.relative(here, alike.len()),
                    _ => {
                        let mut pawns = files.iter().flatten();
                        let number = pawns.position(|square| *square == self.from).unwrap_or(0);
                        Place::Number(number as u8 + 1)
                    }
                }
            }
            _ => self.relative(here, alike.len()),
        }
    }

    fn relative(&self, here: usize, count: usize) -> Place {
        match here {
            0 => Place::Front,
            here if here + 1 == count => Place::Back,
            _ => Place::Middle,
        }
    }
}

/// The file as a side counts it, from 1 at its right.
const fn file_of(square: Square, side: Side) -> u8 {
    match side {
        Side::First => FILES - square.file(),
        Side::Second => square.file() + 1,
    }
}

const fn wxf_letter(kind: Kind) -> char {
    match kind {
        Kind::Elephant => 'E',
        Kind::Horse => 'H',
        kind => kind.letter(),
    }
}

/// A number of a side: in characters for Red, in full-width digits for Black.
fn chinese_number(number: u8, side: Side) -> char {
    let digit = || char::from_u32('０' as u32 + u32::from(number)).unwrap_or('０');
    match side {
        Side::First => NUMBERS.get(usize::from(number).wrapping_sub(1)).copied().unwrap_or('〇'),
        Side::Second => digit(),
    }
}

impl Piece {
    /// The character on the piece of a set, which is different for each side.
    #[must_use]
    pub const fn set_character(self, script: Script) -> char {
        match (self.kind, self.side) {
            (Kind::Horse, Side::First) => '傌',
            (Kind::Rook, Side::First) => '俥',
            (Kind::Cannon, Side::Second) => '砲',
            _ => self.character(script),
        }
    }

    /// The character for the piece in the text of a move.
    #[must_use]
    pub const fn character(self, script: Script) -> char {
        match (self.kind, self.side, script) {
            (Kind::General, Side::First, Script::Simplified) => '帅',
            (Kind::General, Side::First, Script::Traditional) => '帥',
            (Kind::General, Side::Second, Script::Simplified) => '将',
            (Kind::General, Side::Second, Script::Traditional) => '將',
            (Kind::Advisor, Side::First, _) => '仕',
            (Kind::Advisor, Side::Second, _) => '士',
            (Kind::Elephant, Side::First, _) => '相',
            (Kind::Elephant, Side::Second, _) => '象',
            (Kind::Horse, _, Script::Simplified) => '马',
            (Kind::Horse, _, Script::Traditional) => '馬',
            (Kind::Rook, _, Script::Simplified) => '车',
            (Kind::Rook, _, Script::Traditional) => '車',
            (Kind::Cannon, _, _) => '炮',
            (Kind::Pawn, Side::First, _) => '兵',
            (Kind::Pawn, Side::Second, _) => '卒',
        }
    }
}
