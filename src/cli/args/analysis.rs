//! The flags of `joseki analysis`.

use clap::Args;
use clap::builder::{PossibleValuesParser, RangedU64ValueParser};

use joseki_base::named::Named;
use joseki_book::Verdict;
use joseki_service::{
    DEFAULT_BOOK,
    next::{FailedConditions, NextQuery},
};
use joseki_wire::Perspective;

/// Arguments of `katago analysis` that take a value.
const VALUED: [&str; 5] = ["config", "model", "human-model", "analysis-threads", "override-config"];

const AFTER: &str = "\
Examples:
  joseki analysis
  joseki analysis --book pro --opponent katago@1.15 --report-as SIDETOMOVE
  joseki analysis --min-verdict good -model any.bin.gz -config any.cfg

Each input line is a query in KataGo's analysis protocol; each output line is a response. The
command exits at end of input. It can replace `katago analysis -config FILE -model FILE` in a
front end: KataGo's arguments are accepted after joseki's own flags. They are ignored, except for
reportAnalysisWinratesAs in -override-config.";

/// The flags of `joseki analysis`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct AnalysisArgs {
    /// Name of the book.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOOK)]
    pub book: String,
    /// Name of the opponent.
    #[arg(long, value_name = "NAME")]
    pub opponent: Option<String>,
    /// Class of the opponent, such as a rank or a family of engines.
    #[arg(long, value_name = "NAME")]
    pub class: Option<String>,
    /// Maximum number of moves per corner, 1 to 361.
    #[arg(
        long,
        value_name = "N",
        default_value_t = NextQuery::DEFAULT_LIMIT,
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=361)
    )]
    pub limit: usize,
    /// Draw the order of moves at random by weight; the same seed gives the same order.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Leave out moves with a lower verdict. A move without a verdict ranks below good.
    #[arg(
        long,
        value_name = "VERDICT",
        value_parser = PossibleValuesParser::new(Verdict::names())
    )]
    pub min_verdict: Option<String>,
    /// Leave out moves with fewer counted games.
    #[arg(long, value_name = "N")]
    pub min_games: Option<u32>,
    /// How to treat moves whose conditions fail; the protocol has no way to mark them.
    #[arg(long, value_enum, value_name = "WHAT", default_value = "hide")]
    pub failed_conditions: FailedConditions,
    /// Side whose view win rates and leads are reported from, unless a query sets it.
    #[arg(long, value_enum, value_name = "VIEW", default_value_t, ignore_case = true)]
    pub report_as: Perspective,
    /// Arguments of KataGo: -config, -model, -human-model, -analysis-threads and -override-config
    /// with their values, and -quit-without-waiting.
    #[arg(value_name = "KATAGO", trailing_var_arg = true, allow_hyphen_values = true)]
    pub katago: Vec<String>,
}

impl AnalysisArgs {
    /// Returns the side whose view win rates are reported from; KataGo's arguments override
    /// `--report-as`.
    ///
    /// # Errors
    /// Returns a message for the first argument that `katago analysis` does not have, that lacks
    /// its value, or that names an unknown perspective.
    pub fn perspective(&self) -> Result<Perspective, String> {
        let mut perspective = self.report_as;
        let mut words = self.katago.iter();
        while let Some(word) = words.next() {
            let name = word.trim_start_matches('-');
            let takes_value = VALUED.contains(&name);
            if word == name || !(takes_value || name == "quit-without-waiting") {
                return Err(format!(
                    "unknown argument {word:?}: expected a flag of `joseki analysis`, then arguments of `katago analysis`"
                ));
            }
            if !takes_value {
                continue;
            }
            let value = words.next().ok_or_else(|| format!("missing value after {word}"))?;
            if name == "override-config" {
                perspective = overridden(value)?.unwrap_or(perspective);
            }
        }
        Ok(perspective)
    }
}

/// Reads `reportAnalysisWinratesAs` from `NAME=VALUE,NAME=VALUE`, if it is set.
fn overridden(settings: &str) -> Result<Option<Perspective>, String> {
    let mut settings = settings.split(',').filter_map(|setting| setting.split_once('='));
    let wanted = settings.find(|(name, _)| name.trim() == "reportAnalysisWinratesAs");
    let Some((name, value)) = wanted else {
        return Ok(None);
    };
    let found = Perspective::from_name(value);
    let wrong = || format!("invalid {name}={value}: expected BLACK, WHITE or SIDETOMOVE");
    found.map(Some).ok_or_else(wrong)
}
