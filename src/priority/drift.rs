//! Detects whether an opponent has changed: its replies show that much sooner than results do.

use std::collections::{HashMap, HashSet};

/// Prior count of each move observed in a position, in games.
const PRIOR_COUNT: f64 = 1.0;
/// Alarm threshold: an opponent has changed once new habits explain its games e^10 times as well as
/// its old ones.
const ALARM: f64 = 10.0;
/// Number of epochs after a change without detection: the opponent has to become known again.
const WARM_UP: u32 = 1;
/// An opponent that changes twice within this many epochs (a thousand games) is considered to be
/// learning.
const LEARNING_GAP: u32 = 20;

/// Number of times that an opponent chose a move in an epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Replies {
    /// Position of the choice.
    pub position: u64,
    /// The move.
    pub played: u64,
    /// Number of games.
    pub games: u32,
}

/// The games that count as an opponent's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Since {
    /// First epoch of its own games; earlier games are those of another opponent of its class.
    pub epoch: u32,
    /// Whether it changes constantly; then all of its games are its own.
    pub learns: bool,
}

/// Change detector for one opponent, epoch by epoch.
///
/// For each epoch it compares two explanations of the replies: that the opponent chooses as in the
/// epochs before (per position, a Dirichlet-multinomial with the observed counts), and that it has
/// new habits (the same without observed counts). The log likelihood ratio of the second
/// accumulates from epoch to epoch, never falling below 0 (a CUSUM test). Above 10, the opponent
/// has changed at the epoch where the sum began to rise. Only the sums of games per epoch matter,
/// so the order of games within an epoch does not.
#[derive(Clone, Debug, Default)]
pub struct DriftDetector {
    since: Since,
    /// Number of the next epoch.
    next: u32,
    /// Games by position and move since the change.
    own: HashMap<(u64, u64), u32>,
    /// Games by position since the change.
    visits: HashMap<u64, u32>,
    /// By position, all moves ever observed.
    seen: HashMap<u64, HashSet<u64>>,
    sum: f64,
    /// Epochs since the sum began to rise, with their numbers, in order.
    rising: Vec<(u32, Vec<Replies>)>,
    changed: Option<u32>,
    /// First epoch with detection.
    known: u32,
}

impl DriftDetector {
    /// Creates a detector without observations.
    #[must_use]
    pub fn new() -> DriftDetector {
        DriftDetector { known: WARM_UP, ..DriftDetector::default() }
    }

    /// Returns which games are the opponent's own.
    #[must_use]
    pub fn own_period(&self) -> Since {
        self.since
    }

    /// Returns the number of epochs observed.
    #[must_use]
    pub fn epochs(&self) -> u32 {
        self.next
    }

    /// Observes the replies of the next epoch, each position and move once, in any order.
    pub fn observe(&mut self, mut replies: Vec<Replies>) {
        // A fixed order of summation makes the sum reproducible to the bit.
        replies.sort_unstable();
        let epoch = self.next;
        self.next += 1;
        for reply in &replies {
            self.seen.entry(reply.position).or_default().insert(reply.played);
        }
        if epoch < self.known || self.since.learns {
            self.add(&replies);
            return;
        }
        if self.sum == 0.0 {
            self.rising.clear();
        }
        self.sum = f64::max(0.0, self.sum + self.evidence(&replies));
        self.add(&replies);
        self.rising.push((epoch, replies));
        if self.sum > ALARM {
            self.change(epoch);
        }
    }

    fn add(&mut self, replies: &[Replies]) {
        for reply in replies {
            *self.own.entry((reply.position, reply.played)).or_default() += reply.games;
            *self.visits.entry(reply.position).or_default() += reply.games;
        }
    }

    fn change(&mut self, epoch: u32) {
        let again = self.changed.is_some_and(|before| epoch < before + LEARNING_GAP);
        let rising = std::mem::take(&mut self.rising);
        self.since = Since {
            epoch: if again { 0 } else { rising.first().map_or(epoch, |first| first.0) },
            learns: again,
        };
        (self.changed, self.known) = (Some(epoch), epoch + 1 + WARM_UP);
        (self.own, self.visits) = (HashMap::new(), HashMap::new());
        self.sum = 0.0;
        for (_, replies) in &rising {
            self.add(replies);
        }
    }

    /// Returns the log likelihood ratio in favour of new habits, in nats.
    fn evidence(&self, replies: &[Replies]) -> f64 {
        let positions = replies.chunk_by(|a, b| a.position == b.position);
        positions.map(|replies| self.evidence_in(replies)).sum()
    }

