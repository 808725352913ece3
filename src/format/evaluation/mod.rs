//! Engine evaluations of positions, read from the nodes of a game record.
//!
//! [`evaluation`] reads one node; [`Evaluations`] collects a main line and computes the [`Loss`] of
//! its moves. Nothing here fails: unreadable text is not an evaluation.
//!
//! # The formats
//!
//! A node may contain several; the first readable one in this order is used alone. An analysis of
//! the finished game takes precedence over what the players wrote during the game.
//!
//! | property | written by | win rate of | lead for | position | source |
//! |---|---|---|---|---|---|
//! | `LZ`, `LZOP`, `LZ2`, `LZOP2` | Lizzie, LizzieYzy | player who has just moved | player to move | after | `SGFParser.java` of both, `formatNodeData` |
//! | `C` | KaTrain | as written | as written | after | its `game_node.py`, `comment` |
//! | `C` | KataGo | White | White | before | its `sgf.cpp`, `writeSgf`, and `play.cpp`, `extractValueTargets` |
//! | `SBKV` | Sabaki | Black, in percent | | after | its `sabaki.js` |
//! | `SBKS` | later forks of Sabaki | | Black | after | ditto |
//! | `V` | any program | | Black | after | FF\[4\], "Node annotation properties" |
//!
//! `SBKV`, `SBKS` and `V` form one source together; `SBKS` takes precedence over `V`.
//!
//! **KataGo** (self-play, match and rating games) writes `0.48 0.52 0.00 -0.4 v=600`: the
//! probabilities of a win, a loss and no result, the expected score with komi, the visits. It is
//! the result of the search that chose the node's move, so it evaluates the position before it.
//! `v=` may be missing; `weight=`, `result=` and remarks may follow; `Pass for ko` may precede. If
//! a player resigns, a last node may have no move; then it evaluates the final position. In a match
//! each player writes its own evaluations in turn, so a loss includes their disagreement: in 1602
//! rating games of January 2025 the moves lose 0.66 points on average and 0.3 in the median.
//!
//! **Lizzie** writes a header line, then the candidate moves. `0.7 52.3 1.2k` is the program or
//! engine, the win rate in percent and the playouts, rounded (`k` a thousand, `m` a million). With
//! KataGo the lead, its standard deviation and the playout doubling advantage follow. Without
//! playouts the win rate is copied from the previous move, so it is not an evaluation. `LZOP` is
//! the root's; the side to move there follows from the next move, or from `PL`. `LZ2` and `LZOP2`
//! are those of a second engine and count if the first has no evaluation.
//!
//! **KaTrain** writes lines of text: `Score: W+3.9`, then `Win rate: W 71.1%`. They are parsed in
//! English and Chinese. In other languages the letters of the colours are ambiguous: in French `B`
//! is Black or White, depending on the version. Its property `KT` (base64 of gzip of JSON) is not
//! read; KaTrain writes it without the text if it is set to save the analysis but no comments.

mod katago;
mod katrain;
mod lizzie;
mod losses;
mod number;
mod read;

pub use losses::{Evaluations, Loss};
pub use number::{EvaluatedPosition, Evaluation};
pub use read::evaluation;
