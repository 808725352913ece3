//! A position: pieces and the side to move.

use super::lines::{Reach, reaches};
use super::piece::{Kind, Piece};
use crate::Side;
use crate::illegal::IllegalShift;
use crate::square::{FILES, RANKS, SQUARES, Shift, Square};

/// The pieces on the board and the side to move, with moves that are made and taken back.
///
/// ```
/// use joseki_game::xiangqi::{Shift, XiangqiBoard};
///
/// let mut board = XiangqiBoard::new();
/// assert_eq!(board.legal_moves().len(), 44);
/// let cannon = Shift::parse("h2e2").expect("a move");
/// let taken = board.make(cannon);
/// assert_eq!(board.fen(), "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1");
/// board.undo(cannon, taken);
/// assert_eq!(board, XiangqiBoard::new());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct XiangqiBoard {
    pieces: [Option<Piece>; SQUARES],
    /// The squares with pieces of each side on each file, a bit a rank.
    files: [[u16; FILES as usize]; 2],
    /// And on each rank, a bit a file.
    ranks: [[u16; RANKS as usize]; 2],
    generals: [Square; 2],
    to_move: Side,
    /// Moves since the last capture.
    quiet: u16,
    /// The number of the next move of Red, from 1.
    number: u16,
}

/// What takes a move back: see [`XiangqiBoard::undo`].
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct XiangqiUndo {
    taken: Option<Piece>,
    quiet: u16,
    number: u16,
}

impl Default for XiangqiBoard {
    fn default() -> XiangqiBoard {
        XiangqiBoard::new()
    }
}

impl XiangqiBoard {
    /// Creates the position at the start of a game.
    #[must_use]
    pub fn new() -> XiangqiBoard {
        use Kind::{Advisor, Cannon, Elephant, General, Horse, Pawn, Rook};
        let mut board = XiangqiBoard::empty();
        for side in [Side::First, Side::Second] {
            let square = |file: u8, rank: u8| match side {
                Side::First => Square::at(file, rank),
                Side::Second => Square::at(file, RANKS - 1 - rank),
            };
            let back = [Rook, Horse, Elephant, Advisor, General, Advisor, Elephant, Horse, Rook];
            for (file, kind) in (0..).zip(back) {
                board.put(Piece { side, kind }, square(file, 0));
            }
            for file in [1, 7] {
                board.put(Piece { side, kind: Cannon }, square(file, 2));
            }
            for file in [0, 2, 4, 6, 8] {
                board.put(Piece { side, kind: Pawn }, square(file, 3));
            }
        }
        board
    }

    /// No pieces; a board needs both generals before it is used.
    pub(super) const fn empty() -> XiangqiBoard {
        XiangqiBoard {
            pieces: [None; SQUARES],
            files: [[0; FILES as usize]; 2],
            ranks: [[0; RANKS as usize]; 2],
            generals: [Square::at(4, 0), Square::at(4, 9)],
            to_move: Side::First,
            quiet: 0,
            number: 1,
        }
    }

    /// Puts a piece on an empty square.
    pub(super) fn put(&mut self, piece: Piece, square: Square) {
        self.pieces[square.index()] = Some(piece);
        self.toggle(piece, square);
    }

    pub(super) const fn set_turn(&mut self, to_move: Side, quiet: u16, number: u16) {
        (self.to_move, self.quiet, self.number) = (to_move, quiet, number);
    }

    /// The piece on a square.
    #[must_use]
    #[inline]
    pub const fn at(&self, square: Square) -> Option<Piece> {
        self.pieces[square.index()]
    }

    /// The side to move.
    #[must_use]
    pub const fn to_move(&self) -> Side {
        self.to_move
    }

    /// Moves since the last capture, by both sides.
    #[must_use]
    pub const fn quiet_moves(&self) -> u16 {
        self.quiet
    }

    /// The number of the next move of Red, from 1.
    #[must_use]
    pub const fn move_number(&self) -> u16 {
        self.number
    }

    /// The square of a side's general.
    #[must_use]
    pub const fn general(&self, side: Side) -> Square {
        self.generals[side as usize]
    }

