//! The engine of Hive with Venom, the packs Predators, Guardians and Honeycombo, and Swarm.
//!
//! Its tiles have two faces and its turns several kinds of action. It can also judge plain games. A test checks that it
//! agrees with the plain engine, which is six to seven times as fast.

mod board;
mod check;
mod guess;
mod key;
mod legal;
mod mv;
mod options;
mod plane;
mod position;
mod reach;
mod refusal;
mod replay;
mod setup;
mod spell;
mod swarm;
mod text;
mod trap;
mod written;

use super::bug::{Bugs, Power};
use super::options::choices;
use super::{Bug, Family, FoldedCell, GameType, Opening, Pack, PieceName, Place, Rule, Tile, tile};

pub use mv::{Action, ActionKind, Control, Draw, Move};
pub use options::{
    Exchange, Flip, Hand, HoneycomboContact, Interpretations, Options, StingReach, StinkBugShield,
};
pub use plane::{Preview, Stack};
pub use position::{Position, Undo};
pub use replay::Replay;
pub use setup::{Setup, SetupError, Trace, UnknownTiles};
pub use swarm::random_hands;
pub use text::{parse_hand, write_hand};
pub use written::{Effect, Written, WrittenAction, WrittenDraw};
