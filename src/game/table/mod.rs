//! A game at a table: what each side may do, what needs the other's consent, the clocks, counting in
//! Go, and how it ended.
//!
//! - [`Table`], [`TableRules`], [`TableParty`]: the table, and who sits there
//! - [`TableAction`], [`TableRefusal`]: what a side does, and why it may not
//! - [`TablePhase`], [`TableOffer`], [`TableResult`]: where the game stands
//! - [`ClockRules`], [`SideClock`]: the clocks
//!
//! A table knows no time and no caller: both come with an action. So what was done, in order, gives the
//! same table again.

mod clock;
mod counting;
mod play;
mod result;
mod text;

pub use clock::{ClockRules, SideClock};
pub use counting::TableCounting;
pub use play::{
    SaidPhrase, Table, TableAction, TableEvent, TableOffer, TableParty, TablePhase, TablePhrase,
    TableRefusal, TableRules,
};
pub use result::{ResultReason, TableResult};
