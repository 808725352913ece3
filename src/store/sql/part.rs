//! A part of a book: the nodes along some lines.

use super::books::{self, BookHead, NODE};
use super::connection::SqlConnection;
use super::fault::Fault;
use super::value::params;
use crate::book::{BookPart, Forest, LeftOut, Line, NodeId};
use crate::store::BookInfo;

/// The move that follows a node, and all that follow it: ranges of an index.
const CHILD: &str = "WHERE parent_id = ?1 AND step = ?2";
const CHILDREN: &str = "WHERE parent_id = ?1 ORDER BY step";

/// Number of steps up to which a part is never read as the whole book.
const FEW_STEPS: u64 = 1000;

/// Finding the node of a step takes as long as reading this many nodes in a row.
const STEP_COST: u64 = 8;

/// The same without their data.
const BARE: &str = "SELECT id, retired, step FROM node WHERE parent_id = ?1";

/// Loads the part of a book that a change of some nodes touches, without counts.
pub(super) fn load(
    conn: SqlConnection<'_>,
    name: &str,
    part: &BookPart,
) -> Result<Option<(BookInfo, Forest)>, Fault> {
    let Some(head) = books::find(conn, name)? else {
        return Ok(None);
    };
    let steps = part.steps() as u64;
    if steps > FEW_STEPS && steps * STEP_COST > head.info.nodes {
        let forest = books::nodes(conn, &head)?;
        return Ok(Some((head.info, forest)));
    }
    let mut loading = PartLoader::new(conn, &head)?;
    for line in &part.lines {
        loading.line(line)?;
    }
    for line in &part.subtrees {
        if let Some(id) = loading.line(line)? {
            loading.subtree(id)?;
        }
    }
    Ok(Some((head.info, loading.finish()?)))
}

struct PartLoader<'c> {
    conn: SqlConnection<'c>,
    forest: Forest,
    /// By index: whether all children are there.
    is_whole: Vec<bool>,
}

impl PartLoader<'_> {
    fn new<'c>(conn: SqlConnection<'c>, head: &BookHead) -> Result<PartLoader<'c>, Fault> {
        let mut forest = Forest::for_variant(head.info.variant);
        let mut statement = conn.prepare(&format!("{NODE} WHERE id = ?1"))?;
        let mut rows = statement.query([head.root()])?;
        let row = rows.next()?.ok_or_else(|| books::damage(head.root(), "it is missing"))?;
        books::node(&mut forest, NodeId::ROOT, row)?;
        Ok(PartLoader { conn, forest, is_whole: vec![false] })
    }

    /// Loads the nodes along a line; returns that at its end, if the book has it.
    fn line(&mut self, line: &Line) -> Result<Option<NodeId>, Fault> {
        let mut id = NodeId::ROOT;
        for step in line.steps() {
            if let Some(child) = self.forest.child(id, *step) {
                id = child;
                continue;
            }
            let mut statement = self.conn.prepare(&format!("{NODE} {CHILD}"))?;
            let mut rows =
                statement.query(params![self.forest.node(id).stored, step.to_string()])?;
            let Some(row) = rows.next()? else {
                return Ok(None);
            };
            id = self.forest.child_or_insert(id, *step).0;
            self.is_whole.push(false);
            books::node(&mut self.forest, id, row)?;
        }
        Ok(Some(id))
    }

    /// Loads everything that follows a node.
    fn subtree(&mut self, id: NodeId) -> Result<(), Fault> {
        let mut waiting = vec![id];
        let mut statement = self.conn.prepare(&format!("{NODE} {CHILDREN}"))?;
        while let Some(id) = waiting.pop() {
            if self.is_whole[id.index()] {
                continue;
            }
            let mut rows = statement.query([self.forest.node(id).stored])?;
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
        Ok(())
    }

    /// Says of each node what it leaves out.
    fn finish(mut self) -> Result<Forest, Fault> {
        let ids: Vec<NodeId> = self.forest.nodes().map(|(id, _)| id).collect();
        for id in ids {
            if !self.is_whole[id.index()] {
                let left_out = self.left_out(id)?;
                self.forest.set_left_out(id, left_out);
            }
        }
        Ok(self.forest)
    }

    fn left_out(&self, id: NodeId) -> Result<LeftOut, Fault> {
        let node = self.forest.node(id);
        let known: Vec<Option<i64>> =
            node.children().iter().map(|child| self.forest.node(*child).stored).collect();
        let mut statement = self.conn.prepare(BARE)?;
        let mut rows = statement.query([node.stored])?;
        let mut found = LeftOut::Nothing;
        while let Some(row) = rows.next()? {
            if known.contains(&row.get(0)?) {
                continue;
            }
            if !row.get::<bool>(1)? {
                return Ok(LeftOut::InUse);
            }
            found = LeftOut::Retired;
        }
        Ok(found)
    }
}
