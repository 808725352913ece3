//! Encodes tallies as bytes: the compact form in stores and indexes.

use smallvec::SmallVec;
use strum::VariantArray;

use super::band::PlayerKind;
use super::tally::{
    CohortCount, CohortId, GameCount, Spread, Tally, TurnCount, Turns, TurnsByKind,
};

/// The error for bytes that are not a valid tally.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the counts of games are damaged")]
pub struct TallyError;

/// This program wrote the stored data itself, so a decoding error is an I/O error.
impl From<TallyError> for std::io::Error {
    fn from(error: TallyError) -> std::io::Error {
        std::io::Error::new(std::io::ErrorKind::InvalidData, error)
    }
}

/// The version of the encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum TallyVersion {
    /// Without expected results: every game counts as one between equals.
    #[default]
    One,
    /// With expected results.
    Two,
}

impl TallyVersion {
    /// The version that is written.
    pub const CURRENT: TallyVersion = TallyVersion::Two;

    /// The number of flags in the low bits of a count's first number.
    const fn flags(self) -> u32 {
        match self {
            TallyVersion::One => 3,
            TallyVersion::Two => 4,
        }
    }
}

const CORNERS_DIFFER: u64 = 1;
const SCORED_DIFFER: u64 = 2;
const HAS_LOSSES: u64 = 4;
/// The expected result is not that of games between equals. Not in version 1.
const UNEQUAL: u64 = 8;
/// In eight encoded bytes, the high bits, which are clear in the last byte of each number.
const LAST_BYTES: u64 = 0x8080_8080_8080_8080;

/// A reader of consecutive variable-length numbers.
#[derive(Clone, Copy, Debug)]
pub struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    /// Whether everything was read.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Reads the next number, seven bits per byte, the lowest first.
    ///
    /// # Errors
    /// When the bytes end or the number is too large.
    #[inline]
    pub fn number(&mut self) -> Result<u64, TallyError> {
        // Nearly all numbers have one or two bytes.
        match *self.0 {
            [low @ ..0x80, ref rest @ ..] => {
                self.0 = rest;
                Ok(u64::from(low))
            }
            [low, high @ ..0x80, ref rest @ ..] => {
                self.0 = rest;
                Ok(u64::from(low & 0x7f) | u64::from(high) << 7)
            }
            _ => self.long_number(),
        }
    }

    #[cold]
    fn long_number(&mut self) -> Result<u64, TallyError> {
        let mut value = 0u64;
        for (place, byte) in self.0.iter().enumerate().take(10) {
            let bits = u64::from(byte & 0x7f);
            let shift = 7 * place as u32;
            if shift == 63 && bits > 1 {
                return Err(TallyError);
            }
            value |= bits << shift;
            if byte & 0x80 == 0 {
                self.0 = &self.0[place + 1..];
                return Ok(value);
            }
        }
        Err(TallyError)
    }

    /// Reads the next number as 32 bits.
    ///
    /// # Errors
    /// When the bytes end or the number is too large.
    pub fn small(&mut self) -> Result<u32, TallyError> {
        u32::try_from(self.number()?).map_err(|_| TallyError)
    }

    /// Skips numbers of any size by counting the bytes that end one.
    #[inline]
    fn skip(&mut self, mut numbers: u32) -> Result<(), TallyError> {
        while numbers > 0
            && let Some((word, rest)) = self.0.split_first_chunk()
        {
            let mut lasts = !u64::from_le_bytes(*word) & LAST_BYTES;
            while numbers > 1 && lasts != 0 {
                lasts &= lasts - 1;
                numbers -= 1;
            }
            if lasts == 0 {
                self.0 = rest;
            } else {
                self.0 = &self.0[lasts.trailing_zeros() as usize / 8 + 1..];
                numbers -= 1;
            }
        }
        for _ in 0..numbers {
            let end = self.0.iter().position(|byte| byte & 0x80 == 0);
            self.0 = &self.0[end.ok_or(TallyError)? + 1..];
        }
        Ok(())
    }

    fn signed(&mut self) -> Result<i64, TallyError> {
        let value = self.number()?;
        Ok((value >> 1) as i64 ^ -((value & 1) as i64))
    }
}

/// Appends a number, seven bits per byte, the lowest first.
pub fn put(into: &mut Vec<u8>, mut value: u64) {
    while value > 0x7f {
        into.push(value as u8 | 0x80);
        value >>= 7;
    }
    into.push(value as u8);
}

