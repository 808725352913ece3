//! A game record interpreted as a result: opponent, our colour and our outcome.

use super::results::{GameResult, recorded_outcome};
use crate::text::normalize_name;
use joseki_format::dictionary::RefusalReason;
use joseki_format::game_info::{GameInfo, Player, board_fingerprint, fingerprint, game_info};
use joseki_format::record::{Playable, RecordError, read_playable};
use joseki_format::sgf::GameTree;
use joseki_game::{Color, Game, Move};
use joseki_ledger::OpponentName;

/// Identification of the players in the records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerIdentity {
    /// All games are against this opponent.
    Opponent(OpponentName),
    /// All games are ours under this name; the other player is the opponent.
    Player(String),
}

/// How records are interpreted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearnOptions {
    /// The game; records of another one are refused.
    pub game: Game,
    /// Identification of the players.
    pub players: PlayerIdentity,
    /// Class of the opponents.
    pub class: Option<String>,
    /// Our colour where the names do not identify it.
    pub color: Option<Color>,
}

/// Why a record is not learned from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum LearnRefusal {
    /// Another game than Go (`GM`).
    NotGo,
    /// Board size outside 9 to 19 lines, or not square.
    Size,
    /// Another game than the one to learn from, which is not Go (`GM`).
    OtherGame,
    /// Board on which this game, which is not Go, has no books (`SZ`).
    OtherSize,
    /// No stone was played.
    NoMoves,
    /// The initial stones or the first move are illegal.
    Damaged,
    /// Unknown winner (`RE`).
    NoResult,
    /// Neither or both players have the name (`PB`, `PW`).
    OtherPlayers,
    /// The opponent has no name.
    NoOpponent,
    /// Already entered with different data.
    Conflict,
    /// Already entered and withdrawn.
    Withdrawn,
}

impl LearnRefusal {
    /// Returns a phrase for reports.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            LearnRefusal::NotGo => "not Go",
            LearnRefusal::Size => "not on 9 to 19 lines",
            LearnRefusal::OtherGame => "of another game",
            LearnRefusal::OtherSize => "on a board of another size",
            LearnRefusal::NoMoves => "without moves",
            LearnRefusal::Damaged => "illegal from the first move",
            LearnRefusal::NoResult => "without a result",
            LearnRefusal::OtherPlayers => "with players' names that do not identify our colour",
            LearnRefusal::NoOpponent => "against an opponent without a name",
            LearnRefusal::Conflict => {
                "already entered with another result, opponent or class, or turned"
            }
            LearnRefusal::Withdrawn => "already withdrawn",
        }
    }
}

/// A record that can be learned from.
pub(crate) struct LearnedGame {
    pub result: GameResult,
    pub damaged_at: Option<usize>,
}

/// Reads a record; a refusal comes with a detail if there is one.
pub(crate) fn read(
    tree: &GameTree,
    options: &LearnOptions,
) -> Result<LearnedGame, (LearnRefusal, Option<String>)> {
    let refused = |why| (why, None);
    let info = game_info(tree);
    let Playable { record, damaged_at } =
        read_playable(options.game, tree).map_err(|why| refused(judge(&why)))?;
    if record.moves.iter().all(|(_, played)| *played == Move::Pass) {
        return Err(refused(match damaged_at {
            Some(_) => LearnRefusal::Damaged,
            None => LearnRefusal::NoMoves,
        }));
    }
    let with_players = |why| (why, Some(players(&info)));
    let color = options.color(&info).ok_or_else(|| with_players(LearnRefusal::OtherPlayers))?;
    let opponent =
        options.opponent(&info, color).ok_or_else(|| with_players(LearnRefusal::NoOpponent))?;
    let outcome = recorded_outcome(&info, color).ok_or_else(|| refused(LearnRefusal::NoResult))?;
    let margin = info.margin.and_then(|points| outcome.margin(points.into()).ok());
    let game = if options.game.exchanges_colors() {
        fingerprint(record.size.get(), &record.moves, &info)
    } else {
        board_fingerprint(record.variant, &record.moves, &info)
    };
    let result = GameResult {
        game: format!("sgf-{game:016x}"),
        opponent,
        class: options.class.clone(),
        color,
        outcome,
        margin,
        record: record.into(),
        terms: (&info).into(),
    };
    Ok(LearnedGame { result, damaged_at })
}