    /// The squares and pieces of a side, by file from the left and rank.
    pub fn pieces(&self, side: Side) -> impl Iterator<Item = (Square, Piece)> {
        let files = (0..).zip(self.files[side as usize]);
        files.flat_map(move |(file, word)| {
            bits(word).filter_map(move |rank| {
                let square = Square::at(file, rank);
                Some((square, self.at(square)?))
            })
        })
    }

    /// Makes a move without checking that it is legal.
    pub fn make(&mut self, shift: Shift) -> XiangqiUndo {
        let taken = self.carry(shift);
        let undo = XiangqiUndo { taken, quiet: self.quiet, number: self.number };
        self.quiet = if taken.is_some() { 0 } else { self.quiet.saturating_add(1) };
        if self.to_move == Side::Second {
            self.number = self.number.saturating_add(1);
        }
        self.to_move = self.to_move.opposite();
        undo
    }

    /// Takes back the last move, which returned this.
    pub fn undo(&mut self, shift: Shift, undo: XiangqiUndo) {
        self.carry_back(shift, undo.taken);
        (self.quiet, self.number) = (undo.quiet, undo.number);
        self.to_move = self.to_move.opposite();
    }

    /// Checks and makes a move.
    ///
    /// # Errors
    /// The move is illegal; the board is unchanged then.
    pub fn play(&mut self, shift: Shift) -> Result<XiangqiUndo, IllegalShift> {
        self.is_legal(shift)?;
        Ok(self.make(shift))
    }

    /// Checks whether a move is legal.
    ///
    /// # Errors
    /// The reason that it is illegal.
    pub fn is_legal(&self, shift: Shift) -> Result<(), IllegalShift> {
        let piece = self.at(shift.from).ok_or(IllegalShift::Empty(shift.from))?;
        if piece.side != self.to_move {
            return Err(IllegalShift::NotOwn(shift.from));
        }
        if self.at(shift.to).is_some_and(|other| other.side == self.to_move) {
            return Err(IllegalShift::OntoOwn(shift.to));
        }
        let mut reached = false;
        self.each_target(shift.from, piece, |to| reached |= to == shift.to);
        if !reached {
            return Err(IllegalShift::NotItsMove(shift));
        }
        if self.is_safe(shift) { Ok(()) } else { Err(IllegalShift::GeneralAttacked(shift)) }
    }

    /// Checks whether a side may make a move.
    ///
    /// # Errors
    /// As [`XiangqiBoard::is_legal`], or the other side is to move.
    pub fn is_legal_for(&self, side: Side, shift: Shift) -> Result<(), IllegalShift> {
        if side == self.to_move { self.is_legal(shift) } else { Err(IllegalShift::OutOfTurn) }
    }

