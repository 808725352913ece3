//! The numbers of the evaluation, as a text that users can change.

use std::fmt;
use std::str::FromStr;

use strum::VariantArray;

use super::relations::Relation;
use joseki_game::Side;
use joseki_game::xiangqi::{FILES, Kind, Piece, RANKS, SQUARES, Square};

/// The parts of the evaluation that are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct XiangqiParts {
    /// The pieces.
    pub material: bool,
    /// Where they stand.
    pub places: bool,
    /// Where they can go.
    pub mobility: bool,
    /// How they stand to each other.
    pub relations: bool,
}

impl XiangqiParts {
    /// The first parts, from one to four of them.
    #[must_use]
    pub const fn first(count: usize) -> XiangqiParts {
        XiangqiParts {
            material: count >= 1,
            places: count >= 2,
            mobility: count >= 3,
            relations: count >= 4,
        }
    }
}

/// The weights of an evaluation.
///
/// In a text, each kind of piece has a line such as `horse material 40 mobility 5`, then ten lines of
/// nine numbers: the values of the points for Red from rank 9 to rank 0. After a line `relations`,
/// each [`Relation`] has a line such as `linked_horses 15`. Comments begin with `#`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XiangqiWeights {
    /// The parts that are used.
    pub parts: XiangqiParts,
    material: [i32; Kind::ALL.len()],
    mobility: [i32; Kind::ALL.len()],
    places: [[i32; SQUARES]; Kind::ALL.len()],
    relations: [i32; Relation::COUNT],
}

/// Error for a text that is not a set of weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct ParseWeightsError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, and what was expected.
    pub problem: String,
}

/// The largest weight, so that sums stay far from those of won games.
const LARGEST: i32 = 2000;

const NAMES: [&str; Kind::ALL.len()] =
    ["general", "advisor", "elephant", "horse", "rook", "cannon", "pawn"];

impl XiangqiWeights {
    /// Returns the weights of the source, with all four parts.
    #[must_use]
    pub fn source() -> XiangqiWeights {
        // A test reads the text.
        include_str!("source.txt").parse().unwrap_or_else(|_| XiangqiWeights::empty())
    }

    /// Returns our own weights, in hundredths of a pawn: pieces and their places, which are kept up
    /// with each move.
    #[must_use]
    pub fn tuned() -> XiangqiWeights {
        include_str!("tuned.txt").parse().unwrap_or_else(|_| XiangqiWeights::source())
    }

    /// Returns the same weights with only some parts in use.
    #[must_use]
    pub fn with_parts(self, parts: XiangqiParts) -> XiangqiWeights {
        XiangqiWeights { parts, ..self }
    }

    /// Weights that are all zero.
    const fn empty() -> XiangqiWeights {
        XiangqiWeights {
            parts: XiangqiParts::first(4),
            material: [0; Kind::ALL.len()],
            mobility: [0; Kind::ALL.len()],
            places: [[0; SQUARES]; Kind::ALL.len()],
            relations: [0; Relation::COUNT],
        }
    }

    /// Returns the value of a piece.
    #[must_use]
    pub const fn material(&self, kind: Kind) -> i32 {
        self.material[kind as usize]
    }

    /// Returns the value of each move of a piece.
    #[must_use]
    pub const fn mobility(&self, kind: Kind) -> i32 {
        self.mobility[kind as usize]
    }

    /// Returns the value of a piece's place.
    #[must_use]
    pub const fn place(&self, piece: Piece, square: Square) -> i32 {
        let square = match piece.side {
            Side::First => square,
            Side::Second => square.turned(),
        };
        self.places[piece.kind as usize][square.index()]
    }

    /// Returns the value of a relation.
    #[must_use]
    pub const fn relation(&self, relation: Relation) -> i32 {
        self.relations[relation as usize]
    }
}

fn fail(line: usize, problem: String) -> ParseWeightsError {
    ParseWeightsError { line, problem }
}

fn number(line: usize, word: &str) -> Result<i32, ParseWeightsError> {
    let number = word.parse::<i32>().ok().filter(|number| number.abs() <= LARGEST);
    number.ok_or_else(|| {
        fail(line, format!("\"{word}\": expected a number from -{LARGEST} to {LARGEST}"))
    })
}

impl XiangqiWeights {
    /// Reads a piece's values of the squares of a rank.
    fn read_rank(
        &mut self,
        kind: usize,
        rank: u8,
        line: usize,
        row: &[&str],
    ) -> Result<(), ParseWeightsError> {
        if row.len() != usize::from(FILES) {
            return Err(fail(line, "expected ten lines of nine numbers".to_owned()));
        }
        for (file, word) in (0..FILES).zip(row) {
            let place = Square::new(file, rank).map_or(0, Square::index);
            self.places[kind][place] = number(line, word)?;
        }
        Ok(())
    }
}

impl FromStr for XiangqiWeights {
    type Err = ParseWeightsError;

