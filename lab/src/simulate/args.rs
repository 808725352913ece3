//! The flags of `joseki-lab simulate`.

use std::collections::BTreeSet;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, RangedU64ValueParser};
use clap::{Args, ValueEnum};
use strum::VariantArray;

use crate::simulation::{Policy, Scenario};
use joseki_cli::FormatArgs;

/// Maximum number of seeds; more would not add information.
const MAX_SEEDS: u64 = 10_000;

const AFTER: &str = "\
Examples:
  joseki-lab simulate
  joseki-lab simulate --scenario new --seeds 1,5,9-12 --policy hb,ucb1
  joseki-lab simulate --seeds 31-60 --format json | jq -c '[.scenario,.policy,.win_last]'

Opponents with habits of their own play through a tree of joseki; each policy has to find out what
works against each of them. Regret is the expected result that its moves gave away compared with
the best moves, in won games. In `stat` nothing changes. In `change` all opponents change after
half of the games. In `new` four opponents are new to a book that knows the others. In `adv`
opponents learn too. Everything is drawn from the seed, so runs are reproducible for any number of
threads, and all policies play in the same worlds.";

/// The flags of `joseki-lab simulate`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct SimulateArgs {
    /// Scenario to simulate.
    #[arg(long, value_enum, value_name = "SCENARIO", default_value_t)]
    pub scenario: ScenarioArg,
    /// Seeds of the worlds: numbers and ranges, separated by commas.
    #[arg(long, value_name = "SEEDS", default_value = "1-30")]
    pub seeds: SeedsArg,
    /// Policies to compare [default: all].
    #[arg(long, value_name = "NAMES", value_delimiter = ',', num_args = 1..,
        value_parser = PossibleValuesParser::new(Policy::ALL.iter().map(|policy| policy.name)))]
    pub policy: Vec<String>,
    /// Number of threads [default: one per core].
    #[arg(long, value_name = "N",
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub threads: Option<usize>,
    #[command(flatten)]
    /// Output format.
    pub format: FormatArgs,
}

/// Scenario of a simulation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ScenarioArg {
    /// Nothing changes.
    Stat,
    /// All opponents change after half of the games.
    Change,
    /// New opponents meet a book that knows others.
    New,
    /// The opponents learn too.
    Adv,
    /// All scenarios.
    #[default]
    All,
}

impl ScenarioArg {
    /// Returns the chosen scenarios.
    pub fn scenarios(self) -> Vec<Scenario> {
        match self {
            ScenarioArg::Stat => vec![Scenario::Stationary],
            ScenarioArg::Change => vec![Scenario::Change],
            ScenarioArg::New => vec![Scenario::New],
            ScenarioArg::Adv => vec![Scenario::Adversary],
            ScenarioArg::All => Scenario::VARIANTS.to_vec(),
        }
    }
}

/// Distinct seeds in ascending order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeedsArg(pub Vec<u64>);

impl FromStr for SeedsArg {
    type Err = String;

    fn from_str(text: &str) -> Result<SeedsArg, String> {
        let mut seeds = BTreeSet::new();
        for part in text.split(',') {
            let (first, last) = range(part.trim())?;
            if last - first >= MAX_SEEDS {
                return Err(too_many());
            }
            seeds.extend(first..=last);
        }
        if seeds.len() as u64 > MAX_SEEDS {
            return Err(too_many());
        }
        Ok(SeedsArg(seeds.into_iter().collect()))
    }
}

fn too_many() -> String {
    format!("too many seeds: expected at most {MAX_SEEDS}")
}

fn range(part: &str) -> Result<(u64, u64), String> {
    let number = |text: &str| {
        let number = text.trim().parse();
        number.map_err(|_| {
            format!(
                "invalid seed \"{part}\": expected numbers from 0 up and ranges, as in 1-30 or 1,5,9-12"
            )
        })
    };
    let (first, last) = part.split_once('-').unwrap_or((part, part));
    let (first, last) = (number(first)?, number(last)?);
    if first > last {
        return Err(format!("invalid range \"{part}\": write {last}-{first}"));
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
