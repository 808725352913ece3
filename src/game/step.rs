//! A step: one move of a line as an opaque code, with a code of its own for the tenuki.

/// One move of a line: an opaque code that orders like its text. Books, stores and the HTTP API
/// treat it as opaque; its meaning and its text belong to the game (for Go: [`crate::game::go`]).
///
/// ```
/// use joseki::game::Step;
///
/// let step: Step = "CF".parse()?;
/// assert_eq!(step.coordinates(), Some((2, 5)));
/// assert_eq!(step.mirror().to_string(), "FC");
/// assert!("XX".parse::<Step>()?.is_tenuki());
/// assert!("ZZ".parse::<Step>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step(u16);

impl Step {
    /// The player moved elsewhere. Sorts after every real step, as `XX` does after `SS`.
    pub const TENUKI: Step = Step(u16::MAX);

    /// Returns the step with this code. The game assigns the codes; `u16::MAX` is the tenuki.
    #[must_use]
    pub const fn from_code(code: u16) -> Step {
        Step(code)
    }

    /// Returns the code, as stores keep it.
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
