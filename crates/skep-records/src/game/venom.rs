//! Hive with Venom, Predators, Guardians, Honeycombo or Swarm, for records.

use std::borrow::Cow;

use super::{AnyPiece, GameKind, MoveCells, PlacedPiece, Played, Rules, Tracker};
use crate::notation::moves::venom::HAND_TAGS;
use crate::notation::{JudgeOptions, RuleOption};
use crate::record::{Format, Record};
use skep_rules::game::{Position as _, Side, Token};
use skep_rules::geometry::{Hex, Symmetry};
use skep_rules::hive::venom::{
    ActionKind, Hand, Interpretations, Move, Options, Position, Setup, Written, random_hands,
    write_hand,
};
use skep_rules::hive::{Bug, PieceName, Tile};
use skep_rules::state::{self, StateError, StateFields};

/// The rules of Hive with every expansion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Venom;

/// A position that keeps its place on the plane while it is played, and what the last turn changed.
///
/// The position itself counts its cells from one of its tiles, which may move.
#[derive(Clone)]
pub struct VenomTracker {
    position: Position,
    /// The place of the cell from which the position counts.
    offset: Hex,
    tiles: Vec<PlacedTile>,
    from: Option<Hex>,
    to: Vec<Hex>,
}

/// A tile on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedTile {
    /// The tile.
    pub tile: Tile,
    /// The face that is up.
    pub bug: Bug,
    /// Its cell.
    pub hex: Hex,
}

impl VenomTracker {
    /// A position that no turn led to, with the cells of its description.
    pub(crate) fn at(position: Position, setup: &Setup) -> VenomTracker {
        let mut tiles = placed(&position, Hex::ORIGIN);
        let stated = |tile| {
            let mut stacks = setup.stacks.iter();
            let stack = stacks.find(|(_, tiles)| tiles.iter().any(|(other, _)| *other == tile));
            stack.map(|(hex, _)| *hex)
        };
        let offset = tiles
            .first()
            .and_then(|first| Some(stated(first.tile)? - first.hex));
        let offset = offset.unwrap_or_default();
        for placed in &mut tiles {
            placed.hex = placed.hex + offset;
        }
        VenomTracker {
            position,
            offset,
            tiles,
            from: None,
            to: Vec::new(),
        }
    }

    /// The place on the plane of the cell from which the position counts.
    pub fn offset(&self) -> Hex {
        self.offset
    }

    /// The tiles on the table, in tile order.
    pub fn tiles(&self) -> &[PlacedTile] {
        &self.tiles
    }

    /// The cell that the piece of the last turn left, or the cell of a piece that left the table. `None` if several
    /// pieces moved.
    pub fn from(&self) -> Option<Hex> {
        self.from
    }

    /// The cell that is new after the last turn.
    pub fn to(&self) -> &[Hex] {
        &self.to
    }

    /// The origin of the new cells, by the vote of the tiles on the table: most tiles did not move.
    fn offset_of(&self, relative: &[PlacedTile]) -> Hex {
        let candidates: Vec<Hex> = relative
            .iter()
            .filter_map(|new| {
                let old = self.tiles.iter().find(|old| old.tile == new.tile)?;
                Some(old.hex - new.hex)
            })
            .collect();
        let votes = |hex: &Hex| candidates.iter().filter(|c| *c == hex).count();
        // The first of several with as many votes.
        let most = candidates.iter().map(votes).max();
        candidates
            .iter()
            .copied()
            .find(|c| Some(votes(c)) == most)
            .unwrap_or(self.offset)
    }
}

impl Tracker<Venom> for VenomTracker {
    fn start(options: &Options, origin: Hex) -> Self {
        let position = Position::start(*options);
        let tiles = placed(&position, origin);
        VenomTracker {
            position,
            offset: origin,
            tiles,
            from: None,
            to: Vec::new(),
        }
    }

    fn position(&self) -> &Position {
        &self.position
    }

    fn play(&mut self, mv: Move) {
        self.position.play_unchecked(mv);
        let mut tiles = placed(&self.position, Hex::ORIGIN);
        self.offset = self.offset_of(&tiles);
        for placed in &mut tiles {
            placed.hex = placed.hex + self.offset;
        }
        let old = |tile| self.tiles.iter().find(|old| old.tile == tile);
        let came: Vec<&PlacedTile> = tiles.iter().filter(|t| old(t.tile) != Some(*t)).collect();
        let moved: Vec<Hex> = came
            .iter()
            .filter_map(|t| Some(old(t.tile)?.hex).filter(|hex| *hex != t.hex))
            .collect();
        let gone = self
            .tiles
            .iter()
            .find(|old| tiles.iter().all(|new| new.tile != old.tile));
        // One arrow cannot show several moves, as in an exchange.
        self.from = match moved[..] {
            [one] => Some(one),
            _ => gone.map(|old| old.hex),
        };
        self.to = came.iter().map(|t| t.hex).collect();
        self.to.sort_by_key(|h| (h.r, h.q));
        self.to.dedup();
        self.tiles = tiles;
    }

    fn shift(&mut self, by: Hex) {
        self.offset = self.offset + by;
        for placed in &mut self.tiles {
            placed.hex = placed.hex + by;
        }
        self.from = None;
        self.to.clear();
    }
}

