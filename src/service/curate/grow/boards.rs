//! Boards around a corner of Go on which its positions are evaluated.
//!
//! On an empty board all ladders that run out of the corner work, and moves elsewhere are worth
//! more than any answer. So a corner is evaluated on a pair of boards with stones in the three other
//! corners: on one of them ladders of Black's work and White's fail, and on the other one, with the
//! colours exchanged, the reverse. Both are their own mirror images at the corner's diagonal.

use joseki_book::Line;
use joseki_game::go::CornerPosition;
use joseki_game::{BoardSize, Color, Corner, Frame, Point, Side, Step, Symmetry};
use joseki_peer::KataGoQuery;

/// The stones of the other corners, for a position in the upper right one.
const STONES: [(Color, &[&str]); 2] = [
    (Color::Black, &["D16", "F17", "C17", "Q4", "R6", "R3"]),
    (Color::White, &["C14", "B16", "C11", "O3", "Q2", "L3", "D4", "F3", "C6"]),
];
/// Moves up to which passes are forbidden: a pass after another would end the game.
const NO_PASS_UNTIL: u32 = 60;

/// A whole board around the upper right corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GrowBoard {
    /// Whether the colours of the other corners are exchanged.
    pub exchanged: bool,
    /// Whether everything is mirrored at the corner's diagonal, for an independent opinion of the
    /// same board.
    pub mirrored: bool,
}

impl GrowBoard {
    /// Returns the pair of boards.
    #[must_use]
    pub const fn pair(mirrored: bool) -> [GrowBoard; 2] {
        [GrowBoard { exchanged: false, mirrored }, GrowBoard { exchanged: true, mirrored }]
    }

    /// Returns the name under which evaluations are stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match (self.exchanged, self.mirrored) {
            (false, false) => "stones",
            (true, false) => "stones-exchanged",
            (false, true) => "stones-mirrored",
            (true, true) => "stones-exchanged-mirrored",
        }
    }

    /// Returns the frame of lines on this board.
    #[must_use]
    pub const fn frame(self) -> Frame {
        let symmetry = if self.mirrored { Symmetry::TRANSPOSE } else { Symmetry::IDENTITY };
        Frame { region: joseki_game::Region::Corner(Corner::UpperRight), symmetry }
    }

    /// Builds the query for the position after a line; `None` if it cannot be set up: the line
    /// cannot be replayed alone, or a stone of it is where another corner has one.
    ///
    /// The stones are set up without their order of moves. Only a capture that begins a ko is
    /// played, so that the engine knows it.
    #[must_use]
    pub fn query(
        self,
        (line, to_play): (&Line, Color),
        rules: &str,
        komi: i16,
        visits: u32,
    ) -> Option<KataGoQuery> {
        let position = CornerPosition::replay(line)?;
        let (before, last) = match line.steps().split_last() {
            Some((last, before)) if position.board().ko().is_some() => {
                (CornerPosition::replay(before)?, Some(*last))
            }
            _ => (position, None),
        };
        let mut initial: Vec<(Color, Point)> = self.others();
        for side in [Side::First, Side::Second] {
            for point in before.stones(side) {
                let point = self.place(CornerPosition::step_at(point)?)?;
                if initial.iter().any(|(_, other)| *other == point) {
                    return None;
                }
                initial.push((CornerPosition::color_of(side), point));
            }
        }
        let moves = match last {
            Some(step) => vec![(to_play.opposite(), joseki_game::Move::Play(self.place(step)?))],
            None => Vec::new(),
        };
        let no_pass = |color: Color| (color, vec![joseki_game::Move::Pass], NO_PASS_UNTIL);
        Some(KataGoQuery {
            size: BoardSize::NINETEEN,
            initial,
            to_play,
            moves,
            rules: rules.to_owned(),
            komi,
            visits,
            avoid: Color::ALL.map(no_pass).to_vec(),
            allow: Vec::new(),
            policy: true,
        })
    }

    /// The stones of the other corners.
    fn others(self) -> Vec<(Color, Point)> {
        let stones = STONES.iter().flat_map(|(color, names)| {
            let color = if self.exchanged { color.opposite() } else { *color };
            names.iter().filter_map(move |name| {
                let played = joseki_game::Move::from_gtp(name, BoardSize::NINETEEN).ok()?;
                Some((color, played.point()?))
            })
        });
        stones.collect()
    }

    fn place(self, step: Step) -> Option<Point> {
        self.frame().point_of(step, BoardSize::NINETEEN).ok()
    }
}
