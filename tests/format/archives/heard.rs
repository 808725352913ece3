//! The events that a consumer receives from sources.

use std::fs;
use std::io::{BufRead, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use joseki::format::archive::{Damage, Event, PIECE_BYTES, Skip, Sources};
use tempfile::TempDir;

/// A text, and the error at its end.
#[derive(Debug, PartialEq)]
pub struct Text {
    pub name: String,
    pub bytes: Vec<u8>,
    pub error: Option<String>,
    pub is_stream: bool,
}

/// All received events, with names relative to the directory of the test.
#[derive(Debug, Default)]
pub struct Heard {
    pub texts: Vec<Text>,
    pub skipped: Vec<(String, Skip)>,
    pub broken: Vec<(String, Damage)>,
}

impl Heard {
    /// The names and bytes of the texts; nothing may be wrong with any.
    pub fn whole(&self) -> Vec<(&str, &[u8])> {
        assert!(self.broken.is_empty(), "{:?}", self.broken);
        let whole = |text: &'_ Text| text.error.is_none();
        assert!(self.texts.iter().all(whole), "{:?}", self.texts);
        let texts = self.texts.iter();
        texts.map(|text| (text.name.as_str(), text.bytes.as_slice())).collect()
    }

    /// Whether anything was wrong.
    pub fn has_damage(&self) -> bool {
        !self.broken.is_empty() || self.texts.iter().any(|text| text.error.is_some())
    }

    /// The only thing that is broken: its name and why.
    pub fn only_broken(&self) -> (&str, String) {
        let [(name, damage)] = self.broken.as_slice() else {
            panic!("{:?}", self.broken);
        };
        (name, damage.to_string())
    }

    pub fn names(&self) -> Vec<&str> {
        self.texts.iter().map(|text| text.name.as_str()).collect()
    }
}

/// A directory of a test.
pub struct Place(TempDir);

impl Place {
    pub fn new() -> Self {
        crate::messages::keep_short();
        Self(tempfile::tempdir().expect("a directory"))
    }

    /// A directory with one file.
    pub fn with(name: &str, bytes: impl AsRef<[u8]>) -> Self {
        let place = Self::new();
        place.write(name, bytes);
        place
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn root(&self) -> &Path {
        self.0.path()
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        fs::write(path, bytes).expect("a file");
    }

    /// The events of one path.
    pub fn hear(&self, name: &str) -> Heard {
        self.hear_all(&[name])
    }

    /// The events of several paths. Checks the laws that hold for all sources.
    pub fn hear_all(&self, names: &[&str]) -> Heard {
        let paths: Vec<_> = names.iter().map(|name| self.path(name)).collect();
        let sources = Sources::find(&paths).expect("paths that exist");
        let (total, progress) = (sources.total_bytes(), sources.progress());
        let mut heard = Heard::default();
        let mut before = 0;
        let read = sources.read(&mut |event| {
            self.take(event, &mut heard);
            let now = progress.bytes();
            assert!(before <= now && now <= total, "{before} {now} {total}");
            before = now;
            ControlFlow::Continue(())
        });
        assert!(read.is_continue());
        assert_eq!(progress.bytes(), total, "everything on disk is counted");
        heard
    }

    fn take(&self, event: Event<'_>, heard: &mut Heard) {
        match event {
            Event::Piece(piece) => {
                assert!(piece.held_bytes() as u64 <= PIECE_BYTES);
                let name = self.below(piece.name());
                match piece.open() {
                    Ok(mut reader) => heard.texts.push(drain(name, &mut reader, false)),
                    Err(error) => heard.broken.push((name, error.into())),
                }
            }
            Event::File { .. } => {}
            Event::Stream { name, reader } => {
                heard.texts.push(drain(self.below(name), reader, true));
            }
            Event::Skipped { name, reason } => heard.skipped.push((self.below(&name), reason)),
            Event::Broken { name, error } => heard.broken.push((self.below(&name), error)),
        }
    }

    fn below(&self, name: &str) -> String {
        let root = self.root().display().to_string();
        let below = name.strip_prefix(&root).expect("a name below the root");
        below.trim_start_matches('/').to_owned()
    }
}

fn drain(name: String, mut reader: &mut (dyn BufRead + Send), is_stream: bool) -> Text {
    let mut bytes = Vec::new();
    let error = (&mut reader).read_to_end(&mut bytes).err();
    Text { name, bytes, error: error.map(|error| error.to_string()), is_stream }
}
