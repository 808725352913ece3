//! A part of a book: the nodes along some lines.

use super::books::{self, BookHead, nodes_sql};
use super::connection::SqlConnection;
use super::fault::Fault;
use super::value::{Parameter, params};
use crate::BookInfo;
use joseki_book::{BookPart, Forest, LeftOut, Line, NodeId};

/// The nodes along some steps after a node, in order: the steps as one text, and the length of
/// each; from a depth on. One statement, since a server takes longer to be asked than to answer.
const PATH: &str = "WITH RECURSIVE path (node_id, depth) AS (
        SELECT CAST(?1 AS BIGINT), 0
        UNION ALL
        SELECT node.id, depth + 1 FROM path
        JOIN node ON node.parent_id = path.node_id
            AND node.step = substr(CAST(?2 AS TEXT), 1 + depth * CAST(?3 AS INTEGER), CAST(?3 AS INTEGER))
            AND node.book_id = ?5
    )";
const ON_PATH: &str = "JOIN path ON path.node_id = node.id
    WHERE depth >= CAST(?4 AS INTEGER) AND node.book_id = ?5 ORDER BY depth";

/// All moves that follow a node: a range of an index.
const CHILDREN: &str = "WHERE parent_id = ?1 AND book_id = ?2 ORDER BY step";

/// Number of steps, and of nodes below them, up to which a part is never read as the whole book.
const FEW_STEPS: u64 = 1000;

/// Finding the node of a step takes as long as reading this many nodes in a row.
const STEP_COST: u64 = 8;

/// The children of some nodes, without their data.
const BARE: &str = "SELECT parent_id, id, retired FROM node
                    WHERE parent_id IN (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
                        AND book_id = ?13";
/// Number of nodes in [`BARE`].
const BARE_PARENTS: usize = 12;

/// Loads the part of a book that a change of some nodes touches, without counts.
pub(super) fn load(
    conn: SqlConnection<'_>,
    name: &str,
    part: &BookPart,
) -> Result<Option<(BookInfo, Forest)>, Fault> {
    conn.plan_look_ups()?;
    let Some(head) = books::find(conn, name)? else {
        return Ok(None);
    };
    let most = FEW_STEPS.max(head.info.nodes / STEP_COST);
    let forest = if part.is_whole() || part.steps() as u64 > most {
        None
    } else {
        looked_up(conn, &head, part, usize::try_from(most).unwrap_or(usize::MAX))?
    };
    let forest = forest.map_or_else(|| books::nodes(conn, &head), Ok)?;
    Ok(Some((head.info, forest)))
}

/// Loads a part node by node; `None` if it has more than `most` nodes, so that reading the whole
/// book is faster.
fn looked_up(
    conn: SqlConnection<'_>,
    head: &BookHead,
    part: &BookPart,
    most: usize,
) -> Result<Option<Forest>, Fault> {
    let mut loading = PartLoader::new(conn, head);
    for line in &part.lines {
        loading.line(line)?;
    }
    for line in &part.subtrees {
        if let Some(id) = loading.line(line)?
            && !loading.subtree(id, most)?
        {
            return Ok(None);
        }
    }
    loading.finish().map(Some)
}

struct PartLoader<'c> {
    conn: SqlConnection<'c>,
    forest: Forest,
    book: i64,
    root: i64,
    has_root: bool,
    /// By index: whether all children are there.
    is_whole: Vec<bool>,
}

