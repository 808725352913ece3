//! How long a move may take.

use std::time::Duration;

/// Time kept for communication with the controller.
const RESERVE: Duration = Duration::from_millis(40);
/// Number of moves among which the time left is shared.
const MOVES_LEFT: u32 = 25;
/// The shortest time for a move.
const LEAST: Duration = Duration::from_millis(5);

/// Time that is left, as reported by a controller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// For this move.
    pub per_move: Option<Duration>,
    /// For the game, or until the next time control.
    pub left: Option<Duration>,
    /// Added after each move.
    pub increment: Duration,
    /// Moves until the next time control.
    pub moves_to_go: Option<u32>,
}

impl Clock {
    /// Returns the time for the next move; `usual` if the controller does not say any.
    #[must_use]
    pub fn time(&self, usual: Duration) -> Duration {
        let share = self.left.map(|left| {
            let share = left / self.moves_to_go.unwrap_or(MOVES_LEFT).max(1) + self.increment;
            share.min(left * 4 / 5)
        });
        match [self.per_move, share].into_iter().flatten().min() {
            Some(time) => time.saturating_sub(RESERVE.min(time / 5)).max(LEAST),
            None => usual,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_takes_its_share_and_never_more_than_is_left() {
        let ms = Duration::from_millis;
        let usual = ms(700);
        assert_eq!(Clock::default().time(usual), usual);
        let turn = Clock { per_move: Some(ms(1000)), ..Clock::default() };
        assert_eq!(turn.time(usual), ms(960));
        assert_eq!(Clock { left: Some(ms(25_000)), ..turn }.time(usual), ms(960));
        assert_eq!(Clock { left: Some(ms(2500)), ..turn }.time(usual), ms(80));
        let last = Clock { left: Some(ms(1000)), increment: ms(5000), ..Clock::default() };
        assert_eq!(last.time(usual), ms(760));
        let control = Clock { left: Some(ms(1000)), moves_to_go: Some(0), ..Clock::default() };
        assert_eq!(control.time(usual), ms(760));
        for per_move in [0, 1, 10] {
            let fast = Clock { per_move: Some(ms(per_move)), ..Clock::default() };
            assert!(fast.time(usual) <= ms(per_move.max(5)), "{per_move}");
        }
    }
}
