//! Losses of the moves of a main line, from the evaluations along it.

use std::ops::Range;

use super::number::EvaluatedPosition;
use super::read::evaluation;
use crate::sgf::NodeRef;
use joseki_game::Color;

/// The loss of a move from its mover's view: the evaluation before it minus the one after it.
///
/// Positive means that the move lost something. Evaluations are noisy, so good moves may have a
/// negative loss. At least one of points and win rate is present.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loss {
    /// Points.
    pub points: Option<f32>,
    /// Probability of winning, from -1 to 1.
    pub win_rate: Option<f32>,
}

/// The evaluations of the positions of one main line, from start to end.
///
/// Position `i` is the one after `i` moves. Nodes are added from the root; if two evaluate the same
/// position, the second only fills in missing values.
#[derive(Clone, Debug, Default)]
pub struct Evaluations {
    positions: Vec<PositionValues>,
}

/// The evaluation of a position from Black's view.
#[derive(Clone, Copy, Debug, Default)]
struct PositionValues {
    lead: Option<f32>,
    win_rate: Option<f32>,
}

impl Evaluations {
    /// Adds the evaluation of a node of the main line, if it has one. `moves` is the range of this
    /// node's moves: it starts at the number of moves before the node and ends at the number after
    /// it. Most nodes have one move; without a move both are equal.
    pub fn add(&mut self, node: NodeRef<'_>, moves: Range<usize>) {
        let Some(said) = evaluation(node) else {
            return;
        };
        let index = match said.position {
            EvaluatedPosition::BeforeMove => moves.start,
            EvaluatedPosition::AfterMove => moves.end,
        };
        if index >= self.positions.len() {
            self.positions.resize(index + 1, PositionValues::default());
        }
        let position = &mut self.positions[index];
        position.lead = position.lead.or(said.lead);
        position.win_rate = position.win_rate.or(said.win_rate);
    }

    /// Black's lead in points after this many moves, komi included, if an engine stated it.
    #[must_use]
    pub fn lead(&self, moves: usize) -> Option<f32> {
        self.positions.get(moves)?.lead
    }

    /// The loss of move `index`, counted from 0 and played by `mover`. `None` if the positions
    /// before and after it have no comparable evaluations.
    pub fn loss(&self, index: usize, mover: Color) -> Option<Loss> {
        let before = self.positions.get(index)?;
        let after = self.positions.get(index.checked_add(1)?)?;
        let lost = |before: Option<f32>, after: Option<f32>| match mover {
            Color::Black => Some(before? - after?),
            Color::White => Some(after? - before?),
        };
        let loss = Loss {
            points: lost(before.lead, after.lead),
            win_rate: lost(before.win_rate, after.win_rate),
        };
        Some(loss).filter(|loss| loss.points.is_some() || loss.win_rate.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::{GameTree, Limits, read_collection};

    const MOVERS: [Color; 3] = [Color::Black, Color::White, Color::Black];

    fn tree(text: &str) -> GameTree {
        let collection = read_collection(text.as_bytes(), &Limits::default()).expect("SGF");
        collection.trees.into_iter().next().expect("a tree")
    }

    fn evaluations(text: &str) -> Evaluations {
        let tree = tree(text);
        let (mut evaluations, mut moves) = (Evaluations::default(), 0);
        for node in tree.nodes() {
            let before = moves;
            moves += ["B", "W"].iter().filter(|ident| node.has(ident)).count();
            evaluations.add(node, before..moves);
        }
        evaluations
    }

    /// Points and probability of each of three moves, rounded to three decimals.
    fn losses(text: &str) -> Vec<Option<(Option<f32>, Option<f32>)>> {
        let evaluations = evaluations(text);
        let rounded = |lost: Option<f32>| lost.map(|lost| (lost * 1000.0).round() / 1000.0);
        let pair = |loss: Loss| (rounded(loss.points), rounded(loss.win_rate));
        let loss = |(index, mover)| evaluations.loss(index, mover).map(pair);
        MOVERS.into_iter().enumerate().map(loss).collect()
    }

    #[test]
    fn leads_are_those_of_the_positions() {
        let evaluations = evaluations("(;SZ[19]V[0.5];B[pd];W[dd]V[2.0])");
        let leads = [0, 1, 2, 3].map(|moves| evaluations.lead(moves));
        assert_eq!(leads, [Some(0.5), None, Some(2.0), None]);
    }

    /// One game in all formats. Black leads by 0.5, -1.5, 2.0, 2.5; Black's win rate is 52, 40, 65
    /// and 70 percent.
    #[test]
    fn every_format_gives_the_same_losses() {
        let both = [(2.0, 0.12), (3.5, 0.25), (-0.5, -0.05)];
        let wanted: Vec<_> = both.map(|(points, rate)| Some((Some(points), Some(rate)))).into();
        let katago = "(;SZ[19];B[aa]C[0.48 0.52 0.00 -0.5 v=600];W[bb]C[0.60 0.40 0.00 1.5 v=600]\
            ;B[cc]C[0.35 0.65 0.00 -2.0 v=600];C[0.30 0.70 0.00 -2.5 v=600 result=B+R])";
        assert_eq!(losses(katago), wanted);
        let lizzie = "(;SZ[19]LZOP[KataGo 48.0 600 0.5 9.9\n];B[aa]LZ[KataGo 40.0 600 1.5 9.9\n]\
            ;W[bb]LZ[KataGo 35.0 600 2.0 9.9\n];B[cc]LZ[KataGo 70.0 600 -2.5 9.9\n])";
        assert_eq!(losses(lizzie), wanted);
        let plain =
            "(;SZ[19]SBKV[52]V[0.5];B[aa]SBKV[40]V[-1.5];W[bb]SBKV[65]V[2];B[cc]SBKV[70]V[2.5])";
        assert_eq!(losses(plain), wanted);
        let katrain = "(;SZ[19]SBKV[52]V[0.5];B[aa]C[Score: W+1.5\nWin rate: W 60.0%\n]\
            ;W[bb]C[Score: B+2.0\nWin rate: B 65.0%\n];B[cc]C[Score: B+2.5\nWin rate: B 70.0%\n])";
        assert_eq!(losses(katrain), wanted);
    }

    #[test]
    fn a_loss_needs_both_positions() {
        let text = "(;SZ[19]V[1];B[aa];W[bb]V[3];B[cc]V[1])";
        assert_eq!(losses(text), [None, None, Some((Some(2.0), None))]);
        let nothing = Evaluations::default();
        assert_eq!(nothing.loss(0, Color::Black), None);
        assert_eq!(nothing.loss(usize::MAX, Color::White), None);
        let kinds = "(;SZ[19]V[1];B[aa]SBKV[50];W[bb]V[3]SBKV[60])";
        assert_eq!(losses(kinds), [None, Some((None, Some(0.1))), None]);
    }

    #[test]
    fn a_node_without_a_move_speaks_of_the_position_it_stands_at() {
        let comment = "C[0.50 0.50 0.00 -1.0 v=9]";
        let text = format!("(;SZ[19];{comment};B[aa];V[-1];W[bb])");
        assert_eq!(losses(&text)[0], Some((Some(2.0), None)));
    }

    #[test]
    fn the_first_word_on_a_position_counts_and_the_second_completes_it() {
        // After the first move Black leads by 4 as the first node states, not 9; only the second
        // node has a rate.
        let text = "(;SZ[19]V[5]SBKV[50];B[aa]V[4];W[bb]C[0.75 0.25 0.00 -9.0 v=9])";
        assert_eq!(losses(text)[0], Some((Some(1.0), Some(0.25))));
    }
}
