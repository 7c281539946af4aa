//! Interprets written turns on a board.

use super::FoldedCell;
use super::Options;
use super::mv::cell_of;
use super::plane::Hexes;
use super::position::{Entrance, IN_HAND, NONE};
use super::tables::{Bits, step};
use super::{
    Bug, GameType, Move, Opening, Piece, PieceName, Place, PlaneTracker, Position, Rule, Written,
    refusal,
};
use crate::game::{Fault, FaultKind, Position as _, Side};
use crate::geometry::{Direction, Hex};
use crate::hive::refusal::{no_place, no_such_piece};

/// Interprets written turns on a board, in order.
///
/// Bugs that enter out of number order are renumbered: the first white ant that a record places is wA1 here, and from
/// then on the name in the record means that piece.
///
/// ```
/// use skep_rules::hive::{GameType, Opening, Replay, Spelling};
///
/// let mut replay = Replay::new(GameType::BASE, Opening::Tournament);
/// for turn in ["wA3", "bS1 wA3-"] {
///     let meaning = replay.meaning(Spelling::parse(turn).unwrap().written).unwrap();
///     replay.check(meaning.mv).unwrap();
///     replay.play(meaning);
/// }
/// // The first ant of a side is wA1, whatever the record calls it.
/// assert!(replay.is_renumbered());
/// assert!(replay.position().is_on_board("wA1".parse().unwrap()));
/// ```
#[derive(Clone)]
pub struct Replay {
    position: Position,
    // The piece that a written name means, by the name's index. A bug that exists once has two names: wQ and wQ1.
    pieces: [u8; 256],
    // For records that write cells: the cell of each piece on the record's own grid.
    hexes: Hexes,
    first_cell: Option<Hex>,
    renumbered: bool,
}

/// A written turn with its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// The move, not yet checked.
    pub mv: Move,
    /// The target on the record's own grid, if the record writes cells.
    hex: Option<Hex>,
}

impl Replay {
    /// Begins a game.
    ///
    /// # Panics
    /// The variant is not plain.
    pub fn new(game_type: GameType, opening: Opening) -> Replay {
        Replay {
            position: Position::start(Options { game_type, opening }),
            pieces: [NONE; 256],
            hexes: Hexes::all_at(Hex::ORIGIN),
            first_cell: None,
            renumbered: false,
        }
    }