/// The tiles on the table, counted from a cell.
fn placed(position: &Position, offset: Hex) -> Vec<PlacedTile> {
    let mut tiles: Vec<PlacedTile> = position
        .stacks()
        .into_iter()
        .flat_map(|stack| {
            let hex = stack.hex + offset;
            let tiles = stack.tiles.into_iter();
            tiles.map(move |(tile, bug)| PlacedTile { tile, bug, hex })
        })
        .collect();
    tiles.sort_by_key(|placed| placed.tile);
    tiles
}

impl Rules for Venom {
    const KIND: GameKind = GameKind::Venom;
    const GAME_STRING: Format = Format::Uhp;
    const ANNOTATED: Format = Format::Pgn;
    // Games with Guardians are long: random play seldom covers a queen.
    const RANDOM: (bool, u32) = (true, 1_000);

    type Options = Options;
    type Move = Move;
    type Position = Position;
    type Written = Written;
    type Tracker = VenomTracker;
    type Followed = ();

    fn options_of_variant(text: &str) -> Option<Options> {
        let game_type = text.parse().ok()?;
        Some(Options {
            game_type,
            ..Options::default()
        })
    }

    fn variant(options: &Options) -> Cow<'static, str> {
        Cow::Owned(options.game_type.to_string())
    }

    fn variant_of(record: &Record) -> &str {
        &record.variant
    }

    fn game_string_type(played: &Played<Venom>) -> Cow<'_, str> {
        let hands = &played.options().hands;
        let variant = played.variant();
        if hands.white.is_none() && hands.black.is_none() {
            return Cow::Borrowed(variant);
        }
        let hand = |hand: Option<Hand>| hand.map(write_hand).unwrap_or_default();
        Cow::Owned(format!(
            "{variant}({}|{})",
            hand(hands.white),
            hand(hands.black)
        ))
    }

    fn tags_of(options: &Options) -> Vec<(&'static str, String)> {
        let hands = Side::ALL.into_iter().filter_map(|side| {
            let hand = options.hands[side]?;
            Some((HAND_TAGS[side.index()], write_hand(hand)))
        });
        let choices = Interpretations::of(options);
        let choices = choices
            .made()
            .filter_map(|(name, value)| Some((RuleOption::named(name)?.title, value.to_owned())));
        hands.chain(choices).collect()
    }

    fn under(options: &Options, rules: &JudgeOptions) -> Options {
        rules.venom.over(&Options {
            opening: rules.first_opening(),
            ..*options
        })
    }

    fn deal(options: &Options, seed: u64, index: u64) -> Options {
        Options {
            hands: random_hands(options.game_type, seed, index),
            ..*options
        }
    }

    fn token(written: &Written, overflow: &mut Vec<u64>) -> Token {
        written.token(overflow)
    }

    fn written(token: Token, overflow: &[u64]) -> Written {
        Written::from_token(token, overflow)
    }

    fn key_under(position: &Position, symmetry: Symmetry) -> u64 {
        position.perft_key_under(symmetry)
    }

    fn follow(_: &Position) {}

    fn follow_turn((): &mut (), _: Move) {}

    fn hivegame_key(position: &Position, (): &(), _: bool) -> u64 {
        position.canonical_key()
    }

    fn is_irreversible(_: &Position, mv: Move) -> bool {
        mv.is_irreversible()
    }

    fn is_throw(_: &Position, mv: Move) -> bool {
        let mut actions = mv.actions();
        actions.any(|action| matches!(action.kind, ActionKind::Throw { .. }))
    }

    fn queen_neighbours(position: &Position, side: Side) -> Option<u32> {
        position.queen_neighbours(side)
    }

    fn pinned(position: &Position, side: Side) -> Vec<PieceName> {
        let mut names: Vec<PieceName> = position.pinned_of(side).collect();
        names.sort_by_cached_key(PieceName::to_string);
        names
    }

    fn placed(tracker: &Self::Tracker, out: &mut Vec<PlacedPiece>) {
        let position = tracker.position();
        for stack in position.stacks() {
            let hex = stack.hex + tracker.offset();
            let top = stack.tiles.len() - 1;
            for (height, (tile, bug)) in stack.tiles.into_iter().enumerate() {
                out.push(PlacedPiece {
                    piece: AnyPiece::Hive(position.name(tile)),
                    bug: Some(bug),
                    side: tile.side(),
                    hex,
                    height: height as u8,
                    is_top: height == top,
                });
            }
        }
    }

    fn hand(position: &Self::Position, side: Side) -> Vec<AnyPiece> {
        let tiles = position.hand(side);
        tiles
            .map(|tile| AnyPiece::Hive(position.name(tile)))
            .collect()
    }

    fn write_state(tracker: &VenomTracker, out: &mut String) {
        state::venom::write(&tracker.position, tracker.offset, out);
    }

    fn read_state(fields: StateFields<'_>) -> Result<(Options, VenomTracker), StateError> {
        let (position, setup) = state::venom::read(fields)?;
        Ok((*position.options(), VenomTracker::at(position, &setup)))
    }

    /// The piece and the cells of the first action of a turn.
    fn cells(tracker: &VenomTracker, mv: Move) -> MoveCells {
        let step = tracker.position.preview(mv);
        MoveCells {
            piece: step.piece.map(AnyPiece::Hive),
            from: step.from.map(|hex| hex + tracker.offset),
            to: step.to.map(|hex| hex + tracker.offset),
            released: None,
        }
    }
}
