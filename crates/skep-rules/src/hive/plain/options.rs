//! The options of a plain game.

use super::{GameType, Opening};

/// The variant and the opening rule of a plain game.
///
/// ```
/// use skep_rules::hive::{GameType, Opening, Options};
///
/// let options = Options::from(GameType::MLP);
/// assert_eq!(options.opening, Opening::Tournament);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// The bugs in play. For a record: its stated type, with the bugs that its moves name.
    pub game_type: GameType,
    /// The opening rule under which the turns are legal.
    pub opening: Opening,
}

impl From<GameType> for Options {
    fn from(game_type: GameType) -> Options {
        Options {
            game_type,
            ..Options::default()
        }
    }
}
