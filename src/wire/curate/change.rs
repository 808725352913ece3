//! Changes of books: log entries and their effect on each node.

use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::time::rfc3339_seconds;
use joseki_book::{Contradiction, Delta, Field, NodeChange, NodeData, NodeState};
use joseki_service::curate::{ChangePage, ChangedNodesPage, NodeChangePage};
use joseki_store::{ChangeRow, NodeLogEntry};

/// Log entry of one change of a book.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChangeJson {
    /// Number of the change in the log, which is shared by all books; increases with time.
    pub id: i64,
    /// Name of the book after the change.
    pub book: String,
    /// Version of the book after the change.
    pub version: u64,
    /// Time of the change, UTC, e.g. `2026-01-31T13:05:07Z`.
    pub at: String,
    /// Kind of change: `create`, `edit`, `import`, `grow`, `mine`, `merge`, `copy`, `split`,
    /// `rename`, `delete`, `restore`, `revert` or `baseline`.
    pub kind: &'static str,
    /// Author of the change.
    pub who: String,
    /// Reason given by the author; empty if none was given.
    pub reason: String,
    /// Source of the change: file names, another book or the reverted change; may be empty.
    /// Files are given without their folders, unless reading requires a key.
    pub what: String,
    /// Book and version that this book was derived from, e.g. `main@12`; null if none.
    pub origin: Option<String>,
    /// Number of nodes added.
    pub added: u64,
    /// Number of nodes changed.
    pub changed: u64,
    /// Number of nodes deleted.
    pub deleted: u64,
    /// Whether the log has stored the differences.
    pub has_contents: bool,
}

/// Page of log entries.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChangesJson {
    /// The entries.
    pub changes: Vec<ChangeJson>,
    /// Value of `before` (or `after`, if the request used it) for the next page; null on the last
    /// page.
    pub next: Option<i64>,
}

/// Log entry with the differences that it made.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChangeDetailsJson {
    /// The log entry.
    #[serde(flatten)]
    pub entry: ChangeJson,
    /// The differences; empty if the log has not stored them.
    pub difference: DeltaJson,
}

/// Differences between two states of a book.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DeltaJson {
    /// Number of nodes added.
    pub added: u64,
    /// Number of nodes changed.
    pub changed: u64,
    /// Number of nodes deleted.
    pub deleted: u64,
    /// Changed nodes, ordered by line; only the first ones if there are many.
    pub nodes: Vec<NodeChangeJson>,
    /// Line after which the remaining nodes follow; null if all are listed.
    pub next: Option<String>,
}

/// Differences of one node. Points are given in the frame of the canonical line: in a comment,
/// `{CF}` is the point at a step and `{B}` the first mover's colour.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NodeChangeJson {
    /// Canonical line; empty for the empty corner.
    pub line: String,
    /// Kind of change: `added`, `changed` or `deleted`.
    pub change: &'static str,
    /// Fields that differ.
    pub fields: Vec<FieldChangeJson>,
}

/// Difference of one field.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FieldChangeJson {
    /// Name of the field.
    pub field: &'static str,
    /// Value before the change; null if the field was empty.
    pub before: Value,
    /// Value after the change; null if the field is empty.
    pub after: Value,
}

/// Change of one node with the log entry that it belongs to.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NodeLogJson {
    /// The log entry.
    #[serde(flatten)]
    pub entry: ChangeJson,
    /// Differences of the node.
    pub node: NodeChangeJson,
}

/// Page of a node's changes, newest first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NodeChangesJson {
    /// Canonical line of the node.
    pub line: String,
    /// Changes of the node.
    pub changes: Vec<NodeLogJson>,
    /// Value of `before` for the next page; null on the last page.
    pub next: Option<i64>,
}

/// Field of a node on which two sides disagree.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ContradictionJson {
    /// Canonical line of the node.
    pub line: String,
    /// Name of the field; `label` stands for the texts of marks, `node` for its existence,
    /// `retired` for its retirement.
    pub field: &'static str,
    /// Value that was kept; in a dry run, that would be kept.
    pub kept: String,
    /// Value that was discarded.
    pub left_out: String,
    /// Whether the incoming value was kept.
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
            kind: note.kind.into(),
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

impl ChangeJson {
    /// Removes the folders of the files that the change was made from.
    pub fn remove_folders(&mut self) {
        const COUNTS: &str = "counts of ";
        let (before, files) = match self.what.strip_prefix(COUNTS) {
            Some(file) => (COUNTS, file),
            None => ("", self.what.as_str()),
        };
        let names = files.split(", ").map(|file| file.rsplit(['/', '\\']).next().unwrap_or(file));
        self.what = format!("{before}{}", names.collect::<Vec<_>>().join(", "));
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

impl From<&NodeLogEntry> for NodeLogJson {
    fn from(log: &NodeLogEntry) -> NodeLogJson {
        NodeLogJson { entry: ChangeJson::from(&log.change), node: NodeChangeJson::from(&log.node) }
    }
}

impl DeltaJson {
    /// Creates a page of at most `limit` nodes, starting after the line `after` if given.
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

impl From<&ChangedNodesPage> for DeltaJson {
    fn from(page: &ChangedNodesPage) -> DeltaJson {
        let ChangedNodesPage { change, nodes, has_more } = page;
        let count = |number: u64| if change.has_contents { number } else { 0 };
        DeltaJson {
            added: count(change.inserted),
            changed: count(change.updated),
            deleted: count(change.deleted),
            next: nodes.last().filter(|_| *has_more).map(|node| node.line.to_string()),
            nodes: nodes.iter().map(NodeChangeJson::from).collect(),
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
            field: field.into(),
            before: value(field, &known),
            after: value(field, &known_after),
        })
        .collect();
    let flags = [
        ("ends", one.ends, two.ends),
        ("mined", one.mined, two.mined),
        ("retired", one.retired, two.retired),
    ];
    let differ = flags.into_iter().filter(|(_, before, after)| before != after);
    fields.extend(differ.map(|(field, before, after)| FieldChangeJson {
        field,
        before: json!(before),
        after: json!(after),
    }));
    fields
}

fn value(field: Field, data: &NodeData) -> Value {
    if field.is_unset(data) {
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
