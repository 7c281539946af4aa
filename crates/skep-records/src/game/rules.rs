//! What the rules of a game provide so that its records can be read, judged, written and shown.

use std::borrow::Cow;
use std::fmt::{self, Debug, Display};
use std::str::FromStr;

use super::{AnyPiece, OfGame, PlacedPiece, Played};
use crate::diag::Span;
use crate::notation::{Era, JudgeOptions};
use crate::record::{Format, GameKind, Ply, Record};
use skep_rules::InvalidText;
use skep_rules::game::{BySide, Outcome, Position, Side, Token};
use skep_rules::geometry::{Hex, Symmetry};
use skep_rules::hexit;
use skep_rules::hive::{Leniency, PieceName};
use skep_rules::state::{StateError, StateFields};

/// The rules of one game, as the layers above use them.
///
/// Moves are spelled, interpreted, checked and played by [`Position`]; this trait adds what records need. For what a
/// game does not have (points in Hive, a queen in Hex-It), the default says so.
pub trait Rules: OfGame + Copy + Debug + PartialEq + 'static {
    /// Which game it is.
    const KIND: GameKind;
    /// The notation that holds the moves of this game and nothing else.
    const GAME_STRING: Format;
    /// The notation with tags and comments, for annotated games.
    const ANNOTATED: Format;
    /// Whether a side in a random game wins when it can, and after how many plies the game is stopped.
    const RANDOM: (bool, u32);

    /// The options of a game: its variant and the interpretations of the rules.
    type Options: Copy + Debug + Default + PartialEq + Send + Sync;
    /// A legal turn.
    type Move: Copy + Eq + Debug + Send + Sync;
    /// A position.
    type Position: Position<
            Options = Self::Options,
            Move = Self::Move,
            Written = Self::Written,
            Undo: Clone + Send + Sync,
        > + Send
        + Sync;
    /// A turn as a record writes it, before it has a meaning on a board.
    type Written: Clone + Debug + Display + FromStr<Err = InvalidText> + PartialEq;
    /// A position that keeps its place on the plane.
    type Tracker: Tracker<Self>;
    /// What follows a game for [`Rules::hivegame_key`], so that the keys are not made from scratch.
    type Followed: Clone;

    /// The options of the variant with this name.
    fn options_of_variant(text: &str) -> Option<Self::Options>;

    /// The variant as the game's notation spells it.
    fn variant(options: &Self::Options) -> Cow<'static, str>;

    /// The variant with the name of the game, if that differs from [`Rules::variant`].
    fn title(_: &Self::Options) -> Option<&'static str> {
        None
    }

    /// The title of a record's variant. No replay is needed.
    fn variant_of(record: &Record) -> &str;

    /// The variant as written at the start of a GameString.
    fn game_string_type(played: &Played<Self>) -> Cow<'_, str> {
        Cow::Borrowed(played.variant())
    }

    /// The legal moves under the rules of an era.
    fn moves(position: &Self::Position, _: Era) -> Vec<Self::Move> {
        position.legal_moves()
    }

    /// The opening rule to write in JSON.
    fn opening(_: &Self::Options) -> Option<&'static str> {
        None
    }

    /// The tags without which a record of a game would be judged by other options.
    fn tags_of(_: &Self::Options) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// The options of a game that begins under these rules.
    fn under(options: &Self::Options, _: &JudgeOptions) -> Self::Options {
        *options
    }

    /// The options of a random game. If the game has hands, they are dealt.
    fn deal(options: &Self::Options, _seed: u64, _index: u64) -> Self::Options {
        *options
    }

    /// Reads one turn. `exact` keeps every detail of the spelling, as JSON needs it. Without `exact`, an unusual
    /// spelling is returned with its name.
    fn parse(text: &str, _exact: bool) -> Option<(Self::Written, Option<Leniency>)> {
        Some((text.parse().ok()?, None))
    }

    /// Packs a turn into a record's token and its overflow.
    fn token(written: &Self::Written, overflow: &mut Vec<u64>) -> Token;

    /// Unpacks a token.
    fn written(token: Token, overflow: &[u64]) -> Self::Written;

    /// Writes a turn so that [`Rules::parse`] with `exact` reads it back, except its cell.
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

    /// The turn with a cell of the record's own grid as its place.
    fn with_own_cell(written: Self::Written, _cell: (i16, i16)) -> Self::Written {
        written
    }

    /// Whether a written turn says the same as a canonical turn. A cell of the record's own grid makes no difference.
    fn is_same(written: &Self::Written, canonical: &Self::Written) -> bool {
        written == canonical
    }

    /// Whether a written turn is empty: it may be a pass or only an acknowledgement.
    fn is_empty(_: &Self::Written) -> bool {
        false
    }

    /// A key of a position under a symmetry of the plane, with everything that affects the next turn.
    fn key_under(position: &Self::Position, symmetry: Symmetry) -> u64;

    /// The hash that hivegame.com has for a position, if the site has the game. `moved` means that the last turn was
    /// not a placement.
    fn hivegame_hash(_: &Self::Position, _moved: bool) -> Option<u64> {
        None
    }

    /// Begins to follow a game at a position.
    fn follow(position: &Self::Position) -> Self::Followed;

    /// Follows a legal turn.
    fn follow_turn(followed: &mut Self::Followed, mv: Self::Move);

    /// A key of what hivegame.com compares for repetitions, or would compare. `followed` has followed the game to this
    /// position.
    fn hivegame_key(position: &Self::Position, followed: &Self::Followed, moved: bool) -> u64;

    /// A key of what hivegame.com compared for repetitions before 31 July 2026.
    fn hivegame_2024_key(position: &Self::Position, followed: &Self::Followed, moved: bool) -> u64 {
        Self::hivegame_key(position, followed, moved)
    }

    /// Whether the side to move can only pass.
    fn must_pass(position: &Self::Position) -> bool {
        position.outcome() == Outcome::Undecided && position.legal_moves() == [Self::Position::PASS]
    }

    /// Whether a move cannot be taken back, so that no earlier position comes back after it.
    fn is_irreversible(position: &Self::Position, mv: Self::Move) -> bool;

    /// Whether a Pillbug, or a piece that copies it, throws a piece in a legal turn.
    fn is_throw(_: &Self::Position, _: Self::Move) -> bool {
        false
    }

    /// The occupied cells around a side's queen, once it is on the board.
    fn queen_neighbours(_: &Self::Position, _side: Side) -> Option<u32> {
        None
    }

    /// A side's pieces that cannot move because the hive would split.
    fn pinned(_: &Self::Position, _side: Side) -> Vec<PieceName> {
        Vec::new()
    }

    /// Appends the [pinned](Rules::pinned) pieces of both sides.
    fn add_pinned(position: &Self::Position, pinned: &mut BySide<Vec<PieceName>>) {
        for side in Side::ALL {
            pinned[side].extend(Self::pinned(position, side));
        }
    }

    /// The score of a position, in a game with points.
    fn score(_: &Self::Position) -> Option<hexit::PointCount> {
        None
    }

    /// Appends everything on the table to `out`, each stack from the bottom up.
    ///
    /// # Examples
    /// ```
    /// use skep_records::game::{Hive, Rules};
    /// use skep_records::{Format, Judge, Record};
    ///
    /// let record = Record::read(Format::Uhp, "Base;InProgress;White[2];wS1;bS1 wS1-");
    /// let verdict = Judge::default().verdict(&record);
    /// let mut placed = Vec::new();
    /// Hive::placed(&verdict.game.hive().expect("Hive").tracked(), &mut placed);
    /// assert_eq!(placed.len(), 2);
    /// assert_eq!((placed[1].piece.to_string(), placed[1].height), ("bS1".to_owned(), 0));
    /// ```
    fn placed(tracker: &Self::Tracker, out: &mut Vec<PlacedPiece>);

    /// The pieces that a side can still place.
    fn hand(position: &Self::Position, side: Side) -> Vec<AnyPiece>;

    /// Writes the state of a position; see [`state`](crate::state).
    fn write_state(tracker: &Self::Tracker, out: &mut String);

    /// Writes the [HOP](skep_rules::state::hop) of a position, if the game is plain Hive. Returns whether it is.
    fn write_hop(_: &Self::Tracker, _out: &mut String) -> bool {
        false
    }

    /// Reads the state of a position, with the options that it names.
    ///
    /// # Errors
    /// The text or its position is invalid.
    #[doc(hidden)]
    fn read_state(fields: StateFields<'_>) -> Result<(Self::Options, Self::Tracker), StateError>;

    /// The cells that a legal move names, on the plane of [`Rules::placed`].
    fn cells(tracker: &Self::Tracker, mv: Self::Move) -> MoveCells;
}

