//! The flags of `joseki learn`.

use std::path::PathBuf;

use clap::{ArgGroup, Args};

use super::FormatArgs;
use super::checks::name;
use joseki_game::{Color, Game};
use joseki_ledger::OpponentName;
use joseki_wire::named::flag;

const AFTER: &str = "\
Examples:
  joseki learn games/ --opponent gnugo@3.8 --class gnugo
  joseki learn club.zip --player \"Honinbo\" --class kyu      opponents by name in the records
  joseki next --moves Q16 --opponent gnugo@3.8              show the effect of these results

Every tree of a file is a game on 9 to 19 lines, with or without handicap. With --game, it has the
game's number in GM and one of its sizes in SZ. The winner is read from RE, and the margin if RE
states one (B+3.5). Games without a winner, such as Void or ?, are skipped. So are games whose
players do not reveal our colour, unless --color sets it. Names of opponents are compared without
version (after an @), case and white space. The report counts the skipped games and names the first
ones.

A game is identified by its moves (if it is short, also by its date and players), in any
orientation: learning the same record again changes nothing. If its result, opponent or class
differs from before, the game is skipped as a conflict; `joseki withdraw` removes a wrong one. A
damaged record is learned up to the damage, since its result is known; once mended, it is a
different game.

If the run is interrupted, everything read so far is kept: run it again. If no game record can be
read at all, the exit code is 1.";

/// The flags of `joseki learn`.
#[derive(Debug, Args)]
#[command(after_help = AFTER, group = ArgGroup::new("whose").required(true).args(["opponent", "player"]))]
pub struct LearnArgs {
    /// Game records: files (SGF, GIB, NGF, UGF), folders and archives (gz, zst, zip, tar).
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// Opponent in all of these games, optionally with a version after an @, as in katago@1.15.
    #[arg(long, value_name = "NAME")]
    pub opponent: Option<OpponentName>,
    /// Our own name; the opponent in each game is the other player named in the record.
    #[arg(long, value_name = "NAME", value_parser = name)]
    pub player: Option<String>,
    /// Game of the records; those of another game are skipped.
    #[arg(long, value_name = "GAME", default_value = "go", value_parser = Game::parse)]
    pub game: Game,
    /// Class of the opponents, such as a rank or a family of engines.
    #[arg(long, value_name = "NAME", value_parser = name)]
    pub class: Option<String>,
    /// Our colour in games whose players do not reveal it.
    #[arg(long, value_parser = flag::<Color>(), value_name = "COLOR", ignore_case = true)]
    pub color: Option<Color>,
    /// Report what would change, without changing anything.
    #[arg(long)]
    pub dry_run: bool,
    #[command(flatten)]
    pub format: FormatArgs,
}
