use std::fmt::{self, Write as _};

use super::header::{escape, escape_text, is_property_name};
use super::plan::{Node, Planned};
use crate::game::Side;
use crate::geometry::{Direction, GridRef, Hex};
use crate::hive::{Bug, Piece, Place};
use crate::record::NoteKind;

/// Writes nodes, counting them. A node's line is ended by what comes after it, so that clocks and properties can be
/// added to the last one.
pub(super) struct Nodes<'o> {
    out: &'o mut String,
    count: u32,
}

impl<'o> Nodes<'o> {
    /// Begins with the node that begins every game.
    pub fn new(out: &'o mut String) -> Nodes<'o> {
        let mut nodes = Nodes { out, count: 0 };
        nodes.command(Side::White, format_args!("Start P0"));
        nodes
    }

    /// Writes a node with a command of a side.
    pub fn command(&mut self, side: Side, command: fmt::Arguments) {
        // A String takes any text.
        let _ = write!(self.out, "\n; P{}[{} {command}]", side.index(), self.count);
        self.count += 1;
    }

    /// Adds a clock to the last node.
    pub fn clock(&mut self, ms: u32) {
        let _ = write!(self.out, "TM[{ms}]");
    }

    /// Adds a comment or a property to the last node.
    pub fn remark(&mut self, kind: &NoteKind) {
        let (name, value) = match kind {
            NoteKind::Comment(text) => {
                self.out.push_str("C[");
                escape_text(text, self.out);
                self.out.push(']');
                return;
            }
            NoteKind::Property { name, value } if is_property_name(name) => (name, value),
            _ => return,
        };
        self.out.push_str(name);
        self.out.push('[');
        if is_closed(value) {
            self.out.push_str(value);
        } else {
            escape_text(value, self.out);
        }
        self.out.push(']');
    }

    /// Writes a planned node of the side to move.
    pub fn planned(&mut self, planned: &Planned, side: Side) {
        match planned.what {
            Node::Raw(raw) if is_command(raw) => self.command(side, format_args!("{raw}")),
            Node::Raw(raw) => {
                let mut escaped = String::new();
                escape(raw, &mut escaped);
                self.command(side, format_args!("{}", escaped.replace('[', "\\[")));
            }
            Node::Say(side, what) => self.command(side, format_args!("{what}")),
            Node::Pass => self.command(side, format_args!("Pass ")),
            Node::Pick(step) => {
                let Some(piece) = step.piece else { return };
                let name = Moved(piece);
                match step.from {
                    Some(from) => self.command(side, format_args!("Pickb {} {name}", At(from))),
                    None => {
                        let (colour, row) = (colour(piece), rack_row(piece.bug()));
                        self.command(side, format_args!("Pick {colour} {row} {name}"));
                    }
                }
            }
            Node::Put(step) => {
                let Some(piece) = step.piece else { return };
                // A piece of the other side moves only when a Pillbug throws it.
                let command = if piece.side() == side {
                    "Dropb"
                } else {
                    "Pdropb"
                };
                let (name, to, hint) = (Moved(piece), At(step.to), Attachment(step.place));
                self.command(side, format_args!("{command} {name} {to} {hint}"));
            }
            Node::Move(step) => {
                let Some(piece) = step.piece else { return };
                let command = if piece.side() == side {
                    "Move"
                } else {
                    "PMove"
                };
                let (colour, name) = (colour(piece), Moved(piece));
                let (to, hint) = (At(step.to), Attachment(step.place));
                self.command(side, format_args!("{command} {colour} {name} {to} {hint}"));
            }
        }
    }
}

fn colour(piece: Piece) -> char {
    match piece.side() {
        Side::White => 'W',
        Side::Black => 'B',
    }
}

/// The row of the rack in which the viewer has a kind of bug.
const fn rack_row(bug: Bug) -> u8 {
    match bug {
        Bug::Queen => 0,
        Bug::Ant => 1,
        Bug::Grasshopper => 2,
        Bug::Beetle => 3,
        Bug::Spider => 4,
        Bug::Mosquito => 5,
        Bug::Ladybug => 6,
        Bug::Pillbug => 8,
    }
}

/// A piece that moves: all but the queen have a number.
struct Moved(Piece);

impl fmt::Display for Moved {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.0)?;
        match self.0.bug() {
            Bug::Mosquito | Bug::Ladybug | Bug::Pillbug => f.write_str("1"),
            _ => Ok(()),
        }
    }
}

/// A cell: column, blank, row.
struct At(Hex);

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let at = GridRef::from_hex(self.0);
        match u8::try_from(at.column) {
            Ok(column @ 0..26) => write!(f, "{} {}", char::from(b'A' + column), at.row),
            _ => write!(f, "{} {}", at.column_name(), at.row),
        }
    }
}

/// The place in words, for people, with its backslashes doubled.
struct Attachment(Place);

impl fmt::Display for Attachment {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
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

/// Whether a value ends where it should: its escapes are whole, and no bracket in it is bare.
fn is_closed(value: &str) -> bool {
    let mut bytes = value.bytes();
    while let Some(b) = bytes.next() {
        match b {
            b']' => return false,
            b'\\' if bytes.next().is_none() => return false,
            _ => {}
        }
    }
    true
}

/// Whether the text can stand as a command: one line, with every bracket escaped.
fn is_command(raw: &str) -> bool {
    let mut bytes = raw.bytes();
    while let Some(b) = bytes.next() {
        match b {
            b'[' | b']' | b'\n' => return false,
            b'\\' if matches!(bytes.next(), None | Some(b'\n')) => return false,
            _ => {}
        }
    }
    true
}
