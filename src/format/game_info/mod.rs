//! What the root of a game record says of the game: players, date, result; and the game's identity.
//!
//! Nothing here fails: records come from collections of any origin, and what cannot be read is unknown.
//!
//! - [`GameInfo`], [`Player`], [`game_info`]: the root as a whole
//! - [`Outcome`], [`GameDate`], [`Rank`]: what a text of `RE`, `DT`, `BR` and `WR` means
//! - [`margin`]: by how many points a game was won
//! - [`band`], [`is_engine`]: the strength by which a game is counted
//! - [`fingerprint`]: the same number for the same game, from wherever it comes

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
pub use fingerprint::fingerprint;
pub use info::{GameInfo, Player, game_info};
pub use margin::margin;
pub use outcome::Outcome;
pub use rank::Rank;
