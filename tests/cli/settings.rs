//! The settings of `joseki serve`: flags, environment, file, and the page that lists them.

use std::collections::BTreeMap;
use std::path::Path;

use crate::program::{Place, Run};
use crate::serve::{Running, address, get};

/// A value of each setting that is not its default.
const OTHER: [(&str, &str); 48] = [
    ("db", "other.db"),
    ("read_only", "true"),
    ("log", "joseki=debug,warn"),
    ("must_exist", "true"),
    ("db_read", "postgres://joseki@replica/joseki"),
    ("log_format", "json"),
    ("listen", "[::1]:9"),
    ("hosts", "go.example,192.0.2.7"),
    ("embed_origins", "https://go.example"),
    ("cors_origins", "https://go.example"),
    ("first_key_file", "key"),
    ("trusted_proxies", "192.0.2.8,2001:db8::/32"),
    ("require_key_for_reads", "true"),
    ("accept_cloud_store", "true"),
    ("published", "books"),
    ("patterns", "true"),
    ("patterns_folder", "kept"),
    ("node", "http://node1.example"),
    ("table_engines", "go=gnugo --mode gtp"),
    ("header_timeout", "1234ms"),
    ("body_timeout", "2m"),
    ("handler_timeout", "3s"),
    ("import_timeout", "1h"),
    ("longest_wait", "7ms"),
    ("write_timeout", "4s"),
    ("drain_timeout", "5s"),
    ("refresh_every", "6s"),
    ("stream_keep_alive", "7s"),
    ("max_connections", "8"),
    ("max_connections_per_address", "5"),
    ("workers", "9"),
    ("heavy_workers", "3"),
    ("resident_nodes", "3000000"),
    ("anonymous_nodes", "1000"),
    ("anonymous_search", "2000"),
    ("anonymous_work", "8s"),
    ("waiting", "0"),
    ("memory_bytes", "3MiB"),
    ("patterns_bytes", "4MiB"),
    ("answer_bytes", "2MiB"),
    ("max_streams", "10"),
    ("max_streams_per_address", "0"),
    ("max_tables", "12"),
    ("max_tables_per_address", "3"),
    ("max_table_followers", "13"),
    ("games_per_key", "6"),
    ("import_bytes", "11MiB"),
    ("stream_bytes", "12GiB"),
];

fn flag(key: &str) -> String {
    format!("--{}", key.replace('_', "-"))
}

fn variable(key: &str) -> String {
    format!("JOSEKI_{}", key.to_uppercase())
}

/// A value as written in a file: a text, or a number or truth without quotes.
fn quoted(value: &str) -> String {
    if value.parse::<u64>().is_ok() || value == "true" {
        value.to_owned()
    } else {
        format!("\"{value}\"")
    }
}

/// The settings in force: each with its value, without quotes, and where it is from.
fn in_force(out: &str) -> BTreeMap<String, (String, String)> {
    let line = |line: &str| {
        let (key, rest) = line.split_once(" = ").expect("a key");
        let (value, from) = rest.split_once(" # ").expect("where it is from");
        (key.to_owned(), (value.trim_matches('"').to_owned(), from.to_owned()))
    };
    out.lines().map(line).collect()
}

fn run_with(place: &Place, flags: &[&str], variables: &[(&str, &str)]) -> Run {
    let mut command = place.command(&[&["serve", "--check-config"], flags].concat());
    Run::of(&command.envs(variables.iter().copied()).output().expect("a run"))
}

fn check(
    place: &Place,
    flags: &[&str],
    variables: &[(&str, &str)],
) -> BTreeMap<String, (String, String)> {
    let run = run_with(place, flags, variables);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{run:?}");
    in_force(&run.out)
}

#[test]
fn the_page_is_that_of_the_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/configuration.md");
    let made = joseki::cli::settings_page();
    if std::env::var_os("JOSEKI_WRITE_DOCS").is_some() {
        std::fs::write(&path, &made).expect("the page should be written");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        made == committed,
        "write it again with `JOSEKI_WRITE_DOCS=1 cargo test --test cli settings`"
    );
    let rows = made.lines().filter_map(|line| line.strip_prefix("| `"));
    let keys: Vec<&str> = rows.filter_map(|row| row.split('`').next()).collect();
    assert_eq!(keys, OTHER.map(|(key, _)| key), "each has its value in this test");
}

