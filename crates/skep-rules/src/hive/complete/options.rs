//! What a complete game is played by: the pieces in play and the readings of the rules.

use super::choices;
use super::{GameType, Opening, Tile};
use crate::game::BySide;

/// The game type and the readings of the rules that a game is played by.
///
/// ```
/// use skep_rules::hive::GameType;
/// use skep_rules::hive::complete::{Flip, Options};
///
/// let options = Options {
///     game_type: GameType::VENOM,
///     flip: "locked".parse()?,
///     ..Options::default()
/// };
/// assert_eq!(options.flip, Flip::Locked);
/// # Ok::<(), skep_rules::UnknownName>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// Which tiles are in play.
    pub game_type: GameType,
    /// Whether a queen may enter on a side's first turn.
    pub opening: Opening,
    /// What may be turned over.
    pub flip: Flip,
    /// Whether a placement may lean on the Honeycombo alone.
    pub honeycombo: HoneycomboContact,
    /// What must hold the hive together while a Centipede exchanges places.
    pub exchange: Exchange,
    /// The hands of Swarm: the tiles beside the queen that each side begins with, where they are known.
    pub hands: BySide<Option<Hand>>,
}

/// The three tiles that a side of Swarm chooses beside its queen.
pub type Hand = [Tile; 3];

choices! {
    /// What may be turned over.
    enum Flip "flip";
    /// A side turns its own pieces over as its turn.
    #[default]
    Free "free" "a side may turn one of its pieces over as its turn";
    /// The face chosen at placement stays.
    Locked "locked" "the face chosen at placement stays";
    /// The Hive side, or the first side of a pack's tile, is up and stays up.
    None "none" "every tile enters with its Hive side up, and it stays up";
}

choices! {
    /// Whether the Honeycombo counts as contact for a placement.
    enum HoneycomboContact "honeycombo-contact";
    /// It does, for both colours.
    #[default]
    Yes "yes" "a piece may enter where it touches the Honeycombo and no bug";
    /// It is no enemy, but a piece of one's own colour must be touched.
    No "no" "a piece that enters touches its own colour, beside the Honeycombo too";
}

choices! {
    /// What holds the hive together during an exchange.
    enum Exchange "exchange";
    /// The Centipede is lifted, and stands on its target before that moves.
    #[default]
    Free "free" "only the Centipede must not be pinned";
    /// Both are lifted at once.
    Strict "strict" "the hive must hold with both pieces lifted at once";
}
