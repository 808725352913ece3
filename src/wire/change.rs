//! Changes of books: entries of the log, and what they did to each node.

use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::time::rfc3339_seconds;
use crate::book::{Contradiction, Delta, Field, NodeChange, NodeData, NodeState};
use crate::service::{ChangePage, NodeChangePage};
use crate::store::{ChangeRow, NodeLog};

/// A change of a book.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChangeJson {
    /// Its number in the log of all books; grows with time.
    pub id: i64,
    /// The book's name after the change.
    pub book: String,
    /// The book's version after the change.
    pub version: u64,
    /// When: `2026-01-31T13:05:07Z`.
    pub at: String,
    /// `create`, `edit`, `import`, `mine`, `merge`, `copy`, `split`, `rename`, `delete`, `restore`, `revert` or
    /// `baseline`.
    pub kind: &'static str,
    /// Who did it.
    pub who: String,
    /// Why, in the words of who did it; empty if nothing was said.
    pub reason: String,
    /// With what: files, another book, the change that was taken back.
    pub what: String,
    /// The version of a book that it was made of, `main@12`.
    pub origin: Option<String>,
    /// Nodes that came.
    pub added: u64,
    /// Nodes that changed.
    pub changed: u64,
    /// Nodes that went.
    pub deleted: u64,
    /// Whether the log has what changed.
    pub has_contents: bool,
}

/// A page of changes.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChangesJson {
    /// The changes.
    pub changes: Vec<ChangeJson>,
    /// Where the next page starts: say it as `before`, or as `after` if that was asked; null on the last page.
    pub next: Option<i64>,
}

/// A change with the nodes that it concerned.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChangeDetailsJson {
    /// The change.
    #[serde(flatten)]
    pub entry: ChangeJson,
    /// What it changed; nothing if the log has not what it was.
    pub difference: DeltaJson,
}

/// What differs between two states of a book.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DeltaJson {
    /// Nodes that come.
    pub added: u64,
    /// Nodes that change.
    pub changed: u64,
    /// Nodes that go.
    pub deleted: u64,
    /// The nodes in the order of their lines, the first of them if there are many.
    pub nodes: Vec<NodeChangeJson>,
    /// After which line the rest follows; null if these are all.
    pub next: Option<String>,
}

/// What differs of one node. Everything that names a point is in the frame of the canonical line: `{CF}` in a comment
/// is the point at a step, `{B}` the first mover's colour.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NodeChangeJson {
    /// The canonical line; empty for the empty corner.
    pub line: String,
    /// `added`, `changed` or `deleted`.
    pub change: &'static str,
    /// The fields that differ.
    pub fields: Vec<FieldChangeJson>,
}

/// What differs of one field.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FieldChangeJson {
    /// The field.
    pub field: &'static str,
    /// What it was; null for nothing.
    pub before: Value,
    /// What it is; null for nothing.
    pub after: Value,
}

/// A change of one node, with the change of the book that it was part of.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NodeLogJson {
    /// The change of the book.
    #[serde(flatten)]
    pub entry: ChangeJson,
    /// What became of the node.
    pub node: NodeChangeJson,
}

/// A page of a node's changes, the newest first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NodeChangesJson {
    /// The node's canonical line.
    pub line: String,
    /// The changes.
    pub changes: Vec<NodeLogJson>,
    /// Where the next page starts: say it as `before`; null on the last page.
    pub next: Option<i64>,
}

/// Where two sides say different things of a node.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ContradictionJson {
    /// The node's canonical line.
    pub line: String,
    /// The field; `label` for the texts of marks, `node` for whether it is there, `retired` for whether it is in use.
    pub field: &'static str,
    /// What stands now (would stand).
    pub kept: String,
    /// What was left out.
    pub left_out: String,
    /// Whether what stands is what came in.
    pub taken: bool,
}

impl From<&ChangeRow> for ChangeJson {
    fn from(row: &ChangeRow) -> ChangeJson {
        let note = &row.note;
        let origin = note.origin.as_ref();
        ChangeJson {
            id: row.id,
            book: row.book.clone(),
            version: row.version,
            at: rfc3339_seconds(row.at),
            kind: note.kind.name(),
            who: note.who.clone(),
            reason: note.reason.clone(),
            what: note.what.clone(),
            origin: origin.map(|origin| format!("{}@{}", origin.book, origin.version)),
            added: row.inserted,
            changed: row.updated,
            deleted: row.deleted,
            has_contents: row.has_contents,
        }
    }
}

