//! States of Hex-It.

use super::{StateError, StateFields, write_cell, write_head, write_value};
use crate::game::{Position as _, Side};
use crate::geometry::Hex;
use crate::hexit::{Cell, Options, Position, ReleaseChain, Setup};

const PASSES: &str = "passes";
const RELEASE: &str = "release";

/// Writes the state of a position to the end of a text.
pub fn write(position: &Position, out: &mut String) {
    let setup = position.setup();
    // The name in words, which begins like the name of the game.
    let variant = setup.options.tiles.spellings()[1];
    write_head(variant, position.turn(), position.ply(), out);
    let mut cells = setup.cells;
    cells.sort_unstable_by_key(|(cell, _, _)| (cell.hex().r, cell.hex().q));
    for (i, (cell, tile, mut pieces)) in cells.into_iter().enumerate() {
        write_cell(i == 0, cell.hex(), out);
        out.push(match tile {
            Some(Side::White) => 'W',
            Some(Side::Black) => 'B',
            None => 'X',
        });
        if tile.is_none() {
            // Only the number of prisoners matters.
            pieces.sort_unstable();
        }
        out.extend(pieces.into_iter().map(Side::letter));
    }
    match setup.passes {
        0 => {}
        1 => write_value(PASSES, "1", out),
        _ => write_value(PASSES, "2", out),
    }
    if setup.options.release == ReleaseChain::Forced {
        write_value(RELEASE, ReleaseChain::Forced.as_str(), out);
    }
}

/// Reads a position.
///
/// # Errors
/// The text or its position is invalid.
pub fn read(mut fields: StateFields<'_>) -> Result<Position, StateError> {
    let tiles = fields.variant()?;
    let passes = match fields.take(PASSES) {
        None => 0,
        Some("1") => 1,
        Some("2") => 2,
        Some(other) => {
            return Err(StateError::Syntax(
                format!("{PASSES}={other}"),
                "passes=1 or passes=2",
            ));
        }
    };
    let options = Options {
        release: fields.choice(RELEASE, "release=forced")?,
        tiles,
    };
    if let Some([white, _]) = fields.hands {
        let what = "possible here: a state of Hex-It has no hands";
        return Err(StateError::Syntax(white.to_owned(), what));
    }
    let setup = Setup {
        options,
        black_to_move: fields.side == Side::Black,
        passes,
        ply: fields.ply(),
        cells: fields
            .cells
            .iter()
            .map(cell)
            .collect::<Result<_, StateError>>()?,
    };
    let position = setup.position()?;
    if !is_connected(&position) {
        return Err(StateError::TilesApart);
    }
    fields.end()?;
    Ok(position)
}

fn cell((hex, contents): &(Hex, &str)) -> Result<(Cell, Option<Side>, Vec<Side>), StateError> {
    let parse = || {
        let at = Cell::new(*hex)?;
        let (tile, pieces) = contents.split_at_checked(1)?;
        let tile = match tile {
            "W" => Some(Side::White),
            "B" => Some(Side::Black),
            "X" => None,
            _ => return None,
        };
        let lower = pieces.bytes().all(|b| b.is_ascii_lowercase());
        let pieces = pieces.chars().map(Side::from_letter);
        Some((at, tile, pieces.collect::<Option<_>>().filter(|_| lower)?))
    };
    parse().ok_or_else(|| {
        let what = "the contents of a cell, such as W, Bwb or Xw";
        StateError::Syntax((*contents).to_owned(), what)
    })
}

/// Whether the tiles are connected.
fn is_connected(position: &Position) -> bool {
    let mut left: Vec<Hex> = position.tiles().map(|(cell, _)| cell.hex()).collect();
    let mut reached: Vec<Hex> = left.pop().into_iter().collect();
    while let Some(hex) = reached.pop() {
        let (near, far) = left
            .into_iter()
            .partition(|other| hex.distance(*other) == 1);
        let near: Vec<Hex> = near;
        reached.extend(near);
        left = far;
    }
    left.is_empty()
}
