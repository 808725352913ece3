//! Records as SGF text, which trees, games and results are read from.

use super::any::{ReadRecord, read};
use super::record::{RecordResult, XiangqiRecord};
use super::{RecordError, cbr, dhtmlxq, pgn, xqf};
use crate::dictionary::FEN;
use crate::five::sgf_text::{push_if_present, push_property};
use joseki_game::Side;
use joseki_game::xiangqi::XiangqiBoard;

/// The tags of a record that SGF has properties for.
const TAGS: [(&str, &str); 12] = [
    ("Event", "EV"),
    ("Date", "DT"),
    ("Site", "PC"),
    ("Round", "RO"),
    ("Red", "PB"),
    ("White", "PB"),
    ("RedTeam", "BT"),
    ("Black", "PW"),
    ("BlackTeam", "WT"),
    ("Annotator", "AN"),
    ("Source", "SO"),
    ("TimeControl", "OT"),
];

/// Whether a file is a record of xiangqi, by its first bytes: XQF, CBR, DhtmlXQ or PGN.
#[must_use]
pub fn is_record(start: &[u8]) -> bool {
    xqf::is_xqf(start) || cbr::is_cbr(start) || dhtmlxq::is_dhtmlxq(start) || pgn::is_pgn(start)
}

/// Whether a file is SGF, by its first character; an empty one is.
#[must_use]
pub fn is_sgf(file: &[u8]) -> bool {
    let start = file.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(file).trim_ascii_start();
    start.first().is_none_or(|first| *first == b'(')
}

/// Reads the records of a file as SGF text, and what could not be read of them.
///
/// # Errors
/// The file has none.
pub fn as_sgf(file: &[u8]) -> Result<(String, Vec<String>), RecordError> {
    let mut text = String::new();
    let mut warnings = Vec::new();
    for ReadRecord { record, line, problems } in read(file)? {
        push_sgf(&mut text, &record);
        warnings.extend(problems.iter().map(|problem| match line {
            1 => problem.clone(),
            _ => format!("record in line {line}: {problem}"),
        }));
    }
    Ok((text, warnings))
}

/// Appends a record as an SGF tree: Red, who moves first, is `B`, and a move is its two squares.
pub fn push_sgf(out: &mut String, record: &XiangqiRecord) {
    push_tree(out, record, |_, _, _| {});
}

/// Appends a record as an SGF tree; `more` appends properties of a node, by its index and side.
pub(super) fn push_tree(
    out: &mut String,
    record: &XiangqiRecord,
    more: impl Fn(usize, Side, &mut String),
) {
    out.push_str("(;FF[4]GM[7]CA[UTF-8]SZ[9:10]");
    if !record.start.is_same_as(&XiangqiBoard::new()) {
        push_property(out, FEN, &record.start.fen());
    }
    let mut written: Vec<&str> = Vec::new();
    for (tag, property) in TAGS {
        let value = record.tag(tag).filter(|_| !written.contains(&property));
        if let Some(value) = value {
            push_property(out, property, value);
            written.push(property);
        }
    }
    if record.result != RecordResult::Unknown {
        push_property(out, "RE", record.result.text());
    }
    push_if_present(out, "C", &record.comment);
    let children = record.children();
    // What is still to be written: a move with whether it begins a variation, or the end of one.
    let mut waiting: Vec<Option<(usize, bool)>> = Vec::new();
    let queue = |waiting: &mut Vec<_>, after: &[usize]| {
        let is_variation = after.len() > 1;
        for node in after.iter().rev() {
            if is_variation {
                waiting.push(None);
            }
            waiting.push(Some((*node, is_variation)));
        }
    };
    queue(&mut waiting, &children[0]);
    let mut sides = vec![Side::First; record.nodes.len()];
    while let Some(next) = waiting.pop() {
        let Some((at, is_variation)) = next else {
            out.push(')');
            continue;
        };
        let node = &record.nodes[at];
        let before = node.parent.map_or(record.start.to_move().opposite(), |parent| sides[parent]);
        sides[at] = before.opposite();
        if is_variation {
            out.push('(');
        }
        out.push_str(if sides[at] == Side::First { "\n;B[" } else { "\n;W[" });
        out.extend(node.shift.letters().map(char::from));
        out.push(']');
        push_if_present(out, "C", &node.comment);
        more(at, sides[at], out);
        queue(&mut waiting, &children[at + 1]);
    }
    out.push_str(")\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::{Limits, read_collection};

    #[test]
    fn a_tree_keeps_its_moves_comments_variations_and_tags() {
        let pgn = "[Game \"Chinese Chess\"]\n[Event \"Cup]\"]\n[Red \"A\"]\n[Black \"B\"]\n\
                   [Result \"0-1\"]\n[Format \"ICCS\"]\n\n{start} 1. H2-E2 {central} (1. C3-C4 G6-G5) \
                   H9-G7 2. H0-G2 0-1\n";
        let (text, warnings) = as_sgf(pgn.as_bytes()).unwrap();
        assert!(warnings.is_empty(), "{warnings:?}");
        assert_eq!(
            text,
            "(;FF[4]GM[7]CA[UTF-8]SZ[9:10]EV[Cup\\]]PB[A]PW[B]RE[0-1]C[start](\n;B[h2e2]C[central]\
             \n;W[h9g7]\n;B[h0g2])(\n;B[c3c4]\n;W[g6g5]))\n"
        );
        let trees = read_collection(text.as_bytes(), &Limits::default()).unwrap().trees;
        assert_eq!(trees[0].node_count(), 6);
    }

    #[test]
    fn a_position_that_is_set_up_is_said() {
        let pgn = "[Game \"Chinese Chess\"]\n[FEN \"4k4/9/9/9/9/9/9/9/9/R2K5 b - - 0 1\"]\n\n1. ... K5=6\n";
        let (text, _) = as_sgf(pgn.as_bytes()).unwrap();
        assert!(text.contains("FEN[4k4/9/9/9/9/9/9/9/9/R2K5 b - - 0 1]"), "{text}");
        assert!(text.contains(";W[e9f9]"), "{text}");
    }

    #[test]
    fn records_are_known_by_their_first_bytes() {
        for start in ["[Game \"Chinese Chess\"]", "\u{feff}\n[Event \"x\"]", "[DhtmlXQ_title]"] {
            assert!(is_record(start.as_bytes()), "{start}");
        }
        for start in ["(;GM[7])", "[Black D4]", "hello", ""] {
            assert!(!is_record(start.as_bytes()), "{start}");
        }
    }
}
