//! Sums over games, shared by entering, withdrawing and recounting them.

use std::ops::{AddAssign, Neg};

use joseki_ledger::{EdgeKey, MILLION, OwnOutcome, OwnerId};
use joseki_priority::result;

/// Totals of games and their results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct GameTotals {
    pub(super) games: i64,
    /// In millionths.
    pub(super) points: i64,
    pub(super) won: i64,
    pub(super) lost: i64,
}

impl GameTotals {
    /// Returns the totals of a single game. Where its terms make one expect another result than an
    /// even game would, it counts as much as an even game that deviates as much.
    pub(super) fn of_game(
        outcome: OwnOutcome,
        margin: Option<f64>,
        expected: Option<i64>,
    ) -> GameTotals {
        let even = MILLION / 2;
        GameTotals {
            games: 1,
            points: outcome.points(margin) + even - expected.unwrap_or(even),
            won: i64::from(outcome == OwnOutcome::Win),
            lost: i64::from(outcome == OwnOutcome::Loss),
        }
    }
}

impl AddAssign for GameTotals {
    fn add_assign(&mut self, other: GameTotals) {
        self.games += other.games;
        self.points += other.points;
        self.won += other.won;
        self.lost += other.lost;
    }
}

impl Neg for GameTotals {
    type Output = GameTotals;

    fn neg(self) -> GameTotals {
        GameTotals { games: -self.games, points: -self.points, won: -self.won, lost: -self.lost }
    }
}

/// Returns the epoch of a contender's game number.
pub(super) fn epoch(number: u64) -> u32 {
    u32::try_from(result::epoch(number)).unwrap_or(u32::MAX)
}

/// The sum stored for a move in an epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoveSum {
    pub(super) edge: EdgeKey,
    pub(super) games: i64,
    pub(super) points: i64,
}

impl MoveSum {
    /// Size of an encoded sum in bytes.
    const LEN: usize = 24;

    /// Encodes sums for storage.
    pub(super) fn to_bytes(sums: &[MoveSum]) -> Vec<u8> {
        let words = sums.iter().flat_map(|sum| {
            let [games, points] = [sum.games, sum.points].map(i64::cast_unsigned);
            [sum.edge.0, games, points]
        });
        words.flat_map(u64::to_le_bytes).collect()
    }

    /// Checks that the values are plausible, so that arithmetic cannot overflow.
    pub(super) fn is_plausible(games: i64, points: i64) -> bool {
        games.unsigned_abs() <= 1 << 32 && points.unsigned_abs() <= 1 << 53
    }

    /// Decodes stored sums; `None` if they are invalid.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Vec<MoveSum>> {
        let (sums, []) = bytes.as_chunks::<{ MoveSum::LEN }>() else {
            return None;
        };
        let sums = sums.iter().map(|sum| {
            let mut words = sum.as_chunks().0.iter().copied().map(u64::from_le_bytes);
            Some(MoveSum {
                edge: EdgeKey(words.next()?),
                games: words.next()?.cast_signed(),
                points: words.next()?.cast_signed(),
            })
        });
        let sums: Vec<MoveSum> = sums.collect::<Option<_>>()?;
        let whole = sums.iter().all(|sum| MoveSum::is_plausible(sum.games, sum.points));
        (whole && sums.is_sorted_by(|a, b| a.edge < b.edge)).then_some(sums)
    }

    /// Merges two lists of sums ordered by move; sums without games are dropped.
    pub(super) fn add(kept: &[MoveSum], added: &[MoveSum]) -> Vec<MoveSum> {
        let mut sums = [kept, added].concat();
        // Both halves are sorted, which a stable sort exploits.
        sums.sort_by_key(|sum| sum.edge);
        sums.dedup_by(|next, sum| {
            let same = next.edge == sum.edge;
            if same {
                sum.games += next.games;
                sum.points += next.points;
            }
            same
        });
        sums.retain(|sum| sum.games != 0);
        sums
    }
}

/// Sums by contender, epoch and move, while games are being added.
#[derive(Debug, Default)]
pub(super) struct MoveSums(Vec<(EpochKey, MoveSum)>);

