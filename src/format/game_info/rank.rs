//! The rank of a player: kyu, amateur dan, professional dan.

use std::cmp::Ordering;
use std::fmt;

use super::rank_text;

/// A rank. Any kyu is weaker than any dan, and any amateur weaker than any professional. A smaller
/// kyu is stronger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rank {
    /// Kyu, 40 to 1.
    Kyu(u8),
    /// Amateur dan, 1 to 10.
    Dan(u8),
    /// Professional dan, 1 to 10.
    Pro(u8),
}

impl Rank {
    /// Parses a `BR` or `WR` text; also the output of [`Display`](fmt::Display).
    ///
    /// The source indicates whether a dan is professional:
    /// - `9p`, `P9d`, `9 dan pro`, `职业9段`, `프로9단` are professional. So are `九段` and `구단`, because
    ///   professional titles are written with numerals in words, and `Meijin`, `本因坊` and other
    ///   titles without a number, which count as 9 dan.
    /// - `9d`, `9段`, `9단` in digits are amateur, as servers write their accounts. Collections of
    ///   professional games that write `9d` for their players count as the strongest amateurs.
    /// - `业6段`, `アマ六段`, `6d amateur` are amateur regardless of the rest. An insei is 7 dan.
    ///
    /// `?`, `*`, `+` and the text after them are ignored. A rating (`2814`) is not a rank, because
    /// every server has its own scale.
    #[must_use]
    pub fn parse(text: &str) -> Option<Rank> {
        rank_text::rank(text)
    }

    /// Returns tenths of a grade of amateurs above 1 kyu. A grade of professionals is worth a fifth
    /// of one, and a professional of 5 dan is as strong as the strongest amateurs.
    #[must_use]
    pub fn tenths(self) -> i16 {
        match self {
            Rank::Kyu(kyu) => 10 - 10 * i16::from(kyu),
            Rank::Dan(dan) => 10 * i16::from(dan),
            Rank::Pro(dan) => 80 + 2 * i16::from(dan),
        }
    }

    fn order(self) -> (u8, u8) {
        match self {
            Rank::Kyu(kyu) => (0, u8::MAX - kyu),
            Rank::Dan(dan) => (1, dan),
            Rank::Pro(dan) => (2, dan),
        }
    }
}

impl Ord for Rank {
    fn cmp(&self, other: &Rank) -> Ordering {
        self.order().cmp(&other.order())
    }
}

impl PartialOrd for Rank {
    fn partial_cmp(&self, other: &Rank) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Writes `5k`, `9d` or `9p`.
impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rank::Kyu(kyu) => write!(f, "{kyu}k"),
            Rank::Dan(dan) => write!(f, "{dan}d"),
            Rank::Pro(dan) => write!(f, "{dan}p"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<Rank> {
        let kyu = (1..=40).rev().map(Rank::Kyu);
        let dan = (1..=10).map(Rank::Dan);
        kyu.chain(dan).chain((1..=10).map(Rank::Pro)).collect()
    }

    #[test]
    fn ranks_read_back_and_sort_from_the_weakest() {
        assert!(all().is_sorted_by(|weak, strong| weak < strong));
        for rank in all() {
            assert_eq!(Rank::parse(&rank.to_string()), Some(rank));
        }
    }

    fn check(table: &[(&str, &str)]) {
        for (text, rank) in table {
            let read = Rank::parse(text).map(|rank| rank.to_string());
            assert_eq!(read.as_deref().unwrap_or("none"), *rank, "{text:?}");
        }
    }

    /// FF\[4\] and FF\[5\], property BR, with their examples.
    #[test]
    fn the_forms_of_the_specification() {
        check(&[
            ("9 dan", "9d"),
            ("4d*, IGS", "4d"),
            ("3 kyu, AGA", "3k"),
            ("9 dan, Judan, Gosei", "9p"),
            ("5kyu", "5k"),
        ]);
    }

    /// KGS, IGS, OGS, DGS, Tygem, Fox (`P9段` is its mark of professionals), gokifu.com.
    #[test]
    fn the_forms_of_servers_and_collections() {
        check(&[
            ("9d", "9d"),
            ("9p", "9p"),
            ("7D", "7d"),
            ("9 dan pro", "9p"),
            ("pro 9 dan", "9p"),
            ("P9d", "9p"),
            ("P9段", "9p"),
            ("9dp", "9p"),
            ("Pro 9", "9p"),
            ("professional 5 dan", "5p"),
            ("九段", "9p"),
            ("初段", "1p"),
            ("9段", "9d"),
            ("９段", "9d"),
            ("9단", "9d"),
            ("프로9단", "9p"),
            ("초단", "1p"),
            ("职业九段", "9p"),
            ("プロ6段", "6p"),
            ("業余6段", "6d"),
            ("业6段", "6d"),
            ("アマ六段", "6d"),
            ("6d ama", "6d"),
            ("Amateur 7 dan", "7d"),
            ("18 kyu", "18k"),
            ("5級", "5k"),
            ("十五级", "15k"),
            ("18급", "18k"),
            ("1d*", "1d"),
            ("9d?", "9d"),
            ("3d+", "3d"),
            ("17k+", "17k"),
            ("1 dan (-14%)", "1d"),
            ("5th dan", "5d"),
            ("5. Dan", "5d"),
            ("4-dan", "4d"),
            ("EGF 2d (2150)", "2d"),
        ]);
    }

    #[test]
    fn titles_are_professional() {
        check(&[
            ("Meijin", "9p"),
            ("Honinbo", "9p"),
            ("名人", "9p"),
            ("本因坊", "9p"),
            ("棋聖", "9p"),
            ("十段", "9p"),
            ("名人・九段", "9p"),
            ("碁聖 八段", "8p"),
            ("アマ本因坊", "none"),
            ("Insei", "7d"),
            ("院生", "7d"),
            ("pro", "1p"),
        ]);
    }

    #[test]
    fn what_is_no_rank_is_none() {
        for text in [
            "",
            "?",
            "-",
            "NR",
            "2814",
            "1500?",
            "9",
            "0d",
            "11d",
            "0k",
            "41k",
            "九",
            "dan",
            "段",
            "k",
            "9\u{fffd}",
            "255k",
        ] {
            assert_eq!(Rank::parse(text), None, "{text:?}");
        }
    }
}