#[test]
fn every_setting_is_taken_from_flag_variable_and_file() {
    let place = Place::new();
    let usual = check(&place, &[], &[]);
    assert_eq!(usual.len(), OTHER.len());
    for (key, value) in OTHER {
        assert_eq!(usual[key].1, "default");
        assert_ne!(usual[key].0, value, "{key}");
        let (flag, variable) = (flag(key), variable(key));
        let said = match key {
            "require_key_for_reads"
            | "accept_cloud_store"
            | "patterns"
            | "read_only"
            | "must_exist" => {
                vec![flag.as_str()]
            }
            _ => vec![flag.as_str(), value],
        };
        place.write("joseki.toml", format!("\n{key} = {}\n", quoted(value)));
        let found = [
            (check(&place, &said, &[]), flag.clone()),
            (check(&place, &[], &[(&variable, value)]), variable.clone()),
            (check(&place, &["--config", "joseki.toml"], &[]), "joseki.toml, line 2".to_owned()),
        ];
        for (settings, from) in found {
            assert_eq!(settings[key], (value.to_owned(), from), "{key}");
            let others = |settings: &BTreeMap<String, (String, String)>| {
                let others = settings.clone().into_iter();
                others.filter(|(other, _)| other != key).collect::<Vec<_>>()
            };
            assert_eq!(others(&settings), others(&usual), "{key} alone");
        }
    }
    assert_eq!(place.files(), ["joseki.toml"], "nothing is opened");
}

#[test]
fn a_flag_counts_more_than_a_variable_and_that_more_than_the_file() {
    let place = Place::new();
    place.write(
        "a.toml",
        "workers = 1\nwaiting = 1\nmax_streams = 1\nrequire_key_for_reads = true\n",
    );
    let variables = [
        ("JOSEKI_CONFIG", "a.toml"),
        ("JOSEKI_WORKERS", "2"),
        ("JOSEKI_WAITING", "2"),
        ("JOSEKI_LISTEN", ""),
    ];
    let flags = ["--workers", "3", "--require-key-for-reads=false"];
    let settings = check(&place, &flags, &variables);
    let of = |key: &str| (settings[key].0.as_str(), settings[key].1.as_str());
    assert_eq!(of("workers"), ("3", "--workers"));
    assert_eq!(of("waiting"), ("2", "JOSEKI_WAITING"));
    assert_eq!(of("max_streams"), ("1", "a.toml, line 3"));
    assert_eq!(of("require_key_for_reads"), ("false", "--require-key-for-reads"));
    assert_eq!(of("listen"), ("127.0.0.1:8361", "default"));
}

#[test]
fn what_is_printed_is_a_file_of_the_same_settings() {
    let place = Place::new();
    let difficult = "a \"b\" \\ # c\u{7f}.db";
    let flags: Vec<(String, &str)> = OTHER.iter().map(|(key, value)| (flag(key), *value)).collect();
    let mut command = place.command(&["serve", "--check-config"]);
    for (flag, value) in &flags {
        match flag.as_str() {
            "--db" => command.args([flag, difficult]),
            "--require-key-for-reads"
            | "--accept-cloud-store"
            | "--patterns"
            | "--read-only"
            | "--must-exist" => command.arg(flag),
            _ => command.args([flag.as_str(), *value]),
        };
    }
    let first = Run::of(&command.output().expect("a run"));
    assert_eq!(first.code, Some(0), "{first:?}");
    place.write("again.toml", &first.out);
    let again = run_with(&place, &["--config", "again.toml"], &[]);
    assert_eq!(again.code, Some(0), "{again:?}");
    let values = |out: &str| {
        let value = |line: &str| line.rsplit_once(" # ").expect("where it is from").0.to_owned();
        out.lines().map(value).collect::<Vec<_>>()
    };
    assert_eq!(values(&first.out), values(&again.out));
    assert!(
        again.out.starts_with("db = \"a \\\"b\\\" \\\\ # c\\u007f.db\" # again.toml, line 1\n"),
        "{again:?}"
    );
}

/// Says where something is wrong, and what is allowed there; nothing is opened.
#[track_caller]
fn refused(flags: &[&str], variables: &[(&str, &str)], file: &str, expected: &[&str]) {
    let place = Place::new();
    place.write("a.toml", file);
    let run = run_with(&place, flags, variables);
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{run:?}");
    for words in expected {
        assert!(run.err.contains(words), "{words} in {}", run.err);
    }
    assert_eq!(place.files(), ["a.toml"]);
}

