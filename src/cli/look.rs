//! Style and width of output: styled and wrapped on a terminal, plain elsewhere.

use std::borrow::Cow;
use std::env;
use std::ffi::OsString;
use std::io::IsTerminal;
use std::sync::OnceLock;

use clap::ValueEnum;
use terminal_size::{Width, terminal_size};

/// Minimum width that text is wrapped to.
const NARROWEST: usize = 40;

/// When output has colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorWhen {
    /// On a terminal.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// What `--color` says.
static COLOR: OnceLock<ColorWhen> = OnceLock::new();

/// Sets when output is styled, for all streams; the first call counts.
pub fn choose_color(when: ColorWhen) {
    COLOR.get_or_init(|| when);
}

/// Returns the number of columns of the terminal, if there is one.
pub fn columns() -> Option<usize> {
    terminal_size().map(|(Width(columns), _)| usize::from(columns))
}

/// Style and width of output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutputStyle {
    /// Whether text may be bold and coloured. Neither carries meaning by itself.
    pub styled: bool,
    /// Number of columns to wrap at; `None` if the output is not a terminal.
    pub width: Option<usize>,
}

impl OutputStyle {
    /// Returns the look for a stream.
    pub fn for_stream(stream: &impl IsTerminal) -> OutputStyle {
        let style = if stream.is_terminal() {
            OutputStyle::on_terminal(|name| env::var_os(name), columns())
        } else {
            OutputStyle::default()
        };
        match COLOR.get().copied().unwrap_or_default() {
            ColorWhen::Auto => style,
            ColorWhen::Always => OutputStyle { styled: true, ..style },
            ColorWhen::Never => OutputStyle { styled: false, ..style },
        }
    }

    /// Returns the look on a terminal of this width. Unstyled if `NO_COLOR` is set or the terminal
    /// is dumb.
    fn on_terminal(
        variable: impl Fn(&str) -> Option<OsString>,
        columns: Option<usize>,
    ) -> OutputStyle {
        let no_color = variable("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = variable("TERM").is_some_and(|value| value == "dumb");
        OutputStyle {
            styled: !no_color && !dumb,
            width: columns.map(|columns| columns.max(NARROWEST)),
        }
    }

    /// Returns the text in bold, if styled.
    pub fn bold(self, text: &str) -> Cow<'_, str> {
        self.paint(text, "1")
    }

    /// Returns the text with an attribute of ANSI terminals, such as `38;5;16`, if styled.
    pub fn paint<'t>(self, text: &'t str, attribute: &str) -> Cow<'t, str> {
        if self.styled && !text.is_empty() {
            Cow::Owned(format!("\x1b[{attribute}m{text}\x1b[0m"))
        } else {
            Cow::Borrowed(text)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_gets_plain_text() {
        let file = tempfile::tempfile().unwrap();
        assert_eq!(OutputStyle::for_stream(&file), OutputStyle::default());
        assert_eq!(OutputStyle::default().bold("a"), "a");
    }

    #[test]
    fn a_terminal_is_styled_unless_the_user_or_the_terminal_says_no() {
        let styled = |name: &str, value: &str| {
            let variable = |asked: &str| (asked == name).then(|| OsString::from(value));
            OutputStyle::on_terminal(variable, Some(100)).styled
        };
        assert!(styled("TERM", "xterm") && styled("NO_COLOR", ""));
        assert!(!styled("NO_COLOR", "1") && !styled("TERM", "dumb"));
    }

    #[test]
    fn a_terminal_gives_its_width_down_to_where_nothing_fits() {
        let width = |columns| OutputStyle::on_terminal(|_| None, columns).width;
        assert_eq!(width(Some(100)), Some(100));
        assert_eq!(width(Some(0)), Some(NARROWEST));
        assert_eq!(width(None), None);
    }

    #[test]
    fn bold_text_ends() {
        let look = OutputStyle { styled: true, width: None };
        assert_eq!(look.bold("a"), "\x1b[1ma\x1b[0m");
        assert_eq!(look.bold(""), "");
    }
}
