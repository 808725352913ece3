//! Profile of a player over many games, and the report of a review of files.

use serde::Serialize;
use utoipa::ToSchema;

use super::reviewed::GameReviewJson;
use crate::coords::Coords;
use crate::curate::book::BookJson;
use joseki_service::review::{
    Habit, Instance, JosekiRow, JudgedKind, KindCounts, LeaveRow, Profile, ReviewOutcome,
    ReviewReport,
};

/// Report of a review of game files.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewJson {
    /// The book.
    pub book: BookJson,
    /// Maximum number of moves reviewed per game.
    pub moves_of_a_game: usize,
    /// Record counts by outcome.
    pub records: ReviewReport,
    /// Reviews of the first games.
    pub games: Vec<GameReviewJson>,
    /// Profiles of the players.
    pub profiles: Vec<ProfileJson>,
}

/// Profile of a player over many games, each counted once.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ProfileJson {
    /// Name as requested, otherwise as in most records.
    pub player: String,
    /// Number of games.
    pub games: u32,
    /// Games with Black.
    pub black: u32,
    /// Games with White.
    pub white: u32,
    /// Games won.
    pub won: u32,
    /// Games lost.
    pub lost: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Corners with at least one move.
    pub corners: u32,
    /// The player's classified moves.
    pub moves: KindCountsJson,
    /// Mean loss according to engines in the records; null without evaluations.
    pub evaluation: Option<MeanLossJson>,
    /// Joseki of the player, most frequent first; at most 30.
    pub josekis: Vec<JosekiRow>,
    /// Book moves played at least twice although the book prefers another, by total cost in
    /// expected results; at most 10.
    pub habits: Vec<HabitJson>,
    /// Positions at which the player left the book at least twice, most frequent first; at most 10.
    pub leaves: Vec<LeaveRowJson>,
}

/// Numbers of moves by kind.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct KindCountsJson {
    /// First choice of the book.
    pub best: u32,
    /// In the book, at no significant cost.
    pub book: u32,
    /// In the book, at a cost.
    pub costly: u32,
    /// The book advises against the move.
    pub mistake: u32,
    /// The move left the book.
    pub left: u32,
    /// Tenuki that the book does not know or advises against.
    pub tenuki: u32,
    /// Not a fault because the conditions of better moves failed; counted only here.
    pub excused: u32,
}

/// Mean loss of moves according to engines.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MeanLossJson {
    /// Mean loss in points.
    pub points: f64,
    /// Number of moves evaluated.
    pub moves: u32,
}

/// Move that a player repeats although the book prefers another.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HabitJson {
    /// Canonical line of the move's node.
    pub node: String,
    /// Canonical line of the move that the book prefers.
    pub better: String,
    /// Number of times played, in any order, orientation and colour.
    pub times: u32,
    /// Number of times it was costly or a mistake.
    pub faults: u32,
    /// Total cost in expected results, in won games.
    pub total: f64,
    /// Mean cost per time.
    pub mean: f64,
    /// Mean loss according to engines in the records; null without evaluations.
    pub evaluation: Option<MeanLossJson>,
    /// Occurrences; at most three.
    pub examples: Vec<InstanceJson>,
}

/// Position at which a player repeatedly leaves the book.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LeaveRowJson {
    /// Canonical line of the position's node.
    pub node: String,
    /// Canonical line of the move that the book expected.
    pub expected: String,
    /// Number of times.
    pub times: u32,
    /// Moves played instead, most frequent first.
    pub played: Vec<PlayedStepJson>,
    /// Occurrences; at most three.
    pub examples: Vec<InstanceJson>,
}

/// Move that is not in the book.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayedStepJson {
    /// The move as a step in the frame of the position's line.
    pub step: String,
    /// Number of times played.
    pub times: u32,
}

/// Move of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct InstanceJson {
    /// Id of the game in the reviews.
    pub game: String,
    /// Number of the move, from 1.
    #[serde(rename = "move")]
    pub number: usize,
    /// Colour of the move, `B` or `W`.
    pub color: String,
    /// Point of the move.
    pub point: String,
    /// Corner of the move.
    pub corner: &'static str,
}

impl ReviewJson {
    /// Creates the report with points in the given notation.
    #[must_use]
    pub fn new(outcome: &ReviewOutcome, coords: Coords) -> ReviewJson {
        let games = outcome.games.iter();
        let profiles = outcome.profiles.iter();
        ReviewJson {
            book: outcome.book.clone(),
            moves_of_a_game: outcome.moves,
            records: outcome.report.clone(),
            games: games.map(|game| GameReviewJson::new(game, coords)).collect(),
            profiles: profiles.map(|profile| ProfileJson::new(profile, coords)).collect(),
        }
    }
}

impl ProfileJson {
    /// Creates the profile with the points of examples in the given notation.
    #[must_use]
    pub fn new(profile: &Profile, coords: Coords) -> ProfileJson {
        let instances = |examples: &[Instance]| -> Vec<InstanceJson> {
            let one = |example| InstanceJson::new(example, coords);
            examples.iter().map(one).collect()
        };
        let mean = profile
            .evaluation
            .map(|(sum, moves)| MeanLossJson { points: sum / f64::from(moves.max(1)), moves });
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
            josekis: profile.josekis.clone(),
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
            best: counts.get(JudgedKind::Best),
            book: counts.get(JudgedKind::Book),
            costly: counts.get(JudgedKind::Costly),
            mistake: counts.get(JudgedKind::Mistake),
            left: counts.get(JudgedKind::Left),
            tenuki: counts.get(JudgedKind::Tenuki),
            excused: counts.excused,
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
            evaluation: habit.evaluation.map(|(points, moves)| MeanLossJson { points, moves }),
            examples,
        }
    }
}

impl LeaveRowJson {
    fn new(row: &LeaveRow, examples: Vec<InstanceJson>) -> LeaveRowJson {
        let played = row
            .played
            .iter()
            .map(|(step, times)| PlayedStepJson { step: step.to_string(), times: *times });
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
            color: coords.letter(instance.color).to_owned(),
            point: coords.move_text(instance.played, instance.size),
            corner: instance.corner.into(),
        }
    }
}
