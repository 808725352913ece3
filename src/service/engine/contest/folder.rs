//! The folder that stores a match's games, from which it can be resumed.

use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::NamedTempFile;

use super::play::PlayedGame;
use super::record;
use super::request::{ContestRequest, Scorer};
use super::run::ContestError;
use joseki_game::Move;
use joseki_peer::EngineLimits;

/// File that describes the match.
const MATCH: &str = "match.json";

/// A folder with games, locked by one program at a time.
#[derive(Debug)]
pub struct ContestFolder {
    path: PathBuf,
    /// Holds the lock.
    _file: File,
    /// Identifier of the match, which is part of the identifiers of its games.
    pub identity: String,
}

impl ContestFolder {
    /// Opens the folder of a match, or creates it.
    ///
    /// # Errors
    /// The folder belongs to another match, or cannot be read or written.
    pub fn open(path: &Path, request: &ContestRequest) -> Result<ContestFolder, ContestError> {
        let failed = |error| ContestError::Folder { path: path.to_owned(), error };
        fs::create_dir_all(path).map_err(failed)?;
        let file = path.join(MATCH);
        let known = match fs::read(&file) {
            Ok(bytes) => Some(bytes),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(failed(error)),
        };
        let identity = match known {
            Some(bytes) => {
                let other = |what| ContestError::OtherMatch { path: file.clone(), what };
                same_match(&bytes, request).map_err(other)?
            }
            None if path.join(file_name(1)).exists() => {
                return Err(ContestError::OtherMatch {
                    path: path.to_owned(),
                    what: format!("it contains games but no {MATCH}"),
                });
            }
            None => {
                let identity = new_identity().map_err(failed)?;
                let text = format!("{:#}\n", describe(request, &identity));
                write(path, MATCH, text.as_bytes()).map_err(failed)?;
                identity
            }
        };
        let lock = File::open(&file).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(ContestError::Busy { path: file }),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        Ok(ContestFolder { path: path.to_owned(), _file: lock, identity })
    }

    /// Returns a stored game; none if it was not played.
    ///
    /// # Errors
    /// The file cannot be read, or is not a game of this match.
    pub fn game(
        &self,
        request: &ContestRequest,
        number: u32,
    ) -> Result<Option<PlayedGame>, ContestError> {
        let path = self.path.join(file_name(number));
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(ContestError::Folder { path, error }),
        };
        let read = record::read(request, &bytes, number, &self.identity);
        read.map(Some).map_err(|what| ContestError::Record { path, what })
    }

    /// Stores a game: the whole file or nothing.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn store_game(
        &self,
        request: &ContestRequest,
        game: &PlayedGame,
    ) -> Result<(), ContestError> {
        let path = self.path.join(file_name(game.number));
        let kept = record::write(request, game, &self.identity)
            .map_err(|error| io::Error::other(error.to_string()))
            .and_then(|bytes| write(&self.path, &file_name(game.number), &bytes));
        kept.map_err(|error| ContestError::Folder { path, error })
    }
}

fn file_name(number: u32) -> String {
    format!("{number:05}.sgf")
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let mut file = NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    // Creating a name is exclusive: two programs that start at the same moment do not share a
    // match.
    file.persist_noclobber(folder.join(name)).map_err(|error| error.error)?;
    Ok(())
}

/// Describes what defines a match: everything except the number of games and of parallel games.
fn describe(request: &ContestRequest, identity: &str) -> Value {
    let [first, second] = &request.engines;
    let scorer = match &request.scorer {
        Scorer::Players => "players",
        Scorer::Board => "board",
        Scorer::Engine(command) => command,
    };
    let learn = request.learn.as_ref().map(|learn| {
        json!({ "seat": learn.seat as u8, "opponent": learn.opponent.to_string(), "class": learn.class })
    });
    let mut described = json!({
        "match": identity, "black": first, "white": second, "alternate": request.alternate,
        "board_size": request.size.get(), "komi": request.komi, "scorer": scorer,
        "max_moves": request.max_moves, "learn": learn,
    });
    // Absent by default, so that matches of earlier versions go on.
    let size = request.size;
    let texts = |opening: &Vec<Move>| -> Vec<String> {
        opening.iter().map(|played| played.to_gtp(size)).collect()
    };
    let openings: Vec<Vec<String>> = request.openings.iter().map(texts).collect();
    let limits = request.limits.map(|limits| {
        let seconds = limits.time.map(|time| time.as_secs_f64());
        json!({"seconds": seconds, "nodes": limits.nodes, "depth": limits.depth})
    });
    let more = [
        ("game", json!(request.variant.game().to_string()), !request.variant.is_default()),
        ("openings", json!(openings), !openings.is_empty()),
        ("limits", json!(limits), request.limits != [EngineLimits::default(); 2]),
        ("options", json!(request.options), request.options != [Vec::new(), Vec::new()]),
    ];
    for (name, value, is_said) in more {
        if is_said {
            described[name] = value;
        }
    }
    described
}

/// Returns the identifier of the stored match if it is this one.
fn same_match(bytes: &[u8], request: &ContestRequest) -> Result<String, String> {
    let kept: Value =
        serde_json::from_slice(bytes).map_err(|error| format!("malformed JSON: {error}"))?;
    let identity = kept["match"].as_str().ok_or("\"match\" is missing")?;
    let ours = describe(request, identity);
    let names = [&ours, &kept].into_iter().flat_map(Value::as_object).flatten();
    let names: BTreeSet<&String> = names.map(|(name, _)| name).collect();
    let differs = names.into_iter().filter(|name| kept[name.as_str()] != ours[name.as_str()]);
    let differs = differs.map(|name| format!("{name} is {}", kept[name.as_str()]));
    match differs.collect::<Vec<_>>() {
        differs if differs.is_empty() => Ok(identity.to_owned()),
        differs => Err(format!("its {}", differs.join(", "))),
    }
}

/// Generates the identifier of a new match.
///
/// # Errors
/// The system's random number generator failed.
pub fn new_identity() -> io::Result<String> {
    let mut bytes = [0u8; 8];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
