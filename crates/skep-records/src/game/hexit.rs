//! Hex-It for records.

use std::borrow::Cow;

use super::{AnyPiece, GameKind, MoveCells, PlacedPiece, Rules, Tracker};
use crate::notation::moves::hexit as spelling;
use crate::record::{Format, Record};
use skep_rules::game::{Position as _, Side, Token};
use skep_rules::geometry::{Hex, Symmetry};
use skep_rules::hexit::{Move, Options, PointCount, Position, ReleaseChain, Written};
use skep_rules::state::{self, StateError, StateFields};

/// The rules of Hex-It.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HexIt;

/// A position of Hex-It and the turn that led to it. Its cells never move on the plane.
#[derive(Clone)]
pub struct HexItTracker {
    position: Position,
    last: Option<Written>,
}

impl HexItTracker {
    /// A position that no turn led to.
    pub(crate) fn at(position: Position) -> HexItTracker {
        HexItTracker {
            position,
            last: None,
        }
    }

    /// The last turn in canonical spelling.
    pub fn last(&self) -> Option<Written> {
        self.last
    }
}

impl Tracker<HexIt> for HexItTracker {
    fn start(options: &Options, _: Hex) -> Self {
        HexItTracker {
            position: Position::start(*options),
            last: None,
        }
    }

    fn position(&self) -> &Position {
        &self.position
    }

    fn play(&mut self, mv: Move) {
        self.last = Some(self.position.spell(mv));
        self.position.play_unchecked(mv);
    }

    fn shift(&mut self, _: Hex) {
        // The cells of Hex-It have names of their own.
    }
}

impl Rules for HexIt {
    const KIND: GameKind = GameKind::HexIt;
    const GAME_STRING: Format = Format::Hxt;
    const ANNOTATED: Format = Format::Hxt;
    const RANDOM: (bool, u32) = (false, 1_000);

    type Options = Options;
    type Move = Move;
    type Position = Position;
    type Written = Written;
    type Tracker = HexItTracker;
    type Followed = ();

    fn tags_of(options: &Options) -> Vec<(&'static str, String)> {
        let release = Some(options.release).filter(|&release| release != ReleaseChain::default());
        let release = release.map(|release| (spelling::RELEASE_TAG, release.to_string()));
        release.into_iter().collect()
    }

    fn options_of_variant(text: &str) -> Option<Options> {
        let tiles = text.parse().ok()?;
        Some(Options {
            tiles,
            ..Options::default()
        })
    }

    fn variant(options: &Options) -> Cow<'static, str> {
        Cow::Borrowed(options.tiles.as_str())
    }

    fn title(options: &Options) -> Option<&'static str> {
        Some(options.tiles.title())
    }

    fn variant_of(record: &Record) -> &str {
        spelling::options(record).tiles.title()
    }

    fn token(written: &Written, overflow: &mut Vec<u64>) -> Token {
        written.token(overflow)
    }

    fn written(token: Token, overflow: &[u64]) -> Written {
        Written::from_token(token, overflow)
    }

    fn is_empty(written: &Written) -> bool {
        *written == Written::EmptyTurn
    }

    fn key_under(position: &Position, symmetry: Symmetry) -> u64 {
        position.key_under(symmetry)
    }

    fn follow(_: &Position) {}

    fn follow_turn((): &mut (), _: Move) {}

    fn hivegame_key(position: &Position, (): &(), _: bool) -> u64 {
        position.key()
    }

    fn is_irreversible(_: &Position, mv: Move) -> bool {
        // Tiles are never removed.
        mv.is_release()
    }

    fn score(position: &Position) -> Option<PointCount> {
        Some(position.score())
    }

    fn placed(tracker: &Self::Tracker, out: &mut Vec<PlacedPiece>) {
        let position = tracker.position();
        for (cell, colour) in position.tiles() {
            let height = position.pieces(cell).count();
            let row = |piece, side, height: usize, is_top| PlacedPiece {
                piece,
                bug: None,
                side: Some(side),
                hex: cell.hex(),
                height: height as u8,
                is_top,
            };
            out.push(row(AnyPiece::Tile(colour), colour, 0, height == 0));
            for (i, side) in position.pieces(cell).enumerate() {
                out.push(row(AnyPiece::HexIt(side), side, i + 1, i + 1 == height));
            }
        }
        for cell in position.prisons() {
            let height = position.pieces(cell).count();
            for (i, side) in position.pieces(cell).enumerate() {
                out.push(PlacedPiece {
                    piece: AnyPiece::HexIt(side),
                    bug: None,
                    side: Some(side),
                    hex: cell.hex(),
                    height: i as u8,
                    is_top: i + 1 == height,
                });
            }
        }
    }

    fn hand(position: &Self::Position, side: Side) -> Vec<AnyPiece> {
        vec![AnyPiece::HexIt(side); usize::from(position.reserve(side))]
    }

    fn write_state(tracker: &HexItTracker, out: &mut String) {
        state::hexit::write(&tracker.position, out);
    }

    fn read_state(fields: StateFields<'_>) -> Result<(Options, HexItTracker), StateError> {
        let position = state::hexit::read(fields)?;
        Ok((position.options(), HexItTracker::at(position)))
    }

    fn cells(tracker: &HexItTracker, mv: Move) -> MoveCells {
        let mut cells = MoveCells::default();
        match tracker.position.spell(mv) {
            Written::Place(cell) | Written::Lay(cell) => cells.to = Some(cell.hex()),
            Written::Distribute { from, to, .. } => {
                cells.from = Some(from.hex());
                cells.to = Some(to.hex());
            }
            Written::Release(released) => {
                cells.released = Some(released.as_slice().iter().map(|c| c.hex()).collect());
            }
            Written::Pass
            | Written::EmptyTurn
            | Written::Towards { .. }
            | Written::ReleaseFrom(_) => {}
        }
        cells
    }
}
