//! Orientation of a line on the board: the frame for everything about its node.

use super::coords::Coords;
use super::error::RequestError;
use super::moves::split_moves;
use crate::book::Line;
use crate::game::go::{BoardSize, Corner, Frame, Handedness, Move};
use crate::game::{Color, Step};

const SIZE: BoardSize = BoardSize::NINETEEN;

/// A line, given in either orientation, placed on a board of 19 lines.
#[derive(Clone, Debug)]
pub struct OrientedLine {
    /// The line in the book's canonical form.
    pub line: Line,
    /// Frame of the canonical line on this board.
    pub frame: Frame,
    /// Whether the line was given as the mirror image of the canonical one, so that its steps are
    /// mirrored.
    pub mirrored: bool,
    /// Colour of the line's first move.
    pub first: Color,
    /// Notation of points.
    pub coords: Coords,
}

impl OrientedLine {
    /// Places a line of steps in either orientation; corner and handedness refer to the line as
    /// written.
    #[must_use]
    pub fn from_steps(
        written: &Line,
        corner: Corner,
        handedness: Handedness,
        first: Color,
        coords: Coords,
    ) -> OrientedLine {
        let mirrored = written.is_mirrored() == Some(true);
        let frame = Frame { corner, handedness };
        OrientedLine {
            line: written.canonical(),
            frame: if mirrored { other_side(frame) } else { frame },
            mirrored,
            first,
            coords,
        }
    }

    /// Places the moves of one corner, given as `Q16,O17` or `W:Q16,B:R14`. A pass, or two moves in
    /// a row by one colour, stand for a tenuki of the other colour. The first move determines the
    /// corner.
    ///
    /// # Errors
    /// A text is not a move, or the first move is in no corner.
    pub fn from_moves(text: &str, coords: Coords) -> Result<OrientedLine, RequestError> {
        let moves = parse(text, coords)?;
        let error = |message: &str| RequestError::new("invalid_value", "moves", message);
        let Some((first, Move::Play(point))) = moves.first().copied() else {
            return Err(error("a line must begin with a move in a corner, not with a pass"));
        };
        let corner = Corner::containing(point, SIZE)
            .ok_or_else(|| error("the first move is on a middle line, in no corner"))?;
        let frame = Frame::clockwise(corner);
        let read = line_of(&moves, frame);
        let mirrored = read.is_mirrored() == Some(true);
        Ok(OrientedLine {
            line: read.canonical(),
            frame: if mirrored { other_side(frame) } else { frame },
            mirrored: false,
            first,
            coords,
        })
    }

    /// Parses other moves in the same corner into a line in this frame; errors name `field`.
    ///
    /// # Errors
    /// A text is not a move, or the first move is in another corner.
    pub fn other_moves(&self, field: &str, text: &str) -> Result<Line, RequestError> {
        let moves = parse(text, self.coords).map_err(|error| RequestError {
            field: error.field.replacen("moves", field, 1),
            ..error
        })?;
        let first = moves.first().and_then(|(_, played)| played.point());
        if first.and_then(|point| Corner::containing(point, SIZE)) == Some(self.frame.corner) {
            return Ok(line_of(&moves, self.frame));
        }
        let message = "the first move must be in the corner of the line";
        Err(RequestError::new("invalid_value", field, message))
    }

    /// Returns the step of a point in the canonical frame.
    #[must_use]
    pub fn step_at(&self, text: &str) -> Option<Step> {
        let point = self.coords.parse_point(text, SIZE).ok()?;
        self.frame.step_at(point, SIZE)
    }

    /// Returns the step of a point in a comment, which is always a GTP coordinate.
    #[must_use]
    pub fn step_in_prose(&self, text: &str) -> Option<Step> {
        let point = Coords::Gtp.parse_point(text, SIZE).ok()?;
        self.frame.step_at(point, SIZE)
    }
}

