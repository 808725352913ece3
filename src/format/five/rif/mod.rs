//! The game database of RenjuNet (`.rif`), an XML file of tables and games.
//!
//! [`RifReader`] reads it as a stream and yields each game as SGF text. Faults of single games do
//! not end the reading. RenjuNet's licence allows offline, non-commercial use only, so what rests on
//! its games alone is neither served nor exported: see [`RENJUNET`] and [`is_of_renjunet`].

mod error;
mod game;
mod input;
mod tables;
mod text;

#[cfg(test)]
mod tests;

pub use error::{RifFault, RifProblem};

use std::collections::HashSet;
use std::io::BufRead;

use crate::sgf::GameTree;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use self::game::GameElement;
use self::input::{MAX_TEXT, Utf8Input};
use self::tables::Tables;
use self::text::{attributes, resolve_reference};

/// The largest number of games whose ids are remembered.
const MAX_GAMES: usize = 10_000_000;

/// What is known of a source from which games come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownSource {
    /// The name, as in `SO` of the games.
    pub name: &'static str,
    /// The licence, an SPDX expression.
    pub license: &'static str,
    /// Whom to name.
    pub attribution: &'static str,
    /// Where it is found.
    pub address: &'static str,
}

/// The database of RenjuNet. Its licence allows offline, non-commercial use, and forbids any use of
/// its contents or of modifications of them in a website or an online system.
pub const RENJUNET: KnownSource = KnownSource {
    name: "RenjuNet",
    license: "LicenseRef-RenjuNet",
    attribution: "RenjuNet, The World Renju Federation",
    address: "https://www.renju.net/",
};

/// Whether a record says that it is of RenjuNet's database.
#[must_use]
pub fn is_of_renjunet(tree: &GameTree) -> bool {
    let source = tree.root().first("SO");
    source.is_some_and(|source| source.simple_text().trim() == RENJUNET.name)
}

/// A game of the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RifGame {
    /// The id of the game.
    pub id: String,
    /// The game as SGF text, one node a line.
    pub sgf: String,
    /// What is wrong with the game. A game with an invalid move has the moves before it.
    pub faults: Vec<RifFault>,
}

/// Reads the games of a database, in memory bounded by its tables.
///
/// The order of the file matters: tables come before the games that refer to them.
///
/// Properties of the SGF text: `GN` id, `PB` and `PW` players, `DT` start of the tournament,
/// `PC` its city and country, `EV` its name, `RO` round, `RE` result, `RU[renju]`, `ON` opening,
/// `JA` fifth moves that were offered and refused, `JW` swap, `JY` name of the opening rule,
/// `JD` whether the tournament was rated (`1`) or not (`0`), `GC` the game's text, and
/// `SO[RenjuNet]`.
///
/// # Examples
///
/// ```
/// let xml = r#"<database><players><player id="1" name="A" surname="B"/></players>
///     <games><game id="7" black="1" white="1" bresult="1"><move>h8 j10</move></game></games>
///     </database>"#;
/// let games: Result<Vec<_>, _> = joseki_format::five::rif::RifReader::new(xml.as_bytes()).collect();
/// assert!(games?.iter().all(|game| game.sgf.ends_with("\n;B[hh]\n;W[jf])\n")));
/// # Ok::<(), joseki_format::five::rif::RifProblem>(())
/// ```
pub struct RifReader<R> {
    xml: Reader<Utf8Input<R>>,
    buffer: Vec<u8>,
    tables: Tables,
    ids: HashSet<String>,
    game: Option<GameElement>,
    /// The element of the game whose text is read.
    target: Target,
    has_root: bool,
    is_finished: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Nothing,
    Moves,
    Info,
}

/// Returns whether a file that starts with these bytes is a database of RenjuNet in an encoding
/// that extends ASCII.
#[must_use]
pub fn is_rif(first_bytes: &[u8]) -> bool {
    let start = first_bytes.get(..4096).unwrap_or(first_bytes);
    let has = |word: &[u8]| start.windows(word.len()).any(|bytes| bytes == word);
    has(b"<database") && !has(b"\0")
}

impl<R: BufRead> RifReader<R> {
    /// Starts reading a database.
    pub fn new(input: R) -> Self {
        let mut xml = Reader::from_reader(Utf8Input::new(input));
        let config = xml.config_mut();
        config.expand_empty_elements = true;
        config.check_end_names = false;
        config.allow_unmatched_ends = true;
        config.allow_dangling_amp = true;
        Self {
            xml,
            buffer: Vec::new(),
            tables: Tables::default(),
            ids: HashSet::new(),
            game: None,
            target: Target::Nothing,
            has_root: false,
            is_finished: false,
        }
    }

