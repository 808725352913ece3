//! The flags of `joseki analysis`.

use clap::builder::{PossibleValuesParser, RangedU64ValueParser};
use clap::{Args, ValueEnum};

use super::next::FailedArg;
use crate::book::Verdict;
use crate::service::{DEFAULT_BOOK, NextQuery};
use crate::wire::Perspective;

/// Arguments of `katago analysis` that have a value.
const VALUED: [&str; 5] = [
    "config",
    "model",
    "human-model",
    "analysis-threads",
    "override-config",
];

const AFTER: &str = "\
Examples:
  joseki analysis
  joseki analysis --book pro --opponent katago@1.15 --report-as SIDETOMOVE
  joseki analysis --min-verdict good -model any.bin.gz -config any.cfg

Every line that is read is a query of KataGo's analysis protocol, and every line that is written an answer. It
ends with its input. A front end that starts `katago analysis -config FILE -model FILE` may start this in its
place: KataGo's arguments are taken after our own flags and mean nothing, but for the reportAnalysisWinratesAs of
-override-config.";

/// The flags of `joseki analysis`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct AnalysisArgs {
    /// The book.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOOK)]
    pub book: String,
    /// Against whom the games are.
    #[arg(long, value_name = "NAME")]
    pub opponent: Option<String>,
    /// What kind of opponent that is.
    #[arg(long, value_name = "NAME")]
    pub class: Option<String>,
    /// How many moves of a corner at most, 1 to 361.
    #[arg(
        long,
        value_name = "N",
        default_value_t = NextQuery::DEFAULT_LIMIT,
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=361)
    )]
    pub limit: usize,
    /// Draw the order by weight; the same number draws the same order.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Leave out moves of a lesser verdict. A move without one is below good.
    #[arg(
        long,
        value_name = "VERDICT",
        value_parser = PossibleValuesParser::new(Verdict::ALL.map(Verdict::name))
    )]
    pub min_verdict: Option<String>,
    /// Leave out moves of fewer counted games.
    #[arg(long, value_name = "N")]
    pub min_games: Option<u32>,
    /// What to do with moves whose conditions fail; a front end cannot mark them.
    #[arg(long, value_enum, value_name = "WHAT", default_value = "hide")]
    pub failed_conditions: FailedArg,
    /// From whose view win rates and leads are told, unless a query says it.
    #[arg(
        long,
        value_enum,
        value_name = "VIEW",
        default_value_t,
        ignore_case = true
    )]
    pub report_as: ReportAs,
    /// Arguments of KataGo: -config, -model, -human-model, -analysis-threads, -override-config with their values, and
    /// -quit-without-waiting.
    #[arg(
        value_name = "KATAGO",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    pub katago: Vec<String>,
}

impl AnalysisArgs {
    /// From whose view win rates are told, by our flag and by KataGo's arguments.
    ///
    /// # Errors
    /// The first of these that KataGo does not have.
    pub fn perspective(&self) -> Result<Perspective, String> {
        let mut perspective = Perspective::from(self.report_as);
        let mut words = self.katago.iter();
        while let Some(word) = words.next() {
            let name = word.trim_start_matches('-');
            let takes_value = VALUED.contains(&name);
            if word == name || !(takes_value || name == "quit-without-waiting") {
                return Err(format!(
                    "{word:?} is none of our flags, nor an argument of `katago analysis`; our flags come first"
                ));
            }
            if !takes_value {
                continue;
            }
            let value = words
                .next()
                .ok_or_else(|| format!("{word} needs a value"))?;
            if name == "override-config" {
                perspective = overridden(value)?.unwrap_or(perspective);
            }
        }
        Ok(perspective)
    }
}

/// The view that `NAME=VALUE,NAME=VALUE` says, if it says any.
fn overridden(settings: &str) -> Result<Option<Perspective>, String> {
    let mut settings = settings
        .split(',')
        .filter_map(|setting| setting.split_once('='));
    let wanted = settings.find(|(name, _)| name.trim() == "reportAnalysisWinratesAs");
    let Some((name, value)) = wanted else {
        return Ok(None);
    };
    let found = Perspective::of_name(value);
    let wrong = || format!("{name}={value}: it has to be BLACK, WHITE or SIDETOMOVE");
    found.map(Some).ok_or_else(wrong)
}

/// From whose view win rates are told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ReportAs {
    /// Black's.
    #[default]
    #[value(name = "BLACK")]
    Black,
    /// White's.
    #[value(name = "WHITE")]
    White,
    /// That of the side to move.
    #[value(name = "SIDETOMOVE")]
    SideToMove,
}

impl From<ReportAs> for Perspective {
    fn from(report_as: ReportAs) -> Perspective {
        match report_as {
            ReportAs::Black => Perspective::Black,
            ReportAs::White => Perspective::White,
            ReportAs::SideToMove => Perspective::SideToMove,
        }
    }
}
