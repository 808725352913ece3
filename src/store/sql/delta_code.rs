//! Binary encoding of node changes: a delta is split into parts that can be read independently.

use super::data_code::{DataReader, DataWriter, damaged};
use super::fault::Fault;
use joseki_book::{Bytes, Delta, Line, NodeChange, NodeData, NodeState};
use joseki_game::Variant;

/// The first byte of every part. A change of the encoding needs another number.
const FORMAT: u8 = 1;

/// A part ends once it has this many bytes.
const CUT: usize = 64 << 10;

/// The two lowest bits of a change's first byte: the kind of change.
const KIND: u8 = 3;
const INSERTED: u8 = 0;
const UPDATED: u8 = 1;
const DELETED: u8 = 2;
const NOTHING: u8 = 3;

/// The next four bits: the node's state; the earlier one if there are two.
const STATE: u32 = 2;
const ENDS: u8 = 1;
const MINED: u8 = 2;
const RETIRED: u8 = 4;
const HAS_DATA: u8 = 8;

/// Set in the byte of the second state if the data is unchanged.
const SAME_DATA: u8 = 16;

/// The two highest bits: how the line follows from the previous one. It extends it by one step,
/// replaces its last step, or is given by the number of shared steps and the number of new ones.
const PATH: u32 = 6;
const CHILD: u8 = 0;
const SIBLING: u8 = 1;
const OTHER: u8 = 2;

/// A run of a delta's changes, ordered by line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct DeltaPart {
    /// The line of the first change.
    pub(super) first: String,
    /// The line of the last change.
    pub(super) last: String,
    /// The encoded changes.
    pub(super) data: Vec<u8>,
}

/// Encodes a delta into parts; none if nothing changed.
pub(super) fn encode(delta: &Delta) -> Vec<DeltaPart> {
    let mut parts = Vec::new();
    let mut rest = delta.changes();
    while let Some(first) = rest.first() {
        let (data, count) = encode_part(rest);
        let last = &rest[count - 1];
        parts.push(DeltaPart { first: first.line.to_string(), last: last.line.to_string(), data });
        rest = &rest[count..];
    }
    parts
}

/// Encodes a part; returns it with the number of changes in it.
fn encode_part(changes: &[NodeChange]) -> (Vec<u8>, usize) {
    let nothing = Line::new();
    let mut writer = DataWriter::default();
    writer.bytes.push(FORMAT);
    let (mut before, mut count) = (&nothing, 0);
    for change in changes {
        put_change(&mut writer, before, change);
        before = &change.line;
        count += 1;
        if writer.bytes.len() >= CUT {
            break;
        }
    }
    (writer.bytes, count)
}

fn put_change<'d>(writer: &mut DataWriter<'d>, previous: &Line, change: &'d NodeChange) {
    let (kind, state) = match (&change.before, &change.after) {
        (None, Some(after)) => (INSERTED, flags(after)),
        (Some(before), Some(_)) => (UPDATED, flags(before)),
        (Some(before), None) => (DELETED, flags(before)),
        (None, None) => (NOTHING, 0),
    };
    put_line(writer, previous, &change.line, kind | state << STATE);
    match (&change.before, &change.after) {
        (Some(before), Some(after)) => put_both(writer, before, after),
        (Some(state), None) | (None, Some(state)) => put_data(writer, state),
        (None, None) => {}
    }
}

/// Writes the first byte of a change, and the steps that the previous line does not share.
fn put_line(writer: &mut DataWriter<'_>, previous: &Line, line: &Line, head: u8) {
    let (old, new) = (previous.steps(), line.steps());
    let shared = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let more = new.len() - shared;
    let path = match (old.len() - shared, more) {
        (0, 1) => CHILD,
        (1, 1) => SIBLING,
        _ => OTHER,
    };
    writer.bytes.push(head | path << PATH);
    if path == OTHER {
        writer.number(shared as u64);
        writer.number(more as u64);
    }
    new[shared..].iter().for_each(|step| writer.step(*step));
}

fn put_data<'d>(writer: &mut DataWriter<'d>, state: &'d NodeState) {
    known(state).into_iter().for_each(|data| writer.data(data));
}

