//! The terms of a game: what its result is measured against besides the opponent's strength.

use sha2::{Digest, Sha256};
use strum::{Display, IntoStaticStr, VariantArray};

use super::totals::MILLION;
use super::{BoardRecord, OpponentName};
use joseki_format::game_info::{self, GameDate, GameInfo, Rank};
use joseki_game::{BoardSize, Color};

/// Komi of even games, by area and by territory: a point more or less is within the noise.
const USUAL_KOMI: std::ops::RangeInclusive<f64> = 5.5..=8.0;
/// Komi of games with handicap that do not state any.
const HANDICAP_KOMI: f64 = 0.5;
/// Komi that makes up for the first move, which is worth half a stone.
const FAIR_KOMI: f64 = 7.0;
/// Worth of a grade in log odds: the prior mean of the ratings of players (`docs/priority.md`).
const GRADE: f64 = 0.7;
/// Grades beyond which a game is decided before it begins: one side is expected to win nine in ten.
const MAX_GRADES: f64 = 3.0;
/// Words that name rules in records, and how such words begin. Usual komi is the same by all of
/// them.
const RULES: [&str; 11] =
    ["jp", "nihon", "kr", "cn", "aga", "bga", "ffg", "ing", "goe", "nz", "tt"];
const RULE_STEMS: [&str; 14] = [
    "japan", "korea", "chin", "french", "zealand", "tromp", "日本", "中国", "中國", "韩国", "韓国",
    "韓國", "한국", "数子",
];

/// Terms of a game as its record states them, and the day of the game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameTerms {
    /// Number of handicap stones; 0 if none are stated.
    pub handicap: u32,
    /// White's compensation in points; negative if Black gets it.
    pub komi: Option<f64>,
    /// Name of the rules.
    pub rules: Option<String>,
    /// Rank of the player with the black stones.
    pub black_rank: Option<Rank>,
    /// Rank of the player with the white stones.
    pub white_rank: Option<Rank>,
    /// Date of the game.
    pub date: Option<GameDate>,
}

/// Why a game teaches nothing.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Display, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "snake_case")]
pub enum Untaught {
    /// Handicap stones whose worth is not known.
    Handicap,
    /// Komi far from the usual.
    Komi,
    /// Unknown rules.
    Rules,
    /// Stones set up other than a handicap.
    Setup,
    /// Terms that decide the game before it begins.
    Mismatch,
}

impl Untaught {
    /// Returns a sentence for answers.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Untaught::Handicap => {
                "handicap: the worth of the stones is only known on 19 lines and with the ranks of both players"
            }
            Untaught::Komi => {
                "komi: it is not between 5.5 and 8 points, which is only judged on 19 lines and with the ranks of both players"
            }
            Untaught::Rules => {
                "rules: they are not known, so neither is what a result by them says"
            }
            Untaught::Setup => "setup: the worth of the initial stones is not known",
            Untaught::Mismatch => {
                "mismatch: ranks, handicap and komi give one side more than nine games in ten"
            }
        }
    }
}

impl From<&GameInfo> for GameTerms {
    fn from(info: &GameInfo) -> GameTerms {
        GameTerms {
            handicap: info.handicap,
            komi: info.komi.map(f64::from),
            rules: info.rules.clone(),
            black_rank: info.black.rank,
            white_rank: info.white.rank,
            date: info.date,
        }
    }
}

impl GameTerms {
    /// Upper bound of the number of handicap stones.
    pub const MAX_HANDICAP: u32 = 99;
    /// Upper bound of komi, in points; no board has more.
    pub const MAX_KOMI: f64 = 361.0;

    /// Returns what matters of the terms as one line, for hashes: the date, and the rest unless it
    /// is that of an even game. `None` if nothing does. Stored in files as hashes: never changed.
    pub(super) fn line(&self) -> Option<String> {
        let date = self.date.map(|date| date.to_string());
        let mut fields = vec![("DT", date)];
        if !self.is_even() {
            let rank = |rank: Option<Rank>| rank.map(|rank| rank.to_string());
            fields.extend([
                ("HA", Some(self.handicap.to_string())),
                ("KM", self.komi.map(|komi| format!("{komi:?}"))),
                ("RU", self.rules.clone()),
                ("BR", rank(self.black_rank)),
                ("WR", rank(self.white_rank)),
            ]);
        }
        let fields =
            fields.into_iter().filter_map(|(name, value)| Some(format!("{name}{}", value?)));
        let line = fields.collect::<Vec<_>>().join(" ");
        (!line.is_empty()).then_some(line)
    }

