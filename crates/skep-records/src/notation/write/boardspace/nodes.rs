//! Numbered nodes of SGF with clocks, comments and properties.

use std::borrow::Cow;
use std::fmt;

use super::header::{escape_text, is_property_name};
use super::plan::{Planned, PlannedNode, TurnSteps};
use super::reader::{clock_of, list_name, unescaped};
use crate::notation::sgf_marks::{COLOUR, property_of_glyph, property_of_mark};
use crate::notation::write::{Loss, Losses};
use crate::record::NoteKind;
use skep_rules::game::Side;
use skep_rules::geometry::{GridRef, Hex};

/// Writes nodes and counts them. The next item ends the line of a node, so that clocks and properties can be added to
/// the last node.
pub(super) struct NodeWriter<'o> {
    out: &'o mut String,
    count: u32,
    /// Whether the last node has a command, which a clock would belong to.
    commanded: bool,
    /// Whether a bracket was opened after the last node.
    opened: bool,
    /// The cell from which marks are counted.
    origin: Hex,
    /// The name of the last property if it is a list, and where it ends.
    list: (&'static str, usize),
    losses: Losses,
}

impl<'o> NodeWriter<'o> {
    /// Begins with the first node of every game.
    pub fn new(out: &'o mut String, origin: Hex) -> NodeWriter<'o> {
        let mut nodes = NodeWriter {
            out,
            count: 0,
            commanded: false,
            opened: false,
            origin,
            list: ("", 0),
            losses: Losses::default(),
        };
        nodes.say(Side::White, "Start P0");
        nodes.commanded = false;
        nodes
    }

    /// Begins a line: the nodes are counted from `count`.
    pub fn open(&mut self, count: u32) {
        self.out.push_str("\n(");
        self.count = count;
        self.commanded = false;
        self.opened = true;
    }

    /// Ends a line.
    pub fn close(&mut self) {
        self.out.push_str("\n)");
    }

    /// Writes a node without a command.
    pub fn empty(&mut self) {
        self.out.push_str("\n;");
        self.opened = false;
    }

    /// The number of nodes so far.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The remarks that were left out.
    pub fn losses(&self) -> Losses {
        self.losses
    }

    /// The output after the last node.
    pub fn out(&mut self) -> &mut String {
        self.out
    }

    /// Writes a node with a fixed command of a side.
    pub fn say(&mut self, side: Side, command: &str) {
        self.command(side, |out| {
            out.push_str(command);
            Ok(())
        });
    }

    /// Writes a node with a command of a side, which `write` appends.
    pub fn command(&mut self, side: Side, write: impl FnOnce(&mut String) -> fmt::Result) {
        self.out.push_str(match side {
            Side::White => "\n; P0[",
            Side::Black => "\n; P1[",
        });
        self.out.push_str(itoa::Buffer::new().format(self.count));
        self.out.push(' ');
        // A String takes any text.
        let _ = write(self.out);
        self.out.push(']');
        self.count += 1;
        self.commanded = true;
        self.opened = false;
    }

    /// Adds a clock to the last node.
    pub fn clock(&mut self, ms: u32) {
        self.out.push_str("TM[");
        self.out.push_str(itoa::Buffer::new().format(ms));
        self.out.push(']');
    }

    /// Adds a comment or a property to the last node, or to a new one after an opened bracket.
    pub fn remark(&mut self, kind: &NoteKind) {
        let (name, value) = match kind {
            NoteKind::Comment(text) => ("C", Cow::Borrowed(text.as_str())),
            NoteKind::Property { name, value } if name == "C" => ("C", unescaped(value)),
            NoteKind::Property { name, value } if is_remark(name) => (name.as_str(), value.into()),
            NoteKind::Property { .. } => return self.losses.insert_note(kind),
            NoteKind::Glyph(glyph) => match property_of_glyph(*glyph) {
                Some((name, value)) => (name, value.into()),
                None => return self.losses.insert_note(kind),
            },
            NoteKind::Mark(mark) => match property_of_mark(mark, self.origin) {
                Some((name, value)) => {
                    if mark.colour != COLOUR {
                        self.losses.insert(Loss::MarkColours);
                    }
                    let mut escaped = String::new();
                    escape_text(&value, &mut escaped);
                    return self.list(name, &escaped);
                }
                None => return self.losses.insert_note(kind),
            },
            _ => return,
        };
        let clock = clock_of(&value).filter(|_| name == "TM");
        // The clock of no command needs a node of its own.
        if self.opened || clock.is_some() && std::mem::take(&mut self.commanded) {
            self.empty();
        }
        if let Some(ms) = clock {
            return self.clock(ms);
        }
        if let Some(name) = list_name(name) {
            return self.list(name, &value);
        }
        self.out.push_str(name);
        self.out.push('[');
        match name {
            "C" => escape_text(&value, self.out),
            _ => escape_value(&value, self.out),
        }
        self.out.push(']');
    }

    /// Adds an escaped value to a property that can have several.
    fn list(&mut self, name: &'static str, value: &str) {
        if self.opened {
            self.empty();
        }
        if self.list != (name, self.out.len()) {
            self.out.push_str(name);
        }
        self.out.push('[');
        escape_value(value, self.out);
        self.out.push(']');
        self.list = (name, self.out.len());
    }

    /// Writes a planned node of the side to move.
    pub fn planned<S: TurnSteps>(&mut self, planned: &Planned<'_, S>, side: Side) {
        match planned.what {
            PlannedNode::Raw(raw) => self.say(side, raw),
            PlannedNode::Say(side, what) => self.say(side, what),
            PlannedNode::Pass => self.say(side, "Pass "),
            PlannedNode::Pick(step) => step.write_pick(side, self),
            PlannedNode::Put(step) => step.write_put(side, self),
            PlannedNode::Whole(step) => step.write_whole(side, self),
        }
    }
}

/// A cell: column, blank, row.
#[derive(Clone, Copy)]
pub(super) struct CellText(pub Hex);

impl CellText {
    /// Writes the cell, faster than the formatting machinery.
    pub fn write_to(self, out: &mut impl fmt::Write) -> fmt::Result {
        let at = GridRef::from_hex(self.0);
        match u8::try_from(at.column) {
            Ok(column @ 0..26) => out.write_char(char::from(b'A' + column))?,
            _ => out.write_str(&at.column_name())?,
        }
        out.write_char(' ')?;
        out.write_str(itoa::Buffer::new().format(at.row))
    }
}

impl fmt::Display for CellText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_to(f)
    }
}

