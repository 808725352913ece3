//! The 26 openings of renju: their names and what is known of them.

use std::collections::HashMap;
use std::sync::LazyLock;

use strum::{Display, IntoStaticStr};

use crate::{BoardSize, Color, Frame, LinePosition, Move, Point, Region, Side, Variant};

/// Who is better with best play after the plain swap rule with one fifth move, as RenjuNet judges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, IntoStaticStr)]
pub enum OpeningVerdict {
    /// Black wins.
    #[strum(serialize = "Black wins")]
    BlackWins,
    /// Advantage for Black.
    #[strum(serialize = "advantage for Black")]
    BlackBetter,
    /// Slight advantage for Black.
    #[strum(serialize = "slight advantage for Black")]
    BlackSlightly,
    /// Nearly equal, slightly for Black.
    #[strum(serialize = "nearly equal, slightly for Black")]
    EqualBlackSlightly,
    /// Nearly equal, slightly for White.
    #[strum(serialize = "nearly equal, slightly for White")]
    EqualWhiteSlightly,
    /// Slight advantage for White.
    #[strum(serialize = "slight advantage for White")]
    WhiteSlightly,
    /// White wins.
    #[strum(serialize = "White wins")]
    WhiteWins,
}

impl OpeningVerdict {
    /// The colour that is better, if only slightly.
    #[must_use]
    pub const fn better(self) -> Color {
        match self {
            OpeningVerdict::BlackWins
            | OpeningVerdict::BlackBetter
            | OpeningVerdict::BlackSlightly
            | OpeningVerdict::EqualBlackSlightly => Color::Black,
            OpeningVerdict::EqualWhiteSlightly
            | OpeningVerdict::WhiteSlightly
            | OpeningVerdict::WhiteWins => Color::White,
        }
    }
}

/// The condition under which verdicts hold. With swaps and several fifth moves every opening is
/// playable.
pub const VERDICT_CONDITION: &str = "one fifth move, no swap";

/// An opening of renju: the first three stones, the second within 3×3 points around the centre and
/// the third within 5×5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The code: `D` direct or `I` indirect, and the number by the third move.
    pub code: &'static str,
    /// The name in simplified Chinese.
    pub simplified: &'static str,
    /// The name in traditional Chinese.
    pub traditional: &'static str,
    /// The name in Japanese.
    pub japanese: &'static str,
    /// The Japanese name in Latin letters.
    pub romaji: &'static str,
    /// The name in English.
    pub english: &'static str,
    /// Other spellings that occur.
    pub aliases: &'static [&'static str],
    /// The moves in the orientation of the usual diagram.
    pub moves: &'static str,
    /// RenjuNet's verdict.
    pub verdict: OpeningVerdict,
    /// What the source article on renju says of it.
    pub article: Option<&'static str>,
}

impl Opening {
    /// The opening of a code such as `D4`, ignoring case.
    #[must_use]
    pub fn by_code(code: &str) -> Option<&'static Opening> {
        OPENINGS.iter().find(|opening| opening.code.eq_ignore_ascii_case(code))
    }

    /// Whether this is its code, or part of one of its names, ignoring case.
    #[must_use]
    pub fn is_called(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        let names = [self.simplified, self.traditional, self.japanese, self.romaji, self.english];
        let mut names = names.iter().chain(self.aliases).map(|name| name.to_lowercase());
        self.code.eq_ignore_ascii_case(&text) || names.any(|name| name.contains(&text))
    }

    /// The points of the moves.
    pub fn points(&self) -> impl Iterator<Item = Point> {
        let words = self.moves.split(' ');
        words.filter_map(|word| Point::from_letter_number(word, Variant::RENJU.size()).ok())
    }
}

/// What the first three stones of a game are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstStones {
    /// One of the 26 openings.
    Opening(&'static Opening),
    /// Another pattern, which only rules without limits for the second and third stone allow.
    Rogue,
}

impl FirstStones {
    /// Names the first three stones of a game of five in a row, see [`FirstStones::from_stones`].
    #[must_use]
    pub fn of_game(
        variant: Variant,
        initial: &[(Color, Point)],
        moves: &[(Color, Move)],
    ) -> Option<FirstStones> {
        variant.game().five_rules()?;
        let played = moves.iter().filter_map(|(color, played)| Some((*color, played.point()?)));
        let stones: Vec<_> = initial.iter().copied().chain(played).take(3).collect();
        FirstStones::from_stones(&stones, variant.size())
    }

    /// Names the first three stones on a board of 15 lines by their position, so in any orientation
    /// and order; `None` with fewer stones, on another board, or if they are not two of Black and
    /// one of White.
    #[must_use]
    pub fn from_stones(stones: &[(Color, Point)], size: BoardSize) -> Option<FirstStones> {
        let first = stones.get(..3).filter(|_| size == Variant::RENJU.size())?;
        if first.iter().filter(|(color, _)| *color == Color::Black).count() != 2 {
            return None;
        }
        let opening = BY_POSITION.get(&key(first.iter().copied()));
        Some(opening.map_or(FirstStones::Rogue, |opening| FirstStones::Opening(opening)))
    }
}

