//! The commands of a turn of Hive.

use std::fmt;

use super::TurnToWrite;
use super::nodes::{CellText, NodeWriter, colour};
use super::plan::{self, Planned, PlannedNode, TurnBody};
use super::reader::{BoardspaceCommand, Handling, HivePieces, PieceToken, command};
use crate::game::CENTRE;
use crate::game::{self, Played, PlayedTurn};
use crate::record::Record;
use skep_rules::game::Side;
use skep_rules::geometry::Direction;
use skep_rules::hive::{self, Bug, Move, Piece, Place, PlaneTracker, Preview, Written};

/// The turns of a game of Hive, as they are handled.
pub(super) fn turns<'a>(
    record: &'a Record,
    game: &'a Played<game::Hive>,
) -> impl Iterator<Item = TurnToWrite<Preview>> + 'a {
    let mut tracker = tracker(record, game);
    (game.turns.iter()).map(move |&played| turn(record, &mut tracker, None, played))
}

/// The turns of its variations.
pub(super) fn variations(
    record: &Record,
    game: &Played<game::Hive>,
) -> Vec<Vec<TurnToWrite<Preview>>> {
    game.map_variations(
        || tracker(record, game),
        |tracker, line, played| turn(record, tracker, line, played),
    )
}

fn tracker(record: &Record, game: &Played<game::Hive>) -> PlaneTracker {
    let origin = record.origin.unwrap_or(CENTRE).to_hex();
    let &hive::Options { game_type, opening } = game.options();
    PlaneTracker::new(game_type, opening, origin)
}

fn turn(
    record: &Record,
    tracker: &mut PlaneTracker,
    line: Option<usize>,
    played: PlayedTurn<Move>,
) -> TurnToWrite<Preview> {
    let step = tracker.step(played.mv);
    let ply = played.ply.and_then(|i| record.ply_of(line, i));
    let empty = ply.is_some_and(|p| Written::from_token(p.token) == Written::EmptyTurn);
    TurnToWrite {
        ply: played.ply,
        body: match step.piece {
            Some(_) => TurnBody::Handle(step),
            None if empty => TurnBody::Nothing,
            None => TurnBody::Pass,
        },
    }
}

impl plan::TurnSteps for Preview {
    fn is_picked(self, room: usize) -> bool {
        // One clocked step in addition to the planned steps: the piece moved in one command.
        room != 1
    }

