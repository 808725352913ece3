//! Measures of a book on games: definitions, and sums that can be added in any order.

/// Smoothing of counts for probabilities.
///
/// The probability of a candidate played in `c` corners is `(c + candidate) / (s + other)`, where
/// `s` is the sum of `c + candidate` over the corner's candidates. A move that is not a candidate
/// has probability `other / (s + other)` divided by [`OTHER_POINTS`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Smoothing {
    /// Added to the count of every candidate.
    pub candidate: f64,
    /// Weight of all moves together that are not candidates.
    pub other: f64,
}

/// Fitted on games of 2009 with a book of the years before; see `docs/assessment.md`.
pub const SMOOTHING: Smoothing = Smoothing { candidate: 1.0, other: 3.0 };

/// Approximate number of points among which a move that is not a candidate is chosen.
pub const OTHER_POINTS: f64 = 60.0;

/// Depth groups of coverage: label, and last stone of the group within the corner.
pub const DEPTHS: [(&str, usize); 3] = [("1-4", 4), ("5-8", 8), ("9+", usize::MAX)];

/// Log losses are summed in billionths, so that the order of games does not matter.
const BILLION: f64 = 1e9;

/// Measurements. Counts are sums over games; shares are `None` where nothing was counted.
///
/// A **corner move** is a stone near in one corner, as defined on the facts page, counted among
/// that corner's earlier corner moves. It is **known** if the book's answer for the corner has a
/// candidate for the player. Of the known corner moves, **top 1** and **top 3** are those played at
/// a point of the corner's first candidate or one of its first three; symmetric twins are points of
/// one candidate. **By plays** is the same if the candidates came in the order of their counts, most
/// often played first. **Log loss** is the mean of `-ln p` of the known corner moves, with the
/// probabilities of [`Smoothing`]. For comparison, **uniform** divides the candidates' joint
/// probability equally among them; it is the log loss of a book without counted games.
///
/// The **first corner** share is that of the known corner moves played in the corner of the
/// answer's best move. The **board** shares are of all moves: those with fewer than 1, 3 or 10
/// candidates ranked before them in the answer. Candidates of other corners with the same rank do
/// not count as before it, since equal corners have no order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measures {
    /// Games measured.
    pub games: u64,
    /// Moves measured.
    pub moves: u64,
    /// Corner moves and known corner moves, by the groups of [`DEPTHS`].
    pub by_depth: [Coverage; 3],
    /// Known corner moves in the top 1 and in the top 3.
    pub top: [u64; 2],
    /// The same with the candidates ordered by how often they were played.
    pub by_plays: [u64; 2],
    /// Known corner moves played in the corner of the answer's best move.
    pub first_corner: u64,
    /// Moves in the top 1, top 3 and top 10 of the board's candidates.
    pub board: [u64; 3],
    /// Sum of the log losses, in billionths.
    loss: u64,
    /// Sum of the uniform guess's log losses, in billionths.
    uniform: u64,
}

/// Corner moves and how many of them are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Number of corner moves.
    pub corner_moves: u64,
    /// Corner moves for which the book has a candidate.
    pub known: u64,
}

/// A known corner move: the book's candidates, and the rank of the played move.
#[derive(Clone, Debug, PartialEq)]
pub struct Guess {
    /// Number of corners in which each candidate was played, in the order of the answer.
    pub corners: Vec<u32>,
    /// Index of the played move; `None` if it is not a candidate.
    pub played: Option<usize>,
}

impl Coverage {
    /// Returns the known share.
    #[must_use]
    pub fn share(self) -> Option<f64> {
        share(self.known, self.corner_moves)
    }
}

impl Guess {
    /// Returns `-ln p` of the played move.
    #[must_use]
    pub fn log_loss(&self, smoothing: Smoothing) -> f64 {
        let sum = self.sum(smoothing);
        let weight = |at: usize| f64::from(self.corners[at]) + smoothing.candidate;
        match self.played {
            Some(at) => -(weight(at) / (sum + smoothing.other)).ln(),
            None => -(smoothing.other / (sum + smoothing.other) / OTHER_POINTS).ln(),
        }
    }

    /// Returns the log loss if all candidates were equally likely.
    #[must_use]
    pub fn uniform_log_loss(&self, smoothing: Smoothing) -> f64 {
        let sum = self.sum(smoothing);
        match self.played {
            Some(_) => -(sum / (sum + smoothing.other) / self.corners.len() as f64).ln(),
            None => self.log_loss(smoothing),
        }
    }

    /// Returns the index of the played move with the candidates ordered by their counts, most often
    /// played first, and as in the answer where they are equal.
    fn place_by_plays(&self) -> Option<usize> {
        let played = self.played?;
        let own = self.corners[played];
        let before = |at: usize, corners: u32| corners > own || (corners == own && at < played);
        Some(self.corners.iter().enumerate().filter(|(at, corners)| before(*at, **corners)).count())
    }

    fn sum(&self, smoothing: Smoothing) -> f64 {
        let weights = self.corners.iter();
        weights.map(|corners| f64::from(*corners) + smoothing.candidate).sum()
    }
}

impl Measures {
    /// Returns the measures of one game before its first move.
    #[must_use]
    pub fn of_a_game() -> Measures {
        Measures { games: 1, ..Measures::default() }
    }

    /// Adds a corner move: the `depth`-th stone of its corner (from 1), and the book's candidates
    /// if it knows the position.
    pub fn corner_move(&mut self, depth: usize, guess: Option<&Guess>) {
        let group = DEPTHS.iter().position(|(_, last)| depth <= *last);
        let covered = &mut self.by_depth[group.unwrap_or(DEPTHS.len() - 1)];
        covered.corner_moves += 1;
        let Some(guess) = guess else {
            return;
        };
        covered.known += 1;
        let orders = [(&mut self.top, guess.played), (&mut self.by_plays, guess.place_by_plays())];
        for (counts, place) in orders {
            for (count, first) in counts.iter_mut().zip([1, 3]) {
                *count += u64::from(place.is_some_and(|place| place < first));
            }
        }
        self.loss += billionths(guess.log_loss(SMOOTHING));
        self.uniform += billionths(guess.uniform_log_loss(SMOOTHING));
    }

