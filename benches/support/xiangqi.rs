//! Random games of xiangqi.

use joseki::format::xiangqi::{RecordNode, XiangqiRecord};
use joseki::game::xiangqi::XiangqiBoard;
use joseki::priority::random;

const SEED: u64 = 20;

/// A game of at most 80 moves.
pub fn game_of_xiangqi(number: u64) -> XiangqiRecord {
    let mut record = XiangqiRecord::new(XiangqiBoard::new());
    let mut board = record.start;
    for ply in 0..80 {
        let moves = board.legal_moves();
        let draw = random::hash(SEED, number, [ply, 0, 0]) as usize;
        let Some(shift) = moves.get(draw % moves.len().max(1)).copied() else { break };
        let _ = board.make(shift);
        let parent = record.nodes.len().checked_sub(1);
        record.nodes.push(RecordNode { parent, shift, comment: String::new() });
    }
    record
}
