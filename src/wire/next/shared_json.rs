//! JSON of a response from that of its regions, which is written once for all answers that share them.

use std::sync::Arc;

use serde::Serialize;
use smallvec::SmallVec;

use super::fields::{ResponseFields, SelectedFields};
use super::response::{NextResponse, NextView, handedness};
use crate::coords::Coords;
use joseki_game::BoardSize;
use joseki_service::next::{CandidateMove, NextAnswer, RegionJson, SharedRegion};

impl NextResponse {
    /// Appends some fields of the response as JSON, put together from that of its regions if they are
    /// shared.
    ///
    /// # Errors
    /// A value cannot be serialized.
    pub fn append_json(
        answer: &NextAnswer,
        (coords, size): (Coords, BoardSize),
        fields: &ResponseFields,
        text: &mut Vec<u8>,
    ) -> serde_json::Result<()> {
        let view = NextView { answer, coords, size };
        let format = format!("{}{}", coords as u8, fields.key());
        let parts = AnswerParts { view, fields, format };
        let shared: Option<SharedJson<'_>> =
            answer.shared.iter().map(|region| Some((&**region, parts.json(region)?))).collect();
        match shared.filter(|shared| !shared.is_empty()) {
            Some(shared) => parts.append(&shared, text),
            None => {
                let moves = answer.moves.len() + answer.regions.len();
                text.reserve(moves * CANDIDATE_BYTES + FRAME_BYTES);
                let response = NextResponse::new(answer, coords, size);
                serde_json::to_writer(text, &SelectedFields::new(&response, fields))
            }
        }
    }
}

/// The wanted parts of an answer, written one by one.
struct AnswerParts<'a> {
    view: NextView<'a>,
    fields: &'a ResponseFields,
    /// Key of the JSON of regions.
    format: String,
}

/// Regions of an answer with their JSON.
type SharedJson<'a> = SmallVec<[(&'a SharedRegion, Arc<RegionJson>); 4]>;

/// Fields of a move before its verdict, which depend on its place on the board.
#[derive(Serialize)]
struct CandidateHead<'a> {
    point: &'a str,
    points: &'a [String],
    corner: &'static str,
    step: String,
    leads_to: String,
    handedness: &'static str,
    first_mover: &'static str,
}

/// The first field after a [`CandidateHead`].
const AFTER_HEAD: &[u8] = b",\"verdict\":";
/// The lists of a response, in its order.
const MOVES: &str = "moves";
const CORNERS: &str = "corners";
/// Approximate bytes of a response besides them, and of a move.
const FRAME_BYTES: usize = 500;
const CANDIDATE_BYTES: usize = 1200;