fn put_signed(into: &mut Vec<u8>, value: i64) {
    put(into, ((value << 1) ^ (value >> 63)) as u64);
}

impl Tally {
    /// Appends the whole tally.
    pub fn encode(&self, into: &mut Vec<u8>) {
        self.encode_counts(into);
        self.turns.encode(into);
    }

    /// Decodes what [`Tally::encode`] wrote.
    ///
    /// # Errors
    /// When the bytes are not a tally.
    pub fn decode(bytes: &mut Bytes<'_>) -> Result<Tally, TallyError> {
        let (cells, examples) = Tally::decode_counts(bytes, TallyVersion::CURRENT)?;
        let turns = TurnsByKind::decode(bytes)?;
        Ok(Tally { cells, turns, examples })
    }

    /// Skips what [`Tally::encode_counts`] wrote; the content need not be valid.
    ///
    /// # Errors
    /// When the bytes do not have that form.
    pub fn skip_counts(bytes: &mut Bytes<'_>, version: TallyVersion) -> Result<(), TallyError> {
        for _ in 0..bytes.small()? {
            bytes.skip(1)?;
            GameCount::skip(bytes, version)?;
        }
        let examples = bytes.small()?;
        bytes.skip(examples)
    }

    /// Calls `each` with the counts of each cohort of an encoded tally without decoding the rest.
    ///
    /// # Errors
    /// When the bytes are not a tally.
    pub fn each_count(
        bytes: &mut Bytes<'_>,
        mut each: impl FnMut(CohortId, &GameCount),
    ) -> Result<(), TallyError> {
        for _ in 0..bytes.small()? {
            let cohort = bytes.small()?;
            each(cohort, &GameCount::decode(bytes, TallyVersion::CURRENT)?);
        }
        Ok(())
    }

    /// Appends cells and examples.
    pub fn encode_counts(&self, into: &mut Vec<u8>) {
        put(into, self.cells.len() as u64);
        for cell in &self.cells {
            put(into, u64::from(cell.cohort));
            cell.count.encode(into);
        }
        put(into, self.examples.len() as u64);
        self.examples.iter().for_each(|game| put(into, u64::from(*game)));
    }

    /// Decodes cells and examples.
    ///
    /// # Errors
    /// When the bytes do not have that form.
    #[expect(clippy::type_complexity, reason = "the two lists of a tally")]
    pub fn decode_counts(
        bytes: &mut Bytes<'_>,
        version: TallyVersion,
    ) -> Result<(SmallVec<[CohortCount; 1]>, SmallVec<[u32; 1]>), TallyError> {
        let count = bytes.small()?;
        let mut cells = with_room(count, bytes);
        for _ in 0..count {
            let cohort = bytes.small()?;
            cells.push(CohortCount { cohort, count: GameCount::decode(bytes, version)? });
        }
        let count = bytes.small()?;
        let mut examples = with_room(count, bytes);
        for _ in 0..count {
            examples.push(bytes.small()?);
        }
        Ok((cells, examples))
    }
}

/// Returns a list with capacity for `items` items of at least one byte each. Damaged bytes may
/// claim any number, so the capacity is capped.
fn with_room<A: smallvec::Array>(items: u32, bytes: &Bytes<'_>) -> SmallVec<A> {
    SmallVec::with_capacity((items as usize).min(bytes.0.len()))
}

impl GameCount {
    fn encode(&self, into: &mut Vec<u8>) {
        let losses = self.points_lost.count > 0 || self.win_rate_lost.count > 0;
        let flag = |set: bool, flag: u64| if set { flag } else { 0 };
        let above_even = self.expected.wrapping_sub(GameCount::even(self.scored)) as i64;
        let flags = flag(self.corners != self.games, CORNERS_DIFFER)
            | flag(self.scored != self.games, SCORED_DIFFER)
            | flag(losses, HAS_LOSSES)
            | flag(above_even != 0, UNEQUAL);
        put(into, (u64::from(self.games) << TallyVersion::CURRENT.flags()) | flags);
        if self.corners != self.games {
            put(into, u64::from(self.corners));
        }
        if self.scored != self.games {
            put(into, u64::from(self.scored));
        }
        put(into, u64::from(self.half_points));
        if above_even != 0 {
            put_signed(into, above_even);
        }
        if losses {
            self.points_lost.encode(into);
            self.win_rate_lost.encode(into);
        }
    }

