//! The rules of Hive with Venom, the packs Predators, Guardians and Honeycombo, and Swarm.
//!
//! A position type of its own: the tiles have two faces, turns have several kinds of action, and the plain game of
//! [`hive`](crate::hive) should not pay for that.

mod arrangement;
mod board;
mod bug;
mod check;
mod game_position;
mod game_type;
mod key;
mod legal;
mod mv;
mod name;
mod options;
mod plane;
mod position;
mod reach;
mod refusal;
mod replay;
mod rule;
mod spell;
mod swarm;
mod tile;
mod written;

pub use arrangement::{ArrangeError, Arrangement, Left};
pub use bug::Bug;
pub use game_type::{GameType, Pack, ParseGameTypeError};
pub use mv::{Action, Cell, Control, Deed, Draw, Move, cell_of};
pub use name::Name;
pub use options::{Exchange, Flip, Hand, HoneycomboContact, Opening, Options, ParseOptionError};
pub use plane::{Stack, Step};
pub use position::{Position, Undo};
pub use replay::Replay;
pub use rule::Rule;
pub use swarm::random_hands;
pub use tile::{Family, Tile};
pub use written::{Effect, Place, Written, WrittenAction, WrittenDraw};
