//! Every setting, once.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::configuration::Configuration;
use super::place::Place;

/// A setting.
#[derive(Debug)]
pub struct Setting {
    /// Its flag without the dashes before it. The variable and the key in the file follow from it.
    pub flag: &'static str,
    /// Where its flag stands in the help.
    pub group: Group,
    /// What it is, in a line or two.
    pub meaning: &'static str,
    /// What it fills.
    pub place: for<'a> fn(&'a mut Configuration) -> Place<'a>,
}

/// Where the flag of a setting stands in the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Every command has it.
    Global,
    /// Among the first.
    Usual,
    /// Times.
    Times,
    /// Numbers and sizes.
    Limits,
}

impl Setting {
    /// Its key in the file.
    #[must_use]
    pub fn key(&self) -> String {
        self.flag.replace('-', "_")
    }

    /// Its variable of the environment.
    #[must_use]
    pub fn variable(&self) -> String {
        format!("JOSEKI_{}", self.key().to_ascii_uppercase())
    }

    /// What it is unless said.
    #[must_use]
    pub fn default_text(&self) -> String {
        (self.place)(&mut Configuration::default()).text()
    }

    /// Passes a text on that this setting can be.
    ///
    /// # Errors
    /// What is allowed instead.
    pub fn check(&self, text: &str) -> Result<String, String> {
        let mut tried = Configuration::default();
        (self.place)(&mut tried).read(text.as_ref())?;
        Ok(text.to_owned())
    }
}

/// Anything shorter would refuse everybody, anything longer protects from nobody.
const TIMES: RangeInclusive<Duration> = Duration::from_millis(1)..=Duration::from_secs(3600);

