//! The table of settings for people.

use super::configuration::Configuration;
use super::place::Place;
use super::table::TABLE;

const ABOVE: &str = "\
<!-- Made from src/cli/settings: JOSEKI_WRITE_DOCS=1 cargo test --test cli settings -->
# Configuration

`joseki serve` takes each setting from its flag, else from its variable of the environment, else from the file that `--config` or
`JOSEKI_CONFIG` names, else it is the default. The variable is `JOSEKI_` and the flag's name in capitals, with underscores; the key in the
file is the flag's name with underscores. An empty variable says nothing; a\n`JOSEKI_…` variable that there is not is told on standard error and changes nothing. Other commands take `db` and `log` only, from flag or variable,
and log `warn` unless said.

The file is TOML. What is not said in it stays as it is, a key that does not exist is refused:

```toml
db = \"/var/lib/joseki/joseki.db\"
listen = \"0.0.0.0:8361\"
require_key_for_reads = true
log_format = \"json\"
handler_timeout = \"5s\"
max_connections = 4096
import_bytes = \"256MiB\"
```

`joseki serve --check-config` prints the settings in force, each with where it is from, and ends. What it prints is such a file. A path is
taken from the folder in which the program is started.

Times are whole numbers with `ms`, `s`, `m` or `h`, sizes with `KiB`, `MiB`, `GiB` or `TiB`; numbers alone are seconds and bytes. A setting out of
its bounds ends the program with exit code 2 before anything is opened.

| setting | flag | variable | value | default | meaning |
|---|---|---|---|---|---|
";

const BELOW: &str = "
## Logs

The log goes to standard error. `log` is a level or a filter by module: `joseki=debug,warn` is everything of ours from `debug` and of the
libraries from `warn`. Every request is one line: method, the pattern of its route, status, microseconds, the bytes of the answer where they
are known beforehand, and the request's id, which is also the answer's `X-Request-Id`. Addresses, parameters, headers, bodies and methods that
are none are not logged, so no key gets into the log.

With `log_format = \"json\"` each line is one JSON object with `timestamp`, `level`, `target` (the module), `message`, the fields of the event beside them,
and in `span` the request with its `id`. So are the notes and the error that ends the program, `hint` with it, and a panic. Only what is wrong with
the settings themselves is told as text, as the format is not known before. Standard output stays text: the first key, which is shown once,
and the addresses.
";

/// `docs/configuration.md`.
#[must_use]
pub fn page() -> String {
    let rows = TABLE.iter().map(|setting| {
        let mut held = Configuration::default();
        let place = (setting.place)(&mut held);
        let flag = match place {
            Place::Unless(_) => format!("`--{}`", setting.flag),
            _ => format!("`--{} {}`", setting.flag, place.unit()),
        };
        let (key, variable) = (setting.key(), setting.variable());
        let (allowed, default) = (place.allowed(), place.text());
        let meaning = setting.meaning;
        format!("| `{key}` | {flag} | `{variable}` | {allowed} | `{default}` | {meaning} |\n")
    });
    format!("{ABOVE}{}{BELOW}", rows.collect::<String>())
}
