//! A player over many games, and the account of reviewed files.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::book::BookJson;
use super::coords::Coords;
use super::next_response::letter;
use super::reviewed::GameReviewJson;
use crate::service::{
    Habit, Instance, JosekiRow, Kind, KindCounts, LeaveRow, Profile, ReviewOutcome, ReviewReport,
};

/// Files of games reviewed.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewJson {
    /// The book.
    pub book: BookJson,
    /// How many moves of each game were looked at.
    pub moves_of_a_game: usize,
    /// What became of the records.
    pub records: ReviewedRecordsJson,
    /// The first games.
    pub games: Vec<GameReviewJson>,
    /// The players.
    pub profiles: Vec<ProfileJson>,
}

/// What became of the records: `seen` is the sum of all but `skipped` and `unreadable`.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewedRecordsJson {
    /// Records read.
    pub seen: u64,
    /// Reviewed.
    pub reviewed: u64,
    /// Left out, for they are the same game as another.
    pub duplicates: u64,
    /// Left out, for none of the named players plays.
    pub others: u64,
    /// Left out, by reason.
    pub rejected: BTreeMap<&'static str, u64>,
    /// Files and entries of archives that are no game records.
    pub skipped: u64,
    /// Texts or parts of them that could not be read.
    pub unreadable: u64,
    /// What was unreadable, and where; the first hundred.
    pub defects: Vec<String>,
}

/// A player over many games, each game once.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ProfileJson {
    /// The name as it was asked for, or as most records write it.
    pub player: String,
    /// Games.
    pub games: u32,
    /// With Black.
    pub black: u32,
    /// With White.
    pub white: u32,
    /// Games won.
    pub won: u32,
    /// Games lost.
    pub lost: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Corners in which somebody played.
    pub corners: u32,
    /// The player's judged moves.
    pub moves: KindCountsJson,
    /// What engines in the records say that a judged move lost; null where none says.
    pub evaluation: Option<MeanLossJson>,
    /// By joseki, the most frequent first; at most 30.
    pub josekis: Vec<JosekiRowJson>,
    /// Moves of the book that were played at least twice though it prefers another, by what they cost together in
    /// expected results; at most 10.
    pub habits: Vec<HabitJson>,
    /// Positions in which the player left the book at least twice, the most frequent first; at most 10.
    pub leaves: Vec<LeaveRowJson>,
}

/// Judged moves by kind.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct KindCountsJson {
    /// The book's first choice.
    pub best: u32,
    /// In the book, and cost nothing to speak of.
    pub book: u32,
    /// In the book, and cost something.
    pub costly: u32,
    /// The book advises against them.
    pub mistake: u32,
    /// They left the book.
    pub left: u32,
    /// Played elsewhere where the book does not know that or advises against it.
    pub tenuki: u32,
    /// No fault, as the conditions of better moves failed; counted here alone.
    pub excused: u32,
}

/// What engines say that moves lost on average.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MeanLossJson {
    /// In points.
    pub points: f64,
    /// The moves that it is the mean of.
    pub moves: u32,
}

/// One joseki of a player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct JosekiRowJson {
    /// The names of the deepest node with a name.
    pub name: Option<String>,
    /// The line of that node; where no node has a name, the first six steps that the book knows.
    pub line: String,
    /// Corners.
    pub corners: u32,
    /// Of these, the player made the first move.
    pub first: u32,
    /// Games in which it came about.
    pub games: u32,
    /// Those with a result.
    pub scored: u32,
    /// Wins and half the draws, of those.
    pub points: f64,
    /// Corners that left the book.
    pub left: u32,
    /// Of these, by a move of the player.
    pub left_by_player: u32,
}

/// A move that a player makes again and again though the book prefers another.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HabitJson {
    /// The line of the move's node.
    pub node: String,
    /// The line of the move that the book prefers.
    pub better: String,
    /// How often it was played, in whatever order, orientation or colour.
    pub times: u32,
    /// How often it was costly or a mistake.
    pub faults: u32,
    /// What it cost together, in expected results.
    pub total: f64,
    /// The same each time.
    pub mean: f64,
    /// What engines in the records say that it lost.
    pub evaluation: Option<MeanLossJson>,
    /// Where; the first three.
    pub examples: Vec<InstanceJson>,
}

/// A position in which a player leaves the book again and again.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LeaveRowJson {
    /// The line of the position's node.
    pub node: String,
    /// The line of the move that the book expected.
    pub expected: String,
    /// How often.
    pub times: u32,
    /// What was played instead, the most frequent first.
    pub played: Vec<PlayedStepJson>,
    /// Where; the first three.
    pub examples: Vec<InstanceJson>,
}

/// A move that is in no book.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayedStepJson {
    /// The move in the frame of the position's line.
    pub step: String,
    /// How often.
    pub times: u32,
}