/// The openings by the keys of their positions.
static BY_POSITION: LazyLock<HashMap<u64, &Opening>> = LazyLock::new(|| {
    let stones = |opening: &Opening| {
        key([Color::Black, Color::White, Color::Black].into_iter().zip(opening.points()))
    };
    OPENINGS.iter().map(|opening| (stones(opening), opening)).collect()
});

fn key(stones: impl Iterator<Item = (Color, Point)>) -> u64 {
    let mut position = LinePosition::new(Variant::RENJU);
    for (color, point) in stones {
        let side = if color == Color::Black { Side::First } else { Side::Second };
        if let Some(step) = Frame::plain(Region::Board).step_at(point, Variant::RENJU.size()) {
            position.place(side, step);
        }
    }
    position.key(Side::Second).key
}

/// The 26 openings in the order of their codes. Names, verdicts: RenjuNet; the article's words are
/// its own.
pub static OPENINGS: [Opening; 26] = [
    Opening {
        code: "D1",
        simplified: "寒星",
        traditional: "寒星",
        japanese: "寒星",
        romaji: "Kansei",
        english: "Cold star",
        aliases: &[],
        moves: "h8 h9 h10",
        verdict: OpeningVerdict::BlackWins,
        article: None,
    },
    Opening {
        code: "D2",
        simplified: "溪月",
        traditional: "溪月",
        japanese: "渓月",
        romaji: "Keigetsu",
        english: "Valley moon",
        aliases: &[],
        moves: "h8 h9 i10",
        verdict: OpeningVerdict::BlackWins,
        article: None,
    },
    Opening {
        code: "D3",
        simplified: "疏星",
        traditional: "疏星",
        japanese: "疎星",
        romaji: "Sosei",
        english: "Sparse star",
        aliases: &[],
        moves: "h8 h9 j10",
        verdict: OpeningVerdict::EqualWhiteSlightly,
        article: None,
    },
    Opening {
        code: "D4",
        simplified: "花月",
        traditional: "花月",
        japanese: "花月",
        romaji: "Kagetsu",
        english: "Flower moon",
        aliases: &[],
        moves: "h8 h9 i9",
        verdict: OpeningVerdict::BlackWins,
        article: Some("sure win for Black"),
    },
    Opening {
        code: "D5",
        simplified: "残月",
        traditional: "殘月",
        japanese: "残月",
        romaji: "Zangetsu",
        english: "Remaining moon",
        aliases: &[],
        moves: "h8 h9 j9",
        verdict: OpeningVerdict::BlackBetter,
        article: None,
    },
    Opening {
        code: "D6",
        simplified: "雨月",
        traditional: "雨月",
        japanese: "雨月",
        romaji: "Ugetsu",
        english: "Rain moon",
        aliases: &[],
        moves: "h8 h9 i8",
        verdict: OpeningVerdict::BlackWins,
        article: None,
    },
    Opening {
        code: "D7",
        simplified: "金星",
        traditional: "金星",
        japanese: "金星",
        romaji: "Kinsei",
        english: "Golden star",
        aliases: &[],
        moves: "h8 h9 j8",
        verdict: OpeningVerdict::BlackWins,
        article: None,
    },
    Opening {
        code: "D8",
        simplified: "松月",
        traditional: "松月",
        japanese: "松月",
        romaji: "Shogetsu",
        english: "Pine moon",
        aliases: &[],
        moves: "h8 h9 h7",
        verdict: OpeningVerdict::BlackSlightly,
        article: None,
    },
    Opening {
        code: "D9",
        simplified: "丘月",
        traditional: "丘月",
        japanese: "丘月",
        romaji: "Kyugetsu",
        english: "Hill moon",
        aliases: &[],
        moves: "h8 h9 i7",
        verdict: OpeningVerdict::BlackSlightly,
        article: None,
    },
    Opening {
        code: "D10",
        simplified: "新月",
        traditional: "新月",
        japanese: "新月",
        romaji: "Shingetsu",
        english: "New moon",
        aliases: &["新宵"],
        moves: "h8 h9 j7",
        verdict: OpeningVerdict::BlackBetter,
        article: None,
    },
    Opening {
        code: "D11",
        simplified: "瑞星",
        traditional: "瑞星",
        japanese: "瑞星",
        romaji: "Zuisei",
        english: "Lucky star",
        aliases: &[],
        moves: "h8 h9 h6",
        verdict: OpeningVerdict::EqualBlackSlightly,
        article: None,
    },
    Opening {
        code: "D12",
        simplified: "山月",
        traditional: "山月",
        japanese: "山月",
        romaji: "Sangetsu",
        english: "Mountain moon",
        aliases: &[],
        moves: "h8 h9 i6",
        verdict: OpeningVerdict::BlackBetter,
        article: None,
    },
    Opening {
        code: "D13",
        simplified: "游星",
        traditional: "遊星",
        japanese: "遊星",
        romaji: "Yusei",
        english: "Wandering star",
        aliases: &[],
        moves: "h8 h9 j6",
        verdict: OpeningVerdict::WhiteWins,
        article: Some("sure loss for Black"),
    },
    Opening {
        code: "I1",
        simplified: "长星",
        traditional: "長星",
        japanese: "長星",
        romaji: "Chosei",
        english: "Long star",
        aliases: &[],
        moves: "h8 i9 j10",
        verdict: OpeningVerdict::EqualWhiteSlightly,
        article: None,
    },
    Opening {
        code: "I2",
        simplified: "峡月",
        traditional: "峽月",
        japanese: "峡月",
        romaji: "Kyogetsu",
        english: "Gorge moon",
        aliases: &[],
        moves: "h8 i9 j9",
        verdict: OpeningVerdict::BlackWins,
        article: None,
    },
    Opening {
        code: "I3",
        simplified: "恒星",
        traditional: "恆星",
        japanese: "恒星",
        romaji: "Kosei",
        english: "Eternal star",
        aliases: &[],
        moves: "h8 i9 j8",
        verdict: OpeningVerdict::BlackWins,
        article: None,
    },
    Opening {
        code: "I4",
        simplified: "水月",
        traditional: "水月",
        japanese: "水月",
        romaji: "Suigetsu",
        english: "Water moon",
        aliases: &[],
        moves: "h8 i9 j7",
        verdict: OpeningVerdict::BlackWins,
        article: None,
    },
    Opening {
        code: "I5",
        simplified: "流星",
        traditional: "流星",
        japanese: "流星",
        romaji: "Ryusei",
        english: "Meteor",
        aliases: &[],
        moves: "h8 i9 j6",
        verdict: OpeningVerdict::WhiteSlightly,
        article: None,
    },
    Opening {
        code: "I6",
        simplified: "云月",
        traditional: "雲月",
        japanese: "雲月",
        romaji: "Ungetsu",
        english: "Cloud moon",
        aliases: &[],
        moves: "h8 i9 i8",
        verdict: OpeningVerdict::BlackWins,
        article: None,
    },
    Opening {
        code: "I7",
        simplified: "浦月",
        traditional: "浦月",
        japanese: "浦月",
        romaji: "Hogetsu",
        english: "Bay moon",
        aliases: &["蒲月"],
        moves: "h8 i9 i7",
        verdict: OpeningVerdict::BlackWins,
        article: Some("sure win for Black"),
    },
    Opening {
        code: "I8",
        simplified: "岚月",
        traditional: "嵐月",
        japanese: "嵐月",
        romaji: "Rangetsu",
        english: "Mist moon",
        aliases: &[],
        moves: "h8 i9 i6",
        verdict: OpeningVerdict::BlackWins,
        article: None,
    },
    Opening {
        code: "I9",
        simplified: "银月",
        traditional: "銀月",
        japanese: "銀月",
        romaji: "Gingetsu",
        english: "Silver moon",
        aliases: &[],
        moves: "h8 i9 h7",
        verdict: OpeningVerdict::BlackBetter,
        article: None,
    },
    Opening {
        code: "I10",
        simplified: "明星",
        traditional: "明星",
        japanese: "明星",
        romaji: "Myojo",
        english: "Bright star",
        aliases: &[],
        moves: "h8 i9 h6",
        verdict: OpeningVerdict::BlackWins,
        article: None,
    },
    Opening {
        code: "I11",
        simplified: "斜月",
        traditional: "斜月",
        japanese: "斜月",
        romaji: "Shagetsu",
        english: "Slanting moon",
        aliases: &[],
        moves: "h8 i9 g7",
        verdict: OpeningVerdict::BlackSlightly,
        article: None,
    },
    Opening {
        code: "I12",
        simplified: "名月",
        traditional: "名月",
        japanese: "名月",
        romaji: "Meigetsu",
        english: "Famous moon",
        aliases: &[],
        moves: "h8 i9 g6",
        verdict: OpeningVerdict::BlackBetter,
        article: None,
    },
    Opening {
        code: "I13",
        simplified: "彗星",
        traditional: "彗星",
        japanese: "彗星",
        romaji: "Suisei",
        english: "Comet",
        aliases: &["慧星"],
        moves: "h8 i9 f6",
        verdict: OpeningVerdict::WhiteWins,
        article: Some("sure loss for Black"),
    },
];