fn put_both<'d>(writer: &mut DataWriter<'d>, before: &'d NodeState, after: &'d NodeState) {
    put_data(writer, before);
    let same = known(before) == known(after);
    let flag = if same { SAME_DATA } else { 0 };
    writer.bytes.push(flags(after) | flag);
    match (known(before), known(after)) {
        (Some(before), Some(after)) if !same => writer.difference(before, after),
        (None, Some(after)) => writer.data(after),
        _ => {}
    }
}

fn known(state: &NodeState) -> Option<&NodeData> {
    state.data.as_deref().filter(|data| !data.is_empty())
}

fn flags(state: &NodeState) -> u8 {
    let flag = |set: bool, flag: u8| if set { flag } else { 0 };
    flag(state.ends, ENDS)
        | flag(state.mined, MINED)
        | flag(state.retired, RETIRED)
        | flag(known(state).is_some(), HAS_DATA)
}

/// Iterator over the changes of a part; it ends after an error.
pub(super) struct PartReader<'a> {
    reader: DataReader<'a>,
    line: Line,
}

impl<'a> PartReader<'a> {
    /// Reads what [`encode`] wrote into [`DeltaPart::data`] about a book of a game.
    pub(super) fn new(variant: Variant, data: &'a [u8]) -> Result<PartReader<'a>, Fault> {
        match data.split_first() {
            Some((&FORMAT, rest)) => {
                Ok(PartReader { reader: DataReader::new(variant, rest), line: Line::new() })
            }
            Some((other, _)) => Err(Fault::Damage(format!(
                "the contents of the change have format {other}, which this program does not support"
            ))),
            None => Err(damaged()),
        }
    }

    fn next_change(&mut self) -> Result<NodeChange, Fault> {
        let head = self.byte()?;
        self.read_line(head >> PATH)?;
        let flags = head >> STATE & 0xf;
        let (before, after) = match head & KIND {
            INSERTED => (None, Some(self.state(flags)?)),
            DELETED => (Some(self.state(flags)?), None),
            UPDATED => {
                let before = self.state(flags)?;
                let after = self.state_after(&before)?;
                (Some(before), Some(after))
            }
            _ if flags == 0 => (None, None),
            _ => return Err(damaged()),
        };
        Ok(NodeChange { line: self.line.clone(), before, after })
    }

    fn read_line(&mut self, path: u8) -> Result<(), Fault> {
        let length = self.line.len() as u64;
        let (shared, more) = match path {
            CHILD => (length, 1),
            SIBLING => (length.checked_sub(1).ok_or_else(damaged)?, 1),
            OTHER => (self.reader.number()?, self.reader.number()?),
            _ => return Err(damaged()),
        };
        if shared > length {
            return Err(damaged());
        }
        while self.line.len() as u64 > shared {
            self.line.pop();
        }
        for _ in 0..more {
            self.line.push(self.reader.step()?);
        }
        Ok(())
    }

    fn state(&mut self, flags: u8) -> Result<NodeState, Fault> {
        let data = (flags & HAS_DATA != 0).then(|| self.reader.data());
        Ok(NodeState {
            ends: flags & ENDS != 0,
            mined: flags & MINED != 0,
            retired: flags & RETIRED != 0,
            data: data.transpose()?.map(Box::new),
        })
    }

    fn state_after(&mut self, before: &NodeState) -> Result<NodeState, Fault> {
        let flags = self.byte()?;
        let data = match &before.data {
            data if flags & SAME_DATA != 0 => data.clone(),
            _ if flags & HAS_DATA == 0 => None,
            None => Some(Box::new(self.reader.data()?)),
            Some(before) => Some(Box::new(self.reader.difference(before)?)),
        };
        let known = flags < SAME_DATA << 1 && data.is_some() == (flags & HAS_DATA != 0);
        let state = NodeState { data, ..self.state(flags & !HAS_DATA)? };
        known.then_some(state).ok_or_else(damaged)
    }

    fn byte(&mut self) -> Result<u8, Fault> {
        let bytes = &mut self.reader.bytes;
        let (byte, rest) = bytes.0.split_first().ok_or_else(damaged)?;
        bytes.0 = rest;
        Ok(*byte)
    }
}

impl Iterator for PartReader<'_> {
    type Item = Result<NodeChange, Fault>;

