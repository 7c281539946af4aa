//! States: a game that begins in a position, and the positions of a game as text.
//!
//! ```
//! use skep_records::Game;
//!
//! let text = "Base+M/w4/0,0wQ:1,0bS1.bB1:2,0bQ/SSBBGGGAAAM/SBGGGAAAM/rests=bB1";
//! let game = Game::of_state(text)?;
//! assert_eq!(game.state(), text);
//! # Ok::<(), skep_rules::state::StateError>(())
//! ```

use std::fmt;

#[doc(hidden)]
pub use skep_rules::state::StateFields;
use skep_rules::state::{StateError, hop};

use crate::game::{Game, Hive, HiveTracker, Played, Rules, Tracker};
use skep_rules::geometry::Hex;
use skep_rules::hive::PlaneTracker;
use skep_rules::state::VARIANT;
use skep_rules::state::hop::is_hop;

/// A position in which a game begins, instead of the position before the first turn.
#[derive(Clone)]
pub(crate) struct SetUpStart<R: Rules> {
    pub(crate) tracker: R::Tracker,
}

impl<R: Rules> SetUpStart<R> {
    pub(crate) fn at(tracker: R::Tracker) -> SetUpStart<R> {
        SetUpStart { tracker }
    }

    pub(crate) fn position(&self) -> &R::Position {
        self.tracker.position()
    }

    /// The position with its cells moved on the plane.
    pub(crate) fn tracker(&self, by: Hex) -> R::Tracker {
        let mut tracker = self.tracker.clone();
        tracker.shift(by);
        tracker
    }

    fn text(&self) -> String {
        state_of::<R>(&self.tracker)
    }
}

impl<R: Rules> PartialEq for SetUpStart<R> {
    fn eq(&self, other: &SetUpStart<R>) -> bool {
        self.text() == other.text()
    }
}

impl<R: Rules> fmt::Debug for SetUpStart<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

/// The state of a position.
pub fn state_of<R: Rules>(tracker: &R::Tracker) -> String {
    let mut text = String::with_capacity(256);
    write_state::<R>(tracker, &mut text);
    text
}

/// Writes the state of a position to the end of a text.
pub fn write_state<R: Rules>(tracker: &R::Tracker, out: &mut String) {
    R::write_state(tracker, out);
}

/// The [HOP](hop) of a position; `None` if the game is not plain Hive.
pub fn hop_of<R: Rules>(tracker: &R::Tracker) -> Option<String> {
    let mut text = String::with_capacity(64);
    R::write_hop(tracker, &mut text).then_some(text)
}

impl Game {
    /// A game without turns that begins in the position of a state or a [HOP](hop).
    ///
    /// # Errors
    /// The text is neither, or its position breaks the rules.
    pub fn of_state(text: &str) -> Result<Game, StateError> {
        let text = text.trim();
        if is_hop(text) {
            let hop = hop::read(text)?;
            let plane = PlaneTracker::of_setup(&hop.setup).or_else(|error| {
                hop.setup_of_game()?;
                Err(StateError::from(error))
            })?;
            return Ok(begin::<Hive>(HiveTracker::begin(plane)));
        }
        let fields = StateFields::parse(text)?;
        let game = Game::of_variant(fields.variant)
            .ok_or_else(|| StateError::Syntax(fields.variant.to_owned(), VARIANT))?;
        crate::each_kind!(game.kind(), R => R::read_state(fields).map(begin::<R>))
    }

    /// As [`Game::of_state`], for a record with turns: it cannot begin in a HOP that no game reaches.
    pub(crate) fn of_reached(text: &str) -> Result<Game, StateError> {
        let text = text.trim();
        if is_hop(text) {
            hop::read(text)?.setup_of_game()?;
        }
        Game::of_state(text)
    }

    /// The state after the last turn. The first piece of a game of Hive enters at the origin.
    pub fn state(&self) -> String {
        crate::each_game!(self, Game(game) => game.state())
    }

    /// The [HOP](hop) after the last turn; `None` if the game is not plain Hive.
    ///
    /// ```
    /// use skep_records::Game;
    ///
    /// let game = Game::of_state("Base/w2/0,0wS1:1,0bS1/QSBBGGGAAA/QSBBGGGAAA/rests=bS1")?;
    /// assert_eq!(game.hop().as_deref(), Some("base,S+s!,w"));
    /// # Ok::<(), skep_rules::state::StateError>(())
    /// ```
    pub fn hop(&self) -> Option<String> {
        crate::each_game!(self, Game(game) => game.hop())
    }
}

fn begin<R: Rules>((options, tracker): (R::Options, R::Tracker)) -> Game {
    let mut game = Played::<R>::new(options);
    game.start = Some(Box::new(SetUpStart { tracker }));
    game.into()
}

impl<R: Rules> Played<R> {
    /// The state of the position in which the game begins, if it is given; see [`Game::of_state`].
    pub fn start_state(&self) -> Option<String> {
        self.start.as_ref().map(|start| start.text())
    }

    /// The state after the last turn. The first piece of a game of Hive enters at the origin.
    pub fn state(&self) -> String {
        state_of::<R>(&self.tracked())
    }
    /// The [HOP](hop) after the last turn; `None` if the game is not plain Hive.
    pub fn hop(&self) -> Option<String> {
        hop_of::<R>(&self.tracked())
    }
}