/// A move of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct InstanceJson {
    /// The game, as the reviews name it.
    pub game: String,
    /// The number of the move.
    #[serde(rename = "move")]
    pub number: usize,
    /// Who played it.
    pub color: String,
    /// Where.
    pub point: String,
    /// In which corner.
    pub corner: &'static str,
}

impl ReviewJson {
    /// The account of a run, with its points as the caller writes them.
    #[must_use]
    pub fn new(outcome: &ReviewOutcome, coords: Coords) -> ReviewJson {
        let games = outcome.games.iter();
        let profiles = outcome.profiles.iter();
        ReviewJson {
            book: (&outcome.book).into(),
            moves_of_a_game: outcome.moves,
            records: (&outcome.report).into(),
            games: games
                .map(|game| GameReviewJson::new(game, coords))
                .collect(),
            profiles: profiles
                .map(|profile| ProfileJson::new(profile, coords))
                .collect(),
        }
    }
}

impl From<&ReviewReport> for ReviewedRecordsJson {
    fn from(report: &ReviewReport) -> ReviewedRecordsJson {
        ReviewedRecordsJson {
            seen: report.games,
            reviewed: report.reviewed,
            duplicates: report.duplicates,
            others: report.others,
            rejected: report.rejected.clone(),
            skipped: report.skipped,
            unreadable: report.unreadable,
            defects: report.defects.clone(),
        }
    }
}

impl ProfileJson {
    /// A player, with the points of examples as the caller writes them.
    #[must_use]
    pub fn new(profile: &Profile, coords: Coords) -> ProfileJson {
        let instances = |examples: &[Instance]| -> Vec<InstanceJson> {
            let one = |example| InstanceJson::new(example, coords);
            examples.iter().map(one).collect()
        };
        let mean = profile.evaluation.map(|(sum, moves)| MeanLossJson {
            points: sum / f64::from(moves.max(1)),
            moves,
        });
        ProfileJson {
            player: profile.name.clone(),
            games: profile.games,
            black: profile.black,
            white: profile.white,
            won: profile.won,
            lost: profile.lost,
            drawn: profile.drawn,
            corners: profile.corners,
            moves: (&profile.kinds).into(),
            evaluation: mean,
            josekis: profile.josekis.iter().map(JosekiRowJson::from).collect(),
            habits: profile
                .habits
                .iter()
                .map(|habit| HabitJson::new(habit, instances(&habit.examples)))
                .collect(),
            leaves: profile
                .leaves
                .iter()
                .map(|row| LeaveRowJson::new(row, instances(&row.examples)))
                .collect(),
        }
    }
}

impl From<&KindCounts> for KindCountsJson {
    fn from(counts: &KindCounts) -> KindCountsJson {
        KindCountsJson {
            best: counts.of(Kind::Best),
            book: counts.of(Kind::Book),
            costly: counts.of(Kind::Costly),
            mistake: counts.of(Kind::Mistake),
            left: counts.of(Kind::Left),
            tenuki: counts.of(Kind::Tenuki),
            excused: counts.excused,
        }
    }
}

impl From<&JosekiRow> for JosekiRowJson {
    fn from(row: &JosekiRow) -> JosekiRowJson {
        JosekiRowJson {
            name: row.name.clone(),
            line: row.line.to_string(),
            corners: row.corners,
            first: row.first,
            games: row.games,
            scored: row.scored,
            points: row.points,
            left: row.left,
            left_by_player: row.left_by_player,
        }
    }
}

impl HabitJson {
    fn new(habit: &Habit, examples: Vec<InstanceJson>) -> HabitJson {
        HabitJson {
            node: habit.node.to_string(),
            better: habit.better.to_string(),
            times: habit.times,
            faults: habit.faults,
            total: habit.total,
            mean: habit.total / f64::from(habit.times.max(1)),
            evaluation: habit
                .evaluation
                .map(|(points, moves)| MeanLossJson { points, moves }),
            examples,
        }
    }
}

impl LeaveRowJson {
    fn new(row: &LeaveRow, examples: Vec<InstanceJson>) -> LeaveRowJson {
        let played = row.played.iter().map(|(step, times)| PlayedStepJson {
            step: step.to_string(),
            times: *times,
        });
        LeaveRowJson {
            node: row.node.to_string(),
            expected: row.expected.to_string(),
            times: row.times,
            played: played.collect(),
            examples,
        }
    }
}

impl InstanceJson {
    fn new(instance: &Instance, coords: Coords) -> InstanceJson {
        InstanceJson {
            game: instance.game.to_string(),
            number: instance.number,
            color: letter(instance.color),
            point: coords.point(instance.point, instance.size),
            corner: instance.corner.name(),
        }
    }
}