/// A contender's id, one of its epochs and an owner of results.
pub(super) type EpochKey = (i64, u32, OwnerId);

impl MoveSums {
    /// Adds a contender's game.
    pub(super) fn add(&mut self, epoch: EpochKey, edges: &[EdgeKey], count: GameTotals) {
        let sum =
            |edge: &EdgeKey| MoveSum { edge: *edge, games: count.games, points: count.points };
        self.0.extend(edges.iter().map(|edge| (epoch, sum(edge))));
    }

    /// Takes the sums of each epoch, ordered by move without duplicates. A sum may have points but
    /// no games, if one game replaced another.
    pub(super) fn take(&mut self) -> Vec<(EpochKey, Vec<MoveSum>)> {
        let mut sums = std::mem::take(&mut self.0);
        sums.sort_unstable_by_key(|(epoch, sum)| (*epoch, sum.edge));
        sums.dedup_by(|(next_epoch, next), (epoch, sum)| {
            let same = (&next_epoch, next.edge) == (&epoch, sum.edge);
            if same {
                sum.games += next.games;
                sum.points += next.points;
            }
            same
        });
        sums.retain(|(_, sum)| (sum.games, sum.points) != (0, 0));
        let epochs = sums.chunk_by(|(a, _), (b, _)| a == b);
        let epochs = epochs.map(|sums| (sums[0].0, sums.iter().map(|(_, sum)| *sum).collect()));
        epochs.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn sum(edge: u64, games: i64, points: i64) -> MoveSum {
        MoveSum { edge: EdgeKey(edge), games, points }
    }

    #[test]
    fn games_of_one_move_are_one_sum_and_a_game_out_again_is_none() {
        let mut sums = MoveSums::default();
        let won = GameTotals::of_game(OwnOutcome::Win, None, None);
        let edge = |key: u64| EdgeKey(key);
        sums.add((2, 0, 0), &[edge(1), edge(u64::MAX)], won);
        sums.add((2, 0, 0), &[edge(1)], GameTotals::of_game(OwnOutcome::Draw, None, None));
        sums.add((1, 7, 0), &[edge(1), edge(3)], won);
        sums.add((1, 7, 0), &[edge(3)], -won);
        assert_eq!(
            sums.take(),
            [
                ((1, 7, 0), vec![sum(1, 1, 1_000_000)]),
                ((2, 0, 0), vec![sum(1, 2, 1_500_000), sum(u64::MAX, 1, 1_000_000)]),
            ]
        );
        assert_eq!(sums.take(), []);
    }

    #[test]
    fn sums_add_up_by_move_and_go_with_their_last_game() {
        let kept = [sum(2, 1, 5), sum(4, 1, 7), sum(9, 2, 1)];
        let added = [sum(1, 1, 3), sum(4, -1, -7), sum(9, 0, 1)];
        let all = [sum(1, 1, 3), sum(2, 1, 5), sum(9, 2, 2)];
        assert_eq!(MoveSum::add(&kept, &added), all);
        assert_eq!(MoveSum::add(&[], &added[..1]), added[..1]);
    }

    #[test]
    fn sums_are_kept_in_little_endian_and_in_order() {
        let sums = [sum(0x0102, 3, -1), sum(u64::MAX, 1, 0)];
        let bytes = MoveSum::to_bytes(&sums);
        let first = [[2, 1, 0, 0, 0, 0, 0, 0], [3, 0, 0, 0, 0, 0, 0, 0], [255; 8]];
        assert_eq!(bytes[..24], first.concat());
        assert_eq!(MoveSum::from_bytes(&bytes).as_deref(), Some(&sums[..]));
        assert_eq!(MoveSum::from_bytes(&bytes[1..]), None);
        assert_eq!(MoveSum::from_bytes(&MoveSum::to_bytes(&[sums[1], sums[0]])), None);
        assert_eq!(MoveSum::from_bytes(&MoveSum::to_bytes(&[sums[0], sums[0]])), None);
    }
}