    /// All legal moves, in the order of their texts.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Shift> {
        let mut moves = Vec::with_capacity(48);
        let watch = Watch::new(self);
        for (from, piece) in self.pieces(self.to_move) {
            let start = moves.len();
            self.each_target(from, piece, |to| moves.push(Shift { from, to }));
            if watch.may_expose(from, piece) {
                let mut legal = start;
                for at in start..moves.len() {
                    let shift = moves[at];
                    if watch.allows(self, shift) {
                        moves[legal] = shift;
                        legal += 1;
                    }
                }
                moves.truncate(legal);
            }
            moves[start..].sort_unstable();
        }
        moves
    }

    /// The number of legal moves.
    #[must_use]
    pub fn count_legal_moves(&self) -> u64 {
        let watch = Watch::new(self);
        let mut count = 0;
        for (from, piece) in self.pieces(self.to_move) {
            if watch.may_expose(from, piece) {
                let allowed = |to| u64::from(watch.allows(self, Shift { from, to }));
                self.each_target(from, piece, |to| count += allowed(to));
            } else if matches!(piece.kind, Kind::Rook | Kind::Cannon) {
                let (file, rank) = self.line_targets(from, piece);
                count += u64::from(file.count_ones() + rank.count_ones());
            } else {
                self.each_target(from, piece, |_| count += 1);
            }
        }
        count
    }

    /// The number of positions after a number of moves, each way there counted.
    #[must_use]
    pub fn perft(&mut self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_legal_moves(),
            _ => {
                let mut leaves = 0;
                for shift in self.legal_moves() {
                    let undo = self.make(shift);
                    leaves += self.perft(depth - 1);
                    self.undo(shift, undo);
                }
                leaves
            }
        }
    }

    /// Whether the pieces and the side to move are the same, whatever the counters.
    #[must_use]
    pub fn is_same_as(&self, other: &XiangqiBoard) -> bool {
        self.to_move == other.to_move && self.pieces == other.pieces
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.is_attacked(self.to_move)
    }

    /// Whether a side's general is attacked, by the other general along an open file too.
    #[must_use]
    pub fn is_attacked(&self, side: Side) -> bool {
        let general = self.general(side);
        let enemy = side.opposite();
        let (file, rank) = (general.file(), general.rank());
        let on_file = self.reach_on_file(general);
        let on_rank = self.reach_on_rank(general);
        let enemies = self.files[enemy as usize][usize::from(file)];
        let is =
            |square: Square, kind: Kind| self.at(square).is_some_and(|piece| piece.kind == kind);
        if bits(on_file.first & enemies).any(|rank| {
            let square = Square::at(file, rank);
            is(square, Kind::Rook) || is(square, Kind::General)
        }) || bits(on_file.second & enemies).any(|rank| is(Square::at(file, rank), Kind::Cannon))
        {
            return true;
        }
        let enemies = self.ranks[enemy as usize][usize::from(rank)];
        if bits(on_rank.first & enemies).any(|file| is(Square::at(file, rank), Kind::Rook))
            || bits(on_rank.second & enemies).any(|file| is(Square::at(file, rank), Kind::Cannon))
        {
            return true;
        }
        let pawn = Piece { side: enemy, kind: Kind::Pawn };
        let behind = general.offset(0, -forward(enemy));
        let from = [behind, general.offset(1, 0), general.offset(-1, 0)];
        from.into_iter().flatten().any(|square| self.at(square) == Some(pawn))
            || self.is_attacked_by_horse(general, enemy)
    }

    /// Whether a horse of a side attacks a square.
    fn is_attacked_by_horse(&self, square: Square, side: Side) -> bool {
        // The leg is next to the horse, so diagonally next to what it attacks.
        DIAGONALS.into_iter().any(|(files, ranks)| {
            let leg = square.offset(files, ranks);
            leg.is_some_and(|leg| self.at(leg).is_none())
                && [(2 * files, ranks), (files, 2 * ranks)].into_iter().any(|(files, ranks)| {
                    let from = square.offset(files, ranks).and_then(|from| self.at(from));
                    from == Some(Piece { side, kind: Kind::Horse })
                })
        })
    }

    /// Whether the own general is not attacked after a move of a piece.
    fn is_safe(&self, shift: Shift) -> bool {
        let mut after = *self;
        let _ = after.carry(shift);
        !after.is_attacked(self.to_move)
    }

    /// Calls a function with every square where a piece may go by its own rule, which is not one of
    /// its own side. The own general's safety is ignored.
    #[inline]
    pub fn each_target(&self, from: Square, piece: Piece, mut with: impl FnMut(Square)) {
        let mut step = |to: Option<Square>| {
            if let Some(to) = to.filter(|to| !self.is_own(*to, piece.side)) {
                with(to);
            }
        };
        match piece.kind {
            Kind::General => {
                for (files, ranks) in STRAIGHTS {
                    step(from.offset(files, ranks).filter(|to| piece.may_stand_on(*to)));
                }
            }
            Kind::Advisor => {
                for (files, ranks) in DIAGONALS {
                    step(from.offset(files, ranks).filter(|to| piece.may_stand_on(*to)));
                }
            }
            Kind::Elephant => {
                for (files, ranks) in DIAGONALS {
                    let eye = from.offset(files, ranks);
                    if eye.is_some_and(|eye| self.at(eye).is_none()) {
                        let to = from.offset(2 * files, 2 * ranks);
                        step(to.filter(|to| piece.may_stand_on(*to)));
                    }
                }
            }
            Kind::Horse => {
                for (files, ranks) in STRAIGHTS {
                    let leg = from.offset(files, ranks);
                    if leg.is_some_and(|leg| self.at(leg).is_none()) {
                        // One step further on, and one to either side.
                        step(from.offset(2 * files + ranks, 2 * ranks + files));
                        step(from.offset(2 * files - ranks, 2 * ranks - files));
                    }
                }
            }
            Kind::Pawn => {
                step(from.offset(0, forward(piece.side)));
                if from.rank_of(piece.side) >= 5 {
                    step(from.offset(-1, 0));
                    step(from.offset(1, 0));
                }
            }
            Kind::Rook | Kind::Cannon => {
                let (file, rank) = self.line_targets(from, piece);
                bits(file).for_each(|rank| with(Square::at(from.file(), rank)));
                bits(rank).for_each(|file| with(Square::at(file, from.rank())));
            }
        }
    }

    /// The targets of a rook or a cannon on its file and on its rank.
    #[inline]
    fn line_targets(&self, from: Square, piece: Piece) -> (u16, u16) {
        let enemy = piece.side.opposite() as usize;
        let targets = |reach: Reach, enemies: u16| match piece.kind {
            Kind::Cannon => reach.empty | reach.second & enemies,
            _ => reach.empty | reach.first & enemies,
        };
        (
            targets(self.reach_on_file(from), self.files[enemy][usize::from(from.file())]),
            targets(self.reach_on_rank(from), self.ranks[enemy][usize::from(from.rank())]),
        )
    }

    #[inline]
    fn reach_on_file(&self, from: Square) -> Reach {
        let file = usize::from(from.file());
        let occupied = self.files[0][file] | self.files[1][file];
        reaches()[usize::from(from.rank())][usize::from(occupied)]
    }

    #[inline]
    fn reach_on_rank(&self, from: Square) -> Reach {
        let rank = usize::from(from.rank());
        let occupied = self.ranks[0][rank] | self.ranks[1][rank];
        let reach = reaches()[usize::from(from.file())][usize::from(occupied)];
        Reach { empty: reach.empty & RANK, ..reach }
    }

    #[inline]
    fn is_own(&self, square: Square, side: Side) -> bool {
        self.at(square).is_some_and(|piece| piece.side == side)
    }

    /// Gives the turn to the other side, as a search does and no rule allows.
    pub const fn pass(&mut self) {
        self.to_move = self.to_move.opposite();
    }

    /// The board with the piece on a square given to the other side.
    #[must_use]
    pub fn with_enemy_on(&self, square: Square) -> XiangqiBoard {
        let mut board = *self;
        if let Some(piece) = board.pieces[square.index()].take() {
            board.toggle(piece, square);
            board.put(Piece { side: piece.side.opposite(), ..piece }, square);
        }
        board
    }

    /// Moves a piece; returns the piece that stood where it arrives.
    pub(super) fn carry(&mut self, shift: Shift) -> Option<Piece> {
        let taken = self.pieces[shift.to.index()].take();
        if let Some(taken) = taken {
            self.toggle(taken, shift.to);
        }
        if let Some(piece) = self.pieces[shift.from.index()].take() {
            self.toggle(piece, shift.from);
            self.put(piece, shift.to);
        }
        taken
    }

    fn carry_back(&mut self, shift: Shift, taken: Option<Piece>) {
        if let Some(piece) = self.pieces[shift.to.index()].take() {
            self.toggle(piece, shift.to);
            self.put(piece, shift.from);
        }
        if let Some(taken) = taken {
            self.put(taken, shift.to);
        }
    }

    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        let side = piece.side as usize;
        self.files[side][usize::from(square.file())] ^= 1 << square.rank();
        self.ranks[side][usize::from(square.rank())] ^= 1 << square.file();
        if piece.kind == Kind::General {
            self.generals[side] = square;
        }
    }
}