#[test]
fn what_makes_no_sense_is_refused_with_where_it_was_said() {
    let allowed = "expected a number from 1 to 256";
    refused(&["--workers", "0"], &[], "", &["'0'", "'--workers <COUNT>'", allowed]);
    refused(
        &[],
        &[("JOSEKI_WORKERS", "257")],
        "",
        &["error: JOSEKI_WORKERS: invalid value \"257\": ", allowed],
    );
    let config = ["--config", "a.toml"];
    for value in ["0", "257", "-1", "1.5", "true", "\"x\""] {
        let place = format!(
            "error: a.toml, line 2: workers: invalid value \"{}\": ",
            value.trim_matches('"')
        );
        refused(&config, &[], &format!("# x\nworkers = {value}"), &[&place, allowed]);
    }
    for (key, value) in [
        ("header_timeout", "0s"),
        ("header_timeout", "168h"),
        ("handler_timeout", "5 minutes"),
        ("max_connections", "0"),
        ("import_bytes", "10GiB"),
        ("import_bytes", "0"),
        ("listen", "here"),
        ("trusted_proxies", "10.0.0.1/8"),
        ("log", "a=b=c"),
        ("log_format", "xml"),
        ("require_key_for_reads", "yes"),
        ("waiting", "99999999999999999999999"),
    ] {
        let line = format!("{key} = \"{value}\"\n");
        refused(&config, &[], &line, &["a.toml, line 1: ", key, value, "expected "]);
        refused(&[], &[(&variable(key), value)], "", &[&variable(key), value, "expected "]);
        let said = format!("{}={value}", flag(key));
        refused(&[&said], &[], "", &[&flag(key), value]);
    }
    for value in ["", "a\\u0000b"] {
        let line = format!("db = \"{value}\"");
        refused(&config, &[], &line, &["a.toml, line 1: db: ", "expected a path"]);
    }
}

#[test]
fn a_file_that_is_none_is_refused() {
    let config = ["--config", "a.toml"];
    for (key, nearest) in [
        ("max_conections", "max_connections"),
        ("max-connections", "max_connections"),
        ("header_time", "header_timeout"),
        ("logformat", "log_format"),
    ] {
        let words = format!("a.toml, line 2: unknown setting \"{key}\"; did you mean {nearest}?");
        refused(&config, &[], &format!("workers = 4\n{key} = 1\n"), &[&words]);
    }
    refused(&config, &[], "[serve]\nworkers = 4\n", &["line 1: unknown setting \"serve\""]);
    refused(&config, &[], "workers = [4]\n", &["line 1: workers: expected a string, a number"]);
    refused(&config, &[], "workers = 4\nworkers = 5\n", &["a.toml, line 2: invalid TOML: "]);
    refused(&config, &[], "a\n\n= b", &["a.toml, line 1: invalid TOML: "]);
    let place = Place::new();
    place.write("b.toml", b"workers = \"\xff\"");
    for file in ["none.toml", ".", "b.toml"] {
        let run = run_with(&place, &["--config", file], &[]);
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{run:?}");
        assert!(run.err.starts_with(&format!("error: cannot read {file}: ")), "{run:?}");
    }
}

#[test]
fn other_commands_do_not_read_what_is_for_the_server() {
    let place = Place::new();
    let mut command = place.command(&["books"]);
    command.env("JOSEKI_WORKERS", "none").env("JOSEKI_CONFIG", "none");
    let run = Run::of(&command.output().expect("a run"));
    assert_eq!(run.code, Some(0), "{run:?}");
    let mut command = place.command(&["books"]);
    let run = Run::of(&command.env("JOSEKI_LOG", "a=b=c").output().expect("a run"));
    assert_eq!(run.code, Some(2), "{run:?}");
    assert!(run.err.starts_with("error: JOSEKI_LOG: invalid value \"a=b=c\": "), "{run:?}");
}

#[test]
fn what_is_set_is_what_is_done() {
    let place = Place::new();
    place.write("a.toml", "require_key_for_reads = true\ndb = \"club.db\"\n");
    let mut server = Running::start(&place, &["--config", "a.toml"]);
    let address = address(&server.welcome());
    let (head, _) = get(&address, "/v1/next");
    assert!(head.starts_with("HTTP/1.1 401 "), "{head}");
    assert!(place.files().contains(&"club.db".to_owned()), "{:?}", place.files());
}

#[test]
fn a_variable_that_is_none_is_told_and_ends_nothing() {
    let place = Place::new();
    let variables = [
        ("JOSEKI_WORKRES", "4"),
        ("JOSEKI_SOAK_MINUTES", "60"),
        ("JOSEKI_KEY", "jk_"),
        ("JOSEKI_NO_LEARN", "true"),
        ("JOSEKI_WATING", ""),
        ("JOSEKI_WORKERS", "3"),
    ];
    let run = run_with(&place, &[], &variables);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(
        run.err,
        "warning: unknown variable JOSEKI_SOAK_MINUTES is ignored\n\
         warning: unknown variable JOSEKI_WORKRES is ignored; did you mean JOSEKI_WORKERS?\n"
    );
    assert_eq!(in_force(&run.out)["workers"].0, "3");
}
