//! The nodes of one turn in order, before they are written.

use super::nodes::{NodeWriter, is_command};
use crate::notation::write::{Loss, Losses};
use crate::record::{Note, NoteKind};
use skep_rules::game::Side;

/// What a turn does. `S` describes how a game handles its pieces.
#[derive(Clone, Copy)]
pub(super) enum TurnBody<S> {
    Handle(S),
    Pass,
    /// Only the end of the turn.
    Nothing,
}

/// How the pieces are handled in one turn of a game.
pub(super) trait TurnSteps: Copy {
    /// Whether a piece is picked first, if `room` commands of the turn have clocks and no command is known yet. `room`
    /// is 0 if clocks give no information.
    fn is_picked(self, room: usize) -> bool;

    /// The index of the pick in the planned nodes; usually the end.
    fn place_of_pick(self, planned: &[Planned<'_, Self>], _side: Side) -> usize {
        planned.len()
    }

    /// Whether a command is an action that a player can take back: it handles pieces or passes, and does not end the
    /// turn.
    fn is_action(raw: &str) -> bool;

    /// Whether `Done` would play the last of these actions.
    fn is_pending(planned: &[Planned<'_, Self>]) -> bool;

    /// Whether the reader treats a pick after these nodes as the pick of the turn.
    fn can_pick(self, _before: &[Planned<'_, Self>]) -> bool {
        true
    }

    /// Whether a command right before the node of a turn without a pick is read as a part of the turn, and not as an
    /// action taken back. `before` are the nodes before the command.
    fn is_picked_by(self, _raw: &str, _before: &[Planned<'_, Self>]) -> bool {
        false
    }

    /// Writes the node of the pick.
    fn write_pick(self, side: Side, nodes: &mut NodeWriter<'_>);

    /// Writes the node after the pick.
    fn write_put(self, side: Side, nodes: &mut NodeWriter<'_>);

    /// Writes the node of a turn that has no pick.
    fn write_whole(self, side: Side, nodes: &mut NodeWriter<'_>);
}

/// The nodes of one turn, in order, before its `Done`.
pub(super) struct TurnPlan<'a, S> {
    nodes: Vec<Planned<'a, S>>,
}

impl<S> Default for TurnPlan<'_, S> {
    fn default() -> Self {
        TurnPlan { nodes: Vec::new() }
    }
}

/// One node.
#[derive(Clone, Copy)]
pub(super) struct Planned<'a, S> {
    pub what: PlannedNode<'a, S>,
    /// The note that it comes from, by its index in the notes of the turn.
    pub source: Option<usize>,
}

/// The content of a node.
#[derive(Clone, Copy)]
pub(super) enum PlannedNode<'a, S> {
    /// A command as the record keeps it.
    Raw(&'a str),
    /// A separate command of a side.
    Say(Side, &'static str),
    /// The piece of a turn is taken from the rack or lifted from the board.
    Pick(S),
    /// The piece is put on its target.
    Put(S),
    /// The same in one command, without a pick.
    Whole(S),
    /// The side passes.
    Pass,
}

impl<'a, S: TurnSteps> TurnPlan<'a, S> {
    pub fn nodes(&self) -> &[Planned<'a, S>] {
        &self.nodes
    }

    /// Plans a turn, or without a body the nodes after the last turn. Adds what the nodes leave out of the notes,
    /// except the properties.
    pub fn make(
        &mut self,
        notes: &'a [Note],
        side: Side,
        body: Option<TurnBody<S>>,
        losses: &mut Losses,
    ) {
        self.nodes.clear();
        for (i, note) in notes.iter().enumerate() {
            let (side, what) = match &note.kind {
                NoteKind::StepClock { .. }
                | NoteKind::Comment(_)
                | NoteKind::Glyph(_)
                | NoteKind::Mark(_)
                | NoteKind::Property { .. } => continue,
                NoteKind::Search(_) | NoteKind::Evaluation(_) => {
                    losses.insert_note(&note.kind);
                    continue;
                }
                NoteKind::TakeBack(raw) => {
                    if is_command(raw) && S::is_action(raw) {
                        self.push(PlannedNode::Raw(raw), Some(i));
                    } else {
                        losses.insert_note(&note.kind);
                    }
                    continue;
                }
                NoteKind::OfferDraw(side) => (*side, "OfferDraw "),
                NoteKind::AcceptDraw(side) => (*side, "AcceptDraw "),
                NoteKind::DeclineDraw(side) => (*side, "DeclineDraw "),
                NoteKind::Resign(side) => (*side, "Resign "),
                NoteKind::WinOnTime(side) => (*side, "WinOnTime "),
            };
            self.push(PlannedNode::Say(side, what), Some(i));
            if !matches!(note.kind, NoteKind::WinOnTime(_)) {
                self.push(PlannedNode::Say(side, "Done "), None);
            }
        }
        // A pick and a put follow at most, so later steps have no clock.
        let most = self.nodes.len() + 2;
        let steps = notes.iter().filter_map(|note| match note.kind {
            NoteKind::StepClock { step, .. } => Some(usize::from(step) + 1),
            _ => None,
        });
        let steps = steps.filter(|&steps| steps <= most).max().unwrap_or(0);
        match body {
            Some(TurnBody::Handle(step)) => {
                let room = steps.saturating_sub(self.nodes.len());
                if step.is_picked(room) && step.can_pick(&self.nodes) {
                    let at = step.place_of_pick(&self.nodes, side);
                    let what = PlannedNode::Pick(step);
                    self.nodes.insert(at, Planned { what, source: None });
                    self.push(PlannedNode::Put(step), None);
                } else {
                    while let [
                        before @ ..,
                        Planned {
                            what: PlannedNode::Raw(raw),
                            ..
                        },
                    ] = &self.nodes[..]
                        && step.is_picked_by(raw, before)
                    {
                        self.nodes.pop();
                        losses.insert(Loss::TakeBacks);
                    }
                    self.push(PlannedNode::Whole(step), None);
                }
            }
            Some(TurnBody::Pass) => self.push(PlannedNode::Pass, None),
            // `Done` must not play the action that was taken back.
            Some(TurnBody::Nothing) if S::is_pending(&self.nodes) => {
                self.nodes
                    .retain(|node| !matches!(node.what, PlannedNode::Raw(_)));
                losses.insert(Loss::TakeBacks);
            }
            Some(TurnBody::Nothing) | None => {}
        }
        let is_written = |note: &Note| match note.kind {
            NoteKind::StepClock { step, .. } => usize::from(step) < self.nodes.len(),
            _ => true,
        };
        if !notes.iter().all(is_written) {
            losses.insert(Loss::Clocks);
        }
    }

    fn push(&mut self, what: PlannedNode<'a, S>, source: Option<usize>) {
        self.nodes.push(Planned { what, source });
    }
}
