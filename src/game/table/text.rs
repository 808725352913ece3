//! Actions as texts, as they are stored: `play Q16`, `undo 2`, `dead C3`, `say thanks`.

use std::time::Duration;

use super::play::{TableAction, TableOffer, TablePhrase};
use crate::go::PointSet;
use crate::{BoardSize, Move, Point};
use joseki_base::named::Named;

impl TableAction {
    /// Returns the text of the action on a board of a size.
    #[must_use]
    pub fn to_text(&self, size: BoardSize) -> String {
        match self {
            TableAction::Play(played) => format!("play {}", played.to_gtp(size)),
            TableAction::Offer(TableOffer::Undo(count)) => format!("undo {count}"),
            TableAction::Offer(TableOffer::Draw) => "draw".to_owned(),
            TableAction::Offer(TableOffer::Pause) => "pause".to_owned(),
            TableAction::Accept => "accept".to_owned(),
            TableAction::Decline => "decline".to_owned(),
            TableAction::Resign => "resign".to_owned(),
            TableAction::Resume => "resume".to_owned(),
            TableAction::ToggleDead(point) => format!("dead {}", point.to_gtp(size)),
            TableAction::MarkDead(points) => {
                let points: Vec<String> = points.iter().map(|point| point.to_gtp(size)).collect();
                format!("mark {}", points.join(" "))
            }
            TableAction::Agree => "agree".to_owned(),
            TableAction::Forfeit => "forfeit".to_owned(),
            TableAction::Say(phrase) => format!("say {phrase}"),
            TableAction::Skip(time) => format!("skip {}", time.as_millis()),
        }
    }

    /// Parses the text of an action; `None` if it is invalid on this board.
    #[must_use]
    pub fn parse(text: &str, size: BoardSize) -> Option<TableAction> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let point = |text: &str| Point::from_gtp(text, size).ok();
        Some(match (word, rest) {
            ("play", rest) => TableAction::Play(Move::from_gtp(rest, size).ok()?),
            ("undo", rest) => TableAction::Offer(TableOffer::Undo(rest.parse().ok()?)),
            ("draw", "") => TableAction::Offer(TableOffer::Draw),
            ("pause", "") => TableAction::Offer(TableOffer::Pause),
            ("accept", "") => TableAction::Accept,
            ("decline", "") => TableAction::Decline,
            ("resign", "") => TableAction::Resign,
            ("resume", "") => TableAction::Resume,
            ("dead", rest) => TableAction::ToggleDead(point(rest)?),
            ("mark", rest) => {
                let points: Option<Vec<Point>> = rest.split_whitespace().map(point).collect();
                TableAction::MarkDead(points?.into_iter().collect::<PointSet>())
            }
            ("agree", "") => TableAction::Agree,
            ("forfeit", "") => TableAction::Forfeit,
            ("say", rest) => TableAction::Say(TablePhrase::from_name(rest)?),
            ("skip", rest) => TableAction::Skip(Duration::from_millis(rest.parse().ok()?)),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_read_back_in_every_game() {
        for (lines, texts) in [
            (
                19,
                &[
                    "play Q16",
                    "play pass",
                    "undo 2",
                    "dead T19",
                    "mark B2 A1",
                    "mark ",
                    "skip 1500",
                ][..],
            ),
            (15, &["play H8", "say good_luck", "draw", "pause", "accept", "decline"]),
            (10, &["play h2e2", "resign", "resume", "agree", "forfeit"]),
        ] {
            // Boards of xiangqi have a size of their own.
            let size =
                if lines == 10 { BoardSize::XIANGQI } else { BoardSize::new(lines).unwrap() };
            for text in texts {
                let action = TableAction::parse(text, size).expect(text);
                assert_eq!(action.to_text(size), *text);
            }
        }
        let size = BoardSize::new(9).unwrap();
        for text in
            ["", "play", "play Z1", "undo -1", "undo", "draw 1", "say hi", "dead pass", "hello"]
        {
            assert_eq!(TableAction::parse(text, size), None, "{text}");
        }
    }
}
