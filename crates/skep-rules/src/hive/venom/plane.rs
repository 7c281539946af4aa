//! Converts the folded board back to the plane.

use super::board::{TableCells, step};
use super::mv::ActionKind;
use super::{Bug, FoldedCell, Move, Position, Tile};
use crate::game::Position as _;
use crate::geometry::{Direction, Hex};

/// The tiles of a cell, from the bottom to the top, with what they show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stack {
    /// The cell, relative to the lowest-numbered tile on the table.
    pub hex: Hex,
    /// The tiles with the faces that are up.
    pub tiles: Vec<(Tile, Bug)>,
}

impl Position {
    /// The occupied cells, with their places on the plane relative to the first of them.
    pub(super) fn plane(&self) -> Vec<(FoldedCell, Hex)> {
        let first =
            super::tile::tiles(self.board.on_table()).find_map(|tile| self.board.cell(tile));
        let Some(first) = first else {
            return Vec::new();
        };
        let mut seen = TableCells::new();
        seen.insert(first);
        let mut cells = Vec::with_capacity(self.board.stacks());
        cells.push((first, Hex::ORIGIN));
        let mut at = 0;
        while let Some(&(cell, hex)) = cells.get(at) {
            at += 1;
            for d in Direction::ALL {
                let next = step(cell, d.index());
                if self.board.height(next) > 0 && seen.insert(next) {
                    cells.push((next, hex.step(d)));
                }
            }
        }
        cells
    }

    /// The tiles of a cell, from the bottom to the top.
    pub(super) fn stack(&self, cell: FoldedCell) -> Vec<Tile> {
        let mut stack: Vec<Tile> =
            std::iter::successors(self.board.top(cell), |&tile| self.board.below(tile)).collect();
        stack.reverse();
        stack
    }

    /// Everything on the table.
    pub fn stacks(&self) -> Vec<Stack> {
        self.plane()
            .into_iter()
            .map(|(cell, hex)| Stack {
                hex,
                tiles: self
                    .stack(cell)
                    .into_iter()
                    .map(|tile| (tile, self.bug(tile)))
                    .collect(),
            })
            .collect()
    }
}

/// The cells of the first action of a turn on the plane, relative to the lowest-numbered tile on the table.
///
/// ```
/// use skep_rules::game::Position as _;
/// use skep_rules::geometry::Hex;
/// use skep_rules::hive::venom::{Options, Position};
///
/// let position = Position::start(Options::default());
/// let preview = position.preview(position.legal_moves()[0]);
/// assert_eq!((preview.from, preview.to), (None, Some(Hex::ORIGIN)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preview {
    /// The piece that acts, moves or enters, with its name before the turn or on entry.
    pub piece: Option<super::PieceName>,
    /// The old cell of the piece, or of the piece that it moves.
    pub from: Option<Hex>,
    /// The new cell.
    pub to: Option<Hex>,
    /// The number of tiles beneath the piece on its old cell.
    pub from_height: Option<u8>,
    /// The number of tiles that will be beneath it on its new cell.
    pub to_height: Option<u8>,
}

impl Position {
    /// Returns where a legal turn leads, without playing it.
    pub fn preview(&self, mv: Move) -> Preview {
        let mut step = Preview {
            piece: self.spell(mv).0.first().and_then(|action| action.piece),
            from: None,
            to: None,
            from_height: None,
            to_height: None,
        };
        let Some(action) = mv.first else { return step };
        let plane = self.plane();
        let hex = |cell: Option<FoldedCell>| {
            let cell = cell?;
            plane.iter().find(|(c, _)| *c == cell).map(|(_, hex)| *hex)
        };
        let reached = |to: FoldedCell| {
            let beside = || {
                Direction::ALL.into_iter().find_map(|d| {
                    let next = hex(Some(super::board::step(to, d.index())))?;
                    Some(next.step(d.opposite()))
                })
            };
            let first = plane.is_empty().then_some(Hex::ORIGIN);
            hex(Some(to)).or_else(beside).or(first)
        };
        let stands = |tile| hex(self.board.cell(tile));
        let beneath = |tile| {
            let below = |tile: &Tile| self.board.below(*tile);
            let tiles = std::iter::successors(below(&tile), below);
            self.board.cell(tile).map(|_| tiles.count() as u8)
        };
        let acts = match action.kind {
            ActionKind::Place { to, .. } => {
                step.to = reached(to);
                step.to_height = Some(self.board.height(to));
                None
            }
            ActionKind::Move { tile, to } | ActionKind::Throw { tile, to } => {
                step.to = reached(to);
                step.to_height = Some(self.board.height(to));
                Some(tile)
            }
            ActionKind::Exchange { by, target } | ActionKind::Remove { by, target } => {
                step.to = stands(target);
                step.to_height = beneath(target);
                Some(by)
            }
            ActionKind::Sting { by, .. } => Some(by),
            ActionKind::Flip { tile } => Some(tile),
            ActionKind::FlipHoneycombo => Some(Tile::HONEYCOMBO),
            ActionKind::Draw { .. } | ActionKind::Steal { .. } => None,
        };
        step.from = acts.and_then(stands);
        step.from_height = acts.and_then(beneath);
        step
    }
}