    /// Reads one event. Returns a game if it ends with the event.
    fn read_event(&mut self) -> Result<Option<GameElement>, RifFault> {
        self.buffer.clear();
        self.xml.get_mut().start_text();
        let mut buffer = std::mem::take(&mut self.buffer);
        let event = self.xml.read_event_into(&mut buffer);
        let outcome = match event {
            Ok(Event::Start(tag)) => self.start(&tag).map(|()| None),
            Ok(Event::End(tag)) => Ok(self.end(tag.local_name().as_ref())),
            Ok(Event::Text(text)) => self.append(&text).map(|()| None),
            Ok(Event::CData(text)) => self.append(&text).map(|()| None),
            Ok(Event::GeneralRef(name)) => self.append(&resolve_reference(&name)).map(|()| None),
            Ok(Event::Eof) => Ok(self.end_of_file()),
            Ok(_) => Ok(None),
            Err(error) => Err(self.xml_fault(&error)),
        };
        self.buffer = buffer;
        outcome
    }

    fn start(&mut self, tag: &BytesStart<'_>) -> Result<(), RifFault> {
        let name = tag.local_name().as_ref().to_ascii_lowercase();
        if !self.has_root && name != "database" {
            return Err(RifFault::NotADatabase);
        }
        self.has_root = true;
        match name.as_str() {
            "game" => self.game = Some(GameElement::new(attributes(tag))),
            "move" => self.target = Target::Moves,
            "info" => self.target = Target::Info,
            _ => self.tables.add(&name, || attributes(tag))?,
        }
        Ok(())
    }

    fn end(&mut self, name: &str) -> Option<GameElement> {
        if name.eq_ignore_ascii_case("game") {
            self.target = Target::Nothing;
            return self.game.take();
        }
        if name.eq_ignore_ascii_case("move") || name.eq_ignore_ascii_case("info") {
            self.target = Target::Nothing;
        }
        None
    }

    /// Appends to the text of the game that is read.
    fn append(&mut self, text: &str) -> Result<(), RifFault> {
        let Some(game) = &mut self.game else { return Ok(()) };
        let target = match self.target {
            Target::Nothing => return Ok(()),
            Target::Moves => &mut game.moves,
            Target::Info => &mut game.info,
        };
        if target.len() + text.len() > MAX_TEXT {
            return Err(RifFault::TextTooLarge);
        }
        target.push_str(text);
        Ok(())
    }

    fn end_of_file(&mut self) -> Option<GameElement> {
        self.is_finished = true;
        let mut game = self.game.take()?;
        game.is_truncated = true;
        Some(game)
    }

    fn xml_fault(&mut self, error: &quick_xml::Error) -> RifFault {
        if self.xml.get_mut().is_over_budget() {
            return RifFault::TextTooLarge;
        }
        RifFault::Xml { position: self.xml.error_position(), message: error.to_string() }
    }

    fn finish_game(&mut self, game: &GameElement) -> Result<RifGame, RifProblem> {
        let is_repeated = game.id().is_some_and(|id| self.ids.contains(id));
        if let Some(id) = game.id().filter(|_| !is_repeated) {
            if self.ids.len() >= MAX_GAMES {
                self.is_finished = true;
                let fault = RifFault::TooManyEntries { table: "game".to_owned() };
                return Err(RifProblem { game: Some(id.to_owned()), fault });
            }
            self.ids.insert(id.to_owned());
        }
        game.convert(&self.tables, is_repeated)
    }
}

impl<R: BufRead> Iterator for RifReader<R> {
    type Item = Result<RifGame, RifProblem>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.is_finished {
            match self.read_event() {
                Ok(Some(game)) => return Some(self.finish_game(&game)),
                Ok(None) => {}
                Err(fault) => {
                    self.is_finished = true;
                    self.has_root = true;
                    let game = self.game.take().and_then(|game| game.id().map(str::to_owned));
                    return Some(Err(RifProblem { game, fault }));
                }
            }
        }
        if self.has_root {
            return None;
        }
        self.has_root = true;
        Some(Err(RifProblem { game: None, fault: RifFault::NotADatabase }))
    }
}