impl PartLoader<'_> {
    fn new<'c>(conn: SqlConnection<'c>, head: &BookHead) -> PartLoader<'c> {
        let forest = Forest::for_variant(head.info.variant);
        let (book, root) = (head.id, head.root());
        PartLoader { conn, forest, book, root, has_root: false, is_whole: vec![false] }
    }

    /// Loads the nodes along a line; returns that at its end, if the book contains it.
    fn line(&mut self, line: &Line) -> Result<Option<NodeId>, Fault> {
        let mut id = NodeId::ROOT;
        let mut rest = line.steps();
        while let Some((step, later)) = rest.split_first()
            && let Some(child) = self.forest.child(id, *step)
        {
            (id, rest) = (child, later);
        }
        if rest.is_empty() && self.has_root {
            return Ok(Some(id));
        }
        let steps: String = rest.iter().map(ToString::to_string).collect();
        let letters = rest.first().map_or(1, |first| first.to_string().len());
        let start = self.forest.node(id).stored.unwrap_or(self.root);
        let mut statement = self.conn.prepare(&format!("{PATH} {}", nodes_sql(ON_PATH)))?;
        let depth = u8::from(self.has_root);
        let mut rows = statement.query(params![start, steps, letters, depth, self.book])?;
        if !self.has_root {
            let row = rows.next()?.ok_or_else(|| books::damage(self.root, "it is missing"))?;
            books::node(&mut self.forest, NodeId::ROOT, row)?;
            self.has_root = true;
        }
        for step in rest {
            let Some(row) = rows.next()? else {
                return Ok(None);
            };
            id = self.forest.child_or_insert(id, *step).0;
            self.is_whole.push(false);
            books::node(&mut self.forest, id, row)?;
        }
        Ok(Some(id))
    }

    /// Loads everything that follows a node; returns false once there are more than `most` nodes.
    fn subtree(&mut self, id: NodeId, most: usize) -> Result<bool, Fault> {
        let mut waiting = vec![id];
        let mut statement = self.conn.prepare(&nodes_sql(CHILDREN))?;
        while let Some(id) = waiting.pop() {
            if self.forest.len() > most {
                return Ok(false);
            }
            if self.is_whole[id.index()] {
                continue;
            }
            let mut rows = statement.query([self.forest.node(id).stored, Some(self.book)])?;
            while let Some(row) = rows.next()? {
                let step = books::step(self.forest.variant(), row)?;
                let (child, new) = self.forest.child_or_insert(id, step);
                if new {
                    self.is_whole.push(false);
                    books::node(&mut self.forest, child, row)?;
                }
                waiting.push(child);
            }
            self.is_whole[id.index()] = true;
        }
        Ok(true)
    }

    /// Says of each node what it leaves out.
    fn finish(mut self) -> Result<Forest, Fault> {
        self.line(&Line::new())?;
        let ids = self.forest.nodes().map(|(id, _)| id);
        let ids: Vec<NodeId> = ids.filter(|id| !self.is_whole[id.index()]).collect();
        for ids in ids.chunks(BARE_PARENTS) {
            for (id, left_out) in self.left_out(ids)? {
                self.forest.set_left_out(id, left_out);
            }
        }
        Ok(self.forest)
    }

    fn left_out(&self, ids: &[NodeId]) -> Result<Vec<(NodeId, LeftOut)>, Fault> {
        let stored = |id: NodeId| self.forest.node(id).stored;
        let mut found: Vec<(NodeId, LeftOut)> =
            ids.iter().map(|id| (*id, LeftOut::Nothing)).collect();
        // The last one again in the places that are left.
        let parents: Vec<Option<i64>> =
            (0..BARE_PARENTS).map(|at| stored(ids[at.min(ids.len() - 1)])).collect();
        let mut values: Vec<&dyn Parameter> = parents.iter().map(|id| id as _).collect();
        values.push(&self.book);
        let mut statement = self.conn.prepare(BARE)?;
        let mut rows = statement.query(values.as_slice())?;
        let mut missing = found.len();
        while missing > 0
            && let Some(row) = rows.next()?
        {
            let parent: Option<i64> = row.get(0)?;
            let Some((id, left_out)) = found.iter_mut().find(|(id, _)| stored(*id) == parent)
            else {
                continue;
            };
            let child: Option<i64> = row.get(1)?;
            let children = self.forest.node(*id).children();
            if *left_out == LeftOut::InUse || children.iter().any(|id| stored(*id) == child) {
                continue;
            }
            *left_out = if row.get(2)? {
                LeftOut::Retired
            } else {
                missing -= 1;
                LeftOut::InUse
            };
        }
        Ok(found)
    }
}