    /// Begins in a position. Each piece on the board must have its own name. Turns that name cells use the coordinates
    /// of the tracker.
    ///
    /// ```
    /// use skep_rules::hive::{PlaneTracker, Replay, Setup, Spelling};
    ///
    /// let mut setup = Setup { number: 2, ..Setup::default() };
    /// for (q, piece) in [(0, "wQ"), (1, "bA1")] {
    ///     setup.stacks.push((skep_rules::geometry::Hex::new(q, 0), vec![piece.parse()?]));
    /// }
    /// let mut replay = Replay::of(&PlaneTracker::of_setup(&setup)?);
    /// let meaning = replay.meaning(Spelling::parse("wS1 -wQ").unwrap().written).unwrap();
    /// assert!(replay.check(meaning.mv).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(plane: &PlaneTracker) -> Replay {
        let position = plane.position().clone();
        let mut pieces = [NONE; 256];
        let mut hexes = Hexes::all_at(Hex::ORIGIN);
        for piece in position.pieces() {
            enrol(&mut pieces, piece.name(), piece);
            if let Some(hex) = plane.hex(piece) {
                hexes.set(piece.0, hex - plane.origin);
            }
        }
        let first_cell = position.pieces().next().map(|_| plane.origin);
        Replay {
            position,
            pieces,
            hexes,
            first_cell,
            renumbered: false,
        }
    }

    /// Begins another game in place of this one, faster than [`Replay::new`].
    ///
    /// # Panics
    /// The variant is not plain.
    pub fn restart(&mut self, game_type: GameType, opening: Opening) {
        self.position.restart(game_type, opening);
        self.pieces = [NONE; 256];
        self.first_cell = None;
        self.renumbered = false;
    }

    /// The position after the turns played so far.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Whether a piece has entered with another number than here.
    pub fn is_renumbered(&self) -> bool {
        self.renumbered
    }

    /// A bug that the record names with and without a number: `wA` and `wA1`. Here these are two pieces, and the record
    /// may mean one.
    pub fn doubtful_name(&self) -> Option<PieceName> {
        let is_named = |name: PieceName| self.known(name) != NONE;
        let is_mixed = |&name: &PieceName| {
            let numbers = 1..=name.bug().count();
            let mut numbered =
                numbers.map(|number| PieceName::new(name.side(), name.bug(), number));
            is_named(name) && numbered.any(is_named)
        };
        let bugs = Bug::PLAIN.into_iter().filter(|bug| bug.count() > 1);
        let mut names = bugs.flat_map(|bug| Side::ALL.map(|side| PieceName::new(side, bug, 0)));
        names.find(is_mixed)
    }

    /// Allows a queen on a side's first turn from here on.
    pub fn allow_opening_queen(&mut self) {
        self.position.set_opening(Opening::Open);
    }

    /// Finds the move that a written turn means, without playing it. The move need not be legal.
    ///
    /// # Errors
    /// The piece or the reference does not exist.
    #[inline(always)]
    pub fn meaning(&mut self, written: Written) -> Result<Meaning, Fault> {
        let Written::Put { piece: name, to } = written else {
            return Ok(Meaning {
                mv: Move::PASS,
                hex: None,
            });
        };
        let piece = self.mover(name)?;
        let mut hex = None;
        let to = match to {
            Place::On(on) => self.cell_of_reference(on, name)?,
            Place::Beside(direction, of) => {
                step(self.cell_of_reference(of, name)?, direction.index())
            }
            Place::Cell(q, r) => {
                let cell = Hex::new(q.into(), r.into());
                let relative = cell - self.first_cell.unwrap_or(cell);
                self.check_same_sheet(piece, relative)?;
                hex = Some(cell);
                cell_of(relative)
            }
            Place::Unstated if self.position.entrance() == Entrance::Anywhere => 0,
            Place::Unstated => return Err(no_place(name)),
        };
        Ok(Meaning {
            mv: Move::new(piece, to),
            hex,
        })
    }

    /// Tests a move.
    ///
    /// # Errors
    /// The rule that it breaks, in words that fit the position.
    #[inline]
    pub fn check(&self, mv: Move) -> Result<(), Rule> {
        self.position.check(mv)
    }

    /// Like [`Replay::check`], with details of the position in the error.
    ///
    /// # Errors
    /// The move breaks a rule.
    pub fn judge(&self, mv: Move) -> Result<(), Fault> {
        self.check(mv).map_err(|rule| self.fault(mv, rule))
    }

    /// Describes a broken rule with details of the position.
    pub fn fault(&self, mv: Move, rule: Rule) -> Fault {
        refusal::fault(&self.position, mv, rule)
    }

    /// Plays a legal move.
    #[inline]
    pub fn play(&mut self, meaning: Meaning) {
        if let (Some(hex), Some(piece)) = (meaning.hex, meaning.mv.piece()) {
            let first = *self.first_cell.get_or_insert(hex);
            self.hexes.set(piece.0, hex - first);
        } else if self.first_cell.is_some() {
            self.follow(meaning.mv);
        }
        self.position.play_for_replay(meaning.mv);
    }

    /// Tracks a piece that a record with cells moves without naming the cell.
    #[cold]
    fn follow(&mut self, mv: Move) {
        let hex = self.hexes.of_place(self.position.place(mv));
        if let (Some(piece), Some(hex)) = (mv.piece(), hex) {
            self.hexes.set(piece.0, hex);
        }
    }

    /// Plays a pass that the record leaves out.
    pub fn pass(&mut self) {
        self.position.play_for_replay(Move::PASS);
    }

    /// The piece that a turn moves or places: on the board under this name, or the next of its kind in the hand.
    #[inline]
    fn mover(&mut self, name: PieceName) -> Result<Piece, Fault> {
        match self.known(name) {
            NONE => self.enter(name.without_idle_number()),
            known => Ok(Piece(known)),
        }
    }

    /// Gives the name to the next piece of its kind in the hand.
    fn enter(&mut self, name: PieceName) -> Result<Piece, Fault> {
        let (bug, number) = (name.bug(), name.number());
        let next = self.position.next_in_hand(name.side(), bug);
        let Some(piece) = next.filter(|_| number <= bug.count()) else {
            return Err(self.no_such_piece(name));
        };
        enrol(&mut self.pieces, name, piece);
        self.renumbered |= name.number() != 0 && piece.name() != name;
        Ok(piece)
    }

    /// The piece that a name means, or `NONE`. The names of plain bugs are below 256.
    #[inline]
    fn known(&self, name: PieceName) -> u8 {
        self.pieces.get(name.index()).copied().unwrap_or(NONE)
    }

    #[cold]
    fn no_such_piece(&self, name: PieceName) -> Fault {
        let (bug, game_type) = (name.bug(), self.position.game_type());
        no_such_piece(name, game_type, game_type.has(bug).then(|| bug.count()))
    }

    #[inline]
    fn cell_of_reference(&self, name: PieceName, mover: PieceName) -> Result<FoldedCell, Fault> {
        let piece = self.known(name);
        let cell = self.position.location(piece);
        // The name of a piece still in hand has no cell yet: it is a placement beside itself.
        if piece == NONE || cell == IN_HAND {
            return Err(self.no_such_reference(name, mover));
        }
        Ok(cell)
    }

    #[cold]
    fn no_such_reference(&self, name: PieceName, mover: PieceName) -> Fault {
        let message = if name.without_idle_number() == mover.without_idle_number() {
            format!("{mover} is placed beside itself")
        } else {
            format!("{mover} is placed beside or on {name}, which is not on the board")
        };
        Fault::new(FaultKind::UnknownReference, message)
    }

    /// The board is folded: a cell far away from the hive may fold onto one beside it. Its neighbours decide, because
    /// their cells on the record's grid are known.
    #[inline]
    fn check_same_sheet(&self, piece: Piece, relative: Hex) -> Result<(), Fault> {
        let cell = cell_of(relative);
        let stands_at = |piece: u8| self.hexes.of(piece);
        let same = if self.position.height(cell) > 0 {
            stands_at(self.position.top(cell)) == relative
        } else {
            match Bits(self.position.occupied(cell)).next() {
                Some(d) => {
                    stands_at(self.position.top(step(cell, d)))
                        == relative.step(Direction::from_index(d))
                }
                None => true,
            }
        };
        if same {
            return Ok(());
        }
        let rule = if self.position.is_on_board(piece) {
            Rule::Contact
        } else {
            Rule::PlacementContact
        };
        let why = rule.sentence();
        let message = format!("{piece} goes to a cell away from the hive: {why}");
        Err(Fault::new(FaultKind::Illegal, message).breaking(rule.as_str()))
    }
}

/// Sets the piece that a name means. `name` has no idle number. A bug that exists once gets both its names.
fn enrol(pieces: &mut [u8; 256], name: PieceName, piece: Piece) {
    pieces[name.index()] = piece.0;
    if name.bug().count() == 1 {
        pieces[name.index() | 1] = piece.0;
    }
}
