//! The engine of the plain game: Hive with Mosquito, Ladybug and Pillbug.

mod canonical;
mod check;
mod count;
mod hivegame;
mod key;
mod legal;
mod mv;
mod near;
mod options;
mod perimeter;
mod piece;
mod pinned;
mod plane;
mod position;
mod position_text;
mod reach;
mod refusal;
mod replay;
mod setup;
mod tables;
mod terms;
mod text;
mod torus_sum;
mod wins;
mod written;

use super::{Bug, FoldedCell, GameType, Opening, PieceName, Place, Rule, place, typography};

pub use canonical::Canonical;
pub use mv::{Move, MoveKind};
pub use options::Options;
pub use piece::{Piece, PieceSet};
pub use plane::{Corner, PlaneTracker, PlaneUndo, Preview};
pub use position::{Position, Undo};
pub use replay::{Meaning, Replay};
pub use setup::{Setup, SetupError};
pub use terms::EvaluationTerm;
pub use text::{Leniency, Spelling};
pub use written::Written;
