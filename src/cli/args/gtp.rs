//! The flags of `joseki gtp`.

use clap::Args;
use clap::builder::{FalseyValueParser, PossibleValuesParser};

use super::checks::{name, number, part, seconds, url};
use crate::book::Verdict;
use crate::ledger::OpponentName;
use crate::service::DEFAULT_BOOK;

const AFTER: &str = "\
Examples:
  joseki gtp                                            the book alone; it passes where it has no move
  joseki gtp --engine \"gnugo --mode gtp\"                GNU Go with joseki
  joseki gtp --engine \"gnugo --mode gtp\" --opponent ann --class 5k      learn what works against ann
  joseki gtp --engine \"katago gtp -model m.bin.gz\" --check 0.03 --depth 12

In a program such as Sabaki or GoGui, name this command as the engine. genmove is answered from the book while a
corner has a move that clears the bar; everything else is handed to the engine, which always has the same position.
lz-analyze and kata-analyze show the book's moves where it has some.

The engine also answers a move of the opponent that is none of the book's: it may be an attack (--after-any-move
says otherwise). An engine that ends, hangs or talks nonsense gives a GTP error, and is started again when it is
needed next, in the same position.

With --opponent, the result of every game that we played as one colour is learned when it ends: by two passes and the
engine's score, by resignation, or by the command `joseki-result B+3.5` of a controller that knows it.";

/// The flags of `joseki gtp`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct GtpArgs {
    /// The command line of a GTP engine that plays where the book does not.
    #[arg(long, value_name = "COMMAND")]
    pub engine: Option<String>,
    /// How many seconds the engine may take for an answer.
    #[arg(long, value_name = "SECONDS", default_value_t = 300.0, value_parser = seconds)]
    pub patience: f64,
    /// The book.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOOK)]
    pub book: String,
    /// Against whom the games are; a version after an @, as in katago@1.15.
    #[arg(long, value_name = "NAME")]
    pub opponent: Option<OpponentName>,
    /// What kind of opponent that is.
    #[arg(long, value_name = "NAME", value_parser = name)]
    pub class: Option<String>,
    /// Draw moves by weight, repeatable by this number; the next game draws with the next number.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Play no book move of a lesser verdict [default: none that is a mistake, trick or question].
    #[arg(
        long,
        value_name = "VERDICT",
        value_parser = PossibleValuesParser::new(Verdict::ALL.map(Verdict::name))
    )]
    pub min_verdict: Option<String>,
    /// Play no book move of a lesser priority.
    #[arg(long, value_name = "X", allow_negative_numbers = true, value_parser = number)]
    pub min_priority: Option<f64>,
    /// Play no book move of fewer counted games.
    #[arg(long, value_name = "N")]
    pub min_games: Option<u32>,
    /// Play no book move in a corner that is less urgent, 0 to 1.
    #[arg(long, value_name = "X", value_parser = part)]
    pub min_urgency: Option<f64>,
    /// Play no book move whose line changes the whole board by fewer points of SFB, from our view. Moves of equal
    /// priority then come by it, too.
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true, value_parser = number)]
    pub min_gain: Option<f64>,
    /// Play no book move that is deeper in its corner's line.
    #[arg(long, value_name = "STEPS")]
    pub depth: Option<usize>,
    /// Play no book move after this move of the game.
    #[arg(long, value_name = "N")]
    pub until_move: Option<usize>,
    /// Play from the book even if the opponent's last move is none of the book's.
    #[arg(long)]
    pub after_any_move: bool,
    /// Have the engine look at the whole board first: play no book move that loses more win rate, 0 to 1,
    /// than this against the engine's best. It needs an engine with lz-analyze.
    #[arg(long, value_name = "LOSS", value_parser = part, requires = "engine")]
    pub check: Option<f64>,
    /// How many seconds the engine looks.
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds, requires = "check")]
    pub check_time: f64,
    /// Learn nothing from the games.
    #[arg(
        long,
        env = "JOSEKI_NO_LEARN",
        hide_env_values = true,
        value_parser = FalseyValueParser::new()
    )]
    pub no_learn: bool,
    /// Send results to the service at this address in place of the database.
    #[arg(long, value_name = "URL", requires = "opponent", value_parser = url)]
    pub post: Option<String>,
    /// The key for that service.
    #[arg(
        long,
        value_name = "KEY",
        env = "JOSEKI_KEY",
        hide_env_values = true,
        requires = "post"
    )]
    pub key: Option<String>,
}
