//! Whether the moves of a reading show what it says.

use joseki::game::go::{LadderOutcome, LadderReading, Position, diagram};
use joseki::game::{Color, Point};

/// Whether the moves are legal, in turn, and end as the outcome says.
pub fn check_moves(
    position: &Position,
    target: Point,
    first: Color,
    reading: &LadderReading,
) -> Result<(), String> {
    let defender = reading.defender;
    let mut now = *position;
    let mut seen = vec![now];
    let mut color = reading.moves.first().map_or(first, |&(color, _)| color);
    if color != first && (first != defender || position.liberties(target).len() != 2) {
        return Err("the wrong side begins".to_owned());
    }
    if color != first {
        now.pass();
    }
    for (n, &(mover, point)) in reading.moves.iter().enumerate() {
        if mover != color || now.at(target).is_none() {
            return Err(format!("move {n} is out of turn"));
        }
        let played = now.play(mover, point);
        played.map_err(|error| format!("move {n}: {error}"))?;
        seen.push(now);
        color = color.opposite();
    }
    let liberties = now.liberties(target);
    let ko = now.ko().filter(|&(banned, _)| banned == color);
    let ends = match reading.outcome {
        LadderOutcome::Captured if now.at(target).is_none() => true,
        LadderOutcome::Captured => {
            let stuck = |point| now.is_legal(defender, point).is_err();
            color == defender && liberties.len() == 1 && liberties.iter().all(stuck)
        }
        LadderOutcome::Escapes if liberties.len() > 2 || reading.moves.is_empty() => true,
        LadderOutcome::Escapes => {
            let stuck = |point| now.is_legal(defender.opposite(), point).is_err();
            color != defender && liberties.iter().all(stuck)
        }
        LadderOutcome::Ko => {
            let (_, before) = seen.split_last().unwrap_or((&now, &[]));
            ko.is_some() || before.iter().any(|other| other.has_same_stones(&now))
        }
        LadderOutcome::Unknown => reading.moves.is_empty(),
    };
    if ends {
        Ok(())
    } else {
        let drawn = diagram::render(&now);
        Err(format!("the moves do not end {:?}:\n{drawn}", reading.outcome))
    }
}
