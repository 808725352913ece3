//! The table of all settings.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::configuration::Configuration;
use super::place::SettingField;

/// A setting: its names, its help and the field that it sets.
#[derive(Debug)]
pub struct Setting {
    /// Flag without the leading dashes. The variable and the key in the file derive from it.
    pub flag: &'static str,
    /// Group of its flag in the help.
    pub group: SettingGroup,
    /// Help text of a line or two.
    pub help: &'static str,
    /// Returns the field that it sets.
    pub field: for<'a> fn(&'a mut Configuration) -> SettingField<'a>,
}

/// Group of a setting's flag in the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingGroup {
    /// Flags of every command.
    Global,
    /// Flags of `joseki serve` without a heading.
    Usual,
    /// Timeouts and intervals.
    Times,
    /// Limits of numbers and sizes.
    Limits,
}

impl Setting {
    /// Returns its key in the settings file.
    #[must_use]
    pub fn key(&self) -> String {
        self.flag.replace('-', "_")
    }

    /// Returns the name of its environment variable.
    #[must_use]
    pub fn variable(&self) -> String {
        format!("JOSEKI_{}", self.key().to_ascii_uppercase())
    }

    /// Returns its default value as text.
    #[must_use]
    pub fn default_text(&self) -> String {
        (self.field)(&mut Configuration::default()).text()
    }

    /// Checks a value and returns its text.
    ///
    /// # Errors
    /// Returns what is allowed instead.
    pub fn check(&self, text: &str) -> Result<String, String> {
        let mut config = Configuration::default();
        (self.field)(&mut config).read(text.as_ref())?;
        Ok(text.to_owned())
    }
}

/// Bounds of timeouts: shorter ones would reject every client, longer ones protect against none.
const TIMES: RangeInclusive<Duration> = Duration::from_millis(1)..=Duration::from_secs(3600);

