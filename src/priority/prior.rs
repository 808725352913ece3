//! What verdicts and counted games say of the moves of one position: the default policy before anybody's
//! own results.

use super::random;

/// Standard deviation of what moves of one position are worth, at the root, in won games.
const TAU_PRIOR: f64 = 0.12;
/// Worth of one grade of verdict at the root, in won games.
const KAPPA: f64 = 0.04;
/// Worth of being played e times as often, at the root, in won games.
const RHO: f64 = 0.1;
/// Variance of the result of one game.
const SIGMA: f64 = 0.25;
/// Deviation of what a move is worth to one class of players, at the root; counted games are one class.
const TAU_CLASS: f64 = 0.08;
/// The same of one player. Nobody knows how many players there are: each game counts as one.
const TAU_PLAYER: f64 = 0.12;
/// All but the variance of a result shrink by this factor every two plies.
const DECAY: f64 = 0.9;
/// Weight of the uncertainty in a deterministic priority.
const BONUS: f64 = 0.6;
/// Weight of the uncertainty in a draw.
const SPREAD: f64 = 0.4;
/// Tag of the draws, so that no other use of the hash repeats them.
const TAG_DRAW: u64 = 14;

/// What is believed of a move before any game: its deviation from the position's mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prior {
    /// Expected deviation, in won games.
    pub mean: f64,
    /// Variance of that expectation.
    pub variance: f64,
}

/// What is known of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Known {
    /// The verdict's value, −2 to 2.
    pub verdict: i8,
    /// How often it was played.
    pub plays: u32,
    /// Games with a result.
    pub games: u32,
    /// The points of the side that made it, in these games.
    pub points: f64,
    /// What it lost in win rate, as engines say, if any did.
    pub win_rate_lost: Option<f64>,
}

/// The priors of all moves of one position at a depth.
///
/// Counted games are one class of players, against the mean result of the position. Before them come the
/// verdicts, half of what an engine says, and how often a move is played, 0.1 for e times as often:
/// that strong players choose a move is evidence too, and without it the bonus for what is uncertain
/// would put what is rarely played first. How often a move is played does not speak for one that a
/// verdict advises against: such a move is no better for being popular. The numbers were chosen on games
/// that were not counted, see `docs/assessment.md`.
#[must_use]
pub fn priors(moves: &[Known], ply: usize) -> Vec<Prior> {
    let factor = DECAY.powi(i32::try_from(ply / 2).unwrap_or(i32::MAX));
    let verdict = deviations(moves, |known| Some(f64::from(known.verdict)));
    let advised = |known: &Known| known.verdict >= 0;
    let often = deviations(moves, |known| {
        advised(known).then(|| f64::from(known.plays + 1).ln())
    });
    let engine = deviations(moves, |known| known.win_rate_lost.map(|lost| -lost));
    let mut priors: Vec<Prior> = (0..moves.len())
        .map(|at| Prior {
            mean: factor * (KAPPA * verdict[at] + RHO * often[at]) + 0.5 * engine[at],
            variance: (TAU_PRIOR * factor).powi(2),
        })
        .collect();
    learn(&mut priors, moves, factor);
    priors
}

/// By how much each move's value is above the mean of those that have one.
fn deviations(moves: &[Known], value: impl Fn(&Known) -> Option<f64>) -> Vec<f64> {
    let known: Vec<f64> = moves.iter().filter_map(&value).collect();
    let mean = known.iter().sum::<f64>() / known.len().max(1) as f64;
    moves
        .iter()
        .map(|known| value(known).map_or(0.0, |value| value - mean))
        .collect()
}

/// Step 1 of the policy: the results of the counted games against the position's mean.
fn learn(priors: &mut [Prior], moves: &[Known], factor: f64) {
    let games: f64 = moves.iter().map(|known| f64::from(known.games)).sum();
    if games == 0.0 {
        return;
    }
    let mean = moves.iter().map(|known| known.points).sum::<f64>() / games;
    let above = |known: &Known| known.points - f64::from(known.games) * mean;
    let offset = priors
        .iter()
        .zip(moves)
        .map(|(prior, known)| above(known) - f64::from(known.games) * prior.mean);
    let offset = offset.sum::<f64>() / (1.0 + games);
    for (prior, known) in priors
        .iter_mut()
        .zip(moves)
        .filter(|(_, known)| known.games > 0)
    {
        let games = f64::from(known.games);
        let believed = 1.0 / prior.variance;
        let class = (TAU_CLASS * factor).powi(2);
        let player = (TAU_PLAYER * factor).powi(2);
        let seen = 1.0 / (SIGMA / games + class + player / games);
        let found = above(known) / games - offset;
        prior.mean = (believed * prior.mean + seen * found) / (believed + seen);
        prior.variance = 1.0 / (believed + seen);
    }
}

impl Prior {
    /// The deterministic priority: the mean and a bonus for what is uncertain.
    #[must_use]
    pub fn priority(self) -> f64 {
        self.mean + BONUS * self.variance.sqrt()
    }