/// Writes a value that is already escaped, and adds missing escapes: the value must end in the right place, and neither
/// its lines nor those of a value before it may look like the root of another game.
pub(super) fn escape_value(value: &str, out: &mut String) {
    let begins_game = ["(;", "GM[", "SU[", "FF[", "CA["]
        .iter()
        .any(|part| value.contains(part));
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                out.push('\\');
                out.push(chars.next().unwrap_or('\\'));
            }
            ']' => out.push_str("\\]"),
            '[' if begins_game => out.push_str("\\["),
            c => out.push(c),
        }
    }
}

/// Whether a note is written as a property of this name. In a node, the properties of a root would begin another game.
fn is_remark(name: &str) -> bool {
    let begins_game = ["SU", "FF", "CA"].iter().any(|root| name.ends_with(root));
    is_property_name(name) && !name.ends_with("GM") && !begins_game
}

/// Whether the text can be written as a command: one line, with every bracket escaped.
pub(super) fn is_command(raw: &str) -> bool {
    let mut bytes = raw.bytes();
    while let Some(b) = bytes.next() {
        match b {
            b'[' | b']' | b'\n' => return false,
            b'\\' if matches!(bytes.next(), None | Some(b'\n')) => return false,
            _ => {}
        }
    }
    raw.trim_ascii() == raw
}

/// `W` or `B`, as commands name a side.
pub(super) const fn colour(side: Side) -> char {
    side.letter().to_ascii_uppercase()
}
