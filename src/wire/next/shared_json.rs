//! JSON of a response from that of its regions, which is written once for all answers that share them.

use serde::Serialize;
use smallvec::SmallVec;

use super::response::{NextResponse, NextView, handedness};
use crate::coords::Coords;
use joseki_game::BoardSize;
use joseki_service::next::{CandidateMove, NextAnswer, RegionJson, SharedRegion};

impl NextResponse {
    /// Appends the response as JSON, put together from that of its regions if they are shared.
    ///
    /// # Errors
    /// A value cannot be serialized.
    pub fn append_json(
        answer: &NextAnswer,
        coords: Coords,
        size: BoardSize,
        text: &mut Vec<u8>,
    ) -> serde_json::Result<()> {
        let view = NextView { answer, coords, size };
        let shared: Option<SharedJson<'_>> =
            answer.shared.iter().map(|region| Some((&**region, view.json(region)?))).collect();
        match shared.filter(|shared| !shared.is_empty()) {
            Some(shared) => view.append(&shared, text),
            None => {
                let parts = answer.moves.len() + answer.regions.len();
                text.reserve(parts * CANDIDATE_BYTES + FRAME_BYTES);
                serde_json::to_writer(text, &NextResponse::new(answer, coords, size))
            }
        }
    }
}

/// Regions of an answer with their JSON.
type SharedJson<'a> = SmallVec<[(&'a SharedRegion, &'a RegionJson); 4]>;

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
/// The end of a response without moves and corners.
const NO_PARTS: &[u8] = b"\"moves\":[],\"corners\":[]}";
/// Approximate bytes of a response besides them, and of a move.
const FRAME_BYTES: usize = 500;
const CANDIDATE_BYTES: usize = 1200;

impl NextView<'_> {
    /// Appends the response, put together from the JSON of its regions.
    fn append(&self, shared: &SharedJson<'_>, text: &mut Vec<u8>) -> serde_json::Result<()> {
        let parts = shared.iter().map(|(_, json)| json.moves.len() + json.answer.len());
        text.reserve(parts.sum::<usize>() + self.answer.moves.len() + FRAME_BYTES);
        serde_json::to_writer(&mut *text, &self.response(Vec::new(), Vec::new()))?;
        debug_assert!(text.ends_with(NO_PARTS), "shared answers end with these lists");
        text.truncate(text.len() - NO_PARTS.len());
        text.extend_from_slice(b"\"moves\":[");
        // In their region, moves are in the same order as in the answer.
        let mut next = [0; 4];
        for (at, candidate) in self.answer.moves.iter().enumerate() {
            let region = candidate.region.index();
            let json = shared[region].1.of_move(next[region]);
            next[region] += 1;
            text.extend_from_slice(if at == 0 { b"" } else { b"," });
            text.extend_from_slice(json.unwrap_or_default());
        }
        text.extend_from_slice(b"],\"corners\":[");
        for (at, (_, json)) in shared.iter().enumerate() {
            text.extend_from_slice(if at == 0 { b"" } else { b"," });
            text.extend_from_slice(&json.answer);
        }
        text.extend_from_slice(b"]}");
        Ok(())
    }

    fn json<'a>(&self, region: &'a SharedRegion) -> Option<&'a RegionJson> {
        region.json(self.coords as u8, || self.write_json(region).ok())
    }

    fn write_json(&self, region: &SharedRegion) -> serde_json::Result<RegionJson> {
        let image_of = region.original();
        let original = image_of.as_deref().and_then(|original| self.json(original));
        let mut json = RegionJson::default();
        json.moves.reserve(region.moves.len() * CANDIDATE_BYTES);
        serde_json::to_writer(&mut json.answer, &self.region(&region.answer))?;
        for (number, candidate) in region.moves.iter().enumerate() {
            let alike = original.and_then(|original| original.of_move(number));
            // Comments name points and colours.
            let has_comment = candidate.data.as_ref().is_some_and(|data| data.comment.is_some());
            let tail = alike.filter(|_| !has_comment).and_then(|alike| {
                let head = alike.windows(AFTER_HEAD.len()).position(|part| part == AFTER_HEAD)?;
                alike.get(head..)
            });
            match tail {
                Some(tail) => {
                    self.write_head(candidate, &mut json.moves)?;
                    json.moves.pop();
                    json.moves.extend_from_slice(tail);
                }
                None => serde_json::to_writer(&mut json.moves, &self.candidate(candidate))?,
            }
            json.ends.push(json.moves.len());
        }
        if json.moves.len() < json.moves.capacity() / 2 {
            json.moves.shrink_to_fit();
        }
        Ok(json)
    }

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
