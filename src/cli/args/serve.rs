//! The flags of `joseki serve`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::builder::ValueParser;
use clap::{Arg, ArgMatches, Args, FromArgMatches};

use crate::settings::{Configuration, Setting, SettingField, SettingGroup, TABLE};

const AFTER: &str = "\
Every setting can also be set in the environment, as JOSEKI_MAX_CONNECTIONS, and in the file of
--config, as max_connections. Flags override the environment, which overrides the file. Times are
written as 500ms, 5s or 2m, sizes as 64MiB.

Examples:
  joseki serve
  joseki serve --db club.db --listen 127.0.0.1:9000
  joseki serve --listen 0.0.0.0:8361 --require-key-for-reads
  joseki serve --read-only --db /media/joseki.db
  joseki serve --config joseki.toml --log-format json
  joseki serve --max-connections 4096 --check-config

If the database has no API key yet, one is created and printed once. Stop the service with Ctrl-C.";

/// The flags of `joseki serve`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct ServeArgs {
    /// Settings file in TOML; --check-config prints one [env: JOSEKI_CONFIG].
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Print the effective settings, each with its source, and exit.
    #[arg(long)]
    pub check_config: bool,
    /// The settings.
    #[command(flatten)]
    pub flags: FlagSettings,
}

/// Values of the settings given as flags, by flag name.
#[derive(Clone, Debug, Default)]
pub struct FlagSettings(BTreeMap<&'static str, String>);

impl FlagSettings {
    /// Returns the value of a flag, if it was given.
    #[must_use]
    pub fn get(&self, flag: &str) -> Option<&String> {
        self.0.get(flag)
    }
}

impl Args for FlagSettings {
    fn augment_args(command: clap::Command) -> clap::Command {
        command.args(serve_settings().map(argument))
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        FlagSettings::augment_args(command)
    }
}

impl FromArgMatches for FlagSettings {
    fn from_arg_matches(matches: &ArgMatches) -> Result<FlagSettings, clap::Error> {
        let said = serve_settings().filter_map(|setting| {
            let text = matches.get_one::<String>(setting.flag)?;
            Some((setting.flag, text.clone()))
        });
        Ok(FlagSettings(said.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.extend(FlagSettings::from_arg_matches(matches)?.0);
        Ok(())
    }
}

/// Returns the settings that are flags of `joseki serve` only.
fn serve_settings() -> impl Iterator<Item = &'static Setting> {
    TABLE.iter().filter(|setting| setting.group != SettingGroup::Global)
}

fn argument(setting: &'static Setting) -> Arg {
    let mut config = Configuration::default();
    let place = (setting.field)(&mut config);
    let argument = Arg::new(setting.flag)
        .long(setting.flag)
        .value_name(place.unit())
        .value_parser(ValueParser::from(|text: &str| setting.check(text)));
    let heading = match setting.group {
        SettingGroup::Times => Some("Times"),
        SettingGroup::Limits => Some("Limits"),
        SettingGroup::Global | SettingGroup::Usual => None,
    };
    let argument = argument.help_heading(heading);
    match place {
        SettingField::Negated(_) => argument
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("true")
            .help(setting.help),
        _ => argument.help(format!("{} [default: {}]", setting.help, place.shown())),
    }
}
