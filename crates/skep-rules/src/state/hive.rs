//! States of plain Hive.

use super::fields::{hand, pieces};
use super::{StateError, StateFields, write_cell, write_head, write_value};
use crate::game::{Position as _, Side};
use crate::geometry::Hex;
use crate::hive::{Bug, GameType, Opening, Piece, PieceName, PlaneTracker, Position, Setup};

/// The key of the piece that moved last.
const RESTS: &str = "rests";
pub(super) const OPENING: &str = "opening";
pub(super) const OPENINGS: &str = "opening=open";

/// Writes the state of a position to the end of a text.
pub fn write(plane: &PlaneTracker, out: &mut String) {
    let position = plane.position();
    write_head(
        position.game_type().set_name(),
        position.turn(),
        position.ply(),
        out,
    );
    // The top piece of each cell, in rows.
    let mut tops: Vec<(Hex, Piece)> = plane.tops().collect();
    tops.sort_unstable_by_key(|(hex, _)| (hex.r, hex.q));
    if tops.is_empty() {
        out.push('-');
    }
    for (i, (hex, top)) in tops.into_iter().enumerate() {
        write_cell(i == 0, hex, out);
        write_stack(position, top, out);
    }
    for side in Side::ALL {
        out.push('/');
        let before = out.len();
        for piece in position.hand(side) {
            out.push_str(piece.bug().code());
        }
        if out.len() == before {
            out.push('-');
        }
    }
    if let Some(piece) = position.last_moved() {
        write_value(RESTS, "", out);
        write_name(piece.name(), out);
    }
    // Later turns do not depend on the opening rule.
    if position.opening() == Opening::Open && position.ply() < 2 {
        write_value(OPENING, Opening::Open.as_str(), out);
    }
}

/// Writes the pieces of a cell from the bottom to the top.
fn write_stack(position: &Position, top: Piece, out: &mut String) {
    // A stack has 7 pieces at most, so that a second walk costs less than a list.
    let height = position.beneath(top).count();
    for level in (0..height).rev() {
        if let Some(piece) = position.beneath(top).nth(level) {
            write_name(piece.name(), out);
            out.push('.');
        }
    }
    write_name(top.name(), out);
}

/// Writes the name of a piece.
pub(super) fn write_name(name: PieceName, out: &mut String) {
    name.write_to(out).expect("writing to a String cannot fail");
}

/// Reads a position.
///
/// # Errors
/// The text or its position is invalid.
pub fn read(mut fields: StateFields<'_>) -> Result<PlaneTracker, StateError> {
    let game_type: GameType = fields.variant()?;
    let in_game = |name: PieceName| {
        Piece::from_name(name)
            .filter(|piece| game_type.has(piece.bug()))
            .ok_or_else(|| StateError::NotInGame(name.to_string(), game_type.to_string()))
    };
    let opening = fields.choice(OPENING, OPENINGS)?;
    let rests = fields.take(RESTS).map(pieces).transpose()?;
    let last_moved = match rests.as_deref() {
        Some([one]) => Some(in_game(*one)?),
        Some(_) => {
            let text = rests.iter().flatten().map(PieceName::to_string);
            let text = text.collect::<Vec<_>>().join(".");
            return Err(StateError::Syntax(text, "one piece that moved last"));
        }
        None => None,
    };
    let stack = |(hex, contents): &(Hex, &str)| {
        let names = pieces(contents)?.into_iter();
        Ok((*hex, names.map(in_game).collect::<Result<_, StateError>>()?))
    };
    let setup = Setup {
        game_type,
        opening,
        turn: fields.side,
        number: fields.number,
        last_moved,
        stacks: fields
            .cells
            .iter()
            .map(stack)
            .collect::<Result<_, StateError>>()?,
    };
    let plane = PlaneTracker::of_setup(&setup)?;
    for (side, text) in Side::ALL
        .into_iter()
        .zip(fields.hands.into_iter().flatten())
    {
        let stated = hand(text)?;
        let position = plane.position();
        for bug in Bug::ALL {
            let named = stated.iter().filter(|b| **b == bug).count();
            let left = position.hand(side).filter(|p| p.bug() == bug).count();
            if named != left {
                return Err(StateError::Hand {
                    side,
                    bug,
                    stated: named,
                    left,
                });
            }
        }
    }
    fields.end()?;
    Ok(plane)
}
