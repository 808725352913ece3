//! Game information in the root of a game record: players, date, result; and the game's identity.
//!
//! Nothing here fails: records come from collections of any origin, and unreadable values are
//! unknown.
//!
//! - [`GameInfo`], [`Player`], [`game_info`]: the root as a whole; [`is_board_size`]: its `SZ`
//! - [`GameOutcome`], [`GameDate`], [`Rank`]: parsed texts of `RE`, `DT`, `BR` and `WR`
//! - [`margin`]: the winning margin in points
//! - [`band`], [`is_engine`]: the strength band of a game
//! - [`fingerprint`]: the same number for the same game from any source

mod claim;
mod date;
mod date_token;
mod engine;
mod fingerprint;
mod info;
mod margin;
mod number;
mod outcome;
mod rank;
mod rank_text;
mod text;

pub use date::GameDate;
pub use engine::{band, is_engine};
pub use fingerprint::{board_fingerprint, fingerprint};
pub(crate) use info::five_game_in;
pub use info::{GameInfo, Player, game_info, has_rules_of, is_board_size, is_of_game};
pub use margin::margin;
pub(crate) use number::leading as leading_number;
pub use outcome::GameOutcome;
pub use rank::Rank;