/// Returns the frame of the same corner in the other handedness.
fn other_side(frame: Frame) -> Frame {
    let handedness = match frame.handedness {
        Handedness::Clockwise => Handedness::CounterClockwise,
        Handedness::CounterClockwise => Handedness::Clockwise,
    };
    Frame { handedness, ..frame }
}

fn parse(text: &str, coords: Coords) -> Result<Vec<(Color, Move)>, RequestError> {
    let moves = split_moves(text).into_iter().enumerate();
    let read = moves.map(|(index, [color, point])| {
        let field = || format!("moves[{index}]");
        let color =
            color.parse().map_err(|error| RequestError::new("invalid_color", field(), error))?;
        let played = coords
            .parse_move(&point, SIZE)
            .map_err(|error| RequestError::new("invalid_point", field(), error))?;
        Ok((color, played))
    });
    read.collect()
}

/// Converts moves to a line in a frame; a colour that is passed over has played tenuki.
fn line_of(moves: &[(Color, Move)], frame: Frame) -> Line {
    let mut line = Line::new();
    let mut last = None;
    for (color, played) in moves {
        let Some(step) = played.point().and_then(|point| frame.step_at(point, SIZE)) else {
            // The colour of the next move implies the pass.
            continue;
        };
        if last == Some(*color) {
            line.push(Step::TENUKI);
        }
        line.push(step);
        last = Some(*color);
    }
    // No move follows a pass at the end.
    if let Some((color, Move::Pass)) = moves.last()
        && last.is_some_and(|last| last != *color)
    {
        line.push(Step::TENUKI);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_the_same_in_every_orientation() {
        // The line DDCFFCCC in several orientations.
        for (text, first) in [
            ("Q16,O17,R14,R17", Color::Black),
            ("W:Q16,B:O17,W:R14,B:R17", Color::White),
            ("Q16,R14,O17,R17", Color::Black),
            ("D4,F3,C6,C3", Color::Black),
            ("W:D4,B:C6,W:F3,B:C3", Color::White),
        ] {
            let laid = OrientedLine::from_moves(text, Coords::Gtp).unwrap();
            assert_eq!(laid.line.to_string(), "DDCFFCCC", "{text}");
            assert_eq!(laid.first, first);
            let points = laid.line.steps().iter();
            let points: Vec<String> =
                points.map(|step| laid.frame.point_of(*step, SIZE).unwrap().to_gtp(SIZE)).collect();
            let written: Vec<String> = split_moves(text).into_iter().map(|[_, it]| it).collect();
            assert_eq!(points, written);
        }
    }

    #[test]
    fn two_moves_in_a_row_have_a_tenuki_between() {
        for text in ["B:Q16,B:O17", "Q16,pass,O17", "B:Q16,W:pass,B:R14"] {
            let laid = OrientedLine::from_moves(text, Coords::Gtp).unwrap();
            assert_eq!(laid.line.to_string(), "DDXXCF", "{text}");
        }
        let tenuki = OrientedLine::from_moves("W:Q16,B:pass", Coords::Gtp).unwrap();
        assert_eq!(tenuki.line.to_string(), "DDXX");
    }

    #[test]
    fn invalid_lines_are_rejected() {
        let check = |text: &str, field: &str| {
            let error = OrientedLine::from_moves(text, Coords::Gtp).unwrap_err();
            assert_eq!(error.field, field, "{text}: {error}");
        };
        check("", "moves");
        check("pass", "moves");
        check("K10", "moves");
        check("Q16,Z99", "moves[1]");
        check("x:Q16", "moves[0]");
    }

    #[test]
    fn a_mirrored_line_keeps_the_board() {
        let steps = |text: &str, handedness| {
            let line: Line = text.parse().unwrap();
            let corner = Corner::UpperRight;
            OrientedLine::from_steps(&line, corner, handedness, Color::Black, Coords::Gtp)
        };
        let one = steps("DDCF", Handedness::Clockwise);
        let two = steps("DDFC", Handedness::CounterClockwise);
        assert_eq!((one.line, one.frame), (two.line, two.frame));
        assert!(!one.mirrored && two.mirrored);
    }
}
