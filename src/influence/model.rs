//! The four models of influence by name.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use thiserror::Error;

use super::whole::lead;
use super::{Field, Mechanical, Quick, Ryder, StoneGrades, Whole, Zobrist};
use joseki_game::go::{PointSet, Position};
use joseki_game::{BoardSize, Color, Point};

/// Model of influence with its parameters. Its text form is its name, followed by a colon and the
/// parameters that differ from the defaults: `mechanical`, `mechanical:force=64`,
/// `quick:values=6/5/3/2`, `zobrist:stone=50,rounds=4`, `ryder:kernel=60/13:5` (rows by the larger
/// distance, each row by the smaller one).
///
/// ```
/// use joseki_game::go::diagram;
/// use joseki_influence::Model;
///
/// let board = diagram::parse(". . . . .\n. . . . .\n. . X . .\n. . . . .\n. . . . O")?;
/// let model: Model = "ryder:kernel=60/13:5".parse()?;
/// let field = model.field(&board);
/// let rows: Vec<&[i32]> = field.rows().collect();
/// assert_eq!(rows[1], [0, 5, 13, 5, 0]);
/// assert_eq!(rows[2], [0, 13, 60, 13, 0]);
/// // White's stone in the corner cancels 5 on the diagonal.
/// assert_eq!(rows[3], [0, 5, 13, 0, -13]);
/// assert_eq!(model.to_string(), "ryder:kernel=60/13:5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Model {
    /// Forces that spread, turn and are reflected.
    Mechanical(Mechanical),
    /// Nearest stone of each colour.
    Quick(Quick),
    /// Spreading signs.
    Zobrist(Zobrist),
    /// Fixed kernel.
    Ryder(Ryder),
}

impl Model {
    /// Returns the four models with default parameters.
    #[must_use]
    pub fn all() -> [Model; 4] {
        [
            Model::Mechanical(Mechanical::default()),
            Model::Quick(Quick::default()),
            Model::Zobrist(Zobrist::default()),
            Model::Ryder(Ryder::default()),
        ]
    }

    /// Computes the field of a board, positive where Black has more influence; A under the
    /// mechanical model.
    #[must_use]
    pub fn field(&self, board: &Position) -> Field {
        match self {
            Model::Mechanical(model) => model.field(board),
            Model::Quick(model) => model.field(board),
            Model::Zobrist(model) => model.field(board),
            Model::Ryder(model) => model.field(board),
        }
    }

    /// Returns the lead in points, positive if Black leads: SFB under the mechanical model; for the
    /// others the same sum over their field, in which an empty point counts fully at the value next
    /// to a lone stone ([`Model::full`]).
    #[must_use]
    pub fn lead(&self, board: &Position, dead: PointSet) -> f64 {
        self.graded_lead(board, StoneGrades::with_dead(board, dead))
    }

    /// Does the same with the value of each stone.
    #[must_use]
    pub fn graded_lead(&self, board: &Position, grades: StoneGrades) -> f64 {
        match self {
            Model::Mechanical(model) => Whole::with_grades(board, grades, *model).sfb(),
            other => lead(&other.field(board), board, &grades, other.full()),
        }
    }

    /// Returns the value at which an empty point belongs fully to one side, at least 1: the force
    /// of a stone under the mechanical model, for the others the value next to a lone stone in the
    /// open.
    #[must_use]
    pub fn full(&self) -> i32 {
        if let Model::Mechanical(model) = self {
            return model.force() as i32;
        }
        let mut lone = Position::new(BoardSize::MAX);
        lone.place(Color::Black, Point::new(12, 12));
        self.field(&lone).at(Point::new(12, 11)).abs().max(1)
    }
}

impl Display for Model {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let parameters = self.parameters();
        f.write_str(self.into())?;
        if Model::all().contains(self) { Ok(()) } else { write!(f, ":{parameters}") }
    }
}

impl Model {
    /// Returns the parameters as text: `force=32`, `values=6/5/3/2`, `stone=50,rounds=4`,
    /// `kernel=60/13`.
    #[must_use]
    pub fn parameters(&self) -> String {
        match self {
            Model::Mechanical(model) => format!("force={}", model.force()),
            Model::Quick(model) => {
                format!("values={}", model.values().map(|it| it.to_string()).join("/"))
            }
            Model::Zobrist(model) => format!("stone={},rounds={}", model.stone, model.rounds),
            Model::Ryder(model) => {
                let row = |row: &Vec<i32>| {
                    let cells: Vec<String> = row.iter().map(i32::to_string).collect();
                    cells.join(":")
                };
                let rows: Vec<String> = model.kernel().iter().map(row).collect();
                format!("kernel={}", rows.join("/"))
            }
        }
    }
}

