//! Writing of a board as a picture.

use std::path::Path;

use crate::args::PictureArgs;
use crate::error::CliError;
use crate::new_file;
use joseki_format::picture::Picture;
use joseki_store::DatabaseAddress;

/// Checks before the work that the requested picture can be written.
pub fn check(args: &PictureArgs, database: &DatabaseAddress) -> Result<(), CliError> {
    let Some(path) = &args.picture else {
        return Ok(());
    };
    kind(path)?;
    new_file::check(path, args.force, database)
}

/// Writes the picture, if one is requested.
pub fn write(
    args: &PictureArgs,
    picture: impl FnOnce() -> Picture,
    database: &DatabaseAddress,
) -> Result<(), CliError> {
    let Some(path) = &args.picture else {
        return Ok(());
    };
    let picture = picture();
    let bytes = match kind(path)? {
        PictureFormat::Svg => picture.to_svg().into_bytes(),
        PictureFormat::Png => {
            picture.to_png().map_err(|error| CliError::Write { path: path.clone(), error })?
        }
    };
    new_file::write(path, &bytes, args.force, database)
}

enum PictureFormat {
    Svg,
    Png,
}

/// Returns the format for a file name.
fn kind(path: &Path) -> Result<PictureFormat, CliError> {
    let extension = path.extension().and_then(|extension| extension.to_str());
    match extension.map(str::to_ascii_lowercase).as_deref() {
        Some("svg") => Ok(PictureFormat::Svg),
        Some("png") => Ok(PictureFormat::Png),
        _ => Err(CliError::UnknownPictureFormat { path: path.to_owned() }),
    }
}
