//! The flags of `joseki edit`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::{FieldsArgs, Format};
use joseki_game::go::Handedness;
use joseki_game::{Color, Corner};
use joseki_service::DEFAULT_BOOK;
use joseki_wire::Coords;
use joseki_wire::named::flag;

const AFTER: &str = "\
Examples:
  joseki edit DDCF
  joseki edit --book club --moves Q16,O17 --as sgf
  joseki edit set DDCF --verdict mistake --reason outdated
  joseki edit --book club add --moves Q16,O17,R14 --verdict good --name approach
  joseki edit delete DDCFFCCC --if-revision 12 --dry-run
  joseki edit apply edits.json

A node is named by its line, in steps of two letters and either handedness, or by its moves, in any
corner and with either colour first. Points in fields use the same orientation. Every change has a
number in the history; `joseki revert` reverts it by that number.

Without a command, the node and all that follows it open in your editor (VISUAL, EDITOR, else vi).
In TOML each node is a table named by its line or its moves, [\"Q16 O17\"]: change fields, add tables,
or delete them with all that follow. Points are in the upper right, clockwise, with Black first. When the editor closes, what would change is
shown, and written as one change if you agree. Text that was not written is kept, and its place
named.";

const AFTER_ADD: &str = "\
Examples:
  joseki edit add DDCFFC --verdict good
  joseki edit add --moves W:D4,B:F3,W:C6 --comment C6 --mark TR:C6

Missing moves on the way to the node are added too.";

const AFTER_SET: &str = "\
Examples:
  joseki edit set DDCF --verdict mistake
  joseki edit set --moves Q16,O17 --add-name approach --remove-tag old --mark LB:R14:A
  joseki edit set DDCF --clear comment --clear marks --if-revision 12

Other fields stay as they are. `joseki history LINE` shows the revision of the node.";

const AFTER_PUT: &str = "\
Examples:
  joseki edit put DDCF --verdict good --name approach

Fields that are not given are cleared.";

const AFTER_MOVE: &str = "\
Examples:
  joseki edit move DDCFFC DDCFFD
  joseki edit move --moves Q16,O17 --to-moves Q17,O17

The continuations of the node keep their steps.";

const AFTER_DELETE: &str = "\
Examples:
  joseki edit delete DDCFFCCC
  joseki edit delete --moves Q16,O17,R14 --dry-run";

const AFTER_RETIRE: &str = "\
Examples:
  joseki edit retire DDCFFC --reason refuted

A retired node keeps its data in the book but is never recommended. `joseki edit restore` brings it
back.";

const AFTER_RESTORE: &str = "\
Examples:
  joseki edit restore DDCFFC";

const AFTER_APPLY: &str = "\
Examples:
  joseki edit apply edits.json --dry-run
  joseki edit --book club apply -

The file is a JSON list of edits, or an object with `edits` and `reason`, as in the body of
POST /v1/books/{book}/edits:
  [{\"op\": \"set\", \"line\": \"DDCF\", \"if_match\": 12, \"fields\": {\"verdict\": \"good\", \"names\": {\"add\": [\"approach\"]}}},
   {\"op\": \"add\", \"moves\": \"Q16,O17,R14\", \"fields\": {\"comment\": null}},
   {\"op\": \"move\", \"line\": \"DDCFFC\", \"to\": \"DDCFFD\"}]";

/// The flags of `joseki edit`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct EditArgs {
    /// Name of the book.
    #[arg(long, global = true, value_name = "NAME", default_value = DEFAULT_BOOK)]
    pub book: String,
    /// Reason for the change, for the history.
    #[arg(long, global = true, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub reason: String,
    /// Report what would change, without changing anything.
    #[arg(long, global = true)]
    pub dry_run: bool,
    /// Refuse if the node has changed since this revision (a version of the book).
    #[arg(long, global = true, value_name = "N")]
    pub if_revision: Option<u64>,
    /// Maximum number of nodes to list [default: 20; 1000 as JSON].
    #[arg(long, global = true, value_name = "N")]
    pub details: Option<usize>,
    /// Output format.
    #[arg(long, global = true, value_enum, value_name = "FORMAT", default_value_t)]
    pub format: Format,
    #[command(flatten)]
    pub text: EditTextArgs,
    /// The subcommand.
    #[command(subcommand)]
    pub command: Option<EditCommand>,
}

/// The flags of `joseki edit` without a subcommand.
#[derive(Debug, Args)]
pub struct EditTextArgs {
    /// Line to the first node to open in the editor [default: the whole book].
    #[arg(value_name = "LINE", conflicts_with = "moves")]
    pub line: Option<String>,
    /// Instead of LINE: moves to the node, `Q16,O17` or `W:Q16,B:O17`.
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    /// Format of the text in the editor.
    #[arg(long = "as", value_enum, value_name = "FORMAT", default_value_t)]
    pub text_format: SubtreeFormat,
    /// Write the change without asking.
    #[arg(long)]
    pub yes: bool,
}

/// A format of a subtree to edit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum SubtreeFormat {
    /// A table for each node.
    #[default]
    Toml,
    /// One game tree.
    Sgf,
}

/// A subcommand of `joseki edit`.
#[derive(Debug, Subcommand)]
pub enum EditCommand {
    /// Add a move to the book.
    #[command(after_help = AFTER_ADD)]
    Add(WriteArgs),
    /// Change some fields of a node.
    #[command(after_help = AFTER_SET)]
    Set(WriteArgs),
    /// Replace all fields of a node.
    #[command(after_help = AFTER_PUT)]
    Put(WriteArgs),
    /// Move a node with its continuations to another place.
    #[command(after_help = AFTER_MOVE)]
    Move(MoveArgs),
    /// Delete a node with its continuations.
    #[command(after_help = AFTER_DELETE)]
    Delete(NodeArgs),
    /// Retire a node with its continuations.
    #[command(after_help = AFTER_RETIRE)]
    Retire(NodeArgs),
    /// Restore a retired node.
    #[command(after_help = AFTER_RESTORE)]
    Restore(NodeArgs),
    /// Apply the edits of a file: all of them, or none.
    #[command(after_help = AFTER_APPLY)]
    Apply(ApplyArgs),
}

/// A node, named by its line or its moves.
#[derive(Debug, Args)]
pub struct NodeArgs {
    /// Line to the node; '' is the empty corner.
    #[arg(value_name = "LINE", required_unless_present = "moves", conflicts_with = "moves")]
    pub line: Option<String>,
    /// Instead of LINE: moves to the node, `Q16,O17` or `W:Q16,B:O17`.
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    /// Notation of points.
    #[arg(long, value_enum, value_name = "COORDS", default_value_t)]
    pub coords: Coords,
}

/// A node and its new fields.
#[derive(Debug, Args)]
pub struct WriteArgs {
    #[command(flatten)]
    pub node: NodeArgs,
    /// Corner of LINE, for points in fields [default: upper_right].
    #[arg(long, value_parser = flag::<Corner>(), value_name = "CORNER")]
    pub corner: Option<Corner>,
    /// Handedness of LINE in that corner [default: clockwise].
    #[arg(long, value_parser = flag::<Handedness>(), value_name = "HANDEDNESS")]
    pub handedness: Option<Handedness>,
    /// Colour of the first move of LINE, for colours in a comment [default: B].
    #[arg(long, value_parser = flag::<Color>(), value_name = "COLOR", ignore_case = true)]
    pub color: Option<Color>,
    #[command(flatten)]
    pub fields: FieldsArgs,
}

/// A node and its new place.
#[derive(Debug, Args)]
pub struct MoveArgs {
    #[command(flatten)]
    pub node: NodeArgs,
    /// New line to the node, in the handedness of LINE.
    #[arg(value_name = "TO", required_unless_present = "to_moves", conflicts_with = "moves")]
    pub to: Option<String>,
    /// With --moves: new moves to the node, in the same corner.
    #[arg(long, value_name = "MOVES", requires = "moves", conflicts_with = "to")]
    pub to_moves: Option<String>,
}

/// The flags of `joseki edit apply`.
#[derive(Debug, Args)]
pub struct ApplyArgs {
    /// File with the edits; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}