    /// The place of the implied pick: before the piece was first put down without a pick that the record keeps, unless
    /// the piece is let go later, otherwise at the end.
    fn place_of_pick(self, planned: &[Planned<'_, Preview>], side: Side) -> usize {
        let is_mover = |token: PieceToken| {
            self.piece.is_some_and(|piece| {
                let name = token.name(side);
                (name.side(), name.bug()) == (piece.side(), piece.bug())
                    && (name.number() == number(piece) || name.number() == 0)
            })
        };
        let (mut picked, mut place) = (false, None);
        for (i, node) in planned.iter().enumerate() {
            let PlannedNode::Raw(raw) = node.what else {
                (picked, place) = (false, None);
                continue;
            };
            match command::<HivePieces>(raw.as_bytes()) {
                // The piece that was put down is lifted again.
                Ok(BoardspaceCommand::Handle(Handling::Pickb(Some((_, token)))))
                    if is_mover(token) =>
                {
                    picked = true;
                }
                Ok(BoardspaceCommand::Handle(Handling::Pick(_) | Handling::Pickb(_))) => {
                    (picked, place) = (true, None);
                }
                Ok(BoardspaceCommand::Handle(Handling::Put(put))) => {
                    if put.dropped && !picked && is_mover(put.piece) {
                        place = place.or(Some(i));
                    }
                    picked = false;
                }
                Ok(BoardspaceCommand::Handle(Handling::Drop) | BoardspaceCommand::Reset) => {
                    (picked, place) = (false, None);
                }
                _ => {}
            }
        }
        place.unwrap_or(planned.len())
    }

    fn is_action(raw: &str) -> bool {
        match command::<HivePieces>(raw.as_bytes()) {
            Ok(BoardspaceCommand::Handle(Handling::Put(put))) => !put.ends_turn,
            Ok(BoardspaceCommand::Pass { ends_turn }) => !ends_turn,
            Ok(BoardspaceCommand::Handle(_) | BoardspaceCommand::Reset) => true,
            _ => false,
        }
    }

    fn is_pending(planned: &[Planned<'_, Preview>]) -> bool {
        let Some(PlannedNode::Raw(raw)) = planned.last().map(|node| node.what) else {
            return false;
        };
        matches!(
            command::<HivePieces>(raw.as_bytes()),
            Ok(BoardspaceCommand::Handle(Handling::Put(_)) | BoardspaceCommand::Pass { .. })
        )
    }

    fn write_pick(self, side: Side, nodes: &mut NodeWriter<'_>) {
        let Some(piece) = self.piece else { return };
        nodes.command(side, |out| {
            match self.from {
                Some(from) => {
                    out.push_str("Pickb ");
                    CellText(from).write_to(out)?;
                }
                None => {
                    out.push_str("Pick ");
                    out.push(colour(piece.side()));
                    out.push(' ');
                    out.push(rack_row(piece.bug()));
                }
            }
            out.push(' ');
            write_name(piece, out)
        });
    }

    fn write_put(self, side: Side, nodes: &mut NodeWriter<'_>) {
        let Some(piece) = self.piece else { return };
        nodes.command(side, |out| {
            // A piece of the other side moves only when a Pillbug throws it.
            out.push_str(if piece.side() == side {
                "Dropb "
            } else {
                "Pdropb "
            });
            write_target(piece, &self, out)
        });
    }

    fn write_whole(self, side: Side, nodes: &mut NodeWriter<'_>) {
        let Some(piece) = self.piece else { return };
        nodes.command(side, |out| {
            out.push_str(if piece.side() == side {
                "Move "
            } else {
                "PMove "
            });
            out.push(colour(piece.side()));
            out.push(' ');
            write_target(piece, &self, out)
        });
    }
}

/// The row of a kind of bug in the rack of the viewer.
const fn rack_row(bug: Bug) -> char {
    match bug {
        Bug::Queen => '0',
        Bug::Ant => '1',
        Bug::Grasshopper => '2',
        Bug::Beetle => '3',
        Bug::Spider => '4',
        Bug::Mosquito => '5',
        Bug::Ladybug => '6',
        // A record of the plain game has no other kinds.
        _ => '8',
    }
}

/// Writes a piece that moves: all except the queen have a number.
fn write_name(piece: Piece, out: &mut String) -> fmt::Result {
    piece.name().write_to(out)?;
    if matches!(piece.bug(), Bug::Mosquito | Bug::Ladybug | Bug::Pillbug) {
        out.push('1');
    }
    Ok(())
}

/// Writes a piece, its new cell, and the place in words, for people, with its backslashes doubled.
fn write_target(piece: Piece, step: &Preview, out: &mut String) -> fmt::Result {
    write_name(piece, out)?;
    out.push(' ');
    CellText(step.to).write_to(out)?;
    out.push(' ');
    let (before, of, after) = match step.place {
        Place::Unstated | Place::Cell(..) => {
            out.push('.');
            return Ok(());
        }
        Place::On(top) => ("", top, "."),
        Place::Beside(direction, of) => match direction {
            Direction::NorthWest => ("\\\\", of, ""),
            Direction::West => ("-", of, ""),
            Direction::SouthWest => ("/", of, ""),
            Direction::NorthEast => ("", of, "/"),
            Direction::East => ("", of, "-"),
            Direction::SouthEast => ("", of, "\\\\"),
        },
    };
    out.push_str(before);
    of.write_to(out)?;
    out.push_str(after);
    Ok(())
}

/// The written number of a piece, or 0.
fn number(piece: Piece) -> u8 {
    piece.name().number()
}