impl LearnOptions {
    /// Returns our colour: the one identified by the names, else the given one.
    fn color(&self, info: &GameInfo) -> Option<Color> {
        let named = |player: &Player| match &self.players {
            PlayerIdentity::Opponent(name) => {
                is_same(&player.name, name.name()) || is_same(&player.name, &name.to_string())
            }
            PlayerIdentity::Player(name) => is_same(&player.name, name),
        };
        let named = match (named(&info.black), named(&info.white)) {
            (true, false) => Color::Black,
            (false, true) => Color::White,
            _ => return self.color,
        };
        Some(match self.players {
            PlayerIdentity::Opponent(_) => named.opposite(),
            PlayerIdentity::Player(_) => named,
        })
    }

    /// Returns the opponent, given our colour; none if the record has no name for it.
    fn opponent(&self, info: &GameInfo, ours: Color) -> Option<OpponentName> {
        match &self.players {
            PlayerIdentity::Opponent(name) => Some(name.clone()),
            PlayerIdentity::Player(_) => match ours {
                Color::Black => OpponentName::from_parts(info.white.name.trim(), ""),
                Color::White => OpponentName::from_parts(info.black.name.trim(), ""),
            },
        }
    }
}

fn judge(error: &RecordError) -> LearnRefusal {
    match error {
        RecordError::Refused { reason, .. } => match reason {
            RefusalReason::NotGo(_) => LearnRefusal::NotGo,
            RefusalReason::BoardSize(_) => LearnRefusal::Size,
            RefusalReason::OtherGame { .. } => LearnRefusal::OtherGame,
            RefusalReason::OtherSize { .. } => LearnRefusal::OtherSize,
            _ => LearnRefusal::Damaged,
        },
        _ => LearnRefusal::Damaged,
    }
}

/// Whether two names are equal, ignoring case and white space.
fn is_same(one: &str, other: &str) -> bool {
    normalize_name(one) == normalize_name(other)
}

fn players(info: &GameInfo) -> String {
    let name = |player: &Player| match player.name.as_str() {
        "" => "nobody".to_owned(),
        name => name.to_owned(),
    };
    format!("{} (B), {} (W)", name(&info.black), name(&info.white))
}

#[cfg(test)]
mod tests {
    use super::*;
    use joseki_format::sgf::{Limits, read_collection};
    use joseki_ledger::OwnOutcome;

    fn read_text(text: &str, options: &LearnOptions) -> Result<LearnedGame, LearnRefusal> {
        let collection = read_collection(text.as_bytes(), &Limits::default()).expect("SGF");
        read(&collection.trees[0], options).map_err(|(why, _)| why)
    }

    fn against(name: &str) -> LearnOptions {
        LearnOptions {
            game: Game::Go,
            players: PlayerIdentity::Opponent(name.parse().expect("a name")),
            class: None,
            color: None,
        }
    }

    #[track_caller]
    fn check(
        text: &str,
        options: &LearnOptions,
        color: Color,
        outcome: OwnOutcome,
        margin: Option<f64>,
    ) {
        let game = read_text(text, options).unwrap_or_else(|why| panic!("{text}: {why:?}"));
        let found = (game.result.color, game.result.outcome, game.result.margin);
        assert_eq!(found, (color, outcome, margin), "{text}");
    }

    #[test]
    fn the_opponents_name_identifies_our_colour() {
        let how = against("GNU Go@3.8");
        for name in ["GNU Go", "gnugo", " Gnu  GO ", "GNU Go@3.8"] {
            let text = format!("(;PB[{name}]PW[me]RE[B+3.5];B[pd])");
            check(&text, &how, Color::White, OwnOutcome::Loss, Some(3.5));
            let text = format!("(;PB[me]PW[{name}]RE[B+R];B[pd])");
            check(&text, &how, Color::Black, OwnOutcome::Win, None);
        }
        let refused = read_text("(;PB[gnugo 3]PW[me]RE[B+R];B[pd])", &how).err();
        assert_eq!(refused, Some(LearnRefusal::OtherPlayers));
    }

