//! Converts the SGF properties of a node to its data.

use std::collections::BTreeSet;

use crate::moves::point;
use crate::sgf::{NodeRef, PropertyRef, RawValue};
use joseki_book::{Conditions, Mark, NodeData, ParseConditionsError, Text, Verdict};
use joseki_game::go::PointSet;
use joseki_game::{BoardSize, Color, Frame, Point, Side, Step};

/// Properties of the file format, regenerated on export.
const FORM: [&str; 7] = ["AP", "CA", "FF", "GM", BOOK, "ST", "SZ"];
/// Properties that define moves and positions.
const PLAY: [&str; 5] = ["AB", "AE", "AW", "B", "W"];
/// Properties of a whole tree (FF\[4\], "Game info" and "Root").
const HEADER: [&str; 23] = [
    "AN", "BR", "BT", "CP", "DT", "EV", "GC", "GN", "HA", "KM", "ON", "OT", "PB", "PC", "PW", "RE",
    "RO", "RU", "SO", "TM", "US", "WR", "WT",
];
/// Marks on single points.
const MARKS: [&str; 9] = ["CR", "DD", "MA", "SL", "SQ", "TB", "TR", "TW", "VW"];
/// Marks from one point to another.
const ARROWS: [&str; 2] = ["AR", "LN"];
/// Marks that need at least one point: without it they state nothing.
const NEVER_EMPTY: [&str; 8] = ["AR", "CR", "LB", "LN", "MA", "SL", "SQ", "TR"];

/// Tags of a node. This property and the next seven are private to this program.
pub const TAG: &str = "JT";
/// Sources of a node.
pub const SOURCE: &str = "JU";
/// The side that ends in sente: `1` first mover, `2` second.
pub const SENTE: &str = "JS";
/// The confidence of the verdict, 0 to 100.
pub const CONFIDENCE: &str = "JV";
/// Conditions of a node, in frame coordinates.
pub const CONDITION: &str = "JC";
/// Marks a move whose point held a stone that was captured by stones outside the corner.
pub const TAKEN: &str = "JO";
/// The position at which a game of xiangqi begins, if it is not the usual one.
pub const FEN: &str = "FEN";

/// The properties that change a position other than by a move.
pub const SET_UPS: [&str; 4] = ["AB", "AE", "AW", FEN];
/// The book from which a file was exported, and its version. File metadata, not read.
pub const BOOK: &str = "JB";
/// Marks the end of a line at a node that other lines continue.
pub const END: &str = "JE";
/// The side to move. It may not stand beside a move, where it follows from the moves anyway; kept
/// in the root only.
pub const TO_MOVE: &str = "PL";

/// The kept value of `V` beside an advantage that the source stated in points, although the number
/// could be a grade of `GB`, `GW` or `DM`. It has no sign, so that it fits either colour.
pub const POINTS: &str = "points";

/// How the points of a tree's texts and marks map to the book.
#[derive(Clone, Copy)]
pub struct NodePlacement {
    /// The frame of the node.
    pub frame: Frame,
    /// The board.
    pub size: BoardSize,
    /// The colour that made the first move of the line.
    pub first: Color,
}

/// Whether a property belongs to the whole tree.
pub fn is_header(ident: &str) -> bool {
    HEADER.contains(&ident)
}

/// Reads the data of a node's move, with all points in the frame of the place.
pub fn read(node: NodeRef<'_>, place: NodePlacement) -> NodeData {
    let mut data = NodeData::default();
    let is_root = node.parent().is_none();
    let of_the_tree = |ident: &str| is_root && is_header(ident);
    for property in node.properties().filter(|property| !of_the_tree(property.ident())) {
        read_property(&mut data, property, place);
    }
    data
}

/// Reads the data of a tree's root: header properties and the comment, without points.
pub fn read_header(node: NodeRef<'_>, with_the_rest: bool) -> NodeData {
    let mut data = NodeData::default();
    for property in node.properties() {
        let ident = property.ident();
        if FORM.contains(&ident) || PLAY.contains(&ident) {
        } else if is_header(ident) {
            let values = property.values().flat_map(|value| {
                let text = value.text().into_owned();
                text.split("; ").map(str::to_owned).collect::<Vec<_>>()
            });
            keep_verbatim(&mut data, ident, values.collect());
        } else if with_the_rest && ident == "C" {
            data.comment = comment(property, None, |_, _| None);
        } else if with_the_rest {
            keep_verbatim(&mut data, ident, texts(property));
        }
    }
    data
}

