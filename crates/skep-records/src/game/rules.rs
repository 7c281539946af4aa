//! What the rules of a game have to say for its records to be read, judged, written and shown.

use std::borrow::Cow;
use std::fmt::{self, Debug, Display};

use super::{OfGame, Played};
use crate::record::{Format, GameKind, Record};
use skep_rules::game::{BySide, Position, Side, Token};
use skep_rules::geometry::{Hex, Symmetry};
use skep_rules::hexit;
use skep_rules::hive::Leniency;

/// The rules of one game, as everything above them uses them.
///
/// Moves are checked and played by [`Position`]; this trait adds what records need. What a game does not have (points
/// in Hive, a queen in Hex-It) has a default that says so.
pub trait Rules: OfGame + Copy + Debug + PartialEq + 'static {
    /// Which game it is.
    const KIND: GameKind;
    /// The move that passes.
    const PASS: Self::Move;
    /// The notation for a game and nothing else, of those that hold it.
    const GAME_STRING: Format;
    /// The notation with tags and comments that annotated games are written in.
    const ANNOTATED: Format;
    /// Whether a random game wins where it can, and after how many plies it is broken off.
    const RANDOM: (bool, u32);

    /// What a game is played by: its variant and the readings of the rules.
    type Options: Clone + Debug + Default + PartialEq + Send + Sync;
    /// A legal turn.
    type Move: Copy + Eq + Debug + Send + Sync;
    /// A position.
    type Position: Position<Move = Self::Move> + Send + Sync;
    /// A turn as a record writes it, before it has a meaning on a board.
    type Written: Clone + Debug + Display + PartialEq;
    /// What the last position of a game counts; `()` in games without points.
    type Score: Copy + Debug + Default + PartialEq;
    /// A position that keeps its place on the plane.
    type Tracker: Tracker<Self>;

    /// The options of a variant by its name.
    fn options_of_variant(text: &str) -> Option<Self::Options>;

    /// The variant as the game's notation spells it.
    fn variant(options: &Self::Options) -> Cow<'static, str>;

    /// The variant with the name of the game, where that is not [`Rules::variant`].
    fn title(_: &Self::Options) -> Option<&'static str> {
        None
    }

    /// The title of a record's variant. No replay is needed.
    fn variant_of(record: &Record) -> &str;

    /// The variant as a GameString begins with it.
    fn game_string_type(played: &Played<Self>) -> Cow<'_, str> {
        Cow::Borrowed(played.variant())
    }

    /// The opening rule that the game's JSON names.
    fn opening(_: &Self::Options) -> Option<&'static str> {
        None
    }

    /// The options of a random game: hands are dealt where the game has some.
    fn deal(options: &Self::Options, _seed: u64, _index: u64) -> Self::Options {
        options.clone()
    }

    /// The position before the first turn.
    fn start(options: &Self::Options) -> Self::Position;

    /// Reads one turn. `exact` keeps every detail of the spelling, as JSON needs it; without, a spelling that is
    /// unusual comes with its name.
    fn parse(text: &str, exact: bool) -> Option<(Self::Written, Option<Leniency>)>;

    /// Packs a turn into a record's token and its overflow.
    fn token(written: &Self::Written, overflow: &mut Vec<u64>) -> Token;

    /// Unpacks a token.
    fn written(token: Token, overflow: &[u64]) -> Self::Written;

    /// A legal move as canonical notation writes it.
    fn spell(position: &Self::Position, mv: Self::Move) -> Self::Written;

    /// Writes a turn so that [`Rules::parse`] with `exact` reads it back, its cell apart.
    ///
    /// # Errors
    /// Those of the writer.
    fn write(written: &Self::Written, out: &mut impl fmt::Write) -> fmt::Result {
        write!(out, "{written}")
    }

    /// The cell of the record's own grid that a turn names in place of a reference.
    fn own_cell(_: &Self::Written) -> Option<(i16, i16)> {
        None
    }

    /// The turn with a cell of the record's own grid for its place.
    fn with_own_cell(written: Self::Written, _cell: (i16, i16)) -> Self::Written {
        written
    }

    /// Whether a written turn says the same as a canonical one; a cell of the record's own grid says nothing else.
    fn is_same(written: &Self::Written, canonical: &Self::Written) -> bool {
        written == canonical
    }

    /// Whether a written turn is one in which nothing was done, which may be a pass or a mere acknowledgement.
    fn is_empty(_: &Self::Written) -> bool {
        false
    }

    /// A key of a position under a symmetry of the plane, with what the next turn has to heed.
    fn key_under(position: &Self::Position, symmetry: Symmetry) -> u64;

    /// The occupied cells around a side's queen, once it is on the board.
    fn queen_neighbours(_: &Self::Position, _side: Side) -> Option<u32> {
        None
    }

    /// The names of a side's pieces that cannot move because the hive would fall apart.
    fn pinned(_: &Self::Position, _side: Side) -> Vec<String> {
        Vec::new()
    }

    /// What a position counts.
    fn score(position: &Self::Position) -> Self::Score;

    /// The count of the last position of a game that was judged.
    fn last_score(_: &Played<Self>) -> Option<hexit::Score> {
        None
    }

    /// The points of each side.
    fn points(_: &Self::Position) -> Option<BySide<hexit::Points>> {
        None
    }

    /// The cells that a legal move names, in axial coordinates of the game's own.
    fn cells(tracker: &Self::Tracker, mv: Self::Move) -> MoveCells;
}

/// A position that keeps its place on the plane while turns are played.
pub trait Tracker<R: Rules>: Clone {
    /// The start of a game. In Hive the first piece will stand at `origin`.
    fn start(options: &R::Options, origin: Hex) -> Self;

    /// The position after the turns so far.
    fn position(&self) -> &R::Position;

    /// Plays a legal turn.
    fn play(&mut self, mv: R::Move);
}

/// The piece and the cells of a move, as far as it has them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveCells {
    /// The name of the piece that moves or enters (Hive).
    pub piece: Option<String>,
    /// Where it stood.
    pub from: Option<Hex>,
    /// Where it goes.
    pub to: Option<Hex>,
    /// The cells of prisoners that are released (Hex-It).
    pub released: Option<Vec<Hex>>,
}
