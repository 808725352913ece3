//! How pieces stand to each other. The source names the relations; the definitions are ours.

use strum::{EnumCount, EnumString, IntoStaticStr, VariantArray};

use joseki_game::Side;
use joseki_game::xiangqi::{Kind, Piece, Square, XiangqiBoard};

/// A relation of pieces of one side. Protection and attack are by the pieces' own rules, a cannon's over
/// one screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumCount, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Relation {
    /// A horse on files c to g and own ranks 6 to 9.
    HorseNearPalace,
    /// A horse on files a or i, or own ranks 0 or 9.
    HorseOnEdge,
    /// Two horses that protect each other.
    LinkedHorses,
    /// A piece, not the general, that a friend could take back.
    Protected,
    /// A piece, not the general, that an enemy could take.
    Attacked,
    /// Two pawns over the river side by side.
    LinkedPawns,
    /// Two cannons on a line with one piece between them.
    PairedCannons,
    /// A rook and a horse over the river, at most two files and two ranks apart.
    RookHorse,
    /// A horse and a cannon likewise.
    HorseCannon,
    /// Three of rooks, horses and cannons over the river on files a to d, or f to i.
    ThreeOnWing,
    /// A rook or a cannon on file e or own rank 9.
    OnMiddleOrBack,
}

impl Relation {
    /// The number of relations.
    pub const COUNT: usize = <Relation as EnumCount>::COUNT;
}

/// How often a side has each relation.
pub(super) fn count(board: &XiangqiBoard, side: Side) -> [i32; Relation::COUNT] {
    let mut counts = [0; Relation::COUNT];
    let mut add = |relation: Relation, times: usize| counts[relation as usize] += times as i32;
    let own: Vec<(Square, Piece)> = board.pieces(side).collect();
    let of =
        |kind: Kind| own.iter().filter(move |(_, piece)| piece.kind == kind).map(|(at, _)| *at);
    let across = |kind: Kind| of(kind).filter(|at| at.rank_of(side) >= 5);
    for horse in of(Kind::Horse) {
        let (file, rank) = (horse.file(), horse.rank_of(side));
        add(Relation::HorseNearPalace, usize::from((2..=6).contains(&file) && rank >= 6));
        add(Relation::HorseOnEdge, usize::from(matches!(file, 0 | 8) || matches!(rank, 0 | 9)));
    }
    if let [one, other] = of(Kind::Horse).collect::<Vec<_>>()[..] {
        let reaches = |from: Square, to: Square| {
            let horse = Piece { side: side.opposite(), kind: Kind::Horse };
            let mut found = false;
            // As if it were the enemy's, it may go where a friend stands.
            board.each_target(from, horse, |target| found |= target == to);
            found
        };
        add(Relation::LinkedHorses, usize::from(reaches(one, other) && reaches(other, one)));
    }
    let attacked = targets(board, side.opposite());
    for (at, _) in own.iter().filter(|(_, piece)| piece.kind != Kind::General) {
        add(Relation::Attacked, usize::from(attacked[at.index()]));
        add(Relation::Protected, usize::from(is_protected(board, *at, side)));
    }
    let pawns: Vec<Square> = across(Kind::Pawn).collect();
    let beside = |at: &&Square| at.offset(1, 0).is_some_and(|next| pawns.contains(&next));
    add(Relation::LinkedPawns, pawns.iter().filter(beside).count());
    if let [one, other] = of(Kind::Cannon).collect::<Vec<_>>()[..] {
        add(Relation::PairedCannons, usize::from(between(board, one, other) == Some(1)));
    }
    let near = |one: Square, other: Square| {
        one.file().abs_diff(other.file()) <= 2 && one.rank().abs_diff(other.rank()) <= 2
    };
    let pairs = |kind: Kind| {
        across(Kind::Horse).map(|horse| across(kind).filter(|at| near(horse, *at)).count()).sum()
    };
    add(Relation::RookHorse, pairs(Kind::Rook));
    add(Relation::HorseCannon, pairs(Kind::Cannon));
    for wing in [0..=3, 5..=8] {
        let kinds = [Kind::Rook, Kind::Horse, Kind::Cannon].into_iter();
        let on_wing = kinds.flat_map(across).filter(|at| wing.contains(&at.file())).count();
        add(Relation::ThreeOnWing, usize::from(on_wing >= 3));
    }
    let is_placed = |at: &Square| at.file() == 4 || at.rank_of(side) == 9;
    let placed = of(Kind::Rook).chain(of(Kind::Cannon)).filter(is_placed).count();
    add(Relation::OnMiddleOrBack, placed);
    counts
}

/// The squares where a side's pieces may go.
fn targets(board: &XiangqiBoard, side: Side) -> [bool; joseki_game::xiangqi::SQUARES] {
    let mut targets = [false; joseki_game::xiangqi::SQUARES];
    for (from, piece) in board.pieces(side) {
        board.each_target(from, piece, |to| targets[to.index()] = true);
    }
    targets
}

/// Whether a friend could take on a square if an enemy stood there.
fn is_protected(board: &XiangqiBoard, at: Square, side: Side) -> bool {
    let board = board.with_enemy_on(at);
    let mut found = false;
    for (from, piece) in board.pieces(side) {
        board.each_target(from, piece, |to| found |= to == at);
    }
    found
}

/// The pieces between two squares of a file or a rank; `None` if they are on neither.
fn between(board: &XiangqiBoard, one: Square, other: Square) -> Option<usize> {
    let (files, ranks) = (
        i16::from(other.file()) - i16::from(one.file()),
        i16::from(other.rank()) - i16::from(one.rank()),
    );
    if files != 0 && ranks != 0 {
        return None;
    }
    let step = (files.signum() as i8, ranks.signum() as i8);
    let squares = std::iter::successors(one.offset(step.0, step.1), |at| at.offset(step.0, step.1));
    Some(squares.take_while(|at| *at != other).filter(|at| board.at(*at).is_some()).count())
}
