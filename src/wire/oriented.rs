//! Orientation of a line on the board: the frame for everything about its node.

use super::board::{MoveReader, coords_of};
use super::coords::Coords;
use super::error::RequestError;
use super::moves::split_moves;
use joseki_book::Line;
use joseki_game::go::Handedness;
use joseki_game::{BoardSize, Color, Corner, Frame, Game, Move, Region, Step, Symmetry, Variant};
use joseki_service::Code;

/// A line on the board, with the frame of its canonical form.
#[derive(Clone, Debug)]
pub struct OrientedLine {
    /// The line, canonical.
    pub line: Line,
    /// Board to line: the frame in which the line is canonical.
    pub frame: Frame,
    /// Written to canonical: the symmetry that leads from the frame in which the client wrote the
    /// steps.
    pub written: Symmetry,
    /// Colour of the first move.
    pub first: Color,
    /// Notation of points.
    pub coords: Coords,
    /// The game of the book, and the size of its board.
    pub variant: Variant,
}

impl OrientedLine {
    /// Places a line of steps in any orientation; the frame refers to the line as written.
    #[must_use]
    pub fn from_steps(
        variant: Variant,
        steps: &Line,
        frame: Frame,
        first: Color,
        coords: Coords,
    ) -> OrientedLine {
        let written = steps.orientations().first();
        let coords = coords.for_game(variant.game());
        OrientedLine {
            line: steps.transformed(written),
            frame: Frame { symmetry: frame.symmetry.then(written), ..frame },
            written,
            first,
            coords,
            variant,
        }
    }

    /// Reads a line from moves on the board, which determine the region and orientation.
    ///
    /// # Errors
    /// No moves, an invalid point or colour, or a first move in no corner.
    pub fn from_moves(
        variant: Variant,
        text: &str,
        coords: Coords,
    ) -> Result<OrientedLine, RequestError> {
        let size = variant.size();
        let moves = parse(variant, text, coords_of(coords, variant.game())?)?;
        let error = |message: &str| RequestError::new(Code::InvalidValue, "moves", message);
        let Some((first, played)) = moves.first().copied().filter(|(_, it)| *it != Move::Pass)
        else {
            return Err(error("a line must begin with a move in a corner, not with a pass"));
        };
        let mut regions = variant.game().regions().iter();
        let region = regions
            .find(|region| region.contains(played, size))
            .ok_or_else(|| error("the first move is on a middle line, in no corner"))?;
        if !variant.game().exchanges_colors() && first == Color::White {
            let message = match variant.game() {
                Game::Xiangqi => "a line must begin with a move of Red",
                _ => "a line must begin with a move of Black",
            };
            return Err(error(message));
        }
        let frame = Frame::plain(*region);
        let steps = line_of(&moves, frame, size);
        let oriented = OrientedLine::from_steps(variant, &steps, frame, first, coords);
        Ok(OrientedLine { written: Symmetry::IDENTITY, ..oriented })
    }

    /// Reads another line of the same region from moves, in the frame of this line.
    ///
    /// # Errors
    /// As [`OrientedLine::from_moves`], or another region.
    pub fn other_moves(&self, field: &str, text: &str) -> Result<Line, RequestError> {
        let size = self.variant.size();
        let moves = parse(self.variant, text, self.coords).map_err(|error| RequestError {
            field: error.field.replacen("moves", field, 1),
            ..error
        })?;
        let first = moves.first().filter(|(_, played)| *played != Move::Pass);
        if first.is_some_and(|(_, played)| self.frame.region.contains(*played, size)) {
            return Ok(line_of(&moves, self.frame, size));
        }
        let message = "the first move must be in the corner of the line";
        Err(RequestError::new(Code::InvalidValue, field, message))
    }

    /// Returns the step of a point, or of a move between squares, in the client's notation.
    #[must_use]
    pub fn step_at(&self, text: &str) -> Option<Step> {
        let played = self.coords.parse_move(text, self.variant.size()).ok()?;
        self.frame.step_of(played, self.variant.size())
    }

    /// Returns the step of a point in prose, which is written as players of the game do.
    #[must_use]
    pub fn step_in_prose(&self, text: &str) -> Option<Step> {
        let size = self.variant.size();
        self.frame.step_of(self.frame.region.move_in_prose(text, size)?, size)
    }
}

/// Returns the frame of a line in a corner, or on the whole board.
///
/// # Errors
/// A corner or a handedness in a game that has none.
pub fn frame_of(
    variant: Variant,
    corner: Option<Corner>,
    handedness: Option<Handedness>,
) -> Result<Frame, RequestError> {
    let Some(Region::Board) = variant.game().regions().first() else {
        return Ok(handedness.unwrap_or_default().frame(corner.unwrap_or_default()));
    };
    let said = [("corner", corner.is_some()), ("handedness", handedness.is_some())];
    match said.into_iter().find(|(_, is_said)| *is_said) {
        Some((field, _)) => {
            let message = "the book's game is played on the whole board: omit it";
            Err(RequestError::new(Code::InvalidValue, field, message))
        }
        None => Ok(Frame::plain(Region::Board)),
    }
}

fn parse(variant: Variant, text: &str, coords: Coords) -> Result<Vec<(Color, Move)>, RequestError> {
    let mut reader = MoveReader::new(variant, coords, variant.size()).strict();
    reader.read_all("moves", &split_moves(text))
}

/// Converts moves to a line in a frame; a colour that is passed over has played tenuki.
fn line_of(moves: &[(Color, Move)], frame: Frame, size: BoardSize) -> Line {
    let mut line = Line::new();
    let mut last = None;
    for (color, played) in moves {
        let Some(step) = frame.step_of(*played, size) else {
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

    const SIZE: BoardSize = BoardSize::NINETEEN;

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
            let laid = OrientedLine::from_moves(Variant::GO, text, Coords::Gtp).unwrap();
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
            let laid = OrientedLine::from_moves(Variant::GO, text, Coords::Gtp).unwrap();
            assert_eq!(laid.line.to_string(), "DDXXCF", "{text}");
        }
        let tenuki = OrientedLine::from_moves(Variant::GO, "W:Q16,B:pass", Coords::Gtp).unwrap();
        assert_eq!(tenuki.line.to_string(), "DDXX");
    }

    #[test]
    fn invalid_lines_are_rejected() {
        let check = |text: &str, field: &str| {
            let error = OrientedLine::from_moves(Variant::GO, text, Coords::Gtp).unwrap_err();
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
        let steps = |text: &str, handedness: Handedness| {
            let line: Line = text.parse().unwrap();
            let frame = handedness.frame(Corner::UpperRight);
            OrientedLine::from_steps(Variant::GO, &line, frame, Color::Black, Coords::Gtp)
        };
        let one = steps("DDCF", Handedness::Clockwise);
        let two = steps("DDFC", Handedness::CounterClockwise);
        assert_eq!((one.line, one.frame), (two.line, two.frame));
        assert_eq!((one.written, two.written), (Symmetry::IDENTITY, Symmetry::TRANSPOSE));
    }
}
