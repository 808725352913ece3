//! A subtree of a book as TOML: a table for each node, named by its line.

use std::collections::BTreeMap;
use std::fmt::Display;

use super::edit::{EditItem, EditOp};
use super::patch::{ListPatchJson, MarkPatchJson, PatchJson};
use super::{node::MarkJson, node::NodeView};
use crate::error::RequestError;
use crate::oriented::OrientedLine;
use joseki_book::{Edit, Forest, Line, NodeData, NodeId};
use joseki_game::{Side, Variant};
use joseki_service::curate::Subtree;

/// How a tenuki is shown among points.
const TENUKI: &str = "tenuki";

/// The fields that consist of parts.
const MARKS: &str = "marks";
const PROPERTIES: &str = "properties";

/// Returns a subtree as TOML. Points are in the orientation of dictionaries: upper right, clockwise,
/// Black first. Nodes on the way to the subtree are left out.
///
/// # Errors
/// A message, if a value cannot be written.
pub fn write_subtree(subtree: &Subtree) -> Result<String, String> {
    let forest = &subtree.forest;
    let mut text = String::new();
    for (_, id) in forest.walk() {
        let line = forest.line(id);
        let is_inside = line.steps().starts_with(subtree.line.steps());
        // The book itself need not be described.
        if !is_inside || (line.is_empty() && forest.node(id).data().is_none()) {
            continue;
        }
        let written = line.to_string();
        let oriented = orient(forest.variant(), &written).map_err(|error| error.to_string())?;
        let view = NodeView(&oriented);
        let moves = oriented.line.steps().iter();
        let moves = moves.map(|step| view.point(*step).unwrap_or_else(|| TENUKI.to_owned()));
        let moves = if line.is_empty() {
            "the book".to_owned()
        } else {
            moves.collect::<Vec<_>>().join(" ")
        };
        let table = table(&written, &fields(forest, id, &oriented));
        let table = table.map_err(|error| format!("{written}: {error}"))?;
        text += &format!("\n# {moves}\n{table}");
    }
    Ok(text)
}

/// Writes a node's table, with what consists of parts on one line.
fn table(line: &str, fields: &PatchJson) -> Result<String, toml::ser::Error> {
    let mut text = toml::to_string(&BTreeMap::from([(line, toml::Table::new())]))?;
    for (name, value) in toml::Table::try_from(fields)? {
        text += &if matches!(name.as_str(), MARKS | PROPERTIES) {
            format!("{name} = {value}\n")
        } else {
            toml::to_string_pretty(&BTreeMap::from([(name, value)]))?
        };
    }
    Ok(text)
}

/// Reads what [`write_subtree`] writes, as a user may have changed it.
///
/// # Errors
/// A message: it is not TOML, or says of a node what no node has.
pub fn parse_subtree(variant: Variant, text: &str) -> Result<Forest, String> {
    // The library's message quotes the whole line, however long.
    let nodes: BTreeMap<String, PatchJson> = toml::from_str(text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        let before = text.as_bytes().get(..start).unwrap_or_default();
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        format!("line {line}: {}", error.message())
    })?;
    let mut tables = BTreeMap::new();
    for (name, mut fields) in nodes {
        // Nothing can be added after a retired node: it is retired when all is there.
        let is_retired = fields.retired.take() == Some(true);
        let is_end = fields.ends == Some(true);
        let edit = node_edit(variant, &name, fields).map_err(|error| within(&name, &error))?;
        let line = edit.line().canonical();
        if tables.insert(line, (name.clone(), edit, is_end, is_retired)).is_some() {
            return Err(within(&name, &"the same move has another table"));
        }
    }
    // The first node of the subtree.
    let shortest = tables.keys().map(Line::len).min().unwrap_or(0);
    let mut forest = Forest::for_variant(variant);
    let (mut ends, mut retired) = (Vec::new(), Vec::new());
    for (line, (name, edit, is_end, is_retired)) in &tables {
        let mut before = line.clone();
        before.pop();
        if line.len() > shortest && !tables.contains_key(&before) {
            let missing = format!(
                "the move before it, {before}, has no table: add that, or delete this one too"
            );
            return Err(within(name, &missing));
        }
        forest = forest.edited(edit).map_err(|error| within(name, &error))?;
        let id = forest.find(line);
        ends.extend(id.filter(|_| *is_end));
        retired.extend(id.filter(|_| *is_retired));
    }
    // A move that was added after another left a line that ends there.
    let all: Vec<NodeId> = forest.nodes().map(|(id, _)| id).collect();
    all.into_iter().for_each(|id| forest.set_ends(id, false));
    ends.into_iter().for_each(|id| forest.set_ends(id, true));
    retired.into_iter().for_each(|id| forest.set_retired(id, true));
    forest.mark_leaves();
    Ok(forest)
}