/// Invalid text form of a model.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ModelError {
    /// Unknown name.
    #[error("unknown model {0:?}: expected mechanical, quick, zobrist or ryder")]
    Name(String),
    /// Unknown parameter.
    #[error("unknown parameter {key:?} of the model {model}: expected {has}")]
    Parameter {
        /// Name of the model.
        model: &'static str,
        /// Parameter as written.
        key: String,
        /// Parameters of the model.
        has: &'static str,
    },
    /// Invalid value.
    #[error(
        "invalid value {value:?} of {key} of the model {model}: expected {expected}; separate parameters with commas"
    )]
    Value {
        /// Name of the model.
        model: &'static str,
        /// Name of the parameter.
        key: &'static str,
        /// Value as written.
        value: String,
        /// Accepted values.
        expected: &'static str,
    },
    /// Repeated parameter.
    #[error("duplicate parameter {0:?}")]
    Duplicate(String),
}

impl FromStr for Model {
    type Err = ModelError;

    fn from_str(text: &str) -> Result<Model, ModelError> {
        let (name, parameters) = match text.split_once(':') {
            Some((name, parameters)) => (name, Some(parameters)),
            None => (text, None),
        };
        let model = Model::all().into_iter().find(|model| name == <&str>::from(model));
        let mut model = model.ok_or_else(|| ModelError::Name(excerpt(name)))?;
        let mut seen: Vec<&str> = Vec::new();
        for parameter in parameters.into_iter().flat_map(|all| all.split(',')) {
            let (key, value) = parameter.split_once('=').unwrap_or((parameter, ""));
            if seen.contains(&key) {
                return Err(ModelError::Duplicate(excerpt(key)));
            }
            seen.push(key);
            model = model.with(key, value)?;
        }
        Ok(model)
    }
}

impl Model {
    fn with(self, key: &str, value: &str) -> Result<Model, ModelError> {
        let name = (&self).into();
        let wrong = |key: &'static str, expected: &'static str| ModelError::Value {
            model: name,
            key,
            value: excerpt(value),
            expected,
        };
        match (self, key) {
            (Model::Mechanical(_), "force") => {
                let model = value.parse().ok().and_then(Mechanical::with_force);
                let expected = "a power of two, 1 to 1024";
                model.map(Model::Mechanical).ok_or_else(|| wrong("force", expected))
            }
            (Model::Quick(_), "values") => {
                let model = numbers(value, '/').and_then(|values| values.try_into().ok());
                let model = model.and_then(Quick::with_values);
                let expected = "four numbers 0 to 1000 that do not rise, as in 6/5/3/2";
                model.map(Model::Quick).ok_or_else(|| wrong("values", expected))
            }
            (Model::Zobrist(model), "stone") => {
                let stone = value.parse().ok();
                let model = stone.and_then(|stone| Zobrist::with_parameters(stone, model.rounds));
                model.map(Model::Zobrist).ok_or_else(|| wrong("stone", "a number 1 to 10000"))
            }
            (Model::Zobrist(model), "rounds") => {
                let rounds = value.parse().ok();
                let model = rounds.and_then(|rounds| Zobrist::with_parameters(model.stone, rounds));
                model.map(Model::Zobrist).ok_or_else(|| wrong("rounds", "a number 0 to 48"))
            }
            (Model::Ryder(_), "kernel") => {
                let rows: Option<Vec<Vec<i32>>> =
                    value.split('/').map(|row| numbers(row, ':')).collect();
                let expected = "rows by distance as in 60/13 or 60/13:5/4:2:1, up to 25 of them, each number -10000 to 10000";
                let model = rows.and_then(Ryder::with_kernel);
                model.map(Model::Ryder).ok_or_else(|| wrong("kernel", expected))
            }
            (model, key) => {
                Err(ModelError::Parameter { model: name, key: excerpt(key), has: model.keys() })
            }
        }
    }

    const fn keys(&self) -> &'static str {
        match self {
            Model::Mechanical(_) => "force",
            Model::Quick(_) => "values",
            Model::Zobrist(_) => "stone and rounds",
            Model::Ryder(_) => "kernel",
        }
    }
}

fn numbers(text: &str, between: char) -> Option<Vec<i32>> {
    text.split(between).map(|number| number.parse().ok()).collect()
}

/// Shortens a text for an error message.
fn excerpt(text: &str) -> String {
    text.chars().take(40).collect()
}
