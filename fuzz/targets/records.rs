//! Game records: the information of a game survives its being written, its moves can be played, names are fit to be shown.

use joseki::format::game_info::{GameInfo, fingerprint, game_info};
use joseki::format::main_line::main_line;
use joseki::format::record::{Playable, read_playable, read_record};
use joseki::format::sgf::{GameTree, Limits, read_collection};
use joseki::game::go::Position;
use joseki::game::{Game, Move, Variant};
use joseki::mine::read_game;

use super::desk::assert_plain;
use super::sgf::{read_again, written};

/// Reads any bytes as game records.
pub fn run(data: &[u8]) {
    let limits = Limits { nodes: 20_000, ..Limits::default() };
    let Ok(read) = read_collection(data, &limits) else {
        assert!(read_record(data, None).is_err() || data.len() > 20_000);
        return;
    };
    let last = data.first().map(|byte| usize::from(*byte));
    for last in [None, last] {
        if let (Ok(record), Some(last)) = (read_record(data, last), last) {
            assert_eq!(record.moves.len(), last);
        }
    }
    read.trees.iter().for_each(record);
}

fn record(tree: &GameTree) {
    let info = game_info(tree);
    shown(&info);
    let again = read_again(&written(tree));
    assert_eq!(game_info(&again), info);
    let playable = read_playable(Game::Go, tree);
    if let Ok(playable) = &playable {
        played(playable);
        let moves = &playable.record.moves;
        let size = playable.record.size.get();
        let print = |info: &GameInfo| fingerprint(size, moves, info);
        assert_eq!(print(&info), print(&game_info(&again)));
        let there = read_playable(Game::Go, &again).expect("it was playable");
        assert_eq!(&there, playable);
    }
    let line = main_line(Variant::GO, tree);
    assert_eq!(line.is_ok(), playable.is_ok());
    if let Ok(line) = line {
        let numbers = 0..=line.record.moves.len();
        let leads = numbers.filter_map(|moves| line.evaluations.lead(moves));
        assert!(leads.into_iter().all(f32::is_finite));
    }
    let renju = main_line(Variant::RENJU, tree).map(|line| line.record).ok();
    assert_eq!(renju, main_line(Variant::RENJU, &again).map(|line| line.record).ok());
    for variant in [Variant::GO, Variant::RENJU] {
        if let (Ok(game), Ok(other)) = (read_game(tree, variant), read_game(&again, variant)) {
            assert_eq!(format!("{game:?}"), format!("{other:?}"));
        }
    }
}

/// What is kept of a game is fit to be shown.
fn shown(info: &GameInfo) {
    let names = [&info.black.name, &info.white.name];
    let texts = [&info.event, &info.rules];
    for text in names.into_iter().chain(texts.into_iter().flatten()) {
        assert_plain(text);
        assert!(text.chars().count() <= 200, "{text:?}");
    }
    assert!(info.komi.is_none_or(f32::is_finite));
    assert!(info.margin.is_none_or(f32::is_finite));
}

/// The moves of a record are legal, one after the other.
fn played(playable: &Playable) {
    let record = &playable.record;
    let mut board = Position::new(record.size);
    for (color, point) in &record.initial {
        board.place(*color, *point);
    }
    for (color, played) in &record.moves {
        match played {
            Move::Pass | Move::Shift(_) => board.pass(),
            Move::Play(point) => {
                board.play_allowing_suicide(*color, *point).expect("a legal move");
            }
        }
    }
    let after = record.moves.len() + 1;
    assert!(playable.damaged_at.is_none_or(|at| at == after));
}
