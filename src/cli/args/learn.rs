//! The flags of `joseki learn`.

use std::path::PathBuf;

use clap::{ArgGroup, Args};

use super::checks::name;
use super::{ColorArg, FormatArgs};
use crate::ledger::OpponentName;

const AFTER: &str = "\
Examples:
  joseki learn games/ --opponent gnugo@3.8 --class gnugo
  joseki learn club.zip --player \"Honinbo\" --class kyu      every opponent by the name in the record
  joseki next --moves Q16 --opponent gnugo@3.8              what these results changed

Every tree of a file is a game, on 9 to 19 lines, with or without handicap. Who won is read from
RE, and by how many points where RE says so (B+3.5). Games that do not say who won, as with Void
or ?, are left out, and so are those whose players do not tell our colour: --color does then. The
name of an opponent is compared without its version (what follows an @), case and white space. The
report counts all of these and names the first.

A game is known by its moves (and by its date and players if it is short), whichever way the board
is turned: the same record again changes nothing. If it says another result, opponent or class
now, it is left out as a conflict; `joseki withdraw` takes a wrong one out. A record that is
damaged somewhere is learned from up to there, as its result is known; mended later, it is another
game.

What was read stays if the run is ended before its time: run it again. If no game record can be
read at all, the exit code is 1.";

/// The flags of `joseki learn`.
#[derive(Debug, Args)]
#[command(after_help = AFTER, group = ArgGroup::new("whose").required(true).args(["opponent", "player"]))]
pub struct LearnArgs {
    /// Game records: SGF files, folders and archives (gz, zst, zip, tar).
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// Against whom all of these games are; a version after an @, as in katago@1.15.
    #[arg(long, value_name = "NAME")]
    pub opponent: Option<OpponentName>,
    /// Our own name: the opponent of each game is the other player, as the record has the name.
    #[arg(long, value_name = "NAME", value_parser = name)]
    pub player: Option<String>,
    /// What kind of opponents they are, such as a rank or a family of engines.
    #[arg(long, value_name = "NAME", value_parser = name)]
    pub class: Option<String>,
    /// Our colour in games whose players do not tell it.
    #[arg(long, value_enum, value_name = "COLOR", ignore_case = true)]
    pub color: Option<ColorArg>,
    /// Say what would happen and change nothing.
    #[arg(long)]
    pub dry_run: bool,
    #[command(flatten)]
    pub format: FormatArgs,
}