    fn decode(bytes: &mut Bytes<'_>, version: TallyVersion) -> Result<GameCount, TallyError> {
        let head = bytes.number()?;
        let games = u32::try_from(head >> version.flags()).map_err(|_| TallyError)?;
        let head = head & ((1 << version.flags()) - 1);
        let mut or_games = |flag: u64| match head & flag {
            0 => Ok(games),
            _ => bytes.small(),
        };
        let corners = or_games(CORNERS_DIFFER)?;
        let scored = or_games(SCORED_DIFFER)?;
        let half_points = bytes.small()?;
        let above_even = if head & UNEQUAL == 0 { 0 } else { bytes.signed()? };
        let expected = GameCount::even(scored).checked_add_signed(above_even).ok_or(TallyError)?;
        let mut spread = || match head & HAS_LOSSES {
            0 => Ok(Spread::default()),
            _ => Spread::decode(bytes),
        };
        Ok(GameCount {
            games,
            corners,
            scored,
            half_points,
            expected,
            points_lost: spread()?,
            win_rate_lost: spread()?,
        })
    }

    fn skip(bytes: &mut Bytes<'_>, version: TallyVersion) -> Result<(), TallyError> {
        let head = bytes.number()? & ((1 << version.flags()) - 1);
        // Corners, scored games and expected results where they differ, and the half points.
        bytes.skip((head & (CORNERS_DIFFER | SCORED_DIFFER | UNEQUAL)).count_ones() + 1)?;
        if head & HAS_LOSSES != 0 {
            Spread::skip(bytes)?;
            Spread::skip(bytes)?;
        }
        Ok(())
    }
}

impl Spread {
    fn skip(bytes: &mut Bytes<'_>) -> Result<(), TallyError> {
        let some = bytes.number()? != 0;
        bytes.skip(if some { 2 } else { 0 })
    }

    fn encode(&self, into: &mut Vec<u8>) {
        put(into, u64::from(self.count));
        if self.count > 0 {
            put_signed(into, self.sum);
            put(into, self.squares);
        }
    }

    fn decode(bytes: &mut Bytes<'_>) -> Result<Spread, TallyError> {
        match bytes.small()? {
            0 => Ok(Spread::default()),
            count => Ok(Spread { count, sum: bytes.signed()?, squares: bytes.number()? }),
        }
    }
}

impl TurnsByKind {
    /// Appends the turns: presence flags, then the turns present, by kind of players. Version 1 has
    /// those of all players as the first kind.
    pub fn encode(&self, into: &mut Vec<u8>) {
        let all = self.all();
        let flags = all.iter().enumerate().map(|(at, asked)| u64::from(asked.turns > 0) << at);
        put(into, flags.sum());
        for asked in all.iter().filter(|asked| asked.turns > 0) {
            put(into, u64::from(asked.turns));
            put(into, u64::from(asked.here));
        }
    }

    /// Decodes what [`TurnsByKind::encode`] wrote.
    ///
    /// # Errors
    /// When the bytes are not turns.
    pub fn decode(bytes: &mut Bytes<'_>) -> Result<TurnsByKind, TallyError> {
        let there = bytes.number()?;
        let mut kinds = TurnsByKind::default();
        for (at, kind) in PlayerKind::VARIANTS.iter().enumerate() {
            let mut next = |of: usize| match there & (1 << (3 * at + of)) {
                0 => Ok(TurnCount::default()),
                _ => Ok(TurnCount { turns: bytes.small()?, here: bytes.small()? }),
            };
            *kinds.of_mut(*kind) = Turns { at_once: next(0)?, later: next(1)?, again: next(2)? };
        }
        Ok(kinds)
    }

    /// Skips what [`TurnsByKind::encode`] wrote.
    ///
    /// # Errors
    /// When the bytes are not turns.
    pub fn skip(bytes: &mut Bytes<'_>) -> Result<(), TallyError> {
        let there = bytes.number()?;
        bytes.skip(2 * (there & 0x1ff).count_ones())
    }

