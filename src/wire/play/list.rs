//! Tables as operators see them.

use serde::Serialize;
use utoipa::ToSchema;

use joseki_service::play::ListedTable;

/// A table.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ListedTableJson {
    /// Its id, by which it can be closed; no token.
    pub id: String,
    /// The game; `unknown` if the table cannot be read.
    pub game: String,
    /// Who plays Black, or Red: `person`, `book` or `engine`; `unknown` if the table cannot be read.
    pub black: String,
    /// Who plays White, or Black in xiangqi.
    pub white: String,
    /// The node where it is played.
    pub node: String,
    /// When it was made, in seconds since 1970-01-01 UTC.
    pub made: i64,
    /// When something was last done there, in seconds since 1970-01-01 UTC.
    pub touched: i64,
    /// Number of things done there.
    pub version: u32,
    /// The result, as in SGF; null while the game goes on.
    pub result: Option<String>,
}

impl From<&ListedTable> for ListedTableJson {
    fn from(table: &ListedTable) -> ListedTableJson {
        let [black, white] = table.sides.clone();
        ListedTableJson {
            id: table.id.clone(),
            game: table.game.clone(),
            black,
            white,
            node: table.node.clone(),
            made: table.made / 1000,
            touched: table.touched / 1000,
            version: table.version,
            result: table.result.clone(),
        }
    }
}