/// What moves of a position have to be tested, because they could leave the own general attacked.
struct Watch {
    /// All moves, since the general is attacked.
    all: bool,
    /// The general's square and the squares around it where a horse's leg would be freed, with those
    /// on its file and rank: from there a move may open a line.
    from: [u16; FILES as usize],
    /// The empty squares before a cannon that looks at the general: a piece there is its screen.
    to: [u16; FILES as usize],
    /// Whether there are any.
    screens: bool,
}

impl Watch {
    fn new(board: &XiangqiBoard) -> Watch {
        let side = board.to_move();
        let enemy = side.opposite() as usize;
        let general = board.general(side);
        let (file, rank) = (usize::from(general.file()), usize::from(general.rank()));
        let mut watch =
            Watch { all: board.is_attacked(side), from: [0; 9], to: [0; 9], screens: false };
        watch.from[file] |= 1 << rank;
        let kind = |square: Square| board.at(square).map(|piece| piece.kind);
        let on_file = board.reach_on_file(general);
        let on_rank = board.reach_on_rank(general);
        // On a line with an attacker behind one or two pieces, these may not simply leave.
        let hidden = bits((on_file.second | on_file.third) & board.files[enemy][file]);
        if hidden.filter_map(|rank| kind(Square::at(general.file(), rank))).any(attacks_along) {
            watch.from[file] |= on_file.first | on_file.second;
        }
        let hidden = bits((on_rank.second | on_rank.third) & board.ranks[enemy][rank]);
        if hidden.filter_map(|file| kind(Square::at(file, general.rank()))).any(attacks_along) {
            for file in bits(on_rank.first | on_rank.second) {
                watch.from[usize::from(file)] |= 1 << rank;
            }
        }
        // A cannon with nothing between it and the general waits for a screen.
        for cannon in bits(on_file.first & board.files[enemy][file]) {
            if kind(Square::at(general.file(), cannon)) == Some(Kind::Cannon) {
                watch.to[file] |= between(general.rank(), cannon);
                watch.screens = true;
            }
        }
        for cannon in bits(on_rank.first & board.ranks[enemy][rank]) {
            if kind(Square::at(cannon, general.rank())) == Some(Kind::Cannon) {
                for file in bits(between(general.file(), cannon)) {
                    watch.to[usize::from(file)] |= 1 << rank;
                }
                watch.screens = true;
            }
        }
        for (files, ranks) in DIAGONALS {
            let Some(leg) = general.offset(files, ranks) else { continue };
            let horses = [(2 * files, ranks), (files, 2 * ranks)];
            let mut horses = horses
                .into_iter()
                .filter_map(|(files, ranks)| board.at(general.offset(files, ranks)?));
            let horse = Piece { side: side.opposite(), kind: Kind::Horse };
            if horses.any(|piece| piece == horse) {
                watch.from[usize::from(leg.file())] |= 1 << leg.rank();
            }
        }
        watch
    }