    fn all(&self) -> [TurnCount; 3 * PlayerKind::COUNT] {
        let mut all = [TurnCount::default(); 3 * PlayerKind::COUNT];
        for (of_kind, kind) in all.chunks_exact_mut(3).zip(PlayerKind::VARIANTS) {
            let Turns { at_once, later, again } = *self.of(*kind);
            of_kind.copy_from_slice(&[at_once, later, again]);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::super::tally::tests_support::any_tally;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_move_of_one_game_takes_a_few_bytes() {
        let mut tally = Tally::default();
        *tally.cell(3) = GameCount {
            games: 1,
            corners: 1,
            scored: 1,
            half_points: 2,
            expected: 500,
            ..GameCount::default()
        };
        tally.turns.of_mut(PlayerKind::Other).at_once = TurnCount { turns: 1, here: 1 };
        tally.examples.push(50_000);
        let mut bytes = Vec::new();
        tally.encode(&mut bytes);
        // One cell; cohort 3; one game; two half points; one example in three bytes; turns.
        assert_eq!(bytes, [1, 3, 1 << 4, 2, 1, 0xd0, 0x86, 0x03, 0b001, 1, 1]);
    }

    #[test]
    fn version_1_has_no_expected_results() {
        // One cell; cohort 3; five games, six corners, four with a result, five half points.
        let bytes = [1, 3, 5 << 3 | 0b11, 6, 4, 5, 0];
        let (cells, _) = Tally::decode_counts(&mut Bytes(&bytes), TallyVersion::One).unwrap();
        let count = GameCount { games: 5, corners: 6, scored: 4, half_points: 5, ..cells[0].count };
        assert_eq!((cells[0].count, count.expected), (count, 4 * 500));
        let mut rest = Bytes(&bytes);
        Tally::skip_counts(&mut rest, TallyVersion::One).unwrap();
        assert!(rest.is_empty());
    }

    proptest! {
        #[test]
        fn tallies_read_back(tally in any_tally()) {
            let mut bytes = Vec::new();
            tally.encode(&mut bytes);
            let mut rest = Bytes(&bytes);
            let mut cells = Vec::new();
            let each = |cohort, count: &GameCount| cells.push(CohortCount { cohort, count: *count });
            prop_assert_eq!(Tally::each_count(&mut Bytes(&bytes), each), Ok(()));
            prop_assert_eq!(&cells[..], &tally.cells[..]);
            prop_assert_eq!(Tally::decode(&mut rest), Ok(tally));
            prop_assert!(rest.is_empty());
        }

        #[test]
        fn what_is_skipped_is_what_is_read(tally in any_tally()) {
            let mut bytes = Vec::new();
            tally.encode(&mut bytes);
            bytes.push(7);
            let mut rest = Bytes(&bytes);
            Tally::skip_counts(&mut rest, TallyVersion::CURRENT).unwrap();
            let mut turns = rest;
            prop_assert_eq!(TurnsByKind::decode(&mut turns), Ok(tally.turns));
            TurnsByKind::skip(&mut rest).unwrap();
            prop_assert_eq!(rest.0, [7]);
            let mut none = Bytes(&[]);
            let skipped = Tally::skip_counts(&mut none, TallyVersion::CURRENT);
            prop_assert!(skipped.is_err() && TurnsByKind::skip(&mut none).is_err());
        }

        #[test]
        fn numbers_read_back(value: u64, signed: i64) {
            let mut bytes = Vec::new();
            put(&mut bytes, value);
            put_signed(&mut bytes, signed);
            let mut rest = Bytes(&bytes);
            prop_assert_eq!(rest.number(), Ok(value));
            prop_assert_eq!(rest.signed(), Ok(signed));
        }

        #[test]
        fn skipping_numbers_is_reading_them(values: Vec<u64>, numbers in 0u32..20) {
            let mut bytes = Vec::new();
            values.iter().for_each(|value| put(&mut bytes, *value));
            let (mut read, mut skipped) = (Bytes(&bytes), Bytes(&bytes));
            let there = (0..numbers).all(|_| read.number().is_ok());
            prop_assert_eq!(skipped.skip(numbers).is_ok(), there);
            prop_assert!(!there || skipped.0 == read.0);
        }

        #[test]
        fn any_bytes_are_a_tally_or_an_error(bytes: Vec<u8>) {
            let mut rest = Bytes(&bytes);
            // Whatever it is, it terminates: each entry takes at least one byte.
            if Tally::decode(&mut rest).is_ok() {
                prop_assert!(rest.0.len() < bytes.len());
            }
        }
    }
}
