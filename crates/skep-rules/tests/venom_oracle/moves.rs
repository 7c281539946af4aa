//! Where each bug goes.

use std::collections::BTreeSet;

use super::board::{Board, Cell, step};
use super::steps::{down, onto, passes, slides_from};

/// The cells that a piece reaches by moving as a bug of the kind `face`.
///
/// `board` is without the piece; `from` is the cell that it left, above the ground when a pile remains there.
/// `landings` are the cells on whose top a Fly may land.
pub fn destinations(
    face: &str,
    board: &Board,
    from: Cell,
    landings: &BTreeSet<Cell>,
) -> BTreeSet<Cell> {
    let raised = !board.is_empty(from);
    let mut found = match face {
        "Q" | "Wa" | "P" | "As" if !raised => slides_from(board, from).into_iter().collect(),
        "S" if !raised => walk(board, from, 3),
        "Sc" if !raised => walk(board, from, 2),
        "A" if !raised => run(board, from),
        "G" if !raised => jump(board, from),
        "B" => beetle(board, from),
        "Ff" if raised => beetle(board, from),
        "Ff" => firefly(board, from),
        "Df" if !raised => dragonfly(board, from),
        "L" if !raised => ladybug(board, from),
        "Sb" if !raised => stink_bug(board, from),
        "Tk" if raised => down(board, from).into_iter().collect(),
        "Tk" => onto(board, from).into_iter().collect(),
        "Bu" if raised => butterfly(board, from),
        "Mo" if raised => moth(board, from),
        "Fl" => fly(board, landings),
        _ => BTreeSet::new(),
    };
    found.remove(&from);
    found
}

/// Exactly so many slides, no cell twice (rules 1.7 and 2.7).
fn walk(board: &Board, from: Cell, steps: usize) -> BTreeSet<Cell> {
    let mut paths = vec![vec![from]];
    for _ in 0..steps {
        paths = paths
            .iter()
            .flat_map(|path| {
                slides_from(board, path[path.len() - 1])
                    .into_iter()
                    .filter(|to| !path.contains(to))
                    .map(|to| [&path[..], &[to]].concat())
            })
            .collect();
    }
    paths.iter().map(|path| path[steps]).collect()
}

/// Any number of slides.
fn run(board: &Board, from: Cell) -> BTreeSet<Cell> {
    let mut seen = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(cell) = open.pop() {
        for to in slides_from(board, cell) {
            if seen.insert(to) {
                open.push(to);
            }
        }
    }
    seen
}

/// Straight over one or more pieces, whatever their heights.
fn jump(board: &Board, from: Cell) -> BTreeSet<Cell> {
    let mut found = BTreeSet::new();
    for direction in 0..6 {
        let mut cell = step(from, direction);
        if board.is_empty(cell) {
            continue;
        }
        while !board.is_empty(cell) {
            cell = step(cell, direction);
        }
        found.insert(cell);
    }
    found
}

/// One step at any height; on the ground it slides as a queen does.
fn beetle(board: &Board, from: Cell) -> BTreeSet<Cell> {
    let mut found: BTreeSet<Cell> = onto(board, from).into_iter().collect();
    if board.is_empty(from) {
        found.extend(slides_from(board, from));
    } else {
        found.extend(down(board, from));
    }
    found
}

/// Up from the ground, then across (rule 2.5).
fn firefly(board: &Board, from: Cell) -> BTreeSet<Cell> {
    onto(board, from)
        .into_iter()
        .flat_map(|first| onto(board, first))
        .collect()
}

/// Up onto a neighbour, then straight over at least one more piece and down behind the row (rule 2.6).
fn dragonfly(board: &Board, from: Cell) -> BTreeSet<Cell> {
    let mut found = BTreeSet::new();
    for first in onto(board, from) {
        for direction in 0..6 {
            if board.is_empty(step(first, direction)) {
                continue;
            }
            let mut cell = first;
            loop {
                let next = step(cell, direction);
                if !passes(board, cell, next) {
                    break;
                }
                if board.is_empty(next) {
                    found.insert(next);
                    break;
                }
                cell = next;
            }
        }
    }
    found
}

/// Two steps on top, then one down.
fn ladybug(board: &Board, from: Cell) -> BTreeSet<Cell> {
    onto(board, from)
        .into_iter()
        .flat_map(|first| onto(board, first))
        .flat_map(|second| down(board, second))
        .collect()
}

/// One step up, one down (rule 2.10).
fn stink_bug(board: &Board, from: Cell) -> BTreeSet<Cell> {
    onto(board, from)
        .into_iter()
        .flat_map(|first| down(board, first))
        .collect()
}

/// Two steps on top, no cell twice (rule 2.14).
fn butterfly(board: &Board, from: Cell) -> BTreeSet<Cell> {
    onto(board, from)
        .into_iter()
        .flat_map(|first| onto(board, first))
        .collect()
}

/// Down to the ground and up again (rule 2.14).
fn moth(board: &Board, from: Cell) -> BTreeSet<Cell> {
    down(board, from)
        .into_iter()
        .flat_map(|ground| onto(board, ground))
        .collect()
}

/// Through the air onto a landing, then one step down (rule 2.8).
fn fly(board: &Board, landings: &BTreeSet<Cell>) -> BTreeSet<Cell> {
    landings
        .iter()
        .flat_map(|landing| down(board, *landing))
        .collect()
}

/// The cells on which a Centipede's three steps may end, no cell twice; what stands there is the caller's to judge.
pub fn centipede_ends(board: &Board, from: Cell) -> BTreeSet<Cell> {
    let mut found = BTreeSet::new();
    if !board.is_empty(from) {
        return found;
    }
    for first in onto(board, from) {
        for second in onto(board, first) {
            for third in onto(board, second) {
                if third != first {
                    found.insert(third);
                }
            }
        }
    }
    found
}
