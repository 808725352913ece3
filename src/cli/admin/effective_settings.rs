//! The effective settings: from flags, else the environment, else the file, else the defaults.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::{env, fmt};

use clap::CommandFactory;

use crate::args::{Cli, CliCommand, ServeArgs};
use crate::error::CliError;
use crate::settings::{Configuration, Setting, SettingGroup, TABLE, file};
use joseki_store::DatabaseAddress;

/// Environment variable with the path of the settings file.
const CONFIG: &str = "JOSEKI_CONFIG";
/// Prefix of all our variables.
const PREFIX: &str = "JOSEKI_";

/// Similarity from 0 to 1 above which an unknown variable is treated as a misspelling.
const MIN_SIMILARITY: f64 = 0.85;

/// The effective settings.
#[derive(Clone, Debug)]
pub struct EffectiveSettings {
    /// Their values.
    pub values: Configuration,
    /// Source of each setting, in the order of [`TABLE`].
    sources: Vec<SettingSource>,
}

/// Source of a setting's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingSource {
    /// The default.
    Default,
    /// A line of the settings file.
    File { name: String, line: usize },
    /// An environment variable.
    Variable(String),
    /// A flag.
    Flag(&'static str),
}

impl fmt::Display for SettingSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SettingSource::Default => f.write_str("default"),
            SettingSource::File { name, line } => write!(f, "{name}, line {line}"),
            SettingSource::Variable(name) => f.write_str(name),
            SettingSource::Flag(flag) => write!(f, "--{flag}"),
        }
    }
}

impl EffectiveSettings {
    /// Gathers the settings from flags, environment and file. Commands other than `serve` take only
    /// the global settings, and no file.
    ///
    /// # Errors
    /// Fails for an unreadable or invalid file, and for an invalid value, with its source.
    pub fn gather(cli: &Cli) -> Result<EffectiveSettings, CliError> {
        let mut settings = EffectiveSettings {
            values: Configuration::default(),
            sources: vec![SettingSource::Default; TABLE.len()],
        };
        let serve = match &cli.command {
            CliCommand::Serve(args) => Some(args),
            _ => None,
        };
        match serve {
            Some(args) => settings.take_file(args)?,
            None => "warn".clone_into(&mut settings.values.log),
        }
        for (place, setting) in TABLE.iter().enumerate() {
            if serve.is_some() || setting.group == SettingGroup::Global {
                settings.take_variable(place, setting)?;
            }
        }
        settings.take_flags(cli, serve)?;
        let named = TABLE.iter().position(|setting| setting.key() == "db");
        settings.values.db.is_named =
            named.is_some_and(|place| settings.sources[place] != SettingSource::Default);
        Ok(settings)
    }

    /// Iterates over the settings with a copy of all values and the source of each. A value equal
    /// to the default may still come from another source.
    pub fn each(&self) -> impl Iterator<Item = (&'static Setting, Configuration, &SettingSource)> {
        let settings = TABLE.iter().zip(&self.sources);
        settings.map(|(setting, source)| (setting, self.values.clone(), source))
    }

    /// Returns the settings that differ from their defaults, as in `workers=4 listen=[::1]:9`.
    #[must_use]
    pub fn changed_settings(&self) -> String {
        let said = self.each().filter_map(|(setting, mut held, _)| {
            let text = (setting.field)(&mut held).text();
            (text != setting.default_text()).then(|| format!("{}={text}", setting.key()))
        });
        said.collect::<Vec<_>>().join(" ")
    }

    fn take_file(&mut self, args: &ServeArgs) -> Result<(), CliError> {
        let variable = || variable(CONFIG).map(PathBuf::from);
        let Some(path) = args.config.clone().or_else(variable) else {
            return Ok(());
        };
        let name = path.display().to_string();
        for said in file::read(&path)? {
            let line = said.line;
            let source = SettingSource::File { name: name.clone(), line };
            let found = TABLE.iter().position(|setting| setting.key() == said.key);
            let Some(place) = found else {
                return Err(CliError::Setting {
                    at: source.to_string(),
                    message: file::unknown_key_message(&said.key),
                });
            };
            self.take(place, said.text.as_ref(), source)?;
        }
        Ok(())
    }

