//! The flags of `joseki publish` and `joseki follow`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{NonEmptyStringValueParser, RangedU64ValueParser};

use super::FormatArgs;
use joseki_service::DEFAULT_BOOK;

const AFTER_PUBLISH: &str = "\
Examples:
  joseki publish --book main --to /srv/books
  joseki publish --book club --to /srv/books --allow CC0-1.0,CC-BY-4.0,MIT
  joseki publish --book main --to /srv/books --keep 7 --format json
  joseki publish --book main --to /srv/books --sign 'minisign -S -s books.key -m'

Writes a folder that any web server can serve, and `joseki follow` can follow: the book as it is
now, and what every change since the last run changed. Texts of a source are published if its licence is
among those of --allow; without --allow, every source must have a known licence, see `joseki
sources`. Readers never see an incomplete file; what a killed run leaves is removed by the next.
docs/publish.md describes the files.";

const AFTER_FOLLOW: &str = "\
Examples:
  joseki follow https://example.org/published --book main
  joseki follow /srv/books --book club --as club-copy
  joseki follow https://example.org/published --book main --public-key books.pub

Brings a copy of a published book up to date: the first time from its snapshot, later by its
changes, each as a change of its own. Run it as often as you like; one that is interrupted continues where it
was. A copy that was edited, or that the changes do not fit, is replaced by the newest snapshot: to
edit it, copy it first with `joseki book copy`.";

/// The flags of `joseki publish`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_PUBLISH)]
pub struct PublishArgs {
    /// Name of the book.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOOK)]
    pub book: String,
    /// Folder of all published books; the book gets a folder of its name in it.
    #[arg(long, value_name = "DIR")]
    pub to: PathBuf,
    /// Licences whose texts are published, SPDX expressions with commas between them; `unknown`
    /// stands for sources of unknown licence [default: every known licence].
    #[arg(
        long,
        value_name = "SPDX",
        value_delimiter = ',',
        value_parser = NonEmptyStringValueParser::new()
    )]
    pub allow: Option<Vec<String>>,
    /// Snapshots to keep.
    #[arg(
        long,
        value_name = "N",
        default_value = "30",
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=10_000)
    )]
    pub keep: usize,
    /// Folder into which `joseki-cluster export` wrote the counts of this version.
    #[arg(long, value_name = "DIR")]
    pub counts: Option<PathBuf>,
    /// Program that signs the manifest, such as `minisign -S -s KEY -m`; the manifest's path is added.
    #[arg(long, value_name = "COMMAND", value_parser = NonEmptyStringValueParser::new())]
    pub sign: Option<String>,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// The flags of `joseki follow`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_FOLLOW)]
pub struct FollowArgs {
    /// Address of the folder of published books: http://, https://, file:// or a path.
    #[arg(value_name = "URL", value_parser = NonEmptyStringValueParser::new())]
    pub url: String,
    /// Name of the published book.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOOK)]
    pub book: String,
    /// Name of the copy [default: that of the published book].
    #[arg(long = "as", value_name = "NAME")]
    pub copy: Option<String>,
    /// Public key of minisign, or a file with it, by which the manifest must be signed.
    #[arg(long, value_name = "KEY", value_parser = NonEmptyStringValueParser::new())]
    pub public_key: Option<String>,
    /// Take an older version than that of the copy, too.
    #[arg(long)]
    pub allow_older: bool,
    #[command(flatten)]
    pub format: FormatArgs,
}