    /// Whether moves of a piece have to be tested one by one.
    #[inline]
    fn may_expose(&self, from: Square, piece: Piece) -> bool {
        self.all
            || self.screens
            || self.from[usize::from(from.file())] >> from.rank() & 1 != 0
            || piece.kind == Kind::General
    }

    /// Whether a move leaves the own general safe.
    #[inline]
    fn allows(&self, board: &XiangqiBoard, shift: Shift) -> bool {
        let Shift { from, to } = shift;
        if self.all || self.from[usize::from(from.file())] >> from.rank() & 1 != 0 {
            return board.is_safe(shift);
        }
        self.to[usize::from(to.file())] >> to.rank() & 1 == 0
    }
}

const fn attacks_along(kind: Kind) -> bool {
    matches!(kind, Kind::Rook | Kind::Cannon | Kind::General)
}

/// The squares between two of a line.
const fn between(one: u8, other: u8) -> u16 {
    let (low, high) = if one < other { (one, other) } else { (other, one) };
    ((1 << high) - 1) & !((1 << (low + 1)) - 1)
}

/// The direction in which a side's pawns go.
const fn forward(side: Side) -> i8 {
    match side {
        Side::First => 1,
        Side::Second => -1,
    }
}

/// The squares of a rank.
const RANK: u16 = (1 << FILES) - 1;

const STRAIGHTS: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONALS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

fn bits(mut word: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as u8)?;
        word &= word - 1;
        Some(bit)
    })
}
