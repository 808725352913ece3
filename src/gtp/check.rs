//! Verifies book moves with the engine on the whole board.

use std::cmp::Reverse;
use std::time::{Duration, Instant};

use super::board::GtpBoard;
use super::error::GtpError;
use super::info::{Info, parse, point_to_play};
use super::partner::Partner;
use super::settings::EngineCheck;
use joseki_game::Color;
use joseki_peer::{GtpEngine, PeerError, PeerRequestError, StreamOutput};
use joseki_service::next::CandidateMove;

/// Polling interval for analysis lines.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Returns the moves whose loss against the engine's own best is within the limit, in their order.
/// A move that the engine does not visit in its time is dropped. An engine without `lz-analyze`
/// approves all moves.
///
/// # Errors
/// The engine died.
pub fn approve(
    check: EngineCheck,
    partner: &mut Partner,
    board: &GtpBoard,
    color: Color,
    moves: Vec<CandidateMove>,
) -> Result<Vec<CandidateMove>, GtpError> {
    if moves.is_empty() || !partner.supports("lz-analyze") {
        return Ok(moves);
    }
    let engine = partner.engine(board)?;
    let looked = match analyse(engine, check, color, board) {
        Ok(looked) => looked,
        Err(PeerRequestError::Rejected(_)) => return Ok(moves),
        Err(lost) => {
            partner.discard();
            return Err(lost.into());
        }
    };
    // The engine's own order may differ from that of the visits.
    let best = looked.iter().min_by_key(|info| (info.order, Reverse(info.visits)));
    let least = best.map_or(0.0, |best| best.win_rate) - check.loss;
    let approved = |candidate: &CandidateMove| {
        let played = point_to_play(candidate);
        let seen = looked.iter().find(|info| info.played == played);
        seen.is_some_and(|info| info.win_rate >= least)
    };
    Ok(moves.into_iter().filter(approved).collect())
}

/// Returns the last analysis of the engine within its time.
fn analyse(
    engine: &mut GtpEngine,
    check: EngineCheck,
    color: Color,
    board: &GtpBoard,
) -> Result<Vec<Info>, PeerRequestError> {
    engine.start_stream(&format!("lz-analyze {} 10", color.letter()))?;
    let end = Instant::now() + check.time;
    let mut last = Vec::new();
    while let Some(left) = end.checked_duration_since(Instant::now()) {
        match engine.next_output(left.min(POLL_INTERVAL)).map_err(wrap)? {
            StreamOutput::Line(line) => {
                let infos = parse(&line, board.size());
                if !infos.is_empty() {
                    last = infos;
                }
            }
            StreamOutput::End => break,
            StreamOutput::Nothing => {}
        }
    }
    engine.stop_stream()?;
    Ok(last)
}

fn wrap(error: PeerError) -> PeerRequestError {
    PeerRequestError::Lost(error)
}
