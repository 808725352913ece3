//! A step: one move of a line as an opaque small code, with the tenuki as a code of its own.

/// One move of a line, as a book, a store and a door know it: an opaque code that orders like its
/// text. What the code means, and its text, is the game's business (for Go: [`crate::game::go`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step(u16);

impl Step {
    /// The player moved elsewhere. Sorts after every real step, as `XX` does after `SS`.
    pub const TENUKI: Step = Step(u16::MAX);

    /// The step with this code. The code is the game's own; `u16::MAX` is the tenuki.
    #[must_use]
    pub const fn from_code(code: u16) -> Step {
        Step(code)
    }

    /// The code, as it is kept in a store.
    #[must_use]
    pub const fn code(self) -> u16 {
        self.0
    }

    /// Whether this is the tenuki.
    #[must_use]
    pub const fn is_tenuki(self) -> bool {
        self.0 == u16::MAX
    }
}
