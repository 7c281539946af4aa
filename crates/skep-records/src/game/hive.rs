//! Hive with or without Mosquito, Ladybug and Pillbug, for records.

use std::borrow::Cow;
use std::fmt;

use super::{AnyPiece, GameKind, MoveCells, PlacedPiece, Rules, Tracker};
use crate::notation::{Era, JudgeOptions, game_type_of};
use crate::record::{Format, Record};
use skep_rules::game::{BySide, Position as _, Side, Token};
use skep_rules::geometry::{Hex, Symmetry};
use skep_rules::hive::{
    Canonical, GameType, Leniency, Move, MoveKind, Opening, Options, Piece, PieceName, Place,
    PlaneTracker, Position, Preview, Spelling, Written,
};
use skep_rules::state::{self, StateError, StateFields};

/// The rules of plain Hive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hive;

/// A position of Hive on the plane, and the turn that led to it.
#[derive(Clone)]
pub struct HiveTracker {
    plane: PlaneTracker,
    last: Option<Preview>,
}

impl HiveTracker {
    /// The rules of a position and the position, without the turn that led to it.
    pub(crate) fn begin(plane: PlaneTracker) -> (Options, HiveTracker) {
        let options = Options {
            game_type: plane.position().game_type(),
            opening: plane.position().opening(),
        };
        (options, HiveTracker { plane, last: None })
    }

    /// A position on the plane, without the turn that led to it.
    pub fn of_plane(plane: PlaneTracker) -> HiveTracker {
        HiveTracker::begin(plane).1
    }

    /// The position on the plane.
    pub fn plane(&self) -> &PlaneTracker {
        &self.plane
    }

    /// The position on the plane, without the turn that led to it.
    pub fn into_plane(self) -> PlaneTracker {
        self.plane
    }

    /// Plays a legal turn whose cells are known from [`PlaneTracker::preview`].
    pub fn play_previewed(&mut self, mv: Move, step: Preview) {
        self.plane.play_previewed(mv, &step);
        self.last = Some(step);
    }

    /// The last turn on the plane.
    pub fn last(&self) -> Option<Preview> {
        self.last
    }
}

impl Tracker<Hive> for HiveTracker {
    fn start(options: &Options, origin: Hex) -> Self {
        HiveTracker {
            plane: PlaneTracker::new(options.game_type, options.opening, origin),
            last: None,
        }
    }

    fn position(&self) -> &Position {
        self.plane.position()
    }

    fn play(&mut self, mv: Move) {
        self.last = Some(self.plane.step(mv));
    }

    fn shift(&mut self, by: Hex) {
        self.plane.shift(by);
        self.last = None;
    }
}

impl Rules for Hive {
    const KIND: GameKind = GameKind::Hive;
    const GAME_STRING: Format = Format::Uhp;
    const ANNOTATED: Format = Format::Pgn;
    const RANDOM: (bool, u32) = (true, 10_000);

    type Options = Options;
    type Move = Move;
    type Position = Position;
    type Written = Written;
    type Tracker = HiveTracker;
    type Followed = Canonical;

    fn options_of_variant(text: &str) -> Option<Options> {
        let game_type: GameType = text.parse().ok()?;
        game_type.is_plain().then_some(Options {
            game_type,
            opening: Opening::Tournament,
        })
    }

