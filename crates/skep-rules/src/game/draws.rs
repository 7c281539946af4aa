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

impl<P: Position> SamePosition<P> {
    /// What is equal for positions that are the same, except for their turns; see [`is_same`].
    fn key(&self, position: &P, moved: bool) -> (u64, Trace) {
        match self {
            SamePosition::Turns => position.key_and_trace(),
            SamePosition::Key(key) => (key(position, moved), Trace::default()),
        }
    }
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
        Some(self.same.as_ref()?.key(position, moved))
    }
}

/// How often the position of a game in play has occurred. Turns can be taken back.
///
/// ```
/// use skep_rules::game::{PositionHistory, SamePosition};
/// use skep_rules::hive::Position;
///
/// let position: Position = "Base;wS1;bS1 wS1-".parse()?;
/// let mut occurrences = PositionHistory::by(Some(SamePosition::Turns));
/// occurrences.add(&position, false);
/// occurrences.add(&position, true);
/// assert!(!occurrences.is_draw());
/// occurrences.add(&position, true);
/// assert!(occurrences.is_draw());
/// occurrences.take_back();
/// assert!(!occurrences.is_draw());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PositionHistory<P> {
    /// `None` if a repetition is never a draw. Then nothing is counted.
    same: Option<SamePosition<P>>,
    /// The position after each turn.
    after: Vec<PastPosition>,
}

/// The position after a turn.
#[derive(Clone, Copy, Debug)]
struct PastPosition {
    key: u64,
    /// That of the first of the same positions.
    trace: Trace,
    /// How often it has occurred so far.
    count: u32,
    /// Whether no earlier position can occur again, because the turn was a placement.
    is_first: bool,
}

impl<P: Position> PositionHistory<P> {
    /// The counts of a game without positions. Without a rule, a repetition is never a draw.
    pub const fn by(same: Option<SamePosition<P>>) -> PositionHistory<P> {
        PositionHistory {
            same,
            after: Vec::new(),
        }
    }

    /// Whether positions are counted.
    pub const fn is_counting(&self) -> bool {
        self.same.is_some()
    }

    /// Adds the position after a turn, or the position in which a game begins. `moved` says whether the turn was not a
    /// placement.
    pub fn add(&mut self, position: &P, moved: bool) {
        let Some(same) = &self.same else {
            return;
        };
        let (key, trace) = same.key(position, moved);
        let mut earlier = None;
        for before in self.after.iter().rev().take_while(|_| moved) {
            if before.key == key && is_same(position, trace, before.trace) {
                earlier = Some(*before);
            }
            if earlier.is_some() || before.is_first {
                break;
            }
        }
        self.after.push(PastPosition {
            key,
            trace: earlier.map_or(trace, |earlier| earlier.trace),
            count: earlier.map_or(1, |earlier| earlier.count + 1),
            is_first: !moved,
        });
    }

    /// Takes back the last [`PositionHistory::add`].
    pub fn take_back(&mut self) {
        self.after.pop();
    }

    /// Whether the last position is a draw: it has occurred three times.
    pub fn is_draw(&self) -> bool {
        self.after.last().is_some_and(|last| last.count >= 3)
    }
}

/// Whether a position with this trace has the same turns as it would have with another trace.
fn is_same<P: Position>(position: &P, trace: Trace, other: Trace) -> bool {
    trace == other || position.has_turns_after(other)
}
