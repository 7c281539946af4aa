//! What is drawn on the picture of a position: arrows, marks and a style.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use skep_records::game::PlacedPiece;
use skep_render::{Board as Picture, Style, Theme};
use skep_rules::geometry::Hex;

/// A cell of a picture.
#[derive(FromPyObject)]
pub enum PictureMark {
    Piece(String),
    Cell(i32, i32),
}

/// The cells of a turn.
#[derive(FromPyObject)]
pub struct PictureTurn {
    from_: Option<(i32, i32)>,
    to: Option<(i32, i32)>,
}

/// An arrow of a picture.
#[derive(FromPyObject)]
pub enum Arrow {
    Turn(PictureTurn),
    Cells(PictureMark, PictureMark),
}

/// How a picture looks.
pub fn style(size: u32, theme: &str, hands: bool, labels: bool) -> PyResult<Style> {
    let theme: Theme = theme
        .parse()
        .map_err(|error| PyValueError::new_err(format!("{error}")))?;
    if !(1..=1000).contains(&size) {
        return Err(PyValueError::new_err("size must be from 1 to 1000 pixels"));
    }
    Ok(Style {
        size,
        theme,
        hands,
        labels,
        ..Style::default()
    })
}

/// Draws arrows and marks on a picture of these pieces.
///
/// # Errors
/// A mark names a piece that is not on the board.
pub fn draw(
    picture: &mut Picture,
    placed: &[PlacedPiece],
    arrows: &[Arrow],
    marks: &[PictureMark],
) -> PyResult<()> {
    // The first piece of a picture enters on N13, and that of a position at 0, 0.
    let shift = match (picture.cells().first(), placed.first()) {
        (Some(cell), Some(piece)) => cell.hex - piece.hex,
        _ => Hex::ORIGIN,
    };
    let hex = |mark: &PictureMark| -> PyResult<Hex> {
        match mark {
            PictureMark::Cell(q, r) => Ok(Hex::new(*q, *r) + shift),
            PictureMark::Piece(name) => {
                let found = placed.iter().find(|one| one.piece.to_string() == *name);
                let found = found.ok_or_else(|| {
                    PyValueError::new_err(format!("{name} is not a piece on the board"))
                });
                Ok(found?.hex + shift)
            }
        }
    };
    for arrow in arrows {
        match arrow {
            Arrow::Turn(PictureTurn {
                from_: Some((q, r)),
                to: Some((to_q, to_r)),
            }) => {
                let ends = (
                    hex(&PictureMark::Cell(*q, *r))?,
                    hex(&PictureMark::Cell(*to_q, *to_r))?,
                );
                picture.arrows.push(ends);
            }
            // A piece that enters comes from nowhere.
            Arrow::Turn(PictureTurn {
                to: Some((q, r)), ..
            }) => {
                picture.destinations.push(hex(&PictureMark::Cell(*q, *r))?);
            }
            Arrow::Turn(_) => {}
            Arrow::Cells(from, to) => picture.arrows.push((hex(from)?, hex(to)?)),
        }
    }
    for mark in marks {
        picture.destinations.push(hex(mark)?);
    }
    Ok(())
}