    fn take_variable(&mut self, place: usize, setting: &Setting) -> Result<(), CliError> {
        let name = setting.variable();
        match variable(&name) {
            Some(text) => self.take(place, &text, SettingSource::Variable(name)),
            None => Ok(()),
        }
    }

    fn take_flags(&mut self, cli: &Cli, serve: Option<&ServeArgs>) -> Result<(), CliError> {
        for (place, setting) in TABLE.iter().enumerate() {
            let said = match setting.flag {
                "db" => cli.db.clone().map(OsString::from),
                "read-only" => cli.read_only.map(|held| OsString::from(held.to_string())),
                "log" => cli.log.clone().map(OsString::from),
                flag => serve.and_then(|args| args.flags.get(flag)).map(OsString::from),
            };
            if let Some(text) = said {
                self.take(place, &text, SettingSource::Flag(setting.flag))?;
            }
        }
        Ok(())
    }

    fn take(&mut self, place: usize, text: &OsStr, source: SettingSource) -> Result<(), CliError> {
        let (Some(setting), Some(held)) = (TABLE.get(place), self.sources.get_mut(place)) else {
            return Ok(());
        };
        if matches!(setting.flag, "db" | "db-read") && DatabaseAddress::from(text).has_password() {
            return Err(CliError::PasswordInAddress);
        }
        let read = (setting.field)(&mut self.values).read(text);
        read.map_err(|allowed| CliError::Setting {
            at: match &source {
                SettingSource::File { .. } => format!("{source}: {}", setting.key()),
                source => source.to_string(),
            },
            message: format!("invalid value \"{}\": {allowed}", text.display()),
        })?;
        *held = source;
        Ok(())
    }
}

/// Returns a message for each unknown variable with our prefix, with the variable probably meant.
/// They may belong to another program, so they are not errors.
pub fn unknown_variables() -> Vec<String> {
    let ours = known_variables();
    let set = env::vars_os().filter(|(_, text)| !text.is_empty());
    let names = set.map(|(name, _)| name.to_string_lossy().into_owned());
    let mut names: Vec<String> =
        names.filter(|name| name.starts_with(PREFIX) && !ours.contains(name)).collect();
    names.sort();
    names.iter().map(|name| unknown_variable_message(name, &ours)).collect()
}

/// Returns the variables of all settings and of the flags of all commands.
fn known_variables() -> Vec<String> {
    let commands = Cli::command();
    let flags = commands.get_subcommands().flat_map(|command| command.get_arguments());
    let of_flags = flags.filter_map(|flag| Some(flag.get_env()?.to_string_lossy().into_owned()));
    let settings = TABLE.iter().map(Setting::variable);
    settings.chain(of_flags).chain([CONFIG.to_owned()]).collect()
}

fn unknown_variable_message(name: &str, ours: &[String]) -> String {
    // Compare without the common prefix, which would make all names similar.
    let rest = |name: &str| name.strip_prefix(PREFIX).unwrap_or(name).to_owned();
    let rests: Vec<String> = ours.iter().map(|ours| rest(ours)).collect();
    match file::nearest(&rest(name), &rests).filter(|(_, likeness)| *likeness >= MIN_SIMILARITY) {
        Some((nearest, _)) => {
            format!("unknown variable {name} is ignored; did you mean {PREFIX}{nearest}?")
        }
        None => format!("unknown variable {name} is ignored"),
    }
}

/// Returns the value of a variable; an empty one counts as unset.
fn variable(name: &str) -> Option<OsString> {
    env::var_os(name).filter(|text| !text.is_empty())
}
