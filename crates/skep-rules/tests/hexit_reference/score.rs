//! Territories and the score (rule 11).

use std::collections::BTreeSet;

use super::board::{Board, Cell, Colour, neighbours};

/// The sizes of a colour's territories, that is of its connected groups of tiles.
pub fn territories(board: &Board, colour: Colour) -> Vec<usize> {
    let mut left: BTreeSet<Cell> = board
        .tiles
        .iter()
        .filter(|(_, shown)| **shown == colour)
        .map(|(cell, _)| *cell)
        .collect();
    let mut sizes = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut size = 0;
        let mut waiting = vec![first];
        while let Some(cell) = waiting.pop() {
            size += 1;
            for neighbour in neighbours(cell) {
                if left.remove(&neighbour) {
                    waiting.push(neighbour);
                }
            }
        }
        sizes.push(size);
    }
    sizes
}

/// A colour's score in half points: two a tile in one largest territory, one for each other tile.
pub fn half_points(board: &Board, colour: Colour) -> usize {
    let sizes = territories(board, colour);
    let all: usize = sizes.iter().sum();
    let largest = sizes.into_iter().max().unwrap_or(0);
    2 * largest + (all - largest)
}