    /// A priority drawn around the mean; the same arguments always draw the same.
    #[must_use]
    pub fn drawn(self, seed: u64, opponent: u64, edge: u64, query: u64) -> f64 {
        let z = random::normal(random::hash(seed, TAG_DRAW, [opponent, edge, query]));
        self.mean + SPREAD * self.variance.sqrt() * z
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-12
    }

    fn judged(verdicts: &[i8]) -> Vec<Known> {
        let known = |verdict: &i8| Known {
            verdict: *verdict,
            ..Known::default()
        };
        verdicts.iter().map(known).collect()
    }

    fn counted(plays: u32, points: f64) -> Known {
        Known {
            plays,
            games: plays,
            points,
            ..Known::default()
        }
    }

    #[test]
    fn what_is_played_often_comes_before_what_is_not() {
        let priors = priors(
            &[
                counted(3000, 1500.0),
                counted(300, 150.0),
                counted(20, 10.0),
            ],
            2,
        );
        assert!(
            priors
                .windows(2)
                .all(|pair| pair[0].priority() > pair[1].priority())
        );
        assert!(
            priors
                .windows(2)
                .all(|pair| pair[0].variance < pair[1].variance)
        );
    }

    #[test]
    fn a_move_advised_against_is_not_first_for_being_popular() {
        for (verdict, popular) in [(-1, 20), (-1, 1_000_000), (-2, 1_000_000)] {
            let moves = [
                Known {
                    verdict,
                    plays: popular,
                    ..Known::default()
                },
                Known {
                    plays: 10,
                    ..Known::default()
                },
                Known {
                    plays: 5,
                    ..Known::default()
                },
            ];
            let priors = priors(&moves, 0);
            assert!(
                priors[1].mean > priors[0].mean + 0.03,
                "{verdict} {popular}"
            );
            assert!(priors[1].mean > priors[2].mean);
        }
    }

    #[test]
    fn better_results_raise_a_move_and_few_games_hardly() {
        let equal = |points| priors(&[counted(500, points), counted(500, 250.0)], 0);
        assert!(equal(300.0)[0].mean > 0.03 && equal(300.0)[1].mean < -0.02);
        let few = priors(&[counted(1000, 500.0), counted(3, 3.0), counted(3, 0.0)], 0);
        // Three wins against three losses: 1/(0.25/3 + 0.0064 + 0.0144/3) of the weight.
        let seen = 1.0 / (0.25 / 3.0 + 0.0064 + 0.0144 / 3.0);
        assert!(close(
            few[1].mean - few[2].mean,
            seen / (seen + 1.0 / 0.0144)
        ));
    }

    /// Worked out by hand from the page: two moves of 100 games, 60 and 40 points; v = 0.0144,
    /// D = 1/(0.0025 + 0.0064 + 0.000144), so that d = ±0.1 · D/(P + D), with O = 0.
    #[test]
    fn results_enter_as_one_class_of_players() {
        let priors = priors(&[counted(100, 60.0), counted(100, 40.0)], 0);
        let (believed, seen) = (1.0 / 0.0144, 1.0 / 0.009_044);
        assert!(close(priors[0].mean, 0.1 * seen / (believed + seen)));
        assert!(close(priors[1].mean, -priors[0].mean));
        assert!(close(priors[0].variance, 1.0 / (believed + seen)));
    }

    #[test]
    fn an_engine_s_win_rate_counts_half() {
        let lost = |lost| Known {
            win_rate_lost: Some(lost),
            ..Known::default()
        };
        let priors = priors(&[lost(0.02), lost(0.06), Known::default()], 0);
        assert!(
            close(priors[0].mean, 0.01)
                && close(priors[1].mean, -0.01)
                && close(priors[2].mean, 0.0)
        );
    }

    #[test]
    fn verdicts_deviate_from_the_siblings_mean() {
        let priors = priors(&judged(&[2, 0, -2, 0]), 0);
        assert!(close(priors[0].mean, 0.08) && close(priors[2].mean, -0.08));
        assert!(close(priors[1].mean, 0.0));
        assert!(close(priors[0].priority(), 0.08 + 0.6 * 0.12));
    }

    #[test]
    fn depth_shrinks_both_every_two_plies() {
        for (ply, factor) in [(0, 1.0), (1, 1.0), (2, 0.9), (5, 0.81)] {
            let priors = priors(&judged(&[2, -2]), ply);
            assert!(close(priors[0].mean, 0.08 * factor));
            assert!(close(priors[0].variance, (0.12 * factor).powi(2)));
        }
    }

    #[test]
    fn a_draw_is_repeatable_and_depends_on_every_argument() {
        let prior = Prior {
            mean: 0.0,
            variance: 1.0,
        };
        let draws: Vec<u64> = [
            (1, 2, 3, 4),
            (2, 2, 3, 4),
            (1, 3, 3, 4),
            (1, 2, 4, 4),
            (1, 2, 3, 5),
        ]
        .map(|(seed, opponent, edge, query)| prior.drawn(seed, opponent, edge, query).to_bits())
        .into();
        let again = prior.drawn(1, 2, 3, 4).to_bits();
        assert_eq!(draws[0], again);
        assert!((1..5).all(|other| draws[other] != draws[0]));
    }

    #[test]
    fn no_move_has_no_prior() {
        assert!(priors(&[], 3).is_empty());
    }
}