/// All settings.
pub const TABLE: &[Setting] = &[
    Setting {
        flag: "db",
        group: Group::Global,
        meaning: "The database.",
        place: |held| Place::Path(&mut held.db),
    },
    Setting {
        flag: "log",
        group: Group::Global,
        meaning: "What to log on standard error.",
        place: |held| Place::Filter(&mut held.log),
    },
    Setting {
        flag: "log-format",
        group: Group::Usual,
        meaning: "How to log: lines for people, or one JSON object a line.",
        place: |held| Place::Format(&mut held.log_format),
    },
    Setting {
        flag: "listen",
        group: Group::Usual,
        meaning: "The address and port to listen on; port 0 takes a free one. Only this machine can reach the default.",
        place: |held| Place::Address(&mut held.serve.listen),
    },
    Setting {
        flag: "require-key-for-reads",
        group: Group::Usual,
        meaning: "Ask for a key even for reading. Writing always needs one.",
        place: |held| Place::Unless(&mut held.serve.anonymous_reads),
    },
    Setting {
        flag: "header-timeout",
        group: Group::Times,
        meaning: "The time for a request's head, and for the pause between two requests of a connection.",
        place: |held| Place::Time(&mut held.serve.header_timeout, TIMES),
    },
    Setting {
        flag: "body-timeout",
        group: Group::Times,
        meaning: "The time for a request's body.",
        place: |held| Place::Time(&mut held.serve.body_timeout, TIMES),
    },
    Setting {
        flag: "handler-timeout",
        group: Group::Times,
        meaning: "The time to answer, waiting for a turn included.",
        place: |held| Place::Time(&mut held.serve.handler_timeout, TIMES),
    },
    Setting {
        flag: "import-timeout",
        group: Group::Times,
        meaning: "The time for an import or many results: once for the body, once for the work.",
        place: |held| Place::Time(&mut held.serve.import_timeout, TIMES),
    },
    Setting {
        flag: "longest-wait",
        group: Group::Times,
        meaning: "How long requests may wait to be read. From half of it on some are answered 503, at all of it nearly all.",
        place: |held| Place::Time(&mut held.serve.longest_wait, TIMES),
    },
    Setting {
        flag: "write-timeout",
        group: Group::Times,
        meaning: "How long a caller may take nothing of an answer that is ready for it.",
        place: |held| Place::Time(&mut held.serve.write_timeout, TIMES),
    },
    Setting {
        flag: "drain-timeout",
        group: Group::Times,
        meaning: "How long requests under way may go on after the end was asked for.",
        place: |held| Place::Time(&mut held.serve.drain_timeout, TIMES),
    },
    Setting {
        flag: "refresh-every",
        group: Group::Times,
        meaning: "How often to look for changes by other programs on the same database.",
        place: |held| {
            let bounds = Duration::from_millis(10)..=Duration::from_secs(3600);
            Place::Time(&mut held.serve.refresh_every, bounds)
        },
    },
    Setting {
        flag: "stream-keep-alive",
        group: Group::Times,
        meaning: "How long a stream of changes may be silent before a comment is sent.",
        place: |held| {
            let bounds = Duration::from_millis(100)..=Duration::from_secs(3600);
            Place::Time(&mut held.serve.stream_keep_alive, bounds)
        },
    },
    Setting {
        flag: "max-connections",
        group: Group::Limits,
        meaning: "Connections at a time; one more is answered 503 and closed.",
        place: |held| Place::Count(&mut held.serve.max_connections, 1..=100_000),
    },
    Setting {
        flag: "workers",
        group: Group::Limits,
        meaning: "Requests that work on the database at a time.",
        place: |held| Place::Count(&mut held.serve.workers, 1..=256),
    },
    Setting {
        flag: "waiting",
        group: Group::Limits,
        meaning: "Requests that wait for a worker; one more is answered 503.",
        place: |held| Place::Count(&mut held.serve.waiting, 0..=100_000),
    },
    Setting {
        flag: "answer-bytes",
        group: Group::Limits,
        meaning: "Answers about the next move that are kept for the same question; 0 keeps none.",
        place: |held| Place::Size(&mut held.serve.answer_bytes, 0..=1 << 34),
    },
    Setting {
        flag: "max-streams",
        group: Group::Limits,
        meaning: "Callers who follow the changes at a time, each with a connection of its own; one more is answered 503.",
        place: |held| Place::Count(&mut held.serve.max_streams, 0..=100_000),
    },
    Setting {
        flag: "import-bytes",
        group: Group::Limits,
        meaning: "The size of an import's body, and of results in one JSON text. It is held in memory.",
        place: |held| Place::Size(&mut held.serve.import_bytes, 1 << 10..=1 << 30),
    },
    Setting {
        flag: "stream-bytes",
        group: Group::Limits,
        meaning: "The size of a stream of results; only a part of it is in memory at a time.",
        place: |held| {
            // As far as this machine can count, at most 1 TiB.
            let most = usize::try_from(1_u64 << 40).unwrap_or(usize::MAX);
            Place::Size(&mut held.serve.stream_bytes, 1 << 10..=most)
        },
    },
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::http::ServeOptions;

    /// A text for each kind of place that is no default.
    fn other(place: &Place<'_>) -> &'static str {
        match place {
            Place::Path(_) => "other.db",
            Place::Filter(_) => "joseki=debug,warn",
            Place::Format(_) => "json",
            Place::Address(_) => "[::1]:9",
            Place::Unless(_) => "true",
            Place::Count(..) => "7",
            Place::Time(..) => "1234ms",
            Place::Size(..) => "77KiB",
        }
    }

    /// The fields in which two options differ. A new field does not compile until it is named here.
    fn differing(found: &ServeOptions, usual: &ServeOptions) -> Vec<&'static str> {
        macro_rules! compare {
            ($($field:ident),+ $(,)?) => {{
                let ServeOptions { $($field),+ } = found;
                let mut names = Vec::new();
                $(if *$field != usual.$field { names.push(stringify!($field)); })+
                (names, [$(stringify!($field)),+].len())
            }};
        }
        let (names, count) = compare!(
            listen,
            anonymous_reads,
            max_connections,
            header_timeout,
            body_timeout,
            handler_timeout,
            import_timeout,
            write_timeout,
            drain_timeout,
            refresh_every,
            import_bytes,
            stream_bytes,
            workers,
            waiting,
            max_streams,
            stream_keep_alive,
            answer_bytes,
            longest_wait,
        );
        assert_eq!(
            count + 3,
            TABLE.len(),
            "one setting for each field, and three more"
        );
        names
    }

    #[test]
    fn every_field_of_the_options_has_its_setting() {
        let usual = Configuration::default();
        let mut reached = BTreeSet::new();
        for setting in TABLE {
            let mut filled = usual.clone();
            let text = other(&(setting.place)(&mut filled));
            (setting.place)(&mut filled)
                .read(text.as_ref())
                .expect(setting.flag);
            assert_ne!(filled, usual, "{}", setting.flag);
            assert_eq!(
                (setting.place)(&mut filled).text(),
                text,
                "{}",
                setting.flag
            );
            let fields = differing(&filled.serve, &usual.serve);
            assert!(fields.len() <= 1, "{}: {fields:?}", setting.flag);
            reached.extend(fields);
        }
        assert_eq!(reached.len(), TABLE.len() - 3);
    }

    #[test]
    fn defaults_are_within_their_own_bounds() {
        for setting in TABLE {
            let text = setting.default_text();
            assert_eq!(setting.check(&text), Ok(text), "{}", setting.flag);
        }
    }

    #[test]
    fn names_follow_from_the_flag() {
        let mut settings = TABLE.iter();
        let setting = settings.find(|setting| setting.flag == "max-connections");
        let setting = setting.expect("a setting");
        assert_eq!(setting.key(), "max_connections");
        assert_eq!(setting.variable(), "JOSEKI_MAX_CONNECTIONS");
    }
}