    fn variant(options: &Options) -> Cow<'static, str> {
        Cow::Borrowed(options.game_type.set_name())
    }

    fn moves(position: &Position, era: Era) -> Vec<Move> {
        match era {
            Era::Strict => position.legal_moves(),
            Era::Wikipedia | Era::Historical => {
                position.moves_of_the_past(|rule| era.may_break(rule))
            }
        }
    }

    fn variant_of(record: &Record) -> &str {
        game_type_of(record).set_name()
    }

    fn opening(options: &Options) -> Option<&'static str> {
        Some(options.opening.as_str())
    }

    fn under(options: &Options, rules: &JudgeOptions) -> Options {
        Options {
            opening: rules.first_opening(),
            ..*options
        }
    }

    fn must_pass(position: &Position) -> bool {
        !position.outcome().is_over() && !position.has_move()
    }

    fn parse(text: &str, exact: bool) -> Option<(Written, Option<Leniency>)> {
        if !exact {
            return Spelling::parse(text).map(|s| (s.written, s.leniency));
        }
        let written = match text {
            "" => Some(Written::EmptyTurn),
            _ => text.parse().ok(),
        };
        Some((written?, None))
    }

    fn token(written: &Written, _: &mut Vec<u64>) -> Token {
        written.token()
    }

    fn written(token: Token, _: &[u64]) -> Written {
        Written::from_token(token)
    }

    fn write(written: &Written, out: &mut impl fmt::Write) -> fmt::Result {
        match *written {
            Written::EmptyTurn => Ok(()),
            // A cell of the record's own grid has no spelling in the protocol.
            Written::Put {
                piece,
                to: Place::Cell(..),
            } => Written::Put {
                piece,
                to: Place::Unstated,
            }
            .write_to(out),
            other => other.write_to(out),
        }
    }

    fn own_cell(written: &Written) -> Option<(i16, i16)> {
        match *written {
            Written::Put {
                to: Place::Cell(q, r),
                ..
            } => Some((q, r)),
            _ => None,
        }
    }

    fn with_own_cell(written: Written, (q, r): (i16, i16)) -> Written {
        match written {
            Written::Put { piece, .. } => Written::Put {
                piece,
                to: Place::Cell(q, r),
            },
            other => other,
        }
    }

    fn is_same(written: &Written, canonical: &Written) -> bool {
        match (*written, *canonical) {
            (Written::EmptyTurn, _) => false,
            (
                Written::Put {
                    piece,
                    to: Place::Cell(..),
                },
                Written::Put { piece: known, .. },
            ) => piece == known,
            (written, canonical) => written == canonical,
        }
    }

    fn is_empty(written: &Written) -> bool {
        *written == Written::EmptyTurn
    }

    fn key_under(position: &Position, symmetry: Symmetry) -> u64 {
        position.key_under(symmetry)
    }

    fn hivegame_hash(position: &Position, moved: bool) -> Option<u64> {
        Some(position.hivegame_hash(moved))
    }

    fn follow(position: &Position) -> Canonical {
        Canonical::of(position)
    }

    fn follow_turn(followed: &mut Canonical, mv: Move) {
        followed.play(mv);
    }

    fn hivegame_key(position: &Position, followed: &Canonical, moved: bool) -> u64 {
        position.hivegame_key(followed, moved)
    }

    fn hivegame_2024_key(position: &Position, followed: &Canonical, moved: bool) -> u64 {
        position.hivegame_2024_key(followed, moved)
    }

    fn is_irreversible(position: &Position, mv: Move) -> bool {
        mv.piece().is_some_and(|piece| !position.is_on_board(piece))
    }

    fn is_throw(position: &Position, mv: Move) -> bool {
        position.kind(mv) == MoveKind::Throw
    }

    fn queen_neighbours(position: &Position, side: Side) -> Option<u32> {
        position.queen_neighbours(side)
    }

    fn pinned(position: &Position, side: Side) -> Vec<PieceName> {
        position.pinned(side).map(Piece::name).collect()
    }

    fn add_pinned(position: &Position, pinned: &mut BySide<Vec<PieceName>>) {
        for piece in position.pinned_set() {
            pinned[piece.side()].push(piece.name());
        }
    }

    fn placed(tracker: &Self::Tracker, out: &mut Vec<PlacedPiece>) {
        let position = tracker.position();
        for piece in position.pieces() {
            let Some(hex) = tracker.plane().hex(piece) else {
                continue;
            };
            out.push(PlacedPiece {
                piece: AnyPiece::Hive(piece.name()),
                bug: Some(piece.bug()),
                side: Some(piece.side()),
                hex,
                height: position.beneath(piece).count() as u8,
                is_top: !position.is_covered(piece),
            });
        }
    }

    fn hand(position: &Self::Position, side: Side) -> Vec<AnyPiece> {
        let pieces = position.hand(side);
        pieces.map(|piece| AnyPiece::Hive(piece.name())).collect()
    }

    fn write_state(tracker: &HiveTracker, out: &mut String) {
        state::hive::write(&tracker.plane, out);
    }

    fn write_hop(tracker: &HiveTracker, out: &mut String) -> bool {
        state::hop::write(&tracker.plane, out);
        true
    }

    fn read_state(fields: StateFields<'_>) -> Result<(Options, HiveTracker), StateError> {
        Ok(HiveTracker::begin(state::hive::read(fields)?))
    }

    fn cells(tracker: &HiveTracker, mv: Move) -> MoveCells {
        let step = tracker.plane.preview(mv);
        MoveCells {
            piece: step.piece.map(|piece| AnyPiece::Hive(piece.name())),
            from: step.from,
            to: step.piece.map(|_| step.to),
            released: None,
        }
    }
}