/// A position that keeps its place on the plane while turns are played.
pub trait Tracker<R: Rules>: Clone + Send + Sync {
    /// The start of a game. In Hive the first piece will enter at `origin`.
    fn start(options: &R::Options, origin: Hex) -> Self;

    /// The position after the turns so far.
    fn position(&self) -> &R::Position;

    /// Plays a legal turn.
    fn play(&mut self, mv: R::Move);

    /// Moves all cells on the plane.
    fn shift(&mut self, by: Hex);
}

/// The piece and the cells of a move, if it has them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveCells {
    /// The piece that moves or enters (Hive).
    pub piece: Option<AnyPiece>,
    /// The cell that it leaves.
    pub from: Option<Hex>,
    /// The cell to which it goes.
    pub to: Option<Hex>,
    /// The cells of prisoners that are released (Hex-It).
    pub released: Option<Vec<Hex>>,
}

/// What a record needs the rules of its game for.
impl Record {
    /// A record without turns of a variant, in the game's own notation.
    pub fn of_variant(game: GameKind, variant: &str) -> Record {
        Record {
            game,
            format: game.own_notation(),
            variant: variant.to_owned(),
            ..Record::default()
        }
    }

    /// The turn of a ply of this record as written, before it has a meaning on a board.
    pub fn written<R: Rules>(&self, ply: &Ply) -> R::Written {
        R::written(ply.token, &self.overflow)
    }

    /// A ply of this record for a turn as written.
    pub fn ply<R: Rules>(&mut self, written: &R::Written, span: Span) -> Ply {
        Ply::new(R::token(written, &mut self.overflow), span)
    }
}
