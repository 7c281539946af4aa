//! The commands of a turn of Hive.

use std::fmt;

use super::Turn;
use super::nodes::{At, Nodes, colour};
use super::plan::{self, Node, Planned, TurnBody};
use super::reader::{Command, Handling, Hive, Token, command};
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
) -> impl Iterator<Item = Turn<Preview>> + 'a {
    let mut tracker = tracker(record, game);
    (game.turns.iter()).map(move |&played| turn(record, &mut tracker, None, played))
}

/// The turns of its variations.
pub(super) fn variations(record: &Record, game: &Played<game::Hive>) -> Vec<Vec<Turn<Preview>>> {
    game.map_variations(tracker(record, game), |tracker, line, played| {
        turn(record, tracker, line, played)
    })
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
) -> Turn<Preview> {
    let step = tracker.step(played.mv);
    let ply = played.ply.and_then(|i| record.ply_of(line, i));
    let empty = ply.is_some_and(|p| Written::from_token(p.token) == Written::EmptyTurn);
    Turn {
        ply: played.ply,
        body: match step.piece {
            Some(_) => TurnBody::Handle(step),
            None if empty => TurnBody::Nothing,
            None => TurnBody::Pass,
        },
    }
}

impl plan::Step for Preview {
    fn is_picked(self, room: usize) -> bool {
        // One clocked step in addition to the planned steps: the piece moved in one command.
        room != 1
    }

    /// The place of the implied pick: before the piece was first put down without a pick that the record keeps, unless the
    /// piece is let go later, otherwise at the end.
    fn place_of_pick(self, planned: &[Planned<'_, Preview>], side: Side) -> usize {
        let is_mover = |token: Token| {
            self.piece.is_some_and(|piece| {
                let name = token.name(side);
                (name.side(), name.bug()) == (piece.side(), piece.bug())
                    && (name.number() == number(piece) || name.number() == 0)
            })
        };
        let (mut picked, mut place) = (false, None);
        for (i, node) in planned.iter().enumerate() {
            let Node::Raw(raw) = node.what else {
                (picked, place) = (false, None);
                continue;
            };
            match command::<Hive>(raw.as_bytes()) {
                // The piece that was put down is lifted again.
                Ok(Command::Handle(Handling::Pickb(Some((_, token))))) if is_mover(token) => {
                    picked = true;
                }
                Ok(Command::Handle(Handling::Pick(_) | Handling::Pickb(_))) => {
                    (picked, place) = (true, None);
                }
                Ok(Command::Handle(Handling::Put(put))) => {
                    if put.dropped && !picked && is_mover(put.piece) {
                        place = place.or(Some(i));
                    }
                    picked = false;
                }
                Ok(Command::Handle(Handling::Drop) | Command::Reset) => {
                    (picked, place) = (false, None);
                }
                _ => {}
            }
        }
        place.unwrap_or(planned.len())
    }

    fn is_action(raw: &str) -> bool {
        match command::<Hive>(raw.as_bytes()) {
            Ok(Command::Handle(Handling::Put(put))) => !put.ends_turn,
            Ok(Command::Pass { ends_turn }) => !ends_turn,
            Ok(Command::Handle(_) | Command::Reset) => true,
            _ => false,
        }
    }

    fn is_pending(planned: &[Planned<'_, Preview>]) -> bool {
        let Some(Node::Raw(raw)) = planned.last().map(|node| node.what) else {
            return false;
        };
        matches!(
            command::<Hive>(raw.as_bytes()),
            Ok(Command::Handle(Handling::Put(_)) | Command::Pass { .. })
        )
    }

    fn write_pick(self, side: Side, nodes: &mut Nodes<'_>) {
        let Some(piece) = self.piece else { return };
        let name = Moved(piece);
        match self.from {
            Some(from) => nodes.command(side, format_args!("Pickb {} {name}", At(from))),
            None => {
                let (colour, row) = (colour(piece.side()), rack_row(piece.bug()));
                nodes.command(side, format_args!("Pick {colour} {row} {name}"));
            }
        }
    }

    fn write_put(self, side: Side, nodes: &mut Nodes<'_>) {
        let Some(piece) = self.piece else { return };
        // A piece of the other side moves only when a Pillbug throws it.
        let command = if piece.side() == side {
            "Dropb"
        } else {
            "Pdropb"
        };
        let (name, to, hint) = (Moved(piece), At(self.to), Attachment(self.place));
        nodes.command(side, format_args!("{command} {name} {to} {hint}"));
    }

    fn write_whole(self, side: Side, nodes: &mut Nodes<'_>) {
        let Some(piece) = self.piece else { return };
        let command = if piece.side() == side {
            "Move"
        } else {
            "PMove"
        };
        let (colour, name) = (colour(piece.side()), Moved(piece));
        let (to, hint) = (At(self.to), Attachment(self.place));
        nodes.command(side, format_args!("{command} {colour} {name} {to} {hint}"));
    }
}

/// The row of a kind of bug in the rack of the viewer.
const fn rack_row(bug: Bug) -> u8 {
    match bug {
        Bug::Queen => 0,
        Bug::Ant => 1,
        Bug::Grasshopper => 2,
        Bug::Beetle => 3,
        Bug::Spider => 4,
        Bug::Mosquito => 5,
        Bug::Ladybug => 6,
        // A record of the plain game has no other kinds.
        _ => 8,
    }
}

/// A piece that moves: all except the queen have a number.
struct Moved(Piece);

impl fmt::Display for Moved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)?;
        match self.0.bug() {
            Bug::Mosquito | Bug::Ladybug | Bug::Pillbug => f.write_str("1"),
            _ => Ok(()),
        }
    }
}

/// The place in words, for people, with its backslashes doubled.
struct Attachment(Place);

impl fmt::Display for Attachment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Place::Unstated | Place::Cell(..) => f.write_str("."),
            Place::On(top) => write!(f, "{top}."),
            Place::Beside(direction, of) => match direction {
                Direction::NorthWest => write!(f, "\\\\{of}"),
                Direction::West => write!(f, "-{of}"),
                Direction::SouthWest => write!(f, "/{of}"),
                Direction::NorthEast => write!(f, "{of}/"),
                Direction::East => write!(f, "{of}-"),
                Direction::SouthEast => write!(f, "{of}\\\\"),
            },
        }
    }
}

/// The written number of a piece, or 0.
fn number(piece: Piece) -> u8 {
    piece.name().number()
}