    /// Whether these are the terms of an even game by rules that are known.
    fn is_even(&self) -> bool {
        self.handicap == 0
            && self.komi.is_none_or(|komi| USUAL_KOMI.contains(&komi))
            && self.rules.as_deref().is_none_or(is_known)
    }

    /// Judges a game by its terms. Returns our expected result in millionths if they differ from
    /// those of an even game, and `None` for an even one: then the opponent's strength alone decides.
    ///
    /// # Errors
    /// Why it cannot be judged.
    pub fn expectation(&self, record: &BoardRecord, ours: Color) -> Result<Option<i64>, Untaught> {
        if !record.variant.game().is_scored() {
            return Ok(None);
        }
        if self.rules.as_deref().is_some_and(|rules| !is_known(rules)) {
            return Err(Untaught::Rules);
        }
        let handicap = self.stones(record)?;
        let komi = self.komi.or((handicap > 0).then_some(HANDICAP_KOMI));
        if handicap < 2 && komi.is_none_or(|komi| USUAL_KOMI.contains(&komi)) {
            return Ok(None);
        }
        let unknown = if handicap < 2 { Untaught::Komi } else { Untaught::Handicap };
        let ranks = self.black_rank.zip(self.white_rank);
        let ranks = ranks.filter(|_| record.size == BoardSize::NINETEEN);
        let (black, white) = ranks.ok_or(unknown)?;
        let komi = komi.unwrap_or(FAIR_KOMI);
        // A stone more is worth a grade; the first move, half of one.
        let stones = f64::from(handicap.max(1)) - 0.5 - 0.5 * komi / FAIR_KOMI;
        let grades = f64::from(black.tenths() - white.tenths()) / 10.0 + stones;
        if grades.abs() > MAX_GRADES {
            return Err(Untaught::Mismatch);
        }
        let black = 1.0 / (1.0 + (-GRADE * grades).exp());
        let own = if ours == Color::Black { black } else { 1.0 - black };
        Ok(Some((own * MILLION as f64).round() as i64))
    }

    /// Returns the number of handicap stones: those stated, or Black's stones set up alone.
    ///
    /// # Errors
    /// The stones that are set up are not a handicap.
    pub fn stones(&self, record: &BoardRecord) -> Result<u32, Untaught> {
        let count = |color| record.initial.iter().filter(|(owner, _)| *owner == color).count();
        let (black, white) = (count(Color::Black), count(Color::White));
        if black + white == 0 {
            return Ok(self.handicap);
        }
        let first = record.moves.first().map_or(Color::Black, |(color, _)| *color);
        let moved = match first {
            Color::Black => white,
            Color::White => white + 1,
        };
        match (black, white, first) {
            _ if black == moved => Ok(self.handicap),
            (2.., 0, Color::White) if [0, black].contains(&(self.handicap as usize)) => {
                Ok(u32::try_from(black).unwrap_or(u32::MAX))
            }
            _ => Err(Untaught::Setup),
        }
    }

