//! `joseki publish` and `joseki follow`: writes a book for others, and keeps a copy of one.

use std::io::Write;

use clap::error::ErrorKind;
use minisign_verify::PublicKey;

use crate::args::{FollowArgs, Format, PublishArgs};
use crate::error::CliError;
use crate::text::count;
use crate::who::user_name;
use crate::{
    database::{self, DatabaseFile},
    log, output,
};
use joseki_peer::PublishedAddress;
use joseki_service::curate::{
    Author,
    published::{FollowRequest, PublishRequest},
};

/// Publishes a book.
pub fn publish(
    db: &DatabaseFile,
    args: &PublishArgs,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let outcome = database::open_to_read(db)?.publishing().publish(&PublishRequest {
        book: args.book.clone(),
        to: args.to.clone(),
        allow: args.allow.clone(),
        keep: args.keep,
        counts: args.counts.clone(),
        sign: args.sign.clone(),
    })?;
    if let Some(gap) = outcome.gap {
        log::note(&format!("followers fetch the whole book: {gap}"));
    }
    for source in outcome.manifest.sources.iter().filter(|source| source.left_out > 0) {
        let moves = count(source.left_out as usize, "move");
        log::note(&format!("left out the texts of {moves} of source \"{}\"", source.name));
    }
    match args.format.format {
        Format::Json => output::json(out, &outcome),
        Format::Text => {
            let book = &outcome.manifest.book;
            writeln!(
                out,
                "published book \"{}\", version {}, with {} in {}",
                book.name,
                book.version,
                count(outcome.deltas as usize, "delta"),
                outcome.folder.display()
            )?;
            Ok(writeln!(out, "digest {}", outcome.manifest.digest.sha256())?)
        }
    }
}

/// Brings a copy of a published book up to date.
pub fn follow(db: &DatabaseFile, args: &FollowArgs, out: &mut impl Write) -> Result<(), CliError> {
    let address = PublishedAddress::new(&args.url);
    let key = args.public_key.as_deref().map(read_public_key).transpose()?;
    let new = db.missing_file();
    let service = database::open_without_starter(db)?;
    let followed = service.publishing().follow(&FollowRequest {
        address: &address,
        published: args.book.clone(),
        copy: args.copy.clone().unwrap_or_else(|| args.book.clone()),
        by: Author::new(user_name()),
        key,
        allow_older: args.allow_older,
    });
    drop(service);
    if let Some(path) = new
        && followed.is_err()
    {
        // If removing fails too, the error of following is still the one to report.
        drop(database::remove_incomplete(path));
    }
    let outcome = followed?;
    if let Some(gap) = &outcome.gap {
        log::warning(&format!("fetched the whole book: {gap}"));
    }
    for name in &outcome.other_licenses {
        log::warning(&format!(
            "source \"{name}\" has another licence here than where it was published: see `joseki sources`"
        ));
    }
    match args.format.format {
        Format::Json => output::json(out, &outcome),
        Format::Text => {
            let by = match (outcome.is_whole, outcome.deltas) {
                (true, _) => "by its snapshot".to_owned(),
                (false, 0) => "as before".to_owned(),
                (false, deltas) => format!("by {}", count(deltas as usize, "delta")),
            };
            let name = &outcome.book.name;
            writeln!(out, "book \"{name}\" is published version {}, {by}", outcome.version)?;
            Ok(writeln!(out, "digest {}", outcome.digest)?)
        }
    }
}

/// Reads a public key of minisign: as it is, or from a file.
fn read_public_key(text: &str) -> Result<PublicKey, CliError> {
    let read = PublicKey::from_base64(text).or_else(|_| PublicKey::from_file(text));
    read.map_err(|error| {
        let what = "neither a public key of minisign nor a file with one";
        let message = format!("--public-key: {what}: {error}\n");
        CliError::Usage(clap::Error::raw(ErrorKind::ValueValidation, message))
    })
}
