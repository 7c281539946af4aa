//! Pictures of Hex-It.

use super::playback::{DrawGame, MoverError};
use super::{Board, Ground, Territory};
use skep_records::game::{HexIt, HexItTracker, Rules as _, Tracker};
use skep_rules::game::{Position as _, Side};
use skep_rules::geometry::GridRef;
use skep_rules::hexit::Written;

impl DrawGame for HexItTracker {
    fn finish(&self, board: &mut Board) {
        let position = self.position();
        let largest = Side::ALL.map(|side| position.largest_territory(side));
        for at in largest.into_iter().flatten() {
            let cells = board.cells_mut().iter_mut();
            for cell in cells.filter(|cell| cell.hex == at.hex()) {
                if let Ground::Tile(_, territory) = &mut cell.ground {
                    *territory = Territory::Largest;
                }
            }
        }
        match self.last() {
            Some(Written::Place(cell) | Written::Lay(cell)) => board.to = vec![cell.hex()],
            Some(Written::Distribute { from, to, .. }) => {
                board.from = Some(from.hex());
                board.to = vec![to.hex()];
            }
            Some(Written::Release(cells)) => {
                board.to = cells.as_slice().iter().map(|c| c.hex()).collect();
            }
            // A position does not spell its moves in these ways.
            Some(
                Written::Pass
                | Written::EmptyTurn
                | Written::Towards { .. }
                | Written::ReleaseFrom(_),
            )
            | None => {}
        }
    }

    /// Marks the legal distributions of the stack on a cell: for each, the last cell that receives a piece.
    fn mark_moves_of(&self, mover: &str, board: &mut Board) -> Result<(), MoverError> {
        let cell: GridRef = mover
            .parse()
            .map_err(|_| MoverError::NoCell(mover.to_owned()))?;
        let stack = cell.to_hex();
        let moves = self.position().legal_moves().into_iter();
        let cells = moves.map(|mv| HexIt::cells(self, mv));
        let from_it = cells.filter(|cells| cells.from == Some(stack));
        board.chosen = Some(stack);
        board.destinations = from_it.filter_map(|cells| cells.to).collect();
        board.destinations.sort_by_key(|h| (h.r, h.q));
        Ok(())
    }
}
