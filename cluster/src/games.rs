//! The first map: records to rows of games.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use joseki::format::five::{RENJUNET, is_of_renjunet};
use joseki::format::sgf::GameTree;
use joseki::game::Variant;
use joseki::mine::{RecordCollection, RecordConsumer, RecordPlace, Worker, read_game};

use crate::error::ClusterError;
use crate::lake::{GAMES, GAMES_FORMAT, LakeGame, columns, variant_text};
use crate::manifest::Manifest;
use crate::table::TableWriter;

/// Rows of a group.
const GROUP: usize = 1 << 16;

/// Records and where their games go.
#[derive(Debug)]
pub struct GamesTask {
    /// Files, folders and archives.
    pub paths: Vec<PathBuf>,
    /// The game.
    pub variant: Variant,
    /// The name of the collection; by default that of its folder or archive.
    pub source: Option<String>,
    /// The folder of the output.
    pub output: PathBuf,
    /// Worker threads.
    pub threads: usize,
}

/// Writes the games of records as a table, with its manifest.
///
/// # Errors
/// Missing path, failed write; nothing appears in the output then.
pub fn run(task: GamesTask) -> Result<Manifest, ClusterError> {
    let collection = RecordCollection::find(&task.paths, task.source.as_deref())?;
    crate::folder(&task.output)?;
    let consumer = GamesConsumer::new(&task)?;
    let read = collection.read(&consumer, task.threads, &mut |_| {});
    consumer.finish(&task, read)
}

/// Writes games; shared by its workers.
struct GamesConsumer {
    variant: Variant,
    is_named: bool,
    shared: Mutex<GamesState>,
}

struct GamesState {
    writer: TableWriter,
    group: Vec<LakeGame>,
    /// The last file and the number of its games so far.
    file: (String, i64),
    manifest: Manifest,
    renjunet: BTreeSet<String>,
}

impl GamesConsumer {
    fn new(task: &GamesTask) -> Result<GamesConsumer, ClusterError> {
        let shared = GamesState {
            writer: TableWriter::create(&task.output, "games.parquet", &GAMES)?,
            group: Vec::new(),
            file: (String::new(), 0),
            manifest: Manifest {
                format: GAMES_FORMAT.to_owned(),
                program: env!("CARGO_PKG_VERSION").to_owned(),
                game: variant_text(task.variant),
                inputs: task.paths.iter().map(|path| path.display().to_string()).collect(),
                ..Manifest::default()
            },
            renjunet: BTreeSet::new(),
        };
        let is_named = task.source.is_some();
        Ok(GamesConsumer { variant: task.variant, is_named, shared: Mutex::new(shared) })
    }

    fn finish(self, task: &GamesTask, read: io::Result<()>) -> Result<Manifest, ClusterError> {
        read.map_err(|error| ClusterError::file(&task.output, error))?;
        let mut state = self.shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.flush(self.variant)?;
        let mut manifest = state.manifest;
        manifest.inputs.sort_unstable();
        manifest.renjunet = state.renjunet.into_iter().collect();
        manifest.files = vec![state.writer.finish()?];
        manifest.write(&task.output)?;
        Ok(manifest)
    }

    fn shared(&self) -> MutexGuard<'_, GamesState> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl GamesState {
    fn push(&mut self, mut game: LakeGame, variant: Variant) -> Result<(), ClusterError> {
        if self.file.0 != game.path {
            self.file = (game.path.clone(), 0);
        }
        game.ordinal = self.file.1;
        self.file.1 += 1;
        self.manifest.counted += 1;
        self.group.push(game);
        if self.group.len() < GROUP { Ok(()) } else { self.flush(variant) }
    }

    fn flush(&mut self, variant: Variant) -> Result<(), ClusterError> {
        self.writer.write(&columns(variant, &self.group))?;
        self.group.clear();
        Ok(())
    }
}

impl RecordConsumer for GamesConsumer {
    type Worker<'a> = GamesWorker<'a>;
    type Part = Vec<LakeGame>;

    fn worker(&self) -> GamesWorker<'_> {
        GamesWorker { consumer: self, games: Vec::new(), bytes: 0 }
    }

    fn games(&self) -> u64 {
        self.shared().manifest.seen
    }

    fn skipped(&self) {
        self.shared().manifest.skipped += 1;
    }

    fn unreadable(&self, what: String) {
        eprintln!("warning: {what}");
        self.shared().manifest.unreadable += 1;
    }

    fn accept(&self, part: Vec<LakeGame>) -> io::Result<()> {
        let mut shared = self.shared();
        part.into_iter()
            .try_for_each(|game| shared.push(game, self.variant))
            .map_err(io::Error::other)
    }
}

/// Reads games on one thread.
struct GamesWorker<'a> {
    consumer: &'a GamesConsumer,
    games: Vec<LakeGame>,
    bytes: usize,
}

impl Worker for GamesWorker<'_> {
    type Part = Vec<LakeGame>;

    fn add(&mut self, place: RecordPlace<'_>, tree: &GameTree) -> io::Result<()> {
        let record = read_game(tree, self.consumer.variant);
        self.consumer.shared().manifest.seen += 1;
        let record = match record {
            Ok(record) => record,
            Err(rejection) => {
                let rejected = &mut self.consumer.shared().manifest.rejected;
                *rejected.entry(rejection.to_string()).or_default() += 1;
                return Ok(());
            }
        };
        let mut source = place.source;
        if is_of_renjunet(tree) {
            source = if self.consumer.is_named { source } else { RENJUNET.name };
            self.consumer.shared().renjunet.insert(source.to_owned());
        }
        let game = LakeGame::of_record(&record, source, place.source, place.path);
        self.bytes += game.bytes();
        self.games.push(game);
        Ok(())
    }

    fn take(&mut self) -> Option<Vec<LakeGame>> {
        self.bytes = 0;
        let games = std::mem::take(&mut self.games);
        (!games.is_empty()).then_some(games)
    }

    fn bytes(&self) -> usize {
        self.bytes
    }
}

/// Returns the folders of tasks that are below a folder, or the folder itself if it is one.
///
/// # Errors
/// If a folder cannot be read or has no task.
pub fn tasks(folder: &Path) -> Result<Vec<PathBuf>, ClusterError> {
    let at = |error| ClusterError::file(folder, error);
    let is_task = |folder: &Path| folder.join("manifest.json").is_file();
    if is_task(folder) {
        return Ok(vec![folder.to_owned()]);
    }
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(at)? {
        let path = entry.map_err(at)?.path();
        if is_task(&path) {
            found.push(path);
        }
    }
    found.sort_unstable();
    if found.is_empty() {
        Err(ClusterError::invalid(folder, "no folder of a finished task: no manifest.json"))
    } else {
        Ok(found)
    }
}
