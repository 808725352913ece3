//! The CSV export of Rapfi's and Yixin's databases: positions with evaluations and texts.
//!
//! A row is `index,key,label,value,depth,bound,text`. Its key, such as `r-15-15-f8h8-g8-w`, names
//! a position without the order of its moves, in one of the eight orientations of the board. Its
//! text may start with `@BTXT@` and labels of points, before a backspace and the comment.

mod error;
mod position;
mod record;
mod rows;
mod tree;

#[cfg(test)]
mod tests;

pub use error::{KeyPart, RapfiFault, RapfiProblem};

use std::collections::BTreeMap;

use self::record::Record;
use self::rows::Rows;

/// The positions of one rule set and board size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RapfiTree {
    /// The rule set: `freestyle`, `standard` or `renju`, or empty if it is unknown.
    pub rule: &'static str,
    /// Lines of the board.
    pub size: u8,
    /// The number of positions.
    pub positions: usize,
    /// The positions as an SGF tree, one node a line.
    pub sgf: String,
}

/// The trees of an export and its faults.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RapfiReading {
    /// The trees.
    pub trees: Vec<RapfiTree>,
    /// The faults.
    pub problems: Vec<RapfiProblem>,
}

/// Returns whether a file that starts with this text is an export.
#[must_use]
pub fn is_export(first_bytes: &[u8]) -> bool {
    let text = first_bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(first_bytes);
    let line = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
    line.trim_ascii().eq_ignore_ascii_case(b"index,key,label,value,depth,bound,text")
}

/// Reads an export into SGF trees, one for each rule set and board size.
///
/// A position is placed after a position of the file with one stone of the last mover less, in
/// the orientation of that position. If there is none, moves in any order lead to it, and their
/// nodes are bare. A pass appears where the numbers of stones show one.
///
/// - `JX[label=w value=120 depth=12 bound=exact]`: the evaluation
/// - `C`: the comment
/// - `JL`: the label of the move's point in the diagram of the parent
/// - `LB`: labels of points with stones
///
/// # Examples
///
/// ```
/// let text = "index,key,label,value,depth,bound,text\n0,r-15-15-h8--w,(none),0,0,none,\"\"\n";
/// let reading = joseki_format::five::rapfi::read(text);
/// assert!(reading.trees.iter().all(|tree| tree.sgf.contains("RU[renju]\n;B[hh]JX[label=none")));
/// ```
#[must_use]
pub fn read(text: &str) -> RapfiReading {
    let mut reading = RapfiReading::default();
    let mut groups: BTreeMap<(char, u8), Vec<Record>> = BTreeMap::new();
    for row in Rows::new(text) {
        if row.fields.iter().take(2).eq(["index", "key"]) {
            continue;
        }
        if row.is_open {
            reading.problems.push(RapfiProblem { line: row.line, fault: RapfiFault::OpenQuote });
        }
        match Record::from_row(row, &mut reading.problems) {
            Ok(record) => {
                groups.entry((record.rule, record.position.size)).or_default().push(record);
            }
            Err(problem) => reading.problems.push(problem),
        }
    }
    for ((rule, size), records) in groups {
        let rule = rule_name(rule);
        let sgf = tree::to_sgf(&records, size, rule, &mut reading.problems);
        reading.trees.push(RapfiTree { rule, size, positions: records.len(), sgf });
    }
    reading
}

fn rule_name(letter: char) -> &'static str {
    match letter {
        'f' => "freestyle",
        's' => "standard",
        'r' => "renju",
        _ => "",
    }
}
