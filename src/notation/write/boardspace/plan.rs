use super::Deed;
use super::reader::{Command, Token, command};
use crate::game::Side;
use crate::hive::{Piece, Step};
use crate::record::{Note, NoteKind};

/// The nodes of one turn, in order, before its `Done`.
#[derive(Default)]
pub(super) struct Plan<'a> {
    nodes: Vec<Planned<'a>>,
}

/// One node.
#[derive(Clone, Copy)]
pub(super) struct Planned<'a> {
    pub what: Node<'a>,
    /// The note that it comes from, by its place among those of the turn.
    pub source: Option<usize>,
}

/// What a node says.
#[derive(Clone, Copy)]
pub(super) enum Node<'a> {
    /// A command as the record keeps it.
    Raw(&'a str),
    /// A command of a side of its own.
    Say(Side, &'static str),
    /// The piece of a turn is taken from the rack or lifted from the board.
    Pick(Step),
    /// The piece goes where it goes.
    Put(Step),
    /// The same in one command, without a pick.
    Move(Step),
    /// The side passes.
    Pass,
}

impl<'a> Plan<'a> {
    pub fn nodes(&self) -> &[Planned<'a>] {
        &self.nodes
    }

    /// Plans a turn, or with no deed what stands behind the last one.
    pub fn make(&mut self, notes: &'a [Note], side: Side, deed: Option<Deed>) {
        self.nodes.clear();
        let mut steps = 0;
        for (i, note) in notes.iter().enumerate() {
            let (side, what) = match &note.kind {
                NoteKind::StepClock { step, .. } => {
                    steps = steps.max(usize::from(*step) + 1);
                    continue;
                }
                NoteKind::Comment(_) | NoteKind::Property { .. } => continue,
                NoteKind::TakeBack(raw) => {
                    self.push(Node::Raw(raw), Some(i));
                    continue;
                }
                NoteKind::OfferDraw(side) => (*side, "OfferDraw "),
                NoteKind::AcceptDraw(side) => (*side, "AcceptDraw "),
                NoteKind::DeclineDraw(side) => (*side, "DeclineDraw "),
                NoteKind::Resign(side) => (*side, "Resign "),
                NoteKind::WinOnTime(side) => (*side, "WinOnTime "),
            };
            self.push(Node::Say(side, what), Some(i));
            if !matches!(note.kind, NoteKind::WinOnTime(_)) {
                self.push(Node::Say(side, "Done "), None);
            }
        }
        match deed {
            Some(Deed::Put(step)) => {
                // One clocked step beside what is planned already: the piece went in one command.
                if steps == self.nodes.len() + 1 {
                    self.push(Node::Move(step), None);
                } else {
                    let at = self.place_of_pick(step, side);
                    let what = Node::Pick(step);
                    self.nodes.insert(at, Planned { what, source: None });
                    self.push(Node::Put(step), None);
                }
            }
            Some(Deed::Pass) => self.push(Node::Pass, None),
            Some(Deed::Nothing) | None => {}
        }
    }

    fn push(&mut self, what: Node<'a>, source: Option<usize>) {
        self.nodes.push(Planned { what, source });
    }

    /// Where the pick goes without saying: before the first time that the piece was put down without having been
    /// picked by a command that the record keeps, otherwise at the end.
    fn place_of_pick(&self, step: Step, side: Side) -> usize {
        let is_mover = |token: Token| {
            step.piece.is_some_and(|piece| {
                let name = token.name(side);
                (name.side(), name.bug()) == (piece.side(), piece.bug())
                    && (name.number() == number(piece) || name.number() == 0)
            })
        };
        let mut picked = false;
        for (i, node) in self.nodes.iter().enumerate() {
            let Node::Raw(raw) = node.what else {
                picked = false;
                continue;
            };
            match command(raw.as_bytes()) {
                Ok(Command::Pick(_) | Command::Pickb(_)) => picked = true,
                Ok(Command::Put(put)) => {
                    if put.dropped && !picked && is_mover(put.piece) {
                        return i;
                    }
                    picked = false;
                }
                Ok(Command::Drop | Command::Reset) => picked = false,
                _ => {}
            }
        }
        self.nodes.len()
    }
}

/// The number that a piece is written with, 0 for none.
fn number(piece: Piece) -> u8 {
    piece.name().number()
}
