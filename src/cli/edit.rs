//! `joseki edit`: edits of a book by a curator.

use std::io::Write;
use std::path::Path;

use super::args::{
    ApplyArgs, DetailsArgs, EditArgs, EditCommand, Format, MoveArgs, NodeArgs, WriteArgs,
};
use super::edit_file::EditFile;
use super::error::CliError;
use super::who::user_name;
use super::{database, edit_fields, edit_file, outcome_report, output};
use crate::game::Color;
use crate::service::{ChangeOutcome, EditRequest, Service};
use crate::wire::{ChangedJson, EditItem, EditOp, PatchJson, RequestError, check_reason};

/// Applies edits, and reports what changed and how to revert it.
pub fn run(db: &Path, args: &EditArgs, out: &mut impl Write) -> Result<(), CliError> {
    // Validates everything before the database is opened or created.
    let request = request(args)?;
    let outcome = match request.dry_run {
        true => edit(&database::open_for_dry_run(db)?.service, &request)?,
        false => edit(&database::open(db)?, &request)?,
    };
    let details = DetailsArgs {
        details: args.details,
    };
    let details = details.count(args.format);
    match args.format {
        Format::Json => output::json(out, &ChangedJson::new(&outcome, details)),
        Format::Text => Ok(outcome_report::write(&outcome, &[], details, db, out)?),
    }
}

fn edit(service: &Service, request: &EditRequest) -> Result<ChangeOutcome, CliError> {
    Ok(service.edit(request)?)
}

fn request(args: &EditArgs) -> Result<EditRequest, CliError> {
    check_reason(&args.reason).map_err(CliError::Node)?;
    let asked = parse_edits(args)?;
    Ok(EditRequest {
        book: args.book.clone(),
        edits: asked.edits,
        dry_run: args.dry_run || asked.dry_run,
        who: user_name(),
        reason: match args.reason.as_str() {
            "" => asked.reason,
            reason => reason.to_owned(),
        },
    })
}

fn parse_edits(args: &EditArgs) -> Result<EditFile, CliError> {
    let item = match &args.command {
        EditCommand::Apply(apply) => return read_file(args, apply),
        EditCommand::Add(write) => write_edit(EditOp::Add, write),
        EditCommand::Set(write) => write_edit(EditOp::Set, write),
        EditCommand::Put(write) => write_edit(EditOp::Put, write),
        EditCommand::Move(moved) => Ok(move_edit(moved)),
        EditCommand::Delete(node) => Ok(node_edit(EditOp::Delete, node)),
        EditCommand::Retire(node) => Ok(retire_edit(node, true)),
        EditCommand::Restore(node) => Ok(retire_edit(node, false)),
    };
    let understood = item.and_then(|item| {
        let if_match = args.if_revision;
        EditItem { if_match, ..item }.parse()
    });
    Ok(EditFile {
        edits: vec![understood.map_err(CliError::Node)?],
        dry_run: false,
        reason: String::new(),
    })
}

fn read_file(args: &EditArgs, apply: &ApplyArgs) -> Result<EditFile, CliError> {
    if args.if_revision.is_none() {
        return edit_file::read(&apply.file);
    }
    let message = "cannot be used with a file: give each edit its own `if_match` there";
    let error = RequestError::new("invalid_value", "if_match", message);
    Err(CliError::Node(error))
}

fn node_edit(op: EditOp, node: &NodeArgs) -> EditItem {
    let line = || node.line.clone().unwrap_or_default();
    let item = match &node.moves {
        Some(moves) => EditItem::for_moves(op, moves),
        None => EditItem::for_line(op, line()),
    };
    EditItem {
        coords: node.coords,
        ..item
    }
}

fn write_edit(op: EditOp, write: &WriteArgs) -> Result<EditItem, RequestError> {
    let letter = |color: Color| color.letter().to_string();
    Ok(EditItem {
        corner: write.corner,
        handedness: write.handedness,
        color: write.color.map(letter),
        fields: edit_fields::patch(&write.fields)?,
        ..node_edit(op, &write.node)
    })
}

fn retire_edit(node: &NodeArgs, retired: bool) -> EditItem {
    let fields = PatchJson {
        retired: Some(retired),
        ..PatchJson::default()
    };
    EditItem {
        fields: Some(fields),
        ..node_edit(EditOp::Set, node)
    }
}

fn move_edit(moved: &MoveArgs) -> EditItem {
    EditItem {
        to: moved.to.clone(),
        to_moves: moved.to_moves.clone(),
        ..node_edit(EditOp::Move, &moved.node)
    }
}
