//! The clocks of a table.

use std::time::Duration;

/// How much time each side has: main time, then periods of byo-yomi, and an increment a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockRules {
    /// The time at the beginning.
    pub main: Duration,
    /// The time added after each move.
    pub increment: Duration,
    /// The number of periods of byo-yomi. A move made within one leaves it whole.
    pub periods: u32,
    /// The time of a period.
    pub period: Duration,
}

/// What a side has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideClock {
    /// Main time.
    pub main: Duration,
    /// Periods, the running one included.
    pub periods: u32,
    /// Time of the running period; all of it before one runs.
    pub period: Duration,
}

impl ClockRules {
    /// The clock of a side at the beginning.
    #[must_use]
    pub const fn start(&self) -> SideClock {
        SideClock { main: self.main, periods: self.periods, period: self.period }
    }
}

impl SideClock {
    /// All time until the side loses.
    #[must_use]
    pub fn total(&self, rules: &ClockRules) -> Duration {
        match self.periods {
            0 => self.main,
            periods => self.main + self.period + rules.period * (periods - 1),
        }
    }

    /// The clock after a time, and whether some is left.
    #[must_use]
    pub fn after(self, spent: Duration, rules: &ClockRules) -> (SideClock, bool) {
        if spent >= self.total(rules) {
            return (SideClock { main: Duration::ZERO, periods: 0, period: Duration::ZERO }, false);
        }
        let over = spent.saturating_sub(self.main);
        let main = self.main.saturating_sub(spent);
        if over < self.period || self.periods == 0 {
            return (SideClock { main, period: self.period.saturating_sub(over), ..self }, true);
        }
        // Whole periods that are over; the total says that one is left.
        let later = over - self.period;
        let whole = later.as_nanos() / rules.period.as_nanos().max(1);
        let whole = u32::try_from(whole).unwrap_or(u32::MAX);
        let periods = self.periods.saturating_sub(whole.saturating_add(1));
        (SideClock { main, periods, period: rules.period - (later - rules.period * whole) }, true)
    }

    /// The clock after the side has moved: a new period and the increment.
    #[must_use]
    pub fn moved(self, rules: &ClockRules) -> SideClock {
        SideClock { main: self.main + rules.increment, period: rules.period, ..self }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const fn seconds(count: u64) -> Duration {
        Duration::from_secs(count)
    }

    const RULES: ClockRules =
        ClockRules { main: seconds(60), increment: seconds(0), periods: 3, period: seconds(10) };

    #[test]
    fn main_time_comes_before_periods_and_a_move_restores_one() {
        let start = RULES.start();
        assert_eq!(start.total(&RULES), seconds(90));
        let clock = |main, periods, period| SideClock {
            main: seconds(main),
            periods,
            period: seconds(period),
        };
        for (spent, left) in [
            (0, clock(60, 3, 10)),
            (59, clock(1, 3, 10)),
            (60, clock(0, 3, 10)),
            (69, clock(0, 3, 1)),
            (70, clock(0, 2, 10)),
            (75, clock(0, 2, 5)),
            (89, clock(0, 1, 1)),
        ] {
            assert_eq!(start.after(seconds(spent), &RULES), (left, true), "{spent}");
            assert_eq!(left.moved(&RULES).period, seconds(10));
        }
        assert!(!start.after(seconds(90), &RULES).1);
        let added = ClockRules { increment: seconds(5), periods: 0, ..RULES };
        assert_eq!(added.start().after(seconds(20), &added).0.moved(&added).main, seconds(45));
        assert!(!added.start().after(seconds(60), &added).1);
    }

    proptest! {
        /// Time that is spent in parts is spent as at once.
        #[test]
        fn time_adds_up(
            main in 0u64..50, periods in 0u32..4, period in 1u64..20, one in 0u64..100, two in 0u64..100,
        ) {
            let rules = ClockRules { main: seconds(main), increment: Duration::ZERO, periods, period: seconds(period) };
            let (first, is_left) = rules.start().after(seconds(one), &rules);
            prop_assert_eq!(is_left, seconds(one) < rules.start().total(&rules));
            if is_left {
                prop_assert_eq!(first.total(&rules), rules.start().total(&rules) - seconds(one));
                prop_assert_eq!(first.after(seconds(two), &rules), rules.start().after(seconds(one + two), &rules));
            }
        }
    }
}
