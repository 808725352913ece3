//! Value of a game's result, and the baseline it is compared with.

/// Number of games with an even result that a new opponent starts with.
const EVEN_GAMES: f64 = 20.0;
/// Margin, in points, at which the margin term reaches 1/√2 of its maximum.
const MARGIN: f64 = 15.0;
/// Weight of winning, as opposed to the margin.
const WIN: f64 = 0.8;

/// Number of games of one opponent that are summed together.
pub const EPOCH: u64 = 50;

/// Returns the value of a result by its margin: `0.8·win + 0.2·(½ + ½·x/√(x² + 225))`, where `win`
/// is 0, ½ or 1 and x is our margin in points. It is between 0 and 1 and increases with both.
#[must_use]
pub fn by_margin(win: f64, margin: f64) -> f64 {
    let reach = margin.hypot(MARGIN);
    // An infinite margin counts fully.
    let part = if reach.is_finite() { margin / reach } else { margin.signum() };
    WIN * win + (1.0 - WIN) * (0.5 + 0.5 * part)
}

/// Returns the mean result against an opponent, `(10 + S) / (20 + N)`, before the game compared
/// with it: `points` S is the sum of the results of its `games` N so far.
#[must_use]
pub fn baseline(points: f64, games: f64) -> f64 {
    (EVEN_GAMES / 2.0 + points) / (EVEN_GAMES + games)
}

/// Returns the epoch of an opponent's game, counting games from 0.
#[must_use]
pub fn epoch(game: u64) -> u64 {
    game / EPOCH
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_margin_of_fifteen_points_follows_the_formula() {
        // 0.8 + 0.2·(½ + ½/√2), to ten digits.
        assert!((by_margin(1.0, 15.0) - 0.970_710_678_1).abs() < 1e-10);
        assert!((by_margin(0.0, 15.0) - 0.170_710_678_1).abs() < 1e-10);
        assert!((by_margin(0.5, 0.0) - 0.5).abs() < 1e-15);
        assert!((by_margin(1.0, 0.0) - 0.9).abs() < 1e-15);
    }

    #[test]
    fn a_result_by_margin_stays_a_result() {
        let margins = [f64::MIN, -361.0, -0.5, 0.5, 361.0, f64::MAX];
        for win in [0.0, 0.5, 1.0] {
            let results = margins.map(|margin| by_margin(win, margin));
            assert!(results.windows(2).all(|pair| pair[0] < pair[1]));
            assert!(results.iter().all(|result| (0.0..=1.0).contains(result)));
        }
        for margin in margins {
            let sum = by_margin(1.0, margin) + by_margin(0.0, -margin);
            assert!((sum - 1.0).abs() < 1e-12, "seen from the other side");
        }
        assert!(by_margin(1.0, f64::INFINITY) <= 1.0);
    }

    #[test]
    fn a_new_opponent_is_even_and_an_old_one_keeps_its_mean() {
        assert_eq!(baseline(0.0, 0.0).to_bits(), 0.5f64.to_bits());
        assert!((baseline(20.0, 20.0) - 0.75).abs() < 1e-15);
        assert!((baseline(0.0, 1e6)).abs() < 1e-4);
    }

    #[test]
    fn fifty_games_are_an_epoch() {
        assert_eq!([0, 49, 50, 99, 100].map(epoch), [0, 0, 1, 1, 2]);
    }
}
