//! Draws every bug of every set on tiles of both colours, as PNG:
//! `cargo run --example glyphs -- FILE [SIZE] [light|dark]`.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "small numbers"
)]

use std::error::Error;

use skep_render::{Board, DrawnCell, DrawnPiece, Owner, Style};
use skep_rules::game::Side;
use skep_rules::geometry::Hex;
use skep_rules::hive::Bug;

/// The number of bugs in a row.
const ROW: usize = 7;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("missing argument FILE")?;
    let mut style = Style::default();
    if let Some(size) = arguments.next() {
        style.size = size.parse()?;
    }
    if let Some(theme) = arguments.next() {
        style.theme = theme.parse()?;
    }
    std::fs::write(file, sheet().png(&style)?)?;
    Ok(())
}

/// Three rows of White's bugs, and three rows of Black's bugs.
fn sheet() -> Board {
    let cells = Side::ALL.into_iter().flat_map(|side| {
        Bug::ALL.into_iter().enumerate().map(move |(i, bug)| {
            let row = (i / ROW + 3 * side.index()) as i32;
            let owner = match bug {
                Bug::Honeycombo => Owner::Neutral(side),
                _ => Owner::Side(side),
            };
            DrawnCell {
                // Each row of hexes starts half a cell further east. This keeps the rows below each other.
                hex: Hex::new((i % ROW) as i32 - row / 2, row),
                pieces: vec![DrawnPiece {
                    owner,
                    bug: Some(bug),
                    number: (i % 4) as u8,
                }],
                ..DrawnCell::default()
            }
        })
    });
    Board::new(cells)
}