fn read_property(data: &mut NodeData, property: PropertyRef<'_>, place: NodePlacement) {
    let ident = property.ident();
    match ident {
        "C" => {
            data.comment = comment(property, Some(place.first), |text, marked| {
                place.step_in_prose(text, marked)
            })
        }
        "N" => data.names.extend(texts(property)),
        "TE" | "BM" | "DO" | "IT" => read_verdict(data, property),
        "GB" | "GW" | "DM" | "V" => read_advantage(data, property, place.first),
        "LB" => read_labels(data, property, place),
        TAG => data.tags.extend(texts(property)),
        SOURCE => data.sources.extend(texts(property)),
        SENTE => read_sente(data, property),
        CONFIDENCE => read_confidence(data, property),
        CONDITION => {
            let (_, odd) = sorted_conditions(property);
            if !odd.is_empty() {
                keep_verbatim(data, CONDITION, odd);
            }
        }
        END | TAKEN | TO_MOVE => {}
        _ if MARKS.contains(&ident) => read_marks(data, property, place),
        _ if ARROWS.contains(&ident) => read_arrows(data, property, place),
        _ if FORM.contains(&ident) || PLAY.contains(&ident) => {}
        _ => keep_verbatim(data, ident, texts(property)),
    }
}

fn read_confidence(data: &mut NodeData, property: PropertyRef<'_>) {
    let value = property.values().next();
    let number = value.and_then(|value| value.text().trim().parse::<u8>().ok());
    match number.filter(|number| *number <= 100) {
        Some(number) => data.confidence = data.confidence.max(Some(number)),
        None => keep_verbatim(data, CONFIDENCE, texts(property)),
    }
}

fn texts(property: PropertyRef<'_>) -> BTreeSet<String> {
    property.values().map(|value| value.text().into_owned()).collect()
}

/// Keeps a property verbatim.
fn keep_verbatim(data: &mut NodeData, ident: &str, values: BTreeSet<String>) {
    let mut values = values.into_iter().filter(|value| may_be_written(ident, value)).peekable();
    if values.peek().is_some() {
        data.properties.entry(ident.to_owned()).or_default().extend(values);
    }
}

/// Whether a value may be exported. A book of an earlier version may have kept others.
pub fn may_be_written(ident: &str, value: &str) -> bool {
    !(value.is_empty() && NEVER_EMPTY.contains(&ident))
}

fn comment(
    property: PropertyRef<'_>,
    first: Option<Color>,
    step_at: impl Fn(&str, bool) -> Option<Step>,
) -> Option<Text> {
    let prose: Vec<String> = property
        .values()
        .map(|value| value.text().trim().to_owned())
        .filter(|text| !text.is_empty())
        .collect();
    (!prose.is_empty()).then(|| Text::from_prose(&prose.join("\n\n"), first, step_at))
}

/// `TE[2]` ideal, `TE` good, `BM` mistake, `DO` question, `IT` trick. A second one, and the
/// emphasis of `BM[2]`, are kept verbatim.
fn read_verdict(data: &mut NodeData, property: PropertyRef<'_>) {
    let values = texts(property);
    let double = values.contains("2");
    let verdict = match property.ident() {
        "TE" if double => Verdict::Ideal,
        "TE" => Verdict::Good,
        "BM" => Verdict::Mistake,
        "DO" => Verdict::Question,
        _ => Verdict::Trick,
    };
    let stressed = property.ident() == "BM" && double;
    if data.verdict.is_some() || stressed {
        keep_verbatim(data, property.ident(), values);
    }
    data.verdict = data.verdict.or(Some(verdict));
}

/// `GB` and `GW` are ±1 or ±2, `DM` 0, `V` points for Black. A second one, and `DM[2]`, are kept;
/// of points that could be a grade, that they are points.
fn read_advantage(data: &mut NodeData, property: PropertyRef<'_>, first: Color) {
    let values = texts(property);
    let double = values.contains("2");
    let good = if double { 2.0 } else { 1.0 };
    let number = || values.first().and_then(|text| text.trim().parse::<f64>().ok());
    let for_black = match property.ident() {
        "GB" => Some(good),
        "GW" => Some(-good),
        "DM" => Some(0.0),
        _ => number().filter(|points| points.is_finite()),
    };
    let stressed = property.ident() == "DM" && double;
    if data.advantage.is_some() || for_black.is_none() || stressed {
        keep_verbatim(data, property.ident(), values);
    } else if property.ident() == "V" && for_black.is_some_and(is_grade) {
        keep_verbatim(data, "V", BTreeSet::from([POINTS.to_owned()]));
    }
    let sign = if first == Color::Black { 1.0 } else { -1.0 };
    data.advantage = data.advantage.or(for_black.map(|points| 0.0 + sign * points));
}

/// Whether an advantage may be one of `GB`, `GW` and `DM`.
pub fn is_grade(advantage: f64) -> bool {
    [0.0, 1.0, 2.0].contains(&advantage.abs())
}

fn read_sente(data: &mut NodeData, property: PropertyRef<'_>) {
    data.sente = match texts(property).first().map(String::as_str) {
        Some("1") => Some(Side::First),
        Some("2") => Some(Side::Second),
        _ => {
            keep_verbatim(data, SENTE, texts(property));
            None
        }
    };
}

