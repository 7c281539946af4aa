//! The commands of a turn of Hex-It.

use std::fmt::Write as _;

use super::TurnToWrite;
use super::nodes::{CellText, NodeWriter, colour};
use super::plan::{Planned, PlannedNode, TurnBody, TurnSteps};
use super::reader::{
    BoardspaceCommand, BoardspaceGame as _, HexItHandling as Handling, HexItPieces, PendingResult,
    command,
};
use crate::game::{self, Played, PlayedTurn};
use crate::record::Record;
use skep_rules::game::{Position as _, Side};
use skep_rules::hexit::{BOARDSPACE_DIRECTIONS, Move, Position, Written};

/// The turns of a game of Hex-It, as they are handled.
pub(super) fn turns<'a>(
    record: &'a Record,
    game: &'a Played<game::HexIt>,
) -> impl Iterator<Item = TurnToWrite<Written>> + 'a {
    let mut position = Position::start(*game.options());
    (game.turns.iter()).map(move |&played| turn(record, &mut position, None, played))
}

/// The turns of its variations.
pub(super) fn variations(
    record: &Record,
    game: &Played<game::HexIt>,
) -> Vec<Vec<TurnToWrite<Written>>> {
    game.map_variations(
        || Position::start(*game.options()),
        |position, line, played| turn(record, position, line, played),
    )
}

fn turn(
    record: &Record,
    position: &mut Position,
    line: Option<usize>,
    played: PlayedTurn<Move>,
) -> TurnToWrite<Written> {
    let ply = played.ply.and_then(|i| record.ply_of(line, i));
    let own = ply.map(|p| Written::from_token(p.token, &record.overflow));
    let body = match position.spell(played.mv) {
        Written::Pass if own == Some(Written::EmptyTurn) => TurnBody::Nothing,
        Written::Pass | Written::EmptyTurn => TurnBody::Pass,
        Written::Distribute { from, .. } => match played.mv.direction() {
            Some(direction) => TurnBody::Handle(Written::Towards { from, direction }),
            None => TurnBody::Nothing,
        },
        release @ Written::Release(_) => {
            TurnBody::Handle(from_one_cell(position, played.mv, release, own))
        }
        other => TurnBody::Handle(other),
    };
    position.play_unchecked(played.mv);
    TurnToWrite {
        ply: played.ply,
        body,
    }
}

/// A release, written as its first cell (the record's own, if any). A release of less than the whole chain is written
/// with all its cells; the site's rules do not allow it.
fn from_one_cell(position: &Position, mv: Move, release: Written, own: Option<Written>) -> Written {
    let Written::Release(cells) = release else {
        return release;
    };
    let all = cells.as_slice().iter().map(|&at| Written::ReleaseFrom(at));
    own.into_iter()
        .chain(all)
        .filter(|w| matches!(w, Written::ReleaseFrom(_)))
        .find(|&from| position.interpret(&from) == Ok(mv))
        .unwrap_or(release)
}

/// The turn that the reader would play if `Done` came after these nodes.
fn pending(planned: &[Planned<'_, Written>]) -> Option<Written> {
    let mut game = HexItPieces::default();
    let mut pending = None;
    for (step, node) in planned.iter().enumerate() {
        let command = match node.what {
            PlannedNode::Raw(raw) => command::<HexItPieces>(raw.as_bytes()).ok(),
            _ => None,
        };
        let before = pending.take();
        match command {
            Some(BoardspaceCommand::Handle(handling)) => {
                pending = match game.handle(handling, Side::White, step, before) {
                    PendingResult::Draft(draft) | PendingResult::Turn(draft) => Some(draft),
                    PendingResult::Nothing => None,
                };
            }
            Some(BoardspaceCommand::Pass { .. }) => pending = Some(Written::Pass),
            _ => game.forget_pick(),
        }
    }
    pending
}

impl TurnSteps for Written {
    fn is_picked(self, room: usize) -> bool {
        match self {
            // People lift a stack before they distribute it.
            Written::Towards { .. } => room != 1,
            // They place a piece with one click.
            Written::Place(_) | Written::Lay(_) => room > 1,
            _ => false,
        }
    }

    fn is_action(raw: &str) -> bool {
        match command::<HexItPieces>(raw.as_bytes()) {
            Ok(
                BoardspaceCommand::Handle(Handling::Act(_, ends_turn))
                | BoardspaceCommand::Pass { ends_turn },
            ) => !ends_turn,
            Ok(BoardspaceCommand::Handle(_) | BoardspaceCommand::Reset) => true,
            _ => false,
        }
    }

    fn is_pending(planned: &[Planned<'_, Self>]) -> bool {
        pending(planned).is_some()
    }

    fn can_pick(self, before: &[Planned<'_, Self>]) -> bool {
        // The piece that was just placed there would be lifted, not the stack.
        !matches!(self, Written::Towards { from, .. } if pending(before) == Some(Written::Place(from)))
    }

    fn is_picked_by(self, raw: &str, before: &[Planned<'_, Self>]) -> bool {
        let Ok(BoardspaceCommand::Handle(handling)) = command::<HexItPieces>(raw.as_bytes()) else {
            return false;
        };
        let is_placed =
            |at| matches!(pending(before), Some(Written::Place(to) | Written::Lay(to)) if to == at);
        match (self, handling) {
            (Written::Place(_) | Written::Lay(_), Handling::Pick | Handling::Pickb(None)) => true,
            // A piece is put back on the cell from which it was lifted.
            (Written::Place(to) | Written::Lay(to), Handling::Pickb(Some(at))) => {
                to == at || is_placed(at)
            }
            (Written::Towards { from, .. }, Handling::Pickb(Some(at))) => {
                from == at && !is_placed(at)
            }
            _ => false,
        }
    }

    fn write_pick(self, side: Side, nodes: &mut NodeWriter<'_>) {
        let colour = colour(side);
        match self {
            Written::Towards { from, .. } => {
                let from = CellText(from.hex());
                nodes.command(side, |out| write!(out, "Pickb {from} {colour}"));
            }
            Written::Lay(_) => nodes.command(side, |out| write!(out, "Pick {colour}T")),
            _ => nodes.command(side, |out| write!(out, "Pick {colour}")),
        }
    }

    fn write_put(self, side: Side, nodes: &mut NodeWriter<'_>) {
        self.write_whole(side, nodes);
    }

    fn write_whole(self, side: Side, nodes: &mut NodeWriter<'_>) {
        let colour = colour(side);
        match self {
            Written::Place(at) => {
                let at = CellText(at.hex());
                nodes.command(side, |out| write!(out, "Dropb {colour} {at}"));
            }
            Written::Lay(at) => {
                let at = CellText(at.hex());
                nodes.command(side, |out| write!(out, "Dropb {colour}T {at}"));
            }
            Written::Towards { from, direction } => {
                let number = BOARDSPACE_DIRECTIONS.iter().position(|&d| d == direction);
                let (from, number) = (CellText(from.hex()), number.unwrap_or_default());
                nodes.command(side, |out| write!(out, "Move {colour} {from} {number}"));
            }
            Written::ReleaseFrom(at) => {
                let at = CellText(at.hex());
                nodes.command(side, |out| write!(out, "Exchange {at} {colour}"));
            }
            Written::Release(cells) => {
                let Some(first) = cells.as_slice().first() else {
                    return;
                };
                let first = CellText(first.hex());
                nodes.command(side, |out| write!(out, "Exchange {first} {colour} {self}"));
            }
            // The turns above are all that are planned.
            Written::Pass | Written::EmptyTurn | Written::Distribute { .. } => {}
        }
    }
}