fn within(name: &str, error: &dyn Display) -> String {
    format!("[{name}]: {error}")
}

/// Reads a table's name: a line in steps, or its moves as the comment above a table has them.
fn node_edit(variant: Variant, name: &str, fields: PatchJson) -> Result<Edit, RequestError> {
    let op = if name.is_empty() { EditOp::Set } else { EditOp::Add };
    let steps = orient(variant, name);
    let item = match &steps {
        Ok(_) => EditItem::for_line(op, name),
        Err(_) => EditItem::for_moves(op, name.replace(TENUKI, "pass").replace(' ', ",")),
    };
    let edit = EditItem { fields: Some(fields), ..item }.parse(variant);
    match (edit, steps) {
        // It is neither.
        (Err(error), Err(steps)) if error.field.starts_with("moves") => Err(steps),
        (edit, _) => Ok(edit?.edit),
    }
}

fn orient(variant: Variant, line: &str) -> Result<OrientedLine, RequestError> {
    EditItem::for_line(EditOp::Set, line).orient(variant)
}

/// Returns all fields of a node that say something.
fn fields(forest: &Forest, id: NodeId, oriented: &OrientedLine) -> PatchJson {
    let node = forest.node(id);
    let data = node.data().cloned().unwrap_or_default();
    let list = |texts: &std::collections::BTreeSet<String>| {
        let texts: Vec<String> = texts.iter().cloned().collect();
        Some(texts).filter(|texts| !texts.is_empty()).map(|texts| Some(ListPatchJson::Whole(texts)))
    };
    let view = NodeView(oriented);
    let NodeData { verdict, advantage, sente, confidence, names, tags, sources, .. } = &data;
    let marks: Vec<MarkPatchJson> = data.marks.iter().map(|it| mark(view.mark(it))).collect();
    let conditions = data.conditions.transformed(oriented.written).to_string();
    let properties = data.properties.iter();
    let properties: BTreeMap<String, Vec<String>> =
        properties.map(|(name, values)| (name.clone(), values.iter().cloned().collect())).collect();
    PatchJson {
        verdict: verdict.map(|verdict| Some(verdict.to_string())),
        advantage: advantage.map(Some),
        sente: sente.map(|side| Some(if side == Side::First { "first" } else { "second" }.into())),
        confidence: confidence.map(Some),
        names: list(names),
        tags: list(tags),
        sources: list(sources),
        comment: view.comment(&data).map(Some),
        marks: Some(marks).filter(|marks| !marks.is_empty()).map(Some),
        conditions: Some(conditions).filter(|text| !text.is_empty()).map(Some),
        properties: Some(properties).filter(|all| !all.is_empty()).map(Some),
        ends: (node.ends && !node.children().is_empty()).then_some(true),
        retired: node.retired.then_some(true),
    }
}

fn mark(mark: MarkJson) -> MarkPatchJson {
    let MarkJson { kind, point, to, label } = mark;
    MarkPatchJson { kind, point: point.unwrap_or_default(), to, label }
}

#[cfg(test)]
mod tests {
    use super::*;
    use joseki_book::Delta;
    use joseki_service::curate::read_subtree;
    use joseki_store::BookInfo;

    fn again(forest: Forest) -> String {
        let book = BookInfo::empty("main", forest.variant());
        let subtree = Subtree { book, line: Line::new(), forest };
        let text = write_subtree(&subtree).unwrap();
        let read = parse_subtree(subtree.forest.variant(), &text).unwrap();
        let differ = Delta::between(&subtree.forest, &read);
        assert_eq!(differ.changes(), [], "{text}");
        text
    }