impl From<&ChangePage> for ChangesJson {
    fn from(page: &ChangePage) -> ChangesJson {
        ChangesJson {
            changes: page.changes.iter().map(ChangeJson::from).collect(),
            next: page.next,
        }
    }
}

impl From<&NodeChangePage> for NodeChangesJson {
    fn from(page: &NodeChangePage) -> NodeChangesJson {
        NodeChangesJson {
            line: page.line.to_string(),
            changes: page.changes.iter().map(NodeLogJson::from).collect(),
            next: page.next,
        }
    }
}

impl From<&NodeLog> for NodeLogJson {
    fn from(log: &NodeLog) -> NodeLogJson {
        NodeLogJson {
            entry: ChangeJson::from(&log.change),
            node: NodeChangeJson::from(&log.node),
        }
    }
}

impl DeltaJson {
    /// The first `limit` nodes after a line, if one is said.
    #[must_use]
    pub fn new(delta: &Delta, after: Option<&str>, limit: usize) -> DeltaJson {
        let (added, changed, deleted) = delta.counts();
        let text = |change: &NodeChange| change.line.to_string();
        let later = |change: &&NodeChange| after.is_none_or(|after| text(change).as_str() > after);
        let mut rest = delta.changes().iter().filter(later);
        let shown: Vec<&NodeChange> = rest.by_ref().take(limit).collect();
        let more = rest.next().is_some();
        DeltaJson {
            added,
            changed,
            deleted,
            next: shown.last().filter(|_| more).map(|change| text(change)),
            nodes: shown.into_iter().map(NodeChangeJson::from).collect(),
        }
    }
}

impl From<&NodeChange> for NodeChangeJson {
    fn from(change: &NodeChange) -> NodeChangeJson {
        NodeChangeJson {
            line: change.line.to_string(),
            change: match (&change.before, &change.after) {
                (None, _) => "added",
                (_, None) => "deleted",
                _ => "changed",
            },
            fields: fields(change.before.as_ref(), change.after.as_ref()),
        }
    }
}

impl From<&Contradiction> for ContradictionJson {
    fn from(found: &Contradiction) -> ContradictionJson {
        ContradictionJson {
            line: found.line.to_string(),
            field: found.conflict.field,
            kept: found.conflict.kept.clone(),
            left_out: found.conflict.left_out.clone(),
            taken: found.conflict.taken,
        }
    }
}

fn fields(before: Option<&NodeState>, after: Option<&NodeState>) -> Vec<FieldChangeJson> {
    let nothing = NodeState::default();
    let (one, two) = (before.unwrap_or(&nothing), after.unwrap_or(&nothing));
    let (known, known_after) = (one.known(), two.known());
    let mut fields: Vec<FieldChangeJson> = one
        .differing_fields(two)
        .map(|field| FieldChangeJson {
            field: field.name(),
            before: value(field, &known),
            after: value(field, &known_after),
        })
        .collect();
    let flags = [
        ("ends", one.ends, two.ends),
        ("mined", one.mined, two.mined),
        ("retired", one.retired, two.retired),
    ];
    let differ = flags
        .into_iter()
        .filter(|(_, before, after)| before != after);
    fields.extend(differ.map(|(field, before, after)| FieldChangeJson {
        field,
        before: json!(before),
        after: json!(after),
    }));
    fields
}

fn value(field: Field, data: &NodeData) -> Value {
    if field.is_unsaid(data) {
        return Value::Null;
    }
    match field {
        Field::Advantage => json!(data.advantage),
        Field::Confidence => json!(data.confidence),
        Field::Names => json!(data.names),
        Field::Tags => json!(data.tags),
        Field::Sources => json!(data.sources),
        Field::Properties => json!(data.properties),
        Field::Marks => {
            let marks: Vec<String> = data.marks.iter().map(ToString::to_string).collect();
            json!(marks)
        }
        Field::Verdict | Field::Sente | Field::Comment | Field::Conditions => {
            json!(field.text(data))
        }
    }
}
