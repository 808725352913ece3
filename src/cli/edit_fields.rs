//! Conversion of the flags of `joseki edit` to a patch.

use super::args::FieldsArgs;
use crate::book::Field;
use crate::wire::{ListChangeJson, ListPatchJson, MarkPatchJson, PatchJson, RequestError};

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
    let change = ListChangeJson {
        add: add.to_vec(),
        remove: remove.to_vec(),
    };
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
    MarkPatchJson {
        to: rest.clone().filter(|_| goes),
        label: rest.filter(|_| !goes),
        kind,
        point,
    }
}

fn clear(field: Field, patch: &mut PatchJson) -> Result<(), RequestError> {
    fn empty<T>(said: &mut Option<Option<T>>, field: Field) -> Result<(), RequestError> {
        if matches!(said, Some(Some(_))) {
            let message = format!("{field} is both set and cleared");
            return Err(RequestError::new("invalid_value", "clear", message));
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