    #[test]
    fn the_text_gives_the_subtree_back() {
        let starter = include_bytes!("../../service/curate/starter/starter.sgf");
        let (starter, problems) = read_subtree(Variant::GO, "starter", starter).unwrap();
        assert!(starter.len() > 500 && problems.is_empty());
        again(starter);
        let renju =
            "(;FF[4]GM[4]SZ[15]RU[renju];B[hh]N[a name]C[At h8:\n\"quoted\\\\\"];W[hg]TR[ii])";
        let (renju, problems) = read_subtree(Variant::RENJU, "renju", renju.as_bytes()).unwrap();
        assert_eq!((renju.len(), problems), (2, Vec::new()));
        let book = BookInfo::empty("main", Variant::RENJU);
        let sgf = Subtree { book, line: Line::new(), forest: renju.clone() }.sgf().unwrap();
        let (same, problems) = read_subtree(Variant::RENJU, "renju", &sgf).unwrap();
        assert_eq!(problems, Vec::<String>::new(), "{}", String::from_utf8_lossy(&sgf));
        assert_eq!(Delta::between(&renju, &same).changes(), []);
        again(renju);
    }

    #[test]
    fn every_field_is_given_back() {
        let all = r#"
[DDCF]
verdict = "trick"
advantage = -1.5
sente = "second"
confidence = 70
names = ["approach"]
tags = ["a", "b"]
sources = ["club"]
comment = """
White O17, then R14.
Black P17."""
marks = [{ kind = "AR", point = "Q16", to = "O17" }, { kind = "LB", point = "R14", label = "A" }]
conditions = "own(P3)"
properties = { GB = ["1"], DM = ["1", "2"] }
ends = true
retired = true

[DDCFXX]
"#;
        let forest = parse_subtree(Variant::GO, all).unwrap();
        let id = forest.find(&"DDCF".parse().unwrap()).unwrap();
        let data = forest.node(id).data().unwrap();
        assert_eq!((data.marks.len(), data.tags.len(), data.properties.len()), (2, 2, 2));
        assert!(forest.node(id).ends && forest.node(id).retired);
        let text = again(forest);
        assert!(text.contains("# Q16 O17 tenuki\n[DDCFXX]\n"), "{text}");
    }

    #[test]
    fn a_table_may_be_named_by_its_moves() {
        let text = "[\"Q16 O17\"]\n[\"Q16 O17 tenuki\"]\n[\"D4 F3 C6\"]\ncomment = \"C6 here.\"\n";
        let forest = parse_subtree(Variant::GO, text).unwrap();
        let lines: Vec<String> = forest.lines().map(|(line, _)| line.to_string()).collect();
        assert_eq!(lines, ["DDCFFC", "DDCFXX"]);
        let at = forest.find(&"DDCFFC".parse().unwrap()).unwrap();
        assert!(forest.node(at).data().is_some_and(|data| data.comment.is_some()));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let problem = |text: &str| parse_subtree(Variant::GO, text).unwrap_err();
        for (text, told) in [
            ("[DDCF]\nverdict = \"best\"\n", "[DDCF]: fields.verdict: unknown verdict"),
            ("[DDCF]\nvalue = 1\n", "unknown field `value`"),
            ("[DDC]\n", "[DDC]: line: "),
            ("[DDDD]\n", "[DDDD]: "),
            ("[DDCFFC]\n[DDFCCF]\n", "[DDFCCF]: the same move has another table"),
            ("[DDCF]\n[DDCF]\n", "duplicate key"),
            ("[DDCF]\n[DDCFFC\n", "line 2: unclosed table"),
            ("[DDCF]\n[DDCFFCCC]\n", "[DDCFFCCC]: the move before it, DDCFFC, has no table"),
            ("[DDCF]\nnames = \"approach\"\n", "expected a list of texts, as in"),
            ("['Q16 Z1']\n", "[Q16 Z1]: line: "),
        ] {
            let found = problem(text);
            assert!(found.contains(told), "{text}: {found}");
        }
    }
}