    #[test]
    fn a_given_colour_applies_where_names_do_not_identify_it() {
        let how = LearnOptions { color: Some(Color::Black), ..against("gnugo") };
        let texts = ["PB[a]PW[b]", "PB[gnugo]PW[GNUGO]", ""];
        for players in texts {
            let text = format!("(;{players}RE[W+T];B[pd])");
            check(&text, &how, Color::Black, OwnOutcome::Loss, None);
        }
        // Here the names do.
        check("(;PB[gnugo]PW[me]RE[0];B[pd])", &how, Color::White, OwnOutcome::Draw, None);
    }

    #[test]
    fn our_own_name_identifies_the_opponent() {
        let how = LearnOptions {
            game: Game::Go,
            players: PlayerIdentity::Player("Me".to_owned()),
            class: Some("kyu".to_owned()),
            color: None,
        };
        let game = read_text("(;PB[You]PW[me]RE[W+0.5];B[pd])", &how).expect("a game");
        assert_eq!(game.result.opponent.to_string(), "You");
        assert_eq!(game.result.class.as_deref(), Some("kyu"));
        assert_eq!((game.result.color, game.result.outcome), (Color::White, OwnOutcome::Win));
        let nobody = read_text("(;PW[me]RE[W+0.5];B[pd])", &how).err();
        assert_eq!(nobody, Some(LearnRefusal::NoOpponent));
        let both = read_text("(;PB[me]PW[me]RE[W+0.5];B[pd])", &how).err();
        assert_eq!(both, Some(LearnRefusal::OtherPlayers));
    }

    #[test]
    fn records_without_a_game_or_result_are_refused() {
        let how = LearnOptions { color: Some(Color::Black), ..against("a") };
        for (text, why) in [
            ("(;GM[2]RE[B+R];B[pd])", LearnRefusal::NotGo),
            ("(;SZ[7]RE[B+R];B[cc])", LearnRefusal::Size),
            ("(;SZ[19:13]RE[B+R];B[cc])", LearnRefusal::Size),
            ("(;RE[B+R]C[nothing])", LearnRefusal::NoMoves),
            ("(;RE[B+R];B[];W[])", LearnRefusal::NoMoves),
            ("(;RE[B+R];B[zz])", LearnRefusal::Damaged),
            ("(;RE[B+R]AB[zz];B[pd])", LearnRefusal::Damaged),
            ("(;RE[Void];B[pd])", LearnRefusal::NoResult),
            ("(;RE[?];B[pd])", LearnRefusal::NoResult),
            ("(;B[pd])", LearnRefusal::NoResult),
        ] {
            assert_eq!(read_text(text, &how).err(), Some(why), "{text}");
        }
    }

    #[test]
    fn a_game_counts_up_to_its_damage() {
        let how = LearnOptions { color: Some(Color::Black), ..against("a") };
        for (text, moves, damaged_at) in [
            ("(;RE[B+R];B[pd];W[dd];B[pd];W[pp])", 2, Some(3)),
            ("(;RE[B+R];B[pd];W[dd];B[x];W[pp])", 2, Some(3)),
            ("(;RE[B+R];B[pd];W[dd];AB[qq];W[pp])", 2, Some(3)),
            ("(;RE[B+R];B[pd];W[dd];AE[pd]TB[aa])", 2, None),
            ("(;RE[B+R]HA[2]AB[pd][dp];W[dd])", 1, None),
            ("(;SZ[9]RE[B+R];B[ee];W[cc])", 2, None),
        ] {
            let game = read_text(text, &how).unwrap_or_else(|why| panic!("{text}: {why:?}"));
            let found = (game.result.record.moves.len(), game.damaged_at);
            assert_eq!(found, (moves, damaged_at), "{text}");
        }
    }
}