    /// Adds a move of the board by the number of candidates before it; `None` if it is not a
    /// candidate.
    pub fn board_move(&mut self, before: Option<usize>) {
        self.moves += 1;
        for (count, first) in self.board.iter_mut().zip([1, 3, 10]) {
            *count += u64::from(before.is_some_and(|before| before < first));
        }
    }

    /// Adds other measures.
    pub fn add(&mut self, other: &Measures) {
        self.games += other.games;
        self.moves += other.moves;
        for (covered, more) in self.by_depth.iter_mut().zip(other.by_depth) {
            covered.corner_moves += more.corner_moves;
            covered.known += more.known;
        }
        let add = |counts: &mut [u64], more: &[u64]| {
            counts.iter_mut().zip(more).for_each(|(count, more)| *count += more);
        };
        add(&mut self.top, &other.top);
        add(&mut self.by_plays, &other.by_plays);
        add(&mut self.board, &other.board);
        self.first_corner += other.first_corner;
        self.loss += other.loss;
        self.uniform += other.uniform;
    }

    /// Returns the sum over all depths.
    #[must_use]
    pub fn corners(&self) -> Coverage {
        let mut all = Coverage::default();
        for covered in self.by_depth {
            all.corner_moves += covered.corner_moves;
            all.known += covered.known;
        }
        all
    }

    /// Returns `count` as a share of the known corner moves.
    #[must_use]
    pub fn share_of_known(&self, count: u64) -> Option<f64> {
        share(count, self.corners().known)
    }

    /// Returns `count` as a share of all moves.
    #[must_use]
    pub fn share_of_moves(&self, count: u64) -> Option<f64> {
        share(count, self.moves)
    }

    /// Returns the mean log loss of the known corner moves.
    #[must_use]
    pub fn log_loss(&self) -> Option<f64> {
        Some(self.share_of_known(self.loss)? / BILLION)
    }

    /// Returns the mean log loss of the uniform guess.
    #[must_use]
    pub fn uniform_log_loss(&self) -> Option<f64> {
        Some(self.share_of_known(self.uniform)? / BILLION)
    }
}

fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

fn billionths(loss: f64) -> u64 {
    (loss * BILLION).round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const HALVES: Smoothing = Smoothing { candidate: 0.5, other: 2.0 };

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    /// By hand: 7.5 + 2.5 + 0.5 = 10.5 of 12.5.
    #[test]
    fn a_log_loss_by_hand() {
        let guess = |played| Guess { corners: vec![7, 2, 0], played };
        assert!(close(guess(Some(0)).log_loss(HALVES), -(0.6f64).ln()));
        assert!(close(guess(Some(2)).log_loss(HALVES), -(0.04f64).ln()));
        assert!(close(guess(None).log_loss(HALVES), (6.25f64 * 60.0).ln()));
        assert!(close(guess(Some(0)).uniform_log_loss(HALVES), -(0.28f64).ln()));
        assert!(close(guess(None).uniform_log_loss(HALVES), (6.25f64 * 60.0).ln()));
    }

    #[test]
    fn candidates_are_also_taken_in_the_order_of_their_counts() {
        let place = |played| Guess { corners: vec![3, 7, 3, 0], played }.place_by_plays();
        assert_eq!(
            [Some(1), Some(0), Some(2), Some(3), None].map(place),
            [Some(0), Some(1), Some(2), Some(3), None]
        );
    }

    #[test]
    fn shares_of_nothing_are_none() {
        let nothing = Measures::default();
        assert_eq!(nothing.corners().share(), None);
        assert_eq!(nothing.log_loss(), None);
        assert_eq!(nothing.share_of_moves(0), None);
    }

    #[test]
    fn depths_and_ranks_are_distinguished() {
        let mut measures = Measures::default();
        let guess = Guess { corners: vec![1; 5], played: Some(2) };
        for depth in [1, 4, 5, 8, 9, 30] {
            measures.corner_move(depth, (depth != 5).then_some(&guess));
        }
        let found = measures.by_depth.map(|covered| (covered.corner_moves, covered.known));
        assert_eq!(found, [(2, 2), (2, 1), (2, 2)]);
        assert_eq!(measures.top, [0, 5]);
        assert_eq!(measures.by_plays, [0, 5], "equal counts keep the answer's order");
        for before in [Some(0), Some(2), Some(3), Some(9), Some(10), None] {
            measures.board_move(before);
        }
        assert_eq!((measures.moves, measures.board), (6, [1, 2, 4]));
    }

    proptest! {
        /// All candidates and the sixty other moves together have probability 1.
        #[test]
        fn probabilities_add_up_to_one(
            corners in proptest::collection::vec(0u32..5000, 1..30), candidate in 0.01f64..5.0, other in 0.01f64..50.0,
        ) {
            let smoothing = Smoothing { candidate, other };
            let p = |played, uniform: bool| {
                let guess = Guess { corners: corners.clone(), played };
                let loss = if uniform { guess.uniform_log_loss(smoothing) } else { guess.log_loss(smoothing) };
                (-loss).exp()
            };
            for uniform in [false, true] {
                let candidates: f64 = (0..corners.len()).map(|at| p(Some(at), uniform)).sum();
                prop_assert!((candidates + OTHER_POINTS * p(None, uniform) - 1.0).abs() < 1e-9);
            }
        }
    }
}