impl AnswerParts<'_> {
    /// Appends the response, put together from the JSON of its regions.
    fn append(&self, shared: &SharedJson<'_>, text: &mut Vec<u8>) -> serde_json::Result<()> {
        let answer = self.view.answer;
        let parts = shared.iter().map(|(_, json)| json.moves.len() + json.answer.len());
        text.reserve(parts.sum::<usize>() + answer.moves.len() + FRAME_BYTES);
        let lists = [MOVES, CORNERS].into_iter().filter(|list| self.fields.of(list).is_some());
        let lists: SmallVec<[&str; 2]> = lists.collect();
        let empty: Vec<String> = lists.iter().map(|list| format!("\"{list}\":[]")).collect();
        let empty = empty.join(",") + "}";
        let response = self.view.response(Vec::new(), Vec::new());
        serde_json::to_writer(&mut *text, &SelectedFields::new(&response, self.fields))?;
        debug_assert!(text.ends_with(empty.as_bytes()), "shared answers end with these lists");
        text.truncate(text.len() - empty.len());
        for (at, list) in lists.iter().enumerate() {
            text.extend_from_slice(if at == 0 { b"\"" } else { b",\"" });
            text.extend_from_slice(list.as_bytes());
            text.extend_from_slice(b"\":[");
            match *list {
                MOVES => self.append_moves(shared, text),
                _ => separated(shared.iter().map(|(_, json)| json.answer.as_slice()), text),
            }
            text.push(b']');
        }
        text.push(b'}');
        Ok(())
    }

    fn append_moves(&self, shared: &SharedJson<'_>, text: &mut Vec<u8>) {
        // In their region, moves are in the same order as in the answer.
        let mut next = [0; 4];
        let moves = self.view.answer.moves.iter().map(|candidate| {
            let number = &mut next[candidate.region.index()];
            let region = shared.iter().find(|it| it.0.answer.region == candidate.region);
            let json = region.and_then(|(_, json)| json.of_move(*number));
            *number += 1;
            json.unwrap_or_default()
        });
        separated(moves, text);
    }

    fn json(&self, region: &SharedRegion) -> Option<Arc<RegionJson>> {
        let write = || self.write_json(region).ok();
        if self.fields.is_all() {
            region.json(&self.format, write)
        } else {
            region.some_json(&self.format, write)
        }
    }

    fn write_json(&self, region: &SharedRegion) -> serde_json::Result<RegionJson> {
        let mut json = RegionJson::default();
        if let Some(fields) = self.fields.of(CORNERS) {
            let corner = self.view.region(&region.answer);
            serde_json::to_writer(&mut json.answer, &SelectedFields::new(&corner, fields))?;
        }
        if let Some(fields) = self.fields.of(MOVES) {
            self.write_moves(region, fields, &mut json)?;
        }
        Ok(json)
    }

    fn write_moves(
        &self,
        region: &SharedRegion,
        fields: &ResponseFields,
        json: &mut RegionJson,
    ) -> serde_json::Result<()> {
        let image_of = region.original().filter(|_| fields.is_all());
        let original = image_of.as_deref().and_then(|original| self.json(original));
        if fields.is_all() {
            json.moves.reserve(region.moves.len() * CANDIDATE_BYTES);
        }
        for (number, candidate) in region.moves.iter().enumerate() {
            let alike = original.as_ref().and_then(|original| original.of_move(number));
            // Comments name points and colours.
            let has_comment = candidate.data.as_ref().is_some_and(|data| data.comment.is_some());
            let tail = alike.filter(|_| !has_comment).and_then(|alike| {
                let head = alike.windows(AFTER_HEAD.len()).position(|part| part == AFTER_HEAD)?;
                alike.get(head..)
            });
            match tail {
                Some(tail) => {
                    self.view.write_head(candidate, &mut json.moves)?;
                    json.moves.pop();
                    json.moves.extend_from_slice(tail);
                }
                None => {
                    let candidate = self.view.candidate(candidate);
                    let selected = SelectedFields::new(&candidate, fields);
                    serde_json::to_writer(&mut json.moves, &selected)?;
                }
            }
            json.ends.push(json.moves.len());
        }
        if json.moves.len() < json.moves.capacity() / 2 {
            json.moves.shrink_to_fit();
        }
        Ok(())
    }
}

/// Appends the items of a list.
fn separated<'a>(items: impl Iterator<Item = &'a [u8]>, text: &mut Vec<u8>) {
    for (at, item) in items.enumerate() {
        text.extend_from_slice(if at == 0 { b"" } else { b"," });
        text.extend_from_slice(item);
    }
}

impl NextView<'_> {
    fn write_head(&self, candidate: &CandidateMove, text: &mut Vec<u8>) -> serde_json::Result<()> {
        let points = self.plays(&candidate.plays);
        let head = CandidateHead {
            point: points.first().map_or("", String::as_str),
            points: &points,
            corner: candidate.region.into(),
            step: candidate.step.to_string(),
            leads_to: candidate.leads_to.to_string(),
            handedness: handedness(
                candidate.region.corner().map(|_| candidate.frame.symmetry.into()),
            ),
            first_mover: self.coords.letter(candidate.first_mover),
        };
        serde_json::to_writer(text, &head)
    }
}
