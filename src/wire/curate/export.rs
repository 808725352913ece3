//! Options of an export, as query parameters and as flags.

use clap::Args;
use clap::builder::{NonEmptyStringValueParser, PossibleValuesParser, RangedU64ValueParser};
use joseki_service::Code;
use serde::{Deserialize, Deserializer};
use utoipa::IntoParams;

use crate::error::RequestError;
use crate::moment::{check_moment, parse_as_of};
use crate::named::{CornerChoice, ExportWeight, FirstMover, HandednessChoice, flag};
use crate::next::request::parse_verdict;
use joseki_base::named::Named;
use joseki_book::Verdict;
use joseki_format::book_file::{SelectionCriteria, Weight};
use joseki_format::dictionary::ExportOptions;
use joseki_format::sgf::TextEncoding;
use joseki_game::go::Handedness;
use joseki_game::{Color, Corner};
use joseki_service::{
    BookRef,
    curate::{BookFileRequest, ExportFormat, FileOptions, OptionRefusal, Orientations},
};

/// Format of the file, selection of moves, and their orientation on the board.
#[derive(Clone, Debug, Default, Deserialize, IntoParams, Args)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct ExportParameters {
    /// File format; default `sgf`.
    #[param(inline)]
    #[arg(long = "to", value_enum, help = "Format of the file")]
    pub format: ExportFormat,
    /// Corner of the moves, for `sgf`, `fuego`, `pachi`, `katago` and `go` (command line only);
    /// default `upper_right`.
    #[param(inline, value_type = Option<CornerChoice>)]
    #[arg(long, value_parser = flag::<Corner>())]
    #[serde(with = "crate::named::optional")]
    pub corner: Option<Corner>,
    /// Handedness of the lines in the corner, for the same formats; default `clockwise`.
    #[param(inline, value_type = Option<HandednessChoice>)]
    #[arg(long, value_parser = flag::<Handedness>())]
    #[serde(with = "crate::named::optional")]
    pub handedness: Option<Handedness>,
    /// Colour of the first move of every line, for `sgf` and `katago`; default `B`.
    #[param(inline, value_type = Option<FirstMover>)]
    #[arg(long, value_parser = flag::<Color>(), value_name = "COLOR", ignore_case = true)]
    #[serde(with = "crate::named::optional")]
    pub first: Option<Color>,
    /// The book at an earlier time: at a version (`12`), at the end of a day (`2026-01-31`, UTC) or
    /// at a time (`2026-01-31T13:05:07Z`). Not for `counts`, which are always current.
    #[param(example = "1")]
    #[arg(long, value_name = "MOMENT", value_parser = check_moment)]
    pub as_of: Option<String>,
    /// Maximum number of steps in a line. Not for `counts`.
    #[param(minimum = 1)]
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=10_000))]
    pub depth: Option<usize>,
    /// Omits moves with a worse verdict; no verdict ranks below `good`. Formats for engines
    /// (`fuego`, `pachi`, `gnugo`, `katago`, `binary`) omit discouraged moves by default. They use
    /// the worst verdict of any move order that reaches the position; the other formats use the
    /// move's own verdict. Not for `counts`.
    #[param(example = "mistake")]
    #[arg(long, value_name = "VERDICT", value_parser = PossibleValuesParser::new(Verdict::names()))]
    pub min_verdict: Option<String>,
    /// Omits moves with fewer counted games. Not for `counts`.
    #[arg(long, value_name = "N")]
    pub min_games: Option<u32>,
    /// Weight of a move; default `priority`. Not for `counts`.
    #[param(inline, value_type = Option<ExportWeight>)]
    #[arg(long, value_parser = flag::<Weight>(), value_name = "WHAT")]
    #[serde(with = "crate::named::optional")]
    pub weight: Option<Weight>,
    /// Omits moves with less weight. Not for `counts`.
    #[arg(long, value_name = "N")]
    pub min_weight: Option<u32>,
    /// Orientations in which each position is written, for `katago`; default `one`.
    #[param(inline)]
    #[arg(long, value_enum, value_name = "WHICH")]
    pub orientations: Option<Orientations>,
    /// Licence of the book, written into the file; one line. Supported by `sgf`, `ndjson`, `pachi`,
    /// `gnugo`, `katago` and `binary`.
    #[arg(long, value_name = "TEXT", value_parser = NonEmptyStringValueParser::new())]
    pub license: Option<String>,
    /// Names the program, the book and its version in an `sgf`. Formats with room for it always do.
    #[param(value_type = Option<bool>)]
    #[arg(long)]
    pub provenance: bool,
    /// Character set of the texts in a `lib`, such as `utf-8` or `shift_jis`; default `gb18030`.
    #[param(value_type = Option<String>, example = "utf-8")]
    #[serde(deserialize_with = "charset")]
    #[arg(long, value_name = "NAME")]
    pub charset: Option<TextEncoding>,
}

/// Deserializes the name of a character set.
pub fn charset<'de, D: Deserializer<'de>>(reader: D) -> Result<Option<TextEncoding>, D::Error> {
    let name = String::deserialize(reader)?;
    name.parse().map(Some).map_err(serde::de::Error::custom)
}

impl ExportParameters {
    /// Returns the book of this name at the requested time.
    ///
    /// # Errors
    /// The time is invalid.
    pub fn book(&self, name: &str) -> Result<BookRef, RequestError> {
        let as_of = self.as_of.as_deref().map(parse_as_of).transpose()?;
        Ok(BookRef::at(name, as_of))
    }

    /// Returns whether all orientations are requested.
    #[must_use]
    pub fn all_orientations(&self) -> bool {
        self.orientations == Some(Orientations::All)
    }

    /// Returns the first given option that does not apply to the format.
    #[must_use]
    pub fn refusal(&self) -> Option<OptionRefusal> {
        let options = [
            ("corner", self.corner.is_some()),
            ("handedness", self.handedness.is_some()),
            ("first", self.first.is_some()),
            ("orientations", self.orientations.is_some()),
            ("as_of", self.as_of.is_some()),
            ("depth", self.depth.is_some()),
            ("min_verdict", self.min_verdict.is_some()),
            ("min_games", self.min_games.is_some()),
            ("min_weight", self.min_weight.is_some()),
            ("weight", self.weight.is_some()),
            ("license", self.license.is_some()),
            ("provenance", self.provenance),
            ("charset", self.charset.is_some()),
        ];
        let given = options.into_iter().filter(|(_, given)| *given);
        let given: Vec<&'static str> = given.map(|(option, _)| option).collect();
        self.format.kind().refused_option(&FileOptions {
            given: &given,
            all_orientations: self.all_orientations(),
            license: self.license.as_deref(),
        })
    }

    /// Parses the options of the file.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn request(&self) -> Result<BookFileRequest, RequestError> {
        if self.depth == Some(0) {
            let message = "expected at least 1";
            return Err(RequestError::new(Code::InvalidValue, "depth", message));
        }
        Ok(BookFileRequest {
            choice: SelectionCriteria {
                depth: self.depth,
                min_verdict: self.min_verdict.as_deref().map(parse_verdict).transpose()?,
                min_games: self.min_games.unwrap_or_default(),
                min_weight: self.min_weight.unwrap_or_default(),
            },
            weight: self.weight.unwrap_or_default(),
            orientation: ExportOptions {
                frame: self.handedness.unwrap_or_default().frame(self.corner.unwrap_or_default()),
                first: self.first.unwrap_or_default(),
            },
            all_orientations: self.all_orientations(),
            license: self.license.clone(),
            provenance: self.provenance,
            charset: self.charset,
        })
    }
}
