//! Assigns a stone to a corner: near, far, or elsewhere.

use crate::{BoardSize, Step};

/// The last near letter, `H`: the corner proper.
const NEAR_LETTER: u8 = 7;
/// The greatest distance in lines of a near stone from another stone of the corner.
const NEAR_DISTANCE: u8 = 4;
/// The last letter, `M` (the 13th line), that may still belong to a joseki.
const FAR_LETTER: u8 = 12;

/// Whether a stone is in another corner than the one of its step's frame: both letters past the
/// middle line, or one in the last four lines. (On 19 lines: both past `J`, or one from `P`
/// onwards.)
#[must_use]
pub fn is_foreign(step: Step, size: BoardSize) -> bool {
    let (middle, far) = (size.max() / 2, size.get() - 4);
    step.coordinates().is_some_and(|(u, v)| u.min(v) > middle || u.max(v) >= far)
}

/// How a stone relates to a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// A step of the region.
    Near,
    /// Either a step or a move played elsewhere.
    Far,
    /// Not a stone of the region.
    Elsewhere,
}

/// The stones of one reading of a corner, reduced to the area near them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CornerStones {
    any: bool,
    /// By `v`, the set of `u` within [`NEAR_DISTANCE`] lines of a stone.
    close: [u32; 19],
}

impl CornerStones {
    /// Adds a stone, which stays after it is captured. A tenuki is ignored.
    pub fn add(&mut self, step: Step) {
        let Some((u, v)) = step.coordinates() else {
            return;
        };
        self.any = true;
        let columns = (1 << (u + NEAR_DISTANCE + 1)) - (1 << u.saturating_sub(NEAR_DISTANCE));
        let rows = usize::from(v.saturating_sub(NEAR_DISTANCE))..=usize::from(v + NEAR_DISTANCE);
        for row in self.close.iter_mut().take(*rows.end() + 1).skip(*rows.start()) {
            *row |= columns;
        }
    }

    /// Classifies a further stone.
    #[must_use]
    #[inline]
    pub fn reach(&self, step: Step, size: BoardSize) -> Reach {
        let Some((u, v)) = step.coordinates() else {
            return Reach::Elsewhere;
        };
        let largest = u.max(v);
        // A line that two corners share belongs to neither.
        let inside = 2 * largest < size.max();
        let is_close = || (self.close[usize::from(v)] >> u) & 1 == 1;
        if inside && largest <= NEAR_LETTER && (!self.any || is_close()) {
            Reach::Near
        } else if self.any && is_within_reach(largest, size) {
            Reach::Far
        } else {
            Reach::Elsewhere
        }
    }
}

impl CornerStones {
    /// Whether a stone can be near or far at all, whatever the corner contains.
    #[must_use]
    #[inline]
    pub fn may_reach(step: Step, size: BoardSize) -> bool {
        step.coordinates().is_some_and(|(u, v)| is_within_reach(u.max(v), size))
    }

    /// Whether a stone alone would belong to the corner proper.
    #[must_use]
    pub fn is_proper(step: Step, size: BoardSize) -> bool {
        CornerStones::default().reach(step, size) == Reach::Near
    }
}

/// Inside, on a line shared with a neighbour, or not too far outside.
#[inline]
const fn is_within_reach(largest: u8, size: BoardSize) -> bool {
    2 * largest <= size.max() || largest <= FAR_LETTER
}

impl Extend<Step> for CornerStones {
    fn extend<I: IntoIterator<Item = Step>>(&mut self, steps: I) {
        steps.into_iter().for_each(|step| self.add(step));
    }
}

impl FromIterator<Step> for CornerStones {
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> CornerStones {
        let mut stones = CornerStones::default();
        stones.extend(steps);
        stones
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(text: &str) -> Step {
        text.parse().unwrap()
    }

    /// The rule of the facts page, for every pair of steps and every size.
    #[test]
    fn reach_is_that_of_the_facts_page() {
        let all = || (0..19u8).flat_map(|u| (0..19u8).map(move |v| (u, v)));
        for size in (9..=19).filter_map(|lines| BoardSize::new(lines).ok()) {
            let side = size.get().div_ceil(2);
            let max = size.get() - 1;
            for (su, sv) in all().filter(|(u, v)| u % 3 == 0 && v % 4 == 1) {
                let stones: CornerStones = [Step::corner(su, sv).unwrap()].into_iter().collect();
                for (u, v) in all() {
                    let middle = |line: u8| 2 * line == max;
                    let on_middle = (middle(u) && v < side) || (middle(v) && u < side);
                    let inside = u < side && v < side && !on_middle;
                    let distance = u.abs_diff(su).max(v.abs_diff(sv));
                    let expected = if inside && u <= 7 && v <= 7 && distance <= 4 {
                        Reach::Near
                    } else if inside || on_middle || (u <= 12 && v <= 12) {
                        Reach::Far
                    } else {
                        Reach::Elsewhere
                    };
                    let found = stones.reach(Step::corner(u, v).unwrap(), size);
                    assert_eq!(found, expected, "{u},{v} beside {su},{sv} on {size:?}");
                }
            }
        }
    }

    #[test]
    fn an_empty_corner_takes_near_stones_only() {
        let size = BoardSize::NINETEEN;
        let empty = CornerStones::default();
        assert_eq!(empty.reach(step("HH"), size), Reach::Near);
        assert_eq!(empty.reach(step("IC"), size), Reach::Elsewhere);
        assert_eq!(empty.reach(Step::TENUKI, size), Reach::Elsewhere);
    }
}
