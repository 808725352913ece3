//! What engines said about positions, read out of the nodes of a game record.
//!
//! [`evaluation`] reads one node, [`Evaluations`] gathers a main line and gives the [`Loss`] of its
//! moves. Nothing here fails: what cannot be read is no evaluation.
//!
//! # The formats
//!
//! A node may have several; the first of this order that can be read is taken, whole. An analysis that
//! somebody made of the finished game comes before what the players wrote while they played.
//!
//! | property | written by | win rate of | lead for | position | source |
//! |---|---|---|---|---|---|
//! | `LZ`, `LZOP`, `LZ2`, `LZOP2` | Lizzie, LizzieYzy | who has just moved | who is to move | after | `SGFParser.java` of both, `formatNodeData` |
//! | `C` | KaTrain | as written | as written | after | its `game_node.py`, `comment` |
//! | `C` | KataGo | White | White | before | its `sgf.cpp`, `writeSgf`, and `play.cpp`, `extractValueTargets` |
//! | `SBKV` | Sabaki | Black, in percent | | after | its `sabaki.js` |
//! | `SBKS` | later forks of Sabaki | | Black | after | ditto |
//! | `V` | any program | | Black | after | FF\[4\], "Node annotation properties" |
//!
//! `SBKV`, `SBKS` and `V` are one source together; `SBKS` comes before `V`.
//!
//! **KataGo** (self-play, match and rating games) writes `0.48 0.52 0.00 -0.4 v=600`: the probabilities
//! of a win, a loss and no result, the expected score with komi, the visits. It is the result of
//! the search that chose the node's move, so it speaks of the position before it. `v=` may be missing,
//! `weight=`, `result=` and remarks may follow, `Pass for ko` may stand in front. If a player
//! resigns, a last node may have no move; then it speaks of the final position. In a match the
//! players write in turn, each its own opinion, so a loss holds their disagreement too: in 1602
//! rating games of January 2025 the moves lose 0.66 points on average and 0.3 in the median.
//!
//! **Lizzie** writes a header line, then the candidate moves: `0.7 52.3 1.2k` is the program
//! or engine, the win rate in percent and the playouts, rounded (`k` a thousand, `m` a million). With
//! KataGo the lead, its standard deviation and the playout doubling advantage follow. Without playouts
//! the win rate is copied from the move before, so it is no evaluation. `LZOP` is the root's; who is to
//! move there is told by the next move, or by `PL`. `LZ2` and `LZOP2` are of a second engine and count
//! if the first says nothing.
//!
//! **KaTrain** writes lines of text: `Score: W+3.9`, then `Win rate: W 71.1%`. They are read
//! in English and Chinese. In other languages the letters of the colours are not safe: in
//! French `B` is Black or White, depending on the version. Its property `KT` (base64 of gzip of JSON) is
//! not read; KaTrain writes it without the text if it is told to save the analysis but no comments.

mod katago;
mod katrain;
mod lizzie;
mod losses;
mod number;
mod read;
mod value;

pub use losses::{Evaluations, Loss};
pub use read::evaluation;
pub use value::{Evaluation, Moment};
