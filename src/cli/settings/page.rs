//! The settings page of the manual: the table with the text around it.

use super::configuration::Configuration;
use super::place::SettingField;
use super::table::TABLE;

const ORIGIN: &str =
    "<!-- Made from src/cli/settings: JOSEKI_WRITE_DOCS=1 cargo test --test cli settings -->";

const ABOVE: &str = r#"
# Configuration

The limits of `joseki serve` are settings, given by a flag, an environment variable or a TOML file.
The first of these that has a value wins; otherwise the default applies. `--config` or
`JOSEKI_CONFIG` names the file. `--check-config` prints the settings in force, each with its origin,
and exits; the output is itself a valid configuration file:

```console
$ JOSEKI_WORKERS=4 joseki serve --max-connections 4096 --check-config > joseki.toml
$ grep -e ^workers -e "max_connections " -e header joseki.toml
header_timeout = "5s" # default
max_connections = 4096 # --max-connections
workers = 4 # JOSEKI_WORKERS
$ joseki serve --config joseki.toml --check-config | grep ^workers
workers = 4 # joseki.toml, line …
```

- The variable is `JOSEKI_` and the flag's name in capitals, with underscores. The key in the file
  is the flag's name with underscores.
- An empty variable is ignored. An unknown `JOSEKI_…` variable is reported on standard error and
  ignored.
- A missing key in the file leaves its setting unchanged; an unknown key is an error.
- Times are whole numbers with `ms`, `s`, `m` or `h`, sizes with `KiB`, `MiB`, `GiB` or `TiB`. Bare
  numbers are seconds and bytes.
- A relative path is resolved against the directory in which the program was started.
- A setting out of its bounds ends the program with exit code 2 before anything is opened.
- Other commands take only `db`, `read_only` and `log`, from flag or variable; their default for
  `log` is `warn`.

```toml
db = "/var/lib/joseki/joseki.db"
listen = "0.0.0.0:8361"
require_key_for_reads = true
log_format = "json"
handler_timeout = "5s"
max_connections = 4096
import_bytes = "256MiB"
```

## Settings

| setting | flag | variable | value | default | meaning |
|---|---|---|---|---|---|
"#;

const BELOW: &str = r#"
## Logs

The log goes to standard error. `log` is a level or a filter by module: `joseki=debug,warn` logs our
own modules from `debug` and the libraries from `warn`. Every request is one line: method, route
pattern, status, microseconds, the size of the answer where it is known in advance, the client's
address (`client`), the prefix of its key (`key`) if it sent a valid one, and the request id. The id
is also the answer's `X-Request-Id`. URLs, parameters, headers, bodies and invalid methods are not
logged, so no key gets into the log. Behind a proxy, `client` is its client only if
`trusted_proxies` lists the proxy.
[Who costs most](operations.md#who-costs-most) says how to read these lines.

With `log_format = "json"` each line is one JSON object. It has `timestamp`, `level`, `target` (the
module), `message`, the fields of the event beside them, and in `span` the request with its `id`.
Notes, a panic and the error that ends the program, with its `hint`, have this form too. Only errors
in the settings themselves are text, because the format is not known yet. Standard output stays
text: the first key, which is shown once, and the addresses.
"#;

/// Returns the text of `docs/configuration.md`.
#[must_use]
pub fn page() -> String {
    let rows = TABLE.iter().map(|setting| {
        let mut config = Configuration::default();
        let place = (setting.field)(&mut config);
        let flag = match place {
            SettingField::Negated(_) => format!("`--{}`", setting.flag),
            _ => format!("`--{} {}`", setting.flag, place.unit()),
        };
        let (key, variable) = (setting.key(), setting.variable());
        let (allowed, default) = (place.allowed(), place.shown());
        let meaning = setting.help;
        format!("| `{key}` | {flag} | `{variable}` | {allowed} | `{default}` | {meaning} |\n")
    });
    format!("{ORIGIN}{ABOVE}{}{BELOW}", rows.collect::<String>())
}
