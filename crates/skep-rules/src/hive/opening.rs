//! The one rule of Hive on which leaflets and tournaments differ.

use super::options::choices;

choices! {
    /// Whether a queen may be placed on a side's first turn.
    ///
    /// ```
    /// use skep_rules::game::Position as _;
    /// use skep_rules::hive::{GameType, Opening, Options, Position};
    ///
    /// let options = |opening| Options { game_type: GameType::BASE, opening };
    /// let count = |opening| Position::start(options(opening)).legal_moves().len();
    /// assert_eq!(count(Opening::Tournament), 4);
    /// assert_eq!(count(Opening::Open), 5);
    /// ```
    enum Opening "opening";
    /// No queen on either first turn: UHP engines, perft tables, tournaments.
    #[default]
    Tournament "tournament" "no queen enters on its side's first turn";
    /// A queen on any of a side's first four turns: the leaflets, Board Game Arena, old Boardspace games.
    Open "open" "a queen may enter on its side's first turn";
}
