//! The colours of a picture: orange for Black, blue for White, distinguishable by the colour-blind.

/// Red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rgb(pub(super) [u8; 3]);

/// The background.
pub(super) const PAPER: Rgb = Rgb([255, 255, 255]);
/// Lines, letters, black stones.
pub(super) const INK: Rgb = Rgb([20, 20, 20]);
/// White stones.
pub(super) const CHALK: Rgb = Rgb([252, 252, 252]);
/// Red's pieces of xiangqi.
pub(super) const RED: Rgb = Rgb([176, 24, 24]);
/// The lines of the board.
pub(super) const LINE: Rgb = Rgb([120, 120, 120]);

const NOBODY: [u8; 3] = [247, 247, 247];
const BLACK: [u8; 3] = [230, 126, 20];
const WHITE: [u8; 3] = [62, 130, 196];

/// The colour of a strength from −1 (White) to 1 (Black). Scaled by the square root, so that weak
/// influence is visible.
pub(super) fn shade(strength: f64) -> Rgb {
    // NaN counts as 0.
    let part = if strength.abs() > 0.0 { strength.abs().min(1.0).sqrt() } else { 0.0 };
    let full = if strength < 0.0 { WHITE } else { BLACK };
    let mixed = std::array::from_fn(|at| {
        let (from, to) = (f64::from(NOBODY[at]), f64::from(full[at]));
        (from + (to - from) * part).round() as u8
    });
    Rgb(mixed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_and_the_middle_are_the_three_colours() {
        let ends = [shade(1.0), shade(7.0), shade(0.0), shade(-1.0)];
        assert_eq!(ends, [Rgb(BLACK), Rgb(BLACK), Rgb(NOBODY), Rgb(WHITE)]);
        assert_eq!(shade(f64::NAN), Rgb(NOBODY));
    }

    /// A grey copy still shows which of two strengths of one side is larger.
    #[test]
    fn stronger_is_darker() {
        let grey = |strength| shade(strength).0.iter().map(|it| u32::from(*it)).sum::<u32>();
        for step in 0..20 {
            let (weak, strong) = (f64::from(step) / 20.0, f64::from(step + 1) / 20.0);
            assert!(grey(strong) < grey(weak) && grey(-strong) < grey(-weak));
        }
    }
}
