//! The options of a complete game: the pieces in play and the interpretations of the rules.

use super::choices;
use super::{GameType, Opening, Tile};
use crate::game::BySide;

/// The game type and the interpretations of the rules for a game.
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
    /// Whether a piece may enter that touches only the Honeycombo.
    pub honeycombo: HoneycomboContact,
    /// Which pieces are lifted to test the connection of the hive when a Centipede exchanges places.
    pub exchange: Exchange,
    /// The hands of Swarm: the tiles that each side begins with besides its queen, if known.
    pub hands: BySide<Option<Hand>>,
}

/// The three tiles that a side of Swarm chooses besides its queen.
pub type Hand = [Tile; 3];

choices! {
    /// What may be turned over.
    enum Flip "flip";
    /// A side turns its own pieces over as its turn.
    #[default]
    Free "free" "a side may turn one of its pieces over as its turn";
    /// A tile keeps the face chosen at placement.
    Locked "locked" "a tile keeps the face chosen at placement";
    /// The Hive side, or the first side of a pack's tile, is always up.
    None "none" "every tile enters with its Hive side up and keeps it";
}

choices! {
    /// Whether the Honeycombo counts as contact for a placement.
    enum HoneycomboContact "honeycombo-contact";
    /// The Honeycombo counts as contact for both colours.
    #[default]
    Yes "yes" "a piece may enter beside the Honeycombo even if it touches no bug";
    /// The Honeycombo is not an enemy, but the piece must also touch its own colour.
    No "no" "a piece that enters beside the Honeycombo must also touch its own colour";
}

choices! {
    /// Which pieces are lifted to test the connection of the hive during an exchange.
    enum Exchange "exchange";
    /// The Centipede is lifted first. It is on its target before the target moves.
    #[default]
    Free "free" "the hive must stay connected with the Centipede lifted";
    /// Both pieces are lifted at once.
    Strict "strict" "the hive must stay connected with both pieces lifted at once";
}
