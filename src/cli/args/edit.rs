//! The flags of `joseki edit`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::export::{CornerArg, HandednessArg};
use super::next::CoordsArg;
use super::{ColorArg, FieldsArgs, Format};
use crate::service::DEFAULT_BOOK;

const AFTER: &str = "\
Examples:
  joseki edit set DDCF --verdict mistake --reason outdated
  joseki edit --book club add --moves Q16,O17,R14 --verdict good --name approach
  joseki edit delete DDCFFCCC --if-revision 12 --dry-run
  joseki edit apply edits.json

A node is named by its line in steps of two letters, of either handedness, or by its moves in any corner and with
either colour first. Points in what is written lie as these do. Every change has a number in the history, by which
`joseki revert` takes it back.";

const AFTER_ADD: &str = "\
Examples:
  joseki edit add DDCFFC --verdict good
  joseki edit add --moves W:D4,B:F3,W:C6 --comment C6 --mark TR:C6

The moves that lead to it are added too, where the book has them not.";

const AFTER_SET: &str = "\
Examples:
  joseki edit set DDCF --verdict mistake
  joseki edit set --moves Q16,O17 --add-name approach --remove-tag old --mark LB:R14:A
  joseki edit set DDCF --clear comment --clear marks --if-revision 12

Fields that are not named stay as they are. `joseki history LINE` shows the node's revision.";

const AFTER_PUT: &str = "\
Examples:
  joseki edit put DDCF --verdict good --name approach

Fields that are not named are emptied.";

const AFTER_MOVE: &str = "\
Examples:
  joseki edit move DDCFFC DDCFFD
  joseki edit move --moves Q16,O17 --to-moves Q17,O17

What follows the node keeps its steps.";

const AFTER_DELETE: &str = "\
Examples:
  joseki edit delete DDCFFCCC
  joseki edit delete --moves Q16,O17,R14 --dry-run";

const AFTER_RETIRE: &str = "\
Examples:
  joseki edit retire DDCFFC --reason refuted

It stays in the book with all that is known of it, and is answered to nobody. `joseki edit restore` brings it back.";

const AFTER_RESTORE: &str = "\
Examples:
  joseki edit restore DDCFFC";

const AFTER_APPLY: &str = "\
Examples:
  joseki edit apply edits.json --dry-run
  joseki edit --book club apply -

The file is a list of edits, or an object with `edits` and `reason`, as POST /v1/books/{book}/edits takes it:
  [{\"op\": \"set\", \"line\": \"DDCF\", \"if_match\": 12, \"fields\": {\"verdict\": \"good\", \"names\": {\"add\": [\"approach\"]}}},
   {\"op\": \"add\", \"moves\": \"Q16,O17,R14\", \"fields\": {\"comment\": null}},
   {\"op\": \"move\", \"line\": \"DDCFFC\", \"to\": \"DDCFFD\"}]";

/// The flags of `joseki edit`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct EditArgs {
    /// The book.
    #[arg(long, global = true, value_name = "NAME", default_value = DEFAULT_BOOK)]
    pub book: String,
    /// Why, for the history.
    #[arg(
        long,
        global = true,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true
    )]
    pub reason: String,
    /// Say what would happen and change nothing.
    #[arg(long, global = true)]
    pub dry_run: bool,
    /// Refuse if the node was changed since this version of the book: its revision.
    #[arg(long, global = true, value_name = "N")]
    pub if_revision: Option<u64>,
    /// How many nodes to tell of [default: 20; 1000 as JSON].
    #[arg(long, global = true, value_name = "N")]
    pub details: Option<usize>,
    /// How to print the answer.
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "FORMAT",
        default_value_t
    )]
    pub format: Format,
    /// What to do.
    #[command(subcommand)]
    pub command: EditCommand,
}

/// What to do with a node.
#[derive(Debug, Subcommand)]
pub enum EditCommand {
    /// Add a move that the book does not have.
    #[command(after_help = AFTER_ADD)]
    Add(WriteArgs),
    /// Change what is known of a node, field by field.
    #[command(after_help = AFTER_SET)]
    Set(WriteArgs),
    /// Change what is known of a node, all of it.
    #[command(after_help = AFTER_PUT)]
    Put(WriteArgs),
    /// Move a node and all that follows it to another place.
    #[command(after_help = AFTER_MOVE)]
    Move(MoveArgs),
    /// Delete a node and all that follows it.
    #[command(after_help = AFTER_DELETE)]
    Delete(NodeArgs),
    /// Take a node and all that follows it out of use.
    #[command(after_help = AFTER_RETIRE)]
    Retire(NodeArgs),
    /// Bring a retired node back into use.
    #[command(after_help = AFTER_RESTORE)]
    Restore(NodeArgs),
    /// Do the edits of a file: all of them, or none.
    #[command(after_help = AFTER_APPLY)]
    Apply(ApplyArgs),
}

/// Which node.
#[derive(Debug, Args)]
pub struct NodeArgs {
    /// The line to the node; '' is the empty corner.
    #[arg(
        value_name = "LINE",
        required_unless_present = "moves",
        conflicts_with = "moves"
    )]
    pub line: Option<String>,
    /// In place of LINE: the moves to the node, `Q16,O17` or `W:Q16,B:O17`.
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    /// How points are written.
    #[arg(long, value_enum, value_name = "COORDS", default_value_t)]
    pub coords: CoordsArg,
}

/// Which node, and what becomes of it.
#[derive(Debug, Args)]
pub struct WriteArgs {
    #[command(flatten)]
    pub node: NodeArgs,
    /// The corner in which LINE lies, for points [default: upper_right].
    #[arg(long, value_enum, value_name = "CORNER")]
    pub corner: Option<CornerArg>,
    /// Which way LINE lies there [default: clockwise].
    #[arg(long, value_enum, value_name = "HANDEDNESS")]
    pub handedness: Option<HandednessArg>,
    /// Who makes the first move of LINE, for the colours in a comment [default: B].
    #[arg(long, value_enum, value_name = "COLOR", ignore_case = true)]
    pub color: Option<ColorArg>,
    #[command(flatten)]
    pub fields: FieldsArgs,
}

/// Which node, and where it goes.
#[derive(Debug, Args)]
pub struct MoveArgs {
    #[command(flatten)]
    pub node: NodeArgs,
    /// The line to the node afterwards, in the handedness of LINE.
    #[arg(
        value_name = "TO",
        required_unless_present = "to_moves",
        conflicts_with = "moves"
    )]
    pub to: Option<String>,
    /// Beside --moves: the moves to the node afterwards, in the same corner.
    #[arg(long, value_name = "MOVES", requires = "moves", conflicts_with = "to")]
    pub to_moves: Option<String>,
}

/// The flags of `joseki edit apply`.
#[derive(Debug, Args)]
pub struct ApplyArgs {
    /// The file with the edits; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}
