//! The flags that set the fields of a node.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use joseki_base::named::Named;
use joseki_book::{Field, Verdict};
use joseki_game::Side;

/// Flags for the fields of a node.
#[derive(Debug, Args)]
pub struct FieldsArgs {
    /// Verdict on the move.
    #[arg(long, value_name = "VERDICT", value_parser = PossibleValuesParser::new(Verdict::names()))]
    pub verdict: Option<String>,
    /// Advantage after the move, in points; positive favours the side that moved first.
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    pub advantage: Option<f64>,
    /// Side that ends in sente: the one that moved first, or second.
    #[arg(long, value_name = "WHO", value_parser = PossibleValuesParser::new(Side::names()))]
    pub sente: Option<String>,
    /// Confidence in these values, 0 to 100.
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub confidence: Option<u8>,
    /// Replace all names with this one; may be repeated.
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["add_name", "remove_name"])]
    pub name: Vec<String>,
    /// Add a name.
    #[arg(long, value_name = "TEXT")]
    pub add_name: Vec<String>,
    /// Remove a name.
    #[arg(long, value_name = "TEXT")]
    pub remove_name: Vec<String>,
    /// Replace all keywords with this one; may be repeated.
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["add_tag", "remove_tag"])]
    pub tag: Vec<String>,
    /// Add a keyword.
    #[arg(long, value_name = "TEXT")]
    pub add_tag: Vec<String>,
    /// Remove a keyword.
    #[arg(long, value_name = "TEXT")]
    pub remove_tag: Vec<String>,
    /// Replace all sources with this one; may be repeated.
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["add_source", "remove_source"])]
    pub source: Vec<String>,
    /// Add a source.
    #[arg(long, value_name = "TEXT")]
    pub add_source: Vec<String>,
    /// Remove a source.
    #[arg(long, value_name = "TEXT")]
    pub remove_source: Vec<String>,
    /// Comment. GTP points in capitals and the words Black and White are translated with the line
    /// into every corner and colour.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub comment: Option<String>,
    /// Replace all marks with this one: `TR:Q16`, a label `LB:Q16:A`, an arrow `AR:Q16:O17`; may be
    /// repeated.
    #[arg(long, value_name = "MARK")]
    pub mark: Vec<String>,
    /// Condition on the board: `own(P3) and empty(R14)`, `ladder(Q16, own)`, in points or in letters of
    /// the line; see docs/conditions.md.
    #[arg(long, value_name = "TEXT")]
    pub conditions: Option<String>,
    /// Whether a line ends here even if others continue.
    #[arg(long, value_name = "BOOL")]
    pub ends: Option<bool>,
    /// Clear a field; may be repeated.
    #[arg(long, value_name = "FIELD", value_parser = field())]
    pub clear: Vec<Field>,
}

fn field() -> impl TypedValueParser<Value = Field> {
    PossibleValuesParser::new(Field::names()).try_map(|name| Field::parse("field", &name))
}