    fn from_str(text: &str) -> Result<XiangqiWeights, ParseWeightsError> {
        let mut weights = XiangqiWeights::empty();
        let lines = text.lines().enumerate().map(|(at, line)| {
            let words = line.split('#').next().unwrap_or_default().split_whitespace();
            (at + 1, words.collect::<Vec<&str>>())
        });
        let mut lines = lines.filter(|(_, words)| !words.is_empty());
        let (mut pieces, mut relations) = ([false; NAMES.len()], [false; Relation::COUNT]);
        let mut is_in_relations = false;
        while let Some((line, words)) = lines.next() {
            match words[..] {
                ["relations"] => is_in_relations = true,
                [name, weight] if is_in_relations => {
                    let relation = name.parse::<Relation>();
                    let relation =
                        relation.map_err(|_| fail(line, format!("unknown relation \"{name}\"")))?;
                    weights.relations[relation as usize] = number(line, weight)?;
                    relations[relation as usize] = true;
                }
                [name, "material", material, "mobility", mobility] if !is_in_relations => {
                    let kind = NAMES.iter().position(|known| *known == name);
                    let kind =
                        kind.ok_or_else(|| fail(line, format!("unknown piece \"{name}\"")))?;
                    weights.material[kind] = number(line, material)?;
                    weights.mobility[kind] = number(line, mobility)?;
                    for rank in (0..RANKS).rev() {
                        let (line, row) = lines.next().unwrap_or((line, Vec::new()));
                        weights.read_rank(kind, rank, line, &row)?;
                    }
                    pieces[kind] = true;
                }
                _ => {
                    let expected = "expected a piece, such as \"horse material 40 mobility 5\", or \
                                    relations";
                    return Err(fail(line, expected.to_owned()));
                }
            }
        }
        let end = text.lines().count() + 1;
        if let Some(kind) = pieces.iter().position(|found| !found) {
            return Err(fail(end, format!("missing: the piece \"{}\"", NAMES[kind])));
        }
        if let Some(missing) = Relation::VARIANTS.iter().find(|it| !relations[**it as usize]) {
            let name: &str = missing.into();
            return Err(fail(end, format!("missing: the relation \"{name}\"")));
        }
        // What is worth nothing need not be counted.
        weights.parts.mobility = weights.mobility.iter().any(|weight| *weight != 0);
        weights.parts.relations = weights.relations.iter().any(|weight| *weight != 0);
        Ok(weights)
    }
}

/// Writes the text that reads back as the same weights, with all parts in use that count.
impl fmt::Display for XiangqiWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (kind, name) in NAMES.iter().enumerate() {
            let (material, mobility) = (self.material[kind], self.mobility[kind]);
            writeln!(f, "{name} material {material} mobility {mobility}")?;
            for rank in (0..RANKS).rev() {
                for file in 0..FILES {
                    let place = Square::new(file, rank).map_or(0, Square::index);
                    write!(f, "{:4}", self.places[kind][place])?;
                }
                writeln!(f)?;
            }
        }
        writeln!(f, "relations")?;
        for relation in Relation::VARIANTS {
            writeln!(f, "{} {}", <&str>::from(relation), self.relation(*relation))?;
        }
        Ok(())
    }
}

impl Default for XiangqiWeights {
    fn default() -> XiangqiWeights {
        XiangqiWeights::tuned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sources_weights_are_read() {
        let weights: XiangqiWeights = include_str!("source.txt").parse().unwrap();
        assert_eq!(weights, XiangqiWeights::source());
        let tuned: XiangqiWeights = include_str!("tuned.txt").parse().unwrap();
        assert_eq!((tuned.parts, tuned), (XiangqiParts::first(2), XiangqiWeights::tuned()));
        assert_eq!(weights.to_string().parse(), Ok(weights.clone()));
        let square = |file, rank| Square::new(file, rank).unwrap();
        let rook = |side| Piece { side, kind: Kind::Rook };
        assert_eq!(weights.place(rook(Side::First), square(4, 8)), 250);
        assert_eq!(weights.place(rook(Side::Second), square(4, 1)), 250);
        assert_eq!((weights.material(Kind::General), weights.mobility(Kind::Horse)), (1000, 5));
        assert_eq!(weights.relation(Relation::Attacked), -4);
        // What a piece is worth is the same in the mirror.
        for weights in [weights, XiangqiWeights::tuned()] {
            for kind in Kind::ALL {
                for square in Square::all() {
                    let (piece, mirrored) = (Piece { side: Side::First, kind }, square.mirrored());
                    assert_eq!(weights.place(piece, square), weights.place(piece, mirrored));
                }
            }
        }
    }

    #[test]
    fn what_is_wrong_with_a_text_is_said_with_its_line() {
        let source = include_str!("source.txt");
        let wrong = |from: &str, to: &str| {
            let text = source.replacen(from, to, 1);
            text.parse::<XiangqiWeights>().unwrap_err().to_string()
        };
        assert_eq!(wrong("horse material", "hors material"), "line 41: unknown piece \"hors\"");
        assert!(wrong("linked_pawns 6", "").ends_with("missing: the relation \"linked_pawns\""));
        assert!(wrong("linked_pawns", "pawns").contains("unknown relation \"pawns\""));
        assert!(wrong("material 40", "material 4000").contains("from -2000 to 2000"));
        assert!(wrong(" 80 110 125  90", " 80 110 125").contains("ten lines of nine numbers"));
        assert!("".parse::<XiangqiWeights>().unwrap_err().to_string().contains("\"general\""));
    }
}
