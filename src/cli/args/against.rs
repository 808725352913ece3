//! The flags that say whom a book is played against.

use clap::Args;

use super::checks::name;
use joseki_ledger::OpponentName;

/// Whom a book is played against, and whether its moves are drawn.
#[derive(Clone, Debug, Args)]
pub struct AgainstArgs {
    /// Name of the opponent, whose results order the moves of the book; optionally with a version
    /// after an @, as in katago@1.15.
    #[arg(long, value_name = "NAME")]
    pub opponent: Option<OpponentName>,
    /// Class of the opponent, such as a rank or a family of engines.
    #[arg(long, value_name = "NAME", value_parser = name)]
    pub class: Option<String>,
    /// Draw moves at random by weight with this seed; each new game uses the next seed.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}
