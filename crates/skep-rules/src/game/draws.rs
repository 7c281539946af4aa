//! Which positions of a game are a draw if they occur again.

use rustc_hash::FxHashMap;

use super::{Position, Trace};

/// How a rule compares positions to find a repetition.
#[derive(Clone, Copy, Debug)]
pub enum SamePosition<P> {
    /// Two positions are the same if their keys and their legal turns are the same.
    Turns,
    /// Two positions are the same if this function gives them the same key. Its second argument says whether the last
    /// turn was not a placement.
    Key(fn(&P, bool) -> u64),
}

/// The positions that a game had, for searches: which positions are a draw if they occur once more.
///
/// It answers for the third occurrence that follows two occurrences in the game. A search for a forced win needs no
/// more: a win in as few turns as possible has no position twice.
///
/// ```
/// use skep_rules::game::{Draws, SamePosition};
/// use skep_rules::hive::Position;
///
/// let position: Position = "Base;wS1;bS1 wS1-".parse()?;
/// let mut draws = Draws::by(SamePosition::Turns);
/// draws.add(&position, false);
/// assert!(!draws.is_draw(&position));
/// draws.add(&position, true);
/// assert!(draws.is_draw(&position));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Draws<P> {
    /// `None` if a repetition is never a draw.
    same: Option<SamePosition<P>>,
    /// How often each position occurred, by its key. The trace is that of the first of the same positions.
    seen: FxHashMap<u64, Vec<(Trace, u32)>>,
    /// Whether a position occurred twice. Without it, no search has to compare positions.
    is_possible: bool,
}

impl<P: Position> Default for Draws<P> {
    fn default() -> Draws<P> {
        Draws::never()
    }
}

impl<P: Position> Draws<P> {
    /// A repetition is never a draw.
    pub fn never() -> Draws<P> {
        Draws {
            same: None,
            seen: FxHashMap::default(),
            is_possible: false,
        }
    }

    /// The third occurrence of a position is a draw.
    pub fn by(same: SamePosition<P>) -> Draws<P> {
        Draws {
            same: Some(same),
            ..Draws::never()
        }
    }

    /// Adds a position that the game had. `moved` says whether the last turn was not a placement.
    pub fn add(&mut self, position: &P, moved: bool) {
        let Some((key, trace)) = self.key(position, moved) else {
            return;
        };
        let seen = self.seen.entry(key).or_default();
        match seen
            .iter_mut()
            .find(|(known, _)| is_same(position, trace, *known))
        {
            Some((_, count)) => {
                *count += 1;
                self.is_possible = true;
            }
            None => seen.push((trace, 1)),
        }
    }

    /// Whether a position that follows those of the game is a draw by repetition.
    #[inline]
    pub fn is_draw(&self, position: &P) -> bool {
        self.is_possible && self.has_twice(position)
    }

    #[cold]
    fn has_twice(&self, position: &P) -> bool {
        // After a placement, the position has more pieces than all others, so it does not matter that it did not move.
        let Some((key, trace)) = self.key(position, true) else {
            return false;
        };
        let mut seen = self.seen.get(&key).into_iter().flatten();
        seen.any(|&(known, count)| count >= 2 && is_same(position, trace, known))
    }

    fn key(&self, position: &P, moved: bool) -> Option<(u64, Trace)> {
        Some(match self.same.as_ref()? {
            SamePosition::Turns => position.key_and_trace(),
            SamePosition::Key(key) => (key(position, moved), Trace::default()),
        })
    }
}

/// Whether a position with this trace has the same turns as it would have with another trace.
fn is_same<P: Position>(position: &P, trace: Trace, other: Trace) -> bool {
    trace == other || position.has_turns_after(other)
}
