//! Parses the properties of Lizzie and LizzieYzy.

use super::number;
use super::number::{EvaluatedPosition, Evaluation};
use crate::sgf::NodeRef;
use joseki_game::Color;

/// The longest header line in bytes; the candidates after it may be of any length.
const MAX_HEADER: usize = 512;

/// Parses the header of an `LZ` or `LZOP` value at `node`.
pub fn read(node: NodeRef<'_>, value: &str) -> Option<Evaluation> {
    let header = header(value)?;
    let moved = moved(node).or_else(|| Some(to_move(node)?.opposite()))?;
    let (rate, lead) = (header.win_rate, header.lead);
    // The rate is that of the player who has just moved, the lead that of the other.
    let (win_rate, lead) = match moved {
        Color::Black => (rate, lead.map(|lead| 0.0 - lead)),
        Color::White => (1.0 - rate, lead),
    };
    Some(Evaluation {
        lead,
        win_rate: Some(win_rate),
        visits: Some(header.playouts),
        position: EvaluatedPosition::AfterMove,
    })
}

#[derive(Debug, PartialEq)]
struct Header {
    win_rate: f32,
    playouts: u32,
    lead: Option<f32>,
}

/// Parses the first line: a name, which may contain spaces, the win rate in percent, playouts, and
/// up to three numbers.
fn header(value: &str) -> Option<Header> {
    let end = value.bytes().take(MAX_HEADER).position(is_line_end);
    let line = match end {
        Some(end) => value.get(..end)?,
        None => Some(value).filter(|value| value.len() < MAX_HEADER)?,
    };
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    // Two to five words follow the name.
    let first = words.len().saturating_sub(5).max(1);
    (first..words.len()).find_map(|at| numbers(&words[at..]))
}

fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

fn numbers(words: &[&str]) -> Option<Header> {
    let (win_rate, rest) = words.split_first().filter(|(word, _)| word.contains('.'))?;
    let (playouts, more) = rest.split_first()?;
    if more.iter().any(|word| number::decimal(word).is_none()) {
        return None;
    }
    Some(Header {
        win_rate: number::percent(win_rate)?,
        // Without playouts the rate is not from a search.
        playouts: number::visits(playouts).filter(|playouts| *playouts > 0)?,
        lead: match more.first() {
            Some(word) => Some(number::lead(word)?),
            None => None,
        },
    })
}

/// The colour of the node's move.
fn moved(node: NodeRef<'_>) -> Option<Color> {
    let colors = [("B", Color::Black), ("W", Color::White)];
    let mut moves = colors.into_iter().filter(|(ident, _)| node.has(ident));
    moves.next().map(|(_, color)| color)
}

/// The colour to move after a node without a move.
fn to_move(node: NodeRef<'_>) -> Option<Color> {
    let next = node.children().next().and_then(moved);
    next.or_else(|| node.first("PL")?.raw().trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers_of(value: &str) -> Option<(f32, u32, Option<f32>)> {
        header(value).map(|header| (header.win_rate, header.playouts, header.lead))
    }

    /// Headers put together from the formats in `formatNodeData`.
    #[test]
    fn headers_of_all_lengths() {
        let candidates = "\nmove D4 visits 12 winrate 5200 scoreMean 0.40 pv D4 E4 ";
        let with_candidates = |header: &str| numbers_of(&format!("{header}{candidates}"));
        assert_eq!(with_candidates("0.7 75.0 1.3k"), Some((0.75, 1300, None)));
        let katago = Some((0.75, 250, Some(-6.5)));
        assert_eq!(with_candidates("KataGo 75.0 250 -6.5"), katago);
        assert_eq!(with_candidates("KataGo 75.0 250 -6.5 14.8"), katago);
        assert_eq!(with_candidates("KataGo 75.0 250 -6.5 14.8 0.5"), katago);
        assert_eq!(numbers_of("KataGo 75.0 250 -6.5 14.8\r\n"), katago);
        assert_eq!(numbers_of("KataGo 75.0 250 -6.5 14.8"), katago);
        assert_eq!(numbers_of("KataGo 1.15 40b 75.0 250 -6.5 14.8"), katago);
    }

    #[test]
    fn a_rate_without_playouts_is_made_up() {
        assert_eq!(numbers_of("0.7 50.0 0\n"), None);
    }

    #[test]
    fn other_values_are_no_headers() {
        let long = "x".repeat(10_000);
        let values = [
            "",
            "\n",
            "0.7",
            "0.7 75.0",
            "75.0 250",
            "0.7 75.0 many",
            "0.7 175.0 250",
            "0.7 -5.0 250",
            "0.7 NaN 250",
            "KataGo 75.0 250 nan 1.0",
            "KataGo 75.0 250 2000.0 1.0",
            "KataGo 75.0 250 1.0 1.0 1.0 1.0",
            "opaque persisted analysis",
            "数 75.0 百",
            long.as_str(),
        ];
        for value in values {
            assert_eq!(header(value), None, "{value:?}");
        }
    }
}
