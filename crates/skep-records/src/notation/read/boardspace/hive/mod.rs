//! Boardspace SGF for Hive: bugs from the rack to cells.

mod board;
mod handling;

pub(in crate::notation) use handling::{Handling, PieceToken};

use super::command::{BadCommand, ColumnRow, Verb, hex};
use super::game::{self, BoardspaceGame, PendingResult};
use super::turn::report;
use crate::diag::{Code, Diagnostic, Span};
use crate::record::{self, Ply, Record};
use board::NamedCells;
use handling::PutPiece;
use skep_rules::game::Side;
use skep_rules::geometry::GridRef;
use skep_rules::hive::{PieceName, Place, Written};

/// The bugs in hand and on the board, by name.
#[derive(Clone, Default)]
pub(in crate::notation) struct HivePieces {
    board: NamedCells,
    pick: Option<HivePick>,
}

/// The pick of the piece in hand or in motion.
#[derive(Clone, Copy, Debug)]
struct HivePick {
    step: usize,
    piece: Option<PieceName>,
}

/// A piece moving to a cell.
#[derive(Clone, Copy, Debug)]
pub(in crate::notation) struct PieceMove<'a> {
    piece: PieceName,
    cell: ColumnRow,
    hint: &'a [u8],
    dropped: bool,
}

impl<'a> BoardspaceGame<'a> for HivePieces {
    const SIDE_SHOWS: bool = true;

    type Handling = Handling<'a>;
    type Draft = PieceMove<'a>;

    fn arguments(
        verb: Verb,
        arguments: &mut &'a [u8],
    ) -> Option<Result<Handling<'a>, BadCommand<'a>>> {
        handling::arguments(verb, arguments)
    }

    fn handle(
        &mut self,
        handling: Handling<'a>,
        side: Side,
        step: usize,
        pending: Option<PieceMove<'a>>,
    ) -> PendingResult<PieceMove<'a>> {
        match handling {
            Handling::Pick(token) => {
                let piece = token.map(|t| t.name(side));
                self.pick = Some(HivePick { step, piece });
                PendingResult::Nothing
            }
            Handling::Pickb(lifted) => {
                let piece = lifted.map(|(cell, token)| self.piece_on(cell, token, side, pending));
                // Lifting the piece just put down continues with the same piece.
                let again = pending.is_some_and(|draft| Some(draft.piece) == piece)
                    && self.pick.is_some_and(|p| p.piece == piece);
                if !again {
                    self.pick = Some(HivePick { step, piece });
                }
                PendingResult::Nothing
            }
            Handling::Drop => {
                self.pick = None;
                PendingResult::Nothing
            }
            Handling::Put(put) => {
                let draft = self.put(&put, side);
                if put.ends_turn {
                    PendingResult::Turn(draft)
                } else {
                    PendingResult::Draft(draft)
                }
            }
        }
    }

    fn forget_pick(&mut self) {
        self.pick = None;
    }

    fn write(&mut self, draft: PieceMove<'a>, span: Span, record: &mut Record) -> game::DraftTurn {
        let PieceMove { piece, cell, .. } = draft;
        self.check_hint(&draft, span, record);
        if record.origin.is_none() {
            record.origin = Some(GridRef::from_hex(hex(cell)));
        }
        let to = Place::Cell(cell.0, cell.1);
        let pick = self
            .pick
            .filter(|p| draft.dropped && p.piece == Some(piece));
        game::DraftTurn {
            token: Written::Put { piece, to }.token(),
            pick: pick.map(|p| p.step),
        }
    }

    fn pass() -> record::Token {
        Written::Pass.token()
    }

    fn empty_turn() -> record::Token {
        Written::EmptyTurn.token()
    }

    fn played(&mut self, ply: &Ply, number: u32) {
        self.board.play(ply, number);
    }
}

impl HivePieces {
    /// Compares the attachment, a hint for people, with the cell. Nothing else depends on it.
    fn check_hint(&self, draft: &PieceMove<'_>, span: Span, record: &mut Record) {
        let PieceMove {
            piece, cell, hint, ..
        } = *draft;
        let Some((reference, direction)) = handling::attachment(hint) else {
            return;
        };
        let stands = self.board.cell(reference);
        let agrees = stands.is_some_and(|at| match direction {
            None => at == cell,
            Some(direction) => hex(at).step(direction) == hex(cell),
        });
        if agrees {
            return;
        }
        let message = match stands {
            None => format!("the attachment names {reference}, which is not on the board"),
            Some(_) => {
                let cell = GridRef::from_hex(hex(cell));
                let hint = String::from_utf8_lossy(hint);
                format!("the attachment `{hint}` does not match the cell {cell} of {piece}")
            }
        };
        let ply = record.plies.len() as u32 + 1;
        let diagnostic = Diagnostic::new(Code::HintMismatch, message);
        report(record, diagnostic.at(span).on_ply(ply));
    }

    fn put<'a>(&self, put: &PutPiece<'a>, player: Side) -> PieceMove<'a> {
        let piece = match put.piece.side {
            Some(side) => put.piece.name(side),
            None => self.colour(put, player),
        };
        PieceMove {
            piece,
            cell: put.cell,
            hint: put.hint,
            dropped: put.dropped,
        }
    }

    /// The piece of a command in the old dialect, which has no colours. The colour is the command's side, the colour of
    /// the picked piece, or the player's colour.
    fn colour(&self, put: &PutPiece<'_>, player: Side) -> PieceName {
        if let Some(side) = put.side {
            return put.piece.name(side);
        }
        let picked = self
            .pick
            .and_then(|p| p.piece)
            .filter(|p| (p.bug(), p.number()) == (put.piece.bug, put.piece.number));
        picked.unwrap_or_else(|| put.piece.name(player))
    }

    /// The piece that is lifted from a cell. Without a colour, it is the upper piece of that kind and number, because a
    /// Pillbug also lifts pieces of the other side.
    fn piece_on(
        &self,
        cell: ColumnRow,
        token: PieceToken,
        player: Side,
        pending: Option<PieceMove<'_>>,
    ) -> PieceName {
        let (name, other) = (token.name(player), token.name(!player));
        if token.side.is_some() {
            return name;
        }
        // A piece put there in this turn is not on the board of the last turn.
        if let Some(draft) = pending
            && let Some(put) = [name, other].into_iter().find(|&p| p == draft.piece)
        {
            return put;
        }
        self.board.upper(name, other, cell).unwrap_or(name)
    }
}