    fn evidence_in(&self, replies: &[Replies]) -> f64 {
        let Some(position) = replies.first().map(|reply| reply.position) else {
            return 0.0;
        };
        let moves = self.seen.get(&position).map_or(1, HashSet::len) as f64;
        let visits = f64::from(self.visits.get(&position).copied().unwrap_or(0));
        let games: u32 = replies.iter().map(|reply| reply.games).sum();
        let all = grown(PRIOR_COUNT * moves, games) - grown(PRIOR_COUNT * moves + visits, games);
        let each = replies.iter().map(|reply| {
            let own = self.own.get(&(position, reply.played)).copied();
            let own = f64::from(own.unwrap_or(0));
            grown(PRIOR_COUNT, reply.games) - grown(PRIOR_COUNT + own, reply.games)
        });
        each.sum::<f64>() - all
    }
}

/// Returns ln(from · (from + 1) · …) with the given number of factors.
fn grown(from: f64, factors: u32) -> f64 {
    (0..factors).map(|more| (from + f64::from(more)).ln()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn replies(counts: &[(u64, u64, u32)]) -> Vec<Replies> {
        let reply = |(position, played, games): &(u64, u64, u32)| Replies {
            position: *position,
            played: *played,
            games: *games,
        };
        counts.iter().map(reply).collect()
    }

    fn watched(epochs: &[&[(u64, u64, u32)]]) -> DriftDetector {
        let mut drift = DriftDetector::new();
        epochs.iter().for_each(|epoch| drift.observe(replies(epoch)));
        drift
    }

    /// Two moves, 3 and 1 games before, now 1 and 2. New habits: 1!·2!/(2·3·4) = 2/24. Old habits:
    /// the probabilities of successive draws are 4/6, then 2/7 and 3/8: 24/336.
    #[test]
    fn evidence_by_hand() {
        let drift = watched(&[&[(7, 1, 3), (7, 2, 1)]]);
        let evidence = drift.evidence(&replies(&[(7, 1, 1), (7, 2, 2)]));
        let expected = ((2.0 / 24.0) / (24.0 / 336.0f64)).ln();
        assert!((evidence - expected).abs() < 1e-12, "{evidence} {expected}");
    }

    #[test]
    fn a_position_with_one_move_gives_no_evidence() {
        let drift = watched(&[&[(7, 1, 50)]]);
        assert!(drift.evidence(&replies(&[(7, 1, 50)])).abs() < 1e-12);
    }

    const OLD: &[(u64, u64, u32)] = &[(1, 1, 40), (1, 2, 10), (2, 5, 20), (2, 6, 5)];
    const NEW: &[(u64, u64, u32)] = &[(1, 1, 5), (1, 2, 45), (2, 5, 2), (2, 6, 30)];

    fn since(epochs: &[&[(u64, u64, u32)]]) -> (u32, bool) {
        let Since { epoch, learns } = watched(epochs).own_period();
        (epoch, learns)
    }

    #[test]
    fn a_change_is_found_at_the_end_of_its_epoch_and_stays() {
        assert_eq!(since(&[]), (0, false));
        assert_eq!(since(&[OLD; 30]), (0, false));
        let changed = [[OLD; 10], [NEW; 10]].concat();
        assert_eq!(since(&changed[..10]), (0, false));
        assert_eq!(since(&changed[..11]), (10, false));
        assert_eq!(since(&changed), (10, false));
    }

    #[test]
    fn one_epoch_is_not_a_habit() {
        assert_eq!(since(&[NEW]), (0, false));
    }

    #[test]
    fn an_opponent_that_keeps_changing_is_learning() {
        let changing = [[OLD; 3], [NEW; 3], [OLD; 3], [NEW; 3]].concat();
        assert_eq!(since(&changing), (0, true));
        let later = [vec![OLD; 10], vec![NEW; 25], vec![OLD; 3]].concat();
        assert_eq!(since(&later), (35, false), "a thousand games in between");
    }

    proptest! {
        #[test]
        fn the_order_of_an_epoch_does_not_matter(
            counts in proptest::collection::vec((0u64..3, 0u64..4, 1u32..30), 0..12), turn in 0usize..12,
        ) {
            let mut counts = counts;
            counts.sort_by_key(|count| (count.0, count.1));
            counts.dedup_by_key(|count| (count.0, count.1));
            let mut turned = counts.clone();
            turned.rotate_left(turn % counts.len().max(1));
            let (a, b) = (watched(&[OLD, &counts, OLD]), watched(&[OLD, &turned, OLD]));
            prop_assert_eq!(a.own_period(), b.own_period());
            prop_assert_eq!(a.sum.to_bits(), b.sum.to_bits());
        }
    }
}
