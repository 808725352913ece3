//! The definition of the command line, for the parser, its help, completions and tests.

use clap::CommandFactory;

use super::cli::{COLOR_WHEN, Cli, GROUPS};
use crate::look::columns;
use crate::text::wrap;

/// Columns beyond which help is not written.
pub const WIDEST: usize = 100;
/// What `help` is for.
const HELP: &str = "Print the help of a command";

/// Returns the definition of the command line: every command with its flags.
#[must_use]
pub fn command() -> clap::Command {
    let command = Cli::command();
    let groups = groups(&command);
    let color = command.get_arguments().find(|flag| flag.get_id() == COLOR_WHEN).cloned();
    let command = match color {
        Some(color) => command.mut_subcommands(|sub| with_color(sub, &color)),
        None => command,
    };
    command.help_template(format!(
        "{{before-help}}{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}Options:\n{{options}}{{after-help}}"
    ))
}

/// Adds `--color` to a command and its subcommands, where they have none that means a side.
fn with_color(command: clap::Command, color: &clap::Arg) -> clap::Command {
    let is_taken = command.get_arguments().any(|flag| flag.get_long() == color.get_long());
    let command = if is_taken { command } else { command.arg(color.clone()) };
    command.mut_subcommands(|sub| with_color(sub, color))
}

/// Lists the commands by what they are for.
fn groups(command: &clap::Command) -> String {
    let names = GROUPS.iter().flat_map(|(_, names)| names.iter());
    let longest = names.map(|name| name.len()).max().unwrap_or(0);
    let width = columns().unwrap_or(WIDEST).min(WIDEST).saturating_sub(longest + 4);
    let mut text = String::new();
    for (group, names) in GROUPS {
        text += &format!("{group}:\n");
        for name in names {
            let about = command.find_subcommand(name).and_then(clap::Command::get_about);
            // The parser adds this command by itself.
            let about = about.map_or(HELP.to_owned(), ToString::to_string);
            for (index, line) in wrap(&about, Some(width)).iter().enumerate() {
                let name = if index == 0 { name } else { "" };
                text += &format!("  {name:longest$}  {line}\n");
            }
        }
        text.push('\n');
    }
    text
}