/// All settings.
pub const TABLE: &[Setting] = &[
    Setting {
        flag: "db",
        group: SettingGroup::Global,
        help: "Database: a file, or the address of a PostgreSQL database as in `postgres://user@host/name`, whose password is in `PGPASSWORD`.",
        field: |config| SettingField::Database(&mut config.db.address),
    },
    Setting {
        flag: "read-only",
        group: SettingGroup::Global,
        help: "Open the database for reading only; a server refuses every write with 503.",
        field: |config| SettingField::Negated(&mut config.db.writable),
    },
    Setting {
        flag: "log",
        group: SettingGroup::Global,
        help: "Log filter for standard error.",
        field: |config| SettingField::Filter(&mut config.log),
    },
    Setting {
        flag: "must-exist",
        group: SettingGroup::Usual,
        help: "Fail if the database does not exist or is empty, instead of creating it.",
        field: |config| SettingField::Negated(&mut config.db.creatable),
    },
    Setting {
        flag: "db-read",
        group: SettingGroup::Usual,
        help: "Replica of the database on a server of PostgreSQL, for whole books, pages and exports. It is read while it has what this node has seen.",
        field: |config| SettingField::Server(&mut config.db.replica),
    },
    Setting {
        flag: "log-format",
        group: SettingGroup::Usual,
        help: "Log format: text lines, or one JSON object per line.",
        field: |config| SettingField::Format(&mut config.log_format),
    },
    Setting {
        flag: "listen",
        group: SettingGroup::Usual,
        help: "Listen address and port; port 0 picks a free one. Only this machine can reach the default.",
        field: |config| SettingField::Address(&mut config.serve.listen),
    },
    Setting {
        flag: "hosts",
        group: SettingGroup::Usual,
        help: "Names under which the server answers, besides localhost and its own address. Without any, a server on loopback answers only for those, another one for every name.",
        field: |config| SettingField::Hosts(&mut config.serve.hosts),
    },
    Setting {
        flag: "embed-origins",
        group: SettingGroup::Usual,
        help: "Origins of other sites that may show the page in a frame, at an address with embed=1.",
        field: |config| SettingField::Origins(&mut config.serve.embed_origins),
    },
    Setting {
        flag: "cors-origins",
        group: SettingGroup::Usual,
        help: "Origins of pages whose scripts may call the API from a browser (CORS).",
        field: |config| SettingField::Origins(&mut config.serve.cors_origins),
    },
    Setting {
        flag: "first-key-file",
        group: SettingGroup::Usual,
        help: "File into which the first API key is written, readable by its owner alone, instead of the output, which a log may keep.",
        field: |config| SettingField::Folder(&mut config.serve.first_key_file),
    },
    Setting {
        flag: "trusted-proxies",
        group: SettingGroup::Usual,
        help: "Addresses or networks of proxies in front of the server, whose X-Forwarded-For or Forwarded names the client. Their connections do not count for an address.",
        field: |config| SettingField::Networks(&mut config.serve.trusted_proxies),
    },
    Setting {
        flag: "require-key-for-reads",
        group: SettingGroup::Usual,
        help: "Require a key for reading too. Writing always requires one.",
        field: |config| SettingField::Negated(&mut config.serve.anonymous_reads),
    },
    Setting {
        flag: "accept-cloud-store",
        group: SettingGroup::Usual,
        help: "Answer `store` of the cloud book of xiangqi (`/chessdb.php`) with `ok`, and ignore it. Otherwise it is refused.",
        field: |config| SettingField::Negated(&mut config.serve.refuse_cloud_store),
    },
    Setting {
        flag: "published",
        group: SettingGroup::Usual,
        help: "Folder that `joseki publish` writes, served to everybody at `/published`.",
        field: |config| SettingField::Folder(&mut config.serve.published),
    },
    Setting {
        flag: "patterns",
        group: SettingGroup::Usual,
        help: "Read the games of all books into memory at start, for pattern searches. Otherwise the first search with a key reads those of its book.",
        field: |config| SettingField::Negated(&mut config.serve.patterns_on_demand),
    },
    Setting {
        flag: "patterns-folder",
        group: SettingGroup::Usual,
        help: "Folder where the games of large books are kept for pattern searches; default beside the database, if that is a file.",
        field: |config| SettingField::Folder(&mut config.serve.patterns_folder),
    },
    Setting {
        flag: "node",
        group: SettingGroup::Usual,
        help: "Address of this node for clients, among those that share a PostgreSQL database: tables say where they are played. Default the name of the machine and the port.",
        field: |config| SettingField::Node(&mut config.serve.node),
    },
    Setting {
        flag: "table-engines",
        group: SettingGroup::Usual,
        help: "Engines that play at tables: GTP in Go, Gomocup's protocol in renju, standard and gomoku, UCI or UCCI in xiangqi. Otherwise our own play does.",
        field: |config| SettingField::Engines(&mut config.serve.table_engines),
    },
    Setting {
        flag: "header-timeout",
        group: SettingGroup::Times,
        help: "Timeout for a request's head, and for idle time between two requests of a connection.",
        field: |config| SettingField::Time(&mut config.serve.header_timeout, TIMES),
    },
    Setting {
        flag: "body-timeout",
        group: SettingGroup::Times,
        help: "Timeout for a request's body.",
        field: |config| SettingField::Time(&mut config.serve.body_timeout, TIMES),
    },
    Setting {
        flag: "handler-timeout",
        group: SettingGroup::Times,
        help: "Timeout for handling a request, including its time in the queue.",
        field: |config| SettingField::Time(&mut config.serve.handler_timeout, TIMES),
    },
    Setting {
        flag: "import-timeout",
        group: SettingGroup::Times,
        help: "Timeout for an import or many results: once for the body, once for the work.",
        field: |config| SettingField::Time(&mut config.serve.import_timeout, TIMES),
    },
    Setting {
        flag: "longest-wait",
        group: SettingGroup::Times,
        help: "Longest queueing delay of requests. Above half of it some are shed with 503, at all of it nearly all.",
        field: |config| SettingField::Time(&mut config.serve.longest_wait, TIMES),
    },
    Setting {
        flag: "write-timeout",
        group: SettingGroup::Times,
        help: "Timeout for a client that does not read a pending response.",
        field: |config| SettingField::Time(&mut config.serve.write_timeout, TIMES),
    },
    Setting {
        flag: "drain-timeout",
        group: SettingGroup::Times,
        help: "Time for running requests to finish after shutdown begins.",
        field: |config| SettingField::Time(&mut config.serve.drain_timeout, TIMES),
    },
    Setting {
        flag: "refresh-every",
        group: SettingGroup::Times,
        help: "Interval of checks for changes by other programs on the same database.",
        field: |config| {
            let bounds = Duration::from_millis(10)..=Duration::from_secs(3600);
            SettingField::Time(&mut config.serve.refresh_every, bounds)
        },
    },
    Setting {
        flag: "stream-keep-alive",
        group: SettingGroup::Times,
        help: "Silence on a stream of changes after which a keep-alive comment is sent.",
        field: |config| {
            let bounds = Duration::from_millis(100)..=Duration::from_secs(3600);
            SettingField::Time(&mut config.serve.stream_keep_alive, bounds)
        },
    },
    Setting {
        flag: "max-connections",
        group: SettingGroup::Limits,
        help: "Maximum number of open connections. A further one takes the place of the one that has been idle longest; if none is idle, it gets 503, except for health and metrics.",
        field: |config| SettingField::Count(&mut config.serve.max_connections, 1..=100_000),
    },
    Setting {
        flag: "max-connections-per-address",
        group: SettingGroup::Limits,
        help: "Maximum number of open connections of one IPv4 address or IPv6 /64. A further one takes the place of an idle one of that address, or gets 503.",
        field: |config| {
            SettingField::Count(&mut config.serve.max_connections_per_address, 1..=100_000)
        },
    },
    Setting {
        flag: "workers",
        group: SettingGroup::Limits,
        help: "Maximum number of requests that work on the database at a time.",
        field: |config| SettingField::Count(&mut config.serve.workers, 1..=256),
    },
    Setting {
        flag: "heavy-workers",
        group: SettingGroup::Limits,
        help: "Maximum number of long requests without a key, such as batches, reviews and exports, at a time. 0 stands for half of the processors.",
        field: |config| SettingField::Count(&mut config.serve.heavy_workers, 0..=256),
    },
    Setting {
        flag: "resident-nodes",
        group: SettingGroup::Limits,
        help: "Maximum number of nodes of all books in memory together, about 160 bytes each; books beyond it are read in the database.",
        field: |config| SettingField::Count(&mut config.serve.resident_nodes, 0..=1 << 32),
    },
    Setting {
        flag: "anonymous-nodes",
        group: SettingGroup::Limits,
        help: "Maximum number of nodes of a book whose conditions, differences, earlier versions and files made whole (lib, pgn, opening books) need no key.",
        field: |config| SettingField::Count(&mut config.serve.anonymous_nodes, 0..=1 << 32),
    },
    Setting {
        flag: "anonymous-search",
        group: SettingGroup::Limits,
        help: "Maximum number of positions of a search without a key.",
        field: |config| SettingField::Count(&mut config.serve.anonymous_search, 1..=1_000_000),
    },
    Setting {
        flag: "anonymous-work",
        group: SettingGroup::Limits,
        help: "Processor time in a minute for long work without a key of one address; further requests get 429. 0s for no limit.",
        field: |config| {
            let bounds = Duration::ZERO..=Duration::from_secs(3600);
            SettingField::Time(&mut config.serve.anonymous_work, bounds)
        },
    },
    Setting {
        flag: "waiting",
        group: SettingGroup::Limits,
        help: "Maximum number of requests that wait for a worker; further ones get 503.",
        field: |config| SettingField::Count(&mut config.serve.waiting, 0..=100_000),
    },
    Setting {
        flag: "memory-bytes",
        group: SettingGroup::Limits,
        help: "Maximum memory of request bodies and of responses that are not sent yet, half of it without a key; beyond it, requests get 503.",
        field: |config| SettingField::Size(&mut config.serve.memory_bytes, 1 << 16..=1 << 40),
    },
    Setting {
        flag: "patterns-bytes",
        group: SettingGroup::Limits,
        help: "Maximum memory of games for pattern searches; a game takes about 700 bytes.",
        field: |config| SettingField::Size(&mut config.serve.patterns_bytes, 1 << 16..=1 << 40),
    },
    Setting {
        flag: "answer-bytes",
        group: SettingGroup::Limits,
        help: "Size of the caches of answers about the next move and of what they are put together from; 0 disables them.",
        field: |config| SettingField::Size(&mut config.serve.answer_bytes, 0..=1 << 34),
    },
    Setting {
        flag: "max-streams",
        group: SettingGroup::Limits,
        help: "Maximum number of clients that follow the changes, each on its own connection; further ones get 503.",
        field: |config| SettingField::Count(&mut config.serve.max_streams, 0..=100_000),
    },
    Setting {
        flag: "max-streams-per-address",
        group: SettingGroup::Limits,
        help: "Maximum number of clients at one IPv4 address or IPv6 /64 that follow the changes; further ones get 503.",
        field: |config| SettingField::Count(&mut config.serve.max_streams_per_address, 0..=100_000),
    },
    Setting {
        flag: "max-tables",
        group: SettingGroup::Limits,
        help: "Maximum number of tables, which anybody who may read makes; 0 for none. A game that has hardly begun gives way after an hour, every other one 30 days after its last move.",
        field: |config| SettingField::Count(&mut config.serve.max_tables, 0..=1_000_000),
    },
    Setting {
        flag: "max-tables-per-address",
        group: SettingGroup::Limits,
        help: "Maximum number of tables made from one address, or with one key, whose games go on. 0 for no limit.",
        field: |config| {
            SettingField::Count(&mut config.serve.max_tables_per_address, 0..=1_000_000)
        },
    },
    Setting {
        flag: "max-table-followers",
        group: SettingGroup::Limits,
        help: "Maximum number of clients that follow tables, each on its own connection, a quarter of them at one address; further ones get 503.",
        field: |config| SettingField::Count(&mut config.serve.max_table_followers, 0..=100_000),
    },
    Setting {
        flag: "games-per-key",
        group: SettingGroup::Limits,
        help: "How many games' worth the results that one key reported count with a move for others than their opponent, at most; 0 for no limit. All results of the command line count as those of one key.",
        field: |config| SettingField::Count(&mut config.serve.games_per_key, 0..=1_000_000),
    },
    Setting {
        flag: "import-bytes",
        group: SettingGroup::Limits,
        help: "Maximum size of an import's body, and of results in one JSON text. It is held in memory.",
        field: |config| SettingField::Size(&mut config.serve.import_bytes, 1 << 10..=1 << 30),
    },
    Setting {
        flag: "stream-bytes",
        group: SettingGroup::Limits,
        help: "Maximum size of a stream of results; only one part of it is in memory at a time.",
        field: |config| {
            // 1 TiB, or the largest `usize` if that is less.
            let most = usize::try_from(1_u64 << 40).unwrap_or(usize::MAX);
            SettingField::Size(&mut config.serve.stream_bytes, 1 << 10..=most)
        },
    },
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use joseki_http::ServeOptions;

    /// Returns a value for each kind of place that differs from every default.
    fn other(place: &SettingField<'_>) -> &'static str {
        match place {
            SettingField::Database(_) => "other.db",
            SettingField::Folder(_) => "books",
            SettingField::Server(_) => "postgres://joseki@replica/joseki",
            SettingField::Filter(_) => "joseki=debug,warn",
            SettingField::Format(_) => "json",
            SettingField::Address(_) => "[::1]:9",
            SettingField::Hosts(_) => "go.example,192.0.2.7",
            SettingField::Origins(_) => "https://go.example",
            SettingField::Node(_) => "http://node1.example",
            SettingField::Engines(_) => "go=gnugo --mode gtp;xiangqi=engine",
            SettingField::Networks(_) => "192.0.2.8,2001:db8::/32",
            SettingField::Negated(_) => "true",
            SettingField::Count(..) => "7",
            SettingField::Time(..) => "1234ms",
            SettingField::Size(..) => "77KiB",
        }
    }

    /// Returns the fields in which two options differ. A new field must be added here to compile.
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
            hosts,
            embed_origins,
            cors_origins,
            first_key_file,
            trusted_proxies,
            anonymous_reads,
            refuse_cloud_store,
            published,
            patterns_on_demand,
            patterns_bytes,
            patterns_folder,
            resident_nodes,
            anonymous_nodes,
            anonymous_search,
            anonymous_work,
            max_connections,
            max_connections_per_address,
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
            heavy_workers,
            waiting,
            memory_bytes,
            max_streams,
            max_streams_per_address,
            node,
            table_engines,
            max_tables,
            max_tables_per_address,
            max_table_followers,
            games_per_key,
            stream_keep_alive,
            answer_bytes,
            longest_wait,
        );
        assert_eq!(count + 6, TABLE.len(), "one setting for each field, and six more");
        names
    }

    #[test]
    fn every_field_of_the_options_has_its_setting() {
        let usual = Configuration::default();
        let mut reached = BTreeSet::new();
        for setting in TABLE {
            let mut filled = usual.clone();
            let text = other(&(setting.field)(&mut filled));
            (setting.field)(&mut filled).read(text.as_ref()).expect(setting.flag);
            assert_ne!(filled, usual, "{}", setting.flag);
            assert_eq!((setting.field)(&mut filled).text(), text, "{}", setting.flag);
            let fields = differing(&filled.serve, &usual.serve);
            assert!(fields.len() <= 1, "{}: {fields:?}", setting.flag);
            reached.extend(fields);
        }
        assert_eq!(reached.len(), TABLE.len() - 6);
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
