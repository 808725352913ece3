//! `joseki edit`: edits of a book by a curator.

use std::io::Write;
use std::path::Path;

use serde::de::DeserializeOwned;

use super::{change_report, edit_text};
use crate::{
    args::{
        ApplyArgs, DetailsArgs, EditArgs, EditCommand, FieldsArgs, Format, MoveArgs, NodeArgs,
        WriteArgs,
    },
    database::{self, DatabaseFile},
    error::CliError,
    output, source,
    who::user_name,
};
use joseki_book::Field;
use joseki_game::{Color, Variant};
use joseki_service::{
    Code, Service,
    curate::{Author, ChangeOutcome, ConditionalEdit, EditRequest},
};
use joseki_wire::{
    ChangedJson, EditItem, EditOp, EditsRequest, ListChangeJson, ListPatchJson, MarkPatchJson,
    PatchJson, RequestError, check_reason, in_words,
};

/// Applies edits, and reports what changed and how to revert it.
pub fn run(db: &DatabaseFile, args: &EditArgs, out: &mut impl Write) -> Result<(), CliError> {
    let Some(command) = &args.command else {
        return edit_text::run(db, args, out);
    };
    if args.text.line.is_some() || args.text.moves.is_some() {
        let line = "LINE and --moves go after the command, as in `joseki edit set DDCF`";
        return Err(CliError::Subtree(line.to_owned()));
    }
    // Validates everything before the database is opened or created.
    let request = request(args, command, database::variant(db, &args.book)?)?;
    let outcome = if request.dry_run {
        edit(&database::open_for_dry_run(db)?, &request)?
    } else {
        edit(&database::open(db)?, &request)?
    };
    let details = DetailsArgs { details: args.details };
    let details = details.count(args.format);
    match args.format {
        Format::Json => output::json(out, &ChangedJson::new(&outcome, details)),
        Format::Text => Ok(change_report::write(&outcome, &[], details, db, out)?),
    }
}

fn edit(service: &Service, request: &EditRequest) -> Result<ChangeOutcome, CliError> {
    Ok(service.curation().edit(request)?)
}

fn request(
    args: &EditArgs,
    command: &EditCommand,
    variant: Variant,
) -> Result<EditRequest, CliError> {
    check_reason(&args.reason).map_err(CliError::Node)?;
    let asked = parse_edits(args, command, variant)?;
    Ok(EditRequest {
        book: args.book.clone(),
        edits: asked.edits,
        dry_run: args.dry_run || asked.dry_run,
        by: Author::new(user_name()).with_reason(match args.reason.as_str() {
            "" => asked.reason,
            reason => reason.to_owned(),
        }),
    })
}

fn parse_edits(
    args: &EditArgs,
    command: &EditCommand,
    variant: Variant,
) -> Result<EditFile, CliError> {
    let item = match command {
        EditCommand::Apply(apply) => return read_file(args, variant, apply),
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
        EditItem { if_match, ..item }.parse(variant)
    });
    Ok(EditFile {
        edits: vec![understood.map_err(CliError::Node)?],
        dry_run: false,
        reason: String::new(),
    })
}

fn read_file(args: &EditArgs, variant: Variant, apply: &ApplyArgs) -> Result<EditFile, CliError> {
    if args.if_revision.is_none() {
        return read(&apply.file, variant);
    }
    let message = "cannot be used with a file: give each edit its own `if_match` there";
    let error = RequestError::new(Code::InvalidValue, "if_match", message);
    Err(CliError::Node(error))
}

fn node_edit(op: EditOp, node: &NodeArgs) -> EditItem {
    let line = || node.line.clone().unwrap_or_default();
    let item = match &node.moves {
        Some(moves) => EditItem::for_moves(op, moves),
        None => EditItem::for_line(op, line()),
    };
    EditItem { coords: node.coords, ..item }
}

fn write_edit(op: EditOp, write: &WriteArgs) -> Result<EditItem, RequestError> {
    let letter = |color: Color| color.letter().to_string();
    Ok(EditItem {
        corner: write.corner,
        handedness: write.handedness,
        color: write.color.map(letter),
        fields: patch(&write.fields)?,
        ..node_edit(op, &write.node)
    })
}

fn retire_edit(node: &NodeArgs, retired: bool) -> EditItem {
    let fields = PatchJson { retired: Some(retired), ..PatchJson::default() };
    EditItem { fields: Some(fields), ..node_edit(EditOp::Set, node) }
}

fn move_edit(moved: &MoveArgs) -> EditItem {
    EditItem {
        to: moved.to.clone(),
        to_moves: moved.to_moves.clone(),
        ..node_edit(EditOp::Move, &moved.node)
    }
}

/// Returns the patch for the flags; `None` if no field is given.
pub fn patch(flags: &FieldsArgs) -> Result<Option<PatchJson>, RequestError> {
    let mut patch = patch_of_flags(flags);
    for field in &flags.clear {
        clear(*field, &mut patch)?;
    }
    Ok(has_fields(&patch).then_some(patch))
}

