//! Whether an opponent is still the one that it was: its replies say so much sooner than results do.

use std::collections::{HashMap, HashSet};

/// Each move that was seen in a position counts like so many games before any.
const EACH: f64 = 1.0;
/// An opponent has changed once its games are e^10 times as likely by new habits as by its old ones.
const ALARM: f64 = 10.0;
/// So many epochs after a change nothing is looked at: the opponent has to become known again.
const LEARNT: u32 = 1;
/// Who changes twice within so many epochs, a thousand games, has not changed: it learns.
const RARELY: u32 = 20;

/// How often an opponent chose a move in an epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Replies {
    /// The position in which it chose.
    pub position: u64,
    /// The move.
    pub played: u64,
    /// In how many games.
    pub games: u32,
}

/// Since when an opponent is the one that it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Since {
    /// The first epoch whose games are its own. Those before are of another opponent of its class.
    pub epoch: u32,
    /// Whether it changes all the time: then all of its games are its own.
    pub learns: bool,
}

/// Watches one opponent, epoch by epoch.
///
/// For each epoch two explanations of its replies are compared: that it chooses as in its epochs
/// before (each position a Dirichlet-multinomial with what was seen), and that it has new habits (the same
/// with nothing seen). The logarithm of how much more likely the second is adds up from epoch to epoch, never below
/// 0 (a CUSUM test); above 10 the opponent has changed, where the sum began to rise. It is made of sums of games by
/// epoch only, so the order of an epoch's games does not matter.
#[derive(Clone, Debug, Default)]
pub struct Drift {
    since: Since,
    /// The number of the next epoch.
    next: u32,
    /// Games by position and move since the change.
    own: HashMap<(u64, u64), u32>,
    /// Games by position since the change.
    visits: HashMap<u64, u32>,
    /// By position, the moves that were ever seen.
    seen: HashMap<u64, HashSet<u64>>,
    sum: f64,
    /// The epochs since the sum began to rise, the first number first.
    rising: Vec<(u32, Vec<Replies>)>,
    changed: Option<u32>,
    /// The first epoch that is looked at.
    known: u32,
}

impl Drift {
    /// Nothing is known of the opponent.
    #[must_use]
    pub fn new() -> Drift {
        Drift {
            known: LEARNT,
            ..Drift::default()
        }
    }

    /// Since when the opponent is the one that it is.
    #[must_use]
    pub fn since(&self) -> Since {
        self.since
    }

    /// How many epochs were told.
    #[must_use]
    pub fn epochs(&self) -> u32 {
        self.next
    }

    /// Tells the replies of the next epoch, each position and move once, in any order.
    pub fn tell(&mut self, mut replies: Vec<Replies>) {
        // Sums of logarithms come out the same for the same replies.
        replies.sort_unstable();
        let epoch = self.next;
        self.next += 1;
        for reply in &replies {
            self.seen
                .entry(reply.position)
                .or_default()
                .insert(reply.played);
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
        let again = self.changed.is_some_and(|before| epoch < before + RARELY);
        let rising = std::mem::take(&mut self.rising);
        self.since = Since {
            epoch: if again {
                0
            } else {
                rising.first().map_or(epoch, |first| first.0)
            },
            learns: again,
        };
        (self.changed, self.known) = (Some(epoch), epoch + 1 + LEARNT);
        (self.own, self.visits) = (HashMap::new(), HashMap::new());
        self.sum = 0.0;
        for (_, replies) in &rising {
            self.add(replies);
        }
    }

    /// How much an epoch speaks for new habits, in nats.
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
        let all = grown(EACH * moves, games) - grown(EACH * moves + visits, games);
        let each = replies.iter().map(|reply| {
            let own = self.own.get(&(position, reply.played)).copied();
            let own = f64::from(own.unwrap_or(0));
            grown(EACH, reply.games) - grown(EACH + own, reply.games)
        });
        each.sum::<f64>() - all
    }
}

/// ln(from · (from + 1) · …), so many factors.
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

    fn watched(epochs: &[&[(u64, u64, u32)]]) -> Drift {
        let mut drift = Drift::new();
        epochs.iter().for_each(|epoch| drift.tell(replies(epoch)));
        drift
    }

    /// Two moves, 3 and 1 games before, now 1 and 2. New habits: 1!·2!/(2·3·4) = 2/24. Old: the chances of the draws one
    /// after the other are 4/6 and then 2/7, 3/8: 24/336.
    #[test]
    fn evidence_by_hand() {
        let drift = watched(&[&[(7, 1, 3), (7, 2, 1)]]);
        let evidence = drift.evidence(&replies(&[(7, 1, 1), (7, 2, 2)]));
        let expected = ((2.0 / 24.0) / (24.0 / 336.0f64)).ln();
        assert!((evidence - expected).abs() < 1e-12, "{evidence} {expected}");
    }

    #[test]
    fn a_position_with_one_move_says_nothing() {
        let drift = watched(&[&[(7, 1, 50)]]);
        assert!(drift.evidence(&replies(&[(7, 1, 50)])).abs() < 1e-12);
    }

    const OLD: &[(u64, u64, u32)] = &[(1, 1, 40), (1, 2, 10), (2, 5, 20), (2, 6, 5)];
    const NEW: &[(u64, u64, u32)] = &[(1, 1, 5), (1, 2, 45), (2, 5, 2), (2, 6, 30)];

    fn since(epochs: &[&[(u64, u64, u32)]]) -> (u32, bool) {
        let Since { epoch, learns } = watched(epochs).since();
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
    fn one_epoch_is_no_habit() {
        assert_eq!(since(&[NEW]), (0, false));
    }

    #[test]
    fn who_changes_all_the_time_learns() {
        let changing = [[OLD; 3], [NEW; 3], [OLD; 3], [NEW; 3]].concat();
        assert_eq!(since(&changing), (0, true));
        let later = [vec![OLD; 10], vec![NEW; 25], vec![OLD; 3]].concat();
        assert_eq!(since(&later), (35, false), "a thousand games lie between");
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
            prop_assert_eq!(a.since(), b.since());
            prop_assert_eq!(a.sum.to_bits(), b.sum.to_bits());
        }
    }
}