/// Returns the first invalid condition that a node states, with its error.
pub fn bad_conditions(node: NodeRef<'_>) -> Option<(String, ParseConditionsError)> {
    let values = node.property(CONDITION)?;
    values.values().find_map(|value| {
        let text = value.text();
        let error = text.parse::<Conditions>().err()?;
        Some((text.into_owned(), error))
    })
}

/// The conditions that a node states in this program's syntax; all of several must hold.
pub fn conditions(node: NodeRef<'_>) -> Option<Conditions> {
    sorted_conditions(node.property(CONDITION)?).0
}

/// Splits the conditions into the valid ones, combined, and those that are invalid or
/// contradictory.
fn sorted_conditions(property: PropertyRef<'_>) -> (Option<Conditions>, BTreeSet<String>) {
    let (mut all, mut odd) = (None::<Conditions>, BTreeSet::new());
    for value in property.values() {
        let text = value.text();
        let read = text.parse::<Conditions>().ok();
        let joined = match (&all, read) {
            (Some(all), Some(read)) => all.and(&read),
            (None, read) => read,
            (Some(_), None) => None,
        };
        match joined {
            Some(joined) => all = Some(joined),
            None => drop(odd.insert(text.into_owned())),
        }
    }
    (all, odd)
}

fn read_marks(data: &mut NodeData, property: PropertyRef<'_>, place: NodePlacement) {
    let mut odd = BTreeSet::new();
    for value in property.values() {
        // Beside points, an empty value states nothing.
        if value.is_empty() && property.values().nth(1).is_some() {
            continue;
        }
        let Some(points) = area(value, place.size) else {
            odd.insert(value.text().into_owned());
            continue;
        };
        let marks = points.iter().filter_map(|point| place.mark(property.ident(), point));
        data.marks.extend(marks);
    }
    if !odd.is_empty() {
        keep_verbatim(data, property.ident(), odd);
    }
}

fn read_arrows(data: &mut NodeData, property: PropertyRef<'_>, place: NodePlacement) {
    let mut odd = BTreeSet::new();
    for value in property.values() {
        let ends = value.compose().and_then(|(from, to)| {
            let from = point(from, place.size).ok()?;
            let to = point(to, place.size).ok()?;
            let to = place.frame.step_at(to, place.size);
            place.mark(property.ident(), from).map(|mark| Mark { to, ..mark })
        });
        match ends {
            Some(mark) => drop(data.marks.insert(mark)),
            None => drop(odd.insert(value.text().into_owned())),
        }
    }
    if !odd.is_empty() {
        keep_verbatim(data, property.ident(), odd);
    }
}

fn read_labels(data: &mut NodeData, property: PropertyRef<'_>, place: NodePlacement) {
    let mut odd = BTreeSet::new();
    for value in property.values() {
        let label = value.compose().and_then(|(at, text)| {
            let point = point(at, place.size).ok()?;
            let label = Some(text.simple_text().into_owned());
            place.mark("LB", point).map(|mark| Mark { label, ..mark })
        });
        match label {
            Some(mark) => drop(data.marks.insert(mark)),
            None => drop(odd.insert(value.text().into_owned())),
        }
    }
    if !odd.is_empty() {
        keep_verbatim(data, "LB", odd);
    }
}

impl NodePlacement {
    fn mark(&self, property: &str, point: Point) -> Option<Mark> {
        let step = self.frame.step_at(point, self.size)?;
        Some(Mark { property: property.to_owned(), step, to: None, label: None })
    }

    /// The step that a coordinate in a comment refers to.
    pub(super) fn step_in_prose(&self, text: &str, marked: bool) -> Option<Step> {
        let played = self.frame.region.move_in_prose(text, self.size)?;
        let step = self.frame.step_of(played, self.size)?;
        (marked || !may_be_a_move_number(text, step, self.size)).then_some(step)
    }
}

/// Whether `B1` to `B9` may be a move number. They are points only in the corner of the frame:
/// elsewhere they are more likely Black's first to ninth move.
pub fn may_be_a_move_number(text: &str, step: Step, size: BoardSize) -> bool {
    let (u, v) = step.coordinates().unwrap_or_default();
    text.len() == 2 && text.starts_with('B') && 2 * u.max(v) > size.max()
}

/// Parses the points of a list property. Returns the first invalid value as the error.
pub fn list<'a>(property: PropertyRef<'a>, size: BoardSize) -> Result<PointSet, RawValue<'a>> {
    property.values().try_fold(PointSet::EMPTY, |points, value| {
        Ok(points.union(area(value, size).ok_or(value)?))
    })
}

/// Parses the points of one list value: one point, or a rectangle such as `aa:cc`.
pub fn area(value: RawValue<'_>, size: BoardSize) -> Option<PointSet> {
    let (from, to) = value.compose().unwrap_or((value, value));
    Some(PointSet::rectangle(point(from, size).ok()?, point(to, size).ok()?))
}
