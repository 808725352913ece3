//! The flags that say what is known of a node.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::book::{Field, Side, Verdict};

/// What is known of a node.
#[derive(Debug, Args)]
pub struct FieldsArgs {
    /// How good the move is.
    #[arg(long, value_name = "VERDICT", value_parser = PossibleValuesParser::new(Verdict::ALL.map(Verdict::name)))]
    pub verdict: Option<String>,
    /// The advantage after the move, positive for who moved first.
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    pub advantage: Option<f64>,
    /// Who ends in sente: who moved first, or second.
    #[arg(long, value_name = "WHO", value_parser = PossibleValuesParser::new([Side::First.name(), Side::Second.name()]))]
    pub sente: Option<String>,
    /// How sure that is, 0 to 100.
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub confidence: Option<u8>,
    /// A name, in place of all that there are; say it again for several.
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["add_name", "remove_name"])]
    pub name: Vec<String>,
    /// A name beside those that there are.
    #[arg(long, value_name = "TEXT")]
    pub add_name: Vec<String>,
    /// A name that goes.
    #[arg(long, value_name = "TEXT")]
    pub remove_name: Vec<String>,
    /// A keyword, in place of all that there are; say it again for several.
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["add_tag", "remove_tag"])]
    pub tag: Vec<String>,
    /// A keyword beside those that there are.
    #[arg(long, value_name = "TEXT")]
    pub add_tag: Vec<String>,
    /// A keyword that goes.
    #[arg(long, value_name = "TEXT")]
    pub remove_tag: Vec<String>,
    /// Where it was taken from, in place of all that is said; say it again for several.
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["add_source", "remove_source"])]
    pub source: Vec<String>,
    /// Where it was taken from, too.
    #[arg(long, value_name = "TEXT")]
    pub add_source: Vec<String>,
    /// Where it was not taken from.
    #[arg(long, value_name = "TEXT")]
    pub remove_source: Vec<String>,
    /// The comment. GTP points in capitals, Black and White follow the line into every corner and colour.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub comment: Option<String>,
    /// A mark, in place of all that there are: `TR:Q16`, a label `LB:Q16:A`, an arrow `AR:Q16:O17`; say it again
    /// for several.
    #[arg(long, value_name = "MARK")]
    pub mark: Vec<String>,
    /// What must be true of the board: `own(P3) and empty(R14)`, in points, or in letters of the line.
    #[arg(long, value_name = "TEXT")]
    pub conditions: Option<String>,
    /// Whether a line ends here though others go on.
    #[arg(long, value_name = "BOOL")]
    pub ends: Option<bool>,
    /// A field that is emptied; say it again for several.
    #[arg(long, value_name = "FIELD", value_parser = field())]
    pub clear: Vec<Field>,
}

fn field() -> impl TypedValueParser<Value = Field> {
    let names = PossibleValuesParser::new(Field::ALL.map(Field::name));
    names.try_map(|name| {
        let found = Field::ALL.into_iter().find(|field| field.name() == name);
        found.ok_or("there is no such field")
    })
}
