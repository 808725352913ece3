//! The flags of `joseki simulate`.

use std::collections::BTreeSet;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, RangedU64ValueParser};
use clap::{Args, ValueEnum};

use super::FormatArgs;
use crate::service::simulate::{Policy, Scenario};

/// More seeds than this tell nothing that fewer do not.
const MOST_SEEDS: u64 = 10_000;

const AFTER: &str = "\
Examples:
  joseki simulate
  joseki simulate --scenario new --seeds 1,5,9-12 --policy hb,ucb1
  joseki simulate --seeds 31-60 --format json | jq -c '[.scenario,.policy,.win_last]'

Opponents with habits of their own play through a tree of joseki; a policy is to find out what works
against each. Regret is what its moves gave away of the best expected result, in won games. In `stat`
nothing changes; in `change` all opponents do after half of the games; in `new` four of them come to a
book that has seen the others; in `adv` they learn, too. Everything is drawn from the seed, so that a
run repeats, whatever the threads; all policies play in the same worlds.";

/// The flags of `joseki simulate`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct SimulateArgs {
    /// What happens.
    #[arg(long, value_enum, value_name = "SCENARIO", default_value_t)]
    pub scenario: ScenarioArg,
    /// The seeds of the worlds: numbers and ranges of them, with commas between.
    #[arg(long, value_name = "SEEDS", default_value = "1-30")]
    pub seeds: SeedsArg,
    /// The policies [default: all].
    #[arg(long, value_name = "NAMES", value_delimiter = ',', num_args = 1..,
        value_parser = PossibleValuesParser::new(Policy::ALL.iter().map(|policy| policy.name)))]
    pub policy: Vec<String>,
    /// How many threads to use [default: one for each core].
    #[arg(long, value_name = "N",
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub threads: Option<usize>,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// What happens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ScenarioArg {
    /// Nothing changes.
    Stat,
    /// All opponents change after half of the games.
    Change,
    /// New opponents come to a book that has seen others.
    New,
    /// The opponents learn, too.
    Adv,
    /// All of these.
    #[default]
    All,
}

impl ScenarioArg {
    /// The scenarios.
    pub fn scenarios(self) -> Vec<Scenario> {
        match self {
            ScenarioArg::Stat => vec![Scenario::Stationary],
            ScenarioArg::Change => vec![Scenario::Change],
            ScenarioArg::New => vec![Scenario::New],
            ScenarioArg::Adv => vec![Scenario::Adversary],
            ScenarioArg::All => Scenario::ALL.to_vec(),
        }
    }
}

/// Seeds, each once, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeedsArg(pub Vec<u64>);

impl FromStr for SeedsArg {
    type Err = String;

    fn from_str(text: &str) -> Result<SeedsArg, String> {
        let mut seeds = BTreeSet::new();
        for part in text.split(',') {
            let (first, last) = range(part.trim())?;
            if last - first >= MOST_SEEDS {
                return Err(too_many());
            }
            seeds.extend(first..=last);
        }
        if seeds.len() as u64 > MOST_SEEDS {
            return Err(too_many());
        }
        Ok(SeedsArg(seeds.into_iter().collect()))
    }
}

fn too_many() -> String {
    format!("at most {MOST_SEEDS} seeds are simulated")
}

fn range(part: &str) -> Result<(u64, u64), String> {
    let number = |text: &str| {
        let number = text.trim().parse();
        number.map_err(|_| {
            format!(
                "\"{part}\" is no seed: write numbers from 0 on and ranges, as in 1-30 or 1,5,9-12"
            )
        })
    };
    let (first, last) = part.split_once('-').unwrap_or((part, part));
    let (first, last) = (number(first)?, number(last)?);
    if first > last {
        return Err(format!(
            "\"{part}\" ends before it begins: write {last}-{first}"
        ));
    }
    Ok((first, last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_numbers_and_ranges_each_once() {
        let seeds = |text: &str| text.parse().map(|SeedsArg(seeds)| seeds);
        assert_eq!(seeds("1-3"), Ok(vec![1, 2, 3]));
        assert_eq!(seeds("9-10, 1,5,10"), Ok(vec![1, 5, 9, 10]));
        assert_eq!(seeds("18446744073709551615"), Ok(vec![u64::MAX]));
        assert_eq!(seeds("1-10000").map(|seeds| seeds.len()), Ok(10_000));
        for wrong in ["", "1,", "a", "-1", "1-", "1-2-3", "1.5"] {
            let error = seeds(wrong).expect_err(wrong);
            assert!(error.contains("as in 1-30 or 1,5,9-12"), "{error}");
        }
        assert!(seeds("5-3").expect_err("backwards").contains("write 3-5"));
        for wrong in ["0-18446744073709551615", "1-10001", "1-6000,7000-12000"] {
            let error = seeds(wrong).expect_err(wrong);
            assert!(error.contains("at most 10000"), "{error}");
        }
    }
}
