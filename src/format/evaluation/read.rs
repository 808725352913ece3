//! Finds the evaluation at a node: the candidate properties and their precedence.

use super::number::{EvaluatedPosition, Evaluation};
use super::{katago, katrain, lizzie, number};
use crate::sgf::{NodeRef, PropertyRef, RawValue};

/// LizzieYzy's second engine is a second value. Its `LZ2` is an `LZ` to the SGF reader, whose
/// identifiers contain letters only.
const ENGINES: usize = 2;

/// Reads the evaluation at a node, if it has a readable one.
///
/// The module documentation lists the formats and their precedence. A node without any costs one
/// scan of its identifiers.
pub fn evaluation(node: NodeRef<'_>) -> Option<Evaluation> {
    let found = EvaluationValues::at(node);
    let lizzie = found.lizzie.and_then(|property| {
        let mut engines = property.values().take(ENGINES);
        engines.find_map(|value| lizzie::read(node, value.raw()))
    });
    lizzie.or_else(|| found.comment.and_then(comment)).or_else(|| found.plain())
}

fn comment(value: RawValue<'_>) -> Option<Evaluation> {
    let of_katrain = Some(value).filter(|value| katrain::is_likely(value.raw()));
    of_katrain.and_then(|value| katrain::read(&value.text())).or_else(|| katago::read(value.raw()))
}

/// The values at a node that may contain an evaluation.
#[derive(Clone, Copy, Default)]
struct EvaluationValues<'a> {
    comment: Option<RawValue<'a>>,
    lizzie: Option<PropertyRef<'a>>,
    black_percent: Option<RawValue<'a>>,
    black_score: Option<RawValue<'a>>,
    node_value: Option<RawValue<'a>>,
}

impl<'a> EvaluationValues<'a> {
    fn at(node: NodeRef<'a>) -> Self {
        let mut found = Self::default();
        for property in node.properties() {
            let place = match property.ident() {
                "C" => &mut found.comment,
                "LZ" | "LZOP" => {
                    found.lizzie = Some(property);
                    continue;
                }
                "SBKV" => &mut found.black_percent,
                "SBKS" => &mut found.black_score,
                "V" => &mut found.node_value,
                _ => continue,
            };
            *place = property.values().next();
        }
        found
    }