    fn next(&mut self) -> Option<Result<NodeChange, Fault>> {
        if self.reader.bytes.is_empty() {
            return None;
        }
        let change = self.next_change();
        if change.is_err() {
            self.reader.bytes = Bytes(&[]);
        }
        Some(change)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use joseki_book::{Conditions, Mark, Predicate, Text, Verdict};
    use joseki_game::{Side, Step};
    use proptest::collection::{btree_map, btree_set, vec};
    use proptest::option::of;
    use proptest::prelude::*;
    use strum::VariantArray;

    fn any_step() -> impl Strategy<Value = Step> {
        prop_oneof![0u16..361, Just(u16::MAX)].prop_filter_map("a step", Step::from_code)
    }

    fn any_texts() -> impl Strategy<Value = BTreeSet<String>> {
        btree_set(".{0,3}", 0..3)
    }

    fn any_mark() -> impl Strategy<Value = Mark> {
        let texts = (".{0,2}", of(".{0,2}"));
        (texts, any_step(), of(any_step())).prop_map(|((property, label), step, to)| Mark {
            property,
            step,
            to,
            label,
        })
    }

    fn any_data() -> impl Strategy<Value = NodeData> {
        let numbers = prop_oneof![
            any::<f64>().prop_filter("a number", |number| !number.is_nan()),
            (-1100i32..1100).prop_map(f64::from),
            Just(-0.0),
        ];
        let side = prop_oneof![Just(Side::First), Just(Side::Second)];
        let verdict = of(proptest::sample::select(Verdict::VARIANTS));
        let judged = (verdict, of(numbers), of(side), of(0u8..=100));
        let lists = (any_texts(), any_texts(), any_texts());
        let properties = btree_map(".{0,3}", any_texts(), 0..3);
        let conditions = vec(any_step().prop_map(Predicate::Own), 0..3);
        let places = (of(".{0,9}"), btree_set(any_mark(), 0..3), conditions);
        (judged, lists, properties, places).prop_map(
            |(judged, (names, tags, sources), properties, (comment, marks, conditions))| NodeData {
                verdict: judged.0,
                advantage: judged.1,
                sente: judged.2,
                confidence: judged.3,
                names,
                tags,
                sources,
                comment: comment.map(Text::from_template),
                marks,
                conditions: Conditions::all_of(conditions),
                properties,
            },
        )
    }

    fn any_state() -> impl Strategy<Value = NodeState> {
        (any::<[bool; 3]>(), of(any_data())).prop_map(|([ends, mined, retired], data)| {
            let state = NodeState { ends, mined, retired, data: None };
            state.with_data(data.unwrap_or_default())
        })
    }

    prop_compose! {
        /// Short lines with common beginnings, and states, some unchanged.
        fn any_delta()(
            nodes in btree_map(vec(prop_oneof![any_step(), Just("CD".parse::<Step>().unwrap())], 0..5),
                (of(any_state()), of(any_state()), 0u8..3), 0..20)
        ) -> Delta {
            let change = |(line, (before, after, same)): (Vec<Step>, (Option<NodeState>, Option<NodeState>, u8))| {
                let data = before.as_ref().filter(|_| same == 0).map(NodeState::known);
                NodeChange {
                    line: line.into_iter().collect(),
                    after: match data {
                        Some(data) => after.map(|after| after.with_data(data)),
                        None => after,
                    },
                    before,
                }
            };
            nodes.into_iter().map(change).collect()
        }
    }

    fn decode(parts: &[DeltaPart]) -> Result<Delta, Fault> {
        let mut changes = Vec::new();
        for part in parts {
            changes
                .extend(PartReader::new(Variant::GO, &part.data)?.collect::<Result<Vec<_>, _>>()?);
        }
        Ok(changes.into_iter().collect())
    }

    fn is_damage(found: Result<Delta, Fault>) -> bool {
        matches!(found, Err(Fault::Damage(_)))
    }

    proptest! {
        #[test]
        fn what_is_read_is_what_was_written(delta in any_delta()) {
            let parts = encode(&delta);
            prop_assert_eq!(decode(&parts).unwrap(), delta.clone());
            let ends = parts.first().zip(parts.last());
            let lines = delta.changes().first().zip(delta.changes().last());
            prop_assert_eq!(
                ends.map(|(first, last)| (first.first.clone(), last.last.clone())),
                lines.map(|(first, last)| (first.line.to_string(), last.line.to_string()))
            );
        }

        #[test]
        fn bytes_of_anything_are_read_or_damage(delta in any_delta(), hits in vec((any::<prop::sample::Index>(), any::<u8>()), 1..4)) {
            for mut part in encode(&delta) {
                for (at, byte) in &hits {
                    let at = at.index(part.data.len());
                    part.data[at] = *byte;
                }
                let found = decode(std::slice::from_ref(&part));
                prop_assert!(found.is_ok() || is_damage(found));
            }
        }

        #[test]
        fn a_part_that_is_cut_short_has_no_more_than_was_there(delta in any_delta(), at in any::<prop::sample::Index>()) {
            for mut part in encode(&delta) {
                part.data.truncate(at.index(part.data.len()));
                let found = decode(std::slice::from_ref(&part));
                let fewer = |found: Delta| found.changes().len() < delta.changes().len();
                let told = match found {
                    Ok(found) => fewer(found),
                    found => is_damage(found),
                };
                prop_assert!(told);
            }
        }
    }

    fn mined(line: &str) -> NodeChange {
        let state = NodeState { mined: true, ..NodeState::default() };
        NodeChange { line: line.parse().unwrap(), before: None, after: Some(state) }
    }

    /// The encoding as it is in stores: changing it requires another [`FORMAT`].
    #[test]
    fn the_bytes_are_these() {
        let judged = NodeData {
            verdict: Some(Verdict::Mistake),
            advantage: Some(-1.0),
            sente: Some(Side::Second),
            confidence: Some(80),
            sources: ["a.sgf".to_owned()].into(),
            ..NodeData::default()
        };
        let ends = NodeState { ends: true, ..NodeState::default() };
        let updated = NodeChange {
            before: Some(ends.clone()),
            after: Some(ends.with_data(judged)),
            ..mined("DDFC")
        };
        let delta: Delta = [mined("DD"), mined("DDCF"), updated].into_iter().collect();
        let parts = encode(&delta);
        // Steps are their codes plus one: DD is 3 * 19 + 3 + 1, CF 44, FC 98.
        let inserted = [0x08, 61, 0x08, 44];
        let path = [0x45, 98];
        let state = [0x09];
        // Verdict, advantage, sente, confidence, sources; the third verdict, -1, the second side.
        let data = [0x4f, 2, 2, 1, 80, 1, 0, 5, b'a', b'.', b's', b'g', b'f'];
        let wanted = [&[FORMAT][..], &inserted, &path, &state, &data].concat();
        assert_eq!(parts[0].data, wanted);
        assert_eq!((parts.len(), parts[0].first.as_str()), (1, "DD"));
        assert_eq!(parts[0].last, "DDFC");
    }

    #[test]
    fn many_nodes_take_few_bytes_each_and_several_parts() {
        let steps =
            |number: u16| [number / 300, number % 300].map(|code| Step::from_code(code).unwrap());
        let mut changes: BTreeMap<Line, NodeChange> = BTreeMap::new();
        for number in 0..60_000 {
            let line: Line = steps(number).into_iter().collect();
            changes.insert(line.clone(), NodeChange { line, ..mined("") });
        }
        let delta: Delta = changes.into_values().collect();
        let parts = encode(&delta);
        let bytes: usize = parts.iter().map(|part| part.data.len()).sum();
        assert!(bytes < 4 * 60_000, "{bytes}");
        assert!(parts.len() > 1 && parts.iter().all(|part| part.data.len() < 2 * CUT));
        assert!(parts.windows(2).all(|pair| pair[0].last < pair[1].first));
        assert_eq!(decode(&parts).unwrap(), delta);
    }
}
