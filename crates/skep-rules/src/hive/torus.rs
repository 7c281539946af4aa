//! The board of an engine: a torus, on which cells that are far apart on the plane may fall together.

use crate::geometry::Hex;

/// A cell of an engine's folded board, which is a torus. Each engine has its own numbers.
pub type FoldedCell = u16;

/// Whether the cells of a description are connected on the plane, and not only on the torus. `plane` has the cells of
/// the torus that are connected with one of them, with their places.
pub(super) fn is_connected(
    plane: &[(FoldedCell, Hex)],
    described: impl Iterator<Item = (Hex, FoldedCell)>,
) -> bool {
    let mut shifts = described.map(|(hex, cell)| {
        let found = plane.iter().find(|(other, _)| *other == cell);
        found.map(|(_, seen)| hex - *seen)
    });
    let first = shifts.next();
    first.is_none_or(|first| first.is_some() && shifts.all(|shift| shift == first))
}
