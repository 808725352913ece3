//! A GTP command line: id, name and arguments.

/// A parsed command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GtpCommand {
    /// Id to repeat in the response.
    pub id: Option<u32>,
    /// Name of the command.
    pub name: String,
    /// Arguments, split at white space.
    pub arguments: Vec<String>,
}

impl GtpCommand {
    /// Parses a line by the protocol's rules: control characters are dropped, a tab is a space, `#`
    /// begins a comment. Returns `None` for an empty line.
    #[must_use]
    pub fn parse(line: &str) -> Option<GtpCommand> {
        let line = line.split('#').next().unwrap_or_default();
        let line: String = line
            .chars()
            .map(|letter| if letter == '\t' { ' ' } else { letter })
            .filter(|letter| !letter.is_control())
            .collect();
        let mut words = line.split_whitespace().map(str::to_owned).peekable();
        let id = words.peek().and_then(|word| word.parse().ok());
        if id.is_some() {
            words.next();
        }
        let name = words.next().unwrap_or_default();
        if name.is_empty() && id.is_none() {
            return None;
        }
        Some(GtpCommand { id, name, arguments: words.collect() })
    }

    /// Returns the command without its id, as sent to another engine.
    #[must_use]
    pub fn text(&self) -> String {
        let words = [&self.name].into_iter().chain(&self.arguments);
        words.map(String::as_str).collect::<Vec<_>>().join(" ")
    }

    /// Returns an argument by its index.
    #[must_use]
    pub fn argument(&self, index: usize) -> Option<&str> {
        self.arguments.get(index).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn words(command: &GtpCommand) -> (Option<u32>, &str, Vec<&str>) {
        let arguments = command.arguments.iter().map(String::as_str);
        (command.id, &command.name, arguments.collect())
    }

    /// GTP version 2, sections 2.5 and 3.1: numbers, tabs, comments and control characters.
    #[test]
    fn lines_are_read_as_the_protocol_says() {
        let read = |line: &str| GtpCommand::parse(line).expect("a command");
        assert_eq!(words(&read("10 play B\tQ16 # a move")), (Some(10), "play", vec!["B", "Q16"]));
        assert_eq!(words(&read("genmove\u{7} w\r")), (None, "genmove", vec!["w"]));
        assert_eq!(words(&read("7")), (Some(7), "", vec![]));
        for nothing in ["", "   ", "# only a comment", "\r"] {
            assert_eq!(GtpCommand::parse(nothing), None, "{nothing:?}");
        }
    }

    proptest! {
        #[test]
        fn any_line_is_read(line: String) {
            let command = GtpCommand::parse(&line);
            if let Some(command) = command {
                prop_assert!(!command.name.contains(char::is_whitespace));
                prop_assert_eq!(GtpCommand::parse(&command.text()).map(|read| read.text()), Some(command.text()).filter(|text| !text.trim().is_empty()));
            }
        }
    }
}
