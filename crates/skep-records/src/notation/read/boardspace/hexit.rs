//! Boardspace SGF for Hex-It: pieces placed, stacks distributed, prisoners exchanged for tiles.

use super::command::{self, BadCommand, Verb, hex, next, side, word};
use super::game::{self, BoardspaceGame, PendingResult};
use crate::diag::Span;
use crate::notation::moves::hexit::{HexItTurn, parse_turn};
use crate::record::{Ply, Record, Token};
use skep_rules::game::Side;
use skep_rules::hexit::{BOARDSPACE_DIRECTIONS, Cell, Written};

/// The picked stack or piece.
#[derive(Clone, Default)]
pub(in crate::notation) struct HexItPieces {
    pick: Option<HexItPick>,
}

/// A pick whose result is not known yet.
#[derive(Clone, Copy, Debug)]
struct HexItPick {
    step: usize,
    /// The picked stack; `None` for a piece of the reserve.
    from: Option<Cell>,
}

/// A command that handles pieces.
#[derive(Clone, Copy, Debug)]
pub(in crate::notation) enum Handling {
    /// A piece is taken from the reserve.
    Pick,
    /// A piece or stack is lifted from a cell.
    Pickb(Option<Cell>),
    /// The picked stack or piece is put back.
    Drop,
    /// A turn on the board, and whether the command ends it.
    Act(Written, bool),
}

impl<'a> BoardspaceGame<'a> for HexItPieces {
    const SIDE_SHOWS: bool = false;

    type Handling = Handling;
    type Draft = Written;

    fn arguments(verb: Verb, arguments: &mut &'a [u8]) -> Option<Result<Handling, BadCommand<'a>>> {
        Some(match verb {
            Verb::Pick => Ok(Handling::Pick),
            // Lifting changes nothing in the game, so an unusual argument is not an error.
            Verb::Pickb => Ok(Handling::Pickb(cell(arguments).ok())),
            Verb::Drop => Ok(Handling::Drop),
            Verb::Dropb => place(arguments).map(|turn| Handling::Act(turn, false)),
            Verb::Move => distribute(arguments).map(|turn| Handling::Act(turn, false)),
            Verb::MoveDone => distribute(arguments).map(|turn| Handling::Act(turn, true)),
            Verb::Exchange => release(arguments).map(|turn| Handling::Act(turn, false)),
        })
    }

    fn handle(
        &mut self,
        handling: Handling,
        _side: Side,
        step: usize,
        pending: Option<Written>,
    ) -> PendingResult<Written> {
        let pick = self.pick.take();
        match handling {
            Handling::Pick => self.pick = Some(HexItPick { step, from: None }),
            Handling::Pickb(from) => {
                // Lifting the piece just placed is the same as taking it from the reserve.
                let is_placed =
                    |at| matches!(pending, Some(Written::Place(to) | Written::Lay(to)) if to == at);
                let from = from.filter(|&at| !is_placed(at));
                self.pick = Some(HexItPick { step, from });
            }
            Handling::Drop => {}
            // A stack is put back where it was.
            Handling::Act(Written::Place(at) | Written::Lay(at), _)
                if pick.is_some_and(|p| p.from == Some(at)) => {}
            Handling::Act(turn, ends_turn) => {
                // A pick right before is implied.
                self.pick = pick.filter(|p| p.step + 1 == step && p.from == picked(turn));
                return if ends_turn {
                    PendingResult::Turn(turn)
                } else {
                    PendingResult::Draft(turn)
                };
            }
        }
        PendingResult::Nothing
    }

    fn forget_pick(&mut self) {
        self.pick = None;
    }

    fn write(&mut self, draft: Written, _span: Span, record: &mut Record) -> game::DraftTurn {
        let released = matches!(draft, Written::Release(_) | Written::ReleaseFrom(_));
        game::DraftTurn {
            token: draft.token(&mut record.overflow),
            pick: self.pick.filter(|_| !released).map(|p| p.step),
        }
    }

    fn pass() -> Token {
        Written::Pass.token(&mut Vec::new())
    }

    fn empty_turn() -> Token {
        Written::EmptyTurn.token(&mut Vec::new())
    }

    fn played(&mut self, _ply: &Ply, _number: u32) {}
}

/// The stack that must be picked for a turn; `None` for a piece of the reserve.
fn picked(turn: Written) -> Option<Cell> {
    match turn {
        Written::Towards { from, .. } => Some(from),
        _ => None,
    }
}

/// A piece or a tile: `W N 14`, `WT N 14`.
fn place<'a>(rest: &mut &'a [u8]) -> Result<Written, BadCommand<'a>> {
    let is_tile = next(rest, "a piece or a tile, W, B, WT or BT", |word| {
        let piece = word.strip_suffix(b"T").unwrap_or(word);
        side(piece).map(|_| piece.len() < word.len())
    })?;
    cell(rest).map(if is_tile {
        Written::Lay
    } else {
        Written::Place
    })
}

fn distribute<'a>(rest: &mut &'a [u8]) -> Result<Written, BadCommand<'a>> {
    next(rest, "a piece, W or B", side)?;
    let from = cell(rest)?;
    let direction = next(rest, "a direction, 0 to 5", |word| match word {
        [digit @ b'0'..=b'5'] => Some(BOARDSPACE_DIRECTIONS[usize::from(digit - b'0')]),
        _ => None,
    })?;
    Ok(Written::Towards { from, direction })
}

/// A release: the whole chain from a cell, or the cells named by a last word, which the viewer of the site ignores.
fn release<'a>(rest: &mut &'a [u8]) -> Result<Written, BadCommand<'a>> {
    let from = cell(rest)?;
    // The side is redundant: the player is known.
    if let Ok((after, _)) = word(rest) {
        *rest = after;
    }
    let Ok((_, cells)) = word(rest) else {
        return Ok(Written::ReleaseFrom(from));
    };
    let named = str::from_utf8(cells).ok().and_then(parse_turn);
    match named {
        Some(HexItTurn::Played(release @ Written::Release(_))) => Ok(release),
        _ => Ok(Written::ReleaseFrom(from)),
    }
}

fn cell<'a>(rest: &mut &'a [u8]) -> Result<Cell, BadCommand<'a>> {
    let before = *rest;
    let at = command::cell(rest)?;
    Cell::new(hex(at)).ok_or(BadCommand {
        expected: "a cell near the board",
        found: before.trim_ascii(),
    })
}