fn patch_of_flags(flags: &FieldsArgs) -> PatchJson {
    let marks: Vec<MarkPatchJson> = flags.mark.iter().map(|mark| read_mark(mark)).collect();
    PatchJson {
        verdict: flags.verdict.clone().map(Some),
        advantage: flags.advantage.map(Some),
        sente: flags.sente.clone().map(Some),
        confidence: flags.confidence.map(Some),
        names: list(&flags.name, &flags.add_name, &flags.remove_name),
        tags: list(&flags.tag, &flags.add_tag, &flags.remove_tag),
        sources: list(&flags.source, &flags.add_source, &flags.remove_source),
        comment: flags.comment.clone().map(Some),
        marks: Some(marks).filter(|marks| !marks.is_empty()).map(Some),
        conditions: flags.conditions.clone().map(Some),
        properties: None,
        ends: flags.ends,
        retired: None,
    }
}

fn list(whole: &[String], add: &[String], remove: &[String]) -> Option<Option<ListPatchJson>> {
    if !whole.is_empty() {
        return Some(Some(ListPatchJson::Whole(whole.to_vec())));
    }
    let change = ListChangeJson { add: add.to_vec(), remove: remove.to_vec() };
    let says = !change.add.is_empty() || !change.remove.is_empty();
    says.then_some(Some(ListPatchJson::Change(change)))
}

/// Splits `TR:Q16`, `LB:Q16:A` or `AR:Q16:O17`. The parts are validated with the patch.
fn read_mark(text: &str) -> MarkPatchJson {
    let mut parts = text.splitn(3, ':');
    let kind = parts.next().unwrap_or_default().to_owned();
    let point = parts.next().unwrap_or_default().to_owned();
    let rest = parts.next().map(str::to_owned);
    let goes = matches!(kind.as_str(), "AR" | "LN");
    MarkPatchJson { to: rest.clone().filter(|_| goes), label: rest.filter(|_| !goes), kind, point }
}

fn clear(field: Field, patch: &mut PatchJson) -> Result<(), RequestError> {
    fn empty<T>(said: &mut Option<Option<T>>, field: Field) -> Result<(), RequestError> {
        if matches!(said, Some(Some(_))) {
            let message = format!("{field} is both set and cleared");
            return Err(RequestError::new(Code::InvalidValue, "clear", message));
        }
        *said = Some(None);
        Ok(())
    }
    match field {
        Field::Verdict => empty(&mut patch.verdict, field),
        Field::Advantage => empty(&mut patch.advantage, field),
        Field::Sente => empty(&mut patch.sente, field),
        Field::Confidence => empty(&mut patch.confidence, field),
        Field::Names => empty(&mut patch.names, field),
        Field::Tags => empty(&mut patch.tags, field),
        Field::Sources => empty(&mut patch.sources, field),
        Field::Comment => empty(&mut patch.comment, field),
        Field::Marks => empty(&mut patch.marks, field),
        Field::Conditions => empty(&mut patch.conditions, field),
        Field::Properties => empty(&mut patch.properties, field),
    }
}

fn has_fields(patch: &PatchJson) -> bool {
    let values = [
        patch.verdict.is_some(),
        patch.advantage.is_some(),
        patch.sente.is_some(),
        patch.confidence.is_some(),
        patch.names.is_some(),
        patch.tags.is_some(),
        patch.sources.is_some(),
        patch.comment.is_some(),
        patch.marks.is_some(),
        patch.conditions.is_some(),
        patch.properties.is_some(),
        patch.ends.is_some(),
        patch.retired.is_some(),
    ];
    values.contains(&true)
}

/// Maximum length of a JSON error message; longer ones are cut, since they may quote the file.
const LONGEST: usize = 300;

/// Contents of a file of edits.
pub struct EditFile {
    /// The edits.
    pub edits: Vec<ConditionalEdit>,
    /// Whether the file requests a dry run.
    pub dry_run: bool,
    /// Reason for the change; empty if the file states none.
    pub reason: String,
}

/// Reads a list of edits, or an object as in the HTTP API; `-` is standard input.
pub fn read(path: &Path, variant: Variant) -> Result<EditFile, CliError> {
    let bytes = source::read(path)?;
    let wrong = |message: String| CliError::Edits { file: source::name(path), message };
    let request = parse(&bytes).map_err(wrong)?;
    let edits = request.parse(variant).map_err(|error| wrong(cut(&error.to_string())))?;
    Ok(EditFile { edits, dry_run: request.dry_run, reason: request.reason })
}

fn parse(bytes: &[u8]) -> Result<EditsRequest, String> {
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    match first {
        None => Err("the file is empty: expected a list of edits".to_owned()),
        Some(b'{') => json(bytes),
        _ => Ok(EditsRequest { edits: json(bytes)?, ..EditsRequest::default() }),
    }
}

fn json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    serde_json::from_slice(bytes).map_err(|error| cut(&in_words(error.to_string())))
}

/// Cuts the middle out of a long message; its end has the position of the error.
fn cut(message: &str) -> String {
    let letters: Vec<char> = message.chars().collect();
    if letters.len() <= LONGEST {
        return message.to_owned();
    }
    let (head, tail) = (&letters[..LONGEST / 2], &letters[letters.len() - LONGEST / 2..]);
    head.iter().chain(&['…']).chain(tail).collect()
}