    /// Returns the fingerprint of a game against an opponent, received in microseconds since 1970 UTC:
    /// the same moves on the same day, by the rule by which mining recognizes a game. Stored in
    /// files: never changed.
    #[must_use]
    pub fn fingerprint(
        &self,
        record: &BoardRecord,
        ours: Color,
        opponent: &OpponentName,
        received: i64,
    ) -> String {
        let day = match self.date.filter(|date| date.day.is_some()) {
            Some(date) => date.to_string(),
            None => received.div_euclid(MICROSECONDS_A_DAY).to_string(),
        };
        let first = record.moves.first().map_or(Color::Black, |(color, _)| *color);
        let mut setup = record.initial.clone();
        setup.sort_unstable();
        let setup =
            setup.iter().map(|(color, point)| format!("{}{}", color.letter(), point.to_sgf()));
        let setup: String = setup.collect();
        let info = GameInfo::default();
        let moves = if record.variant.game().exchanges_colors() {
            game_info::fingerprint(record.size.get(), &record.moves, &info)
        } else {
            game_info::board_fingerprint(record.variant, &record.moves, &info)
        };
        let mut hash = Sha256::new();
        for field in [
            opponent.name(),
            &day,
            if first == ours { "first" } else { "second" },
            record.variant.game().into(),
            &record.size.get().to_string(),
            &setup,
            &format!("{moves:016x}"),
        ] {
            hash.update(field);
            // No field contains a control character.
            hash.update(b"\n");
        }
        let hash: [u8; 32] = hash.finalize().into();
        hash[..16].iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// Microseconds of a day.
const MICROSECONDS_A_DAY: i64 = 86_400_000_000;

fn is_known(rules: &str) -> bool {
    let rules = rules.to_lowercase();
    let mut words = rules.split(|letter: char| !letter.is_alphabetic());
    words.any(|word| RULES.contains(&word) || RULE_STEMS.iter().any(|stem| word.starts_with(stem)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use joseki_game::{Move, Point, Variant};

    fn record(black: usize, white: usize, first: Color) -> BoardRecord {
        let stones = |color, count, y| (0..count).map(move |x| (color, Point::new(x as u8, y)));
        let initial = stones(Color::Black, black, 3).chain(stones(Color::White, white, 5));
        BoardRecord {
            variant: Variant::GO,
            size: BoardSize::NINETEEN,
            initial: initial.collect(),
            moves: vec![(first, Move::Play(Point::new(15, 3)))],
        }
    }

    fn terms(handicap: u32, komi: Option<f64>, ranks: &str) -> GameTerms {
        let mut ranks = ranks.split(' ').map(Rank::parse);
        let (black_rank, white_rank) = (ranks.next().flatten(), ranks.next().flatten());
        GameTerms { handicap, komi, black_rank, white_rank, ..GameTerms::default() }
    }

    #[test]
    fn an_even_game_is_measured_against_the_opponent_alone() {
        let even = record(0, 0, Color::Black);
        for komi in [None, Some(5.5), Some(6.5), Some(7.0), Some(7.5), Some(8.0)] {
            for ranks in ["", "5k 5k", "9k 9d"] {
                let found = terms(0, komi, ranks).expectation(&even, Color::Black);
                assert_eq!(found, Ok(None), "{komi:?} {ranks}");
            }
        }
        for (black, white, first) in
            [(4, 4, Color::Black), (5, 4, Color::White), (1, 0, Color::White)]
        {
            let found = terms(0, None, "").expectation(&record(black, white, first), Color::White);
            assert_eq!(found, Ok(None), "{black} {white}");
        }
    }

    #[test]
    fn terms_that_cannot_be_judged_say_why() {
        let even = record(0, 0, Color::Black);
        for (terms, why) in [
            (terms(9, None, ""), Untaught::Handicap),
            (terms(2, Some(0.5), "5k"), Untaught::Handicap),
            (terms(0, Some(0.0), ""), Untaught::Komi),
            (terms(0, Some(-5.5), ""), Untaught::Komi),
            (terms(0, Some(50.0), ""), Untaught::Komi),
            (terms(1, None, ""), Untaught::Komi),
            (terms(9, None, "5k 4k"), Untaught::Mismatch),
            (terms(0, Some(50.0), "5k 5k"), Untaught::Mismatch),
            (GameTerms { rules: Some("atari".to_owned()), ..terms(0, None, "") }, Untaught::Rules),
        ] {
            assert_eq!(terms.expectation(&even, Color::Black), Err(why), "{terms:?}");
        }
        let small = BoardRecord { size: BoardSize::new(9).expect("a size"), ..even.clone() };
        let found = terms(2, None, "5k 3k").expectation(&small, Color::Black);
        assert_eq!(found, Err(Untaught::Handicap));
        let stones = [(9, 0, Color::White), (2, 0, Color::White)];
        for (black, white, first) in stones {
            let found = terms(0, None, "").expectation(&record(black, white, first), Color::White);
            assert_eq!(found, Err(Untaught::Handicap), "{black} stones");
        }
        for (black, white, first) in
            [(2, 0, Color::Black), (0, 1, Color::White), (3, 1, Color::White)]
        {
            let found =
                terms(0, None, "1d 1d").expectation(&record(black, white, first), Color::White);
            assert_eq!(found, Err(Untaught::Setup), "{black} {white}");
        }
        let renju = BoardRecord { variant: Variant::RENJU, ..even };
        assert_eq!(terms(9, Some(99.0), "").expectation(&renju, Color::Black), Ok(None));
    }

    #[test]
    fn a_stone_is_worth_a_grade_and_the_first_move_half_of_one() {
        let even = record(0, 0, Color::Black);
        let expected = |handicap, komi, ranks: &str, ours| {
            let found = terms(handicap, Some(komi), ranks).expectation(&even, ours);
            found.expect("judged").expect("not even") as f64 / 1e6
        };
        // Nine stones and no komi are 8.5 grades.
        let black = expected(9, 0.0, "9k 1k", Color::Black);
        assert!((black - 1.0 / (1.0 + (-0.35f64).exp())).abs() < 1e-6, "{black}");
        assert!((expected(9, 0.0, "9k 1k", Color::White) - (1.0 - black)).abs() < 2e-6);
        assert!(
            (expected(0, 0.0, "1k 1d", Color::Black) - 1.0 / (1.0 + (0.35f64).exp())).abs() < 1e-6
        );
        assert!(expected(0, -7.0, "2k 1k", Color::Black) > 0.4999);
        let more = |stones| expected(stones, 0.5, "5k 1k", Color::Black);
        assert!(more(3) < more(4) && more(4) < more(5));
    }

    #[test]
    fn the_rules_of_records_are_known() {
        for rules in [
            "Japanese",
            "japanese",
            "Chinese",
            "CHINESE",
            "AGA",
            "NZ",
            "New Zealand",
            "GOE",
            "Ing",
            "Korean",
            "Tromp-Taylor",
            "Chinese (2002)",
            "日本规则",
            "中国规则",
            "jp",
            "BGA rules",
        ] {
            assert!(is_known(rules), "{rules}");
        }
        for rules in ["", "going", "first capture", "stone scoring 1", "?"] {
            assert!(!is_known(rules), "{rules}");
        }
    }

    #[test]
    fn the_same_moves_on_the_same_day_against_one_opponent_are_one_game() {
        let opponent: OpponentName = "a@1".parse().expect("a name");
        let game = |record: &BoardRecord, terms: &GameTerms, name: &str, ours, received| {
            let opponent = name.parse().expect("a name");
            terms.fingerprint(record, ours, &opponent, received)
        };
        let (even, none) = (record(0, 0, Color::Black), GameTerms::default());
        let one = none.fingerprint(&even, Color::Black, &opponent, 5);
        assert_eq!(one.len(), 32);
        let same = |record: &BoardRecord, terms: &GameTerms, name: &str, ours, received| {
            game(record, terms, name, ours, received) == one
        };
        let day = MICROSECONDS_A_DAY;
        assert!(same(&even, &none, "a", Color::Black, day - 1), "another version");
        assert!(!same(&even, &none, "b", Color::Black, 5));
        assert!(!same(&even, &none, "a", Color::White, 5));
        assert!(!same(&even, &none, "a", Color::Black, day));
        let mut turned = even.clone();
        turned.moves =
            vec![(Color::Black, Move::Play(Point::new(3, 3))), (Color::White, Move::Pass)];
        assert!(same(&turned, &none, "a", Color::Black, 5), "a turned board and a pass at the end");
        assert!(!same(&record(1, 1, Color::Black), &none, "a", Color::Black, 5));
        let dated = GameTerms { date: GameDate::parse("1970-01-01"), ..none };
        assert!(!same(&even, &dated, "a", Color::Black, 5));
        let [early, late] =
            [5, day].map(|received| game(&even, &dated, "a", Color::Black, received));
        assert_eq!(early, late, "the date says the day");
    }
}