    /// Bare numbers, all from Black's view.
    fn plain(self) -> Option<Evaluation> {
        let lead = |value: RawValue<'a>| number::lead(value.raw().trim());
        let percent = |value: RawValue<'a>| number::percent(value.raw().trim());
        let said = Evaluation {
            lead: (self.black_score.and_then(lead)).or_else(|| self.node_value.and_then(lead)),
            win_rate: self.black_percent.and_then(percent),
            visits: None,
            position: EvaluatedPosition::AfterMove,
        };
        Some(said).filter(|said| said.lead.is_some() || said.win_rate.is_some())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::sgf::{GameTree, Limits, read_collection};

    fn tree(text: &str) -> GameTree {
        let collection = read_collection(text.as_bytes(), &Limits::default()).expect("SGF");
        collection.trees.into_iter().next().expect("a tree")
    }

    /// Black's lead and win rate, visits, the position.
    type ExpectedEvaluation = (Option<f32>, Option<f32>, Option<u32>, EvaluatedPosition);

    /// The evaluation at the last node.
    fn said(text: &str) -> Option<ExpectedEvaluation> {
        let tree = tree(text);
        let said = evaluation(tree.nodes().last()?)?;
        Some((said.lead, said.win_rate, said.visits, said.position))
    }

    const AFTER: EvaluatedPosition = EvaluatedPosition::AfterMove;

    #[test]
    fn nodes_without_any_say_nothing() {
        let nodes = [
            "(;GM[1]SZ[19]KM[7.5]PB[V]C[SBKV 50.0])",
            "(;GM[1];B[pd]C[0.5 is fine here]LB[pd:1]VW[aa]N[V])",
            "(;GM[1];B[pd]C[startTurnIdx=0,initTurnNum=0,gtype=normal])",
            "(;GM[1];B[pd]C[]LZ[]LZ2[]SBKV[]SBKS[]V[])",
            "(;GM[1];B[pd]C[100% sure: 50.0%])",
        ];
        for text in nodes {
            assert_eq!(said(text), None, "{text}");
        }
    }

    #[test]
    fn katago_speaks_of_the_position_before() {
        let before = (Some(0.5), Some(0.75), Some(600), EvaluatedPosition::BeforeMove);
        let text = "(;SZ[19];B[dp]C[0.25 0.75 0.00 -0.5 v=600])";
        assert_eq!(said(text), Some(before));
        let resigned = "(;SZ[19];B[dp];C[0.25 0.75 0.00 -0.5 v=600 result=B+R])";
        assert_eq!(said(resigned), Some(before));
    }

    #[test]
    fn lizzie_s_rate_is_the_mover_s_and_its_lead_the_other_s() {
        let black = (Some(6.5), Some(0.75), Some(250), AFTER);
        let white = (Some(-6.5), Some(0.25), Some(250), AFTER);
        let at = |node: &str| said(&format!("(;SZ[19];{node}LZ[KataGo 75.0 250 -6.5 14.8\n])"));
        assert_eq!(at("B[pd]"), Some(black));
        assert_eq!(at("W[pd]"), Some(white));
        assert_eq!(at("PL[W]"), Some(black));
        assert_eq!(at("PL[b]"), Some(white));
        assert_eq!(at(""), None);
    }

    #[test]
    fn lizzie_s_root_is_told_by_the_first_move() {
        let root = |text| evaluation(tree(text).root()).and_then(|said| said.win_rate);
        assert_eq!(root("(;LZOP[KataGo 75.0 250 0.5 9.9\n];B[pd])"), Some(0.25));
        assert_eq!(root("(;AB[dd]LZOP[KataGo 75.0 250\n];W[pd])"), Some(0.75));
        assert_eq!(root("(;LZOP[KataGo 75.0 250\n])"), None);
    }

    #[test]
    fn plain_numbers_are_black_s_and_go_together() {
        let at = |node: &str| said(&format!("(;SZ[19];W[pd]{node})"));
        assert_eq!(at("V[+3.5]"), Some((Some(3.5), None, None, AFTER)));
        assert_eq!(at("V[ -3.5 ]"), Some((Some(-3.5), None, None, AFTER)));
        assert_eq!(at("SBKV[75]"), Some((None, Some(0.75), None, AFTER)));
        let both = Some((Some(-3.5), Some(0.75), None, AFTER));
        assert_eq!(at("SBKV[75.0]V[-3.5]"), both);
        assert_eq!(at("V[9]SBKV[75.0]SBKS[-3.5]"), both);
        assert_eq!(at("SBKV[5500.00]V[-3.5]"), at("V[-3.5]"));
        for bad in ["V[NaN]", "V[1e3]", "V[1000.5]", "SBKV[-1]", "SBKV[inf]"] {
            assert_eq!(at(bad), None, "{bad}");
        }
    }

    #[test]
    fn the_first_that_can_be_read_is_taken() {
        // Distinguished by the lead, in the order of precedence.
        let properties = [
            "LZ[KataGo 50.0 10 -1.0 9.9\n]LZ2[Other 50.0 10 -9.0 9.9\n]",
            "C[0.50 0.50 0.00 -3.0 v=10\n\nScore: B+2.0\nWin rate: B 50.0%\n]",
            "C[0.50 0.50 0.00 -3.0 v=10]",
            "SBKS[4.0]",
            "V[5.0]",
        ];
        for first in 0..properties.len() {
            // A node has one comment.
            let rest = if first == 1 { 3 } else { first + 1 };
            let node = [&properties[first..=first], &properties[rest..]].concat();
            let reversed: String = node.iter().rev().copied().collect();
            let lead = said(&format!("(;SZ[19];B[pd]{reversed})")).and_then(|said| said.0);
            assert_eq!(lead, Some(first as f32 + 1.0), "{node:?}");
        }
        let unreadable = "(;SZ[19];B[pd]LZ[?]LZ2[?]C[?%]SBKV[?]SBKS[?]V[6.0])";
        assert_eq!(said(unreadable).and_then(|said| said.0), Some(6.0));
        let second_engine = "(;SZ[19];B[pd]LZ[0.7 50.0 0\n]LZ2[Other 50.0 10 -7.0 9.9\n])";
        assert_eq!(said(second_engine).and_then(|said| said.0), Some(7.0));
    }

    /// Text that looks like an evaluation more often than ordinary text does.
    fn texts() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            any::<String>(),
            "[-+]?[0-9]{0,5}\\.?[0-9]{0,3}[km%]?",
            Just("Score: W+".to_owned()),
            Just("Win rate: W ".to_owned()),
            Just("Pass for ko ".to_owned()),
            Just(" v=".to_owned()),
            Just("0.50 ".to_owned()),
            Just("0.00 ".to_owned()),
            Just("KataGo ".to_owned()),
            "[ \\n\\r]",
        ];
        proptest::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_panic_and_within_bounds(text in texts()) {
            let escaped = text.replace('\\', "\\\\").replace(']', "\\]");
            for ident in ["C", "LZ", "LZOP", "V", "SBKV", "SBKS"] {
                let tree = tree(&format!("(;SZ[19];W[pd]{ident}[{escaped}])"));
                for said in tree.nodes().filter_map(evaluation) {
                    prop_assert!(said.lead.is_some() || said.win_rate.is_some());
                    prop_assert!(said.lead.is_none_or(|lead| lead.abs() <= 1000.0));
                    prop_assert!(said.win_rate.is_none_or(|rate| (0.0..=1.0).contains(&rate)));
                }
            }
        }

        #[test]
        fn what_katago_writes_is_read(win in 0..=100_i16, score in -4000..=4000_i16, visits: u32) {
            let (loss, score) = (100 - win, f32::from(score) / 10.0);
            let comment = format!(
                "{:.2} {:.2} 0.00 {score:.1} v={visits}",
                f32::from(win) / 100.0,
                f32::from(loss) / 100.0,
            );
            let (lead, rate, read_visits, of) = said(&format!("(;;B[pd]C[{comment}])")).expect("read");
            prop_assert!((lead.expect("a lead") + score).abs() < 1e-3);
            prop_assert!((rate.expect("a rate") - f32::from(loss) / 100.0).abs() < 1e-5);
            prop_assert_eq!((read_visits, of), (Some(visits), EvaluatedPosition::BeforeMove));
        }
    }
}
